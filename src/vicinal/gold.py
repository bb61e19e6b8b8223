"""Gold alignments: documents with the links that people made.

A gold file has one JSON line a document pair:

    {"id", "lang", "source": [[sentence, ...], ...paragraphs], "target": [[...]], "gold": [[[i, ...], [j, ...]], ...]}

`gold` holds n-to-m links of 0-based sentence indices over the whole document; no sentence is in two of them. Further
keys: `gold_pairs` (annotated sentence pairs, where the annotation is pairwise; else the pairs inside the links),
`gold_paragraphs` (links between paragraphs) or `gold_paragraphs_derived` (paragraph pairs that follow from the sentence
links), and `"has_sentence_gold": false` where only paragraphs were annotated. Every one of these that is there is
checked, whether it is used or not; keys that are not named here are left alone. No two documents have the same id.
Files may be gzipped.

Callers: `evaluate`, and the methods that learn from gold.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from vicinal.alignment import Cell
from vicinal.errors import FormatError, InputError
from vicinal.files import decode, read_bytes
from vicinal.text.document import Document

LinkKey = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Gold:
    """One document pair with its annotated links.

    Attributes:
        id: The name of the pair.
        source: The first document, as a rule the original.
        target: The second document.
        links: The annotated n-to-m links.
        pairs: The annotated sentence pairs.
        paragraphs: The annotated (or derived) pairs of paragraphs; None where there are none.
        has_sentences: Whether sentences were annotated at all, or only paragraphs.
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
            FormatError: The line is not JSON, lacks a key, or a field is not what it should be; the message names it.
        """
        try:
            data = json.loads(line, object_pairs_hook=_once)
        except FormatError:
            raise
        except json.JSONDecodeError as error:
            raise FormatError(f"not JSON: {error.msg} at column {error.colno}") from None
        except (ValueError, RecursionError):
            raise FormatError("not JSON that can be read: a number too long, or nested too deep") from None
        if not isinstance(data, dict):
            raise FormatError("not a gold record: expected an object")
        name, has_sentences = _name(data), _has_sentences(data)
        source, target = (_document(data, side, name) for side in ("source", "target"))
        sizes = (len(source.sentences), len(target.sentences))
        links = _links(data, "gold", sizes) if has_sentences or "gold" in data else []
        pairs = _pairs(data, "gold_pairs", sizes) if "gold_pairs" in data else _inside(links)
        if not has_sentences:
            links, pairs = [], []
        paragraphs = _paragraphs(data, (len(source.paragraphs), len(target.paragraphs)))
        if not has_sentences and paragraphs is None:
            raise FormatError("field 'gold_paragraphs': missing, and 'has_sentence_gold' is false: nothing to score")
        return cls(name, source, target, frozenset(links), frozenset(pairs), paragraphs, has_sentences)


def read_gold(path: str | os.PathLike[str]) -> Iterator[Gold]:
    """Yield the document pairs of a gold file, plain or gzipped; errors name the file and the line."""
    lines: dict[str, int] = {}
    for number, line in read_lines(path):
        try:
            gold = Gold.from_json(line)
        except InputError as error:
            raise FormatError(f"{path}:{number}: {error}") from None
        if gold.id in lines:
            raise FormatError(f"{path}:{number}: field 'id': {gold.id!r:.80} is the id of line {lines[gold.id]} too")
        lines[gold.id] = number
        yield gold


def read_lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text file, plain or gzipped, that are not blank, with their numbers from 1."""
    data = read_bytes(path)
    if data[:2] == b"\x1f\x8b":
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise FormatError(f"{path}: is not a whole gzip file: {error}") from None
    for number, line in enumerate(decode(data, str(path)).split("\n"), start=1):
        if line.strip():
            yield number, line


def _once(items: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object, if none of its keys is there twice."""
    data = {}
    for key, value in items:
        if key in data:
            raise FormatError(f"field {key!r:.40}: is there twice")
        data[key] = value
    return data


def _field(data: dict[str, Any], key: str) -> Any:
    if key not in data:
        raise FormatError(f"field {key!r}: missing")
    return data[key]


def _name(data: dict[str, Any]) -> str:
    name = _field(data, "id")
    if isinstance(name, bool) or not isinstance(name, (str, int)):
        raise FormatError(f"field 'id': expected a string, found {name!r:.40}")
    return str(name)


def _has_sentences(data: dict[str, Any]) -> bool:
    value = data.get("has_sentence_gold", True)
    if not isinstance(value, bool):
        raise FormatError(f"field 'has_sentence_gold': expected true or false, found {value!r:.40}")
    return value


def _document(data: dict[str, Any], side: str, name: str) -> Document:
    paragraphs = _field(data, side)
    if not isinstance(paragraphs, list) or not all(isinstance(paragraph, list) for paragraph in paragraphs):
        raise FormatError(f"field {side!r}: expected a list of paragraphs, each a list of sentences")
    language = data.get("lang")
    if not isinstance(language, str | None):
        raise FormatError(f"field 'lang': expected a string such as 'en', found {language!r:.40}")
    try:
        return Document(paragraphs, name, language)
    except InputError as error:
        raise FormatError(f"field {side!r}: {error}") from None


def _links(data: dict[str, Any], key: str, sizes: tuple[int, int]) -> list[LinkKey]:
    links = _field(data, key)
    if not isinstance(links, list):
        raise FormatError(f"field {key!r}: expected a list of links")
    seen: tuple[set[int], set[int]] = (set(), set())
    found = []
    for link in links:
        if not isinstance(link, list) or len(link) != 2 or not all(isinstance(side, list) and side for side in link):
            raise FormatError(f"field {key!r}: a link is [[i, ...], [j, ...]], found {link!r:.40}")
        for side, size, before in zip(link, sizes, seen, strict=True):
            for index in side:
                _check_index(index, size, key)
                if index in before:
                    raise FormatError(f"field {key!r}: {index} stands in two links, or twice in {link!r:.40}")
                before.add(index)
        found.append((tuple(sorted(link[0])), tuple(sorted(link[1]))))
    return found


def _pairs(data: dict[str, Any], key: str, sizes: tuple[int, int]) -> list[Cell]:
    pairs = _field(data, key)
    if not isinstance(pairs, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        raise FormatError(f"field {key!r}: expected a list of pairs [i, j]")
    found: dict[Cell, None] = {}
    for x, y in pairs:
        for index, size in zip((x, y), sizes, strict=True):
            _check_index(index, size, key)
        if (x, y) in found:
            raise FormatError(f"field {key!r}: the pair [{x}, {y}] is there twice")
        found[x, y] = None
    return list(found)


def _paragraphs(data: dict[str, Any], sizes: tuple[int, int]) -> frozenset[Cell] | None:
    """Return the pairs of paragraphs, the annotated before the derived; both are checked."""
    found = None
    if "gold_paragraphs_derived" in data:
        found = frozenset(_pairs(data, "gold_paragraphs_derived", sizes))
    if "gold_paragraphs" in data:
        found = frozenset(_inside(_links(data, "gold_paragraphs", sizes)))
    return found


def _check_index(index: Any, size: int, key: str) -> None:
    if type(index) is not int or not 0 <= index < size:
        raise FormatError(f"field {key!r}: index {index!r:.40} is not from 0 to {size - 1}")


def _inside(links: list[LinkKey]) -> list[Cell]:
    """Return all pairs inside links."""
    return [(x, y) for xs, ys in links for x in xs for y in ys]
