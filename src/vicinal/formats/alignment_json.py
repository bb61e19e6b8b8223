"""`.json`: the whole alignment, readable by people and read back equal.

A document has "headings", the indices of the paragraphs that are, only if it has any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from vicinal.alignment import Aligned, Alignment
from vicinal.errors import FormatError
from vicinal.formats.link_rows import probabilities
from vicinal.json_text import compact, converted, items, members, parsed
from vicinal.link import Link
from vicinal.text.document import Document

FORMAT = "vicinal-alignment/1"
_MOST_WITH_CHANGES = 5000  # links


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the one alignment that a file holds."""
    del corpus, names
    for alignment, *_ in aligned:
        yield 0, render(alignment)


def render(alignment: Alignment) -> str:
    """Return an alignment as JSON: one line a paragraph, a link, a step."""
    data = {
        "format": compact(FORMAT),
        "signature": compact(alignment.signature),
        "source": _document(alignment.source),
        "target": _document(alignment.target),
        "paragraphs": items(map(link_of, alignment.paragraphs), 2),
        "sentences": items(_links_and_changes(alignment), 2),
        "cells": compact(alignment.cells),
        "unaligned_source": compact(alignment.unaligned_source),
        "unaligned_target": compact(alignment.unaligned_target),
        "steps": items(map(vars, alignment.steps), 2),
    }
    return members(data, 1) + "\n"


def parse(text: str, writer: str = "vicinal align -o FILE.json") -> Alignment:
    """Return the alignment that `render` wrote.

    Args:
        text: What was written.
        writer: What writes such a text, for errors.

    Raises:
        FormatError: The text is not JSON, or not an alignment.
    """
    data = parsed(text)
    try:
        return converted(data, Alignment, FORMAT)
    except FormatError as error:
        raise FormatError(f"not an alignment: {error}; write one with {writer}") from None


def _document(document: Document) -> str:
    data = {"id": compact(document.id), "language": compact(document.language)}
    if document.headings:
        data["headings"] = compact(document.headings)
    return members({**data, "paragraphs": items(document.paragraphs, 3)}, 2)


def link_of(link: Link) -> dict[str, Any]:
    """Return a link as it is written; `.alignments.jsonl` has the same."""
    return {"kind": link.kind, "score": link.score, "source": link.source, "target": link.target}


def sentence_links(alignment: Alignment) -> Iterator[dict[str, Any]]:
    """Yield the sentence links, with their probability beside the score; None if the method has none."""
    for link, probability in zip(alignment.sentences, probabilities(alignment), strict=True):
        yield {"kind": link.kind, "score": link.score, "probability": probability} | link_of(link)


def _links_and_changes(alignment: Alignment) -> Iterator[dict[str, Any]]:
    for link, data in zip(alignment.sentences, sentence_links(alignment), strict=True):
        if data["probability"] is None:
            del data["probability"]
        yield data | _changes(alignment, link)


def _changes(alignment: Alignment, link: Link) -> dict[str, Any]:
    """Return the word-level changes of a link; none for books, where finding them takes longer than aligning."""
    from vicinal.rewriting.operations import Changes  # words and stems, which only this needs

    if len(alignment.sentences) > _MOST_WITH_CHANGES:
        return {}
    return {"changes": Changes.of(alignment, link).as_json()["changes"]}
