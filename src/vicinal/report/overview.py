"""The contents of a run report, collected in one pass over the shards; memory does not grow with the run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from vicinal.alignment import Aligned
from vicinal.corpus.contract import Advance, Rejected, Shard, silent
from vicinal.corpus.engines import Engine, Processes
from vicinal.corpus.folders import basename
from vicinal.corpus.run_folder import Run
from vicinal.corpus.stats import GROUPINGS, Counting, Statistics, Stats, group_of
from vicinal.errors import check_choice
from vicinal.methods import name_in
from vicinal.report.highlights import Highlights, Position

REJECTED = 20  # rejected pairs that are listed
MOST_GROUPS = 2000  # levels or sources that are counted; nobody reads a longer table

Groups = dict[str, Stats]


@dataclass(frozen=True)
class Overview:
    """The contents of a run report.

    Attributes:
        name: The name of the run folder.
        manifest: The manifest of the run.
        total: The counts of all pairs.
        groups: The counts per level and per source, or one of them; None where there are too many groups.
        highlights: The most suspect pairs, the most doubtful pairs and links, and the best links.
        starts: How many pairs precede each shard.
        rejected: The first few pairs that could not be read or aligned.
    """

    name: str
    manifest: Mapping[str, Any]
    total: Stats
    groups: Mapping[str, Statistics | None]
    highlights: Highlights
    starts: Sequence[int]
    rejected: Sequence[Rejected] = ()

    def number(self, position: Position) -> int:
        """Return the number of a pair in the corpus, from 1."""
        return self.starts[position.shard] + position.line + 1


def overview(
    run: Run,
    by: str | None = None,
    *,
    engine: Engine | None = None,
    advance: Advance = silent,
) -> Overview:
    """Read through a run.

    Args:
        run: A finished run.
        by: "level" or "source", to count groups of one kind only; defaults to both.
        engine: Where the work is done; defaults to this process.
        advance: Called with the current task, how much of it is done, and how much there is.
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
    for part in (engine or Processes())(_Reading(run, tuple(found.groups)), shards):
        found.extend(part)
        advance("Reading", found.total.documents, pairs)
    groups = {
        name: None if parts is None else Statistics(name, found.total, parts) + Statistics(name)  # adding sorts them
        for name, parts in found.groups.items()
    }
    starts = list(accumulate((shard.pairs for shard in shards), initial=0))
    return Overview(basename(run.path), run.manifest, found.total, groups, found.highlights, starts, tuple(rejected))


def alignments_at(run: Run, positions: Iterable[Position]) -> Iterator[tuple[Position, Aligned]]:
    """Yield the alignments at some positions of a run, in corpus order; the others are not decoded."""
    wanted: dict[int, set[int]] = {}
    for position in positions:
        wanted.setdefault(position.shard, set()).add(position.line)
    for shard in sorted(wanted):
        for line, aligned in run.aligned_lines(shard, wanted[shard]):
            yield Position(shard, line), aligned


@dataclass
class _Part:
    """The contents of some shards."""

    groups: dict[str, Groups | None]
    total: Stats = field(default_factory=Stats)
    highlights: Highlights = field(default_factory=Highlights)

    def add(self, levels: tuple[str, str], origin: str, stats: Stats) -> None:
        """Add the counts of the pairs of some levels and origin."""
        self.total += stats
        for by in self.groups:
            self._add(by, {group_of(by, levels, origin): stats})

    def extend(self, other: _Part) -> None:
        self.total += other.total
        self.highlights.extend(other.highlights)
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
class _Reading:
    """The work on one shard."""

    run: Run
    by: tuple[str, ...]

    def __call__(self, shard: Shard) -> _Part:
        part = _Part({name: {} for name in self.by})
        method = name_in(self.run.signature)
        counted: dict[tuple[tuple[str, str], str], Counting] = {}  # adding counts takes longer than counting
        for number, aligned in enumerate(self.run.stored_of(shard.number)):
            alignment, levels, origin, related, _ = aligned
            part.highlights.add(Position(shard.number, number), aligned)
            links = [(link.source, link.target, link.score) for link in alignment.sentences]
            counting = counted.get((levels, origin))
            if counting is None:
                counting = counted[levels, origin] = Counting(method)
            counting.add(alignment.source.paragraphs, alignment.target.paragraphs, links, related)
        for (levels, origin), counting in counted.items():
            part.add(levels, origin, counting.stats())
        return part
