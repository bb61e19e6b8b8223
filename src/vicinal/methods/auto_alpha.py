"""The sentence alpha that two documents set themselves: what `sentence_alpha="auto"` of `Vicinity` means.

In documents of about the same length, most sentences have a partner. If only few pairs of sentences reach the usual
threshold, words were changed, and the threshold should be lower. So let c be the similarity that twice as many pairs as
the shorter document has sentences reach. Then

    alpha = INTERCEPT + SLOPE c, at most USUAL, rounded to two decimals

Where one document is more than RATIO times as long, most of it has no partner, and a lower threshold finds chance
pairs. Where a document has fewer than FEWEST sentences, c says little. In both cases alpha is USUAL. docs/method.md
tells how the numbers were chosen. The compiled kernel gets them as arguments.
"""

from __future__ import annotations

import heapq

from vicinal.similarity.vectors import Vectors

USUAL = 0.3  # the default of `Vicinity`
REACH = 2.0  # pairs that reach c, for each sentence of the shorter document
INTERCEPT = 0.21
SLOPE = 0.3
RATIO = 1.5  # of the longer to the shorter document, in sentences
FEWEST = 10  # sentences of the shorter document
PARAGRAPHS = 1.5  # paragraph alpha in proportion to sentence alpha, as in the defaults

NUMBERS = (USUAL, REACH, INTERCEPT, SLOPE, RATIO, FEWEST, PARAGRAPHS)


def sentence_alpha(vectors: Vectors) -> float:
    """Return the sentence alpha for two documents, from the similarities of all pairs of sentences.

    >>> sentence_alpha(Vectors([[1, 0]] * 10, [[0, 1]] * 10))
    0.21
    """
    rows, columns = vectors.shape
    shorter, longer = sorted((rows, columns))
    if shorter < FEWEST or longer > RATIO * shorter:
        return USUAL
    before = min(int(REACH * shorter), rows * columns - 1)
    cells = (vectors.pair(x, y) for x in range(rows) for y in range(columns))
    reached = heapq.nlargest(before + 1, cells)[-1]
    return min(USUAL, round((INTERCEPT + SLOPE * max(reached, 0.0)) * 100) / 100)


def paragraph_alpha(sentences: float) -> float:
    """Return the paragraph alpha that goes with a sentence alpha.

    >>> paragraph_alpha(0.3)
    0.45
    """
    return min(1.0, round(PARAGRAPHS * sentences * 1e6) / 1e6)
