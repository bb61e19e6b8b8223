"""Links as a table: sentence numbers, or texts to look up in the documents.

The columns are separated by tabs, or in CSV by commas or semicolons. With tabs, the first two columns are the texts if
no header names others. A header names the columns in any order; `SOURCES` and `TARGETS` have the names that are known,
and others can be given. A column of labels (`label`) may say that a row is no link.

A cell with tabs around it may be quoted or not: tables are published both ways, and a sentence may itself be in
quotation marks. If all rows of a table with a header have as many cells as it when they are read as quoted, they are.
Any other text is looked up as it stands, and then without quotes.

Caller: `link_files`, which detects the format.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from vicinal.errors import FormatError
from vicinal.evaluation.collected import Collected, Found, Lines
from vicinal.evaluation.text_lookup import TextLookup, bare
from vicinal.formats import ladder, vecalign
from vicinal.formats.text_table import LARGEST_FIELD, Row, read_table
from vicinal.wording import many

# The names of the columns with the two sides, in the order in which they are tried; cells are texts or numbers.
SOURCES = (
    *("source_sentence", "complex_sentence", "normal_sentence", "original_sentence"),
    *("source", "complex", "normal", "original", "standard", "src"),
)
TARGETS = (
    *("target_sentence", "simple_sentence", "simplified_sentence"),
    *("target", "simple", "simplified", "simplification", "tgt", "dst"),
)
TEXTS = ("source_text", "target_text")  # always texts, beside numbers in the tables that Vicinal writes
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

    @classmethod
    def of(cls, rows: Sequence[Row], one_document: bool, given: Sequence[str] = ()) -> Columns | None:
        """Return the columns to read: sentence numbers if their document is known, else texts; None if none fit.

        Args:
            rows: The rows, from the header.
            one_document: Whether all links are of one document.
            given: The names of the columns with the two sides; nothing for those that are known.
        """
        names = {_name(name): column for column, name in reversed([*enumerate(rows[0][1])])}
        id_, label = (_first(names, known) for known in (IDS, LABELS))
        sources, targets = ([_name(name)] for name in given) if given else (SOURCES, TARGETS)
        source, target = _first(names, sources), _first(names, targets)
        numbers = texts = None
        if not given and all(name in names for name in TEXTS):
            texts = cls(names[TEXTS[0]], names[TEXTS[1]], False, id_, label)
        if source is not None and target is not None:
            first = rows[1][1] if rows[1:] else []
            sides = cls(source, target, True, id_, label)
            if all(_numbers(first[column]) is not None for column in (source, target) if column < len(first)):
                numbers = sides
            else:
                texts = texts or sides._replace(numbers=False)
        return numbers if numbers and (one_document or id_ is not None or not texts) else texts


class LinkTable(NamedTuple):
    """A table of links: its rows, without a header, and its columns."""

    rows: Sequence[Row]
    columns: Columns

    @classmethod
    def of(cls, lines: Lines, one_document: bool, given: Sequence[str] = ()) -> LinkTable | None:
        """Return the table that lines hold; None if they are no table of links.

        Raises:
            FormatError: A quoted cell is broken, or a given column is not there.
        """
        for delimiter in "\t,;":
            header = _header(lines[0][1], delimiter)
            if Columns.of([Row(1, header)], one_document, given):
                rows = _tsv_rows(lines) if delimiter == "\t" else list(_csv_rows(lines, delimiter))
                columns = Columns.of(rows, one_document, given)
                return cls(rows[1:], columns) if columns else None
        if given:
            raise FormatError(
                f"has no columns {given[0]!r:.40} and {given[1]!r:.40}; its first line is {lines[0][1]!r:.80}"
            )
        if "\t" in lines[0][1]:
            return cls([Row(number, line.split("\t")) for number, line in lines], Columns(0, 1))
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
                raise collected.error(number, f"has {many(len(row), 'column')}, but column {self.width} is needed")
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


def _name(text: str) -> str:
    """Return the name of a column as it is compared: without case and quotes, with one underscore for spaces."""
    return "_".join(text.strip('"').split()).casefold()


def _first(names: Mapping[str, int], known: Sequence[str]) -> int | None:
    """Return the column with the first of the known names that there is; None if there is none."""
    return next((names[name] for name in known if name in names), None)


def header(line: str) -> list[str]:
    """Return the cells of the first line of a CSV table; none if it has no two."""
    return max((_header(line, delimiter) for delimiter in ",;"), key=len) if "," in line or ";" in line else []


def _header(line: str, delimiter: str) -> list[str]:
    """Return the cells of the first line; none if it cannot be a header."""
    try:
        return next(csv.reader([line], delimiter=delimiter))
    except csv.Error:
        return []


def _tsv_rows(lines: Lines) -> list[Row]:
    """Return the rows of a table with tabs and a header: those of a quoted table, if it is one."""
    return read_table(lines) or [Row(number, line.split("\t")) for number, line in lines]


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
        self._order = {name: at for at, name in enumerate(collected.found)}
        self._sides = [(TextLookup(one.gold.source), TextLookup(one.gold.target)) for one in self._found]
        self._at = 0  # the document of the last link

    def add(self, number: int, source: str, target: str, only: Found | None) -> None:
        """Add two texts of a line as a link where they are found; only in one document, if it is given."""
        sources, targets = _readings(source), _readings(target)
        if not sources or not targets:  # an unaligned sentence
            return
        if only is not None:
            only.named = True
            self._at = self._order[only.gold.id]
            order: Iterable[int] = (self._at,)
        else:  # links usually come document by document
            order = chain(range(self._at, len(self._found)), range(self._at))
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
