"""Comparing and tuning methods on a small gold set, with failures; the tables and files of the results."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.console import Console

from vicinal import Document, SettingError
from vicinal.evaluation.folds import fold_of
from vicinal.evaluation.method_runs import MethodRun, best_of, chance, run_methods
from vicinal.evaluation.score_rows import evaluation_rows
from vicinal.evaluation.scores import Counts, Scores, score, score_documents
from vicinal.evaluation.tune import grid_of, rounds_of, tune
from vicinal.gold import Gold
from vicinal.methods.smith import Smith
from vicinal.report.heatmap import heatmap
from vicinal.report.score_tables import (
    comparison_json,
    comparison_notes,
    comparison_rows,
    evaluation_json,
    markdown,
    measure_for,
    table,
)


@pytest.fixture(scope="module")
def results(sample: list[Gold]) -> list[MethodRun]:
    wordless = Gold("wordless", Document([["..."]]), Document([["!!!"]]), frozenset(), frozenset())
    sets = {"small": sample[:4], "bad": [wordless]}
    return run_methods(sets, ["vicinity", "nearest", "smith"], folds=2)


def test_every_method_runs_on_every_set(results: list[MethodRun]) -> None:
    assert [(result.set, result.method) for result in results] == [
        (name, method) for name in ("small", "bad") for method in ("vicinity", "nearest", "smith")
    ]


def test_a_result_has_the_scores_time_and_memory_of_its_method(results: list[MethodRun], sample: list[Gold]) -> None:
    for result in results[:2]:
        assert list(result.documents) == score_documents(sample[:4], result.method)
        assert result.seconds > 0
        assert 5 < result.megabytes < 500


def test_a_method_that_fails_is_a_row_with_the_reason(results: list[MethodRun]) -> None:
    bad = results[3:]
    assert "2 or more groups of documents" in str(bad[2].error)
    rows = comparison_rows(bad, "links")
    assert rows[3] == ["smith", f"failed: {bad[2].error}"]
    assert [row["error"] for row in comparison_json(bad, "links")] == [None, None, bad[2].error]


def test_documents_that_cannot_be_aligned_are_counted_and_noted(results: list[MethodRun]) -> None:
    assert [result.empty for result in results] == [0, 0, 0, 1, 1, 0]
    assert [result.total.links.predicted for result in results[3:5]] == [0, 0]
    assert comparison_notes(results[:3]) == []
    (note,) = comparison_notes(results[3:])
    assert note == "1 document could not be aligned by vicinity, nearest: scored as if nothing were predicted"
    console = Console(width=100)
    with console.capture() as capture:
        console.print(table(comparison_rows(results[3:], "links"), "bad", [note]))
    assert capture.get().splitlines()[-1] == f" note: {note}"
    assert [row["empty"] for row in comparison_json(results[3:5], "links")] == [1, 1]


def test_memory_is_that_of_the_method_not_of_its_parent_process(sample: list[Gold]) -> None:
    fat = b"x" * (300 << 20)
    (result,) = run_methods({"one": sample[:1]}, ["vicinity"])
    assert len(fat) == 300 << 20
    assert 5 < result.megabytes < 200


def test_progress_counts_every_document_even_if_it_fails(sample: list[Gold]) -> None:
    steps: list[int] = []
    broken = Gold("wordless", Document([["..."]]), Document([["!!!"]]), frozenset(), frozenset())
    run_methods({"mixed": [sample[0], broken, sample[1]]}, ["vicinity"], progress=lambda: steps.append(1))
    assert len(steps) == 3


def test_results_are_compared_with_the_best(results: list[MethodRun]) -> None:
    small = results[:3]
    best = best_of(small, "links")
    assert best is not None
    assert best.total.links.f1 == max(result.total.links.f1 for result in small)
    assert chance(best, best, "links") == 1.0
    assert all(0.0 < chance(result, best, "links") <= 1.0 for result in small)
    assert best_of(results[5:], "links") is None


def test_of_equal_results_the_first_is_the_best() -> None:
    def result(method: str, links: int, pairs: int, error: str | None = None) -> MethodRun:
        counts = {"links": Counts(links, 10, links, 10), "pairs": Counts(pairs, 10, pairs, 10)}
        return MethodRun(method, "set", (Scores(1, counts), Scores(1, counts)), error=error)

    low, first, second = result("low", 4, 9), result("first", 8, 1), result("second", 8, 1)
    failed = result("failed", 10, 10, "out of memory")
    for order in ([low, first, second], [first, low, second], [failed, first, second, low]):
        assert best_of(order, "links") is first
        assert best_of(order[::-1], "links") is second
        assert best_of(order, "pairs") is low
    assert best_of([failed], "links") is None
    assert best_of([], "links") is None


def test_tables(results: list[MethodRun]) -> None:
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
    results = run_methods({"paragraphs": [gold], "both": sample[:1]}, ["jaccard", "vicinity"])
    assert measure_for(results[:2], "links") == "paragraphs"
    assert results[0].total.paragraphs.f1 < results[1].total.paragraphs.f1
    rows = comparison_json(results, "links")
    assert [row["measure"] for row in rows] == ["paragraphs", "paragraphs", "links", "links"]
    assert [row["best"] for row in rows[:2]] == [False, True]
    bare = [MethodRun("vicinity", "bare", (Scores(1, {"links": results[2].total.links}),))]
    assert comparison_json(bare, "paragraphs")[0]["measure"] == "links"


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
    assert rows[2][5] == f"{low:.3f}-{high:.3f}"


def test_one_document_has_a_dash_for_an_interval(sample: list[Gold]) -> None:
    documents = score_documents(sample[:1], "vicinity")
    assert evaluation_json("vicinity", "Vicinity()", documents)["links"]["interval95"] is None
    assert {row[5] for row in evaluation_rows(documents)[1:]} == {"-"}
    assert comparison_rows([MethodRun("vicinity", "one", tuple(documents))], "links")[1][4] == "-"


def test_held_out_scores_are_of_documents_not_used_for_tuning(sample: list[Gold]) -> None:
    grid = {"paragraph_alpha": (0.25, 0.45), "sentence_alpha": (0.15, 0.3)}
    found = tune(sample[:6], "vicinity", grid=grid, folds=3)
    assert len(found.trials) == 4
    assert found.best.settings == {"paragraph_alpha": 0.25, "sentence_alpha": 0.15}
    everything = range(6)
    parts = fold_of(sample[:6], 3)
    assert found.best.over(everything).links.f1 == max(trial.over(everything).links.f1 for trial in found.trials)
    # By hand: for each fold, the best on the other two, scored on this one.
    expected = Scores()
    for fold in range(3):
        inside = [k for k in everything if parts[k] == fold]
        outside = [k for k in everything if parts[k] != fold]
        best = max(found.trials, key=lambda trial: trial.over(outside).links.f1)
        assert found.chosen[fold] == best.settings
        expected += best.over(inside)
    assert found.held_out == expected
    assert found.held_out.links.f1 <= found.best.over(everything).links.f1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda gold: tune(gold[2:5], "vicinity", folds=3), "2 or more groups .* the 3 given form 1"),
        (lambda gold: tune(gold[:6], "smith", folds=2), "'smith' needs 3 or more folds .*, not 2"),
        (lambda gold: tune(gold[:2], "smith"), "'smith' needs 3 or more folds .*, not 2"),
        (lambda gold: tune(gold[:6], "smith", grid={"grow": (0, 1)}), "has no setting 'grow' to tune"),
        (lambda gold: tune(gold[:6], "nearest", grid={"threshold": ()}), "threshold: give at least one value"),
        (lambda gold: grid_of("bott_saggion", {"rounds": (1, 2.5)}), "rounds must be a whole number, not 2.5"),
        (lambda gold: grid_of("bott_saggion", {"rounds": (float("inf"),)}), "rounds must be a whole number, not inf"),
        (lambda gold: grid_of("vicinity", {"nosuch": (1.0,)}), "has no setting 'nosuch' to tune"),
        (lambda gold: tune(gold[:3], "vicinity", folds=2, measure="paragraphs"), "the gold has no paragraphs"),
    ],
)
def test_what_cannot_be_tuned(call: Callable[[list[Gold]], object], message: str, sample: list[Gold]) -> None:
    bare = [Gold(g.id, g.source, g.target, g.links, g.pairs) for g in sample]
    with pytest.raises(SettingError, match=message):
        call(bare)


def test_there_are_at_most_as_many_folds_as_groups(sample: list[Gold]) -> None:
    grid = {"threshold": (0.2, 0.3)}
    assert len(tune(sample[:5], "nearest", grid=grid).chosen) == 3
    assert tune(sample[:5], "nearest", grid=grid) == tune(sample[:5], "nearest", grid=grid, folds=3)


def test_integer_settings_are_tried_as_integers(sample: list[Gold]) -> None:
    assert grid_of("bott_saggion", {"rounds": (1.0, 2.0)})["rounds"] == (1, 2)
    assert [type(value) for value in grid_of("bott_saggion", {"rounds": (1.0,), "none": (0,)})["rounds"]] == [int]
    found = tune(sample[:2], "bott_saggion", grid={"rounds": (1.0, 2.0)})
    assert [repr(trial.settings["rounds"]) for trial in found.trials] == ["1", "2"]


def test_a_supervised_method_is_tuned_without_the_fold_it_is_scored_on(
    sample: list[Gold], monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = sample[:5]
    parts = fold_of(gold, 3)
    assert set(parts) == {0, 1, 2}
    fit = Smith.fit
    fitted: dict[tuple[int, ...], Smith] = {}  # by the folds they were fitted on

    def recorded(documents: list[Gold], **settings: object) -> Smith:
        numbers = [gold.index(document) for document in documents]
        folds = tuple(sorted({parts[number] for number in numbers}))
        assert numbers == [number for number, part in enumerate(parts) if part in folds]
        assert folds not in fitted
        fitted[folds] = fit(documents, **settings)
        return fitted[folds]

    monkeypatch.setattr(Smith, "fit", recorded)
    losses = (0.3, 1.0, 3.0)
    steps: list[int] = []
    found = tune(gold, "smith", grid={"null_loss": losses}, folds=3, progress=lambda: steps.append(1))
    assert len(steps) == len(gold) * len(losses) * rounds_of(gold, "smith", {}, 3)
    # One fit without each fold, and one without each two.
    assert sorted(fitted) == [(0,), (0, 1), (0, 2), (1,), (1, 2), (2,)]

    def scored(part: int, unseen: tuple[int, ...], loss: float) -> Scores:
        """Score the documents of a fold with the model fitted on all folds but those unseen."""
        method = replace(fitted[tuple(fold for fold in range(3) if fold not in unseen)], null_loss=loss)
        documents = [document for document, fold in zip(gold, parts, strict=True) if fold == part]
        return sum((score(one, method(one.source, one.target)) for one in documents), Scores())

    # By hand: choose on the other folds with models fitted without their own fold and this one, then score this one.
    expected = Scores()
    for fold in range(3):
        others = [part for part in range(3) if part != fold]
        totals = [sum((scored(part, (fold, part), loss) for part in others), Scores()).links.f1 for loss in losses]
        best = losses[totals.index(max(totals))]
        assert found.chosen[fold] == {"null_loss": best}
        expected += scored(fold, (fold,), best)
    assert found.held_out == expected


def test_a_given_model_is_tuned_like_an_unsupervised_method(sample: list[Gold]) -> None:
    model = Smith.fit(sample[10:14]).model
    steps: list[int] = []
    found = tune(
        sample[:3], "smith", grid={"null_loss": (0.5, 1.0)}, settings={"model": model}, progress=lambda: steps.append(1)
    )
    assert (len(steps), len(found.chosen)) == (6, 3)


def test_the_heat_map_shows_every_value_and_marks_the_best(sample: list[Gold]) -> None:
    two = tune(sample[:4], "vicinity", grid={"paragraph_alpha": (0.25, 0.45), "sentence_alpha": (0.15, 0.3)}, folds=2)
    one = tune(sample[:4], "nearest", grid={"threshold": (0.2, 0.3, 0.4)}, folds=2)
    for found in (two, one):
        svg = heatmap(found)
        root = ET.fromstring(svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        texts = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
        assert {f"{trial.over(range(4)).links.f1:.3f}" for trial in found.trials} <= texts
        assert svg.count('stroke="#c02f5b"') >= 1
