"""Learn the weights of `vicinal.calibration`, and measure them on sets that they were not learned on.

    python benchmarks/calibration.py [GOLD.jsonl ...]

Each file is a set; the files of the sample corpus, which are taken if none are given, are one set together. For each
set the weights are learned on all others (but none whose name is alike up to `_`), then a line of a reliability table
is printed, and at the end the weights that are learned on all sets. Error is the expected calibration error over ten
equal bins. The floor is the error that faultless probabilities would have with as few links.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

import numpy as np

from vicinal.calibration import WEIGHTS, features
from vicinal.gold import read_gold_lines
from vicinal.methods.vicinity import Vicinity

SAMPLE = sorted((Path(__file__).resolve().parent.parent / "data" / "gold").glob("*.jsonl"))
BINS = 10
PENALTY = 10.0  # of the squared weights, of features with variance 1
Array = Any
Set = tuple[Array, Array]  # features, and whether each link is right


def links_of(paths: list[Path], method: Vicinity) -> Set:
    rows: list[tuple[float, ...]] = []
    right: list[float] = []
    for gold in (gold for path in paths for gold in read_gold_lines(path)):
        found = method(gold.source, gold.target)
        rows += features(found.source, found.target, found.sentences, found.cells)
        right += [float((link.source, link.target) in gold.links) for link in found.sentences]
    return np.array(rows), np.array(right)


def learned(sets: list[Set], *, is_balanced: bool = False) -> Array:
    """Return intercept and weights: logistic regression with a ridge penalty, by Newton's method.

    If balanced, all sets weigh the same; otherwise, all links.
    """
    rows, right = np.vstack([s[0] for s in sets]), np.concatenate([s[1] for s in sets])
    share = len(right) / len(sets) if is_balanced else 1.0
    counts = np.concatenate([np.full(len(s[1]), share / len(s[1]) if is_balanced else 1.0) for s in sets])
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    scaled = np.hstack([np.ones((len(rows), 1)), (rows - mean) / spread])
    penalty = np.diag([0.0] + [PENALTY] * rows.shape[1])
    weights = np.zeros(scaled.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (counts * (right - p)) - penalty @ weights
        weights += np.linalg.solve((scaled * (counts * p * (1 - p))[:, None]).T @ scaled + penalty, slope)
    return np.concatenate([[weights[0] - (weights[1:] / spread * mean).sum()], weights[1:] / spread])


def predicted(weights: Array, rows: Array) -> Array:
    return 1 / (1 + np.exp(-(weights[0] + rows @ weights[1:])))


def error(p: Array, right: Array) -> float:
    """Return the expected calibration error: over equal bins, the mean distance of probability and share."""
    bins = np.minimum((p * BINS).astype(int), BINS - 1)
    inside = [bins == number for number in range(BINS)]
    return float(sum(abs(p[i].sum() - right[i].sum()) for i in inside) / len(p))


def floor(p: Array) -> float:
    chance = random.Random(0)
    return float(np.mean([error(p, np.array([float(chance.random() < one) for one in p])) for _ in range(100)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--auto", action="store_true", help="measure on alignments with auto thresholds")
    parser.add_argument("gold", nargs="*", type=Path, default=SAMPLE)
    arguments = parser.parse_args()
    files: dict[str, list[Path]] = {}
    for path in arguments.gold:
        files.setdefault("sample" if path.resolve() in SAMPLE else path.name.split(".")[0], []).append(path)
    sets = {name: links_of(paths, Vicinity()) for name, paths in files.items()}
    auto = Vicinity("auto", "auto")
    tried = {name: links_of(paths, auto) for name, paths in files.items()} if arguments.auto else sets
    if len(sets) > 1:
        print(
            "set: links, right, mean probability, error, floor, error of the cosine;",
            "each bin: probability/share/links",
        )
        for name, (rows, right) in tried.items():
            others = [other for known, other in sets.items() if known.split("_")[0] != name.split("_")[0]]
            p = predicted(learned(others), rows)
            bins = np.minimum((p * BINS).astype(int), BINS - 1)
            parts = [bins == number for number in sorted({*bins})]
            table = [f"{p[part].mean():.2f}/{right[part].mean():.2f}/{part.sum()}" for part in parts]
            numbers = (right.mean(), p.mean(), error(p, right), floor(p), error(rows[:, 0], right))
            figures = " ".join(f"{number:.3f}" for number in numbers)
            print(f"{name}: {len(right)} {figures}  {' '.join(table)}")
    weights = learned(list(sets.values()))
    for name, weight in zip(("intercept", *WEIGHTS), weights, strict=True):
        print(f"{name:14} {weight:.2f}")


if __name__ == "__main__":
    main()
