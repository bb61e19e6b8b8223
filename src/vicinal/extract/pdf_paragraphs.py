"""Lines of the pages of a PDF to blocks: what is a paragraph, what is a heading, which hyphens belong to a word.

Where a paragraph ends is seen from a gap, an indent, another size of letters, a list mark, or a line that is not filled
though the next word had room. Which of these a document uses, its own lines tell (`_Style`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from vicinal.extract.block import Block
from vicinal.extract.hyphens import ends_cut, joined_words, known_words
from vicinal.extract.pdf_layout import Flow, flows_of
from vicinal.extract.pdf_lines import BULLETS, PRIVATE, Line, Page, in_time, lines_of, mirrored
from vicinal.extract.pdf_margins import without_margins
from vicinal.extract.pdf_tables import Cell

_ENDED = re.compile(r"[.!?…:;。！？；：।؟۔][\"'”’»›)\]}」』）“]*$")
# A bullet, also one that a font has as a letter of its own; inside of a word, that is a letter.
_SURE_BULLET = re.compile(rf"[{BULLETS}]|[{PRIVATE}](?!\S)")
_LONE_PRIVATE = re.compile(rf"(?<!\S)[{PRIVATE}]+(?!\S)\s*")
_ITEM = re.compile(rf"{_SURE_BULLET.pattern}|[-–—*·o] (?=\S)|\(?(?:\d{{1,3}}|[a-zA-Z]|[ivx]{{2,4}})[.)] ")
_BULLET = re.compile(rf"(?:{_SURE_BULLET.pattern}|[*·o-] |– )\s*")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_LONGEST_HEADING = 200
_JOINED_BY = 100  # characters before a line that tell how it is joined


def document_blocks(pages: Sequence[Page], until: float = inf) -> list[Block]:
    """Return the blocks of a document from what stands on its pages; called by `pdf.blocks`.

    Raises:
        TimeoutError: The clock `time.monotonic` is past the time `until`, and not all pages are done.
    """
    text = "".join(chunk.text for page in pages for chunk in page.chunks)
    if 2 * len(_RIGHT_TO_LEFT.findall(text)) > len(text):
        pages = [mirrored(page) for page in pages]
    lines = [lines_of(page) for page in in_time(pages, until)]
    sizes = Counter[float]()
    weights = Counter[bool]()
    for line in (line for found in lines for line in found):
        sizes[round(2 * line.size) / 2] += len(line.text)
        weights[line.bold] += len(line.text)
    size = max(sizes, key=lambda one: (sizes[one], -one), default=0.0)
    lines = without_margins(pages, lines, size)
    flows = flows_of([(found, page.rules) for page, found in zip(pages, lines, strict=True)], until)
    _widen(flows)
    style = _Style.of(flows, size, weights[True] > weights[False])
    items = (item for flow in flows for item in flow.items)
    words = known_words(line.text for item in items for line in (item if isinstance(item, tuple) else (item,)))
    return [block for lines in _paragraphs(flows, style) if (block := _block(lines, style, words)).text]


def _widen(flows: Sequence[Flow]) -> None:
    """Let columns that are the same on all pages have the same width: a page may hold short lines only."""
    widths: dict[str, float] = {}
    for flow in flows:
        widths[flow.path] = max(widths.get(flow.path, 0.0), flow.right - flow.left)
    for flow in flows:
        flow.right = flow.left + widths[flow.path]


@dataclass(frozen=True)
class _Style:
    """How a document shows where paragraphs end.

    Attributes:
        size: The size of the letters of the text.
        bold: Whether the text is bold.
        leading: The usual distance of lines, by size of letters, in em.
        short: Whether lines that are not filled end a paragraph.
        indented: Whether the first line of a paragraph is indented.
    """

    size: float
    bold: bool
    leading: dict[float, float]
    short: bool
    indented: bool

    @classmethod
    def of(cls, flows: Sequence[Flow], size: float, bold: bool) -> _Style:
        pairs = [pair for flow in flows for pair in _pairs(flow)]
        ratios: dict[float, Counter[float]] = {}
        for _, a, b in pairs:
            if abs(a.size - b.size) < 0.5:
                ratios.setdefault(round(2 * b.size) / 2, Counter())[round((b.base - a.base) / b.size, 1)] += 1
        usual = _leading(ratios.get(size, Counter()), 1.35)
        leading = {one: _leading(found, usual) for one, found in ratios.items()}
        style = cls(size, bold, {size: usual} | leading, True, False)
        text = [(flow, a, b) for flow, a, b in pairs if abs(a.size - size) < 0.5 and abs(b.size - size) < 0.5]
        joined = [(flow, a, b) for flow, a, b in text if not style.gap(a, b)]
        unfilled = sum(_unfilled(flow, a, b) for flow, a, b in joined)
        gaps = len(text) - len(joined)
        indents = sum(0.7 * a.size < b.left - a.left < 5 * a.size and not _ITEM.match(b.text) for _, a, b in joined)
        broken = sum(_unfilled(flow, a, b) and b.text[0].islower() and not _is_item(b, a) for flow, a, b in joined)
        wanted = gaps >= (0.03 if unfilled > 0.6 * len(joined) else 0.1) * len(text) or broken > 0.05 * unfilled
        short = unfilled <= 0.25 * len(joined) or not wanted
        return cls(size, bold, style.leading, short, indents > 0.03 * len(joined))

    def gap(self, a: Line, b: Line, times: float = 1.0) -> bool:
        """Tell whether there is more space between two lines than usual."""
        usual = self.leading.get(round(2 * b.size) / 2, self.leading[self.size])
        return b.base - a.base > times * (1.15 * usual + 0.1) * max(a.size, b.size)


def _leading(found: Counter[float], default: float) -> float:
    """Return the usual distance of lines: the smallest that is not rare."""
    total = sum(found.values())
    if total < 4:
        return min([default, *(ratio for ratio in found if ratio > 0.9)]) if default > 1.35 else default
    return min((ratio for ratio, count in found.items() if count >= 0.15 * total and ratio >= 0.9), default=default)


def _pairs(flow: Flow) -> Iterator[tuple[Flow, Line, Line]]:
    for a, b in pairwise(flow.items):
        if isinstance(a, Line) and isinstance(b, Line):
            yield flow, a, b


def _unfilled(flow: Flow, a: Line, b: Line) -> bool:
    """Tell whether the first word of line b had room at the end of line a."""
    return flow.right - a.right > b.first + 0.8 * a.size


def _paragraphs(flows: Sequence[Flow], style: _Style) -> Iterator[list[Line] | Cell]:
    """Yield the lines of each paragraph; a tuple is a cell of a table."""
    paragraph: list[Line] = []
    last: Flow | None = None
    for flow in flows:
        for number, item in enumerate(flow.items):
            if isinstance(item, tuple):
                if paragraph:
                    yield paragraph
                yield item
                paragraph = []
                continue
            below = flow.items[number + 1] if number + 1 < len(flow.items) else None
            if paragraph and not (
                _goes_on(flow, paragraph, item, below if isinstance(below, Line) else None, style)
                if last is flow
                else _goes_on_elsewhere(last or flow, paragraph, flow, item, style)
            ):
                yield paragraph
                paragraph = []
            paragraph.append(item)
            last = flow
    if paragraph:
        yield paragraph


def _alike(a: Line, b: Line, style: _Style) -> bool:
    if a.hidden:  # recognised letters: their size is a guess
        return 0.7 < a.size / b.size < 1.4
    return abs(a.size - b.size) < 0.08 * style.size and a.bold == b.bold


def _goes_on(flow: Flow, paragraph: Sequence[Line], b: Line, c: Line | None, style: _Style) -> bool:
    """Tell whether line b, below the last line of a paragraph, belongs to it; c is the line below b."""
    a, em = paragraph[-1], b.size
    ended = bool(_ENDED.search(a.text[-5:]))
    unfilled = _unfilled(flow, a, b) and not ends_cut(a.text)
    inside = not ended and not unfilled and b.text[0].islower()  # a raised mark may push a line down
    if not _alike(a, b, style) or b.base < a.base or _is_item(b, a) or a.leads or style.gap(a, b, 1.2 if inside else 1):
        return False
    if a.size > 1.12 * style.size or (a.bold and not style.bold):
        return True  # lines of one heading
    head = paragraph[0]
    if head.body > head.left and abs(b.left - head.body) < 0.6 * em:
        return not (style.short and unfilled and ended)
    if ended or not all(abs(line.left - flow.left - flow.right + line.right) < em for line in (a, b)):  # not centred
        shift = b.left - a.left
        if shift > 0.6 * em and (ended or unfilled or c is None or c.left < b.left - 0.5 * em):
            return False
        if shift < -0.6 * em and len(paragraph) > 1:
            return False
        if shift < -0.6 * em and head.body > head.left:
            return False
    return not (unfilled and style.short) or not (ended or not b.text[0].islower())


def _goes_on_elsewhere(old: Flow, paragraph: Sequence[Line], flow: Flow, b: Line, style: _Style) -> bool:
    """Tell whether a paragraph goes on in the next column or on the next page."""
    a = paragraph[-1]
    if not _alike(a, b, style) or a.size > 1.12 * style.size or (a.bold and not style.bold) or _is_item(b, a):
        return False
    ended = bool(_ENDED.search(a.text[-5:]))
    if not ended and b.text[0].islower():
        return True
    if _unfilled(old, a, b):
        return False
    if style.indented:
        return b.left - flow.left < 0.6 * b.size
    return not ended


def _is_item(line: Line, above: Line) -> bool:
    """Tell whether a line begins a list item."""
    found = _ITEM.match(line.text)
    if not found and not line.dotted:
        return False
    if line.dotted or _SURE_BULLET.match(line.text):
        return True
    wide = line.body - line.left > 1.25 * line.size
    return wide or bool(_ENDED.search(above.text[-5:])) or bool(_ITEM.match(above.text))


def _block(lines: Sequence[Line], style: _Style, words: Counter[str]) -> Block:
    text = joined_words([line.text for line in lines], words)
    heading = not isinstance(lines, tuple) and _is_heading(lines, text, style)
    if not heading:
        text = _without_bullet(text, lines[0])
    return Block(_LONE_PRIVATE.sub("", text).strip(), heading)


def _is_heading(lines: Sequence[Line], text: str, style: _Style) -> bool:
    if len(text) > _LONGEST_HEADING or len(lines) > 4 or not any(map(str.isalpha, text)) or _SURE_BULLET.match(text):
        return False
    size = min(line.size for line in lines)
    if size > style.size * (1.45 if lines[0].hidden else 1.12):
        return size > 1.4 * style.size or text[-1] != "."
    bold = not style.bold and all(line.bold for line in lines) and size > 0.93 * style.size
    return bold and len(lines) <= 2 and text[-1] not in ".,;:"


def _without_bullet(text: str, line: Line) -> str:
    found = _BULLET.match(text)
    if not found or found.end() == len(text):
        return text
    wide = line.body - line.left > 1.25 * line.size
    return text[found.end() :] if wide or _SURE_BULLET.match(text) else text
