"""What the user of a table with several levels leaves open, recognised from its start, and notes that say so.

Callers: `level_table`, and `vicinal.corpus.readers` to detect such a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from vicinal.corpus.readers.file_levels import chosen_pairs
from vicinal.corpus.readers.level_table_columns import (
    GROUP,
    LEVEL,
    PARAGRAPH,
    TEXT,
    has_shared_paragraphs,
    in_order,
    is_group,
    is_long,
    is_sentence_column,
    named,
    wide_levels,
)
from vicinal.corpus.readers.table_file import TableFile, table_files
from vicinal.corpus.readers.table_guesses import WHOLE_FILE, guesses_notes
from vicinal.corpus.readers.table_rows import Columns, Row, check_json, legible
from vicinal.errors import InputError, VicinalError

_OWN = ("level_column", "text_column", "paragraph_column", "row")  # settings that no other table has
_OTHERS = ("source_column", "target_column", "id_column", "separator")  # settings of tables with two versions


class Settings(NamedTuple):
    """The settings of a `LevelTable` that can be recognised, with its names; None for those that are open."""

    group_by: str | None
    level_column: str | None
    text_column: str | None
    paragraph_column: str | None
    row: str | None
    levels: tuple[str, ...]


def is_level_table(path: str, settings: Mapping[str, Any]) -> bool:
    """Tell whether a table has several levels, by the settings that are given, or else by its columns."""
    if any(name in settings for name in _OWN):
        return True
    if any(name in settings for name in _OTHERS):
        return False
    try:
        file = table_files([path], (), settings.get("encoding"), settings.get("delimiter"))[0]
        names = file.names()
    except VicinalError:  # `table` says what is wrong
        return False
    wants_levels = "pairs" in settings or "levels" in settings
    return is_long(names) or (wants_levels and bool(wide_levels(names, settings.get("levels", ()))))


def recognised_settings(files: Sequence[TableFile], given: Settings, pairs: str) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings that were given, and for each that is open, what the files tell; and notes on these.

    Args:
        files: The files of the table.
        given: The settings.
        pairs: Which levels are paired, for the notes.

    Raises:
        InputError: A file is missing or not a table, or a column is not there, or is not recognised.
    """
    file = next((one for one in files if one.names()), files[0])
    names = file.names()
    for one in files:
        _check_columns(one, given)
    level = given.level_column
    wide = wide_levels(names, given.levels) if not level else ()
    if level is None:
        level = "" if given.levels and wide else named(_without(names, given), LEVEL)
    if not level:
        if not wide:
            raise _unknown(file, names, "the levels", "--level-column, or the columns of all levels with --level")
        return _wide(files, names, given, wide, pairs)
    taken = given._replace(level_column=level)
    text = taken.text_column or named(_without(names, taken), (*TEXT, *PARAGRAPH[:1]))
    if text is None:
        raise _unknown(file, names, "the texts", "--text-column")
    taken = taken._replace(text_column=text)
    if taken.paragraph_column is None:
        taken = taken._replace(paragraph_column=named(_without(names, taken), PARAGRAPH) or "")
    if taken.group_by is None:
        candidates = (named(_without(names, taken), (name,)) for name in GROUP)
        group = next((one for one in candidates if one and is_group(_sample(file, taken, one))), None)
        if group is None:
            raise _unknown(file, names, "the articles", f"--group-by ('{WHOLE_FILE}' if each file is an article)")
        taken = taken._replace(group_by=group)
    rows = _sample(file, taken, taken.group_by)
    if taken.row is None:
        are_sentences = is_sentence_column(text) or (bool(taken.paragraph_column) and has_shared_paragraphs(rows))
        taken = taken._replace(row="sentence" if are_sentences else "paragraph")
    found = list(dict.fromkeys(str(row.level).strip() for row in rows if row.level not in (None, "")))
    levels, is_sure = (list(given.levels), True) if given.levels else in_order(found, level)
    return taken, _notes(files, given, taken, levels, pairs, is_sure)


def _wide(
    files: Sequence[TableFile], names: Sequence[str], given: Settings, levels: tuple[str, ...], pairs: str
) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings of a table with a column for each level, and notes on them."""
    group = given.group_by
    if group is None:
        group = named((name for name in names if name not in levels), GROUP) or ""
    taken = Settings(group, "", levels[0], given.paragraph_column or "", given.row or "paragraph", levels)
    return taken, _notes(files, given, taken, levels, pairs, True)


def _notes(
    files: Sequence[TableFile], given: Settings, taken: Settings, levels: Sequence[str], pairs: str, is_sure: bool
) -> tuple[str, ...]:
    """Return what was recognised and how to change it."""
    found: dict[str, str] = {}
    if taken.level_column:
        if given.text_column is None:
            found["--text-column"] = f"the texts in {taken.text_column!r}"
        if given.row is None:
            found["--row"] = f"each row a {taken.row}"
        if given.paragraph_column is None and taken.paragraph_column:
            found["--paragraph-column"] = f"paragraphs by {taken.paragraph_column!r}"
    if given.group_by is None:
        found["--group-by"] = f"articles by {taken.group_by!r}" if taken.group_by else "each row an article"
    by = f" by {taken.level_column!r}" if taken.level_column and given.level_column is None else ""
    order = "" if is_sure else " in the order of the table"
    if by or order or not given.levels:
        found["--level-column, --level" if by else "--level"] = f"levels{by}{order}: {', '.join(levels)}"
    if len(levels) > 2:
        paired = pairs
        with suppress(InputError):  # a level that the sample does not have
            paired = ", ".join(f"{levels[i]}-{levels[k]}" for i, k in chosen_pairs(pairs, levels))
        found["--pairs"] = f"paired {paired}"
    others = guesses_notes(files, None, "", "")
    if not found:
        return others
    return (f"read {', '.join(found.values())} (recognised); change it with {', '.join(found)}", *others)


def _check_columns(file: TableFile, given: Settings) -> None:
    """Raise InputError if a file lacks a column that was given."""
    names = file.names()
    flags = {"text_column": "--text-column", "level_column": "--level-column", "paragraph_column": "--paragraph-column"}
    for setting, flag in {**flags, "group_by": "--group-by"}.items():
        column = getattr(given, setting)
        if setting == "group_by" and column == WHOLE_FILE:
            if WHOLE_FILE in names:
                raise InputError(f"{file.shown}: has a column {WHOLE_FILE!r}; rename it, or group by another column")
        elif column and names and column not in names:
            raise InputError(
                f"{file.shown}: has no column {column!r}; it has: {_listed(names)}; name yours with {flag}"
            )


def _sample(file: TableFile, taken: Settings, group: str | None) -> list[Row]:
    """Return some rows of a file."""
    group = "" if group in (None, WHOLE_FILE) else group
    columns = Columns(
        taken.text_column or "", "", "", "", "", group or "", taken.level_column or "", taken.paragraph_column or ""
    )
    if file.kind in ("json", "jsonl"):
        check_json(columns, file.shown)
    return list(file.sample(columns))


def _without(names: Iterable[str], taken: Settings) -> list[str]:
    """Return the columns that have no role yet."""
    return [name for name in names if name not in taken]


def _unknown(file: TableFile, names: Sequence[str], what: str, ask: str) -> InputError:
    return InputError(
        f"{file.shown}: cannot tell which column has {what}; it has: {_listed(names)}; name it with {ask}"
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(legible, names[:20])) + (", ..." if len(names) > 20 else "")
