"""What the writers of an export must know before they begin: the split of each pair, and the names of some.

The work is done shard by shard, by any engine; the main process then puts together what depends on all pairs. Names are
kept only where they are not those that a pair has by itself, and splits take a byte a pair.

Callers: `exports`; `shard_export` is handed the plan of its shard.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from vicinal.alignment import Aligned
from vicinal.corpus.contract import Advance, Shard
from vicinal.corpus.engines import Engine, Processes
from vicinal.corpus.link_filter import LinkFilter, relatedness_of
from vicinal.corpus.relatedness import is_suspect
from vicinal.corpus.run_folder import Run
from vicinal.corpus.splits import Articles, Splits, points_of
from vicinal.corpus.stored_pairs import PairHead
from vicinal.formats import Format
from vicinal.formats.part import Frame, Naming

T = TypeVar("T")
AHEAD = 4  # shards a worker may be ahead of the one that is written; their parts are kept in memory


class ShardPlan(NamedTuple):
    """What the writer of a shard must know.

    Attributes:
        splits: The number of the split of each pair; None without splits.
        before: For each split, how many pairs of its file come before.
        names: For each split, the names that depend on the pairs before.
    """

    splits: bytes | None
    before: tuple[int, ...]
    names: tuple[dict[str, str], ...]


class Plan(NamedTuple):
    """The shards to write, each with its ShardPlan as `part`, and for each split the frame of its file."""

    shards: list[Shard]
    frames: tuple[Frame, ...]


def opened(engine: Engine, shards: int, modules: Sequence[str]) -> AbstractContextManager[Engine]:
    """Return an engine whose workers stay for all passes, if it has workers."""
    return engine.opened(shards, modules) if isinstance(engine, Processes) else nullcontext(engine)


def in_order(engine: Engine, workers: int, work: Callable[[Shard], T], shards: Sequence[Shard]) -> Iterator[T]:
    """Yield what a function makes of each shard, in the order of the shards; few results wait for earlier ones."""
    window = AHEAD * workers
    numbered = _Numbered(work)
    for start in range(0, len(shards), window):
        some = shards[start : start + window]
        found: dict[int, T] = {}
        expected = iter(some)
        awaited = next(expected, None)
        for number, result in engine(numbered, some):
            found[number] = result
            while awaited is not None and awaited.number in found:
                yield found.pop(awaited.number)
                awaited = next(expected, None)


@dataclass(frozen=True)
class _Numbered:
    """Returns the number of a shard with the result of a function."""

    work: Callable[[Shard], Any]

    def __call__(self, shard: Shard) -> tuple[int, Any]:
        return shard.number, self.work(shard)


@dataclass(frozen=True)
class Planner:
    """Plans an export.

    Attributes:
        run: The run.
        format: The format.
        filter: Which links are kept.
        splits: The splits; None for one whole.
        engine: Where the work is done.
        workers: How many workers that has.
        advance: Called with what is being done, how much of it is done, and the total.
    """

    run: Run
    format: Format
    filter: LinkFilter
    splits: Splits | None
    engine: Engine
    workers: int
    advance: Advance

    def plan(self) -> Plan:
        """Return the plan; the run is read through only if something depends on all pairs."""
        shards = [Shard(number, marker.pairs, ()) for number, marker in self.run.markers()]
        parts = self.format.parts
        assert parts is not None
        if not (self.splits or parts.naming or self.filter.no_suspect):
            heads = (head for shard in shards if shard.pairs for head in self.run.heads(shard.number))
            first = next(heads, None)
            before, planned = 0, []
            for shard in shards:
                planned.append(shard._replace(part=ShardPlan(None, (before,), ({},))))
                before += shard.pairs
            return Plan(planned, (parts.frame(None if first is None else first.pair(self.run.signature)),))
        return self._through(shards, self._grouped(shards) if self.splits else [None] * len(shards))

    def _grouped(self, shards: list[Shard]) -> list[bytes | None]:
        """Return the number of the split of each pair, shard by shard."""
        assert self.splits is not None
        points: list[array[int]] = []
        articles = Articles(())
        for found in self._each("Grouping", _Points(self.run), shards):
            points.append(found[::3])
            for at in range(0, len(found), 3):
                articles.add(*found[at : at + 3])
        numbers = {name: number for number, name in enumerate(self.splits.names)}
        named = self.splits.name_at
        return [bytes([numbers[named(articles.group_at(point))] for point in some]) for some in points]

    def _through(self, shards: list[Shard], splits: list[bytes | None]) -> Plan:
        """Return the plan of shards whose splits are known, from the heads of their pairs."""
        parts = self.format.parts
        assert parts is not None
        count = len(self.splits.names) if self.splits else 1
        namings: list[Naming | None] = [parts.naming() if parts.naming else None for _ in range(count)]
        firsts: list[Aligned | None] = [None] * count
        before = [0] * count
        planned = []
        look = _Heads(self.run, self.filter.no_suspect)
        for shard, found, known in zip(shards, self._each("Naming", look, shards), splits, strict=True):
            names: tuple[dict[str, str], ...] = tuple({} for _ in range(count))
            start = tuple(before)
            for line, (head, suspect) in enumerate(found):
                split = known[line] if known else 0
                one = head.pair(self.run.signature)
                for number in range(count) if self.format.needs_all else () if suspect else (split,):
                    naming = namings[number]
                    name = naming(before[number], one) if naming else None
                    if name:
                        names[number][name[0]] = name[1]
                    before[number] += 1
                    firsts[number] = firsts[number] or one
            planned.append(shard._replace(part=ShardPlan(known, start, names)))
        return Plan(planned, tuple(map(parts.frame, firsts)))

    def _each(self, what: str, work: Callable[[Shard], T], shards: list[Shard]) -> Iterator[T]:
        total, done = sum(shard.pairs for shard in shards), 0
        for shard, found in zip(shards, in_order(self.engine, self.workers, work, shards), strict=True):
            done += shard.pairs
            yield found
            self.advance(what, done, total)


@dataclass(frozen=True)
class _Heads:
    """Returns the heads of a shard, and whether pairs are left out because they are suspect."""

    run: Run
    no_suspect: bool

    def __call__(self, shard: Shard) -> list[tuple[PairHead, bool]]:
        heads = list(self.run.heads(shard.number))
        if not self.no_suspect:
            return [(head, False) for head in heads]
        related = [head.relatedness for head in heads]
        if None in related:  # an older run, which did not store it
            related = list(map(relatedness_of, self.run.stored_of(shard.number)))
        return list(zip(heads, map(is_suspect, related), strict=True))


@dataclass(frozen=True)
class _Points:
    """Returns for each pair of a shard the points of its article and of its two texts, one after the other."""

    run: Run

    def __call__(self, shard: Shard) -> array[int]:
        found = array("Q")
        for one in self.run.stored_of(shard.number):
            found.extend(points_of(one))
        return found
