"""In how many sentences each word occurs: the compiled counting, against the words of `vicinal.text.tokens`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document, Idf
from vicinal.compiled import compiled
from vicinal.text.tokens import tokens

TWIN: Any = compiled("_word_counts")
ARTICLES = Path(__file__).parents[1] / "data" / "articles"
PIECE = st.text(max_size=20) | st.sampled_from(
    ["the", "The ferry", "straightforward", "a·b", "Stra\u00dfe", "a\u030a", "\ufb03", "日本語 2024年", "\ud800",
     "\0", "İstanbul", "\U0001f600 ok", "กขค", "미래의", "ǆ Ǆ", "soft\u00adhyphen", "x" * 40]
)  # fmt: skip
SENTENCE = st.lists(PIECE, max_size=6).map(" ".join) | st.lists(PIECE, max_size=4).map("".join)
DOCUMENTS = st.lists(st.lists(st.lists(SENTENCE, max_size=4), max_size=3).map(Document), max_size=4)


def counted(documents: list[Document]) -> tuple[int, dict[str, int]]:
    """Count in Python."""
    sentences = [sentence for document in documents for sentence in document.sentences]
    return len(sentences), dict(Counter(word for sentence in sentences for word in set(tokens(sentence))))


@given(DOCUMENTS)
def test_any_texts(documents: list[Document]) -> None:
    found = Idf.fit(documents)
    assert (found.sentences, dict(found.counts)) == counted(documents)


def test_the_sample_corpus() -> None:
    documents = [Document.from_text(path.read_text(encoding="utf-8")) for path in sorted(ARTICLES.glob("*.txt"))[::4]]
    found = Idf.fit(documents)
    assert (found.sentences, dict(found.counts)) == counted(documents)


def test_more_words_than_the_table_begins_with() -> None:
    words = [f"word{number} ä{number}" for number in range(6000)]
    found = Idf.fit([Document([words, words[:10]])])
    assert len(found.counts) == 12_000
    assert [found.counts[word] for word in ("word0", "ä9", "word10", "ä5999")] == [2, 2, 1, 1]


def test_a_sentence_of_millions_of_characters() -> None:
    found = Idf.fit([Document([["ß" * 1_000_000, "a b " * 500_000, "水" * 100_000]])])
    assert found.counts == {"s" * 2_000_000: 1, "a": 1, "b": 1, "水水": 1}


@given(DOCUMENTS)
def test_the_file_is_plain_json_in_the_order_of_the_words(documents: list[Document]) -> None:
    model = Idf.fit(documents)
    values = {"format": "vicinal-idf/1", "sentences": model.sentences, "counts": dict(sorted(model.counts.items()))}
    assert model.to_json().decode() == json.dumps(values, ensure_ascii=False, indent=0) + "\n"
    assert Idf.of_json(model.to_json(), "model") == model
    spaced = json.dumps(values, indent=2).encode()
    assert Idf.of_json(spaced, "model") == model


@pytest.mark.skipif(TWIN is None, reason="the compiled part was not built, or VICINAL_PURE_PYTHON is set")
class TestCompiled:
    """What only the compiled counting could do wrong."""

    def test_without_memory_there_is_an_error(self) -> None:
        paragraphs = (tuple(f"word{number} 水車{number}" for number in range(3000)),)
        for number in range(1, 100):
            TWIN.fail_allocation(number)
            try:
                counts = TWIN.WordCounts()
                counts.add(paragraphs)
            except MemoryError:
                continue
            finally:
                left = TWIN.fail_allocation(0)
            assert left > 0
            assert counts.sentences == 3000
            return
        pytest.fail("it never had enough memory")

    def test_what_is_no_text_is_refused(self) -> None:
        wrongs: list[Any] = [[], (["a"],), ((1,),), ((None,),), (None,), None]
        for wrong in wrongs:
            with pytest.raises(TypeError):
                TWIN.WordCounts().add(wrong)
