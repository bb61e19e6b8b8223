"""Learn the weights of `global`'s scores, and measure them on sets that they were not learned on.

    python benchmarks/global_scores.py [PICTURE.svg]

For each family of sets of `gold_sets` (the sample corpus is one) the weights are learned on all others, each of which
weighs the same. Prints a line of a reliability table for each, then a table over all links, then the weights learned on
all sets. Error is the expected calibration error over ten equal bins; the floor is the error that faultless
probabilities would have with as few links. PICTURE gets the reliability plot.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from math import inf, log
from pathlib import Path

import numpy as np

from calibration import BINS, Array, Set, error, floor, learned, predicted
from gold_sets import family, gold_sets
from plot import reliability
from vicinal.gold import Gold
from vicinal.methods.global_.link_scores import log_odds
from vicinal.methods.global_.method import COMPILED, PYTHON, Global
from vicinal.methods.global_.priors import PRIORS

# Scores are posteriors.
PLAIN = replace(PRIORS, score_constant=0.0, score_posterior=1.0, score_most=inf, score_coverage=0.0, score_size=0.0)
NAMES = ("constant", "posterior", "coverage", "size")


def links_of(golds: list[Gold]) -> tuple[Set, Array]:
    """Return the numbers that the weights weigh and whether links are right; and the posteriors."""
    rows, right, posteriors = [], [], []
    for gold in golds:
        found = Global().align_with(COMPILED or PYTHON, gold.source, gold.target, PLAIN).sentences
        sizes = len(gold.source.sentences), len(gold.target.sentences)
        coverage = sum(len(link.source) + len(link.target) for link in found) / sum(sizes)
        size = log(min(sizes[0] * sizes[1], PRIORS.score_largest))
        for link in found:
            posteriors.append(link.score)
            rows.append((log_odds(link.score, PRIORS), coverage, size))
            right.append(float((link.source, link.target) in gold.links))
    return (np.array(rows), np.array(right)), np.array(posteriors)


def table(p: Array, right: Array) -> list[tuple[float, float, int]]:
    """Return for each bin that has links: the mean probability, the share that is right, and how many they are."""
    bins = np.minimum((p * BINS).astype(int), BINS - 1)
    parts = [bins == number for number in sorted({*bins})]
    return [(float(p[part].mean()), float(right[part].mean()), int(part.sum())) for part in parts]


def main() -> None:
    families: dict[str, list[Gold]] = {}
    for name, golds in gold_sets().items():
        families.setdefault(family(name).split()[0], []).extend(golds)
    found = {name: links_of(golds) for name, golds in families.items()}
    print("| set | links | exactly right | mean score | error | floor | error of the posterior |")
    print("| --- " * 7 + "|")
    scores: dict[str, Array] = {}
    for name, ((rows, right), posteriors) in found.items():
        others = [one for other, (one, _) in found.items() if other != name]
        scores[name] = p = predicted(learned(others, is_balanced=True), rows)
        numbers = (right.mean(), p.mean(), error(p, right), floor(p), error(posteriors, right))
        print(f"| {name} | {len(right)} | " + " | ".join(f"{number:.3f}" for number in numbers) + " |")
    every = table(np.concatenate(list(scores.values())), np.concatenate([one[1] for one, _ in found.values()]))
    print("\n| mean score | exactly right | links |\n| --- | --- | --- |")
    for probability, share, count in every:
        print(f"| {probability:.2f} | {share:.2f} | {count} |")
    print()
    for name, weight in zip(NAMES, learned([one for one, _ in found.values()], is_balanced=True), strict=True):
        print(f"score_{name} {weight:.2f}")
    if len(sys.argv) > 1:
        lines = {name: table(scores[name], one[1]) for name, (one, _) in found.items()}
        Path(sys.argv[1]).write_text(reliability(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
