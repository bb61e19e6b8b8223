"""The features of sentence pairs that `smith` learns from.

All features are from 0 to 1, except the length's, which is from -1 to 0, so that one regularisation suits all.
"""

from __future__ import annotations

from math import lgamma, log
from typing import TYPE_CHECKING

from vicinal.methods.learned.training import numerical
from vicinal.similarity.tfidf import TfIdf
from vicinal.text.document import Document
from vicinal.text.tokens import tokens

if TYPE_CHECKING:
    from vicinal.methods.learned.crf import Array

FEATURES = ("cosine", "jaccard", "words found", "words covered", "length", "place", "bias")


class Texts:
    """The lengths, shared words and cosines of the sentences of two documents."""

    def __init__(self, source: Document, target: Document) -> None:
        np = numerical("numpy")
        self.vectors = TfIdf()(source, target)
        words = [[tokens(sentence) for sentence in document.sentences] for document in (source, target)]
        self._lengths = [[len(sentence) for sentence in side] for side in words]
        self._types = [np.array([len(set(sentence)) for sentence in side], dtype=float) for side in words]
        where: dict[str, tuple[list[int], list[int]]] = {}
        for side, sentences in enumerate(words):
            for index, sentence in enumerate(sentences):
                for word in sorted(set(sentence)):
                    where.setdefault(word, ([], []))[side].append(index)
        self._shared: Array = np.zeros(self.vectors.shape)
        for rows, columns in where.values():
            if rows and columns:
                self._shared[np.ix_(rows, columns)] += 1
        self._cosine: Array = np.zeros(self.vectors.shape)
        for i, j in np.argwhere(self._shared).tolist():
            self._cosine[i, j] = self.vectors.pair(i, j)

    def features(self, direction: int, ratio: float) -> Array:
        """Return the features of all pairs, in the order of FEATURES.

        Direction 0 reads the target and has positions in the source; 1 is the reverse. "words found" is the share of
        the sentence's words that occur at the position, "words covered" the share of the position's words that occur
        in the sentence.
        """
        np = numerical("numpy")
        read, other = (1, 0) if direction == 0 else (0, 1)
        cosine, shared = (m.T if direction == 0 else m for m in (self._cosine, self._shared))
        mine, theirs = self._types[read][:, None], self._types[other][None, :]
        length, positions = shared.shape
        place = (np.arange(length)[:, None] + 0.5) / length - (np.arange(positions)[None, :] + 0.5) / positions
        features: Array = np.stack(
            [
                cosine,
                shared / np.maximum(mine + theirs - shared, 1),
                shared / np.maximum(mine, 1),
                shared / np.maximum(theirs, 1),
                _poisson(self._lengths[read], self._lengths[other], ratio),
                np.abs(place),
                np.ones_like(shared),
            ],
            axis=2,
        )
        return features


def _poisson(read: list[int], other: list[int], ratio: float) -> Array:
    """Return the fit of lengths: the log probability less that of the likeliest length, over 10, at least -1."""
    np = numerical("numpy")
    means = [max(length, 1) * ratio for length in other]
    likeliest = [int(mean) * log(mean) - lgamma(int(mean) + 1) for mean in means]
    logs = np.array([log(mean) for mean in means])
    fit = np.array(read)[:, None] * logs[None, :] - np.array([lgamma(k + 1) for k in read])[:, None]
    found: Array = np.maximum((fit - np.array(likeliest)[None, :]) / 10, -1.0)
    return found
