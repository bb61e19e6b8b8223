"""The compiled kernel against the Python where the index decides: long paragraphs, few words, small thresholds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.test_kernel import by_kernel, check
from vicinal import Document, Idf, TfIdf
from vicinal.compiled import kernel

pytestmark = pytest.mark.skipif(
    kernel is None, reason="the compiled kernel was not built, or VICINAL_PURE_PYTHON is set"
)

SEED = st.integers(0, 1 << 30)
SIZES = st.lists(st.sampled_from([1, 2, 5, 40, 70]), min_size=1, max_size=4)
SMALL = [0.0, 1e-12, 1e-6, 0.001, 0.01, 0.03]
ALPHA = st.sampled_from([*SMALL, 0.1, 0.3, 0.45, 0.9])


def drawn(choose: random.Random, words: int, longest: int, sizes: Sequence[int]) -> Document:
    """Return a document with paragraphs of these sizes, of words of which three are common."""

    def sentence() -> str:
        return " ".join(f"w{choose.randrange(choose.choice((3, words)))}" for _ in range(choose.randint(0, longest)))

    return Document([[sentence() for _ in range(size)] for size in sizes] + [["w0 and w1"]])


@given(SEED, st.sampled_from([4, 30, 400, 10**9]), st.sampled_from([3, 12, 60]), SIZES, SIZES, ALPHA, ALPHA)
@settings(max_examples=50)
def test_long_paragraphs(
    seed: int, words: int, longest: int, source: list[int], target: list[int], paragraphs: float, sentences: float
) -> None:
    choose = random.Random(seed)
    documents = drawn(choose, words, longest, source), drawn(choose, words, longest, target)
    check(*documents, 0, paragraph_alpha=paragraphs, sentence_alpha=sentences, title=bool(seed % 2))


@given(st.sampled_from([10, 30, 80]), SIZES, SIZES, st.sampled_from(SMALL), ALPHA, st.booleans())
@settings(max_examples=30)
def test_long_sentences_that_share_one_word(
    longest: int, source: list[int], target: list[int], paragraphs: float, sentences: float, title: bool
) -> None:
    """The shared word is common, so it makes up little of a sentence."""

    def document(side: str, sizes: list[int]) -> Document:
        own = (f"{side}{n}" for n in count())
        return Document([[" ".join(["w", *islice(own, longest)]) for _ in range(size)] for size in sizes])

    documents = document("s", source), document("t", target)
    check(*documents, 0, paragraph_alpha=paragraphs, sentence_alpha=sentences, title=title)


@pytest.mark.parametrize("lines", [70, 150])
@pytest.mark.parametrize("turned", [False, True])
def test_long_sentences_that_share_one_common_word_are_linked_if_alpha_is_small(lines: int, turned: bool) -> None:
    """All similarities are about .03: below what the search for the best pair asks for first."""
    long = [f"common {' '.join(f'w{k}x{n}' for n in range(30))}." for k in range(lines)]
    pair = Document([["A title."], long]), Document([["A title."], ["Common."] * lines])
    source, target = pair[::-1] if turned else pair
    for alpha in (0.01, 0.001):
        check(source, target, 0, paragraph_alpha=alpha, sentence_alpha=alpha)
        found = by_kernel(source, target, 0, paragraph_alpha=alpha, sentence_alpha=alpha)
        assert len(found[2]) > lines  # type: ignore[index]


@pytest.mark.parametrize("sizes", [([150], [1] * 150), ([1] * 150, [150]), ([60] * 3, [90] * 2), ([1] * 150, [5] * 30)])
@pytest.mark.parametrize("words", [40, 400])
def test_texts_of_few_words(sizes: tuple[list[int], list[int]], words: int) -> None:
    """Every pair is a candidate, and few are similar enough: the search goes far, in wide and in narrow bands."""
    choose = random.Random(7)
    source, target = (drawn(choose, words, 25, side) for side in sizes)
    for alpha in (0.45, 0.6, 0.9):
        check(source, target, 0, paragraph_alpha=alpha, sentence_alpha=alpha - 0.15)
    check(source, target, 0, paragraph_alpha=0.0, sentence_alpha=0.8, title=False)


@pytest.mark.parametrize("factor", [1e-170, 1e-140, 1e-75, 1e75, 1e140, -1.0])
def test_weights_whose_squares_are_out_of_range(factor: float) -> None:
    """A corpus model may have any weights: bounds neither lose a cell nor let one through."""

    class Scaled(Idf):
        def weight(self, term: str) -> float:
            return super().weight(term) * factor

    choose = random.Random(3)
    source, target = drawn(choose, 40, 12, [80, 1, 1]), drawn(choose, 40, 12, [1, 80, 1])
    model = Idf.fit([source])
    check(
        source,
        target,
        0,
        TfIdf(Scaled(model.sentences, model.counts)),
        paragraph_alpha=0.5,
        sentence_alpha=0.4,
        title=False,
    )
