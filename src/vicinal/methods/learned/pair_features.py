"""The features of sentence pairs that `smith` learns from.

All features are from 0 to 1, except the length's, which is from -1 to 0, so that one regularisation suits all.
"""

from __future__ import annotations

from collections.abc import Callable
from math import lgamma, log
from typing import TYPE_CHECKING

from vicinal.methods.learned.training import numerical
from vicinal.similarity.row_cosines import row_cosines
from vicinal.similarity.tfidf import TfIdf
from vicinal.text.document import Document
from vicinal.text.tokens import tokens

if TYPE_CHECKING:
    from vicinal.methods.learned.crf import Array, Indices

FEATURES = ("cosine", "jaccard", "words found", "words covered", "length", "place", "bias")


class Texts:
    """The lengths, shared words and cosines of the sentences of two documents."""

    def __init__(self, source: Document, target: Document) -> None:
        np = numerical("numpy")
        self.vectors = TfIdf()(source, target)
        words = [[tokens(sentence) for sentence in document.sentences] for document in (source, target)]
        self._lengths = [[len(sentence) for sentence in side] for side in words]
        self._types = [np.array([len(set(sentence)) for sentence in side], dtype=float) for side in words]
        self._words = [[set(sentence) for sentence in side] for side in words]
        self._where: list[dict[str, Indices]] = []
        for sentences in self._words:
            where: dict[str, list[int]] = {}
            for index, sentence in enumerate(sentences):
                for word in sentence:
                    where.setdefault(word, []).append(index)
            self._where.append({word: np.array(found) for word, found in where.items()})

    def shape(self, direction: int) -> tuple[int, int]:
        """Return how many sentences are read, and how many positions they have."""
        source, target = self.vectors.shape
        return (target, source) if direction == 0 else (source, target)

    def features(self, direction: int, ratio: float) -> Array:
        """Return the features of all pairs, in the order of FEATURES.

        Direction 0 reads the target and has positions in the source; 1 is the reverse. "words found" is the share of
        the sentence's words that occur at the position, "words covered" the share of the position's words that occur
        in the sentence.
        """
        return self.some_features(direction, ratio)(0, self.shape(direction)[0])

    def some_features(self, direction: int, ratio: float) -> Callable[[int, int], Array]:
        """Return what makes the features of some sentences: from a first one to before a last one."""
        np = numerical("numpy")
        read, other = (1, 0) if direction == 0 else (0, 1)
        length, positions = self.shape(direction)
        rows = row_cosines(self.vectors, turned=direction == 0)
        fit = _Poisson(self._lengths[other], ratio)
        theirs, where = self._types[other][None, :], self._where[other]

        def some(begin: int, end: int) -> Array:
            mine = self._types[read][begin:end, None]
            features: Array = np.empty((end - begin, positions, len(FEATURES)))
            shared = np.zeros((end - begin, positions))
            for t in range(begin, end):
                features[t - begin, :, 0] = rows.row(t)
                found = [where[word] for word in self._words[read][t] if word in where]
                if found:
                    shared[t - begin] = np.bincount(np.concatenate(found), minlength=positions)
            place = (np.arange(begin, end)[:, None] + 0.5) / length - (np.arange(positions)[None, :] + 0.5) / positions
            np.divide(shared, np.maximum(mine + theirs - shared, 1), out=features[:, :, 1])
            np.divide(shared, np.maximum(mine, 1), out=features[:, :, 2])
            np.divide(shared, np.maximum(theirs, 1), out=features[:, :, 3])
            features[:, :, 4] = fit(self._lengths[read][begin:end])
            np.abs(place, out=features[:, :, 5])
            features[:, :, 6] = 1.0
            return features

        return some


class _Poisson:
    """The fit of lengths: the log probability less that of the likeliest length, over 10, at least -1."""

    def __init__(self, other: list[int], ratio: float) -> None:
        np = numerical("numpy")
        means = [max(length, 1) * ratio for length in other]
        self._likeliest = np.array([int(mean) * log(mean) - lgamma(int(mean) + 1) for mean in means])
        self._logs = np.array([log(mean) for mean in means])

    def __call__(self, read: list[int]) -> Array:
        np = numerical("numpy")
        fit = np.array(read)[:, None] * self._logs[None, :] - np.array([lgamma(k + 1) for k in read])[:, None]
        found: Array = np.maximum((fit - self._likeliest[None, :]) / 10, -1.0)
        return found
