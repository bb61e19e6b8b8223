"""The similarities of one sentence with all sentences of the other document, through an inverted index.

Callers: methods that need all pairs of sentences, or all pairs of paragraphs, and so cannot ask for them one by one.
The results are those of `Vectors.pair`, bit for bit: products are added up in the same order.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from vicinal.compiled import compiled
from vicinal.similarity.sparse import SparseRows
from vicinal.similarity.vectors import Vectors

all_pairs = compiled("_all_pairs")
_SMALL, _LARGE = 1e-140, 1e140  # squared lengths between these have products and roots that are numbers


class RowCosines(Protocol):
    """The similarities of each row of one side with all rows of the other."""

    def row(self, x: int, /) -> Sequence[float]:
        """Return the similarities of a row with all others.

        Args:
            x: The index of the row.
        """

    def above(self, x: int, alpha: float, /) -> list[tuple[int, float]]:
        """Return the others whose similarity with a row is alpha or more, in order, with it.

        Args:
            x: The index of the row.
            alpha: The least similarity, above 0.
        """

    def best(self, xs: Iterable[int], group: array[int], groups: int, /) -> Sequence[float]:
        """Return the highest similarity of some rows with the others of each group; 0 for a group without others.

        Args:
            xs: The rows.
            group: The number of each other's group, as 32-bit integers.
            groups: How many groups there are.
        """


def row_cosines(vectors: Vectors, *, turned: bool = False) -> RowCosines:
    """Return what finds the target sentences that are similar to a source sentence.

    Args:
        vectors: The vectors of two documents.
        turned: Whether to find source sentences for target sentences instead.
    """
    rows = vectors.rows
    if type(rows) is not SparseRows:
        return _OneByOne(vectors, turned)
    sides, squares = rows.stored, rows.squares
    if turned:
        sides, squares = sides[::-1], squares[::-1]
    if all_pairs and all(not square or _SMALL < square < _LARGE for side in squares for square in side):
        found: RowCosines = all_pairs.Products(*sides, *squares)
        return found
    return _Indexed(vectors, turned, *sides)


def summed(vectors: Vectors, source: Iterable[Sequence[int]], target: Iterable[Sequence[int]]) -> Vectors | None:
    """Return the vectors of paragraphs: `pair` of them is `group` of their sentences; None if rows are not stored so.

    Args:
        vectors: The vectors of two documents.
        source: The sentences of each source paragraph.
        target: The sentences of each target paragraph.
    """
    if type(vectors.rows) is not SparseRows:
        return None
    return Vectors.of_rows(vectors.rows.summed_rows(source, target))


class _OneByOne:
    """Similarities of rows that only `Vectors.pair` can compare."""

    def __init__(self, vectors: Vectors, turned: bool) -> None:
        self._pair: Any = (lambda y, x: vectors.pair(x, y)) if turned else vectors.pair
        self._others = range(vectors.shape[0 if turned else 1])

    def row(self, x: int) -> Sequence[float]:
        return [self._pair(x, y) for y in self._others]

    def above(self, x: int, alpha: float) -> list[tuple[int, float]]:
        return [(y, value) for y, value in enumerate(self.row(x)) if value >= alpha]

    def best(self, xs: Iterable[int], group: array[int], groups: int) -> Sequence[float]:
        found = [-2.0] * groups
        for x in xs:
            for q, value in zip(group, self.row(x), strict=True):
                if value > found[q]:
                    found[q] = value
        return [0.0 if value < -1 else value for value in found]


class _Indexed(_OneByOne):
    """Similarities of sparse rows, where there is no compiled index."""

    def __init__(
        self, vectors: Vectors, turned: bool, rows: list[dict[int, float]], others: list[dict[int, float]]
    ) -> None:
        super().__init__(vectors, turned)
        self._rows = rows
        self._holders: dict[int, list[int]] = {}
        for y, row in enumerate(others):
            for column in row:
                self._holders.setdefault(column, []).append(y)

    def row(self, x: int) -> Sequence[float]:
        found = array("d", bytes(8 * len(self._others)))
        for y in {y for column in self._rows[x] for y in self._holders.get(column, ())}:
            found[y] = self._pair(x, y)
        return found
