"""Tables where a row is a part of a document: gather the rows of each document.

Rows with the same value in a column form one pair of documents. They must follow each other: a value that comes again
later is an error, since a document would otherwise be split without a word. The gathered documents are written into the
work folder of a run, one a line, so that no shard cuts a document. One document is in memory at a time.

A cell is a paragraph, or a list of sentences that are one. Empty cells are passed over. So is a cell that repeats the
cell above it in the same column and document, if the other column does not: where one sentence is aligned with two,
tables repeat it.

Callers: `table_file`, `level_table_rows`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from vicinal.corpus.readers.table_ranges import records
from vicinal.corpus.readers.table_rows import Cell, Fault, Label, Row
from vicinal.errors import InputError

LARGEST_GROUP = 64 << 20  # characters of a document


class _Group(msgspec.Struct):
    """A document, as it is stored; `fault` says why it cannot be read."""

    line: int
    id: str
    source: Cell
    target: Cell
    origin: Label
    language: Label
    fault: str = ""


def gathered(
    rows: Iterable[Row | Fault], column: str, name: str, shown: str, unit: str, begin: type[Gathering] | None = None
) -> Iterator[bytes]:
    """Yield the documents of a table, stored one a line.

    Args:
        rows: The rows of a file.
        column: The column that names the document of a row; "" if the file is one document.
        name: The name of that document.
        shown: The name of the file in messages.
        unit: What the number of a row counts: lines or rows.
        begin: What gathers the rows of a document; by default, as a pair.

    Raises:
        InputError: A value comes again after others, or a document is too large.
    """
    begin = begin or Gathering
    gathering: Gathering | None = None
    seen: set[bytes] = set()  # digests of the values that came before
    fault = ""
    for row in rows:
        if isinstance(row, Fault):
            # Its document is not known: that before it, or that after it.
            fault = f"{unit} {row.line} {row.reason}"
            if gathering:
                gathering.fault = gathering.fault or fault
            continue
        value = str(row.group if row.group is not None else "") if column else name
        if not value:
            fault = f"column {column!r} is empty in {unit} {row.line}; give each row the name of its document"
            if gathering:
                gathering.fault = gathering.fault or fault
            continue
        if gathering is None or gathering.value != value:
            if gathering:
                yield gathering.stored()
            digest = hashlib.blake2b(value.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            if digest in seen:
                raise InputError(
                    f"{shown}, {unit} {row.line}: {column or 'document'} {value!r:.80} comes again after other rows; "
                    "sort the table so that the rows of a document follow each other"
                )
            seen.add(digest)
            gathering = begin(value, row, fault)
        elif fault:
            gathering.fault = gathering.fault or fault
        fault = ""
        gathering.add(row, shown)
    if gathering:
        yield gathering.stored()
    elif fault:
        yield begin(name, Row(1, None, None, None, None, None), fault).stored()


def stored_rows(data: bytes) -> Iterator[Row | Fault]:
    """Yield the documents in a piece of what `gathered` wrote, each as a row with the number of its first row."""
    for _, record in records(data, 1):
        group = _DECODE(record)
        if group.fault:
            yield Fault(group.line, f"{group.id!r:.80} cannot be read as a whole: {group.fault}")
        else:
            yield Row(group.line, group.source, group.target, group.id, group.origin, group.language)


_DECODE = msgspec.json.Decoder(_Group).decode


class Gathering:
    """The document whose rows are being read; `level_table_rows` has another for rows that are versions."""

    def __init__(self, value: str, first: Row, fault: str) -> None:
        self.value = value
        self.first = first
        self.fault = fault
        self.size = 0
        self.sides: tuple[list[Any], list[Any]] = ([], [])

    def add(self, row: Row, shown: str) -> None:
        """Add the cells of a row."""
        cells = [cell.strip() if isinstance(cell, str) else cell for cell in (row.source, row.target)]
        is_changed = [bool(cell) and side[-1:] != [cell] for side, cell in zip(self.sides, cells, strict=True)]
        is_again = all(cells) and not any(is_changed)  # nothing tells that only one side is repeated
        for side, cell, is_new in zip(self.sides, cells, is_changed, strict=True):
            if is_new or is_again:
                side.append(cell)
                self.grow(cell, shown)

    def grow(self, cell: Cell, shown: str) -> None:
        """Count the size of a cell; raise InputError if the document is too large."""
        self.size += len(cell) if isinstance(cell, str) else len(repr(cell))
        if self.size > LARGEST_GROUP:
            raise InputError(
                f"{shown}: the document {self.value!r:.80} is larger than {LARGEST_GROUP >> 20} MB; "
                "group the rows by a column with a value per document"
            )

    def stored(self) -> bytes:
        """Return the document as a line."""
        first = self.first
        source, target = map(self.joined, self.sides)
        group = _Group(first.line, self.value, source, target, first.origin, first.language, self.fault)
        return msgspec.json.encode(group) + b"\n"

    def joined(self, cells: list[Any]) -> Cell:
        """Return cells as one: text with a blank line between paragraphs, or a list of paragraphs."""
        kinds = set(map(type, cells))
        if kinds == {str}:
            return "\n\n".join(cells)
        if kinds == {tuple}:
            return tuple(paragraph for cell in cells for paragraph in (cell if isinstance(cell[0], tuple) else (cell,)))
        if kinds:
            self.fault = self.fault or "it mixes texts and lists of sentences; use one or the other"
        return ""
