"""Block: what a reader sees as one paragraph of a file."""

from __future__ import annotations

from typing import NamedTuple


class Block(NamedTuple):
    """A paragraph as a reader sees it: a heading, a paragraph, a list item, a cell of a table.

    Attributes:
        text: Its text, on one line, without markup, without outer white space, never empty.
        heading: Whether it is a heading.
    """

    text: str
    heading: bool = False
