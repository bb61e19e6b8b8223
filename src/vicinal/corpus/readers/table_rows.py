"""Rows of a table, in the shape that all kinds of table files share: Columns, Row, Fault; and those of text files.

JSON rows are decoded by one msgspec type, made for the names of the columns, so that what is not needed is not even
built. The rows of CSV and TSV are cells in the order of a header line, which is looked at once, when the file is cut.

Callers: `table`, `parquet`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from vicinal.corpus.readers.line_ranges import LARGEST, Quotes, records
from vicinal.errors import InputError

DEFAULT_ID = "id"  # the one column that need not be there
HEAD = 1 << 20  # bytes from which a file's encoding and header are told
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_UTF8_MARK = b"\xef\xbb\xbf"
_OTHER_KINDS = {
    b"\x1f\x8b": "gzip data; let its name end in .gz",
    b"BZh": "bzip2 data; let its name end in .bz2",
    b"\xfd7zXZ\0": "xz data; let its name end in .xz",
    b"PAR1": "a Parquet file; let its name end in .parquet",
    b"PK\3\4": "a zip archive or a spreadsheet; unpack it, or save it as CSV",
}

Cell = str | tuple[str | tuple[str, ...], ...] | None
Label = str | int | None


class Columns(NamedTuple):
    """The names of the columns that are read; "" for those that are not wanted."""

    source: str
    target: str
    id: str
    origin: str
    language: str

    @property
    def optional(self) -> bool:
        """Whether rows may be without an id of their own."""
        return self.id in ("", DEFAULT_ID)


class Row(NamedTuple):
    """One row: its line (or its number, in Parquet), and what its columns hold; None where there is nothing."""

    line: int
    source: Cell
    target: Cell
    id: Label
    origin: Label
    language: Label


class Fault(NamedTuple):
    """A row that cannot be read, and why."""

    line: int
    reason: str


def find_columns(columns: Columns, names: Sequence[str], shown: str) -> tuple[int, ...]:
    """Return where the columns of a table stand among its names, -1 for those that are not wanted or not needed.

    Raises:
        InputError: One is not there, or twice; `shown` is what the message calls the file.
    """
    places = []
    for role, name in columns._asdict().items():
        if names.count(name) > 1:
            raise InputError(f"{shown}: has {names.count(name)} columns {name!r}; give each a name of its own")
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
    """Return at which byte a text table begins, after a byte order mark; raise InputError if it is no UTF-8 text."""
    if head.startswith(_UTF16_MARKS):
        raise InputError(f"{shown}: is UTF-16 text; save it as UTF-8")
    for mark, kind in _OTHER_KINDS.items():
        if head.startswith(mark):
            raise InputError(f"{shown}: is {kind}")
    return len(_UTF8_MARK) if head.startswith(_UTF8_MARK) else 0


def header_of(head: bytes, quoted: bool, shown: str) -> tuple[list[str], int, int]:
    """Return the names in the header of a CSV (quoted) or TSV file, the byte after it, and the line after it.

    Raises:
        InputError: There is none; `shown` is what the message calls the file.
    """
    start = start_of(head, shown)
    text = head[start:]
    quotes = Quotes()
    end = (quotes.hide(text) if quoted else text).find(b"\n") + 1
    if not end and len(head) >= HEAD:
        raise InputError(f"{shown}: its first line has no end in sight; a table begins with its column names")
    quotes.hide(b"\n")
    if not end and quotes.open:
        raise InputError(f"{shown}, line 1: a quote that opens here is never closed; close it")
    line = text[:end] if end else text
    try:
        names = _split(line, quoted)
    except InputError as error:
        raise InputError(f"{shown}, line 1: {error}") from None
    if not names:
        raise InputError(f"{shown}: its first line is empty; a table begins with its column names")
    return names, start + len(line), 1 + line.count(b"\n")


def check_json(columns: Columns, shown: str) -> None:
    """Raise InputError if the names of the columns cannot be looked for in JSON."""
    try:
        _decoder(columns)
    except ValueError:
        raise InputError(
            f"{shown}: names of columns cannot hold quotes, backslashes or control characters in JSONL; rename them"
        ) from None


def json_rows(data: bytes, line: int, columns: Columns) -> Iterator[Row | Fault]:
    """Yield the rows of a piece of a JSONL file, which begins in a line; blank lines are left out."""
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
    """Yield the rows of a piece of a CSV (quoted) or TSV file; blank lines are left out.

    Args:
        data: The piece.
        line: The line in which it begins.
        quoted: Whether it is CSV.
        width: How many columns the header has.
        places: Where the wanted columns stand, from `find_columns`.
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
    """Return the cells of a line; raise InputError with the reason when that cannot be done."""
    try:
        text = record.decode()
    except UnicodeDecodeError as error:
        raise InputError(_reason(error)) from None
    if "\0" in text:
        raise InputError("holds a NUL byte; it is not text")
    if not quoted:
        line = text.removesuffix("\n").removesuffix("\r")
        return line.split("\t") if line else []
    if csv.field_size_limit() < LARGEST:
        csv.field_size_limit(LARGEST)  # a setting of the whole process, so it is only ever raised
    try:
        return next(csv.reader([text]))
    except csv.Error:
        # All else that could be wrong has been seen to.
        raise InputError("holds a carriage return outside quotes; let lines end in LF or CRLF") from None


@cache
def _decoder(columns: Columns) -> tuple[Callable[[bytes], Any], Callable[[Any], tuple[Any, ...]]]:
    """Return a function that decodes a JSON object, and one that gets the columns from what came out."""
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
    """Return in our words why a row cannot be decoded."""
    if isinstance(error, UnicodeDecodeError):
        return f"is not UTF-8: {error.reason} 0x{error.object[error.start]:02x}; save the table as UTF-8"
    if isinstance(error, RecursionError):
        return "is nested too deeply"
    text = str(error)
    if not isinstance(error, msgspec.ValidationError):
        return "is no JSON: " + text.removeprefix("JSON is malformed: ").replace("Input", "input", 1)
    if text.startswith("Object missing required field"):
        return f"has no column {text.split('`')[1]!r}"
    return text[0].lower() + text[1:]


def _legible(name: str) -> str:
    """Return a name for a list in a message: as it is, or escaped and cut where it is not plain."""
    shown = name if name.isprintable() and name else repr(name)
    return shown if len(shown) <= 60 else shown[:57] + "..."
