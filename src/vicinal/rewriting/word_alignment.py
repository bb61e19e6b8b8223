"""The alignment of the words of two texts, without crossings.

`word_matches` scores the pairs of words that match. `in_order` finds the matches that do not cross and have the highest
total score; a match right after another on both sides scores extra. Scores are integers, so that ties are the same on
every machine.

Only pairs of words that match (cells) are visited, never all pairs. Texts with very many cells, such as a huge sentence
that repeats its words, are matched by their rarest words first, and then between those matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from vicinal.rewriting.word_matches import Scores, Vector, scores_of_matches

_ADJACENT = 20  # extra score of a match right after another on both sides
_MOST_CELLS = 20_000  # visited cells, unless the texts have more words
_MOST_PER_WORD = 4  # visited cells per word between two matches of rare words

_Cell = tuple[int, int]


class Match(NamedTuple):
    """Two words that belong together, as indices, and whether they have the same form."""

    source: int
    target: int
    same: bool


def in_order(
    source: Sequence[str], target: Sequence[str], language: str | None = None, vector: Vector | None = None
) -> list[Match]:
    """Return the best matches of two lists of word forms; matches do not cross, and no word is in two.

    >>> [tuple(match) for match in in_order("the cats sat on the mat".split(), "a cat sat on a mat".split(), "en")]
    [(1, 1, False), (2, 2, True), (3, 3, True), (5, 5, True)]
    """
    scores = scores_of_matches(source, target, language, vector)
    path, whole = _path(source, target, scores, max(_MOST_CELLS, len(source) + len(target)))
    if not whole:
        path = _refined(path, source, target, scores)
    return [Match(x, y, source[x] == target[y]) for x, y in path]


def _path(source: Sequence[str], target: Sequence[str], scores: Scores, most: int) -> tuple[list[_Cell], bool]:
    """Return the best path through all cells, or through `most` of them, of the rarest words; and whether it is all."""
    columns: dict[str, list[int]] = {}
    for y, form in enumerate(target):
        columns.setdefault(form, []).append(y)
    rows = Counter(source)
    sizes = [(count * len(columns[b]), a, b) for a, count in rows.items() for b in scores.get(a, ()) if b in columns]
    whole = sum(size for size, *_ in sizes) <= most
    chosen: dict[str, list[tuple[str, int]]] = {}
    for size, a, b in sizes if whole else sorted(sizes):
        most -= size
        if most < 0:
            break
        chosen.setdefault(a, []).append((b, scores[a][b]))
    path = _best_path(source, columns, chosen)
    return (path, whole) if whole else (_extended(path, source, target), whole)


def _best_path(
    source: Sequence[str], columns: dict[str, list[int]], matching: dict[str, list[tuple[str, int]]]
) -> list[_Cell]:
    """Return the cells with the highest total score that ascend in both texts.

    A Fenwick tree of maxima holds the best path up to each column, so that a cell costs logarithmic time.
    """
    width = 1 + max((places[-1] for places in columns.values()), default=-1)
    tree = [0] * (width + 1)  # indices into cells
    cells: list[_Cell] = [(-1, -1)]
    totals, before = [0], [0]
    above: dict[int, int] = {}  # cells of the previous row by column
    best = 0
    for x, form in enumerate(source):
        row: dict[int, int] = {}
        for other, score in matching.get(form, ()):
            for y in columns[other]:
                last, node = 0, y
                while node:
                    if totals[tree[node]] > totals[last]:
                        last = tree[node]
                    node &= node - 1
                total = totals[last] + score
                diagonal = above.get(y - 1)
                if diagonal is not None and totals[diagonal] + _ADJACENT >= totals[last]:
                    last, total = diagonal, totals[diagonal] + _ADJACENT + score
                row[y] = len(cells)
                cells.append((x, y))
                totals.append(total)
                before.append(last)
                if total > totals[best]:
                    best = row[y]
        for y in sorted(row):
            node = y + 1
            while node <= width:
                if totals[row[y]] > totals[tree[node]]:
                    tree[node] = row[y]
                node += node & -node
        above = row
    path = []
    while best:
        path.append(cells[best])
        best = before[best]
    return path[::-1]


def _extended(path: Sequence[_Cell], source: Sequence[str], target: Sequence[str]) -> list[_Cell]:
    """Return a path extended before and after its cells while the words are the same."""
    made: list[_Cell] = []
    x = y = 0  # the first words not yet in it
    for next_x, next_y in (*path, (len(source), len(target))):
        while x < next_x and y < next_y and source[x] == target[y]:
            made.append((x, y))
            x, y = x + 1, y + 1
        back = 0
        while next_x - back > x and next_y - back > y and source[next_x - back - 1] == target[next_y - back - 1]:
            back += 1
        made += [(next_x - step, next_y - step) for step in range(back, 0, -1)]
        made.append((next_x, next_y))
        x, y = next_x + 1, next_y + 1
    return made[:-1]


def _refined(path: Sequence[_Cell], source: Sequence[str], target: Sequence[str], scores: Scores) -> list[_Cell]:
    """Return a path with the matches between its cells added."""
    made: list[_Cell] = []
    x = y = 0
    for next_x, next_y in (*path, (len(source), len(target))):
        if x < next_x and y < next_y:
            most = _MOST_PER_WORD * (next_x - x + next_y - y)
            between, _ = _path(source[x:next_x], target[y:next_y], scores, most)
            made += [(x + dx, y + dy) for dx, dy in between]
        made.append((next_x, next_y))
        x, y = next_x + 1, next_y + 1
    return made[:-1]
