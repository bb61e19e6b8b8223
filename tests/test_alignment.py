"""Links, groups and the alignment itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Alignment, Document, InputError, Link
from vicinal.alignment import connected, links

CELLS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=25)

GROUPS = [
    ([], []),
    ([(2, 3)], [((2,), (3,))]),
    ([(0, 0), (1, 1)], [((0,), (0,)), ((1,), (1,))]),
    ([(0, 0), (0, 1)], [((0,), (0, 1))]),
    ([(0, 0), (1, 0), (2, 0)], [((0, 1, 2), (0,))]),
    ([(0, 0), (0, 1), (1, 1)], [((0, 1), (0, 1))]),
    ([(0, 0), (0, 5)], [((0,), (0, 5))]),
    ([(0, 0), (1, 1), (0, 1)], [((0, 1), (0, 1))]),
    ([(3, 3), (0, 0), (0, 0)], [((0,), (0,)), ((3,), (3,))]),
]


@pytest.mark.parametrize(("cells", "expected"), GROUPS)
def test_cells_that_share_a_row_or_column_are_one_link(
    cells: list[tuple[int, int]], expected: list[tuple[tuple[int, ...], tuple[int, ...]]]
) -> None:
    assert connected(cells) == expected


@given(CELLS)
def test_groups_are_the_connected_components(cells: list[tuple[int, int]]) -> None:
    groups = connected(cells)
    rows = [x for group in groups for x in group[0]]
    columns = [y for group in groups for y in group[1]]
    assert len(rows) == len(set(rows))
    assert len(columns) == len(set(columns))
    assert set(rows) == {x for x, _ in cells}
    for xs, ys in groups:
        inside = [(x, y) for x, y in cells if x in xs]
        assert all(y in ys for _, y in inside)
        assert {y for _, y in inside} == set(ys)
        # One component: growing from any row reaches all of it.
        reached = {xs[0]}
        while True:
            more = {x for x, y in inside if y in {b for a, b in inside if a in reached}}
            if more <= reached:
                break
            reached |= more
        assert reached == set(xs)
    assert connected(reversed(cells)) == groups


@pytest.mark.parametrize(
    ("source", "target", "kind"),
    [((0,), (0,), "1-1"), ((0,), (0, 1), "1-N"), ((0, 1), (0,), "N-1"), ((0, 1), (0, 1, 2), "N-N")],
)
def test_kind(source: tuple[int, ...], target: tuple[int, ...], kind: str) -> None:
    assert Link(source, target, 0.5).kind == kind


def test_links_are_scored_as_groups() -> None:
    made = links([(1, 1), (0, 0), (1, 2)], lambda xs, ys: 10 * len(xs) + len(ys))
    assert made == (Link((0,), (0,), 11), Link((1,), (1, 2), 12))


def _alignment(**changes: object) -> Alignment:
    whole: dict[str, object] = {
        "source": Document([["a", "b"], ["c"]]),
        "target": Document([["d"], ["e", "f", "g"]]),
        "paragraphs": (Link((0,), (0,), 1.0),),
        "sentences": (Link((0, 2), (1,), 0.5),),
        "cells": ((0, 1), (2, 1)),
        "steps": (),
        "signature": "by hand",
    }
    return Alignment(**(whole | changes))  # type: ignore[arg-type]


def test_what_is_not_linked_and_the_texts_of_what_is() -> None:
    alignment = _alignment()
    assert alignment.unaligned_source == (1,)
    assert alignment.unaligned_target == (0, 2, 3)
    assert alignment.texts(alignment.sentences[0]) == ("a c", "e")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sentences": (Link((3,), (0,), 1.0),)}, "sentence link .*source indices must be from 0 to 2"),
        ({"sentences": (Link((0,), (), 1.0),)}, "sentence link .*target indices must be .* at least one"),
        ({"sentences": (Link((0,), (-1,), 1.0),)}, "sentence link .*target"),
        ({"cells": ((0, 4),)}, "cell link .*target indices must be from 0 to 3"),
        ({"paragraphs": (Link((2,), (0,), 1.0),)}, "paragraph link .*source indices must be from 0 to 1"),
    ],
)
def test_links_outside_the_documents(changes: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        _alignment(**changes)
