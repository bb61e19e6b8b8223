"""The table that people correct: its columns and its rows, for `.xlsx` and `.csv`.

A row is a link, or a sentence without one, in reading order (`reading_order`); cells hold sentences with their numbers
(`sentence_cell`). Only pair, source, target, unsure and comment are read back (`corrected_table`). The other columns
are for people, but for `was`: the sentences of the row as it was exported tell whether its score still holds, and the
size of the texts whether rows are missing, or come from another table.

Ids, texts and comments never begin like a formula: all but comments begin with a bracket, and in `.csv` a comment that
begins like one has a tab in front.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import NamedTuple

from vicinal.alignment import Aligned
from vicinal.errors import FormatError, InputError
from vicinal.formats.reading_order import Row, marks_of, rows_of
from vicinal.formats.sentence_cell import EMPTY, cell_of, restored, safe
from vicinal.lazy_pattern import pattern
from vicinal.text.document import Document

COLUMNS = MappingProxyType(
    {
        "pair": "number and name of the document pair",
        "link": "number of the link in its pair, from 1; empty for a sentence without one",
        "source": "source sentences, one a line, each with its number from 1",
        "target": "target sentences, likewise",
        "kind": "number of sentences on each side: 1-1, 1-N, N-1 or N-N; or source only, target only",
        "score": "of global: how probable it is that the link is exactly right; else: how similar its sides are",
        "unsure": "yes if an annotator was unsure",
        "comment": "what an annotator noted",
        "was": "the sentence numbers of the row as it was exported, and how many sentences the two texts have",
    }
)
YES = "yes"
_WAS = pattern(r"(\[[0-9 ]*\|[0-9 ]*\])(?: of ([0-9]{1,9}) \| ([0-9]{1,9}))?")


class Record(NamedTuple):
    """The cells of a row; the order is that of COLUMNS."""

    pair: str
    link: int | None
    source: str
    target: str
    kind: str
    score: float | None
    unsure: str
    comment: str
    was: str


def columns(corpus: bool) -> tuple[str, ...]:
    """Return the columns of a table; that of one alignment has no column for the pair."""
    return tuple(COLUMNS)[0 if corpus else 1 :]


def records_of(one: Aligned, number: int, longest: int | None = None) -> Iterator[tuple[Row, Record]]:
    """Yield the rows of a pair and their cells.

    Args:
        one: The pair.
        number: Its number in the table, from 1.
        longest: How many characters fit into a cell; None for any number.

    Raises:
        InputError: A link has too many sentences for a cell.
    """
    alignment = one.alignment
    notes = {(note.source, note.target): note for note in one.notes}
    pair = f"[{number}] {safe(alignment.id or '')}".rstrip()
    sides = [(document, marks_of(document)) for document in (alignment.source, alignment.target)]
    size = f" of {len(alignment.source.sentences)} | {len(alignment.target.sentences)}"
    links = 0
    for row in rows_of(alignment):
        if row.link is None and not notes:  # most rows of a long document
            side = 0 if row.source else 1
            cell = _cell(*sides[side], row.target or row.source, longest)
            was = f"[{row.source[0] + 1} |]{size}" if row.source else f"[| {row.target[0] + 1}]{size}"
            yield row, Record(pair, None, "" if side else cell, cell if side else "", row.kind, None, "", "", was)
            continue
        links += row.link is not None
        try:
            source, target = (_cell(*side, indices, longest) for side, indices in zip(sides, row[:2], strict=True))
        except FormatError as error:
            raise InputError(f"pair {number}, link {links}: {error}") from None
        note = notes.get(row[:2])
        yield (
            row,
            Record(
                pair,
                links if row.link else None,
                source,
                target,
                row.kind,
                row.link.score if row.link else None,
                YES if note and note.unsure else "",
                safe_lines(note.comment.strip()) if note else "",
                was_of(row.source, row.target) + size,
            ),
        )


def was_of(source: Sequence[int], target: Sequence[int]) -> str:
    """Return the sentence numbers of a row, from 1: what the column `was` begins with.

    >>> was_of([0, 1], [2]), was_of([], [3])
    ('[1 2 | 3]', '[| 4]')
    """
    sides = [" ".join(str(index + 1) for index in side) for side in (source, target)]
    return f"[{f'{sides[0]} | {sides[1]}'.strip()}]"


class Was(NamedTuple):
    """What the column `was` says: the sentence numbers, and the size of both texts; "" and None if it says nothing."""

    numbers: str
    sizes: tuple[int, int] | None


def read_was(cell: str) -> Was:
    """Return what a cell of the column `was` says.

    >>> read_was("[1 2 | 3] of 9 | 8"), read_was("[| 4]")
    (Was(numbers='[1 2 | 3]', sizes=(9, 8)), Was(numbers='[| 4]', sizes=None))
    """
    found = _WAS.fullmatch(" ".join(cell.split()))
    if found is None:
        return Was("", None)
    return Was(found[1], (int(found[2]), int(found[3])) if found[2] else None)


def safe_lines(text: str) -> str:
    """Return a text of several lines that any spreadsheet keeps as it is."""
    return "\n".join(map(safe, text.replace("\r\n", "\n").split("\n")))


def restored_lines(text: str) -> str:
    """Return the text that `safe_lines` was given."""
    return "\n".join(map(restored, text.split("\n")))


def _cell(document: Document, marks: dict[int, str], indices: Sequence[int], longest: int | None) -> str:
    if longest is None and len(indices) == 1:  # most cells
        (index,) = indices
        return f"[{marks.get(index, '')}{index + 1}] {safe(document.sentences[index]) or EMPTY}"
    return cell_of(((marks.get(index, ""), index, document.sentences[index]) for index in indices), longest)
