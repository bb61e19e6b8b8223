"""Wikitext templates: those that show text inside a sentence, and those that mark disambiguation pages and stubs.

What a template shows is defined in the wiki, in a language of its own. This is a short list of templates that occur
inside sentences; all others are left out. Names are normalised by `wikinames.plain`.

Callers: `wikitext` and `wikipedia_pairs`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vicinal.corpus.readers.wikinames import names_in, plain

# Templates whose first, or last, unnamed argument is part of the sentence.
_SHOW_FIRST = names_in(
    "nowrap,nobr,nobreak,small,smaller,big,larger,em,strong,abbr,tooltip,ill,interlanguage link,lien,nihongo,"
    "nihongo2,sic,not a typo,formatnum,nts,val,math,mvar,noitalic,visible anchor,vanchor,linktext,citation,guil,date-,"
    "nombre"
)
_SHOW_LAST = names_in("lang,langx,langue,transl,transliteration,tlit,rtl-lang,script,color")
_SHOW_ALL = names_in("date,unité,unite,heure")
_QUOTATIONS = names_in(
    "quote,quotation,blockquote,block quote,cquote,rquote,quote box,centered pull quote,citation bloc,zitat"
)
_MEASURES = names_in("convert,cvt,convertir")
_CIRCA = frozenset(("circa", "c."))
_FIXED = {
    "'": "'",
    "'s": "'s",
    "`": "'",
    "!": "|",
    "=": "=",
    "nbsp": " ",
    "space": " ",
    "spaces": " ",
    "pad": " ",
    "·": " · ",
    "dot": " · ",
    "•": " • ",
    "ndash": "–",
    "en dash": "–",
    "spaced ndash": " – ",
    "spaced en dash": " – ",
    "snd": " – ",
    "spnd": " – ",
    "mdash": "—",
    "em dash": "—",
    "...": "...",
    "1er": "1er",
    "1re": "1re",
    "av jc": "av. J.-C.",
}

_SHOWN = _SHOW_FIRST | _SHOW_LAST | _SHOW_ALL | _QUOTATIONS | _MEASURES | _CIRCA | _FIXED.keys()

_DISAMBIGUATION = names_in(
    "disambig,disambiguation,disamb,dab,disam,hndis,geodis,hospitaldis,schooldis,roaddis,numberdis,mathdab,"
    "begriffsklärung,homonymie,toponymie,patronyme,paronymie,desambiguación,desambiguacion,desambig,"
    "desambiguação,desambiguacao,disambigua,doorverwijspagina,desambiguació,argipen,förgrening,ujednoznacznienie,"
    "неоднозначность,многозначность"
)
_DISAMBIGUATION_TITLE = re.compile(
    r"\((?:disambiguation|begriffsklärung|homonymie|desambiguación|desambiguação|disambigua|doorverwijspagina|"
    r"desambiguació|argipena|olika betydelser|ujednoznacznienie|значения)\)$"
)
_STUB = names_in("stub,substub,ébauche,ebauche,esbozo,miniesbozo,esboço,beginnetje,esborrany,zalążek")
_STUB_ENDS = ("-stub", " stub", "-ébauche")
_STUB_BEGINS = ("ébauche ", "esboço-", "esbozo de ", "stub-")

_TEMPLATE = re.compile(r"\{\{\s*([^|{}<>\[\]\n]+)")
_MAGIC = re.compile(r"__DISAMBIG__|__BEGRIFFSKLÄRUNG__")
_ARGUMENT_NAME = re.compile(r"[\w -]{1,30}")


def shows_text(template: str) -> bool:
    """Tell whether a template is known to show text inside a sentence."""
    return template in _SHOWN or template.startswith(("lang-", "formatnum:"))


def shown(name: str, arguments: Sequence[str]) -> str:
    """Return the text that a known template shows."""
    unnamed: list[str] = []
    named: dict[str, str] = {}
    for argument in arguments:
        key, equals, value = map(str.strip, argument.partition("="))
        if not equals or not _ARGUMENT_NAME.fullmatch(key):
            unnamed.append(argument.strip())
        elif key.isdecimal():
            unnamed.append(value)
        else:
            named[key.lower()] = value
    first = unnamed[0] if unnamed else ""
    if name in _FIXED:
        return _FIXED[name]
    if name in _QUOTATIONS:
        quoted = named.get("text") or named.get("quote") or first
        return f"\n\n{quoted}\n\n" if quoted else ""
    if name in _SHOW_LAST:
        return unnamed[-1] if len(unnamed) > 1 else ""
    if name in _SHOW_ALL:
        return " ".join(filter(None, unnamed))
    if name in _MEASURES:
        return _measure(unnamed)
    if name in _CIRCA:
        return "c. " + "–".join(unnamed)
    if name.startswith("formatnum:"):
        return name.removeprefix("formatnum:")
    first = named.get("lt") or first or named.get("fr", "")
    return f"{first} {named['u']}" if first and "u" in named else first


def template_names(wikitext: str) -> frozenset[str]:
    """Return the names of all templates in a wikitext, without parsing it."""
    return frozenset(map(plain, _TEMPLATE.findall(wikitext)))


def is_disambiguation(title: str, wikitext: str, templates: frozenset[str]) -> bool:
    """Tell whether a page is a disambiguation page."""
    return (
        not _DISAMBIGUATION.isdisjoint(templates)
        or any(name.endswith(" disambiguation") for name in templates)
        or _DISAMBIGUATION_TITLE.search(title.lower()) is not None
        or _MAGIC.search(wikitext) is not None
    )


def is_stub(templates: frozenset[str]) -> bool:
    """Tell whether a page is marked as a stub."""
    return not _STUB.isdisjoint(templates) or any(
        name.endswith(_STUB_ENDS) or name.startswith(_STUB_BEGINS) for name in templates
    )


def _measure(arguments: list[str]) -> str:
    """Return the quantity in the arguments of `convert`, without the conversion: "5 km" for 5, km, mi."""
    ranges = {"-": "–", "–": "–", "to": " to ", "and": " and ", "or": " or ", "by": " by ", "x": " × ", "×": " × "}
    if len(arguments) < 2:
        return ""
    amount, *rest = arguments
    if rest[0] in ranges and len(rest) > 2:
        amount, rest = f"{amount}{ranges[rest[0]]}{rest[1]}", rest[2:]
    more = len(rest) > 2 and rest[1].isdecimal() and not rest[2].isdecimal()
    return f"{amount} {' '.join(rest[:3] if more else rest[:1])}"
