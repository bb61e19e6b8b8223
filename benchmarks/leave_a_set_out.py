"""How good `global` is on a kind of text it was not chosen on: python benchmarks/leave_a_set_out.py [SETTINGS] [FILE].

Tries so many random settings of the priors (200 by default) on all sets of `gold_sets`. Then each family of sets is
left out in turn: the setting with the best mean on the other families is taken, and its F1 of links and pairs on the
sets left out is printed, beside the default setting, other methods, and the range over all settings. Means are
over families, so that large sets do not decide alone. FILE gets all figures as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

from gold_sets import family, gold_sets
from vicinal import Document
from vicinal.alignment import Aligner, Alignment
from vicinal.evaluation.scores import Scores, score_documents
from vicinal.gold import Gold
from vicinal.methods import method_class
from vicinal.methods.global_.method import COMPILED, PYTHON, Global
from vicinal.methods.global_.priors import PRIORS, Priors

Figures = dict[str, tuple[float, float]]  # of each set: F1 of links and of pairs

RANGES = {
    "match_links": (0.5, 2.0),
    "surplus_links": (0.1, 0.5),
    "match_mean": (0.6, 0.8),
    "match_spread": (0.16, 0.24),
    "hub_power": (0.1, 0.2),
    "floor": (-8.0, -4.0),
    "split": (0.12, 0.28),
    "merge": (0.04, 0.12),
    "null": (0.2, 0.4),
    "resume": (0.05, 0.15),
    "skip": (0.2, 0.4),
    "skip_on": (0.65, 0.9),
    "jump": (0.03, 0.1),
    "events": (5.0, 12.0),
    "paragraph": (0.08, 0.25),
    "pair_least": (0.3, 0.45),
}
CAUTION = (0.35, 0.65)
OTHERS = ("vicinity", "nearest")


def measured(sets: dict[str, list[Gold]], method: Aligner) -> Figures:
    """Return the F1 of a method on each set."""
    found = {}
    for name, golds in sets.items():
        total = sum(score_documents(golds, method), Scores())
        found[name] = (round(total.links.f1, 4), round(total.pairs.f1, 4))
    return found


def with_priors(caution: float, priors: Priors) -> Callable[[Document, Document], Alignment]:
    """Return `global` with other priors."""

    def aligned(source: Document, target: Document) -> Alignment:
        return Global(caution=caution).align_with(COMPILED or PYTHON, source, target, priors)

    return aligned


def settings(count: int) -> list[tuple[float, Priors]]:
    """Return random settings, always the same ones: a caution, and priors."""
    chance = random.Random(12)
    drawn = []
    for _ in range(count):
        numbers: dict[str, Any] = {name: chance.uniform(*ends) for name, ends in RANGES.items()}
        drawn.append((chance.uniform(*CAUTION), replace(PRIORS, **numbers)))
    return drawn


def mean_of(figures: Figures, left_out: str | None) -> float:
    """Return the mean over families, without one of them."""
    families: dict[str, list[float]] = {}
    for name, values in figures.items():
        families.setdefault(family(name), []).extend(values)
    return mean(mean(values) for name, values in families.items() if name != left_out)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    sets = gold_sets()
    columns = {"default": measured(sets, Global())}
    columns |= {name: measured(sets, method_class(name)()) for name in OTHERS}
    tried = []
    for number, (caution, priors) in enumerate(settings(count), 1):
        tried.append(measured(sets, with_priors(caution, priors)))
        print(f"\r{number} of {count} settings", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    columns["left out"] = {}
    for name in sets:
        best = max(tried, key=lambda figures: mean_of(figures, family(name)))
        columns["left out"][name] = best[name]
    print("| set | " + " | ".join(columns) + " | all settings: links |\n" + "| --- " * (len(columns) + 2) + "|")
    for name in sets:
        cells = [f"{links:.3f} / {pairs:.3f}" for links, pairs in (columns[column][name] for column in columns)]
        every = [figures[name][0] for figures in tried]
        print(f"| {name} | " + " | ".join(cells) + f" | {min(every):.3f} to {max(every):.3f} |")
    print("| mean | " + " | ".join(f"{mean_of(figures, None):.4f}" for figures in columns.values()) + " | |")
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(json.dumps({"columns": columns, "tried": tried}), encoding="utf-8")


if __name__ == "__main__":
    main()
