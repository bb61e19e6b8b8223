"""All similarities of a row at once, compiled and not: those of `Vectors.pair`, bit for bit."""

from __future__ import annotations

import random
from array import array
from math import inf, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document, Vectors
from vicinal.methods import bott_saggion
from vicinal.similarity import row_cosines as module
from vicinal.similarity.named import similarity_of, vectors_by
from vicinal.similarity.row_cosines import row_cosines, summed

NUMBERS = st.one_of(st.floats(-3, 3), st.sampled_from([0.0, 1e-160, 1e-75, 1e70, -1.0]))
ROWS = st.lists(st.dictionaries(st.integers(-2, 6), NUMBERS, max_size=5), max_size=6)
COMPILED = pytest.mark.parametrize("compiled", [True, False])


@COMPILED
@given(ROWS, ROWS, st.sampled_from([1e-12, 0.1, 0.5, 1.0]))
def test_each_row_is_that_of_pairs(
    compiled: bool, source: list[dict[int, float]], target: list[dict[int, float]], alpha: float
) -> None:
    vectors = Vectors(source, target)
    with pytest.MonkeyPatch.context() as patch:
        if not compiled:
            patch.setattr(module, "all_pairs", None)
        try:
            expected = [[vectors.pair(x, y) for y in range(len(target))] for x in range(len(source))]
        except ZeroDivisionError:  # squares so small that they vanish
            return
        rows, turned = row_cosines(vectors), row_cosines(vectors, turned=True)
        assert [list(map(repr, rows.row(x))) for x in range(len(source))] == [list(map(repr, row)) for row in expected]
        assert [list(turned.row(y)) for y in range(len(target))] == [
            [row[y] for row in expected] for y in range(len(target))
        ]
        for x, row in enumerate(expected):
            assert rows.above(x, alpha) == [(y, value) for y, value in enumerate(row) if value >= alpha]


@COMPILED
@given(ROWS, ROWS)
def test_the_best_of_each_group(compiled: bool, source: list[dict[int, float]], target: list[dict[int, float]]) -> None:
    vectors = Vectors(source, target)
    group = array("i", (y // 2 for y in range(len(target))))
    try:
        expected = [[vectors.pair(x, y) for y in range(len(target))] for x in range(len(source))]
    except ZeroDivisionError:
        return
    with pytest.MonkeyPatch.context() as patch:
        if not compiled:
            patch.setattr(module, "all_pairs", None)
        found = row_cosines(vectors).best(range(len(source)), group, 4)
    pairs = [[value for row in expected for value in row[2 * q : 2 * q + 2]] for q in range(4)]
    assert list(found) == [max(values, default=0.0) for values in pairs]


def test_rows_that_are_stored_otherwise() -> None:
    source, target = Document([["a ferry", "rain"]]), Document([["a boat", "ferries", "it rained"]])
    vectors = vectors_by(similarity_of("blend"), source, target)
    rows = row_cosines(vectors)
    assert list(rows.row(0)) == [vectors.pair(0, y) for y in range(3)]
    assert summed(vectors, [[0, 1]], [[0], [1, 2]]) is None


@given(ROWS, ROWS)
def test_sums_of_rows_are_groups(source: list[dict[int, float]], target: list[dict[int, float]]) -> None:
    vectors = Vectors(source, target)
    xs, ys = [range(len(source)), range(1, len(source))], [range(len(target))]
    totals = summed(vectors, xs, ys)
    assert totals is not None
    for x, one in enumerate(xs):
        try:
            expected = vectors.group(one, ys[0])
        except ZeroDivisionError:
            continue
        assert totals.pair(x, 0) == expected


@pytest.mark.skipif(module.all_pairs is None, reason="not compiled")
@given(st.integers(0, 10**6), st.integers(0, 30), st.integers(0, 40), st.sampled_from([0.0, 0.1, 0.3]))
def test_the_compiled_chain_is_that_of_the_python(seed: int, rows: int, columns: int, none: float) -> None:
    choose = random.Random(seed)

    def some(count: int) -> list[dict[int, float]]:
        return [{t: choose.choice((1.0, 2.0)) for t in range(8) if choose.random() < 0.3} for _ in range(count)]

    vectors = Vectors(some(rows), some(columns))
    sources = row_cosines(vectors, turned=True)
    emissions = [[log(value) if value > 0 else -inf for value in sources.row(y)] for y in range(columns)]
    weight = log(none) if none else -inf
    decode = bott_saggion._decoder(vectors, weight)
    transitions = bott_saggion._BY_HAND
    for _ in range(3):
        states = decode(transitions)
        assert states == bott_saggion._viterbi(emissions, weight, transitions)
        transitions = bott_saggion._estimated(states)
