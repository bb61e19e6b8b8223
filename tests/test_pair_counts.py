"""The counts behind statistics: the compiled part and its Python twin give the same numbers for any text."""

from __future__ import annotations

from math import nan
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from vicinal.alignment import LinkRow
from vicinal.corpus.pair_counts import Bins, PairCounts, Paragraphs, pair_counts
from vicinal.corpus.stats import LENGTH_EDGES, RATIO_EDGES, SCORE_EDGES
from vicinal.corpus.text_measures import words

BINS = Bins(SCORE_EDGES, RATIO_EDGES, LENGTH_EDGES[1], len(LENGTH_EDGES))
FIELDS = ("pairs", "without_links", "identical", "crossing", "millionths", "kinds", "scores", "ratios", "sides")
# Spaces of all kinds, letters of one, two and four bytes, scripts without spaces, marks, surrogates, controls.
CHARACTERS = (
    " \t\n\x00\x1c\x1f\x85\xa0\u1680\u2003\u2028\u202f\u205f\u3000ab.é–ßжש日本。ไทย\u0301\ud800\U0001f600\ufeff"
)
TEXTS = st.one_of(st.text(CHARACTERS, max_size=40), st.text(max_size=20), st.text("ab  \n", max_size=60))
PARAGRAPHS = st.lists(st.lists(TEXTS, max_size=4).map(tuple), max_size=4).map(tuple)


def numbers(counts: Any) -> dict[str, Any]:
    return {name: getattr(counts, name) for name in (*FIELDS, "lengths")}


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Paragraphs, Paragraphs, list[LinkRow]]:
    source, target = draw(PARAGRAPHS), draw(PARAGRAPHS)
    sizes = [sum(map(len, side)) for side in (source, target)]
    if not all(sizes):
        return source, target, []
    sides = [st.lists(st.integers(0, size - 1), min_size=1, max_size=3).map(tuple) for size in sizes]
    scores = st.one_of(st.floats(-0.5, 1.5), st.sampled_from(SCORE_EDGES))
    return source, target, draw(st.lists(st.tuples(*sides, scores), max_size=5))


@given(st.lists(pairs(), max_size=4))
@example([((("a b", "c"),), (("a  b",), ("日 本",)), [((0,), (0,), 0.5), ((1,), (1,), 1.0)])])
@example([((("One\u00a0two three four five.",),), (("One two three four five.",),), [((0,), (0,), 0.0000005)])])
def test_the_compiled_counts_are_those_of_python(given: list[tuple[Paragraphs, Paragraphs, list[LinkRow]]]) -> None:
    fast, slow = pair_counts(BINS), PairCounts(BINS)
    assert [fast.add(*pair) for pair in given] == [slow.add(*pair) for pair in given]
    assert numbers(fast) == numbers(slow)


@given(TEXTS, st.integers(0, 9))
@settings(max_examples=300)
@example("word " * 5, 0)
@example("aaaaaaaa bbbbbbbb\x1fcccccccc", 3)
def test_words_are_counted_as_they_are_split(text: str, shift: int) -> None:
    text = "x" * shift + text
    counts = pair_counts(BINS)
    counts.add(((text,),), (), ())
    assert counts.sides[0] == [1, 1, 0, words(text)]


def test_every_character_of_two_bytes_is_a_space_or_not_as_python_has_it() -> None:
    texts = tuple(f"a{chr(code)}b\u0100" for code in range(0xFFFF))
    counts = pair_counts(BINS)
    counts.add((texts,), (), ())
    assert counts.sides[0][3] == sum(map(words, texts))


@pytest.mark.parametrize("make", [pair_counts, PairCounts])
@pytest.mark.parametrize("link", [((2,), (0,), 0.5), ((0,), (-1,), 0.5), ((), (0,), 0.5), ((0,), (10**30,), 0.5)])
def test_a_link_with_sentences_that_are_not_there(make: Any, link: LinkRow) -> None:
    with pytest.raises(IndexError, match="not there"):
        make(BINS).add((("a", "b"),), (("c",),), [link])


@pytest.mark.parametrize("make", [pair_counts, PairCounts])
def test_a_score_that_is_not_a_number(make: Any) -> None:
    with pytest.raises(ValueError, match="not a number"):
        make(BINS).add((("a",),), (("b",),), [((0,), (0,), nan)])


def test_a_sentence_of_millions_of_characters() -> None:
    counts = pair_counts(BINS)
    counts.add((("word " * 2_000_000,),), (("é " * 3_000_000,),), [((0,), (0,), 1.0)])
    assert [side[3] for side in counts.sides] == [2_000_000, 3_000_000]
