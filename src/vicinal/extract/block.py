"""Block: what a reader sees as one paragraph of a file, and blocks as text that people can read and change.

How a heading is marked in a line of plain text is told here only: `heading_line` and `text_line` write such lines,
`marked_heading` and `unguarded` read them. Callers: the app, the command line, readers of plain text and of corpora.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

GUARD = "\u2060"  # word joiner: invisible, before a line that would otherwise be taken for a heading


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
    lines = [
        heading_line(text) if block.heading else text_line(text)
        for block in blocks
        if (text := " ".join(block.text.splitlines()).strip())
    ]
    return "\n\n".join(lines) + "\n" if lines else ""


def of_text(text: str) -> tuple[Block, ...]:
    r"""Return the blocks of a text that `as_text` wrote, and that someone may have changed: a line is a block.

    >>> of_text("== The harbour ==\n\nIt is old.\n")
    (Block(text='The harbour', heading=True), Block(text='It is old.', heading=False))
    """
    return tuple(_block(line) for line in map(str.strip, text.replace("\ufeff", "").splitlines()) if line)


def heading_line(text: str) -> str:
    """Return a heading as a line that `marked_heading` reads back."""
    return f"== {text} =="


def text_line(text: str, *, guard: bool = False) -> str:
    """Return text that is no heading as a line; what looks like the mark of one gets an invisible guard.

    Args:
        text: The text, on one line.
        guard: Whether it gets the guard in any case, because its shape is that of a heading.
    """
    return GUARD + text if guard or text.startswith((GUARD, "==", "---", "~~~")) else text


def marked_heading(line: str) -> str | None:
    """Return the heading in a line `== heading ==` or `== heading`, with two or more signs; None for another line.

    >>> [marked_heading(line) for line in ("=== At sea ===", "== At sea", "==At sea", "====")]
    ['At sea', 'At sea', None, None]
    """
    if not line.startswith("=="):
        return None
    opening, closing = len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("="))
    if closing >= 2:
        marks = min(opening, closing)
        return line[marks : len(line) - marks].strip() or None
    return line[opening:].strip() if line[opening].isspace() else None


def unguarded(line: str) -> str:
    """Return a line that is no heading without its guard."""
    return line.removeprefix(GUARD).strip() or line


def _block(line: str) -> Block:
    heading = marked_heading(line)
    return Block(unguarded(line)) if heading is None else Block(heading, heading=True)
