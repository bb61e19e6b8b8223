"""Headings by their look: most people do not use styles, they make a line bold or larger.

Callers: the readers of Word and OpenDocument files, for files that have no heading by style.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from vicinal.extract.block import Block

_LONGEST = 120  # characters of a heading
_NO_END = (".", ",", ";", ":", "。", "、", "।", "۔")  # a question mark may end a heading
_LARGER = 1.15  # than the text


@dataclass
class Look:
    """How the text of a paragraph looks.

    Attributes:
        letters: The characters of its text.
        bold: How many of them are bold.
        size: The size of the smallest ones.
        free: Whether it stands by itself: in no table, list or text box.
    """

    letters: int = 0
    bold: int = 0
    size: float = 0.0
    free: bool = True

    def add(self, text: str, bold: bool, size: float) -> None:
        """Add a piece of text; one without letters and digits has no look."""
        if text[:1].isalnum() or any(map(str.isalnum, text)):
            self.letters += len(text)
            self.bold += len(text) if bold else 0
            self.size = min(self.size, size) if self.size else size


def with_headings(blocks: Sequence[Block], looks: Sequence[Look]) -> list[Block]:
    """Return the blocks of a file, with headings by their look if it has none by style; there is a look for each block.

    A heading is short, all bold or clearly larger than most of the text, has no full stop, and stands over a paragraph
    that is not so, or over a heading in smaller letters.
    """
    if any(block.heading for block in blocks):
        return list(blocks)
    sizes = Counter[float]()
    for look in looks:
        sizes[look.size] += look.letters
    size = max(sizes, key=lambda one: (sizes[one], -one), default=0.0)
    is_bold = 2 * sum(look.bold for look in looks) > sum(look.letters for look in looks)
    found: list[Block] = []
    below: Look | None = None
    below_stands_out = below_is_heading = False
    for block, look in zip(reversed(blocks), reversed(looks), strict=True):
        marked = look.size > _LARGER * size or (not is_bold and look.bold == look.letters and look.size >= size)
        stands_out = look.free and marked and _is_short(block.text)
        over_smaller = below is not None and below_is_heading and look.size > _LARGER * below.size
        heading = stands_out and below is not None and (not below_stands_out or over_smaller)
        found.append(Block(block.text, heading))
        below, below_stands_out, below_is_heading = look, stands_out, heading
    return found[::-1]


def _is_short(text: str) -> bool:
    return len(text) <= _LONGEST and not text.endswith(_NO_END) and any(map(str.isalpha, text))
