"""All alignments of two documents at once: forward and backward over the chain of `chain_model`.

A `Lattice` has a cell for each pair of sentences that is looked at: every pair, or for long documents those that a
coarser pass found probable. Cells are numbered target sentence by target sentence, source sentences ascending. After
target sentence y the chain is in one of these states:

    fresh, target, source    y is linked to x: a new link, one that grew by a target sentence, by a source sentence
    null                     y has no counterpart, and the last link was to x (-1: there was none yet)

Links and nulls are sums over all ways to get there, scaled to add up to 1 over the states of y. From a link that ended
at x, or a null, the next source sentence is chosen: `ready` is how probable that stands at x.

`Lattice` has a compiled twin in `_lattice.pyx`: the same numbers, bit for bit. Sums run in a fixed order, never through
`sum`, whose rounding differs between Python versions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from math import exp, log

from vicinal.methods.global_.chain import Chain, Counts
from vicinal.methods.global_.decoding import Candidate, candidates, rounded
from vicinal.methods.global_.evidence import (
    Curve,
    Moments,
    evidence_of,
    hub_factors,
    marked_down,
    moments,
    raised,
    total,
)
from vicinal.methods.global_.forward_backward import TURN, backward, forward
from vicinal.methods.global_.fourgrams import Grams

SHORT = 5  # shorter sentences are taken to have so many characters
PARAGRAPH = 0.15  # a link across the end of a paragraph has odds so many times lower
MOST_RUN = 0.9  # no link grows more surely than this
FLOOR, CEILING = -6.0, 20.0  # least and greatest evidence of one cell: no single pair decides everything


class Lattice:
    """The cells of two documents.

    Args:
        source_lengths: The characters of each source sentence.
        target_lengths: The same for the target.
        source_starts: The sentences that begin a paragraph, but for the first.
        target_starts: The same for the target.
        blocks: None for all cells; else for each `size` neighbouring target sentences, ascending, which groups of
            `size` neighbouring source sentences are looked at.
        size: How many sentences are in a group.
    """

    # Of each cell: the odds of a match; how probably a link grows beyond it, by a target or by a source sentence.
    odds: list[float]
    more_target: list[float]
    on_target: list[float]
    more_source: list[float]
    on_source: list[float]
    # Of each cell: how probably a link ends there, of the three states.
    fresh_ends: list[float]
    target_ends: list[float]
    source_ends: list[float]
    # Of each cell, given the text so far: the three states, and a link that ends there.
    fresh: list[float]
    by_target: list[float]
    by_source: list[float]
    ended: list[float]
    # Of each cell, given the whole text: a pair, a pair that begins a link; what follows a link that ended there.
    posterior: list[float]
    started: list[float]
    after: list[float]
    # Of each target sentence, beginning with none: the places, and the nulls there. See `passes`.
    places: list[list[int]]
    nulls: list[list[float]]
    shares: list[float]
    powers: list[float]
    final: float

    def __init__(
        self,
        source_lengths: Sequence[int],
        target_lengths: Sequence[int],
        source_starts: Collection[int],
        target_starts: Collection[int],
        blocks: Sequence[Sequence[int]] | None = None,
        size: int = 1,
    ) -> None:
        self.rows, self.columns = len(source_lengths), len(target_lengths)
        self.is_whole = blocks is None
        self._lengths = source_lengths, target_lengths
        self._lay_out(blocks, size)
        self._set_growth(source_starts, target_starts)
        self._values: list[list[float]] = []
        self._logs: list[list[float]] = []

    def _lay_out(self, blocks: Sequence[Sequence[int]] | None, size: int) -> None:
        """Number the cells, and find their neighbours.

        Left and right of a cell are those of the target sentence before and after, or -1; above it is, if it has one,
        the next cell, of the next source sentence.
        """
        self.first = [0]
        self.row: list[int] = []
        for y in range(self.columns):
            if blocks is None:
                self.row.extend(range(self.rows))
            else:
                for block in blocks[y // size]:
                    self.row.extend(range(block * size, min((block + 1) * size, self.rows)))
            self.first.append(len(self.row))
        self.left = [-1] * len(self.row)
        self.right = [-1] * len(self.row)
        for y in range(1, self.columns):
            before = {self.row[k]: k for k in range(self.first[y - 1], self.first[y])}
            for k in range(self.first[y], self.first[y + 1]):
                left = self.left[k] = before.get(self.row[k], -1)
                if left >= 0:
                    self.right[left] = k
        self.has_above = [False] * len(self.row)
        for y in range(self.columns):
            for k in range(self.first[y], self.first[y + 1] - 1):
                self.has_above[k] = self.row[k + 1] == self.row[k] + 1

    def _set_growth(self, source_starts: Collection[int], target_starts: Collection[int]) -> None:
        """Set the odds of growing: a long sentence is split rather than a short one, and seldom across paragraphs."""
        logs = [[log(max(length, SHORT)) for length in lengths] for lengths in self._lengths]
        means = [total(values) / len(values) for values in logs]
        # By a target sentence: as the source sentence is long, and the target sentence before was short.
        self._splits = [exp(value - means[0]) for value in logs[0]]
        self._splits_on = [1.0] + [exp(means[1] - value) for value in logs[1][:-1]]
        for y in target_starts:
            self._splits_on[y] *= PARAGRAPH
        self._merges = [exp(value - means[1]) for value in logs[1]]
        self._merges_on = [1.0] + [exp(means[0] - value) for value in logs[0][:-1]]
        for x in source_starts:
            self._merges_on[x] *= PARAGRAPH
        averages = [total(map(float, lengths)) / len(lengths) for lengths in self._lengths]
        self._average = max(averages)

    def compare(self, grams: Grams) -> Moments:
        """Take the similarities of the cells from 4-grams; return their sums.

        Sentences that are like everything are found by all pairs; what random pairs are like is seen from the cells
        alone. In a long document, pairs from one chapter are more alike than pairs from anywhere, and it is in its
        chapter that a sentence could be mistaken for another.
        """
        similarities = [0.0] * len(self.row)
        row_squares, column_squares = [0.0] * self.rows, [0.0] * self.columns
        cells = self._cells_by_row()
        for x in range(self.rows):
            found = grams.similarities(x)
            square = 0.0
            for y, similarity in enumerate(found):
                square += similarity * similarity
                column_squares[y] += similarity * similarity
            row_squares[x] = square
            for k, y in cells[x]:
                similarities[k] = found[y]
        row_factors, column_factors = hub_factors(
            row_squares, column_squares, [self.columns] * self.rows, [self.rows] * self.columns
        )
        values = [0.0] * len(self.row)
        for y in range(self.columns):
            for k in range(self.first[y], self.first[y + 1]):
                values[k] = raised(similarities[k], row_factors[self.row[k]] * column_factors[y])
        self._keep(values)
        return moments(values)

    def add(self, similarities: Sequence[float]) -> Moments:
        """Take another kind of similarity, one number a cell; return its sums over the cells."""
        values = marked_down(similarities, self.cells(), self.rows, self.columns)
        self._keep(values)
        return moments(values)

    def cells(self) -> list[tuple[int, int]]:
        """Return source and target sentence of each cell."""
        return [(self.row[k], y) for y in range(self.columns) for k in range(self.first[y], self.first[y + 1])]

    def _cells_by_row(self) -> list[list[tuple[int, int]]]:
        cells: list[list[tuple[int, int]]] = [[] for _ in range(self.rows)]
        for k, (x, y) in enumerate(self.cells()):
            cells[x].append((k, y))
        return cells

    def _keep(self, values: list[float]) -> None:
        self._values.append(values)
        self._logs.append([log(value) if value else 0.0 for value in values])

    def weigh(self, curves: Sequence[Curve]) -> None:
        """Set the odds of each cell: how many times more probable its similarities are for a match."""
        source_lengths, target_lengths = self._lengths
        self.odds = [0.0] * len(self.row)
        for y, length in enumerate(target_lengths):
            for k in range(self.first[y], self.first[y + 1]):
                floor = FLOOR * min(1.0, min(source_lengths[self.row[k]], length) / self._average)
                evidence = 0.0
                for curve, values, logs in zip(curves, self._values, self._logs, strict=True):
                    evidence += curve.weight * evidence_of(curve, values[k], logs[k])
                self.odds[k] = exp(min(max(evidence, floor), CEILING))

    def run(self, chain: Chain) -> tuple[Counts, list[Moments]]:
        """Go forward and backward; return what is expected to happen, and the sums over matching pairs."""
        self._set_runs(chain)
        forward(self, chain)
        counts = backward(self, chain)
        return counts, [moments(values, self.posterior) for values in self._values]

    def _set_runs(self, chain: Chain) -> None:
        """Set how probably a link grows beyond each cell: by the next target sentence, by the next source sentence."""
        odds = [p / (1 - p) for p in (chain.more_target, chain.on_target, chain.more_source, chain.on_source)]
        none = [0.0] * len(self.row)
        self.more_target, self.on_target, self.more_source, self.on_source = none, none[:], none[:], none[:]
        for k, (x, y) in enumerate(self.cells()):
            if self.right[k] >= 0:
                factor = self._splits[x] * self._splits_on[y + 1]
                self.more_target[k] = _run(odds[0], factor)
                self.on_target[k] = _run(odds[1], factor)
            if self.has_above[k]:
                factor = self._merges[y] * self._merges_on[x + 1]
                self.more_source[k] = _run(odds[2], factor) * (1 - self.more_target[k])
                self.on_source[k] = _run(odds[3], factor)
        fresh = [1 - more - other for more, other in zip(self.more_target, self.more_source, strict=True)]
        by_target = [1 - on - TURN * turns for on, turns in zip(self.on_target, self.has_above, strict=True)]
        by_source = [1 - on - TURN * (right >= 0) for on, right in zip(self.on_source, self.right, strict=True)]
        self.fresh_ends, self.target_ends, self.source_ends = fresh, by_target, by_source

    def cell(self, x: int, y: int) -> int:
        """Return the cell of two sentences, or -1."""
        k = bisect_left(self.row, x, self.first[y], self.first[y + 1])
        return k if k < self.first[y + 1] and self.row[k] == x else -1

    def probability(self, x: int, y: int) -> float:
        """Return how probably two sentences belong together, rounded to nine decimals."""
        k = self.cell(x, y)
        return rounded(self.posterior[k]) if k >= 0 else 0.0

    def probable(self, least: float) -> list[tuple[float, int, int]]:
        """Return the cells of at least that probability: probability, source sentence, target sentence."""
        return [(rounded(p), x, y) for p, (x, y) in zip(self.posterior, self.cells(), strict=True) if p >= least]

    def candidates(self, caution: float) -> list[Candidate]:
        """Return the links worth taking."""
        return candidates(self, caution)


def _run(odds: float, factor: float) -> float:
    odds *= factor
    return min(odds / (1 + odds), MOST_RUN)
