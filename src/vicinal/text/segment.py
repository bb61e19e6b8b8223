"""Prose to sentences.

Wherever a mark such as "." or "?" is followed by white space, or a full stop of a script without spaces stands, a
sentence may end. It does not end inside brackets, before a word in lower case (unless all of the text is in lower
case), and after an abbreviation, an initial, an ordinal or the number of a list item. Some abbreviations may end a
sentence, too ("in the U.S."): they do so before a word that often begins one ("The"). Quotation marks and brackets that
close stay with the sentence before them, those that open go with the one after.

How well this works, beside other segmenters: docs/sentences.md. Callers: `reading`, the reader of Wikipedia dumps.
"""

from __future__ import annotations

import re
import sys
import warnings

from vicinal.errors import LanguageWarning
from vicinal.text.abbreviations import Words, words_of
from vicinal.text.language import base_code

# Languages with rules of their own. Any other code falls back to a related language, or to general rules.
LANGUAGES = frozenset(
    re.findall(
        r"\w+", "am ar bg bn ca da de el en es fi fr gu hi hy it ja kk kn ml mr my nl pa pl pt ru sk ta te uk zh"
    )
)
_STOPS = ".!?…‼⁇⁈⁉‽"
# Stops after which no white space is needed, of scripts that have no other use for them.
_WIDE_STOPS = "。！？｡．﹒﹖﹗।॥؟۔؝։።፧။។៕᠃᠉෴᙮꘎꘏᱾᱿꯫꧉߹܀܁܂"
_CLOSING = "\"'”’»›)\\]}」』）】》〉"
_END = re.compile(
    # 1: marks and what closes after them; 2: marks of tokenised text that may close or open. Then white space.
    rf"([{_STOPS}]+(?:[{_CLOSING}“«‘]|\[\d{{1,3}}\])*(?:\s+(?:''|[”’)\]}}]|\[\d{{1,3}}\])(?=\s|$))*)"
    rf"(\s+[\"'“»›](?=\s|$))?(?:\s+|$)"
    # 3: a full stop that needs no white space.
    rf"|([{_WIDE_STOPS}]+(?:[{_CLOSING}]|[“«‘](?=\s|$))*)\s*"
    # 4: the white space between two sentences was lost, or a blank line.
    r"|((?<=[^\W\d_A-Z]{3})[.!?](?=[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+[\s,])|[.!?](?=„)|\n\s*\n)"
)
_OPENING = "\"“„«»¿¡"
_TIMES = frozenset("Monday Tuesday Wednesday Thursday Friday Saturday Sunday Eastern Central Pacific EST EDT GMT PST CET".split())
_PARTNERS = {"“": "„", "»": "«", "›": "‹"}
_QUOTES = "\"”»“«"
_NEVER_FIRST = frozenset(",;:)]}%=.!?…" + _WIDE_STOPS)
_NEXT = re.compile(r"(?:[\"'“„«»‹‘¿¡(\[*_–—-]|``)*\s?(\w+['’]?\.?)")
_LEADING = "([{\"'“„«»‹›‘’`¿¡*–—-"
_SPACED = re.compile(r"(?:\b[^\W\d_]{1,3}\.\s)+[^\W\d_]{1,3}$")
_ACRONYM = re.compile(r"(?:[^\W\d_]{1,2}\.[-–]?)+[^\W\d_]{1,2}")
_ROMAN = re.compile(r"[IVXLCDM]+\b\.?")
_ADDRESS = re.compile(r"\S*(?:/|@|www\.)\S*")


def rules_for(language: str | None) -> str:
    """Return the code of the sentence rules to use for a language: its own, else those of a related one, or English."""
    base = base_code(language)
    if not language or base in LANGUAGES:
        return base or "en"
    return language.lower().replace("_", "-") if language.isascii() else "en"


def warn_without_rules(language: str | None) -> None:
    """Warn if a language has no sentence rules; the warning points at the first caller outside of this package.

    Warns:
        LanguageWarning: The language has no rules of its own.
    """
    if not language or base_code(language) in LANGUAGES:
        return
    level, frame = 1, sys._getframe(0)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("vicinal."):
        level, frame = level + 1, frame.f_back
    warnings.warn(
        f"no sentence rules for language {language!r}; using those of a related language, or else of English",
        LanguageWarning,
        stacklevel=level,
    )


def sentences(text: str, rules: str) -> list[str]:
    """Return the sentences of a paragraph, stripped of white space; no other character is lost.

    >>> sentences('He wrote: "We waited. It came." Then he left.', "en")
    ['He wrote: "We waited.', 'It came."', 'Then he left.']
    """
    words = words_of(rules)
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        if match.end() == len(text):
            break
        group = match.lastindex
        cut = match.end(group)
        if group == 2:
            if not _closes(text, match):
                cut = match.end(1)
            ends = _ends(text, start, match.start(), cut, match.end(), words)
        elif group == 1:
            ends = _ends(text, start, match.start(), cut, match.end(), words)
        elif group == 3:
            ends = _ends_wide(text, match.start(), match.end())
        else:
            ends = _ends_glued(text, start, match.start(), cut)
        if ends:
            sentence = text[start:cut].strip()
            if sentence:
                found.append(sentence)
                start = cut
    last = text[start:].strip()
    return [*found, last] if last else found


def _closes(text: str, match: re.Match[str]) -> bool:
    """Tell whether a quotation mark between spaces closes: whether the marks like it before it are odd in number."""
    mark, stop = match[2][-1], match.start()
    if mark in _PARTNERS:
        partner = text.rfind(_PARTNERS[mark], 0, stop)
        return partner > text.rfind(mark, 0, stop) and (partner == 0 or not text[partner - 1].isalnum())
    if mark == '"':
        return text.count(mark, 0, stop) % 2 == 1
    return len(re.findall(rf"(?<!\S){mark}(?!\S)", text[: match.start()])) % 2 == 1


def _ends_wide(text: str, stop: int, following: int) -> bool:
    if text[following] in "、，,;；":
        return False
    opened, closed = text.count("「", 0, stop), text.count("」", 0, stop)
    if opened != closed and (opened < closed or "」" in text[stop:]):
        return False
    return not _in_brackets(text, 0, stop, "（", "）")


def _ends_glued(text: str, start: int, stop: int, cut: int) -> bool:
    if text[stop].isspace():
        return True
    token = text.rfind(" ", start, stop) + 1
    return not _ADDRESS.match(text, token)


def _in_brackets(text: str, start: int, cut: int, opening: str, closing: str) -> bool:
    opened = text.rfind(opening, max(start, cut - 500), cut)
    if opened < 0 or text.find(closing, opened, cut) >= 0:
        return False
    closed = text.find(closing, cut, cut + 500)
    return closed >= 0 and text.find(opening, cut, closed) < 0


def _ends(text: str, start: int, stop: int, cut: int, following: int, words: Words) -> bool:
    """Tell whether a sentence ends at a mark, and the next one begins at `following`."""
    if text[following] in _NEVER_FIRST and not text.startswith(("...", "…"), following):
        return False
    begins = _NEXT.match(text, following)
    first = begins[1][0] if begins else text[following]
    if first.islower() and not _begins_lower(text, cut, following, begins):
        return False
    if _in_brackets(text, start, cut, "(", ")") or text[stop - 1 : stop] in ("(", "["):
        return False
    if text[stop] == "…" or text.startswith("...", stop):
        return stop > start and not text[stop - 1].isspace()  # otherwise words were left out
    if text[stop] != "." or text[stop + 1] == ".":
        return True
    before = text[max(start, stop - 30) : stop]
    if not before or before[-1].isspace():
        return True  # tokenised text
    tail = before.rsplit(None, 1)
    word = tail[-1].lstrip(_LEADING)
    key = word.lower()
    if len(tail) > 1 and len(word) < 4 and tail[0][-1] == ".":
        spaced = _SPACED.search(before)
        if spaced and "".join(spaced[0].split()).lower() in words.within:
            return False
    if key in words.within or word in words.within:
        return False
    if (key in words.numbered or word in words.numbered) and (first.isdigit() or _ROMAN.match(text, following)):
        return False
    if key in ("a.m", "p.m"):
        return not (begins and begins[1] in _TIMES)
    if (
        len(word) == 1
        and word.isalpha()
        and not (word.islower() and len(tail) > 1 and tail[0][-1].isdigit() and key not in words.anywhere)
        or key in words.anywhere
        or word in words.anywhere
        or _ACRONYM.fullmatch(word)
        or (words.ordinals and _ROMAN.fullmatch(word))
    ):
        if not text[start:stop].strip(_LEADING + " ")[1:]:
            return False  # a list item
        return _starts(begins, words)
    if (word.isdigit() and len(word) < 4) or ("./" in word and word[0].isdigit()):
        return _ends_number(text, start, stop, word, begins, words)
    return True


def _begins_lower(text: str, cut: int, following: int, begins: re.Match[str] | None) -> bool:
    """Tell whether a sentence may begin with a lower-case letter."""
    if text[cut - 1] in _QUOTES:  # "Why?" she asked.
        return False
    if begins and (text[following] in _OPENING or text[begins.start(1) + 1 : begins.start(1) + 2].isupper()):
        return True  # iPhone
    return text == text.lower()


def _starts(begins: re.Match[str] | None, words: Words) -> bool:
    if begins is None:
        return False
    word = begins[1].lower().replace("’", "'")
    if word[-1] == "." and len(word) == 2:
        return False
    word = word.rstrip(".")
    return word in words.starters or word.rstrip("'") in words.starters


def _ends_number(text: str, start: int, stop: int, word: str, begins: re.Match[str] | None, words: Words) -> bool:
    before = text[start : stop - len(word)].rstrip()
    if not before or before[-1] in ":;,":
        return False
    if not words.ordinals or begins is None:
        return True
    following = begins[1].rstrip(".")
    if "./" in word or following.isdigit() or following in _COUNTED or _ARTICLE.search(before):
        return False
    return _starts(begins, words) or not _INFLECTED.search(before)


# German: what is counted with an ordinal; what stands before one.
_COUNTED = frozenset(
    """
    Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember Jan Feb Mär Apr Jun Jul
    Aug Sep Sept Okt Nov Dez Jh Jhd Jahrhundert Jahrhunderts Jahrhunderte Jahrhunderten Jahrtausend Jahrtausends
    Lebensjahr Lebensjahres Geburtstag Todestag Jahrestag Jubiläum Klasse Platz Rang Stock Etage Stelle Mal Tag Woche
    Weltkrieg Weltkriegs Weltkrieges Generation Auflage Kapitel Buch Teil Akt Liga Bundesliga Runde Bezirk Armee
    Division Dynastie Grad Grades Semester Schuljahr
    """.split()
)
_ARTICLE = re.compile(
    r"\b(?:am|beim|im|ins|vom|zum|zur|das|dem|den|der|des|die|(?:[dkms]?ein|ihr|unser|jed|dies)(?:e[mnrs]?)?"
    r"|\d\. (?:und|oder|bis|sowie))$",
    re.IGNORECASE,
)
_INFLECTED = re.compile(r"\b[a-zäöüß]{3,}e[mnrs]?$")
