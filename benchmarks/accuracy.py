"""Accuracy of the vicinity method on gold, and the table its defaults were chosen from.

    python benchmarks/accuracy.py [GOLD.jsonl ...]            the default setting on each file
    python benchmarks/accuracy.py --grid [GOLD.jsonl ...]     every setting of a grid, best mean F1 first

Without files: the sample corpus. `--grid` ranks settings by the mean over files of links F1 and pairs F1.
"""

from __future__ import annotations

import argparse
from itertools import product
from pathlib import Path

from vicinal.evaluate.scores import Scores, score
from vicinal.gold import Gold, read_gold
from vicinal.methods.vicinity import Vicinity

SAMPLE = sorted((Path(__file__).resolve().parent.parent / "data" / "gold").glob("*.jsonl"))
PARAGRAPH_ALPHAS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)
SENTENCE_ALPHAS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4)
BETAS = (0.0, 0.05, 0.1)


def measure(method: Vicinity, documents: list[Gold]) -> Scores:
    return sum((score(gold, method(gold.source, gold.target)) for gold in documents), Scores())


def row(scores: Scores) -> str:
    return " ".join(f"{c.precision:.3f} {c.recall:.3f} {c.f1:.3f}" for c in (scores.links, scores.pairs))


def grid(sets: dict[str, list[Gold]]) -> None:
    found = []
    for alphas in product(PARAGRAPH_ALPHAS, SENTENCE_ALPHAS, BETAS):
        method = Vicinity(paragraph_alpha=alphas[0], sentence_alpha=alphas[1], beta=alphas[2])
        scores = [measure(method, documents) for documents in sets.values()]
        mean = sum(s.links.f1 + s.pairs.f1 for s in scores) / (2 * len(scores))
        found.append((mean, alphas, scores))
    found.sort(key=lambda entry: -entry[0])
    print("mean   par   sent  beta  " + "  ".join(f"{name}: links pairs" for name in sets))
    for mean, alphas, scores in found:
        figures = "  ".join(f"{s.links.f1:.3f} {s.pairs.f1:.3f}" for s in scores)
        print(f"{mean:.4f} {alphas[0]:.2f}  {alphas[1]:.2f}  {alphas[2]:.2f}  {figures}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grid", action="store_true", help="try every setting of the grid")
    parser.add_argument("gold", nargs="*", type=Path, default=SAMPLE)
    arguments = parser.parse_args()
    sets = {path.stem: list(read_gold(path)) for path in arguments.gold}
    if arguments.grid:
        grid(sets)
        return
    print(f"{'':24} links P, R, F1      pairs P, R, F1")
    for name, documents in sets.items():
        print(f"{name:24} {row(measure(Vicinity(), documents))}")


if __name__ == "__main__":
    main()
