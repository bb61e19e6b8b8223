"""Many pairs: in order, lazily, in bounded memory, with the same results for any number of workers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from vicinal import Alignment, Document, InputError, SettingError, TfIdf, Vicinity, align, align_many
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
    if workers == 1:
        assert isinstance(next(found), Alignment)
    with pytest.raises(InputError, match="has no words"):
        list(found)


def test_settings_are_checked() -> None:
    with pytest.raises(SettingError, match="workers must be a whole number of at least 1, not 0"):
        align_many([], workers=0)
    with pytest.raises(SettingError, match="unknown setting"):
        align_many([], nosuch=1)
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
