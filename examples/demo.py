"""Align every pair of reading levels of the sample corpus, and print the results.

For each pair, an alignment (.json), a table of links (.tsv) and a page (.html) go to demo-output/, and a row is
printed. Its last columns compare with the hand-made gold: precision and recall of links. Then the whole corpus is
aligned as `vicinal run` does it, with a report.
"""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

import vicinal
from vicinal.alignment import KINDS
from vicinal.corpus import corpus_at, run
from vicinal.evaluate.scores import Counts, score
from vicinal.gold import read_gold
from vicinal.report.report_files import write_report

ROOT = Path(__file__).resolve().parents[1]
OUTPUT = ROOT / "demo-output"


def main() -> None:
    """Run the demonstration."""
    console = Console(width=None if Console().is_terminal else 100)
    OUTPUT.mkdir(exist_ok=True)
    table = Table(title="The sample corpus, aligned", title_justify="left", box=None, padding=(0, 1))
    table.add_column("article")
    for name in ("sentences", "links", *KINDS, "unaligned", "right", "found"):
        table.add_column(name, justify="right")
    total = Counts()
    pairs = [gold for path in sorted((ROOT / "data" / "gold").glob("*.jsonl")) for gold in read_gold(path)]
    for gold in track(pairs, description="Aligning", console=console, transient=True):
        name = gold.id
        alignment = vicinal.align(gold.source, gold.target)
        vicinal.save(alignment, OUTPUT / f"{name}.json")
        vicinal.save(alignment, OUTPUT / f"{name}.tsv")
        vicinal.save(alignment, OUTPUT / f"{name}.html")
        kinds = Counter(link.kind for link in alignment.sentences)
        counts = score(gold, alignment).links
        total += counts
        sizes = f"{len(gold.source.sentences)} x {len(gold.target.sentences)}"
        alone = f"{len(alignment.unaligned_source)} / {len(alignment.unaligned_target)}"
        figures = [sizes, str(len(alignment.sentences)), *(str(kinds[kind]) for kind in KINDS), alone]
        right = f"{counts.precision:.0%}" if counts.predicted else "–"
        table.add_row(name, *figures, right, f"{counts.recall:.0%}")
    table.add_section()
    table.add_row("all", "", str(total.predicted), *[""] * 5, f"{total.precision:.0%}", f"{total.recall:.0%}")
    console.print(table)
    console.print("\nunaligned: sentences in no link, source / target. right, found: precision and recall of links.")
    console.print(f"Wrote {3 * len(pairs)} files (.json, .tsv, .html) to {OUTPUT}", soft_wrap=True)
    shutil.rmtree(OUTPUT / "corpus", ignore_errors=True)
    gold_files = sorted(map(str, (ROOT / "data" / "gold").glob("*.jsonl")))
    finished = run(corpus_at(gold_files), OUTPUT / "corpus")
    written = write_report(finished, OUTPUT / "report.html", pages=20)
    console.print(f"\nThe same as a corpus run: {OUTPUT / 'corpus'}", soft_wrap=True)
    console.print(f"Open the report:   {written.report}", soft_wrap=True)
    console.print(f"Open one page:     {OUTPUT / 'recycling-rules.en.0-1.html'}", soft_wrap=True)
    example = "data/articles/recycling-rules.en.0.txt data/articles/recycling-rules.en.1.txt"
    console.print(f"In the terminal:   .venv/bin/vicinal align {example}", soft_wrap=True)


if __name__ == "__main__":
    main()
