"""The statistics of a run, computed shard by shard by any engine, and added up."""

from __future__ import annotations

from dataclasses import dataclass

from vicinal.corpus.contract import Advance, Shard, silent
from vicinal.corpus.engines import Engine, Processes
from vicinal.corpus.run_folder import Run
from vicinal.corpus.stats import Statistics, statistics


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
    """
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
        return statistics(self.run.aligned_of(shard.number), self.by, operations=self.operations)
