"""What `global` finds in compiled code: made into objects when asked for, the same from Python, threads and pickles."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from math import lgamma
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.test_lattice import compiled, needs_compiled
from vicinal import Alignment, Document, align_many
from vicinal.corpus.contract import Pair
from vicinal.corpus.records import encode
from vicinal.gold import Gold
from vicinal.link import Link, Step
from vicinal.methods.global_.evidence import log_gamma
from vicinal.methods.global_.method import PYTHON, Global

SOURCE = Document(
    [
        ["The harbour ferry leaves at seven, and it crosses the bay twice a day.", "Bread costs two crowns."],
        [],
        ["Gulls cry over the old mill.", "The baker closes early on Sundays.", "Nobody likes the rain."],
    ],
    "pair",
)
TARGET = Document(
    [["The ferry leaves at seven.", "It crosses the bay twice a day."], ["Bread costs two crowns."], ["Gulls cry."]],
    "pair",
)


def in_python(source: Document, target: Document) -> Alignment:
    return Global().align_with(PYTHON, source, target)


@needs_compiled
def test_nothing_is_made_before_it_is_asked_for() -> None:
    found = Global()(SOURCE, TARGET)
    assert found.result is not None
    assert found.link_count == len(in_python(SOURCE, TARGET).sentences)
    assert f"{found.link_count} links, by Global" in repr(found)
    assert found.id == "pair"
    assert found.result is not None
    assert found.sentences == in_python(SOURCE, TARGET).sentences
    assert found.result is None


@needs_compiled
@pytest.mark.parametrize("swapped", [False, True])
def test_rows_and_objects_say_the_same(sample: list[Gold], swapped: bool) -> None:
    pairs = [(SOURCE, TARGET), *((gold.source, gold.target) for gold in sample)]
    for pair in pairs:
        source, target = reversed(pair) if swapped else pair
        rows: Any = Global()(source, target).result
        paragraphs, sentences, steps = rows.rows()
        expected = in_python(source, target)
        assert tuple(Link(*row) for row in paragraphs) == expected.paragraphs
        assert tuple(Link(*row) for row in sentences) == expected.sentences
        assert tuple(Step(*row) for row in steps) == expected.steps


@needs_compiled
def test_records_are_written_from_rows_with_the_same_bytes() -> None:
    lazy, pair = Global()(SOURCE, TARGET), Pair(SOURCE, TARGET, ("0", "1"), "", "a.txt", 1)
    assert encode(pair, lazy) == encode(pair, in_python(SOURCE, TARGET))
    assert lazy.result is not None


def test_pickles_have_all_of_it() -> None:
    found = Global()(SOURCE, TARGET)
    assert pickle.loads(pickle.dumps(found)) == found == in_python(SOURCE, TARGET)
    method = Global(caution=0.3)
    first = method(SOURCE, TARGET)
    again = pickle.loads(pickle.dumps(method))
    assert again == method
    assert again(SOURCE, TARGET) == first


def test_batches_are_aligned_as_one_by_one(sample: list[Gold]) -> None:
    """Also with pairs that have headings or are too long, which are aligned step by step, and rare characters."""
    rare = Document([["".join(map(chr, range(0x20000, 0x20000 + 9000))), "and a sentence."]])
    headed = Document(SOURCE.paragraphs, headings=(0,))
    long = Document([[sentence for gold in sample for sentence in gold.source.sentences][:400]])
    pairs = [(SOURCE, TARGET), (headed, headed), (rare, rare), (long, long), (TARGET, SOURCE)]
    assert Global().align_all(pairs) == [Global()(*pair) for pair in pairs]
    assert Global().align_all([]) == []


def test_threads_share_the_method_and_give_the_same_bytes(sample: list[Gold]) -> None:
    pairs = [(gold.source, gold.target) for gold in sample] * 3
    expected = [pickle.dumps(found) for found in align_many(pairs)]
    assert [pickle.dumps(found) for found in align_many(pairs, workers=3)] == expected
    method = Global()
    with ThreadPoolExecutor(4) as pool:
        assert [pickle.dumps(found) for found in pool.map(lambda pair: method(*pair), pairs)] == expected


@needs_compiled
def test_workers_are_threads() -> None:
    """Documents are shared with threads, and copied for processes."""
    [found] = align_many([(SOURCE, TARGET)], workers=2)
    assert found.source is SOURCE
    assert found.result is not None


STRANGE = [
    "a\0b \0\0 c", "\ud800 lone \udfff surrogates", "𐐀𐐁 𐐨𐐩", "日本語 2024年 東京タワー", "ß ŉ ﬁ ǰ ΐ",
    "Bundes·tag 3·4 Donau\u00addampf", "e\u0301 o\u0308", "가 각 \u1100\u1161", "ไทย ภาษา", "क्षि",
    "ｆｕｌｌ ｗｉｄｔｈ，", "\u0385 a\u1fc1b", "", " ", "_", "ab日cd本語", "ﷺ", "x" * 300, "½²", "İi̇",
]  # fmt: skip


@needs_compiled
@given(st.lists(st.sampled_from(STRANGE) | st.text(max_size=9), min_size=1, max_size=6))
@example(STRANGE)
def test_strange_characters_are_read_alike(texts: list[str]) -> None:
    expected, made = PYTHON.grams(texts, texts[::-1]), compiled().grams(texts, texts[::-1])
    assert made.has_words == expected.has_words
    assert [made.similarities(x) for x in range(len(texts))] == [expected.similarities(x) for x in range(len(texts))]


@needs_compiled
@pytest.mark.parametrize("letter", ["a", "ä", "ш", "日", "𐐨"])
def test_a_sentence_of_very_many_characters(letter: str) -> None:
    text = Document([[f"{letter}{letter} " * 300_000, "And a ferry."]])
    assert [(link.source, link.target) for link in Global()(text, text).sentences] == [((0,), (0,)), ((1,), (1,))]


@given(st.floats(1e-6, 1e6))
def test_the_gamma_function(x: float) -> None:
    assert log_gamma(x) == pytest.approx(lgamma(x), rel=1e-13, abs=1e-13)
