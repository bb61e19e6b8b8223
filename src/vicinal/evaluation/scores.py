"""Counts of what is right, which add over documents, files, shards and machines.

The measures, each with precision, recall, F1 and F0.5:

    links        n-to-m links, correct only if both sides match exactly; also by kind (1-1, 1-N, N-1, N-N)
    pairs        sentence pairs: the cells of the alignment against the annotated pairs
    paragraphs   pairs of paragraphs
    strict, lax  as vecalign's scorer defines them: strict is an exact match; lax requires only that gold aligns some
                 source sentence of the link with some target sentence of it. For precision, each unaligned sentence is
                 a null alignment, correct if it is unaligned in gold too; for recall, predicted and gold swap roles,
                 and nulls do not count

Links and pairs are also counted without those whose two texts are identical, which any method finds.

`score` counts one document, `score_documents` the documents of a method. How reliable a difference is, `resampling`
estimates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from vicinal.aligning import align
from vicinal.alignment import Alignment, paragraph_of
from vicinal.errors import InputError, check_choice
from vicinal.evaluation.folds import aligners
from vicinal.evaluation.text_lookup import bare
from vicinal.gold import Gold, LinkKey
from vicinal.link import KINDS, Cell, Link

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


@dataclass(frozen=True)
class Predicted:
    """The prediction for one document pair; `unmatched` counts links whose texts are not in the documents."""

    links: frozenset[LinkKey] = frozenset()
    pairs: frozenset[Cell] = frozenset()
    paragraphs: frozenset[Cell] = frozenset()
    unmatched: int = 0

    @classmethod
    def of(cls, alignment: Alignment) -> Predicted:
        """Return the prediction of an alignment."""
        return cls(
            frozenset((link.source, link.target) for link in alignment.sentences),
            frozenset(alignment.cells),
            frozenset((x, y) for link in alignment.paragraphs for x in link.source for y in link.target),
        )

    @classmethod
    def against(cls, gold: Gold, alignment: Alignment) -> Predicted:
        """Return the prediction of an alignment for a gold document; white space may differ.

        If the sentences are those of the gold but not the paragraphs, the links say which paragraphs are linked.

        Raises:
            InputError: The alignment is of other sentences.
        """
        same = True
        for side, ours, theirs in (
            ("source", gold.source, alignment.source),
            ("target", gold.target, alignment.target),
        ):
            if ours.paragraphs == theirs.paragraphs:
                continue
            if list(map(bare, ours.sentences)) != list(map(bare, theirs.sentences)):
                raise InputError(
                    f"its {side} differs from the text of gold document {gold.id!r:.60}; align the text of the gold, "
                    "or correct only links in it"
                )
            same = same and list(map(len, ours.paragraphs)) == list(map(len, theirs.paragraphs))
        if same:
            return cls.of(alignment)
        return cls.of_links(((link.source, link.target) for link in alignment.sentences), gold, pairs=alignment.cells)

    @classmethod
    def of_links(
        cls, links: Iterable[LinkKey], gold: Gold, unmatched: int = 0, pairs: Iterable[Cell] | None = None
    ) -> Predicted:
        """Return the prediction of links: the given pairs, or all inside the links, and their paragraphs."""
        links = frozenset((tuple(sorted(xs)), tuple(sorted(ys))) for xs, ys in links)
        pairs = frozenset(((x, y) for xs, ys in links for x in xs for y in ys) if pairs is None else pairs)
        rows, columns = paragraph_of(gold.source), paragraph_of(gold.target)
        return cls(links, pairs, frozenset((rows[x], columns[y]) for x, y in pairs), unmatched)


def score(gold: Gold, predicted: Predicted | Alignment) -> Scores:
    """Return the scores of the prediction for one gold document: each measure that the gold has.

    Raises:
        InputError: An alignment is of other sentences than the gold.
    """
    if isinstance(predicted, Alignment):
        predicted = Predicted.against(gold, predicted)
    counts = {}
    if gold.has_sentences:
        counts["links"] = _exact(gold.links, predicted.links, predicted.unmatched)
        counts["pairs"] = _exact(gold.pairs, predicted.pairs, predicted.unmatched)
    if gold.paragraphs is not None:
        counts["paragraphs"] = _exact(gold.paragraphs, predicted.paragraphs)
    if gold.has_sentences:
        counts["strict"], counts["lax"] = _vecalign(gold, predicted)
        for kind in KINDS:
            counts[f"links {kind}"] = _exact(_of_kind(gold.links, kind), _of_kind(predicted.links, kind))
        changed = {link for link in gold.links | predicted.links if not _identical(gold, link)}
        counts["links" + CHANGED] = _exact(gold.links & changed, predicted.links & changed, predicted.unmatched)
        cells = {(x, y) for x, y in gold.pairs | predicted.pairs if not _identical(gold, ((x,), (y,)))}
        counts["pairs" + CHANGED] = _exact(gold.pairs & cells, predicted.pairs & cells, predicted.unmatched)
    return Scores(1, counts)


def _exact(gold: frozenset[Any], predicted: frozenset[Any], unmatched: int = 0) -> Counts:
    both = len(gold & predicted)
    return Counts(both, len(predicted) + unmatched, both, len(gold))


def _vecalign(gold: Gold, predicted: Predicted) -> tuple[Counts, Counts]:
    """Return the counts of strict and lax matches; nulls count for precision, not for recall."""
    exact = len(gold.links & predicted.links)
    nulls = _nulls(gold, predicted.links)
    right = len(nulls & _nulls(gold, gold.links))
    total = len(predicted.links) + len(nulls) + predicted.unmatched
    correct, found = _overlapping(predicted.links, gold.links), _overlapping(gold.links, predicted.links)
    strict = Counts(exact + right, total, exact, len(gold.links))
    return strict, Counts(correct + right, total, found, len(gold.links))


def _nulls(gold: Gold, links: frozenset[LinkKey]) -> frozenset[LinkKey]:
    """Return a null alignment for each unaligned sentence of the documents."""
    xs, ys = ({index for link in links for index in link[side]} for side in (0, 1))
    return frozenset(
        [
            *(((x,), ()) for x in range(len(gold.source.sentences)) if x not in xs),
            *(((), (y,)) for y in range(len(gold.target.sentences)) if y not in ys),
        ]
    )


def _overlapping(links: frozenset[LinkKey], others: frozenset[LinkKey]) -> int:
    """Count the links with a source and a target sentence that the others align."""
    aligned: dict[int, set[int]] = {}
    for xs, ys in others:
        for x in xs:
            aligned.setdefault(x, set()).update(ys)
    return sum(1 for xs, ys in links if any(not aligned.get(x, set()).isdisjoint(ys) for x in xs))


def _of_kind(links: frozenset[LinkKey], kind: str) -> frozenset[LinkKey]:
    return frozenset(link for link in links if Link(link[0], link[1], 0.0).kind == kind)


def _identical(gold: Gold, link: LinkKey) -> bool:
    source = " ".join(gold.source.sentences[x] for x in link[0])
    target = " ".join(gold.target.sentences[y] for y in link[1])
    return source.split() == target.split()


def score_documents(
    gold: Sequence[Gold],
    method: str | Callable[..., Any],
    settings: Mapping[str, Any] | None = None,
    *,
    folds: int = 5,
    fitted: dict[frozenset[int], Any] | None = None,
    without: int | None = None,
    progress: Callable[[], None] = lambda: None,
    problem: Callable[[str], None] = lambda _: None,
) -> list[Scores]:
    """Align every gold document with a method and return the scores of each document.

    A supervised method without a model is cross-validated (`evaluation.folds`): each document is aligned by a model
    fitted on the other folds, which share no text with its own.

    A document that the method cannot align, such as one without words, is scored as an empty prediction.

    Args:
        gold: The documents.
        method: A method's name, or an aligner.
        settings: The method's settings.
        folds: The largest number of folds to cross-validate a supervised method over.
        fitted: Fitted methods by the folds left out, filled on first use; pass it again, with the same gold, to try
            other tunable settings without refitting.
        without: A fold that no model may be fitted on, in addition to the document's own.
        progress: Called after each document.
        problem: Called with the reason for each document that cannot be aligned.

    Raises:
        SettingError: The given model was fitted on one of the documents, or there are too few to cross-validate.
    """
    scores = []
    found = aligners(gold, method, dict(settings or {}), folds, fitted, without)
    for document, aligner in zip(gold, found, strict=True):
        try:
            predicted: Predicted | Alignment = align(document.source, document.target, aligner)
        except InputError as error:
            predicted = Predicted()
            problem(f"{document.id}: {str(error).removeprefix(f'{document.id}: ')}")
        scores.append(score(document, predicted))
        progress()
    return scores
