"""What pooled priors change: python benchmarks/pooling.py [NAME ...].

Runs each set of `gold_sets` (or those named) as a corpus, with and without `pool=True`. Prints F1 of links and pairs of
both, the differences with their p-values (a randomisation test over documents), and the pooled priors.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from gold_sets import gold_sets
from vicinal.corpus import corpus_at, run
from vicinal.evaluation.resampling import randomisation
from vicinal.evaluation.scores import Scores, score
from vicinal.gold import Gold
from vicinal.methods.global_.pooling import Pooled

MEASURES = ("links", "pairs")


def scores_of(golds: list[Gold], folder: Path, *, pool: bool) -> list[Scores]:
    """Return the scores of each pair of a set, after a run over all of them."""
    table = folder / "pairs.jsonl"
    rows = ({"source": gold.source.paragraphs, "target": gold.target.paragraphs} for gold in golds)
    table.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    made = run(corpus_at([str(table)]), folder / ("pooled" if pool else "usual"), pool=pool, strict=True)
    found = (one.alignment for one in made.aligned())
    return [score(gold, alignment) for gold, alignment in zip(golds, found, strict=True)]


def row(name: str, golds: list[Gold]) -> str:
    """Return the row of a set."""
    with TemporaryDirectory() as place:
        usual, pooled = (scores_of(golds, Path(place), pool=pool) for pool in (False, True))
        priors = asdict(Pooled.load(Path(place) / "pooled" / "pool.json"))
    before, after = ([sum(found, Scores())[measure].f1 for measure in MEASURES] for found in (usual, pooled))
    changes = [
        f"{new - old:+.3f} ({randomisation(usual, pooled, measure):.2f})"
        for measure, old, new in zip(MEASURES, before, after, strict=True)
    ]
    figures = [f"{value:.3f}" for value in (*before, *after)]
    cells = [name, len(golds), " ".join(figures[:2]), " ".join(figures[2:]), *changes]
    numbers = " ".join(f"{key} {value:.2f}" for key, value in priors.items())
    return f"| {' | '.join(map(str, cells))} | {numbers} |"


def main() -> None:
    wanted = sys.argv[1:]
    columns = (
        "set",
        "documents",
        "usual: links, pairs",
        "pooled: links, pairs",
        "links (p)",
        "pairs (p)",
        "pooled priors",
    )
    print(f"| {' | '.join(columns)} |\n{'| --- ' * len(columns)}|")
    for name, golds in gold_sets().items():
        if not wanted or name in wanted:
            print(row(name, golds), flush=True)


if __name__ == "__main__":
    main()
