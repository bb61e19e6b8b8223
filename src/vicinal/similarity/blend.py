"""Several similarities in one: their vectors, concatenated.

The row of a sentence is the concatenation of its rows in all parts. Each part is scaled by one factor, so that the mean
squared length of its rows, over both documents, is the part's weight. The similarity is then still the cosine of summed
rows, for blocks as for pairs. If all rows of a part have the same length, the similarity is the weighted mean of the
parts' similarities; otherwise longer sentences give more weight to parts whose rows grow with the sentence. A blend of
one part equals that part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from vicinal.errors import InputError, SettingError
from vicinal.similarity.characters import Characters
from vicinal.similarity.kernel_parts import Part, Parts, blended, parts_of, parts_of_vectors
from vicinal.similarity.sparse import Products, Rows
from vicinal.similarity.tfidf import TfIdf
from vicinal.similarity.vectors import Similarity, Vectors
from vicinal.text.document import Document


@dataclass(frozen=True)
class Blend:
    """Several similarities combined, each with a weight.

    Attributes:
        parts: Pairs of a similarity and its weight; only the ratios of the weights matter.
    """

    parts: tuple[tuple[Similarity, float], ...] = ((TfIdf(), 1.0), (Characters(), 1.0))

    def __post_init__(self) -> None:
        """Raise SettingError for parts that are not pairs of a similarity and a positive weight."""
        object.__setattr__(self, "parts", _checked(self.parts))

    def __call__(self, source: Document, target: Document) -> Vectors:
        """Return the vectors of two documents.

        Raises:
            InputError: A part gives no `Vectors`, or not one for each sentence.
        """
        rows = [_vectors_of(similarity, source, target).rows for similarity, _ in self.parts]
        factors = [weight / _mean_square(part) for part, (_, weight) in zip(rows, self.parts, strict=True)]
        return Vectors.of_rows(BlendedRows(rows, factors))

    def kernel_parts(self, source: Document, target: Document) -> Parts | None:
        """Return what the compiled kernel needs to make the same vectors; None if a part is not like ours.

        Raises as a call does.
        """
        made: list[Part] = []
        for similarity, weight in self.parts:
            parts = parts_of(similarity, source, target)
            if parts is None:
                parts = parts_of_vectors(_vectors_of(similarity, source, target))
            if parts is None:
                return None
            made.extend(blended(parts, weight))
        return tuple(made)

    def note_language(self, language: str | None) -> None:
        """Let each part warn if it has no support for a language."""
        for similarity, _ in self.parts:
            note = getattr(similarity, "note_language", None)
            if note is not None:
                note(language)


class BlendedRows:
    """Concatenated rows of several parts; the squares of each part are multiplied by its factor."""

    def __init__(self, parts: Sequence[Rows], factors: Sequence[float]) -> None:
        self._parts = list(zip(parts, factors, strict=True))
        self.squares = (self._squares(0), self._squares(1))

    @property
    def shape(self) -> tuple[int, int]:
        """How many source rows and how many target rows."""
        return self._parts[0][0].shape

    @property
    def parts(self) -> list[tuple[Rows, float]]:
        """The rows of each part, and its factor; for the compiled kernel."""
        return self._parts

    def _squares(self, side: int) -> list[float]:
        total = [0.0] * len(self._parts[0][0].squares[side])
        for rows, factor in self._parts:
            total = [so_far + factor * square for so_far, square in zip(total, rows.squares[side], strict=True)]
        return total

    def dot(self, x: int, y: int) -> float:
        """Return the dot product of source row x and target row y."""
        total = 0.0
        for rows, factor in self._parts:
            total += factor * rows.dot(x, y)
        return total

    def summed(self, xs: Iterable[int], ys: Iterable[int]) -> Products:
        """Return the dot product of the summed rows xs and the summed rows ys, and their squared lengths."""
        xs, ys = list(xs), list(ys)
        dot = source = target = 0.0
        for rows, factor in self._parts:
            products = rows.summed(xs, ys)
            dot += factor * products[0]
            source += factor * products[1]
            target += factor * products[2]
        return dot, source, target

    def select(self, xs: Sequence[int], ys: Sequence[int]) -> BlendedRows:
        """Return a selection of rows, in the order given; the factors stay those of the whole documents."""
        return BlendedRows([rows.select(xs, ys) for rows, _ in self._parts], [factor for _, factor in self._parts])


def _vectors_of(similarity: Similarity, source: Document, target: Document) -> Vectors:
    """Return the vectors of one part."""
    vectors = similarity(source, target)
    if not isinstance(vectors, Vectors):
        raise InputError(f"{similarity!r:.80}: gave no Vectors, and cannot be blended")
    shape = (len(source.sentences), len(target.sentences))
    if vectors.shape != shape:
        raise InputError(f"{similarity!r:.80}: gave vectors for {vectors.shape} sentences, not for {shape}")
    return vectors


def _checked(parts: Any) -> tuple[tuple[Similarity, float], ...]:
    try:
        pairs = tuple((similarity, weight) for similarity, weight in parts)
    except (TypeError, ValueError):
        raise SettingError(f"parts must be pairs of a similarity and a weight, not {parts!r:.80}") from None
    if not pairs:
        raise SettingError("parts must be at least one pair of a similarity and a weight")
    for similarity, weight in pairs:
        if not callable(similarity):
            raise SettingError(f"a part must be a function of two documents, not {similarity!r:.80}")
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < inf:
            raise SettingError(f"the weight of {similarity!r:.80} must be a number above 0, not {weight!r:.80}")
    return tuple((similarity, float(weight)) for similarity, weight in pairs)


def _mean_square(rows: Rows) -> float:
    """Return the mean squared length of the rows that are not all zeros; 1 if there are none."""
    total, count = 0.0, 0
    for side in rows.squares:
        for square in side:
            total += square
            count += square > 0
    return total / count if total else 1.0
