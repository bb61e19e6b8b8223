"""Long documents, coarse to fine: first groups of neighbouring sentences, then only the pairs of probable groups.

Documents of up to 100,000 pairs of sentences are looked at whole. Longer ones are first aligned as groups of sentences,
of such a size that there are about so many pairs of groups. Pairs of groups that may belong together, and their
neighbours, are then looked at sentence by sentence (for very long documents, in smaller groups first).

That is not only quicker. In a long document something similar turns up for everything somewhere; what stands near the
right place is what a sentence must be compared with. On the development gold, joined to long documents, groups first
gave better links than all pairs at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, sqrt

WHOLE = 100_000  # up to so many pairs are looked at all at once
FINER = 10  # the groups of one pass are at most so many times larger than those of the next
PROBABLE = 0.001  # how probable a pair of groups must be to be looked at more closely
MOST_CELLS = 6_000_000  # more pairs of sentences are never kept: with all that belongs to them, about 1 GB


def group_sizes(rows: int, columns: int) -> list[int]:
    """Return how many sentences make a group in each pass; the last is 1.

    >>> group_sizes(75, 12), group_sizes(1_000, 900), group_sizes(10_000, 10_000)
    ([1], [3, 1], [40, 10, 1])
    """
    sizes = [1]
    left = ceil(sqrt(rows * columns / WHOLE))
    while left > 1:
        ratio = min(FINER, left)
        sizes.append(sizes[-1] * ratio)
        left = ceil(left / ratio)
    return sizes[::-1]


def blocks(probable: Iterable[tuple[float, int, int]], rows: int, columns: int, cells: int) -> list[list[int]]:
    """Return for each column which rows to look at: those of probable cells, and their neighbours.

    Args:
        probable: Probability, row and column of cells; the most probable are taken first.
        rows: How many rows there are.
        columns: How many columns.
        cells: How many cells of the next pass one of these becomes.
    """
    taken: list[set[int]] = [set() for _ in range(columns)]
    left = MOST_CELLS // cells
    for _, x, y in sorted(probable, key=lambda cell: (-cell[0], cell[1], cell[2])):
        for column in range(max(y - 1, 0), min(y + 2, columns)):
            near = set(range(max(x - 1, 0), min(x + 2, rows))) - taken[column]
            left -= len(near)
            taken[column] |= near
        if left < 0:
            break
    return [sorted(column) for column in taken]
