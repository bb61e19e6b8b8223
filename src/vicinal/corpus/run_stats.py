"""The statistics of a run, computed shard by shard by any engine, and added up."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from vicinal.corpus.contract import Advance, Shard, silent
from vicinal.corpus.engines import Engine, Processes
from vicinal.corpus.records import decode_brief
from vicinal.corpus.run_folder import Run
from vicinal.corpus.stats import GROUPINGS, Counting, Statistics, Stats, group_of, in_order, statistics
from vicinal.errors import check_choice
from vicinal.methods import name_in


def survey(
    run: Run,
    by: str | None = None,
    *,
    operations: bool = False,
    engine: Engine | None = None,
    advance: Advance = silent,
) -> Statistics:
    """Return the statistics of a run, in total and, with by, per group.

    Args:
        run: A finished run.
        by: "level", "source", or None for totals only.
        operations: Whether to count the word-level changes in the links as well.
        engine: Where the work is done; defaults to this process.
        advance: Called with what is being done, how much of it is done, and the total.

    Raises:
        SettingError: by is neither None nor one of `stats.GROUPINGS`.
        FormatError: A shard was changed after the run.
    """
    if by is not None:
        check_choice("grouping", by, GROUPINGS)
    shards = [Shard(number, marker.pairs, ()) for number, marker in run.markers()]
    total = sum(shard.pairs for shard in shards)
    found = Statistics(by)
    for part in (engine or Processes())(_ShardSurvey(run, by, operations), shards):
        found += part
        advance("Counting", found.total.documents, total)
    return found


@dataclass(frozen=True)
class _ShardSurvey:
    """What a worker does with one shard."""

    run: Run
    by: str | None
    operations: bool

    def __call__(self, shard: Shard) -> Statistics:
        if self.operations:
            return statistics(self.run.aligned_of(shard.number), self.by, operations=True)
        method = name_in(self.run.signature)
        groups: dict[str, Counting] = {}

        def count(line: bytes) -> None:
            pair = decode_brief(line)
            name = group_of(self.by, pair.levels, pair.origin)
            if name not in groups:
                groups[name] = Counting(method)
            groups[name].add(pair.source.paragraphs, pair.target.paragraphs, pair.sentences, pair.relatedness)

        deque(self.run.checked(shard.number, count), maxlen=0)
        found = {name: counting.stats() for name, counting in groups.items()}
        return Statistics(self.by, sum(found.values(), Stats()), {} if self.by is None else in_order(found))
