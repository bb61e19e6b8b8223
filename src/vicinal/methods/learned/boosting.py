"""Boosted decision stumps with confidence-rated predictions (Schapire & Singer 1999), as in BoosTexter.

An example has measures (numbers in a fixed order) and labels (names that it has or lacks). A stump asks whether a
measure is above a threshold, or whether a label is present, and gives a score for each answer; the sum of the scores is
the prediction, positive for yes. Each round adds the stump that best separates the weighted examples, and raises the
weights of those that the sum gets wrong.

Learning uses numpy; predicting is plain Python.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, fsum, inf, log
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from vicinal.methods.learned.training import Finite, numerical

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """One example: its measures in a fixed order, and its labels."""

    measures: tuple[float, ...]
    labels: tuple[str, ...]


class Stump(Struct, frozen=True, forbid_unknown_fields=True):
    """One question and its two scores.

    Attributes:
        measure: The number of the measure; None if the question is about a label.
        threshold: The answer is yes if the measure is above it; 0 if the question is about a label.
        label: The label; None if the question is about a measure.
        yes: The score of a yes.
        no: The score of a no.
    """

    measure: Annotated[int, Meta(ge=0)] | None
    threshold: Finite
    label: str | None
    yes: Finite
    no: Finite

    def __post_init__(self) -> None:
        """Raise ValueError unless the stump has either a measure or a label."""
        if (self.measure is None) == (self.label is None):
            raise ValueError("a stump has either a measure or a label")

    def __call__(self, case: Case) -> float:
        """Return the score of a case."""
        if self.measure is None:
            return self.yes if self.label in case.labels else self.no
        return self.yes if case.measures[self.measure] > self.threshold else self.no


def probability(stumps: Iterable[Stump], case: Case) -> float:
    """Return the probability of a yes: the logistic function of twice the sum of the scores."""
    total = 0.0
    for stump in stumps:
        total += stump(case)
    return 1 / (1 + exp(-2 * total)) if total > -300 else 0.0


class Bound:
    """An upper bound of the sum of the scores, much faster than the sum, to tell which cases cannot be probable.

    Args:
        stumps: The stumps.
        least: The least probability that matters.
    """

    def __init__(self, stumps: Sequence[Stump], least: float) -> None:
        # Rounding errors of sums are far smaller than what is taken off here.
        if least <= 0:
            self._least = -inf
        else:
            self._least = -0.5 * log(1 / least - 1) - 1e-6 if least < 1 - 1e-9 else 10.0
        self._of_labels: dict[tuple[str, ...], float] = {}
        self._labels = [stump for stump in stumps if stump.measure is None]
        self._thresholds: dict[int, list[float]] = {}
        self._scores: dict[int, list[float]] = {}
        for measure in sorted({stump.measure for stump in stumps if stump.measure is not None}):
            mine = [stump for stump in stumps if stump.measure == measure]
            cuts = sorted({stump.threshold for stump in mine})
            self._thresholds[measure] = cuts
            # Between two thresholds all cases have the same score; a value on a threshold is not above it.
            self._scores[measure] = [
                fsum(stump.yes if above > stump.threshold else stump.no for stump in mine) for above in [*cuts, inf]
            ]

    def excludes(self, measures: Sequence[float], labels: tuple[str, ...]) -> bool:
        """Return whether a case is surely less probable than asked for."""
        if labels not in self._of_labels:
            self._of_labels[labels] = fsum(stump.yes if stump.label in labels else stump.no for stump in self._labels)
        total = self._of_labels[labels]
        for measure, cuts in self._thresholds.items():
            total += self._scores[measure][bisect_left(cuts, measures[measure])]
        return total < self._least


def boost(cases: Sequence[Case], truths: Sequence[bool], rounds: int) -> tuple[Stump, ...]:
    """Learn stumps; ties go to the earlier measure, threshold or label."""
    np = numerical("numpy")
    truth = np.array(truths, dtype=bool)
    weights: Array = np.full(len(cases), 1 / len(cases))
    measures: Array = np.array([case.measures for case in cases], dtype=float).reshape(len(cases), -1)
    orders = [np.argsort(column, kind="stable") for column in measures.T]
    members: dict[str, list[int]] = {}
    for number, case in enumerate(cases):
        for label in case.labels:
            members.setdefault(label, []).append(number)
    labels = [(label, np.array(members[label])) for label in sorted(members)]

    stumps = []
    for _ in range(rounds):
        positive, negative = np.where(truth, weights, 0.0), np.where(truth, 0.0, weights)
        totals = (float(positive.sum()), float(negative.sum()))
        best: tuple[float, Stump] | None = None
        for measure, order in enumerate(orders):
            found = _best_threshold(measure, measures[order, measure], positive[order], negative[order], len(cases))
            if found and (best is None or found[0] < best[0]):
                best = found
        for label, who in labels:
            yes = (float(positive[who].sum()), float(negative[who].sum()))
            no = (max(totals[0] - yes[0], 0.0), max(totals[1] - yes[1], 0.0))
            spread = (yes[0] * yes[1]) ** 0.5 + (no[0] * no[1]) ** 0.5
            if best is None or spread < best[0]:
                best = spread, Stump(None, 0.0, label, _score(*yes, len(cases)), _score(*no, len(cases)))
        if best is None:  # all cases are alike: their share of yes is all there is to learn
            best = 0.0, Stump(None, 0.0, "", 0.0, _score(*totals, len(cases)))
        stump = best[1]
        stumps.append(stump)
        scores = np.array([stump(case) for case in cases])
        weights = weights * np.exp(np.where(truth, -scores, scores))
        weights = weights / weights.sum()
    return tuple(stumps)


def _best_threshold(
    measure: int, values: Array, positive: Array, negative: Array, count: int
) -> tuple[float, Stump] | None:
    """Return the best threshold of a measure, its values ascending, with its loss; None if all are equal."""
    np = numerical("numpy")
    cuts = np.flatnonzero(values[1:] > values[:-1])
    if not len(cuts):
        return None
    no_positive, no_negative = np.cumsum(positive)[cuts], np.cumsum(negative)[cuts]
    yes_positive = np.maximum(float(positive.sum()) - no_positive, 0.0)
    yes_negative = np.maximum(float(negative.sum()) - no_negative, 0.0)
    spread = np.sqrt(no_positive * no_negative) + np.sqrt(yes_positive * yes_negative)
    at = int(spread.argmin())
    # Half-way, rounded if that still separates the two values.
    below, above = float(values[cuts[at]]), float(values[cuts[at] + 1])
    threshold = round((below + above) / 2, 6)
    if not below <= threshold < above:
        threshold = below
    yes = _score(float(yes_positive[at]), float(yes_negative[at]), count)
    no = _score(float(no_positive[at]), float(no_negative[at]), count)
    return float(spread[at]), Stump(measure, threshold, None, yes, no)


def _score(positive: float, negative: float, count: int) -> float:
    """Return half the log odds, smoothed by the weight of one case, rounded."""
    return round(log((positive + 1 / count) / (negative + 1 / count)) / 2, 6)
