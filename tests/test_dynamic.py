"""The dynamic program: cases by hand, and brute force over every path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal.methods.dynamic_program import best_path

Links = list[tuple[tuple[int, ...], tuple[int, ...]]]

# Skip 0 and mismatch .1 throughout.
CASES: dict[str, tuple[list[list[float]], Links]] = {
    "1-1 along the diagonal": ([[0.9, 0.0], [0.0, 0.9]], [((0,), (0,)), ((1,), (1,))]),
    "1-2": ([[0.5, 0.5]], [((0,), (0, 1))]),
    "2-1": ([[0.5], [0.5]], [((0, 1), (0,))]),
    "flip": ([[0.0, 0.5], [0.5, 0.0]], [((0,), (1,)), ((1,), (0,))]),
    "the flip loses against a better diagonal": ([[0.6, 0.5], [0.5, 0.6]], [((0,), (0,)), ((1,), (1,))]),
    "three in a row do not fit in a step": ([[0.5, 0.4, 0.5]], [((0,), (0, 1))]),
    "of three in a row the best two neighbours": ([[0.4, 0.5, 0.5]], [((0,), (1, 2))]),
    "a pair below the penalty is not linked": ([[0.05, 0.0], [0.0, 0.9]], [((1,), (1,))]),
    "a pair that only makes good its penalty is not linked": ([[0.1]], []),
    "a second sentence that gains nothing stays out": ([[0.9, 0.1]], [((0,), (0,))]),
    "source sentence skipped": ([[0.9, 0.0], [0.0, 0.0], [0.0, 0.9]], [((0,), (0,)), ((2,), (1,))]),
    "order holds: the far crossing pair is given up": (
        [[0.0, 0.0, 0.9], [0.0, 0.0, 0.0], [0.8, 0.0, 0.0]],
        [((0,), (2,))],
    ),
}


def path_by(similarity: Callable[[int, int], float], rows: int, columns: int, skip: float, mismatch: float) -> Links:
    """Find the best path by the similarity of two sentences."""
    return best_path(lambda i: [similarity(i, j) for j in range(columns)], rows, columns, skip, mismatch)


@pytest.mark.parametrize("name", CASES)
def test_by_hand(name: str) -> None:
    matrix, links = CASES[name]
    assert path_by(lambda i, j: matrix[i][j], len(matrix), len(matrix[0]), 0.0, 0.1) == links


def test_ties_go_to_the_target_skip() -> None:
    # Linking either target sentence gains the same; read from the end, the path skips the last one first.
    assert path_by(lambda i, j: 0.5, 1, 2, 0.0, 0.0) == [((0,), (0, 1))]
    assert path_by(lambda i, j: (0.5, -1.0, 0.5)[j], 1, 3, 0.0, 0.0) == [((0,), (0,))]
    assert path_by(lambda i, j: (0.5, -1.0, 0.5)[i], 3, 1, 0.0, 0.0) == [((0,), (0,))]


def test_a_skip_penalty_links_pairs_that_would_lose() -> None:
    assert path_by(lambda i, j: 0.0, 1, 1, 0.0, 0.1) == []
    assert path_by(lambda i, j: 0.0, 1, 1, 0.06, 0.1) == [((0,), (0,))]


@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (0, 3), (3, 0)])
def test_nothing_to_align(rows: int, columns: int) -> None:
    assert path_by(lambda i, j: 1.0, rows, columns, 0.1, 0.1) == []


def _paths(i: int, j: int) -> Iterator[Links]:
    """Yield the links of every path through i source and j target sentences."""
    if i == j == 0:
        yield []
    if j > 0:
        yield from _paths(i, j - 1)
    if i > 0:
        yield from _paths(i - 1, j)
    for down, right in ((1, 1), (1, 2), (2, 1)):
        if i >= down and j >= right:
            step = (tuple(range(i - down, i)), tuple(range(j - right, j)))
            yield from ([*path, step] for path in _paths(i - down, j - right))
    if i >= 2 and j >= 2:
        yield from ([*path, ((i - 2,), (j - 1,)), ((i - 1,), (j - 2,))] for path in _paths(i - 2, j - 2))


# Fractions, so that equal scores are exactly equal; few of them, so that ties are frequent.
quarters = st.integers(-1, 4).map(lambda n: Fraction(n, 4))
matrices = st.integers(1, 4).flatmap(
    lambda columns: st.lists(st.lists(quarters, min_size=columns, max_size=columns), min_size=1, max_size=4)
)


@given(matrices, st.sampled_from([0, 1]).map(lambda n: Fraction(n, 8)), quarters)
def test_no_path_scores_higher(matrix: list[list[Fraction]], skip: Fraction, mismatch: Fraction) -> None:
    rows, columns = len(matrix), len(matrix[0])

    def score(links: Links) -> Fraction:
        gain = sum((matrix[i][j] - mismatch for xs, ys in links for i in xs for j in ys), Fraction(0))
        alone = rows + columns - sum(len(xs) + len(ys) for xs, ys in links)
        return gain - skip * alone

    asked: list[tuple[int, int]] = []

    def similarity(i: int, j: int) -> Fraction:
        asked.append((i, j))
        return matrix[i][j]

    found = path_by(similarity, rows, columns, skip, mismatch)  # type: ignore[arg-type]
    paths = list(_paths(rows, columns))
    assert found in paths
    assert score(found) == max(map(score, paths))
    assert len(asked) == len(set(asked)) == rows * columns


@given(matrices)
def test_each_sentence_is_in_one_link_and_pays(matrix: list[list[Fraction]]) -> None:
    links = path_by(lambda i, j: float(matrix[i][j]), len(matrix), len(matrix[0]), 0.0, 0.0)
    for side in (0, 1):
        used = [index for link in links for index in link[side]]
        assert len(used) == len(set(used))
    assert all(sum(matrix[i][j] for i in xs for j in ys) > 0 for xs, ys in links)
