"""Commands that learn from gold data: tune, fit."""

from __future__ import annotations

from functools import partial
from math import prod
from pathlib import Path
from typing import Any

import click

from vicinal.cli.console import check_output, progress, say, write
from vicinal.cli.gold_input import gold_options, notes_after, read_sets
from vicinal.cli.options import as_flags, settings_from, workers_option
from vicinal.cli.scoring import FOLDS, MEASURE, SCORING, say_problems
from vicinal.cli.sections import OUTPUT, Command, option
from vicinal.cli.setting_options import method_options, supervised
from vicinal.cores import cores
from vicinal.errors import SettingError
from vicinal.evaluation.scores import total_of
from vicinal.evaluation.tune import grid_of, rounds_of, tune
from vicinal.files import write_files
from vicinal.methods import method_class
from vicinal.report.heatmap import heatmap
from vicinal.report.score_tables import (
    tuning_csv,
)
from vicinal.wording import many


@click.command(
    "tune",
    cls=Command,
    examples="""
vicinal tune gold.jsonl
vicinal tune gold.jsonl -m vicinity --grid sentence-alpha=0.1,0.2,0.3
""",
)
@click.argument("gold", nargs=-1, required=True, metavar="GOLD...")
@gold_options
@option(
    SCORING,
    "--grid",
    "changes",
    multiple=True,
    metavar="NAME=A,B,...",
    help="Values to try for a setting, instead of the method's own grid; can be repeated.",
)
@MEASURE
@FOLDS
@option(OUTPUT, "--csv", "csv_file", metavar="FILE", help="Write all settings tried, with their scores.")
@option(OUTPUT, "--svg", "svg_file", metavar="FILE", help="Write a heat map of F1 over the grid.")
@workers_option
@method_options
def tune_command(
    gold: tuple[str, ...],
    changes: tuple[str, ...],
    measure: str,
    folds: int,
    csv_file: str | None,
    svg_file: str | None,
    workers: int | None,
    **options: Any,
) -> None:
    """Tune the settings of a method on gold data.

    GOLD and its texts are read as by 'vicinal evaluate'. Prints the best settings as options. Cross-validation gives
    the F1 to expect on new texts. Settings given as options are fixed; the rest of the method's grid is searched.
    """
    with notes_after() as hold:
        sets = read_sets(gold, options, hold)
        documents = [document for one in sets.values() for document in one]
        method = options["method"]
        fixed = settings_from(options)
        for name in filter(None, (csv_file, svg_file)):
            check_output(Path(name), gold)
        grid = {name: values for name, values in grid_of(method, _changes(changes)).items() if name not in fixed}
        if not grid:
            raise SettingError("all settings are fixed; leave out the one to tune")
    count = prod(map(len, grid.values()))
    problems: list[str] = []
    total = count * len(documents) * rounds_of(documents, method, fixed, folds)
    with progress(f"Trying {many(count, 'setting')}", total) as step:
        found = tune(
            documents,
            method,
            grid=grid,
            settings=fixed,
            measure=measure,
            folds=folds,
            workers=workers or cores(),
            progress=step,
            problem=problems.append,
        )
    say_problems(problems)
    best = total_of(found.best.documents)
    for file, made in ((csv_file, tuning_csv), (svg_file, heatmap)):
        if file is not None:
            write_files({Path(file): made(found).encode("utf-8")})
            say(f"wrote {file}")
    lines = [
        f"--method {method} {as_flags(dict(found.best.settings))}",
        f"F1 of {measure}, cross-validated: {found.held_out[measure].f1:.3f} ({len(found.chosen)} folds)",
        f"F1 of {measure} on all documents (optimistic): {best[measure].f1:.3f} (best of {many(count, 'setting')})",
    ]
    write(("\n".join(lines) + "\n").encode())


@click.command(
    "fit",
    cls=Command,
    examples="""
vicinal fit gold.jsonl -m smith -o smith.json
vicinal align article.txt simple.txt -m smith --model smith.json
""",
)
@click.argument("gold", nargs=-1, required=True, metavar="GOLD...")
@gold_options
@option(OUTPUT, "--output", "-o", required=True, metavar="MODEL", help="Model to write, for --model.")
@partial(method_options, methods=supervised(), default=None)
def fit_command(gold: tuple[str, ...], output: str, **options: Any) -> None:
    """Train a supervised method on gold data.

    GOLD and its texts are read as by 'vicinal evaluate'. The model records its training documents, and is never scored
    on them.
    """
    method = options["method"]
    if options.get("model") is not None:
        raise SettingError("--model is for aligning; 'vicinal fit' makes a model, and writes it to -o MODEL")
    settings = settings_from(options)
    check_output(Path(output), gold)
    with notes_after() as hold:
        sets = read_sets(gold, options, hold)
    documents = [document for one in sets.values() for document in one]
    method_class(method).fit(documents, **settings).save(output)
    say(f"wrote {output}: {method} fitted on {many(len(documents), 'document')}")


def _changes(changes: tuple[str, ...]) -> dict[str, tuple[float, ...]]:
    """Parse 'sentence_alpha=0.1,0.2' as values to try."""
    found = {}
    for change in changes:
        name, _, values = change.partition("=")
        try:
            found[name.strip().lstrip("-").replace("-", "_")] = tuple(float(value) for value in values.split(","))
        except ValueError:
            raise SettingError(f"--grid {change}: write NAME=A,B,... with numbers") from None
    return found
