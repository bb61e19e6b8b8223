"""Prose to sentences.

A sentence may end at each mark such as "." or "?" that white space follows, and at each full stop of a script without
spaces. It does not end

- before a word in lower case, unless all of the document is in lower case;
- inside brackets;
- after an abbreviation, an initial, an ordinal, or the number of a list item. Many abbreviations may end a sentence,
  too ("in the U.S."): they do so before a word that often begins one ("The").

Quotation marks and brackets that close stay with the sentence before them, those that open go with the one after.
Lists of words, by language, are in `abbreviations`, the rules for the word before a full stop in `full_stops`, and all
other rules are here. How well they work, beside other segmenters: docs/sentences.md. `compiled/_segment.pyx` applies
them to what is clear, and asks here about the rest. Callers: `reading`, and the reader of Wikipedia dumps.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import Any

from vicinal.compiled import compiled
from vicinal.errors import LanguageWarning, warn_caller
from vicinal.lazy_pattern import pattern
from vicinal.text import sentence_signs as signs
from vicinal.text.abbreviations import LANGUAGES as LANGUAGES
from vicinal.text.abbreviations import RELATED, Words, words_of
from vicinal.text.full_stops import ends_after
from vicinal.text.language import base_code

_compiled: Any = compiled("_segment")
_WIDE = frozenset(signs.WIDE_STOPS)
_REFERENCE = r"\[\d{1,3}\]"


def _any_of(characters: str) -> str:
    """Return a pattern for one of these characters."""
    return f"[{re.escape(characters)}]"


def _end_pattern(more_stops: str = "") -> re.Pattern[str]:
    """Return what an end may look like: stops (1), what closes after them (2), a lone mark (3), white space (4).

    A lone mark stands between spaces, as in tokenised text; it may close or open.
    """
    may_close = rf"{_any_of(signs.MAY_CLOSE)}(?=\s|{_any_of(signs.GOES_ON)}|$)"
    return pattern(
        rf"({_any_of(signs.STOPS + signs.WIDE_STOPS + more_stops)}+)"
        rf"((?:{_any_of(signs.CLOSING)}|{may_close}|{_REFERENCE})*"
        rf"(?:\s+(?:''|{_any_of(signs.LONE_CLOSING)}|{_REFERENCE})(?=\s|$))*)"
        rf"(\s+{_any_of(signs.LONE)}(?=\s|{_any_of(signs.LONE_BEFORE)}|$))?(\s*)"
    )


_END = _end_pattern()
_ENDS = {rules: _end_pattern(stops) for rules, stops in signs.MORE_STOPS.items()}
_STOP = pattern(r"[.!?](?!\S)")
_TELLING_LENGTH, _TELLING_STOPS = 100, 3  # what a paragraph must have to tell whether a document is in lower case
_ASKED = pattern(rf"[.…]*{_any_of(signs.ASKING)}")  # such an end is one after an abbreviation, too
_NEVER_FIRST = frozenset(signs.NEVER_FIRST)
# The next word, after marks that open.
_NEXT = pattern(rf"(?:{_any_of(signs.BEFORE_WORD)}|``)*\s?(\w+['’]?\.?)")
_ITEM = pattern(r"\(?[a-z]{1,4}\)\s")
_OPENING = frozenset(signs.OPENING)
_QUOTES = frozenset(signs.QUOTES)
_PARTNERS = {"“": "„", "»": "«", "›": "‹"}
_DOUBLE_QUOTE = pattern('"')
_LONE_QUOTE = pattern(r"(?<!\S)['`](?!\S)")
_GLUED = pattern(r"(?<=[^\W\d_A-Z]{3})[.!?][A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+(?:[\s,]|$)")
_ADDRESS = pattern(r"[/@]|www\.")
_FAR = 500  # characters that are searched for the other bracket
_VERY_FAR = 10_000  # characters that are searched for other quotation marks


def rules_for(language: str | None) -> str:
    """Return the code of the sentence rules to use for a language: its own, else those of a related one, or English."""
    base = base_code(language)
    rules = RELATED.get(base, base)
    return rules if rules in LANGUAGES else "en"


def warn_without_rules(language: str | None) -> None:
    """Warn if a language has no sentence rules; the warning points at the first caller outside of this package.

    For a language that a user gave. One that was recognised is read with the rules of a related one, without a warning:
    nobody asked for its own.

    Warns:
        LanguageWarning: The language has no rules of its own.
    """
    if not language or base_code(language) in LANGUAGES:
        return
    warn_caller(
        f"no sentence rules for language {language!r}; using those of a related language, or else of English",
        LanguageWarning,
    )


def sentences(text: str, rules: str, is_lower: bool | None = None) -> list[str]:
    """Return the sentences of a paragraph, stripped of white space; no other character is lost.

    Args:
        text: The paragraph.
        rules: The code of the rules; see `rules_for`.
        is_lower: Whether all of the document is in lower case. None: whether the paragraph is, if it is long enough to
            tell; a table cell such as "pens, etc. for the class" is not.

    >>> sentences('He wrote: "We waited. It came." Then he left.', "en")
    ['He wrote: "We waited.', 'It came."', 'Then he left.']
    """
    if is_lower is None:
        is_lower = text.islower() and (len(text) >= _TELLING_LENGTH or len(_STOP.findall(text)) >= _TELLING_STOPS)
    if _compiled is not None:
        found: list[str] = _scan(rules).sentences(text, is_lower)
        return found
    return _sentences(text, rules, is_lower)


def _sentences(text: str, rules: str, is_lower: bool) -> list[str]:
    """Return the sentences of a paragraph: the reference of the compiled scan."""
    found: list[str] = []
    start = 0
    ends = _Ends(text, rules, is_lower)
    for match in ends.pattern.finditer(text):
        cut = ends.cut(match, start)
        if cut >= 0:
            found.append(text[start:cut].strip())
            start = cut
    last = text[start:].strip()
    return [*found, last] if last else found


@lru_cache(maxsize=64)
def _scan(rules: str) -> Any:
    """Return the compiled scan with the rules of a language; it asks `_Ends` where words or marks must be looked at."""

    def ends(text: str, is_lower: bool) -> _Ends:
        return _Ends(text, rules, is_lower)

    words = words_of(rules)
    listed = words.within | words.anywhere | words.numbered
    return _compiled.Scan(ends, rules, listed, "str" in words.anywhere, words.ordinals)


class _Ends:
    """The rules at work on a paragraph: each mark that may end a sentence is judged, in the order of the text."""

    def __init__(self, text: str, rules: str, is_lower: bool) -> None:
        self.pattern = _ENDS.get(rules, _END)
        self._text = text
        self._words = words_of(rules)
        self._is_lower = is_lower
        self._quotes = _Quotes(text)
        self._depth = self._looked = 0  # the 「 that are open, and up to where they were counted

    def at(self, stop: int, start: int) -> tuple[int, int]:
        """Return where the sentence ends, or -1, for the stop at this place; and up to where the text was read."""
        match = self.pattern.match(self._text, stop)
        if match is None:
            raise ValueError(f"there is no stop at {stop}")
        return self.cut(match, start), match.end()

    def cut(self, match: re.Match[str], start: int) -> int:
        """Return where the sentence that begins at `start` ends; -1 if not at this match, or if nothing follows it."""
        text, following = self._text, match.end()
        if following == len(text):
            return -1
        stop, cut = match.start(), match.end(2)
        if text[match.end(1) - 1] in _WIDE:
            self._depth += text.count("「", self._looked, stop) - text.count("」", self._looked, stop)
            self._looked = stop
            ends = _ends_wide(text, stop, following, self._depth)
        elif following == cut:
            ends = _ends_without_space(text, start, stop, following)
        else:
            if match.end(3) > cut:
                if self._quotes.closes(stop, match.end(3) - 1):
                    cut = match.end(3)
                else:
                    following = match.end(3) - 1
            ends = _ends(text, start, stop, cut, following, self._is_lower, self._words)
        return cut if ends else -1


def _ends_wide(text: str, stop: int, following: int, depth: int) -> bool:
    """Tell whether a sentence ends at a stop that needs no space; `depth` counts the 「 that are open there."""
    if text[following] in signs.NEVER_FIRST_WIDE or _in_brackets(text, 0, stop, "（", "）"):
        return False
    return depth == 0 or (depth > 0 and text.find("」", stop, stop + _FAR) < 0)


def _ends_without_space(text: str, start: int, stop: int, following: int) -> bool:
    """Tell whether the white space between two sentences was lost: "He left.She stayed."."""
    if not text[following].isupper() or not _GLUED.match(text, stop):
        return text[following] == "„"
    space = text.rfind(" ", max(start, stop - _FAR), stop)
    return not _ADDRESS.search(text, space + 1, stop)


class _Quotes:
    """The quotation marks of a text, counted from where it was last looked at: each character is looked at once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._seen: dict[str, tuple[int, list[int]]] = {}  # for each sign, up to where it was searched, and where it is

    def closes(self, stop: int, mark: int) -> bool:
        """Tell whether a quotation mark between spaces closes: one that opened stands before it."""
        text, sign = self._text, self._text[mark]
        if sign in _PARTNERS:
            far = max(0, stop - _VERY_FAR)
            partner = text.rfind(_PARTNERS[sign], far, stop)
            return partner > text.rfind(sign, far, stop) and (partner == 0 or not text[partner - 1].isalnum())
        looked, places = self._seen.get(sign, (0, []))
        marks = _DOUBLE_QUOTE if sign == '"' else _LONE_QUOTE
        places += (found.start() for found in marks.finditer(text, looked, stop + 1))  # the stop tells what is alone
        self._seen[sign] = stop, places
        return (len(places) - bisect_left(places, stop - _VERY_FAR)) % 2 == 1


def _in_brackets(text: str, start: int, cut: int, opening: str, closing: str) -> bool:
    """Tell whether a place is between two brackets."""
    opened = text.rfind(opening, max(start, cut - _FAR), cut)
    if opened < 0 or text.find(closing, opened, cut) >= 0:
        return False
    closed = text.find(closing, cut, cut + _FAR)
    return closed >= 0 and text.find(opening, cut, closed) < 0


def _ends(text: str, start: int, stop: int, cut: int, following: int, is_lower: bool, words: Words) -> bool:
    """Tell whether a sentence ends at a stop.

    Args:
        text: The paragraph.
        start: Where the sentence begins.
        stop: Where the stop is.
        cut: Where the marks end that close after it.
        following: Where the next sentence would begin, after white space.
        is_lower: Whether all of the document is in lower case.
        words: The words of the language.
    """
    if text[following] in _NEVER_FIRST and not text.startswith(("...", "…"), following):
        return False
    begins = _NEXT.match(text, following)
    first = begins[1][0] if begins else text[following]
    if first.islower() and not _begins_lower(text, cut, following, begins, is_lower):
        return False
    if _in_brackets(text, start, cut, "(", ")") or (stop > 0 and text[stop - 1] in "(["):
        return False
    if _ASKED.match(text, stop):
        return True
    if text[stop] == "…" or text.startswith("...", stop):
        return stop > start and not text[stop - 1].isspace()  # between spaces, it stands for words that are left out
    if text[stop] != "." or text[stop + 1] == ".":
        return True
    before = text[max(start, stop - 30) : stop]
    if not before or before[-1].isspace():
        return True  # a stop of tokenised text
    return ends_after(text, start, stop, before, begins, is_lower, words)


def _begins_lower(text: str, cut: int, following: int, begins: re.Match[str] | None, is_lower: bool) -> bool:
    """Tell whether a sentence may begin with this lower-case letter."""
    if text[cut - 1] in _QUOTES:  # "Why?" she asked.
        return False
    if is_lower or text[following] in _OPENING or _ITEM.match(text, following):
        return True
    return begins is not None and text[begins.start(1) + 1 : begins.start(1) + 2].isupper()  # iPhone
