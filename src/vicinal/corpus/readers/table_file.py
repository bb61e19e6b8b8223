"""One file of a table: what it is called, what kind it is, its parts and the rows of one, whatever the kind.

Caller: `table`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from vicinal.corpus.pair import Limits
from vicinal.corpus.readers import line_ranges as lines
from vicinal.corpus.readers import packed
from vicinal.corpus.readers import parquet_table as parquet
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
from vicinal.corpus.readers.text_files import writable
from vicinal.corpus.store import File, Folder, absolute_path, file_at, is_url
from vicinal.errors import InputError
from vicinal.files import reason

KINDS = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
}
_SUFFIXES = re.compile(
    rf"({'|'.join(map(re.escape, KINDS))})({'|'.join(map(re.escape, packed.SUFFIXES))})?\Z", re.IGNORECASE
)


class Layout(NamedTuple):
    """Where the rows of a text table begin: byte and line; in CSV and TSV also how many columns, and where ours are."""

    start: int
    line: int
    width: int = 0
    places: tuple[int, ...] = ()


class TableFile(NamedTuple):
    """One file of a table.

    Attributes:
        path: Where its rows are read from.
        shown: What errors call it: the path it was given by.
        name: What pairs call it: as much of that path as tells it from the other files.
        stem: What ids begin with where rows have none: the name without suffixes, if that tells it from the others.
        kind: One of the values of `KINDS`.
        is_packed: Whether it must be unpacked first.
    """

    path: str
    shown: str
    name: str
    stem: str
    kind: str
    is_packed: bool

    def found(self) -> tuple[Folder, File]:
        """Return the folder it stands in, and its name there, its size and its date.

        A link is followed: whoever named the file meant what is behind it.

        Raises:
            InputError: It is not there, or is no plain file.
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
        """Look at the beginning of the file.

        Raises:
            InputError: It is not there, is no table of its kind, or lacks a column.
        """
        folder, known = self.found()
        if self.kind == "parquet":
            parquet.check(folder.where(known.name), columns, self.shown)
            return Layout(0, 1)
        with folder.open(known.name) as file:
            head = b""
            for chunk in packed.unpacked(file, self.shown) if self.is_packed else iter([self._read(file, HEAD)]):
                head += chunk
                if len(head) >= HEAD:
                    break
        if self.kind == "jsonl":
            check_json(columns, self.shown)
            return Layout(start_of(head, self.shown), 1)
        names, start, line = header_of(head, self.kind == "csv", self.shown)
        return Layout(start, line, len(names), find_columns(columns, names, self.shown))

    def parts(self, columns: Columns, limits: Limits) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """Cut the file; yield for each part the number of its rows, and what `rows` needs to find it again."""
        if self.is_packed:
            raise InputError(f"{self.shown}: is compressed; it must be unpacked first")
        folder, known = self.found()
        if self.kind == "parquet":
            for part in parquet.cut(folder.where(known.name), columns, limits, self.shown):
                yield part.rows, tuple(part)
            return
        layout = self.layout(columns)
        with folder.open(known.name) as file:
            try:
                for piece in lines.cut(file, layout.start, layout.line, limits, self.kind == "csv"):
                    yield piece.rows, (piece.start, piece.end, piece.line, piece.fault, layout.width, layout.places)
            except OSError as error:
                raise InputError(f"{self.shown}: cannot be read: {reason(error)}") from None

    def rows(self, columns: Columns, part: Sequence[Any]) -> Iterator[Row | Fault]:
        """Yield the rows of a part.

        Raises:
            InputError: The file cannot be read any more, or has changed since it was cut.
        """
        if self.kind == "parquet":
            folder, known = self.found()
            yield from parquet.rows(folder.where(known.name), columns, parquet.Slice(*part), self.shown)
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
            file.seek(start)
            data = self._read(file, end - start)
        if len(data) < end - start:
            raise InputError(f"{self.shown}: is shorter than when it was cut; leave it as it is while a run goes on")
        return data

    def _read(self, file: IO[bytes], size: int) -> bytes:
        try:
            return file.read(size)
        except OSError as error:
            raise InputError(f"{self.shown}: cannot be read: {reason(error)}") from None


def table_files(paths: Sequence[str], originals: Sequence[str]) -> tuple[TableFile, ...]:
    """Return the files of a table; originals are those that they were unpacked from, or empty.

    Raises:
        InputError: A file is no table by its name.
    """
    given = originals or paths
    names = list(map(writable, _short_names(given)))
    found = [suffixes_of(path) for path in given]
    stems = [name[: -len(kind + packing)] or name for name, (kind, packing) in zip(names, found, strict=True)]
    if len(set(stems)) < len(stems):
        stems = names
    return tuple(
        TableFile(path, writable(shown), name, stem, KINDS[kind.lower()], suffixes_of(path)[1] != "")
        for path, shown, name, stem, (kind, _) in zip(paths, given, names, stems, found, strict=True)
    )


def suffixes_of(path: str) -> tuple[str, str]:
    """Return the suffix that tells the kind of a table, and the one that tells how it is compressed, or "".

    Raises:
        InputError: The name has no suffix of a table.
    """
    match = _SUFFIXES.search(path)
    if match is None:
        raise InputError(f"{path}: is no table by its name; names end in {', '.join(KINDS)}, with .gz, .bz2 or .xz too")
    kind, packing = match[1], match[2] or ""
    if packing and KINDS[kind.lower()] == "parquet":
        raise InputError(f"{path}: Parquet is compressed in itself; unpack the file")
    return kind, packing


def _short_names(paths: Sequence[str]) -> list[str]:
    """Return the last parts of paths: one each if that tells them apart, else all from where they first differ."""
    # From the root, so that the names are the same wherever the process stands.
    parts = [absolute_path(path).replace(os.sep, "/").split("/") for path in paths]
    if len({part[-1] for part in parts}) == len(parts):
        return [part[-1] for part in parts]
    shared = 0
    while len({part[shared] for part in parts}) == 1 and all(len(part) > shared + 1 for part in parts):
        shared += 1
    return ["/".join(part[shared:]) for part in parts]
