"""The scorer: counts worked by hand, vecalign's definitions, sums, intervals, and the test of differences."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document, SettingError, align
from vicinal.evaluate import (
    Counts,
    Predicted,
    Scores,
    intervals,
    randomisation,
    score,
    score_documents,
)
from vicinal.gold import Gold, LinkKey, read_gold

SOURCE = Document([["a a", "b b", "c c"], ["d d", "e e"]])
TARGET = Document([["a a", "B one", "B two"], ["D and E"], ["alone"]])
LINKS: list[LinkKey] = [((0,), (0,)), ((1,), (1, 2)), ((3, 4), (3,))]


def gold_of(links: list[LinkKey]) -> Gold:
    pairs = frozenset((x, y) for xs, ys in links for x in xs for y in ys)
    return Gold("hand", SOURCE, TARGET, frozenset(links), pairs, frozenset({(0, 0), (1, 1)}))


# What is predicted -> (correct, predicted, found, gold) of links, pairs, lax, links without identical ones.
BY_HAND: dict[str, tuple[list[LinkKey], dict[str, tuple[int, int, int, int]]]] = {
    "everything": (
        LINKS,
        {
            "links": (3, 3, 3, 3),
            "pairs": (5, 5, 5, 5),
            "lax": (3, 3, 3, 3),
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
        {"links": (0, 0, 0, 3), "pairs": (0, 0, 0, 5), "lax": (0, 0, 0, 3), "paragraphs": (0, 0, 0, 2)},
    ),
    # 1-1 where gold has 1-N: half the pairs; lax both ways
    "a part of a link": (
        [((0,), (0,)), ((1,), (1,))],
        {
            "links": (1, 2, 1, 3),
            "pairs": (2, 2, 2, 5),
            "lax": (2, 2, 2, 3),
            "links 1-1": (1, 2, 1, 1),
            "links 1-N": (0, 0, 0, 1),
        },
    ),
    # one predicted link over two gold ones: right once in precision, found twice in recall
    "two links in one": (
        [((0, 1), (0, 1, 2))],
        {"links": (0, 1, 0, 3), "pairs": (3, 6, 3, 5), "lax": (1, 1, 2, 3), "links N-N": (0, 1, 0, 0)},
    ),
    # source and target both overlap gold, but gold does not align what overlaps
    "crossed": (
        [((0,), (1,)), ((1,), (0,))],
        {"links": (0, 2, 0, 3), "pairs": (0, 2, 0, 5), "lax": (0, 2, 0, 3), "paragraphs": (1, 1, 1, 2)},
    ),
    "what has no counterpart": (
        [((2,), (4,))],
        {"links": (0, 1, 0, 3), "lax": (0, 1, 0, 3), "paragraphs": (0, 1, 0, 2)},
    ),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_counts_by_hand(name: str) -> None:
    links, expected = BY_HAND[name]
    gold = gold_of(LINKS)
    scores = score(gold, Predicted.of_links(links, gold))
    assert {measure: scores[measure] for measure in expected} == {m: Counts(*four) for m, four in expected.items()}
    assert scores["strict"] == scores["links"]


def test_scores_by_hand() -> None:
    counts = Counts(correct=2, predicted=4, found=2, gold=8)
    assert (counts.precision, counts.recall) == (0.5, 0.25)
    assert counts.f1 == pytest.approx(1 / 3)
    assert counts.f05 == pytest.approx(1.25 * 0.5 * 0.25 / (0.25 * 0.5 + 0.25))
    nothing = Counts()
    assert (nothing.precision, nothing.recall, nothing.f1, nothing.f05) == (0.0, 0.0, 0.0, 0.0)


def test_predictions_whose_texts_are_not_there_are_wrong() -> None:
    gold = gold_of(LINKS)
    scores = score(gold, Predicted.of_links(LINKS, gold, unmatched=2))
    assert scores.links == Counts(3, 5, 3, 3)
    assert scores.pairs == Counts(5, 7, 5, 5)


def test_annotated_pairs_go_before_those_inside_links() -> None:
    gold = Gold("pairs", SOURCE, TARGET, frozenset({((0, 1), (0, 1))}), frozenset({(0, 0), (1, 1)}))
    assert score(gold, Predicted.of_links([((0, 1), (0, 1))], gold)).pairs == Counts(2, 4, 2, 2)


def test_only_what_the_gold_has_is_counted() -> None:
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


def test_intervals_hold_the_score_and_are_the_same_every_time(sample: list[Gold]) -> None:
    documents = score_documents(sample, "vicinity")
    found = intervals(documents, "links")
    total = sum(documents, Scores()).links
    for name, (low, high) in found.items():
        assert low < getattr(total, name) < high
    assert intervals(documents, "links") == found
    same = [documents[0]] * 5
    assert intervals(same, "links")["f1"] == (documents[0].links.f1, documents[0].links.f1)
    assert intervals([], "links")["f1"] == (0.0, 0.0)


def test_the_randomisation_test_tells_a_difference_from_none(sample: list[Gold]) -> None:
    first = score_documents(sample, "vicinity")
    loose = score_documents(sample, "vicinity", {"paragraph_alpha": 0.25, "sentence_alpha": 0.15})
    assert randomisation(first, first, "links") == 1.0
    assert randomisation(first, loose, "links") < 0.01
    assert randomisation([], [], "links") == 1.0


def test_an_aligner_of_ones_own_can_be_scored(sample: list[Gold]) -> None:
    scores = score_documents(sample[:2], lambda source, target: align(source, target, sentence_alpha=0.2))
    assert [one.documents for one in scores] == [1, 1]


@pytest.mark.parametrize("method", ["smith", "barzilay_elhadad"])
def test_supervised_methods_are_never_scored_on_what_they_were_fitted_on(method: str, sample: list[Gold]) -> None:
    from vicinal.methods import method_class

    model = method_class(method).fit(sample[:6]).model
    with pytest.raises(SettingError, match="2 of the 4 documents were used to fit the model"):
        score_documents(sample[4:8], method, {"model": model})
    assert len(score_documents(sample[6:8], method, {"model": model})) == 2
    with pytest.raises(SettingError, match="cross-validation over 5 folds needs"):
        score_documents(sample[:3], method)
    assert len(score_documents(sample[:4], method, folds=2)) == 4


def test_nearest_on_wikipedia(development_gold: Path) -> None:
    gold = list(read_gold(development_gold / "wiki_en_dev.jsonl"))
    assert sum(score_documents(gold, "nearest", {"threshold": 0.3}), Scores()).pairs.f1 == pytest.approx(0.83, abs=0.01)
