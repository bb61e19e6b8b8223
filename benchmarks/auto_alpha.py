"""How the numbers of `vicinal.methods.auto_alpha` were chosen: a grid of rules on several sets, each set left out once.

    python benchmarks/auto_alpha.py [GOLD.jsonl ...]

Each file is a set; without files: the sample corpus. A rule is good if it gains on many sets and loses on none: its
value is the mean over sets of the gain in F1 of links over the default thresholds, where a gain counts up to .03 and a
loss five times. For each set a line tells F1 of links and pairs with the default thresholds, what "auto" gains, and
what the rule gains that is the best of the grid on the other sets (but none whose name is alike up to `_`).
"""

from __future__ import annotations

import argparse
import heapq
from collections.abc import Iterable
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from vicinal.evaluation.scores import Scores, score
from vicinal.gold import Gold, read_gold_lines
from vicinal.methods.auto_alpha import FEWEST, RATIO, REACH, SLOPE, USUAL, paragraph_alpha
from vicinal.methods.vicinity import Vicinity
from vicinal.similarity.tfidf import TfIdf

SAMPLE = sorted((Path(__file__).resolve().parent.parent / "data" / "gold").glob("*.jsonl"))
RATIOS = (1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.0)
REACHES = (1.0, 1.5, 2.0, 3.0)
SLOPES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
FEWESTS = (1, 5, 8, 10, 12, 15, 20)
ENOUGH, DEAR = 0.03, 5.0  # a greater gain does not count; a loss counts as often


class Rule(NamedTuple):
    """The numbers of a rule, as in `vicinal.methods.auto_alpha`."""

    ratio: float
    reach: float
    slope: float  # with the intercept that makes alpha USUAL where c is USUAL
    fewest: int


class Trial:
    """One document pair, with its similarities and with its scores for thresholds that were tried."""

    def __init__(self, gold: Gold) -> None:
        self.gold = gold
        self.shorter, self.longer = sorted((len(gold.source.sentences), len(gold.target.sentences)))
        self.cells: list[float] = []
        if self.longer <= max(RATIOS) * self.shorter:
            vectors = TfIdf()(gold.source, gold.target)
            every = product(range(vectors.shape[0]), range(vectors.shape[1]))
            self.cells = heapq.nlargest(int(max(REACHES) * self.shorter) + 1, (vectors.pair(x, y) for x, y in every))
        self.scores = cache(self._scores)

    def _scores(self, alpha: float) -> Scores:
        return score(self.gold, Vicinity(paragraph_alpha(alpha), alpha)(self.gold.source, self.gold.target))

    def alpha(self, rule: Rule) -> float:
        """Return the sentence alpha of a rule."""
        if self.shorter < rule.fewest or self.longer > rule.ratio * self.shorter:
            return USUAL
        reached = self.cells[min(int(rule.reach * self.shorter), len(self.cells) - 1)]
        return min(USUAL, round((USUAL * (1 - rule.slope) + rule.slope * reached) * 100) / 100)


def f1(scores: Iterable[Scores]) -> tuple[float, float]:
    total = sum(scores, Scores())
    return total.links.f1, total.pairs.f1


def family(name: str) -> str:
    return name.split("_")[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="*", type=Path, default=SAMPLE)
    arguments = parser.parse_args()
    sets: dict[str, list[Trial]] = {}
    for path in arguments.gold:
        name = f"sample_{path.stem}" if path.resolve() in SAMPLE else path.stem
        sets[name] = [Trial(gold) for gold in read_gold_lines(path)]
    usual = {name: f1(trial.scores(USUAL) for trial in trials) for name, trials in sets.items()}
    rules = [Rule(*numbers) for numbers in product(RATIOS, REACHES, SLOPES, FEWESTS)]

    @cache
    def gain(rule: Rule, name: str) -> tuple[float, float]:
        found = f1(trial.scores(trial.alpha(rule)) for trial in sets[name])
        return found[0] - usual[name][0], found[1] - usual[name][1]

    def value(rule: Rule, names: list[str]) -> float:
        gains = [gain(rule, name)[0] for name in names]
        return sum(DEAR * one if one < 0 else min(one, ENOUGH) for one in gains) / len(gains)

    ours = Rule(RATIO, REACH, SLOPE, FEWEST)
    for name in sets:
        others = [other for other in sets if family(other) != family(name)]
        figures = "{:.3f} {:.3f}".format(*usual[name]) + "  auto {:+.3f} {:+.3f}".format(*gain(ours, name))
        if others:
            best = max(rules, key=lambda rule: value(rule, others))
            figures += "  left out {:+.3f} {:+.3f}".format(*gain(best, name)) + f" by {tuple(best)}"
        print(f"{name:20} {figures}")
    print("the best of all:", *(max(rules, key=lambda rule: value(rule, list(sets)))))
    worst = {rule: min(gain(rule, name)[0] for name in sets) for rule in rules}
    print(f"{sum(one >= -0.005 for one in worst.values())} of {len(rules)} rules lose at most .005 on each set")


if __name__ == "__main__":
    main()
