"""The reading order of the pages of a PDF: columns, and what spans them.

Called by `pdf_paragraphs`. Columns are found by the empty space between them, not by the order in which a file draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from statistics import median
from typing import NamedTuple

from vicinal.extract.pdf_lines import Line, Rule, in_time, rows_of
from vicinal.extract.pdf_tables import Cell, with_tables


@dataclass
class Flow:
    """Lines below each other, to be read one after the other; a tuple of lines is a cell of a table."""

    items: list[Line | Cell]
    path: str  # which column of a page; the same on all pages
    left: float
    right: float


def flows_of(pages: Sequence[tuple[Sequence[Line], Sequence[Rule]]], until: float = inf) -> list[Flow]:
    """Return the lines of all pages in reading order: columns from left to right, what spans them above or below.

    A page with a few lines only is read in the columns of the other pages. Past the time `until`, TimeoutError.
    """
    gutters = [_gutter(lines, rules) if lines else None for lines, rules in in_time(pages, until)]
    usual = Counter(gutter for gutter in gutters if gutter).most_common(1)
    flows: list[Flow] = []
    for (lines, rules), gutter in in_time(zip(pages, gutters, strict=True), until):
        if not lines:
            continue
        if not gutter and usual and not any(usual[0][0].crossed(line) for line in lines):
            gutter = usual[0][0]
        flows += _flows(list(lines), rules, "", gutter)
    return flows


def _flows(lines: list[Line], rules: Sequence[Rule], path: str, gutter: _Gutter | None) -> list[Flow]:
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    if gutter is None:
        return [Flow(with_tables(lines, rules), path, left, right)]
    flows: list[Flow] = []
    beside = [line for line in lines if not gutter.crossed(line)]
    edges = {
        side: [min(line.left for line in column), max(line.right for line in column)]
        for side in (True, False)
        if (column := [line for line in beside if (line.left < gutter.x) == side])
    }
    for spanning, band in _bands(lines, gutter):
        if spanning:
            flows.append(Flow(with_tables(band, rules), path, left, right))
            continue
        for side, name in ((True, "l"), (False, "r")):
            column = [line for line in band if (line.left < gutter.x) == side]
            if column:
                inner = _flows(column, rules, path + name, _gutter(column, rules) if len(path) < 3 else None)
                if len(inner) == 1:
                    inner[0].left, inner[0].right = edges[side]
                flows += inner
    return flows


class _Gutter(NamedTuple):
    """Empty space between columns, at the left of the right one."""

    x: float
    width: float

    def crossed(self, line: Line) -> bool:
        return line.left < self.x and line.right > self.x - self.width


def _gutter(lines: Sequence[Line], rules: Sequence[Rule]) -> _Gutter | None:
    """Return the gutter between two columns of running text, if there is one; cells of a table are none."""
    em = median(line.size for line in lines)
    starts = Counter(round(line.left) for line in lines)
    best: tuple[int, float] = (0, 0.0)
    for x, _ in starts.most_common(40):
        gutter = _Gutter(x - 1.5, 0.7 * em)
        if sum(starts[near] for near in range(x - 1, x + 2)) < 3:
            continue
        count = sum(
            len(band)
            for spanning, band in _bands(lines, gutter)
            if not spanning and _in_columns(band, gutter, em, rules)
        )
        best = max(best, (count, -float(x)))
    return _Gutter(-best[1] - 1.5, 0.7 * em) if best[0] else None


def _bands(lines: Sequence[Line], gutter: _Gutter) -> list[tuple[bool, list[Line]]]:
    """Return runs of lines from top to bottom: those that cross the gutter, those that do not."""
    bands: list[tuple[bool, list[Line]]] = []
    rows = rows_of(lines)
    for row in rows:
        crossing = any(gutter.crossed(line) for line in row)
        if not crossing and bands and bands[-1][0]:
            # The last line of a paragraph over all columns may be short.
            above = bands[-1][1][-1]
            short = (
                len(row) == 1
                and abs(row[0].left - above.left) < 0.3 * above.size
                and abs(row[0].size - above.size) < 0.5
            )
            crossing = short and row[0].base - above.base < 1.6 * above.size
        if bands and bands[-1][0] == crossing:
            bands[-1][1].extend(row)
        else:
            bands.append((crossing, list(row)))
    return bands


def _in_columns(band: Sequence[Line], gutter: _Gutter, em: float, rules: Sequence[Rule]) -> bool:
    sides = [[line for line in band if (line.left < gutter.x) == side] for side in (True, False)]
    if min(map(len, sides)) < 3:
        return False
    top, bottom = (choose(line.base for line in band) for choose in (min, max))
    across = [
        rule for rule in rules if rule.left < gutter.x - em and rule.right > gutter.x + em and top < rule.y < bottom
    ]
    if len(across) > 1:
        return False
    for side, least in zip(sides, (0.55, 0.28), strict=True):  # at the right there may be two columns more
        width = max(line.right for line in side) - min(line.left for line in side)
        filled = _usual_width(side)
        if filled < least * width or filled < 7 * em:
            return False
    overlap = min(side[-1].base for side in sides) - max(side[0].base for side in sides)
    return overlap > 0


def _usual_width(lines: Iterable[Line]) -> float:
    """Return the width of lines that half of the text stands in, so that a few short ones do not matter."""
    widths = sorted(line.right - line.left for line in lines)
    total, half = 0.0, sum(widths) / 2
    for width in widths:
        total += width
        if total >= half:
            return width
    return 0.0
