"""Hyphens at the ends of lines: which belong to a word, and which only say that it goes on.

"simpli-" and "fication" are one word, "Nord-" and "Süd" keep their hyphen, and so does "Vor- und Nachteile". Where both
are possible, the document itself decides: whether it writes the word with or without a hyphen inside a line.

Callers: the reader of PDF, and the reader of plain text whose lines are wrapped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from vicinal.compiled import compiled
from vicinal.extract.lines import is_space, joined
from vicinal.lazy_pattern import pattern

_compiled: Any = compiled("_plain_text")
_HYPHENS = "-\u2010\xad"
_CUT = pattern(rf"\w[{_HYPHENS}]$")
_SOFT = "\xad\u2010"  # hyphens that stand only where a line ends; a file that has them has real ones beside them
_FIRST_WORD = pattern(r"[^\W\d_]+")
_AND = pattern(r"(?:und|oder|bzw|sowie|bis|and|or|to|et|ou|y|o|e|och|eller|og|en|of|i|lub)\b")
_COMPOUND = pattern(r"(?:twen|thir|for|fif|six|seven|eigh|nine)ty$|(?:self|well|half|ex)$")  # likely before a hyphen
_WORDS = pattern(r"\w+(?:-\w+)*")


def ends_cut(line: str) -> bool:
    """Tell whether a line ends with a hyphen after a letter or digit."""
    return line[-1:] in _HYPHENS and _CUT.search(line[-2:]) is not None


def known_words(lines: Iterable[str], asked: Iterable[str] | None = None) -> Counter[str]:
    """Return the words of a document as they are written inside lines: the evidence for hyphens at their ends.

    Args:
        lines: The lines of the document.
        asked: The only words to count, in lower case, as `asked_words` returns them; None: all.
    """
    if asked is None:
        words = Counter[str]()
        for line in lines:
            words.update(_WORDS.findall(line.lower()))
            words[_SOFT] += line[-1] in _SOFT
        return words
    lines = list(lines)
    words = Counter(dict.fromkeys(asked, 0))
    _count("\n".join(lines).lower(), words)
    words[_SOFT] = sum([line[-1] in _SOFT for line in lines])
    return words


def asked_words(lines: Sequence[str]) -> Iterator[str]:
    """Yield the words that decide about the hyphens at the ends of these lines, if `joined_words` joins them."""
    for before, line in pairwise(lines):
        if before[-1] == "-" and line[0].islower() and (first := _FIRST_WORD.match(line)):
            yield from _two_forms(before[-60:-1], first[0])


def _count_in_python(text: str, counts: Counter[str]) -> None:
    """Count the words of a text in lower case that `counts` has: the reference of the compiled `count_words`."""
    counts.update(filter(counts.__contains__, _WORDS.findall(text)))


_count = _compiled.count_words if _compiled else _count_in_python


def joined_words(lines: Sequence[str], words: Counter[str]) -> str:
    """Return lines, none of them empty, as one text, with the hyphens between them that belong to words."""
    if not any(map(ends_cut, lines[:-1])):
        return joined(lines)
    pieces = list(lines[:1])
    for before, line in pairwise(lines):
        hyphen, space = _between(before, line, words)
        if not hyphen:
            pieces[-1] = pieces[-1][:-1]
        pieces += (space, line)
    return "".join(pieces)


def _between(before: str, line: str, words: Counter[str]) -> tuple[bool, str]:
    """Return whether the last character of a line stays, and what stands between it and the next line."""
    first = _FIRST_WORD.match(line)
    if ends_cut(before) and first:
        if before[-1] in _SOFT:
            return False, ""
        if _AND.match(line):
            return True, " "
        return _keeps_hyphen(before[-60:-1], first[0], words), ""
    if ends_cut(before) and line[0].isdigit():
        return True, ""
    return True, " " if is_space(before[-1], line[0]) else ""


def _keeps_hyphen(before: str, after: str, words: Counter[str]) -> bool:
    if not after[0].islower() or words[_SOFT]:
        return True
    start = _last_word(before)
    with_hyphen, without = map(words.__getitem__, _two_forms(before, after))
    if with_hyphen != without:
        return with_hyphen > without
    if _COMPOUND.match(start.lower()):
        return True
    return "-" in start or start[-1].isdigit() or (len(start) > 1 and start.isupper())


def _last_word(before: str) -> str:
    """Return the word, or the part of one, that stands before a hyphen at the end of a line."""
    return re.split(r"[^\w-]", before)[-1]


def _two_forms(before: str, after: str) -> tuple[str, str]:
    """Return a word that was cut with a hyphen and without one, in lower case."""
    start = _last_word(before)
    return f"{start}-{after}".lower(), f"{start}{after}".lower()
