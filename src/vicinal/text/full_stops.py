"""Full stops after abbreviations, initials, ordinals and numbers: which of them end a sentence.

Caller: `segment`, which knows all other rules. Its compiled scan comes here for every word that may have a rule.
"""

from __future__ import annotations

import re

from vicinal.lazy_pattern import pattern
from vicinal.text import sentence_signs as signs
from vicinal.text.abbreviations import Words

_ELISION = pattern(r"[^\W\d_]['’]\w\w")
_SPACED = pattern(r"(?:\b[^\W\d_]{1,3}\.\s)+[^\W\d_]{1,3}$")  # z. B
_ACRONYM = pattern(r"(?:[^\W\d_]{1,2}\.[-–]?)+[^\W\d_]{1,2}")  # U.S, J.-C
_ROMAN = pattern(r"(?=\w)M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})")  # XIX, not DVD
_NUMERAL = pattern(r"\d|(?:[IVXLCDM]{2,}|[VX])\b")  # "I" is rather a word
_NUMBER = pattern(r"[\d./]+")  # 3, 2.1, 6./7
_UNITS = frozenset("ghlmst")
_NAME_PARTICLES = ("le", "la", "lo", "el", "los", "las")
_AFTER_TIMES = pattern(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Eastern|Central|Mountain|Pacific|[A-Z]{2,4}T\b")
# German: before an ordinal; before an ordinal, unless a sentence begins after it.
_ARTICLE = pattern(
    r"(?:\b(?:am|beim|im|ins|vom|zum|zur|das|dem|den|der|des|die|(?:[dkms]?ein|ihr|unser|jed|dies)(?:e[mnrs]?)?)"
    r"|\d\. (?:und|oder|bis|sowie))$",
    re.IGNORECASE,
)
_INFLECTED = pattern(r"\b(?:als|[a-zäöüß]{3,}e[mnrs]?)$")


def ends_after(
    text: str, start: int, stop: int, before: str, begins: re.Match[str] | None, is_lower: bool, words: Words
) -> bool:
    """Tell whether a sentence ends after the word that stands before a full stop.

    Args:
        text: The paragraph.
        start: Where the sentence begins.
        stop: Where the full stop is.
        before: What stands before it, not all of a long sentence; the last character is no white space.
        begins: What follows: marks, and the next word (1).
        is_lower: Whether all of the document is in lower case.
        words: The words of the language.
    """
    *earlier, word = before.rsplit(None, 1)
    word = word.lstrip(signs.LEADING)
    if _ELISION.match(word):  # l'av.
        word = word[2:]
    is_capital = word.isupper() and len(word) > 1 and not (begins and begins[1].isupper() and len(begins[1]) > 1)
    key = word if is_capital else word.lower()  # MS is no Ms
    if earlier and earlier[0][-1] == "." and len(word) < 4:
        spaced = _SPACED.search(before)
        if spaced and "".join(spaced[0].split()).lower() in words.within:
            return False
    if key in words.within or word in words.within:
        return False
    if word.lower() in words.numbered and begins and _NUMERAL.match(begins[1]):
        return False
    is_street = "str" in words.anywhere and word.lower().endswith("str")  # Hauptstr.
    is_listed = is_street or key in words.anywhere or word in words.anywhere
    if word[:1].isdigit() and _NUMBER.fullmatch(word):
        return _ends_after_number(text, start, stop, word, begins, words)
    if not is_listed and earlier and word in _UNITS and earlier[0][-1].isdigit():  # 10 m.
        return begins is not None and begins[1][0].isalpha()
    if word.lower() in ("a.m", "p.m"):
        return not is_lower and (begins is None or not _AFTER_TIMES.match(begins[1]))
    if is_lower and word == "etc":
        return False
    is_initial = len(word) == 1 and word.isalpha()
    if is_initial and len(before) < 5 and not before[:-1].strip(signs.LEADING + " "):
        return False  # the letter of a list item
    if is_listed or is_initial or _ACRONYM.fullmatch(word) or (words.ordinals and _ROMAN.fullmatch(word)):
        return not is_lower and _is_starter(begins, words, is_initial and word.isupper())
    return True


def _is_starter(begins: re.Match[str] | None, words: Words, after_initial: bool = False) -> bool:
    """Tell whether the next word is one that often begins a sentence."""
    if begins is None:
        return False
    word = begins[1].lower().replace("’", "'")
    if len(word) == 2 and word[-1] == ".":  # another initial
        return False
    word = word.rstrip(".")
    if after_initial and word in _NAME_PARTICLES:
        return False
    return word in words.starters or word.rstrip("'") in words.starters


def _ends_after_number(text: str, start: int, stop: int, word: str, begins: re.Match[str] | None, words: Words) -> bool:
    """Tell whether a sentence ends after a number: not if it is an ordinal, or if a list item begins with it."""
    before = text[max(start, stop - 60) : stop - len(word)].rstrip(signs.LEADING + " ")
    if not before:
        return len(word) > 3 and word.isdigit()
    is_starter = _is_starter(begins, words)
    if len(word) < 3 and (before[-1] in ":;" or (before[-1] == "," and not is_starter)):
        return False
    if (
        not words.ordinals
        or begins is None
        or not (len(word) < 4 or "./" in word)
        or word.count(".") > word.count("./")
    ):
        return True
    following = begins[1].rstrip(".")
    if "./" in word or following.isdigit() or following in words.counted:
        return False
    if not words.counted:
        return is_starter or len(word) > 2
    return not _ARTICLE.search(before) and (is_starter or not _INFLECTED.search(before))
