"""What templates show that build their text from several arguments: measures, dates, places, sounds, ships and others.

Each function takes the arguments of a template and returns the text as plainly as a reader would say it. A conversion
is never shown, since it repeats what was said: `{{convert|5|km|mi}}` is "5 km". What depends on the day it is read, such
as an age today, is left out.

Caller: `wikitext_templates`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

_RAISED = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_MONTHS = (
    "January,February,March,April,May,June,July,August,September,October,November,December".split(",")
)  # fmt: skip
_NUMBER = re.compile(r"[-−–+±]?[\d.,]+(?:\+?\d+/+\d+|/+\d+)?(?:e[-+]?\d+)?")
_RANGES = {
    "-": "–",
    "–": "–",
    "(-)": "–",
    "to": " to ",
    "to(-)": " to ",
    "to about": " to about ",
    "and": " and ",
    "and(-)": " and ",
    "or": " or ",
    "by": " by ",
    "x": " × ",
    "xx": " × ",
    "×": " × ",
    "*": " × ",
    "+/-": " ± ",
    "±": " ± ",
    ",": ", ",
}
_UNITS = {
    "C": "°C",
    "F": "°F",
    "C-change": "°C",
    "F-change": "°F",
    "acre": "acres",
    "kph": "km/h",
    "LT": "long tons",
    "ST": "short tons",
    "MT": "t",
    "PD/sqmi": "/sq mi",
    "PD/km2": "/km²",
    "pd/sqmi": "/sq mi",
    "pd/km2": "/km²",
    "USgal": "US gal",
    "impgal": "imp gal",
    "oilbbl": "barrels",
    "carat": "carats",
}
_THOUSANDS = {"e3": "thousand ", "e6": "million ", "e9": "billion ", "e12": "trillion "}
_PREFIXES = {"k": "thousand ", "M": "million ", "G": "billion ", "T": "trillion "}
_SCALED = re.compile(r"(e3|e6|e9|e12|[kMGT](?=oilbbl|cuft|USgal))([A-Za-z].*)")
_POWER = re.compile(r"(?<=[a-z])([23])(?![\w.])")
_SQUARE = re.compile(r"\b(sq|cu)(?=(?:mi|ft|yd|in)\b)")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z]+)*")
_SOUND_FILE = re.compile(r"\.(?:ogg|oga|wav|mp3|opus)$", re.IGNORECASE)
_NO_SOUNDS = frozenset("us uk uklang uslang lang pron ipa local also both nonrhotic audio".split())
_SHIPS = (
    "USS USNS USCGC USAT CSS HMS HMAS HMCS HMNZS HMT RMS SS MS MV RV SMS RFA INS ORP HDMS HNoMS HSwMS HNLMS JDS ROKS "
    "ARA NOAAS PNS RRS MT"
).split()
_CHINESE = {
    "c": "Chinese",
    "s": "simplified Chinese",
    "t": "traditional Chinese",
    "p": "pinyin",
    "hp": "pinyin",
    "w": "Wade–Giles",
    "j": "Jyutping",
    "l": "literally",
}


class Arguments(NamedTuple):
    """The arguments of a template: those without a name, by position, and the others, by name in lower case."""

    unnamed: list[str]
    named: dict[str, str]

    def at(self, position: int) -> str:
        """Return an argument by position, from 0; "" if it is missing."""
        return self.unnamed[position] if position < len(self.unnamed) else ""

    @property
    def given(self) -> list[str]:
        """The unnamed arguments that are not empty."""
        return [text for text in self.unnamed if text]


def _measure(arguments: Arguments) -> str:
    """`convert`: the quantity without the conversion: "5 km" for 5, km, mi."""
    amount, *rest = arguments.unnamed or [""]
    while len(rest) > 2 and rest[0] in _RANGES and _NUMBER.fullmatch(rest[1]):
        amount, rest = f"{amount}{_RANGES[rest[0]]}{rest[1]}", rest[2:]
    if not amount or not rest:
        return ""
    found = f"{_amount(amount)} {_unit(rest[0])}"
    if len(rest) > 2 and rest[1].isdecimal() and not _NUMBER.fullmatch(rest[2]):  # 6 ft 2 in
        found += f" {rest[1]} {_unit(rest[2])}"
    if arguments.named.get("adj") == "mid" and rest[-1].startswith("-"):
        found += rest[-1]
    return found.replace(" /", "/")


def _amount(number: str) -> str:
    """Return a number as it is written: "1 1/2" for 1+1/2."""
    return re.sub(r"(?<=\d)\+(?=\d+/)", " ", number).replace("//", "/")


def _unit(code: str) -> str:
    """Return the unit that a code of `convert` stands for: "million sq mi" for e6sqmi."""
    scaled = _SCALED.fullmatch(code)
    scale, code = ({**_THOUSANDS, **_PREFIXES}[scaled[1]], scaled[2]) if scaled else ("", code)
    unit, slash, per = code.partition("/")
    found = _UNITS.get(code) or f"{_UNITS.get(unit, unit)}{slash}{per}"
    return scale + _SQUARE.sub(r"\1 ", _POWER.sub(lambda power: power[1].translate(_RAISED), found))


def _value(arguments: Arguments) -> str:
    """`val`: a number with its uncertainty, power of ten and unit."""
    named = arguments.named
    first, *more = arguments.given or [""]
    if not first:
        return ""
    found = f"{first}±{more[0]}" if len(more) == 1 else f"{first}+{more[0]}−{more[1]}" if more else first
    if named.get("e"):
        found += f"×10{named['e'].translate(_RAISED)}"
    unit, per = (named.get(key) or named.get(f"{key}l", "") for key in ("u", "up"))
    found = f"{named.get('p', '')}{found}{named.get('s', '')}"
    return found + (f" {_unit(unit)}" if unit else "") + (f"/{_unit(per)}" if per else "")


def _power_of_ten(arguments: Arguments) -> str:
    """`e`: a power of ten; in French, the end of an ordinal number."""
    exponent = arguments.at(0)
    return f"×10{exponent.translate(_RAISED)}" if _NUMBER.fullmatch(exponent) else exponent or "e"


def _fraction(arguments: Arguments) -> str:
    """`frac`: "1/2" for 2, "3/4" for 3, 4, "1 3/4" for 1, 3, 4."""
    parts = arguments.given[:3]
    return f"1/{parts[0]}" if len(parts) == 1 else " ".join(filter(None, (" ".join(parts[:-2]), "/".join(parts[-2:]))))


def _date(year: str, month: str, day: str, day_first: bool) -> str:
    """Return a date in English; what is no number is taken as it is."""
    name = _MONTHS[int(month) - 1] if month.isdecimal() and len(month) < 3 and 1 <= int(month) <= 12 else month
    day = day.lstrip("0")
    if name and day:
        return f"{day} {name} {year}" if day_first else f"{name} {day}, {year}"
    return " ".join(filter(None, (day, name, year)))


def _english_date(arguments: Arguments) -> str:
    """`birth date`, `start date` and others: year, month, day."""
    is_day_first = arguments.named.get("df", "") in ("y", "yes", "1")
    return _date(arguments.at(0), arguments.at(1), arguments.at(2), is_day_first)


def _as_of(arguments: Arguments) -> str:
    """`as of`: "As of May 2011"."""
    named = arguments.named
    if named.get("alt"):
        return named["alt"]
    date = _date(arguments.at(0), arguments.at(1), arguments.at(2), named.get("df", "").lower() not in ("us", "mdy"))
    words = "" if named.get("bare") else "Since " if named.get("since") else "As of "
    return (words.lower() if named.get("lc") else words) + date + named.get("post", "") if date else ""


def _age(arguments: Arguments) -> str:
    """`age`: the years between two dates; nothing if the second is today."""
    parts = arguments.unnamed[:6]
    if len(parts) < 6 or not all(part.isdecimal() and len(part) < 5 for part in parts):
        return ""
    numbers = list(map(int, parts))
    return str(numbers[3] - numbers[0] - (numbers[4:] < numbers[1:3]))


def _place(arguments: Arguments) -> str:
    """`coord`: degrees, unless they are shown beside the title only."""
    if arguments.named.get("display", "").lower() in ("title", "t"):
        return ""
    found: list[str] = []
    held: list[str] = []
    for part in arguments.unnamed:
        if part.upper() in ("N", "S", "E", "W", "O") and held:
            found.append("".join(map("".join, zip(held, "°′″", strict=False))) + part.upper())
            held = []
        elif _NUMBER.fullmatch(part):
            held.append(part)
        else:
            break
    if not found and len(held) == 2:
        for degrees, ends in zip(held, ("NS", "EW"), strict=True):
            found.append(f"{degrees.lstrip('-−+')}°{ends[degrees[0] in '-−']}")
    return " ".join(found)


def _sounds(arguments: Arguments) -> str:
    """`IPA`: the sounds as they are given, in brackets if a language is named."""
    given = arguments.given
    if len(given) > 1 and _LANGUAGE.fullmatch(given[0]):
        return f"[{given[1]}]"
    return given[0] if given else ""


def sounds_of_a_language(arguments: Arguments) -> str:
    """`IPA-de` and others: the sounds in brackets."""
    return f"[{arguments.at(0)}]" if arguments.at(0) else ""


def single_sounds(arguments: Arguments) -> str:
    """`IPAc-en` and others: the sounds, an argument each, between slashes."""
    sounds = [
        part for part in arguments.given if part.lower() not in _NO_SOUNDS and not _SOUND_FILE.search(part)
    ]  # fmt: skip
    return f"/{''.join(sounds).replace('_', ' ')}/" if sounds else ""


def _respelled(arguments: Arguments) -> str:
    """`respell`: syllables joined by hyphens; a low line is a space."""
    return "-".join(arguments.given).replace("-_-", " ").replace("_", " ")


def _ship(prefix: str) -> Callable[[Arguments], str]:
    """Return the function for `USS` and the like: "USS Name (Number)", or less, as the third argument says."""

    def show(arguments: Arguments) -> str:
        name, number, form = arguments.at(0), arguments.at(1), arguments.at(2) or arguments.named.get("format", "")
        if form in ("1", "2"):
            found = name
        else:
            found = f"{prefix} {name}".strip() if name else ""
        return f"{found} ({number})" if found and number and form in ("", "1") else found

    return show


def _any_ship(arguments: Arguments) -> str:
    """`ship`: as `USS`, after the prefix."""
    return _ship(arguments.at(0))(Arguments(arguments.unnamed[1:], arguments.named))


def _ship_class(arguments: Arguments) -> str:
    """`sclass`: "Name-class type"."""
    name, kind, form = arguments.at(0), arguments.at(1), arguments.at(2)
    if not name:
        return ""
    return f"{name} class" if form == "1" else f"{name}-class" if form == "0" else f"{name}-class {kind}".strip()


def _japanese(arguments: Arguments) -> str:
    """`nihongo`: "word (Japanese, transcription)"."""
    word, *more = (arguments.at(position) for position in range(3))
    rest = ", ".join(filter(None, more))
    return f"{word} ({rest})" if word and rest else word or rest


def _transcription_first(arguments: Arguments) -> str:
    """`nihongo3`: "transcription (Japanese, word)"."""
    return _japanese(Arguments([arguments.at(2), arguments.at(1), arguments.at(0)], {}))


def _chinese(arguments: Arguments) -> str:
    """`zh`: "Chinese: word; pinyin: transcription"."""
    return "; ".join(f"{_CHINESE[key]}: {text}" for key, text in arguments.named.items() if text and key in _CHINESE)


def _other_wiki(arguments: Arguments) -> str:
    """`ill`: the label, or the title; older uses begin with a language."""
    label = arguments.named.get("lt") or arguments.named.get("texte") or arguments.named.get("fr")
    first, second, _, fourth = (arguments.at(position) for position in range(4))
    is_old = bool(_LANGUAGE.fullmatch(first)) and bool(second) and not _LANGUAGE.fullmatch(second)
    return label or ((fourth or second) if is_old else first)


def _ordinal(arguments: Arguments) -> str:
    """`ordinal`: "2nd"."""
    number = arguments.at(0)
    if not number.isdecimal():
        return number
    teen = number[-2:-1] == "1"
    return number + ("th" if teen else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th"))


def _reference(arguments: Arguments) -> str:
    """`harvtxt`: "Author and Author (1999)"."""
    *names, year = arguments.given or [""]
    return f"{' and '.join([', '.join(names[:-1]), names[-1]] if len(names) > 1 else names)} ({year})" if names else ""


def _old_style(arguments: Arguments) -> str:
    """`OldStyleDate`: day, year, day by the old calendar."""
    day, year, old = (arguments.at(position) for position in range(3))
    return f"{day} [O.S. {old}] {year}".strip() if old else f"{day} {year}".strip()


def _century(arguments: Arguments) -> str:
    """French `s`: "XIXe siècle"."""
    return f"{arguments.at(0)}e siècle" if arguments.at(0) else ""


def _keys(arguments: Arguments) -> str:
    return "+".join(arguments.given)


def _chapter(arguments: Arguments) -> str:
    """`bibleverse`: book, chapter and verse, without the edition."""
    found: list[str] = []
    for part in arguments.given:
        found.append(part)
        if re.match(r"\d+[:.]\d|\d+$", part) and len(found) > 1:
            break
    return " ".join(found)


SPECIAL: dict[str, Callable[[Arguments], str]] = {
    **dict.fromkeys(("convert", "cvt", "convertir", "conv"), _measure),
    "val": _value,
    **dict.fromkeys(("e", "x10"), _power_of_ten),
    **dict.fromkeys(("frac", "sfrac", "fraction", "tfrac", "bruch", "fração", "fracción"), _fraction),
    **dict.fromkeys(
        "birth date,birth date and age,bda,death date,death date and age,dda,start date,start date and age,end date,"
        "film date,dob,dod".split(","),
        _english_date,
    ),
    **dict.fromkeys(("as of", "asof", "as at"), _as_of),
    **dict.fromkeys(("age", "age in years"), _age),
    **dict.fromkeys(("coord", "coor", "coordinates"), _place),
    **dict.fromkeys(("ipa", "ipa all", "api", "afi", "lautschrift"), _sounds),
    **dict.fromkeys(("respell", "respelling", "pronunciation respelling"), _respelled),
    **{prefix.lower(): _ship(prefix) for prefix in _SHIPS},
    "ship": _any_ship,
    **dict.fromkeys(("sclass", "sclass2", "sclass-", "sclass2-"), _ship_class),
    **dict.fromkeys(("nihongo", "nihongo foot", "japonais", "nihongo krt"), _japanese),
    "nihongo3": _transcription_first,
    **dict.fromkeys(("zh", "lang-zh"), _chinese),
    **dict.fromkeys(("ill", "interlanguage link", "interlanguage link multi", "ilm", "lien", "ill2"), _other_wiki),
    **dict.fromkeys(("ordinal", "ord"), _ordinal),
    **dict.fromkeys(("harvtxt", "harvard citation text"), _reference),
    "oldstyledate": _old_style,
    **dict.fromkeys(("s", "s-", "siècle"), _century),
    **dict.fromkeys(("key", "key press", "keypress", "taste"), _keys),
    **dict.fromkeys(("bibleverse", "bibleref", "bibleref2", "bible verse"), _chapter),
}
