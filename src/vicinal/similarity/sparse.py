"""The storage behind `Vectors`: one row of numbers per sentence.

`Rows` is the contract. `SparseRows` stores the columns that are not zero, as for words. `dense` stores arrays of whole
numbers, as for embeddings, and `blend` concatenates the rows of several similarities. Sums run in a fixed order in
plain floating point (never `sum`, whose rounding differs between Python versions), or are exact.

Caller: `vectors`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, Protocol

from vicinal.errors import InputError

Row = dict[int, float]
Products = tuple[float, float, float]  # a dot product, and the squared lengths of its source and its target side


class Rows(Protocol):
    """One row for each sentence of two documents."""

    @property
    def shape(self) -> tuple[int, int]:
        """How many source rows and how many target rows."""

    @property
    def squares(self) -> tuple[Sequence[float], Sequence[float]]:
        """The squared lengths of the source rows and of the target rows."""

    def dot(self, x: int, y: int, /) -> float:
        """Return the dot product of source row x and target row y."""

    def summed(self, xs: Iterable[int], ys: Iterable[int], /) -> Products:
        """Return the dot product of the summed rows xs and the summed rows ys, and their squared lengths."""

    def select(self, xs: Sequence[int], ys: Sequence[int], /) -> Rows:
        """Return a selection of rows, in the order given."""


class SparseRows:
    """Rows as mappings from column to non-zero number.

    Args:
        source: One row for each source sentence: a sequence of numbers, or a mapping from column to number.
        target: The same for the target sentences. Rows that are sequences must all have one width.

    Raises:
        InputError: A number is not finite, or a row has another width than the first.
    """

    def __init__(self, source: Iterable[Any], target: Iterable[Any]) -> None:
        widths: set[int] = set()
        self._source = [_row(values, widths, f"source row {x}") for x, values in enumerate(source)]
        self._target = [_row(values, widths, f"target row {y}") for y, values in enumerate(target)]
        self.squares: tuple[list[float], list[float]] = (
            [_square(row, f"source row {x}") for x, row in enumerate(self._source)],
            [_square(row, f"target row {y}") for y, row in enumerate(self._target)],
        )

    @property
    def shape(self) -> tuple[int, int]:
        """How many source rows and how many target rows."""
        return len(self._source), len(self._target)

    @property
    def stored(self) -> tuple[list[Row], list[Row]]:
        """The source rows and the target rows, columns ascending; for the compiled kernel and an index."""
        return self._source, self._target

    def dot(self, x: int, y: int) -> float:
        """Return the dot product of source row x and target row y."""
        return _dot(self._source[x], self._target[y])

    def summed(self, xs: Iterable[int], ys: Iterable[int]) -> Products:
        """Return the dot product of the summed rows xs and the summed rows ys, and their squared lengths."""
        source = _total(self._source[x] for x in xs)
        target = _total(self._target[y] for y in ys)
        return _dot(source, target), _square(source, "summed rows"), _square(target, "summed rows")

    def summed_rows(self, source: Iterable[Iterable[int]], target: Iterable[Iterable[int]]) -> SparseRows:
        """Return the sums of rows as rows, one for each group of rows."""
        chosen = SparseRows((), ())
        chosen._source = [_total(self._source[x] for x in xs) for xs in source]
        chosen._target = [_total(self._target[y] for y in ys) for ys in target]
        chosen.squares = (
            [_square(row, "summed rows") for row in chosen._source],
            [_square(row, "summed rows") for row in chosen._target],
        )
        return chosen

    def select(self, xs: Sequence[int], ys: Sequence[int]) -> SparseRows:
        """Return a selection of rows, in the order given."""
        chosen = SparseRows((), ())
        chosen._source = [self._source[x] for x in xs]
        chosen._target = [self._target[y] for y in ys]
        chosen.squares = ([self.squares[0][x] for x in xs], [self.squares[1][y] for y in ys])
        return chosen


def _row(values: Any, widths: set[int], where: str) -> Row:
    """Return a row as a mapping from column to non-zero number, columns ascending."""
    try:
        if isinstance(values, (str, bytes)):
            raise TypeError
        if not isinstance(values, Mapping):
            values = dict(enumerate(values))
            widths.add(len(values))
        row = {int(column): float(value) for column, value in values.items()}
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{where}: is not a row of numbers: {values!r:.80}") from None
    if len(widths) > 1:
        raise InputError(f"{where}: has {len(values)} values where other rows have {min(widths - {len(values)})}")
    for column, value in row.items():
        if not isfinite(value):
            raise InputError(f"{where}: value {column} is {value}; vectors must hold finite numbers")
    return {column: row[column] for column in sorted(row) if row[column]}


def _total(rows: Iterable[Row]) -> Row:
    """Return the sum of rows, added in their order, columns ascending."""
    total: Row = {}
    for row in rows:
        for column, value in row.items():
            total[column] = total.get(column, 0.0) + value
    return dict(sorted(total.items()))


def _square(row: Row, where: str) -> float:
    """Return the squared length of a row."""
    total = 0.0
    for value in row.values():
        total += value * value
    if not isfinite(total):
        raise InputError(f"{where}: the numbers are too large to be squared")
    return total


def _dot(source: Row, target: Row) -> float:
    """Return the dot product of two rows; the columns of source give the order of the sum."""
    dot = 0.0
    for column, value in source.items():
        if column in target:
            dot += value * target[column]
    return dot
