"""Smith, Quirk & Toutanova (2010): a conditional random field over sentence positions, learnt from gold.

"Extracting Parallel Sentences from Comparable Corpora using Document Level Alignment" aligns two languages; here both
versions are in one. The sentences of one side are read in order. Each has a hidden variable: the position of its
counterpart on the other side, or null. A first-order linear-chain CRF scores whole sequences of positions by

- features of a pair (none of them fires on null): TF-IDF cosine, Jaccard coefficient, the share of each sentence's
  words that occur in the other, the fit of the lengths (Poisson), the difference of relative positions, a bias;
- features of a step: the binned distance d from the previous position, and the binned distance of d from 1.

There is one such model for each direction. Decoding picks the position with the least expected loss for each sentence:
1 for a wrong link, `null_loss` for a wrong null (a null where there is a counterpart). Then the two directions are
intersected: a pair is kept if both chose it.

Certain: the above. Reconstructed (our reading):

- Lexical features replace the word alignments of two languages. A length counts words; the feature is the log
  probability of the length under a Poisson distribution with the expected length as its mean, less its maximum,
  divided by 10, and at least -1.
- "Previous position" skips nulls; before the first link there is one weight for any position.
- A sentence with several counterparts in the gold is trained on the most similar one (TF-IDF).
- Links are the connected components of the pairs, so no sentence is in two links.

Left out: the paper's log-linear ranker, which chooses a position or null for each sentence by itself. The chain has all
of its features, those of a pair; with step weights of zero it is that ranker.

Ours, and off by default: `grow`. Several sentences of a sequence can choose the same position: one direction gives 1-N
links, the other N-1. The intersection keeps one pair of each, because a source sentence can choose only one of its N
target sentences: all links are 1-1. With `grow` it grows, as in word alignment: a pair that only one direction chose is
added if one of its sentences has a pair of the intersection and the other has none. Cross-validated F1 of links on the
development gold, without and with `grow`: Wikipedia .721 and .790, DEplain .466 and .510, PorSimples .739 and .967.

`null_loss` 1 was chosen by cross-validation on the development gold, with `grow`: it is best or nearly best for links
on each corpus. 1.5 finds more pairs where simplifiers split much (DEplain); 0.7 is as good for one model of all.

Time grows with the product of the two lengths, since every pair has features: on one core, 1,500 sentences a side took
2 seconds, 3,000 took 7; by that growth, 10,000 would take more than a minute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from numbers import Real
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from vicinal.alignment import Alignment, assemble, links
from vicinal.errors import SettingError
from vicinal.gold import Gold
from vicinal.link import Cell, Step
from vicinal.methods.learned import training
from vicinal.methods.learned.crf import NULL, STEP_WEIGHTS, Example, best_positions, fit_chain
from vicinal.methods.learned.pair_features import FEATURES, Texts
from vicinal.methods.learned.training import check_model, digest, model_repr, no_model
from vicinal.signature import signature_of
from vicinal.similarity.vectors import Vectors
from vicinal.text.document import Document
from vicinal.text.tokens import tokens

_L2 = 1.0
_Weight = Annotated[float, Meta(ge=-300, le=300)]  # far above any learnt weight; larger ones would overflow


class Direction(Struct, frozen=True):
    """The weights of one direction, and the length ratio: words of a sentence for each word of its counterpart."""

    pair: Annotated[tuple[_Weight, ...], Meta(min_length=len(FEATURES), max_length=len(FEATURES))]
    step: Annotated[tuple[_Weight, ...], Meta(min_length=STEP_WEIGHTS, max_length=STEP_WEIGHTS)]
    ratio: Annotated[float, Meta(gt=0, lt=1000)]


class SmithModel(Struct, frozen=True, dict=True):
    """The learnt weights.

    Attributes:
        of_target: The model that finds a source sentence for each target sentence.
        of_source: The model that finds a target sentence for each source sentence.
        trained_on: The digests of the documents it was trained on (`training.digest`).
    """

    of_target: Direction
    of_source: Direction
    trained_on: tuple[str, ...]

    _repr = cached_property(model_repr)  # part of the signature of every alignment

    def __repr__(self) -> str:
        return self._repr

    @classmethod
    def of(cls, documents: Sequence[Gold]) -> SmithModel:
        """Learn a model from annotated documents."""
        examples: tuple[list[Example], list[Example]] = ([], [])
        ratios = _length_ratios(documents)
        for pair in documents:
            texts = Texts(pair.source, pair.target)
            positions = _true_positions(pair, texts.vectors)
            for direction in (0, 1):
                examples[direction].append(Example(texts.features(direction, ratios[direction]), positions[direction]))
        of_target, of_source = (Direction(*fit_chain(examples[d], _L2), ratios[d]) for d in (0, 1))
        return cls(of_target, of_source, tuple(map(digest, documents)))


@dataclass(frozen=True)
class Smith:
    """Conditional random fields of both directions, intersected; supervised (Smith, Quirk & Toutanova 2010).

    `Smith.fit(gold)` returns the method with a model learnt from gold. `method.save(path)` writes the model, and
    `Smith.load(path)` reads it. `fit` and `load` take settings, too.

    Attributes:
        null_loss: The cost of a wrong null, where a wrong link costs 1 (the paper's lambda), above 0; more gives more
            links.
        grow: Whether to add pairs that one direction chose next to those both chose, for 1-N and N-1 links; not in the
            paper.
        model: The model, from `fit` or `load`.
    """

    null_loss: float = 1.0
    grow: bool = False
    model: SmithModel | None = None

    GRID: ClassVar[dict[str, tuple[float, ...]]] = {
        "null_loss": (0.25, 0.4, 0.55, 0.7, 0.85, 1.0, 1.15, 1.3, 1.5, 2.0, 3.0),
    }
    NAME: ClassVar[str] = "smith"
    MODEL: ClassVar[type[SmithModel]] = SmithModel

    fit = classmethod(training.fit)
    load = classmethod(training.load)
    save = training.save

    def __post_init__(self) -> None:
        """Raise SettingError for a setting outside its range."""
        loss = self.null_loss
        if isinstance(loss, bool) or not isinstance(loss, Real) or not 0 < loss < inf:
            raise SettingError(f"null_loss must be a number above 0, not {loss!r}")
        if not isinstance(self.grow, bool):
            raise SettingError(f"grow must be True or False, not {self.grow!r}")
        check_model(self)

    def __call__(self, source: Document, target: Document) -> Alignment:
        """Align two documents."""
        if self.model is None:
            raise no_model(self.NAME)
        texts = Texts(source, target)
        of_target = self._decode(texts, 0, self.model.of_target)
        of_source = self._decode(texts, 1, self.model.of_source)
        steps = intersect(
            {(i, j): probability for j, (i, probability) in of_target.items()},
            {(i, j): probability for i, (j, probability) in of_source.items()},
            grow=self.grow,
        )
        cells = [step.cell for step in steps]
        return assemble(source, target, links(cells, texts.vectors.group), signature_of(self), cells=cells, steps=steps)

    def _decode(self, texts: Texts, side: int, direction: Direction) -> dict[int, tuple[int, float]]:
        """Return the position of each sentence that gets one, with its posterior."""
        features = texts.some_features(side, direction.ratio)
        found = {}
        decoded = best_positions(direction.pair, direction.step, features, *texts.shape(side))
        for t, (position, probability, null) in enumerate(zip(*decoded, strict=True)):
            if 1 - probability < self.null_loss * (1 - null):
                found[t] = (position, min(1.0, probability))
        return found


def intersect(of_target: dict[Cell, float], of_source: dict[Cell, float], *, grow: bool) -> list[Step]:
    """Return the pairs that both directions chose, and with grow those of one that touch them, in reading order."""
    both = of_target.keys() & of_source.keys()
    rows, columns = {i for i, _ in both}, {j for _, j in both}
    steps = {
        cell: Step("sentence", None, "both directions", cell, min(of_target[cell], of_source[cell])) for cell in both
    }
    if grow:
        for cell, probability in of_target.items():
            if cell[0] in rows and cell[1] not in columns:
                steps[cell] = Step("sentence", None, "from the target", cell, probability)
        for cell, probability in of_source.items():
            if cell[1] in columns and cell[0] not in rows:
                steps[cell] = Step("sentence", None, "from the source", cell, probability)
    return [steps[cell] for cell in sorted(steps)]


def _length_ratios(documents: Sequence[Gold]) -> tuple[float, float]:
    """Return the length ratio of target to source sentences in the gold, and the reverse."""
    source, target = 1, 1  # a pseudo-count, so that gold without pairs does not divide by zero
    for gold in documents:
        for i, j in sorted(gold.pairs):
            source += len(tokens(gold.source.sentences[i]))
            target += len(tokens(gold.target.sentences[j]))
    return round(target / source, 4), round(source / target, 4)


def _true_positions(gold: Gold, vectors: Vectors) -> tuple[list[int], list[int]]:
    """Return the true position of each target sentence in the source, and of each source sentence in the target."""
    of_target, of_source = [NULL] * len(gold.target.sentences), [NULL] * len(gold.source.sentences)
    best: dict[tuple[int, int], float] = {}
    for i, j in sorted(gold.pairs):
        similarity = vectors.pair(i, j)
        for side, positions, t, s in ((0, of_target, j, i), (1, of_source, i, j)):
            if positions[t] == NULL or similarity > best[side, t]:
                positions[t], best[side, t] = s, similarity
    return of_target, of_source
