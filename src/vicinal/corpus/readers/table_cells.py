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

from typing import cast

from vicinal.corpus.readers.table_rows import Cell
from vicinal.errors import InputError
from vicinal.text.document import Document


def document_of(
    cell: Cell, column: str, id: str, language: str | None, separator: str = "", split: str = "auto"
) -> Document:
    """Return the document in a cell; raise InputError if it holds none."""
    if cell is None:
        raise InputError(f"column {column!r} is null")
    if not isinstance(cell, str):
        return Document.of_checked(_paragraphs(cell, column), id, language)
    if separator:
        document = Document.of_checked(_separated(cell, separator), id, language)
    else:
        document = Document.from_text(cell, language, split=split, id=id)
    if not document.paragraphs:
        raise InputError(f"column {column!r} is empty")
    return document


def _paragraphs(cell: tuple[str | tuple[str, ...], ...], column: str) -> tuple[tuple[str, ...], ...]:
    """Return the paragraphs of a list; to be fast, look only at the first sentence with text."""
    kinds = set(map(type, cell))
    if kinds == {tuple}:
        paragraphs = cast("tuple[tuple[str, ...], ...]", cell)
    elif kinds == {str}:
        paragraphs = (cast("tuple[str, ...]", cell),)
    elif kinds:
        raise InputError(f"column {column!r} mixes sentences and lists of sentences; use one or the other")
    else:
        raise InputError(f"column {column!r} is an empty list")
    for paragraph in paragraphs:
        for sentence in paragraph:
            if sentence and not sentence.isspace():
                return paragraphs
    raise InputError(f"column {column!r} is a list without any text")


def _separated(cell: str, separator: str) -> tuple[tuple[str, ...], ...]:
    blocks = [cell] if separator.splitlines() != [separator] else cell.splitlines()
    paragraphs = (tuple(filter(None, map(str.strip, block.split(separator)))) for block in blocks)
    return tuple(filter(None, paragraphs))
