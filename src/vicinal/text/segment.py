"""Prose to sentences.

A sentence may end at each mark such as "." or "?" that white space follows, and at each full stop of a script without
spaces. It does not end

- before a word in lower case, unless all of the document is in lower case;
- inside brackets;
- after an abbreviation, an initial, an ordinal, or the number of a list item. Many abbreviations may end a sentence,
  too ("in the U.S."): they do so before a word that often begins one ("The").

Quotation marks and brackets that close stay with the sentence before them, those that open go with the one after.
Lists of words, by language, are in `abbreviations`; all other rules are here. How well they work, beside other
segmenters: docs/sentences.md. Callers: `reading`, and the reader of Wikipedia dumps.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from vicinal.errors import LanguageWarning, warn_caller
from vicinal.text.abbreviations import LANGUAGES as LANGUAGES
from vicinal.text.abbreviations import RELATED, Words, words_of
from vicinal.text.language import base_code

_STOPS = ".!?…‼⁇⁈⁉‽"
# Full stops and question marks of other scripts. They have no other use, so no white space is needed after them.
_WIDE_STOPS = "。！？｡．﹒﹖﹗।॥؟۔؝։።፧။។៕᠃᠉෴᙮꘎꘏᱾᱿꯫꧉߹܀܁܂"
_WIDE = frozenset(_WIDE_STOPS)
_REFERENCE = r"\[\d{1,3}\]"


def _end_pattern(more_stops: str = "") -> re.Pattern[str]:
    """Return what an end may look like: stops (1), what closes after them (2), a lone mark (3), white space (4).

    A lone mark stands between spaces, as in tokenised text; it may close or open.
    """
    return re.compile(
        rf"([{_STOPS}{_WIDE_STOPS}{more_stops}]+)"
        rf"((?:[\"'”’»›)\]}}」』）】》〉]|[“«‘](?=[\s\"'”’»›)\]}},;:.!?]|$)|{_REFERENCE})*"
        rf"(?:\s+(?:''|[”’)\]}}]|{_REFERENCE})(?=\s|$))*)"
        r"(\s+[\"'“»›](?=[\s,;:.]|$))?(\s*)"
    )


_END = _end_pattern()
_ENDS = {"el": _end_pattern(";\u037e"), "hy": _end_pattern(":")}  # Greek questions; Armenian as many type it
_STOP = re.compile(r"[.!?](?!\S)")
_TELLING_LENGTH, _TELLING_STOPS = 100, 3  # what a paragraph must have to tell whether a document is in lower case
_ASKED = re.compile(r"[.…]*[!?‼⁇⁈⁉‽]")  # such an end is one after an abbreviation, too
_NEVER_FIRST = frozenset(",;:)]}%=.!?…") | _WIDE
# The next word, after marks that open.
_NEXT = re.compile(r"(?:[\"'“„«»‹‘¿¡(\[*_–—-]|``)*\s?(\w+['’]?\.?)")
_ITEM = re.compile(r"\(?[a-z]{1,4}\)\s")
_OPENING = frozenset('"“„«»¿¡')
_QUOTES = frozenset('"”»“«')
_PARTNERS = {"“": "„", "»": "«", "›": "‹"}
_DOUBLE_QUOTE = re.compile('"')
_LONE_QUOTE = re.compile(r"(?<!\S)['`](?!\S)")
_LEADING = "([{\"'“„«»‹›‘’`¿¡*–—-"
_GLUED = re.compile(r"(?<=[^\W\d_A-Z]{3})[.!?][A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+(?:[\s,]|$)")
_ADDRESS = re.compile(r"[/@]|www\.")
_ELISION = re.compile(r"[^\W\d_]['’]\w\w")
_SPACED = re.compile(r"(?:\b[^\W\d_]{1,3}\.\s)+[^\W\d_]{1,3}$")  # z. B
_ACRONYM = re.compile(r"(?:[^\W\d_]{1,2}\.[-–]?)+[^\W\d_]{1,2}")  # U.S, J.-C
_ROMAN = re.compile(r"(?=\w)M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})")  # XIX, not DVD
_NUMERAL = re.compile(r"\d|(?:[IVXLCDM]{2,}|[VX])\b")  # "I" is rather a word
_NUMBER = re.compile(r"[\d./]+")  # 3, 2.1, 6./7
_UNITS = frozenset("ghlmst")
_FAR = 500  # characters that are searched for the other bracket
_VERY_FAR = 10_000  # characters that are searched for other quotation marks
_NAME_PARTICLES = ("le", "la", "lo", "el", "los", "las")
_AFTER_TIMES = re.compile(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Eastern|Central|Mountain|Pacific|[A-Z]{2,4}T\b")
# German: before an ordinal; before an ordinal, unless a sentence begins after it.
_ARTICLE = re.compile(
    r"(?:\b(?:am|beim|im|ins|vom|zum|zur|das|dem|den|der|des|die|(?:[dkms]?ein|ihr|unser|jed|dies)(?:e[mnrs]?)?)"
    r"|\d\. (?:und|oder|bis|sowie))$",
    re.IGNORECASE,
)
_INFLECTED = re.compile(r"\b(?:als|[a-zäöüß]{3,}e[mnrs]?)$")


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
    words = words_of(rules)
    if is_lower is None:
        is_lower = text.islower() and (len(text) >= _TELLING_LENGTH or len(_STOP.findall(text)) >= _TELLING_STOPS)
    found: list[str] = []
    start = depth = looked = 0
    quotes = _Quotes(text)
    for match in _ENDS.get(rules, _END).finditer(text):
        following = match.end()
        if following == len(text):
            break
        stop, cut = match.start(), match.end(2)
        if text[match.end(1) - 1] in _WIDE:
            depth += text.count("「", looked, stop) - text.count("」", looked, stop)
            looked = stop
            ends = _ends_wide(text, stop, following, depth)
        elif following == cut:
            ends = _ends_without_space(text, start, stop, following)
        else:
            if match.end(3) > cut:
                if quotes.closes(stop, match.end(3) - 1):
                    cut = match.end(3)
                else:
                    following = match.end(3) - 1
            ends = _ends(text, start, stop, cut, following, is_lower, words)
        if ends:
            found.append(text[start:cut].strip())
            start = cut
    last = text[start:].strip()
    return [*found, last] if last else found


def _ends_wide(text: str, stop: int, following: int, depth: int) -> bool:
    """Tell whether a sentence ends at a stop that needs no space; `depth` counts the 「 that are open there."""
    if text[following] in ",;、，；" or _in_brackets(text, 0, stop, "（", "）"):
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
    return _ends_after(text, start, stop, before, begins, is_lower, words)


def _begins_lower(text: str, cut: int, following: int, begins: re.Match[str] | None, is_lower: bool) -> bool:
    """Tell whether a sentence may begin with this lower-case letter."""
    if text[cut - 1] in _QUOTES:  # "Why?" she asked.
        return False
    if is_lower or text[following] in _OPENING or _ITEM.match(text, following):
        return True
    return begins is not None and text[begins.start(1) + 1 : begins.start(1) + 2].isupper()  # iPhone


def _ends_after(
    text: str, start: int, stop: int, before: str, begins: re.Match[str] | None, is_lower: bool, words: Words
) -> bool:
    """Tell whether a sentence ends after the word that stands before a full stop."""
    *earlier, word = before.rsplit(None, 1)
    word = word.lstrip(_LEADING)
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
    if is_initial and len(before) < 5 and not before[:-1].strip(_LEADING + " "):
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
    before = text[max(start, stop - 60) : stop - len(word)].rstrip(_LEADING + " ")
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
