"""Comparing methods and tuning one: on a small gold set, with failures, and what the tables and files say."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest

from vicinal import Document, SettingError
from vicinal.compare import Result, best_of, chance, compare
from vicinal.evaluate import Scores, score_documents
from vicinal.gold import Gold
from vicinal.tune import grid_of, tune
from vicinal.view.heatmap import heatmap
from vicinal.view.tables import (
    comparison_json,
    comparison_rows,
    evaluation_json,
    evaluation_rows,
    markdown,
    measure_for,
)


@pytest.fixture(scope="module")
def results(sample: list[Gold]) -> list[Result]:
    wordless = Gold("wordless", Document([["..."]]), Document([["!!!"]]), frozenset(), frozenset())
    sets = {"small": sample[:4], "bad": [wordless]}
    return compare(sets, ["vicinity", "nearest", "smith"], folds=2)


def test_every_method_runs_on_every_set(results: list[Result]) -> None:
    assert [(result.set, result.method) for result in results] == [
        (name, method) for name in ("small", "bad") for method in ("vicinity", "nearest", "smith")
    ]


def test_a_run_gives_the_scores_time_and_memory_of_its_method(results: list[Result], sample: list[Gold]) -> None:
    for result in results[:2]:
        assert list(result.documents) == score_documents(sample[:4], result.method)
        assert 0 < result.seconds < 60
        assert 5 < result.megabytes < 500


def test_a_method_that_fails_is_a_row_that_says_why(results: list[Result]) -> None:
    bad = results[3:]
    assert all(result.error for result in bad)
    assert "has no words to align" in str(bad[0].error)
    rows = comparison_rows(bad, "links")
    assert rows[1] == ["vicinity", f"failed: {bad[0].error}"]
    assert [row["error"] for row in comparison_json(bad, "links")] == [result.error for result in bad]


def test_progress_counts_every_document_even_of_what_fails(sample: list[Gold]) -> None:
    steps: list[int] = []
    broken = Gold("wordless", Document([["..."]]), Document([["!!!"]]), frozenset(), frozenset())
    compare({"mixed": [sample[0], broken, sample[1]]}, ["vicinity"], progress=lambda: steps.append(1))
    assert len(steps) == 3


def test_the_best_is_compared_with(results: list[Result]) -> None:
    small = results[:3]
    best = best_of(small, "links")
    assert best is not None
    assert best.total.links.f1 == max(result.total.links.f1 for result in small)
    assert chance(best, best, "links") == 1.0
    assert all(0.0 < chance(result, best, "links") <= 1.0 for result in small)
    assert best_of(results[3:], "links") is None


def test_tables(results: list[Result]) -> None:
    small = results[:3]
    rows = comparison_rows(small, measure_for(small, "links"))
    assert rows[1][5] == "best"
    assert len({len(row) for row in rows}) == 1
    text = markdown(rows)
    assert text.count("\n") == 5
    assert text.startswith("| method | P | R | F1 | 95% | p |")
    data = comparison_json(small, "links")
    assert json.loads(json.dumps(data)) == data
    assert [row["links"]["f1"] for row in data] == [result.total.links.f1 for result in small]


def test_sets_with_paragraphs_only_are_ranked_by_paragraphs(sample: list[Gold]) -> None:
    gold = Gold("p", sample[0].source, sample[0].target, frozenset(), frozenset(), sample[0].paragraphs, False)
    (result,) = compare({"paragraphs": [gold]}, ["vicinity"])
    assert measure_for([result], "links") == "paragraphs"


def test_evaluation_as_json_and_rows(sample: list[Gold]) -> None:
    documents = score_documents(sample[:3], "vicinity")
    data = evaluation_json("vicinity", "Vicinity()", documents)
    total = sum(documents, Scores())
    assert (data["method"], data["signature"], data["documents"]) == ("vicinity", "Vicinity()", 3)
    assert set(data) == {"method", "signature", "documents", "links", "pairs", "paragraphs", "strict", "lax"}
    assert data["links"]["f1"] == total.links.f1
    assert set(data["links"]["by_kind"]) == {"1-1", "1-N", "N-1", "N-N"}
    assert data["links"]["without_identical"]["gold"] < data["links"]["gold"]
    low, high = data["pairs"]["interval95"]["f1"]
    assert low <= data["pairs"]["f1"] <= high
    rows = evaluation_rows(documents)
    assert [row[0] for row in rows[1:6]] == ["links", "pairs", "paragraphs", "strict", "lax"]


def test_tuning_reports_what_it_was_not_tuned_on(sample: list[Gold]) -> None:
    grid = {"paragraph_alpha": (0.25, 0.45), "sentence_alpha": (0.15, 0.3)}
    found = tune(sample[:6], "vicinity", grid=grid, folds=3)
    assert len(found.trials) == 4
    assert found.best.settings == {"paragraph_alpha": 0.25, "sentence_alpha": 0.15}
    everything = range(6)
    assert found.best.over(everything).links.f1 == max(trial.over(everything).links.f1 for trial in found.trials)
    # By hand: for each fold, the best on the other two, scored on this one.
    expected = Scores()
    for fold in range(3):
        inside = [k for k in everything if k % 3 == fold]
        outside = [k for k in everything if k % 3 != fold]
        best = max(found.trials, key=lambda trial: trial.over(outside).links.f1)
        assert found.chosen[fold] == best.settings
        expected += best.over(inside)
    assert found.held_out == expected
    assert found.held_out.links.f1 <= found.best.over(everything).links.f1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda gold: tune(gold[:2], "vicinity", folds=3), "needs from 2 folds up to one a document"),
        (lambda gold: grid_of("vicinity", {"nosuch": (1.0,)}), "has no setting 'nosuch' to tune"),
        (lambda gold: tune(gold[:3], "vicinity", folds=2, measure="paragraphs"), "the gold has no paragraphs"),
    ],
)
def test_what_cannot_be_tuned(call: Callable[[list[Gold]], object], message: str, sample: list[Gold]) -> None:
    bare = [Gold(g.id, g.source, g.target, g.links, g.pairs) for g in sample]
    with pytest.raises(SettingError, match=message):
        call(bare)


def test_the_heat_map_shows_every_value_and_marks_the_best(sample: list[Gold]) -> None:
    two = tune(sample[:4], "vicinity", grid={"paragraph_alpha": (0.25, 0.45), "sentence_alpha": (0.15, 0.3)}, folds=2)
    one = tune(sample[:4], "nearest", grid={"threshold": (0.2, 0.3, 0.4)}, folds=2)
    for found in (two, one):
        svg = heatmap(found)
        root = ET.fromstring(svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        texts = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
        assert {f"{trial.over(range(4)).links.f1:.3f}" for trial in found.trials} <= texts
        assert svg.count('stroke="#c2410c"') >= 1
