"""The borders of links, decided by whole blocks: with embeddings, several sentences are compared as one.

The chain over pairs of sentences takes a link for the product of its pairs. Of a sentence that was split in three, each
third resembles the whole a little; that the three together are the whole, no pair shows. So where `meaning` has
embeddings, a second estimation follows. Its units are blocks: links of one or several neighbouring sentences on each
side, whose first and last pair the first estimation left possible. The weight of a block is that of its pairs, less
than before, and of the similarity of all its sentences together, by 4-grams and by embeddings. `block_chain` sums over
all alignments by such blocks, in both directions; the numbers of the chain are estimated again, those of the evidence
are not.

Contract: `Blocks` are made of a lattice of all pairs of sentences after its estimation, and then have what the lattice
had for decoding: `candidates`, and `probability` for `chosen`. All of it is Python and numpy, the same with and without
the compiled parts; encoding a sentence takes far longer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

from vicinal.methods.global_.block_chain import Block, Growth, block_posteriors, log_priors
from vicinal.methods.global_.candidates import Candidate
from vicinal.methods.global_.chain import Chain, estimated, prior_chain
from vicinal.methods.global_.evidence import Channel
from vicinal.methods.global_.fourgrams import Grams
from vicinal.methods.global_.lattice import Lattice, rounded
from vicinal.methods.global_.meaning import Centred, products_of
from vicinal.methods.global_.priors import Priors

_MANY = ((2, 2), (2, 3), (3, 2))  # the blocks of several sentences on both sides; larger ones are too rare

_NOTHING = 1e-6  # vectors that cancel out leave rounding errors, which have no direction

Products = Callable[[int, int, Sequence[tuple[int, int]]], list[float]]


class Blocks:
    """The posteriors of blocks and of pairs, the mean of both directions.

    Args:
        lattice: The pairs of sentences, all of them, with their posteriors and two channels: spelling, then meaning.
        channels: What was estimated of the two.
        grams: The 4-grams of the sentences.
        vectors: Their centred embeddings.
        lengths: The characters of the source and of the target sentences.
        chains: The chain that was estimated for each direction.
        imbalance: How many times longer one document is than the other.
    """

    def __init__(
        self,
        lattice: Lattice,
        channels: Sequence[Channel],
        grams: Grams,
        vectors: Centred,
        lengths: Sequence[Sequence[int]],
        chains: tuple[Chain, Chain],
        imbalance: float,
    ) -> None:
        self.priors = lattice.priors
        kept = [(x, y) for _, x, y in lattice.probable(self.priors.block_least)]
        self.blocks = possible_blocks(kept, lattice.rows, lattice.columns, self.priors)
        weights = _weights(self.blocks, lattice, channels, grams, vectors, lengths)
        self.posteriors = self._estimated(weights, Growth(*lattice.growth()), chains, imbalance)
        self._pairs: dict[tuple[int, int], float] = {}
        for (x0, x1, y0, y1), posterior in zip(self.blocks, self.posteriors, strict=True):
            for x in range(x0, x1):
                for y in range(y0, y1):
                    self._pairs[x, y] = self._pairs.get((x, y), 0.0) + posterior

    def _estimated(
        self, weights: Sequence[float], growth: Growth, chains: tuple[Chain, Chain], imbalance: float
    ) -> list[float]:
        """Return the posterior of each block after all rounds."""
        priors = self.priors
        forth = _rounds(self.blocks, weights, growth, chains[0], prior_chain(imbalance, priors), priors)
        swapped = [(y0, y1, x0, x1) for x0, x1, y0, y1 in self.blocks]
        start = prior_chain(imbalance, priors, is_mirrored=True)
        back = _rounds(swapped, weights, growth.mirrored(), chains[1], start, priors)
        return [(one + other) / 2 for one, other in zip(forth, back, strict=True)]

    def probability(self, x: int, y: int) -> float:
        """Return the posterior of a pair of sentences, to nine decimals."""
        return rounded(self._pairs.get((x, y), 0.0))

    def candidates(self, caution: float) -> list[Candidate]:
        """Return the links of a gain above 0; their gain is that of `candidates.candidates`."""
        priors, found = self.priors, []
        for (x0, x1, y0, y1), exact in zip(self.blocks, self.posteriors, strict=True):
            if exact <= priors.negligible:
                continue
            posterior = rounded(exact)
            gain = posterior - caution
            for x in range(x0, x1):
                for y in range(y0, y1):
                    gain += priors.pair_weight * (self.probability(x, y) - priors.pair_least)
            gain = rounded(gain)
            if gain > 0:
                found.append((-gain, x0, x1, y0, y1, posterior))
        return found


def possible_blocks(kept: Sequence[tuple[int, int]], rows: int, columns: int, priors: Priors) -> list[Block]:
    """Return the blocks whose first and last pair are kept, in the order of the pairs."""
    shapes = [(1, n) for n in range(1, priors.block_targets + 1)]
    shapes += [(m, 1) for m in range(2, priors.block_sources + 1)]
    last = set(kept)
    return [
        (x, x + m, y, y + n)
        for x, y in kept
        for m, n in (*shapes, *_MANY)
        if x + m <= rows and y + n <= columns and (x + m - 1, y + n - 1) in last
    ]


def _rounds(
    blocks: Sequence[Block], weights: Sequence[float], growth: Growth, chain: Chain, prior: Chain, priors: Priors
) -> list[float]:
    """Estimate the chain, round by round; return the posteriors of the last one."""
    posteriors: list[float] = []
    for number in range(priors.block_rounds):
        grown = log_priors(blocks, chain, growth, priors)
        logs = [weight + more for weight, more in zip(weights, grown, strict=True)]
        posteriors, counts = block_posteriors(blocks, logs, len(growth.splits), len(growth.merges), chain)
        if number < priors.block_rounds - 1:
            chain = estimated(prior, counts, priors)
    return posteriors


def _weights(
    blocks: Sequence[Block],
    lattice: Lattice,
    channels: Sequence[Channel],
    grams: Grams,
    vectors: Centred,
    lengths: Sequence[Sequence[int]],
) -> list[float]:
    """Return the log likelihood ratio of each block."""
    priors, rows = lattice.priors, lattice.rows
    spelled, meant = (
        lattice.evidence(index, channel.curve()._replace(weight=1.0), priors.block_ceiling)
        for index, channel in enumerate(channels)
    )
    spelling = whole_cosines(blocks, _spelling_products(grams))
    meaning = whole_cosines(blocks, _meaning_products(vectors, lengths, priors.short))
    found = []
    for k, (x0, x1, y0, y1) in enumerate(blocks):
        weight = priors.block_constant
        for y in range(y0, y1):
            for cell in range(y * rows + x0, y * rows + x1):
                weight += priors.block_spelling_pairs * spelled[cell] + priors.block_meaning_pairs * meant[cell]
        weight += priors.block_spelling * _spread(spelling[k]) + priors.block_meaning * _spread(meaning[k])
        found.append(min(max(weight, priors.block_floor), priors.block_most))
    return found


def _spread(cosine: float) -> float:
    """Return the power 3/4 of a cosine, by square roots: they are exact everywhere, other powers are not."""
    root = sqrt(cosine)
    return root * sqrt(root)


def whole_cosines(blocks: Sequence[Block], products: Products) -> list[float]:
    """Return the cosine of the two sides of each block, where each side is the sum of its sentences; at least 0.

    Args:
        blocks: The blocks.
        products: Returns the products of pairs of sentences: the side of the first, of the second, and the pairs.
    """
    across = _by_pair(
        0, 1, {(x, y) for x0, x1, y0, y1 in blocks for y in range(y0, y1) for x in range(x0, x1)}, products
    )
    sources = _squares(0, {(x0, x1) for x0, x1, _, _ in blocks}, products)
    targets = _squares(1, {(y0, y1) for _, _, y0, y1 in blocks}, products)
    found = []
    for x0, x1, y0, y1 in blocks:
        product = 0.0
        for y in range(y0, y1):
            for x in range(x0, x1):
                product += across[x, y]
        square, other = sources[x0, x1], targets[y0, y1]
        is_something = product > 0 and square > _NOTHING and other > _NOTHING
        found.append(min(1.0, product / sqrt(square * other)) if is_something else 0.0)
    return found


def _squares(side: int, runs: set[tuple[int, int]], products: Products) -> dict[tuple[int, int], float]:
    """Return the squared length of the sum of each run of sentences."""
    within = _by_pair(side, side, {(i, j) for a, b in runs for j in range(a, b) for i in range(a, j + 1)}, products)
    found = {}
    for a, b in runs:
        square = 0.0
        for j in range(a, b):
            for i in range(a, j):
                square += 2 * within[i, j]
            square += within[j, j]
        found[a, b] = square
    return found


def _by_pair(side: int, other: int, pairs: set[tuple[int, int]], products: Products) -> dict[tuple[int, int], float]:
    in_order = sorted(pairs)
    return dict(zip(in_order, products(side, other, in_order), strict=True))


def _spelling_products(grams: Grams) -> Products:
    sides = grams.source, grams.target

    def product(row: dict[Any, float], other: dict[Any, float]) -> float:
        total = 0.0
        for gram, weight in row.items():
            if gram in other:
                total += weight * other[gram]
        return total

    return lambda one, other, pairs: [product(sides[one][i], sides[other][j]) for i, j in pairs]


def _meaning_products(vectors: Centred, lengths: Sequence[Sequence[int]], short: int) -> Products:
    """Return the products of embeddings. A sentence counts as the square root of its characters."""
    sizes = [[sqrt(max(length, short)) for length in side] for side in lengths]

    def weighted(one: int, other: int, pairs: Sequence[tuple[int, int]]) -> list[float]:
        found = products_of(vectors[one], vectors[other], pairs)
        return [value * sizes[one][i] * sizes[other][j] for (i, j), value in zip(pairs, found, strict=True)]

    return weighted
