"""Commands for gold data: evaluate, compare."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import click

from vicinal.cli.console import check_output, progress, say, show, write_json
from vicinal.cli.gold_input import gold_options, notes_after, read_sets
from vicinal.cli.options import settings_from, workers_option
from vicinal.cli.scoring import FOLDS, MEASURE, SCORING, say_problems
from vicinal.cli.sections import OUTPUT, Command, option
from vicinal.cli.setting_options import flag, method_options
from vicinal.cores import cores
from vicinal.errors import SettingError
from vicinal.evaluation.folds import signature_for
from vicinal.evaluation.method_runs import MethodRun, run_methods
from vicinal.evaluation.predicted import read_predicted
from vicinal.evaluation.score_rows import Rows, evaluation_rows
from vicinal.evaluation.scores import Scores, score, score_documents
from vicinal.files import write_files
from vicinal.gold import Gold
from vicinal.methods import METHODS, method_class
from vicinal.report.score_tables import (
    comparison_json,
    comparison_notes,
    comparison_rows,
    evaluation_json,
    markdown,
    measure_for,
    table,
)
from vicinal.wording import many


@click.command(
    "evaluate",
    cls=Command,
    examples="""
vicinal evaluate gold.jsonl                     JSON lines: texts and links
vicinal evaluate gold.jsonl --predicted other.jsonl    what a program found
vicinal evaluate wiki-manual/test.tsv           wiki-auto's pairs with ids
vicinal evaluate x.alignment.xml                InterText, its texts beside it
vicinal evaluate x.path --source x.de --target x.fr    vecalign's index lines
vicinal evaluate pairs.csv --source a.txt --target b.txt      sentence pairs
vicinal evaluate links.csv --texts documents.csv       links and texts, tables
vicinal evaluate 'gold/{id}.path' --source 'x/{id}.de' --target 'x/{id}.fr'
""",
)
@click.argument("gold", nargs=-1, required=True, metavar="GOLD...")
@gold_options
@option(SCORING, "--predicted", "-p", metavar="FILE", help="Score these alignments instead of a method.")
@option(OUTPUT, "--json", "as_json", is_flag=True, help="Print JSON: the total, then each file.")
@option(OUTPUT, "--save-gold", metavar="FILE", help="Also write the gold as JSON lines, with its texts.")
@FOLDS
@workers_option
@method_options
def evaluate_command(
    gold: tuple[str, ...],
    predicted: str | None,
    as_json: bool,
    save_gold: str | None,
    folds: int,
    workers: int | None,
    **options: Any,
) -> None:
    """Score a method, or existing alignments, against gold data.

    A link is correct if both sides match exactly; pairs are sentence pairs; strict and lax are the measures of
    vecalign. "Without identical" leaves out copied sentences. Confidence intervals are bootstrapped over documents. A
    supervised method without --model is cross-validated.

    GOLD is one file, or a pattern with {id} for a file per document, plain or gzipped. Gold that has links only needs
    --source and --target, or --texts. Its sentence numbers count from 0, and the texts are read as a sentence a line.
    Texts of a table are looked up in the two texts. The names of its columns are source_text and target_text, source
    and target, complex and simple, original and simplified and the like; id names the document; rows with the label
    notAligned, no or 0 are no links. Links between sentence ids (sentence_id_from, sentence_id_to) need --texts with a
    sentence a row.

    --predicted reads JSON lines ({"id", "links"}, or one link per line as from 'vicinal align -o FILE.jsonl'), a
    complete alignment (.json, or InterText's .alignment.xml), the index lines of vecalign (with a line '# ID' before
    each document), the sentence pairs of Wiki-Auto, a numeric ladder (for GOLD with one document), or a table as above.
    """
    encoding = options["encoding"]
    with notes_after() as hold:
        sets = read_sets(gold, options, hold)
        documents = [document for one in sets.values() for document in one]
        method = options["method"]
        settings = settings_from(options)
        if save_gold is not None:
            check_output(Path(save_gold), gold)
        if predicted is not None:
            if settings:
                raise SettingError(f"{', '.join(map(flag, settings))}: cannot be combined with --predicted")
            found = read_predicted(predicted, documents, encoding)
    if predicted is not None:
        method, signature = "predicted", Path(predicted).name
        if found.unmatched:
            links = many(found.unmatched, "predicted link")
            say(f"vicinal: note: texts of {links} are not in the gold; counted as wrong")
        if found.missing:
            say(f"vicinal: note: no predictions for {found.missing:,} of {many(len(documents), 'gold document')}")
        scores = [score(document, one) for document, one in zip(documents, found.predictions, strict=True)]
    else:
        signature = signature_for(documents, method, settings, folds)
        problems: list[str] = []
        with progress("Aligning", len(documents)) as step:
            scores = score_documents(
                documents,
                method,
                settings,
                folds=folds,
                workers=workers or cores(),
                progress=step,
                problem=problems.append,
            )
        say_problems(problems)
    parts = _parts(sets, scores)
    if save_gold is not None:
        lines = "".join(document.to_json() + "\n" for document in documents)
        write_files({Path(save_gold): lines.encode("utf-8", "backslashreplace")})
        say(f"wrote {save_gold}")
    if as_json:
        data = evaluation_json(method, signature, scores)
        data["files"] = {name: evaluation_json(method, signature, part) for name, part in parts.items()}
        write_json(data)
        return
    for name, part in parts.items():
        show(table(evaluation_rows(part), f"{name}: {many(len(part), 'document')}", _without_interval(part)))
    if len(parts) > 1:
        show(table(evaluation_rows(scores), f"all: {many(len(scores), 'document')}"))
    say(signature)


@click.command(
    "compare",
    cls=Command,
    examples="""
vicinal compare gold.jsonl
vicinal compare gold.jsonl --methods global,vicinity,massalign
vicinal compare german.jsonl english.jsonl -o comparison.html
""",
)
@click.argument("gold", nargs=-1, required=True, metavar="GOLD...")
@gold_options
@option(
    SCORING,
    "--methods",
    "chosen",
    default="all",
    show_default=True,
    metavar="NAMES",
    help="Comma-separated names, or all.",
)
@option(OUTPUT, "--output", "-o", metavar="FILE", help="Write to FILE (.html, .md or .json) instead of the terminal.")
@MEASURE
@FOLDS
@workers_option
def compare_command(
    gold: tuple[str, ...],
    chosen: str,
    output: str | None,
    measure: str,
    folds: int,
    workers: int | None,
    **options: Any,
) -> None:
    """Compare methods on gold data.

    GOLD and its texts are read as by 'vicinal evaluate'. Prints one table per GOLD. All methods use their default
    settings; supervised ones are cross-validated. Each method runs in its own process, whose processor time and peak
    memory are reported; as many methods run at the same time as there are workers. p is the p-value of the difference
    to the best method (paired randomisation test over documents). A method that fails is listed with the reason.
    FILE.html shows more details.
    """
    methods = list(METHODS) if chosen == "all" else [name.strip() for name in chosen.split(",")]
    for name in methods:
        method_class(name)
    if output is not None:
        if Path(output).suffix.lower() not in (".html", ".md", ".json"):
            raise SettingError(f"{output}: the name must end in .html, .md or .json")
        check_output(Path(output), gold)
    with notes_after() as hold:
        sets = read_sets(gold, options, hold)
    total = len(methods) * sum(map(len, sets.values()))
    with progress("Comparing", total) as step:
        results = run_methods(sets, methods, folds=folds, workers=workers or cores(), progress=step)
    sizes = {name: len(documents) for name, documents in sets.items()}
    if output is None:
        for title, rows, notes in _comparisons(results, measure, sizes):
            show(table(rows, title, notes))
        return
    if output.lower().endswith(".html"):
        from vicinal.report.comparison_page import comparison_page

        text: str = comparison_page(results, measure, sizes=sizes, folds=folds)
    elif output.lower().endswith(".json"):
        text = json.dumps(comparison_json(results, measure), indent=1, ensure_ascii=False) + "\n"
    else:
        text = "\n".join(
            f"## {title}\n\n{markdown(rows)}" + "".join(f"\nNote: {note}.\n" for note in notes)
            for title, rows, notes in _comparisons(results, measure, sizes)
        )
    write_files({Path(output): text.encode("utf-8", "backslashreplace")})
    say(f"wrote {output}")


def _without_interval(documents: Sequence[object]) -> list[str]:
    """Return the note that one document has no interval."""
    return ["one document has no confidence interval"] if len(documents) == 1 else []


def _parts(sets: dict[str, list[Gold]], scores: list[Scores]) -> dict[str, list[Scores]]:
    rest = iter(scores)
    return {name: list(islice(rest, len(documents))) for name, documents in sets.items()}


def _comparisons(
    results: list[MethodRun], measure: str, sizes: dict[str, int]
) -> Iterator[tuple[str, Rows, list[str]]]:
    """Yield the title, rows and notes of each set."""
    for name, documents in sizes.items():
        own = [result for result in results if result.set == name]
        ranked = measure_for(own, measure)
        title = f"{name}: {many(documents, 'document')}, ranked by F1 of {ranked}"
        yield title, comparison_rows(own, ranked), [*comparison_notes(own), *_without_interval(range(documents))]
