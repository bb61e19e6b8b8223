"""Paragraphs as they are gathered from a document that is read from its beginning to its end."""

from __future__ import annotations

from vicinal.extract.block import Block
from vicinal.extract.lines import one_line
from vicinal.extract.looks import Look


class Paragraphs:
    """Paragraphs of a document, open ones and finished ones.

    A paragraph may be open inside another one: a text box stands in the paragraph that it is anchored to. It comes
    after that paragraph. Empty paragraphs disappear.

    Callers: the readers of Word, OpenDocument and RTF files.

    Attributes:
        blocks: The finished paragraphs, in the order in which they began.
        looks: How each of them looks.
    """

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.looks: list[Look] = []
        self._open: list[tuple[int, list[str]]] = []
        self._carried: list[str] = []

    def begin(self) -> None:
        """Begin a paragraph, with what was carried to it."""
        self._open.append((len(self.blocks), self._carried))
        self._carried = []

    def write(self, text: str) -> None:
        """Add text to the innermost open paragraph; a line feed is a line break. Without a paragraph it is dropped."""
        if self._open:
            self._open[-1][1].append(text)

    def end(self, *, heading: bool = False, wanted: bool = True, look: Look | None = None) -> None:
        """End the innermost open paragraph."""
        place, pieces = self._open.pop()
        text = one_line("".join(pieces)) if wanted else ""
        if text:
            self.blocks.insert(place, Block(text, heading))
            self.looks.insert(place, look or Look(free=False))

    def carry(self) -> None:
        """End the innermost open paragraph, whose text goes on in the next one."""
        self._carried = self._open.pop()[1]

    def settle(self) -> None:
        """Make a paragraph of what was carried, if no other one will come for it."""
        if self._carried:
            self.begin()
            self.end()
