"""One file of a table, of any format: its names, its parts, and the rows of a part.

Caller: `table`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from vicinal.corpus.contract import Limits
from vicinal.corpus.folders import Folder, absolute_path, file_at, is_url
from vicinal.corpus.local_folder import File
from vicinal.corpus.readers import table_parquet, table_ranges
from vicinal.corpus.readers.decompression import decompressed
from vicinal.corpus.readers.suffixes import COMPRESSION_SUFFIXES, TABLE_SUFFIXES
from vicinal.corpus.readers.table_rows import (
    HEAD,
    Columns,
    Fault,
    Row,
    cell_rows,
    check_json,
    find_columns,
    header_of,
    json_rows,
    start_of,
)
from vicinal.corpus.readers.text_files import valid_unicode
from vicinal.errors import InputError
from vicinal.files import reason

_SUFFIXES = re.compile(
    rf"({'|'.join(map(re.escape, TABLE_SUFFIXES))})({'|'.join(map(re.escape, COMPRESSION_SUFFIXES))})?\Z",
    re.IGNORECASE,
)


class Layout(NamedTuple):
    """The byte and line where the rows of a text table start; in CSV and TSV, the number and positions of columns."""

    start: int
    line: int
    width: int = 0
    places: tuple[int, ...] = ()


class TableFile(NamedTuple):
    """One file of a table.

    Attributes:
        path: The file to read.
        shown: Its name in errors: the path as it was given.
        name: Its name in pairs: as much of that path as distinguishes it from the other files.
        stem: The prefix of ids for rows without one: the name without suffixes, if that is unique.
        kind: The format, one of the values of TABLE_SUFFIXES.
        compression: How it is compressed, one of COMPRESSION_SUFFIXES, or "".
    """

    path: str
    shown: str
    name: str
    stem: str
    kind: str
    compression: str

    def found(self) -> tuple[Folder, File]:
        """Return its folder, and its name, size and date there; follows links, since the user named the file.

        Raises:
            InputError: It does not exist, or is not a regular file.
        """
        path = self.path if is_url(self.path) else os.path.realpath(self.path)
        folder, name = file_at(path)
        known = folder.file(name)
        if known is None and not is_url(path) and Path(path).exists():
            raise InputError(f"{self.shown}: is a directory or a device; give a table file")
        if known is None:
            raise InputError(f"{self.shown}: cannot be read: no such file or directory")
        return folder, known

    def layout(self, columns: Columns) -> Layout:
        """Read the start of the file.

        Raises:
            InputError: It does not exist, is not a table of its format, or lacks a column.
        """
        folder, known = self.found()
        if self.kind == "parquet":
            table_parquet.check(folder.where(known.name), columns, self.shown)
            return Layout(0, 1)
        with folder.open(known.name) as file:
            head = b""
            with closing(decompressed(file, self.compression, self.shown)) as content:
                while len(head) < HEAD and (chunk := next(content, b"")):
                    head += chunk
        if self.kind == "jsonl":
            check_json(columns, self.shown)
            return Layout(start_of(head, self.shown), 1)
        names, start, line = header_of(head, self.kind == "csv", self.shown)
        return Layout(start, line, len(names), find_columns(columns, names, self.shown))

    def parts(self, columns: Columns, limits: Limits) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """Cut the file; yield for each part the number of its rows, and what `rows` needs to find it."""
        if self.compression:
            raise InputError(f"{self.shown}: is compressed; stage the table first")
        folder, known = self.found()
        if self.kind == "parquet":
            for part in table_parquet.cut(folder.where(known.name), columns, limits, self.shown):
                yield part.rows, tuple(part)
            return
        layout = self.layout(columns)
        with folder.open(known.name) as file:
            try:
                for piece in table_ranges.cut(file, layout.start, layout.line, limits, self.kind == "csv"):
                    yield piece.rows, (piece.start, piece.end, piece.line, piece.fault, layout.width, layout.places)
            except OSError as error:
                raise InputError(f"{self.shown}: cannot be read: {reason(error)}") from None

    def rows(self, columns: Columns, part: Sequence[Any]) -> Iterator[Row | Fault]:
        """Yield the rows of a part.

        Raises:
            InputError: The file can no longer be read, or has changed since it was cut.
        """
        if self.kind == "parquet":
            folder, known = self.found()
            yield from table_parquet.rows(folder.where(known.name), columns, table_parquet.Slice(*part), self.shown)
            return
        start, end, line, fault, width, places = part
        if fault:
            yield Fault(line, fault)
            return
        data = self._bytes(start, end)
        if self.kind == "jsonl":
            yield from json_rows(data, line, columns)
        else:
            yield from cell_rows(data, line, self.kind == "csv", width, places)

    def _bytes(self, start: int, end: int) -> bytes:
        folder, known = self.found()
        with folder.open(known.name) as file:
            try:
                file.seek(start)
                data = file.read(end - start)
            except OSError as error:
                raise InputError(f"{self.shown}: cannot be read: {reason(error)}") from None
        if len(data) < end - start:
            raise InputError(f"{self.shown}: became shorter during the run; do not change it until the run is finished")
        return data


def table_files(paths: Sequence[str], originals: Sequence[str]) -> tuple[TableFile, ...]:
    """Return the files of a table; originals are the files they were unpacked from, or empty.

    Raises:
        InputError: A file name does not have the suffix of a table.
    """
    given = originals or paths
    names = list(map(valid_unicode, _short_names(given)))
    found = [suffixes_of(path) for path in given]
    stems = [name[: -len(kind + packed)] or name for name, (kind, packed) in zip(names, found, strict=True)]
    if len(set(stems)) < len(stems):
        stems = names
    return tuple(
        TableFile(path, valid_unicode(shown), name, stem, TABLE_SUFFIXES[kind], suffixes_of(path)[1])
        for path, shown, name, stem, (kind, _) in zip(paths, given, names, stems, found, strict=True)
    )


def suffixes_of(path: str) -> tuple[str, str]:
    """Return the suffixes of a table's format and of its compression ("" if there is none), in lower case.

    Raises:
        InputError: The name does not have the suffix of a table.
    """
    match = _SUFFIXES.search(path)
    if match is None:
        suffixes = ", ".join(TABLE_SUFFIXES)
        raise InputError(f"{path}: is not named like a table; use {suffixes}, optionally with .gz, .bz2 or .xz")
    kind, compression = match[1].lower(), (match[2] or "").lower()
    if compression and kind == ".parquet":
        raise InputError(f"{path}: Parquet has its own compression; unpack the file")
    return kind, compression


def _short_names(paths: Sequence[str]) -> list[str]:
    """Return the last component of each path if these differ, else everything from the first difference on."""
    # Absolute paths, so that the names do not depend on the working directory.
    parts = [absolute_path(path).replace(os.sep, "/").split("/") for path in paths]
    if len({part[-1] for part in parts}) == len(parts):
        return [part[-1] for part in parts]
    shared = 0
    while len({part[shared] for part in parts}) == 1 and all(len(part) > shared + 1 for part in parts):
        shared += 1
    return ["/".join(part[shared:]) for part in parts]
