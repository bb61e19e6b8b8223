"""How long a text is, in words: a quick count, to compare lengths over whole corpora.

A word is what stands between white space; in scripts that write no spaces (Chinese, Japanese, Thai, Lao, Khmer,
Burmese) every character is one. The tokens that `similarity` compares take several times as long to make.
"""

from __future__ import annotations

import re
import unicodedata

from vicinal.tokens import writes_no_spaces

# Nothing before Thai is of a script without spaces, nor is U+2000 to U+206F: the dashes and quotes of most languages.
_PERHAPS_NO_SPACES = re.compile("[\u0e00-\u1fff\u2070-\U0010ffff]")


class _Spaced(dict[int, str]):
    """Puts spaces around the characters that are words, for `str.translate`; what was asked once is remembered."""

    def __missing__(self, code: int) -> str:
        character, category = chr(code), unicodedata.category(chr(code))[0]
        if category == "P" and code >= 0x2E80:
            made = " "  # the stops of Chinese and Japanese, which have no space around them
        elif writes_no_spaces(character):
            made = "" if category == "M" else f" {character} "  # a vowel sign is no character of its own
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
        text = text.translate(_SPACED)
    return len(text.split())
