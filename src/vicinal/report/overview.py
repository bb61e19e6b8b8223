"""All that a report says of a run, gathered in one pass over its shards, in memory that does not grow with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from vicinal.alignment import Aligned
from vicinal.corpus.engines import Engine, Processes
from vicinal.corpus.pair import Rejected, Shard
from vicinal.corpus.runs import Run
from vicinal.corpus.stats import GROUPINGS, Statistics, Stats
from vicinal.corpus.store import last_name
from vicinal.errors import check_choice
from vicinal.report.highlights import Place, Standouts

REJECTED = 20  # pairs that could not be aligned, of which is told
MOST_GROUPS = 2000  # levels or sources that are counted: more make no table that anybody reads

Groups = dict[str, Stats]


@dataclass(frozen=True)
class Overview:
    """What a report shows.

    Attributes:
        name: The name of the run folder.
        manifest: That of the run.
        total: The counts of all pairs.
        groups: The counts per level and per source, as far as they were asked for; None where there are too many.
        standouts: The most doubtful pairs and links, and the best.
        starts: How many pairs stand before each shard.
        rejected: The first few pairs that could not be read or aligned.
    """

    name: str
    manifest: Mapping[str, Any]
    total: Stats
    groups: Mapping[str, Statistics | None]
    standouts: Standouts
    starts: Sequence[int]
    rejected: Sequence[Rejected] = ()

    def number(self, place: Place) -> int:
        """Return which pair of the corpus stands at a place, from 1."""
        return self.starts[place.shard] + place.line + 1


def overview(
    run: Run,
    by: str | None = None,
    *,
    engine: Engine | None = None,
    advance: Callable[[str, int, int], None] | None = None,
) -> Overview:
    """Look through a run.

    Args:
        run: A finished run.
        by: "level" or "source", to count per group of one kind only; by default of both.
        engine: Where the work is done; by default in this process.
        advance: Called with what is being done, how much of it is done and how much there is.
    """
    if by is not None:
        check_choice("grouping", by, GROUPINGS)
    shards: list[Shard] = []
    rejected: list[Rejected] = []
    for number, marker in run.markers():
        shards.append(Shard(number, marker.pairs, ()))
        rejected += marker.rejected[: REJECTED - len(rejected)]
    found = _Part({name: {} for name in ((by,) if by else GROUPINGS)})
    pairs = sum(shard.pairs for shard in shards)
    for part in (engine or Processes())(_Looking(run, tuple(found.groups)), shards):
        found.extend(part)
        if advance is not None:
            advance("Looking through", found.total.documents, pairs)
    groups = {
        name: None if parts is None else Statistics(name, found.total, parts) + Statistics(name)  # adding sorts them
        for name, parts in found.groups.items()
    }
    starts = list(accumulate((shard.pairs for shard in shards), initial=0))
    return Overview(last_name(run.path), run.manifest, found.total, groups, found.standouts, starts, tuple(rejected))


def alignments_at(run: Run, places: Iterable[Place]) -> Iterator[tuple[Place, Aligned]]:
    """Yield the alignments at some places of a run, in the order of the corpus; the others are not decoded."""
    wanted: dict[int, list[Place]] = {}
    for place in sorted(set(places)):
        wanted.setdefault(place.shard, []).append(place)
    for shard, found in wanted.items():
        yield from zip(found, run.aligned_of(shard, {place.line for place in found}), strict=True)


@dataclass
class _Part:
    """What was found in some shards."""

    groups: dict[str, Groups | None]
    total: Stats = field(default_factory=Stats)
    standouts: Standouts = field(default_factory=Standouts)

    def count(self, aligned: Aligned) -> None:
        stats = Stats.of(aligned)
        self.total += stats
        names = {"level": "-".join(aligned.levels), "source": aligned.origin}
        for by in self.groups:
            self._add(by, {names[by]: stats})

    def extend(self, other: _Part) -> None:
        self.total += other.total
        self.standouts.extend(other.standouts)
        for by, parts in other.groups.items():
            self._add(by, parts)

    def _add(self, by: str, parts: Groups | None) -> None:
        groups = self.groups[by]
        if groups is None or parts is None:
            self.groups[by] = None
            return
        for name, stats in parts.items():
            groups[name] = groups[name] + stats if name in groups else stats
        if len(groups) > MOST_GROUPS:
            self.groups[by] = None


@dataclass(frozen=True)
class _Looking:
    """What a worker does with one shard."""

    run: Run
    by: tuple[str, ...]

    def __call__(self, shard: Shard) -> _Part:
        part = _Part({name: {} for name in self.by})
        for number, aligned in enumerate(self.run.aligned_of(shard.number)):
            part.count(aligned)
            part.standouts.look(Place(shard.number, number), aligned)
        return part
