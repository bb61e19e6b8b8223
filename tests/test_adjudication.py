"""Adjudication: where two annotators differ, a third set out of their links, and agreement before and after."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document
from vicinal.alignment import Aligned, NotedLink, assemble
from vicinal.app.adjudication import Adjudicator, adjudicator, annotators_of, links_on
from vicinal.app.adjudication_types import DifferencesAnswer
from vicinal.app.annotator_agreement import agreements
from vicinal.app.annotator_state import ConflictError
from vicinal.app.carried_links import carried, differing_places, original_place
from vicinal.app.change_steps import SentencesAsked
from vicinal.app.corrected_texts import Piece, Sentence, Texts, apply, original_links, spliced
from vicinal.app.differences import compared, decisions
from vicinal.app.download import download
from vicinal.app.edits import Edits
from vicinal.app.pair_summary import pair_key
from vicinal.errors import InputError
from vicinal.gold import LinkKey, read_gold_lines
from vicinal.link import Link

SOURCE = Document([["A title", "Boats came in.", "Gulls cried.", "The tide fell.", "Night came.", "All slept."]], "p")
TARGET = Document([["A title", "Boats came.", "Gulls cried loudly.", "The water sank.", "It was dark.", "Rain."]], "p")
FIRST = [((i,), (i,)) for i in range(5)]
PAIR = Aligned(assemble(SOURCE, TARGET, [Link(*link, 0.5) for link in FIRST], "by hand"))
KEY = pair_key(SOURCE, TARGET)
# Both have 0 → 0; Bob has 1, 2 → 1 where Ann has 1 → 1 and 2 → 2; only Ann has 3 → 3; only Bob has 5 → 5.
ANN = [((0,), (0,)), ((1,), (1,)), ((2,), (2,)), ((3,), (3,)), ((4,), (4,))]
BOB = [((0,), (0,)), ((1, 2), (1,)), ((4,), (4,)), ((5,), (5,))]


@pytest.fixture
def edits(tmp_path: Path) -> Edits:
    return Edits(tmp_path / "edits.sqlite")


def annotate(edits: Edits, name: str, links: Sequence[LinkKey], aligned: Aligned = PAIR, done: bool = True) -> None:
    """Give an annotator these links."""
    key = pair_key(aligned.alignment.source, aligned.alignment.target)
    state = edits.mark(key, name, aligned, True)
    remove, add = [link for link in state.links if link not in links], [link for link in links if link not in FIRST]
    if remove or add:
        edits.change(key, name, aligned, remove=remove, add=add)
    edits.mark(key, name, aligned, done)


@pytest.fixture
def among(edits: Edits) -> Adjudicator:
    """Ann and Bob, who have both done the pair."""
    annotate(edits, "Ann", ANN)
    annotate(edits, "Bob", BOB)
    return adjudicator(edits, "Ann", "Bob", "both")


def noted(links: Sequence[LinkKey]) -> list[NotedLink]:
    return [NotedLink(*link) for link in links]


def decided(answer: DifferencesAnswer) -> list[str | None]:
    return [each.decided for each in answer.differences]


def third(among: Adjudicator) -> tuple[LinkKey, ...]:
    state = among.edits.state(KEY, among.third)
    assert state is not None
    return state.links


# Differences


def test_differences_are_groups_of_links_that_share_sentences() -> None:
    found = compared(noted(ANN), noted(BOB))
    assert [link.key for link in found.alike] == [((0,), (0,)), ((4,), (4,))]
    first, second, last = found.differences
    assert first.key == ((1, 2), (1, 2))
    assert ([link.key for link in first.one], [link.key for link in first.other]) == (ANN[1:3], [BOB[1]])
    assert (second.key, second.one, second.other) == (((3,), (3,)), (NotedLink((3,), (3,)),), ())
    assert (last.key, last.one, last.other) == (((5,), (5,)), (), (NotedLink((5,), (5,)),))


def test_a_shifted_run_of_links_is_one_difference() -> None:
    one = [((i,), (i,)) for i in range(4)]
    other = [((i,), (i + 1,)) for i in range(4)]
    assert [each.key for each in compared(noted(one), noted(other)).differences] == [((0, 1, 2, 3), (0, 1, 2, 3, 4))]


def test_notes_of_links_that_both_have_are_kept_together() -> None:
    one, other = NotedLink((0,), (0,), True, "why?"), NotedLink((0,), (0,), False, "sure")
    assert compared([one], [other]).alike == (NotedLink((0,), (0,), True, "why?; sure"),)


@pytest.mark.parametrize(
    ("links", "settled", "expected"),
    [
        ([], [], [None, None, None]),
        (ANN[1:3], [], ["one", None, None]),
        ([BOB[1], BOB[3]], [], ["other", None, "other"]),
        ([((1,), (2,))], [], ["hand", None, None]),
        ([((0, 1), (0,))], [], ["hand", None, None]),
        ([], [((1, 2), (1, 2))], ["none", None, None]),
        ([], [((3,), (3,)), ((5,), (5,))], [None, "other", "one"]),
    ],
)
def test_what_was_decided_follows_from_the_third_set(links: Any, settled: Any, expected: list[str | None]) -> None:
    assert decisions(compared(noted(ANN), noted(BOB)).differences, links, settled) == expected


sides = st.lists(st.integers(0, 7), min_size=1, max_size=3, unique=True).map(lambda side: tuple(sorted(side)))


@st.composite
def disjoint_links(draw: st.DrawFn) -> list[LinkKey]:
    """Links of which no two share a sentence."""
    found: list[LinkKey] = []
    for source, target in draw(st.lists(st.tuples(sides, sides), max_size=6)):
        if not any(set(source) & set(xs) or set(target) & set(ys) for xs, ys in found):
            found.append((source, target))
    return sorted(found)


@given(disjoint_links(), disjoint_links())
def test_taking_one_everywhere_gives_the_links_of_that_one(one: list[LinkKey], other: list[LinkKey]) -> None:
    alike, differences = compared(noted(one), noted(other))
    assert sorted([*alike, *(link for each in differences for link in each.one)]) == noted(one)
    assert sorted([*alike, *(link for each in differences for link in each.other)]) == noted(other)
    mirrored = compared(noted(other), noted(one))
    assert mirrored.alike == alike
    assert [(each.key, each.other, each.one) for each in mirrored.differences] == [
        (each.key, each.one, each.other) for each in differences
    ]


@given(disjoint_links(), disjoint_links())
def test_differences_share_no_sentence_and_hold_every_disagreement(one: list[LinkKey], other: list[LinkKey]) -> None:
    alike, differences = compared(noted(one), noted(other))
    keys = [link.key for link in alike] + [each.key for each in differences]
    for side in (0, 1):
        taken = [index for key in keys for index in key[side]]
        assert len(taken) == len(set(taken))
    inside = {link.key for each in differences for link in (*each.one, *each.other)}
    assert inside == set(one) ^ set(other)
    assert all(each.one != each.other for each in differences)


# Links on other sentences


def text(*spans: tuple[str, int, int]) -> tuple[Sentence, ...]:
    return tuple(Sentence(words, first == 0, False, first, end) for words, first, end in spans)


WHOLE = text(("a b", 0, 1), ("c", 1, 2), ("d", 2, 3))
SPLIT = text(("a", 0, 1), ("b", 0, 1), ("c", 1, 2), ("d", 2, 3))
JOINED = text(("a b", 0, 1), ("c d", 1, 3))
TYPED = text(("a b", 0, 1), ("new", 1, 1), ("c", 1, 2), ("d", 2, 3))
LESS = text(("a b", 0, 1), ("d", 2, 3))
PLAIN = text(("A", 0, 1), ("B", 1, 2), ("C", 2, 3))


@pytest.mark.parametrize(
    ("before", "after", "links", "expected"),
    [
        (WHOLE, SPLIT, [((0,), (0,)), ((2,), (2,))], [((0, 1), (0,)), ((3,), (2,))]),
        (SPLIT, WHOLE, [((0,), (0,)), ((1,), (1,)), ((3,), (2,))], [((0,), (0, 1)), ((2,), (2,))]),
        (WHOLE, JOINED, [((0,), (0,)), ((1,), (1,)), ((2,), (2,))], [((0,), (0,)), ((1,), (1, 2))]),
        (JOINED, SPLIT, [((1,), (2,))], [((2, 3), (2,))]),
        (SPLIT, SPLIT, [((0,), (0,)), ((1,), (1,))], [((0,), (0,)), ((1,), (1,))]),
        (TYPED, WHOLE, [((1,), (0,)), ((2, 3), (1,))], [((1, 2), (1,))]),
        (WHOLE, TYPED, [((0,), (0,)), ((1,), (1,))], [((0,), (0,)), ((2,), (1,))]),
        (WHOLE, LESS, [((0, 1), (0,)), ((2,), (2,))], [((0,), (0,)), ((1,), (2,))]),
        (WHOLE, LESS, [((1,), (0,))], []),
    ],
)
def test_links_are_carried_over_by_the_original_sentences(before: Any, after: Any, links: Any, expected: Any) -> None:
    assert [link.key for link in carried(noted(links), (before, PLAIN), (after, PLAIN))] == expected
    turned = [(ys, xs) for xs, ys in links]
    found = carried(noted(turned), (PLAIN, before), (PLAIN, after))
    assert sorted((ys, xs) for xs, ys in (link.key for link in found)) == expected


def test_sentences_that_both_split_alike_or_elsewhere_are_counterparts() -> None:
    other = text(("a b of", 0, 1), ("b", 0, 1), ("c", 1, 2), ("d", 2, 3))
    links = [((0,), (0,)), ((1,), (1,))]
    assert [link.key for link in carried(noted(links), (SPLIT, PLAIN), (other, PLAIN))] == links


def test_carried_links_keep_their_notes() -> None:
    links = [NotedLink((0,), (0,), True, "one"), NotedLink((1,), (1,), False, "two")]
    assert carried(links, (SPLIT, PLAIN), (WHOLE, PLAIN)) == (NotedLink((0,), (0, 1), True, "one; two"),)


@pytest.mark.parametrize(
    ("other", "number"), [(WHOLE, 0), (SPLIT, 1), (JOINED, 1), (TYPED, 1), (LESS, 1), (text(("x", 0, 3)), 1)]
)
def test_places_where_sentences_differ_are_counted(other: Any, number: int) -> None:
    assert differing_places((WHOLE, PLAIN), (other, PLAIN)) == number
    assert differing_places((PLAIN, other), (PLAIN, WHOLE)) == number


def test_a_place_is_the_same_whatever_sentences_stand_for_it() -> None:
    assert (
        original_place(((0, 1), (2,)), (SPLIT, PLAIN)) == original_place(((0,), (2,)), (WHOLE, PLAIN)) == ((0,), (2,))
    )
    assert original_place(((1,), (0,)), (TYPED, PLAIN)) == ((-2,), (0,))
    with pytest.raises(InputError, match="settled: target sentence 3 is not from 0 to 2"):
        original_place(((0,), (3,)), (WHOLE, PLAIN))


@st.composite
def corrected_texts(draw: st.DrawFn) -> Texts:
    """Two texts of six sentences after some splits, joins and deletions."""
    side = tuple(Sentence(f"s{i}", i == 0, False, i, i + 1) for i in range(6))
    texts: Texts = (side, side)
    for _ in range(draw(st.integers(0, 4))):
        number = draw(st.integers(0, 1))
        at = draw(st.integers(0, len(texts[number]) - 1))
        old = [sentence.piece for sentence in texts[number][at : at + draw(st.integers(0, 2))]]
        new = [Piece(f"n{draw(st.integers(0, 9))}") for _ in range(draw(st.integers(0, 2)))]
        splice = spliced(texts, number, at, old, new)
        if not isinstance(splice, str):
            texts = apply(texts, splice) or texts
    return texts


@given(corrected_texts(), disjoint_links())
def test_on_equal_sentences_links_stay_as_they_are(texts: Texts, links: list[LinkKey]) -> None:
    inside = [link for link in links if link[0][-1] < len(texts[0]) and link[1][-1] < len(texts[1])]
    assert list(carried(noted(inside), texts, texts)) == noted(inside)
    # The same by way of the counterparts: equal sentences in another tuple.
    copy: Texts = (tuple(s._replace(text=s.text + "!") for s in texts[0]), texts[1])
    assert list(carried(noted(inside), texts, copy)) == noted(inside)
    assert differing_places(texts, texts) == 0


@given(corrected_texts(), corrected_texts(), disjoint_links())
def test_carried_links_are_links_of_the_other_sentences(one: Texts, other: Texts, links: list[LinkKey]) -> None:
    inside = [link for link in links if link[0][-1] < len(one[0]) and link[1][-1] < len(one[1])]
    found = [link.key for link in carried(noted(inside), one, other)]
    for side in (0, 1):
        taken = [index for link in found for index in link[side]]
        assert len(taken) == len(set(taken))
        assert all(0 <= index < len(other[side]) for index in taken)
    if differing_places(one, other) == 0:
        assert [[s.piece for s in side] for side in one] == [[s.piece for s in side] for side in other]


# The third set


def test_it_begins_with_the_links_that_both_have(among: Adjudicator) -> None:
    before = among.differences(KEY, PAIR)
    assert (before.begun, before.alike, before.after, decided(before)) == (False, 2, [], [None] * 3)
    state = among.begin(KEY, PAIR)
    assert state.links == (((0,), (0,)), ((4,), (4,)))
    assert (state.done, state.can_undo, state.version) == (False, False, 1)
    assert among.begin(KEY, PAIR) == state
    found = among.differences(KEY, PAIR)
    assert (found.begun, found.version, found.both_done, decided(found)) == (True, 1, True, [None] * 3)


def test_decisions_are_changes_that_can_be_undone_and_redone(among: Adjudicator) -> None:
    among.begin(KEY, PAIR)
    edits = among.edits
    edits.change(KEY, "both", PAIR, add=[BOB[1]])
    edits.change(KEY, "both", PAIR, settled=[((3,), (3,))])
    edits.change(KEY, "both", PAIR, settled=[((5,), (5,))])
    assert decided(among.differences(KEY, PAIR)) == ["other", "other", "one"]
    edits.undo(KEY, "both", PAIR)
    assert decided(among.differences(KEY, PAIR)) == ["other", "other", None]
    edits.undo(KEY, "both", PAIR)
    edits.undo(KEY, "both", PAIR)
    assert decided(among.differences(KEY, PAIR)) == [None] * 3
    for _ in range(3):
        edits.redo(KEY, "both", PAIR)
    assert decided(among.differences(KEY, PAIR)) == ["other", "other", "one"]
    # A change after an undo replaces what could be redone, and what that settled.
    edits.undo(KEY, "both", PAIR)
    edits.change(KEY, "both", PAIR, remove=[((4,), (4,))])
    assert decided(among.differences(KEY, PAIR)) == ["other", "other", None]


def test_no_link_is_remembered_and_can_be_decided_otherwise(among: Adjudicator) -> None:
    among.begin(KEY, PAIR)
    among.edits.change(KEY, "both", PAIR, settled=[((1, 2), (1, 2))])
    again = adjudicator(Edits(among.edits.database.path), "Ann", "Bob", "both")
    assert decided(again.differences(KEY, PAIR)) == ["none", None, None]
    again.edits.change(KEY, "both", PAIR, add=ANN[1:3])
    assert decided(again.differences(KEY, PAIR)) == ["one", None, None]
    again.edits.change(KEY, "both", PAIR, remove=ANN[1:3], settled=[((1, 2), (1, 2))])
    assert decided(again.differences(KEY, PAIR)) == ["none", None, None]


def test_a_change_that_changes_and_settles_nothing_is_refused(among: Adjudicator) -> None:
    among.begin(KEY, PAIR)
    with pytest.raises(InputError, match="nothing to change"):
        among.edits.change(KEY, "both", PAIR)


def test_agreement_before_and_after(among: Adjudicator) -> None:
    before = among.differences(KEY, PAIR).before
    assert (before.common, before.links) == (2, (5, 4))
    assert before.f1 == pytest.approx(4 / 9, abs=1e-6)
    among.begin(KEY, PAIR)
    among.edits.change(KEY, "both", PAIR, add=[*ANN[1:3], BOB[3]], settled=[((3,), (3,))])
    found = among.differences(KEY, PAIR)
    assert third(among) == (*ANN[:3], ANN[4], BOB[3])
    assert found.before == before
    assert [(each.annotators, each.common, each.links) for each in found.after] == [
        (("Ann", "both"), 4, (5, 5)),
        (("Bob", "both"), 3, (4, 5)),
    ]
    kappa = found.after[0].kappa
    assert kappa is not None
    # Of 36 sentence pairs Ann aligns five and the third set five, four of them alike.
    assert kappa == pytest.approx((34 / 36 - (25 + 31 * 31) / 36**2) / (1 - (25 + 31 * 31) / 36**2), abs=1e-6)


def test_agreement_over_all_pairs_tells_the_adjudicated_sets(among: Adjudicator) -> None:
    among.begin(KEY, PAIR)
    for name in ("Ann", "Bob"):
        annotate(among.edits, name, ANN, _pair("alike"))
    found = agreements(among.edits, None, only_done=False)
    # The two are measured on all their pairs, and on those of the set alone.
    assert [(each.annotators, each.adjudicated, each.within, each.pairs, each.common) for each in found] == [
        (("Ann", "Bob"), ((), ()), None, 2, 7),
        (("Ann", "Bob"), ((), ()), "both", 1, 2),
        (("Ann", "both"), ((), ("Ann", "Bob")), None, 1, 2),
        (("Bob", "both"), ((), ("Ann", "Bob")), None, 1, 2),
    ]


def test_a_difference_is_open_again_if_an_annotator_changes_it(among: Adjudicator) -> None:
    among.begin(KEY, PAIR)
    among.edits.change(KEY, "both", PAIR, settled=[((3,), (3,))])
    among.edits.change(KEY, "Bob", PAIR, add=[((3,), (2,))])
    found = among.differences(KEY, PAIR)
    assert [(each.source, each.target, each.decided) for each in found.differences] == [
        ((1, 2, 3), (1, 2, 3), None),
        ((5,), (5,), None),
    ]


def test_notes_of_both_are_shown_at_the_difference(among: Adjudicator) -> None:
    among.edits.change(KEY, "Ann", PAIR, notes=[NotedLink((3,), (3,), True, "or 4?"), NotedLink((0,), (0,), True)])
    among.edits.change(KEY, "Bob", PAIR, notes=[NotedLink((1, 2), (1,), False, "joined")])
    notes = [
        [(each.annotator, each.note.source, each.note.unsure, each.note.comment) for each in difference.notes]
        for difference in among.differences(KEY, PAIR).differences
    ]
    assert notes == [[("other", (1, 2), False, "joined")], [("one", (3,), True, "or 4?")], []]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("Ann", "Ann", "both"), "Ann is named twice"),
        (("Ann", "Bob", "Bob"), "the third set cannot be that of Bob"),
    ],
)
def test_three_different_names_are_needed(edits: Edits, names: tuple[str, str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        adjudicator(edits, *names)


def test_names_that_do_not_fit_the_pair_are_refused(among: Adjudicator) -> None:
    edits = among.edits
    with pytest.raises(InputError, match="Cyd has not changed or marked this pair yet"):
        adjudicator(edits, "Ann", "Cyd", "both").begin(KEY, PAIR)
    annotate(edits, "Cyd", FIRST)
    with pytest.raises(ConflictError, match="Cyd has links of their own here"):
        adjudicator(edits, "Ann", "Bob", "Cyd").begin(KEY, PAIR)
    among.begin(KEY, PAIR)
    with pytest.raises(ConflictError, match="made out of the links of Ann and Bob"):
        adjudicator(edits, "Ann", "Cyd", "both").differences(KEY, PAIR)
    # The order of the two does not matter, and an adjudicated set can itself be adjudicated.
    assert adjudicator(edits, "Bob", "Ann", "both").begin(KEY, PAIR).version == 1
    assert adjudicator(edits, "both", "Cyd", "all").begin(KEY, PAIR).links == (((0,), (0,)), ((4,), (4,)))


def test_the_annotators_of_a_pair_are_listed_with_the_busiest_first(among: Adjudicator) -> None:
    among.begin(KEY, PAIR)
    annotate(among.edits, "Bob", [((0,), (0,))], _pair("another"), done=False)
    split = SentencesAsked("source", 1, [Piece("Boats came in.")], [Piece("Boats"), Piece("came in.")])
    among.edits.change(KEY, "Ann", PAIR, sentences=[split])
    found = annotators_of(among.edits, KEY)
    assert [(e.name, e.done, e.links, e.pairs, e.sentences_changed, e.adjudicated) for e in found] == [
        ("Bob", True, 4, 2, False, None),
        ("Ann", True, 5, 1, True, None),
        ("both", False, 2, 1, False, ("Ann", "Bob")),
    ]


# Different sentences


@pytest.fixture
def apart(among: Adjudicator) -> Adjudicator:
    """Ann has split source sentence 1, and links only its first part."""
    pieces = [Piece("Boats"), Piece("came in.")]
    among.edits.change(
        KEY,
        "Ann",
        PAIR,
        sentences=[SentencesAsked("source", 1, [Piece("Boats came in.")], pieces)],
        remove=[((1, 2), (1,))],
        add=[((1,), (1,))],
    )
    return among


def test_the_third_set_has_the_sentences_of_one(apart: Adjudicator) -> None:
    answer = apart.differences(KEY, PAIR, "one")
    assert answer.sentences_differ == 1
    assert [(each.source, each.target) for each in answer.differences] == [
        ((1, 2, 3), (1, 2)),
        ((4,), (3,)),
        ((6,), (5,)),
    ]
    assert answer.differences[0].other == [((1, 2, 3), (1,))]
    state = apart.begin(KEY, PAIR, "one")
    assert (state.links, state.text_version) == ((((0,), (0,)), ((5,), (4,))), 1)
    assert state.alignment(PAIR.alignment, "both").source.sentences[1:3] == ("Boats", "came in.")
    apart.edits.change(KEY, "both", PAIR, add=[((1, 2, 3), (1,))], text_version=1)
    apart.edits.change(KEY, "both", PAIR, settled=[((4,), (3,))], text_version=1)
    assert decided(apart.differences(KEY, PAIR)) == ["other", "other", None]


def test_or_those_of_the_other(apart: Adjudicator) -> None:
    answer = apart.differences(KEY, PAIR, "other")
    assert [(each.source, each.target) for each in answer.differences] == [((1, 2), (1, 2)), ((3,), (3,)), ((5,), (5,))]
    state = apart.begin(KEY, PAIR, "other")
    assert (state.texts, state.text_version) == (None, 0)


def test_settled_differences_stay_settled_when_sentences_move(among: Adjudicator) -> None:
    among.begin(KEY, PAIR)
    among.edits.change(KEY, "both", PAIR, settled=[((3,), (3,))])
    split = SentencesAsked("source", 1, [Piece("Boats came in.")], [Piece("Boats"), Piece("came in.")])
    among.edits.change(KEY, "both", PAIR, sentences=[split])
    assert [(each.source, each.decided) for each in among.differences(KEY, PAIR).differences] == [
        ((1, 2, 3), None),
        ((4,), "other"),
        ((6,), None),
    ]


def test_links_of_anyone_are_shown_on_the_sentences_of_anyone(apart: Adjudicator) -> None:
    found = links_on(apart.edits, KEY, PAIR, "Bob", "Ann")
    assert found.carried
    view = msgspec.json.decode(msgspec.json.encode(found.view))
    assert [link[:2] for link in view["links"]] == [[[0], [0]], [[1, 2, 3], [1]], [[5], [4]], [[6], [5]]]
    assert view["source"]["paragraphs"][0][1:3] == ["Boats", "came in."]
    own = links_on(apart.edits, KEY, PAIR, "Bob", "Cyd")
    assert not own.carried
    assert [(link[0], link[1]) for link in own.view.links] == BOB


def test_agreement_is_measured_on_the_original_sentences(apart: Adjudicator) -> None:
    state = apart.edits.state(KEY, "Ann")
    assert state is not None
    assert state.texts is not None
    assert original_links(state.links, state.texts) == tuple(ANN)
    assert apart.differences(KEY, PAIR).before.common == 2


# All pairs


def _pair(name: str) -> Aligned:
    source = Document([[*SOURCE.sentences[:5], f"{name}."]], name)
    return Aligned(assemble(source, TARGET, [Link(*link, 0.5) for link in FIRST], "by hand"))


def _key(pair: Aligned) -> str:
    return pair_key(pair.alignment.source, pair.alignment.target)


def test_the_next_pair_with_differences_is_found(among: Adjudicator) -> None:
    edits = among.edits
    alike, later, open_, noted_ = (_pair(name) for name in ("alike", "later", "open", "noted"))
    for pair, links in ((alike, ANN), (later, BOB), (open_, BOB), (noted_, ANN)):
        annotate(edits, "Ann", ANN, pair)
        annotate(edits, "Bob", links, pair, done=pair is not open_)
    edits.change(_key(noted_), "Bob", noted_, notes=[NotedLink((0,), (0,), True, "sure?")])
    found = among.progress(KEY)
    assert (found.pairs, found.differing, found.adjudicated, found.alike_left) == (4, 2, 0, 2)
    assert found.next == _key(later)
    assert among.progress(_key(later)).next == KEY
    assert among.progress().next == KEY
    among.begin(KEY, PAIR)
    edits.mark(KEY, "both", PAIR, True)
    assert (among.progress().next, among.progress().adjudicated) == (_key(later), 1)
    assert among.progress(_key(later)).next is None
    taken = among.take_over()
    assert (taken.taken, taken.left, among.progress().alike_left) == (2, 0, 0)
    state = edits.state(_key(alike), "both")
    assert state is not None
    assert (state.links, state.done) == (tuple(ANN), True)
    noted_state = edits.state(_key(noted_), "both")
    assert noted_state is not None
    assert noted_state.noted[0] == NotedLink((0,), (0,), True, "sure?")
    assert among.take_over().taken == 0


def test_taking_over_leaves_a_set_of_someone_else_alone(among: Adjudicator) -> None:
    alike = _pair("alike")
    for name in ("Ann", "Bob"):
        annotate(among.edits, name, ANN, alike)
    before = among.progress()
    annotate(among.edits, "both", BOB, alike, done=False)
    assert among.take_over().taken == 0
    assert (before.alike_left, among.progress().alike_left) == (1, 0)
    state = among.edits.state(_key(alike), "both")
    assert state is not None
    assert (state.links, state.done) == (tuple(BOB), False)


def test_pairs_where_the_third_name_has_other_links_are_not_offered(among: Adjudicator) -> None:
    own, of_others = _pair("own"), _pair("of others")
    for pair in (own, of_others):
        annotate(among.edits, "Ann", ANN, pair)
        annotate(among.edits, "Bob", BOB, pair)
        annotate(among.edits, "Eve", BOB, pair)
    annotate(among.edits, "both", ANN, own)
    adjudicator(among.edits, "Ann", "Eve", "both").begin(_key(of_others), of_others)
    found = among.progress()
    assert (found.pairs, found.differing, found.adjudicated) == (3, 3, 0)
    assert (found.next, among.progress(KEY).next) == (KEY, None)


def test_the_third_set_is_exported_as_gold_and_evaluated(apart: Adjudicator, tmp_path: Path) -> None:
    apart.begin(KEY, PAIR, "one")
    apart.edits.change(KEY, "both", PAIR, add=[((1,), (1,)), ((3,), (2,)), ((6,), (5,))], settled=[((4,), (3,))])
    state = apart.edits.mark(KEY, "both", PAIR, True)
    path = tmp_path / "gold.jsonl"
    path.write_bytes(b"".join(download([state.aligned(PAIR, "both")], "gold").chunks()))
    (gold,) = read_gold_lines(path)
    assert gold.source.sentences[1:3] == ("Boats", "came in.")
    assert sorted(gold.links) == [((0,), (0,)), ((1,), (1,)), ((3,), (2,)), ((5,), (4,)), ((6,), (5,))]
    command = [sys.executable, "-m", "vicinal", "evaluate", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, "F1" in result.stdout) == (0, True), result.stderr
