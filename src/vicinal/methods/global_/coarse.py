"""Long documents, coarse to fine: first groups of neighbouring sentences, then the sentences of probable groups.

Documents of up to `Priors.whole` pairs of sentences are aligned as a whole. Longer ones are first aligned as groups of
sentences, of such a size that there are about `Priors.group_pairs` pairs of groups. Then the sentences of probable
pairs of groups and of their neighbours are aligned (for very long documents, smaller groups first).

That is not only faster. In a long document, something similar turns up somewhere for everything; a sentence must be
compared with what is near its place. On the development gold, joined to long documents, groups first gave better links
than all pairs at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, sqrt

from vicinal.methods.global_.priors import PRIORS, Priors


def group_sizes(rows: int, columns: int, priors: Priors = PRIORS) -> list[int]:
    """Return how many sentences make a group in each pass; the last is 1.

    The groups before the last pass are smaller in very long documents, so that fewer sentences are compared.

    >>> group_sizes(75, 12), group_sizes(1_000, 900), group_sizes(10_000, 10_000), group_sizes(100_000, 100_000)
    ([1], [3, 1], [40, 10, 1], [350, 50, 5, 1])
    """
    sizes = [1]
    left = ceil(sqrt(rows * columns / min(priors.group_pairs, priors.whole))) if rows * columns > priors.whole else 1
    room = max(priors.most_cells // (priors.column_groups * min(rows, columns)), 2)
    while left > 1:
        ratio = min(priors.finer, left, room if len(sizes) == 1 else left)
        sizes.append(sizes[-1] * ratio)
        left = ceil(left / ratio)
    return sizes[::-1]


def blocks(
    probable: Iterable[tuple[float, int, int]], rows: int, columns: int, cells: int, priors: Priors = PRIORS
) -> list[list[int]]:
    """Return for each column the rows to consider in the next pass: those of probable cells, and their neighbours.

    Args:
        probable: Posterior, row and column of cells; the most probable are taken first.
        rows: How many rows there are.
        columns: How many columns.
        cells: How many cells of the next pass one of these becomes.
        priors: The numbers of the model.
    """
    taken: list[set[int]] = [set() for _ in range(columns)]
    left = priors.most_cells // cells
    for _, x, y in sorted(probable, key=lambda cell: (-cell[0], cell[1], cell[2])):
        for column in range(max(y - 1, 0), min(y + 2, columns)):
            near = set(range(max(x - 1, 0), min(x + 2, rows))) - taken[column]
            left -= len(near)
            taken[column] |= near
        if left < 0:
            break
    return [sorted(column) for column in taken]
