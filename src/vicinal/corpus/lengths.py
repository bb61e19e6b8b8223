"""Texts as whole corpora compare them: how many words they have, and whether two are the same.

A word is what stands between white space; in scripts that write no spaces (Chinese, Japanese, Thai, Lao, Khmer,
Burmese) every character is one. The tokens that `similarity` compares take several times as long to make.

Two texts are the same if `comparable` makes the same of both; they then have as many words, too. Statistics and filters
all mean this when they say "identical".
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from vicinal.text.tokens import writes_no_spaces

# Nothing before Thai is of a script without spaces, nor is U+2000 to U+206F: the dashes and quotes of most languages.
_PERHAPS_NO_SPACES = re.compile("[\u0e00-\u1fff\u2070-\U0010ffff]")


class _Spaced(dict[int, str]):
    """Puts spaces around the characters that are words, for `str.translate`; what was asked once is remembered."""

    def __missing__(self, code: int) -> str:
        character, category = chr(code), unicodedata.category(chr(code))[0]
        if category == "P" and code >= 0x2E80:
            made = " "  # the stops of Chinese and Japanese, which have no space around them
        elif writes_no_spaces(character):
            made = " " if category == "M" else f" {character} "  # a vowel sign is no character of its own
        else:
            made = character
        self[code] = made
        return made


_SPACED = _Spaced()


def words(text: str) -> int:
    """Return how many words a text has: what white space parts, or the characters of scripts that write no spaces.

    >>> words("The cat's 2 hats."), words("日本語です。"), words("")
    (4, 5, 0)
    """
    if not text.isascii() and _PERHAPS_NO_SPACES.search(text):
        text = unicodedata.normalize("NFC", text).translate(_SPACED)
    return len(text.split())


def comparable(text: str) -> str:
    r"""Return a text as it is compared: composed (NFC), with one space for each run of white space.

    Beside a character of a script that writes no spaces there is none, since nothing is meant by one there.

    >>> comparable("Four\n five. "), comparable("一文。 二文 2 つ。")
    ('Four five.', '一文。二文2つ。')
    """
    if text.isascii():
        return " ".join(text.split())
    parts = unicodedata.normalize("NFC", text).split()
    joined = parts[:1]
    for before, after in pairwise(parts):
        joined += ("" if _needs_no_space(before[-1], after[0]) else " ", after)
    return "".join(joined)


def _needs_no_space(before: str, after: str) -> bool:
    """Tell whether a space between two characters says nothing; a lone mark must not come to stand on another one."""
    special = any(_SPACED[ord(character)] != character for character in (before, after))
    return special and unicodedata.category(after)[0] != "M"
