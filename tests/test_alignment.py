"""Links, groups of cells, and the alignment itself."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError
from math import inf, nan
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Alignment, Document, InputError, Link, Step
from vicinal.alignment import assemble, connected, links, pair_id, paragraph_of
from vicinal.notebook import show_with

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
def test_cells_that_share_a_row_or_a_column_form_one_link(
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


def test_a_link_keeps_plain_tuples_and_numbers() -> None:
    link = Link(np.array([0, 1]), [np.int64(2)], np.float32(0.5))  # type: ignore[arg-type]
    assert link == Link((0, 1), (2,), 0.5)
    assert [type(value) for value in (*link.source, *link.target, link.score)] == [int, int, int, float]
    assert type(link.source) is type(link.target) is tuple


@pytest.mark.parametrize(
    ("frozen", "name"),
    [(Link((0,), (0,), 1.0), "score"), (Step("sentence", None, "start", (0, 0), 1.0), "cell")],
    ids=["link", "step"],
)
def test_links_and_steps_are_frozen(frozen: Any, name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(frozen, name, None)
    assert hash(frozen) == hash(pickle.loads(pickle.dumps(frozen)))


def test_links_are_scored_as_groups() -> None:
    made = links([(1, 1), (0, 0), (1, 2)], lambda xs, ys: 10 * len(xs) + len(ys))
    assert made == (Link((0,), (0,), 11), Link((1,), (1, 2), 12))


def test_paragraphs_that_links_connect_have_the_score_of_the_best() -> None:
    text = Document([["a", "b"], [], ["c"], ["d", "e"], ["f"]])
    found = [Link((0,), (0,), -0.5), Link((1,), (2,), -0.2), Link((2,), (1,), -0.4), Link((3, 4), (5,), 0.3)]
    alignment = assemble(text, text, [*found, Link((5,), (3, 4), 0.7), Link((2,), (3,), 0.6)], "by hand")
    assert alignment.paragraphs == (Link((0, 2, 4), (0, 2, 3), 0.7), Link((3,), (4,), 0.3))
    alignment = assemble(text, text, found, "by hand", cells=[(2, 1), (4, 5), (0, 0)])
    assert alignment.paragraphs == (Link((0, 2), (0,), -0.4), Link((3,), (4,), 0.3))
    assert alignment.cells == ((2, 1), (4, 5), (0, 0))
    assert alignment.steps[1] == Step("sentence", None, "found", (4, 5), 0.3)


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


def test_an_alignment_keeps_plain_tuples_and_is_frozen() -> None:
    step = Step("sentence", None, "start", (0, 1), 1.0)
    alignment = _alignment(
        paragraphs=[Link((0,), (0,), 1.0)],
        sentences=iter([Link((0, 2), (1,), 0.5)]),
        cells=np.array([[0, 1], [2, 1]]),
        steps=[step],
    )
    assert alignment == _alignment(steps=(step,))
    assert [type(value) for cell in alignment.cells for value in cell] == [int] * 4
    with pytest.raises(FrozenInstanceError):
        alignment.signature = "other"  # type: ignore[misc]
    with pytest.raises(AttributeError, match="'Alignment' object has no attribute 'nothing'"):
        alignment.nothing  # noqa: B018


def test_unaligned_sentences_and_the_texts_of_a_link() -> None:
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
        ({"sentences": (Link((0, 3), (0,), 1.0),)}, "sentence link .*source"),
        ({"sentences": (Link((-1, 0), (0,), 1.0),)}, "sentence link .*source"),
        ({"steps": (Step("sentence", None, "start", (3, 0), 1.0),)}, "sentence step link .*source .* from 0 to 2"),
        ({"steps": (Step("sentence", (0, 4), "V1", (0, 0), 1.0),)}, "sentence step link .*target .* from 0 to 3"),
        ({"steps": (Step("paragraph", None, "start", (0, 2), 1.0),)}, "paragraph step link .*target .* from 0 to 1"),
        (
            {"steps": (Step("word", None, "start", (0, 0), 1.0),)},
            "must be one of paragraph, sentence, not 'word'",
        ),
        ({"steps": (Step("sentence", None, "start", (0, 0), inf),)}, "must be finite numbers, not inf"),
        ({"sentences": (Link((0,), (0,), nan),)}, "must be finite numbers, not nan"),
        ({"paragraphs": (Link((0,), (0,), -inf),)}, "must be finite numbers, not -inf"),
    ],
)
def test_indices_and_scores_are_checked(changes: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        _alignment(**changes)


def test_steps_of_each_level_are_checked_against_their_own_sizes() -> None:
    steps = (
        Step("paragraph", (0, 0), "V1", (1, 1), 1.0),
        Step("sentence", None, "start", (2, 3), -1.0),
    )
    assert _alignment(steps=steps).steps == steps


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("a", "a", "a"),
        ("a", "b", "a / b"),
        ("a", None, "a"),
        (None, "b", "b"),
        (None, None, None),
        ("", None, None),
    ],
)
def test_the_id_of_a_pair(source: str | None, target: str | None, expected: str | None) -> None:
    documents = Document([["a"]], source), Document([["b"]], target)
    assert pair_id(*documents) == expected
    assert Alignment(*documents, (), (), (), (), "by hand").id == expected


# Alignments whose links are made when they are first asked for


class Found:
    """What a search found; it counts how often objects are made of it."""

    def __init__(self, *objects: Any) -> None:
        self._objects = objects
        self.made = 0

    def objects(self, *_: object) -> Any:
        self.made += 1
        return self._objects

    @property
    def link_count(self) -> int:
        return 7


def _found(*objects: Any) -> tuple[Alignment, Found]:
    whole = _alignment()
    result = Found(*objects or (whole.paragraphs, whole.sentences, whole.cells, whole.steps))
    return Alignment.of_result(whole.source, whole.target, cast("Any", result), "by hand"), result


def test_links_are_made_when_they_are_first_asked_for() -> None:
    alignment, result = _found()
    assert cast("Any", alignment.result) is result
    assert alignment.link_count == 7
    assert alignment.id is None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        alignment.nothing  # noqa: B018
    assert result.made == 0
    assert alignment.cells == ((0, 1), (2, 1))
    assert alignment.result is None
    assert alignment.link_count == 1
    assert alignment == _alignment()
    assert result.made == 1


def test_an_unfinished_alignment_has_no_links() -> None:
    """As while it is being unpickled or copied."""
    with pytest.raises(AttributeError, match="'Alignment' object has no attribute 'cells'"):
        object.__new__(Alignment).cells  # noqa: B018


def test_a_result_without_all_parts_is_a_defect() -> None:
    with pytest.raises(ValueError, match="shorter"):
        _found(())[0].cells  # noqa: B018


@pytest.mark.parametrize("alignment", [_found()[0], _alignment()], ids=["found", "made"])
def test_alignments_are_pickled_whole(alignment: Alignment) -> None:
    copy = pickle.loads(pickle.dumps(alignment))
    assert copy.result is None
    assert copy == _alignment()
    assert copy.unaligned_source == (1,)


def test_notebooks_show_the_view_that_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vicinal.notebook._render", None)
    assert _alignment()._repr_html_() is None
    show_with(lambda alignment: f"<p>{alignment.signature}</p>")
    assert _alignment()._repr_html_() == "<p>by hand</p>"


# Alignments of methods that find links and nothing else


def test_cells_paragraphs_and_steps_follow_from_links() -> None:
    source, target = Document([["a", "b"], ["c"], ["d"]]), Document([["e"], ["f", "g"], ["h"]])
    found = [Link((0, 1), (0,), 0.4), Link((2,), (1,), 0.6), Link((3,), (2,), 0.9), Link((0,), (3,), -0.5)]
    alignment = assemble(source, target, iter(found), "by hand")
    assert alignment.sentences == tuple(found)
    assert alignment.cells == ((0, 0), (1, 0), (2, 1), (3, 2), (0, 3))
    assert alignment.steps == tuple(
        Step("sentence", None, "found", cell, score)
        for cell, score in zip(alignment.cells, (0.4, 0.4, 0.6, 0.9, -0.5), strict=True)
    )
    # Paragraph 0 goes with 0 and with 3: one link, scored by its best cell.
    assert alignment.paragraphs == (Link((0,), (0, 2), 0.4), Link((1, 2), (1,), 0.9))
    assert alignment.signature == "by hand"


def test_a_paragraph_link_has_the_score_of_its_best_sentence_link() -> None:
    document = Document([["a", "b"]])
    for scores in ((0.2, 0.7), (0.7, 0.2), (-0.7, -0.2)):
        found = [Link((i,), (i,), score) for i, score in enumerate(scores)]
        assert assemble(document, document, found, "by hand").paragraphs == (Link((0,), (0,), max(scores)),)


def test_cells_paragraphs_and_steps_can_be_given() -> None:
    document = Document([["a", "b"], ["c"]])
    step = Step("sentence", None, "V1", (1, 1), 0.3)
    paragraph = Link((1,), (0,), 0.2)
    alignment = assemble(
        document, document, [Link((0, 1), (0, 1), 0.5)], "by hand", cells=[(1, 1)], paragraphs=[paragraph], steps=[step]
    )
    assert (alignment.cells, alignment.paragraphs, alignment.steps) == (((1, 1),), (paragraph,), (step,))
    nothing = assemble(document, document, [], "by hand")
    assert (nothing.cells, nothing.paragraphs, nothing.steps) == ((), (), ())


def test_the_paragraph_of_each_sentence() -> None:
    assert paragraph_of(Document([["a", "b"], [], ["c"]])) == [0, 0, 2]


@pytest.mark.parametrize("wrong", [None, 3])
def test_links_that_are_no_list_are_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match=r"^links must be a list of links, such as \[\(0, 0\)\]; found"):
        Alignment.from_links(["Cats purr."], ["A cat purrs."], wrong)
