"""Coster & Kauchak (2011): paragraphs above a threshold, then a dynamic program over the sentences inside them.

Certain: every pair of paragraphs with TF-IDF cosine above 0.5 is aligned; sentences by the recurrence of Barzilay &
Elhadad (2003) with no mismatch penalty and a skip penalty of 0.0001; links below 0.5 similarity are dropped afterwards.
Reconstructed: idf counts sentences, as everywhere in Vicinal; a paragraph that is aligned with several is searched with
each of them, and links that share a sentence are merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from vicinal.alignment import Alignment, assemble, links
from vicinal.errors import check_unit
from vicinal.link import Link, Step
from vicinal.methods.dynamic_program import best_path
from vicinal.signature import signature_of
from vicinal.similarity.named import similarity_of, vectors_by
from vicinal.similarity.row_cosines import row_cosines, summed
from vicinal.similarity.tfidf import TfIdf
from vicinal.similarity.vectors import Similarity, Vectors
from vicinal.text.document import Document


@dataclass(frozen=True)
class CosterKauchak:
    """Similar paragraphs, then the best path through their sentences (Coster & Kauchak 2011).

    Attributes:
        paragraph_alpha: The least similarity of aligned paragraphs, 0 to 1.
        sentence_alpha: Links below this similarity are dropped, 0 to 1.
        skip: The penalty of each unaligned sentence, 0 to 1.
        similarity: How sentences become vectors: a similarity, or its name.
    """

    paragraph_alpha: float = 0.5
    sentence_alpha: float = 0.5
    skip: float = 0.0001
    similarity: Similarity | str = TfIdf()  # noqa: RUF009

    GRID: ClassVar[dict[str, tuple[float, ...]]] = {
        "paragraph_alpha": (0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
        "sentence_alpha": (0.2, 0.3, 0.4, 0.5, 0.6),
        "skip": (0.0001, 0.1),
    }

    def __post_init__(self) -> None:
        """Raise SettingError for a setting outside its range."""
        check_unit("paragraph_alpha", self.paragraph_alpha)
        check_unit("sentence_alpha", self.sentence_alpha)
        check_unit("skip", self.skip)
        object.__setattr__(self, "similarity", similarity_of(self.similarity))

    def __call__(self, source: Document, target: Document) -> Alignment:
        """Align two documents."""
        vectors = vectors_by(similarity_of(self.similarity), source, target)
        paragraphs, steps = [], []
        for x, y, score in self._similar_paragraphs(source, target, vectors):
            xs, ys = source.spans[x], target.spans[y]
            paragraphs.append(Link((x,), (y,), score))
            steps.append(Step("paragraph", None, "similar", (x, y), score))
            inside = vectors.select(xs, ys)
            for rows, columns in best_path(row_cosines(inside).row, len(xs), len(ys), self.skip, 0.0):
                score = inside.group(rows, columns)
                if score >= self.sentence_alpha:
                    cells = [(xs[i], ys[j]) for i in rows for j in columns]
                    steps.extend(Step("sentence", None, "path", cell, score) for cell in cells)
        cells = [step.cell for step in steps if step.level == "sentence"]
        return assemble(
            source,
            target,
            links(cells, vectors.group),
            signature_of(self),
            cells=cells,
            paragraphs=paragraphs,
            steps=steps,
        )

    def _similar_paragraphs(
        self, source: Document, target: Document, vectors: Vectors
    ) -> Iterator[tuple[int, int, float]]:
        """Yield the pairs of paragraphs that are similar enough, with their similarity."""
        totals = summed(vectors, source.spans, target.spans)
        targets = row_cosines(totals) if totals else None
        for x, xs in enumerate(source.spans):
            if targets is None:
                scores: Iterable[tuple[int, float]] = ((y, vectors.group(xs, ys)) for y, ys in enumerate(target.spans))
            elif self.paragraph_alpha > 0:
                scores = targets.above(x, self.paragraph_alpha)
            else:
                scores = enumerate(targets.row(x))
            for y, score in scores:
                if score >= self.paragraph_alpha and xs and target.spans[y]:
                    yield x, y, score
