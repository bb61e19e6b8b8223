"""Sentences that stand in both documents word for word: what was not simplified, a refrain, a heading over each part.

Such a sentence belongs to its copy and resembles nothing else. Where both documents have it several times, equally
often, its first copies belong together, then the second ones, and so on. Where one has it more often, nothing is known.
The same holds for groups of sentences in long documents.
"""

from __future__ import annotations

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
    shared = set(source).intersection(target)
    if not shared:
        return None
    texts, ranks = ([0] * len(source), [0] * len(target)), ([0] * len(source), [0] * len(target))
    others = _places(target, shared)
    number = 0
    for text, places in _places(source, shared).items():
        if len(places) == len(others[text]):
            number += 1
            for side, copies in enumerate((places, others[text])):
                for rank, place in enumerate(copies):
                    texts[side][place], ranks[side][place] = number, rank
    return Copies(texts[0], ranks[0], texts[1], ranks[1]) if number else None


def _places(sentences: Sequence[Hashable], shared: set[Hashable]) -> dict[Hashable, list[int]]:
    """Return where each of some sentences stands."""
    places: dict[Hashable, list[int]] = {}
    for index, sentence in enumerate(sentences):
        if sentence in shared:
            places.setdefault(sentence, []).append(index)
    return places
