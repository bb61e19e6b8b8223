"""Alignments in the terminal: side by side, and step by step.

Text is shown as text: nothing in it is read as markup, and no character of it can drive the terminal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from vicinal.alignment import KINDS, Alignment, Link
from vicinal.document import Document
from vicinal.view.printable import printable
from vicinal.view.reasons import reason

_COLOURS = {"1-1": "green", "1-N": "cyan", "N-1": "yellow", "N-N": "magenta"}
Row = tuple[Sequence[int], Link | None, Sequence[int]]


def side_by_side(alignment: Alignment) -> RenderableType:
    """Return a table with linked sentences next to each other, then a summary line."""
    table = Table(box=None, padding=(0, 1), expand=True, show_edge=False)
    table.add_column(_heading(alignment.source, "source"), ratio=1)
    table.add_column("link", justify="center", no_wrap=True, width=9)
    table.add_column(_heading(alignment.target, "target"), ratio=1)
    for row in _rows(alignment):
        for cells in _table_rows(alignment, row):
            table.add_row(*cells)
    return Group(table, summary(alignment))


def summary(alignment: Alignment) -> Text:
    """Return one line: how much is aligned, and by what kinds of links."""
    kinds = Counter(link.kind for link in alignment.sentences)
    text = Text("\n")
    for document, alone, side in (
        (alignment.source, alignment.unaligned_source, "source"),
        (alignment.target, alignment.unaligned_target, "target"),
    ):
        size = len(document.sentences)
        text.append(f"{size - len(alone)} of {size} {side} sentences", style="bold")
        text.append(" and " if side == "source" else " aligned")
    text.append(f" in {len(alignment.sentences)} links")
    if kinds:
        text.append(": ")
        for kind in (kind for kind in KINDS if kinds[kind]):
            text.append(f"{kinds[kind]} {kind}", style=_COLOURS[kind])
            text.append("  ")
    return text


def steps(alignment: Alignment) -> RenderableType:
    """Return a table of the steps of the search: where it stood, what it found, how similar, and why."""
    table = Table(box=None, padding=(0, 1), show_edge=False, header_style="bold")
    for name, width in (("step", 4), ("stood at", 10), ("by", 7), ("found", 10), ("similarity", 10)):
        table.add_column(name, no_wrap=True, min_width=width)
    table.add_column("why", ratio=1, no_wrap=True, overflow="ellipsis")
    level = ""
    for number, step in enumerate(alignment.steps, start=1):
        if step.level != level:
            level = step.level
            table.add_row("", "", "", Text(f"{printable(level)}s", style="bold underline"), "", "")
        stood = "" if step.stood is None else _cell(step.stood)
        text = Text(printable(reason(step)))
        if level == "sentence":
            for side, index, document in zip("<>", step.cell, (alignment.source, alignment.target), strict=True):
                text.append(f"\n{side} {printable(document.sentences[index])}", style="dim")
        found = (_cell(step.cell), f"{step.similarity:.3f}", text)
        table.add_row(str(number), stood, Text(printable(step.vicinity)), *found)
    note = Text(f"\nCells are (source, target), counted from 0.  {printable(alignment.signature)}", style="dim")
    return Group(table, note)


def _heading(document: Document, side: str) -> Text:
    return Text(printable(document.id) if document.id else side, style="bold")


def _rows(alignment: Alignment) -> Iterator[Row]:
    """Yield links in source order, and the sentences in none where they stand in their document."""
    by_first = {link.source[0]: link for link in alignment.sentences}
    alone = list(alignment.unaligned_target)
    unaligned = set(alignment.unaligned_source)
    for i in range(len(alignment.source.sentences)):
        if i in unaligned:
            yield [i], None, []
        elif i in by_first:
            link = by_first[i]
            while alone and alone[0] < link.target[0]:
                yield [], None, [alone.pop(0)]
            yield link.source, link, link.target
    for j in alone:
        yield [], None, [j]


def _table_rows(alignment: Alignment, row: Row) -> Iterator[tuple[Text, Text, Text]]:
    source, link, target = row
    starts = {
        span[0]
        for document, side in ((alignment.source, source), (alignment.target, target))
        for span in document.spans
        if span and side and span[0] == side[0]
    }
    if starts and (source or target):
        yield Text(""), Text(""), Text("")
    style = "" if link else "dim"
    middle = Text()
    if link:
        middle = Text(f"{link.kind}", style=_COLOURS[link.kind])
        middle.append(f" {link.score:.2f}", style="dim")
    yield _column(alignment.source, source, style), middle, _column(alignment.target, target, style)


def _column(document: Document, indices: Sequence[int], style: str) -> Text:
    text = Text(style=style)
    for position, index in enumerate(indices):
        text.append("\n" if position else "")
        text.append(f"{index} ", style="dim")
        text.append(printable(document.sentences[index]))
    return text


def _cell(cell: tuple[int, int]) -> str:
    return f"({cell[0]}, {cell[1]})"
