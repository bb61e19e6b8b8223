"""Boosted decision stumps with confidence-rated predictions (Schapire & Singer 1999), as BoosTexter has them.

An example has measures (numbers by name) and labels (names it has or has not). A stump asks one question, "is this
measure above a threshold?" or "has it this label?", and gives a score for each answer; the sum of the scores is the
prediction, positive for yes. Each round takes the stump that separates the examples best, by their weights, and weighs
those higher that the sum so far gets wrong.

Learning uses numpy; predicting is plain Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import TYPE_CHECKING

from vicinal.methods.learned.training import numerical

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """One example: its measures in a fixed order, and its labels."""

    measures: tuple[float, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Stump:
    """One question and its two scores.

    Attributes:
        measure: The number of the measure asked about; None where a label is.
        threshold: What the measure must be above for a yes; 0 where a label is asked about.
        label: The label asked about; None where a measure is.
        yes: The score of a yes.
        no: The score of a no.
    """

    measure: int | None
    threshold: float
    label: str | None
    yes: float
    no: float

    def __call__(self, case: Case) -> float:
        """Return the score of a case."""
        if self.measure is None:
            return self.yes if self.label in case.labels else self.no
        return self.yes if case.measures[self.measure] > self.threshold else self.no


def probability(stumps: Iterable[Stump], case: Case) -> float:
    """Return how probable a yes is: the logistic function of twice the sum of the scores, as boosting estimates it."""
    total = 0.0
    for stump in stumps:
        total += stump(case)
    return 1 / (1 + exp(-2 * total)) if total > -300 else 0.0


def boost(cases: Sequence[Case], truths: Sequence[bool], rounds: int) -> tuple[Stump, ...]:
    """Learn stumps; of two that separate the cases equally well, the earlier measure, threshold or label is taken."""
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
        if best is None:  # all cases look alike: the only question left is how many are a yes
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
    """Return the best threshold of a measure, its values ascending, with how badly it separates; None if all equal."""
    np = numerical("numpy")
    cuts = np.flatnonzero(values[1:] > values[:-1])
    if not len(cuts):
        return None
    no_positive, no_negative = np.cumsum(positive)[cuts], np.cumsum(negative)[cuts]
    yes_positive = np.maximum(float(positive.sum()) - no_positive, 0.0)
    yes_negative = np.maximum(float(negative.sum()) - no_negative, 0.0)
    spread = np.sqrt(no_positive * no_negative) + np.sqrt(yes_positive * yes_negative)
    at = int(spread.argmin())
    # Half-way, in few digits if these still part the two values.
    below, above = float(values[cuts[at]]), float(values[cuts[at] + 1])
    threshold = round((below + above) / 2, 6)
    if not below <= threshold < above:
        threshold = below
    yes = _score(float(yes_positive[at]), float(yes_negative[at]), count)
    no = _score(float(no_positive[at]), float(no_negative[at]), count)
    return float(spread[at]), Stump(measure, threshold, None, yes, no)


def _score(positive: float, negative: float, count: int) -> float:
    """Return half the log odds, smoothed by the weight of one case, in few digits."""
    return round(log((positive + 1 / count) / (negative + 1 / count)) / 2, 6)
