"""Quality floors: the scores of every method on the sample corpus are pinned, with a hash of the corpus."""

from __future__ import annotations

import json

import pytest

from tests.quality_floor import FILE, data_hash, measured
from vicinal.methods import METHODS, is_supervised

PINNED = json.loads(FILE.read_text(encoding="utf-8"))


def test_the_corpus_is_the_one_the_scores_were_pinned_on() -> None:
    assert data_hash() == PINNED["sha256"], (
        "the corpus changed: run python -m tests.quality_floor and review the difference"
    )


@pytest.mark.parametrize("method", METHODS)
def test_scores_do_not_drop(method: str) -> None:
    # Fitting uses numerical libraries, whose last digits differ between versions.
    slack = 0.01 if is_supervised(method) else 0.0
    for measure, score in measured(method).items():
        assert score >= PINNED["f1"][method][measure] - slack, f"{measure} of {method} dropped"
