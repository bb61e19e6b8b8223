"""How long reading a run back takes, next to making it: `stats`, `report`, and `export` to each format of one file.

    python benchmarks/speed_readback.py [--pairs N] [--rounds N] [GOLD.jsonl ...]

Whole commands are measured, from start to end, by the processor time of their processes, all with one worker: first
`vicinal run --method vicinity`, then the others on its folder, in turns, round by round.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from startup import compile_packages
from vicinal.formats import CORPUS_FORMATS, FORMATS
from vicinal.gold import Gold, read_gold_lines

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "gold"
PAIRS = 4000
TARGETS = {"stats": 0.25, "report": 0.5, "export": 0.5}  # of the time of the run
_ROW = "| {:20} | {:>8} | {:>7} | {:>15} | {:>6} |"


def measure(gold: dict[str, list[Gold]], rounds: int = 3, pairs: int = PAIRS) -> dict[str, Any]:
    """Return the processor time of each command, and its ratio to that of the run, for every round.

    Args:
        gold: Documents, by set; they are repeated until there are enough.
        rounds: How often everything is measured.
        pairs: The number of pairs of the run.
    """
    compile_packages()
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_table(folder / "corpus.jsonl", gold, pairs)
        for _ in range(rounds):
            for what, arguments in commands(folder).items():
                times.setdefault(what, []).append(processor_seconds(arguments))
                for made in ("exported", "run.report-pages"):
                    shutil.rmtree(folder / made, ignore_errors=True)
            shutil.rmtree(folder / "run")
    run = times["run"]
    return {
        what: {
            "seconds": statistics.median(took),
            "rounds": took,
            "ratio": statistics.median(_ratios(took, run)),
            "ratios": _ratios(took, run),
            "reference": "run",
            **({} if what == "run" else {"target": TARGETS[what.partition(" ")[0]]}),
        }
        for what, took in times.items()
    } | {"pairs": pairs}


def _ratios(took: list[float], run: list[float]) -> list[float]:
    return [one / other for one, other in zip(took, run, strict=True)]


def write_table(path: Path, gold: dict[str, list[Gold]], pairs: int) -> None:
    """Write a corpus of so many pairs as JSON lines, already split into sentences."""
    documents = [document for documents in gold.values() for document in documents]
    with path.open("w", encoding="utf-8") as file:
        for number in range(pairs):
            one = documents[number % len(documents)]
            texts = {"source": one.source.paragraphs, "target": one.target.paragraphs}
            row = {"id": f"{number} {one.id}", "language": one.source.language, **texts}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def commands(folder: Path) -> dict[str, list[str]]:
    """Return the commands to measure: first the run, then what reads it."""
    run = str(folder / "run")
    formats = [name for name in CORPUS_FORMATS if FORMATS[name].holds == "all" and name != "xlsx"]
    if importlib.util.find_spec("pyarrow") is None:
        formats.remove("parquet")
    return {
        "run": ["run", str(folder / "corpus.jsonl"), "-o", run, "--method", "vicinity", "--workers", "1"],
        "stats": ["stats", run, "--workers", "1"],
        "report": ["report", run, "--workers", "1"],
        **{f"export {name}": ["export", run, "--to", name, "-o", str(folder / "exported")] for name in formats},
    }


def processor_seconds(arguments: Iterable[str]) -> float:
    """Return the processor time of a command, its worker processes included."""
    before = _children()
    subprocess.run(
        [sys.executable, "-m", "vicinal", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ,
        check=True,
    )
    return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="*", type=Path)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    files = given.gold or sorted(SHARED.glob("*_dev.jsonl")) or sorted((ROOT / "data" / "gold").glob("*.jsonl"))
    found = measure({file.stem: list(read_gold_lines(file)) for file in files}, given.rounds, given.pairs)
    print(_ROW.format("command", "seconds", "of run", "rounds", "target"))
    for what, row in found.items():
        if what != "pairs":
            spread = f"{min(row['ratios']):.2f} to {max(row['ratios']):.2f}"
            print(_ROW.format(what, f"{row['seconds']:.2f}", f"{row['ratio']:.2f}", spread, row.get("target", "")))


if __name__ == "__main__":
    main()
