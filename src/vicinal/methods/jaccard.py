"""Align every pair of sentences that share enough words: Xu, Callison-Burch & Napoles (2015), as used on Newsela.

Certain: the Jaccard coefficient of the two sentences' lemmas; every pair above a threshold is aligned; no order, no
paragraphs. Reconstructed: the threshold (0.4), and Snowball stems instead of lemmas if there is a stemmer for the
language, else word forms. Pairs that share a sentence form one link.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import ClassVar

from vicinal.alignment import Alignment, assemble, links
from vicinal.errors import InputError, check_unit
from vicinal.link import Cell, Step
from vicinal.signature import signature_of
from vicinal.similarity.stems import stemmer_for
from vicinal.text.document import Document, language_of
from vicinal.text.tokens import tokens


@dataclass(frozen=True)
class Jaccard:
    """Every pair of sentences that share enough word stems (Xu et al. 2015).

    Attributes:
        threshold: The least Jaccard coefficient of aligned sentences, 0 to 1.
        stem: Whether words are reduced to their stems, if the language has a stemmer.
    """

    threshold: float = 0.4
    stem: bool = True

    GRID: ClassVar[dict[str, tuple[float, ...]]] = {"threshold": tuple(n / 40 for n in range(4, 25))}

    def __post_init__(self) -> None:
        """Raise SettingError for a setting outside its range."""
        check_unit("threshold", self.threshold)

    def __call__(self, source: Document, target: Document) -> Alignment:
        """Align two documents."""
        stems = _stemmer(language_of(source, target)) if self.stem else list
        bags = [[frozenset(stems(tokens(sentence))) for sentence in d.sentences] for d in (source, target)]
        for side, document, sentences in zip(("source", "target"), (source, target), bags, strict=True):
            if not any(sentences):
                raise InputError(f"{document.id or side + ' document'}: has no words to align")
        found = dict(_similar(bags[0], bags[1], self.threshold))
        steps = [Step("sentence", None, "similar", cell, score) for cell, score in found.items()]

        def score_of(xs: tuple[int, ...], ys: tuple[int, ...]) -> float:
            return _jaccard(frozenset().union(*(bags[0][x] for x in xs)), frozenset().union(*(bags[1][y] for y in ys)))

        return assemble(source, target, links(found, score_of), signature_of(self), cells=found, steps=steps)


def _similar(
    source: list[frozenset[str]], target: list[frozenset[str]], threshold: float
) -> Iterator[tuple[Cell, float]]:
    """Yield the pairs of sentences with enough words in common, in reading order, with their coefficients.

    Two sentences with a coefficient of t share at least t times as many words as the first has. So all but one of as
    many words of the first, the most common ones, need not be looked up: one of the others is shared, too.
    """
    holders: dict[str, list[int]] = {}
    for y, words in enumerate(target):
        for word in words:
            holders.setdefault(word, []).append(y)
    for x, a in enumerate(source):
        if threshold > 0:
            least = max(1, ceil(threshold * len(a) - 1e-6))  # of the words of a, any other sentence shares
            rarest = sorted(a, key=lambda word: len(holders.get(word, ())))[: len(a) - least + 1]
            ys: Iterable[int] = sorted({y for word in rarest for y in holders.get(word, ())})
        else:
            ys = range(len(target)) if a else ()
        for y in ys:
            score = _jaccard(a, target[y])
            if score >= threshold and target[y]:
                yield (x, y), score


def _jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    shared = len(a & b)
    return shared / (len(a) + len(b) - shared) if a or b else 0.0


def _stemmer(language: str | None) -> Callable[[list[str]], list[str]]:
    """Return the stemmer of a language; without one, word forms are kept."""
    return stemmer_for(language) or list
