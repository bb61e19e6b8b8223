"""The rows of a table for people: links and sentences without one, in reading order.

Rows follow the target: so a link that moved stands where its target is. A sentence without a link stands beside its
neighbours: one of the target in its place in the target; one of the source after the nearest sentence before it whose
link has not moved.

Callers: the tables to correct (`.xlsx`, `.csv`) and to hand out (`.docx`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from vicinal.alignment import Alignment
from vicinal.formats.sentence_cell import HEADING, OPENS
from vicinal.link import Link
from vicinal.text.document import Document

ONLY_SOURCE = "source only"
ONLY_TARGET = "target only"


class Row(NamedTuple):
    """A row of a table.

    Attributes:
        source: The source sentences, in order.
        target: The target sentences.
        link: The link; None for a sentence without one.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    link: Link | None = None

    @property
    def kind(self) -> str:
        """The kind of the link, or which side a sentence without one is on."""
        return self.link.kind if self.link else ONLY_SOURCE if self.source else ONLY_TARGET


def rows_of(alignment: Alignment) -> Iterator[Row]:
    """Yield the rows of an alignment; each sentence is in at least one."""
    links = sorted(
        (Row(tuple(sorted(set(link.source))), tuple(sorted(set(link.target))), link) for link in alignment.sentences),
        key=lambda row: (row.target[0], row.source[0], row.target, row.source),
    )
    kept = _in_sequence([row.source[0] for row in links])
    anchors = [links[at].source[0] for at in kept]  # ascending
    after: dict[int, list[Row]] = {}  # the source sentences after a link, by its place; -1: before all
    for index in alignment.unaligned_source:
        anchor = bisect_right(anchors, index) - 1
        after.setdefault(kept[anchor] if anchor >= 0 else -1, []).append(Row((index,), ()))
    yield from after.get(-1, ())
    left = iter(alignment.unaligned_target)
    waiting = next(left, None)
    for at, row in enumerate(links):
        while waiting is not None and waiting < row.target[0]:
            yield Row((), (waiting,))
            waiting = next(left, None)
        yield row
        yield from after.get(at, ())
    while waiting is not None:
        yield Row((), (waiting,))
        waiting = next(left, None)


def count(alignment: Alignment) -> int:
    """Return the number of rows of an alignment."""
    return len(alignment.sentences) + len(alignment.unaligned_source) + len(alignment.unaligned_target)


def marks_of(document: Document) -> dict[int, str]:
    """Return the mark of each sentence that opens a paragraph or a heading."""
    headings = set(document.headings)
    return {
        span[0]: HEADING if number in headings else OPENS for number, span in enumerate(document.spans) if len(span)
    }


def _in_sequence(values: list[int]) -> list[int]:
    """Return the places of a longest strictly ascending subsequence."""
    ends: list[int] = []  # the least last value of a subsequence, by its length
    places: list[int] = []
    before: list[int] = []
    for at, value in enumerate(values):
        length = bisect_left(ends, value)
        before.append(places[length - 1] if length else -1)
        ends[length : length + 1] = [value]
        places[length : length + 1] = [at]
    found = []
    at = places[-1] if places else -1
    while at >= 0:
        found.append(at)
        at = before[at]
    return found[::-1]
