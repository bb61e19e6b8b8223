"""The words that make two sentences similar, and how much each of them counts."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import NamedTuple

from vicinal.similarity.tfidf import Idf
from vicinal.text.tokens import tokens


class SharedWord(NamedTuple):
    """A word of both sentences: its weight, high for rare words, and what it adds to the similarity."""

    word: str
    weight: float
    part: float


def shared_words(source: str, target: str, idf: Idf) -> tuple[SharedWord, ...]:
    """Return the words that two sentences share, those that count most first; their parts add up to the similarity.

    Args:
        source: One sentence.
        target: Another one.
        idf: In how many sentences each word occurs.

    >>> [word for word, *_ in shared_words("The cat sat.", "The cat ran.", Idf(9, {"the": 9, "cat": 1}))]
    ['cat', 'the']
    """
    ours, theirs = Counter(tokens(source)), Counter(tokens(target))
    lengths = [sqrt(sum((count * idf.weight(word)) ** 2 for word, count in side.items())) for side in (ours, theirs)]
    found = [
        SharedWord(word, weight, ours[word] * theirs[word] * weight * weight / (lengths[0] * lengths[1]))
        for word, weight in ((word, idf.weight(word)) for word in ours if word in theirs)
    ]
    return tuple(sorted(found, key=lambda one: (-one.part, one.word)))
