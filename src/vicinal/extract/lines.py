"""Lines of a paragraph to one line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from vicinal.compiled import compiled
from vicinal.lazy_pattern import pattern

_compiled: Any = compiled("_plain_text")
# Scripts that put no spaces between words, as ranges of a pattern: Han with its iteration marks and numerals, Hiragana,
# Katakana (also half width), Thai, Lao, Burmese, Khmer.
SCRIPTS_WITHOUT_SPACES = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f"
    "\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U0001aff0-\U0001b16f\U00020000-\U0003ffff"
)
# With the punctuation and the full-width forms of China and Japan.
_NO_SPACES = pattern(f"[{SCRIPTS_WITHOUT_SPACES}\u3000-\u303f\ufe30-\ufe4f\uff00-\uff65]")
_FIRST = "\u0e00"  # of them
_SPACES = pattern(r"\s{2,}|[^\S ]")
_INVISIBLE = str.maketrans("", "", "\xad\ufeff")


def one_line(text: str) -> str:
    r"""Return a text on one line, with single spaces, without soft hyphens.

    A line break becomes a space, or nothing between letters of scripts that put no spaces between words.

    >>> one_line(" Two\nlines,  one space ")
    'Two lines, one space'
    >>> one_line("二つの\n行")
    '二つの行'
    """
    lines = [_SPACES.sub(" ", line).strip() for line in text.translate(_INVISIBLE).split("\n")]
    return joined(list(filter(None, lines)))


def single_spaced(line: str) -> str:
    """Return a line with single spaces, without outer white space; readers of plain text call this."""
    return " ".join(line.split())


if _compiled:
    single_spaced = _compiled.single_spaced


def joined(lines: Sequence[str]) -> str:
    """Return lines, none of them empty, as one text; readers of plain text and wikitext call this, too."""
    if all(map(str.isascii, lines)):
        return " ".join(lines)
    pieces = list(lines[:1])
    for before, line in pairwise(lines):
        pieces += (" ", line) if is_space(before[-1], line[0]) else (line,)
    return "".join(pieces)


def is_space(before: str, after: str) -> bool:
    """Tell whether a line break between two characters is a space: not if both are of scripts without spaces."""
    return before < _FIRST or after < _FIRST or not (_NO_SPACES.match(before) and _NO_SPACES.match(after))
