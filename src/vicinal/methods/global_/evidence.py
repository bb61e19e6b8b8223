"""Evidence: how much more probable a similarity is for sentences that belong together than for any two.

Similarities of matching pairs are taken to follow a normal distribution, those of random pairs a gamma distribution.
Both are estimated on the two documents themselves: what counts as similar in one pair of documents is chance in
another. The evidence of a similarity is the logarithm of the ratio of the two.

Constants were chosen once for all languages, on the development gold (docs/study.md); the estimates start from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from math import lgamma, log, pi, sqrt
from typing import NamedTuple

HUB, HUB_CELLS = 0.3, 10.0  # how far a sentence that is like everything is marked down; what the average is worth
RANDOM_CELLS = 20.0  # how many pairs the prior of random pairs is worth
LEAST = 0.2  # similarities below this part of the random mean say no more than it does: near 0 a gamma has no floor
HIGHEST = 2.0  # above every similarity


class Prior(NamedTuple):
    """What is known of a kind of similarity before any document is seen.

    Attributes:
        match: The mean of matching pairs.
        spread: The standard deviation of matching pairs; it is not estimated.
        random: The mean, and the standard deviation, of random pairs.
    """

    match: float
    spread: float
    random: float


CHARACTERS = Prior(match=0.7, spread=0.2, random=0.06)
MEANING = Prior(match=0.75, spread=0.15, random=0.12)  # cosines of embeddings are higher, and nearer to each other


class Moments(NamedTuple):
    """Weighted sums over pairs of sentences: of 1, of the similarity, and of its square."""

    weight: float
    total: float
    squares: float


class Curve(NamedTuple):
    """The evidence of a similarity v, as numbers: constant - (v - match)² / width - slope ln v + v / scale.

    v is first put between least and most, where the curve rises; their logarithms save computing them again. Weight is
    that of this kind of similarity beside others.
    """

    constant: float
    match: float
    width: float
    slope: float
    scale: float
    least: float
    most: float
    log_least: float
    log_most: float
    weight: float


class Channel:
    """One kind of similarity with its two distributions, first as the prior has them, then as estimated."""

    def __init__(self, prior: Prior, weight: float, every: Moments) -> None:
        self.prior = prior
        self.weight = weight
        self._every = every
        self.match = prior.match
        self._estimate_random(Moments(0.0, 0.0, 0.0))

    def estimate(self, matching: Moments, strictness: float) -> float:
        """Estimate both distributions anew; return how far the mean of matching pairs moved.

        Args:
            matching: Sums over all pairs, each weighted by how probably it matches.
            strictness: How many matching pairs the prior mean is worth.
        """
        before = self.match
        self.match = (matching.total + strictness * self.prior.match) / (matching.weight + strictness)
        self._estimate_random(matching)
        return abs(self.match - before)

    def _estimate_random(self, matching: Moments) -> None:
        weight = self._every.weight - matching.weight
        summed = self._every.total - matching.total
        squares = self._every.squares - matching.squares
        prior = self.prior.random
        self.mean = (summed + RANDOM_CELLS * prior) / (weight + RANDOM_CELLS)
        deviations = max(0.0, squares - 2.0 * self.mean * summed + self.mean * self.mean * weight)
        self.variance = (deviations + RANDOM_CELLS * (prior * prior)) / (weight + RANDOM_CELLS)

    def curve(self) -> Curve:
        """Return the evidence as a function of the similarity, made to rise with it.

        The ratio of the two distributions falls again at both ends. It rises between the roots of its derivative, v² -
        (spread² / scale + match) v + spread² (shape - 1) = 0, and is held constant outside. Without that, a pair of
        documents whose random pairs are all alike would get evidence for everything.
        """
        shape, scale = self.mean * self.mean / self.variance, self.variance / self.mean
        square = self.prior.spread * self.prior.spread
        constant = -0.5 * log(2 * pi * square) + lgamma(shape) + shape * log(scale)
        least, most = LEAST * self.mean, HIGHEST
        half = (square / scale + self.match) / 2
        root = half * half - square * (shape - 1)
        if root > 0:
            least, most = max(least, half - sqrt(root)), half + sqrt(root)
        return Curve(
            constant, self.match, 2 * square, shape - 1, scale, least, most, log(least), log(most), self.weight
        )


def hub_factors(
    row_squares: Sequence[float],
    column_squares: Sequence[float],
    row_counts: Sequence[int],
    column_counts: Sequence[int],
) -> tuple[list[float], list[float]]:
    """Return what to divide each source and target sentence's similarities by: more for those like everything."""
    cells = total(map(float, row_counts))
    mean = total(row_squares) / cells if cells else 0.0
    if not mean:
        return [1.0] * len(row_squares), [1.0] * len(column_squares)

    def factor(square: float, count: int) -> float:
        return float(((square + HUB_CELLS * mean) / (count + HUB_CELLS) / mean) ** (HUB / 2))

    return (
        [factor(square, count) for square, count in zip(row_squares, row_counts, strict=True)],
        [factor(square, count) for square, count in zip(column_squares, column_counts, strict=True)],
    )


def raised(similarity: float, factor: float) -> float:
    """Return a similarity, marked down, to the power of 3/4, which makes matching pairs spread evenly."""
    root = sqrt(min(similarity / factor, 1.0))
    return root * sqrt(root)


def marked_down(
    similarities: Sequence[float], cells: Sequence[tuple[int, int]], rows: int, columns: int
) -> list[float]:
    """Return the similarities of some pairs of sentences, those of sentences that are like everything marked down."""
    row_squares, column_squares = [0.0] * rows, [0.0] * columns
    row_counts, column_counts = [0] * rows, [0] * columns
    for similarity, (x, y) in zip(similarities, cells, strict=True):
        square = max(similarity, 0.0) * max(similarity, 0.0)
        row_squares[x] += square
        column_squares[y] += square
        row_counts[x] += 1
        column_counts[y] += 1
    row_factors, column_factors = hub_factors(row_squares, column_squares, row_counts, column_counts)
    return [
        min(max(similarity, 0.0) / (row_factors[x] * column_factors[y]), 1.0)
        for similarity, (x, y) in zip(similarities, cells, strict=True)
    ]


def evidence_of(curve: Curve, value: float, logarithm: float) -> float:
    """Return the evidence of a similarity."""
    if value <= curve.least:
        value, logarithm = curve.least, curve.log_least
    if value >= curve.most:
        value, logarithm = curve.most, curve.log_most
    distance = value - curve.match
    return curve.constant - distance * distance / curve.width - curve.slope * logarithm + value / curve.scale


def moments(values: Iterable[float], weights: Iterable[float] | None = None) -> Moments:
    """Return the sums over some pairs, each weighted 1 if no weights are given."""
    weighed = summed = squares = 0.0
    for weight, value in zip(repeat(1.0) if weights is None else weights, values, strict=False):
        weighed += weight
        summed += weight * value
        squares += weight * value * value
    return Moments(weighed, summed, squares)


def total(values: Iterable[float]) -> float:
    """Return the sum, each number added to those before: `sum` rounds differently from one Python to another."""
    added = 0.0
    for value in values:
        added += value
    return added
