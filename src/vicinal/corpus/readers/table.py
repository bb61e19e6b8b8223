"""Tables: JSONL, CSV, TSV and Parquet files with a pair of texts in each row.

The two texts stand in two columns, whose names are settings; what a cell may hold is told in `cells`. Other columns are
not looked at. The kind of a file is told from its name: `.jsonl` or `.ndjson`, `.csv` (quotes as in RFC 4180), `.tsv`
or `.tab` (a cell is what stands between two tabs, quotes mean nothing), `.parquet`. All but Parquet files may also be
compressed (`.gz`, `.bz2`, `.xz`); they are then unpacked first, by `stage`.

A row that cannot be read is rejected on its own. Blank lines are left out. An id must not come twice, which is checked
within a shard only: for a whole corpus, all ids would have to be in memory.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from vicinal.corpus.pair import Fingerprint, Limits, Pair, Rejected, Shard
from vicinal.corpus.readers import packed
from vicinal.corpus.readers.cells import document_of
from vicinal.corpus.readers.table_file import TableFile, suffixes_of, table_files
from vicinal.corpus.readers.table_rows import Columns, Fault, Row
from vicinal.corpus.readers.text_files import fingerprint_of
from vicinal.corpus.store import File, Folder, folder_at, is_url
from vicinal.errors import InputError, SettingError, check_choice
from vicinal.text.document import SPLITS

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}")


@dataclass(frozen=True)
class Table:
    """A corpus of table files, here or behind URLs.

    Attributes:
        paths: The files; their rows follow each other in this order.
        source_column: The column of the first version; its name is also that of the level.
        target_column: The column of the second version.
        id_column: The column of the pair's name, text or a whole number. A file without a column "id", or a row of such
            a file in which it is empty, has ids of the file's stem and the line (in Parquet the row), as `pairs:17`;
            any other column must be there and must not be empty. "" for ids of that kind in any case.
        origin_column: The column of the pair's origin. Without one, or where it is empty, the origin is the file's
            name if there are several files, else nothing.
        separator: What stands between the sentences of a cell; "" if cells are plain text.
        language: The language of all texts.
        language_column: A column with the language of each row, which `language` stands in for where it is empty.
        split: How plain text is split: see `Document.from_text`.
        originals: Which files those of `paths` were unpacked from; only `stage` sets this. Errors, origins and ids then
            go by these names.
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
    originals: tuple[str, ...] = field(default=(), repr=False, metadata={"place": True})

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            SettingError: Two settings contradict each other, or one is empty that must not be.
            InputError: A file is no table by its name.
        """
        if isinstance(self.paths, (str, os.PathLike)) or not self.paths:
            raise SettingError(f"paths must be a tuple of one file name or more, not {self.paths!r}")
        object.__setattr__(self, "paths", tuple(map(os.fspath, self.paths)))
        check_choice("split", self.split, SPLITS)
        texts = (self.source_column, self.target_column)
        if "" in texts or len({*texts}) < 2:
            raise SettingError("source_column and target_column must name two columns")
        if {*texts} & {self.id_column, self.origin_column, self.language_column}:
            raise SettingError("the columns of the texts cannot be those of the id, the origin or the language too")
        _ = self._files  # raises what it has to raise at once

    @cached_property
    def _files(self) -> tuple[TableFile, ...]:
        return table_files(self.paths, self.originals)

    @property
    def needs_staging(self) -> bool:
        """Whether files must be unpacked by `stage` before the table can be cut."""
        return any(file.is_packed for file in self._files)

    @property
    def columns(self) -> Columns:
        """The names of the columns, by what they are for."""
        return Columns(self.source_column, self.target_column, self.id_column, self.origin_column, self.language_column)

    def fingerprint(self) -> Fingerprint:
        """Return the names and sizes of the files as one digest.

        Raises:
            InputError: A file is not there, is no table of its kind, lacks a column, or is given twice.
        """
        found = self._checked()
        sizes = [(file.name, known.size) for file, (_, known) in zip(self._files, found, strict=True)]
        return fingerprint_of(sizes, sum(known.date for _, known in found))

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Cut the files, each on its own, into ranges of rows; see `fingerprint` for what can be wrong with them."""
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
                    raise InputError(f"id {id!r:.80} was in {unit} {seen[id]} already; give each pair an id of its own")
                pair = self._pair(row, file, id)
            except InputError as error:
                yield Rejected(file.name, row.line, id, str(error))
                continue
            seen[id] = row.line
            yield pair

    def stage(self, folder: str, advance: Callable[[str, int, int], None]) -> Table:
        """Unpack the compressed files into a folder, but not those found there whole, and return a table over them.

        Raises:
            InputError: A file is cut short or damaged, or there is no room for what it holds.
        """
        work = folder_at(folder)
        paths = [
            packed.unpack(file.found(), file.shown, work, suffixes_of(file.path)[0].lower(), advance)
            if file.is_packed
            else file.path
            for file in self._files
        ]
        return replace(self, paths=tuple(paths), originals=self.originals or self.paths)

    def _checked(self) -> list[tuple[Folder, File]]:
        """Return where the files are, after a look at each of them, so that nothing begins that would fail."""
        places: dict[object, str] = {}
        found = []
        for file in self._files:
            place: object = file.path
            folder, known = file.found()
            if not is_url(file.path):
                status = Path(file.path).stat()
                place = (status.st_dev, status.st_ino)
            if place in places:
                raise InputError(f"{file.shown}: is the same file as {places[place]}; give each file once")
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

    def _pair(self, row: Row, file: TableFile, id: str) -> Pair:
        origin = file.name if len(self.paths) > 1 else ""
        if row.origin is not None and row.origin != "":
            origin = str(row.origin)
        language = self.language
        if row.language is not None and row.language != "":
            language = str(row.language)
            if not _LANGUAGE.fullmatch(language):
                raise InputError(f"column {self.language_column!r} has no language code: {language!r:.80}")
        return Pair(
            document_of(row.source, self.source_column, id, language, self.separator, self.split),
            document_of(row.target, self.target_column, id, language, self.separator, self.split),
            (self.source_column, self.target_column),
            origin,
            file.name,
            row.line,
        )
