"""Words that moved: runs of the same words in another place of the other text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from vicinal.rewriting.word_alignment import Match
from vicinal.text.tokens import writes_no_spaces

_RARE = 8  # a word that is more frequent in either text starts no move
_LEAST_MOVED = 8  # letters


class Run(NamedTuple):
    """Consecutive words in both texts: the index of the first word on each side, and the number of words."""

    source: int
    target: int
    length: int


def moved(source: Sequence[str], target: Sequence[str], matches: Sequence[Match]) -> list[Run]:
    """Return runs of the same words that are in no match: words in another place of the target.

    The longest come first. A run has at least two words and eight letters, or is one word of at least five letters or
    with a digit that is unmatched once on each side. A Chinese character counts as four letters, and a character of
    another script without spaces as three.
    """
    free = ([True] * len(source), [True] * len(target))
    for x, y, _ in matches:
        free[0][x] = free[1][y] = False
    places: tuple[dict[str, list[int]], ...] = ({}, {})
    for side, forms, found in zip(free, (source, target), places, strict=True):
        for place, form in enumerate(forms):
            if side[place]:
                found.setdefault(form, []).append(place)
    candidates = list(_common_runs(source, target, places, free))
    heap = [(-_size(source, run), run) for run in dict.fromkeys(candidates)]
    heapify(heap)
    found_runs: list[Run] = []
    while heap:
        _, run = heappop(heap)
        parts = list(_free_parts(run, free))
        if parts != [run]:
            for part in parts:
                heappush(heap, (-_size(source, part), part))
        elif _is_long(source, run, places):
            found_runs.append(run)
            for step in range(run.length):
                free[0][run.source + step] = free[1][run.target + step] = False
    return found_runs


def _common_runs(
    source: Sequence[str],
    target: Sequence[str],
    places: Sequence[dict[str, list[int]]],
    free: Sequence[Sequence[bool]],
) -> Iterator[Run]:
    """Yield the longest runs of unmatched words around each word that is rare on both sides."""

    def same(x: int, y: int) -> bool:
        inside = 0 <= x < len(source) and 0 <= y < len(target)
        return inside and free[0][x] and free[1][y] and source[x] == target[y]

    seen: set[tuple[int, int]] = set()
    for form, rows in places[0].items():
        columns = places[1].get(form, ())
        if len(rows) > _RARE or len(columns) > _RARE:
            continue
        for x, y in ((x, y) for x in rows for y in columns if (x, y) not in seen):
            back = length = 0
            while same(x - back - 1, y - back - 1):
                back += 1
            while same(x - back + length, y - back + length):
                seen.add((x - back + length, y - back + length))
                length += 1
            yield Run(x - back, y - back, length)


def _free_parts(run: Run, free: Sequence[Sequence[bool]]) -> Iterator[Run]:
    """Yield the parts of a run whose words are still unmatched on both sides."""
    start = 0
    for step in range(run.length + 1):
        if step == run.length or not (free[0][run.source + step] and free[1][run.target + step]):
            if step > start:
                yield Run(run.source + start, run.target + start, step - start)
            start = step + 1


def _size(source: Sequence[str], run: Run) -> int:
    """Return the number of letters in a run."""
    return sum(map(_letters, source[run.source : run.source + run.length]))


def _letters(form: str) -> int:
    if not writes_no_spaces(form[0]):
        return len(form)
    return 4 if "\u3400" <= form[0] <= "\u9fff" or form[0] >= "\U00020000" else 3


def _is_long(source: Sequence[str], run: Run, places: Sequence[dict[str, list[int]]]) -> bool:
    if run.length > 1:
        return _size(source, run) >= _LEAST_MOVED
    form = source[run.source]
    once = all(len(side[form]) == 1 for side in places)
    return once and (_letters(form) >= 5 or any(map(str.isdigit, form)))
