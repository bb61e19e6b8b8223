"""How much each method aligns: the figures behind `LIMITS` in src/vicinal/view/little_found.py.

    python benchmarks/coverage.py [GOLD.jsonl ...]     without files: the sample corpus

For each method that needs no training, with its defaults: percentiles over documents of the share of the shorter
document's sentences that are in a link (of the target's where both are as long). Then the same for pairs that belong
to different texts: the source of each document with the target of one half a file away.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from vicinal.alignment import Alignment
from vicinal.gold import read_gold_lines
from vicinal.methods import METHODS, aligner_for, is_supervised
from vicinal.text.document import Document

SAMPLE = sorted((Path(__file__).parents[1] / "data" / "gold").glob("*.jsonl"))
PERCENTILES = (5, 10, 25, 50)


def share(alignment: Alignment) -> float:
    """Return the share of the shorter document's sentences that are in a link."""
    source, target = len(alignment.source.sentences), len(alignment.target.sentences)
    if source < target:
        return 1 - len(alignment.unaligned_source) / source
    return 1 - len(alignment.unaligned_target) / target


def shares(method: str, pairs: Iterable[tuple[Document, Document]]) -> list[float]:
    """Return the shares of all pairs, sorted."""
    aligner = aligner_for(method, {})
    return sorted(share(aligner(source, target)) for source, target in pairs)


def percentile(values: list[float], number: int) -> float:
    """Return a percentile of sorted values: the nearest value below."""
    return values[number * (len(values) - 1) // 100]


def main() -> None:
    """Print a row for each method."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="*", type=Path, default=SAMPLE)
    own, strange = [], []
    for path in parser.parse_args().gold:
        documents = list(read_gold_lines(path))
        own += [(gold.source, gold.target) for gold in documents]
        others = documents[len(documents) // 2 :] + documents[: len(documents) // 2]
        strange += [
            (gold.source, other.target)
            for gold, other in zip(documents, others, strict=True)
            if gold.id.partition(".")[0] != other.id.partition(".")[0]
        ]
    print(f"share of the shorter document that is aligned; {len(own)} pairs, {len(strange)} pairs of different texts")
    print(f"{'':16} percentiles {PERCENTILES}   different texts: below the first of these, without a link")
    for method in (name for name in METHODS if not is_supervised(name)):
        found, unrelated = shares(method, own), shares(method, strange)
        least = percentile(found, PERCENTILES[0])
        below, without = sum(one < least for one in unrelated), unrelated.count(0.0)
        row = " ".join(f"{percentile(found, number):6.3f}" for number in PERCENTILES)
        print(f"{method:16} {row}   {below / len(unrelated):.0%}, {without / len(unrelated):.0%}")


if __name__ == "__main__":
    main()
