"""What templates show that build their text from several arguments: dates, places, sounds, ships and others.

Each function takes the arguments of a template and returns the text as plainly as a reader would say it. What depends
on the day of reading, such as an age today, is left out.

Caller: `wikitext_templates`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from vicinal.corpus.readers.wikinames import names_in
from vicinal.corpus.readers.wikitext_arguments import NUMBER, Arguments
from vicinal.corpus.readers.wikitext_measures import fraction, measure, power_of_ten, value


def _listed(text: str) -> list[str]:
    """Return the names in a comma-separated list, in order."""
    return text.split(", ")


_MONTHS = _listed("January, February, March, April, May, June, July, August, September, October, November, December")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z]+)*")
_SOUND_FILE = re.compile(r"\.(?:ogg|oga|wav|mp3|opus)$", re.IGNORECASE)
_NO_SOUNDS = names_in("us, uk, uklang, uslang, lang, pron, ipa, local, also, both, nonrhotic, audio")
_SHIPS = _listed(
    "USS, USNS, USCGC, USAT, CSS, HMS, HMAS, HMCS, HMNZS, HMT, RMS, SS, MS, MV, RV, SMS, RFA, INS, ORP, HDMS, HNoMS, "
    "HSwMS, HNLMS, JDS, ROKS, ARA, NOAAS, PNS, RRS"
)
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
        elif NUMBER.fullmatch(part):
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
        found = f"{prefix} {name}".strip() if name and form not in ("1", "2") else name
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
    **dict.fromkeys(("convert", "cvt", "convertir", "conv"), measure),
    "val": value,
    **dict.fromkeys(("e", "x10"), power_of_ten),
    **dict.fromkeys(("frac", "sfrac", "fraction", "tfrac", "bruch", "fração", "fracción"), fraction),
    **dict.fromkeys(
        [
            "birth date",
            "birth date and age",
            "bda",
            "death date",
            "death date and age",
            "dda",
            "start date",
            "start date and age",
            "end date",
            "film date",
            "dob",
            "dod",
        ],
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
