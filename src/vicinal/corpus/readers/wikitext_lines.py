"""The second half of parsing wikitext: from lines to paragraphs.

Headings end a section, blank lines end a paragraph, and `*`, `#`, `:` and `;` start list items. Bold and italic marks,
external links and entities are resolved line by line, and gaps left by removed templates are closed.

Caller: `wikitext`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from vicinal.corpus.readers.wikinames import NO_PROSE, OFTEN_LISTS, plain
from vicinal.extract.lines import joined

_LIST_MARKS = "*#:;"
_LEAST_PROSE = 60  # characters of a section that is more than a list
APART = "\u200b"  # between two marks of quotes that a tag kept apart; it is not shown
BREAK = "\f"  # a line break in a paragraph; two end the paragraph

_BREAKS = re.compile(r"\f\s*\f[\f\s]*")
_MAGIC_WORD = re.compile(r"__[^\W\d_a-z](?:(?!__)[^\Wa-z]){1,40}__")
_QUOTES = re.compile(r"'{2,}")
_SITE = re.compile(r"\[(?:(?:https?|ftps?|news|irc)://|mailto:|//)[^\s\[\]]*[ \t]*([^\[\]]*)\]", re.IGNORECASE)
_SITE_BEGINS = re.compile(r"\[(?:(?:https?|ftps?)://|//)\S*[ \t]*", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\ufeff\u202a-\u202e\u2066-\u2069]")
_EMPTY_BRACKETS = re.compile(r" ?(?:\([ ,;:/–-]*\)|（[ ,;:、，；]*）|\[[ ,;]*\])")
_AFTER_OPENING = re.compile(r"\([ ,;]+")
_BEFORE_CLOSING = re.compile(r"(?<![ ,;])[ ,;]+\)")
_COMMAS = re.compile(r",(?: ?,)+")
_BEFORE_STOP = re.compile(r" (?=[,.](?: |$))")


def blocks(text: str) -> list[str]:
    """Return the paragraphs of a text whose templates, links, tables and tags are already resolved."""
    found: list[list[list[str]]] = [[]]  # paragraphs of texts (prose or list items) of lines
    after_items = False
    lines = _BREAKS.sub("\n\n", _MAGIC_WORD.sub("", text)).replace(BREAK, " ").split("\n")
    for line in _with_prose([line.strip() for line in lines]):
        if not line or line.startswith("----"):
            found.append([])
        elif line.startswith(("|", "! ")):  # a row or argument of an unclosed table or template
            continue
        elif line[0] in _LIST_MARKS:
            if item := _clean(line.lstrip("*#:; \t")):
                found[-1].append([item])
                after_items = True
            continue
        elif prose := _clean(line):
            if after_items or not found[-1]:
                found.append([[prose]])
            else:
                found[-1][-1].append(prose)
        after_items = False
    paragraphs = ("\n".join(_closed(joined(lines)) for lines in paragraph) for paragraph in found)
    return [paragraph for paragraph in paragraphs if any(map(str.isalnum, paragraph))]


def _with_prose(lines: list[str]) -> Iterator[str]:
    """Yield the lines of sections with prose; their headings are empty lines."""
    skipped = 0  # the heading level of the section being skipped; 0 for none
    for number, line in enumerate(lines, 1):
        level, heading = _heading(line)
        if level:
            if not skipped or level <= skipped:
                name = plain(_clean(heading)).rstrip(":")
                is_list = name in NO_PROSE or (name in OFTEN_LISTS and not _is_prose(lines, number, level))
                skipped = level if is_list else 0
            yield ""
        elif not skipped:
            yield line


def _is_prose(lines: list[str], start: int, level: int) -> bool:
    """Tell whether a section, with its subsections, has more prose than list items and references.

    A line in which at least half of the words begin with a capital letter or a digit is taken for a reference, which
    is mostly names, titles and years. (At most six sections are in each other, so no line is read more than six times.)
    """
    prose = listed = 0
    for number in range(start, len(lines)):
        line = lines[number]
        at, _ = _heading(line)
        if at and at <= level:
            break
        if at or not line or line[0] in "|!":
            continue
        words = line.split()
        capitals = sum(map(_is_like_a_name, words))
        if line[0] in _LIST_MARKS or _SITE_BEGINS.search(line) or 2 * capitals >= len(words):
            listed += len(line)
        else:
            prose += len(line)
    return prose > max(listed, _LEAST_PROSE)


def _is_like_a_name(word: str) -> bool:
    """Tell whether a word begins with a capital letter or a digit, after quotation marks and brackets."""
    first = next(filter(str.isalnum, word), "")
    return first.isupper() or first.isdigit()


def _heading(line: str) -> tuple[int, str]:
    """Return the level and text of a heading; level 0 for any other line."""
    if len(line) < 3 or line[0] != "=" or line[-1] != "=":
        return 0, ""
    left, right = len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("="))
    level = min(left, right, 6)
    return (level, line[level:-level]) if left < len(line) else (0, "")


def _clean(line: str) -> str:
    """Return a line without inline markup and without gaps."""
    if "''" in line:
        line = _without_quotes(line)
    if "[" in line:
        line = _SITE_BEGINS.sub("", _SITE.sub(r"\1", line))
    if "&" in line:
        line = _ENTITY.sub(lambda entity: unescape(entity[0]), line)
    line = " ".join(_INVISIBLE.sub("", line).split())
    if "(" in line or "（" in line or "[" in line:
        line = _BEFORE_CLOSING.sub(")", _AFTER_OPENING.sub("(", _EMPTY_BRACKETS.sub("", line)))
    return _closed(line).strip()


def _closed(text: str) -> str:
    """Return a text without the gaps that removed templates and formulas leave before commas and full stops."""
    return _BEFORE_STOP.sub("", _COMMAS.sub(",", text))


def _without_quotes(line: str) -> str:
    """Return a line without bold and italic marks, but with the apostrophes beside them.

    `l'''Iliade''` is an apostrophe and italics: if the marks of a line are unbalanced, MediaWiki takes one of
    three marks for an apostrophe, preferably after a single letter, else after a word, else after a space.
    """
    marks = list(_QUOTES.finditer(line))
    bold = [mark for mark in marks if len(mark[0]) != 2]
    italic = sum(1 for mark in marks if len(mark[0]) == 2 or len(mark[0]) >= 5)
    odd = -1
    if len(bold) % 2 and italic % 2:
        three = [mark.start() for mark in bold if len(mark[0]) <= 4]
        odd = min(three, key=lambda start: (_rank(line, start), start), default=-1)
    pieces: list[str] = []
    end = 0
    for mark in marks:
        length = len(mark[0])
        apostrophes = 1 if length == 4 else max(0, length - 5)
        pieces += (line[end : mark.start()], "'" * (apostrophes + (mark.start() == odd)))
        end = mark.end()
    return "".join(pieces) + line[end:]


def _rank(line: str, start: int) -> int:
    """Rank a position for an apostrophe: 0 after a single letter, 1 after a word, 2 after a space."""
    if start == 0 or line[start - 1] == " ":
        return 2
    return 0 if start == 1 or line[start - 2] == " " else 1
