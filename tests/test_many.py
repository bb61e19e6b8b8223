"""Many pairs: in order, lazily, in bounded memory, with the same results for any number of workers."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from vicinal import (
    Alignment,
    Document,
    Failure,
    InputError,
    LanguageWarning,
    SettingError,
    SkippedWarning,
    TfIdf,
    VicinalError,
    Vicinity,
    align,
    align_many,
    save_many,
)
from vicinal.formats import alignment_json as json
from vicinal.gold import Gold

NAMES = ("ferry", "harbour", "gull", "lantern", "bridge", "letter", "engine")
# More than the workers hold at a time, and no two alike, so that each place in the order shows.
PAIRS = [
    (
        Document([[f"The {NAMES[k % 7]} has number {k}.", f"Nobody saw {NAMES[k % 5]} {k // 7}."]], f"pair {k}"),
        Document([[f"Nobody saw {NAMES[k % 5]} {k // 7}.", f"A {NAMES[k % 7]} has number {k}."][k % 2 :]], f"pair {k}"),
    )
    for k in range(300)
]


@pytest.fixture(scope="module")
def expected() -> list[str]:
    return [json.render(align(source, target)) for source, target in PAIRS]


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_the_same_bytes_with_any_number_of_workers(expected: list[str], workers: int) -> None:
    assert len(set(expected)) == len(PAIRS)
    assert [json.render(found) for found in align_many(PAIRS, workers=workers)] == expected


def test_the_sample_corpus(sample: list[Gold]) -> None:
    pairs = [(gold.source, gold.target) for gold in sample]
    assert list(align_many(pairs, workers=2)) == [align(source, target) for source, target in pairs]


@pytest.mark.parametrize("workers", [2, 3])
def test_methods_in_python_run_in_processes(workers: int) -> None:
    expected = [align(source, target, "nearest", threshold=0.2) for source, target in PAIRS]
    assert list(align_many(PAIRS, "nearest", workers=workers, threshold=0.2)) == expected


def test_pairs_are_read_lazily() -> None:
    """One by one, or with two workers in chunks of 32, of which at most four are held at a time."""
    read = 0

    def endless() -> Iterator[tuple[Document, Document]]:
        nonlocal read
        while True:
            read += 1
            yield PAIRS[0]

    for workers in (1, 2):
        read = 0
        found = align_many(endless(), workers=workers)
        assert read == 0
        for count in range(1, 101):
            next(found)
            # Of the four chunks, one is being handed out and three wait.
            assert read == (count if workers == 1 else 32 * (-(-count // 32) + 3))
        found.close()  # type: ignore[attr-defined]


def test_by_default_any_aligner_serves() -> None:
    found = align_many(PAIRS[:2], lambda source, target: align(source, target))
    assert list(found) == [align(source, target) for source, target in PAIRS[:2]]


def test_texts_and_lists_and_a_language() -> None:
    found = align_many(
        [("Das war im 19. Jahrhundert.", [["Das war im 19. Jahrhundert."]])], "vicinity", language="de", workers=2
    )
    assert [alignment.sentences[0].score for alignment in found] == [1.0]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_is_raised_in_its_place(workers: int) -> None:
    found = align_many([("A b.", "A b."), ("...", "A b."), ("A b.", "A b.")], workers=workers)
    assert isinstance(next(found), Alignment)
    with pytest.raises(InputError, match=r"^pairs\[1\]: source document: has no words"):
        list(found)


BROKEN: list[Any] = [("A b.", "A b."), ("...", "A b."), ("C d.", "C d."), ("E f.",), ("G h.", "G h.")]
METHODS: list[Any] = ["global", "vicinity", "nearest"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("workers", [1, 2])
def test_pairs_that_cannot_be_aligned_are_skipped(method: str, workers: int) -> None:
    with pytest.warns(
        SkippedWarning, match=r"^2 of 5 pairs could not be aligned .*; the first: pairs\[1\] \('b'\): b: has"
    ):
        found = list(align_many(BROKEN, method, workers=workers, ids=list("abcde"), on_error="skip"))
    assert [alignment.id for alignment in found] == ["a", "c", "e"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_function_is_told_of_pairs_that_cannot_be_aligned(method: str, workers: int) -> None:
    failures: list[Failure] = []
    seen = [
        alignment.source.sentences[0]
        for alignment in align_many(BROKEN, method, workers=workers, on_error=failures.append)
    ]
    assert seen == ["A b.", "C d.", "G h."]
    assert [(failure.index, failure.id, type(failure.error)) for failure in failures] == [
        (1, None, InputError),
        (3, None, InputError),
    ]
    assert str(failures[1]) == "pairs[3]: a pair is two versions of a document; found ('E f.',)"


def test_nothing_is_said_if_all_pairs_are_aligned() -> None:
    assert len(list(align_many([("A b.", "A b.")], on_error="skip"))) == 1  # warnings are errors in tests


def test_errors_of_an_aligner_of_ones_own() -> None:
    with pytest.raises(_OddError, match="1 2"):
        list(align_many([("A.", "B.")], _fails_oddly))
    failures: list[Failure] = []
    assert list(align_many([("A.", "B.")], _fails_oddly, on_error=failures.append)) == []
    assert isinstance(failures[0].error, _OddError)


def test_an_error_that_cannot_be_sent_from_another_process_keeps_its_words() -> None:
    failures: list[Failure] = []
    assert list(align_many([("A.", "B.")], _fails_oddly, workers=2, on_error=failures.append)) == []
    assert str(failures[0]) == "pairs[0]: _OddError: 1 2"


class _OddError(Exception):
    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} {two}")  # cannot be unpickled: two arguments become one


def _fails_oddly(source: Document, target: Document) -> Alignment:
    raise _OddError(1, 2)


def test_an_error_of_the_function_ends_it() -> None:
    def stop(failure: Failure) -> None:
        raise KeyError(failure.index)

    with pytest.raises(KeyError, match="1"):
        list(align_many(BROKEN, on_error=stop))


def test_errors_of_the_pairs_themselves_are_never_skipped() -> None:
    def pairs() -> Iterator[tuple[str, str]]:
        yield "A b.", "A b."
        raise OSError("the disk is gone")

    for workers in (1, 2):
        with pytest.raises(OSError, match="the disk is gone"):
            list(align_many(pairs(), on_error="skip", workers=workers))


def test_ids_name_the_alignments_and_replace_other_ids() -> None:
    pairs: list[Any] = [(Document([["A b."]], "old"), Document([["A b."]], "older")), ("C d.", [["C d."]])]
    for workers in (1, 2):
        found = list(align_many(pairs, ids=["new", 7], workers=workers))
        assert [(one.id, one.source.id, one.target.id) for one in found] == [("new", "new", "new"), ("7", "7", "7")]


@pytest.mark.parametrize("workers", [1, 2])
def test_there_are_as_many_ids_as_pairs(workers: int) -> None:
    pairs = [("A b.", "A b."), ("C d.", "C d.")]
    with pytest.raises(InputError, match=r"there are more pairs than ids: pairs\[1\] has none"):
        list(align_many(pairs, ids=["a"], workers=workers))
    with pytest.raises(InputError, match="there are more ids than pairs: 2 pairs"):
        list(align_many(pairs, ids=["a", "b", "c"], workers=workers))
    with pytest.raises(InputError, match="there are more ids than pairs: 2 pairs"):
        list(align_many(pairs, ids=["a", "b", None], workers=workers))  # type: ignore[list-item]


@pytest.mark.parametrize("ids", ["ab", 7])
def test_ids_that_are_no_list_are_refused_at_once(ids: Any) -> None:
    with pytest.raises(InputError, match="ids must be a list with an id for each pair, not"):
        align_many([], ids=ids)


@pytest.mark.parametrize("id", [None, 1.0])
def test_a_missing_id_is_refused(id: Any) -> None:
    with pytest.raises(InputError, match=r"^ids\[1\]: an id is a text or a whole number; found"):
        list(align_many([("A b.", "A b.")] * 2, ids=["a", id], on_error="skip"))


@pytest.mark.parametrize("pairs", [None, 7, "Cats purr."])
def test_pairs_that_are_no_list_are_refused_at_once(pairs: Any) -> None:
    with pytest.raises(InputError, match="pairs must be a list of pairs of versions, not"):
        align_many(pairs)


@pytest.mark.parametrize("pair", ["ab", {"source": "Cats purr.", "target": "A cat purrs."}, {"Cats.", "Dogs."}])
def test_a_text_a_dictionary_and_a_set_are_no_pair(pair: Any) -> None:
    with pytest.raises(InputError, match=r"^pairs\[0\]: a pair is two versions of a document; found"):
        list(align_many([pair]))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("workers", [1, 2])
def test_generators_are_versions_for_any_number_of_workers(method: str, workers: int) -> None:
    pairs: list[Any] = [(iter(["Cats purr."]), (iter([text]) for text in ["Cats purr."])), ("...", "A b.")]
    with pytest.warns(SkippedWarning, match=r"^1 of 2 pairs could not be aligned and was left out"):
        found = list(align_many(pairs, method, workers=workers, on_error="skip"))
    assert found == [align(["Cats purr."], ["Cats purr."], method)]


@pytest.mark.parametrize("workers", [1, 2])
def test_all_pairs_before_an_error_of_their_source_are_aligned(workers: int) -> None:
    def pairs() -> Iterator[tuple[str, str]]:
        for _ in range(40):  # more than a worker takes at a time
            yield "A b.", "A b."
        raise OSError("the disk is gone")

    found: list[Alignment] = []
    with pytest.raises(OSError, match="the disk is gone"):
        found.extend(align_many(pairs(), workers=workers))
    assert len(found) == 40


@pytest.mark.parametrize("workers", [1, 2])
def test_a_language_without_rules_is_told_once(workers: int) -> None:
    with pytest.warns(LanguageWarning, match="no sentence rules for language 'xx'") as given:
        assert len(list(align_many([("A b.", "A b.")] * 3, workers=workers, language="xx"))) == 3
    assert [one.filename for one in given] == [__file__]
    assert len(list(align_many([(["A b."], ["A b."])], workers=workers, language="xx"))) == 1  # nothing to split


def test_a_wrong_language_is_no_fault_of_the_pairs() -> None:
    with pytest.raises(InputError, match=r"^language must be a string"):
        align_many([("A b.", "A b.")], language=3, on_error="skip")  # type: ignore[arg-type]


def test_a_warning_points_at_the_program_even_if_another_function_reads_the_stream(tmp_path: Path) -> None:
    with pytest.warns(SkippedWarning) as given:
        save_many(align_many([("...", "A b.")], on_error="skip"), tmp_path / "out.jsonl")
    assert [one.filename for one in given] == [__file__]


def test_an_error_is_not_its_own_cause() -> None:
    with pytest.raises(_OddError) as raised:
        list(align_many([("A.", "B.")], _fails_oddly))
    assert raised.value.__cause__ is None


@pytest.mark.skipif(sys.version_info < (3, 11), reason="errors have notes since Python 3.11")
def test_an_error_in_another_process_says_where_it_arose() -> None:
    with pytest.raises(KeyError) as raised:
        list(align_many([("A.", "B.")], _fails_plainly, workers=2))
    assert "in _fails_plainly" in "".join(raised.value.__notes__)


def _fails_plainly(source: Document, target: Document) -> Alignment:
    raise KeyError("cats")


def test_a_worker_that_ends_is_reported() -> None:
    with pytest.raises(VicinalError, match="a worker ended without an answer"):
        list(align_many([("A.", "B.")], _ends, workers=2))


def _ends(source: Document, target: Document) -> Alignment:
    os._exit(1)


class _Unpicklable:
    def __call__(self, source: Document, target: Document) -> Alignment:
        return align(source, target)

    def __reduce__(self) -> Any:
        raise RuntimeError("stays here")


def test_an_aligner_that_cannot_be_pickled_for_any_reason_is_refused() -> None:
    with pytest.raises(SettingError, match="cannot be sent to other processes; use workers=1"):
        list(align_many([("A.", "B.")], _Unpicklable(), workers=2))


def test_settings_are_checked() -> None:
    with pytest.raises(SettingError, match="workers must be a whole number of at least 1, not 0"):
        align_many([], workers=0)
    with pytest.raises(SettingError, match="unknown setting"):
        align_many([], nosuch=1)
    with pytest.raises(SettingError, match="on_error must be 'raise', 'skip' or a function, not 'ignore'"):
        align_many([], on_error="ignore")  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="go with a method's name"):
        align_many([], Vicinity(), beta=0.1)
    with pytest.raises(SettingError, match="cannot be sent to other processes"):
        list(align_many([("A.", "B.")], lambda source, target: align(source, target), workers=2))
    with pytest.raises(SettingError, match="cannot be sent to other processes"):
        list(align_many(PAIRS, "vicinity", similarity=lambda source, target: TfIdf()(source, target), workers=2))
    for workers in (True, 2.0, "2"):
        with pytest.raises(SettingError, match="workers must be a whole number"):
            align_many([], workers=workers)  # type: ignore[arg-type]
    assert list(align_many([], workers=2)) == []
