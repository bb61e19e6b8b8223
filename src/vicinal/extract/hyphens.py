"""Hyphens at the ends of lines: which belong to a word, and which only say that it goes on.

"simpli-" and "fication" are one word, "Nord-" and "Süd" keep their hyphen, and so does "Vor- und Nachteile". Where both
are possible, the document itself decides: whether it writes the word with or without a hyphen inside a line.

Callers: the reader of PDF, and the reader of plain text whose lines are wrapped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from vicinal.extract.lines import is_space

_CUT = re.compile(r"\w[-\u2010\xad]$")
_SOFT = "\xad\u2010"  # hyphens that stand only where a line ends; a file that has them has real ones beside them
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_AND = re.compile(r"(?:und|oder|bzw|sowie|bis|and|or|to|et|ou|y|o|e|och|eller|og|en|of|i|lub)\b")
_COMPOUND = re.compile(r"(?:twen|thir|for|fif|six|seven|eigh|nine)ty$|(?:self|well|half|ex)$")  # likely before a hyphen
_WORDS = re.compile(r"\w+(?:-\w+)*")


def ends_cut(line: str) -> bool:
    """Tell whether a line ends with a hyphen after a letter or digit."""
    return _CUT.search(line[-2:]) is not None


def known_words(lines: Iterable[str]) -> Counter[str]:
    """Return the words of a document as they are written inside lines: the evidence for hyphens at their ends."""
    words = Counter[str]()
    for line in lines:
        words.update(_WORDS.findall(line.lower()))
        words[_SOFT] += line[-1] in _SOFT
    return words


def joined_words(lines: Sequence[str], words: Counter[str]) -> str:
    """Return lines, none of them empty, as one text, with the hyphens between them that belong to words."""
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
    start = re.split(r"[^\w-]", before)[-1]
    with_hyphen, without = words[f"{start}-{after}".lower()], words[f"{start}{after}".lower()]
    if with_hyphen != without:
        return with_hyphen > without
    if _COMPOUND.match(start.lower()):
        return True
    return "-" in start or start[-1].isdigit() or (len(start) > 1 and start.isupper())
