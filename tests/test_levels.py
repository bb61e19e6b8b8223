"""Runs that reconcile the levels of an article."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from vicinal import Alignment, Document
from vicinal.alignment import assemble
from vicinal.corpus import Limits, Processes, corpus_at, open_run, run
from vicinal.corpus.contract import Pair, Rejected
from vicinal.corpus.reconcile import Found, reconciled
from vicinal.link import Link
from vicinal.versions.consistent import align_versions

TEXTS = {
    0: "The old lighthouse on the island was built from granite in 1835. Three keepers lived there. Wheat rose.",
    1: "The lighthouse on the island was built in 1835. Three keepers lived on the island.",
    2: "Keepers lived there. The lighthouse was built in 1835.",
}


@pytest.fixture
def newsela(tmp_path: Path) -> Path:
    """Two articles of three levels each."""
    (tmp_path / "corpus" / "articles").mkdir(parents=True)
    rows = ["title,filename,grade_level,language,version,slug"]
    for slug in ("tower", "island"):
        for level, text in TEXTS.items():
            (tmp_path / "corpus" / "articles" / f"{slug}.en.{level}.txt").write_text(text)
            rows.append(f"The {slug},{slug}.en.{level}.txt,5,en,{level},{slug}")
    (tmp_path / "corpus" / "articles_metadata.csv").write_text("\n".join(rows) + "\n")
    return tmp_path


@pytest.mark.parametrize("pairs", [1, 2, 1000])
def test_all_pairs_of_an_article_agree(pairs: int, newsela: Path) -> None:
    corpus = corpus_at([str(newsela / "corpus")], pairs="all")
    done = run(corpus, newsela / "out", engine=Processes(1), limits=Limits(pairs=pairs), consistent=True)
    found = [one.alignment for one in open_run(newsela / "out").aligned()]
    assert [one.id for one in found[:3]] == [f"tower.en.{i} / tower.en.{k}" for i, k in ((0, 1), (0, 2), (1, 2))]
    for first, second, third in (found[:3], found[3:]):
        versions = align_versions([first.source, first.target, third.target])
        assert first.sentences == versions.alignment(0, 1).sentences
        assert second.sentences == versions.alignment(0, 2).sentences
        assert third.sentences == versions.alignment(1, 2).sentences
    assert done.manifest["consistent"] is True


def test_without_it_each_pair_is_aligned_by_itself(newsela: Path) -> None:
    corpus = corpus_at([str(newsela / "corpus")], pairs="all")
    run(corpus, newsela / "out")
    for one in open_run(newsela / "out").aligned():
        alone = align_versions([one.alignment.source, one.alignment.target]).alignment(0, 1)
        assert {link.source for link in one.alignment.sentences} == {link.source for link in alone.sentences}


def document(name: str | None, text: str = "") -> Document:
    return Document([[f"{text or name} one."], [f"{text or name} two."]], name)


def aligned(source: Document, target: Document, levels: tuple[str, str], *links: tuple[int, int]) -> Found:
    alignment = assemble(source, target, [Link((x,), (y,), 0.5) for x, y in links], f"by hand {levels[0]}")
    return Pair(source, target, levels, "", "file.txt"), alignment


def links(found: Found) -> list[tuple[int, int]]:
    assert isinstance(found[1], Alignment)
    return [(link.source[0], link.target[0]) for link in found[1].sentences]


A, B, C = document("a"), document("b"), document("c")
REJECTED = Rejected("file.txt", 3, "x", "is bad"), "is bad"


def test_a_link_through_the_level_between_is_added() -> None:
    pairs = [aligned(A, B, ("0", "1"), (0, 0)), aligned(A, C, ("0", "2")), aligned(B, C, ("1", "2"), (0, 1))]
    found = list(reconciled(iter(pairs)))
    assert [pair for pair, _ in found] == [pair for pair, _ in pairs]
    assert [links(one) for one in found] == [[(0, 0)], [(0, 1)], [(0, 1)]]
    assert all("by hand 0" in one.signature for _, one in found if isinstance(one, Alignment))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("2", "10", "11"), [[(0, 1)], [(0, 0)], [(0, 1)]]),  # by value
        (("b", "a", "z"), [[(0, 1)], [(0, 0)], [(0, 1)]]),  # b before a and z, which it is the original of
        (("2", "x", "11"), [[(0, 1)], [(0, 0)], [(0, 1)]]),
    ],
)
def test_numeric_levels_are_ordered_by_value_and_others_from_originals_to_simpler_ones(
    names: tuple[str, str, str], expected: list[list[tuple[int, int]]]
) -> None:
    first, second, third = names
    pairs = [
        aligned(B, C, (second, third), (0, 1)),
        aligned(A, B, (first, second), (0, 0)),
        aligned(A, C, (first, third)),
    ]
    assert [links(one) for one in reconciled(iter(pairs))] == expected


def test_a_pair_from_a_simpler_to_a_more_complex_level_is_left_as_it_is() -> None:
    pairs = [aligned(A, B, ("0", "1"), (0, 0)), aligned(C, A, ("2", "0"), (1, 1)), aligned(B, C, ("1", "2"), (0, 1))]
    assert [links(one) for one in reconciled(iter(pairs))] == [[(0, 0)], [(1, 1)], [(0, 1)]]
    pairs[1] = aligned(A, document("a", "other"), ("0", "0"), (1, 1))  # one id for both versions
    assert [links(one) for one in reconciled(iter(pairs))] == [[(0, 0)], [(1, 1)], [(0, 1)]]


def test_nothing_is_reconciled_between_two_texts() -> None:
    twin = Document([["b one."]], "a")
    for pairs in (
        [aligned(A, B, ("0", "1"), (0, 0))],
        [aligned(A, B, ("0", "1"), (0, 0)), aligned(A, B, ("0", "1"), (1, 1))],
        [aligned(A, twin, ("0", "1"), (1, 0)), aligned(A, twin, ("0", "1"), (0, 0))],  # one id, as in folders
    ):
        assert list(reconciled(iter(pairs))) == pairs


def test_texts_are_told_apart_by_id_and_without_one_by_content() -> None:
    same = [document(name, "same") for name in "abc"]
    bare = [document(None, text) for text in ("first", "second", "third")]
    for first, second, third in (same, bare):
        pairs = [
            aligned(first, second, ("0", "1"), (0, 0)),
            aligned(first, third, ("0", "2")),
            aligned(second, third, ("1", "2"), (0, 1)),
        ]
        assert [links(one) for one in reconciled(iter(pairs))] == [[(0, 0)], [(0, 1)], [(0, 1)]]


def test_pairs_belong_together_if_they_share_any_text() -> None:
    other = document("d")
    chain = [aligned(B, C, ("1", "2"), (0, 1)), aligned(A, B, ("0", "1"), (0, 0)), aligned(A, C, ("0", "2"))]
    assert [links(one) for one in reconciled(iter(chain))] == [[(0, 1)], [(0, 0)], [(0, 1)]]
    apart = [aligned(A, B, ("0", "1"), (0, 0)), aligned(C, other, ("0", "1"), (1, 0))]
    assert [links(one) for one in reconciled(iter(apart))] == [[(0, 0)], [(1, 0)]]


def test_each_article_is_yielded_as_soon_as_the_next_one_begins() -> None:
    read = []

    def pairs() -> Iterator[Found]:
        for name in ("x", "y", "z"):
            first, second = document(f"{name}.0"), document(f"{name}.1")
            read.append(name)
            yield aligned(first, second, ("0", "1"), (0, 0))

    found = reconciled(pairs())
    next(found)
    assert read == ["x", "y"]
    assert len(list(found)) == 2


def test_rejected_pairs_keep_their_places() -> None:
    unaligned = aligned(A, B, ("0", "1"))[0], "has no words"
    pairs = [
        REJECTED,
        aligned(A, B, ("0", "1"), (0, 0)),
        REJECTED,
        aligned(A, C, ("0", "2")),
        unaligned,
        aligned(B, C, ("1", "2"), (0, 1)),
        REJECTED,
    ]
    found = list(reconciled(iter(pairs)))
    assert [one for one, _ in found] == [one for one, _ in pairs]
    assert [reason for _, reason in found if isinstance(reason, str)] == ["is bad", "is bad", "has no words", "is bad"]
    assert links(found[3]) == [(0, 1)]
