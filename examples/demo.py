"""Align every pair of reading levels of the sample corpus, and show what came out.

For each article, every two levels are aligned; one alignment (.json) and one table of links (.tsv) for each pair go to
demo-output/, and a table is printed. Its last columns compare with the hand-made gold: the share of the method's links
that are right, and of the gold's links that were found.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

import vicinal
from vicinal.alignment import KINDS
from vicinal.evaluate import Counts, score
from vicinal.gold import read_gold

ROOT = Path(__file__).resolve().parents[1]
OUTPUT = ROOT / "demo-output"


def main() -> None:
    """Run the demonstration."""
    console = Console(width=None if Console().is_terminal else 100)
    OUTPUT.mkdir(exist_ok=True)
    table = Table(title="The sample corpus, aligned", title_justify="left", box=None, padding=(0, 1))
    table.add_column("article")
    for name in ("sentences", "links", *KINDS, "without", "right", "found"):
        table.add_column(name, justify="right")
    total = Counts()
    pairs = [gold for path in sorted((ROOT / "data" / "gold").glob("*.jsonl")) for gold in read_gold(path)]
    for gold in track(pairs, description="Aligning", console=console, transient=True):
        name = gold.id
        alignment = vicinal.align(gold.source, gold.target)
        vicinal.save(alignment, OUTPUT / f"{name}.json")
        vicinal.save(alignment, OUTPUT / f"{name}.tsv")
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
    console.print(
        "\nwithout: sentences without a counterpart, source / target. right, found: against the hand-made gold."
    )
    console.print(f"Wrote {2 * len(pairs)} files (.json, .tsv) to {OUTPUT}", soft_wrap=True)
    example = "data/articles/recycling-rules.en.0.txt data/articles/recycling-rules.en.1.txt"
    console.print(f"Look at one:  .venv/bin/vicinal align {example}", soft_wrap=True)


if __name__ == "__main__":
    main()
