"""The files of `Versions`: JSON that is read back equal, and a table that opens in a spreadsheet.

Caller: `Versions`, which passes its parts and gets parts back.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from vicinal.errors import FormatError, InputError
from vicinal.json_text import compact, converted, items, members, parsed
from vicinal.link import Link
from vicinal.text.document import Document
from vicinal.versions.grouping import LevelLink, Row

_FORMAT = "vicinal-versions/1"
LinkRow = tuple[int, int, tuple[int, ...], tuple[int, ...], float]  # levels, sentences, score


class Parts(NamedTuple):
    """The fields of `Versions`, in their order."""

    documents: tuple[Document, ...]
    names: tuple[str, ...]
    links: tuple[LevelLink, ...]
    contradicted: tuple[LevelLink, ...]
    signature: str


@dataclass(frozen=True)
class _Version:
    """A document in the JSON file."""

    name: str
    id: str | None
    language: str | None
    paragraphs: tuple[tuple[str, ...], ...]
    headings: tuple[int, ...] = ()


@dataclass(frozen=True)
class _File:
    """The JSON file; its rows are not read, since they follow from the links."""

    signature: str
    versions: tuple[_Version, ...]
    links: tuple[LinkRow, ...]
    contradicted: tuple[LinkRow, ...]


def render_json(parts: Parts, rows: Iterable[Row]) -> str:
    """Return versions as JSON: one line a paragraph, a row, a link.

    A row has a list of sentence numbers for each level; a link is [level, level, sentences, sentences, score].
    A version has "headings", the indices of the paragraphs that are, only if it has any.
    """
    documents = [
        f'{{"name": {compact(name)}, "id": {compact(document.id)}, "language": {compact(document.language)}, '
        f'{_headings(document)}"paragraphs": {items(document.paragraphs, 3)}}}'
        for name, document in zip(parts.names, parts.documents, strict=True)
    ]
    data = {
        "format": compact(_FORMAT),
        "signature": compact(parts.signature),
        "versions": "[\n  " + ",\n  ".join(documents) + "\n ]",
        "rows": items(rows, 2),
        "links": items(map(_row, parts.links), 2),
        "contradicted": items(map(_row, parts.contradicted), 2),
    }
    return members(data, 1) + "\n"


def parse_json(text: str) -> Parts:
    """Return the parts that `render_json` wrote.

    Raises:
        FormatError: The text is not JSON, or not the JSON of versions.
    """
    data = parsed(text)
    try:
        file = converted(data, _File, _FORMAT)
    except FormatError as error:
        raise FormatError(f"not versions: {error}") from None
    return Parts(
        documents=tuple(map(_document, file.versions)),
        names=tuple(one.name for one in file.versions),
        links=tuple(map(_link, file.links)),
        contradicted=tuple(map(_link, file.contradicted)),
        signature=file.signature,
    )


def render_tsv(names: Sequence[str], rows: Iterable[Row], texts: Iterable[Sequence[str]]) -> str:
    """Return the rows as a table: sentence numbers at each level, as lists, then the text at each level.

    The columns are named after the levels, those of text with `_text` appended. Fields are quoted as those of `.tsv`
    are, so that every client gets them back; an empty list of numbers is an empty field.
    """
    table = io.StringIO()
    writer = csv.writer(table, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow([*names, *(f"{name}_text" for name in names)])
    for row, sentences in zip(rows, texts, strict=True):
        writer.writerow([*(str(list(numbers)) if numbers else "" for numbers in row), *sentences])
    return table.getvalue()


def _headings(document: Document) -> str:
    return f'"headings": {compact(document.headings)}, ' if document.headings else ""


def _document(version: _Version) -> Document:
    try:
        return Document(version.paragraphs, version.id, version.language, version.headings)
    except InputError as error:
        raise FormatError(f"not versions: {error}") from None


def _row(one: LevelLink) -> tuple[Any, ...]:
    return one.source, one.target, one.link.source, one.link.target, one.link.score


def _link(row: LinkRow) -> LevelLink:
    return LevelLink(row[0], row[1], Link(*row[2:]))
