"""The chain over whole blocks: the posterior of every block, and the expected count of every event.

A block is a link as a whole: neighbouring source sentences x0 to x1 and neighbouring target sentences y0 to y1 (half
open). `forward_backward` lets links grow pair by pair, so that a link is worth the product of its pairs. Here each
block has a weight of its own, given from outside, and only the blocks that are given exist. All else is the chain of
`chain`: nulls, resumed links, the next source sentence, skips and jumps. Such a chain is called semi-Markov.

After a target sentence the chain stands at a place, the last source sentence of the last block; place i here is source
sentence i - 1, and place 0 the one before the text. It has either just ended a block there or is in nulls. These states
are scaled to add up to 1 after each target sentence; `logs` are the logarithms of the scales so far.

Sums run in a fixed order, never through `sum`, whose rounding differs between Python versions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import exp, log
from typing import NamedTuple

from vicinal.methods.global_.chain import Chain, Counts
from vicinal.methods.global_.priors import Priors

Block = tuple[int, int, int, int]  # the half-open ranges of source and of target sentences


class Growth(NamedTuple):
    """The factors of the odds that a link grows (see `Lattice.growth`)."""

    splits: Sequence[float]
    splits_on: Sequence[float]
    merges: Sequence[float]
    merges_on: Sequence[float]

    def mirrored(self) -> Growth:
        """Return the factors with the sides swapped."""
        return Growth(self.merges, self.merges_on, self.splits, self.splits_on)


def log_priors(blocks: Iterable[Block], chain: Chain, growth: Growth, priors: Priors) -> list[float]:
    """Return the log prior of each block: how probably the chain grows a link of that size there, and ends it.

    Blocks of several sentences on both sides all have the same.
    """
    rows, columns, most = len(growth.splits), len(growth.merges), priors.longest_run
    split, split_on = chain.split / (1 - chain.split), chain.split_on / (1 - chain.split_on)
    merge, merge_on = chain.merge / (1 - chain.merge), chain.merge_on / (1 - chain.merge_on)

    def splits(odds: float, x: int, y: int) -> float:
        return _grows(odds * growth.splits[x] * growth.splits_on[y + 1], most) if y + 1 < columns else 0.0

    def merges(odds: float, x: int, y: int) -> float:
        return _grows(odds * growth.merges[y] * growth.merges_on[x + 1], most) if x + 1 < rows else 0.0

    found = []
    for x0, x1, y0, y1 in blocks:
        x, y = x1 - 1, y1 - 1
        grown = splits(split, x0, y0)
        if x > x0 and y > y0:
            chance = priors.block_many
        elif y > y0:
            chance = grown
            for between in range(y0 + 1, y):
                chance *= splits(split_on, x, between)
            chance *= 1 - splits(split_on, x, y) - (priors.turn if x + 1 < rows else 0.0)
        elif x > x0:
            chance = merges(merge, x0, y0) * (1 - grown)
            for between in range(x0 + 1, x):
                chance *= merges(merge_on, between, y)
            chance *= 1 - merges(merge_on, x, y) - (priors.turn if y + 1 < columns else 0.0)
        else:
            chance = (1 - grown) * (1 - merges(merge, x, y))
        found.append(log(chance))
    return found


def _grows(odds: float, most: float) -> float:
    return min(odds / (1 + odds), most)


def block_posteriors(
    blocks: Sequence[Block], weights: Sequence[float], rows: int, columns: int, chain: Chain
) -> tuple[list[float], Counts]:
    """Return the posterior of each block, and the expected counts.

    Args:
        blocks: The blocks that a link may be, each once.
        weights: The logarithm of prior times likelihood ratio of each.
        rows: How many source sentences there are.
        columns: How many target sentences.
        chain: The probabilities of what comes next; growing is part of the weights.
    """
    passes = _Passes(blocks, weights, rows, columns, chain)
    for y in range(columns):
        passes.forward(y)
    for y in range(columns - 1, -1, -1):
        passes.backward(y)
    _count_sizes(passes.counts, blocks, passes.posteriors)
    return passes.posteriors, passes.counts


class _Passes:
    """The states of the two passes; forward for each target sentence first, then backward."""

    def __init__(
        self, blocks: Sequence[Block], weights: Sequence[float], rows: int, columns: int, chain: Chain
    ) -> None:
        self.blocks, self.weights, self.rows, self.chain = blocks, weights, rows, chain
        self.begin: list[list[int]] = [[] for _ in range(columns)]  # of each target sentence: the blocks from it on
        self.end: list[list[int]] = [[] for _ in range(columns)]  # and those up to it
        for k, (_, _, y0, y1) in enumerate(blocks):
            self.begin[y0].append(k)
            self.end[y1 - 1].append(k)
        # Of each block: how probably it begins, given the text before it; how probable it is, given the whole text.
        self.begun, self.posteriors = [0.0] * len(blocks), [0.0] * len(blocks)
        # Of each number of target sentences so far, at each place: a block just ended; nulls; and going on to a link.
        self.ended, self.nulls = [[1.0] + [0.0] * rows], [[0.0] * (rows + 1)]
        self.ready: list[list[float]] = []
        self.logs = [0.0]
        # Of one target sentence, at each place: the rest of the text after a block that ended there, and after nulls.
        self.from_null = [1.0] * (rows + 1)
        self.from_ended: list[list[float]] = [[] for _ in range(columns)] + [[1.0] * (rows + 1)]
        self.counts = Counts()

    def forward(self, y: int) -> None:
        """Begin the blocks at target sentence y, and set the states after it."""
        c, ended, nulls, scale = self.chain, self.ended[y], self.nulls[y], self.logs[y]
        after_link, after_null = 1 - c.null, (1 - c.resume) * (1 - c.null_on)
        leave, resume = 1 - c.skip_on, c.resume * (1 - c.null_on)
        ready = [after_link * e + after_null * n for e, n in zip(ended, nulls, strict=True)]
        self.ready.append(ready)
        if self.begin[y]:
            anywhere = c.jump / self.rows * _total(ready)
            skip, skip_on = c.skip, c.skip_on
            # Of each source sentence: how probably the one before it is skipped.
            skipped = list(accumulate(ready[:-2], lambda s, r: skip * r + skip_on * s, initial=0.0))
            for k in self.begin[y]:
                x = self.blocks[k][0]
                self.begun[k] = c.following * ready[x] + leave * skipped[x] + resume * nulls[x + 1] + anywhere
        null = [c.null * e + c.null_on * n for e, n in zip(ended, nulls, strict=True)]
        now = [0.0] * (self.rows + 1)
        total = _total(null)
        for k in self.end[y]:
            _, x1, y0, _ = self.blocks[k]
            chance = self.begun[k] * exp(self.weights[k] + self.logs[y0] - scale)
            now[x1] += chance
            total += chance
        self.nulls.append([n / total for n in null])
        self.ended.append([e / total for e in now])
        self.logs.append(scale + log(total))

    def backward(self, y: int) -> None:
        """Go back to before target sentence y: the posteriors of the blocks from it on, and the counts."""
        c, rows, logs = self.chain, self.rows, self.logs
        into = [0.0] * (rows + 2)  # of each source sentence: the rest of the text from a block that begins there
        for k in self.begin[y]:
            x0, x1, _, y1 = self.blocks[k]
            rest = exp(self.weights[k] + logs[y] - logs[y1]) * self.from_ended[y1][x1]
            into[x0] += rest
            self.posteriors[k] = self.begun[k] * rest
        anywhere, scale = _total(into) / rows, exp(logs[y] - logs[y + 1])
        after_null = [rest * scale for rest in self.from_null]
        following, resumed = into[:-1], [0.0, *into[:-2]]
        skipping, further = self._skips(into)
        follow, skip, jump = c.following, c.skip, c.jump * anywhere
        choice = [follow * f + skip * s + jump for f, s in zip(following, skipping, strict=True)]
        null, chosen = c.null, 1 - c.null
        self.from_ended[y] = [null * n + chosen * r for n, r in zip(after_null, choice, strict=True)]
        null_on, resume, other = c.null_on, (1 - c.null_on) * c.resume, (1 - c.null_on) * (1 - c.resume)
        self.from_null = [
            null_on * n + resume * s + other * r for n, s, r in zip(after_null, resumed, choice, strict=True)
        ]
        counts, ended, nulls, ready = self.counts, self.ended[y], self.nulls[y], self.ready[y]
        counts.null += null * _dot(ended, after_null)
        counts.no_null += chosen * _dot(ended, choice)
        counts.null_on += null_on * _dot(nulls, after_null)
        counts.resume += resume * _dot(nulls, resumed)
        counts.no_resume += other * _dot(nulls, choice)
        counts.null_end = counts.resume + counts.no_resume
        counts.following += follow * _dot(ready, following)
        counts.skip += skip * _dot(ready, skipping)
        counts.jump += jump * _total(ready)
        counts.skip_on += skip * _dot(ready, further)
        counts.skip_end = counts.skip

    def _skips(self, into: list[float]) -> tuple[list[float], list[float]]:
        """Return the rest of the text after skipping the source sentence after each place.

        And the same, times how many more are skipped.
        """
        skip_on, leave, rows = self.chain.skip_on, 1 - self.chain.skip_on, self.rows
        skippings, furthers = [0.0] * (rows + 1), [0.0] * (rows + 1)
        skipping, further = 0.0, 0.0
        for place in range(rows - 2, -1, -1):
            further = skip_on * (further + skipping)
            skipping = leave * into[place + 1] + skip_on * skipping
            skippings[place], furthers[place] = skipping, further
        return skippings, furthers


def _count_sizes(counts: Counts, blocks: Sequence[Block], posteriors: Sequence[float]) -> None:
    """Count how often links grow and end. Where both sides have several sentences, splits and merges share it."""
    for (x0, x1, y0, y1), posterior in zip(blocks, posteriors, strict=True):
        if x1 - x0 > 1 and y1 - y0 > 1:
            counts.split += posterior / 2
            counts.merge += posterior / 2
        elif y1 - y0 > 1:
            counts.split += posterior
            counts.split_on += posterior * (y1 - y0 - 2)
            counts.split_end += posterior
        elif x1 - x0 > 1:
            counts.merge += posterior
            counts.merge_on += posterior * (x1 - x0 - 2)
            counts.merge_end += posterior
        else:
            counts.end += posterior


def _total(values: Iterable[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


def _dot(values: Iterable[float], others: Iterable[float]) -> float:
    total = 0.0
    for value, other in zip(values, others, strict=True):
        total += value * other
    return total
