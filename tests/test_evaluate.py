"""The scorer: counts worked by hand, vecalign's definitions, sums, intervals, and the test of differences."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document, SettingError, align
from vicinal.evaluate.folds import aligners, fold_of
from vicinal.evaluate.scores import (
    Counts,
    Predicted,
    Scores,
    intervals,
    randomisation,
    score,
    score_documents,
)
from vicinal.gold import Gold, LinkKey, read_gold
from vicinal.methods import METHODS
from vicinal.methods.learned.training import digest

SOURCE = Document([["a a", "b b", "c c"], ["d d", "e e"]])
TARGET = Document([["a a", "B one", "B two"], ["D and E"], ["alone"]])
LINKS: list[LinkKey] = [((0,), (0,)), ((1,), (1, 2)), ((3, 4), (3,))]


def gold_of(links: list[LinkKey]) -> Gold:
    pairs = frozenset((x, y) for xs, ys in links for x in xs for y in ys)
    return Gold("hand", SOURCE, TARGET, frozenset(links), pairs, frozenset({(0, 0), (1, 1)}))


# What is predicted -> (correct, predicted, found, gold), by measure. In the gold, source 2 and target 4 are in no link;
# vecalign's scorer counts such sentences as predicted for precision (strict and lax alike), and drops them for recall.
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
        # all ten sentences are nulls, two of them rightly
        {
            "links": (0, 0, 0, 3),
            "pairs": (0, 0, 0, 5),
            "strict": (2, 10, 0, 3),
            "lax": (2, 10, 0, 3),
            "paragraphs": (0, 0, 0, 2),
        },
    ),
    # 1-1 where gold has 1-N: half the pairs; lax both ways. Nulls: source 2, 3, 4 and target 2, 3, 4; two are right.
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
    # one predicted link over two gold ones: right once in precision, found twice in recall; nulls 2, 3, 4 and 3, 4
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
    # source and target both overlap gold, but gold does not align what overlaps
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
    "what has no counterpart": (
        [((2,), (4,))],
        # and none of the eight nulls is right: a null matches only a null
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
    assert (nothing.precision, nothing.recall, nothing.f1, nothing.f05) == (0.0, 0.0, 0.0, 0.0)


def test_predictions_whose_texts_are_not_there_are_wrong() -> None:
    gold = gold_of(LINKS)
    scores = score(gold, Predicted.of_links(LINKS, gold, unmatched=2))
    assert scores.links == Counts(3, 5, 3, 3)
    assert scores.pairs == Counts(5, 7, 5, 5)
    assert scores["strict"] == scores["lax"] == Counts(5, 7, 3, 3)


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
        pair("e", "Simplest one.", "Even simpler."),  # the target of c, so with a too
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


def test_no_model_has_seen_a_text_of_the_document_it_aligns(sample: list[Gold]) -> None:
    gold = sample[2:14]  # four articles, three pairs each
    for without in (None, 2):
        for document, aligner in zip(gold, aligners(gold, "smith", {}, 3, None, without), strict=True):
            seen = [other for other in gold if digest(other) in aligner.model.trained_on]  # type: ignore[attr-defined]
            assert seen
            texts = {one.sentences for other in seen for one in (other.source, other.target)}
            assert texts.isdisjoint({document.source.sentences, document.target.sentences})
            unseen = {part for other, part in zip(gold, fold_of(gold, 3), strict=True) if other not in seen}
            assert without is None or without in unseen


@pytest.mark.parametrize("method", METHODS)
def test_a_document_without_words_is_scored_as_not_predicted(method: str, sample: list[Gold]) -> None:
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
    gold = list(read_gold(development_gold / "wiki_en_dev.jsonl"))
    assert sum(score_documents(gold, "nearest", {"threshold": 0.3}), Scores()).pairs.f1 == pytest.approx(0.83, abs=0.01)
