"""Rows of tables: the types shared by all formats (Columns, Row, Fault), and the rows of JSONL, CSV and TSV.

JSON rows are decoded into an msgspec type made for the wanted columns; other columns are never built. The rows of CSV
and TSV are cells in the order of the header, which is read once, when the file is cut.

Callers: `table`, `level_table`, `table_file`, `table_parquet`.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from vicinal.corpus.readers.table_encoding import advice
from vicinal.corpus.readers.table_form import Form, header_end
from vicinal.corpus.readers.table_ranges import records
from vicinal.errors import InputError
from vicinal.text_encoding import likely_encoding
from vicinal.wording import many

DEFAULT_ID = "id"  # the only optional column
KNOWN_IDS = (DEFAULT_ID, "pair_id", "_id", "doc_id", "article_id")  # columns that may be empty
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UTF8_MARK = b"\xef\xbb\xbf"
_OTHER_KINDS = {
    b"\x1f\x8b": "gzip data; rename it to end in .gz",
    b"BZh": "bzip2 data; rename it to end in .bz2",
    b"\xfd7zXZ\0": "xz data; rename it to end in .xz",
    b"PAR1": "a Parquet file; rename it to end in .parquet",
    b"PK\3\4": "a zip archive or a spreadsheet; unpack it, or save it as CSV",
}

SAMPLE = 500  # rows at the start of a file that tell about all
_WIDE = 1000  # bytes that are searched for NUL bytes, which UTF-16 has in every second place
_TEXTS = "--source-column/--target-column"

Cell = str | tuple[str | tuple[str, ...], ...] | None
Label = str | int | None


class Columns(NamedTuple):
    """The names of the columns to read; "" for none."""

    source: str
    target: str
    id: str
    origin: str
    language: str
    group: str = ""
    level: str = ""
    paragraph: str = ""

    @property
    def optional(self) -> bool:
        """Whether rows may lack an id."""
        return self.id in ("", *KNOWN_IDS)


class Row(NamedTuple):
    """One row: its line (in Parquet, its number), and its cells; None for a missing one."""

    line: int
    source: Cell
    target: Cell
    id: Label
    origin: Label
    language: Label
    group: Label = None
    level: Label = None
    paragraph: Label = None


class Encoding(NamedTuple):
    """The encoding of a file, None for UTF-8, and what it seems to be if it is not that; both for messages."""

    name: str | None = None
    likely: str | None = None


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
        if name and names.count(name) > 1:
            raise InputError(f"{shown}: has {names.count(name)} columns {name!r}; give each a unique name")
        if not name or (name not in names and name == DEFAULT_ID and role == "id"):
            places.append(-1)
        elif name in names:
            places.append(names.index(name))
        else:
            flags = {"source": _TEXTS, "target": _TEXTS, "group": "--group-by"}.get(role, f"--{role}-column")
            listed = ", ".join(legible(known) for known in names[:20]) + (", ..." if len(names) > 20 else "")
            raise InputError(f"{shown}: has no column {name!r}; it has: {listed}; name yours with {flags}")
    return tuple(places)


def start_of(head: bytes, shown: str) -> int:
    """Return the first byte of a text table, after a byte order mark; raise InputError if it is no such text."""
    if head.startswith(_UTF16_MARKS):
        raise InputError(f"{shown}: is UTF-16 text; give --encoding utf-16, or save it as UTF-8")
    if head[:_WIDE].count(0) > len(head[:_WIDE]) // 4 and (found := likely_encoding(head)):
        raise InputError(f"{shown}: is {found.upper()[:6]} text; give --encoding {found}, or save it as UTF-8")
    for mark, kind in _OTHER_KINDS.items():
        if head.startswith(mark):
            raise InputError(f"{shown}: is {kind}")
    return len(_UTF8_MARK) if head.startswith(_UTF8_MARK) else 0


def header_of(text: bytes, form: Form, encoding: Encoding, is_whole: bool, shown: str) -> tuple[list[str], int]:
    """Return the names in the header of a CSV or TSV file, and the byte after it.

    Args:
        text: The start of the file, without marks of its encoding and form.
        form: The form of the file.
        encoding: The encoding of the text.
        is_whole: Whether the text is the whole file.
        shown: The name of the file in messages.

    Raises:
        InputError: There is no header.
    """
    try:
        end = header_end(text, form) if is_whole or b"\n" in text else 0
        if not end and not is_whole:
            raise InputError("the first line never ends; a table starts with a line of column names")
        line = text[:end] if end else text
        names = [name.strip() for name in _split(line, form, encoding, encoding.name)]
    except InputError as error:
        raise InputError(f"{shown}, line 1: {error}") from None
    if not names:
        raise InputError(f"{shown}: the first line is empty; a table starts with a line of column names")
    return names, len(line)


def check_json(columns: Columns, shown: str) -> None:
    """Raise InputError if a column name cannot be a JSON key."""
    try:
        _decoder(columns)
    except ValueError:
        raise InputError(
            f"{shown}: column names in JSONL cannot contain quotes, backslashes or control characters; rename them"
        ) from None


def json_rows(data: bytes, line: int, columns: Columns, encoding: Encoding) -> Iterator[Row | Fault]:
    """Yield the rows of a piece of a JSONL file that starts on a line; blank lines are skipped.

    Args:
        data: The piece, in UTF-8.
        line: The line where it starts.
        columns: The columns to read.
        encoding: The encoding of the file, for messages.
    """
    decode, values = _decoder(columns)
    for number, record in records(data, line):
        if record.isspace():
            continue
        try:
            row = Row(number, *values(decode(record)))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            yield Fault(number, _reason(error, record, encoding))
            continue
        yield row


def cell_rows(
    data: bytes, line: int, form: Form, width: int, places: Sequence[int], encoding: Encoding
) -> Iterator[Row | Fault]:
    """Yield the rows of a piece of a CSV or TSV file; blank lines are skipped.

    Args:
        data: The piece, in UTF-8.
        line: The line where it starts.
        form: The form of the file.
        width: The number of columns in the header.
        places: The positions of the wanted columns, from `find_columns`.
        encoding: The encoding of the file, for messages.
    """
    for number, record in records(data, line, form.quotes()):
        try:
            cells = _split(record, form, encoding)
        except InputError as error:
            yield Fault(number, str(error))
            continue
        if len(cells) == width:
            yield Row(number, *[cells[place] if place >= 0 else None for place in places])
        elif cells:
            yield Fault(number, f"has {many(len(cells), 'cell')}; the header has {width}")


def json_names(data: bytes) -> list[str]:
    """Return the columns of some rows of a JSONL file, in the order in which they come."""
    names: dict[str, None] = {}
    rows = (record for _, record in records(data, 1) if not record.isspace())
    for record in islice(rows, SAMPLE):
        try:
            row = msgspec.json.decode(record)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        if isinstance(row, dict):
            names.update(dict.fromkeys(row))
    return list(names)


def _split(record: bytes, form: Form, encoding: Encoding, codec: str | None = None) -> list[str]:
    """Return the cells of a line; raise InputError with the reason if that fails.

    The line is in the codec, or in UTF-8; messages name the encoding, which it may have been in before.
    """
    try:
        text = record.decode(codec or "utf-8")
    except UnicodeDecodeError:
        raise InputError(advice(record, *encoding)) from None
    return form.cells(text)


@cache
def _decoder(columns: Columns) -> tuple[Callable[[bytes], Any], Callable[[Any], tuple[Any, ...]]]:
    """Return a function that decodes a JSON object, and one that gets the columns from the result."""
    fields: dict[str, tuple[str, Any, Any]] = {}
    for role, name in columns._asdict().items():
        kind = Cell if role in ("source", "target") else Label
        default = None if name in KNOWN_IDS and role == "id" else msgspec.NODEFAULT
        if name:
            fields.setdefault(name, (role, kind, msgspec.field(name=name, default=default)))
    row = msgspec.defstruct("Row", fields.values(), namespace={"nothing": None}, gc=False, kw_only=True)
    wanted = (fields[name][0] if name else "nothing" for name in columns)
    return msgspec.json.Decoder(row).decode, attrgetter(*wanted)


def _reason(error: Exception, record: bytes, encoding: Encoding) -> str:
    """Return why a row cannot be decoded."""
    if isinstance(error, UnicodeDecodeError):
        return advice(record, *encoding)
    if isinstance(error, RecursionError):
        return "is nested too deeply"
    text = str(error)
    if not isinstance(error, msgspec.ValidationError):
        return "is not valid JSON: " + text.removeprefix("JSON is malformed: ").replace("Input", "input", 1)
    if text.startswith("Object missing required field"):
        return f"has no column {text.split('`')[1]!r}"
    return text[0].lower() + text[1:]


def legible(name: str) -> str:
    """Return a name for a message: escaped if it is not printable, and shortened."""
    shown = name if name.isprintable() and name else repr(name)
    return shown if len(shown) <= 60 else shown[:57] + "..."
