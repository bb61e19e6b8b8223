"""Links as a table: sentence numbers, or texts to look up in the documents.

The columns are separated by tabs, or in CSV by commas or semicolons. With tabs, the first two columns are the texts if
no header names others. A header names the columns in any order; `SIDES` has the names that are known. A column of
labels (`label`) may say that a row is no link.

A cell with tabs around it may be quoted or not: tables are published both ways, and a sentence may itself be in
quotation marks. If all rows of a table with a header have as many cells as it when they are read as quoted, they are.
Any other text is looked up as it stands, and then without quotes.

Caller: `link_files`, which detects the format.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vicinal.errors import FormatError
from vicinal.evaluate.collected import Collected, Found, Lines
from vicinal.evaluate.text_lookup import TextLookup, bare
from vicinal.formats import ladder, vecalign
from vicinal.formats.text_table import LARGEST_FIELD, Row, read_table

# The names of the two columns, in the order in which they are tried; cells are texts or sentence numbers.
SIDES = (
    ("source_text", "target_text"),
    ("source_sentence", "target_sentence"),
    ("complex_sentence", "simple_sentence"),
    ("normal_sentence", "simple_sentence"),
    ("original_sentence", "simplified_sentence"),
    ("source", "target"),
    ("complex", "simple"),
    ("normal", "simple"),
    ("original", "simplified"),
    ("original", "simple"),
    ("src", "tgt"),
)
IDS = ("id", "document", "document_id", "doc_id", "pair_id")
LABELS = ("label", "alignment_label", "aligned")
NO_LINK = frozenset(("notaligned", "not_aligned", "not aligned", "unaligned", "none", "no", "false", "0"))
_FORMULA = ("=", "+", "-", "@")


class Columns(NamedTuple):
    """Which columns have the two sides of a link, as sentence numbers or texts, the id of its document, its label."""

    source: int
    target: int
    numbers: bool = False
    id: int | None = None
    label: int | None = None
    header: bool = True

    @classmethod
    def of(cls, rows: Sequence[Row], one_document: bool) -> Columns | None:
        """Return the columns to read: sentence numbers if their document is known, else texts; None if none fit."""
        names = {"_".join(name.split()).casefold(): column for column, name in reversed([*enumerate(rows[0][1])])}
        first = rows[1][1] if rows[1:] else []
        id_, label = (next((names[name] for name in known if name in names), None) for known in (IDS, LABELS))
        numbers = texts = None
        for left, right in SIDES:
            if left in names and right in names:
                sides = (names[left], names[right])
                cells = [first[column] for column in sides if column < len(first)]
                if left == "source_text" or any(_numbers(cell) is None for cell in cells):
                    texts = texts or cls(*sides, False, id_, label)
                else:
                    numbers = numbers or cls(*sides, True, id_, label)
        return numbers if numbers and (one_document or id_ is not None or not texts) else texts


class LinkTable(NamedTuple):
    """A table of links: its rows, without a header, and its columns."""

    rows: Sequence[Row]
    columns: Columns

    @classmethod
    def of(cls, lines: Lines, one_document: bool) -> LinkTable | None:
        """Return the table that lines hold; None if they are no table of links.

        Raises:
            FormatError: A quoted cell is broken; the message names the line.
        """
        if "\t" in lines[0][1]:
            rows = [Row(number, line.split("\t")) for number, line in lines]
            if Columns.of(rows, one_document):
                rows = read_table(lines, "\t") or rows
            columns = Columns.of(rows, one_document) or Columns(0, 1, header=False)
            return cls(rows[1:] if columns.header else rows, columns)
        for delimiter in ",;":
            header = next(csv.reader([lines[0][1]], delimiter=delimiter))
            if Columns.of([Row(1, header)], one_document):
                rows = list(_csv_rows(lines, delimiter))
                named = Columns.of(rows, one_document)
                return cls(rows[1:], named) if named else None
        return None

    @property
    def width(self) -> int:
        """The least number of cells of a row."""
        return 1 + max(self.columns.source, self.columns.target, self.columns.id or 0, self.columns.label or 0)

    def names(self) -> list[str | None]:
        """Return the ids of the documents, in order of appearance; None for rows without one."""
        if self.columns.id is None:
            return [None]
        return list(dict.fromkeys(self._name(row) for _, row in self.rows))

    def _name(self, row: Sequence[str]) -> str | None:
        at = self.columns.id
        return None if at is None or at >= len(row) else row[at].strip() or None

    def collect(self, collected: Collected) -> None:
        """Collect the links of the rows."""
        columns = self.columns
        places = None if columns.numbers else _Places(collected)
        for number, row in self.rows:
            if len(row) < self.width:
                raise collected.error(number, f"has {len(row)} columns, but column {self.width} is needed")
            if columns.label is not None and row[columns.label].strip().casefold() in NO_LINK:
                collected.left_out[row[columns.label].strip()] += 1
                continue
            name, source, target = self._name(row), row[columns.source], row[columns.target]
            if places is not None:
                places.add(number, source, target, None if name is None else collected.document(number, name))
                continue
            xs, ys = _numbers(source), _numbers(target)
            if xs is None or ys is None:
                raise collected.error(
                    number, f"sentence numbers are written like 0,1 or [0, 1]; found {source!r:.40} and {target!r:.40}"
                )
            collected.add(number, name, [(xs, ys, None)])


def _csv_rows(lines: Lines, delimiter: str) -> Iterator[Row]:
    """Yield the rows of a CSV file, each with the number of its first line."""
    csv.field_size_limit(LARGEST_FIELD)
    rows = csv.reader((line + "\n" for _, line in lines), delimiter=delimiter, strict=True)
    while True:
        number = lines[min(rows.line_num, len(lines) - 1)][0]
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise FormatError(f"line {number}: not a row of a CSV table: {error}") from None
        if row is None:
            return
        yield Row(number, row)


def _numbers(cell: str) -> tuple[int, ...] | None:
    """Return the sentence numbers of a cell such as "0,1" or "[0, 1]"; None for any other text."""
    cell = cell.strip().strip('"')
    return vecalign.numbers(cell[1:-1] if cell.startswith("[") and cell.endswith("]") else cell)


class _Places:
    """The places of texts in the documents; each is used once before any is used twice."""

    def __init__(self, collected: Collected) -> None:
        self._collected = collected
        self._found = list(collected.found.values())
        self._sides = [(TextLookup(one.gold.source), TextLookup(one.gold.target)) for one in self._found]
        self._at = 0  # the document of the last link

    def add(self, number: int, source: str, target: str, only: Found | None) -> None:
        """Add two texts of a line as a link where they are found; only in one document, if it is given."""
        sources, targets = _readings(source), _readings(target)
        if not sources or not targets:  # an unaligned sentence
            return
        order = [*range(self._at, len(self._found)), *range(self._at)]  # links usually come document by document
        if only is not None:
            only.named = True
            self._at = self._found.index(only)
            order = [self._at]
        again = None
        for at in order:
            sides = self._sides[at]
            xs = _place(sides[0], sources)
            ys = _place(sides[1], targets) if xs else None
            if xs and ys and (xs, ys) not in self._found[at].links:
                self._at = at
                self._found[at].add((xs, ys))
                sides[0].used.update(xs)
                sides[1].used.update(ys)
                return
            if xs and ys and again is None:
                again = at
        if again is None:
            self._found[self._at].unmatched += 1
            self._collected.unmatched.append(number)
        else:  # the same link again
            self._at = again
            self._collected.irregular.links += 1


def _place(side: TextLookup, texts: Sequence[str]) -> tuple[int, ...] | None:
    return next((place for place in map(side.find, texts) if place), None)


def _readings(cell: str) -> list[str]:
    """Return the texts that a cell can stand for, without white space: as it is, unquoted, without a guard.

    hunalign's marks between sentences are left out. A guard is an apostrophe that keeps a spreadsheet from taking a
    text for a formula.
    """
    found = [bare(ladder.without_marks(cell))]
    inside = found[0][1:-1].replace('""', "")
    if len(found[0]) > 1 and found[0][0] == found[0][-1] == '"' and '"' not in inside:
        found.append(found[0][1:-1].replace('""', '"'))
    if found[0]:
        found.append(f'"{found[0]}"')  # a sentence in quotation marks looks like a quoted cell
    found += [text[1:] for text in found if text.startswith("'") and text[1:].startswith(_FORMULA)]
    return [text for text in found if text]
