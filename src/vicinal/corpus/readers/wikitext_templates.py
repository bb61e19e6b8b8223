"""Wikitext templates: those that show text inside a sentence, and those that mark disambiguation pages and stubs.

What a template shows is defined in the wiki, in a language of its own. This is a list of templates that occur inside
sentences, in English and some other languages; all others are left out. Names are normalised by `wikinames.plain`.
`wikitext_inline` has those that build their text from several arguments.

Callers: `wikitext` and `wikipedia_pairs`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vicinal.corpus.readers.wikinames import names_in, plain
from vicinal.corpus.readers.wikitext_arguments import Arguments, arguments_of
from vicinal.corpus.readers.wikitext_inline import SPECIAL, single_sounds, sounds_of_a_language

# Templates whose first, second or last unnamed argument is part of the sentence.
_SHOW_FIRST = names_in(
    # English: size and shape, then words and names, then numbers
    "nowrap,nobr,nobreak,no wrap,small,smaller,big,larger,large,midsize,em,strong,bold,italic,sc,sc2,smallcaps,"
    "small caps,aut,caps,allcaps,sub,sup,code,mono,tt,kbd,samp,var,nq,noitalic,nobold,underline,strikethrough,"
    "abbr,abbrlink,tooltip,nihongo2,not a typo,proper name,visible anchor,vanchor,linktext,citation needed span,"
    "cn-span,clarify span,dubious span,chem2,chem name,mvar,math,bigmath,vr,lang-rus,flag,flagcountry,flagu,"
    "track gauge,railgauge,rail gauge,formatnum,format price,nts,number,birth-date,death-date,birth year and age,"
    "death year and age,usdict,enpr,ipa link,"
    # German, French, Spanish, Portuguese
    "sperrschrift,guil,date-,nombre,nb,citation,esd,versalita,sic,fmtn,pbpe,pepb"
)
_SHOW_SECOND = names_in("lang,langx,langue,lang2,idioma,hover title,audio,audio-ipa,resize,font color,color,fontcolor")
_SHOW_LAST = names_in("transl,transliteration,translit,tlit,rtl-lang,script,background color,h:title")
_SHOW_ALL = names_in("date,unité,unite,unidade,heure,fecha,chem,fchim,formule chimique,gaps,unidad,hlist")
_WITHOUT_SPACES = names_in("chem,fchim,formule chimique,gaps")
_DATE_FORMATS = frozenset(("dmy", "mdy", "ymd", "iso", "dmy-all", "mdy-all"))
_QUOTATIONS = names_in(
    "quote,quotation,quoted text,blockquote,block quote,bquote,cquote,rquote,quote box,centered pull quote,poem quote,"
    "poemquote,epigraph,citation bloc,début citation,zitat,cita,citação,citazione"
)
_LISTS = names_in("columns-list,columns list,cols,flatlist,flat list")
# Marks around, or words before, the first unnamed argument.
_AROUND = {
    "angbr": ("⟨", "⟩"),
    "angbr ipa": ("⟨", "⟩"),
    "angle bracket": ("⟨", "⟩"),
    "angle brackets": ("⟨", "⟩"),
    '"': ("„", "“"),
    "gloss": ("‘", "’"),
    "ipaslink": ("/", "/"),
    "ipablink": ("[", "]"),
    "radic": ("√", ""),
    "sqrt": ("√", ""),
    "no.": ("No. ", ""),
    "numero": ("No. ", ""),
    "us patent": ("U.S. Patent ", ""),
    "us$": ("US$", ""),
    "usd": ("US$", ""),
    "a$": ("A$", ""),
    "aud": ("A$", ""),
    "can$": ("C$", ""),
    "gbp": ("£", ""),
    "£": ("£", ""),
    "euro": ("€", ""),
    "€": ("€", ""),
    "inr": ("₹", ""),
    "₹": ("₹", ""),
    "jpy": ("¥", ""),
    "¥": ("¥", ""),
    "siglo": ("siglo ", ""),
    "séc": ("século ", ""),
}
# Words before years.
_YEARS = {"circa": "c. ", "c.": "c. ", "ca.": "c. ", "floruit": "fl. ", "fl.": "fl. ", "reign": "r. ", "r.": "r. "}
_FIXED = {
    "'": "'",
    "'s": "'s",
    "`": "'",
    "' \"": "' \"",
    "\" '": "\" '",
    '-"': "'\"",
    "!": "|",
    "=": "=",
    "nbsp": " ",
    "nnbsp": " ",
    "thinsp": " ",
    "thin space": " ",
    "hair space": " ",
    "space": " ",
    "spaces": " ",
    "pad": " ",
    "wbr": "",
    "·": " · ",
    "dot": " · ",
    "•": " • ",
    "ndash": "–",
    "en dash": "–",
    "spaced ndash": " – ",
    "spaced en dash": " – ",
    "snd": " – ",
    "spnd": " – ",
    "dash": " – ",
    "mdash": "—",
    "em dash": "—",
    "mdashb": "—",
    "spaced mdash": " — ",
    "spaced em dash": " — ",
    "minus": "−",
    "times": "×",
    "±": "±",
    "pi": "π",
    "eqm": "⇌",
    "sic": "[sic]",
    "...": "...",
    "sharp": "♯",
    "flat": "♭",
    "natural": "♮",
    "er": "er",
    "re": "re",
    "ier": "Ier",
    "1er": "1er",
    "1re": "1re",
    "mme": "Mme",
    "av jc": "av. J.-C.",
    "ap jc": "apr. J.-C.",
}
NOT_ALONE = frozenset(("coord", "coor", "coordinates"))  # on a line of their own, they are not prose
_MUSIC = {"flat": "♭", "sharp": "♯", "natural": "♮"}

_SHOWN = frozenset().union(
    SPECIAL, _SHOW_FIRST, _SHOW_SECOND, _SHOW_LAST, _SHOW_ALL, _QUOTATIONS, _LISTS, _AROUND, _YEARS, _FIXED, ["music"]
)
_BEGINNINGS = ("lang-", "formatnum:", "ipa-", "ipac-", "script/")
_GERMAN_LANGUAGES = names_in("ens,frs,las,ess,its,rus,pls,nls,pts,ars,hes,jas,zhs,grcs,trs,svs,das,hus")

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


def shows_text(template: str) -> bool:
    """Tell whether a template is known to show text inside a sentence."""
    return template in _SHOWN or template in _GERMAN_LANGUAGES or template.startswith(_BEGINNINGS)


def shown(name: str, arguments: Sequence[str]) -> str:
    """Return the text that a known template shows."""
    found = arguments_of(arguments)
    first = found.at(0)
    if name in SPECIAL:
        return SPECIAL[name](found)
    if name in _QUOTATIONS or name in _LISTS:
        quoted = found.named.get("text") or found.named.get("quote") or found.named.get("content") or first
        return f"\n\n{quoted}\n\n" if quoted else ""
    if name in _FIXED and not (name == "sic" and first):
        return _FIXED[name]
    if name in _AROUND:
        before, after = _AROUND[name]
        return f"{before}{first}{after}" if first or (len(before) == 1 and not after) else ""
    if name in _YEARS:
        return _YEARS[name] + "–".join(found.given)
    if name in _SHOW_SECOND or name in _SHOW_LAST:
        return (found.at(1) if name in _SHOW_SECOND else found.unnamed[-1]) if len(found.unnamed) > 1 else ""
    if name in _SHOW_ALL:
        between = "" if name in _WITHOUT_SPACES else " · " if name == "hlist" else " "
        return between.join(text for text in found.given if text not in _DATE_FORMATS)
    return _by_beginning(name, found)


def _by_beginning(name: str, found: Arguments) -> str:
    """Return what the remaining templates show: some by the beginning of their name, the others the first argument."""
    if name.startswith("formatnum:"):
        return name.removeprefix("formatnum:").strip()
    if name.startswith("ipac-"):
        return single_sounds(found)
    if name.startswith("ipa-"):
        return sounds_of_a_language(found)
    first = _MUSIC.get(found.at(0), found.at(0)) if name == "music" else found.at(0)
    return f"{first} {found.named['u']}" if first and "u" in found.named else first


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
