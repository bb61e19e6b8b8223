"""How reliable scores are: `intervals` and `randomisation`. Both resample documents, with a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from vicinal.evaluation.scores import Counts, Scores

Interval = tuple[float, float]


def intervals(
    documents: Sequence[Scores], measure: str, *, samples: int = 1000, seed: int = 1
) -> dict[str, Interval] | None:
    """Return 95% bootstrap intervals of precision, recall, F1 and F0.5 of a measure, over documents.

    With fewer than two documents there is nothing to resample: None, not an interval of width zero.
    """
    if len(documents) < 2:
        return None
    counts = [scores[measure] for scores in documents]
    choose = random.Random(seed)  # noqa: S311
    drawn = [_total(choose.choices(counts, k=len(counts))) for _ in range(samples)]
    return {
        name: _middle(sorted(getattr(total, name) for total in drawn)) for name in ("precision", "recall", "f1", "f05")
    }


def _middle(values: list[float], share: float = 0.95) -> Interval:
    tail = (1 - share) / 2
    return values[int(tail * len(values))], values[min(int((1 - tail) * len(values)), len(values) - 1)]


def randomisation(
    first: Sequence[Scores], second: Sequence[Scores], measure: str, *, rounds: int = 1000, seed: int = 1
) -> float:
    """Return the p-value of the difference in F1 of two methods, by a paired randomisation test.

    Each round swaps the counts of the two methods for each document with probability one half. The p-value is the share
    of rounds with a difference at least as large as the observed one.
    """
    pairs = [(a[measure], b[measure]) for a, b in zip(first, second, strict=True)]
    seen = abs(_total(a for a, _ in pairs).f1 - _total(b for _, b in pairs).f1)
    choose = random.Random(seed)  # noqa: S311
    as_large = 0
    for _ in range(rounds):
        coins = choose.getrandbits(len(pairs)) if pairs else 0
        one = _total(pair[coins >> k & 1] for k, pair in enumerate(pairs))
        other = _total(pair[1 - (coins >> k & 1)] for k, pair in enumerate(pairs))
        as_large += abs(one.f1 - other.f1) >= seen - 1e-12
    return (as_large + 1) / (rounds + 1)


def _total(counts: Iterable[Counts]) -> Counts:
    """Return the sum; written out for speed, because resampling calls it thousands of times."""
    correct = predicted = found = gold = 0
    for c in counts:
        correct += c.correct
        predicted += c.predicted
        found += c.found
        gold += c.gold
    return Counts(correct, predicted, found, gold)
