"""A second similarity beside spelling: what sentences mean, by their embeddings.

All sentences of one text are about the same things, so their embeddings point the same way. What tells sentences apart
is the rest: from the embeddings of each side, their mean is subtracted. The mean of a short side is uncertain; it is
held to the mean of both sides by a pseudo-count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from vicinal.errors import InputError
from vicinal.methods.global_.priors import Priors
from vicinal.similarity.vectors import Similarity
from vicinal.text.document import Document

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_AT_ONCE = 100_000  # pairs; memory grows with them
_DECIMALS = 9  # processors round sums differently; what is left of that decides nothing


def meaning_similarities(
    meaning: Similarity, source: Document, target: Document, cells: Sequence[tuple[int, int]], priors: Priors
) -> list[float]:
    """Return the similarity of each of these pairs of sentences.

    Embeddings are centred first; the vectors of another similarity are taken as they are.

    Raises:
        InputError: There is not one vector for each sentence.
    """
    arrays: Any = getattr(meaning, "arrays", None)
    if arrays is not None:
        rows = arrays(source, target)
        return _centred(rows[0], rows[1], cells, priors.centre_sentences)
    vectors, shape = meaning(source, target), (len(source.sentences), len(target.sentences))
    if vectors.shape != shape:
        raise InputError(f"meaning gave vectors for {vectors.shape} sentences; the documents have {shape}")
    return [vectors.pair(x, y) for x, y in cells]


def _centred(
    source: NDArray[np.int16], target: NDArray[np.int16], cells: Sequence[tuple[int, int]], sentences: float
) -> list[float]:
    import numpy as np

    means = [rows.mean(axis=0, dtype=np.float64) for rows in (source, target)]
    both = (means[0] + means[1]) / 2
    sides = [
        _unit_length(rows - (len(rows) * mean + sentences * both) / (len(rows) + sentences), rows)
        for rows, mean in zip((source, target), means, strict=True)
    ]
    found: list[float] = []
    for begin in range(0, len(cells), _AT_ONCE):
        pairs = np.array(cells[begin : begin + _AT_ONCE])
        products = np.einsum("ij,ij->i", sides[0][pairs[:, 0]], sides[1][pairs[:, 1]])
        found += np.round(products, _DECIMALS).tolist()
    return found


def _unit_length(rows: Array, before: NDArray[np.int16]) -> Array:
    """Return rows of length 1; a sentence without words, whose row was all zeros, keeps it."""
    import numpy as np

    rows = np.where(before.any(axis=1, keepdims=True), rows, 0.0)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None]
    return rows / np.where(lengths > 0, lengths, 1.0)
