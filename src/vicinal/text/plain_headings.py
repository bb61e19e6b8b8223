"""Headings of plain text: found by their marks, or by the shape of a line.

Marks are `== heading ==`, and a line of === or --- below a heading. Shape is: short, begins with a capital or a number,
ends with no stop, is no item of a list, and something longer that ends like a sentence follows. Where a text marks
headings with ==, all of them are taken to be marked so, and shape says nothing.

Precision counts more than recall: a sentence taken for a heading is lost for alignment with sentences, a heading taken
for a sentence is not.

Caller: `reading`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vicinal.extract.block import GUARD, marked_heading, unguarded
from vicinal.lazy_pattern import pattern
from vicinal.text.line_layout import ends_sentence, is_list_item
from vicinal.text.tokens import writes_no_spaces

_MOST_CHARACTERS = 80  # and twice as many in a first line: titles are longer
_MOST_WORDS = 10  # and twice as many in a first line
_MOST_DENSE = 32  # characters in a script without spaces
_MOST_IN_A_ROW = 2  # headings; more short lines in a row are a list or a table
_BESIDE_LONGEST = 0.75  # of the longest line of its block, at most, where a heading stands on top of its paragraph
_UNDERLINE = pattern(r"={3,}|-{3,}|~{3,}")
# A number with its full stop, as in "3.2 Results" or "IV. The end", then the first sign that is no opening mark.
_BEGINNING = pattern(r"(?:(?:\d+(?:\.\d+)*[.)]?|[IVXLC]+[.)]|[A-Z][.)])\s+)?[\"'“„«‹»›(\[¿¡‘「『（]*(\w)")
_LABEL = pattern(r"[^\W\d]:\s")  # "Typical salary: £20,000", not "Chapter 3: The storm"; a title may have one
_LAST = pattern(r"[\w)\]”’»“\"'」』）%°€$£]$")


class Part(NamedTuple):
    """Lines of a text that belong together: a paragraph, or a heading."""

    lines: list[str]
    heading: bool = False


def parts(blocks: Sequence[list[str]], split: str) -> list[Part]:
    """Return the paragraphs and headings of a text.

    Args:
        blocks: Lines in blocks, as `line_layout.line_blocks` returns them.
        split: "prose" or "lines", where a block is a paragraph, or "paragraphs", where a line is one.
    """
    first_signs = {line[0] for block in blocks for line in block}
    if first_signs.isdisjoint("=-~"):
        found = list(map(Part, blocks))
    else:
        found = [part for number, block in enumerate(blocks) for part in _marked(block, first=number == 0)]
    has_marks = "=" in first_signs and any(
        line[0] == "=" and marked_heading(line) for block in blocks for line in block
    )
    if split == "paragraphs":
        found = [Part([line], part.heading) for part in found for line in part.lines]
    elif split == "prose" and not has_marks:
        found = [piece for number, part in enumerate(found) for piece in _topped(part, first=number == 0)]
    found = found if has_marks else by_shape(found)
    if GUARD not in first_signs:
        return found
    return [part if part.heading else Part(list(map(unguarded, part.lines))) for part in found]


def _marked(block: list[str], *, first: bool) -> Sequence[Part]:
    """Return a block in parts, cut at the headings that have a mark."""
    if len(block) == 1 and block[0][0] != "=":
        return (Part(block),)
    return list(_cut_at_marks(block, first=first))


def _cut_at_marks(block: list[str], *, first: bool) -> Iterator[Part]:
    """Yield the parts of a block that may have marks."""
    if len(block) > 1 and _underlines(block[1], block[0]) and _may_be_heading(block[0], first=first):
        yield Part([block[0]], heading=True)
        block = block[2:]
    start = 0
    for number, line in enumerate(block):
        heading = marked_heading(line) if line[0] == "=" else None
        if heading is not None:
            if number > start:
                yield Part(block[start:number])
            yield Part([heading], heading=True)
            start = number + 1
    if start < len(block):
        yield Part(block[start:])


def _underlines(line: str, above: str) -> bool:
    """Tell whether a line underlines the one above: of one sign, and about as long."""
    return _UNDERLINE.fullmatch(line) is not None and len(above) <= 2 * len(line) <= 4 * len(above)


def _topped(part: Part, *, first: bool) -> tuple[Part, ...]:
    """Return a part of several lines in two if its first line is a heading on top of a paragraph, else as it is.

    A line that was merely wrapped is about as long as its neighbours, so a heading must be clearly shorter.
    """
    if len(part.lines) == 1:
        return (part,)
    line, *rest = part.lines
    longest = max(map(len, rest))
    if (
        len(line) < _BESIDE_LONGEST * longest
        and (_has_case(line) or len(line) < _BESIDE_LONGEST / 2 * longest)
        and _may_be_heading(line, first=first)
        and not rest[0][0].islower()
        and not is_list_item(rest[0])
        and any(map(ends_sentence, rest))
    ):
        return Part([line], heading=True), Part(rest)
    return (part,)


def by_shape(found: list[Part]) -> list[Part]:
    """Return the parts, those that have the shape of headings marked as such: one or two, before a paragraph."""
    result = list(found)
    row: list[int] = []  # short lines just before the current part
    for number, part in enumerate(found):
        if not part.heading and len(part.lines) == 1 and _may_be_heading(part.lines[0], first=number == 0):
            row.append(number)
            continue
        if row and not part.heading and len(row) <= _MOST_IN_A_ROW and _follows(part.lines, found[row[-1]].lines[0]):
            for place in row:
                result[place] = found[place]._replace(heading=True)
        row = []
    return result


def _follows(lines: list[str], heading: str) -> bool:
    """Tell whether a part is a paragraph that a heading may stand above."""
    first = lines[0]
    is_longer = len(lines) > 1 or len(first) > len(heading)
    return is_longer and not first[0].islower() and not is_list_item(first) and any(map(ends_sentence, lines))


def _may_be_heading(line: str, *, first: bool) -> bool:
    """Tell whether a line has the shape of a heading, whatever follows; `first` if it is the first of its text."""
    times = 2 if first else 1
    if len(line) > times * _MOST_CHARACTERS or not _LAST.search(line) or ends_sentence(line) or is_list_item(line):
        return False
    begin = _BEGINNING.match(line)
    if begin is None or len(line.split()) > times * _MOST_WORDS or (_LABEL.search(line) and not first):
        return False
    if _has_case(line):
        return not begin[1].islower()
    is_dense = any(map(writes_no_spaces, line))
    return any(map(str.isalpha, line)) and len(line) <= (_MOST_DENSE if is_dense else _MOST_CHARACTERS // 2)


def _has_case(line: str) -> bool:
    """Tell whether a line has letters of a script with capitals."""
    return line.lower() != line.upper()
