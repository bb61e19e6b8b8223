"""All versions of a document in the terminal: a column for each level, or one below the other if it is narrow.

Texts are made printable and never read as markup.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from vicinal.versions.consistent import Versions
from vicinal.versions.grouping import Row
from vicinal.view.printable import printable
from vicinal.view.terminal import COLOURS, paragraph_starts, sentence_lines
from vicinal.view.version_page import row_summary
from vicinal.view.version_rows import ShownRow, shown_rows
from vicinal.wording import many

_NARROWEST = 18  # width of a column of text


def version_table(versions: Versions) -> RenderableType:
    """Return the rows of all versions as a table, and a summary line.

    Levels are side by side if each gets a column wide enough to read, else one below the other.
    """
    return Group(_VersionTable(versions), summary(versions))


def summary(versions: Versions) -> Text:
    """Return one line: the number of rows, how many of them have sentences at all levels or at one, and the method."""
    rows, _, rest = row_summary(versions).partition(" in ")
    text = Text("\n")
    text.append(rows, style="bold")
    text.append(f" in {rest}")
    if versions.contradicted:
        links = many(len(versions.contradicted), "link")
        text.append(f"; {links} set aside, contradicted by the levels in between", style="dim")
    return text


@dataclass(frozen=True)
class _VersionTable:
    """The table; its layout depends on the width of the terminal."""

    versions: Versions

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = len(self.versions.documents)
        wide = options.max_width >= columns * (_NARROWEST + 2)
        yield _side_by_side(self.versions) if wide else _stacked(self.versions)


def _side_by_side(versions: Versions) -> RenderableType:
    table = Table(box=None, padding=(0, 1), expand=True, show_edge=False)
    for heading in _headings(versions):
        table.add_column(heading, ratio=1, overflow="fold")
    starts = list(map(paragraph_starts, versions.documents))
    for number, row in enumerate(shown_rows(versions.rows)):
        if number and _starts_paragraph(row.sides, starts):
            table.add_row()
        table.add_row(*(text for _, text in _cells(versions, row)))
    return table


def _stacked(versions: Versions) -> RenderableType:
    table = Table(box=None, padding=(0, 1), expand=True, show_edge=False, show_header=False)
    table.add_column(overflow="fold", max_width=_NARROWEST)
    table.add_column(ratio=1, overflow="fold")
    headings = _headings(versions)
    for number, row in enumerate(shown_rows(versions.rows)):
        if number:
            table.add_row()
        for level, text in _cells(versions, row):
            if row.sides[level]:
                table.add_row(headings[level], text)
    return table


def _headings(versions: Versions) -> list[Text]:
    """Return the headings: the level, and the name of the document if it has another one."""
    headings = []
    for name, document in zip(versions.names, versions.documents, strict=True):
        heading = Text(printable(name), style="bold")
        if document.id and document.id != name:
            heading.append(f" {printable(document.id)}", style="dim")
        headings.append(heading)
    return headings


def _cells(versions: Versions, row: ShownRow) -> Iterator[tuple[int, Text]]:
    """Yield the sentences of each level; the kind of the link that leads to them stands before, in its colour."""
    for level, (document, sentences) in enumerate(zip(versions.documents, row.sides, strict=True)):
        text, kind = Text(), row.kind(level)
        if kind is not None:
            text.append(f"{kind} ", style=COLOURS[kind])
        starts = () if row.is_linked else paragraph_starts(document)
        yield level, text + sentence_lines(document, sentences, "" if row.is_linked else "dim", starts)


def _starts_paragraph(row: Row, starts: Sequence[set[int]]) -> bool:
    return any(side and side[0] in some for side, some in zip(row, starts, strict=True))
