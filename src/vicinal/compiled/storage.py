"""How sources that run as Python and are also compiled keep numbers: lists and objects here, C in `_storage.pyx`.

Code that only reads and writes elements of arrays by index, and attributes of structs, is the same for both. A C array
lives as long as the `Arrays` that made it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Value = TypeVar("Value")


def as_struct(value: Value) -> Value:
    """Return an object to read and write attributes of; compiled code makes a C struct of it."""
    return value


def of_struct(kind: type[Value], struct: Value) -> Value:  # noqa: ARG001
    """Return a struct as an object of that class."""
    return struct


class Arrays:
    """Makes arrays; the compiled one owns their memory."""

    def doubles(self, count: int) -> list[float]:
        """Return an array of zeros."""
        return [0.0] * count

    def integers(self, count: int) -> list[int]:
        """Return an array of zeros, of 32 bits."""
        return [0] * count

    def longs(self, count: int) -> list[int]:
        """Return an array of zeros, of 64 bits."""
        return [0] * count

    def unset_doubles(self, count: int) -> list[float]:
        """Return an array that is filled before it is read; compiled, it holds anything at first."""
        return [0.0] * count

    def unset_integers(self, count: int) -> list[int]:
        """The same, of 32 bits."""
        return [0] * count

    def integers_of(self, values: Sequence[int]) -> list[int]:
        """Return an array of these values, of 32 bits."""
        return list(values)

    def more_doubles(self, array: list[float], before: int, count: int) -> list[float]:
        """Return an array with zeros appended from `before` to `count` elements, in place of the one passed."""
        return array + [0.0] * (count - before)

    def more_integers(self, array: list[int], before: int, count: int) -> list[int]:
        """Return an array with zeros appended from `before` to `count` elements, in place of the one passed."""
        return array + [0] * (count - before)


class CandidateList:
    """The links that `methods.global_.candidates` collects; the compiled one is an array of structs."""

    def __init__(self) -> None:
        self._found: list[tuple[float, int, int, int, int, float]] = []

    def add(self, loss: float, x0: int, x1: int, y0: int, y1: int, posterior: float) -> None:
        """Append a link."""
        self._found.append((loss, x0, x1, y0, y1, posterior))

    def as_list(self) -> list[tuple[float, int, int, int, int, float]]:
        """Return all of them."""
        return self._found
