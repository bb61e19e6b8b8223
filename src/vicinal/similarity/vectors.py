"""Vectors of sentences, and how similar two of them are.

A similarity is any callable (Document, Document) -> Vectors; `TfIdf` is the paper's. `Vectors` offers the only two
operations a search needs: `pair(x, y)` and, for concatenated sentences, `block(x0, x1, y0, y1)`.

Sums run in a fixed order (see `sparse`), and similarities are rounded to twelve decimals. So the same text gives the
same bits everywhere, and similarities that are equal on paper are equal here: the rules of the method break ties, not
the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, Protocol

from vicinal.errors import InputError
from vicinal.similarity.sparse import Rows, SparseRows
from vicinal.text.document import Document

_SMALL, _LARGE = 1e-290, 1e290  # outside this range a product of squares underflows or overflows
_GRAIN = 1e12


class Similarity(Protocol):
    """A function from two documents to the vectors of their sentences."""

    def __call__(self, source: Document, target: Document, /) -> Vectors:
        """Return one vector for each sentence.

        Args:
            source: The first document.
            target: The second document.
        """


class Vectors:
    """One vector for each sentence of two documents, not normalised.

    Args:
        source: One row for each source sentence: a sequence of numbers, or a mapping from column to number.
        target: The same for the target sentences. Rows that are sequences must all have one width.

    Raises:
        InputError: A number is not finite, or a row has another width than the first.

    >>> Vectors([[1, 0], [0, 2]], [[3, 0], [1, 1]]).pair(0, 0)
    1.0
    """

    def __init__(self, source: Iterable[Any], target: Iterable[Any]) -> None:
        self.rows: Rows = SparseRows(source, target)

    @classmethod
    def of_rows(cls, rows: Rows) -> Vectors:
        """Return vectors over rows that are stored in their own way."""
        vectors = object.__new__(cls)
        vectors.rows = rows
        return vectors

    @property
    def shape(self) -> tuple[int, int]:
        """How many source and how many target sentences."""
        return self.rows.shape

    def pair(self, x: int, y: int) -> float:
        """Return the cosine of two rows; 0 where a row is all zeros.

        Args:
            x: The index of the source sentence.
            y: The index of the target sentence.
        """
        source, target = self.rows.squares
        return _cosine(self.rows.dot(x, y), source[x], target[y])

    def block(self, x0: int, x1: int, y0: int, y1: int) -> float:
        """Return the cosine of the sums of neighbouring rows: the similarity of concatenated sentences.

        Args:
            x0: The first source sentence.
            x1: The source sentence after the last.
            y0: The first target sentence.
            y1: The target sentence after the last.
        """
        return _cosine(*self.rows.summed(range(x0, x1), range(y0, y1)))

    def group(self, xs: Iterable[int], ys: Iterable[int]) -> float:
        """Return the cosine of the sums of any rows.

        Args:
            xs: The source sentences.
            ys: The target sentences.
        """
        return _cosine(*self.rows.summed(xs, ys))

    def select(self, xs: Sequence[int], ys: Sequence[int]) -> Vectors:
        """Return the vectors of a selection of sentences, in the order given.

        Args:
            xs: The source sentences.
            ys: The target sentences.
        """
        return Vectors.of_rows(self.rows.select(xs, ys))


class BestPair:
    """The paper's paragraph similarity: M(i, j) is that of the best pair of sentences of paragraphs i and j.

    Computed on demand, so a search pays only for the cells it looks at.
    """

    def __init__(self, vectors: Vectors, source: Sequence[Sequence[int]], target: Sequence[Sequence[int]]) -> None:
        self._vectors = vectors
        self._source = source
        self._target = target

    @property
    def shape(self) -> tuple[int, int]:
        """How many source and how many target paragraphs."""
        return len(self._source), len(self._target)

    def pair(self, x: int, y: int) -> float:
        """Return the similarity of the most similar sentences of two paragraphs; 0 where one is empty."""
        pair = self._vectors.pair
        return max((pair(i, j) for i in self._source[x] for j in self._target[y]), default=0.0)


def check_words(source: Document, target: Document, source_has_words: bool, target_has_words: bool) -> None:
    """Raise InputError, with the name of the document, if one of the two has no words."""
    for side, document, has_words in (("source", source, source_has_words), ("target", target, target_has_words)):
        if not has_words:
            raise InputError(f"{document.id or side + ' document'}: has no words to align")


def _cosine(dot: float, source_square: float, target_square: float) -> float:
    """Return the cosine, from a dot product and two squared lengths."""
    if dot == 0.0:
        return 0.0
    # One root of the product: so equal rows give exactly 1, which the product of two roots does not.
    square = source_square * target_square
    length = sqrt(square) if _SMALL < square < _LARGE else sqrt(source_square) * sqrt(target_square)
    return max(-1.0, min(1.0, round(dot / length * _GRAIN) / _GRAIN))
