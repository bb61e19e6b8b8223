"""A corpus of generated pairs for tests of runs, and a program that runs it: python -m tests.toy_corpus OUT."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from vicinal import Document
from vicinal.corpus.engines import Processes
from vicinal.corpus.pair import Fingerprint, Limits, Pair, Rejected, Shard
from vicinal.corpus.runs import run

WORDS = (
    "river",
    "bridge",
    "stone",
    "winter",
    "market",
    "letter",
    "garden",
    "engine",
    "harbour",
    "signal",
    "teacher",
    "village",
    "copper",
    "lantern",
)


@dataclass(frozen=True)
class Toy:
    """Pairs of generated texts; those in `bad` cannot be read, those in `empty` cannot be aligned."""

    place: str = field(default="here/toy", metadata={"place": True})
    count: int = 30
    bad: tuple[int, ...] = ()
    empty: tuple[int, ...] = ()
    seconds: float = field(default=0.0, repr=False)  # how long each pair takes; not part of what it is

    def fingerprint(self) -> Fingerprint:
        return Fingerprint(1, self.count, f"{self.count:064x}", 0)

    def shards(self, limits: Limits) -> Iterator[Shard]:
        for number, start in enumerate(range(0, self.count, limits.pairs)):
            stop = min(start + limits.pairs, self.count)
            yield Shard(number, stop - start, (start, stop))

    def read(self, shard: Shard) -> Iterator[Pair | Rejected]:
        for k in range(*shard.part):
            time.sleep(self.seconds)
            if k in self.bad:
                yield Rejected("toy.txt", k + 1, f"pair {k}", "is bad")
            else:
                yield self.pair(k)

    def pair(self, k: int) -> Pair:
        source = [
            [f"The {WORDS[(k + p) % 14]} of the {WORDS[(k * p + s) % 14]} has number {k + s}." for s in range(3)]
            for p in range(3)
        ]
        target = (
            [[f"A {WORDS[(k + p) % 14]} has number {k + p}."] for p in range(3)] if k not in self.empty else [["."]]
        )
        origin = "even" if k % 2 == 0 else "odd"
        return Pair(Document(source, f"pair {k}"), Document(target, f"pair {k}"), ("0", "1"), origin, "toy.txt", k + 1)


SLOW = Toy(count=60, bad=(7, 31), seconds=0.02)
LIMITS = Limits(pairs=3)


if __name__ == "__main__":
    run(SLOW, sys.argv[1], engine=Processes(int(sys.argv[2])), limits=LIMITS)
