"""Headings and prose are aligned apart, so that no link joins the two.

The prose of two documents is aligned first, as if it stood alone. Then the headings are, as texts of their own. Beside
their spelling, the prose is evidence: a heading probably belongs to the one above the sentences that its own sentences
are linked with. `parted` takes the two texts out of a document, `Sections` tells which sections are linked.

Documents without headings are aligned as if this module did not exist.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vicinal.methods.global_.decoding import Group
from vicinal.text.document import Document


class Part(NamedTuple):
    """The prose of a document, or its headings; and for each sentence its index in the whole document."""

    text: Document
    indices: Sequence[int]


_NOTHING = Part(Document.of_checked(()), ())


def parted(document: Document) -> tuple[Part, Part]:
    """Return the prose of a document, and its headings."""
    if not document.headings:
        return Part(document, range(len(document.sentences))), _NOTHING
    headings = set(document.headings)
    prose = [number for number in range(len(document.paragraphs)) if number not in headings]
    return _part(document, prose), _part(document, document.headings)


def _part(document: Document, numbers: Sequence[int]) -> Part:
    """Return some paragraphs of a document."""
    paragraphs = tuple(document.paragraphs[number] for number in numbers)
    indices = [index for number in numbers for index in document.spans[number]]
    return Part(Document.of_checked(paragraphs, document.id, document.language), indices)


class Sections:
    """How far the sections of two documents are linked.

    A section is a heading and the prose below it, up to the next heading. Headings without prose between them share
    their section.

    Args:
        source: The first document.
        target: The second one.
        links: The links between their prose, with the probability that each is right.
    """

    def __init__(self, source: Document, target: Document, links: Iterable[Group]) -> None:
        self._rows, self._columns = _section_of(source), _section_of(target)
        # What is linked in each section, and between two of them: sentences of both sides, weighted.
        self._source: defaultdict[int, float] = defaultdict(float)
        self._target: defaultdict[int, float] = defaultdict(float)
        self._shared: defaultdict[tuple[int, int], float] = defaultdict(float)
        for xs, ys, probability in links:
            rows, columns = [self._rows[x] for x in xs], [self._columns[y] for y in ys]
            for row in rows:
                self._source[row] += probability
                for column in set(columns):
                    self._shared[row, column] += probability
            for column in columns:
                self._target[column] += probability
                for row in set(rows):
                    self._shared[row, column] += probability

    @property
    def are_linked(self) -> bool:
        """Whether any prose below a heading is linked with prose below a heading."""
        return any(row and column for row, column in self._shared)

    def shared(self, x: int, y: int, spelling: float) -> float:
        """Return how much of what is linked in the sections of two headings is linked between them, from 0 to 1.

        The headings themselves count as one sentence, which is linked as far as they are spelled the same. So one link
        tells less than several, and the same heading above other prose is still the same heading.

        Args:
            x: A sentence of a heading of the source.
            y: The same for the target.
            spelling: How similar their spelling is. It is cubed: only what is nearly the same counts.
        """
        row, column = self._rows[x], self._columns[y]
        same = spelling * spelling * spelling
        linked = self._source.get(row, 0.0) + self._target.get(column, 0.0)
        return (self._shared.get((row, column), 0.0) + same) / (linked + 1.0)


def _section_of(document: Document) -> list[int]:
    """Return for each sentence the number of its section; 0 before the first heading."""
    headings, number, below = set(document.headings), 0, True
    found: list[int] = []
    for index, paragraph in enumerate(document.paragraphs):
        if index in headings and below:
            number += 1
        if paragraph:
            below = index not in headings
        found += [number] * len(paragraph)
    return found
