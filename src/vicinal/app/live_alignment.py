"""Alignment while someone waits: read texts and align them, within limits that keep the wait short."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from vicinal.alignment import Aligner, Alignment
from vicinal.errors import InputError, VicinalError
from vicinal.extract.block import of_text
from vicinal.extract.content import Content
from vicinal.text.document import Document, documents_of
from vicinal.text.reading import Reading, settled

MOST_SENTENCES = 20_000  # in one document
QUICK = ("vicinity", "global", "massalign")  # methods that look at few of the sentence pairs of long texts
MOST_CELLS = {True: 4_000_000, False: 1_000_000}  # sentence pairs, for quick methods and for the others


class TooLargeError(VicinalError):
    """The texts are too long to align while someone waits."""


class ReadPair(NamedTuple):
    """Two texts as documents, and how both were read."""

    source: Document
    target: Document
    reading: Reading


def read_pair(
    source: str, target: str, reading: Reading, *, documents: Collection[str] = (), id: str | None = None
) -> ReadPair:
    """Return two texts as documents; what the reading leaves open is decided once, from both.

    Args:
        source: The first text.
        target: The second text.
        reading: How to read them.
        documents: The sides ("source", "target") whose text is that of a document, as `read_uploaded` returns it.
        id: The name of both.

    Raises:
        InputError: A text has no sentences, or is binary data.
        TooLargeError: A text has too many sentences.
    """
    texts = {"source": source, "target": target}
    for side, text in texts.items():
        if "\0" in text:
            raise InputError(f"{side}: is binary data (a NUL character); give plain text")
    contents: dict[str, Content] = {side: of_text(text) if side in documents else text for side, text in texts.items()}
    taken = settled(reading, contents.values())
    first, second = documents_of(list(contents.values()), taken, [id, id])
    for side, document in zip(contents, (first, second), strict=True):
        _check_size(document, side)
    return ReadPair(first, second, taken)


def _check_size(found: Document, side: str) -> None:
    if not found.sentences:
        raise InputError(f"{side}: is empty; give a text with at least one sentence")
    if len(found.sentences) > MOST_SENTENCES:
        raise TooLargeError(
            f"{side}: has {len(found.sentences):,} sentences; the app aligns at most {MOST_SENTENCES:,}, "
            "use 'vicinal align' for long texts"
        )


def most_pairs(method: str) -> int:
    """Return how many pairs of sentences a method aligns in the app; the browser says so before it asks for more."""
    return MOST_CELLS[method in QUICK]


def check_live(method: str, source: Document, target: Document) -> None:
    """Raise TooLargeError if aligning two documents could take long."""
    sizes = len(source.sentences), len(target.sentences)
    most = most_pairs(method)
    if max(sizes) > MOST_SENTENCES or sizes[0] * sizes[1] > most:
        raise TooLargeError(
            f"{sizes[0]:,} by {sizes[1]:,} sentences are too many for {method!r} in the app, which aligns at most "
            f"{most:,} sentence pairs; use 'vicinal align' for long texts"
        )


def align_live(aligner: Aligner, method: str, source: Document, target: Document) -> Alignment:
    """Align two documents, if that does not take long.

    Raises:
        TooLargeError: It could take long.
        InputError: A document has no words, or the method fails.
    """
    check_live(method, source, target)
    try:
        return aligner(source, target)
    except VicinalError:
        raise
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise InputError(f"the method failed: {error!r:.200}") from None  # a defect of the method, not of the app
