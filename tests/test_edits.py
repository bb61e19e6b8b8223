"""Corrections: changes, undo and redo, conflicts, concurrency, and files that cannot be used."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vicinal import Document, align
from vicinal.alignment import Aligned, assemble
from vicinal.app.annotator_state import AnnotatorState, ConflictError, first_state
from vicinal.app.correction_types import State
from vicinal.app.corrections import checked, corrected, first_links
from vicinal.app.database import FORMAT, UnavailableError
from vicinal.app.download import download
from vicinal.app.edits import Edits
from vicinal.app.library import Location
from vicinal.app.library_sources import gold_library
from vicinal.app.pair_summary import PairSummary, pair_key
from vicinal.corpus.relatedness import relatedness
from vicinal.errors import GoldWarning, InputError
from vicinal.gold import Gold
from vicinal.link import Link
from vicinal.view.doubt import doubt_of

SOURCE = Document([["A house by the sea."], [f"The {word} stood by the window." for word in "abcdefghi"]], "house")
TARGET = Document([["A house by the sea."], [f"There was a {word}." for word in "abcdefghi"]], "house")
FIRST = [([0], [0]), ([1], [1]), ([2], [2, 3])]


def pair(links: Any = FIRST) -> Aligned:
    found = [Link(tuple(xs), tuple(ys), 0.5) for xs, ys in links]
    return Aligned(assemble(SOURCE, TARGET, found, "by hand"), ("hard", "easy"), "tests")


PAIR = pair()
KEY = pair_key(SOURCE, TARGET)


@pytest.fixture
def edits(tmp_path: Path) -> Edits:
    return Edits(tmp_path / "edits.sqlite")


def change(
    edits: Edits, remove: Any = (), add: Any = (), name: str = "Ann", version: int | None = None
) -> AnnotatorState:
    return edits.change(KEY, name, PAIR, remove=remove, add=add, version=version)


def links(state: AnnotatorState | None) -> list[tuple[list[int], list[int]]]:
    assert state is not None
    return [(list(xs), list(ys)) for xs, ys in state.links]


def test_a_change_removes_and_adds_links(edits: Edits) -> None:
    state = change(edits, [([2], [2, 3])], [([2], [2]), ([3], [3])])
    assert links(state) == [([0], [0]), ([1], [1]), ([2], [2]), ([3], [3])]
    assert (state.version, state.edited, state.can_undo, state.can_redo, state.done) == (1, True, True, False, False)
    assert edits.state(KEY, "Ann") == state


def test_sides_of_a_link_are_sorted_and_so_are_links(edits: Edits) -> None:
    state = change(edits, [([2], [3, 2])], [([9, 4], [7]), ([3], [9, 8])])
    assert links(state) == [([0], [0]), ([1], [1]), ([3], [8, 9]), ([4, 9], [7])]


def test_a_pair_without_changes_has_no_state(edits: Edits) -> None:
    assert edits.state(KEY, "Ann") is None
    assert edits.annotators() == []
    assert edits.keys("Ann") == []


def test_undo_and_redo_go_through_the_history(edits: Edits) -> None:
    change(edits, [([0], [0])])
    change(edits, add=[([5], [5])])
    state = edits.undo(KEY, "Ann", PAIR)
    assert links(state) == [([1], [1]), ([2], [2, 3])]
    assert (state.version, state.can_undo, state.can_redo) == (3, True, True)
    state = edits.undo(KEY, "Ann", PAIR)
    assert links(state) == FIRST
    assert (state.can_undo, state.can_redo, state.edited) == (False, True, False)
    state = edits.redo(KEY, "Ann", PAIR)
    assert links(state) == [([1], [1]), ([2], [2, 3])]
    assert state.version == 5


def test_a_new_change_discards_what_could_be_redone(edits: Edits) -> None:
    change(edits, [([0], [0])])
    edits.undo(KEY, "Ann", PAIR)
    state = change(edits, add=[([7], [7])])
    assert (state.can_undo, state.can_redo) == (True, False)
    with pytest.raises(ConflictError, match="nothing to redo") as caught:
        edits.redo(KEY, "Ann", PAIR)
    assert caught.value.state == state


@pytest.mark.parametrize("what", ["undo", "redo"])
def test_without_a_history_there_is_nothing_to_undo_or_redo(edits: Edits, what: str) -> None:
    with pytest.raises(ConflictError, match=f"nothing to {what}$") as caught:
        getattr(edits, what)(KEY, "Ann", PAIR)
    assert links(caught.value.state) == FIRST
    assert edits.state(KEY, "Ann") is None


def test_the_history_is_read_from_the_file(edits: Edits, tmp_path: Path) -> None:
    change(edits, [([0], [0])])
    change(edits, add=[([5], [5])])
    edits.undo(KEY, "Ann", PAIR)
    again = Edits(tmp_path / "edits.sqlite")
    assert links(again.redo(KEY, "Ann", PAIR)) == [([1], [1]), ([2], [2, 3]), ([5], [5])]


def test_annotators_do_not_affect_one_another(edits: Edits) -> None:
    change(edits, [([0], [0])], name="Ann")
    state = change(edits, [([1], [1])], name="Bob")
    assert links(state) == [([0], [0]), ([2], [2, 3])]
    assert links(edits.state(KEY, "Ann")) == [([1], [1]), ([2], [2, 3])]
    assert edits.annotators() == ["Ann", "Bob"]


def test_changes_of_two_tabs_to_different_sentences_are_merged(edits: Edits) -> None:
    change(edits, [([0], [0])])
    state = change(edits, [([1], [1])], [([1], [4])])  # a tab that has not seen the change above
    assert links(state) == [([1], [4]), ([2], [2, 3])]


@pytest.mark.parametrize(
    ("remove", "add", "message"),
    [
        ([([0], [0])], [], "link 1 → 1 is not there any more"),
        ([([2], [2])], [], "link 3 → 3 is not there"),
        ([], [([1], [8])], "source sentence 2 is already in another link"),
        ([], [([8], [3, 8])], "target sentence 4 is already in another link"),
        ([([1], [1])], [([1, 2], [1])], "source sentence 3 is already in another link"),
    ],
)
def test_a_change_that_does_not_fit_changes_nothing(edits: Edits, remove: Any, add: Any, message: str) -> None:
    before = change(edits, [([0], [0])])
    with pytest.raises(ConflictError, match=message) as caught:
        change(edits, remove, add)
    assert caught.value.state == before == edits.state(KEY, "Ann")
    assert len(caught.value.args) == 1  # the message, which the browser shows


def test_a_version_can_be_required(edits: Edits) -> None:
    assert change(edits, [([0], [0])], version=0).version == 1
    with pytest.raises(ConflictError, match="changed elsewhere"):
        change(edits, [([1], [1])], version=0)
    with pytest.raises(ConflictError, match="changed elsewhere"):
        edits.undo(KEY, "Ann", PAIR, version=2)
    assert edits.undo(KEY, "Ann", PAIR, version=1).version == 2


@pytest.mark.parametrize(
    ("remove", "add", "message"),
    [
        ([], [], "nothing to change"),
        ([([0], [0])], [([0], [0])], "nothing to change"),
        ([], [([10], [5])], "add: source sentence 10 is not from 0 to 9"),
        ([], [([5], [-1])], "target sentence -1 is not from 0 to 9"),
        ([], [([5], [10**400])], "target sentence 1000.* is not from"),
        ([], [([], [5])], "at least one index on each side"),
        ([], [([5],)], "at least one index on each side"),
        ([], [([5, 5], [5])], "source sentence 5 is given twice"),
        ([], [([5], [5]), ([6], [5])], "target sentence 5 is given twice"),
        ([([0], [99])], [], "remove: target sentence 99"),
    ],
)
def test_invalid_links_are_refused(edits: Edits, remove: Any, add: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        change(edits, remove, add)
    assert edits.state(KEY, "Ann") is None


def test_a_link_of_very_many_sentences_is_refused() -> None:
    assert checked([(range(100), range(100))], (200, 200), "add") == ((tuple(range(100)), tuple(range(100))),)
    with pytest.raises(InputError, match="add: a link can have at most 10,000 sentence pairs"):
        checked([(range(101), range(100))], (200, 200), "add")


def test_links_of_a_request_are_sorted() -> None:
    assert checked([([3, 2], [0]), ([0], [2, 1])], (4, 3), "add") == (((0,), (1, 2)), ((2, 3), (0,)))


def test_long_links_are_shortened_in_messages(edits: Edits) -> None:
    state = change(edits, add=[([4, 5, 6, 7, 8], [4, 5, 6, 7, 8, 9])])
    change(edits, [([4, 5, 6, 7, 8], [4, 5, 6, 7, 8, 9])])
    with pytest.raises(ConflictError, match=r"link 5, 6, 7, 8, 9 → 5, 6, 7, 8, 9, \.\.\. is not there"):
        change(edits, [state.links[-1]])


def test_marks(edits: Edits) -> None:
    assert edits.mark(KEY, "Ann", PAIR, False).version == 0
    assert edits.state(KEY, "Ann") is None
    state = edits.mark(KEY, "Ann", PAIR, True)
    assert (state.version, state.done, state.edited, links(state)) == (1, True, False, FIRST)
    assert edits.mark(KEY, "Ann", PAIR, True).version == 1
    assert change(edits, [([0], [0])]).done
    assert edits.undo(KEY, "Ann", PAIR).done
    assert not edits.mark(KEY, "Ann", PAIR, False).done
    assert edits.keys("Ann") == [KEY]
    assert edits.keys("Ann", only_done=True) == []


def test_a_corrected_pair_is_stored_whole(edits: Edits, tmp_path: Path) -> None:
    change(edits, [([0], [0])])
    assert Edits(tmp_path / "edits.sqlite").kept(KEY) == PAIR
    assert edits.kept("0" * 16) is None


def test_another_annotator_can_start_from_other_links(edits: Edits) -> None:
    change(edits, [([0], [0])], name="Ann")
    other = pair([([4], [4]), ([5], [5])])
    state = edits.change(KEY, "Bob", other, remove=[([4], [4])])
    assert links(state) == [([5], [5])]
    assert links(edits.undo(KEY, "Ann", other)) == FIRST  # those that Ann started from


def test_stored_pairs_are_replaced_until_someone_corrects_them(edits: Edits) -> None:
    assert edits.keep(PAIR) == KEY
    other = pair([([4], [4])])
    edits.keep(other)
    assert edits.kept(KEY) == other
    edits.mark(KEY, "Ann", other, True)
    assert edits.keep(PAIR) == KEY
    assert edits.kept(KEY) == other


def test_the_alignment_of_corrected_links(edits: Edits) -> None:
    state = change(edits, [([2], [2, 3])], [([2], [2])])
    alignment = state.alignment(PAIR.alignment, "Ann")
    assert [(link.source, link.target, link.score) for link in alignment.sentences] == [
        ((0,), (0,), 0.5),
        ((1,), (1,), 0.5),
        ((2,), (2,), 1.0),
    ]
    assert alignment.steps == ()
    assert alignment.signature == "corrected by Ann; at first by hand"
    assert edits.undo(KEY, "Ann", PAIR).alignment(PAIR.alignment, "Ann") is PAIR.alignment


def test_corrected_links_are_sorted() -> None:
    links = {((2,), (2, 3)), ((0,), (5,)), ((1,), (1,))}
    alignment = corrected(PAIR.alignment, [*links], [Link((2,), (3, 2), 0.25)], "Ann")
    assert [(link.source, link.target, link.score) for link in alignment.sentences] == [
        ((0,), (5,), 1.0),
        ((1,), (1,), 1.0),
        ((2,), (2, 3), 0.25),
    ]


def test_links_that_differ_only_in_order_are_the_same() -> None:
    aligned = pair([([1, 0], [2, 0]), ([3], [3])])
    state = first_state(aligned)
    links = (((0, 1), (0, 2)), ((3,), (3,)))
    assert state.shown == State(0, links, (), (), 0, done=False, can_undo=False, can_redo=False, edited=False)
    assert state.alignment(aligned.alignment, "Ann") is aligned.alignment


@pytest.mark.parametrize("scores", [(0.2, 0.9), (0.9, 0.2)])
def test_a_link_that_occurs_twice_has_its_best_score(scores: tuple[float, float]) -> None:
    alignment = assemble(SOURCE, TARGET, [Link((0,), (0,), score) for score in scores], "by hand")
    assert first_links(alignment) == (Link((0,), (0,), 0.9),)


@pytest.mark.parametrize("scores", [(0.2, 0.9), (0.9, 0.2)])
def test_links_that_share_a_sentence_have_their_best_score(scores: tuple[float, float]) -> None:
    found = [Link((n,), (0,), score) for n, score in enumerate(scores)]
    assert first_links(assemble(SOURCE, TARGET, found, "by hand")) == (Link((0, 1), (0,), 0.9),)


def test_links_that_share_a_sentence_are_merged_at_the_start() -> None:
    found = [Link((0,), (0,), 0.2), Link((1,), (0,), 0.9), Link((2,), (2,), 0.4)]
    alignment = assemble(SOURCE, TARGET, found, "by hand")
    assert first_links(alignment) == (Link((0, 1), (0,), 0.9), Link((2,), (2,), 0.4))


def test_links_that_share_a_sentence_stay_as_they_are_until_the_first_change(edits: Edits) -> None:
    aligned = pair([([0], [0]), ([1], [0]), ([2], [2])])
    state = edits.mark(KEY, "Ann", aligned, done=True)
    assert state.alignment(aligned.alignment, "Ann") is aligned.alignment
    state = edits.change(KEY, "Ann", aligned, remove=[([2], [2])])
    assert links(state) == [([0, 1], [0])]
    assert state.alignment(aligned.alignment, "Ann").sentences == (Link((0, 1), (0,), 0.5),)


def test_gold_whose_links_share_a_sentence_is_shown_and_exported_as_it_is(edits: Edits, tmp_path: Path) -> None:
    shared = frozenset({((0,), (0,)), ((0,), (1,)), ((2,), (2, 3))})
    gold = Gold("house", SOURCE, TARGET, shared, frozenset((x, y) for xs, ys in shared for x in xs for y in ys))
    path = tmp_path / "gold.jsonl"
    path.write_text(gold.to_json(), "utf-8")
    with pytest.warns(GoldWarning, match="2 links share a sentence with another"):
        library = gold_library([path], edits)
    aligned = library.read(Location(0))
    assert {(link.source, link.target) for link in aligned.alignment.sentences} == shared
    with download([aligned], "gold").file as file:
        assert Gold.from_json(file.read().decode()).links == shared


def test_a_key_depends_on_ids_and_sentences() -> None:
    key = pair_key(SOURCE, TARGET)
    assert len(key) == 16
    assert pair_key(Document(SOURCE.paragraphs, "house", "en"), TARGET) == key
    assert pair_key(Document(SOURCE.paragraphs, "home"), TARGET) != key
    assert pair_key(Document([SOURCE.sentences], "house"), TARGET) != key
    assert pair_key(TARGET, SOURCE) != key


def test_the_summary_of_a_pair() -> None:
    assert msgspec.structs.asdict(PairSummary.of(PAIR)) == {
        "key": KEY,
        "id": "house",
        "levels": ("hard", "easy"),
        "origin": "tests",
        "opening": "A house by the sea.",
        "doubt": doubt_of(PAIR.alignment).value,
        "reason": doubt_of(PAIR.alignment).reason,
        "relatedness": relatedness(SOURCE, TARGET),
        "suspect": False,
        "source_sentences": 10,
        "target_sentences": 10,
        "links": 3,
        "begun": False,
        "done": False,
    }


def test_many_annotators(edits: Edits) -> None:
    for number in range(60):
        edits.mark(KEY, f"person {number:03}", PAIR, True)
    assert len(edits.annotators()) == 60
    assert edits.busiest(3) == ["person 000", "person 001", "person 002"]
    (labelled,) = edits.labelled(["person 001", "person 002", "nobody"])
    assert sorted(labelled.links) == ["person 001", "person 002"]
    assert labelled.sizes == (10, 10)
    assert list(edits.labelled(["person 001"])) == []


def test_several_pairs(edits: Edits) -> None:
    target = Document([["The first.", "The second."]])
    pairs = [Aligned(assemble(Document([[f"Text {n}."]]), target, [Link((0,), (0,), 0.5)], "")) for n in range(8)]
    keys = [edits.keep(aligned) for aligned in pairs]
    assert keys != sorted(keys) != keys[::-1]
    for name, marked in (("Ann", 1), ("Zed", 8), ("Dan", 5), ("Cyd", 5)):
        for key, aligned in list(zip(keys, pairs, strict=True))[:marked][::-1]:
            edits.mark(key, name, aligned, True)
    assert [edits.busiest(most) for most in (1, 2, 3)] == [["Zed"], ["Cyd", "Zed"], ["Cyd", "Dan", "Zed"]]
    assert edits.keys("Zed") == keys
    assert edits.annotators() == ["Ann", "Cyd", "Dan", "Zed"]
    assert edits.keys("Cyd") == keys[:5]
    edits.mark(keys[2], "Cyd", pairs[2], False)
    assert edits.keys("Cyd", only_done=True) == [*keys[:2], *keys[3:5]]
    edits.change(keys[4], "Dan", pairs[4], remove=[([0], [0])])
    link = (((0,), (0,)),)
    everyone = [sorted(labelled.links.items()) for labelled in edits.labelled(None)]
    assert everyone[0] == [("Ann", link), ("Cyd", link), ("Dan", link), ("Zed", link)]
    assert everyone[1:] == [[("Cyd", link), ("Dan", link if n < 4 else ()), ("Zed", link)] for n in (1, 2, 3, 4)]
    two = [sorted(labelled.links) for labelled in edits.labelled(["Zed", "Cyd"], only_done=True)]
    assert two == [["Cyd", "Zed"]] * 4
    assert {labelled.sizes for labelled in edits.labelled(None)} == {(1, 2)}


# Concurrency


def test_simultaneous_changes_are_all_kept(edits: Edits, tmp_path: Path) -> None:
    """Ten changes by eight threads, through two objects, as two processes would have them."""
    empty = pair([])
    both = [edits, Edits(tmp_path / "edits.sqlite")]
    at_once = threading.Barrier(8)

    def add(number: int) -> AnnotatorState:
        if number < 8:
            at_once.wait(timeout=30)
        return both[number % 2].change(KEY, "Ann", empty, add=[([number], [number])])

    with ThreadPoolExecutor(8) as pool:
        states = list(pool.map(add, range(10)))
    assert sorted(state.version for state in states) == list(range(1, 11))
    assert links(edits.state(KEY, "Ann")) == [([n], [n]) for n in range(10)]
    for _ in range(10):
        state = edits.undo(KEY, "Ann", empty)
    assert (state.links, state.can_undo) == ((), False)


def test_of_simultaneous_changes_to_one_sentence_exactly_one_applies(edits: Edits) -> None:
    empty = pair([])
    at_once = threading.Barrier(6)

    def add(number: int) -> bool:
        at_once.wait(timeout=30)
        try:
            state = edits.change(KEY, "Ann", empty, add=[([3], [number])])
        except ConflictError as error:
            return len(error.state.links) != 1
        return len(state.links) == 1

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(add, range(6))) == 1
    state = edits.state(KEY, "Ann")
    assert state is not None
    assert (state.version, len(state.links)) == (1, 1)


OPERATIONS = st.lists(
    st.one_of(
        st.sampled_from(["undo", "redo", "done"]),
        st.tuples(st.integers(0, 9), st.integers(0, 9), st.sampled_from(["add", "remove"])),
    ),
    max_size=25,
)


@settings(max_examples=40)
@given(OPERATIONS)
def test_any_sequence_behaves_like_a_list_of_states(
    tmp_path_factory: pytest.TempPathFactory, operations: list[Any]
) -> None:
    """The model is the list of all states, and the position in it."""
    edits = Edits(tmp_path_factory.mktemp("edits") / "edits.sqlite")
    begun = frozenset((tuple(xs), tuple(ys)) for xs, ys in FIRST)
    history, at, version = [begun], 0, 0
    for operation in operations:
        now = history[at]
        conflict = None
        try:
            if operation == "undo":
                state, at = edits.undo(KEY, "Ann", PAIR), at - 1
            elif operation == "redo":
                state, at = edits.redo(KEY, "Ann", PAIR), at + 1
            elif operation == "done":
                state = edits.mark(KEY, "Ann", PAIR, version % 2 == 0)
            else:
                x, y, what = operation
                link = ((x,), (y,))
                state = change(edits, [link]) if what == "remove" else change(edits, add=[link])
                history, at = [*history[: at + 1], now - {link} if what == "remove" else now | {link}], at + 1
        except ConflictError as error:
            state, conflict = error.state, str(error)
        assert (conflict is None) == _fits(operation, now, history, at, conflict is None)
        assert 0 <= at < len(history)
        assert set(state.links) == history[at]
        assert (state.can_undo, state.can_redo) == (at > 0, at < len(history) - 1)
        assert state.edited == (history[at] != begun)
        assert state.version - version in ((0, 1) if conflict is None else (0,))
        version = state.version
        if version:
            assert edits.state(KEY, "Ann") == state


def _fits(operation: Any, before: frozenset[Any], history: list[Any], at: int, moved: bool) -> bool:
    """Return whether an operation must have succeeded; `at` is the position after it."""
    if operation == "undo":
        return at + moved > 0
    if operation == "redo":
        return at - moved < len(history) - 1
    if operation == "done":
        return True
    x, y, what = operation
    if what == "remove":
        return ((x,), (y,)) in before
    return not any(x in xs or y in ys for xs, ys in before)


# Files that cannot be used


def test_an_empty_file_becomes_a_file_of_edits(tmp_path: Path) -> None:
    (tmp_path / "edits.sqlite").touch()
    assert change(Edits(tmp_path / "edits.sqlite"), [([0], [0])]).version == 1


def test_other_files_are_refused_and_left_unchanged(tmp_path: Path) -> None:
    text, other = tmp_path / "letter.txt", tmp_path / "other.sqlite"
    text.write_text("Dear reader, this is no database, however long this letter is. " * 50)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipe (name)")
    for path, message in ((text, "is not a file of edits"), (other, "belongs to another program")):
        before = path.read_bytes()
        with pytest.raises(InputError, match=f"{path.name}: {message}.*--edits"):
            Edits(path)
        assert path.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "other.sqlite"]


def test_a_newer_format_is_refused(edits: Edits, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "edits.sqlite")) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(InputError, match="made by a newer version of Vicinal; update"):
        Edits(tmp_path / "edits.sqlite")


def test_invalid_paths(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"):
        Edits(tmp_path)
    with pytest.raises(InputError, match="there is no folder"):
        Edits(tmp_path / "nowhere" / "edits.sqlite")


def test_a_read_only_file_is_refused_at_once(edits: Edits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # File modes do not restrict the superuser, so the connection is made read-only.
    connect: Any = sqlite3.connect

    def read_only(path: Path, **options: Any) -> Any:
        return connect(f"{path.as_uri()}?mode=ro", uri=True, **options)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    with pytest.raises(UnavailableError, match=r"edits\.sqlite: cannot be written: it is read-only"):
        Edits(tmp_path / "edits.sqlite")


def test_a_file_that_another_program_has_locked(tmp_path: Path) -> None:
    edits = Edits(tmp_path / "edits.sqlite", patience=0.05)
    before = change(edits, [([0], [0])])
    with closing(sqlite3.connect(tmp_path / "edits.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnavailableError, match=r"edits\.sqlite: is locked by another program"):
            change(edits, [([1], [1])])
        assert edits.state(KEY, "Ann") == before  # reading still works
        with pytest.raises(UnavailableError, match="is locked"):
            Edits(tmp_path / "edits.sqlite", patience=0.05)
    assert change(edits, [([1], [1])]).version == 2


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Limit the size of files, which has the same effect as a full disk."""
    resource = pytest.importorskip("resource", reason="no limits of file sizes on this system")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_loses_no_earlier_change(edits: Edits) -> None:
    before = change(edits, [([0], [0])])
    with full_disk(4096), pytest.raises(UnavailableError, match=r"edits\.sqlite: cannot be"):
        change(edits, [([1], [1])])
    assert edits.state(KEY, "Ann") == before
    assert change(edits, [([1], [1])]).version == 2


def test_a_damaged_file_is_reported(edits: Edits, tmp_path: Path) -> None:
    change(edits, [([0], [0])])
    path = tmp_path / "edits.sqlite"
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 40000)
    with pytest.raises(UnavailableError, match=r"edits\.sqlite: is damaged; restore it from a copy"):
        edits.state(KEY, "Ann")


def test_very_long_and_hostile_text_is_stored_unchanged(edits: Edits) -> None:
    texts = ["word " * 200_000 + "end.", "</script><img src=x onerror=alert(1)> ]]> \u202e \ufffe \U0001f600", "a\tb"]
    document = Document([texts], "hostile \u2028 id")
    aligned = Aligned(align(document, document), ("<a>", "\u202e"), "'; DROP TABLE state; --")
    key = pair_key(document, document)
    edits.mark(key, "Zoë 'DROP' \U0001f600", aligned, True)
    assert edits.kept(key) == aligned
    assert edits.annotators() == ["Zoë 'DROP' \U0001f600"]
