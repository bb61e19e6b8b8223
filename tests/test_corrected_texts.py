"""Corrected sentences: split, joined, edited, deleted; paragraphs and headings; links follow; undo; notes."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from vicinal import Document
from vicinal.alignment import Aligned, NotedLink, assemble
from vicinal.app.adjudication import adjudicator
from vicinal.app.annotator_state import AnnotatorState, ConflictError
from vicinal.app.change_steps import SentencesAsked, Work, applied, planned
from vicinal.app.corrected_texts import Piece, original_links, texts_of
from vicinal.app.database import FORMAT
from vicinal.app.download import download
from vicinal.app.edits import Edits
from vicinal.app.pair_summary import pair_key
from vicinal.errors import InputError
from vicinal.gold import read_gold_lines
from vicinal.link import Link

SOURCE = Document([["The harbour"], ["Boats came in. Gulls cried.", "The tide fell."], ["Night came."]], "p", "en", [0])
TARGET = Document([["The harbour"], ["Boats came.", "Gulls cried.", "The water sank."]], "p", "en", [0])
LINKS = [((0,), (0,)), ((1,), (1, 2)), ((2,), (3,))]
PAIR = Aligned(assemble(SOURCE, TARGET, [Link(*link, 0.5) for link in LINKS], "by hand"))
KEY = pair_key(SOURCE, TARGET)
BOATS = Piece("Boats came in. Gulls cried.", True)
TIDE = Piece("The tide fell.")
NIGHT = Piece("Night came.", True)


@pytest.fixture
def edits(tmp_path: Path) -> Edits:
    return Edits(tmp_path / "edits.sqlite")


def change(edits: Edits, *sentences: tuple[str, int, list[Piece], list[Piece]], **more: Any) -> AnnotatorState:
    return edits.change(KEY, "Ann", PAIR, sentences=[SentencesAsked(*each) for each in sentences], **more)


def shown(state: AnnotatorState) -> list[tuple[list[str], list[str]]]:
    """Return the links of a state as texts."""
    alignment = state.alignment(PAIR.alignment, "Ann")
    return [
        ([alignment.source.sentences[x] for x in link.source], [alignment.target.sentences[y] for y in link.target])
        for link in alignment.sentences
    ]


def source_of(state: AnnotatorState) -> Document:
    return state.alignment(PAIR.alignment, "Ann").source


SPLIT = ("source", 1, [BOATS], [Piece("Boats came in.", True), Piece("Gulls cried.")])


def test_a_split_sentence_keeps_its_link_and_later_links_follow(edits: Edits) -> None:
    state = change(edits, SPLIT)
    assert source_of(state).paragraphs == (
        ("The harbour",), ("Boats came in.", "Gulls cried.", "The tide fell."), ("Night came.",)
    )  # fmt: skip
    assert source_of(state).headings == (0,)
    assert state.links == (((0,), (0,)), ((1, 2), (1, 2)), ((3,), (3,)))
    assert (state.text_version, state.edited, state.can_undo) == (1, True, True)
    assert edits.state(KEY, "Ann") == state


def test_links_of_joined_sentences_become_one(edits: Edits) -> None:
    state = change(edits, ("source", 1, [BOATS, TIDE], [Piece(f"{BOATS.text} {TIDE.text}", True)]))
    assert state.links == (((0,), (0,)), ((1,), (1, 2, 3)))


def test_a_sentence_joined_with_an_unlinked_one_keeps_its_link(edits: Edits) -> None:
    state = change(edits, ("source", 2, [TIDE, NIGHT], [Piece("The tide fell. Night came.")]))
    assert source_of(state).paragraphs[-1] == ("Boats came in. Gulls cried.", "The tide fell. Night came.")
    assert state.links == tuple(LINKS)


def test_an_edited_sentence_keeps_its_links_and_its_score(edits: Edits) -> None:
    state = change(edits, ("source", 2, [TIDE], [Piece("  The  tide\nwent out. ")]))
    assert source_of(state).sentences[2] == "The tide went out."
    assert state.links == tuple(LINKS)
    assert {link.score for link in state.alignment(PAIR.alignment, "Ann").sentences} == {0.5}


def test_links_that_only_moved_keep_their_score(edits: Edits) -> None:
    found = change(edits, SPLIT).alignment(PAIR.alignment, "Ann").sentences
    assert [link.score for link in found] == [0.5, 1.0, 0.5]


def test_a_deleted_sentence_leaves_its_link(edits: Edits) -> None:
    state = change(edits, ("target", 2, [Piece("Gulls cried.")], []), ("source", 2, [TIDE], []))
    assert state.links == (((0,), (0,)), ((1,), (1,)))


def test_a_paragraph_break_is_set_and_removed(edits: Edits) -> None:
    state = change(edits, ("source", 2, [TIDE], [TIDE._replace(opens=True)]))
    assert [len(paragraph) for paragraph in source_of(state).paragraphs] == [1, 1, 1, 1]
    state = change(edits, ("source", 3, [NIGHT], [NIGHT._replace(opens=False)]))
    assert [len(paragraph) for paragraph in source_of(state).paragraphs] == [1, 1, 2]
    assert state.links == tuple(LINKS)


def test_a_heading_is_marked_and_unmarked(edits: Edits) -> None:
    state = change(edits, ("source", 3, [NIGHT], [NIGHT._replace(heading=True)]))
    assert source_of(state).headings == (0, 2)
    state = change(edits, ("source", 0, [Piece("The harbour", True, True)], [Piece("The harbour", True)]))
    assert source_of(state).headings == (2,)


def test_the_first_sentence_always_begins_a_paragraph(edits: Edits) -> None:
    state = change(edits, ("source", 0, [Piece("The harbour", True, True), BOATS], [Piece("All at once.")]))
    assert source_of(state).paragraphs[0] == ("All at once.", "The tide fell.")


def test_sentences_and_links_change_in_one_step(edits: Edits) -> None:
    state = change(edits, SPLIT, remove=[((1, 2), (1, 2))], add=[((1,), (1,)), ((2,), (2,))])
    assert shown(state)[1:3] == [(["Boats came in."], ["Boats came."]), (["Gulls cried."], ["Gulls cried."])]
    state = edits.undo(KEY, "Ann", PAIR)
    assert (state.links, state.texts, state.edited) == (tuple(LINKS), None, False)
    assert state.text_version == 2
    assert shown(edits.redo(KEY, "Ann", PAIR))[2] == (["Gulls cried."], ["Gulls cried."])


@pytest.mark.parametrize(
    ("sentences", "message"),
    [
        (("source", 1, [BOATS], [Piece(" ")]), "a sentence is empty"),
        (("source", 1, [BOATS], [Piece("x" * 100_001)]), "a sentence has 100,001 characters"),
        (("source", 1, [BOATS], [Piece("a\0b")]), "binary data"),
        (("source", 1, [BOATS], [Piece("A", False, True)]), "only a sentence that begins a paragraph"),
        (("source", 1, [BOATS], [BOATS]), "nothing to change"),
    ],
)
def test_invalid_sentences_are_refused(edits: Edits, sentences: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        change(edits, sentences)
    assert edits.state(KEY, "Ann") is None


@pytest.mark.parametrize(
    ("sentences", "message"),
    [
        (("source", 2, [BOATS], []), "source sentence 3 is not what it was any more"),
        (("source", 9, [BOATS], []), "source sentence 10 is not what it was any more"),
        (("target", 0, [Piece(s, i < 2, i == 0) for i, s in enumerate(TARGET.sentences)], []), "at least one sentence"),
    ],
)
def test_a_change_of_other_sentences_is_a_conflict(edits: Edits, sentences: Any, message: str) -> None:
    with pytest.raises(ConflictError, match=message):
        change(edits, sentences)


def test_links_for_other_sentences_are_a_conflict(edits: Edits) -> None:
    change(edits, SPLIT, text_version=0)
    with pytest.raises(ConflictError, match="the sentences were changed elsewhere"):
        change(edits, remove=[((2,), (3,))], text_version=0)
    change(edits, remove=[((3,), (3,))], text_version=1)


def test_a_note_follows_its_link(edits: Edits) -> None:
    note = NotedLink((1,), (1, 2), True, "two \n sentences?")
    state = change(edits, notes=[note])
    assert [tuple(each) for each in state.noted if each.noted] == [((1,), (1, 2), True, "two sentences?")]
    assert not state.edited
    state = change(edits, SPLIT)
    assert [each.key for each in state.noted if each.noted] == [((1, 2), (1, 2))]
    state = change(edits, remove=[((1, 2), (1, 2)), ((3,), (3,))], add=[((1, 2, 3), (1, 2, 3))])
    assert [(each.key, each.comment) for each in state.noted if each.noted] == [
        (((1, 2, 3), (1, 2, 3)), "two sentences?")
    ]
    for _ in range(3):
        state = edits.undo(KEY, "Ann", PAIR)
    assert not any(each.noted for each in state.noted)
    state = edits.redo(KEY, "Ann", PAIR)
    assert [each.unsure for each in state.noted] == [False, True, False]
    state = change(edits, notes=[NotedLink((1,), (1, 2))])
    assert not any(each.noted for each in state.noted)


def test_a_note_needs_its_link(edits: Edits) -> None:
    with pytest.raises(ConflictError, match="is not there any more"):
        change(edits, notes=[NotedLink((1,), (3,), True)])


def test_exported_gold_has_corrected_sentences_and_notes(edits: Edits, tmp_path: Path) -> None:
    state = change(edits, SPLIT, notes=[NotedLink((3,), (3,), True, "hm")])
    path = tmp_path / "gold.jsonl"
    found = download([state.aligned(PAIR, "Ann")], "gold")
    path.write_bytes(b"".join(found.chunks()))
    (gold,) = read_gold_lines(path)
    assert gold.source.sentences[1:3] == ("Boats came in.", "Gulls cried.")
    assert gold.source.headings == (0,)
    assert set(gold.links) == set(state.links)
    record = json.loads(path.read_text())
    assert record["notes"] == [{"source": [3], "target": [3], "unsure": True, "comment": "hm"}]


def test_annotators_with_other_sentences_are_compared_by_the_original_ones(edits: Edits) -> None:
    change(edits, SPLIT, remove=[((1, 2), (1, 2))], add=[((1,), (1,)), ((2,), (2,))])
    edits.mark(KEY, "Ben", PAIR, True)
    (labelled,) = edits.labelled(None)
    assert labelled.sizes == (4, 4)
    assert labelled.links == {
        "Ann": (((0,), (0,)), ((1,), (1,)), ((1,), (2,)), ((2,), (3,))),
        "Ben": tuple(LINKS),
    }


def test_a_file_of_an_older_format_is_upgraded(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    edits = Edits(path)
    edits.change(KEY, "Ann", PAIR, remove=[((2,), (3,))])
    with closing(sqlite3.connect(path)) as connection:
        for added in ("state texts", "state text_version", "change sentences", "change settled"):
            table, column = added.split()
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute("DROP TABLE adjudicated")
        connection.execute("PRAGMA user_version = 1")
        connection.commit()
    again = Edits(path)
    assert again.undo(KEY, "Ann", PAIR).links == tuple(LINKS)
    state = again.change(KEY, "Ann", PAIR, sentences=[SentencesAsked(*SPLIT)])
    assert state.text_version == 1
    again.mark(KEY, "Ben", PAIR, True)
    assert adjudicator(again, "Ann", "Ben", "third").begin(KEY, PAIR, "other").texts is None
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)


# Properties

WORDS = st.sampled_from(["a.", "b.", "c."])
DOCUMENTS = st.builds(Document, st.lists(st.lists(WORDS, min_size=1), min_size=1, max_size=4))
PIECES = st.builds(Piece, st.text("ab c.", min_size=1).filter(str.strip), st.booleans(), st.just(False))


@st.composite
def works(draw: st.DrawFn) -> Work:
    texts = texts_of(draw(DOCUMENTS), draw(DOCUMENTS))
    free = [set(range(len(side))) for side in texts]
    links = []
    for _ in range(draw(st.integers(0, 4))):
        source, target = (draw(st.sets(st.sampled_from(sorted(side)), min_size=1)) if side else set() for side in free)
        if source and target:
            free = [free[0] - source, free[1] - target]
            links.append(NotedLink(tuple(sorted(source)), tuple(sorted(target)), draw(st.booleans())))
    return Work(texts, tuple(sorted(links)))


@settings(max_examples=300)
@given(works(), st.data())
def test_every_step_can_be_undone_and_leaves_disjoint_links(work: Work, data: st.DataObject) -> None:
    side = data.draw(st.integers(0, 1))
    sentences = work.texts[side]
    at = data.draw(st.integers(0, len(sentences)))
    end = data.draw(st.integers(at, len(sentences)))
    before = [sentence.piece for sentence in sentences[at:end]]
    after = [piece for piece in data.draw(st.lists(PIECES, max_size=4)) if piece.text == " ".join(piece.text.split())]
    assume(before != after and len(sentences) - len(before) + len(after) > 0)
    step = planned(work, sentences=[SentencesAsked(("source", "target")[side], at, before, after)])
    assert not isinstance(step, str)
    now = applied(work, step)
    assert now is not None
    assert applied(now, step.reverse) == work
    assert [each.piece for each in now.texts[side]] == [
        *(each.piece for each in sentences[:at]), *after, *(each.piece for each in sentences[end:])
    ]  # fmt: skip
    for axis, texts in enumerate(now.texts):
        used = [index for link in now.links for index in link.key[axis]]
        assert len(used) == len(set(used))
        assert set(used) <= set(range(len(texts)))
    by_origin = set(original_links((link.key for link in now.links), now.texts))
    for link in work.links:
        if set(link.key[side]).isdisjoint(range(at, end)):
            assert link.key in by_origin


@given(works())
def test_links_of_unchanged_texts_are_those_of_the_original(work: Work) -> None:
    assert original_links((link.key for link in work.links), work.texts) == tuple(link.key for link in work.links)
