# cython: boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
"""The pairs of sentences that may be aligned, with their likelihood ratios and posteriors.

A `Lattice` has a cell for each pair of sentences under consideration: every pair, or for long documents those that a
coarser pass found probable. Cells are numbered target sentence by target sentence, source sentences ascending.

This file runs as it is. It is also compiled, with the types of `compiled/_lattice.pxd`, and gives the same numbers, bit
for bit. So sums run in a fixed order, never through `sum`, whose rounding differs between Python versions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vicinal.methods.global_.chain import Counts
from vicinal.methods.global_.copies import Copies
from vicinal.methods.global_.evidence import Curve, Moments
from vicinal.methods.global_.fourgrams import Grams
from vicinal.methods.global_.priors import Priors

try:
    import cython
except ImportError:
    from vicinal.compiled import uncompiled as cython

if not cython.compiled:
    from math import exp, log, pow, sqrt

    from vicinal.compiled.storage import Arrays, as_struct
    from vicinal.methods.global_.hubs import square_sums

    rint = round


class Lattice:
    """The cells of two documents.

    Args:
        priors: The numbers of the model.
        source_lengths: The characters of each source sentence.
        target_lengths: The same for the target.
        source_starts: The sentences that begin a paragraph, except the first.
        target_starts: The same for the target.
        blocks: None for all cells; else, for each group of `size` neighbouring target sentences, the groups of `size`
            neighbouring source sentences to consider, ascending.
        size: How many sentences are in a group.
    """

    def __init__(
        self,
        priors: Priors,
        source_lengths: Sequence[int],
        target_lengths: Sequence[int],
        source_starts: Iterable[int],
        target_starts: Iterable[int],
        blocks: Sequence[Sequence[int]] | None = None,
        size: int = 1,
    ) -> None:
        self._take(priors)
        self.rows, self.columns = len(source_lengths), len(target_lengths)
        self.is_whole = blocks is None
        self._lay_out(blocks, size)
        self._set_growth(source_lengths, target_lengths, source_starts, target_starts)
        self._make_room()

    def _take(self, priors: Priors) -> None:
        """Take the numbers of the model."""
        self.arrays, self.priors = Arrays(), priors
        self.hub_pairs, self.hub_power, self.rival_least = priors.hub_pairs, priors.hub_power, priors.rival_least
        self.turn, self.longest_run, self.forgotten = priors.turn, priors.longest_run, priors.forgotten
        self.negligible, self.pair_weight, self.pair_least = priors.negligible, priors.pair_weight, priors.pair_least
        self.floor, self.ceiling, self.short, self.paragraph = (
            priors.floor,
            priors.ceiling,
            priors.short,
            priors.paragraph,
        )
        self.most_targets, self.most_sources = priors.most_targets, priors.most_sources
        self.channels = 0
        self.counts = as_struct(Counts())

    def _make_room(self) -> None:
        """Make the arrays of all cells."""
        cells = self.first[self.columns]
        # Of each cell, for each channel (kind of similarity): the similarity and its logarithm.
        self.values, self.logs = self.arrays.doubles(0), self.arrays.doubles(0)
        # Of each cell: the likelihood ratio; how probably a link grows from it, a new one and one that grew already.
        self.ratio = self.arrays.unset_doubles(cells)
        self.to_split, self.to_split_on = self.arrays.doubles(cells), self.arrays.doubles(cells)
        self.to_merge, self.to_merge_on = self.arrays.doubles(cells), self.arrays.doubles(cells)
        # Of each cell, given the text so far: the three states of `forward_backward`, and a link that ends there.
        self.new, self.split, self.merged = (
            self.arrays.unset_doubles(cells),
            self.arrays.doubles(cells),
            self.arrays.doubles(cells),
        )
        self.ended = self.arrays.unset_doubles(cells)
        # Of each cell, given the whole text: a pair; one that begins a link. The future after a link's end.
        self.posterior, self.begins, self.after = (
            self.arrays.unset_doubles(cells),
            self.arrays.unset_doubles(cells),
            self.arrays.unset_doubles(cells),
        )
        # Of each cell: its number in the lattice with the sides swapped, or -1 (see `reflect`).
        self.mirror = self.arrays.integers(0)
        self.into_new, self.into_split = self.arrays.unset_doubles(cells), self.arrays.unset_doubles(cells)
        # Of each target sentence: the factor that scales its states to add up to 1.
        self.scales, self.final = self.arrays.doubles(self.columns), 0.0
        self.skip_powers = self.arrays.doubles(self.rows + 2)
        # The places of all target sentences, one after the other; those after y begin at place_start[y + 1].
        self.place_start = self.arrays.longs(self.columns + 2)
        self.place_room = cells + self.columns + 2 if self.is_whole else 2 * cells + self.rows + 2
        self.places, self.nulls = (
            self.arrays.unset_integers(self.place_room),
            self.arrays.unset_doubles(self.place_room),
        )
        # Of each place of one target sentence.
        self.ended_here, self.ready = self.arrays.doubles(self.rows + 1), self.arrays.doubles(self.rows + 1)
        self.null_now = self.arrays.doubles(self.rows + 1)
        self.from_link, self.from_null = self.arrays.doubles(self.rows + 1), self.arrays.doubles(self.rows + 1)
        self.after_null = self.arrays.doubles(self.rows + 1)

    def _lay_out(self, blocks: Sequence[Sequence[int]] | None, size: int) -> None:
        """Number the cells, and find their neighbours."""
        rows, columns, cells = self.rows, self.columns, 0
        for y in range(columns):
            if blocks is None:
                cells += rows
            else:
                for block in blocks[y // size]:
                    cells += min((block + 1) * size, rows) - block * size
        if cells > 0x7FFFFFF0:
            raise MemoryError
        first, row = self.arrays.integers(columns + 1), self.arrays.unset_integers(cells)
        self.first, self.row = first, row
        k = 0
        for y in range(columns):
            if blocks is None:
                for x in range(rows):
                    row[k] = x
                    k += 1
            else:
                for block in blocks[y // size]:
                    for x in range(block * size, min((block + 1) * size, rows)):
                        row[k] = x
                        k += 1
            first[y + 1] = k
        self._find_neighbours()

    def _find_neighbours(self) -> None:
        """Find the neighbours of all cells.

        Left and right of a cell are those of the target sentences before and after, above it is that of the next source
        sentence; -1 where there is none.
        """
        columns, cells, first, row = self.columns, self.first[self.columns], self.first, self.row
        left, right = self.arrays.unset_integers(cells), self.arrays.unset_integers(cells)
        above = self.arrays.unset_integers(cells)
        self.left, self.right, self.above = left, right, above
        for y in range(columns):
            i = first[y - 1] if y else 0
            for k in range(first[y], first[y + 1]):
                left[k] = right[k] = -1
                above[k] = k + 1 if k + 1 < first[y + 1] and row[k + 1] == row[k] + 1 else -1
                while i < first[y] and row[i] < row[k]:
                    i += 1
                if i < first[y] and row[i] == row[k]:
                    left[k] = i
                    right[i] = k

    def _set_growth(
        self,
        source_lengths: Sequence[int],
        target_lengths: Sequence[int],
        source_starts: Iterable[int],
        target_starts: Iterable[int],
    ) -> None:
        """Set the factors of the odds that a link grows.

        A link grows by a target sentence (a split) more probably if its source sentence is long and if the target
        sentence before is short; by a source sentence (a merge) the other way round. It seldom grows into another
        paragraph.
        """
        self.source_lengths = self.arrays.integers_of(source_lengths)
        self.target_lengths = self.arrays.integers_of(target_lengths)
        self._set_factors()
        for y in target_starts:
            self.splits_on[y] *= self.paragraph
        for x in source_starts:
            self.merges_on[x] *= self.paragraph

    def _set_factors(self) -> None:
        """Set the factors that the lengths of the sentences give."""
        self.splits, self.splits_on = self.arrays.unset_doubles(self.rows), self.arrays.unset_doubles(self.columns)
        self.merges, self.merges_on = self.arrays.unset_doubles(self.columns), self.arrays.unset_doubles(self.rows)
        source_mean = self._set_lengths(self.source_lengths, self.rows, self.splits, self.merges_on)
        target_mean = self._set_lengths(self.target_lengths, self.columns, self.merges, self.splits_on)
        self.mean_length = max(source_mean, target_mean)
        # Of each sentence: the least evidence of its pairs, if it is the shorter one, and its exponential.
        self.source_floor, self.source_least = (
            self.arrays.unset_doubles(self.rows),
            self.arrays.unset_doubles(self.rows),
        )
        self.target_floor, self.target_least = (
            self.arrays.unset_doubles(self.columns),
            self.arrays.unset_doubles(self.columns),
        )
        for x in range(self.rows):
            self.source_floor[x] = self.floor * min(1.0, self.source_lengths[x] / self.mean_length)
            self.source_least[x] = exp(min(self.source_floor[x], self.ceiling))
        for y in range(self.columns):
            self.target_floor[y] = self.floor * min(1.0, self.target_lengths[y] / self.mean_length)
            self.target_least[y] = exp(min(self.target_floor[y], self.ceiling))

    def _set_lengths(self, lengths: list[int], count: int, long: list[float], before_short: list[float]) -> float:
        """Set how long each sentence is, and how short the one before it, relative to all; return the mean length."""
        summed, characters = 0.0, 0.0
        for i in range(count):
            long[i] = log(max(lengths[i], self.short))
            summed += long[i]
            characters += lengths[i]
        mean = summed / count
        before_short[0] = 1.0
        for i in range(1, count):
            before_short[i] = exp(mean - long[i - 1])
        for i in range(count):
            long[i] = exp(long[i] - mean)
        return characters / count

    def growth(self) -> tuple[list[float], list[float], list[float], list[float]]:
        """Return the factors of the odds that a link grows.

        By a target sentence, for each source sentence and each target sentence to come; by a source sentence, for each
        target sentence and each source sentence to come.
        """
        rows, columns = self.rows, self.columns
        return (
            [self.splits[x] for x in range(rows)],
            [self.splits_on[y] for y in range(columns)],
            [self.merges[y] for y in range(columns)],
            [self.merges_on[x] for x in range(rows)],
        )

    def compare(self, grams: Grams, copies: Copies | None = None, sampled: int = 0) -> Moments:
        """Add a channel with the similarities of 4-grams; return their sums over the cells.

        Sentences that stand in both documents word for word resemble their copy only.

        The background distribution is that of the cells alone: in a long document, pairs from one chapter are more
        alike than pairs from anywhere, and a sentence could be mistaken for another one in its chapter.

        Args:
            grams: The 4-grams of the sentences.
            copies: The sentences that stand in both documents.
            sampled: If not every pair is a cell: with how many sentences of the other side a sentence is compared, to
                find the hubs; 0 for `Priors.hub_sentences`.
        """
        rows, columns, first, row = self.rows, self.columns, self.first, self.row
        begin = self._add_channel()
        values, scratch = self.values, Arrays()
        by_row, by_column = scratch.doubles(rows), scratch.doubles(columns)  # sums of squares, then hub factors
        if self.is_whole:
            found = scratch.doubles(columns)
            with cython.nogil:
                grams.index()
                self._compare_all(grams, begin, found, by_row, by_column)
        else:
            with cython.nogil:
                for y in range(columns):
                    grams.fill_cells(y, row, first[y], first[y + 1], values, begin)
            most = sampled or self.priors.hub_sentences
            square_sums(grams, first, row, rows, columns, values, begin, most, by_row, by_column)
        if copies is not None:
            texts, ranks = scratch.integers_of(copies.source_texts), scratch.integers_of(copies.source_ranks)
            others, other_ranks = scratch.integers_of(copies.target_texts), scratch.integers_of(copies.target_ranks)
        with cython.nogil:
            self._correct_hubs(begin, by_row, by_column)
            if copies is not None:
                self._part_copies(begin, texts, ranks, others, other_ranks)
            self._lower_rivalled(begin)
            self._add_up(begin)
        return Moments(self.weight, self.total, self.squares)

    def _compare_all(
        self, grams: Grams, begin: int, found: list[float], by_row: list[float], by_column: list[float]
    ) -> None:
        """Set the similarities of all pairs, and add up their squares; `found` has room for one row."""
        rows, columns, values = self.rows, self.columns, self.values
        for x in range(rows):
            grams.fill(x, found)
            summed, at = 0.0, begin + x
            for y in range(columns):
                square = found[y] * found[y]
                summed += square
                by_column[y] += square
                values[at] = found[y]
                at += rows
            by_row[x] = summed

    def _correct_hubs(self, begin: int, by_row: list[float], by_column: list[float]) -> None:
        """Divide the similarities by the hub factors of their sentences, and spread them.

        Args:
            begin: Where the channel begins.
            by_row: Of each source sentence the sum of its squared similarities; then its hub factor.
            by_column: The same for the target.
        """
        rows, columns, first, row, values = self.rows, self.columns, self.first, self.row, self.values
        mean = _total(by_row, rows) / (float(rows) * columns)
        for x in range(rows):
            by_row[x] = self._hub_factor(by_row[x], columns, mean)
        for y in range(columns):
            by_column[y] = self._hub_factor(by_column[y], rows, mean)
        for y in range(columns):
            for k in range(first[y], first[y + 1]):
                if values[begin + k] > 0.0:
                    # The power 3/4 spreads matching pairs evenly. Square roots are exact everywhere, other powers are
                    # not.
                    root = sqrt(min(values[begin + k] / (by_row[row[k]] * by_column[y]), 1.0))
                    values[begin + k] = root * sqrt(root)

    def _part_copies(
        self, begin: int, texts: list[int], ranks: list[int], others: list[int], other_ranks: list[int]
    ) -> None:
        """Set all similarities of sentences with a copy to 0, but that with their copy; see `Copies`."""
        for y in range(self.columns):
            for k in range(self.first[y], self.first[y + 1]):
                x = self.row[k]
                if (texts[x] or others[y]) and (texts[x] != others[y] or ranks[x] != other_ranks[y]):
                    self.values[begin + k] = 0.0

    def _lower_rivalled(self, begin: int) -> None:
        """Lower the similarities of pairs whose two sentences both have a better partner, if that is similar enough.

        In a series of sentences of one pattern ("In Penrose, trash is collected on Mondays"), all pairs are similar,
        and each would be evidence. But what a sentence shares with its partner's neighbours, it shares with its
        partner, too. A sentence that was split has a better partner on one side only.
        """
        first, row, values = self.first, self.row, self.values
        by_row, by_column = self.arrays.doubles(self.rows), self.arrays.doubles(self.columns)  # the best similarities
        for y in range(self.columns):
            for k in range(first[y], first[y + 1]):
                by_row[row[k]] = max(by_row[row[k]], values[begin + k])
                by_column[y] = max(by_column[y], values[begin + k])
        for y in range(self.columns):
            for k in range(first[y], first[y + 1]):
                best = min(by_row[row[k]], by_column[y])
                if values[begin + k] < best and best > self.rival_least:
                    values[begin + k] *= values[begin + k] / best

    def add(self, similarities: Sequence[float]) -> Moments:
        """Add a channel with another kind of similarity, one number a cell; return their sums."""
        rows, columns, first, row = self.rows, self.columns, self.first, self.row
        begin = self._add_channel()
        values, scratch = self.values, Arrays()
        by_row, by_column, row_cells = scratch.doubles(rows), scratch.doubles(columns), scratch.integers(rows)
        for y in range(columns):
            for k in range(first[y], first[y + 1]):
                value = max(similarities[k], 0.0)
                values[begin + k] = value
                by_row[row[k]] += value * value
                by_column[y] += value * value
                row_cells[row[k]] += 1
        mean = _total(by_row, rows) / first[columns] if first[columns] else 0.0
        for x in range(rows):
            by_row[x] = self._hub_factor(by_row[x], row_cells[x], mean)
        for y in range(columns):
            by_column[y] = self._hub_factor(by_column[y], first[y + 1] - first[y], mean)
        for y in range(columns):
            for k in range(first[y], first[y + 1]):
                values[begin + k] = min(values[begin + k] / (by_row[row[k]] * by_column[y]), 1.0)
        self._add_up(begin)
        return Moments(self.weight, self.total, self.squares)

    def _add_channel(self) -> int:
        """Make room for one more similarity of each cell; return where it begins in `values` and `logs`."""
        cells = self.first[self.columns]
        begin = self.channels * cells
        self.channels += 1
        self.values = self.arrays.more_doubles(self.values, begin, begin + cells)
        self.logs = self.arrays.more_doubles(self.logs, begin, begin + cells)
        return begin

    def _hub_factor(self, squares: float, count: int, mean: float) -> float:
        """Return the hub correction of a sentence: what to divide its similarities by.

        Args:
            squares: The sum of its squared similarities.
            count: How many they are.
            mean: The mean squared similarity of all pairs.
        """
        if mean == 0.0:
            return 1.0
        return pow((squares + self.hub_pairs * mean) / (count + self.hub_pairs) / mean, self.hub_power)

    def _add_up(self, begin: int) -> None:
        """Add up a channel over the cells, for its moments."""
        weight, total, squares = 0.0, 0.0, 0.0
        for k in range(begin, begin + self.first[self.columns]):
            value = self.values[k]
            weight += 1.0
            total += value
            squares += value * value
        self.weight, self.total, self.squares = weight, total, squares

    def moments(self, channel: int) -> Moments:
        """Return the sums of a channel over the cells, each weighted by its posterior."""
        self._add_up_posteriors(channel)
        return Moments(self.weight, self.total, self.squares)

    def _add_up_posteriors(self, channel: int) -> None:
        weight, total, squares = 0.0, 0.0, 0.0
        cells = self.first[self.columns]
        for k in range(cells):
            value, posterior = self.values[channel * cells + k], self.posterior[k]
            weight += posterior
            total += posterior * value
            squares += posterior * value * value
        self.weight, self.total, self.squares = weight, total, squares

    def weigh(self, curves: Sequence[Curve]) -> None:
        """Set the likelihood ratio of each cell from the evidence of its similarities, one curve a channel."""
        if len(curves) == 1:
            numbers = as_struct(curves[0])
            with cython.nogil:
                self._weigh(numbers)
            return
        first, ratio, cells = self.first, self.ratio, self.first[self.columns]
        for k in range(cells):
            ratio[k] = 0.0
        for channel, curve in enumerate(curves):
            self._add_evidence(channel * cells, as_struct(curve), ratio)
        for y in range(self.columns):
            for k in range(first[y], first[y + 1]):
                ratio[k] = exp(min(max(ratio[k], self._floor(k, y)), self.ceiling))

    def _weigh(self, curve: Curve) -> None:
        """Set the likelihood ratio of each cell from one channel.

        Most pairs have the least evidence, that of the curve or that of their length. Then there is nothing to compute.
        """
        row, ratio, values = self.row, self.ratio, self.values
        flat = self._evidence_at(curve, curve.least, curve.log_least)
        flat_ratio = exp(min(flat, self.ceiling))
        for y in range(self.columns):
            length = self.target_lengths[y]
            for k in range(self.first[y], self.first[y + 1]):
                x, value = row[k], values[k]
                if length < self.source_lengths[x]:
                    floor, least = self.target_floor[y], self.target_least[y]
                else:
                    floor, least = self.source_floor[x], self.source_least[x]
                if value <= curve.least:
                    ratio[k] = flat_ratio if flat > floor else least
                else:
                    evidence = self._evidence_at(curve, value, self._log(k))
                    ratio[k] = exp(min(evidence, self.ceiling)) if evidence > floor else least

    def evidence(self, channel: int, curve: Curve, ceiling: float) -> list[float]:
        """Return the evidence of one channel for each cell, between the floor and a ceiling."""
        first, cells, scratch = self.first, self.first[self.columns], Arrays()
        found = scratch.doubles(cells)
        self._add_evidence(channel * cells, as_struct(curve), found)
        for y in range(self.columns):
            for k in range(first[y], first[y + 1]):
                found[k] = min(max(found[k], self._floor(k, y)), ceiling)
        return [found[k] for k in range(cells)]

    def _floor(self, k: int, y: int) -> float:
        """Return the least evidence of a cell: that of its shorter sentence."""
        if self.target_lengths[y] < self.source_lengths[self.row[k]]:
            return self.target_floor[y]
        return self.source_floor[self.row[k]]

    def _log(self, k: int) -> float:
        """Return the logarithm of a similarity above 0; it is kept, as many rounds ask for it."""
        if self.logs[k] == 0.0:
            self.logs[k] = log(self.values[k])
        return self.logs[k]

    def _add_evidence(self, begin: int, curve: Curve, summed: list[float]) -> None:
        for k in range(self.first[self.columns]):
            value = self.values[begin + k]
            logarithm = self._log(begin + k) if value > curve.least else 0.0
            summed[k] += self._evidence_at(curve, value, logarithm)

    def _evidence_at(self, curve: Curve, value: float, logarithm: float) -> float:
        """Return the evidence of a similarity, of which the logarithm is known where the curve rises."""
        if value <= curve.least:
            value, logarithm = curve.least, curve.log_least
        if value >= curve.most:
            value, logarithm = curve.most, curve.log_most
        distance = value - curve.match
        return curve.weight * (
            curve.constant - distance * distance / curve.width - curve.slope * logarithm + value / curve.scale
        )

    def reflect(self, mirrored: Lattice) -> None:
        """Find each cell in a lattice with the sides swapped, which may have fewer cells, and set its ratio there."""
        first, row = self.first, self.row
        self.mirror = self.arrays.unset_integers(first[self.columns])
        at = self.arrays.unset_integers(self.rows)
        for x in range(self.rows):
            at[x] = mirrored.first[x]
        for y in range(self.columns):
            for k in range(first[y], first[y + 1]):
                x = row[k]
                self.mirror[k] = -1
                if at[x] < mirrored.first[x + 1] and mirrored.row[at[x]] == y:
                    self.mirror[k] = at[x]
                    mirrored.ratio[at[x]] = self.ratio[k]
                    at[x] += 1

    def average(self, mirrored: Lattice) -> None:
        """Set each posterior to the mean of both directions; `reflect` comes first."""
        for k in range(self.first[self.columns]):
            m = self.mirror[k]
            self.posterior[k] = (self.posterior[k] + (mirrored.posterior[m] if m >= 0 else 0.0)) / 2

    def prune(self, least: float) -> None:
        """Drop the cells of less than that posterior. The next round sets all else again, with them as impossible."""
        columns, first, row, posterior = self.columns, self.first, self.row, self.posterior
        values, logs, before = self.values, self.logs, self.first[self.columns]
        kept = 0
        for k in range(before):
            if posterior[k] >= least:
                kept += 1
        for channel in range(self.channels):
            at = channel * kept
            for k in range(before):
                if posterior[k] >= least:
                    values[at], logs[at] = values[channel * before + k], logs[channel * before + k]
                    at += 1
        at, k = 0, 0
        for y in range(columns):
            end = first[y + 1]
            while k < end:
                if posterior[k] >= least:
                    row[at], posterior[at] = row[k], posterior[k]
                    at += 1
                k += 1
            first[y + 1] = at
        for k in range(kept):
            self.split[k] = self.merged[k] = 0.0
            self.to_split[k] = self.to_split_on[k] = self.to_merge[k] = self.to_merge_on[k] = 0.0
        self._find_neighbours()
        self.is_whole = False

    def take_best(self, whole: Lattice) -> None:
        """Become a sketch: take the most similar pair of each sentence of either side from a lattice of all pairs."""
        rows, columns, values = whole.rows, whole.columns, whole.values
        by_row, best_column = self.arrays.doubles(rows), self.arrays.unset_integers(rows)
        best_row = self.arrays.unset_integers(columns)
        for x in range(rows):
            best_column[x] = -1
        k = 0
        for y in range(columns):
            most, best_row[y] = 0.0, -1
            for x in range(rows):
                value = values[k]
                if value > most:
                    most, best_row[y] = value, x
                if value > by_row[x]:
                    by_row[x], best_column[x] = value, y
                k += 1
        self.first, self.row = self.arrays.integers(columns + 1), self.arrays.unset_integers(rows + columns)
        at = 0
        for y in range(columns):
            for x in range(rows):
                if best_column[x] == y or best_row[y] == x:
                    self.row[at] = x
                    at += 1
            self.first[y + 1] = at
        self.is_whole = False
        self._find_neighbours()
        self._make_room()
        self.channels = 0
        self._add_channel()
        for y in range(columns):
            for k in range(self.first[y], self.first[y + 1]):
                self.values[k] = values[y * rows + self.row[k]]

    def keep_near(self, sketch: Lattice, least: float, sources: int, targets: int) -> None:
        """Keep of all pairs only those near a probable pair of a sketch. No round may have been before.

        Args:
            sketch: The sketch, with its posteriors.
            least: What is probable.
            sources: How many source sentences away is near.
            targets: How many target sentences.
        """
        rows, columns, first, row, values, logs = (
            self.rows,
            self.columns,
            self.first,
            self.row,
            self.values,
            self.logs,
        )
        # Of each cell: how many pairs it is the first one near to, less those that it is the first one not near to.
        changes, near = self.arrays.integers((columns + 1) * rows), self.arrays.integers(rows)
        for y in range(columns):
            for k in range(sketch.first[y], sketch.first[y + 1]):
                if sketch.posterior[k] >= least:
                    begin, end = max(y - targets, 0) * rows, min(y + targets + 1, columns) * rows
                    for x in range(max(sketch.row[k] - sources, 0), min(sketch.row[k] + sources + 1, rows)):
                        changes[begin + x] += 1
                        changes[end + x] -= 1
        at, k = 0, 0
        for y in range(columns):
            for x in range(rows):
                near[x] += changes[k]
                if near[x] > 0:
                    row[at], values[at] = x, values[k]
                    at += 1
                k += 1
            first[y + 1] = at
        self.is_whole = False
        self._find_neighbours()
        self._make_room()
        self.values, self.logs = values, logs

    def cells(self) -> list[tuple[int, int]]:
        """Return source and target sentence of each cell."""
        return [(self.row[k], y) for y in range(self.columns) for k in range(self.first[y], self.first[y + 1])]

    def probability(self, x: int, y: int) -> float:
        """Return the posterior of a pair of sentences, to nine decimals."""
        k = self._find(x, y)
        return rounded(self.posterior[k]) if k >= 0 else 0.0

    def _find(self, x: int, y: int) -> int:
        """Return the number of a cell, or -1."""
        low, high = self.first[y], self.first[y + 1]
        while low < high:
            middle = (low + high) // 2
            if self.row[middle] < x:
                low = middle + 1
            else:
                high = middle
        return low if low < self.first[y + 1] and self.row[low] == x else -1

    def probable(self, least: float) -> list[tuple[float, int, int]]:
        """Return the cells of at least that posterior: the posterior, the source sentence, the target sentence."""
        found: list[tuple[float, int, int]] = []
        for y in range(self.columns):
            for k in range(self.first[y], self.first[y + 1]):
                if self.posterior[k] >= least:
                    found.append((rounded(self.posterior[k]), self.row[k], y))  # noqa: PERF401
        return found

    def likely(self, least: float) -> list[list[int]]:
        """Return for each source sentence the target sentences of its cells of at least that posterior, ascending."""
        found: list[list[int]] = [[] for _ in range(self.rows)]
        for y in range(self.columns):
            for k in range(self.first[y], self.first[y + 1]):
                if self.posterior[k] >= least:
                    found[self.row[k]].append(y)
        return found


def rounded(value: float) -> float:
    """Return a probability to nine decimals, so that the last bits of a sum decide nothing."""
    return rint(value * 1e9) / 1e9


def _total(values: list[float], count: int) -> float:
    total = 0.0
    for i in range(count):
        total += values[i]
    return total
