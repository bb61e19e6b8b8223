"""What stands on the pages of a PDF and is not its text: page numbers, running heads and feet, footnotes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from vicinal.extract.pdf_lines import Line, Page, rows_of

_PAGE_WORD = r"(?:page|seite|s\.|p\.|página|pagina|side|sida|strona|strana|стр\.?|страница)?"
_OF = r"(?:/|of|von|de|sur|di|van|av|af|z|из)"
_PAGE_NUMBER = re.compile(
    rf"[-–—|\[(]*\s*{_PAGE_WORD}\s*(?:\d{{1,4}}|[ivxlc]{{1,7}})(?:\s*{_OF}\s*\d{{1,4}})?\s*[-–—|\])]*", re.IGNORECASE
)
_STAMP = re.compile(r"(?:https?|file)://\S*(?: \d+/\d+)?|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d\d\b.{0,80}")
_NOTE = re.compile(r"(?:\d{1,3}[.)]?|[*†‡§]{1,3})\s+\S+\s+\S")
_DEPTH = 3  # rows at the top and at the bottom of a page that may be running heads and feet
_NEAR = 2  # pages: a running head stands on the next page too, or on the one after it
_ZONE = 0.16  # of the height of a page: further inside there are none
_MOST_PAIRS = 2_000_000  # of lines: a page with more of them has no footnotes
_SMALL = 0.93  # times the size of the text: footnotes are smaller


def without_margins(pages: Sequence[Page], lines: Sequence[list[Line]], size: float) -> list[list[Line]]:
    """Return the lines of each page without page numbers, running heads and feet, and footnotes; called for a document.

    Args:
        pages: All pages.
        lines: The lines of each page.
        size: The size of the letters of the text.
    """
    edges = [_edge_rows(page, found) for page, found in zip(pages, lines, strict=True)]
    keys = [{_key(line, size) for _, row in rows for line in row} for rows in edges]
    offsets = Counter(
        offset for number, rows in enumerate(edges) for offset in {v - number for _, row in rows for v in _numbers(row)}
    )
    heights = Counter(
        height
        for found, rows in zip(lines, edges, strict=True)
        for height in {_height(row) for _, row in rows if _is_plain_head(row, found, size)}
    )
    left: list[list[Line]] = []
    for number, (page, found, rows) in enumerate(zip(pages, lines, edges, strict=True)):
        out: set[int] = set()
        ended = set()
        for bottom, row in rows:
            counted = len(pages) == 1 or any(offsets[value - number] > 1 for value in _numbers(row))
            near = keys[max(0, number - _NEAR) : number] + keys[number + 1 : number + 1 + _NEAR]
            repeated = all(any(_key(line, size) in other for other in near) for line in row)
            changing = heights[_height(row)] >= max(2, (len(pages) - 1) / 2) and _is_plain_head(row, found, size)
            marked = changing or _is_marked(row, found, size, counted)
            if bottom not in ended and (repeated or marked):
                out |= {id(line) for line in row}
            else:
                ended.add(bottom)
        kept = [line for line in found if id(line) not in out]
        left.append(_without_notes(page, kept, size))
    return left


def _edge_rows(page: Page, lines: Sequence[Line]) -> list[tuple[bool, list[Line]]]:
    """Return the rows at the top and at the bottom of a page, from outside to inside, and whether it is the bottom."""
    rows = rows_of(lines)
    top = [(False, row) for row in rows[:_DEPTH] if row[0].base < _ZONE * page.height]
    bottom = [(True, row) for row in rows[: -_DEPTH - 1 : -1] if row[0].base > (1 - _ZONE) * page.height]
    return top + bottom


def _key(line: Line, size: float) -> tuple[str, int]:
    """Return what is the same in a running head on every page: the text but for its numbers, and the height.

    In large letters the number counts: "Lesson 1" and "Lesson 2" are headings.
    """
    text = line.text
    if line.size < 1.12 * size:
        text = "0" if _PAGE_NUMBER.fullmatch(text) else re.sub(r"\d+", "0", text)
    return text, round(line.base / 3)


def _numbers(row: Sequence[Line]) -> list[int]:
    """Return what may be the page number in a row."""
    found = [re.search(r"\d+", line.text) for line in row if _PAGE_NUMBER.fullmatch(line.text)]
    return [int(number[0]) for number in found if number]


def _height(row: Sequence[Line]) -> int:
    return round(row[0].base / 3)


def _is_apart(row: Sequence[Line], lines: Sequence[Line], size: float) -> bool:
    inside = set(map(id, row))
    rest = [line for line in lines if id(line) not in inside]
    return bool(rest) and all(abs(line.base - row[0].base) > 1.8 * max(size, line.size) for line in rest)


def _is_plain_head(row: Sequence[Line], lines: Sequence[Line], size: float) -> bool:
    """Tell whether a row may be a running head whose words change from page to page."""
    plain = all(line.size < 1.05 * size and not line.bold and line.text[-1] not in ".:;,!?" for line in row)
    return plain and _is_apart(row, lines, size)


def _is_marked(row: Sequence[Line], lines: Sequence[Line], size: float, counted: bool) -> bool:
    """Tell whether a row apart from the text has a page number, or an address or a date in small letters.

    Beside other words a number must be `counted`: it fits to the numbers of other pages.
    """
    stamped = any(_STAMP.fullmatch(line.text) for line in row) and all(line.size < size for line in row)
    numbered = len(_numbers(row)) == 1 and (len(row) == 1 or (counted and len(row) < 4))
    return (stamped or numbered) and _is_apart(row, lines, size)


def _without_notes(page: Page, lines: Sequence[Line], size: float) -> list[Line]:
    """Leave out footnotes: small lines below the text, from one on that has a mark or stands below a short rule."""
    small = [line for line in lines if line.size < _SMALL * size]
    if not small or len(small) == len(lines) or len(small) * len(lines) > _MOST_PAIRS:
        return list(lines)
    large = [line for line in lines if line.size >= _SMALL * size]
    width = max(line.right for line in lines) - min(line.left for line in lines)
    below = [line for line in small if not any(other.base > line.base and _over(other, line) for other in large)]
    out: set[int] = set()
    for line in below:
        marked = line.note or _NOTE.match(line.text)
        ruled = any(
            rule.right - rule.left < 0.55 * width
            and abs(rule.left - line.left) < size
            and 0 < line.base - rule.y < 2.5 * size
            for rule in page.rules
        )
        above = [other for other in lines if other.base < line.base - 1 and _over(other, line)]
        gap = not above or line.base - max(other.base for other in above) > 1.4 * size
        if ruled or (marked and (gap or line.note)):
            out |= {id(other) for other in below if other.base >= line.base - 1 and _over(other, line)}
    return [line for line in lines if id(line) not in out]


def _over(a: Line, b: Line) -> bool:
    return a.left < b.right and b.left < a.right
