"""Count what is right in predictions for a gold document; `scores` says what the measures are.

A `Scorer` holds what the gold alone decides, so that many predictions for one document, as `tune` makes them, are
counted fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from vicinal.alignment import Alignment, paragraph_of
from vicinal.compiled import kernel
from vicinal.errors import InputError
from vicinal.evaluation.counts import CHANGED, Counts, Scores
from vicinal.evaluation.text_lookup import bare
from vicinal.gold import Gold, LinkKey
from vicinal.link import KINDS, Cell, Link

# The kind of a link, by whether it has one sentence on each side.
_KIND = {(a == 1, b == 1): Link((0,) * a, (0,) * b, 0.0).kind for a in (1, 2) for b in (1, 2)}


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


class Scorer:
    """Scores predictions for one gold document; a prediction that was scored before is not counted again.

    Args:
        gold: The document.
    """

    def __init__(self, gold: Gold) -> None:
        self._gold = gold
        self._known: dict[Predicted, Scores] = {}
        self._by_path: dict[bytes, Scores] = {}
        self._identical: dict[LinkKey, bool] = {}

    def score(self, predicted: Predicted | Alignment) -> Scores:
        """Return the scores of a prediction: each measure that the gold has.

        Raises:
            InputError: An alignment is of other sentences than the gold.
        """
        if isinstance(predicted, Alignment):
            path = self._path(predicted)
            if path is not None and path in self._by_path:
                return self._by_path[path]
            scores = self.score(Predicted.against(self._gold, predicted))
            if path is not None:
                self._by_path[path] = scores
            return scores
        found = self._known.get(predicted)
        if found is None:
            found = self._known[predicted] = Scores(1, self._counts(predicted))
        return found

    def _path(self, alignment: Alignment) -> bytes | None:
        """Return what the kernel found in the gold's own documents, which it tells before there are links."""
        if kernel is None or not isinstance(alignment.result, kernel.Result):
            return None
        if alignment.source is not self._gold.source or alignment.target is not self._gold.target:
            return None
        path: bytes = kernel.path_of(alignment.result)
        return path

    def _counts(self, predicted: Predicted) -> dict[str, Counts]:
        gold, unmatched = self._gold, predicted.unmatched
        counts = {}
        right = gold.links & predicted.links
        if gold.has_sentences:
            counts["links"] = _exact(len(right), len(predicted.links) + unmatched, len(gold.links))
            both = len(gold.pairs & predicted.pairs)
            counts["pairs"] = _exact(both, len(predicted.pairs) + unmatched, len(gold.pairs))
        if gold.paragraphs is not None:
            both = len(gold.paragraphs & predicted.paragraphs)
            counts["paragraphs"] = _exact(both, len(predicted.paragraphs), len(gold.paragraphs))
        if gold.has_sentences:
            counts["strict"], counts["lax"] = self._vecalign(predicted, len(right))
            kinds_right, kinds = _kinds(right), _kinds(predicted.links)
            for kind in KINDS:
                counts[f"links {kind}"] = _exact(kinds_right[kind], kinds[kind], self._gold_kinds[kind])
            changed = self._changed(right), self._changed(predicted.links) + unmatched, self._gold_changed[0]
            counts["links" + CHANGED] = _exact(*changed)
            cells = gold.pairs & predicted.pairs, predicted.pairs
            changed = self._changed_cells(cells[0]), self._changed_cells(cells[1]) + unmatched, self._gold_changed[1]
            counts["pairs" + CHANGED] = _exact(*changed)
        return counts

    def _vecalign(self, predicted: Predicted, exact: int) -> tuple[Counts, Counts]:
        """Return the counts of strict and lax matches; nulls count for precision, not for recall."""
        gold = self._gold
        nulls = right = 0
        for side, document in enumerate((gold.source, gold.target)):
            linked = {index for link in predicted.links for index in link[side]}
            nulls += len(document.sentences) - len(linked)
            right += len(document.sentences) - len(linked | self._gold_linked[side])
        total = len(predicted.links) + nulls + predicted.unmatched
        correct = _overlapping(predicted.links, self._gold_aligned)
        found = _overlapping(gold.links, _aligned(predicted.links))
        strict = Counts(exact + right, total, exact, len(gold.links))
        return strict, Counts(correct + right, total, found, len(gold.links))

    @cached_property
    def _gold_kinds(self) -> Counter[str]:
        return _kinds(self._gold.links)

    @cached_property
    def _gold_linked(self) -> list[set[int]]:
        """The sentences of each side that are in a link."""
        return [{index for link in self._gold.links for index in link[side]} for side in (0, 1)]

    @cached_property
    def _gold_aligned(self) -> dict[int, set[int]]:
        return _aligned(self._gold.links)

    @cached_property
    def _gold_changed(self) -> tuple[int, int]:
        """How many links and pairs of the gold are not identical."""
        return self._changed(self._gold.links), self._changed_cells(self._gold.pairs)

    @cached_property
    def _words(self) -> tuple[list[list[str]], list[list[str]]]:
        """What stands between white space, of each sentence of either side."""
        source, target = ([s.split() for s in d.sentences] for d in (self._gold.source, self._gold.target))
        return source, target

    def _changed(self, links: Iterable[LinkKey]) -> int:
        """Count the links whose two texts are not identical."""
        known = self._identical
        changed = 0
        for link in links:
            if link not in known:
                source, target = (_joined(side, words) for side, words in zip(link, self._words, strict=True))
                known[link] = source == target
            changed += not known[link]
        return changed

    def _changed_cells(self, cells: Iterable[Cell]) -> int:
        """Count the pairs of sentences that are not identical."""
        source, target = self._words
        return sum(source[x] != target[y] for x, y in cells)


def _exact(both: int, predicted: int, gold: int) -> Counts:
    return Counts(both, predicted, both, gold)


def _kinds(links: Iterable[LinkKey]) -> Counter[str]:
    return Counter(_KIND[len(xs) == 1, len(ys) == 1] for xs, ys in links)


def _aligned(links: Iterable[LinkKey]) -> dict[int, set[int]]:
    """Return the target sentences that each source sentence is aligned with."""
    aligned: dict[int, set[int]] = {}
    for xs, ys in links:
        for x in xs:
            aligned.setdefault(x, set()).update(ys)
    return aligned


def _overlapping(links: Iterable[LinkKey], aligned: dict[int, set[int]]) -> int:
    """Count the links with a source and a target sentence that are aligned."""
    return sum(any(x in aligned and not aligned[x].isdisjoint(ys) for x in xs) for xs, ys in links)


def _joined(indices: Sequence[int], words: list[list[str]]) -> list[str]:
    return words[indices[0]] if len(indices) == 1 else [word for index in indices for word in words[index]]
