"""Files of links, in any format that is read: which format a file has, what documents it names, and its links.

Callers: `predicted`, for alignments to score, and `foreign_gold`, for gold to score against: one reader for both.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vicinal import formats
from vicinal.alignment import Alignment
from vicinal.errors import FormatError
from vicinal.evaluation.collected import Collected, Lines, error_in
from vicinal.evaluation.link_lines import (
    collect_json,
    collect_ladder,
    collect_vecalign,
    collect_wiki_auto,
    is_ladder,
    is_vecalign,
    json_names,
    vecalign_names,
)
from vicinal.evaluation.link_table import LinkTable
from vicinal.files import decode, read_bytes
from vicinal.formats import alignment_lines, wiki_auto
from vicinal.formats.corrected_table import read_corrected
from vicinal.formats.gold_line import gold_line
from vicinal.formats.table_input import is_correction_table
from vicinal.json_text import parsed

_WHOLE = re.compile(r'\{\s*(?:"format"|$)')  # the start of a file with one alignment
# What a file of each kind is called in messages.
KINDS = {
    "wiki-auto": "sentence pairs of wiki-auto",
    "ladder": "a ladder",
    "table": "a table of links",
    "json": "JSON lines without texts",
    "vecalign": "vecalign's index lines",
}


@dataclass(frozen=True)
class LinkFile:
    """A file of links.

    Attributes:
        kind: A key of KINDS; "" for an alignment with its texts, and for a file that is none of these.
        lines: Its lines that are not blank, with their numbers.
        table: The rows and columns of a table.
        alignments: The alignments, with their texts, that a file of another kind holds.
    """

    kind: str
    lines: Lines = ()
    table: LinkTable | None = None
    alignments: tuple[Alignment, ...] = ()

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        one_document: bool,
        columns: Sequence[str] = (),
        encoding: str | None = None,
    ) -> LinkFile:
        """Read a file and detect its format.

        Args:
            path: The file, plain or gzipped.
            one_document: Whether it is about one document only, which it need not name.
            columns: The columns of a table that have the two sides; nothing for those with known names.
            encoding: The encoding of a file that is not UTF-8.

        Raises:
            InputError: The file cannot be read, or a row of a CSV table is broken, or it lacks the columns.
        """
        suffix = Path(path).suffix.lower()
        if suffix == ".xml":
            return cls("", alignments=(formats.load(path),))
        if suffix == ".xlsx":
            return cls._of_corrected(path, encoding)
        lines = _read_lines(path, encoding)
        first = lines[0][1].strip(" ") if lines else ""  # not of tabs: a text may be empty
        if not first:
            return cls("", lines)
        if _WHOLE.match(first) and len(lines) > 1 and _is_object(first):
            return cls("", alignments=tuple(alignment_lines.read(lines, str(path))))
        if _WHOLE.match(first):
            return cls("", alignments=(formats.parse("\n".join(line for _, line in lines), str(path)),))
        if is_correction_table(re.split("[,;\t]", first.replace('"', ""))):
            return cls._of_corrected(path, encoding)
        if columns:
            return cls("table", lines, _table(path, lines, one_document, columns))
        if wiki_auto.parse_line(first):
            return cls("wiki-auto", lines)
        if is_ladder(lines, 1 if one_document else 2):
            return cls("ladder", lines)
        if first.startswith("{") and ("\t" not in first or _is_object(first)):
            return cls("json", lines)
        if "\t" not in first and first.startswith(("[", "#")):
            return cls("vecalign" if is_vecalign(lines) else "", lines)
        table = _table(path, lines, one_document)
        return cls("table" if table else "", lines, table)

    @classmethod
    def _of_corrected(cls, path: str | os.PathLike[str], encoding: str | None) -> LinkFile:
        """Return the links and texts of a table that people correct; those of several pairs as lines of gold."""
        found = read_corrected(path, encoding=encoding)
        if found.problems:
            raise found.error(os.fspath(path))
        if len(found.aligned) == 1:
            return cls("", alignments=(found.aligned[0].alignment,))
        lines = [(at, gold_line(one, one.alignment.id).decode()) for at, one in enumerate(found.aligned, 1)]
        return cls("json" if lines else "", lines)

    @property
    def numbered(self) -> bool:
        """Whether the links are sentence numbers over a document, not texts or numbers of paragraphs and sentences."""
        return self.kind != "wiki-auto" and not (self.table and not self.table.columns.numbers)

    def names(self) -> list[str | None]:
        """Return the ids of the documents, in order of appearance; None stands for links without an id."""
        if self.table:
            return self.table.names()
        if self.kind == "wiki-auto":
            pairs = (wiki_auto.parse_line(line) for _, line in self.lines)
            return list(dict.fromkeys(pair[2].article for pair in pairs if pair))
        if self.kind == "json":
            return json_names(self.lines)
        return vecalign_names(self.lines) if self.kind == "vecalign" else [None]

    def collect(self, collected: Collected) -> None:
        """Collect the links for each document."""
        if self.table:
            self.table.collect(collected)
        elif self.kind:
            collectors = {
                "json": collect_json,
                "ladder": collect_ladder,
                "vecalign": collect_vecalign,
                "wiki-auto": collect_wiki_auto,
            }
            collectors[self.kind](self.lines, collected)


def _table(
    path: str | os.PathLike[str], lines: Lines, one_document: bool, columns: Sequence[str] = ()
) -> LinkTable | None:
    try:
        return LinkTable.of(lines, one_document, columns)
    except FormatError as error:
        raise error_in(path, str(error)) from None


def _is_object(line: str) -> bool:
    try:
        return isinstance(parsed(line), dict)
    except FormatError:
        return False


def _read_lines(path: str | os.PathLike[str], encoding: str | None) -> list[tuple[int, str]]:
    """Return the lines of a text file, plain or gzipped and in any encoding, that are not blank, with their numbers."""
    data = read_bytes(path)
    if data[:2] == b"\x1f\x8b":
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise FormatError(f"{path}: not a complete gzip file: {error}") from None
    lines = enumerate(decode(data, str(path), encoding).split("\n"), start=1)
    return [(number, line.rstrip("\r")) for number, line in lines if line.strip()]
