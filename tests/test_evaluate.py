"""Scores: counts by hand, vecalign's definitions, sums, intervals, the randomisation test, and folds."""

from __future__ import annotations

import random
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document, SettingError, align
from vicinal.evaluation import resampling
from vicinal.evaluation.folds import aligners, fold_of
from vicinal.evaluation.resampling import drawn_totals, intervals, randomisation
from vicinal.evaluation.scores import (
    Counts,
    Predicted,
    Scores,
    score,
    score_documents,
    total_of,
)
from vicinal.gold import Gold, LinkKey, read_gold_lines
from vicinal.methods import METHODS
from vicinal.methods.learned.training import digest

SOURCE = Document([["a a", "b b", "c c"], ["d d", "e e"]])
TARGET = Document([["a a", "B one", "B two"], ["D and E"], ["alone"]])
LINKS: list[LinkKey] = [((0,), (0,)), ((1,), (1, 2)), ((3, 4), (3,))]


def gold_of(links: list[LinkKey]) -> Gold:
    pairs = frozenset((x, y) for xs, ys in links for x in xs for y in ys)
    return Gold("hand", SOURCE, TARGET, frozenset(links), pairs, frozenset({(0, 0), (1, 1)}))


# Predicted links -> (correct, predicted, found, gold), by measure. In the gold, source 2 and target 4 are unaligned;
# vecalign's scorer counts such sentences as predicted for precision (strict and lax), and ignores them for recall.
BY_HAND: dict[str, tuple[list[LinkKey], dict[str, tuple[int, int, int, int]]]] = {
    "everything": (
        LINKS,
        {
            "links": (3, 3, 3, 3),
            "pairs": (5, 5, 5, 5),
            "strict": (5, 5, 3, 3),
            "lax": (5, 5, 3, 3),
            "paragraphs": (2, 2, 2, 2),
            "links 1-1": (1, 1, 1, 1),
            "links 1-N": (1, 1, 1, 1),
            "links N-1": (1, 1, 1, 1),
            "links N-N": (0, 0, 0, 0),
            "links without identical": (2, 2, 2, 2),
            "pairs without identical": (4, 4, 4, 4),
        },
    ),
    "nothing": (
        [],
        # all ten sentences are nulls, two of them correct
        {
            "links": (0, 0, 0, 3),
            "pairs": (0, 0, 0, 5),
            "strict": (2, 10, 0, 3),
            "lax": (2, 10, 0, 3),
            "paragraphs": (0, 0, 0, 2),
        },
    ),
    # 1-1 where gold has 1-N: half the pairs; lax both ways. Nulls: source 2, 3, 4 and target 2, 3, 4; two are correct.
    "a part of a link": (
        [((0,), (0,)), ((1,), (1,))],
        {
            "links": (1, 2, 1, 3),
            "pairs": (2, 2, 2, 5),
            "strict": (1 + 2, 2 + 6, 1, 3),
            "lax": (2 + 2, 2 + 6, 2, 3),
            "links 1-1": (1, 2, 1, 1),
            "links 1-N": (0, 0, 0, 1),
        },
    ),
    # one predicted link over two gold ones: correct once for precision, found twice for recall; nulls 2, 3, 4 and 3, 4
    "two links in one": (
        [((0, 1), (0, 1, 2))],
        {
            "links": (0, 1, 0, 3),
            "pairs": (3, 6, 3, 5),
            "strict": (0 + 2, 1 + 5, 0, 3),
            "lax": (1 + 2, 1 + 5, 2, 3),
            "links N-N": (0, 1, 0, 0),
        },
    ),
    # source and target both overlap gold, but gold does not align the overlapping sentences
    "crossed": (
        [((0,), (1,)), ((1,), (0,))],
        {
            "links": (0, 2, 0, 3),
            "pairs": (0, 2, 0, 5),
            "strict": (2, 2 + 6, 0, 3),
            "lax": (2, 2 + 6, 0, 3),
            "paragraphs": (1, 1, 1, 2),
        },
    ),
    "two unaligned sentences": (
        [((2,), (4,))],
        # none of the eight nulls is correct
        {"links": (0, 1, 0, 3), "strict": (0, 9, 0, 3), "lax": (0, 9, 0, 3), "paragraphs": (0, 1, 0, 2)},
    ),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_counts_by_hand(name: str) -> None:
    links, expected = BY_HAND[name]
    gold = gold_of(LINKS)
    scores = score(gold, Predicted.of_links(links, gold))
    assert {measure: scores[measure] for measure in expected} == {m: Counts(*four) for m, four in expected.items()}


def test_strict_and_lax_as_vecalign_defines_them() -> None:
    """Its scorer reads whole alignments, with deletions and insertions; worked through for

        gold   [0]:[0]   [1]:[1, 2]   [2]:[]   [3, 4]:[3]   []:[4]
        test   [0]:[0]   [1]:[1]   []:[2]   [2]:[4]   [3]:[3]   [4]:[]

    precision: of the 6 of test, [0]:[0] is in gold (strict); [1]:[1] and [3]:[3] share a source and a target sentence
    with gold (lax); []:[2], [2]:[4] and [4]:[] are wrong. recall: the same question of gold's 3 links without empty
    sides, against test's 4: [0]:[0] strict, the other two lax.
    """
    gold = gold_of(LINKS)
    scores = score(gold, Predicted.of_links([((0,), (0,)), ((1,), (1,)), ((2,), (4,)), ((3,), (3,))], gold))
    assert scores["strict"] == Counts(correct=1, predicted=6, found=1, gold=3)
    assert scores["lax"] == Counts(correct=3, predicted=6, found=3, gold=3)


def test_scores_by_hand() -> None:
    counts = Counts(correct=2, predicted=4, found=2, gold=8)
    assert (counts.precision, counts.recall) == (0.5, 0.25)
    assert counts.f1 == pytest.approx(1 / 3)
    assert counts.f05 == pytest.approx(1.25 * 0.5 * 0.25 / (0.25 * 0.5 + 0.25))
    nothing = Counts()
    assert nothing == Counts(0, 0, 0, 0)
    assert (nothing.precision, nothing.recall, nothing.f1, nothing.f05) == (0.0, 0.0, 0.0, 0.0)


def test_predictions_with_unknown_texts_are_wrong() -> None:
    gold = gold_of(LINKS)
    scores = score(gold, Predicted.of_links(LINKS, gold, unmatched=2))
    assert scores.links == Counts(3, 5, 3, 3)
    assert scores.pairs == Counts(5, 7, 5, 5)
    assert scores["strict"] == scores["lax"] == Counts(5, 7, 3, 3)


def test_annotated_pairs_take_precedence_over_those_inside_links() -> None:
    gold = Gold("pairs", SOURCE, TARGET, frozenset({((0, 1), (0, 1))}), frozenset({(0, 0), (1, 1)}))
    assert score(gold, Predicted.of_links([((0, 1), (0, 1))], gold)).pairs == Counts(2, 4, 2, 2)


def test_only_annotated_measures_are_counted() -> None:
    gold = Gold("paragraphs", SOURCE, TARGET, frozenset(), frozenset(), frozenset({(0, 0)}), has_sentences=False)
    assert list(score(gold, align(SOURCE, TARGET)).counts) == ["paragraphs"]
    gold = Gold("sentences", SOURCE, TARGET, frozenset(LINKS), frozenset({(0, 0)}))
    assert "paragraphs" not in score(gold, align(SOURCE, TARGET)).counts


SIDE = st.sets(st.integers(0, 4), min_size=1, max_size=2).map(lambda side: tuple(sorted(side)))
SOME_LINKS = st.lists(st.tuples(SIDE, SIDE), max_size=6)


@given(SOME_LINKS, SOME_LINKS)
def test_any_prediction(links: list[LinkKey], predicted: list[LinkKey]) -> None:
    gold = gold_of(links)
    scores = score(gold, Predicted.of_links(predicted, gold))
    for counts in scores.counts.values():
        assert 0 <= counts.correct <= counts.predicted
        assert 0 <= counts.found <= counts.gold
        assert 0.0 <= min(counts.f1, counts.f05) <= max(counts.f1, counts.f05) <= 1.0
    assert scores["lax"].correct >= scores["strict"].correct
    assert scores["lax"].found >= scores["strict"].found
    assert sum((scores[f"links {kind}"] for kind in ("1-1", "1-N", "N-1", "N-N")), Counts()) == scores.links
    perfect = score(gold, Predicted.of_links(links, gold))
    assert perfect.links.f1 == perfect.pairs.f1 == perfect["lax"].f1 == (1.0 if links else 0.0)


@given(st.lists(SOME_LINKS, min_size=2, max_size=5))
def test_counts_add(documents: list[list[LinkKey]]) -> None:
    gold = gold_of(LINKS)
    parts = [score(gold, Predicted.of_links(links, gold)) for links in documents]
    total = sum(parts, Scores())
    assert total.documents == len(parts)
    assert total == parts[0] + sum(parts[1:], Scores())
    assert total.links.predicted == sum(part.links.predicted for part in parts)


def intervals_of(
    documents: list[Scores], measure: str, samples: int = 1000, seed: int = 1
) -> dict[str, tuple[float, float]]:
    return intervals(documents, [measure], samples=samples, seed=seed)[measure]


def test_intervals_contain_the_score_and_are_deterministic(sample: list[Gold]) -> None:
    documents = score_documents(sample, "vicinity")
    found = intervals_of(documents, "links")
    total = sum(documents, Scores()).links
    for name, (low, high) in found.items():
        assert low < getattr(total, name) < high
    assert intervals_of(documents, "links") == found
    same = [documents[0]] * 5
    assert intervals_of(same, "links")["f1"] == (documents[0].links.f1, documents[0].links.f1)


def test_one_document_has_no_interval(sample: list[Gold]) -> None:
    documents = score_documents(sample[:1], "vicinity")
    assert intervals(documents, ["links"]) == {}
    assert intervals([], ["links"]) == {}


def test_an_interval_leaves_two_and_a_half_percent_of_the_samples_on_each_side() -> None:
    # Ten predicted and ten gold links per document, 0 to 10 of them correct: all scores of a sample are its mean.
    documents = [Scores(1, {"links": Counts(k, 10, k, 10)}) for k in range(11)]
    choose = random.Random(1)
    means = sorted(sum(choose.choices(range(11), k=11)) / 110 for _ in range(1000))
    for interval in intervals_of(documents, "links").values():
        assert interval == pytest.approx((means[25], means[975]))
        # The normal approximation: 1.96 standard errors; a 90% interval would have 1.645.
        assert interval == pytest.approx((0.5 - 1.96 * 0.0953, 0.5 + 1.96 * 0.0953), abs=0.012)
    choose = random.Random(5)
    few = sorted(sum(choose.choices(range(11), k=11)) / 110 for _ in range(7))
    assert intervals_of(documents, "links", samples=7, seed=5)["recall"] == pytest.approx((few[0], few[6]))


def test_intervals_are_of_the_measure_and_of_each_score() -> None:
    one = Scores(1, {"links": Counts(1, 2, 1, 4), "lax": Counts(3, 4, 1, 2)})
    found = intervals_of([one] * 3, "links")
    assert list(found) == ["precision", "recall", "f1", "f05"]
    for interval, expected in zip(found.values(), (1 / 2, 1 / 4, 1 / 3, 5 / 12), strict=True):
        assert interval == pytest.approx((expected, expected))
    assert intervals_of([one] * 3, "lax")["precision"] == (0.75, 0.75)


def test_intervals_of_several_measures_are_those_of_each(sample: list[Gold]) -> None:
    documents = score_documents(sample, "vicinity")
    measures = list(documents[0].counts)
    together = intervals(documents, measures)
    assert list(together) == measures
    for measure in measures:
        assert together[measure] == intervals_of(documents, measure) == drawn_one_by_one(documents, measure)
    assert intervals(documents, ["lax"], ["f1"]) == {"lax": {"f1": together["lax"]["f1"]}}
    assert intervals(documents, []) == {}


def drawn_one_by_one(documents: list[Scores], measure: str) -> dict[str, tuple[float, float]]:
    """Return 95% intervals by the definition: a list of documents for each resample."""
    counts = [scores[measure] for scores in documents]
    choose = random.Random(1)
    drawn = [sum(choose.choices(counts, k=len(counts)), Counts()) for _ in range(1000)]
    found = {}
    for name in ("precision", "recall", "f1", "f05"):
        values = sorted(getattr(total, name) for total in drawn)
        found[name] = values[25], values[975]
    return found


@given(
    columns=st.integers(1, 40).flatmap(
        lambda size: st.lists(st.lists(st.integers(0, 1 << 61), min_size=size, max_size=size), min_size=1, max_size=5)
    ),
    seed=st.integers(0, 1 << 40),
)
def test_compiled_and_python_draw_the_same(columns: list[list[int]], seed: int) -> None:
    choose = random.Random(seed)
    size = len(columns[0])
    drawn = [choose.choices(range(size), k=size) for _ in range(3)]
    expected = [[sum(column[k] for k in sample) for column in columns] for sample in drawn]
    assert drawn_totals(columns, 3, seed) == expected
    with patch.object(resampling, "_compiled", None):
        assert drawn_totals(columns, 3, seed) == expected


def test_threads_draw_the_same() -> None:
    columns = [[k * factor % 1009 for k in range(3001)] for factor in range(1, 26)]
    found = drawn_totals(columns, 40, 7)
    with patch.object(resampling, "_compiled", None):
        assert drawn_totals(columns, 40, 7) == found


def test_totals_of_many_documents_are_their_sums() -> None:
    one = Scores(1, {"links": Counts(1, 2, 3, 4)})
    other = Scores(2, {"pairs": Counts(5, 6, 7, 8), "links": Counts(9, 10, 11, 12)})
    assert total_of([one, other, one]) == one + other + one
    assert list(total_of([one, other]).counts) == ["links", "pairs"]
    assert total_of([]) == Scores()


def test_the_p_value_is_the_share_of_swaps_with_a_difference_as_large() -> None:
    right, wrong = (Scores(1, {"links": Counts(n, 1, n, 1)}) for n in (1, 0))
    # One document: swapped or not, the difference is the same. Four: it is as large if all or none are swapped.
    assert randomisation([right], [wrong], "links") == 1.0
    found = randomisation([right] * 4, [wrong] * 4, "links", rounds=4000)
    assert found == pytest.approx(2 / 16, abs=0.02)
    assert randomisation([wrong] * 4, [right] * 4, "links", rounds=4000) == pytest.approx(found, abs=1e-12)
    # If only one document differs, every swap gives the same difference.
    assert randomisation([right, wrong, right], [right, wrong, wrong], "links", rounds=50) == 1.0
    # The observed difference counts as a round, so no p-value is 0.
    assert randomisation([right] * 40, [wrong] * 40, "links", rounds=19) == 1 / 20
    assert randomisation([right] * 40, [wrong] * 40, "pairs", rounds=19) == 1.0  # no difference in this measure


@pytest.mark.parametrize("size", [1, 7, 8, 9, 300, 5000])
def test_p_values_are_those_of_swapping_one_by_one(size: int) -> None:
    first = [Scores(1, {"links": Counts(k % 5, k % 7 + 5, k % 5, k % 3 + 5)}) for k in range(size)]
    second = [Scores(1, {"links": Counts(k % 4, k % 11 + 4, k % 4, k % 3 + 5)}) for k in range(size)]
    rounds = 20 if size == 5000 else 100
    seen = abs(total_of(first).links.f1 - total_of(second).links.f1)
    choose = random.Random(1)
    as_large = 0
    for _ in range(rounds):
        coins = choose.getrandbits(size)
        sides = [(b, a) if coins >> k & 1 else (a, b) for k, (a, b) in enumerate(zip(first, second, strict=True))]
        one, other = (total_of(side).links.f1 for side in zip(*sides, strict=True))
        as_large += abs(one - other) >= seen - 1e-12
    assert randomisation(first, second, "links", rounds=rounds) == (as_large + 1) / (rounds + 1)


def test_the_randomisation_test_detects_a_difference(sample: list[Gold]) -> None:
    first = score_documents(sample, "vicinity")
    loose = score_documents(sample, "vicinity", {"paragraph_alpha": 0.25, "sentence_alpha": 0.15})
    assert randomisation(first, first, "links") == 1.0
    assert randomisation(first, loose, "links") < 0.01
    assert randomisation([], [], "links") == 1.0


def test_a_custom_aligner_can_be_scored(sample: list[Gold]) -> None:
    scores = score_documents(sample[:2], lambda source, target: align(source, target, caution=0.2))
    assert [one.documents for one in scores] == [1, 1]


@pytest.mark.parametrize("method", ["smith", "barzilay_elhadad"])
def test_supervised_methods_are_never_scored_on_their_training_documents(method: str, sample: list[Gold]) -> None:
    from vicinal.methods import method_class

    model = method_class(method).fit(sample[:6]).model
    with pytest.raises(SettingError, match="2 of 4 documents were used to fit the model"):
        score_documents(sample[4:8], method, {"model": model})
    assert len(score_documents(sample[6:8], method, {"model": model})) == 2
    with pytest.raises(SettingError, match=r"2 or more groups of documents that share no text .*; the 3 given form 1"):
        score_documents(sample[2:5], method)  # the three pairs of one article
    assert len(score_documents(sample[:4], method, folds=2)) == 4
    assert score_documents(sample[:4], method) == score_documents(sample[:4], method, folds=3)


def pair(name: str, source: str, target: str) -> Gold:
    links = frozenset({((0,), (0,))})
    return Gold(name, Document([[source]]), Document([[target]]), links, frozenset({(0, 0)}))


def test_pairs_that_share_a_text_are_in_one_fold() -> None:
    gold = [
        pair("a", "One text.", "Simple one."),
        pair("b", "Another text.", "Simple other."),
        pair("c", "one  TEXT.", "Simplest one."),  # the source of a
        pair("d", "A third text.", "Simple third."),
        pair("e", "Simplest one.", "Even simpler."),  # the target of c, so in the group of a
        pair("f", "Newer version.", "Simple  other."),  # the target of b
        pair("g", "A fourth text.", "Simple fourth."),
    ]
    assert fold_of(gold, 9) == [0, 1, 0, 2, 0, 1, 3]
    assert fold_of(gold, 3) == [0, 1, 0, 2, 0, 1, 0]
    assert fold_of(gold, 2) == [0, 1, 0, 0, 0, 1, 1]
    for few in (gold[:1], [gold[0], gold[2]], []):
        with pytest.raises(SettingError, match=rf"the {len(few)} given form {min(1, len(few))}"):
            fold_of(few, 5)
    with pytest.raises(SettingError, match="folds must be 2 or more, not 1"):
        fold_of(gold, 1)


def test_no_model_was_fitted_on_a_text_of_the_document_it_aligns(sample: list[Gold]) -> None:
    gold = sample[2:14]  # four articles, three pairs each
    for without in (None, 2):
        for document, aligner in zip(gold, aligners(gold, "barzilay_elhadad", {}, 3, None, without), strict=True):
            seen = [other for other in gold if digest(other) in aligner.model.trained_on]  # type: ignore[attr-defined]
            assert seen
            texts = {one.sentences for other in seen for one in (other.source, other.target)}
            assert texts.isdisjoint({document.source.sentences, document.target.sentences})
            unseen = {part for other, part in zip(gold, fold_of(gold, 3), strict=True) if other not in seen}
            assert without is None or without in unseen


@pytest.mark.parametrize("method", METHODS)
def test_a_document_without_words_is_scored_as_an_empty_prediction(method: str, sample: list[Gold]) -> None:
    bare = Gold("bare", Document([[" "]], "bare"), Document([["!"]]), frozenset({((0,), (0,))}), frozenset({(0, 0)}))
    problems: list[str] = []
    gold = [*sample[:2], bare]
    scores = score_documents(gold, method, folds=2, problem=problems.append)
    assert problems == ["bare: has no words to align"]
    assert scores[2].links == Counts(0, 0, 0, 1)
    assert scores[0].links.gold == len(sample[0].links)
    problems.clear()
    score_documents([pair("wordless", "Words.", "...")], "jaccard", problem=problems.append)
    assert problems == ["wordless: target document: has no words to align"]


def test_nearest_on_wikipedia(development_gold: Path) -> None:
    gold = list(read_gold_lines(development_gold / "wiki_en_dev.jsonl"))
    assert sum(score_documents(gold, "nearest", {"threshold": 0.3}), Scores()).pairs.f1 == pytest.approx(0.83, abs=0.01)
