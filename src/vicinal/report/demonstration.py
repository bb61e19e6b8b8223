"""The demonstration: the sample corpus, aligned by two methods, with pages and a report to look at.

The methods are `vicinity`, the method of Paetzold & Specia (2016), and `global`, our own and the default. The command
`demo` calls `demonstrate`, and shows `demonstration_table` of the outcome. The folder of a demonstration:

    README.txt                     what is in the folder; it marks the folder as a demonstration
    articles/NAME.LEVEL.txt        the texts
    gold/LANGUAGE.jsonl            the links that people made
    alignments/ID.json .tsv .html  each pair, aligned by the default method
    run/                           the same as a run over the corpus
    report.html, report-pages/     the report of the run
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vicinal.aligning import align
from vicinal.corpus.contract import Advance, silent
from vicinal.corpus.readers import corpus_at
from vicinal.corpus.runs import run
from vicinal.errors import InputError
from vicinal.evaluation.scores import Counts, score
from vicinal.files import reason
from vicinal.formats import save
from vicinal.gold import Gold, read_gold_lines
from vicinal.methods import DEFAULT
from vicinal.report.report_files import write_report

if TYPE_CHECKING:
    from rich.console import RenderableType

METHODS = ("vicinity", "global")
SHOWN = "recycling-rules.en"  # the article that is advised to look at
_TITLE = "The sample corpus, aligned by two methods"
_MARK = "README.txt"
_ABOUT = """This is a demonstration of Vicinal, made by `vicinal demo`.

articles/      twelve articles at two or three reading levels; 0 is the original
gold/          which sentences say the same, as people found; one JSON line a pair of levels
alignments/    each pair, aligned: .html to look at, .tsv for a spreadsheet, .json to load again
run/           the same as a run over the corpus: `vicinal serve run` shows and corrects it
report.html    the report of the run

`vicinal demo` writes these files anew. Others are left as they are. You can delete this folder.
"""


@dataclass(frozen=True)
class Demonstration:
    """What was made.

    Attributes:
        folder: The folder with everything.
        pairs: The pairs of texts with their gold.
        counts: For each method, how its links compare with the gold: a count for each pair.
    """

    folder: Path
    pairs: tuple[Gold, ...]
    counts: Mapping[str, tuple[Counts, ...]]


def sample_corpus() -> Path:
    """Return the folder of the sample corpus: inside an installed package, or `data` in a folder of the source.

    Raises:
        InputError: Neither is there.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "sample", package.parents[1] / "data"):
        if (folder / "gold").is_dir():
            return folder
    raise InputError("the sample corpus is not part of this installation; install Vicinal again")


def demonstrate(folder: Path, advance: Advance = silent) -> Demonstration:
    """Align the sample corpus in a folder.

    Args:
        folder: Where everything is written: a new or empty folder, or one of an earlier demonstration.
        advance: Called with progress.

    Raises:
        InputError: The folder has other content, or cannot be written.
    """
    try:
        _prepare(folder)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written: {reason(error)}") from None
    files = sorted((folder / "gold").glob("*.jsonl"))
    pairs = tuple(pair for file in files for pair in read_gold_lines(file))
    counts: dict[str, list[Counts]] = {method: [] for method in METHODS}
    for number, pair in enumerate(pairs, 1):
        for method in METHODS:
            alignment = align(pair.source, pair.target, method)
            counts[method].append(score(pair, alignment).links)
            if method == DEFAULT:
                for suffix in ("json", "tsv", "html"):
                    save(alignment, folder / "alignments" / f"{pair.id}.{suffix}")
        advance("aligning", number, len(pairs))
    finished = run(corpus_at(list(map(str, files))), folder / "run")
    write_report(finished, folder / "report.html", pages=20)
    return Demonstration(folder, pairs, {method: tuple(found) for method, found in counts.items()})


def _prepare(folder: Path) -> None:
    """Make the folder with the sample corpus, and remove the run of an earlier demonstration."""
    mark = folder / _MARK
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is a file; name a new folder")
    if folder.is_dir() and any(folder.iterdir()) and not (mark.is_file() and mark.read_bytes() == _ABOUT.encode()):
        raise InputError(f"{folder}: has other files in it; name a new folder")
    sample = sample_corpus()
    (folder / "alignments").mkdir(parents=True, exist_ok=True)
    mark.write_bytes(_ABOUT.encode())
    for part, pattern in (("articles", "*.txt"), ("gold", "*.jsonl")):
        (folder / part).mkdir(exist_ok=True)
        for file in sorted((sample / part).glob(pattern)):
            shutil.copyfile(file, folder / part / file.name)
    if (folder / "run").is_dir():
        shutil.rmtree(folder / "run")


def demonstration_table(made: Demonstration) -> RenderableType:
    """Return the outcome as a table for the terminal: the links of both methods, and how they compare with the gold."""
    from rich.table import Table

    table = Table(title=_TITLE, title_justify="left", box=None, padding=(0, 1), pad_edge=False)
    table.add_column("\narticle", no_wrap=True)
    table.add_column("\nsentences", justify="right")
    for method in METHODS:
        for heading in (f"{method}\nlinks", "\nright", "\nfound"):
            table.add_column(heading, justify="right")
    for number, pair in enumerate(made.pairs):
        sizes = f"{len(pair.source.sentences)} x {len(pair.target.sentences)}"
        table.add_row(pair.id, sizes, *(cell for method in METHODS for cell in _figures(made.counts[method][number])))
    table.add_section()
    totals = (sum(made.counts[method], Counts()) for method in METHODS)
    table.add_row("all", "", *(cell for total in totals for cell in _figures(total)))
    return table


def _figures(counts: Counts) -> list[str]:
    """Return the number of links, their precision and their recall, as the table shows them."""
    right = f"{counts.precision:.0%}" if counts.predicted else "–"
    return [str(counts.predicted), right, f"{counts.recall:.0%}"]
