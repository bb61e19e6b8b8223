"""Tables on a page of a PDF: lines beside each other are cells, read row by row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from vicinal.extract.pdf_lines import SEEN_SPACE, Line, Rule, merged, rows_of

Cell = tuple[Line, ...]
_MOST_PAIRS = 2_500  # of cells below each other: rows of more than about 50 are no rows of a table


def with_tables(lines: Sequence[Line], rules: Sequence[Rule]) -> list[Line | Cell]:
    """Return lines in order; where several stand beside each other, they are cells; called for each flow."""
    items: list[Line | Cell] = []
    rows = rows_of(lines)
    edges = min(line.left for line in lines), max(line.right for line in lines)
    rows = [[merged(row)] if len(row) > 1 and _is_stretched(row, edges) else row for row in rows]
    number = 0
    while number < len(rows):
        table = [rows[number]]
        while len(rows[number]) > 1 and number + len(table) < len(rows) and _in_table(table, rows[number + len(table)]):
            table.append(rows[number + len(table)])
        items += _cells(table, rules) if len(rows[number]) > 1 else rows[number]
        number += len(table)
    return items


def _is_stretched(row: Sequence[Line], edges: tuple[float, float]) -> bool:
    """Tell whether a row is one line with wide spaces, all alike, that make it reach from edge to edge."""
    chunks = [chunk for line in row for chunk in line.chunks]
    gaps = [b.left - a.right for a, b in pairwise(chunks) if b.space]
    whole = row[0].left - edges[0] < 1.5 and edges[1] - row[-1].right < 1.5
    sure = len(gaps) > 1 or all(chunk.space != SEEN_SPACE for chunk in chunks[1:])
    return whole and sure and max(gaps) < 2.5 * min(gaps)


def _in_table(table: Sequence[Sequence[Line]], row: Sequence[Line]) -> bool:
    """Tell whether a row belongs to the table above: it has cells, or it continues one cell."""
    if len(row) > 1:
        return row[0].base - table[-1][0].base < 5 * row[0].size
    cell = row[0]
    above = [line for line in table[-1] if line.left < cell.right and line.right > cell.left]
    if len(above) != 1 or above[0].bold != cell.bold or abs(above[0].left - cell.left) > 0.5 * cell.size:
        return False
    return cell.base - table[-1][0].base < (1.5 if above[0] is table[-1][0] else 2.2) * cell.size


def _cells(table: Sequence[Sequence[Line]], rules: Sequence[Rule]) -> list[Line | Cell]:
    """Return the cells of a table. Rows that are nearer than others are lines of the same cells."""
    pitches = [b[0].base - a[0].base for a, b in pairwise(table)]
    near = 1.04 * min(pitches, default=0.0) + 0.3
    tight = bool(pitches) and (max(pitches) > near or any(len(row) == 1 for row in table))
    ruled = [any(a[0].base < rule.y < b[0].base for rule in rules) for a, b in pairwise(table)]
    rows: list[list[list[Line]]] = []
    for number, row in enumerate(table):
        separate = number == 0 or (not ruled[number - 1] if sum(ruled) > 1 else tight and pitches[number - 1] <= near)
        if number and separate and _under(rows[-1], row):
            for line in row:
                next(cell for cell in rows[-1] if _overlap(cell, line)).append(line)
        else:
            rows.append([[line] for line in row])
    return [tuple(cell) for row in rows for cell in row]


def _under(cells: Sequence[Sequence[Line]], row: Sequence[Line]) -> bool:
    if len(cells) * len(row) > _MOST_PAIRS:
        return False
    return all(sum(_overlap(cell, line) for cell in cells) == 1 for line in row)


def _overlap(cell: Sequence[Line], line: Line) -> bool:
    return any(other.left < line.right and line.left < other.right for other in cell)
