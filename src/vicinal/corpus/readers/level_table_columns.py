"""The columns of a table with several levels, recognised by their names, and the order of the levels.

A long table has a column for the text, one for the level, one for the article, and perhaps one for the paragraph. A
wide one has a column for each level.

Callers: `level_table`, and `vicinal.corpus.readers` to detect such a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from vicinal.corpus.readers.table_columns import text_columns, without_filling
from vicinal.corpus.readers.table_rows import Row
from vicinal.errors import InputError

# The usual names, best first.
LEVEL = ("level", "version", "grade", "grade_level", "reading_level", "simplification_level", "nivel", "niveau")
TEXT = ("sentence_text", "paragraph_text", "text", "sentence", "content", "texto", "texte")
PARAGRAPH = ("paragraph", "paragraph_id", "paragraph_number", "paragraph_index", "par_id", "para_id")
GROUP = (
    *("production_id", "article_id", "article", "document_id", "doc_id", "document", "pair_id", "group_id", "group"),
    *("slug", "title", "name", "text_id", "id"),
)
_SENTENCES = ("sentence", "sent")  # how the name of a column begins that has a sentence a row
_GRADES = ("grade", "grade_level")  # school grades: the original has the highest
# Levels from the original to the simplest, as corpora call them.
_ORDERS = (
    ("ori", "nat", "str"), ("original", "natural", "strong"), ("adv", "int", "ele"),
    ("advanced", "intermediate", "elementary"), ("c2", "c1", "b2", "b1", "a2", "a1"),
    ("original", "simple"), ("original", "simplified"), ("original", "easy"), ("original", "plain"),
    ("complex", "simple"), ("normal", "simple"), ("standard", "simple"), ("regular", "simple"), ("expert", "lay"),
    ("source", "target"), ("src", "tgt"), ("difficult", "easy"), ("hard", "easy"),
    ("standard", "einfach", "leicht"), ("original", "einfach", "leicht"), ("original", "vereinfacht"),
    ("original", "simplificado"), ("original", "simplifié"), ("originale", "semplificato"),
)  # fmt: skip


def named(names: Iterable[str], known: Sequence[str]) -> str | None:
    """Return the column with the best of the known names, in any case; None if there is none."""
    plain: dict[str, str] = {}
    for name in names:
        plain.setdefault(name.casefold(), name)
    return next((plain[name] for name in known if name in plain), None)


def is_long(names: Sequence[str]) -> bool:
    """Tell whether a table has a column for the levels and one for the text, but none for each of two versions."""
    if named(names, LEVEL) is None or named(names, (*TEXT, *PARAGRAPH[:1])) is None:
        return False
    try:
        return not {*text_columns(names, None, None, "")} <= {*names}
    except InputError:  # more than one pair of columns
        return False


def wide_levels(names: Sequence[str], given: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the columns of a wide table that hold three or more levels, the original first; none if it has no such.

    Args:
        names: All columns.
        given: The levels that the user named: these are taken if they all are columns.
    """
    if given:
        return tuple(given) if {*given} <= {*names} else ()
    plain = {without_filling(name.casefold()): name for name in names}
    found = (tuple(plain[level] for level in order if level in plain) for order in _ORDERS)
    return next((columns for columns in found if len(columns) > 2), ())


def is_sentence_column(name: str) -> bool:
    """Tell whether the name of a column says that it has a sentence a row."""
    return name.casefold().startswith(_SENTENCES)


def has_shared_paragraphs(rows: Iterable[Row]) -> bool:
    """Tell whether rows that follow each other are of the same paragraph, and so are sentences."""
    return any(
        (one.group, one.level, one.paragraph) == (other.group, other.level, other.paragraph)
        for one, other in pairwise(rows)
    )


def is_group(rows: Sequence[Row]) -> bool:
    """Tell whether a column may name the article: one has several levels, and the rows of each follow each other."""
    levels: dict[object, set[object]] = {}
    last: object = None
    for row in rows:
        if row.group != last and row.group in levels:
            return False
        last = row.group
        levels.setdefault(last, set()).add(row.level)
    return any(len(found) > 1 for found in levels.values())


def in_order(levels: Sequence[str], column: str) -> tuple[list[str], bool]:
    """Return levels from the original to the simplest, and whether that is certain, not the order of appearance.

    Args:
        levels: The levels, in the order in which they appear.
        column: The name of their column: grades go down.
    """
    if all(level.isdecimal() for level in levels):
        return sorted(levels, key=int, reverse=column.casefold() in _GRADES), True
    plain = {level: level.casefold() for level in levels}
    for order in _ORDERS:
        if {*plain.values()} <= {*order}:
            return sorted(levels, key=lambda level: order.index(plain[level])), True
    return list(levels), False
