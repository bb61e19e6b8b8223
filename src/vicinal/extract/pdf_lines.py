"""The words of a page of a PDF, and the lines that they stand in.

`pdf` makes a `Page` of each page. A place is measured in points, to the right from the left and down from the top.
`em` is the size of the letters.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from typing import NamedTuple, TypeVar

BULLETS = "•‣◦▪▫●○■□◆◇►▶➢➤✓✔✗★❖∙⁃\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf02d"
PRIVATE = "\ue000-\uf8ff"  # letters and signs that each font has its own of
_MARK = re.compile(
    rf"[{BULLETS}{PRIVATE}]|[-–—*·o]|\(?(?:\d{{1,3}}|[a-zA-Z]|[ivx]{{1,4}})[.)]|\d{{1,2}}(?:\.\d{{1,2}})+\.?"
)
_NUMBER = re.compile(r"\d{1,3}")
_NOTE_MARK = re.compile(r"[\[\](),;]|[\[(]?(?:\d{1,3}|[*†‡§]+|[a-z])[\])]?(?:[,;–-]\d{0,3})*")
_LEADERS = re.compile(r"\s*(?:[.…_]\s?){4,}\s*[\divxlc]*$")
_SOFT_HYPHEN = re.compile("\xad(?!$)")
_UNIT = re.compile(r"(?:^|[\d\s/(])(?:[kdcmµn]?m|s|R|r|x|χ|\d)$")  # before a power: m², 10⁶
_LONGEST = 500  # pieces of a line that others are joined to, and characters that are looked at for leading dots
_MOST_DOTS = 1_000  # on a page; more are a drawing
# Before a chunk: nothing, a gap that was seen to be a space, a space that the file has.
NO_SPACE, SEEN_SPACE, DRAWN_SPACE = range(3)
_T = TypeVar("_T")


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
        self.text = text[:-_LONGEST] + _LEADERS.sub("", text[-_LONGEST:])
        self.leads = self.text != text
        self.first = starts[0][1] - starts[0][0] if starts else 0.0
        marked = len(words) > 1 and _MARK.fullmatch(words[0])
        self.body = starts[1][0] if marked else self.left

    def _is_note_mark(self, chunk: Chunk, before: str) -> bool:
        raised = chunk.size < 0.85 * self.size and chunk.base < self.base - 0.15 * self.size
        return raised and bool(_NOTE_MARK.fullmatch(chunk.text)) and not _UNIT.search(before)


def in_time(pages: Iterable[_T], until: float) -> Iterator[_T]:
    """Yield pages; raise TimeoutError when the clock `time.monotonic` is past a time."""
    for page in pages:
        if time.monotonic() > until:
            raise TimeoutError
        yield page


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
        near = range(max(0, len(joined) - 12), len(joined))
        beside = next((n for n in near if len(joined[n].chunks) < _LONGEST and _touch(joined[n], line)), None)
        if beside is None:
            joined.append(line)
        else:
            joined[beside] = merged([joined[beside], line])
    dots = page.dots if len(page.dots) <= _MOST_DOTS else []
    for line in joined:
        line.dotted = any(0 < line.left - x < 2.5 * line.size and 0 < line.base - y < 0.8 * line.size for x, y in dots)
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
    gaps = [b.left - a.right for a, b in pairwise(strip) if b.space]
    sure = len(gaps) > 2 or all(chunk.space != SEEN_SPACE for chunk in strip[1:])
    if sure and len(gaps) > 1 and 0 < max(gaps) < min(1.1 * min(gaps) + 0.5, 4 * strip[0].size):
        return [list(strip)]
    runs: list[list[Chunk]] = []
    left = right = 0.0  # of the run at hand
    widest = -inf  # space in it
    for chunk in strip:
        last = runs[-1][-1] if runs else None
        if last and _continues(last, chunk, max(chunk.left - right, left - chunk.right), widest):
            runs[-1].append(chunk)
            left, right = min(left, chunk.left), max(right, chunk.right)
            widest = max(widest, chunk.left - last.right) if chunk.space else widest
        else:
            runs.append([chunk])
            left, right, widest = chunk.left, chunk.right, -inf
    return runs


def _continues(last: Chunk, chunk: Chunk, gap: float, widest: float) -> bool:
    """Tell whether a chunk belongs to a run, from the last one in it, the gap between, and the widest one before."""
    em = max(last.size, chunk.size)
    if min(last.size, chunk.size) < 0.4 * em:
        return False
    if chunk.drawing == last.drawing:
        return gap <= 2.5 * em
    usual = 1.5 if chunk.hidden else 0.9 if chunk.space == DRAWN_SPACE else 0.65
    return gap <= max(usual * em, 1.6 * widest) and gap < 2 * em


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


def merged(lines: Iterable[Line]) -> Line:
    """Return lines beside each other as one."""
    ordered = sorted(lines, key=lambda line: line.left)
    chunks: list[Chunk] = []
    for line in ordered:
        first = line.chunks[0]
        if chunks:
            gap = max(first.left - chunks[-1].right, chunks[-1].left - first.right)
            first = first._replace(space=SEEN_SPACE if gap > 0.12 * first.size else NO_SPACE)
        chunks += [first, *line.chunks[1:]]
    return Line(chunks)


def rows_of(lines: Iterable[Line]) -> list[list[Line]]:
    """Return lines that stand on the same height together, from top to bottom, each row from left to right."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.base, line.left)):
        if rows and line.base - rows[-1][0].base < 0.4 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda line: line.left) for row in rows]
