"""Parts of a file: how formats that hold a corpus in one file are written by several workers, each a part.

A part is what a writer makes of some pairs that follow each other. What it must know of the pairs before is its
`Place`; what stands before the first part and after the last is the `Frame`. The parts in their order, inside the
frame, are the file that the writer of the whole would make.

Callers: `vicinal.corpus.exports`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from vicinal.alignment import Aligned


class Place(NamedTuple):
    """What the writer of a part knows of the pairs before.

    Attributes:
        number: How many pairs of the file come before.
        language: What the head of the file says of the language.
        names: The names that depend on the pairs before, by what `Naming` gave them for.
    """

    number: int = 0
    language: str = ""
    names: Mapping[str, str] = MappingProxyType({})


class Frame(NamedTuple):
    """What stands around the parts of a file, and the language that its head names."""

    head: str = ""
    foot: str = ""
    language: str = ""


Naming = Callable[[int, Aligned], tuple[str, str] | None]  # of each pair in order: its number from 0, and the pair


class Joiner(Protocol):
    """Makes a file of parts that cannot just follow each other."""

    def add(self, part: bytes) -> bytes:
        """Take the next part, and return the next bytes of the file."""

    def end(self) -> bytes:
        """Return the last bytes of the file."""


class Parts(NamedTuple):
    """How a format is written in parts.

    Attributes:
        write: Yields the content of a part, as the writer of a format does.
        frame: Returns the frame of a file, from its first pair; None if it has no pair.
        naming: Begins to name pairs; it returns the names that differ from those that a pair has by itself.
        joiner: Begins to make a file with a signature; None if the parts just follow each other.
    """

    write: Callable[[Iterable[Aligned], Place], Iterator[tuple[int, str]] | Iterator[tuple[int, bytes]]]
    frame: Callable[[Aligned | None], Frame] = lambda _: Frame()
    naming: Callable[[], Naming] | None = None
    joiner: Callable[[str], Joiner] | None = None
