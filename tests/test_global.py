"""The global method: small cases by hand, what it says of its steps, its figures on gold, and input of any kind."""

from __future__ import annotations

import pickle
from itertools import pairwise
from math import log
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vicinal
from vicinal import Document, InputError, SettingError, align_many
from vicinal.alignment import Alignment
from vicinal.evaluate.scores import Scores, score_documents
from vicinal.gold import Gold, read_gold
from vicinal.methods.global_.chain import Counts, estimated, prior_chain
from vicinal.methods.global_.coarse import blocks, group_sizes
from vicinal.methods.global_.decoding import Candidate, chosen
from vicinal.methods.global_.evidence import CHARACTERS, Channel, Moments, evidence_of
from vicinal.methods.global_.method import COMPILED, Global
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
    assert alignment.signature == f"vicinal {vicinal.__version__}: Global(caution=0.7, meaning=None)"


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


def test_unrelated_documents_have_no_links() -> None:
    other = ["Quartz veins glitter.", "Jazz fuels my hobby.", "Six zebras vexed Wim."]
    assert Global()(Document([SENTENCES]), Document([other])).sentences == ()


def test_caution_gives_fewer_links() -> None:
    source = Document([SENTENCES])
    # each with one word less of the original than the one before, and more of its own
    kept = [" ".join(s.split()[k : k + 7 - k]) + " and it goes on" * k for k, s in enumerate(SENTENCES)]
    counts = [len(Global(caution=caution)(source, Document([kept])).sentences) for caution in (0.1, 0.7, 1.0)]
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


def test_meaning_goes_with_long_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vicinal.methods.global_.coarse.WHOLE", 20)
    text = Document([SENTENCES])
    assert links(Global(meaning=TfIdf())(text, text)) == [((i,), (i,)) for i in range(8)]


# ------------------------------------------------------------------------------------------------------- any input

WORDS = st.sampled_from(["ferry", "harbour", "boat", "night", "rain", "bread", "the", "a", "日本語", "ß", "."])
SENTENCE = st.lists(WORDS, max_size=6).map(" ".join)
DOCUMENT = st.lists(st.lists(SENTENCE, max_size=5), max_size=5).map(Document)


@given(DOCUMENT, DOCUMENT, st.sampled_from([4, 100_000]))
def test_any_documents(source: Document, target: Document, whole: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vicinal.methods.global_.coarse.WHOLE", whole)
        try:
            alignment = Global()(source, target)
        except InputError:
            assert not all(any(tokens(sentence) for sentence in side.sentences) for side in (source, target))
            return
        assert alignment == Global()(source, target)
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
    assert group_sizes(400, 400) == [2, 1]
    for rows, columns in ((10_000, 10_000), (1_000_000, 5), (12_345, 6_789), (200_000, 100_000)):
        sizes = group_sizes(rows, columns)
        assert sizes[-1] == 1
        assert all(size % finer == 0 and size // finer <= 10 for size, finer in pairwise(sizes))
        assert (rows / sizes[0]) * (columns / sizes[0]) <= 100_000


def test_blocks_are_the_probable_cells_with_their_neighbours() -> None:
    assert blocks([(0.9, 0, 0), (0.5, 3, 2)], 5, 4, 1) == [[0, 1], [0, 1, 2, 3, 4], [2, 3, 4], [2, 3, 4]]
    assert blocks([], 5, 2, 1) == [[], []]


def test_blocks_stay_within_the_memory_that_is_meant_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vicinal.methods.global_.coarse.MOST_CELLS", 2000)
    everywhere = [(0.5 if x == y else 0.4, x, y) for x in range(40) for y in range(40)]
    found = blocks(everywhere, 40, 40, 10)
    assert sum(map(len, found)) <= 200 + 9
    assert all(y in column for y, column in enumerate(found))  # the most probable ones


def test_long_documents_give_what_short_ones_give(sample: list[Gold], monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample articles, joined to one document of a few hundred sentences."""
    english = [gold for gold in sample if gold.source.language == "en" and gold.id and gold.id.endswith("0-1")]
    assert len(english) > 4
    source = Document([paragraph for gold in english for paragraph in gold.source.paragraphs])
    target = Document([paragraph for gold in english for paragraph in gold.target.paragraphs])
    expected = set(_joined(english))
    found = set(Global()(source, target).cells)
    monkeypatch.setattr("vicinal.methods.global_.coarse.WHOLE", 4000)
    coarse = set(Global()(source, target).cells)
    for cells in (found, coarse):
        common = len(cells & expected)
        assert 2 * common / (len(cells) + len(expected)) > 0.8


def _joined(golds: list[Gold]) -> list[tuple[int, int]]:
    cells = []
    x0 = y0 = 0
    for gold in golds:
        cells += [(x0 + x, y0 + y) for x, y in gold.pairs]
        x0 += len(gold.source.sentences)
        y0 += len(gold.target.sentences)
    return cells


# ----------------------------------------------------------------------------------------------------- the parts


def test_evidence_rises_with_similarity() -> None:
    for every in (Moments(1000.0, 60.0, 7.2), Moments(1000.0, 400.0, 160.2), Moments(4.0, 4.0, 4.0)):
        channel = Channel(CHARACTERS, 1.0, every)
        curve = channel.curve()
        assert curve.least < curve.most
        values = [evidence_of(curve, v, log(v)) for v in (0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)]
        assert values == sorted(values)


def test_the_mean_of_matching_pairs_follows_what_is_seen_and_is_held_by_the_prior() -> None:
    every = Moments(1000.0, 100.0, 20.0)
    free, strict = Channel(CHARACTERS, 1.0, every), Channel(CHARACTERS, 1.0, every)
    assert free.estimate(Moments(20.0, 8.0, 3.4), 2.0) == pytest.approx(0.7 - (8 + 1.4) / 22)
    strict.estimate(Moments(20.0, 8.0, 3.4), 2000.0)
    assert free.match == pytest.approx(9.4 / 22)
    assert strict.match == pytest.approx(0.7, abs=0.01)
    # what does not match is random: 980 pairs with a sum of 92, and the prior, 20 of .06
    assert free.mean == pytest.approx((92 + 1.2) / 1000)


def test_probabilities_are_estimated_from_counts_and_priors() -> None:
    prior = prior_chain(1.0)
    nothing = Counts(*[0.0] * len(Counts._fields))
    assert estimated(prior, nothing) == pytest.approx(prior)
    much = estimated(prior, nothing._replace(null=92.0, jump=1000.0, more_source=1000.0, following=10.0))
    assert much.null == pytest.approx((92 + 8 * 0.3) / 100)
    assert much.jump == 0.3
    assert much.more_source == 0.3
    assert much.following + much.skip + much.jump == pytest.approx(1.0)
    assert prior_chain(4.0).jump == pytest.approx(0.2)
    assert prior_chain(50.0).jump == 0.3


class _Sure:
    """A lattice in which every pair is certain."""

    def probability(self, x: int, y: int) -> float:
        return 1.0


def test_links_worth_most_are_taken_first_and_resumed_after_a_gap() -> None:
    found = [
        Candidate(-0.5, 0, 1, 0, 1),
        Candidate(-0.5, 1, 2, 1, 2),
        Candidate(-0.4, 1, 3, 0, 2),
        Candidate(-0.3, 1, 2, 4, 6),
        Candidate(-0.2, 1, 2, 9, 10),
    ]
    assert chosen(found, _Sure()) == [((0,), (0,)), ((1,), (1, 4, 5))]  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------------- quality


def f1(golds: list[Gold]) -> tuple[float, float]:
    total = sum(score_documents(golds, Global()), Scores())
    return total.links.f1, total.pairs.f1


def test_figures_on_the_sample_corpus(sample: list[Gold]) -> None:
    links_f1, pairs_f1 = f1(sample)
    assert links_f1 >= 0.73
    assert pairs_f1 >= 0.82


@pytest.mark.parametrize(
    ("name", "links_least", "pairs_least"),
    [("wiki_en_dev", 0.80, 0.85), ("deplain_de_dev", 0.53, 0.56), ("porsimples_pt_dev", 0.97, 0.98)],
)
def test_figures_on_gold(development_gold: Path, name: str, links_least: float, pairs_least: float) -> None:
    golds = list(read_gold(development_gold / f"{name}.jsonl"))
    if COMPILED is None and name != "porsimples_pt_dev":
        pytest.skip("a minute in Python alone, which gives the same results as the compiled parts")
    links_f1, pairs_f1 = f1(golds)
    assert links_f1 >= links_least
    assert pairs_f1 >= pairs_least
