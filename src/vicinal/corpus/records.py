"""One line of a shard: a pair with its whole alignment, as JSON.

A line has what `.json` files of single alignments have, without the line ends and without the signature, which is the
same for a whole run and stands in its manifest. msgspec reads and writes it: checked against the types below, and
several times faster than the json module, which would otherwise take longer than the alignment itself.
"""

from __future__ import annotations

import msgspec

from vicinal.alignment import Aligned, Alignment, Cell, Link, Step
from vicinal.corpus.pair import Pair
from vicinal.document import Document
from vicinal.errors import FormatError, InputError

Paragraphs = tuple[tuple[str, ...], ...]


class Version(msgspec.Struct, frozen=True, gc=False):
    """One document of a record."""

    id: str | None
    language: str | None
    paragraphs: Paragraphs


class Record(msgspec.Struct, frozen=True, gc=False):
    """One pair of a run."""

    levels: tuple[str, str]
    origin: str
    source: Version
    target: Version
    paragraphs: tuple[Link, ...]
    sentences: tuple[Link, ...]
    cells: tuple[Cell, ...]
    steps: tuple[Step, ...]


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Record)


def encode(pair: Pair, alignment: Alignment) -> bytes:
    """Return a pair and its alignment as one line, with its line end."""
    record = Record(
        pair.levels,
        pair.origin,
        _version(alignment.source),
        _version(alignment.target),
        alignment.paragraphs,
        alignment.sentences,
        alignment.cells,
        alignment.steps,
    )
    return _ENCODER.encode(record) + b"\n"


def decode(line: bytes, signature: str) -> Aligned:
    """Return the alignment of a line; signature is that of its run.

    Raises:
        FormatError: The line is no record.
    """
    try:
        record = _DECODER.decode(line)
        alignment = Alignment(
            _document(record.source),
            _document(record.target),
            record.paragraphs,
            record.sentences,
            record.cells,
            record.steps,
            signature,
        )
    except (msgspec.DecodeError, InputError, UnicodeDecodeError) as error:
        raise FormatError(f"is no record of a run: {error}") from None
    return Aligned(alignment, record.levels, record.origin)


def _version(document: Document) -> Version:
    return Version(document.id, document.language, document.paragraphs)


def _document(version: Version) -> Document:
    return Document.of_checked(version.paragraphs, version.id, version.language)
