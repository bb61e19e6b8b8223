"""A second similarity beside spelling: what sentences mean, by their embeddings.

All sentences of one text are about the same things, so their embeddings point the same way. What tells sentences apart
is the rest: from the embeddings of each side, their mean is subtracted. The mean of a short side is uncertain; it is
held to the mean of both sides by a pseudo-count.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from vicinal.errors import InputError
from vicinal.methods.global_.priors import Priors
from vicinal.similarity.named import vectors_by
from vicinal.similarity.vectors import Similarity
from vicinal.text.document import Document

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_AT_ONCE = 100_000  # pairs; memory grows with them
_DECIMALS = 9  # processors round sums differently; what is left of that decides nothing


class Centred(NamedTuple):
    """The embeddings of two documents, less the mean of their side: rows of length 1, or of zeros."""

    source: Array
    target: Array


def centred(meaning: Similarity, source: Document, target: Document, priors: Priors) -> Centred | None:
    """Return the centred embeddings of two documents; None if this similarity has no embeddings."""
    arrays: Any = getattr(meaning, "arrays", None)
    if arrays is None:
        return None
    sides, sentences = arrays(source, target), priors.centre_sentences

    import numpy as np

    shapes, counts = [np.shape(rows) for rows in sides], [len(source.sentences), len(target.sentences)]
    if any(len(shape) != 2 for shape in shapes) or [shape[0] for shape in shapes] != counts:
        raise InputError(f"meaning gave vectors of shapes {shapes}; the documents have {counts} sentences")
    if not all(np.isfinite(rows).all() for rows in sides):
        raise InputError("meaning gave numbers that are not finite")
    means = [rows.mean(axis=0, dtype=np.float64) for rows in sides]
    both = (means[0] + means[1]) / 2
    return Centred(
        *(
            _unit_length(rows - (len(rows) * mean + sentences * both) / (len(rows) + sentences), rows)
            for rows, mean in zip(sides, means, strict=True)
        )
    )


def meaning_similarities(
    meaning: Similarity,
    vectors: Centred | None,
    source: Document,
    target: Document,
    cells: Sequence[tuple[int, int]],
) -> list[float]:
    """Return the similarity of each of these pairs of sentences.

    Embeddings are taken as they were centred, the vectors of another similarity as they are.

    Raises:
        InputError: It gives no Vectors, or not one for each sentence.
    """
    if vectors is not None:
        return products_of(vectors.source, vectors.target, cells)
    found = vectors_by(meaning, source, target, "meaning")
    similarities = [found.pair(x, y) for x, y in cells]
    if not all(map(isfinite, similarities)):
        raise InputError("meaning gave similarities that are not finite")
    return similarities


def products_of(rows: Array, others: Array, pairs: Sequence[tuple[int, int]]) -> list[float]:
    """Return the inner product of each of these pairs of rows."""
    import numpy as np

    found: list[float] = []
    for begin in range(0, len(pairs), _AT_ONCE):
        some = np.array(pairs[begin : begin + _AT_ONCE])
        products = np.einsum("ij,ij->i", rows[some[:, 0]], others[some[:, 1]])
        found += np.round(products, _DECIMALS).tolist()
    return found


def _unit_length(rows: Array, before: NDArray[np.int16]) -> Array:
    """Return rows of length 1; a sentence without words, whose row was all zeros, keeps it."""
    import numpy as np

    rows = np.where(before.any(axis=1, keepdims=True), rows, 0.0)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None]
    return rows / np.where(lengths > 0, lengths, 1.0)
