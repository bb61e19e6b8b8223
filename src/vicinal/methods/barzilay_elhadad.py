"""Barzilay & Elhadad (2003): paragraphs mapped by a learnt classifier, then sentences by dynamic programming.

"Sentence Alignment for Monolingual Comparable Corpora". Learning, from annotated documents:

1. The paragraphs of each side of the corpus are clustered by topic (`topics`: complete link, names, dates and numbers
   masked).
2. Two paragraphs map if a sentence of one is aligned with a sentence of the other. A boosted classifier (`boosting`)
   learns this from the topics of the two and from their lexical similarity.

Aligning: every pair of paragraphs that the classifier maps is aligned by itself, sentence by sentence, with the dynamic
program of `dynamic_program`, whose weak similarity is the TF-IDF cosine less a mismatch penalty. Sentences outside
mapped paragraphs stay unaligned.

Certain: the above, and that the penalty is about 0.1 and skipping costs nothing. Reconstructed (our reading):

- The features of the classifier. Lexical similarity: the cosine of the two paragraphs; that cosine divided by the
  highest cosine of the source paragraph with any paragraph, and the same for the target paragraph (the length and
  number of paragraphs shift all cosines of a document together); the best cosine of two sentences. Topics: that of the
  source paragraph, that of the target paragraph, and both together. The position in the document is not a feature.
- The number of topics, and the topic of a new paragraph: the nearest mean.
- A sentence in two mapped pairs of paragraphs can be linked in both; it keeps the link with the higher score. (Joining
  such links, or concatenating the paragraphs first, was measured and is no better.) Paragraphs are linked in pairs, as
  they were mapped; the mapping is not transitive.

The penalties are the paper's. On the development gold a mismatch penalty of 0.25 does better: cross-validated F1 of
links .78, .46 and .89, instead of .61, .40 and .90, on Wikipedia, DEplain and PorSimples (our guess: TF-IDF here keeps
function words, so unrelated sentences have higher cosines than in the paper). One topic instead of 20 does as well
there; topics were designed for a corpus of articles of one kind.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import ClassVar

from msgspec import Struct

from vicinal.alignment import Alignment, assemble, paragraph_of
from vicinal.errors import check_unit
from vicinal.gold import Gold
from vicinal.link import Cell, Link, Step
from vicinal.methods.dynamic_program import best_path
from vicinal.methods.learned import training
from vicinal.methods.learned.boosting import Bound, Case, Stump, boost, probability
from vicinal.methods.learned.topics import Topics, find_topics
from vicinal.methods.learned.training import check_model, digest, model_repr, no_model
from vicinal.signature import signature_of
from vicinal.similarity.row_cosines import row_cosines, summed
from vicinal.similarity.tfidf import TfIdf
from vicinal.similarity.vectors import Vectors
from vicinal.text.document import Document

MEASURES = ("cosine", "over the source paragraph's best", "over the target paragraph's best", "best sentences")
_TOPICS = 20
_ROUNDS = 40


class BarzilayElhadadModel(Struct, frozen=True, dict=True):
    """The learnt topics and classifier.

    Attributes:
        source: The topics of source paragraphs.
        target: The topics of target paragraphs.
        stumps: The classifier that maps paragraphs; its measures are those of MEASURES.
        trained_on: The digests of the documents it was trained on (`training.digest`).
    """

    source: Topics
    target: Topics
    stumps: tuple[Stump, ...]
    trained_on: tuple[str, ...]

    _repr = cached_property(model_repr)  # part of the signature of every alignment

    def __post_init__(self) -> None:
        """Raise ValueError for a stump that asks about a measure that is not there."""
        if any(stump.measure is not None and stump.measure >= len(MEASURES) for stump in self.stumps):
            raise ValueError(f"measures are numbered from 0 to {len(MEASURES) - 1}")

    def __repr__(self) -> str:
        return self._repr

    @classmethod
    def of(cls, documents: Sequence[Gold]) -> BarzilayElhadadModel:
        """Learn a model from annotated documents."""
        source = find_topics((pair.source for pair in documents), _TOPICS)
        target = find_topics((pair.target for pair in documents), _TOPICS)
        cases: list[Case] = []
        truths: list[bool] = []
        for pair in documents:
            rows, columns = paragraph_of(pair.source), paragraph_of(pair.target)
            mapped = {(rows[i], columns[j]) for i, j in pair.pairs}
            for cell, case in _cases(pair.source, pair.target, TfIdf()(pair.source, pair.target), source, target):
                cases.append(case)
                truths.append(cell in mapped)
        return cls(source, target, boost(cases, truths, _ROUNDS), tuple(map(digest, documents)))


@dataclass(frozen=True)
class BarzilayElhadad:
    """Paragraphs by topic and a boosted classifier, sentences by local alignment; supervised (Barzilay & Elhadad 2003).

    `BarzilayElhadad.fit(gold)` returns the method with a model learnt from gold. `method.save(path)` writes the model,
    and `BarzilayElhadad.load(path)` reads it. `fit` and `load` take settings, too.

    Attributes:
        paragraph_threshold: The least probability that two paragraphs map, 0 to 1.
        mismatch: The penalty of each linked pair of sentences, 0 to 1.
        skip: The penalty of each unaligned sentence, 0 to 1.
        model: The model, from `fit` or `load`.
    """

    paragraph_threshold: float = 0.5
    mismatch: float = 0.1
    skip: float = 0.0
    model: BarzilayElhadadModel | None = None

    GRID: ClassVar[dict[str, tuple[float, ...]]] = {
        "paragraph_threshold": (0.2, 0.35, 0.5, 0.65, 0.8),
        "mismatch": (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35),
        "skip": (0.0, 0.01, 0.03),
    }
    NAME: ClassVar[str] = "barzilay_elhadad"
    MODEL: ClassVar[type[BarzilayElhadadModel]] = BarzilayElhadadModel

    fit = classmethod(training.fit)
    load = classmethod(training.load)
    save = training.save

    def __post_init__(self) -> None:
        """Raise SettingError for a setting outside its range."""
        check_unit("paragraph_threshold", self.paragraph_threshold)
        check_unit("mismatch", self.mismatch)
        check_unit("skip", self.skip)
        check_model(self)

    def __call__(self, source: Document, target: Document) -> Alignment:
        """Align two documents."""
        if self.model is None:
            raise no_model(self.NAME)
        vectors = TfIdf()(source, target)
        paragraphs: list[Link] = []
        mapped: list[Step] = []
        paths: list[tuple[Link, list[Step]]] = []
        bound = Bound(self.model.stumps, self.paragraph_threshold)
        for cell, case in _cases(source, target, vectors, self.model.source, self.model.target, bound):
            probable = probability(self.model.stumps, case)
            if probable >= self.paragraph_threshold:
                x, y = cell
                xs, ys = source.spans[x], target.spans[y]
                paragraphs.append(Link((x,), (y,), vectors.group(xs, ys)))
                mapped.append(Step("paragraph", None, "mapped", cell, probable))
                paths.extend(self._inside(vectors, xs, ys))
        kept = _best(paths)
        return assemble(
            source,
            target,
            sorted((link for link, _ in kept), key=lambda link: (link.source, link.target)),
            signature_of(self),
            paragraphs=paragraphs,
            steps=[*mapped, *(step for _, steps in kept for step in steps)],
        )

    def _inside(self, vectors: Vectors, xs: range, ys: range) -> Iterator[tuple[Link, list[Step]]]:
        """Align the sentences of two paragraphs."""
        inside = vectors.select(xs, ys)
        pair = inside.pair
        stood = None
        for rows, columns in best_path(row_cosines(inside).row, len(xs), len(ys), self.skip, self.mismatch):
            steps = []
            for x, y in product(rows, columns):
                steps.append(Step("sentence", stood, "path", (xs[x], ys[y]), pair(x, y)))
                stood = (xs[x], ys[y])
            source, target = tuple(xs[x] for x in rows), tuple(ys[y] for y in columns)
            yield Link(source, target, vectors.group(source, target)), steps


def _best(paths: list[tuple[Link, list[Step]]]) -> list[tuple[Link, list[Step]]]:
    """Return the links that share no sentence with a better one that is kept, in the order given; ties: the first."""
    seen: tuple[set[int], set[int]] = (set(), set())
    kept = []
    for position in sorted(range(len(paths)), key=lambda n: -paths[n][0].score):
        link = paths[position][0]
        if seen[0].isdisjoint(link.source) and seen[1].isdisjoint(link.target):
            seen[0].update(link.source)
            seen[1].update(link.target)
            kept.append(position)
    return [paths[position] for position in sorted(kept)]


def _cases(
    source: Document,
    target: Document,
    vectors: Vectors,
    source_topics: Topics,
    target_topics: Topics,
    bound: Bound | None = None,
) -> Iterator[tuple[Cell, Case]]:
    """Yield every pair of paragraphs with its features, but for those that a bound excludes."""
    rows, columns = len(source.paragraphs), len(target.paragraphs)
    totals = summed(vectors, source.spans, target.spans)
    if totals is None:
        raise TypeError("TF-IDF has sparse rows")
    cosines = row_cosines(totals).row
    best_of_source, best_of_target = array("d"), array("d", bytes(8 * columns))
    for x in range(rows):
        row = cosines(x)
        best_of_source.append(max(row, default=0.0))
        best_of_target = array("d", map(max, best_of_target, row))
    sentences = row_cosines(vectors)
    paragraph = array("i", (y for y, span in enumerate(target.spans) for _ in span))
    of_source, of_target = source_topics.of(source), target_topics.of(target)
    for x in range(rows):
        a, best = of_source[x], sentences.best(source.spans[x], paragraph, columns)
        labels = {b: (f"source {a}", f"target {b}", f"both {a} {b}") for b in set(of_target)}
        for y, cosine in enumerate(cosines(x)):
            measures = (
                cosine,
                cosine / best_of_source[x] if cosine else 0.0,
                cosine / best_of_target[y] if cosine else 0.0,
                best[y],
            )
            if bound is None or not bound.excludes(measures, labels[of_target[y]]):
                yield (x, y), Case(measures, labels[of_target[y]])
