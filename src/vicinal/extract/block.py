"""Block: what a reader sees as one paragraph of a file, and blocks as text that people can read and change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

_JOINER = "\u2060"  # word joiner: invisible, before a paragraph that would otherwise be taken for a heading


class Block(NamedTuple):
    """A paragraph as a reader sees it: a heading, a paragraph, a list item, a cell of a table.

    Attributes:
        text: Its text, on one line, without markup, without outer white space, never empty.
        heading: Whether it is a heading.
    """

    text: str
    heading: bool = False


def as_text(blocks: Iterable[Block]) -> str:
    r"""Return blocks as plain text: each on a line of its own, blank lines between them, headings marked.

    For people, and for every reader of plain text that knows `== x ==`. Called by the app and the command line.

    >>> as_text([Block("The harbour", heading=True), Block("It is old.")])
    '== The harbour ==\n\nIt is old.\n'
    """
    lines = [_line(text, block.heading) for block in blocks if (text := " ".join(block.text.splitlines()).strip())]
    return "\n\n".join(lines) + "\n" if lines else ""


def of_text(text: str) -> tuple[Block, ...]:
    r"""Return the blocks of a text that `as_text` wrote, and that someone may have changed: a line is a block.

    >>> of_text("== The harbour ==\n\nIt is old.\n")
    (Block(text='The harbour', heading=True), Block(text='It is old.', heading=False))
    """
    return tuple(_block(line) for line in map(str.strip, text.replace("\ufeff", "").splitlines()) if line)


def _line(text: str, heading: bool) -> str:
    if heading:
        return f"== {text} =="
    return _JOINER + text if text.startswith((_JOINER, "==")) else text


def _block(line: str) -> Block:
    if line.startswith("==") and line.endswith("=="):
        marks = min(len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("=")))
        text = line[marks : len(line) - marks].strip()
        if text:
            return Block(text, heading=True)
    return Block(line.removeprefix(_JOINER))
