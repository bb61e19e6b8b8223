"""The statistics of a whole run: counted shard by shard, wherever an engine likes to, and added up."""

from __future__ import annotations

from dataclasses import dataclass

from vicinal.corpus.engines import Engine, Processes
from vicinal.corpus.pair import Shard
from vicinal.corpus.runs import Advance, Run
from vicinal.corpus.stats import Statistics, statistics


def survey(
    run: Run,
    by: str | None = None,
    *,
    operations: bool = False,
    engine: Engine | None = None,
    advance: Advance | None = None,
) -> Statistics:
    """Count what came out of a run, in all and, if asked for, per group.

    Args:
        run: A finished run.
        by: "level", "source", or None for totals only.
        operations: Whether to count what changed in the links, word by word, as well.
        engine: Where the work is done; by default in this process.
        advance: Called with what is being done, how much of it is done and how much there is.
    """
    shards = [Shard(number, marker.pairs, ()) for number, marker in run.markers()]
    total, done = sum(shard.pairs for shard in shards), 0
    found = Statistics(by)
    for part in (engine or Processes())(_Counting(run, by, operations), shards):
        found += part
        done += part.total.documents
        if advance is not None:
            advance("Counting", done, total)
    return found


@dataclass(frozen=True)
class _Counting:
    """What a worker does with one shard."""

    run: Run
    by: str | None
    operations: bool

    def __call__(self, shard: Shard) -> Statistics:
        return statistics(self.run.aligned_of(shard.number), self.by, operations=self.operations)
