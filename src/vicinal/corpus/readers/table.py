"""Tables: JSONL, JSON, CSV, TSV and Parquet files with a pair of texts per row.

The two texts are in two columns; `table_cells` describes what a cell may hold. Other columns are ignored. What the user
does not set is recognised from the start of the files: the columns and the separator of sentences by `table_columns`,
the delimiter by `table_form`. `recognised` returns the table with these settings filled in.

The format is detected from the file name: `.jsonl` or `.ndjson`; `.json` (an array of objects, or JSONL); `.csv`;
`.tsv` or `.tab`; `.parquet`; and `.txt`, for CSV or TSV, if the user says that it is a table. All but Parquet files may
be compressed (`.gz`, `.bz2`, `.xz`). What cannot be cut into byte ranges, `stage` rewrites first: compressed files,
arrays, some encodings, and rows that are parts of documents (`table_groups`).

An unreadable row is rejected by itself. Blank lines are skipped. Duplicate ids are detected within a shard only: to
detect them in the whole corpus, all ids would have to be in memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

from vicinal.corpus.contract import EMPTY, UNREADABLE, Accounts, Advance, Fingerprint, Limits, Pair, Rejected, Shard
from vicinal.corpus.folders import folder_at
from vicinal.corpus.readers.table_cells import EmptyCellError, Paragraphs, content_of_cell, documents_of_cells
from vicinal.corpus.readers.table_checks import checked_fingerprint
from vicinal.corpus.readers.table_file import TableFile, table_files
from vicinal.corpus.readers.table_form import delimiter_named
from vicinal.corpus.readers.table_guesses import WHOLE_FILE, guessed, guesses_notes, lists_notes, parts_notes
from vicinal.corpus.readers.table_rows import DEFAULT_ID, Columns, Fault, Row
from vicinal.corpus.readers.text_files import LANGUAGE_CODE
from vicinal.errors import InputError, SettingError
from vicinal.extract.content import Content
from vicinal.formats.table_input import is_correction_table
from vicinal.text.reading import Reading
from vicinal.text.segment import warn_without_rules
from vicinal.text_encoding import check_encoding

_REPEATED = "with an id that is repeated"


@dataclass(frozen=True)
class Table:
    """A corpus of table files, local or at URLs.

    Attributes:
        paths: The files, in order.
        source_column: The column of the first version; also the name of the level. None to recognise it.
        target_column: The column of the second version; None to recognise it.
        id_column: The column of the pair's id, text or an integer; None to recognise it. If it is "", or if there is no
            such column as "id", ids are made of the file's stem and the line (in Parquet, the row; in a JSON array, the
            item), such as `pairs:17`. So they are where a column of a usual name is empty. Any other column must exist
            and must not be empty. If there are several files, the stem also precedes ids from a column: `train:a7`.
        origin_column: The column of the pair's origin. Without one, or if it is empty, the origin is the file name if
            there are several files, else "".
        separator: The separator between the sentences of a cell; "" if cells are plain text; None to recognise it.
        delimiter: What separates the cells of CSV and TSV: a comma, a semicolon, a tab or a pipe, or one of these
            words; None to recognise it.
        encoding: The encoding of text tables; None for UTF-8.
        group_by: The column that names the document of a row, if a row is a part of a document; "file" if each file is
            a document (and has no such column); "" if a row is a document. The name becomes the pair's id.
        language: The language of all texts; None to recognise it.
        language_column: A column with the language of each row; if it is empty, `language` is used.
        split: How plain text is split, as in `Document.from_text`; "auto" is decided once for the corpus.
        headings: Whether headings are kept, in plain text.
        originals: The files that `paths` were unpacked from, set by `stage`. Errors, origins and ids use these names.
    """

    paths: tuple[str, ...] = field(metadata={"place": True})
    source_column: str | None = None
    target_column: str | None = None
    id_column: str | None = None
    origin_column: str = ""
    separator: str | None = None
    delimiter: str | None = None
    encoding: str | None = None
    group_by: str = ""
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
        if self.encoding is not None:
            check_encoding(self.encoding)
        if self.delimiter is not None:
            object.__setattr__(self, "delimiter", delimiter_named(self.delimiter))
        texts = [column for column in (self.source_column, self.target_column) if column is not None]
        if "" in texts or len({*texts}) < len(texts):
            raise SettingError("source_column and target_column must name two different columns")
        if {*texts} & {self.id_column, self.origin_column, self.language_column, self.group_by}:
            raise SettingError("the text columns cannot also be the id, origin, language or group column")
        if self.group_by and self.id_column:
            raise SettingError("id_column cannot be combined with group_by, which names the documents")
        _ = self._files  # raises early

    @cached_property
    def _files(self) -> tuple[TableFile, ...]:
        return table_files(self.paths, self.originals, self.encoding, self.delimiter)

    def recognised(self) -> tuple[Table, tuple[str, ...]]:
        """Return this table with the settings that were left open, and notes on what was recognised, if anything was.

        A run calls this first, so that all workers read the table in the same way, and the manifest tells how.

        Raises:
            InputError: A file is missing or not a table of its format, or more than one pair of columns fits.
        """
        if None not in (self.source_column, self.target_column, self.id_column, self.separator):
            return self, ()
        if self.source_column is None and self.target_column is None:
            for file in self._files:
                if is_correction_table(file.names()):
                    raise InputError(f"{file.shown}: is a table of links to correct; read it with 'vicinal import'")
        found = guessed(
            self._files,
            self.columns,
            self.source_column,
            self.target_column,
            self.id_column,
            self.separator,
            is_by_file=self.group_by == WHOLE_FILE,
        )
        taken = replace(
            self,
            source_column=found.source,
            target_column=found.target,
            id_column="" if self.group_by else found.id,
            separator=found.separator,
        )
        texts = None if self.source_column and self.target_column else (found.source, found.target)
        id = taken.id_column if self.id_column is None else ""
        separator = found.separator if self.separator is None else ""
        notes = guesses_notes(self._files, texts, id or "", separator) + lists_notes(self._files, taken.columns)
        if self.id_column is None and not self.group_by:
            notes += parts_notes(self._files, taken.columns)
        return taken, notes

    @cached_property
    def _decided(self) -> Table:
        return self.recognised()[0]

    @property
    def needs_staging(self) -> bool:
        """Whether `stage` must rewrite files before the table can be cut."""
        return any(file.needs_staging or self._is_in_parts(file) for file in self._files)

    def _is_in_parts(self, file: TableFile) -> bool:
        """Tell whether the rows of a file are parts of documents that are yet to be gathered."""
        return bool(self.group_by) and file.kind != "groups"

    @cached_property
    def columns(self) -> Columns:
        """The names of the columns, by role; the usual ones for those that are not known yet."""
        group = "" if self.group_by == WHOLE_FILE else self.group_by
        id = DEFAULT_ID if self.id_column is None and not self.group_by else self.id_column or ""
        source, target = self.source_column or "source", self.target_column or "target"
        return Columns(source, target, id, self.origin_column, self.language_column, group)

    @cached_property
    def _levels(self) -> tuple[str, str]:
        return self.columns.source, self.columns.target

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of the files.

        Raises:
            InputError: A file is missing, not a table of its format, lacks a column, or is given twice.
        """
        return checked_fingerprint(self._files, self._decided.columns)

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Cut each file into ranges of rows; raises the same errors as `fingerprint`."""
        self.fingerprint()
        return self._cut(limits)

    def read(self, shard: Shard) -> Iterator[Pair | Rejected]:
        """Read the rows of a shard."""
        index, *part = shard.part
        file, taken = self._files[index], self._decided
        name = file.name
        seen: dict[str, int] = {}
        for row in file.rows(taken.columns, part):
            if isinstance(row, Fault):
                yield Rejected(name, row.line, None, row.reason)
                continue
            id = None
            try:
                id = taken._id(row, file)
                if id in seen:
                    reason = (
                        f"id {id!r:.80} is already in {file.unit} {seen[id]}; give each pair a unique id; "
                        "or number the rows with --id-column '', or make one document of them with --group-by"
                    )
                    yield Rejected(name, row.line, id, reason, _REPEATED)
                    continue
                pair = taken._pair(row, name, id)
            except InputError as error:
                yield Rejected(
                    name, row.line, id, str(error), EMPTY if isinstance(error, EmptyCellError) else UNREADABLE
                )
                continue
            seen[id] = row.line
            yield pair

    def accounts(self) -> Accounts:
        """Return the number of files."""
        return Accounts({"files": len(self.paths)})

    @property
    def emptiness(self) -> str:
        """What is wrong with the files if there are no shards, for the message of a run."""
        file, *others = self._files
        if others:
            return f"{file.shown} and {len(others)} more: have no rows"
        return f"{file.shown}: has {'a header but ' if file.layout().names else ''}no rows"

    @cached_property
    def reading(self) -> Reading:
        """How plain text is read; with a separator, there is none, and only the language is open."""
        split = "prose" if self.separator and self.split == "auto" else self.split
        return Reading(self.language, split, self.headings)

    def read_as(self, reading: Reading) -> Table:
        """Return this corpus, read in another way."""
        return replace(self, language=reading.language, split=reading.split, headings=reading.headings)

    def contents(self, shard: Shard) -> Iterator[tuple[Content, ...]]:
        """Yield the texts in the rows of a shard, plain or of separated sentences, as far as they can be read."""
        index, *part = shard.part
        taken = self._decided
        for row in self._files[index].rows(taken.columns, part):
            if not isinstance(row, Fault):
                with suppress(InputError):
                    texts = tuple(map(taken._text, taken._cells(row)))
                    if any(texts):
                        yield tuple(filter(None, texts))

    def _text(self, cell: str | Paragraphs) -> str:
        """Return the text of a cell; "" for a list, whose sentences are taken as they are."""
        if isinstance(cell, str):
            return cell
        return " ".join(sentence for paragraph in cell for sentence in paragraph) if self.separator else ""

    def stage(self, folder: str, advance: Advance) -> Table:
        """Rewrite the files that cannot be cut in a folder, unless they are there already; return a table of them.

        Raises:
            InputError: A file is truncated or damaged, the disk is full, or the rows of a document are not together.
        """
        work = folder_at(folder)
        work.make()
        taken = self._decided
        originals = self.originals or self.paths
        taken = replace(taken, paths=tuple(file.stage(work, advance) for file in taken._files), originals=originals)
        paths = tuple(
            file.gather(taken.columns, work, advance) if taken._is_in_parts(file) else file.path
            for file in taken._files
        )
        return replace(taken, paths=paths)

    def _cut(self, limits: Limits) -> Iterator[Shard]:
        number = 0
        for index, file in enumerate(self._files):
            for rows, part in file.parts(self._decided.columns, limits):
                yield Shard(number, rows, (index, *part))
                number += 1

    def _id(self, row: Row, file: TableFile) -> str:
        if row.id is not None and row.id != "":
            is_unique = len(self.paths) == 1 or self.group_by == WHOLE_FILE
            return str(row.id) if is_unique else f"{file.stem}:{row.id}"
        if self.columns.optional:
            return f"{file.stem}:{row.line}"
        raise InputError(f"column {self.id_column!r} is empty; give each pair an id")

    def _cells(self, row: Row) -> list[str | Paragraphs]:
        return [
            content_of_cell(row.source, self.columns.source, self.separator or ""),
            content_of_cell(row.target, self.columns.target, self.separator or ""),
        ]

    def _pair(self, row: Row, name: str, id: str) -> Pair:
        origin = name if len(self.paths) > 1 else ""
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
        return Pair(source, target, self._levels, origin, name, row.line)
