"""The global method: small cases by hand, its steps, its parts, its figures on gold, and input of any kind."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import pairwise
from math import exp, gamma, log, pi, sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vicinal
from tests.conftest import ROOT
from vicinal import Document, InputError, SettingError, align_many
from vicinal.alignment import Alignment
from vicinal.evaluation.scores import Scores, score_documents
from vicinal.gold import Gold, read_gold_lines
from vicinal.methods.global_.chain import Chain, Counts, estimated, prior_chain
from vicinal.methods.global_.coarse import blocks, group_sizes
from vicinal.methods.global_.decoding import Group, chosen
from vicinal.methods.global_.evidence import Channel, Curve, Moments, Prior, spelling_prior
from vicinal.methods.global_.forward_backward import expected_counts
from vicinal.methods.global_.lattice import Lattice
from vicinal.methods.global_.link_scores import scored
from vicinal.methods.global_.meaning import centred, meaning_similarities
from vicinal.methods.global_.method import COMPILED, PYTHON, Global, Parts
from vicinal.methods.global_.priors import PRIORS, Priors
from vicinal.similarity.tfidf import TfIdf
from vicinal.similarity.vectors import Vectors
from vicinal.text.tokens import tokens
from vicinal.view.reasons import reason

SENTENCES = [
    "The harbour ferry leaves at seven every morning.",
    "Bread from the old bakery costs two crowns.",
    "Nobody has ever counted the gulls on the roof.",
    "Last winter the lighthouse keeper found a wooden box.",
    "Children learn to swim before they can read here.",
    "A heavy storm broke three windows of the library.",
    "Farmers sell apples, plums and honey on Saturdays.",
    "The mayor promised a new bridge across the river.",
]


def links(alignment: Alignment) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(link.source, link.target) for link in alignment.sentences]


def moves(alignment: Alignment) -> list[tuple[str, tuple[int, int]]]:
    return [(step.vicinity, step.cell) for step in alignment.steps]


def test_the_same_text_is_aligned_with_itself() -> None:
    text = Document([SENTENCES[:4], SENTENCES[4:]])
    alignment = Global()(text, text)
    assert links(alignment) == [((i,), (i,)) for i in range(8)]
    assert [(link.source, link.target) for link in alignment.paragraphs] == [((0,), (0,)), ((1,), (1,))]
    assert moves(alignment) == [("first", (0, 0)), *(("next", (i, i)) for i in range(1, 8))]
    assert all(link.score > 0.9 for link in alignment.sentences)
    assert all(step.similarity == 1.0 for step in alignment.steps)
    assert alignment.signature == f"vicinal {vicinal.__version__}: Global(caution=0.5, meaning=None, pooled=None)"


def test_sentences_left_out_moved_and_added() -> None:
    source = Document([SENTENCES])
    target = Document([[SENTENCES[4], SENTENCES[5], "Only the target says this.", SENTENCES[7], SENTENCES[1]]])
    alignment = Global()(source, target)
    assert links(alignment) == [((1,), (4,)), ((4,), (0,)), ((5,), (1,)), ((7,), (3,))]
    assert moves(alignment) == [("first", (4, 0)), ("next", (5, 1)), ("skip", (7, 3)), ("jump", (1, 4))]
    assert alignment.unaligned_target == (2,)
    assert [step.stood for step in alignment.steps] == [None, (4, 0), (5, 1), (7, 3)]


def test_a_split_and_a_merge() -> None:
    source = Document(
        [
            [
                *SENTENCES[:2],
                "The keeper found a wooden box in winter, and the children learned to swim in the cold river.",
                SENTENCES[5],
                "Farmers sell apples here.",
                "They sell plums and honey, too.",
                SENTENCES[7],
            ]
        ]
    )
    target = Document(
        [
            [
                *SENTENCES[:2],
                "The keeper found a wooden box in winter.",
                "The children learned to swim in the cold river.",
                SENTENCES[5],
                "Farmers sell apples here, and they sell plums and honey, too.",
                SENTENCES[7],
            ]
        ]
    )
    alignment = Global()(source, target)
    kinds = ((0,), (0,)), ((1,), (1,)), ((2,), (2, 3)), ((3,), (4,)), ((4, 5), (5,)), ((6,), (6,))
    assert links(alignment) == list(kinds)
    assert ("more target", (2, 3)) in moves(alignment)
    assert ("more source", (5, 5)) in moves(alignment)
    assert links(Global()(target, source)) == [(ys, xs) for xs, ys in kinds]


def test_every_step_has_words() -> None:
    source, target = Document([SENTENCES]), Document([[SENTENCES[k] for k in (4, 5, 7, 1)]])
    words = [reason(step) for step in Global()(source, target).steps]
    assert words == [
        "the first link: the most probable start",
        "the next source sentence after the previous link",
        "further ahead in the source; the sentences between are unaligned or linked elsewhere",
        "a jump back in the source, similar enough to outweigh its cost",
    ]


def test_sides_swapped_give_the_same_links(sample: list[Gold]) -> None:
    for gold in sample[::3]:
        there, back = Global()(gold.source, gold.target), Global()(gold.target, gold.source)
        assert sorted((k.source, k.target, k.score) for k in there.sentences) == sorted(
            (k.target, k.source, k.score) for k in back.sentences
        )
        assert [step.cell for step in back.steps] == list(back.cells)
        assert sorted(there.cells) == sorted((x, y) for y, x in back.cells)
        assert {(step.cell, step.similarity) for step in there.steps} == {
            (step.cell[::-1], step.similarity) for step in back.steps
        }


@pytest.mark.parametrize("times", [2, 3, 6, 12, 400 if COMPILED else 20])
def test_copies_of_a_sentence_are_aligned_in_order(times: int) -> None:
    text = Document([["The same sentence again."] * times])
    assert links(Global()(text, text)) == [((i,), (i,)) for i in range(times)]
    refrain = Document(
        [[part for sentence in SENTENCES[:4] for part in (sentence, "And so it goes, year after year.")]]
    )
    assert links(Global()(refrain, refrain)) == [((i,), (i,)) for i in range(8)]


def test_copies_are_told_apart_from_what_only_resembles_them() -> None:
    """Lines of a timetable, some word for word the same on both sides."""
    lines = [
        f"Line N{i} leaves the railway station at {i}.15 a.m. and reaches the harbour at {i}.50 a.m." for i in range(6)
    ]
    source = Document([SENTENCES[:3] + lines])
    target = Document([[*SENTENCES[:3], lines[0], lines[2], lines[1], *lines[3:]]])
    order = [0, 1, 2, 3, 5, 4, 6, 7, 8]
    assert links(Global()(source, target)) == [((x,), (y,)) for x, y in enumerate(order)]


def test_sentences_of_one_pattern_are_aligned_in_order(sample: list[Gold]) -> None:
    """In the sample corpus: "In Penrose, trash will be collected on Mondays", and the same for other places."""
    (gold,) = [gold for gold in sample if gold.id == "recycling-rules.en.0-1"]
    pattern = {((16 + i,), (17 + i,)) for i in range(4)}
    assert pattern <= gold.links
    assert pattern <= set(links(Global()(gold.source, gold.target)))
    without = Global().align_with(COMPILED or PYTHON, gold.source, gold.target, replace(PRIORS, rival_least=1.0))
    assert not pattern & set(links(without))


def test_a_title_that_recurs_is_linked_once() -> None:
    often = Document([[part for sentence in SENTENCES[:4] for part in ("The harbour", sentence)]])
    once = Document([["The harbour", *SENTENCES[:4]]])
    expected = [((0,), (0,)), *(((2 * i + 1,), (i + 1,)) for i in range(4))]
    assert links(Global()(often, once)) == expected
    assert links(Global()(once, often)) == [(ys, xs) for xs, ys in expected]


def test_unrelated_documents_have_no_links() -> None:
    other = ["Quartz veins glitter.", "Jazz fuels my hobby.", "Six zebras vexed Wim."]
    assert Global()(Document([SENTENCES]), Document([other])).sentences == ()


def test_caution_gives_fewer_links() -> None:
    source = Document([SENTENCES])
    # each with one word less of the original than the one before, and more of its own
    kept = [" ".join(s.split()[k : k + 7 - k]) + " and it goes on" * k for k, s in enumerate(SENTENCES)]
    counts = [len(Global(caution=caution)(source, Document([kept])).sentences) for caution in (0.1, 0.6, 1.0)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[2]


@pytest.mark.parametrize("settings", [{"caution": -0.1}, {"caution": 2}, {"caution": "high"}, {"meaning": 3}])
def test_settings_out_of_range(settings: dict[str, object]) -> None:
    with pytest.raises(SettingError):
        Global(**settings)  # type: ignore[arg-type]


def test_documents_without_words_are_refused() -> None:
    with pytest.raises(InputError, match=r"^source document: has no words to align$"):
        Global()(Document([["..."]]), Document([SENTENCES]))
    with pytest.raises(InputError, match=r"^empty: has no words to align$"):
        Global()(Document([SENTENCES]), Document([], "empty"))


def test_documents_of_one_sentence() -> None:
    one, other = Document([SENTENCES[:1]]), Document([["Something else entirely."]])
    assert Global()(one, other).sentences == ()
    assert links(Global()(one, Document([SENTENCES]))) == [((0,), (0,))]
    assert links(Global()(Document([SENTENCES]), one)) == [((0,), (0,))]


def test_a_very_long_sentence() -> None:
    long = " ".join(f"word{k}" for k in range(60_000))
    source, target = Document([[*SENTENCES[:3], long]]), Document([[*SENTENCES[:3], long]])
    assert links(Global()(source, target)) == [((i,), (i,)) for i in range(4)]


def test_meaning_links_what_spelling_does_not() -> None:
    topics = {"ferry": 0, "boat": 0, "loaf": 1, "bread": 1, "gulls": 2, "birds": 2, "storm": 3, "gale": 3}

    def by_topic(source: Document, target: Document) -> Vectors:
        def rows(document: Document) -> list[list[float]]:
            return [
                [1.0 + 9.0 * any(topics.get(w) == k for w in s.lower().split()) for k in range(4)]
                for s in document.sentences
            ]

        return Vectors(rows(source), rows(target))

    source = Document([["Our ferry sails", "A loaf was cheap", "Many gulls cried", "Some storm came"]])
    target = Document([["Our boat sails", "The bread was dear", "Many birds cried", "Some gale came"]])
    spelling = Global()(source, target)
    both = Global(meaning=by_topic)(source, target)
    assert {cell for cell in both.cells if cell[0] == cell[1]} >= {
        cell for cell in spelling.cells if cell[0] == cell[1]
    }
    scores = [sum(link.score for link in a.sentences) for a in (spelling, both)]
    assert scores[1] > scores[0]
    assert "by_topic" in both.signature


class Directions:
    """Embeddings of two numbers a sentence, which all point the same way on the whole."""

    def arrays(self, source: Document, target: Document) -> tuple[Any, Any]:
        import numpy as np

        def rows(document: Document) -> Any:
            return np.array([[9000, 100 * len(s)] if s.strip(".") else [0, 0] for s in document.sentences], np.int16)

        return rows(source), rows(target)

    def __call__(self, source: Document, target: Document) -> Vectors:
        raise AssertionError("the arrays are enough")


def test_embeddings_are_centred() -> None:
    """Less the mean of their side, which the mean of both sides holds by 10 sentences."""
    pytest.importorskip("numpy")
    source, target = Document([["a", "aaa", "..."]]), Document([["bb", "bbbb"]])
    cells = [(x, y) for y in range(2) for x in range(3)]
    vectors = centred(Directions(), source, target, PRIORS)
    found = meaning_similarities(Directions(), vectors, source, target, cells)
    means = [(6000.0, 400 / 3), (9000.0, 300.0)]
    both = [(a + b) / 2 for a, b in zip(*means, strict=True)]
    centres = [
        [(n * m + 10 * b) / (n + 10) for m, b in zip(mean, both, strict=True)]
        for n, mean in zip((3, 2), means, strict=True)
    ]

    def unit(length: int, centre: list[float]) -> tuple[float, float]:
        x, y = 9000 - centre[0], 100 * length - centre[1]
        return x / sqrt(x * x + y * y), y / sqrt(x * x + y * y)

    left = [unit(1, centres[0]), unit(3, centres[0]), (0.0, 0.0)]
    right = [unit(2, centres[1]), unit(4, centres[1])]
    expected = [left[x][0] * right[y][0] + left[x][1] * right[y][1] for x, y in cells]
    assert found == pytest.approx(expected, abs=1e-8)
    assert found[2] == found[5] == 0.0


class Alike(Directions):
    """Embeddings that are all the same: less their mean, nothing is left."""

    def arrays(self, source: Document, target: Document) -> tuple[Any, Any]:
        import numpy as np

        one, other = (np.full((len(document.sentences), 2), 7000, np.int16) for document in (source, target))
        return one, other


def test_embeddings_that_tell_nothing_change_nothing() -> None:
    """Those of very short documents, and those that are all alike."""
    pytest.importorskip("numpy")
    one, other = Document([["The vote was put off until spring."]]), Document([["The vote will be next spring."]])
    text = Document([SENTENCES])
    for pair, meaning in (((one, other), Directions()), ((text, text), Alike())):
        plain, with_meaning = Global()(*pair), Global(meaning=meaning)(*pair)
        assert plain.sentences
        assert with_meaning.sentences == plain.sentences


@pytest.mark.parametrize(("rows", "message"), [([[1.0]], "of shapes"), ([[float("nan")]] * 8, "not finite")])
def test_embeddings_of_another_shape_are_refused(rows: list[list[float]], message: str) -> None:
    numpy = pytest.importorskip("numpy")
    text = Document([SENTENCES])

    class Wrong(Directions):
        def arrays(self, _: Document, __: Document) -> tuple[Any, Any]:
            return numpy.array(rows), numpy.array(rows)

    with pytest.raises(InputError, match=f"^meaning gave .*{message}"):
        Global(meaning=Wrong())(text, text)


def test_meaning_in_long_documents() -> None:
    text = Document([SENTENCES])
    alignment = Global(meaning=TfIdf()).align_with(COMPILED or PYTHON, text, text, replace(PRIORS, whole=20))
    assert links(alignment) == [((i,), (i,)) for i in range(8)]


def test_meaning_that_gives_other_vectors_is_refused() -> None:
    text = Document([SENTENCES])
    with pytest.raises(InputError, match=r"^meaning gave vectors for \(1, 1\) sentences; the documents have \(8, 8\)$"):
        Global(meaning=lambda _, __: Vectors([[1.0]], [[1.0]]))(text, text)


# ------------------------------------------------------------------------------------------------------- any input

WORDS = st.sampled_from(["ferry", "harbour", "boat", "night", "rain", "bread", "the", "a", "日本語", "ß", "."])
SENTENCE = st.lists(WORDS, max_size=6).map(" ".join)
DOCUMENT = st.lists(st.lists(SENTENCE, max_size=5), max_size=5).map(Document)


@given(DOCUMENT, DOCUMENT, st.sampled_from([4, 100_000]))
def test_any_documents(source: Document, target: Document, whole: int) -> None:
    parts, priors = COMPILED or PYTHON, replace(PRIORS, whole=whole)
    try:
        alignment = Global().align_with(parts, source, target, priors)
    except InputError:
        assert not all(any(tokens(sentence) for sentence in side.sentences) for side in (source, target))
        return
    assert alignment == Global().align_with(parts, source, target, priors)
    for side in (0, 1):
        used = [i for link in alignment.sentences for i in (link.source, link.target)[side]]
        assert len(used) == len(set(used))
    assert all(0 <= link.score <= 1 for link in alignment.sentences)
    assert sorted(alignment.cells) == sorted((x, y) for k in alignment.sentences for x in k.source for y in k.target)
    assert [step.cell for step in alignment.steps] == list(alignment.cells)


def test_results_are_the_same_in_other_processes() -> None:
    pairs = [(Document([SENTENCES[k:]]), Document([SENTENCES[: k + 4]])) for k in range(5)]
    method = pickle.loads(pickle.dumps(Global()))
    assert method == Global()
    here = list(align_many(pairs, Global()))
    assert list(align_many(pairs, method, workers=2)) == here


# --------------------------------------------------------------------------------------------------- long documents


def test_group_sizes() -> None:
    assert group_sizes(1, 1) == [1]
    assert group_sizes(316, 316) == [1]
    assert group_sizes(500, 500) == [1]
    assert group_sizes(501, 500) == [2, 1]
    for rows, columns in ((10_000, 10_000), (1_000_000, 5), (12_345, 6_789), (200_000, 100_000)):
        sizes = group_sizes(rows, columns)
        assert sizes[-1] == 1
        assert all(size % finer == 0 and size // finer <= 10 for size, finer in pairwise(sizes))
        assert (rows / sizes[0]) * (columns / sizes[0]) <= 100_000


def test_blocks_are_the_probable_cells_with_their_neighbours() -> None:
    assert blocks([(0.9, 0, 0), (0.5, 3, 2)], 5, 4, 1) == [[0, 1], [0, 1, 2, 3, 4], [2, 3, 4], [2, 3, 4]]
    assert blocks([], 5, 2, 1) == [[], []]


def test_blocks_stay_within_the_memory_limit() -> None:
    everywhere = [(0.5 if x == y else 0.4, x, y) for x in range(40) for y in range(40)]
    found = blocks(everywhere, 40, 40, 10, replace(PRIORS, most_cells=2000))
    assert 200 < sum(map(len, found)) <= 200 + 9
    assert all(y in column for y, column in enumerate(found))  # the most probable ones


def test_long_documents_give_what_short_ones_give(sample: list[Gold]) -> None:
    """The sample articles, joined to one document of a few hundred sentences."""
    english = [gold for gold in sample if gold.source.language == "en" and gold.id and gold.id.endswith("0-1")]
    assert len(english) > 4
    source = Document([paragraph for gold in english for paragraph in gold.source.paragraphs])
    target = Document([paragraph for gold in english for paragraph in gold.target.paragraphs])
    expected = set(_joined(english))
    for whole in (PRIORS.whole, 4000):
        alignment = Global().align_with(COMPILED or PYTHON, source, target, replace(PRIORS, whole=whole))
        cells = set(alignment.cells)
        common = len(cells & expected)
        assert 2 * common / (len(cells) + len(expected)) > 0.8


def test_moved_passages_are_found_by_a_sketch(sample: list[Gold]) -> None:
    english = [gold for gold in sample if gold.source.language == "en" and gold.id and gold.id.endswith("0-1")][:4]
    sentences = [sentence for gold in english for sentence in gold.source.sentences][:90]
    moved = [*range(60, 75), *range(60), *range(75, 90)]
    source, target = Document([sentences]), Document([[f"{sentences[x]} Indeed." for x in moved]])
    found = Global().align_with(COMPILED or PYTHON, source, target, replace(PRIORS, sketched=0)).cells
    assert len(set(found) & {(x, y) for y, x in enumerate(moved)}) >= 88


def _joined(golds: list[Gold]) -> list[tuple[int, int]]:
    cells = []
    x0 = y0 = 0
    for gold in golds:
        cells += [(x0 + x, y0 + y) for x, y in gold.pairs]
        x0 += len(gold.source.sentences)
        y0 += len(gold.target.sentences)
    return cells


# ------------------------------------------------------------------------------------------------------ evidence


def evidence(curve: Curve, similarity: float) -> float:
    v = min(max(similarity, curve.least), curve.most)
    square = (v - curve.match) ** 2
    return curve.weight * (curve.constant - square / curve.width - curve.slope * log(v) + v / curve.scale)


def test_evidence_is_a_log_likelihood_ratio() -> None:
    # 1020 pairs with the prior, of mean (100 + 1.2) / 1020
    channel = Channel(Prior(0.7, 0.2, 0.06), 0.9, Moments(1000.0, 100.0, 20.0))
    mean = 101.2 / 1020
    variance = (20 - 2 * mean * 100 + mean * mean * 1000 + 20 * 0.06**2) / 1020
    shape, scale = mean * mean / variance, variance / mean
    curve = channel.curve()
    assert curve.least == pytest.approx(0.2 * mean)
    for v in (0.1, 0.3, 0.5, 0.7):
        assert curve.least < v < curve.most
        match = exp(-((v - 0.7) ** 2) / (2 * 0.2**2)) / sqrt(2 * pi * 0.2**2)
        random = v ** (shape - 1) * exp(-v / scale) / (gamma(shape) * scale**shape)
        assert evidence(curve, v) == pytest.approx(0.9 * log(match / random))


def test_evidence_rises_with_similarity() -> None:
    for every in (Moments(1000.0, 60.0, 7.2), Moments(1000.0, 400.0, 160.2), Moments(4.0, 4.0, 4.0)):
        curve = Channel(spelling_prior(PRIORS), 1.0, every).curve()
        assert curve.least < curve.most
        values = [evidence(curve, v) for v in (0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)]
        assert values == sorted(values)


def test_evidence_is_constant_where_the_ratio_would_fall() -> None:
    """Outside the roots of its derivative, here of a narrow background distribution."""
    curve = Channel(spelling_prior(PRIORS), 1.0, Moments(1000.0, 400.0, 160.2)).curve()
    for edge, inside in ((curve.least, 0.01), (curve.most, -0.01)):
        slope = -2 * (edge - curve.match) / curve.width - curve.slope / edge + 1 / curve.scale
        assert slope == pytest.approx(0, abs=1e-6)
        assert (evidence(curve, edge + inside) - evidence(curve, edge)) * inside > 0
    assert (curve.log_least, curve.log_most) == (log(curve.least), log(curve.most))


def test_the_mean_of_matching_pairs_is_estimated_with_the_prior_as_pseudo_count() -> None:
    every = Moments(1000.0, 100.0, 20.0)
    free, strict = (Channel(spelling_prior(PRIORS), 1.0, every) for _ in range(2))
    assert free.estimate(Moments(20.0, 8.0, 3.4), 2.0) == pytest.approx(0.7 - (8 + 1.4) / 22)
    strict.estimate(Moments(20.0, 8.0, 3.4), 2000.0)
    assert free.match == pytest.approx(9.4 / 22)
    assert strict.match == pytest.approx(0.7, abs=0.01)
    # what does not match is random: 980 pairs with a sum of 92, and the prior, 20 of .06
    mean = (92 + 1.2) / 1000
    assert free.mean == pytest.approx(mean)
    assert free.variance == pytest.approx((16.6 - 2 * mean * 92 + mean * mean * 980 + 20 * 0.06**2) / 1000)


# --------------------------------------------------------------------------------------------------------- chain


def test_without_counts_the_chain_is_the_prior() -> None:
    prior = prior_chain(1.0)
    assert prior == pytest.approx((0.2, 0.2, 0.08, 0.08, 0.3, 0.3, 0.1, 0.65, 0.3, 0.05, 0.8))
    mirrored = prior_chain(1.0, is_mirrored=True)
    assert mirrored == prior._replace(split=0.08, split_on=0.08, merge=0.2, merge_on=0.2)
    assert estimated(prior, Counts()) == pytest.approx(prior)
    assert prior_chain(4.0).jump == pytest.approx(0.2)
    assert prior_chain(4.0).following == pytest.approx(0.5)
    assert prior_chain(50.0).jump == 0.3


@pytest.mark.parametrize(
    ("name", "counts", "expected"),
    [
        ("split", Counts(split=30, merge=2, end=60), (30 + 1.6) / 100),
        ("split_on", Counts(split_on=60, split_end=32), (60 + 1.6) / 100),
        ("merge", Counts(split=30, merge=2, end=60), (2 + 0.64) / 100),
        ("merge_on", Counts(merge_on=12, merge_end=80), (12 + 0.64) / 100),
        ("null", Counts(null=60, no_null=32), (60 + 2.4) / 100),
        ("null_on", Counts(null_on=60, null_end=32), (60 + 2.4) / 100),
        ("resume", Counts(resume=60, no_resume=32), (60 + 0.8) / 100),
        ("skip_on", Counts(skip_on=60, skip_end=32), (60 + 6.4) / 100),
        ("jump", Counts(following=60, skip=22, jump=10), (10 + 0.4) / 100),
        ("following", Counts(following=60, skip=22, jump=10), (1 - 0.104) * (60 + 5.2) / (82 + 7.6)),
        ("skip", Counts(following=60, skip=22, jump=10), (1 - 0.104) * (22 + 2.4) / (82 + 7.6)),
        ("merge", Counts(merge=1000), 0.3),
        ("merge_on", Counts(merge_on=1000), 0.3),
        ("jump", Counts(jump=1000), 0.3),
    ],
)
def test_probabilities_are_counts_with_the_prior_as_8_events(name: str, counts: Counts, expected: float) -> None:
    chain = estimated(prior_chain(1.0), counts)
    assert getattr(chain, name) == pytest.approx(expected)
    assert chain.following + chain.skip + chain.jump == pytest.approx(1.0)


# ---------------------------------------------------------------------------------------------------- estimation


class Recorder:
    """Parts in Python that record what the method asks of them."""

    def __init__(self) -> None:
        self.weights: list[list[float]] = []
        self.chains: list[Chain] = []
        self.shapes: list[tuple[Any, ...]] = []
        recorder = self

        class Recorded(Lattice):
            def __init__(self, priors: Priors, *shape: Any) -> None:
                recorder.shapes.append(shape)
                super().__init__(priors, *shape)

            def weigh(self, curves: Sequence[Curve]) -> None:
                recorder.weights.append([curve.weight for curve in curves])
                super().weigh(curves)

        def counted(lattice: Lattice, chain: Chain) -> Counts:
            recorder.chains.append(chain)
            return expected_counts(lattice, chain)

        self.parts: Parts = PYTHON._replace(lattice=Recorded, expected_counts=counted)


def test_meaning_shares_the_evidence_with_spelling() -> None:
    text = Document([SENTENCES[:4]])
    recorder = Recorder()
    Global(meaning=TfIdf()).align_with(recorder.parts, text, text)
    assert recorder.weights[0] == pytest.approx([0.6, 0.4])
    Global().align_with(recorder.parts, text, text)
    assert recorder.weights[-1] == [1.0]


@pytest.mark.parametrize(
    ("source", "target", "imbalance"),
    [
        (["abcd"] * 6, ["abcd"] * 2, 3.0),
        (["abcd"] * 2, ["abcd"] * 6, 3.0),
        (["abcd"] * 6, ["abcdefgh"] * 2, 1.5),  # in characters only 1.5 times as long
        (["abcdefgh"] * 2, ["abcd"] * 6, 1.5),
        (["abcd"] * 6, ["abcd" * 9] * 2, 1.0),  # more sentences, less text
        (["abcdefghij"] * 3, ["abcd"] * 2, 1.5),  # in sentences only 1.5 times as long
    ],
)
def test_imbalance(source: list[str], target: list[str], imbalance: float) -> None:
    """How many times longer one document is, in sentences and in characters: seen in the prior of jumps."""
    recorder = Recorder()
    Global().align_with(recorder.parts, Document([source]), Document([target]))
    assert recorder.chains[0].jump == pytest.approx(0.05 * imbalance)


def test_the_mean_of_matching_pairs_is_held_to_its_prior_where_one_document_is_longer() -> None:
    """By 1 link, and by .3 links for each sentence that one document has more than the other."""
    pattern = [SENTENCES[0], *["Nothing of that kind was ever said."] * 2]
    source, target = Document([pattern * 2]), Document([[SENTENCES[0], SENTENCES[0][:24]]])
    sentences, characters = 3.0, sum(map(len, source.sentences)) / sum(map(len, target.sentences))
    surplus = (min(sentences, characters) - 1) * 2

    def aligned(**numbers: float) -> Alignment:
        return Global().align_with(PYTHON, source, target, replace(PRIORS, rounds=9, settled=0.0, **numbers))  # type: ignore[arg-type]

    assert aligned() == aligned(match_links=1.0 + 0.3 * surplus, surplus_links=0.0)
    assert aligned() != aligned(surplus_links=0.0)


def test_rounds_end_one_after_the_mean_settles() -> None:
    text, other = Document([SENTENCES]), Document([[sentence[:30] for sentence in SENTENCES]])
    for priors, rounds in (
        (replace(PRIORS, settled=2.0), 3),  # not before the second estimate
        (replace(PRIORS, settled=0.0), 12),
        (replace(PRIORS, settled=0.0, rounds=5), 5),
        (replace(PRIORS, settled=2.0, rounds=2), 2),
        (replace(PRIORS, rounds=1), 1),
    ):
        recorder = Recorder()
        Global().align_with(recorder.parts, text, other, priors)
        first, mirrored = recorder.chains[:rounds], recorder.chains[rounds:]
        assert first[0] == prior_chain(1.0, priors)
        assert len(mirrored) == 2
        assert mirrored[0] == prior_chain(1.0, priors, is_mirrored=True)
        assert all(one != next_one for one, next_one in pairwise(recorder.chains))


def test_passes_over_long_documents() -> None:
    recorder = Recorder()
    document = Document([[], SENTENCES[:3], [], SENTENCES[3:], ["The end."]])
    Global().align_with(recorder.parts, document, document, replace(PRIORS, whole=9, finer=2, rounds=1))
    lengths = [len(sentence) for sentence in document.sentences]
    coarse, finer, finest, mirrored = recorder.shapes
    groups = [sum(lengths[:4]), sum(lengths[4:8]), sum(lengths[8:])]
    assert coarse == (groups, groups, (), (), None, 1)
    pairs = [sum(lengths[x : x + 2]) for x in range(0, 9, 2)]
    assert finer[:4] == (pairs, pairs, (), ())
    assert finest[:4] == (lengths, lengths, [3, 8], [3, 8])  # where paragraphs begin
    assert finer[5:] == finest[5:] == (2,)
    assert [len(shape[4]) for shape in (finer, finest)] == [3, 5]
    assert mirrored[:4] == finest[:4]
    assert [columns for columns in mirrored[4] if columns]  # the cells that are likely


# ------------------------------------------------------------------------------------------------------ decoding


def sure(probabilities: dict[tuple[int, int], float] | None = None) -> Any:
    """Return a lattice in which every pair is certain, except those given."""
    known = probabilities or {}
    return SimpleNamespace(priors=PRIORS, probability=lambda x, y: known.get((x, y), 1.0))


def taken(
    found: Sequence[tuple[float, int, int, int, int]], probabilities: dict[tuple[int, int], float] | None = None
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    groups = chosen([(*candidate, 0.5) for candidate in found], sure(probabilities))
    assert all(group.posterior == 0.5 for group in groups)
    return [(group.source, group.target) for group in groups]


def test_links_of_the_highest_gain_are_taken_first() -> None:
    found = [(-0.4, 1, 3, 0, 2), (-0.5, 1, 2, 1, 2), (-0.5, 0, 1, 0, 1), (-0.3, 3, 5, 3, 4), (-0.2, 4, 6, 5, 6)]
    assert taken(found) == [((0,), (0,)), ((1,), (1,)), ((3, 4), (3,))]


def test_links_resume_after_a_small_gap() -> None:
    first, near, far = (-0.5, 1, 2, 1, 2), (-0.3, 1, 2, 4, 6), (-0.2, 1, 2, 9, 10)
    assert taken([first, near, far]) == [((1,), (1, 4, 5))]
    assert taken([first, near, (-0.2, 1, 2, 8, 9)]) == [((1,), (1, 4, 5, 8))]
    assert taken([far, (-0.1, 1, 2, 6, 7)]) == [((1,), (6, 9))]  # also backwards
    assert taken([first, near], {(1, 5): 0.35}) == [((1,), (1, 4, 5))]
    assert taken([first, near], {(1, 5): 0.34}) == [((1,), (1,))]


def test_only_links_of_one_source_sentence_resume() -> None:
    assert taken([(-0.5, 1, 3, 1, 2), (-0.3, 1, 2, 2, 3)]) == [((1, 2), (1,))]
    assert taken([(-0.5, 1, 2, 1, 2), (-0.3, 1, 3, 2, 3)]) == [((1,), (1,))]
    assert taken([(-0.5, 2, 3, 1, 2), (-0.3, 1, 3, 2, 3)]) == [((2,), (1,))]


def test_a_resumed_link_is_as_probable_as_its_least_probable_part() -> None:
    (group,) = chosen([(-0.5, 1, 2, 1, 2, 0.9), (-0.3, 1, 2, 3, 4, 0.6)], sure())
    assert (group.target, group.posterior) == ((1, 3), 0.6)


def test_a_resumed_link() -> None:
    before, between = [sentence.replace(" the ", " a ") for sentence in SENTENCES[:5]], SENTENCES[6]
    source = Document([[*SENTENCES[:5], "The keeper found a wooden box in winter, and the children learned to swim."]])
    target = Document([[*before, "The keeper found a wooden box in winter.", between, "The children learned to swim."]])
    alignment = Global()(source, target)
    assert links(alignment) == [*(((i,), (i,)) for i in range(5)), ((5,), (5, 7))]
    assert moves(alignment)[4:] == [("next", (4, 4)), ("next", (5, 5)), ("resume", (5, 7))]
    assert {link.kind for link in alignment.sentences} == {"1-1", "1-N"}


# -------------------------------------------------------------------------------------------------------- scores


def test_scores_by_hand() -> None:
    groups = [Group((0,), (0,), 0.5), Group((1,), (1, 2), 0.9), Group((3,), (4,), 1.0)]
    priors = replace(PRIORS, score_constant=0.3, score_posterior=0.9, score_coverage=0.5, score_size=-0.1, score_most=4)
    document = 0.3 + 0.5 * 7 / 10 - 0.1 * log(24)
    for group, odds in zip(scored(groups, 4, 6, priors), (0.0, log(9), 4.0), strict=True):
        assert group.posterior == pytest.approx(1 / (1 + exp(-document - 0.9 * odds)), abs=1e-9)


def test_surer_links_score_higher_and_long_documents_promise_less() -> None:
    def score(posterior: float, sentences: int) -> float:
        groups = [Group((x,), (x,), posterior) for x in range(sentences)]
        return scored(groups, sentences, sentences, PRIORS)[0].posterior

    assert score(0.2, 10) < score(0.6, 10) < score(0.99, 10) == score(1.0, 10) < 1
    assert score(0.9, 10) > score(0.9, 100) > score(0.9, 173) > score(0.9, 174) == score(0.9, 10_000)


# -------------------------------------------------------------------------------------------------------- priors


def test_every_prior_has_a_unit_and_a_reason_and_is_in_the_docs() -> None:
    script = ROOT / "docs" / "make_priors_table.py"
    table = subprocess.run([sys.executable, script, "--print"], capture_output=True, text=True, check=True).stdout
    assert table in (ROOT / "docs" / "method.md").read_text(encoding="utf-8")
    for field in fields(PRIORS):
        assert f"| `{field.name}` | " in table
        assert field.metadata["unit"]
        assert field.metadata["reason"]


# ------------------------------------------------------------------------------------------------------- quality


def f1(golds: list[Gold]) -> tuple[float, float]:
    total = sum(score_documents(golds, Global()), Scores())
    return total.links.f1, total.pairs.f1


def test_figures_on_the_sample_corpus(sample: list[Gold]) -> None:
    links_f1, pairs_f1 = f1(sample)
    assert links_f1 >= 0.745
    assert pairs_f1 >= 0.865


@pytest.mark.parametrize(
    ("name", "links_least", "pairs_least"),
    [("wiki_en_dev", 0.795, 0.84), ("deplain_de_dev", 0.53, 0.59), ("porsimples_pt_dev", 0.975, 0.99)],
)
def test_figures_on_gold(development_gold: Path, name: str, links_least: float, pairs_least: float) -> None:
    golds = list(read_gold_lines(development_gold / f"{name}.jsonl"))
    if COMPILED is None and name != "porsimples_pt_dev":
        pytest.skip("a minute in Python alone, which gives the same results as the compiled parts")
    links_f1, pairs_f1 = f1(golds)
    assert links_f1 >= links_least
    assert pairs_f1 >= pairs_least
