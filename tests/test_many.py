"""Many pairs: in order, lazy, bounded, the same with any number of workers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from vicinal import Alignment, Document, InputError, SettingError, Vicinity, align, align_many
from vicinal.formats import alignment_json as json
from vicinal.gold import Gold


def pairs_of(sample: list[Gold], times: int = 4) -> list[tuple[Document, Document]]:
    return [(gold.source, gold.target) for gold in sample] * times


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_the_same_bytes_with_any_number_of_workers(sample: list[Gold], workers: int) -> None:
    expected = [json.render(align(source, target)) for source, target in pairs_of(sample)]
    assert [json.render(found) for found in align_many(pairs_of(sample), workers=workers)] == expected


@pytest.mark.parametrize("workers", [2, 3])
def test_methods_in_python_run_in_processes(sample: list[Gold], workers: int) -> None:
    expected = [align(source, target, "nearest", threshold=0.2) for source, target in pairs_of(sample, 2)]
    assert list(align_many(pairs_of(sample, 2), "nearest", workers=workers, threshold=0.2)) == expected


def test_pairs_are_read_as_they_are_needed(sample: list[Gold]) -> None:
    read = 0

    def endless() -> Iterator[tuple[Document, Document]]:
        nonlocal read
        while True:
            read += 1
            yield sample[0].source, sample[0].target

    found = align_many(endless(), workers=2)
    for _ in range(100):
        next(found)
    assert read <= 100 + 32 * 6
    found.close()  # type: ignore[attr-defined]


def test_texts_and_lists_and_a_language() -> None:
    found = align_many([("Das war im 19. Jahrhundert.", [["Das war im 19. Jahrhundert."]])], language="de", workers=2)
    assert [alignment.sentences[0].score for alignment in found] == [1.0]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_comes_in_its_place(workers: int) -> None:
    found = align_many([("A b.", "A b."), ("...", "A b."), ("A b.", "A b.")], workers=workers)
    if workers == 1:
        assert isinstance(next(found), Alignment)
    with pytest.raises(InputError, match="has no words"):
        list(found)


def test_what_cannot_be_done() -> None:
    with pytest.raises(SettingError, match="workers must be a whole number of at least 1, not 0"):
        align_many([], workers=0)
    with pytest.raises(SettingError, match="unknown setting"):
        align_many([], nosuch=1)
    with pytest.raises(SettingError, match="go with a method's name"):
        align_many([], Vicinity(), beta=0.1)
    with pytest.raises(SettingError, match="cannot be sent to other processes"):
        list(align_many([("A.", "B.")], lambda source, target: align(source, target), workers=2))
    assert list(align_many([], workers=2)) == []
