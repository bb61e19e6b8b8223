"""What templates of measures and numbers show: `convert`, `val`, `frac` and others.

A conversion is never shown, since it repeats what was said: `{{convert|5|km|mi}}` is "5 km".

Caller: `wikitext_inline`.
"""

from __future__ import annotations

import re

from vicinal.corpus.readers.wikitext_arguments import NUMBER, Arguments

_RAISED = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_MOST_RANGES = 4  # "2 by 3 by 4 m" has two
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


def measure(arguments: Arguments) -> str:
    """`convert`: the quantity without the conversion: "5 km" for 5, km, mi."""
    amount, *rest = arguments.unnamed or [""]
    for _ in range(_MOST_RANGES):
        if len(rest) > 2 and rest[0] in _RANGES and NUMBER.fullmatch(rest[1]):
            amount, rest = f"{amount}{_RANGES[rest[0]]}{rest[1]}", rest[2:]
    if not amount or not rest:
        return ""
    found = f"{_amount(amount)} {_unit(rest[0])}"
    if len(rest) > 2 and rest[1].isdecimal() and not NUMBER.fullmatch(rest[2]):  # 6 ft 2 in
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
    return scale + _SQUARE.sub(r"\1 ", _raised(found))


def _raised(unit: str) -> str:
    """Return a unit with its powers: "m³" for m3."""
    return _POWER.sub(lambda power: power[1].translate(_RAISED), unit)


def value(arguments: Arguments) -> str:
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
    return found + (f" {_raised(unit)}" if unit else "") + (f"/{_raised(per)}" if per else "")


def power_of_ten(arguments: Arguments) -> str:
    """`e`: a power of ten; in French, the end of an ordinal number."""
    exponent = arguments.at(0)
    return f"×10{exponent.translate(_RAISED)}" if NUMBER.fullmatch(exponent) else exponent or "e"


def fraction(arguments: Arguments) -> str:
    """`frac`: "1/2" for 2, "3/4" for 3, 4, "1 3/4" for 1, 3, 4."""
    parts = arguments.given[:3]
    return f"1/{parts[0]}" if len(parts) == 1 else " ".join(filter(None, (" ".join(parts[:-2]), "/".join(parts[-2:]))))
