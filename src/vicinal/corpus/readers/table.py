"""Tables: JSONL, CSV, TSV and Parquet files with a pair of texts per row.

The two texts are in two columns, whose names are settings; `table_cells` describes what a cell may hold. Other columns
are ignored. The format is detected from the file name: `.jsonl` or `.ndjson`, `.csv` (quotes as in RFC 4180), `.tsv` or
`.tab` (without quotes), `.parquet`. All but Parquet files may be compressed (`.gz`, `.bz2`, `.xz`); `stage` unpacks
them.

An unreadable row is rejected by itself. Blank lines are skipped. Duplicate ids are detected within a shard only: to
detect them in the whole corpus, all ids would have to be in memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from vicinal.corpus.contract import Advance, Fingerprint, Limits, Pair, Rejected, Shard
from vicinal.corpus.folders import Folder, folder_at, is_url
from vicinal.corpus.local_folder import File
from vicinal.corpus.readers.table_cells import Paragraphs, content_of_cell, documents_of_cells
from vicinal.corpus.readers.table_file import TableFile, suffixes_of, table_files
from vicinal.corpus.readers.table_rows import Columns, Fault, Row
from vicinal.corpus.readers.table_staging import unpack
from vicinal.corpus.readers.text_files import LANGUAGE_CODE, fingerprint_of
from vicinal.errors import InputError, SettingError
from vicinal.extract.content import Content
from vicinal.text.reading import Reading
from vicinal.text.segment import warn_without_rules


@dataclass(frozen=True)
class Table:
    """A corpus of table files, local or at URLs.

    Attributes:
        paths: The files, in order.
        source_column: The column of the first version; also the name of the level.
        target_column: The column of the second version.
        id_column: The column of the pair's id, text or an integer. If the column is "id" and is missing or empty, or
            if id_column is "", ids are made of the file's stem and the line (in Parquet, the row), such as `pairs:17`.
            Any other column must exist and must not be empty.
        origin_column: The column of the pair's origin. Without one, or if it is empty, the origin is the file name if
            there are several files, else "".
        separator: The separator between the sentences of a cell; "" if cells are plain text.
        language: The language of all texts; None to recognise it.
        language_column: A column with the language of each row; if it is empty, `language` is used.
        split: How plain text is split, as in `Document.from_text`; "auto" is decided once for the corpus.
        headings: Whether headings are kept, in plain text.
        originals: The files that `paths` were unpacked from, set by `stage`. Errors, origins and ids use these names.
    """

    paths: tuple[str, ...] = field(metadata={"place": True})
    source_column: str = "source"
    target_column: str = "target"
    id_column: str = "id"
    origin_column: str = ""
    separator: str = ""
    language: str | None = None
    language_column: str = ""
    split: str = "auto"
    headings: bool = True
    originals: tuple[str, ...] = field(default=(), repr=False, metadata={"place": True})

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            SettingError: Two settings contradict each other, or a required one is empty.
            InputError: A file name does not have the suffix of a table.
        """
        if isinstance(self.paths, (str, os.PathLike)) or not self.paths:
            raise SettingError(f"paths must be a tuple of at least one file name, not {self.paths!r}")
        object.__setattr__(self, "paths", tuple(map(os.fspath, self.paths)))
        _ = self.reading  # raises early
        texts = (self.source_column, self.target_column)
        if "" in texts or len({*texts}) < 2:
            raise SettingError("source_column and target_column must name two different columns")
        if {*texts} & {self.id_column, self.origin_column, self.language_column}:
            raise SettingError("the text columns cannot also be the id, origin or language column")
        _ = self._files  # raises early

    @cached_property
    def _files(self) -> tuple[TableFile, ...]:
        return table_files(self.paths, self.originals)

    @property
    def needs_staging(self) -> bool:
        """Whether `stage` must unpack files before the table can be cut."""
        return any(file.compression for file in self._files)

    @property
    def columns(self) -> Columns:
        """The names of the columns, by role."""
        return Columns(self.source_column, self.target_column, self.id_column, self.origin_column, self.language_column)

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of the files.

        Raises:
            InputError: A file is missing, not a table of its format, lacks a column, or is given twice.
        """
        found = self._checked()
        sizes = [(file.name, known.size) for file, (_, known) in zip(self._files, found, strict=True)]
        return fingerprint_of(sizes, sum(known.date for _, known in found))

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Cut each file into ranges of rows; raises the same errors as `fingerprint`."""
        self._checked()
        return self._cut(limits)

    def read(self, shard: Shard) -> Iterator[Pair | Rejected]:
        """Read the rows of a shard."""
        index, *part = shard.part
        file = self._files[index]
        seen: dict[str, int] = {}
        for row in file.rows(self.columns, part):
            if isinstance(row, Fault):
                yield Rejected(file.name, row.line, None, row.reason)
                continue
            id = None
            try:
                id = self._id(row, file)
                if id in seen:
                    unit = "row" if file.kind == "parquet" else "line"
                    raise InputError(f"id {id!r:.80} is already in {unit} {seen[id]}; give each pair a unique id")
                pair = self._pair(row, file, id)
            except InputError as error:
                yield Rejected(file.name, row.line, id, str(error))
                continue
            seen[id] = row.line
            yield pair

    @property
    def reading(self) -> Reading:
        """How plain text is read."""
        return Reading(self.language, self.split, self.headings)

    def read_as(self, reading: Reading) -> Table:
        """Return this corpus, read in another way."""
        return replace(self, language=reading.language, split=reading.split, headings=reading.headings)

    def contents(self, shard: Shard) -> Iterator[tuple[Content, ...]]:
        """Yield the plain texts in the rows of a shard, as far as they can be read."""
        index, *part = shard.part
        for row in self._files[index].rows(self.columns, part):
            if not isinstance(row, Fault):
                with suppress(InputError):
                    texts = tuple(cell for cell in self._cells(row) if isinstance(cell, str))
                    if texts:
                        yield texts

    def stage(self, folder: str, advance: Advance) -> Table:
        """Unpack the compressed files into a folder, unless they are there already, and return a table of them.

        Raises:
            InputError: A file is truncated or damaged, or the disk is full.
        """
        work = folder_at(folder)
        paths = [
            unpack(file.found(), file.compression, file.shown, work, suffixes_of(file.path)[0], advance)
            if file.compression
            else file.path
            for file in self._files
        ]
        return replace(self, paths=tuple(paths), originals=self.originals or self.paths)

    def _checked(self) -> list[tuple[Folder, File]]:
        """Locate the files and check their headers, so that a run fails early."""
        places: dict[object, str] = {}
        found = []
        for file in self._files:
            place: object = file.path
            folder, known = file.found()
            if not is_url(file.path):
                status = Path(file.path).stat()
                place = (status.st_dev, status.st_ino)
            if place in places:
                raise InputError(f"{file.shown}: is the same file as {places[place]}; give it once")
            places[place] = file.shown
            file.layout(self.columns)
            found.append((folder, known))
        return found

    def _cut(self, limits: Limits) -> Iterator[Shard]:
        number = 0
        for index, file in enumerate(self._files):
            for rows, part in file.parts(self.columns, limits):
                yield Shard(number, rows, (index, *part))
                number += 1

    def _id(self, row: Row, file: TableFile) -> str:
        if row.id is not None and row.id != "":
            return str(row.id)
        if self.columns.optional:
            return f"{file.stem}:{row.line}"
        raise InputError(f"column {self.id_column!r} is empty; give each pair an id")

    def _cells(self, row: Row) -> list[str | Paragraphs]:
        return [
            content_of_cell(row.source, self.source_column, self.separator),
            content_of_cell(row.target, self.target_column, self.separator),
        ]

    def _pair(self, row: Row, file: TableFile, id: str) -> Pair:
        origin = file.name if len(self.paths) > 1 else ""
        if row.origin is not None and row.origin != "":
            origin = str(row.origin)
        reading = self.reading
        if row.language is not None and row.language != "":
            language = str(row.language)
            if not LANGUAGE_CODE.fullmatch(language):
                raise InputError(f"column {self.language_column!r} is not a language code: {language!r:.80}")
            reading = replace(reading, language=language)
            warn_without_rules(reading.language)
        source, target = documents_of_cells(self._cells(row), reading, id)
        return Pair(
            source,
            target,
            (self.source_column, self.target_column),
            origin,
            file.name,
            row.line,
        )
