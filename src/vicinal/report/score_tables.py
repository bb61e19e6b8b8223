"""Scores as rows of text for the terminal or Markdown, as JSON objects, and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from vicinal.evaluation.method_runs import MethodRun, best_of, chance
from vicinal.evaluation.resampling import Interval, intervals
from vicinal.evaluation.score_rows import SCORES, Rows
from vicinal.evaluation.scores import CHANGED, MEASURES, Counts, Scores, total_of
from vicinal.evaluation.tune import Tuning
from vicinal.link import KINDS
from vicinal.view.printable import printable
from vicinal.wording import many, three_digits

if TYPE_CHECKING:
    from rich.console import RenderableType

_OTHERS = {"pairs": "pairs", "paragraphs": "par.", "lax": "lax"}  # measures whose F1 is shown too, with headings


def evaluation_json(method: str, signature: str, documents: Sequence[Scores]) -> dict[str, Any]:
    """Return the scores of some documents as one JSON object, with intervals; these are null for one document."""
    total = total_of(documents)
    data: dict[str, Any] = {"method": method, "signature": signature, "documents": total.documents}
    measures = [measure for measure in MEASURES if measure in total.counts]
    found = intervals(documents, measures)
    for measure in measures:
        entry = _counts_json(total[measure])
        entry["interval95"] = {name: list(ends) for name, ends in found[measure].items()} if found else None
        if measure == "links":
            entry["by_kind"] = {kind: _counts_json(total[f"links {kind}"]) for kind in KINDS}
        if measure + CHANGED in total.counts:
            entry["without_identical"] = _counts_json(total[measure + CHANGED])
        data[measure] = entry
    return data


def _counts_json(counts: Counts) -> dict[str, Any]:
    scores = {name: getattr(counts, name) for name in SCORES}
    return {
        **scores,
        "correct": counts.correct,
        "predicted": counts.predicted,
        "found": counts.found,
        "gold": counts.gold,
    }


class Ranked(NamedTuple):
    """A method on one set: its F1 with the 95% interval, and p against the best method, which has p = 1.

    There is no interval for one document, and for a method that failed.
    """

    result: MethodRun
    f1: float = 0.0
    interval: Interval | None = None
    p: float = 1.0
    is_best: bool = False


def ranked(results: Sequence[MethodRun], measure: str) -> list[Ranked]:
    """Return the methods on one set, best first; those that failed are last."""
    best = best_of(results, measure)
    rows = []
    for result in sorted(results, key=lambda result: (result.error is not None, -result.total[measure].f1)):
        if result.error is not None or best is None:
            rows.append(Ranked(result))
        else:
            f1, found = result.total[measure].f1, intervals(result.documents, [measure], ["f1"])
            interval = found[measure]["f1"] if found else None
            rows.append(Ranked(result, f1, interval, chance(result, best, measure), result is best))
    return rows


def comparison_rows(results: Sequence[MethodRun], measure: str) -> Rows:
    """Return a row for each method on one set, best first; those that failed are last, with the reason.

    P, R, F1, its 95% interval and p are of the measure; the F1 of pairs, paragraphs and lax links follow.
    """
    rows = [["method", "P", "R", "F1", "95%", "p", *_OTHERS.values(), "secs", "MB"]]
    for result, f1, interval, p, is_best in ranked(results, measure):
        if result.error is not None:
            rows.append([result.method, f"failed: {printable(str(result.error))}"])
            continue
        total = result.total
        scores = [three_digits(total[measure].precision), three_digits(total[measure].recall), three_digits(f1)]
        scores += ["-".join(map(three_digits, interval)) if interval else "-", "best" if is_best else three_digits(p)]
        scores += [three_digits(total[name].f1) if name in total.counts else "" for name in _OTHERS]
        rows.append([result.method, *scores, f"{result.seconds:.1f}", f"{result.megabytes:.0f}"])
    return rows


def comparison_json(results: Sequence[MethodRun], measure: str) -> list[dict[str, Any]]:
    """Return one JSON object for each method on each set; a set without the measure is ranked by one that it has."""
    rows = []
    for result in results:
        row: dict[str, Any] = {"method": result.method, "set": result.set, "error": result.error}
        if result.error is None:
            rivals = [other for other in results if other.set == result.set]
            own = measure_for(rivals, measure)
            best = best_of(rivals, own) or result
            row |= {"seconds": result.seconds, "megabytes": result.megabytes, "empty": result.empty}
            row |= {"measure": own, "best": result is best, "p_against_best": chance(result, best, own)}
            row |= evaluation_json(result.method, "", result.documents)
            del row["signature"]
        rows.append(row)
    return rows


def measure_for(results: Sequence[MethodRun], wanted: str) -> str:
    """Return the measure to rank by: the wanted one, or the first that the gold has if it lacks that one."""
    known = {name for result in results for name in result.total.counts}
    return wanted if wanted in known else next((name for name in MEASURES if name in known), wanted)


def comparison_notes(results: Sequence[MethodRun]) -> list[str]:
    """Return the notes to a comparison: how many documents could not be aligned, and by which methods."""
    methods: dict[int, list[str]] = {}
    for result in results:
        if result.empty:
            methods.setdefault(result.empty, []).append(result.method)
    return [
        f"{many(count, 'document')} could not be aligned by {', '.join(names)}: scored as if nothing were predicted"
        for count, names in methods.items()
    ]


def tuning_csv(tuning: Tuning) -> str:
    """Return all settings tried with their scores on all documents, as CSV with a header."""
    measures = ("links", "pairs", "paragraphs")
    figures = [(measure, name) for measure in measures for name in ("precision", "recall", "f1")]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = list(tuning.best.settings)
    writer.writerow([*names, *(f"{measure}_{name}" for measure, name in figures)])
    for trial in tuning.trials:
        total = total_of(trial.documents)
        shares = [f"{getattr(total[measure], name):.6f}" for measure, name in figures]
        writer.writerow([*(repr(trial.settings[name]) for name in names), *shares])
    return text.getvalue()


def markdown(rows: Rows) -> str:
    """Return rows as a Markdown table; short rows are padded with empty cells."""
    width = len(rows[0])
    lines = [_line(rows[0]), "| --- |" + " ---: |" * (width - 1)]
    lines += [_line([*row, *[""] * (width - len(row))]) for row in rows[1:]]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def table(rows: Rows, title: str = "", notes: Sequence[str] = ()) -> RenderableType:
    """Return rows as a table for the terminal; below it the short rows, of methods that failed, and the notes."""
    from rich.console import Group
    from rich.text import Text

    from vicinal.view.folded_table import FoldedTable

    above = [Text("\n" + printable(title), style="bold")] if title else []
    whole = [row for row in rows if len(row) == len(rows[0])]
    failed = [row for row in rows if len(row) < len(rows[0])]
    below = [*(f" {row[0]}: {row[1]}" for row in failed), *(f" note: {printable(note)}" for note in notes)]
    return Group(*above, FoldedTable(whole), *map(Text, below))
