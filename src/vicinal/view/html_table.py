"""Tables of reports, with a caption, row and column headings, and a value to sort by behind each number.

`assets/report.js` sorts them. Without it they are plain tables, most important row first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vicinal.view.markup import Html
from vicinal.wording import percent

_METER = 46  # width of a meter in pixels
_FEW = 6  # a table with at most this many columns need not be as wide as the page
_TABLE = Html("""\
<div class="scroll{few}" tabindex="0" role="group" aria-label="{caption}"><table{sortable}>
<caption>{caption}{note}</caption>
<thead><tr>{head}</tr></thead>
<tbody>
{body}
</tbody>{foot}
</table></div>""")
_BAR = Html(
    '<svg class="meter" width="{width}" height="8" aria-hidden="true"><rect class="empty" width="{width}" height="8" '
    'rx="2"/><rect class="{side}" width="{part:.1f}" height="8" rx="2"/></svg> <span class="figure">{percent}</span>'
)


class Cell(NamedTuple):
    """A cell: its content, and what to sort it by if that is not its text."""

    content: str
    value: float | None = None


class Column(NamedTuple):
    """A column: its heading, an explanation, and whether it holds numbers, which are aligned to the right."""

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
) -> Html:
    """Return a table. The first cell of a row is its heading; the last cell of a short row spans the missing ones.

    Args:
        caption: What the table shows.
        columns: One for each cell of a row.
        rows: The cells of each row.
        note: A remark beside the caption.
        foot: The totals; this row stays at the bottom when the table is sorted.
        is_sortable: Whether readers may sort it.
    """
    heading = Html('<th scope="col"{}{}>{}</th>')
    return _TABLE.format(
        caption=caption,
        note=Html(' <span class="quiet">{}</span>').format(note) if note else "",
        few=" few" if len(columns) <= _FEW else "",
        sortable=" data-sortable" if is_sortable and len(rows) > 1 else "",
        head=Html("").join(heading.format(_align(column), _title(column), column.name) for column in columns),
        body=Html("\n").join(_row(columns, row) for row in rows),
        foot=Html("\n<tfoot>\n{}\n</tfoot>").format(_row(columns, foot)) if foot is not None else "",
    )


def text(words: str) -> Cell:
    """Return a cell of text in any writing direction."""
    return Cell(Html("<bdi>{}</bdi>").format(words))


def count(number: int) -> Cell:
    """Return a cell with a whole number."""
    return Cell(f"{number:,}", number)


def decimal(number: float | None, digits: int = 2) -> Cell:
    """Return a cell with a number, or a dash for None."""
    return Cell("-", -1) if number is None else Cell(f"{number:.{digits}f}", round(number, 6))


def share(part: float | None, side: str) -> Cell:
    """Return a cell with a share in per cent and as a bar; side is its colour: source or target."""
    if part is None:
        return Cell("-", -1)
    return Cell(_BAR.format(width=_METER, side=side, part=_METER * part, percent=percent(part)), round(part, 6))


def _row(columns: Sequence[Column], row: Sequence[Cell]) -> Html:
    cells = []
    missing = len(columns) - len(row)
    for number, (column, (content, value)) in enumerate(zip(columns, row, strict=False)):
        sorted_by = "" if value is None else Html(' data-value="{}"').format(value)
        if number == 0:
            cells.append(Html('<th scope="row"{}>{}</th>').format(sorted_by, content))
        elif missing > 0 and number == len(row) - 1:
            cells.append(Html('<td colspan="{}" class="wide"{}>{}</td>').format(missing + 1, sorted_by, content))
        else:
            cells.append(Html("<td{}{}>{}</td>").format(_align(column), sorted_by, content))
    return Html("<tr>{}</tr>").format(Html("").join(cells))


def _align(column: Column) -> Html:
    return Html(' class="number"') if column.is_number else Html("")


def _title(column: Column) -> Html:
    return Html(' title="{}"').format(column.meaning) if column.meaning else Html("")
