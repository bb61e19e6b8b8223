"""Smith, Quirk & Toutanova (2010): a conditional random field over sentence positions, learnt from gold.

"Extracting Parallel Sentences from Comparable Corpora using Document Level Alignment" was made for two languages; here
both versions are in one. The sentences of one side are read in order, and each has a hidden variable: the position of
its counterpart on the other side, or null. A first-order linear-chain CRF scores whole sequences of positions by

- features of a pair (none of them fires on null): TF-IDF cosine, Jaccard coefficient, the share of each sentence's
  words that occur in the other, how well the lengths fit (Poisson), the difference of relative positions, a bias;
- features of a step: the binned distance d from the previous position, and the binned distance of d from 1.

One such model is learnt for each direction. Decoding takes, for each sentence, the position with the least expected
loss: 1 for a wrong link, `null_loss` for a wrong null (a null where there is a counterpart). Then the two directions
are intersected: a pair stays that both chose.

Certain: the above. Reconstructed (our reading):

- Lexical features stand in for the word alignments of two languages. A length counts words; the feature is the log
  probability of the length under a Poisson distribution with the expected length as its mean, less the highest there
  is, divided by 10 and not below -1.
- "Previous position" looks back over nulls; before the first link there is one weight for any position.
- A sentence with several counterparts in the gold is taught the most similar one (TF-IDF).
- Links are the connected components of the pairs, so that no sentence is in two links.

Left out: the paper's log-linear ranker, which chooses a position or null for each sentence by itself. The chain has all
of its features, those of a pair; with step weights of zero it is that ranker.

Ours, and off unless asked for: `grow`. In a sequence, several sentences can choose the same position: one direction
yields 1-N links, the other N-1. The intersection keeps one pair of each, because a source sentence can choose only one
of its N target sentences: all links are 1-1. With `grow` it grows (as in word alignment): a pair that only one
direction chose is added if one of its sentences has a pair of the intersection and the other has none. Cross-validated
F1 of links on the development gold, strict and grown: Wikipedia .721 and .790, DEplain .466 and .510, PorSimples .739
and .967.

`null_loss` 1 was chosen by cross-validation on the development gold, with `grow`: best or nearly so for links on each
corpus; 1.5 finds more pairs where simplifiers split much (DEplain), 0.7 is as good for a model of all corpora at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar

from vicinal.alignment import Alignment, Cell, Step, assemble, links
from vicinal.errors import SettingError
from vicinal.gold import Gold
from vicinal.methods.learned.crf import NULL, STEP_WEIGHTS, Example, fit_chain, posteriors
from vicinal.methods.learned.pair_features import FEATURES, Texts
from vicinal.methods.learned.training import (
    annotated,
    check_model,
    digest,
    load_model,
    model_repr,
    names,
    no_model,
    number,
    numbers,
    save_model,
)
from vicinal.signature import signature_of
from vicinal.similarity.vectors import Vectors
from vicinal.text.document import Document
from vicinal.text.tokens import tokens

if TYPE_CHECKING:
    from typing_extensions import Self

    from vicinal.methods.learned.crf import Array

NAME = "smith"
_L2 = 1.0
_MOST = 300.0  # no weight that was learnt comes near; beyond, exponentials would overflow


@dataclass(frozen=True)
class Direction:
    """The weights of one direction, and how long a sentence is for each word of its counterpart."""

    pair: tuple[float, ...]
    step: tuple[float, ...]
    ratio: float


@dataclass(frozen=True, repr=False)
class SmithModel:
    """What `Smith.fit` learnt.

    Attributes:
        of_target: The model that finds a source sentence for each target sentence.
        of_source: The model that finds a target sentence for each source sentence.
        trained_on: The digests of the documents it learnt from (`training.digest`).
    """

    of_target: Direction
    of_source: Direction
    trained_on: tuple[str, ...]

    _repr = cached_property(model_repr)  # every alignment has it in its signature

    def __repr__(self) -> str:
        return self._repr

    @classmethod
    def from_content(cls, content: dict[str, Any]) -> SmithModel:
        """Build a model from the content of its file; raise KeyError, TypeError or ValueError if it is none."""
        of_target, of_source = (
            Direction(
                numbers(content[side]["pair"], len(FEATURES)),
                numbers(content[side]["step"], STEP_WEIGHTS),
                number(content[side]["ratio"]),
            )
            for side in ("of_target", "of_source")
        )
        model = cls(of_target, of_source, names(content["trained_on"]))
        for direction in (of_target, of_source):
            if not 0 < direction.ratio < 1000 or max(map(abs, direction.pair + direction.step)) > _MOST:
                raise ValueError
        return model


@dataclass(frozen=True)
class Smith:
    """Conditional random fields of both directions, intersected; supervised (Smith, Quirk & Toutanova 2010).

    Attributes:
        null_loss: What a wrong null costs where a wrong link costs 1 (the paper's lambda), above 0; more gives more
            links.
        grow: Whether pairs that one direction chose are added beside those both chose, for 1-N and N-1 links; not in
            the paper.
        model: What `fit` learnt or `load` read.
    """

    null_loss: float = 1.0
    grow: bool = False
    model: SmithModel | None = None

    GRID: ClassVar[dict[str, tuple[float, ...]]] = {
        "null_loss": (0.25, 0.4, 0.55, 0.7, 0.85, 1.0, 1.15, 1.3, 1.5, 2.0, 3.0),
    }

    def __post_init__(self) -> None:
        """Raise SettingError for a setting outside its range."""
        loss = self.null_loss
        if isinstance(loss, bool) or not isinstance(loss, Real) or not 0 < loss < inf:
            raise SettingError(f"null_loss must be a number above 0, not {loss!r}")
        if not isinstance(self.grow, bool):
            raise SettingError(f"grow must be True or False, not {self.grow!r}")
        check_model(self.model, SmithModel)

    @classmethod
    def fit(cls, gold: Iterable[Gold], **settings: Any) -> Self:
        """Learn from the annotated documents among gold; settings are those of the method.

        Raises:
            InputError: No document pair has sentence links.
        """
        method = cls(**settings)
        documents = annotated(gold)
        examples: tuple[list[Example], list[Example]] = ([], [])
        ratios = _length_ratios(documents)
        for pair in documents:
            texts = Texts(pair.source, pair.target)
            taught = _taught(pair, texts.vectors)
            for direction in (0, 1):
                examples[direction].append(Example(texts.features(direction, ratios[direction]), taught[direction]))
        of_target, of_source = (Direction(*fit_chain(examples[d], _L2), ratios[d]) for d in (0, 1))
        model = SmithModel(of_target, of_source, tuple(digest(pair) for pair in documents))
        return replace(method, model=model)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model as JSON, whole or not at all; settings are not part of it."""
        save_model(path, NAME, self.model)

    @classmethod
    def load(cls, path: str | os.PathLike[str], **settings: Any) -> Self:
        """Return the method with a model that `save` wrote, and these settings.

        Raises:
            FormatError: The file is not such a model.
        """
        return cls(**settings, model=load_model(path, NAME, SmithModel.from_content))

    def __call__(self, source: Document, target: Document) -> Alignment:
        """Align two documents."""
        if self.model is None:
            raise no_model(NAME)
        texts = Texts(source, target)
        of_target = self._decode(texts.features(0, self.model.of_target.ratio), self.model.of_target)
        of_source = self._decode(texts.features(1, self.model.of_source.ratio), self.model.of_source)
        steps = intersect(
            {(i, j): probability for j, (i, probability) in of_target.items()},
            {(i, j): probability for i, (j, probability) in of_source.items()},
            grow=self.grow,
        )
        cells = [step.cell for step in steps]
        return assemble(source, target, links(cells, texts.vectors.group), signature_of(self), cells=cells, steps=steps)

    def _decode(self, features: Array, direction: Direction) -> dict[int, tuple[int, float]]:
        """Return, for each sentence that gets one, its position and how probable that is."""
        chosen, null = posteriors(direction.pair, direction.step, features)
        found = {}
        for t, (position, probability) in enumerate(
            zip(chosen.argmax(axis=1).tolist(), chosen.max(axis=1).tolist(), strict=True)
        ):
            if 1 - probability < self.null_loss * (1 - null[t]):
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


def _length_ratios(documents: list[Gold]) -> tuple[float, float]:
    """Return the length of a target sentence for each word of its source sentence in the gold, and the reverse."""
    source, target = 1, 1  # as if there were one more pair, of one word each, lest a gold without pairs divide by zero
    for gold in documents:
        for i, j in sorted(gold.pairs):
            source += len(tokens(gold.source.sentences[i]))
            target += len(tokens(gold.target.sentences[j]))
    return round(target / source, 4), round(source / target, 4)


def _taught(gold: Gold, vectors: Vectors) -> tuple[list[int], list[int]]:
    """Return the true position of each target sentence in the source, and of each source sentence in the target."""
    of_target, of_source = [NULL] * len(gold.target.sentences), [NULL] * len(gold.source.sentences)
    best: dict[tuple[int, int], float] = {}
    for i, j in sorted(gold.pairs):
        similarity = vectors.pair(i, j)
        for side, taught, t, s in ((0, of_target, j, i), (1, of_source, i, j)):
            if taught[t] == NULL or similarity > best[side, t]:
                taught[t], best[side, t] = s, similarity
    return of_target, of_source
