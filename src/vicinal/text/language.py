"""Language codes, as everything that has rules for a language reads them."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from vicinal.errors import InputError
from vicinal.lazy_pattern import pattern

_CODE = pattern(r"(?:[a-z]{2,3}(?:-[a-z0-9]{1,8})*|x(?:-[a-z0-9]{1,8})+)", re.IGNORECASE)
_WORD = pattern(r"[^\W\d_]{4,}")


def base_code(language: str | None) -> str:
    """Return the language of a code, without its region or script; "" where no language is given.

    >>> base_code("pt-BR"), base_code("zh_Hant"), base_code(None)
    ('pt', 'zh', '')
    """
    return (language or "").replace("_", "-").partition("-")[0].lower()


@lru_cache(maxsize=256)
def language_code(name: str) -> str:
    """Return the code of a language that a user named: by a code of any kind, in English, or in its own words.

    Of a name of several words, the longest that names a language counts: "brazilian portuguese".
    Codes that are not known are returned as they are: there may be no rules for them, but they name a language.

    >>> [language_code(name) for name in ("english", "Français", "ger", "pt_BR", "EN", "zh-Hant", "gsw")]
    ['en', 'fr', 'de', 'pt-BR', 'en', 'zh-Hant', 'gsw']

    Raises:
        InputError: It is neither a code nor a known name.
    """
    asked = _plain(name).replace("_", "-")
    known = _codes()
    if asked in known:
        return known[asked]
    if len(name.split()) > 1:
        for word in sorted(_WORD.findall(asked), key=len, reverse=True):
            if word in known:
                return known[word]
    if _CODE.fullmatch(asked):
        base, *others = "-".join(name.split()).replace("_", "-").split("-")
        regions = (part.upper() if len(part) == 2 else part for part in others)
        return "-".join((known.get(base.lower(), base.lower()), *regions))
    from difflib import get_close_matches

    near = get_close_matches(asked, [word for word in known if len(word) > 3], n=1, cutoff=0.7)
    hint = f"for {near[0]} give {known[near[0]]}" if near else "give a code such as de"
    raise InputError(f"unknown language {name!r:.80}; {hint}")


def language_name(code: str) -> str:
    """Return the English name of a language, to be read by people; the code itself where no name is known.

    >>> language_name("de"), language_name("pt-BR"), language_name("gsw")
    ('German', 'Portuguese', 'gsw')
    """
    from vicinal.text.language_names import NAMES

    names = NAMES.get(base_code(code), "").split()
    return next((name.title() for name in names if len(name) > 3), names[0].title()) if names else code


@cache
def _codes() -> dict[str, str]:
    """Return the code of each name, and of each code."""
    from vicinal.text.language_names import NAMES

    found: dict[str, str] = {code: code for code in NAMES}
    for code, names in NAMES.items():
        for name in names.split():
            found.setdefault(_plain(name), code)
            found.setdefault(_without_accents(_plain(name)), code)
    return found


def _plain(name: str) -> str:
    return "-".join(unicodedata.normalize("NFC", name).lower().split())


def _without_accents(name: str) -> str:
    """Return a name as people write it who lack the accents: "francais"."""
    letters = unicodedata.normalize("NFD", name)
    return "".join(letter for letter in letters if not "\u0300" <= letter <= "\u036f")
