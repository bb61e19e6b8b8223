"""Which columns of a table hold the texts and the ids, and what separates the sentences of a cell: by what is usual.

Callers: `table_guesses`, for settings that the user leaves open, and `level_table_columns`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from typing import Any

from vicinal.corpus.readers.table_rows import KNOWN_IDS, Cell, Label, Row, legible
from vicinal.errors import InputError

SOURCE, TARGET = "source", "target"
# Originals and simpler versions, as corpora call them.
_KNOWN = (
    (SOURCE, TARGET),
    ("complex", "simple"), ("complex", "simplified"), ("normal", "simple"), ("normal", "simplified"),
    ("original", "simplified"), ("original", "simple"), ("original", "simplification"), ("original", "adapted"),
    ("regular", "simple"), ("standard", "simple"), ("expert", "simple"), ("expert", "lay"), ("technical", "plain"),
    ("src", "tgt"), ("src", "trg"), ("src", "dst"), ("r_content", "s_content"),
    ("advanced", "elementary"), ("adv", "ele"), ("difficult", "easy"), ("hard", "easy"),
    ("standard", "leicht"), ("original", "vereinfacht"), ("complexe", "simple"), ("original", "simplifié"),
    ("original", "simplificado"), ("complejo", "simple"), ("complesso", "semplice"), ("originale", "semplificato"),
)  # fmt: skip
_BETWEEN = ("intermediate", "int")  # levels between those that are read
# Words beside these names that say nothing: complex_text, simple_article.
_FILLING = re.compile(r"[ _-]?(?:text|texts|content|doc|docs|document|article|sentence|sentences|sents|paragraph)$")
_SEPARATORS = ("<s>", "</s>", "|||", "<sep>", "<SEP>", "[SEP]")
_WORD = re.compile(r"[^\W\d_]")
_SENTENCE_ENDS = re.compile(r"\w{3}[.!?]\W*\s+\w|[。！？]\w")  # and another sentence begins
_ITEMS = 5  # of a list that tell whether it has words
_REPEATED, _LEAST_REPEATED = 0.2, 3  # rows whose label is not new, by share and by number
_SHORT = 1000  # characters of a paragraph
_LISTED = 6  # pairs of columns that fit
_CELLS = 0.25  # the share of a column's cells that have a separator inside


def text_columns(names: Sequence[str], source: str | None, target: str | None, shown: str) -> tuple[str, str]:
    """Return the columns of the two texts.

    Columns that are called source and target are taken if they are there, else the one pair of columns whose names are
    usual. If there is none, these two names are returned, for the message that they are missing.

    Args:
        names: All columns.
        source: The column of the originals, if the user named it.
        target: The column of the simpler versions, if the user named it.
        shown: The name of the file in messages.

    Raises:
        InputError: More than one pair of columns has usual names.
    """
    wanted = (source or SOURCE, target or TARGET)
    if (source and target) or {*wanted} <= {*names}:
        return wanted
    plain = {name: name.casefold() for name in names}
    found = _fitting(plain, source, target)
    if not found:
        found = _fitting({name: without_filling(low) for name, low in plain.items()}, source, target)
    if len(found) > 1:
        listed = ", ".join(f"{legible(first)} and {legible(second)}" for first, second in found[:_LISTED])
        raise InputError(
            f"{shown}: more than one pair of columns may hold the texts ({listed}); "
            "name yours with --source-column and --target-column"
        )
    return found[0] if found else wanted


def without_filling(name: str) -> str:
    """Return the name of a column, in lower case, without a word at its end that says nothing.

    >>> without_filling("complex_text")
    'complex'
    """
    return _FILLING.sub("", name)


def _fitting(names: dict[str, str], source: str | None, target: str | None) -> list[tuple[str, str]]:
    """Return pairs of columns that are called like a known pair, a few for each; names are those to compare."""
    called: dict[str, list[str]] = {}
    for name, low in names.items():
        called.setdefault(low, []).append(name)
    found: list[tuple[str, str]] = []
    for known in _KNOWN:
        firsts = (name for name in called.get(known[0], ()) if source in (None, name))
        seconds = [name for name in called.get(known[1], ()) if target in (None, name)]
        found += islice(((first, second) for first in firsts for second in seconds), _LISTED)
    return found


def has_words(rows: Sequence[Row]) -> bool:
    """Tell whether both columns of texts of some rows hold words, not only numbers and signs."""
    return all(any(_WORD.search(_start(cell)) for cell in column) for column in _columns(rows))


def _start(cell: Any) -> str:
    """Return the text in a cell, or the start of the list in it."""
    return cell if isinstance(cell, str) else " ".join(map(str, (cell or ())[:_ITEMS]))


def _columns(rows: Sequence[Row]) -> list[list[Cell]]:
    return [[row.source for row in rows], [row.target for row in rows]]


def levels_between(names: Iterable[str]) -> list[str]:
    """Return the columns that hold levels between the two that are usual, and are not read."""
    return [name for name in names if name.casefold() in _BETWEEN]


def id_columns(names: Sequence[Sequence[str]]) -> list[str]:
    """Return the columns that usually hold ids and are in all files, best first."""
    return [id for id in KNOWN_IDS if all(id in one for one in names)]


def has_repeated_ids(rows: Iterable[Row]) -> bool:
    """Tell whether an id comes twice, or is missing, in a sample of a file."""
    ids = [row.id for row in rows]
    return len({*ids}) < len(ids) or None in ids or "" in ids


def has_runs(labels: Sequence[Label]) -> bool:
    """Tell whether many rows have the same label as the row before, as parts of a document have its name."""
    return _are_many(sum(one == other and one not in (None, "") for one, other in pairwise(labels)), len(labels))


def has_many_repeats(labels: Sequence[Label]) -> bool:
    """Tell whether many rows have a label that was there before, so that it cannot be the id of a row."""
    known = [label for label in labels if label not in (None, "")]
    return _are_many(len(known) - len({*known}), len(labels))


def _are_many(repeated: int, rows: int) -> bool:
    return repeated >= max(_LEAST_REPEATED, _REPEATED * rows)


def are_short(rows: Sequence[Row]) -> bool:
    """Tell whether the texts of rows are as short as sentences or paragraphs, on average."""
    sizes = [len(cell) for column in _columns(rows) for cell in column if isinstance(cell, str)]
    return bool(sizes) and sum(sizes) < _SHORT * len(sizes)


def has_lists_of_paragraphs(cells: Iterable[Cell]) -> bool:
    """Tell whether most items of the lists in some cells hold several sentences."""
    items = [item for cell in cells if isinstance(cell, tuple) for item in cell if isinstance(item, str)]
    return sum(bool(_SENTENCE_ENDS.search(item)) for item in items) > len(items) / 2


def separator_in(rows: Sequence[Row]) -> str:
    """Return what evidently separates the sentences of cells; "" if nothing does, or more than one thing might.

    It must stand between words in a good part of the cells of both columns.
    """
    texts = [[cell for cell in column if isinstance(cell, str) and cell.strip()] for column in _columns(rows)]
    evident = [
        separator
        for separator in _SEPARATORS
        if all(cells and sum(_separates(separator, cell) for cell in cells) >= _CELLS * len(cells) for cells in texts)
    ]
    return evident[0] if len(evident) == 1 else ""


def _separates(separator: str, cell: str) -> bool:
    before, found, after = cell.partition(separator)
    return bool(found and before.strip() and after.strip())
