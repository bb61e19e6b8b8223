"""Many pairs: in order, lazily, in bounded memory, with the same results for any number of workers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from vicinal import (
    Alignment,
    Document,
    Failure,
    InputError,
    SettingError,
    SkippedWarning,
    TfIdf,
    Vicinity,
    align,
    align_many,
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
    with pytest.raises(InputError, match="ids must be a list with an id for each pair, not one text: 'ab'"):
        list(align_many(pairs, ids="ab", workers=workers))


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
