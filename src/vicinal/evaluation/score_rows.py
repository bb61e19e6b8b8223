"""Scores as rows of text, a row for each measure; callers: `Evaluation`, and the command line."""

from __future__ import annotations

from collections.abc import Sequence

from vicinal.evaluation.resampling import SCORES as SCORES
from vicinal.evaluation.resampling import intervals
from vicinal.evaluation.scores import Scores, total_of

Rows = list[list[str]]


def evaluation_rows(documents: Sequence[Scores]) -> Rows:
    """Return a row for each measure: P, R, F1, F0.5, the interval of F1, and the right, predicted and gold counts.

    The interval of one document is a dash.
    """
    total = total_of(documents)
    rows = [["", "P", "R", "F1", "F0.5", "95% of F1", "right", "of", "gold"]]
    found = intervals(documents, total.counts, ["f1"])
    for measure, counts in total.counts.items():
        interval = "-".join(f"{end:.3f}" for end in found[measure]["f1"]) if found else "-"
        scores = [f"{getattr(counts, name):.3f}" for name in SCORES]
        numbers = [str(number) for number in (counts.correct, counts.predicted, counts.gold)]
        rows.append([measure, *scores, interval, *numbers])
    return rows


def in_columns(rows: Rows) -> list[str]:
    """Return rows as lines of plain text; the first column is on the left, the others are on the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]
