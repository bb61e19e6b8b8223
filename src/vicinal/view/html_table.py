"""Tables of a report: with a caption, headings for rows and columns, and a value behind each number to sort by.

A script sorts them (`assets/report.js`); without it they are plain tables in the order that matters most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vicinal.report.histogram import percent
from vicinal.view.escape import line

_METER = 46  # width of a meter, in pixels
_FEW = 6  # columns of a table that need not be as wide as the page


class Cell(NamedTuple):
    """A cell: its HTML, and what it is sorted by, if that is not its text."""

    html: str
    value: float | None = None


class Column(NamedTuple):
    """A column: its heading, what it means in words, and whether it holds numbers, which stand to the right."""

    name: str
    meaning: str = ""
    is_number: bool = True


def table(
    caption: str,
    columns: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
    *,
    note: str = "",
    foot: Sequence[Cell] | None = None,
    is_sortable: bool = True,
) -> str:
    """Return a table; the first cell of a row is its heading, and a last cell that lacks others behind it spans them.

    Args:
        caption: What the table shows.
        columns: One for each cell of a row.
        rows: The cells of each row.
        note: More about the table, beside the caption.
        foot: A row for all together, which stays below when others are sorted.
        is_sortable: Whether readers may sort it.
    """
    head = "".join(f'<th scope="col"{_align(column)}{_title(column)}>{line(column.name)}</th>' for column in columns)
    body = "\n".join(_row(columns, row) for row in rows)
    below = f"\n<tfoot>\n{_row(columns, foot)}\n</tfoot>" if foot is not None else ""
    sortable = " data-sortable" if is_sortable and len(rows) > 1 else ""
    more = f' <span class="quiet">{line(note)}</span>' if note else ""
    few = " few" if len(columns) <= _FEW else ""
    return (
        f'<div class="scroll{few}" tabindex="0" role="group" aria-label="{line(caption)}"><table{sortable}>\n'
        f"<caption>{line(caption)}{more}</caption>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>{below}\n</table></div>"
    )


def text(words: str) -> Cell:
    """Return a cell of text, in whatever direction it is written."""
    return Cell(f"<bdi>{line(words)}</bdi>")


def count(number: int) -> Cell:
    """Return a cell with a whole number."""
    return Cell(f"{number:,}", number)


def decimal(number: float | None, digits: int = 2) -> Cell:
    """Return a cell with a number, or with a dash where there is none."""
    return Cell("-", -1) if number is None else Cell(f"{number:.{digits}f}", round(number, 6))


def share(part: float | None, side: str = "source") -> Cell:
    """Return a cell with a share in per cent and as a bar; side is the colour: source, target or plain."""
    if part is None:
        return Cell("-", -1)
    bar = (
        f'<svg class="meter" width="{_METER}" height="8" aria-hidden="true"><rect class="empty" width="{_METER}" '
        f'height="8" rx="2"/><rect class="{side}" width="{_METER * part:.1f}" height="8" rx="2"/></svg>'
    )
    return Cell(f'{bar} <span class="figure">{line(percent(part))}</span>', round(part, 6))


def _row(columns: Sequence[Column], row: Sequence[Cell]) -> str:
    cells = []
    for number, (column, cell) in enumerate(zip(columns, row, strict=False)):
        value = "" if cell.value is None else f' data-value="{cell.value}"'
        missing = len(columns) - len(row)
        if missing > 0 and number == len(row) - 1 and number > 0:
            cells.append(f'<td colspan="{missing + 1}" class="wide"{value}>{cell.html}</td>')
        elif number == 0:
            cells.append(f'<th scope="row"{value}>{cell.html}</th>')
        else:
            cells.append(f"<td{_align(column)}{value}>{cell.html}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _align(column: Column) -> str:
    return ' class="number"' if column.is_number else ""


def _title(column: Column) -> str:
    return f' title="{line(column.meaning)}"' if column.meaning else ""
