"""Scoring many settings at once, and on all cores: the same as one after the other, in one process."""

from __future__ import annotations

import signal
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vicinal
from vicinal import Alignment, Document, Global, Idf, InputError, SettingError, TfIdf, Vicinity
from vicinal.compiled import kernel
from vicinal.evaluation import spreading
from vicinal.evaluation.method_runs import run_methods
from vicinal.evaluation.scores import Predicted, Scorer, score, score_documents, score_settings
from vicinal.evaluation.spreading import spread
from vicinal.evaluation.tune import tune
from vicinal.gold import Gold

WORDLESS = Gold("wordless", Document([["..."]]), Document([["!!!"]]), frozenset(), frozenset())
SENTENCE = st.lists(st.sampled_from(["the", "ferry", "boat", "rain", "é", "日本", "\ud800", "..."]), max_size=5)
DOCUMENT = st.lists(st.lists(SENTENCE.map(" ".join), max_size=4), max_size=4).map(Document)
ALPHA = st.sampled_from([0.0, 1e-12, 0.05, 0.2, 0.3, 0.45, 0.7, 1.0])
SETTINGS = st.lists(st.tuples(ALPHA, ALPHA, st.sampled_from([0.0, 0.05, 1.0])), min_size=1, max_size=6)
FEW: dict[str, list[dict[str, Any]]] = {
    "vicinity": [
        {"paragraph_alpha": a, "sentence_alpha": b, "beta": c}
        for a, b, c in product((0.2, 0.45), (0.15, 0.3), (0.0, 0.05))
    ],
    "global": [{"caution": caution} for caution in (0.3, 0.5, 0.8)],
    "nearest": [{"threshold": threshold} for threshold in (0.2, 0.3)],
    "smith": [{"null_loss": loss} for loss in (0.4, 1.0)],
}


# Many settings of a method --------------------------------------------------------------------------------------------


@given(DOCUMENT, DOCUMENT, SETTINGS, st.booleans())
def test_the_paper_method_finds_the_same_with_many_settings_at_once(
    source: Document, target: Document, settings: list[tuple[float, float, float]], title: bool
) -> None:
    tried = [Vicinity(paragraph_alpha=a, sentence_alpha=b, beta=c, title=title) for a, b, c in settings]
    try:
        expected = [one(source, target) for one in tried]
    except InputError:
        with pytest.raises(InputError):
            Vicinity.align_each(tried, source, target)
        return
    assert Vicinity.align_each(tried, source, target) == expected


@pytest.mark.skipif(kernel is None, reason="the compiled kernel was not built, or VICINAL_PURE_PYTHON is set")
def test_long_documents_are_searched_the_same_with_many_settings(sample: list[Gold]) -> None:
    assert kernel is not None
    settings = [tuple(one.values()) for one in FEW["vicinity"]]
    for gold in sample[:8]:
        sides = gold.source.paragraphs, gold.target.paragraphs
        found = kernel.align_settings(*sides, settings, Vicinity().vicinities, True, brief=0)
        for one, (paragraphs, sentences, beta) in zip(found, settings, strict=True):
            whole = Vicinity(paragraph_alpha=paragraphs, sentence_alpha=sentences, beta=beta)
            expected = whole(gold.source, gold.target)
            path = kernel.path_of(expected.result)
            assert kernel.path_of(one) == path
            assert Alignment.of_result(gold.source, gold.target, one, expected.signature) == expected


def test_settings_that_share_nothing_are_tried_one_by_one(sample: list[Gold]) -> None:
    source, target = sample[0].source, sample[0].target
    idf = Idf.fit([source, target])
    for tried in (
        [Vicinity(), Vicinity(sentence_alpha="auto"), Vicinity(title=False)],
        [Vicinity(similarity="char"), Vicinity(similarity="char", beta=0.05)],
        [Vicinity(similarity=TfIdf(idf)), Vicinity(similarity=TfIdf(idf), sentence_alpha=0.2)],
    ):
        assert Vicinity.align_each(tried, source, target) == [one(source, target) for one in tried]


def test_cautions_share_what_is_estimated(sample: list[Gold]) -> None:
    tried = [Global(caution=caution) for caution in (0.0, 0.3, 0.8, 1.0)]
    for gold in sample:
        expected = [one(gold.source, gold.target) for one in tried]
        assert Global.align_each(tried, gold.source, gold.target) == expected
    others = [Global(), Global(meaning=TfIdf())]
    gold = sample[0]
    assert Global.align_each(others, gold.source, gold.target) == [one(gold.source, gold.target) for one in others]


@pytest.mark.parametrize("method", FEW)
def test_scores_of_many_settings_are_those_of_each(method: str, sample: list[Gold]) -> None:
    gold = sample[:4] if method == "smith" else [*sample[:6], WORDLESS]
    problems: list[str] = []
    steps: list[None] = []
    found = score_settings(
        gold, method, FEW[method], folds=2, progress=lambda: steps.append(None), problem=problems.append
    )
    assert found == [score_documents(gold, method, settings, folds=2) for settings in FEW[method]]
    assert len(steps) == len(gold) * len(FEW[method])
    assert len(problems) == (len(FEW[method]) if WORDLESS in gold else 0)
    assert all(problem.startswith("wordless: ") for problem in problems)


def test_a_scorer_gives_each_prediction_its_own_scores(sample: list[Gold]) -> None:
    for gold in sample[:5]:
        scorer = Scorer(gold)
        alignments = [Vicinity(sentence_alpha=alpha)(gold.source, gold.target) for alpha in (0.1, 0.3, 0.9, 0.3)]
        # Twice: first as the kernel found it, then with its links made.
        for _ in range(2):
            for alignment in alignments:
                found = scorer.score(alignment)
                assert found == score(gold, Predicted.of(alignment))


# On all cores ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start processes after the first item, however fast it was."""
    monkeypatch.setattr(spreading, "ALONE", 0.0)


def doubled(number: int) -> int:
    if number == 5:
        warnings.warn("five is special", vicinal.LanguageWarning, stacklevel=1)
    return 2 * number


def refused(number: int) -> int:
    if number == 5:
        raise InputError("five: is refused")
    return number


@pytest.mark.usefixtures("at_once")
def test_processes_give_the_same_in_order_and_warn() -> None:
    with pytest.warns(vicinal.LanguageWarning, match="five is special"):
        assert list(spread(doubled, range(20), 2)) == [2 * number for number in range(20)]
    with pytest.raises(InputError, match="five: is refused"):
        list(spread(refused, range(20), 2))


_INTERRUPTED = """
import os, signal, time
from vicinal.evaluation import spreading

def work(number):
    if number == 1:
        os.killpg(os.getpgid(0), signal.SIGINT)
    time.sleep(60 if number else 0)

if __name__ == "__main__":
    spreading.ALONE = 0.0
    try:
        list(spreading.spread(work, range(5), 2))
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals of another kind")
def test_processes_end_at_once_and_without_a_word_at_ctrl_c(tmp_path: Path) -> None:
    """The first process works, and the second one works or starts."""
    script = tmp_path / "script.py"
    script.write_text(_INTERRUPTED)
    done = subprocess.run([sys.executable, script], capture_output=True, start_new_session=True, timeout=50, check=True)
    assert (done.stdout, done.stderr) == (b"interrupted\n", b"")


@pytest.mark.usefixtures("at_once")
def test_evaluating_and_tuning_on_all_cores_give_the_same(sample: list[Gold]) -> None:
    gold = [*sample[:6], WORDLESS]
    seen: list[tuple[int, int]] = []
    with pytest.warns(vicinal.GoldWarning, match="1 of 7 documents scored as if nothing were predicted"):
        found = vicinal.evaluate(gold, "vicinity", workers=2, progress=lambda done, total: seen.append((done, total)))
    with pytest.warns(vicinal.GoldWarning):
        assert found == vicinal.evaluate(gold, "vicinity")
    assert seen == [(number, 7) for number in range(1, 8)]
    grid = {"caution": (0.3, 0.7)}
    assert tune(sample[:6], "global", grid=grid, workers=2) == tune(sample[:6], "global", grid=grid)


@pytest.mark.usefixtures("at_once")
def test_an_aligner_that_cannot_be_sent_is_refused(sample: list[Gold]) -> None:
    def own(source: Document, target: Document) -> Alignment:
        return Alignment.from_links(source, target, [])

    assert vicinal.evaluate(sample[:3], own).scores.links.predicted == 0
    with pytest.raises(SettingError, match="cannot be sent to other processes; use workers=1"):
        vicinal.evaluate(sample[:3], own, workers=2)


@pytest.mark.parametrize("workers", [0, -1, True, 1.5])
def test_workers_are_a_number(workers: Any, sample: list[Gold]) -> None:
    calls: list[Callable[[], object]] = [
        partial(vicinal.evaluate, sample[:2], "nearest", workers=workers),
        partial(vicinal.compare, sample[:2], ["nearest"], workers=workers),
        partial(tune, sample[:4], "nearest", workers=workers),
        partial(run_methods, {"one": sample[:2]}, ["nearest"], workers=workers),
    ]
    for call in calls:
        with pytest.raises(SettingError, match="workers must be a whole number of at least 1"):
            call()


def test_methods_that_run_at_the_same_time_give_the_same(sample: list[Gold]) -> None:
    sets = {"small": sample[:2], "bad": [WORDLESS]}
    steps: list[None] = []
    found = run_methods(sets, ["vicinity", "nearest"], workers=2, progress=lambda: steps.append(None))
    assert [(one.set, one.method) for one in found] == [(s, m) for s in sets for m in ("vicinity", "nearest")]
    assert len(steps) == 6
    for one in found:
        assert one.documents == tuple(score_documents(sets[one.set], one.method))
