"""Measure what tests/quality_floor.json pins: each method's F1 on the sample corpus, with a hash of the corpus.

`python -m tests.quality_floor` writes the file. Run it after changing the corpus or a method on purpose.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from vicinal.evaluation.scores import Scores, score_documents
from vicinal.gold import read_gold_lines
from vicinal.methods import METHODS

FILE = Path(__file__).with_suffix(".json")
GOLD = sorted((Path(__file__).resolve().parents[1] / "data" / "gold").glob("*.jsonl"))


def data_hash() -> str:
    """Return the sha256 of the gold of the sample corpus."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in GOLD)).hexdigest()


def measured(method: str) -> dict[str, float]:
    """Return the F1 of a method on the sample corpus; supervised methods are cross-validated over two folds."""
    total = sum(score_documents([gold for path in GOLD for gold in read_gold_lines(path)], method, folds=2), Scores())
    return {measure: round(total[measure].f1, 4) for measure in ("links", "pairs", "paragraphs")}


if __name__ == "__main__":
    pinned = {"sha256": data_hash(), "f1": {method: measured(method) for method in METHODS}}
    FILE.write_text(json.dumps(pinned, indent=1) + "\n", encoding="utf-8")
