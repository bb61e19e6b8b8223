"""Align every pair of reading levels of the sample corpus with two methods, and print the results side by side.

The methods are `vicinity`, the method of Paetzold & Specia (2016), and `global`, our own and the default. For each pair
a row is printed: the links of both, and how they compare with the hand-made gold. The alignment (.json), a table of
links (.tsv) and a page (.html) by the default method go to demo-output/. Then the whole corpus is aligned as
`vicinal run` does it, with a report.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

import vicinal
from vicinal.corpus import corpus_at, run
from vicinal.evaluation.scores import Counts, score
from vicinal.gold import read_gold
from vicinal.methods import DEFAULT
from vicinal.report.report_files import write_report

ROOT = Path(__file__).resolve().parents[1]
OUTPUT = ROOT / "demo-output"
METHODS = ("vicinity", "global")


def main() -> None:
    """Run the demonstration."""
    console = Console(width=None if Console().is_terminal else 100)
    OUTPUT.mkdir(exist_ok=True)
    table = Table(title="The sample corpus, aligned by two methods", title_justify="left", box=None, padding=(0, 1))
    table.add_column("\narticle")
    table.add_column("\nsentences", justify="right")
    for method in METHODS:
        for heading in (f"{method}\nlinks", "\nright", "\nfound"):
            table.add_column(heading, justify="right")
    totals = {method: Counts() for method in METHODS}
    pairs = [gold for path in sorted((ROOT / "data" / "gold").glob("*.jsonl")) for gold in read_gold(path)]
    for gold in track(pairs, description="Aligning", console=console, transient=True):
        row = [gold.id, f"{len(gold.source.sentences)} x {len(gold.target.sentences)}"]
        for method in METHODS:
            alignment = vicinal.align(gold.source, gold.target, method)
            counts = score(gold, alignment).links
            totals[method] += counts
            row += figures(counts)
            if method == DEFAULT:
                for suffix in ("json", "tsv", "html"):
                    vicinal.save(alignment, OUTPUT / f"{gold.id}.{suffix}")
        table.add_row(*row)
    table.add_section()
    table.add_row("all", "", *(figure for method in METHODS for figure in figures(totals[method])))
    console.print(table)
    console.print("\nvicinity: the method of Paetzold & Specia (2016). global: our own, the default.")
    console.print("right, found: precision and recall of links, compared with the gold.")
    console.print(f"Wrote {3 * len(pairs)} files (.json, .tsv, .html) by {DEFAULT} to {OUTPUT}", soft_wrap=True)
    shutil.rmtree(OUTPUT / "corpus", ignore_errors=True)
    gold_files = sorted(map(str, (ROOT / "data" / "gold").glob("*.jsonl")))
    finished = run(corpus_at(gold_files), OUTPUT / "corpus")
    written = write_report(finished, OUTPUT / "report.html", pages=20)
    console.print(f"\nThe same as a corpus run: {OUTPUT / 'corpus'}", soft_wrap=True)
    console.print(f"Open the report:   {written.report}", soft_wrap=True)
    console.print(f"Open one page:     {OUTPUT / 'recycling-rules.en.0-1.html'}", soft_wrap=True)
    example = "data/articles/recycling-rules.en.0.txt data/articles/recycling-rules.en.1.txt"
    console.print(f"In the terminal:   .venv/bin/vicinal align {example}", soft_wrap=True)


def figures(counts: Counts) -> list[str]:
    """Return the number of links, their precision and their recall, as the table shows them."""
    right = f"{counts.precision:.0%}" if counts.predicted else "–"
    return [str(counts.predicted), right, f"{counts.recall:.0%}"]


if __name__ == "__main__":
    main()
