"""The two algorithms: cases worked by hand from the pseudocode, a slow twin, and what must hold for any input."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import nan
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as stnp

from tests import slow_search
from vicinal import InputError, SettingError, Vectors
from vicinal.search import VICINITIES, nearest, paragraph_path, paragraph_steps, sentence_path, sentence_steps

Cell = tuple[int, int]

# ---------------------------------------------------------------------------------------------------------------------
# Algorithm 1, by hand. Rows are source paragraphs, columns target paragraphs; alpha is .5 throughout. Each case gives
# the vicinity of every cell beside it.

PARAGRAPHS: dict[str, tuple[list[list[float]], list[tuple[str, Cell]]]] = {
    "the start is taken whatever its similarity; V1 diagonal": (
        [[0.0, 0.0], [0.0, 0.9]],
        [("start", (0, 0)), ("V1", (1, 1))],
    ),
    "V1 right: one source paragraph, two target paragraphs": (
        [[0.9, 0.8], [0.1, 0.2]],
        [("start", (0, 0)), ("V1", (0, 1))],
    ),
    "V1 down: two source paragraphs, one target paragraph": (
        [[0.9, 0.1], [0.8, 0.2]],
        [("start", (0, 0)), ("V1", (1, 0))],
    ),
    "V1 takes the best of the three, not the first similar one": (
        [[0.9, 0.9], [0.6, 0.7]],
        [("start", (0, 0)), ("V1", (0, 1)), ("V1", (1, 1))],
    ),
    "V1 ties: the diagonal comes first": (
        [[0.9, 0.7], [0.7, 0.7]],
        [("start", (0, 0)), ("V1", (1, 1))],
    ),
    "V1 ties: right comes before down": (
        [[0.9, 0.7, 0.0], [0.7, 0.1, 0.0]],
        [("start", (0, 0)), ("V1", (0, 1))],
    ),
    "V2 (2,1): one source paragraph skipped": (
        [[0.9, 0.1], [0.2, 0.3], [0.1, 0.6]],
        [("start", (0, 0)), ("V2", (2, 1))],
    ),
    "V2 (1,2): one target paragraph skipped": (
        [[0.9, 0.1, 0.2], [0.2, 0.3, 0.6]],
        [("start", (0, 0)), ("V2", (1, 2))],
    ),
    "V2 takes the best; ties go to (2,1)": (
        [[0.9, 0, 0], [0, 0, 0.6], [0, 0.6, 0]],
        [("start", (0, 0)), ("V2", (2, 1))],
    ),
    "V2 is not asked while V1 has a similar cell": (
        [[0.9, 0, 0], [0, 0.5, 0.9], [0, 0.9, 0]],
        # from (1,1): right and down tie at .9 and right comes first; then the nearest similar cell down-right: none
        [("start", (0, 0)), ("V1", (1, 1)), ("V1", (1, 2))],
    ),
    "V3: the nearest similar cell, squared distance 8 before 9": (
        [[0.9, 0, 0, 0.9], [0, 0, 0, 0], [0, 0, 0.6, 0]],
        [("start", (0, 0)), ("nearest", (2, 2))],
    ),
    "V3: a cell in the same row counts; equally near, the more similar wins": (
        [[0.9, 0, 0, 0.7], [0, 0, 0, 0], [0, 0, 0, 0], [0.6, 0, 0, 0]],
        [("start", (0, 0)), ("nearest", (0, 3))],
    ),
    "V3: equally near and similar, the smaller x wins": (
        [[0.9, 0, 0, 0.6], [0, 0, 0, 0], [0, 0, 0, 0], [0.6, 0, 0, 0]],
        [("start", (0, 0)), ("nearest", (0, 3))],
    ),
    "V3: cells as near as (3, 4) in the next ring count; more similar, (5, 0) wins": (
        [[0.9, 0, 0, 0, 0], [0] * 5, [0] * 5, [0, 0, 0, 0, 0.6], [0] * 5, [0.7, 0, 0, 0, 0]],
        [("start", (0, 0)), ("nearest", (5, 0))],
    ),
    "V3: of (3, 4) and (0, 5), equally near and similar, the smaller x wins": (
        [[0.9, 0, 0, 0, 0, 0.6], [0] * 6, [0] * 6, [0, 0, 0, 0, 0.6, 0]],
        [("start", (0, 0)), ("nearest", (0, 5))],
    ),
    "V3 never goes back: a similar cell up or left of the current one is lost": (
        [[0.9, 0.0, 0.0], [0.0, 0.0, 0.9], [0.0, 0.9, 0.0]],
        # V2 ties: (2,1) first; from there nothing has x >= 2 and y >= 1 but (2,2), which is 0
        [("start", (0, 0)), ("V2", (2, 1))],
    ),
    "exactly alpha is similar": ([[0.0, 0.0], [0.0, 0.5]], [("start", (0, 0)), ("V1", (1, 1))]),
    "just below alpha is not": ([[0.0, 0.0], [0.0, 0.4999]], [("start", (0, 0))]),
    "one by one": ([[0.0]], [("start", (0, 0))]),
    "nothing at all": ([], []),
    "no target paragraphs": ([[], []], []),
}


@pytest.mark.parametrize("name", PARAGRAPHS)
def test_algorithm_1_by_hand(name: str) -> None:
    matrix, expected = PARAGRAPHS[name]
    steps = list(paragraph_steps(matrix, 0.5))
    assert [(step.vicinity, step.cell) for step in steps] == expected
    assert paragraph_path(matrix, 0.5) == [cell for _, cell in expected]
    assert [step.stood for step in steps] == [None, *(cell for _, cell in expected)][: len(steps)]
    assert [step.similarity for step in steps] == [matrix[x][y] for _, (x, y) in expected]


def test_more_vicinities_are_tried_in_order() -> None:
    matrix = [[0.9, 0, 0, 0], [0, 0, 0, 0.9], [0, 0, 0.8, 0]]
    assert paragraph_path(matrix, 0.5) == [(0, 0), (2, 2)]  # the nearest: squared distance 8 before 10
    more = (*VICINITIES, ((1, 3), (3, 1)))
    assert [(step.vicinity, step.cell) for step in paragraph_steps(matrix, 0.5, more)] == [
        ("start", (0, 0)),
        ("V3", (1, 3)),
    ]


def test_without_vicinities_only_the_nearest_is_left() -> None:
    steps = list(paragraph_steps([[0.9, 0.6], [0, 0.9]], 0.5, ()))
    assert [(step.vicinity, step.cell) for step in steps] == [
        ("start", (0, 0)),
        ("nearest", (0, 1)),
        ("nearest", (1, 1)),
    ]


def test_without_a_title_the_search_starts_at_the_similar_cell_nearest_to_the_corner() -> None:
    # (x+1)^2 + (y+1)^2: (0,2) has 10, (1,1) has 8, (2,0) has 10
    assert paragraph_path([[0, 0, 0.9], [0, 0.6, 0], [0.9, 0, 0]], 0.5, title=False)[0] == (1, 1)
    assert paragraph_path([[0, 0, 0.9], [0, 0, 0], [0.9, 0, 0]], 0.5, title=False) == [(0, 2)]
    assert paragraph_path([[0, 0], [0, 0]], 0.5, title=False) == []


# ---------------------------------------------------------------------------------------------------------------------
# Algorithm 2, by hand: M for single sentences, and for just those blocks that the pseudocode looks at.


@dataclass
class Worked:
    """Similarities written by hand. A block that is not given must not be read."""

    M: list[list[float]]
    blocks: dict[tuple[int, int, int, int], float] = field(default_factory=dict)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.M), len(self.M[0])

    def pair(self, x: int, y: int) -> float:
        return self.M[x][y]

    def block(self, x0: int, x1: int, y0: int, y1: int) -> float:
        if (x1 - x0, y1 - y0) == (1, 1):
            return self.M[x0][y0]
        return self.blocks[x0, x1, y0, y1]


# alpha .5, beta .1
SENTENCES: dict[str, tuple[Worked, list[tuple[str, Cell, float]]]] = {
    "start: the similar cell nearest to the corner, not the first row's": (
        Worked([[0, 0, 0, 0.9], [0, 0.6, 0, 0]]),
        [("start", (1, 1), 0.6)],
    ),
    "start: none similar, no alignment": (Worked([[0.4, 0.1], [0.2, 0.49]]), []),
    "start: ties in distance go to the more similar": (Worked([[0, 0.6], [0.7, 0]]), [("start", (1, 0), 0.7)]),
    "start: ties in distance and similarity go to the smaller x": (
        Worked([[0, 0.6], [0.6, 0]]),
        [("start", (0, 1), 0.6)],
    ),
    "case 1-1: the diagonal": (
        Worked([[0.9, 0.5], [0.5, 0.8]]),
        [("start", (0, 0), 0.9), ("V1", (1, 1), 0.8)],
    ),
    "case 1-1: the diagonal wins ties": (
        Worked([[0.9, 0.8], [0.8, 0.8]]),
        [("start", (0, 0), 0.9), ("V1", (1, 1), 0.8)],
    ),
    "case below alpha: the nearest similar cell of the quadrant": (
        Worked([[0.9, 0, 0], [0, 0, 0], [0, 0, 0.7]]),
        [("start", (0, 0), 0.9), ("nearest", (2, 2), 0.7)],
    ),
    "case below alpha: also along the row": (
        Worked([[0.9, 0, 0, 0.7]]),
        [("start", (0, 0), 0.9), ("nearest", (0, 3), 0.7)],
    ),
    "case below alpha: none left": (Worked([[0.9, 0.4], [0.4, 0.4]]), [("start", (0, 0), 0.9)]),
    "case 1-N: the run ends where the slack is used up; N stays 1": (
        # n = (0,1). N=1: M(0, 1:2) = .55 is not > M(0, 1) - beta = .7 - .1
        Worked([[0.9, 0.7, 0.2], [0.1, 0.1, 0.1]], {(0, 1, 1, 3): 0.55}),
        [("start", (0, 0), 0.9), ("V1", (0, 1), 0.7)],
    ),
    "case 1-N: a run of two, blocks begin at n, the last column ends it": (
        # n = (0,1). N=1: .65 > .7 - .1 and .65 > M(1, 1:2) = .3: add (0,2). N=2: .56 > .65 - .1 and > .2: add (0,3).
        Worked(
            [[0.9, 0.7, 0.2, 0.2], [0.1, 0.1, 0.1, 0.1]],
            {(0, 1, 1, 3): 0.65, (1, 2, 1, 3): 0.3, (0, 1, 1, 4): 0.56, (1, 2, 1, 4): 0.2},
        ),
        [("start", (0, 0), 0.9), ("V1", (0, 1), 0.7), ("run", (0, 2), 0.65), ("run", (0, 3), 0.56)],
    ),
    "case 1-N: the adjacent diagonal is more similar and ends the run; the search goes on from its last cell": (
        # n = (0,1). N=1: .8 > .7 - .1 but not > M(1, 1:2) = .85. c = (0,1): V1 has (1,2) = .9
        Worked([[0.9, 0.7, 0.3], [0.1, 0.2, 0.9]], {(0, 1, 1, 3): 0.8, (1, 2, 1, 3): 0.85}),
        [("start", (0, 0), 0.9), ("V1", (0, 1), 0.7), ("V1", (1, 2), 0.9)],
    ),
    "case 1-N: equal to the diagonal is not larger": (
        Worked([[0.9, 0.7, 0.3], [0.1, 0.2, 0.2]], {(0, 1, 1, 3): 0.8, (1, 2, 1, 3): 0.8}),
        [("start", (0, 0), 0.9), ("V1", (0, 1), 0.7)],
    ),
    "case 1-N: in the last row there is no diagonal to compare with": (
        Worked([[0.9, 0.7, 0.3]], {(0, 1, 1, 3): 0.61}),
        [("start", (0, 0), 0.9), ("V1", (0, 1), 0.7), ("run", (0, 2), 0.61)],
    ),
    "case 1-N: losing exactly beta ends the run": (
        Worked([[0.9, 0.75, 0.3]], {(0, 1, 1, 3): 0.65}),
        [("start", (0, 0), 0.9), ("V1", (0, 1), 0.75)],
    ),
    "case N-1: the mirror image, a run of one and then the diagonal": (
        # n = (1,0). N=1: M(1:2, 0) = .7 > .7 - .1 and > M(1:2, 1) = .3: add (2,0). N=2 would be row 3: there is
        # M(1:3, 0) = .5, not > .7 - .1. c = (2,0): V1 has (3,1) = .8
        Worked(
            [[0.9, 0.1], [0.7, 0.1], [0.2, 0.1], [0.1, 0.8]],
            {(1, 3, 0, 1): 0.7, (1, 3, 1, 2): 0.3, (1, 4, 0, 1): 0.5},
        ),
        [("start", (0, 0), 0.9), ("V1", (1, 0), 0.7), ("run", (2, 0), 0.7), ("V1", (3, 1), 0.8)],
    ),
    "case N-1: in the last column there is no diagonal to compare with": (
        Worked([[0.9], [0.7], [0.2]], {(1, 3, 0, 1): 0.61}),
        [("start", (0, 0), 0.9), ("V1", (1, 0), 0.7), ("run", (2, 0), 0.61)],
    ),
    "case N-1: equal to the diagonal is not larger": (
        Worked([[0.9, 0.1], [0.7, 0.1], [0.2, 0.4]], {(1, 3, 0, 1): 0.65, (1, 3, 1, 2): 0.65}),
        [("start", (0, 0), 0.9), ("V1", (1, 0), 0.7)],
    ),
    "case N-1: the adjacent diagonal ends the run": (
        Worked([[0.9, 0.1], [0.7, 0.1], [0.2, 0.4]], {(1, 3, 0, 1): 0.65, (1, 3, 1, 2): 0.66}),
        [("start", (0, 0), 0.9), ("V1", (1, 0), 0.7)],
    ),
    "V1 ties between right and down: right": (
        Worked([[0.9, 0.7], [0.7, 0.1]]),
        [("start", (0, 0), 0.9), ("V1", (0, 1), 0.7)],
    ),
    "exactly alpha is similar": (Worked([[0.5, 0], [0, 0.5]]), [("start", (0, 0), 0.5), ("V1", (1, 1), 0.5)]),
    "N-N comes from a corner in the path: right, then down": (
        Worked([[0.9, 0.7], [0.1, 0.6]]),
        [("start", (0, 0), 0.9), ("V1", (0, 1), 0.7), ("V1", (1, 1), 0.6)],
    ),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_algorithm_2_by_hand(name: str) -> None:
    worked, expected = SENTENCES[name]
    steps = list(sentence_steps(worked, 0.5, 0.1))
    assert [(step.vicinity, step.cell, step.similarity) for step in steps] == expected
    assert sentence_path(worked, 0.5, 0.1) == [cell for _, cell, _ in expected]
    assert [step.stood for step in steps] == [None, *(cell for _, cell, _ in expected)][: len(steps)]


# ---------------------------------------------------------------------------------------------------------------------
# The cells that the search for the nearest reads: square rings around the current cell, until no nearer one can follow.


class Counted:
    """A matrix with a few similar cells that records which cells are read."""

    def __init__(self, rows: int, columns: int, similar: set[Cell]) -> None:
        self.shape = (rows, columns)
        self._similar = similar
        self.looked_at: list[Cell] = []

    def pair(self, x: int, y: int) -> float:
        self.looked_at.append((x, y))
        return float((x, y) in self._similar)


@pytest.mark.parametrize(
    ("similar", "found", "rings"),
    [
        ((7, 4), (7, 4), 5),  # squared distance 25 + 4: the ring of radius 6 cannot be nearer
        ((7, 9), (7, 9), 7),  # there are no more than seven rings
        ((2, 3), (2, 3), 1),
        ((6, 6), (6, 6), 5),  # 16 + 16: the ring of radius 5 could be nearer
    ],
)
def test_the_nearest_cell_is_searched_in_rings(similar: Cell, found: Cell, rings: int) -> None:
    matrix = Counted(9, 10, {similar, (8, 9)})
    assert nearest(matrix, (2, 2), 0.5) == found
    around = [(x, y) for x in range(2, 9) for y in range(2, 10) if 1 <= max(x - 2, y - 2) <= rings]
    assert sorted(matrix.looked_at) == around


def test_every_cell_is_visited_once_if_none_is_similar() -> None:
    for rows, columns in ((4, 4), (1, 6), (6, 1), (5, 3)):
        matrix = Counted(rows, columns, set())
        assert nearest(matrix, (-1, -1), 0.5) is None
        assert sorted(matrix.looked_at) == [(x, y) for x in range(rows) for y in range(columns)]


# ---------------------------------------------------------------------------------------------------------------------
# Against the slow twin, on matrices with many ties and on vectors.

TENTHS = st.integers(0, 10).map(lambda tenth: tenth / 10)
SIDES = st.tuples(st.integers(0, 8), st.integers(0, 8))
MATRICES = SIDES.flatmap(lambda shape: stnp.arrays(np.float64, shape, elements=TENTHS))
OFFSETS = st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(any)
MANY = st.lists(st.lists(OFFSETS, max_size=4).map(tuple), max_size=4).map(tuple)
# Whole numbers, so that sums are exact and both ways to add them up give the same bits.
ROWS = st.integers(1, 9).flatmap(lambda n: stnp.arrays(np.float64, (n, 4), elements=st.integers(0, 3).map(float)))


@given(MATRICES, TENTHS, st.one_of(st.just(VICINITIES), MANY), st.booleans())
def test_algorithm_1_equals_its_slow_twin(
    matrix: slow_search.Matrix, alpha: float, vicinities: tuple[tuple[Cell, ...], ...], title: bool
) -> None:
    expected = slow_search.paragraph_path(matrix, alpha, vicinities, title)
    assert paragraph_path(matrix, alpha, vicinities, title=title) == expected


@given(ROWS, ROWS, TENTHS, st.sampled_from([0.0, 0.05, 0.1, 1.0]))
@example(
    np.array([[3.0, 3, 3, 3]]), np.array([[0.0, 0, 1, 1], [1.0, 1, 0, 0]]), 0.5, 0.0
)  # 6 / sqrt(72) is 1 / sqrt(2)
def test_algorithm_2_equals_its_slow_twin(
    source: slow_search.Matrix, target: slow_search.Matrix, alpha: float, beta: float
) -> None:
    assert sentence_path(Vectors(source, target), alpha, beta) == slow_search.sentence_path(source, target, alpha, beta)


# ---------------------------------------------------------------------------------------------------------------------
# What must hold for any input.


@given(MATRICES, TENTHS, st.one_of(st.just(VICINITIES), MANY), st.booleans())
def test_paragraph_cells_are_similar_and_go_forward(
    matrix: slow_search.Matrix, alpha: float, vicinities: tuple[tuple[Cell, ...], ...], title: bool
) -> None:
    steps = list(paragraph_steps(matrix, alpha, vicinities, title=title))
    for step in steps[1 if title else 0 :]:
        assert matrix[step.cell] >= alpha
    _check_forward([step.cell for step in steps], matrix.shape)


@given(ROWS, ROWS, TENTHS, st.sampled_from([0.0, 0.05, 0.1, 1.0]))
def test_sentence_cells_are_similar_and_go_forward(
    source: slow_search.Matrix, target: slow_search.Matrix, alpha: float, beta: float
) -> None:
    vectors = Vectors(source, target)
    steps = list(sentence_steps(vectors, alpha, beta))
    _check_forward([step.cell for step in steps], vectors.shape)
    for before, step in zip([None, *steps], steps, strict=False):
        if step.vicinity == "run":
            # In a run, the concatenated sentences must lose less than the slack.
            assert before is not None
            assert before.vicinity in ("V1", "run")
            assert step.similarity > before.similarity - beta
        else:
            assert vectors.pair(*step.cell) >= alpha
            assert step.similarity == vectors.pair(*step.cell)


def _check_forward(cells: list[Cell], shape: tuple[int, ...]) -> None:
    for (x, y), (nx, ny) in pairwise(cells):
        assert nx >= x
        assert ny >= y
        assert (nx, ny) != (x, y)
    assert all(0 <= x < shape[0] and 0 <= y < shape[1] for x, y in cells)


# ---------------------------------------------------------------------------------------------------------------------
# Bad settings and numbers.


@pytest.mark.parametrize("alpha", [-0.1, 1.1, nan, "0.5", None, True])
def test_alpha_is_checked(alpha: float) -> None:
    with pytest.raises(SettingError, match="paragraph alpha must be a number from 0 to 1"):
        paragraph_path([[1.0]], alpha)
    with pytest.raises(SettingError, match="sentence alpha must be a number from 0 to 1"):
        sentence_path(Vectors([[1.0]], [[1.0]]), alpha, 0.1)


def test_beta_is_checked() -> None:
    with pytest.raises(SettingError, match="beta must be a number from 0 to 1"):
        sentence_path(Vectors([[1.0]], [[1.0]]), 0.5, -0.05)


@pytest.mark.parametrize("offset", [(0, 0), (-1, 1), (1,), (1, 1, 1), (0.5, 1)])
def test_offsets_must_advance(offset: Cell) -> None:
    with pytest.raises(SettingError, match="vicinity V2: offset"):
        paragraph_path([[1.0]], 0.5, (((1, 1),), (offset,)))


@pytest.mark.parametrize("vicinities", [3, (3,), ((3,),), None])
def test_vicinities_must_be_tuples(vicinities: Any) -> None:
    with pytest.raises(SettingError, match=r"vicinities must be tuples of offsets, such as \(\(\(1, 1\), .*; not "):
        paragraph_path([[1.0]], 0.5, vicinities)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1.0, nan]], "matrix row 0: value 1 is nan"),
        ([[1.0, 0.5], [1.0]], "matrix row 1: has 1 values where row 0 has 2"),
    ],
)
def test_the_matrix_is_checked(matrix: list[list[float]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        paragraph_path(matrix, 0.5)
