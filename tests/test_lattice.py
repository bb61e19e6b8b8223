"""The compiled parts of the global method against the Python they stand for: the same numbers, bit for bit."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.test_kernel import UGLY
from vicinal import Document, InputError
from vicinal.gold import Gold
from vicinal.methods.global_.chain import prior_chain
from vicinal.methods.global_.evidence import CHARACTERS, MEANING, Channel
from vicinal.methods.global_.fourgrams import Grams
from vicinal.methods.global_.method import COMPILED, PYTHON, Global, Parts
from vicinal.similarity.tfidf import TfIdf
from vicinal.text.tokens import tokens

needs_compiled = pytest.mark.skipif(
    COMPILED is None, reason="the compiled parts were not built, or VICINAL_PURE_PYTHON is set"
)

WORD = st.lists(st.sampled_from(UGLY), max_size=6).map("".join)
SENTENCE = st.lists(WORD | st.text(max_size=5) | st.sampled_from(["the", "ferry", "boat", "rain"]), max_size=7).map(
    " ".join
)
TEXT = st.lists(SENTENCE, min_size=1, max_size=6)
PLAIN = st.lists(st.sampled_from(["ferry", "harbour", "boat", "night", "rain", "the", "a"]), max_size=6).map(" ".join)
DOCUMENT = st.lists(st.lists(SENTENCE | PLAIN, max_size=5), max_size=5).map(Document)
LONG = st.lists(st.lists(PLAIN, max_size=8), min_size=1, max_size=8).map(Document)
WHOLE = st.sampled_from([4, 30, 100_000])  # how long a document must be for groups to come first


def compiled() -> Parts:
    assert COMPILED is not None
    return COMPILED


def check(source: Document, target: Document, whole: int = 100_000, method: Global = Global()) -> None:  # noqa: B008
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vicinal.methods.global_.coarse.WHOLE", whole)
        try:
            expected = method.align_with(PYTHON, source, target)
        except InputError as error:
            with pytest.raises(InputError, match=str(error)):
                method.align_with(compiled(), source, target)
            return
        assert method.align_with(compiled(), source, target) == expected


@needs_compiled
@given(DOCUMENT, DOCUMENT, WHOLE)
@example(Document([["\u0301 x"]]), Document([["x \u0301日"]]), 4)
@example(Document([["a"]]), Document([["a"]]), 4)
def test_any_text(source: Document, target: Document, whole: int) -> None:
    check(source, target, whole)


@needs_compiled
@settings(max_examples=settings().max_examples // 2)
@given(LONG, LONG, WHOLE)
@example(Document([["the same"] * 9] * 3), Document([["the same"] * 5] * 4), 30)
def test_documents_with_many_ties(source: Document, target: Document, whole: int) -> None:
    check(source, target, whole)


@needs_compiled
@settings(max_examples=settings().max_examples // 2)
@given(LONG, LONG, WHOLE)
def test_two_kinds_of_similarity(source: Document, target: Document, whole: int) -> None:
    check(source, target, whole, Global(meaning=TfIdf(), caution=0.4))


@needs_compiled
def test_the_sample_corpus(sample: list[Gold]) -> None:
    for gold, whole in product(sample[::4], (200, 100_000)):
        check(gold.source, gold.target, whole)


@needs_compiled
@given(TEXT, TEXT)
@example(["𐐀 𐐁𐐀𐐁 ", "日本語 2024年"], ["𐐨", "𐐩𐐨 日本"])
def test_grams(source: list[str], target: list[str]) -> None:
    expected, made = Grams(source, target), compiled().grams(source, target)
    assert made.has_words == expected.has_words
    for size in (1, 2, 3):
        one, other = (expected, made) if size == 1 else (expected.grouped(size), made.grouped(size))
        for x in range(-(-len(source) // size)):
            assert other.similarities(x) == one.similarities(x)
            assert [other.pair(x, y) for y in range(-(-len(target) // size))] == one.similarities(x)


@needs_compiled
def test_more_characters_than_the_compiled_parts_have_numbers_for() -> None:
    rare = "".join(map(chr, range(0x20000, 0x20000 + 9000)))
    text = Document([[rare, "and a sentence."]])
    with pytest.raises(OverflowError):
        compiled().grams(text.sentences, text.sentences)
    assert [(link.source, link.target) for link in Global()(text, text).sentences] == [((0,), (0,)), ((1,), (1,))]


SHAPES: list[tuple[object, ...]] = [
    ([40, 30, 20, 10], [25, 25, 35], [2], [1], None, 1),
    ([10], [10], [], [], None, 1),
    ([0, 3, 80, 12, 12], [7, 0, 44, 12], [], [], [[0, 2], [1, 2]], 2),
    ([5] * 7, [5] * 7, [3], [4], [[1], [], [0, 2]], 3),
    ([9] * 4, [9] * 4, [], [], [[], []], 2),
]


@needs_compiled
@pytest.mark.parametrize("shape", SHAPES)
def test_every_number_of_a_lattice(shape: tuple[object, ...]) -> None:
    rows, columns = len(shape[0]), len(shape[1])  # type: ignore[arg-type]
    sentences = [f"ferry {k % 3} crosses the harbour {k} times" for k in range(rows + columns)]
    found = []
    for parts in (PYTHON, compiled()):
        lattice = parts.lattice(*shape)  # type: ignore[arg-type]
        moments = [lattice.compare(parts.grams(sentences[:rows], sentences[rows:]))]
        moments.append(lattice.add([(k % 7) / 7 - 0.1 for k in range(len(lattice.cells()))]))
        channels = [Channel(CHARACTERS, 0.9, moments[0]), Channel(MEANING, 0.1, moments[1])]
        lattice.weigh([channel.curve() for channel in channels])
        counts, matching = lattice.run(prior_chain(1.3))
        found.append(
            (
                lattice.cells(),
                moments,
                counts,
                matching,
                lattice.probable(0.0),
                sorted(lattice.candidates(0.2)),
                [lattice.probability(x, y) for x in range(rows) for y in range(columns)],
            )
        )
    assert found[0] == found[1]


@pytest.mark.parametrize("parts", [PYTHON, pytest.param(COMPILED, marks=needs_compiled)])
@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_expected_adds_up(parts: Parts, shape: tuple[object, ...]) -> None:
    """Each target sentence is linked or null; what begins ends."""
    rows, columns = len(shape[0]), len(shape[1])  # type: ignore[arg-type]
    sentences = [f"ferry {k % 3} crosses the harbour {k} times" for k in range(rows + columns)]
    lattice = parts.lattice(*shape)  # type: ignore[arg-type]
    channel = Channel(CHARACTERS, 1.0, lattice.compare(parts.grams(sentences[:rows], sentences[rows:])))
    lattice.weigh([channel.curve()])
    counts, _ = lattice.run(prior_chain(1.0))
    # every target sentence begins or continues a link, or is null; those of N-1 links only once
    begun = counts.following + counts.skip + counts.jump + counts.resume
    assert begun >= 0
    one_source = counts.more_target + counts.on_target
    assert begun + one_source + counts.null + counts.null_on <= columns + 1e-6
    assert begun + one_source + counts.null + counts.null_on >= columns * 0.97
    assert counts.skip_off == pytest.approx(counts.skip)
    assert all(0.0 <= p <= 1.0 + 1e-9 for p, _, _ in lattice.probable(0.0))


def test_grams_by_hand() -> None:
    # " a " has no 4-gram, so it counts whole; "cat" is " cat" and "cat "
    grams = Grams(["a", "Cat!", "..."], ["a cat", "CAT"])
    assert grams.has_words == (True, True)
    assert grams.similarities(2) == [0.0, 0.0]
    assert grams.pair(1, 1) == 1.0
    assert grams.pair(0, 0) == 0.0
    assert 0 < grams.pair(1, 0) < 1
    assert tokens("Cat!") == ["cat"]


def test_groups_are_sums_of_rows() -> None:
    source = ["one ferry", "two boats", "three gulls"]
    grams = Grams(source, ["one ferry two boats", "three gulls"])
    groups = grams.grouped(2)
    assert groups.pair(1, 0) > 0.3
    assert groups.pair(0, 0) > groups.pair(1, 0)
    assert len(groups.source) == 2
    assert len(groups.target) == 1
