"""What the user of a table leaves open, recognised from the start of its files, and notes that say so.

Caller: `table`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from vicinal.corpus.readers.level_table_columns import GROUP
from vicinal.corpus.readers.table_columns import (
    are_short,
    has_lists_of_paragraphs,
    has_many_repeats,
    has_repeated_ids,
    has_runs,
    has_words,
    id_columns,
    levels_between,
    separator_in,
    text_columns,
)
from vicinal.corpus.readers.table_file import TableFile
from vicinal.corpus.readers.table_form import DELIMITERS
from vicinal.corpus.readers.table_rows import DEFAULT_ID, SAMPLE, Columns, check_json, find_columns
from vicinal.errors import InputError

WHOLE_FILE = "file"  # groups rows by file
_PARTS = "rows that follow each other have the same {!r}; if a row is a part of a document, add --group-by {}"
_DOCUMENTS = 4  # files that may be documents; fewer are train, valid and test
_FILES = 10  # that are sampled, spread over all


class Guesses(NamedTuple):
    """The settings of a table that can be recognised."""

    source: str
    target: str
    id: str
    separator: str


def guessed(
    files: Sequence[TableFile],
    columns: Columns,
    source: str | None,
    target: str | None,
    id: str | None,
    separator: str | None,
    *,
    is_by_file: bool = False,
) -> Guesses:
    """Return the settings that were given, and for each that is None, what the files tell.

    Args:
        files: The files of the table.
        columns: The other columns, which were given.
        source: The column of the originals.
        target: The column of the simpler versions.
        id: The column of the ids.
        separator: The separator between the sentences of a cell.
        is_by_file: Whether each file is a document; there must not be a column of that name, which could be meant.

    Raises:
        InputError: A file is missing or not a table, has no columns for the texts, or more than one pair of them fits.
    """
    names = [file.names() for file in files]
    known = next((index for index, found in enumerate(names) if found), 0)
    shown = files[known].shown
    others = {id, columns.origin, columns.language, columns.group}
    free = [name for name in names[known] if name not in others]
    source, target = _texts(_sampled(files), free, source, target, shown)
    wanted = columns._replace(source=source, target=target, id="")
    if files[known].kind in ("json", "jsonl"):
        check_json(wanted, shown)
    for file, found in zip(files, names, strict=True):
        if is_by_file and WHOLE_FILE in found:
            raise InputError(f"{file.shown}: has a column {WHOLE_FILE!r}; rename it, or group by another column")
    if names[known]:
        find_columns(Columns(source, target, "", "", ""), names[known], shown)
    sampled = _sampled(files)
    if id is None:
        id = next((name for name in id_columns(names) if _is_id(sampled, wanted, name)), DEFAULT_ID)
        if id == DEFAULT_ID and not columns.group and not is_by_file:
            _check_ids(sampled, names, wanted)
    if separator is None:
        separator = separator_in([row for file in sampled for row in file.sample(wanted)])
    return Guesses(source, target, id, separator)


def guesses_notes(
    files: Sequence[TableFile], texts: tuple[str, str] | None, id: str, separator: str
) -> tuple[str, ...]:
    """Return what was recognised and how to change it, and what seems to be wrong; nothing if all is as usual.

    Args:
        files: The files of the table.
        texts: The columns of the texts, if they were recognised.
        id: The column of the ids, if it was recognised.
        separator: The separator of sentences, if it was recognised.
    """
    found: dict[str, str] = {}
    layout = files[0].layout()
    if texts and texts != ("source", "target"):
        found["--source-column, --target-column"] = f"the columns {texts[0]!r} and {texts[1]!r}"
    if id and id != DEFAULT_ID:
        found["--id-column"] = f"ids from {id!r}"
    if files[0].kind in ("csv", "tsv") and files[0].delimiter is None:
        usual = "\t" if files[0].kind == "tsv" else ","
        if layout.form.delimiter != usual:
            found["--delimiter"] = f"cells separated by {DELIMITERS[layout.form.delimiter]}s"
    if separator:
        found["--separator"] = f"sentences separated by {separator!r}"
    between = levels_between(files[0].names()) if texts else []
    unread = f"; not read: {', '.join(map(repr, between))} (add --pairs all)" if between else ""
    notes = []
    if found:
        notes.append(f"read {', '.join(found.values())} (recognised){unread}; change it with {', '.join(found)}")
    for file in _sampled(files):
        if likely := file.layout().encoding.likely:
            notes.append(f"{file.shown}: has rows that are not UTF-8; if it is {likely}, give --encoding {likely}")
            break
        if file.has_utf8_among_others():
            notes.append(
                f"{file.shown}: has rows that are UTF-8 beside rows that are {file.encoding}; they are read as "
                f"{file.encoding}; save it as UTF-8"
            )
            break
    return tuple(notes)


def _sampled(files: Sequence[TableFile]) -> Sequence[TableFile]:
    return files[:: -(-len(files) // _FILES)]


def _check_ids(files: Sequence[TableFile], names: Sequence[Sequence[str]], columns: Columns) -> None:
    """Raise InputError if the column of the ids has the same value in many rows, so that they may be parts."""
    if not all(DEFAULT_ID in one for one in names):
        return
    for file in files:
        if has_many_repeats([row.id for row in file.sample(columns._replace(id=DEFAULT_ID))]):
            raise InputError(
                f"{file.shown}: many rows have the same {DEFAULT_ID!r}; if a row is a part of a document, "
                f"add --group-by {DEFAULT_ID}; else number the rows with --id-column ''"
            )


def parts_notes(files: Sequence[TableFile], columns: Columns) -> tuple[str, ...]:
    """Return a note if the rows of a table seem to be parts of documents; `columns` are those that are read."""
    sampled = _sampled(files)
    names = files[0].names()
    for name in [name for name in names if name.casefold() in GROUP and name not in columns]:
        with suppress(InputError):  # another file has no such column, or it holds no names
            rows = [list(file.sample(columns._replace(group=name))) for file in sampled]
            if any(has_runs([row.group for row in one]) and are_short(one) for one in rows):
                return (_PARTS.format(name, name),)
    if len(files) >= _DOCUMENTS and columns.id not in names:
        rows = [list(file.sample(columns)) for file in sampled]
        if all(len(one) < SAMPLE and are_short(one) for one in rows):
            return ("the rows of each file are numbered; if they are parts of one document, add --group-by file",)
    return ()


def lists_notes(files: Sequence[TableFile], columns: Columns) -> tuple[str, ...]:
    """Return a note if the lists in a column seem to hold paragraphs, which are read as sentences."""
    rows = [row for file in _sampled(files) for row in file.sample(columns)]
    for name, cells in zip(columns[:2], zip(*(row[1:3] for row in rows), strict=True), strict=False):
        if has_lists_of_paragraphs(cells):
            return (
                f"an item of a list is read as one sentence, but most in {name!r} hold several; "
                "give paragraphs as a text with blank lines between them",
            )
    return ()


def _texts(
    files: Sequence[TableFile], names: Sequence[str], source: str | None, target: str | None, shown: str
) -> tuple[str, str]:
    """Return the columns of the texts: those with usual names, or others if these hold no words, such as links."""
    usual = text_columns(names, source, target, shown)
    if source or target or not {*usual} <= {*names} or _have_words(files, usual):
        return usual
    others = text_columns([name for name in names if name not in usual], None, None, shown)
    return others if {*others} <= {*names} and others != usual and _have_words(files, others) else usual


def _have_words(files: Sequence[TableFile], texts: tuple[str, str]) -> bool:
    """Tell whether two columns hold words, as far as their start can be read."""
    with suppress(InputError):  # a type that is no text
        return has_words([row for file in files for row in file.sample(Columns(*texts, "", "", ""))])
    return False


def _is_id(files: Sequence[TableFile], columns: Columns, name: str) -> bool:
    """Tell whether a column may hold ids; one that is called id always may."""
    if name in columns[:2]:
        return False
    own = columns._replace(id=name)
    return name == DEFAULT_ID or not any(has_repeated_ids(file.sample(own)) for file in files)
