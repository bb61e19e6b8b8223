"""Rows of tables: the types shared by all formats (Columns, Row, Fault), and the rows of JSONL, CSV and TSV.

JSON rows are decoded into an msgspec type made for the wanted columns; other columns are never built. The rows of CSV
and TSV are cells in the order of the header, which is read once, when the file is cut.

Callers: `table`, `table_file`, `table_parquet`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from vicinal.corpus.readers.table_ranges import LARGEST, Quotes, records
from vicinal.errors import InputError

DEFAULT_ID = "id"  # the only optional column
HEAD = 1 << 20  # bytes from which encoding and header are detected
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_UTF8_MARK = b"\xef\xbb\xbf"
_OTHER_KINDS = {
    b"\x1f\x8b": "gzip data; rename it to end in .gz",
    b"BZh": "bzip2 data; rename it to end in .bz2",
    b"\xfd7zXZ\0": "xz data; rename it to end in .xz",
    b"PAR1": "a Parquet file; rename it to end in .parquet",
    b"PK\3\4": "a zip archive or a spreadsheet; unpack it, or save it as CSV",
}

Cell = str | tuple[str | tuple[str, ...], ...] | None
Label = str | int | None


class Columns(NamedTuple):
    """The names of the columns to read; "" for none."""

    source: str
    target: str
    id: str
    origin: str
    language: str

    @property
    def optional(self) -> bool:
        """Whether rows may lack an id."""
        return self.id in ("", DEFAULT_ID)


class Row(NamedTuple):
    """One row: its line (in Parquet, its number), and its cells; None for a missing one."""

    line: int
    source: Cell
    target: Cell
    id: Label
    origin: Label
    language: Label


class Fault(NamedTuple):
    """An unreadable row, and why."""

    line: int
    reason: str


def find_columns(columns: Columns, names: Sequence[str], shown: str) -> tuple[int, ...]:
    """Return the positions of the columns among the names of a table; -1 for an unwanted or optional one.

    Raises:
        InputError: A column is missing, or is there twice; `shown` is the name of the file in the message.
    """
    places = []
    for role, name in columns._asdict().items():
        if names.count(name) > 1:
            raise InputError(f"{shown}: has {names.count(name)} columns {name!r}; give each a unique name")
        if not name or (name not in names and role == "id" and columns.optional):
            places.append(-1)
        elif name in names:
            places.append(names.index(name))
        else:
            flags = "--source-column/--target-column" if role in ("source", "target") else f"--{role}-column"
            listed = ", ".join(_legible(known) for known in names[:20]) + (", ..." if len(names) > 20 else "")
            raise InputError(f"{shown}: has no column {name!r}; it has: {listed}; name yours with {flags}")
    return tuple(places)


def start_of(head: bytes, shown: str) -> int:
    """Return the first byte of a text table, after a byte order mark; raise InputError if it is not UTF-8 text."""
    if head.startswith(_UTF16_MARKS):
        raise InputError(f"{shown}: is UTF-16 text; save it as UTF-8")
    for mark, kind in _OTHER_KINDS.items():
        if head.startswith(mark):
            raise InputError(f"{shown}: is {kind}")
    return len(_UTF8_MARK) if head.startswith(_UTF8_MARK) else 0


def header_of(head: bytes, quoted: bool, shown: str) -> tuple[list[str], int, int]:
    """Return the names in the header of a CSV (quoted) or TSV file, and the byte and line after it.

    Raises:
        InputError: There is no header; `shown` is the name of the file in the message.
    """
    start = start_of(head, shown)
    text = head[start:]
    quotes = Quotes()
    end = (quotes.hide(text) if quoted else text).find(b"\n") + 1
    if not end and len(head) >= HEAD:
        raise InputError(f"{shown}: the first line never ends; a table starts with a line of column names")
    quotes.hide(b"\n")
    if not end and quotes.open:
        raise InputError(f"{shown}, line 1: a quote that opens here is never closed; close it")
    line = text[:end] if end else text
    try:
        names = _split(line, quoted)
    except InputError as error:
        raise InputError(f"{shown}, line 1: {error}") from None
    if not names:
        raise InputError(f"{shown}: the first line is empty; a table starts with a line of column names")
    return names, start + len(line), 1 + line.count(b"\n")


def check_json(columns: Columns, shown: str) -> None:
    """Raise InputError if a column name cannot be a JSON key."""
    try:
        _decoder(columns)
    except ValueError:
        raise InputError(
            f"{shown}: column names in JSONL cannot contain quotes, backslashes or control characters; rename them"
        ) from None


def json_rows(data: bytes, line: int, columns: Columns) -> Iterator[Row | Fault]:
    """Yield the rows of a piece of a JSONL file that starts on a line; blank lines are skipped."""
    decode, values = _decoder(columns)
    for number, record in records(data, line, quoted=False):
        try:
            row = Row(number, *values(decode(record)))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            if record.strip():
                yield Fault(number, _reason(error))
            continue
        yield row


def cell_rows(data: bytes, line: int, quoted: bool, width: int, places: Sequence[int]) -> Iterator[Row | Fault]:
    """Yield the rows of a piece of a CSV (quoted) or TSV file; blank lines are skipped.

    Args:
        data: The piece.
        line: The line where it starts.
        quoted: Whether it is CSV.
        width: The number of columns in the header.
        places: The positions of the wanted columns, from `find_columns`.
    """
    for number, record in records(data, line, quoted):
        try:
            cells = _split(record, quoted)
        except InputError as error:
            yield Fault(number, str(error))
            continue
        if len(cells) == width:
            yield Row(number, *[cells[place] if place >= 0 else None for place in places])
        elif cells:
            yield Fault(number, f"has {len(cells)} cells; the header has {width}")


def _split(record: bytes, quoted: bool) -> list[str]:
    """Return the cells of a line; raise InputError with the reason if that fails."""
    try:
        text = record.decode()
    except UnicodeDecodeError as error:
        raise InputError(_reason(error)) from None
    if "\0" in text:
        raise InputError("contains a NUL byte, so it is not text")
    if not quoted:
        line = text.removesuffix("\n").removesuffix("\r")
        return line.split("\t") if line else []
    if csv.field_size_limit() < LARGEST:
        csv.field_size_limit(LARGEST)  # global to the process, so never lowered
    try:
        return next(csv.reader([text]))
    except csv.Error:
        # Other errors are excluded by now.
        raise InputError("contains a carriage return outside quotes; use LF or CRLF line ends") from None


@cache
def _decoder(columns: Columns) -> tuple[Callable[[bytes], Any], Callable[[Any], tuple[Any, ...]]]:
    """Return a function that decodes a JSON object, and one that gets the columns from the result."""
    fields: dict[str, tuple[str, Any, Any]] = {}
    for role, name in columns._asdict().items():
        kind = Cell if role in ("source", "target") else Label
        default = None if role == "id" and columns.optional else msgspec.NODEFAULT
        if name:
            fields.setdefault(name, (role, kind, msgspec.field(name=name, default=default)))
    row = msgspec.defstruct("Row", fields.values(), namespace={"nothing": None}, gc=False, kw_only=True)
    wanted = (fields[name][0] if name else "nothing" for name in columns)
    return msgspec.json.Decoder(row).decode, attrgetter(*wanted)


def _reason(error: Exception) -> str:
    """Return why a row cannot be decoded."""
    if isinstance(error, UnicodeDecodeError):
        return f"is not UTF-8: {error.reason} 0x{error.object[error.start]:02x}; save the table as UTF-8"
    if isinstance(error, RecursionError):
        return "is nested too deeply"
    text = str(error)
    if not isinstance(error, msgspec.ValidationError):
        return "is not valid JSON: " + text.removeprefix("JSON is malformed: ").replace("Input", "input", 1)
    if text.startswith("Object missing required field"):
        return f"has no column {text.split('`')[1]!r}"
    return text[0].lower() + text[1:]


def _legible(name: str) -> str:
    """Return a name for a message: escaped if it is not printable, and shortened."""
    shown = name if name.isprintable() and name else repr(name)
    return shown if len(shown) <= 60 else shown[:57] + "..."
