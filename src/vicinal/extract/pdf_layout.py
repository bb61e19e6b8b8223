"""The page of a PDF: words to lines, and lines to reading order, columns and tables.

`pdf` makes a `Page` of each page; `pdf_paragraphs` calls `lines_of` and `flows_of`. A place is measured in points, to the
right from the left and down from the top. `em` is the size of the letters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

BULLETS = "•‣◦▪▫●○■□◆◇►▶➢➤✓✔✗★❖∙⁃\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf02d"
_MARK = re.compile(rf"[{BULLETS}]|[-–—*·o]|\(?(?:\d{{1,3}}|[a-zA-Z]|[ivx]{{1,4}})[.)]|\d{{1,2}}(?:\.\d{{1,2}})+\.?")
_NUMBER = re.compile(r"\d{1,3}")
_NOTE_MARK = re.compile(r"[\[\](),;]|[\[(]?(?:\d{1,3}|[*†‡§]+|[a-z])[\])]?(?:[,;–-]\d{0,3})*")
_LEADERS = re.compile(r"\s*(?:[.…_]\s?){4,}\s*[\divxlc]*$")
_SOFT_HYPHEN = re.compile("\xad(?!$)")
_UNIT = re.compile(r"(?:^|[\d\s/(])(?:[kdcmµn]?m|s|R|r|x|χ|\d)$")  # before a power: m², 10⁶
# Before a chunk: nothing, a gap that was seen to be a space, a space that the file has.
NO_SPACE, SEEN_SPACE, DRAWN_SPACE = range(3)


class Chunk(NamedTuple):
    """Letters that one instruction draws, without a space inside."""

    text: str
    left: float
    right: float
    base: float  # the line that letters stand on
    size: float
    bold: bool
    hidden: bool
    space: int  # what stands before
    drawing: int  # which instruction


class Rule(NamedTuple):
    """A horizontal line that is drawn."""

    left: float
    right: float
    y: float


class Page(NamedTuple):
    """What stands on a page."""

    chunks: list[Chunk]
    rules: list[Rule]
    dots: list[tuple[float, float]]  # small shapes: list marks that are drawn, not written
    height: float
    pictures: bool


@dataclass
class Line:
    """Words beside each other that belong together: a line of a column, a line of a cell."""

    chunks: list[Chunk]
    left: float = field(init=False)
    right: float = field(init=False)
    base: float = field(init=False)
    size: float = field(init=False)
    bold: bool = field(init=False)
    hidden: bool = field(init=False)
    text: str = field(init=False)
    note: bool = field(init=False)  # whether it begins with the mark of a footnote
    body: float = field(init=False)  # where the text begins after a list mark
    first: float = field(init=False)  # width of the first word
    dotted: bool = False  # whether a list mark is drawn before it
    leads: bool = field(init=False)  # whether dots lead to a page number, as in a table of contents

    def __post_init__(self) -> None:
        """Measure the line and spell its text."""
        sizes = Counter[float]()
        for chunk in self.chunks:
            sizes[round(chunk.size, 1)] += len(chunk.text)
        self.size = max(sizes, key=lambda size: (sizes[size], size))
        main = [chunk for chunk in self.chunks if round(chunk.size, 1) == self.size]
        self.base = main[0].base
        self.left = min(chunk.left for chunk in self.chunks)
        self.right = max(chunk.right for chunk in self.chunks)
        self.bold = all(chunk.bold for chunk in main)
        self.hidden = main[0].hidden
        self._spell()

    def _spell(self) -> None:
        words: list[str] = []
        starts: list[tuple[float, float]] = []
        self.note = False
        for chunk in self.chunks:
            before = words[-1] if words else ""
            if self._is_note_mark(chunk, before):
                self.note = self.note or not words
            elif chunk.space or not words:
                words.append(chunk.text)
                starts.append((chunk.left, chunk.right))
            else:
                words[-1] += chunk.text
                starts[-1] = (min(starts[-1][0], chunk.left), max(starts[-1][1], chunk.right))
        text = _SOFT_HYPHEN.sub("", " ".join(words))
        self.text = _LEADERS.sub("", text)
        self.leads = self.text != text
        self.first = starts[0][1] - starts[0][0] if starts else 0.0
        marked = len(words) > 1 and _MARK.fullmatch(words[0])
        self.body = starts[1][0] if marked else self.left

    def _is_note_mark(self, chunk: Chunk, before: str) -> bool:
        raised = chunk.size < 0.85 * self.size and chunk.base < self.base - 0.15 * self.size
        return raised and bool(_NOTE_MARK.fullmatch(chunk.text)) and not _UNIT.search(before)


@dataclass
class Flow:
    """Lines below each other, to be read one after the other; a tuple of lines is a cell of a table."""

    items: list[Line | tuple[Line, ...]]
    path: str  # which column of a page; the same on all pages
    left: float
    right: float


def mirrored(page: Page) -> Page:
    """Return a page as seen in a mirror: what runs from right to left then runs from left to right."""
    return page._replace(
        chunks=[chunk._replace(left=-chunk.right, right=-chunk.left) for chunk in page.chunks],
        rules=[rule._replace(left=-rule.right, right=-rule.left) for rule in page.rules],
        dots=[(-x, y) for x, y in page.dots],
    )


def lines_of(page: Page) -> list[Line]:
    """Return the lines of a page, those of different columns and cells apart, from top to bottom."""
    runs = [run for strip in _strips(page.chunks) for run in _runs(strip)]
    lines = sorted(map(Line, runs), key=lambda line: (line.base, line.left))
    # What was drawn at another time may still stand in the same line: a mark, a word in another colour.
    joined: list[Line] = []
    for line in lines:
        beside = next((other for other in joined[-12:] if _touch(other, line)), None)
        if beside is None:
            joined.append(line)
        else:
            joined[joined.index(beside)] = _merged([beside, line])
    for line in joined:
        line.dotted = any(
            0 < line.left - x < 2.5 * line.size and 0 < line.base - y < 0.8 * line.size for x, y in page.dots
        )
    return [line for line in joined if line.text]


def _strips(chunks: Sequence[Chunk]) -> list[list[Chunk]]:
    """Return chunks that were drawn one after the other on the same height."""
    strips: list[list[Chunk]] = []
    for chunk in chunks:
        if strips and abs(chunk.base - strips[-1][-1].base) <= 0.55 * max(chunk.size, strips[-1][-1].size):
            strips[-1].append(chunk)
        else:
            strips.append([chunk])
    return strips


def _runs(strip: Sequence[Chunk]) -> list[list[Chunk]]:
    """Cut a strip where columns or cells meet. Wide spaces that are all alike only stretch a line."""
    gaps = [b.left - a.right for a, b in zip(strip, strip[1:], strict=False) if b.space]
    sure = len(gaps) > 3 or all(chunk.space != SEEN_SPACE for chunk in strip[1:])
    if sure and len(gaps) > 1 and 0 < max(gaps) < min(1.1 * min(gaps) + 0.5, 4 * strip[0].size):
        return [list(strip)]
    runs = [[strip[0]]]
    for chunk in strip[1:]:
        if _continues(runs[-1], chunk):
            runs[-1].append(chunk)
        else:
            runs.append([chunk])
    return runs


def _continues(run: Sequence[Chunk], chunk: Chunk) -> bool:
    last = run[-1]
    em = max(last.size, chunk.size)
    if min(last.size, chunk.size) < 0.4 * em:
        return False
    gap = max(chunk.left - max(one.right for one in run), min(one.left for one in run) - chunk.right)
    if chunk.drawing == last.drawing:
        return gap <= 2.5 * em
    gaps = [b.left - a.right for a, b in zip(run, run[1:], strict=False) if b.space]
    usual = 1.5 if chunk.hidden else 0.9 if chunk.space == DRAWN_SPACE else 0.65
    return gap <= max(usual * em, 1.6 * max(gaps, default=0.0)) and gap < 2 * em


def _touch(a: Line, b: Line) -> bool:
    em = max(a.size, b.size)
    if abs(a.base - b.base) > 0.55 * em or min(a.size, b.size) < 0.4 * em:
        return False
    gap = max(b.left - a.right, a.left - b.right)
    if -0.5 * em < gap < 0.5 * em:
        return True
    left, right = (a, b) if a.left < b.left else (b, a)
    listed = _MARK.fullmatch(left.text) or (_NUMBER.fullmatch(left.text) and left.bold and right.bold)
    return bool(listed) and 0 <= gap < 4 * em and abs(a.base - b.base) < 0.1 * em


def _merged(lines: Iterable[Line]) -> Line:
    ordered = sorted(lines, key=lambda line: line.left)
    chunks: list[Chunk] = []
    for line in ordered:
        first = line.chunks[0]
        if chunks:
            gap = max(first.left - chunks[-1].right, chunks[-1].left - first.right)
            first = first._replace(space=SEEN_SPACE if gap > 0.12 * first.size else NO_SPACE)
        chunks += [first, *line.chunks[1:]]
    return Line(chunks)


def flows_of(pages: Sequence[tuple[Sequence[Line], Sequence[Rule]]]) -> list[Flow]:
    """Return the lines of all pages in reading order: columns from left to right, what spans them above or below.

    A page with a few lines only is read in the columns of the other pages.
    """
    gutters = [_gutter(lines, rules) if lines else None for lines, rules in pages]
    usual = Counter(gutter for gutter in gutters if gutter).most_common(1)
    flows: list[Flow] = []
    for (lines, rules), gutter in zip(pages, gutters, strict=True):
        if not lines:
            continue
        if not gutter and usual and not any(usual[0][0].crossed(line) for line in lines):
            gutter = usual[0][0]
        flows += _flows(list(lines), rules, "", gutter)
    return flows


def _flows(lines: list[Line], rules: Sequence[Rule], path: str, gutter: _Gutter | None) -> list[Flow]:
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    if gutter is None:
        return [Flow(_with_tables(lines, rules), path, left, right)]
    flows: list[Flow] = []
    for spanning, band in _bands(lines, gutter):
        if spanning:
            flows.append(Flow(_with_tables(band, rules), path, left, right))
            continue
        for side, name in ((True, "l"), (False, "r")):
            column = [line for line in band if (line.left < gutter.x) == side]
            if column:
                inner = _flows(column, rules, path + name, _gutter(column, rules) if len(path) < 3 else None)
                if len(inner) == 1:
                    edges = [line for line in lines if not gutter.crossed(line) and (line.left < gutter.x) == side]
                    inner[0].left = min(line.left for line in edges)
                    inner[0].right = max(line.right for line in edges)
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
            short = len(row) == 1 and abs(row[0].left - above.left) < 1 and abs(row[0].size - above.size) < 0.5
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


def rows_of(lines: Iterable[Line]) -> list[list[Line]]:
    """Return lines that stand on the same height together, from top to bottom, each row from left to right."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.base, line.left)):
        if rows and line.base - rows[-1][0].base < 0.4 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda line: line.left) for row in rows]


def _with_tables(lines: Sequence[Line], rules: Sequence[Rule]) -> list[Line | tuple[Line, ...]]:
    """Return lines in order; where several stand beside each other, they are cells, read row by row."""
    items: list[Line | tuple[Line, ...]] = []
    rows = rows_of(lines)
    edges = min(line.left for line in lines), max(line.right for line in lines)
    rows = [[_merged(row)] if len(row) > 1 and _is_stretched(row, edges) else row for row in rows]
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
    gaps = [b.left - a.right for a, b in zip(chunks, chunks[1:], strict=False) if b.space]
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


def _cells(table: Sequence[Sequence[Line]], rules: Sequence[Rule]) -> list[Line | tuple[Line, ...]]:
    """Return the cells of a table. Rows that are near each other are lines of the same cells, if others are not near."""
    pitches = [b[0].base - a[0].base for a, b in zip(table, table[1:], strict=False)]
    near = 1.04 * min(pitches, default=0.0) + 0.3
    tight = bool(pitches) and (max(pitches) > near or any(len(row) == 1 for row in table))
    ruled = [any(a[0].base < rule.y < b[0].base for rule in rules) for a, b in zip(table, table[1:], strict=False)]
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
    return all(sum(_overlap(cell, line) for cell in cells) == 1 for line in row)


def _overlap(cell: Sequence[Line], line: Line) -> bool:
    return any(other.left < line.right and line.left < other.right for other in cell)
