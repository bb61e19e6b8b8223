"""Sentences that occur several times, word for word: a refrain, a heading over each part.

Their copies resemble each other like matching pairs. Where both texts have a sentence equally often, its first copies
belong together, then the second ones, and so on; the other pairs of copies do not count as similar. The same holds for
groups of sentences in long documents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple


class Copies(NamedTuple):
    """Of each sentence of two documents: a number of its text, 0 if it has no copies; and the how-manieth it is."""

    source_texts: list[int]
    source_ranks: list[int]
    target_texts: list[int]
    target_ranks: list[int]


def copies_in(source: Sequence[Hashable], target: Sequence[Hashable]) -> Copies | None:
    """Return the sentences that both documents have several times, equally often; None if there are none.

    >>> copies_in(["Refrain.", "One.", "Refrain."], ["Refrain.", "Refrain.", "Two."])
    Copies(source_texts=[1, 0, 1], source_ranks=[0, 0, 1], target_texts=[1, 1, 0], target_ranks=[0, 1, 0])
    """
    if len(set(source)) == len(source) or len(set(target)) == len(target):
        return None
    counts = Counter(source), Counter(target)
    repeated = [text for text, count in counts[0].items() if 1 < count == counts[1][text]]
    if not repeated:
        return None
    numbers = {text: number for number, text in enumerate(repeated, 1)}
    return Copies(*_numbered(source, numbers), *_numbered(target, numbers))


def _numbered(sentences: Sequence[Hashable], numbers: dict[Hashable, int]) -> tuple[list[int], list[int]]:
    texts, ranks, seen = [], [], Counter[int]()
    for sentence in sentences:
        text = numbers.get(sentence, 0)
        texts.append(text)
        ranks.append(seen[text] if text else 0)
        seen[text] += 1
    return texts, ranks
