"""Filters of links: each alone by hand, together, and over a corpus."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Alignment, Document, SettingError
from vicinal.alignment import assemble
from vicinal.corpus.link_filter import REASONS, LinkFilter
from vicinal.link import KINDS, Link

SOURCE = Document(
    [["Same text.", "One two three four.", "Five.", "Six seven.", "日本語の文です。", "Caf\u00e9 au lait.", "..."]], "a"
)
TARGET = Document([["Same  text.", "One.", "Two.", "Five six.", "日本。", "Cafe\u0301 au lait.", ""]], "a")
FOUND = (
    Link((0,), (0,), 1.0),  # the same but for white space
    Link((1,), (1, 2), 0.5),  # 4 words to 2
    Link((2, 3), (3,), 0.25),  # 3 words to 2
    Link((4,), (4,), 0.75),  # 7 characters to 2
    Link((5,), (5,), 0.9),  # the same, in other characters (NFC)
    Link((6,), (6,), 0.1),  # no words on the right
)
ALIGNMENT = assemble(SOURCE, TARGET, FOUND, "By hand()")


def kept(**settings: Any) -> list[int]:
    found = LinkFilter(**settings)(ALIGNMENT).sentences
    return [number for number, link in enumerate(FOUND) if link in found]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, [0, 1, 2, 3, 4, 5]),
        ({"kinds": ("1-1",)}, [0, 3, 4, 5]),
        ({"kinds": ("N-1", "1-N")}, [1, 2]),
        ({"kinds": ("N-N",)}, []),
        ({"least_score": 0.5}, [0, 1, 3, 4]),
        ({"most_score": 0.5}, [1, 2, 5]),
        ({"least_score": 0.25, "most_score": 0.75}, [1, 2, 3]),
        ({"drop_identical": True}, [1, 2, 3, 5]),
        ({"length_ratio": 1}, [0, 4]),
        ({"length_ratio": 1.5}, [0, 2, 4]),
        ({"length_ratio": 2}, [0, 1, 2, 4]),
        ({"length_ratio": 3.5}, [0, 1, 2, 3, 4]),
        ({"length_ratio": 1e9}, [0, 1, 2, 3, 4]),
        ({"kinds": ("1-1",), "least_score": 0.5, "drop_identical": True, "length_ratio": 4, "dedupe": True}, [3]),
    ],
)
def test_each_filter_by_hand(settings: dict[str, Any], expected: list[int]) -> None:
    assert kept(**settings) == expected


def test_a_filtered_alignment_is_a_whole_one() -> None:
    found = LinkFilter(kinds=("1-N",))(ALIGNMENT)
    assert found == Alignment(
        SOURCE, TARGET, ALIGNMENT.paragraphs, (FOUND[1],), ((1, 1), (1, 2)), ALIGNMENT.steps, "By hand()"
    )
    assert found.unaligned_source == (0, 2, 3, 4, 5, 6)


def test_a_filter_that_drops_nothing_gives_the_alignment_itself() -> None:
    assert LinkFilter()(ALIGNMENT) is ALIGNMENT
    assert LinkFilter(least_score=-1)(ALIGNMENT) is ALIGNMENT


def test_duplicates_are_dropped_over_a_corpus_and_the_first_wins() -> None:
    filtering = LinkFilter(dedupe=True).start()
    assert filtering(ALIGNMENT).sentences == FOUND
    swapped = assemble(TARGET, SOURCE, [Link((1,), (1,), 0.5), Link((0,), (0,), 0.5)], "")
    assert filtering(swapped).sentences == swapped.sentences[:1]  # "Same text." twice, white space aside
    assert filtering(ALIGNMENT).sentences == ()
    assert filtering.kept == 7
    assert filtering.dropped == {"suspect": 0, "kind": 0, "score": 0, "identical": 0, "length": 0, "duplicate": 7}
    assert LinkFilter(dedupe=True)(ALIGNMENT).sentences == FOUND  # a new one remembers nothing


def test_what_was_dropped_before_is_no_duplicate() -> None:
    document = Document([["A b."], ["A b."]])
    twice = assemble(document, Document([["B."], ["B."]]), [Link((0,), (0,), 0.1), Link((1,), (1,), 0.9)], "")
    assert LinkFilter(least_score=0.5, dedupe=True)(twice).sentences == twice.sentences[1:]
    assert LinkFilter(dedupe=True)(twice).sentences == twice.sentences[:1]


def test_two_texts_are_a_duplicate_only_as_they_are_parted() -> None:
    source, target = Document([["ab", "a"]]), Document([["c", "bc"]])
    alignment = assemble(source, target, [Link((0,), (0,), 1), Link((1,), (1,), 1)], "")
    assert LinkFilter(dedupe=True)(alignment) is alignment


def test_each_dropped_link_is_counted_once_by_the_first_reason() -> None:
    filtering = LinkFilter(("1-1",), 0.5, 0.95, True, 2, True).start()
    assert filtering(ALIGNMENT).sentences == ()
    assert filtering.dropped == {"suspect": 0, "kind": 2, "score": 2, "identical": 1, "length": 1, "duplicate": 0}
    assert tuple(filtering.dropped) == REASONS


def test_the_signature_says_it_all() -> None:
    assert repr(LinkFilter(kinds=("N-1", "1-1", "1-1"), least_score=0.5, dedupe=True)) == (
        "LinkFilter(kinds=('1-1', 'N-1'), least_score=0.5, most_score=None, drop_identical=False, length_ratio=None, "
        "dedupe=True, no_suspect=False)"
    )


def test_one_kind_can_be_given_as_text() -> None:
    assert LinkFilter(kinds="1-N") == LinkFilter(kinds=("1-N",))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"kinds": ("2-1",)}, "unknown kind '2-1'; choose one of: 1-1, 1-N, N-1, N-N"),
        ({"kinds": ()}, "kinds must name at least one"),
        ({"least_score": float("nan")}, "least_score must be a number"),
        ({"most_score": "high"}, "most_score must be a number, not 'high'"),
        ({"most_score": True}, "most_score must be a number"),
        ({"least_score": 0.6, "most_score": 0.5}, r"least_score \(0.6\) must not be above most_score \(0.5\)"),
        ({"length_ratio": 0.5}, "length_ratio must be at least 1, not 0.5"),
        ({"length_ratio": float("inf")}, "length_ratio must be a number"),
    ],
)
def test_settings_that_are_refused(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(SettingError, match=says):
        LinkFilter(**settings)


sentences = st.lists(st.sampled_from(["", "a", "a b", "a  b", "c", "\ud800", "日本", "..."]), min_size=1, max_size=5)
filters = st.builds(
    LinkFilter,
    kinds=st.sets(st.sampled_from(KINDS), min_size=1).map(tuple),
    least_score=st.none() | st.floats(0, 0.5),
    most_score=st.none() | st.floats(0.5, 1),
    drop_identical=st.booleans(),
    length_ratio=st.none() | st.floats(1, 3),
    dedupe=st.booleans(),
)


@st.composite
def alignments(draw: st.DrawFn) -> Alignment:
    source, target = Document([draw(sentences)]), Document([draw(sentences)])
    pairs = st.tuples(*(st.integers(0, len(document.sentences) - 1) for document in (source, target)))
    found = [Link((x,), (y,), draw(st.floats(0, 1))) for x, y in draw(st.lists(pairs, unique=True, max_size=5))]
    return assemble(source, target, found, "")


@given(st.lists(alignments(), max_size=3), filters)
def test_filters_only_take_away_and_count_all(corpus: list[Alignment], chosen: LinkFilter) -> None:
    filtering = chosen.start()
    for alignment in corpus:
        found = filtering(alignment)
        assert [link for link in alignment.sentences if link in found.sentences] == list(found.sentences)
        assert set(found.cells) == {(x, y) for link in found.sentences for x in link.source for y in link.target}
        assert chosen(found) == found
    assert filtering.kept + sum(filtering.dropped.values()) == sum(len(one.sentences) for one in corpus)
