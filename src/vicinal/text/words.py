"""Words with their places in a text, for whoever must point at them.

A word is what `tokens` says, a run of letters, digits and combining marks, with the place where it stands in the text
as it was written. In scripts that put no spaces between words every character is one, with the marks upon it. What
stands between words (spaces, punctuation) belongs to none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from vicinal.text.tokens import writes_no_spaces

_WORD = re.compile(r"[^\W_]+")
# Nothing before Thai is of a script without spaces, nor is U+2000 to U+206F: the dashes and quotes of most languages.
_PERHAPS_NO_SPACES = re.compile("[\u0e00-\u1fff\u2070-\U0010ffff]")


class Word(NamedTuple):
    """A word: where it begins and ends in the text, in characters, and its form, case-folded as tokens are."""

    start: int
    end: int
    form: str


def words(text: str) -> list[Word]:
    """Return the words of a text, in order.

    >>> words("Über 2 Katzen.")
    [Word(start=0, end=4, form='über'), Word(start=5, end=6, form='2'), Word(start=7, end=13, form='katzen')]
    >>> [word.form for word in words("第一句。")]
    ['第', '一', '句']
    """
    if text.isascii():
        return [Word(*match.span(), match[0]) for match in _WORD.finditer(text.lower())]
    marks = "".join(sorted(c for c in set(text) if unicodedata.category(c)[0] == "M"))
    found = _word_pattern(marks).finditer(text)
    if _PERHAPS_NO_SPACES.search(text):
        spans = [span for match in found for span in _parted(text, *match.span())]
    else:
        spans = [match.span() for match in found]
    made = [Word(start, end, _folded(text[start:end])) for start, end in spans]
    return [word for word in made if _WORD.search(word.form)] if marks else made  # marks alone are no word


@lru_cache(maxsize=512)
def _word_pattern(marks: str) -> re.Pattern[str]:
    # `re` has no class for combining marks (its \w leaves them out), so the marks of this text are named one by one.
    return re.compile(rf"(?:[^\W_]|[{marks}])+") if marks else _WORD


def _folded(word: str) -> str:
    """Return a word as Unicode's caseless matching takes it, composed."""
    if word.isascii():
        return word.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", word).casefold())


def _parted(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the words of a run: each character of a script without spaces, with its marks, and what is between them."""
    alone = False  # whether the word that is being read is a character
    first = start
    for place in range(start, end):
        character = text[place]
        if unicodedata.category(character)[0] == "M":
            continue  # it stays with what is before it
        character_alone = writes_no_spaces(character)
        if place > first and (alone or character_alone):
            yield first, place
            first = place
        alone = character_alone
    yield first, end
