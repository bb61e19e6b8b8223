"""The compiled parts of reading plain text: white space, list items, words, languages; the same as in Python."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.test_language import SENTENCES
from vicinal.compiled import compiled
from vicinal.text import line_layout, recognition
from vicinal.text.line_layout import ends_sentence, list_items
from vicinal.text.recognition import recognised

twins = compiled("_plain_text")
needs_compiled = pytest.mark.skipif(twins is None, reason="the compiled parts were not built, or are switched off")


@contextmanager
def _in_python(module: ModuleType) -> Iterator[None]:
    """Run a module without its compiled parts."""
    kept, module._compiled = module._compiled, None  # type: ignore[attr-defined]
    try:
        yield
    finally:
        module._compiled = kept  # type: ignore[attr-defined]


_SPACES = st.sampled_from([" ", " ", "  ", "\t", "\x1c", "\x85", "\xa0", "\u2009", "\u3000"])
_LETTERS = st.sampled_from(["a", "é", "日", "\ud800", "\U0001f600", "\x00", "-", ".", "İ", "_", "’", "2"])


@needs_compiled
@given(st.lists(_SPACES | _LETTERS | st.text(max_size=3)).map("".join))
def test_white_space_becomes_single_spaces(line: str) -> None:
    assert twins is not None
    assert twins.single_spaced(line) == " ".join(line.split())


_MARKS = st.sampled_from([*"-–*•‣◦▪・()..", "1", "12", "٣", "x", "B", " ", "  ", "\xa0", "日", "a word"])
_LINES = st.lists(_MARKS, min_size=1, max_size=6).map("".join).map(str.strip).filter(bool)


@needs_compiled
@given(st.lists(_LINES | st.text(min_size=1, max_size=5), min_size=1, max_size=5))
def test_list_items_are_found(lines: list[str]) -> None:
    found = list_items(lines)
    with _in_python(line_layout):
        assert found == list_items(lines)


_WORD = st.lists(st.sampled_from([*"aab-é_2日\u0301", "\ud800"]), min_size=1, max_size=4).map("".join)


@needs_compiled
@given(st.lists(_WORD | _SPACES | st.text(max_size=2)).map("".join).map(str.lower), st.sets(_WORD, max_size=20))
def test_words_are_counted(text: str, asked: set[str]) -> None:
    assert twins is not None
    counts = Counter(dict.fromkeys(asked, 0))
    twins.count_words(text, counts)
    known = Counter(re.findall(r"\w+(?:-\w+)*", text))
    assert counts == {word: known[word] for word in asked}


_SAID = sorted({word for text in SENTENCES.values() for word in text.split()})
_PIECES = st.sampled_from(_SAID) | st.sampled_from(["J.", "S.", "i.V.m.", "$x.", "'a.", "d'", "''", "_a.", "2.", "²."])


@needs_compiled
@given(st.lists(_PIECES | _LETTERS | st.text(max_size=4), max_size=40), st.sampled_from([" ", "", "\n", "."]))
def test_the_same_language_is_recognised(words: list[str], between: str) -> None:
    text = between.join(words)
    found = recognised([text])
    with _in_python(recognition):
        assert found == recognised([text])


@needs_compiled
@pytest.mark.parametrize("language", sorted(SENTENCES))
def test_the_same_language_of_a_sentence(language: str) -> None:
    found = recognised([SENTENCES[language]])
    with _in_python(recognition):
        assert found == recognised([SENTENCES[language]])


def test_a_sentence_ends_before_any_white_space() -> None:
    spaces = [character for character in map(chr, range(sys.maxunicode + 1)) if character.isspace()]
    assert all(ends_sentence(f"So.{space}”{space}") for space in spaces)
    assert not any(ends_sentence(f"So{space}”{space}") for space in spaces)
