"""Dense rows, as for embeddings: whole numbers in numpy arrays.

Products and sums of whole numbers are exact in any order, so the results equal those of `SparseRows` with the same
numbers, bit for bit. Dot products are computed on demand, for a tile of neighbouring sentences at a time, and a bounded
number of tiles is kept: memory grows with the text, not with its square.

Caller: `embeddings`. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vicinal.similarity.sparse import Products

Tiles = dict[tuple[int, int], NDArray[np.float64]]

_BITS = 6  # a tile has 64 x 64 sentences
_INSIDE = (1 << _BITS) - 1
_MOST_TILES = 1024  # 32 MB


class DenseRows:
    """Rows of whole numbers.

    Args:
        source: An array of integers, one row for each source sentence.
        target: The same for the target sentences, with as many columns. The squared length of a row must be below
            2 ** 53, so that products are exact.

    >>> DenseRows(np.array([[1, 2]]), np.array([[3, 4]])).dot(0, 0)
    11.0
    """

    def __init__(self, source: NDArray[np.integer[Any]], target: NDArray[np.integer[Any]]) -> None:
        self._source, self._target = source, target
        self._xs: Sequence[int] = range(len(source))
        self._ys: Sequence[int] = range(len(target))
        self._tiles: Tiles = {}

    @property
    def shape(self) -> tuple[int, int]:
        """How many source rows and how many target rows."""
        return len(self._xs), len(self._ys)

    @cached_property
    def squares(self) -> tuple[list[float], list[float]]:
        """The squared lengths of the source rows and of the target rows, computed when they are needed."""
        return _squares(self._source), _squares(self._target)

    @property
    def stored(self) -> tuple[NDArray[np.int16], NDArray[np.int16]] | None:
        """The source rows and the target rows, for the compiled kernel; None unless they are 16-bit integers."""
        if not self._source.dtype == self._target.dtype == np.int16:
            return None
        source, target = (
            rows if isinstance(chosen, range) else rows[chosen]
            for rows, chosen in ((self._source, self._xs), (self._target, self._ys))
        )
        return np.ascontiguousarray(source), np.ascontiguousarray(target)

    def dot(self, x: int, y: int) -> float:
        """Return the dot product of source row x and target row y."""
        x, y = self._xs[x], self._ys[y]
        key = (x >> _BITS, y >> _BITS)
        tile = self._tiles.get(key)
        if tile is None:
            if len(self._tiles) >= _MOST_TILES:
                self._tiles.clear()
            tile = self._tiles[key] = _tile(self._source, key[0]) @ _tile(self._target, key[1]).T
        return tile.item(x & _INSIDE, y & _INSIDE)

    def summed(self, xs: Iterable[int], ys: Iterable[int]) -> Products:
        """Return the dot product of the summed rows xs and the summed rows ys, and their squared lengths."""
        source = self._source[[self._xs[x] for x in xs]].sum(axis=0, dtype=np.int64)
        target = self._target[[self._ys[y] for y in ys]].sum(axis=0, dtype=np.int64)
        return float(source @ target), float(source @ source), float(target @ target)

    def select(self, xs: Sequence[int], ys: Sequence[int]) -> DenseRows:
        """Return a selection of rows, in the order given; both share the tiles."""
        chosen = object.__new__(DenseRows)
        chosen._source, chosen._target, chosen._tiles = self._source, self._target, self._tiles
        chosen._xs = [self._xs[x] for x in xs]
        chosen._ys = [self._ys[y] for y in ys]
        chosen.squares = ([self.squares[0][x] for x in xs], [self.squares[1][y] for y in ys])
        return chosen


def _squares(rows: NDArray[np.integer[Any]]) -> list[float]:
    squares: list[int] = np.einsum("ij,ij->i", rows, rows, dtype=np.int64).tolist()
    return list(map(float, squares))


def _tile(rows: NDArray[np.integer[Any]], number: int) -> NDArray[np.float64]:
    return rows[number << _BITS : (number + 1) << _BITS].astype(np.float64)
