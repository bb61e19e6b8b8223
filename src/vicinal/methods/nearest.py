"""Align each target sentence with its most similar source sentence, as in Kauchak (2006) and Zhu et al. (2010).

Certain: TF-IDF cosine; one source sentence for each target sentence if it is similar enough; adjacent target sentences
with the same source sentence are merged into one link. No order, no paragraphs: it follows any rearrangement of the
text, and never finds an N-1 link. Reconstructed: of equally similar source sentences the first is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import ClassVar

from vicinal.alignment import Alignment, assemble
from vicinal.errors import check_unit
from vicinal.link import Link, Step
from vicinal.signature import signature_of
from vicinal.similarity.named import similarity_of, vectors_by
from vicinal.similarity.row_cosines import row_cosines
from vicinal.similarity.tfidf import TfIdf
from vicinal.similarity.vectors import Similarity
from vicinal.text.document import Document


@dataclass(frozen=True)
class Nearest:
    """Each target sentence to its most similar source sentence (Zhu et al. 2010).

    Attributes:
        threshold: The least similarity of aligned sentences, 0 to 1.
        similarity: How sentences become vectors: a similarity, or its name.
    """

    threshold: float = 0.3
    similarity: Similarity | str = TfIdf()  # noqa: RUF009

    GRID: ClassVar[dict[str, tuple[float, ...]]] = {"threshold": tuple(n / 40 for n in range(4, 25))}

    def __post_init__(self) -> None:
        """Raise SettingError for a setting outside its range."""
        check_unit("threshold", self.threshold)
        object.__setattr__(self, "similarity", similarity_of(self.similarity))

    def __call__(self, source: Document, target: Document) -> Alignment:
        """Align two documents."""
        vectors = vectors_by(similarity_of(self.similarity), source, target)
        groups: list[tuple[int, list[int]]] = []
        steps = []
        sources = row_cosines(vectors, turned=True)
        for y in range(vectors.shape[1]):
            similar = sources.above(y, self.threshold) if self.threshold > 0 else enumerate(sources.row(y))
            x, similarity = max(similar, key=itemgetter(1), default=(-1, 0.0))  # ties: the first
            if x >= 0 and similarity >= self.threshold:
                steps.append(Step("sentence", None, "most similar", (x, y), similarity))
                if groups and groups[-1][0] == x and groups[-1][1][-1] == y - 1:
                    groups[-1][1].append(y)
                else:
                    groups.append((x, [y]))
        links = [Link((x,), tuple(ys), vectors.group([x], ys)) for x, ys in sorted(groups)]
        return assemble(source, target, links, signature_of(self), steps=steps)
