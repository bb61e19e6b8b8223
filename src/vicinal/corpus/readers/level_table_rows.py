"""Gather the rows of a table with several levels, and store each article with its versions, one a line.

A row of a long table has one level. A row of a wide one is read as a row for each level; a cell that repeats the cell
above it in the same article is passed over there, as in `table_groups`.

The levels of an article may be interleaved; only the articles must follow each other, as in `table_groups`. In a
version, rows that follow each other with the same paragraph are one. Empty cells are passed over.

Caller: `level_table`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from vicinal.corpus.contract import Advance, Limits
from vicinal.corpus.folders import Folder
from vicinal.corpus.readers.table_file import GROUPS, TableFile
from vicinal.corpus.readers.table_groups import Gathering, gathered
from vicinal.corpus.readers.table_ranges import records
from vicinal.corpus.readers.table_rows import Cell, Columns, Fault, Label, Row
from vicinal.corpus.readers.table_staging import staged


class Version(msgspec.Struct):
    """A version of an article: its level, its first row, and its text or its paragraphs of sentences."""

    level: str
    line: int
    text: Cell


class Article(msgspec.Struct):
    """An article, as it is stored; `fault` says why it cannot be read."""

    line: int
    id: str
    origin: Label
    language: Label
    versions: list[Version]
    fault: str = ""


class _Levels(msgspec.Struct):
    """The levels of a stored article."""

    versions: list[_Level]


class _Level(msgspec.Struct):
    level: str


_DECODE = msgspec.json.Decoder(Article).decode
_DECODE_LEVELS = msgspec.json.Decoder(_Levels).decode


def articles(data: bytes) -> Iterator[Article]:
    """Yield the articles in a piece of what was gathered."""
    return (_DECODE(record) for _, record in records(data, 1))


def levels_in(lines: Iterable[bytes]) -> Iterator[str]:
    """Yield the levels of the versions in what was gathered, each as often as it comes."""
    return (version.level for line in lines for version in _DECODE_LEVELS(line).versions)


def gather(
    file: TableFile,
    columns: Sequence[Columns],
    levels: Sequence[str],
    folder: Folder,
    advance: Advance,
    *,
    are_sentences: bool,
    by_row: bool,
) -> str:
    """Write the articles of a file into a folder, unless that was done before; return the path.

    Args:
        file: The file.
        columns: The columns to read; of a wide table, those for each level.
        levels: The levels of a wide table; none for a long one.
        folder: The folder.
        advance: Called with the number of bytes read.
        are_sentences: Whether a row is a sentence.
        by_row: Whether each row of a wide table is an article, named by its number.

    Raises:
        InputError: An article comes again after others, or is too large.
    """
    known = file.found()[1]

    def rows(own: Columns) -> Iterator[Row | Fault]:
        for _, part in file.parts(own, Limits()):
            yield from file.rows(own, part)
            if file.kind != "parquet":
                advance(f"Gathering {file.shown}", part[1], known.size)

    def stored() -> Iterator[bytes]:
        found = _of_columns(list(map(rows, columns)), levels, f"{file.stem}:" if by_row else "") if levels else None
        group = "row" if by_row else columns[0].group
        begin = SentenceVersions if are_sentences else TextVersions
        return gathered(found or rows(columns[0]), group, file.stem, file.shown, file.unit, begin)

    return staged(known, file.shown, folder, f".levels{GROUPS}", stored)


def _of_columns(streams: Sequence[Iterator[Row | Fault]], levels: Sequence[str], stem: str) -> Iterator[Row | Fault]:
    """Yield a row for each level of each row; the streams have the rows with the texts of one level each."""
    last: list[object] = [None] * len(levels)
    group: Label = None
    for several in zip(*streams, strict=True):
        if fault := next((one for one in several if isinstance(one, Fault)), None):
            yield fault
            continue
        for number, row in enumerate(several):
            if isinstance(row, Row):
                if row.group != group or stem:
                    group, last = row.group, [None] * len(levels)
                text = None if row.source == last[number] else row.source
                last[number] = row.source or last[number]
                name = f"{stem}{row.line}" if stem else row.group
                yield row._replace(source=text, level=levels[number], group=name)


class TextVersions(Gathering):
    """The article whose rows are being read, if a row is a text in which sentences are found."""

    def __init__(self, value: str, first: Row, fault: str) -> None:
        super().__init__(value, first, fault)
        self.versions: dict[str, tuple[int, list[tuple[Label, Any]]]] = {}

    def add(self, row: Row, shown: str) -> None:
        """Add a row to its version."""
        level = str(row.level if row.level is not None else "").strip()
        if not level:
            self.fault = self.fault or f"row {row.line} has no level; give each row the level of its version"
            return
        _, cells = self.versions.setdefault(level, (row.line, []))
        cell = row.source.strip() if isinstance(row.source, str) else row.source
        if cell:
            self.grow(cell, shown)
            cells.append((row.paragraph, cell))

    def stored(self) -> bytes:
        """Return the article as a line."""
        first = self.first
        versions = [Version(level, line, self.text(cells)) for level, (line, cells) in self.versions.items()]
        article = Article(first.line, self.value, first.origin, first.language, versions, self.fault)
        return msgspec.json.encode(article) + b"\n"

    def text(self, cells: list[tuple[Label, Any]]) -> Cell:
        """Return the text of a version: a paragraph a row."""
        return self.joined([cell for _, cell in cells])


class SentenceVersions(TextVersions):
    """The article whose rows are being read, if a row is a sentence, taken as it is."""

    def text(self, cells: list[tuple[Label, Any]]) -> Cell:
        """Return the paragraphs of a version."""
        paragraphs: list[list[str]] = []
        last: object = self  # unlike any paragraph
        for paragraph, cell in cells:
            if not isinstance(cell, str):
                self.fault = self.fault or "it has a list in place of a sentence; add --row paragraph"
                return ""
            if paragraph != last:
                paragraphs.append([])
                last = paragraph
            paragraphs[-1].append(cell)
        return tuple(map(tuple, paragraphs))
