"""Turn a table cell into a Document.

A cell is one of these, detected from its content:

- text, read as by `Document.from_text`;
- with a separator, sentences joined by it: `One.|||Two.` White space around sentences and empty sentences are dropped.
  A line end inside the cell starts a new paragraph, unless the separator contains one;
- a list of sentences (one paragraph), or a list of paragraphs, each a list of sentences (JSONL and Parquet only). They
  are taken verbatim, including empty sentences, so that indices mean the same as in the table.

Caller: `table`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from vicinal.corpus.readers.table_rows import Cell
from vicinal.errors import InputError
from vicinal.text.document import Document, documents_of
from vicinal.text.reading import Reading, settled

Paragraphs = tuple[tuple[str, ...], ...]


class EmptyCellError(InputError):
    """A cell without any text."""


def content_of_cell(cell: Cell, column: str, separator: str = "") -> str | Paragraphs:
    """Return the text in a cell, or its paragraphs if it has sentences; raise InputError if there is neither.

    EmptyCellError is raised if there is no text at all.
    """
    if cell is None:
        raise EmptyCellError(f"column {column!r} is null")
    if not isinstance(cell, str):
        return _paragraphs(cell, column)
    found: str | Paragraphs = _separated(cell, separator) if separator else cell
    if not found or (isinstance(found, str) and not found.replace("\ufeff", "").strip()):
        raise EmptyCellError(f"column {column!r} is empty")
    return found


def documents_of_cells(cells: Sequence[str | Paragraphs], reading: Reading, id: str) -> list[Document]:
    """Return the documents of the contents of a row's cells; what the reading leaves open, they decide together."""
    texts = [cell for cell in cells if isinstance(cell, str)]
    if not texts:
        return [Document.of_checked(cell, id, reading.language) for cell in cells if not isinstance(cell, str)]
    decided = settled(reading, texts)
    read = iter(documents_of(texts, decided, [id] * len(texts)))
    return [next(read) if isinstance(cell, str) else Document.of_checked(cell, id, decided.language) for cell in cells]


def _paragraphs(cell: tuple[str | tuple[str, ...], ...], column: str) -> Paragraphs:
    """Return the paragraphs of a list; to be fast, look only at the first sentence with text."""
    kinds = set(map(type, cell))
    if kinds == {tuple}:
        paragraphs = cast("Paragraphs", cell)
    elif kinds == {str}:
        paragraphs = (cast("tuple[str, ...]", cell),)
    elif kinds:
        raise InputError(f"column {column!r} mixes sentences and lists of sentences; use one or the other")
    else:
        raise EmptyCellError(f"column {column!r} is an empty list")
    for paragraph in paragraphs:
        for sentence in paragraph:
            if sentence and not sentence.isspace():
                return paragraphs
    raise EmptyCellError(f"column {column!r} is a list without any text")


def _separated(cell: str, separator: str) -> Paragraphs:
    blocks = [cell] if separator.splitlines() != [separator] else cell.splitlines()
    paragraphs = (tuple(filter(None, map(str.strip, block.split(separator)))) for block in blocks)
    return tuple(filter(None, paragraphs))
