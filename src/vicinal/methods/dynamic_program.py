"""The dynamic program of Barzilay & Elhadad (2003), which Coster & Kauchak (2011) use too.

It finds the best path through the sentences of two pieces of text, counted from 1 as in the paper:

    s(i,j) = max { s(i,j-1) - skip                               target sentence j stays alone
                   s(i-1,j) - skip                               source sentence i stays alone
                   s(i-1,j-1) + sim(i,j)                         1-1
                   s(i-1,j-2) + sim(i,j) + sim(i,j-1)            1-2
                   s(i-2,j-1) + sim(i,j) + sim(i-1,j)            2-1
                   s(i-2,j-2) + sim(i,j-1) + sim(i-1,j) }        the flip: two 1-1 links that cross

with `sim(i,j) = similarity(i,j) - mismatch`. At most two sentences in a row take part in a step, and the order of the
text can only flip inside such a pair.

Ties are resolved in the order above: the earlier line wins. So a pair that gains nothing is not linked, and a second
sentence that gains nothing does not make a 1-1 link a 1-2 link.
"""

from __future__ import annotations

from collections.abc import Callable

# The steps, numbered in the order of the formula: how many sentences each takes on either side.
_TARGET_ALONE, _SOURCE_ALONE, _ONE_ONE, _ONE_TWO, _TWO_ONE, _FLIP = range(6)
_TAKES = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2))


def best_path(
    similarity: Callable[[int, int], float], rows: int, columns: int, skip: float, mismatch: float
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the links of the best path, in order, as indices from 0; sentences that were skipped give none.

    Args:
        similarity: The similarity of source sentence i and target sentence j, counted from 0; asked once for each pair.
        rows: How many source sentences there are.
        columns: How many target sentences there are.
        skip: What a sentence costs that is in no link.
        mismatch: What each linked pair costs.

    >>> matrix = [[0.9, 0.6, 0.0], [0.0, 0.0, 0.8]]
    >>> best_path(lambda i, j: matrix[i][j], 2, 3, skip=0.0, mismatch=0.1)
    [((0,), (0, 1)), ((1,), (2,))]
    """
    steps = _steps(similarity, rows, columns, skip, mismatch)
    links: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    i, j = rows, columns
    while i and j:  # at the edge only skips are left
        step = steps[i - 1][j - 1]
        if step == _FLIP:
            # Backwards, like everything here, so the link of the earlier source sentence comes second.
            links += [((i - 1,), (j - 2,)), ((i - 2,), (j - 1,))]
        elif step >= _ONE_ONE:
            down, right = _TAKES[step]
            links.append((tuple(range(i - down, i)), tuple(range(j - right, j))))
        i, j = i - _TAKES[step][0], j - _TAKES[step][1]
    return links[::-1]


def _steps(
    similarity: Callable[[int, int], float], rows: int, columns: int, skip: float, mismatch: float
) -> list[bytearray]:
    """Return for each pair (i, j), counted from 0, the last step of the best path through the sentences up to it.

    Only the steps are kept for all pairs, one byte each; of the scores and similarities, the rows the formula looks at.
    """
    steps = []
    before2: list[float] = []
    before = [-skip * j for j in range(columns + 1)]
    gains_before: list[float] = []
    for i in range(1, rows + 1):
        gains = [similarity(i - 1, j) - mismatch for j in range(columns)]
        scores = [-skip * i]
        taken = bytearray(columns)
        for j in range(1, columns + 1):
            best, step = scores[j - 1] - skip, _TARGET_ALONE
            if before[j] - skip > best:
                best, step = before[j] - skip, _SOURCE_ALONE
            gain = gains[j - 1]
            if before[j - 1] + gain > best:
                best, step = before[j - 1] + gain, _ONE_ONE
            if j > 1 and before[j - 2] + gain + gains[j - 2] > best:
                best, step = before[j - 2] + gain + gains[j - 2], _ONE_TWO
            if i > 1:
                if before2[j - 1] + gain + gains_before[j - 1] > best:
                    best, step = before2[j - 1] + gain + gains_before[j - 1], _TWO_ONE
                if j > 1 and before2[j - 2] + gains[j - 2] + gains_before[j - 1] > best:
                    best, step = before2[j - 2] + gains[j - 2] + gains_before[j - 1], _FLIP
            scores.append(best)
            taken[j - 1] = step
        steps.append(taken)
        before2, before, gains_before = before, scores, gains
    return steps
