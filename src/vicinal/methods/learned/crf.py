"""A linear-chain conditional random field whose hidden variables are positions in another text, or null.

It sees numbers only. `features[t, s, k]` is feature k of the pair of the t-th sentence that is read and position s. A
null has the score 0. Going from one position to another has a score by their distance d; going on from a null, d counts
from the last position before it, and before the first position there is one score for any.

A score of distances is constant over intervals of d (the bins), so a step from all positions to all positions costs a
few running sums, not a matrix product: time and memory grow with sentences times positions. No sum is left to a
threaded library, so the number of processors changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from vicinal.methods.learned.training import numerical

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.float64]
    Indices = npt.NDArray[np.int64]

NULL = -1

# Where the bins of the distance d, and of its distance from 1, begin: the last of each has no end.
_DISTANCES = (-10, -5, -2, -1, 0, 1, 2, 3, 6, 11)
_FROM_NEXT = (1, 2, 3, 5, 9, 17)
_FARTHEST = 18  # from here on both ways, all distances are in the outermost bins


def _bins(distance: int) -> tuple[int, int]:
    """Return the two weights, by number, that count for a distance."""
    return (
        sum(distance >= start for start in _DISTANCES),
        len(_DISTANCES) + 1 + sum(abs(distance - 1) >= start for start in _FROM_NEXT),
    )


# Distances with the same bins: the first and last of each interval, and the numbers of its two weights.
_INTERVALS = tuple(
    (interval[0], interval[-1], *bins)
    for bins, group in groupby(range(-_FARTHEST, _FARTHEST + 1), _bins)
    for interval in [list(group)]
)
FIRST = len(_DISTANCES) + len(_FROM_NEXT) + 2  # the weight of a first position, by number
STEP_WEIGHTS = FIRST + 1


@dataclass(frozen=True)
class Example:
    """A text to learn from: the features of its pairs, and the true position (or NULL) of each sentence."""

    features: Array
    positions: Sequence[int]


@dataclass(frozen=True)
class _Pass:
    """What one pass forward and back over a text computes."""

    log_total: float
    chosen: Array  # how probable sentence t at position s is
    null: Array  # how probable a null of sentence t is
    steps: Array  # the expected number of steps in each interval
    first: float  # the expected number of first positions: 0 to 1


class _Windows:
    """Running sums: for each interval of distances and each position, the sum of what lies at these distances."""

    def __init__(self, positions: int) -> None:
        np = numerical("numpy")
        here = np.arange(positions)
        low = np.array([-positions if i == 0 else interval[0] for i, interval in enumerate(_INTERVALS)])[:, None]
        high = np.array([*(interval[1] for interval in _INTERVALS[:-1]), positions])[:, None]
        self._cumsum = np.cumsum
        self._sums: Array = np.zeros(positions + 1)
        self._before = np.clip(here - high, 0, positions), np.clip(here - low + 1, 0, positions)
        self._after = np.clip(here + low, 0, positions), np.clip(here + high + 1, 0, positions)

    def before(self, values: Array) -> Array:
        """Return for position s the sums over positions from which a step of the interval leads to s."""
        return self._between(values, *self._before)

    def after(self, values: Array) -> Array:
        """Return for position s the sums over positions to which a step of the interval leads from s."""
        return self._between(values, *self._after)

    def _between(self, values: Array, starts: Indices, ends: Indices) -> Array:
        self._cumsum(values, out=self._sums[1:])
        return self._sums[ends] - self._sums[starts]


def posteriors(pair_weights: Sequence[float], step_weights: Sequence[float], features: Array) -> tuple[Array, Array]:
    """Return how probable each position of each sentence is, and how probable each sentence's null."""
    np = numerical("numpy")
    found = _forward_backward(np.array(pair_weights), np.array(step_weights), features)
    return found.chosen, found.null


def fit_chain(examples: Sequence[Example], l2: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the weights of pairs and of steps with the highest likelihood, less l2 / 2 times their squares."""
    np = numerical("numpy")
    optimize = numerical("scipy.optimize")
    width = examples[0].features.shape[2]
    observed = np.zeros(width + STEP_WEIGHTS)
    for example in examples:
        observed += _observed(example, width)

    def loss(weights: Array) -> tuple[float, Array]:
        value = l2 / 2 * float((weights * weights).sum()) - float((weights * observed).sum())
        gradient = l2 * weights - observed
        for example in examples:
            found = _forward_backward(weights[:width], weights[width:], example.features)
            value += found.log_total
            gradient[:width] += np.einsum("ts,tsk->k", found.chosen, example.features)
            for (_, _, *bins), count in zip(_INTERVALS, found.steps, strict=True):
                gradient[[width + bin for bin in bins]] += count
            gradient[width + FIRST] += found.first
        return value, gradient

    best = optimize.minimize(
        loss, np.zeros(width + STEP_WEIGHTS), jac=True, method="L-BFGS-B", options={"maxiter": 60, "ftol": 1e-6}
    )
    # Few digits, so that a model can be read.
    weights = tuple(round(float(weight), 4) for weight in best.x)
    return weights[:width], weights[width:]


def _observed(example: Example, width: int) -> Array:
    """Return the features of the true positions, summed over the text."""
    total: Array = numerical("numpy").zeros(width + STEP_WEIGHTS)
    last = NULL
    for t, position in enumerate(example.positions):
        if position == NULL:
            continue
        total[:width] += example.features[t, position]
        if last == NULL:
            total[width + FIRST] += 1
        else:
            for bin in _bins(position - last):
                total[width + bin] += 1
        last = position
    return total


def _forward_backward(pair_weights: Array, step_weights: Array, features: Array) -> _Pass:
    """Sum over all sequences of positions.

    `ahead[t]` is the probability, given the sentences before t, that the last position before sentence t was s; its
    first entry stands for none yet. `behind` is what the sentences from t on add to that, both scaled to sum to 1 when
    multiplied, so that nothing under- or overflows.
    """
    np = numerical("numpy")
    length, positions, _ = features.shape
    scores = np.einsum("tsk,k->ts", features, pair_weights)
    highest = np.maximum(scores.max(axis=1, initial=0.0), 0.0)
    pairs = np.exp(scores - highest[:, None])
    nulls = np.exp(-highest)
    jumps = np.exp(np.array([step_weights[i] + step_weights[j] for _, _, i, j in _INTERVALS]))
    first = np.exp(step_weights[FIRST])
    windows = _Windows(positions)

    ahead = np.zeros((length + 1, positions + 1))
    ahead[0, 0] = 1.0
    reached = np.zeros((length, positions))  # of each position of sentence t: all ways to it
    scales = np.zeros(length)
    for t in range(length):
        reached[t] = np.einsum("b,bs->s", jumps, windows.before(ahead[t, 1:])) + first * ahead[t, 0]
        ahead[t + 1] = nulls[t] * ahead[t]
        ahead[t + 1, 1:] += reached[t] * pairs[t]
        scales[t] = ahead[t + 1].sum()
        ahead[t + 1] /= scales[t]

    behind = np.ones((length + 1, positions + 1))
    coming = np.zeros((length, positions))  # of each position of sentence t: its pair and all that follows
    steps = np.zeros(len(jumps))
    for t in reversed(range(length)):
        coming[t] = pairs[t] * behind[t + 1, 1:] / scales[t]
        led_to = windows.after(coming[t])
        steps += np.einsum("bs,s->b", led_to, ahead[t, 1:])
        behind[t] = nulls[t] / scales[t] * behind[t + 1]
        behind[t, 1:] += np.einsum("b,bs->s", jumps, led_to)
        behind[t, 0] += first * coming[t].sum()

    return _Pass(
        log_total=float(np.log(scales).sum() + highest.sum()),
        chosen=reached * coming,
        null=nulls / scales * (ahead[:-1] * behind[1:]).sum(axis=1),
        steps=steps * jumps,
        first=float((first * ahead[:-1, 0] * coming.sum(axis=1)).sum()),
    )
