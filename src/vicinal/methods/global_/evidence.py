"""Evidence: the log likelihood ratio of a similarity, for a matching pair of sentences against a random one.

Similarities of matching pairs are taken to follow a normal distribution, those of random pairs (the background
distribution) a gamma distribution. Both are estimated on the two documents themselves: what counts as similar in one
pair of documents is chance in another.
"""

from __future__ import annotations

from math import log, pi, sqrt
from typing import NamedTuple

from vicinal.methods.global_.priors import PRIORS, Priors


class Prior(NamedTuple):
    """A kind of similarity before any document is seen.

    Attributes:
        match: The mean of matching pairs.
        spread: The standard deviation of matching pairs; it is not estimated.
        random: The mean, and the standard deviation, of the background distribution.
    """

    match: float
    spread: float
    random: float


def spelling_prior(priors: Priors) -> Prior:
    """Return the prior of 4-grams."""
    return Prior(priors.match_mean, priors.match_spread, priors.random_mean)


def meaning_prior(priors: Priors) -> Prior:
    """Return the prior of `meaning`."""
    return Prior(priors.meaning_match_mean, priors.match_spread, priors.random_mean)


def section_prior(priors: Priors) -> Prior:
    """Return the prior of what two sections share."""
    return Prior(priors.section_match_mean, priors.match_spread, priors.random_mean)


class Moments(NamedTuple):
    """Weighted sums over pairs of sentences: of 1, of the similarity, and of its square."""

    weight: float
    total: float
    squares: float


class Curve(NamedTuple):
    """The evidence of a similarity v: weight * (constant - (v - match)² / width - slope ln v + v / scale).

    v is first put between least and most, where the curve rises; their logarithms save computing them again.
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
    """One kind of similarity with its two distributions: first those of the prior, then those estimated.

    Args:
        prior: Where the distributions start.
        weight: The weight of this channel's evidence.
        every: The sums over all pairs.
        priors: The numbers of the model.
    """

    def __init__(self, prior: Prior, weight: float, every: Moments, priors: Priors = PRIORS) -> None:
        self.prior = prior
        self.weight = weight
        self._every = every
        self._pairs, self._least = priors.random_pairs, priors.random_least
        self.match = prior.match
        self._estimate_random(Moments(0.0, 0.0, 0.0))

    def estimate(self, matching: Moments, links: float) -> float:
        """Estimate both distributions; return how far the mean of matching pairs moved.

        Args:
            matching: Sums over all pairs, each weighted by its posterior.
            links: The pseudo-count of the prior mean of matching pairs.
        """
        before = self.match
        self.match = (matching.total + links * self.prior.match) / (matching.weight + links)
        self._estimate_random(matching)
        return abs(self.match - before)

    def _estimate_random(self, matching: Moments) -> None:
        weight = self._every.weight - matching.weight
        total = self._every.total - matching.total
        squares = self._every.squares - matching.squares
        prior, pairs = self.prior.random, self._pairs
        self.mean = (total + pairs * prior) / (weight + pairs)
        deviations = max(0.0, squares - 2.0 * self.mean * total + self.mean * self.mean * weight)
        self.variance = (deviations + pairs * (prior * prior)) / (weight + pairs)

    def curve(self) -> Curve:
        """Return the evidence as a function of the similarity, made to rise with it.

        The ratio of the two densities falls again at both ends. It rises between the roots of its derivative, v² -
        (spread² / scale + match) v + spread² (shape - 1) = 0, and is held constant outside. Without that, documents
        whose random pairs are all alike would get evidence for everything.
        """
        shape, scale = self.mean * self.mean / self.variance, self.variance / self.mean
        square = self.prior.spread * self.prior.spread
        constant = -0.5 * log(2 * pi * square) + log_gamma(shape) + shape * log(scale)
        least, most = self._least * self.mean, 1.0
        half = (square / scale + self.match) / 2
        root = half * half - square * (shape - 1)
        if root > 0:
            least, most = max(least, half - sqrt(root)), half + sqrt(root)
        return Curve(
            constant, self.match, 2 * square, shape - 1, scale, least, most, log(least), log(most), self.weight
        )


def log_gamma(x: float) -> float:
    """Return the logarithm of the gamma function above 0, by Stirling's series.

    That of the standard library differs in the last bits from that of C, which the compiled parts would have to call.
    """
    product = 1.0
    while x < _LARGE:
        product *= x
        x += 1.0
    inverse = 1.0 / x
    square = inverse * inverse
    series = 0.0
    for coefficient in _STIRLING:
        series = series * square + coefficient
    return (x - 0.5) * log(x) - x + _HALF_LOG_2_PI + series * inverse - log(product)


_LARGE = 10.0
_HALF_LOG_2_PI = 0.5 * log(2 * pi)
_STIRLING = (-691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12)  # those of the highest powers first
