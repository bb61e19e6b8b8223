"""`.source.xml`, `.target.xml` and `.alignment.xml`: stand-off XML for InterText.

The texts have paragraphs `<p id="2">` and in them sentences `<s id="2:1">`, counted from 1. A heading is a paragraph
`<p id="2" rend="head">`: to InterText, as delivered, a `<head>` is one element to align, without the sentences in it.
The alignment has one `<link>` for each link and each unaligned sentence. As in InterText, the first half of `xtargets`
(and of `type`) belongs to `toDoc`, the target, and the second half to `fromDoc`, the source. `score` and `signature`
are ours; InterText drops them when it saves. It reads file names as `document.version.xml`, so a document's name must
not contain dots.

InterText Server imports an alignment only if its links name all sentences of both texts, each once and in order. So a
link that crosses others or has gaps is not a `<link>` but, after all of these, an `<otherLink>` with the same
attributes. InterText does not see it (it ignores elements of other names, and drops them when it saves), and shows its
sentences as unaligned; `load` reads it like the others.

`load` reads such files back, also after the alignment or the texts were corrected in InterText. Links without a score
get 1. Inline tags and layout line breaks are ignored. Sentences are the `<s>` elements, and each `<head>` with an id
and no `<s>`; paragraphs are `<p>` and `<head>`, or else the parent elements of the sentences.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from vicinal.alignment import Aligned, Alignment, assemble
from vicinal.errors import FormatError, InputError
from vicinal.files import read_text
from vicinal.formats.ladder import fitting
from vicinal.formats.segments import Segment, segments
from vicinal.formats.xml_text import HEAD, attributes, escape, events
from vicinal.link import Link
from vicinal.text.document import Document

MADE_BY_PEOPLE = 1.0  # the score of a link that has none
_LINK, _OTHER = "link", "otherLink"
_HEADING = "head"


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the two texts and the links of the one alignment that the files hold."""
    del corpus
    for one in aligned:
        yield 0, _text(one.alignment.source, one.levels[0])
        yield 1, _text(one.alignment.target, one.levels[1])
        yield 2, _links(one.alignment, names)


def _text(document: Document, level: str) -> str:
    parts = [HEAD, f"<text{attributes(id=document.id, level=level, xml__lang=document.language)}>\n"]
    headings = set(document.headings)
    for number, paragraph in enumerate(document.paragraphs, 1):
        parts.append(f"<p{attributes(id=str(number), rend=_HEADING if number - 1 in headings else None)}>\n")
        parts += [f'<s id="{number}:{place}">{escape(sentence)}</s>\n' for place, sentence in enumerate(paragraph, 1)]
        parts.append("</p>\n")
    return "".join([*parts, "</text>\n"])


def _links(alignment: Alignment, names: Sequence[str]) -> str:
    sources, targets = (
        [f"{i}:{j}" for i, paragraph in enumerate(document.paragraphs, 1) for j in range(1, len(paragraph) + 1)]
        for document in (alignment.source, alignment.target)
    )
    parts = [HEAD, f"<linkGrp{attributes(toDoc=names[1], fromDoc=names[0], signature=alignment.signature)}>\n"]

    def line(name: str, segment: Segment) -> str:
        ids = " ".join(targets[j] for j in segment.target) + ";" + " ".join(sources[i] for i in segment.source)
        score = None if segment.score is None else repr(segment.score)
        kind = f"{len(segment.target)}-{len(segment.source)}"
        return f"<{name}{attributes(type=kind, xtargets=ids, status='auto', score=score)}/>\n"

    seen = dict.fromkeys(fitting(alignment))
    shown = segments(replace(alignment, sentences=tuple(seen)))
    others = segments(replace(alignment, sentences=tuple(link for link in alignment.sentences if link not in seen)))
    parts += [line(_LINK, one) for one in shown]
    parts += [line(_OTHER, one) for one in others if one.score is not None]
    return "".join([*parts, "</linkGrp>\n"])


def load(path: str | os.PathLike[str]) -> Alignment:
    """Read an alignment file and the two texts that it names, from the same folder.

    Raises:
        FormatError: One of the files is malformed, or refers to something that does not exist.
        InputError: A file cannot be read.
    """
    text = read_text(path)
    with _naming(path):
        group = _parse_group(text)
    sides = []
    for key in ("fromDoc", "toDoc"):
        name = group.attributes.get(key, "")
        if not name or name in (".", "..") or "/" in name or "\\" in name:
            raise FormatError(f"{path}: {key} must name a file beside it, not {name!r:.80}")
        file = Path(path).with_name(name)
        text = read_text(file)
        with _naming(file):
            sides.append(_parse_text(text))
    with _naming(path):
        return _joined(group, *sides)


@contextmanager
def _naming(name: str | os.PathLike[str]) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise FormatError(f"{os.fspath(name)}: {error}") from None


class _Text(NamedTuple):
    """A parsed text: the document, and the sentence number of each id."""

    document: Document
    ids: dict[str, int]


def _parse_text(text: str) -> _Text:
    paragraphs: list[list[str]] = []
    headings: list[int] = []
    ids: dict[str, int] = {}
    root: dict[str, str] | None = None
    paragraph: list[str] | None = None  # the current one; None: the next sentence starts a new one
    head: tuple[str | None, list[str]] | None = None  # the id of the open <head>, and its text outside sentences
    sentence: list[str] | None = None
    inside = 0  # the number of open elements in the sentence

    def number_sentence(id: str | None) -> None:
        if not id or id in ids:
            raise FormatError(f"sentence {len(ids) + 1}: its id {id!r:.40} is missing or not unique")
        ids[id] = len(ids)

    for what, name, given in events(text):
        root = given if root is None else root
        if sentence is not None:
            if what == "text":
                sentence.append(name)
            inside += {"start": 1, "end": -1, "text": 0}[what]
            if inside < 0 and paragraph is not None:
                paragraph.append("".join(sentence))
                sentence = None
        elif what == "start" and name == "s":
            number_sentence(given.get("id"))
            if paragraph is None:
                paragraph = []
                paragraphs.append(paragraph)
            sentence, inside = [], 0
        elif what == "start" and name in ("p", "head"):
            if name == "head" or given.get("rend") == _HEADING:
                headings.append(len(paragraphs))
            head = (given.get("id"), []) if name == "head" else None
            paragraph = []
            paragraphs.append(paragraph)
        elif head is not None and (what, name) != ("end", "head"):
            if what == "text":
                head[1].append(name)
        elif what != "text":
            if head is not None and head[0] and not paragraphs[-1] and "".join(head[1]).strip():
                number_sentence(head[0])
                paragraphs[-1].append("".join(head[1]))
            paragraph = head = None
    known = root or {}
    return _Text(Document(paragraphs, known.get("id"), known.get("lang", known.get("language")), headings), ids)


class _Group(NamedTuple):
    """A parsed alignment file: the attributes of the group, and the sentence ids of each link in both texts."""

    attributes: dict[str, str]
    links: list[tuple[list[str], list[str], float]]


def _parse_group(text: str) -> _Group:
    groups: list[dict[str, str]] = []
    links: list[tuple[list[str], list[str], float]] = []
    for what, name, given in events(text):
        if what == "start" and name == "linkGrp":
            groups.append(given)
        elif what == "start" and name in (_LINK, _OTHER):
            sides = given.get("xtargets", "").split(";")
            if len(sides) != 2:
                raise FormatError(f"link {len(links) + 1}: xtargets must be like '1:1;1:1 1:2', not {sides!r:.60}")
            links.append((sides[1].split(), sides[0].split(), _score(given)))
    if len(groups) != 1:
        raise FormatError(f"not an alignment of two texts: expected one linkGrp element, found {len(groups)}")
    return _Group(groups[0], links)


def _joined(group: _Group, source: _Text, target: _Text) -> Alignment:
    """Return the alignment of two texts with the links of a group."""
    found = [
        (_numbers(sources, source, "fromDoc"), _numbers(targets, target, "toDoc"), score)
        for sources, targets, score in group.links
    ]
    kept = [Link(*one) for one in found if one[0] and one[1]]
    return assemble(source.document, target.document, kept, group.attributes.get("signature", "InterText"))


def _numbers(ids: list[str], text: _Text, key: str) -> tuple[int, ...]:
    for name in ids:
        if name not in text.ids:
            raise FormatError(f"the text of {key} has no sentence with the id {name!r:.40}")
    return tuple(sorted({text.ids[name] for name in ids}))


def _score(given: Mapping[str, str]) -> float:
    try:
        score = float(given.get("score", MADE_BY_PEOPLE))
    except ValueError:
        score = float("nan")
    if not isfinite(score):
        raise FormatError(f"the score of a link must be a number, not {given['score']!r:.40}")
    return score
