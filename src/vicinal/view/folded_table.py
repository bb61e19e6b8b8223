"""A table of figures for the terminal that is never cut off: columns that do not fit go below the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

_GAP = 1  # columns between two cells


@dataclass(frozen=True)
class FoldedTable:
    """Rows of text, the first of which is the heading; no cell is read as markup.

    Where the terminal is too narrow, the columns are shown in several tables, each with the first column.
    """

    rows: Sequence[Sequence[str]]
    last_bold: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = [max(map(cell_len, column)) for column in zip(*self.rows, strict=True)]
        for number, columns in enumerate(parts(widths, options.max_width)):
            if number:
                yield Text()
            yield self._table(columns)

    def _table(self, columns: Sequence[int]) -> Table:
        table = Table(box=None, padding=(0, _GAP, 0, 0), pad_edge=False)
        for place in columns:
            heading = Text(self.rows[0][place])
            table.add_column(heading, justify="right" if place else "left", overflow="fold")
        for row in self.rows[1:]:
            bold = self.last_bold and row is self.rows[-1]
            table.add_row(*(Text(row[place]) for place in columns), style="bold" if bold else "")
        return table


def parts(widths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Yield the numbers of columns that fit beside each other, always with the first one.

    >>> list(parts([5, 3, 3, 3], 13))
    [[0, 1, 2], [0, 3]]
    """
    found, used = [0], widths[0]
    for place, width in enumerate(widths[1:], 1):
        if len(found) > 1 and used + _GAP + width > most:
            yield found
            found, used = [0], widths[0]
        found.append(place)
        used += _GAP + width
    yield found
