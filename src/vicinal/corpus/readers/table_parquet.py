"""Parquet tables: check the columns, cut row groups into slices, and read the rows of a slice.

A row group can hold a million rows, and can only be decoded from its start. It is therefore decoded as a stream, a few
rows at a time, and a process that asks for a later slice of the same group continues the stream. Only the needed
columns are read.

Caller: `table_file`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from vicinal.corpus.contract import Limits
from vicinal.corpus.folders import file_at
from vicinal.corpus.local_folder import LocalFolder
from vicinal.corpus.readers.table_rows import Columns, Fault, Row, find_columns
from vicinal.errors import InputError
from vicinal.files import message_of
from vicinal.installation import install_command

_BATCH = 256  # most rows decoded at a time
_BATCH_BYTES = 1 << 22  # approximate bytes decoded at a time
_BUFFER = 1 << 20  # bytes read ahead per column
_NULL = object()


class Slice(NamedTuple):
    """Some rows of a row group."""

    group: int
    first: int  # the first row, from 0 in the group
    number: int  # the same row, from 0 in the file
    rows: int


def check(path: str, columns: Columns, shown: str) -> None:
    """Raise InputError if a file is not Parquet, lacks a column, or has a column of an unsupported type."""
    with _opened(path, shown) as file:
        _wanted(file, columns, shown)


def names_in(path: str, shown: str) -> list[str]:
    """Return the names of the columns of a file."""
    with _opened(path, shown) as file:
        return [str(name) for name in file.schema_arrow.names]


def cut(path: str, columns: Columns, limits: Limits, shown: str) -> Iterator[Slice]:
    """Cut the row groups of a file, estimating the size of a row by the mean of its group."""
    with _opened(path, shown) as file:
        names = [name for name in _wanted(file, columns, shown) if name]
        number = 0
        for group in range(file.num_row_groups):
            count = file.metadata.row_group(group).num_rows
            step = max(1, min(limits.pairs, limits.bytes // _row_size(file, group, names)))
            for first in range(0, count, step):
                yield Slice(group, first, number + first, min(step, count - first))
            number += count


def rows(path: str, columns: Columns, part: Slice, shown: str) -> Iterator[Row | Fault]:
    """Yield the rows of a slice, numbered from 1; damaged data become one Fault for the rest of the slice.

    Raises:
        InputError: The file was removed or replaced.
    """
    from pyarrow import ArrowException

    done = 0
    try:
        for batch in _Stream.batches(path, columns, part, shown):
            for row in _rows(batch, columns, part.number + done + 1):
                yield row
                done += 1
    except (ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise InputError(f"{shown}: cannot be read: {_reason(error)}") from None
        first, last = part.number + done + 1, part.number + part.rows
        yield Fault(first, f"rows {first} to {last} are damaged: {_reason(error)}")


class _Stream:
    """A row group that is being decoded, and the current position."""

    # The last stream that has not ended: a worker usually gets a later slice of the same group next.
    _kept: dict[tuple[Any, ...], _Stream] = {}  # noqa: RUF012

    def __init__(self, path: str, columns: Columns, group: int, shown: str) -> None:
        self.file = _opened(path, shown)
        names = list(dict.fromkeys(name for name in _wanted(self.file, columns, shown) if name))
        if group >= self.file.num_row_groups:
            raise _shrunk(shown)
        self.size = self.file.metadata.row_group(group).num_rows
        self.at = 0  # the first row of the rest
        self.rest: Any = None  # the unread rows of a batch
        batch = max(1, min(_BATCH, _BATCH_BYTES // _row_size(self.file, group, names)))
        self._decoded = self.file.iter_batches(batch, row_groups=[group], columns=names, use_threads=False)

    @classmethod
    def batches(cls, path: str, columns: Columns, part: Slice, shown: str) -> Iterator[Any]:
        """Yield the rows of a slice as Arrow batches."""
        folder, name = file_at(path)
        # The open file of a parent process, or of a file that was replaced, must not be reused.
        key = (os.getpid(), path, folder.file(name), columns, part.group)
        stream = cls._kept.pop(key, None)
        if stream is None or stream.at > part.first:
            stream = cls(path, columns, part.group, shown)
        yield from stream.take(part.first, part.rows, shown)
        cls._kept.clear()
        if stream.at < stream.size:
            cls._kept[key] = stream

    def take(self, first: int, count: int, shown: str) -> Iterator[Any]:
        """Yield count rows from first on in batches; first must not precede the current position."""
        end = first + count
        while self.at < end:
            batch = next(self._decoded, None) if self.rest is None else self.rest
            if batch is None:
                raise _shrunk(shown)
            skipped = min(max(first - self.at, 0), batch.num_rows)
            taken = min(end - self.at, batch.num_rows) - skipped
            used = skipped + taken
            self.rest = batch.slice(used) if used < batch.num_rows else None
            self.at += used
            if taken > 0:
                yield batch.slice(skipped, taken)


def _shrunk(shown: str) -> InputError:
    return InputError(f"{shown}: has fewer rows than before; restore the file, or start again in a new folder")


def _rows(batch: Any, columns: Columns, number: int) -> Iterator[Row | Fault]:
    """Yield the rows of a batch, numbered from number."""
    try:
        cells = [_cells(batch, name, role) for role, name in columns._asdict().items()]
    except UnicodeDecodeError as error:
        if batch.num_rows > 1:  # find the row
            for index in range(batch.num_rows):
                yield from _rows(batch.slice(index, 1), columns, number + index)
        else:
            yield Fault(number, f"is not UTF-8: {error.reason}")
        return
    for row in map(Row, range(number, number + batch.num_rows), *cells):
        yield Fault(row.line, "has a null in a list of sentences") if _NULL in row[1:3] else row


def _cells(batch: Any, name: str, role: str) -> list[Any]:
    """Return the values of a column: lists as tuples; _NULL for a list that contains a null."""
    if not name or name not in batch.schema.names:
        return [None] * batch.num_rows
    array = batch.column(name)
    values: list[Any] = array.to_pylist()
    if role not in ("source", "target") or not _is_list(array.type):
        return values
    sentences = array.flatten()
    deep = _is_list(sentences.type)
    nulls = sentences.null_count + (sentences.flatten().null_count if deep else 0)
    return [None if value is None else _NULL if nulls and _lacks(value) else _frozen(value) for value in values]


def _frozen(value: list[Any]) -> tuple[Any, ...]:
    return tuple([tuple(part) if type(part) is list else part for part in value])


def _lacks(value: list[Any]) -> bool:
    """Tell whether a list contains a null instead of a sentence or paragraph."""
    return None in value or any(type(part) is list and None in part for part in value)


def _opened(path: str, shown: str) -> Any:
    """Return an open Parquet file."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise InputError(f"{shown}: Parquet files need pyarrow; install it: {install_command('corpus')}") from None
    folder, name = file_at(path)
    source = folder.where(name) if isinstance(folder, LocalFolder) else folder.open(name)
    try:
        return ParquetFile(source, buffer_size=_BUFFER, pre_buffer=False)
    except (ArrowException, OSError) as error:
        raise InputError(f"{shown}: is damaged, or not a Parquet file: {_reason(error)}") from None


def _wanted(file: Any, columns: Columns, shown: str) -> tuple[str, ...]:
    """Return the names of the columns, "" for those that are missing; raise InputError if one has the wrong type."""
    schema = file.schema_arrow
    found = []
    for (role, name), place in zip(columns._asdict().items(), find_columns(columns, schema.names, shown), strict=True):
        found.append(name if place >= 0 else "")
        if place < 0:
            continue
        kind, text = schema.field(place).type, role in ("source", "target")
        if not (_is_cell(kind) if text else _is_label(kind)):
            wanted = "text, lists of text, or lists of such lists" if text else "text or integers"
            raise InputError(f"{shown}: column {name!r} is of type {kind}; it must hold {wanted}")
    return tuple(found)


def _row_size(file: Any, group: int, names: Sequence[str]) -> int:
    """Return the mean size of a group's rows in bytes, over the columns of these names."""
    about = file.metadata.row_group(group)
    chunks = [about.column(index) for index in range(about.num_columns)]
    wanted = [chunk for chunk in chunks if f"{chunk.path_in_schema}.".startswith(tuple(f"{name}." for name in names))]
    return max(1, int(sum(chunk.total_uncompressed_size for chunk in wanted)) // max(1, int(about.num_rows)))


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    if types.is_dictionary(kind):
        return _is_text(kind.value_type)
    # An empty column has the type null.
    return bool(
        types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind) or types.is_null(kind)
    )


def _is_list(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_list(kind) or types.is_large_list(kind))


def _is_cell(kind: Any) -> bool:
    for _ in range(2):
        if _is_list(kind):
            kind = kind.value_type
    return _is_text(kind)


def _is_label(kind: Any) -> bool:
    from pyarrow import types

    return _is_text(kind) or bool(types.is_integer(kind))


def _reason(error: Exception) -> str:
    return message_of(error)[:200]
