"""A linear-chain conditional random field whose hidden variables are positions in another text, or null.

It works on numbers only. `features[t, s, k]` is feature k of the pair of sentence t, in reading order, and position s.
A null has score 0. A step from one position to the next has a score by their distance d; nulls in between are skipped,
and the first position of a text has one score whatever it is.

The score of a step is constant over intervals of d (the bins), so a step from all positions to all positions costs a
few running sums, not a matrix product: time and memory are linear in sentences times positions. No sum is left to a
threaded library, so the number of processors does not change the result. Learning runs over several texts at once,
because a step of one text is too little work for one call of numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from vicinal.methods.learned.training import numerical

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.float64]
    Indices = npt.NDArray[np.int64]

NULL = -1

# The lower ends of the bins of the distance d, and of its distance from 1; the last bin of each is open.
_DISTANCES = (-10, -5, -2, -1, 0, 1, 2, 3, 6, 11)
_FROM_NEXT = (1, 2, 3, 5, 9, 17)
_FARTHEST = 18  # distances beyond this, both ways, are in the outermost bins


def _bins(distance: int) -> tuple[int, int]:
    """Return the numbers of the two weights of a distance."""
    return (
        sum(distance >= start for start in _DISTANCES),
        len(_DISTANCES) + 1 + sum(abs(distance - 1) >= start for start in _FROM_NEXT),
    )


# Intervals of distances with the same bins: first and last distance, and the numbers of the two weights.
_INTERVALS = tuple(
    (interval[0], interval[-1], *bins)
    for bins, group in groupby(range(-_FARTHEST, _FARTHEST + 1), _bins)
    for interval in [list(group)]
)
FIRST = len(_DISTANCES) + len(_FROM_NEXT) + 2  # the number of the weight of a first position
STEP_WEIGHTS = FIRST + 1


@dataclass(frozen=True)
class Example:
    """A training text: the features of its pairs, and the true position (or NULL) of each sentence."""

    features: Array
    positions: Sequence[int]


@dataclass(frozen=True)
class _Pass:
    """The results of one forward and backward pass over texts; the last three are sums over them."""

    chosen: Array  # the posterior of sentence t of text d at position s
    null: Array  # the posterior of a null of sentence t of text d
    log_total: float
    steps: Array  # the expected number of steps in each interval
    first: float  # the expected number of first positions


class _Windows:
    """For each interval of distances and each position, the sum of the values at these distances."""

    def __init__(self, texts: int, positions: int) -> None:
        np = numerical("numpy")
        self._positions = positions
        # Running sums: zeros, those of the positions, and the last of them again, so that no window leaves the array.
        self._begin = positions + _FARTHEST
        self._sums: Array = np.zeros((texts, 3 * positions + 2 * _FARTHEST + 2))
        self._shifted = np.lib.stride_tricks.sliding_window_view(self._sums, positions, axis=1)
        low = np.array([-positions - _FARTHEST if i == 0 else one[0] for i, one in enumerate(_INTERVALS)])
        high = np.array([*(one[1] for one in _INTERVALS[:-1]), positions + _FARTHEST])
        self._before = self._begin - high, self._begin - low + 1
        self._after = self._begin + low, self._begin + high + 1

    def before(self, values: Array) -> Array:
        """Return for position s the sums over positions from which a step of the interval leads to s."""
        return self._between(values, *self._before)

    def after(self, values: Array) -> Array:
        """Return for position s the sums over positions to which a step of the interval leads from s."""
        return self._between(values, *self._after)

    def _between(self, values: Array, starts: Indices, ends: Indices) -> Array:
        begin, end = self._begin + 1, self._begin + 1 + self._positions
        values.cumsum(axis=1, out=self._sums[:, begin:end])
        self._sums[:, end:] = self._sums[:, end - 1 : end]
        found: Array = self._shifted[:, ends]
        found -= self._shifted[:, starts]
        return found


def posteriors(pair_weights: Sequence[float], step_weights: Sequence[float], features: Array) -> tuple[Array, Array]:
    """Return the posterior of each position of each sentence, and of each sentence's null."""
    np = numerical("numpy")
    found = _forward_backward(np.array(pair_weights), np.array(step_weights), _padded([features]))
    return found.chosen[:, 0], found.null[:, 0]


def best_positions(
    pair_weights: Sequence[float],
    step_weights: Sequence[float],
    features: Callable[[int, int], Array],
    length: int,
    positions: int,
) -> tuple[list[int], list[float], list[float]]:
    """Return each sentence's best position, its posterior, and the posterior of its null: those of `posteriors`.

    Only some sentences are kept in memory. They are computed again on the way back, block by block, so that memory
    grows with the number of positions times the root of the number of sentences.

    Args:
        pair_weights: The weights of the features of pairs.
        step_weights: The weights of steps.
        features: Returns the features of some sentences, from the first to before the last, at all positions.
        length: The number of sentences.
        positions: The number of positions.
    """
    np = numerical("numpy")
    pair, chain = np.array(pair_weights), _Chain(np.array(step_weights), 1, positions)
    block = max(1, isqrt(length))
    blocks = [(begin, min(begin + block, length)) for begin in range(0, length, block)]
    ahead = np.zeros((1, positions + 1))
    ahead[0, 0] = 1.0
    starts = []
    for begin, end in blocks:
        starts.append(ahead)
        ahead = chain.forward(_factors(pair, _alone(features(begin, end))), ahead).ahead[-1].copy()
    behind = np.ones((1, positions + 1))
    best, probability, null = [0] * length, [0.0] * length, [0.0] * length
    for (begin, end), start in zip(reversed(blocks), reversed(starts), strict=True):
        factors = _factors(pair, _alone(features(begin, end)))
        forward = chain.forward(factors, start)
        back = chain.backward(factors, forward, behind)
        behind = back.behind[0].copy()
        chosen, nulls = _chosen(factors, forward, back)
        best[begin:end] = chosen[:, 0].argmax(axis=1).tolist()
        probability[begin:end] = chosen[:, 0].max(axis=1).tolist()
        null[begin:end] = nulls[:, 0].tolist()
    return best, probability, null


def fit_chain(examples: Sequence[Example], l2: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the weights of pairs and of steps with the highest likelihood, less l2 / 2 times their squares."""
    np = numerical("numpy")
    optimize = numerical("scipy.optimize")
    width = examples[0].features.shape[2]
    observed = np.zeros(width + STEP_WEIGHTS)
    for example in examples:
        observed += _observed(example, width)
    batches = [_padded(batch) for batch in _batches([example.features for example in examples])]

    def loss(weights: Array) -> tuple[float, Array]:
        value = l2 / 2 * float((weights * weights).sum()) - float((weights * observed).sum())
        gradient = l2 * weights - observed
        for batch in batches:
            found = _forward_backward(weights[:width], weights[width:], batch)
            value += found.log_total
            gradient[:width] += np.einsum("tds,tdsk->k", found.chosen, batch.features)
            for (_, _, *bins), count in zip(_INTERVALS, found.steps, strict=True):
                gradient[[width + bin for bin in bins]] += count
            gradient[width + FIRST] += found.first
        return value, gradient

    best = optimize.minimize(
        loss, np.zeros(width + STEP_WEIGHTS), jac=True, method="L-BFGS-B", options={"maxiter": 60, "ftol": 1e-6}
    )
    # Few digits, so that people can read a model, and no negative zeros, whose sign is noise.
    weights = tuple(round(float(weight), 4) + 0.0 for weight in best.x)
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


class _Batch(NamedTuple):
    """Texts of similar size as one array, so that each step of a pass is one call for all of them."""

    features: Array  # [t, d, s, k]: zero beyond the sentences and positions of text d
    real: Array  # [t, d, s]: 1 where text d has sentence t and position s, else 0; of a single text, one 1 for all


def _batches(features: Sequence[Array]) -> Iterator[list[Array]]:
    """Yield the texts in batches of similar size, of which at most half is padding."""
    batch: list[Array] = []
    for one in sorted(features, key=lambda one: one.shape):
        grown = [*batch, one]
        length, positions = (max(some.shape[axis] for some in grown) for axis in (0, 1))
        if batch and length * positions * len(grown) > 2 * sum(some.shape[0] * some.shape[1] for some in grown):
            yield batch
            grown = [one]
        batch = grown
    yield batch


def _alone(features: Array) -> _Batch:
    """Return a text as a batch of its own, as `_padded` does, without a copy."""
    return _Batch(features[:, None], numerical("numpy").ones((1, 1, 1)))


def _padded(texts: Sequence[Array]) -> _Batch:
    np = numerical("numpy")
    length, positions = (max(text.shape[axis] for text in texts) for axis in (0, 1))
    features = np.zeros((length, len(texts), positions, texts[0].shape[2]))
    real = np.zeros(features.shape[:3])
    for number, text in enumerate(texts):
        features[: text.shape[0], number, : text.shape[1]] = text
        real[: text.shape[0], number, : text.shape[1]] = 1.0
    return _Batch(features, real)


class _Factors(NamedTuple):
    """What the pairs and the nulls of some sentences contribute, scaled by the highest score of each."""

    pairs: Array  # [t, d, s]
    nulls: Array  # [t, d]
    highest: Array  # [t, d]


class _Forward(NamedTuple):
    """The forward pass over some sentences."""

    ahead: Array  # [t, d, 1 + s]: the probability of the last position before sentence t; first: of no position yet
    reached: Array  # [t, d, s]: the sum over all ways to each position of sentence t
    scales: Array  # [t, d]


class _Backward(NamedTuple):
    """The backward pass over some sentences."""

    behind: Array  # [t, d, 1 + s]: the factor that the sentences from t on contribute
    coming: Array  # [t, d, s]: the same for the pair of sentence t and everything after it
    steps: Array  # the expected number of steps in each interval, but for the weight of a step


def _factors(pair_weights: Array, batch: _Batch) -> _Factors:
    np = numerical("numpy")
    scores = np.einsum("tdsk,k->tds", batch.features, pair_weights)
    highest = np.maximum(scores.max(axis=2, initial=0.0), 0.0)
    return _Factors(np.exp(scores - highest[:, :, None]) * batch.real, np.exp(-highest), highest)


def _chosen(factors: _Factors, forward: _Forward, back: _Backward) -> tuple[Array, Array]:
    """Return the posteriors of all positions of some sentences, and of their nulls."""
    null = factors.nulls / forward.scales * (forward.ahead[:-1] * back.behind[1:]).sum(axis=2)
    return forward.reached * back.coming, null


class _Chain:
    """The steps of a chain, and both passes. All values are scaled, which prevents under- and overflow."""

    def __init__(self, step_weights: Array, texts: int, positions: int) -> None:
        np = numerical("numpy")
        self.jumps = np.exp(np.array([step_weights[i] + step_weights[j] for _, _, i, j in _INTERVALS]))
        self.first = np.exp(step_weights[FIRST])
        self._windows = _Windows(texts, positions)

    def forward(self, factors: _Factors, before: Array) -> _Forward:
        """Go over some sentences, given `ahead` of the first of them."""
        np = numerical("numpy")
        pairs, nulls, _ = factors
        length, texts, positions = pairs.shape
        ahead = np.zeros((length + 1, texts, positions + 1))
        ahead[0] = before
        reached = np.zeros((length, texts, positions))
        scales = np.zeros((length, texts))
        for t in range(length):
            ways = self._windows.before(ahead[t, :, 1:])
            reached[t] = np.einsum("b,dbs->ds", self.jumps, ways) + self.first * ahead[t, :, :1]
            ahead[t + 1] = nulls[t, :, None] * ahead[t]
            ahead[t + 1, :, 1:] += reached[t] * pairs[t]
            scales[t] = ahead[t + 1].sum(axis=1)
            ahead[t + 1] /= scales[t, :, None]
        return _Forward(ahead, reached, scales)

    def backward(self, factors: _Factors, forward: _Forward, after: Array, *, count: bool = False) -> _Backward:
        """Go back over some sentences, given `behind` of the one after them; count the steps if asked to."""
        np = numerical("numpy")
        pairs, nulls, _ = factors
        length, texts, positions = pairs.shape
        behind = np.ones((length + 1, texts, positions + 1))
        behind[length] = after
        coming = np.zeros((length, texts, positions))
        steps = np.zeros(len(self.jumps))
        for t in reversed(range(length)):
            coming[t] = pairs[t] * behind[t + 1, :, 1:] / forward.scales[t, :, None]
            led_to = self._windows.after(coming[t])
            if count:
                steps += np.einsum("dbs,ds->b", led_to, forward.ahead[t, :, 1:])
            behind[t] = (nulls[t] / forward.scales[t])[:, None] * behind[t + 1]
            behind[t, :, 1:] += np.einsum("b,dbs->ds", self.jumps, led_to)
            behind[t, :, 0] += self.first * coming[t].sum(axis=1)
        return _Backward(behind, coming, steps)


def _forward_backward(pair_weights: Array, step_weights: Array, batch: _Batch) -> _Pass:
    """Sum over all sequences of positions with the forward-backward algorithm."""
    np = numerical("numpy")
    _, texts, positions = batch.real.shape
    chain, factors = _Chain(step_weights, texts, positions), _factors(pair_weights, batch)
    before = np.zeros((texts, positions + 1))
    before[:, 0] = 1.0
    forward = chain.forward(factors, before)
    back = chain.backward(factors, forward, np.ones((texts, positions + 1)), count=True)
    chosen, null = _chosen(factors, forward, back)
    return _Pass(
        chosen=chosen,
        null=null,
        log_total=float(np.log(forward.scales).sum() + factors.highest.sum()),
        steps=back.steps * chain.jumps,
        first=float((chain.first * forward.ahead[:-1, :, 0] * back.coming.sum(axis=2)).sum()),
    )
