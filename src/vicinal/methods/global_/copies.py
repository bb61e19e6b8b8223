"""Sentences that occur several times, word for word: a refrain, a heading over each part.

Their copies resemble each other like matching pairs. Where both texts have a sentence equally often, its first copies
belong together, then the second ones, and so on; the other pairs of copies do not count as similar.
"""

from __future__ import annotations

from collections.abc import Sequence


def copies_apart(source: Sequence[str], target: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of copies that do not belong together.

    >>> copies_apart(["Refrain.", "One.", "Refrain."], ["Refrain.", "Two.", "Refrain."])
    [(0, 2), (2, 0)]
    """
    if len(set(source)) == len(source) or len(set(target)) == len(target):
        return []
    places = [_places(sentences) for sentences in (source, target)]
    return [
        (x, y)
        for sentence, xs in places[0].items()
        if 1 < len(xs) == len(ys := places[1].get(sentence, []))
        for i, x in enumerate(xs)
        for j, y in enumerate(ys)
        if i != j
    ]


def _places(sentences: Sequence[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for index, sentence in enumerate(sentences):
        places.setdefault(sentence, []).append(index)
    return places
