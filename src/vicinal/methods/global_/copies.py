"""Sentences that stand in both documents word for word: what was not simplified, a refrain, a heading over each part.

Such a sentence belongs to its copy and resembles nothing else. Where both documents have it several times, equally
often, its first copies belong together, then the second ones, and so on. Where one has it more often, nothing is known.
The same holds for groups of sentences in long documents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple


class Copies(NamedTuple):
    """Of each sentence of two documents: the number of its text, 0 if it has no copy; and how many came before."""

    source_texts: list[int]
    source_ranks: list[int]
    target_texts: list[int]
    target_ranks: list[int]


def copies_in(source: Sequence[Hashable], target: Sequence[Hashable]) -> Copies | None:
    """Return the sentences that both documents have equally often; None if there are none.

    >>> copies_in(["Refrain.", "One.", "Refrain."], ["Refrain.", "Refrain.", "Two."])
    Copies(source_texts=[1, 0, 1], source_ranks=[0, 0, 1], target_texts=[1, 1, 0], target_ranks=[0, 1, 0])
    """
    counts = Counter(source), Counter(target)
    shared = [text for text, count in counts[0].items() if count == counts[1][text]]
    if not shared:
        return None
    numbers = {text: number for number, text in enumerate(shared, 1)}
    return Copies(*_numbered(source, numbers), *_numbered(target, numbers))


def _numbered(sentences: Sequence[Hashable], numbers: dict[Hashable, int]) -> tuple[list[int], list[int]]:
    texts, ranks, seen = [], [], Counter[int]()
    for sentence in sentences:
        text = numbers.get(sentence, 0)
        texts.append(text)
        ranks.append(seen[text] if text else 0)
        seen[text] += 1
    return texts, ranks
