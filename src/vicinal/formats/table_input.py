"""Read a table that a person corrected, `.xlsx` or `.csv`, as rows of text; caller: `corrected_table`.

Programs save tables in many ways. A workbook may have more sheets and columns, in any order; the header names the
columns. A `.csv` may be separated by commas, semicolons or tabs. Rows are numbered as a spreadsheet shows them. A cell
that is no text where text must be (a number, a date, a formula, a merged cell) is a problem of its row.
"""

from __future__ import annotations

import csv
import io
import os
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from vicinal.errors import FormatError, InputError
from vicinal.files import decode, read_bytes
from vicinal.formats.correction_table import COLUMNS
from vicinal.formats.text_table import LARGEST_FIELD
from vicinal.formats.workbook import DATA_SHEET, FORMAT, MOST_ROWS
from vicinal.formats.workbook_parts import check_size, merged_cells
from vicinal.json_text import parsed
from vicinal.text_encoding import likely_encoding

_NEEDED = ("source", "target")
_READ = ("pair", "source", "target", "score", "unsure", "comment", "was")
_TEXTS = ("pair", "source", "target")
_MOST_COLUMNS = 16_384  # of a sheet
_MOST_ABOVE = 1000  # rows without text above the header
_SIGN = b"[\xb6"  # a paragraph sign after a bracket, in the encodings of Windows and in Latin 1
_WINDOWS = "windows-1252"
_OLD = b"\xd0\xcf\x11\xe0"  # an old Office file, or a workbook with a password


class Problem(NamedTuple):
    """What cannot be read: the row as a spreadsheet numbers it (0: the whole table), the column, why, what to do."""

    row: int
    column: str
    why: str

    def line(self, name: str) -> str:
        """Return the line that tells it."""
        place = f", row {self.row}" + f", {self.column}" * bool(self.column) if self.row else ""
        return f"{name}{place}: {self.why}"


class _Odd(NamedTuple):
    """A cell that is no text: what it says, where that is clear (a number); and why it cannot be read as text."""

    value: str | None
    why: str


class TableRow(NamedTuple):
    """A row: its number as a spreadsheet shows it, and its cells by column."""

    number: int
    cells: Mapping[str, str]


@dataclass
class RawTable:
    """A table as it was read.

    Attributes:
        rows: The rows that are not blank, without the header.
        has_pairs: Whether it has a column that names the pair.
        data: The hidden data of each pair by its number, as JSON; None if the table has none.
        problems: What cannot be read.
        strange: The columns that are not read.
    """

    rows: list[TableRow] = field(default_factory=list)
    has_pairs: bool = False
    data: dict[int, Any] | None = None
    problems: list[Problem] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)


def read_table(path: str | os.PathLike[str], encoding: str | None = None) -> RawTable:
    """Return the rows of a table.

    Args:
        path: The file.
        encoding: The encoding of a `.csv` that is not UTF-8.

    Raises:
        InputError: The file cannot be read, or is no table of this kind.
    """
    data = read_bytes(path)
    if data.startswith(_OLD):
        raise InputError(f"{path}: is an old Office file or has a password; save it as .xlsx without one")
    if data.startswith(b"PK"):
        return _workbook(data, os.fspath(path))
    return _comma_table(data, os.fspath(path), encoding)


def is_correction_table(header: Iterable[str]) -> bool:
    """Return whether cells are the header of a table to correct; `evaluation.link_files` asks."""
    return {*_NEEDED, "kind", "was"} <= {name.strip().casefold() for name in header}


def _comma_table(data: bytes, name: str, encoding: str | None) -> RawTable:
    if encoding is None and _SIGN in data:  # in UTF-8, a byte stands between
        likely = likely_encoding(data.replace(_SIGN, b"[")) or _WINDOWS
        likely = likely if _SIGN.decode(likely, "replace") == "[¶" else _WINDOWS
        raise InputError(
            f"{name}: is not UTF-8; it seems to be {likely}: give --encoding {likely}, or save it as UTF-8"
        )
    text = decode(data, name, encoding, instead="give a table saved as .xlsx or .csv")
    first, _, rest = text.partition("\n")
    given = re.fullmatch(r'"?sep=(.)"?\r?', first, re.IGNORECASE)
    text = rest if given else text
    first = text.partition("\n")[0]
    delimiter = given[1] if given else max(",;\t", key=first.count)
    csv.field_size_limit(LARGEST_FIELD)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    table = _Collector(name)
    try:
        for number, cells in enumerate(reader, 1):
            table.add(number, cells)
    except csv.Error as error:
        raise FormatError(f"{name}: line {reader.line_num}: not a row of a .csv table: {error}") from None
    return table.finished()


def _workbook(data: bytes, name: str) -> RawTable:
    import openpyxl

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            if "xl/workbook.xml" not in names:
                what = "an OpenDocument file" if "content.xml" in names else "not a workbook"
                raise InputError(f"{name}: is {what}; save it as .xlsx")
            check_size(archive, name)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of what openpyxl does not keep, such as validation
                book = openpyxl.load_workbook(io.BytesIO(data), read_only=True)
                try:
                    return _of_book(book, archive, name)
                finally:
                    book.close()
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001  (openpyxl raises errors of any kind for damaged files)
        raise InputError(f"{name}: is damaged or no workbook: {type(error).__name__}; save it as .xlsx again") from None


def _of_book(book: Any, archive: zipfile.ZipFile, name: str) -> RawTable:
    """Return the table of an open workbook: the only sheet with its columns, whatever its name."""
    sheets = [(sheet, width) for sheet in book.worksheets if sheet.title != DATA_SHEET and (width := _header(sheet))]
    if not sheets:
        why = "has no sheet with the columns source and target in its first row; restore that row, and put none above"
        raise FormatError(f"{name}: {why}")
    if len(sheets) > 1:
        titles = " and ".join(f"{sheet.title!r:.40}" for sheet, _ in sheets[:2])
        raise FormatError(f"{name}: the sheets {titles} both have a table; delete the one that is not to be read")
    ((sheet, width),) = sheets
    table = _Collector(name)
    for number, cells in _cells(sheet, width, MOST_ROWS):
        table.add(number, cells)
    for area, row in merged_cells(archive, sheet._worksheet_path):
        why = f"the cells {area} are merged; split them, so that each row has its own cells"
        table.problems.append(Problem(row, "", why))
    found = table.finished()
    if DATA_SHEET in book.sheetnames:
        found.data = _data(book[DATA_SHEET], name)
    return found


def _header(sheet: Any) -> int:
    """Return how many columns the header, in the first row with text, has; 0 if a sheet has no table."""
    for _, row in _cells(sheet, _MOST_COLUMNS, _MOST_ABOVE):
        if any(row):
            names = [str(cell).strip().casefold() for cell in row]
            return 1 + max(at for at, one in enumerate(names) if one) if set(_NEEDED) <= set(names) else 0
    return 0


def _cells(sheet: Any, width: int, most: int) -> Iterator[tuple[int, list[str | _Odd]]]:
    """Yield the first rows of a sheet, with their numbers."""
    sheet.reset_dimensions()  # some programs state wrong ones
    for number, row in enumerate(sheet.iter_rows(max_col=width, max_row=most), 1):
        yield number, [_text(cell.value, cell.data_type) for cell in row]


def _text(value: Any, kind: str) -> str | _Odd:
    """Return the text of a cell, or what is odd about it."""
    if value is None:
        return ""
    if kind == "f":
        return _Odd(None, "is a formula; paste its result as text")
    if kind == "e":
        return _Odd(None, f"is the error {value}; write a text")
    if isinstance(value, str):
        return value
    shown = str(value)
    return _Odd(shown, f"is the value {shown}, not text; write the number of a sentence as [12]")


def _data(sheet: Any, name: str) -> dict[int, Any]:
    """Return the hidden data of a workbook, by the number of the pair."""
    sheet.reset_dimensions()
    rows = sheet.iter_rows(values_only=True)
    first = next(rows, ())
    if not first or first[0] != FORMAT:
        raise FormatError(f"{name}: its hidden sheet {DATA_SHEET!r} was changed or is of another version; export again")
    found = {}
    for row in rows:
        if row and row[0] is not None:
            try:
                found[int(row[0])] = parsed("".join(str(part) for part in row[1:] if part is not None))
            except (FormatError, ValueError, TypeError):
                raise FormatError(
                    f"{name}: its hidden sheet {DATA_SHEET!r} was changed (pair {row[0]!r:.20}); export again"
                ) from None
    return found


class _Collector:
    """Collects the rows of a table, from its header on."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._columns: dict[str, int] = {}
        self._table = RawTable()
        self.problems = self._table.problems

    def add(self, number: int, cells: Sequence[str | _Odd]) -> None:
        if not any(cells):
            return
        if not self._columns:
            self._header([cell if isinstance(cell, str) else "" for cell in cells])
            return
        found = {}
        readable = True
        for column, at in self._columns.items():
            cell = cells[at] if at < len(cells) else ""
            if isinstance(cell, _Odd) and (cell.value is None or column in _TEXTS):
                self.problems.append(Problem(number, column, cell.why))
                readable = False
            found[column] = cell if isinstance(cell, str) else cell.value or ""
        if readable and any(found[name].strip() for name in found if name not in ("pair", "score", "was")):
            self._table.rows.append(TableRow(number, found))

    def _header(self, names: list[str]) -> None:
        for at, name in enumerate(names):
            known = name.strip().casefold()
            if known in _READ:
                if known in self._columns:
                    raise FormatError(f"{self._name}: has two columns {known!r}; keep one")
                self._columns[known] = at
            elif known and known not in COLUMNS:
                self._table.strange.append(name.strip())
        missing = [name for name in _NEEDED if name not in self._columns]
        if missing:
            raise FormatError(
                f"{self._name}: has no column {missing[0]!r}; the first row of a table names its columns, as "
                f"'vicinal align -o {Path(self._name).stem}.xlsx' writes them"
            )

    def finished(self) -> RawTable:
        if not self._columns:
            raise FormatError(f"{self._name}: is empty; give a table that vicinal wrote")
        self._table.has_pairs = "pair" in self._columns
        return self._table
