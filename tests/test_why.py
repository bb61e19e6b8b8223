"""Why two sentences are linked, or not: cases worked by hand, and that no line is ever false."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Alignment, Document, Link, align
from vicinal.alignment import assemble
from vicinal.errors import InputError
from vicinal.methods.global_.method import Global
from vicinal.methods.vicinity import Vicinity
from vicinal.similarity.tfidf import Idf, TfIdf
from vicinal.view.shared_words import shared_words
from vicinal.view.why_not import Why, why

ONE_EACH = Document([["apple pear plum", "red green blue", "cat dog cow"]])


def by_vicinity(
    source: list[list[str]], target: list[list[str]], *, title: bool = False, alpha: float = 0.3, beta: float = 0.0
) -> Alignment:
    method = Vicinity(0.45, alpha, beta, title=title)
    return method(Document(source), Document(target))


def has(found: Why, *parts: str) -> bool:
    """Tell whether each of some texts is in a line of its own, in this order."""
    lines = iter(found.lines)
    return all(any(part in line for line in lines) for part in parts)


def test_words_that_are_shared_add_up_to_the_similarity() -> None:
    source, target = Document([["the cat sat on the mat", "the end"]]), Document([["the mat of the cat", "an end"]])
    words = shared_words(source.sentences[0], target.sentences[0], Idf.fit([source, target]))
    assert {one.word for one in words} == {"the", "cat", "mat"}
    assert sum(one.part for one in words) == pytest.approx(TfIdf()(source, target).pair(0, 0), abs=1e-12)
    weight = {one.word: one.weight for one in words}
    assert weight["cat"] > weight["the"]  # rare words weigh more
    assert shared_words("...", "the", Idf(1, {})) == ()


def test_vicinity_linked() -> None:
    found = why(by_vicinity([["apple pear", "cat dog"]], [["apple pear", "cat dog"]]), 1, 1)
    assert found.linked
    assert found.lines == (
        "Linked: source 2 with target 2 (1-1), score 1.00.",
        "Their similarity by words is 1.00.",
        "Shared words, and what each adds: cat (0.50) and dog (0.50). Rare words weigh more than common ones.",
        "The search found this pair: best neighbour: the next sentence on both sides.",
    )
    assert (found.similarity, found.threshold, found.probability, found.gain) == (1.0, 0.3, None, None)


def test_vicinity_below_the_threshold() -> None:
    # apple is in 2 of 4 sentences: weight ln 2 + 1; the others are in 1: weight ln 4 + 1.
    alignment = by_vicinity([["apple pear plum", "cat dog"]], [["apple nut fig", "cow pig"]], title=True)
    found = why(alignment, 0, 0)
    rare, shared = 2.386294361, 1.693147181
    assert found.similarity == pytest.approx(shared**2 / (shared**2 + 2 * rare**2))
    assert found.lines == (
        "Not linked.",
        "Their similarity by words is 0.20.",
        "Shared words, and what each adds: apple (0.20). Rare words weigh more than common ones.",
        "Their similarity, 0.20, is below the threshold for sentences (sentence alpha), 0.30.",
        "With a sentence alpha of 0.20 they would be similar enough.",
        "The source sentence has no link; nothing in the target is more similar to it than this one.",
        "The target sentence has no link; nothing in the source is more similar to it than this one.",
    )
    lower = by_vicinity([["apple pear plum", "cat dog"]], [["apple nut fig", "cow pig"]], title=True, alpha=0.2)
    assert why(lower, 0, 0).linked  # the advice holds


def test_vicinity_paragraphs_that_are_not_aligned() -> None:
    alignment = by_vicinity([["cat dog"], ["red blue"]], [["cat dog"], ["red cow fig"]], title=True, alpha=0.1)
    assert has(
        why(alignment, 1, 1),
        "Their paragraphs are not aligned (source paragraph 2, target paragraph 2)",
        "The most similar sentences of these paragraphs have similarity 0.26, below the threshold for paragraphs "
        "(paragraph alpha), 0.45.",
    )


def test_vicinity_paragraphs_that_the_search_passed() -> None:
    # From 1-1 the neighbour 2-2 is taken. 3-1 is similar, too, but lies behind then.
    alignment = by_vicinity([["cat dog"], ["red blue"], ["cat dog"]], [["cat dog"], ["red blue"]])
    assert [step.cell for step in alignment.steps if step.level == "paragraph"] == [(0, 0), (1, 1)]
    assert has(
        why(alignment, 2, 0),
        "Their paragraphs are not aligned (source paragraph 3, target paragraph 1)",
        "At source 1, target 1 the search took the neighbour source 2, target 2 (similarity 1.00). It goes forward "
        "only, so it never came to these two.",
        "The target sentence is linked elsewhere: source 1 with target 1 (1-1).",
    )


def test_vicinity_sentences_that_the_search_passed() -> None:
    alignment = by_vicinity([["cat dog", "red blue", "cat dog"]], [["cat dog", "red blue"]])
    assert has(why(alignment, 2, 0), "At source 1, target 1 the search took the neighbour source 2, target 2")
    # A neighbour itself, but the other one is better.
    alignment = by_vicinity([["cat dog", "cat red"]], [["cat dog", "cat red"]], alpha=0.2)
    assert [link.kind for link in alignment.sentences] == ["1-1", "1-1"]
    assert has(
        why(alignment, 1, 0),
        "At source 1, target 1 the search took its neighbour source 2, target 2 (similarity 1.00), which is more "
        "similar than these two.",
    )
    # The search begins beyond it: 3-1 is similar, but 1-2 is nearer to the corner.
    alignment = by_vicinity([["red blue", "x y", "cat dog"]], [["cat dog", "red blue"]])
    assert [step.cell for step in alignment.steps if step.level == "sentence"] == [(0, 1)]
    assert has(
        why(alignment, 2, 0),
        "The search began at source 1, target 2, the similar sentence pair nearest to the beginning.",
    )
    # No neighbour of 1-1 is similar; of the others, 3-4 is the nearest one, and 5-2 is passed.
    source = [["cat dog", "x y", "red blue", "v w", "one two"]]
    alignment = by_vicinity(source, [["cat dog", "one two", "p q", "red blue"]])
    assert [step.cell for step in alignment.steps if step.level == "sentence"] == [(0, 0), (2, 3)]
    assert has(
        why(alignment, 4, 1),
        "At source 1, target 1 no neighbour was similar, and the search went to the nearest similar pair, source 3, "
        "target 4.",
    )


def test_vicinity_linked_through_others() -> None:
    source = Document([["cat dog cow pig", "cat dog"]])
    target = Document([["cat dog", "cow pig"]])
    alignment = assemble(source, target, [Link((0, 1), (0, 1), 0.9)], "x", cells=[(0, 0), (1, 0), (0, 1)])
    found = why(alignment, 1, 1, Vicinity())
    assert found.linked
    assert found.lines[-1].startswith("The search did not come to this pair itself")


def test_global() -> None:
    source = (
        "The volcano erupted in 1883. Ash fell for days on the sea. People fled inland. The sky was dark for a week."
    )
    target = "In 1883 the volcano erupted. The ash fell for many days. Many people fled. The dark sky lasted a week."
    alignment = align(source, target)
    assert [link.kind for link in alignment.sentences] == ["1-1"] * 4
    found = why(alignment, 0, 0)
    assert found.linked
    assert found.similarity == next(step.similarity for step in alignment.steps if step.cell == (0, 0))
    assert has(found, "The probability that the two belong together is 1.00.", "the first link")
    found = why(alignment, 3, 0)
    assert not found.linked
    assert has(
        found,
        "Their similarity by spelling (shared runs of four letters) is 0.",
        "what each adds to their similarity by words: the (",
        "The probability that the two belong together is below 0.01.",
        "A link of the two would cross 2 other links; out of order, links are improbable.",
        "The source sentence is linked elsewhere: source 4 with target 4 (1-1).",
        "The target sentence is linked elsewhere: source 1 with target 1 (1-1).",
    )


def test_global_says_how_much_less_caution_it_takes() -> None:
    source = "He was a carpenter from Leeds. They moved to the coast. It rained all summer."
    target = "The carpenter lived by the sea. They went to the coast. Rain fell."
    for caution in (0.5, 1.0):
        alignment = align(source, target, caution=caution)
        for x, y in ((x, y) for x in range(3) for y in range(3)):
            found = why(alignment, x, y)
            advice = re.search(r"With a caution below (0\.\d\d) it would be worth taking", " ".join(found.lines))
            assert (found.gain is not None and found.gain > -1 and not found.linked) or advice is None
            if advice:
                assert found.gain is not None
                assert -caution < found.gain <= 0
                lower = why(align(source, target, caution=float(advice[1]) - 0.01), x, y)
                assert lower.gain is not None
                assert lower.gain > 0
    strict = align(source, target, caution=1.0)
    assert strict.unaligned_source == (2,)
    assert has(why(strict, 2, 2), "with a caution of 1; it must be worth more than 0.", "With a caution below ")


def test_global_knows_headings_and_copies() -> None:
    source = Document([["Cats"], ["Cats purr a lot.", "The end of it."]], headings=[0])
    target = Document([["Cats"], ["The end of it.", "A cat purrs."]], headings=[0])
    alignment = align(source, target)
    assert has(why(alignment, 0, 2), "One of the two is a heading and the other is not; global links headings with")
    assert has(
        why(alignment, 2, 2),
        "The source sentence stands word for word in the target, as target 2; global compares such a sentence with",
    )


def test_links_of_people_and_of_other_methods_have_no_reasons_of_a_method() -> None:
    for signature in ("gold", "corrected by Ann; at first vicinal 0.1.0: Global(caution=0.5)"):
        found = why(assemble(ONE_EACH, ONE_EACH, [Link((0,), (0,), 1.0)], signature), 0, 1)
        assert has(found, "People made or corrected these links, so no method gives further reasons.")
        assert (found.linked, found.threshold, found.probability) == (False, None, None)
    found = why(align(ONE_EACH, ONE_EACH, "jaccard"), 0, 0)
    assert has(found, "The method jaccard gives no further reasons.")
    other = assemble(ONE_EACH, ONE_EACH, [Link((0,), (2,), 1.0)], align(ONE_EACH, ONE_EACH).signature)
    assert has(
        why(other, 0, 0), "The method global finds other links in these texts now, so its reasons are not known."
    )
    own = why(align(ONE_EACH, ONE_EACH), 0, 1, lambda source, target: align(source, target))
    assert has(own, "gives no further reasons.")


def test_texts_without_words_and_sentences_that_are_not_there() -> None:
    silent = assemble(Document([["…", "!"]]), Document([["?"]]), [], "gold")
    found = why(silent, 1, 0)
    assert found.similarity is None
    assert has(found, "They have no word in common.", "nothing in the target is similar to it.")
    with pytest.raises(InputError, match=r"^target sentence 2: the target has sentences 1 to 1 only$"):
        why(silent, 0, 1)
    with pytest.raises(InputError, match=r"^source sentence 0: "):
        why(silent, -1, 0)


WORDS = ("red", "blue", "cat", "dog", "the", "sea")
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
documents = st.lists(st.lists(sentences, min_size=1, max_size=3), min_size=1, max_size=3).map(Document)
methods = st.one_of(
    st.builds(
        Vicinity,
        st.sampled_from([0.2, 0.45, 0.8]),
        st.sampled_from([0.1, 0.3, 0.7, "auto"]),
        st.sampled_from([0.0, 0.1]),
        title=st.booleans(),
    ),
    st.builds(Global, st.sampled_from([0.0, 0.3, 0.5, 1.0])),
)


@given(documents, documents, methods)
def test_nothing_that_is_said_is_false(source: Document, target: Document, method: Vicinity | Global) -> None:
    alignment = method(source, target)
    words = TfIdf()(source, target)
    cells = {(x, y) for link in alignment.sentences for x in link.source for y in link.target}
    for x in range(len(source.sentences)):
        for y in range(len(target.sentences)):
            found = why(alignment, x, y)
            assert found == why(alignment, x, y, method)
            text = " ".join(found.lines)
            assert found.linked == ((x, y) in cells) == found.lines[0].startswith("Linked")
            assert found.similarity is not None
            assert f"is {found.similarity:.2f}." in text
            assert sum(one.part for one in found.words) == pytest.approx(words.pair(x, y), abs=1e-9)
            step = next((s for s in alignment.steps if s.level == "sentence" and s.cell == (x, y)), None)
            if isinstance(method, Vicinity):
                assert found.similarity == words.pair(x, y)
                assert found.threshold == method.alphas(source, target)[1]
                assert ("below the threshold for sentences" in text) == (
                    not found.linked and found.similarity < found.threshold
                )
                apart = not any(
                    x in [i for p in link.source for i in source.spans[p]]
                    and y in [j for p in link.target for j in target.spans[p]]
                    for link in alignment.paragraphs
                )
                assert ("paragraphs are not aligned" in text) == apart
                took = re.search(r"(?:took (?:the|its) neighbour|began at|to|pair,) source (\d+), target (\d+)", text)
                if took and "paragraph" not in text:  # a step that leaves one of the two behind
                    cell = int(took[1]) - 1, int(took[2]) - 1
                    assert cell in [s.cell for s in alignment.steps]
                    assert x < cell[0] or y < cell[1]
            else:
                assert step is None or found.similarity == step.similarity
                assert found.gain is None or found.gain <= 0 or found.linked or "another link that is worth" in text
                assert not found.linked or (found.gain is not None and found.gain > 0)
