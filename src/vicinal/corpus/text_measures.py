"""Two measures of texts, fast enough for whole corpora: length in words, and identity.

A word is a run of characters without white space; in scripts without spaces (Chinese, Japanese, Thai, Lao, Khmer,
Burmese) every character is a word. The tokens that `similarity` compares would take several times as long.

Two texts are identical if `comparable` returns the same for both; they then have the same length, too. Statistics and
filters use this definition.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from vicinal.text.tokens import writes_no_spaces

# No character before Thai, nor U+2000 to U+206F (dashes and quotes), belongs to a script without spaces.
_PERHAPS_NO_SPACES = re.compile("[\u0e00-\u1fff\u2070-\U0010ffff]")


class _Spaced(dict[int, str]):
    """A table for `str.translate`, filled on demand, that puts spaces around characters that are words."""

    def __missing__(self, code: int) -> str:
        character, category = chr(code), unicodedata.category(chr(code))[0]
        if category == "P" and code >= 0x2E80:
            made = " "  # Chinese and Japanese punctuation, which has no space around it
        elif writes_no_spaces(character):
            made = " " if category == "M" else f" {character} "  # a combining mark is not a word
        else:
            made = character
        self[code] = made
        return made


_SPACED = _Spaced()


def words(text: str) -> int:
    """Return the length of a text in words; in scripts without spaces, every character is a word.

    >>> words("The cat's 2 hats."), words("日本語です。"), words("")
    (4, 5, 0)
    """
    if not text.isascii() and _PERHAPS_NO_SPACES.search(text):
        text = unicodedata.normalize("NFC", text).translate(_SPACED)
    return len(text.split())


def comparable(text: str) -> str:
    r"""Return a text normalised for comparison: in NFC, with each run of white space replaced by one space.

    White space beside a character of a script without spaces is removed, since it means nothing there.

    >>> comparable("Four\n five. "), comparable("一文。 二文 2 つ。")
    ('Four five.', '一文。二文2つ。')
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    parts = text.split()
    if text.isascii() or not _PERHAPS_NO_SPACES.search(text):
        return " ".join(parts)
    joined = parts[:1]
    for before, after in pairwise(parts):
        joined += ("" if _needs_no_space(before[-1], after[0]) else " ", after)
    return "".join(joined)


def _needs_no_space(before: str, after: str) -> bool:
    """Tell whether a space between two characters means nothing; before a combining mark it never does."""
    special = any(_SPACED[ord(character)] != character for character in (before, after))
    return special and unicodedata.category(after)[0] != "M"
