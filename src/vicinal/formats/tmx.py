"""`.tmx`: a translation memory, TMX 1.4, with a unit for each link.

Properties of a unit: `x-id` (the pair), `x-origin`, `x-kind`, `x-score`, `x-source` and `x-target` (sentence numbers,
from 0); of a variant in a corpus: `x-level`. A unit whose link is not 1-1 has the segment type `block`.

Tools distinguish the two variants of a unit by their language. If both versions have the same language, the target's
code gets a private-use part with the name of its level (`en` and `en-x-3`, `de` and `de-x-target`). An unknown language
is `und`. There is no DOCTYPE line, so that no tool looks for a DTD; files are valid against that of TMX 1.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from vicinal.alignment import Aligned
from vicinal.formats.part import Frame, Parts, Place
from vicinal.formats.xml_text import HEAD, attributes, escape
from vicinal.lazy_pattern import pattern
from vicinal.link import Link
from vicinal.text.document import Document
from vicinal.version import __version__

_LANGUAGE = pattern(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_LEVEL = pattern(r"[A-Za-z0-9]{1,8}")


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the head, the units of each alignment, and the end."""
    del names
    aligned = iter(aligned)
    first = next(aligned, None)
    around = frame(first)
    yield 0, around.head
    yield from _units(() if first is None else chain([first], aligned), around.language, corpus)
    yield 0, around.foot


def part(aligned: Iterable[Aligned], place: Place) -> Iterator[tuple[int, str]]:
    """Yield the units of some pairs of a corpus."""
    return _units(aligned, place.language, True)


def frame(first: Aligned | None) -> Frame:
    """Return what stands around the units: the head, which names the language of the first pair, and the end."""
    language = "und" if first is None else _languages(first)[0]
    header = attributes(
        creationtool="vicinal",
        creationtoolversion=__version__,
        segtype="sentence",
        **{"o-tmf": "vicinal"},
        adminlang="en",
        srclang=language,
        datatype="plaintext",
    )
    properties = "" if first is None else _property("x-signature", first.alignment.signature)
    head = f'{HEAD}<tmx version="1.4">\n<header{header}>\n{properties}</header>\n<body>\n'
    return Frame(head, "</body>\n</tmx>\n", language)


def _units(aligned: Iterable[Aligned], language: str, corpus: bool) -> Iterator[tuple[int, str]]:
    for one in aligned:
        yield 0, "".join(_unit(one, link, language, corpus) for link in one.alignment.sentences)


def _unit(one: Aligned, link: Link, language: str, corpus: bool) -> str:
    languages = _languages(one)
    head = attributes(
        segtype=None if link.kind == "1-1" else "block", srclang=None if languages[0] == language else languages[0]
    )
    properties = {
        "x-id": one.alignment.id,
        "x-origin": one.origin or None,
        "x-kind": link.kind,
        "x-score": f"{link.score:.6f}",
        "x-source": ",".join(map(str, link.source)),
        "x-target": ",".join(map(str, link.target)),
    }
    parts = [f"<tu{head}>\n", *(_property(kind, value) for kind, value in properties.items() if value is not None)]
    for code, level, text in zip(languages, one.levels, one.alignment.texts(link), strict=True):
        parts.append(f"<tuv{attributes(xml__lang=code)}>\n")
        if corpus:
            parts.append(_property("x-level", level))
        parts.append(f"<seg>{escape(text)}</seg>\n</tuv>\n")
    return "".join(parts) + "</tu>\n"


def _property(kind: str, value: str) -> str:
    return f"<prop{attributes(type=kind)}>{escape(value)}</prop>\n"


def _languages(one: Aligned) -> tuple[str, str]:
    """Return the language codes of the two variants, which always differ."""
    source, target = _language(one.alignment.source), _language(one.alignment.target)
    if source.lower() == target.lower():
        level = one.levels[1] if _LEVEL.fullmatch(one.levels[1]) else "target"
        target += f"-{level}" if "-x-" in target.lower() else f"-x-{level}"
    return source, target


def _language(document: Document) -> str:
    code = (document.language or "").replace("_", "-")
    return code if _LANGUAGE.fullmatch(code) else "und"


PARTS = Parts(part, frame)
