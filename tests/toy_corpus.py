"""A corpus of generated pairs for tests of runs, and programs that run it.

    python -m tests.toy_corpus GATE OUT WORKERS        align it through Python
    python -m tests.toy_corpus run GATE --reader toy   align it through the command line

A gated corpus stops after FREE shards until the file GATE exists, so that a test can disturb a run at a known
point, however slow the machine is.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from vicinal import Document
from vicinal.corpus.contract import Fingerprint, Limits, Pair, Rejected, Shard
from vicinal.corpus.engines import Processes
from vicinal.corpus.readers import READERS
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
    gate: int | None = field(default=None, repr=False)  # the first pair that waits until `place` exists

    def fingerprint(self) -> Fingerprint:
        return Fingerprint(1, self.count, f"{self.count:064x}", 0)

    def shards(self, limits: Limits) -> Iterator[Shard]:
        for number, start in enumerate(range(0, self.count, limits.pairs)):
            stop = min(start + limits.pairs, self.count)
            yield Shard(number, stop - start, (start, stop))

    def read(self, shard: Shard) -> Iterator[Pair | Rejected]:
        for k in range(*shard.part):
            while self.gate is not None and k >= self.gate and not Path(self.place).exists():
                time.sleep(0.01)
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


LIMITS = Limits(pairs=3)
FREE = 4  # shards before the gate


@dataclass(frozen=True)
class Gated(Toy):
    """A longer corpus with a gate; the settings are defaults, because the command line cannot give them."""

    count: int = 60
    bad: tuple[int, ...] = (7, 31)
    gate: int | None = field(default=FREE * LIMITS.pairs, repr=False)


UNGATED = Gated(gate=None)


if __name__ == "__main__":
    if sys.argv[1] == "run":
        READERS["toy"] = "tests.toy_corpus:Gated"
        from vicinal.cli import main  # which lists the readers

        main()
    else:
        run(Gated(sys.argv[1]), sys.argv[2], engine=Processes(int(sys.argv[3])), limits=LIMITS)
