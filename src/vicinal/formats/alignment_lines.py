"""`.alignments.jsonl`: whole alignments, one JSON line each, read back equal.

A line is what `.json` holds, without the word-level changes, which take longer than all the rest. It also has the id,
the levels and the origin of the pair, for other programs. All lines have the same keys, because table readers expect
it. The line separators of Unicode are escaped, as in `.jsonl`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType

from vicinal.alignment import Aligned, Alignment
from vicinal.errors import FormatError, InputError
from vicinal.formats.alignment_json import FORMAT, link_of, parse, sentence_links
from vicinal.formats.part import Parts, Place
from vicinal.json_text import compact, compact_texts, line_of
from vicinal.text.document import Document

COLUMNS = MappingProxyType(
    {
        "format": f"{FORMAT}, of all lines",
        "id": "name of the document pair",
        "levels": "names of the two versions",
        "origin": "origin of the pair in the corpus",
        "signature": "version, method and settings",
        "source": "the first version: id, language, numbers of the paragraphs that are headings, paragraphs",
        "target": "the second version, likewise",
        "paragraphs": "links between paragraphs: kind, score, numbers from 0",
        "sentences": "links between sentences: kind, score, probability, numbers from 0 over the document",
        "cells": "the pairs of sentences that the method aligned",
        "unaligned_source": "numbers of the source sentences in no link",
        "unaligned_target": "numbers of the target sentences in no link",
        "steps": "how the method found each pair",
    }
)


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield a JSON line for each alignment."""
    del corpus, names
    for one in aligned:
        yield 0, _line(one)


def part(aligned: Iterable[Aligned], place: Place) -> Iterator[tuple[int, str]]:
    """Yield a part of the file of a corpus."""
    del place
    return write(aligned, corpus=True, names=())


def _line(one: Aligned) -> str:
    alignment = one.alignment
    first = {
        "format": FORMAT,
        "id": alignment.id,
        "levels": one.levels,
        "origin": one.origin,
        "signature": alignment.signature,
    }
    rest = {
        "paragraphs": list(map(link_of, alignment.paragraphs)),
        "sentences": list(sentence_links(alignment)),
        "cells": alignment.cells,
        "unaligned_source": alignment.unaligned_source,
        "unaligned_target": alignment.unaligned_target,
        "steps": list(map(vars, alignment.steps)),
    }
    texts = f'"source": {_document(alignment.source)}, "target": {_document(alignment.target)}'
    return line_of(f"{compact(first)[:-1]}, {texts}, {compact(rest)[1:]}")


def _document(document: Document) -> str:
    first = {"id": document.id, "language": document.language, "headings": document.headings}
    return f'{compact(first)[:-1]}, "paragraphs": {compact_texts(document.paragraphs)}}}'


def read(numbered: Iterable[tuple[int, str]], path: str) -> Iterator[Alignment]:
    """Yield the alignments of numbered lines; errors name the file and the line."""
    for number, line in numbered:
        try:
            alignment = parse(line, "vicinal.save_many(alignments, 'FILE.alignments.jsonl')")
        except InputError as error:
            raise FormatError(f"{path}:{number}: {error}") from None
        yield alignment


PARTS = Parts(part)
