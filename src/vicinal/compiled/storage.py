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

    def integers_of(self, values: Sequence[int]) -> list[int]:
        """Return an array of these values, of 32 bits."""
        return list(values)

    def more_doubles(self, array: list[float], before: int, count: int) -> list[float]:
        """Return an array with zeros appended from `before` to `count` elements, in place of the one passed."""
        return array + [0.0] * (count - before)

    def more_integers(self, array: list[int], before: int, count: int) -> list[int]:
        """Return an array with zeros appended from `before` to `count` elements, in place of the one passed."""
        return array + [0] * (count - before)
