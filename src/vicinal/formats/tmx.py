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
from vicinal.text.document import Document
from vicinal.version import __version__

_LANGUAGE = pattern(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_BLOCK = ' segtype="block"'
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
        yield 0, "".join(_of_pair(one, language, corpus))


def _of_pair(one: Aligned, language: str, corpus: bool) -> Iterator[str]:
    """Yield the units of a pair; what they share is made once."""
    languages = _languages(one)
    srclang = attributes(srclang=None if languages[0] == language else languages[0])
    shared = {"x-id": one.alignment.id, "x-origin": one.origin or None}
    place = "".join(_property(kind, value) for kind, value in shared.items() if value is not None)
    levels = [_property("x-level", level) if corpus else "" for level in one.levels]
    begin, then = (
        f"<tuv{attributes(xml__lang=code)}>\n{level}<seg>" for code, level in zip(languages, levels, strict=True)
    )
    for link in one.alignment.sentences:
        kind = link.kind
        source, target = one.alignment.texts(link)
        yield (
            f"<tu{'' if kind == '1-1' else _BLOCK}{srclang}>\n{place}"
            f'<prop type="x-kind">{kind}</prop>\n<prop type="x-score">{link.score:.6f}</prop>\n'
            f'<prop type="x-source">{",".join(map(str, link.source))}</prop>\n'
            f'<prop type="x-target">{",".join(map(str, link.target))}</prop>\n'
            f"{begin}{escape(source)}</seg>\n</tuv>\n{then}{escape(target)}</seg>\n</tuv>\n</tu>\n"
        )


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
