"""Pairs of a run as exports and reports read them: what a writer does not ask for is not decoded.

A record holds more steps of the search than links, and few writers need a step. So links are decoded into structs,
steps and paragraph links stay JSON until someone asks, and no object is made twice. A pair that does not fit its
documents is refused as `records.decode` refuses it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import msgspec

from vicinal.alignment import Aligned, Alignment, LinkRow, StepRow
from vicinal.calibration import probabilities_of
from vicinal.corpus.records import Texts, Version, decode
from vicinal.errors import FormatError
from vicinal.link import KINDS, Cell, Link, Step
from vicinal.text.document import Document


class StoredLink(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """A link as a record has it; whoever takes a Link can read it."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    score: float

    @property
    def kind(self) -> str:
        """The kind, as of a Link."""
        return KINDS[2 * (len(self.source) != 1) + (len(self.target) != 1)]


class _Stored(Texts, frozen=True, gc=False):
    sentences: tuple[StoredLink, ...]
    paragraphs: msgspec.Raw
    steps: msgspec.Raw
    cells: tuple[Cell, ...] | None = None
    relatedness: float | None = None


_DECODER = msgspec.json.Decoder(_Stored)
_LINKS = msgspec.json.Decoder(tuple[LinkRow, ...])
_STEPS = msgspec.json.Decoder(tuple[StepRow, ...])


class StoredAlignment(Alignment):
    """An alignment of a record, with its steps, cells and paragraph links made when they are asked for."""

    def __getattr__(self, name: str) -> Any:
        """Make what is asked for the first time."""
        known = self.__dict__
        if name == "_step_rows":
            value: Any = _STEPS.decode(known["_steps"])
        elif name == "steps":
            value = tuple([Step.of_checked(*row) for row in self._step_rows])
        elif name == "paragraphs":
            value = tuple([Link.of_checked(*row) for row in _LINKS.decode(known["_paragraphs"])])
        elif name == "cells":
            value = self.found_cells
        else:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        known[name] = value
        return value

    @cached_property
    def found_cells(self) -> tuple[Cell, ...]:
        """The cells of the sentence steps."""
        return tuple([row[3] for row in self._step_rows if row[0] == "sentence"])

    @property
    def step_rows(self) -> tuple[StepRow, ...]:
        """The steps as plain values."""
        rows: tuple[StepRow, ...] = self._step_rows
        return rows

    @cached_property
    def probabilities(self) -> tuple[float, ...] | None:
        """As of an Alignment, without making its steps."""
        found = probabilities_of(self.signature, self.source, self.target, self.sentences, _Cells(self))
        return None if found is None else tuple(found)


class _Cells:
    """The cells that the search found, decoded if the method has probabilities that depend on them."""

    def __init__(self, alignment: StoredAlignment) -> None:
        self._alignment = alignment

    def __iter__(self) -> Any:
        return iter(self._alignment.found_cells)


def stored_pair(line: bytes, signature: str) -> Aligned:
    """Return the pair of a line, with the signature of its run.

    Raises:
        FormatError: The line is not a record, or its links are not in its documents.
    """
    try:
        record = _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return decode(line, signature)  # which says what is wrong
    source, target = _document(record.source), _document(record.target)
    if source is None or target is None or not _fits(record.sentences, len(source.sentences), len(target.sentences)):
        return decode(line, signature)
    alignment = object.__new__(StoredAlignment)
    known = alignment.__dict__
    known["source"], known["target"], known["signature"] = source, target, signature
    known["sentences"], known["_steps"], known["_paragraphs"] = record.sentences, record.steps, record.paragraphs
    if record.cells is not None:
        known["cells"] = record.cells
    return Aligned(alignment, record.levels, record.origin, record.relatedness)


class _Name(msgspec.Struct, frozen=True, gc=False):
    id: str | None
    language: str | None


class PairHead(msgspec.Struct, frozen=True, gc=False):
    """What tells the name of a pair, without its texts and links; caller: `export_plan`."""

    levels: tuple[str, str]
    source: _Name
    target: _Name
    relatedness: float | None = None

    @classmethod
    def of(cls, line: bytes) -> PairHead:
        """Return the head of a line; raise FormatError if it is not a record."""
        try:
            return _HEADS.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise FormatError(f"is not a record of a run: {error}") from None

    def pair(self, signature: str) -> Aligned:
        """Return a pair with these names, and without texts and links."""
        source, target = (Document.of_checked((), one.id, one.language) for one in (self.source, self.target))
        return Aligned(Alignment.of_checked(source, target, (), (), (), (), signature), self.levels)


_HEADS = msgspec.json.Decoder(PairHead)


def with_links(alignment: Alignment, links: Sequence[Link], cells: tuple[Cell, ...]) -> Alignment:
    """Return an alignment with only some of its sentence links, and the cells inside them; caller: `link_filter`."""
    if not isinstance(alignment, StoredAlignment):
        return replace(alignment, sentences=tuple(links), cells=cells)
    kept = object.__new__(StoredAlignment)
    kept.__dict__.update(alignment.__dict__)
    for name in ("probabilities", "unaligned_source", "unaligned_target"):
        kept.__dict__.pop(name, None)
    kept.__dict__.update(sentences=tuple(links), cells=cells)
    return kept


def _document(version: Version) -> Document | None:
    """Return a document; None if its headings are not its paragraphs."""
    headings = version.headings
    if headings and not (headings[0] >= 0 and headings[-1] < len(version.paragraphs)):
        return None
    if any(after <= before for before, after in pairwise(headings)):
        return None
    return Document.of_checked(version.paragraphs, version.id, version.language, headings)


def _fits(links: Sequence[StoredLink], rows: int, columns: int) -> bool:
    """Tell whether all links are inside the documents; JSON holds no number that is not finite."""
    for link in links:
        source, target = link.source, link.target
        if not (source and target and min(source) >= 0 and min(target) >= 0):
            return False
        if max(source) >= rows or max(target) >= columns:
            return False
    return True
