"""Text to words, in any script: the one word splitter.

A word is a run of letters, digits and combining marks (not of marks alone), case-folded. Scripts that put no spaces
between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese) are split into characters: `tokens` returns overlapping
pairs of them, which are compared; `words` returns single ones with their places, which are shown.

A soft hyphen or a middle dot between letters joins them: "Bundes·tag", as easy German writes it, is "Bundestag".

Case is folded by Unicode's caseless matching and composed (NFC), so that a decomposed accent makes no other word.
Letters and digits are those of `str.isalnum`; everything follows the interpreter's own Unicode tables.

The compiled kernels have twins of `tokens`; the viewer has one in JavaScript (`view/assets/tokens.js`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from vicinal.extract.lines import SCRIPTS_WITHOUT_SPACES
from vicinal.lazy_pattern import pattern

_NO_SPACE = pattern(f"[{SCRIPTS_WITHOUT_SPACES}]")
_FIRST_WITHOUT_SPACES = "\u0e00"
# A quick test: scripts without spaces begin with Thai, and the dashes and quotes of U+2000 to U+206F are of none.
_MAY_LACK_SPACES = pattern("[\u0e00-\u1fff\u2070-\U0010ffff]")
_WORD = pattern(r"[^\W_]+")
# Soft hyphen, middle dot (also the Greek one, which is composed to it) and hyphenation point.
_JOINERS = pattern("[\u00ad\u00b7\u0387\u2027]+")


class Word(NamedTuple):
    """A word: its start and end in the text, in characters, and its case-folded form."""

    start: int
    end: int
    form: str


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, in order.

    >>> tokens("The cat's 2 hats")
    ['the', 'cat', 's', '2', 'hats']
    >>> tokens("日本語 2024年")
    ['日本', '本語', '2024', '年']
    """
    if text.isascii():
        return _WORD.findall(text.lower())
    text = folded(without_joiners(text))
    marks = _marks(text)
    found: list[str] = _word_pattern(marks).findall(text)
    if marks:
        found = [word for word in found if _WORD.search(word)]  # the variation selector of an emoji is no word
    if not _NO_SPACE.search(text):
        return found
    return [token for word in found for token in _pairs(word, marks)]


def has_words(text: str) -> bool:
    """Tell whether a text has tokens, without making them: a letter or digit stays one when it is folded.

    >>> has_words("... 1 ..."), has_words("...")
    (True, False)
    """
    return _WORD.search(text) is not None or bool(tokens(text))


def words(text: str) -> list[Word]:
    """Return the words of a text with their places, in order.

    >>> words("Über 2 Katzen.")
    [Word(start=0, end=4, form='über'), Word(start=5, end=6, form='2'), Word(start=7, end=13, form='katzen')]
    >>> [word.form for word in words("第一句。")]
    ['第', '一', '句']
    """
    if text.isascii():
        return [Word(*match.span(), match[0]) for match in _WORD.finditer(text.lower())]
    marks = _marks(text)
    runs: Iterator[tuple[int, int]] = (match.span() for match in _word_pattern(marks).finditer(text))
    if _JOINERS.search(text):
        runs = _joined_runs(text, runs)
    if may_lack_spaces(text):
        runs = (part for run in runs for part in _characters(text, *run))
    found = [Word(start, end, folded(without_joiners(text[start:end]))) for start, end in runs]
    return [word for word in found if _WORD.search(word.form)] if marks else found


def folded(text: str) -> str:
    """Return a text as it is compared: case-folded by Unicode's caseless matching, and composed."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())


def without_joiners(text: str) -> str:
    """Return a text without the soft hyphens and middle dots that stand between letters.

    Letters of scripts without spaces stay apart: in a Chinese name, the dot parts its words.

    >>> without_joiners("Brief·wahl, 3·4")
    'Briefwahl, 3·4'
    """
    if not _JOINERS.search(text):
        return text
    return _JOINERS.sub(lambda match: "" if _joins(text, *match.span()) else match[0], text)


def writes_no_spaces(character: str) -> bool:
    """Tell whether a character belongs to a script that puts no spaces between words."""
    return character >= _FIRST_WITHOUT_SPACES and _NO_SPACE.match(character) is not None


def may_lack_spaces(text: str) -> bool:
    """Tell, quickly, whether a text may have characters of a script without spaces; False is certain."""
    return _MAY_LACK_SPACES.search(text) is not None


def _joins(text: str, start: int, end: int) -> bool:
    """Tell whether there are letters on both sides of some joiners; a letter may have marks after it."""
    before = start - 1
    while before >= 0 and unicodedata.category(text[before])[0] == "M":
        before -= 1
    return before >= 0 and end < len(text) and _is_letter(text[before]) and _is_letter(text[end])


def _is_letter(character: str) -> bool:
    return character.isalnum() and not character.isdecimal() and not writes_no_spaces(character)


def _joined_runs(text: str, runs: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield runs of letters, those with nothing but joiners between them as one."""
    first, last = next(runs, (0, 0))
    for start, end in runs:
        if not (_JOINERS.fullmatch(text, last, start) and _joins(text, last, start)):
            yield first, last
            first = start
        last = end
    if last:
        yield first, last


def _marks(text: str) -> str:
    """Return the combining marks of a text, for a pattern; `re` has no class for them."""
    return "".join(sorted(c for c in set(text) if unicodedata.category(c)[0] == "M"))


@lru_cache(maxsize=512)
def _word_pattern(marks: str) -> re.Pattern[str]:
    return re.compile(rf"(?:[^\W_]|[{marks}])+") if marks else _WORD


@lru_cache(maxsize=512)
def _span_pattern(marks: str) -> re.Pattern[str]:
    # A mark of no script of its own stays with the character before it.
    return re.compile(rf"[{SCRIPTS_WITHOUT_SPACES}][{SCRIPTS_WITHOUT_SPACES}{marks}]*|[^{SCRIPTS_WITHOUT_SPACES}]+")


def _pairs(word: str, marks: str) -> Iterator[str]:
    """Yield the tokens of a run: overlapping pairs in scripts without spaces, the rest as it is."""
    for span in _span_pattern(marks).findall(word):
        if not writes_no_spaces(span[0]) or len(span) == 1:
            yield span
        else:
            yield from (span[i : i + 2] for i in range(len(span) - 1))


def _characters(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the words of a run: each character of a script without spaces, with its marks, and what is between them."""
    alone = False  # whether the current word is such a character
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
