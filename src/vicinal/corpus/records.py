"""Records: one line of a shard, a pair with its complete alignment, as JSON.

    {"levels": ["source", "target"], "origin": "",
     "source": {"id": "a", "language": "en", "paragraphs": [["A sentence.", "Another."]]}, "target": {...},
     "paragraphs": [[[0], [0], 0.81]], "sentences": [[[0, 1], [0], 0.7]],
     "steps": [["paragraph", null, "start", [0, 0], 0.7], ["sentence", null, "start", [0, 0], 0.5], ...]}

A document with headings also has "headings", the indices of the paragraphs that are. A link is source, target and
score. A step is level, previous cell, vicinity, cell and similarity. "cells" is present only if the cells differ from
those of the sentence steps. "relatedness" tells whether the documents are versions of each other (see `relatedness`);
it is missing where that cannot be told, and in older runs. The signature is the same for the whole run and stands in
its manifest.

msgspec validates against the types below, and is several times faster than the json module, which would take longer
than the alignment itself. What the compiled kernel found, it writes itself (`compiled/json_rows.pxi`), without making
links and steps.
"""

from __future__ import annotations

from math import isfinite
from operator import attrgetter

import msgspec

from vicinal.alignment import Aligned, Alignment, LinkRow, StepRow
from vicinal.corpus.contract import Pair
from vicinal.errors import FormatError, InputError
from vicinal.link import LEVELS, Cell, Link, Step
from vicinal.text.document import Document

Paragraphs = tuple[tuple[str, ...], ...]


class Version(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One document of a record."""

    id: str | None
    language: str | None
    paragraphs: Paragraphs
    headings: tuple[int, ...] = ()


class Texts(msgspec.Struct, frozen=True, gc=False):
    """The first part of a record: the pair."""

    levels: tuple[str, str]
    origin: str
    source: Version
    target: Version


class Brief(Texts, frozen=True, gc=False):
    """A record without paragraph links and steps, which take the most time to decode."""

    sentences: tuple[LinkRow, ...]
    relatedness: float | None = None


class Record(Texts, frozen=True, gc=False, omit_defaults=True):
    """A complete record."""

    paragraphs: tuple[LinkRow, ...]
    sentences: tuple[LinkRow, ...]
    steps: tuple[StepRow, ...]
    cells: tuple[Cell, ...] | None = None
    relatedness: float | None = None


class Found(Texts, frozen=True, gc=False, omit_defaults=True):
    """A complete record with links and steps that are already JSON, to be written only."""

    paragraphs: msgspec.Raw
    sentences: msgspec.Raw
    steps: msgspec.Raw
    relatedness: float | None = None


_LINK_ROW = attrgetter("source", "target", "score")
_STEP_ROW = attrgetter("level", "stood", "vicinity", "cell", "similarity")
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Record)
_BRIEF_DECODER = msgspec.json.Decoder(Brief)


def encode(pair: Pair, alignment: Alignment, relatedness: float | None = None) -> bytes:
    """Return a pair, its alignment and its relatedness as one line, including the line end."""
    lines = bytearray()
    append_line(lines, pair, alignment, relatedness)
    return bytes(lines)


def append_line(lines: bytearray, pair: Pair, alignment: Alignment, relatedness: float | None) -> None:
    """Append what `encode` returns; a shard is written into one buffer, without copies."""
    _ENCODER.encode_into(_record(pair, alignment, relatedness), lines, -1)
    lines += b"\n"


def _record(pair: Pair, alignment: Alignment, relatedness: float | None) -> Record | Found:
    texts = (pair.levels, pair.origin, _version(alignment.source), _version(alignment.target))
    if alignment.result is not None:
        paragraphs, sentences, steps = map(msgspec.Raw, alignment.result.json(_ENCODER.encode))
        return Found(*texts, paragraphs, sentences, steps, relatedness)
    cells = tuple(step.cell for step in alignment.steps if step.level == "sentence")
    return Record(
        *texts,
        tuple(map(_LINK_ROW, alignment.paragraphs)),
        tuple(map(_LINK_ROW, alignment.sentences)),
        tuple(map(_STEP_ROW, alignment.steps)),
        None if cells == alignment.cells else alignment.cells,
        relatedness,
    )


def decode(line: bytes, signature: str) -> Aligned:
    """Return the alignment of a line, with the signature of its run.

    Raises:
        FormatError: The line is not a record.
    """
    try:
        record = _DECODER.decode(line)
        source, target = _document(record.source), _document(record.target)
        cells = record.cells
        if cells is None:
            cells = tuple([cell for level, _, _, cell, _ in record.steps if level == "sentence"])
        paragraphs, sentences = _links(record.paragraphs), _links(record.sentences)
        parts = source, target, paragraphs, sentences, cells, _steps(record.steps), signature
        # What a run wrote fits; the constructor says what is wrong with anything else.
        alignment = Alignment.of_checked(*parts) if _fits(record, cells) else Alignment(*parts)
    except (msgspec.DecodeError, InputError, UnicodeDecodeError) as error:
        raise _not_a_record(error) from None
    return Aligned(alignment, record.levels, record.origin, record.relatedness)


def _fits(record: Record, cells: tuple[Cell, ...]) -> bool:
    """Tell whether all links, cells and steps are inside the documents, and all scores finite."""
    sentences = sum(map(len, record.source.paragraphs)), sum(map(len, record.target.paragraphs))
    paragraphs = len(record.source.paragraphs), len(record.target.paragraphs)
    for links, (most, other) in ((record.sentences, sentences), (record.paragraphs, paragraphs)):
        for source, target, score in links:
            if not (source and target and isfinite(score)):
                return False
            if not (min(source) >= 0 and max(source) < most and min(target) >= 0 and max(target) < other):
                return False
    for level, stood, _, cell, similarity in record.steps:
        rows, columns = sentences if level == "sentence" else paragraphs
        if level not in LEVELS or not isfinite(similarity) or not (0 <= cell[0] < rows and 0 <= cell[1] < columns):
            return False
        if stood is not None and not (0 <= stood[0] < rows and 0 <= stood[1] < columns):
            return False
    rows, columns = sentences
    return record.cells is None or all(0 <= x < rows and 0 <= y < columns for x, y in cells)


def _links(rows: tuple[LinkRow, ...]) -> tuple[Link, ...]:
    return tuple([Link.of_checked(*row) for row in rows])


def _steps(rows: tuple[StepRow, ...]) -> tuple[Step, ...]:
    return tuple([Step.of_checked(*row) for row in rows])


def decode_brief(line: bytes) -> Brief:
    """Return the texts and sentence links of a line, for callers that need neither steps nor checks.

    Raises:
        FormatError: The line is not a record.
    """
    try:
        return _BRIEF_DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _not_a_record(error) from None


def _not_a_record(error: Exception) -> FormatError:
    return FormatError(f"is not a record of a run: {error}")


def _version(document: Document) -> Version:
    return Version(document.id, document.language, document.paragraphs, document.headings)


def _document(version: Version) -> Document:
    if version.headings:
        return Document(version.paragraphs, version.id, version.language, version.headings)
    return Document.of_checked(version.paragraphs, version.id, version.language)
