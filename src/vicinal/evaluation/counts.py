"""Counts of what is right, which add over documents, files, shards and machines; `scores` says what is counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from vicinal.errors import check_choice
from vicinal.link import KINDS

MEASURES = ("links", "pairs", "paragraphs", "strict", "lax")
CHANGED = " without identical"
ALL_MEASURES = (*MEASURES, *(f"links {kind}" for kind in KINDS), "links" + CHANGED, "pairs" + CHANGED)


@dataclass(frozen=True)
class Counts:
    """What was counted for a measure, and the scores that follow from it. Counts of several documents add up.

    Attributes:
        correct: How many of the predicted are right.
        predicted: How many were predicted.
        found: How many of the gold were found; other than `correct` for lax and strict matches only.
        gold: How many are in the gold.

    >>> counts = Counts(correct=3, predicted=4, found=3, gold=6) + Counts(correct=1, predicted=4, found=1, gold=2)
    >>> counts.precision, counts.recall
    (0.5, 0.5)
    """

    correct: int = 0
    predicted: int = 0
    found: int = 0
    gold: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.correct + other.correct,
            self.predicted + other.predicted,
            self.found + other.found,
            self.gold + other.gold,
        )

    @property
    def precision(self) -> float:
        """Share of the predicted that is correct; 0 if nothing was predicted."""
        return self.correct / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Share of the gold that was found; 0 if the gold is empty."""
        return self.found / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return self._f(1.0)

    @property
    def f05(self) -> float:
        """F0.5: precision counts twice as much as recall."""
        return self._f(0.5)

    def _f(self, beta: float) -> float:
        precision, recall = self.precision, self.recall
        below = beta * beta * precision + recall
        return (1 + beta * beta) * precision * recall / below if below else 0.0


def counted(counts: Counts) -> tuple[int, int, int, int]:
    """Return the four numbers of counts: correct, predicted, found, gold."""
    return counts.correct, counts.predicted, counts.found, counts.gold


def added(counts: Iterable[Counts]) -> Counts:
    """Return the sum of counts: of thousands of documents, much faster than by adding two at a time."""
    return Counts(*map(sum, zip(*map(counted, counts), strict=True)))


@dataclass(frozen=True)
class Scores:
    """The counts of one or more documents, by measure. Scores of several documents add up.

    The measures are `links` (n-to-m links; right if both sides match exactly), `pairs` (sentence pairs), `paragraphs`
    (pairs of paragraphs), and `strict` and `lax` as vecalign defines them. There are also `links 1-1`, `links 1-N`,
    `links N-1` and `links N-N`, and `links without identical` and `pairs without identical`, which leave out what has
    the same text on both sides.

    Attributes:
        documents: How many documents were counted.
        counts: The counts of each measure that the gold has.

    >>> scores = Scores(1, {"links": Counts(correct=3, predicted=4, found=3, gold=6)})
    >>> scores.links.precision, (scores + scores)["links"].gold
    (0.75, 12)
    """

    documents: int = 0
    counts: Mapping[str, Counts] = field(default_factory=dict, hash=False)

    def __add__(self, other: Scores) -> Scores:
        names = dict.fromkeys((*self.counts, *other.counts))
        nothing = Counts()
        counts = {name: self.counts.get(name, nothing) + other.counts.get(name, nothing) for name in names}
        return Scores(self.documents + other.documents, counts)

    def __getitem__(self, measure: str) -> Counts:
        """Return the counts of a measure, all zero if the gold does not have it.

        Raises:
            SettingError: There is no such measure.
        """
        counts = self.counts.get(measure)
        if counts is None:
            check_choice("measure", measure, ALL_MEASURES)
        return counts or Counts()

    @property
    def links(self) -> Counts:
        """The counts of n-to-m links; a link is right if both sides match exactly."""
        return self["links"]

    @property
    def pairs(self) -> Counts:
        """The counts of sentence pairs."""
        return self["pairs"]

    @property
    def paragraphs(self) -> Counts:
        """The counts of pairs of paragraphs; all zero if the gold has none."""
        return self["paragraphs"]


def total_of(documents: Iterable[Scores]) -> Scores:
    """Return the scores of all documents together: what adding them gives, faster."""
    counts: dict[str, list[Counts]] = {}
    number = 0
    for scores in documents:
        number += scores.documents
        for measure, one in scores.counts.items():
            counts.setdefault(measure, []).append(one)
    return Scores(number, {measure: added(some) for measure, some in counts.items()})
