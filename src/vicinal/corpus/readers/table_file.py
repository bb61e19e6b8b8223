"""One file of a table, of any format: its names, its parts, and the rows of a part.

Callers: `table`, `level_table`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from vicinal.corpus.contract import Advance, Limits
from vicinal.corpus.folders import Folder
from vicinal.corpus.local_folder import File
from vicinal.corpus.readers import table_parquet, table_ranges
from vicinal.corpus.readers.decompression import decompressed
from vicinal.corpus.readers.given_file import data_in, located
from vicinal.corpus.readers.table_encoding import (
    encoding_of,
    has_utf8_lines,
    in_utf8,
    is_cut_in_bytes,
    likely_in,
    rewritten,
    rewritten_start,
)
from vicinal.corpus.readers.table_form import Form, form_of, whole_rows
from vicinal.corpus.readers.table_groups import gathered, stored_rows
from vicinal.corpus.readers.table_json import JsonKind, items, json_kind
from vicinal.corpus.readers.table_names import KINDS, short_names, suffixes_of
from vicinal.corpus.readers.table_rows import (
    SAMPLE,
    Columns,
    Encoding,
    Fault,
    Row,
    cell_rows,
    check_json,
    find_columns,
    header_of,
    json_names,
    json_rows,
    start_of,
)
from vicinal.corpus.readers.table_staging import staged, unpack
from vicinal.corpus.readers.text_files import valid_unicode
from vicinal.errors import InputError
from vicinal.files import reason

HEAD = 1 << 20  # bytes from which encoding, form and header are recognised
GROUPS = ".groups"  # the suffix of gathered documents


class Layout(NamedTuple):
    """Where the rows of a text table start, and how they are read.

    Attributes:
        start: The first byte of the rows.
        line: The line of that byte.
        encoding: The encoding.
        form: The form of CSV and TSV.
        names: The names in the header of CSV and TSV.
    """

    start: int
    line: int
    encoding: Encoding = Encoding()
    form: Form = Form()
    names: tuple[str, ...] = ()


class _Head(NamedTuple):
    """The start of a file, unpacked; in UTF-8, if a file in its encoding cannot be cut."""

    text: bytes
    is_whole: bool
    encoding: str | None
    is_rewritten: bool


class TableFile(NamedTuple):
    """One file of a table.

    Attributes:
        path: The file to read.
        shown: Its name in errors: the path as it was given.
        name: Its name in pairs: as much of that path as distinguishes it from the other files.
        stem: The prefix of ids for rows without one: the name without suffixes, if that is unique.
        kind: The format, one of the values of KINDS, or "groups" for documents that were gathered.
        compression: How it is compressed, one of COMPRESSION_SUFFIXES, or "".
        encoding: The encoding that the user named; None for UTF-8.
        delimiter: The delimiter that the user named; None to recognise it.
        is_staged: Whether staging made it, which writes UTF-8; the encoding then is that of the original, for messages.
    """

    path: str
    shown: str
    name: str
    stem: str
    kind: str
    compression: str
    encoding: str | None = None
    delimiter: str | None = None
    is_staged: bool = False

    @property
    def unit(self) -> str:
        """What the numbers of rows count."""
        return "row" if self.kind == "parquet" else "line"

    def found(self) -> tuple[Folder, File]:
        """Return its folder, and its name, size and date there; follows links, since the user named the file.

        Raises:
            InputError: It does not exist, or is not a regular file.
        """
        return located(self, "a table file")

    def layout(self) -> Layout:
        """Read the start of the file.

        Raises:
            InputError: It does not exist, or is not a table of its format.
        """
        if self.kind == "groups":
            return Layout(0, 1)
        if self.kind == "parquet":
            return Layout(0, 1, names=tuple(table_parquet.names_in(self._where(), self.shown)))
        text, is_whole, name, _ = self._head()
        start = start_of(text, self.shown)
        encoding = Encoding(name, likely_in(text) if name is None else None)
        if self.kind in ("json", "jsonl"):
            return Layout(start, 1, encoding)
        form, skipped = form_of(text[start:], "\t" if self.kind == "tsv" else ",", self.delimiter, is_whole)
        start += skipped
        names, size = header_of(text[start:], form, encoding, is_whole, self.shown)
        line = 1 + text.count(b"\n", 0, start + size)
        return Layout(start + size, line, encoding, form, tuple(names))

    def has_utf8_among_others(self) -> bool:
        """Tell whether the start of a text table that is not UTF-8 has lines with letters beyond ASCII that are."""
        if self.kind in ("groups", "parquet") or self.is_staged:
            return False
        text, _, encoding, _ = self._head()
        return encoding is not None and has_utf8_lines(text, encoding)

    def check(self, columns: Columns) -> None:
        """Raise InputError if the file does not exist, is not a table of its format, or lacks a column."""
        layout = self.layout()
        if self.kind == "parquet":
            table_parquet.check(self._where(), columns, self.shown)
        elif self.kind in ("json", "jsonl"):
            check_json(columns, self.shown)
        elif self.kind != "groups":
            find_columns(columns, layout.names, self.shown)

    def names(self) -> list[str]:
        """Return the names of the columns, as far as the start of the file tells them."""
        layout = self.layout()
        return json_names(self._first_lines(layout)) if self.kind in ("json", "jsonl") else list(layout.names)

    def sample(self, columns: Columns) -> Iterator[Row]:
        """Yield some rows from the start of the file that can be read."""
        found: Iterator[Row | Fault]
        if self.kind == "parquet":
            part = next(table_parquet.cut(self._where(), columns, Limits(SAMPLE), self.shown), None)
            found = iter(()) if part is None else table_parquet.rows(self._where(), columns, part, self.shown)
        else:
            layout = self.layout()
            found = self._rows(self._first_lines(layout), columns, layout.line, layout)
        return islice((row for row in found if isinstance(row, Row)), SAMPLE)

    def parts(self, columns: Columns, limits: Limits) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """Cut the file; yield for each part the number of its rows, and what `rows` needs to find it.

        Raises:
            InputError: It cannot be read, must be staged first, or has a quote that is never closed.
        """
        folder, known = self.found()
        if self.kind == "parquet":
            for part in table_parquet.cut(folder.where(known.name), columns, limits, self.shown):
                yield part.rows, tuple(part)
            return
        if self.needs_staging:
            what = "is compressed" if self.compression else "cannot be cut as it is"
            raise InputError(f"{self.shown}: {what}; stage the table first")
        start, line, encoding, form, names = self.layout()
        places = find_columns(columns, names, self.shown) if names else ()
        with folder.open(known.name) as file:
            try:
                for piece in table_ranges.cut(file, start, line, limits, form.quotes() if names else None):
                    if piece.fault == table_ranges.NEVER_CLOSED:
                        raise InputError(f"{self.shown}, line {piece.line}: {piece.fault}")
                    about = (*encoding, *form, len(names), places)
                    yield piece.rows, (piece.start, piece.end, piece.line, piece.fault, *about)
            except OSError as error:
                raise InputError(f"{self.shown}: cannot be read: {reason(error)}") from None

    def rows(self, columns: Columns, part: Sequence[Any]) -> Iterator[Row | Fault]:
        """Yield the rows of a part.

        Raises:
            InputError: The file can no longer be read, or has changed since it was cut.
        """
        if self.kind == "parquet":
            yield from table_parquet.rows(self._where(), columns, table_parquet.Slice(*part), self.shown)
            return
        start, end, line, fault, name, likely, delimiter, quoted, width, places = part
        if fault:
            yield Fault(line, fault)
            return
        data = in_utf8(self.piece(start, end), name)
        encoding = Encoding(self.encoding if self.is_staged else name, likely)
        if self.kind == "groups":
            yield from stored_rows(data)
        elif width:
            yield from cell_rows(data, line, Form(delimiter, quoted), width, places, encoding)
        else:
            yield from json_rows(data, line, columns, encoding)

    @property
    def needs_staging(self) -> bool:
        """Whether the file must be rewritten before it can be cut."""
        if self.compression or self.kind in ("parquet", "groups"):
            return bool(self.compression)
        return (self.kind == "json" and self._json_kind() is not JsonKind.LINES) or self._head().is_rewritten

    def stage(self, folder: Folder, advance: Advance) -> str:
        """Rewrite the file in a folder so that it can be cut, unless that was done before; return the path."""
        if not self.needs_staging:
            return self.path
        _, _, encoding, is_rewritten = self._head()
        kind = self._json_kind() if self.kind == "json" else JsonKind.LINES
        change: list[Callable[[Iterator[bytes]], Iterator[bytes]]] = []
        if is_rewritten or encoding is not None:
            change.append(partial(rewritten, encoding=self.encoding or "utf-8"))
        if kind is not JsonKind.LINES:
            change.append(partial(items, kind=kind, shown=self.shown))

        def changed(chunks: Iterator[bytes]) -> Iterator[bytes]:
            for one in change:
                chunks = one(chunks)
            return chunks

        suffix = ".jsonl" if self.kind == "json" else f".{self.kind}"
        return unpack(self.found(), self.compression, self.shown, folder, suffix, advance, changed)

    def gather(self, columns: Columns, folder: Folder, advance: Advance) -> str:
        """Write the documents that the rows form into a folder, unless that was done before; return the path."""
        known = self.found()[1]

        def rows() -> Iterator[Row | Fault]:
            for _, part in self.parts(columns, Limits()):
                yield from self.rows(columns, part)
                if self.kind != "parquet":
                    advance(f"Gathering {self.shown}", part[1], known.size)

        documents = partial(gathered, column=columns.group, name=self.stem, shown=self.shown, unit=self.unit)
        return staged(known, self.shown, folder, GROUPS, lambda: documents(rows()))

    def _head(self) -> _Head:
        folder, known = self.found()
        with folder.open(known.name) as file:
            head = b""
            with closing(decompressed(file, self.compression, self.shown)) as content:
                while len(head) < HEAD and (chunk := next(content, b"")):
                    head += chunk
        encoding = None if self.is_staged else encoding_of(head, self.encoding)
        if encoding is None or is_cut_in_bytes(encoding):
            return _Head(head, len(head) < HEAD, encoding, is_rewritten=False)
        return _Head(rewritten_start(head, encoding, self.shown), len(head) < HEAD, None, is_rewritten=True)

    def _json_kind(self) -> JsonKind:
        text, is_whole, *_ = self._head()
        return json_kind(text[start_of(text, self.shown) :], self.shown, is_whole)

    def _first_lines(self, layout: Layout) -> bytes:
        """Return the rows at the start of a text table, in UTF-8."""
        text, is_whole, encoding, _ = self._head()
        text = in_utf8(text[layout.start :], encoding)
        kind = json_kind(text, self.shown, is_whole) if self.kind == "json" else JsonKind.LINES
        if kind is not JsonKind.LINES:
            whole: list[bytes] = []
            with suppress(InputError):  # the text is cut off
                whole.extend(items([text], kind, self.shown))
            text, is_whole = b"".join(whole), False
        return text if is_whole else whole_rows(text, layout.form if layout.names else Form(quoted=False))

    def _rows(self, data: bytes, columns: Columns, line: int, layout: Layout) -> Iterator[Row | Fault]:
        if not layout.names:
            return json_rows(data, line, columns, layout.encoding)
        places = find_columns(columns, layout.names, self.shown)
        return cell_rows(data, line, layout.form, len(layout.names), places, layout.encoding)

    def _where(self) -> str:
        folder, known = self.found()
        return folder.where(known.name)

    def piece(self, start: int, end: int) -> bytes:
        """Return a range of bytes; raise InputError if the file can no longer be read, or became shorter."""
        return data_in(self, self.found(), start, end)


def table_files(
    paths: Sequence[str], originals: Sequence[str], encoding: str | None = None, delimiter: str | None = None
) -> tuple[TableFile, ...]:
    """Return the files of a table.

    Args:
        paths: The files.
        originals: The files that those were made of by staging, or none. Files that staging made are in UTF-8.
        encoding: The encoding that the user named.
        delimiter: The delimiter that the user named.

    Raises:
        InputError: A file name does not have the suffix of a table.
    """
    given = originals or paths
    names = list(map(valid_unicode, short_names(given)))
    found = [suffixes_of(path) for path in given]
    stems = [name[: -len(kind + packed)] or name for name, (kind, packed) in zip(names, found, strict=True)]
    if len(set(stems)) < len(stems):
        stems = names
    files = []
    for path, shown, name, stem in zip(paths, given, names, stems, strict=True):
        kind, compression = ("groups", "") if path.endswith(GROUPS) else suffixes_of(path)
        files.append(
            TableFile(
                path,
                valid_unicode(shown),
                name,
                stem,
                KINDS.get(kind, kind),
                compression,
                encoding,
                delimiter,
                is_staged=path != shown,
            )
        )
    return tuple(files)
