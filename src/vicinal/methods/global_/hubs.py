# cython: boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
"""How much each sentence of a long document resembles all sentences of the other, by a sample of them.

Hubs, sentences that resemble everything, are found by the sum of their squared similarities with all sentences of the
other side (see `Lattice.compare`). In a long document there are too many pairs. So the sum has two parts: of the cells,
which are compared anyway, exactly; of all other pairs by a sample. The cells are kept out of the sample, as they have
the matching pairs: a sentence whose partner is in the sample would look like a hub.

This file runs as it is, and is also compiled, with the types of `compiled/_hubs.pxd`.
"""

from __future__ import annotations

from vicinal.methods.global_.fourgrams import Grams

try:
    import cython
except ImportError:
    from vicinal.compiled import uncompiled as cython

if not cython.compiled:
    from vicinal.compiled.storage import Arrays

_GOLDEN = 0x9E3779B1  # the golden ratio, as a part of 2^32


def sample(count: int, most: int) -> list[int]:
    """Return which of so many sentences to take as a sample, ascending: at most so many, all if there are no more.

    They are spread evenly, but not at equal distances: a text may repeat a pattern every few sentences.

    >>> sample(4, 8), sample(1_000, 5)
    ([0, 1, 2, 3], [0, 236, 472, 618, 854])
    """
    if count <= most:
        return list(range(count))
    return sorted({(i * _GOLDEN % 2**32) * count >> 32 for i in range(most)})


def square_sums(
    grams: Grams,
    first: list[int],
    row: list[int],
    rows: int,
    columns: int,
    values: list[float],
    begin: int,
    most: int,
    by_row: list[float],
    by_column: list[float],
) -> None:
    """Set the sum of the squared similarities of each sentence with all sentences of the other side.

    Args:
        grams: The 4-grams of the sentences.
        first: Of each target sentence, where its cells begin.
        row: Of each cell, the source sentence.
        rows: How many source sentences there are.
        columns: How many target sentences.
        values: The similarities of the cells.
        begin: Where they begin in `values`.
        most: The size of the sample of each side.
        by_row: Gets the sums of the source sentences.
        by_column: Gets those of the target sentences.
    """
    scratch = Arrays()
    chosen_rows, chosen_columns = sample(rows, most), sample(columns, most)
    place, skip_start = scratch.integers(rows), scratch.longs(columns + 1)
    for j, x in enumerate(chosen_rows):
        place[x] = j + 1
    # Of each target sentence: the source sentences of the sample with which it has a cell; how many cells.
    count = 0
    for y in range(columns):
        for k in range(first[y], first[y + 1]):
            count += 1 if place[row[k]] else 0
        skip_start[y + 1] = count
    skip, cells, at = scratch.integers(count), scratch.integers(columns), 0
    for y in range(columns):
        cells[y] = first[y + 1] - first[y]
        for k in range(first[y], first[y + 1]):
            by_row[row[k]] += values[begin + k] * values[begin + k]
            by_column[y] += values[begin + k] * values[begin + k]
            if place[row[k]]:
                skip[at] = place[row[k]] - 1
                at += 1
    others = scratch.doubles(columns)
    grams.sampled_squares(True, chosen_rows, skip_start, skip, others)
    _add_others(by_column, others, skip_start, cells, columns, rows, len(chosen_rows))
    # The same for each source sentence.
    skip_start, cells, others = scratch.longs(rows + 2), scratch.integers(rows), scratch.doubles(rows)
    count = 0
    for y in chosen_columns:
        for k in range(first[y], first[y + 1]):
            skip_start[row[k] + 2] += 1
            count += 1
    for x in range(rows):
        skip_start[x + 2] += skip_start[x + 1]
    skip = scratch.integers(count)
    for j, y in enumerate(chosen_columns):
        for k in range(first[y], first[y + 1]):
            skip[skip_start[row[k] + 1]] = j
            skip_start[row[k] + 1] += 1
    for k in range(first[columns]):
        cells[row[k]] += 1
    grams.sampled_squares(False, chosen_columns, skip_start, skip, others)
    _add_others(by_row, others, skip_start, cells, rows, columns, len(chosen_columns))


def _add_others(
    sums: list[float],
    others: list[float],
    skip_start: list[int],
    cells: list[int],
    count: int,
    pairs: int,
    sampled: int,
) -> None:
    """Add to the squared similarities of each sentence's cells those of its other pairs, by the sample.

    Args:
        sums: The sum of each sentence's cells; then that of all its pairs.
        others: The sum of the pairs in the sample.
        skip_start: Where the sampled sentences with which it has a cell begin; these are not in the sum.
        cells: How many cells each has.
        count: How many sentences there are.
        pairs: How many pairs each has.
        sampled: The size of the sample.
    """
    total, number = 0.0, 0
    for i in range(count):
        total += others[i]
        number += sampled - (skip_start[i + 1] - skip_start[i])
    mean = total / number if number else 0.0
    for i in range(count):
        left = sampled - (skip_start[i + 1] - skip_start[i])
        sums[i] += (pairs - cells[i]) * (others[i] / left if left else mean)
