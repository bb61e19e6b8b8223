"""One line of a shard: a pair with its whole alignment, as JSON.

    {"levels": ["source", "target"], "origin": "",
     "source": {"id": "a", "language": "en", "paragraphs": [["A sentence.", "Another."]]}, "target": {...},
     "paragraphs": [[[0], [0], 0.81]], "sentences": [[[0, 1], [0], 0.7]],
     "steps": [["paragraph", null, "start", [0, 0], 0.7], ["sentence", null, "start", [0, 0], 0.5], ...]}

A link is its source, its target and its score; a step its level, where the search stood, the vicinity, the cell and the
similarity. "cells" is there only if the cells are not those of the sentence steps, in their order. The signature is the
same for a whole run and stands in its manifest.

msgspec reads and writes it: checked against the types below, and several times faster than the json module, which would
otherwise take longer than the alignment itself. What the compiled kernel found it writes itself, as the same bytes.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import msgspec

from vicinal.alignment import Aligned, Alignment, Cell, Link, Step
from vicinal.corpus.pair import Pair
from vicinal.errors import FormatError, InputError
from vicinal.text.document import Document

Paragraphs = tuple[tuple[str, ...], ...]
LinkRow = tuple[tuple[int, ...], tuple[int, ...], float]
StepRow = tuple[str, Cell | None, str, Cell, float]


class Version(msgspec.Struct, frozen=True, gc=False):
    """One document of a record."""

    id: str | None
    language: str | None
    paragraphs: Paragraphs


class Texts(msgspec.Struct, frozen=True, gc=False):
    """The first part of a record: the pair."""

    levels: tuple[str, str]
    origin: str
    source: Version
    target: Version


class Findings(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The second part of a record: what was found."""

    paragraphs: tuple[LinkRow, ...]
    sentences: tuple[LinkRow, ...]
    steps: tuple[StepRow, ...]
    cells: tuple[Cell, ...] | None = None


class Record(msgspec.Struct, frozen=True, gc=False):
    """One pair of a run: both parts."""

    levels: tuple[str, str]
    origin: str
    source: Version
    target: Version
    paragraphs: tuple[LinkRow, ...]
    sentences: tuple[LinkRow, ...]
    steps: tuple[StepRow, ...]
    cells: tuple[Cell, ...] | None = None


_LINK_ROW = attrgetter("source", "target", "score")
_STEP_ROW = attrgetter("level", "stood", "vicinity", "cell", "similarity")
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Record)


def encode(pair: Pair, alignment: Alignment) -> bytes:
    """Return a pair and its alignment as one line, with its line end."""
    texts = Texts(pair.levels, pair.origin, _version(alignment.source), _version(alignment.target))
    # A kernel that was built before it could write is as good as none.
    write: Any = getattr(alignment.result, "json", None)
    findings = write() if write else _findings(alignment)
    return b"".join((memoryview(_ENCODER.encode(texts))[:-1], b",", findings, b"}\n"))


def decode(line: bytes, signature: str) -> Aligned:
    """Return the alignment of a line; signature is that of its run.

    Raises:
        FormatError: The line is no record.
    """
    try:
        record = _DECODER.decode(line)
        cells = record.cells
        alignment = Alignment(
            _document(record.source),
            _document(record.target),
            tuple(Link(*row) for row in record.paragraphs),
            tuple(Link(*row) for row in record.sentences),
            tuple(cell for level, _, _, cell, _ in record.steps if level == "sentence") if cells is None else cells,
            tuple(Step(*row) for row in record.steps),
            signature,
        )
    except (msgspec.DecodeError, InputError, UnicodeDecodeError) as error:
        raise FormatError(f"is no record of a run: {error}") from None
    return Aligned(alignment, record.levels, record.origin)


def _findings(alignment: Alignment) -> bytes:
    """Return the second part of a record, without the braces."""
    cells = tuple(step.cell for step in alignment.steps if step.level == "sentence")
    findings = Findings(
        tuple(map(_LINK_ROW, alignment.paragraphs)),
        tuple(map(_LINK_ROW, alignment.sentences)),
        tuple(map(_STEP_ROW, alignment.steps)),
        None if cells == alignment.cells else alignment.cells,
    )
    return _ENCODER.encode(findings)[1:-1]


def _version(document: Document) -> Version:
    return Version(document.id, document.language, document.paragraphs)


def _document(version: Version) -> Document:
    return Document.of_checked(version.paragraphs, version.id, version.language)
