"""The dynamic program of Barzilay & Elhadad (2003), which Coster & Kauchak (2011) use too.

It finds the best path through the sentences of two texts, counted from 1 as in the paper:

    s(i,j) = max { s(i,j-1) - skip                               target sentence j is unaligned
                   s(i-1,j) - skip                               source sentence i is unaligned
                   s(i-1,j-1) + sim(i,j)                         1-1
                   s(i-1,j-2) + sim(i,j) + sim(i,j-1)            1-2
                   s(i-2,j-1) + sim(i,j) + sim(i-1,j)            2-1
                   s(i-2,j-2) + sim(i,j-1) + sim(i-1,j) }        the flip: two 1-1 links that cross

with `sim(i,j) = similarity(i,j) - mismatch`. A step covers at most two consecutive sentences of each side, and the
order can only flip inside such a pair.

Ties go to the earlier line. So a pair that gains nothing is not linked, and a second sentence that gains nothing does
not turn a 1-1 link into a 1-2 link.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

# The steps in the order of the formula, and the number of source and target sentences of each.
_TARGET_ALONE, _SOURCE_ALONE, _ONE_ONE, _ONE_TWO, _TWO_ONE, _FLIP = range(6)
_TAKES = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2))


def best_path(
    similarities: Callable[[int], Sequence[float]], rows: int, columns: int, skip: float, mismatch: float
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the links of the best path, in order, as indices from 0.

    Args:
        similarities: The similarities of a source sentence, counted from 0, with all target sentences; called once for
            each.
        rows: The number of source sentences.
        columns: The number of target sentences.
        skip: The penalty of each unaligned sentence.
        mismatch: The penalty of each linked pair.

    >>> matrix = [[0.9, 0.6, 0.0], [0.0, 0.0, 0.8]]
    >>> best_path(lambda i: matrix[i], 2, 3, skip=0.0, mismatch=0.1)
    [((0,), (0, 1)), ((1,), (2,))]
    """
    steps = _steps(similarities, rows, columns, skip, mismatch)
    links: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    i, j = rows, columns
    while i and j:  # at the edges only skips remain
        step = steps[i - 1][j - 1]
        if step == _FLIP:
            # The path is read backwards, so the link of the earlier source sentence comes second.
            links += [((i - 1,), (j - 2,)), ((i - 2,), (j - 1,))]
        elif step >= _ONE_ONE:
            down, right = _TAKES[step]
            links.append((tuple(range(i - down, i)), tuple(range(j - right, j))))
        i, j = i - _TAKES[step][0], j - _TAKES[step][1]
    return links[::-1]


def _steps(
    similarities: Callable[[int], Sequence[float]], rows: int, columns: int, skip: float, mismatch: float
) -> list[bytearray]:
    """Return for each pair (i, j), counted from 0, the last step of the best path through the sentences up to it.

    The steps of all pairs are kept, one byte each; scores and similarities only for the rows that the formula needs.
    """
    steps = []
    before2: list[float] = []
    before = [-skip * j for j in range(columns + 1)]
    gains_before: list[float] = []
    for i in range(1, rows + 1):
        gains = [similarity - mismatch for similarity in similarities(i - 1)]
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
