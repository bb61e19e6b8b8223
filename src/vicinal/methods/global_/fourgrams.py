"""Character 4-grams: how much of their spelling two sentences share.

Words that are inflected, derived or compounded differently on the two sides still share most of their 4-grams, in any
language. The 4-grams are those of `similarity.characters`, weighted by count times ln(N / df) + 1, where each sentence
of the two documents counts as one document.

`Grams` has a compiled twin in `_fourgrams.pyx`: the same numbers, bit for bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log, sqrt

from vicinal.similarity.characters import Characters

_terms = Characters(4).terms
_GRAIN = 1e12  # similarities are rounded to twelve decimals, as in all of Vicinal

Row = dict[str, float]


class Grams:
    """One row of weighted 4-grams for each sentence of two documents, or for each group of neighbouring sentences."""

    def __init__(self, source: Sequence[str], target: Sequence[str]) -> None:
        counted = [Counter(_terms(sentence)) for sentence in (*source, *target)]
        occurs = Counter(gram for counts in counted for gram in counts)
        weight = {gram: log(len(counted) / count) + 1.0 for gram, count in occurs.items()}
        rows = [{gram: count * weight[gram] for gram, count in counts.items()} for counts in counted]
        self._keep(rows[: len(source)], rows[len(source) :])

    def _keep(self, source: list[Row], target: list[Row]) -> None:
        self.source, self.target = source, target
        self.source_squares = [_square(row) for row in source]
        self.target_squares = [_square(row) for row in target]
        self._where: dict[str, list[tuple[int, float]]] = {}

    def index(self) -> None:
        """List for each gram the target rows that have it, which `fill` needs; long documents do without."""
        if not self._where:
            for y, row in enumerate(self.target):
                for gram, weight in row.items():
                    self._where.setdefault(gram, []).append((y, weight))

    @property
    def has_words(self) -> tuple[bool, bool]:
        """Whether the source and the target have any words."""
        return any(self.source), any(self.target)

    def grouped(self, size: int) -> Grams:
        """Return the rows of groups of that many neighbouring sentences, added up."""
        groups = object.__new__(Grams)
        groups._keep(_added(self.source, size), _added(self.target, size))
        return groups

    def fill(self, x: int, found: list[float]) -> None:
        """Set the cosines of source row x and all target rows; `index` must have been called."""
        dots = [0.0] * len(self.target)
        for gram, weight in self.source[x].items():
            for y, other in self._where.get(gram, ()):
                dots[y] += weight * other
        square = self.source_squares[x]
        found[:] = [_cosine(dot, square, self.target_squares[y]) if dot else 0.0 for y, dot in enumerate(dots)]

    def fill_cells(self, y: int, rows: list[int], begin: int, end: int, found: list[float], at: int) -> None:
        """Set the cosines of target row y and some source rows.

        Args:
            y: The target row.
            rows: The numbers of source rows.
            begin: Where those to compare begin in `rows`.
            end: Where they end.
            found: Gets the cosines, that of `rows[k]` at `at + k`.
            at: Where they begin.
        """
        for k in range(begin, end):
            found[at + k] = self.pair(rows[k], y)

    def sampled_squares(
        self, is_target: bool, chosen: Sequence[int], skip_start: list[int], skip: list[int], sums: list[float]
    ) -> None:
        """Add up the squared cosines of each row of one side with some rows of the other side.

        Args:
            is_target: Whether the sums are those of the target rows.
            chosen: The rows of the other side.
            skip_start: Of each row, where its part of `skip` begins.
            skip: The numbers, in `chosen`, of rows that a row is not compared with.
            sums: Gets the sums.
        """
        sides = [(self.source, self.source_squares), (self.target, self.target_squares)]
        (others, other_squares), (rows, squares) = sides if is_target else sides[::-1]
        where: dict[str, list[tuple[int, float]]] = {}
        for place, other in enumerate(chosen):
            for gram, weight in others[other].items():
                where.setdefault(gram, []).append((place, weight / sqrt(other_squares[other])))
        for index, row in enumerate(rows):
            dots = [0.0] * len(chosen)
            for gram, weight in row.items():
                for place, other_weight in where.get(gram, ()):
                    dots[place] += weight * other_weight
            for k in range(skip_start[index], skip_start[index + 1]):
                dots[skip[k]] = 0.0
            total = 0.0
            for dot in dots:
                total += dot * dot
            sums[index] = total / squares[index] if total else 0.0

    def similarities(self, x: int) -> list[float]:
        """Return the cosines of source row x and all target rows."""
        found: list[float] = []
        self.index()
        self.fill(x, found)
        return found

    def pair(self, x: int, y: int) -> float:
        """Return the cosine of source row x and target row y."""
        dot, target = 0.0, self.target[y]
        for gram, weight in self.source[x].items():
            if gram in target:
                dot += weight * target[gram]
        return _cosine(dot, self.source_squares[x], self.target_squares[y]) if dot else 0.0


def _added(rows: list[Row], size: int) -> list[Row]:
    groups: list[Row] = []
    for x, row in enumerate(rows):
        if x % size == 0:
            groups.append({})
        group = groups[-1]
        for gram, weight in row.items():
            group[gram] = group.get(gram, 0.0) + weight
    return groups


def _square(row: Row) -> float:
    total = 0.0
    for weight in row.values():
        total += weight * weight
    return total


def _cosine(dot: float, source_square: float, target_square: float) -> float:
    return min(1.0, round(dot / sqrt(source_square * target_square) * _GRAIN) / _GRAIN)
