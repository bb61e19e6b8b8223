"""Gold alignments: document pairs with the links that annotators made.

A gold file has one JSON line for each document pair:

    {"id", "lang", "source": [[sentence, ...], ...paragraphs], "target": [[...]], "gold": [[[i, ...], [j, ...]], ...]}

`gold` holds n-to-m links of 0-based sentence indices over the whole document; no sentence is in two of them. Optional
keys: `gold_pairs` (annotated sentence pairs, where the annotation is pairwise; defaults to the pairs inside the links),
`gold_paragraphs` (links between paragraphs) or `gold_paragraphs_derived` (paragraph pairs that follow from the sentence
links), `"has_sentence_gold": false` where only paragraphs were annotated, and `source_headings` and `target_headings`
(the indices of the paragraphs that are headings). Each of these is checked, even if it is not used; other keys are
ignored. Ids are unique. Files may be gzipped.

Callers: `evaluate`, and the supervised methods.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from vicinal.alignment import Cell
from vicinal.errors import FormatError, InputError
from vicinal.files import decode, read_bytes
from vicinal.json_text import converted, parsed
from vicinal.text.document import Document

LinkKey = tuple[tuple[int, ...], tuple[int, ...]]
_Paragraphs = tuple[tuple[str, ...], ...]
_Side = Annotated[tuple[int, ...], Meta(min_length=1)]


class _Record(Struct):
    """One line of a gold file."""

    id: str | int
    source: _Paragraphs
    target: _Paragraphs
    lang: str | None = None
    has_sentence_gold: bool = True
    gold: list[tuple[_Side, _Side]] | UnsetType = UNSET
    gold_pairs: list[Cell] | UnsetType = UNSET
    gold_paragraphs: list[tuple[_Side, _Side]] | UnsetType = UNSET
    gold_paragraphs_derived: list[Cell] | UnsetType = UNSET
    source_headings: tuple[int, ...] = ()
    target_headings: tuple[int, ...] = ()


@dataclass(frozen=True)
class Gold:
    """One document pair with its annotated links.

    Attributes:
        id: The name of the pair.
        source: The first document, usually the original.
        target: The second document.
        links: The annotated n-to-m links.
        pairs: The annotated sentence pairs.
        paragraphs: The annotated (or derived) pairs of paragraphs; None where there are none.
        has_sentences: Whether sentences were annotated, not only paragraphs.
    """

    id: str
    source: Document
    target: Document
    links: frozenset[LinkKey]
    pairs: frozenset[Cell]
    paragraphs: frozenset[Cell] | None = None
    has_sentences: bool = True

    @classmethod
    def from_json(cls, line: str) -> Gold:
        """Read one line of a gold file.

        Raises:
            FormatError: The line is not JSON, lacks a field, or a field is wrong; the message names it.
        """
        record = converted(parsed(line, unique_keys=True), _Record)
        name, annotated = str(record.id), record.has_sentence_gold
        headings = _headings("source_headings", record.source_headings, record.source)
        source = Document.of_checked(record.source, name, record.lang, headings)
        headings = _headings("target_headings", record.target_headings, record.target)
        target = Document.of_checked(record.target, name, record.lang, headings)
        sizes = (len(source.sentences), len(target.sentences))
        if annotated and record.gold is UNSET:
            raise FormatError("field 'gold': missing")
        links = _links("gold", record.gold or (), sizes)
        pairs = _inside(links) if record.gold_pairs is UNSET else _pairs("gold_pairs", record.gold_pairs, sizes)
        sizes = (len(source.paragraphs), len(target.paragraphs))
        paragraphs = None
        if record.gold_paragraphs_derived is not UNSET:
            paragraphs = _pairs("gold_paragraphs_derived", record.gold_paragraphs_derived, sizes)
        if record.gold_paragraphs is not UNSET:
            paragraphs = _inside(_links("gold_paragraphs", record.gold_paragraphs, sizes))
        if not annotated:
            if paragraphs is None:
                raise FormatError(
                    "field 'gold_paragraphs': missing, and 'has_sentence_gold' is false: nothing to score"
                )
            links, pairs = frozenset(), frozenset()
        return cls(name, source, target, links, pairs, paragraphs, annotated)


def read_gold(path: str | os.PathLike[str]) -> Iterator[Gold]:
    """Yield the document pairs of a gold file, plain or gzipped; errors name the file and the line."""
    lines: dict[str, int] = {}
    for number, line in read_lines(path):
        try:
            gold = Gold.from_json(line)
        except InputError as error:
            raise FormatError(f"{path}:{number}: {error}") from None
        if gold.id in lines:
            raise FormatError(f"{path}:{number}: field 'id': {gold.id!r:.80} is also the id of line {lines[gold.id]}")
        lines[gold.id] = number
        yield gold


def read_lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text file, plain or gzipped, that are not blank, with their numbers from 1."""
    data = read_bytes(path)
    if data[:2] == b"\x1f\x8b":
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise FormatError(f"{path}: not a complete gzip file: {error}") from None
    for number, line in enumerate(decode(data, str(path)).split("\n"), start=1):
        if line.strip():
            yield number, line


def _headings(key: str, indices: tuple[int, ...], paragraphs: _Paragraphs) -> tuple[int, ...]:
    """Return the indices of headings in order, if each is that of a paragraph."""
    for index in indices:
        _check_index(index, len(paragraphs), key)
    return tuple(sorted(set(indices)))


def _links(key: str, links: Iterable[LinkKey], sizes: tuple[int, int]) -> frozenset[LinkKey]:
    """Return links with their sides sorted, if each index is in range and in one link only."""
    seen: tuple[set[int], set[int]] = (set(), set())
    found = []
    for link in links:
        for side, size, before in zip(link, sizes, seen, strict=True):
            for index in side:
                _check_index(index, size, key)
                if index in before:
                    raise FormatError(f"field {key!r}: {index} is in two links, or twice in {link!r:.40}")
                before.add(index)
        found.append((tuple(sorted(link[0])), tuple(sorted(link[1]))))
    return frozenset(found)


def _pairs(key: str, pairs: list[Cell], sizes: tuple[int, int]) -> frozenset[Cell]:
    """Return pairs, if each index is in range and no pair is given twice."""
    found: set[Cell] = set()
    for pair in pairs:
        for index, size in zip(pair, sizes, strict=True):
            _check_index(index, size, key)
        if pair in found:
            raise FormatError(f"field {key!r}: the pair {list(pair)} is given twice")
        found.add(pair)
    return frozenset(found)


def _check_index(index: int, size: int, key: str) -> None:
    if not 0 <= index < size:
        raise FormatError(f"field {key!r}: index {index!r:.40} is not from 0 to {size - 1}")


def _inside(links: Iterable[LinkKey]) -> frozenset[Cell]:
    """Return all pairs inside links."""
    return frozenset((x, y) for xs, ys in links for x in xs for y in ys)
