"""How long reading a run back takes, next to making it: `stats`, `report`, and `export` to each format of one file.

    python benchmarks/speed_readback.py [--pairs N] [--rounds N]

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
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from measured import Figure, gold_sets, table
from startup import compile_packages
from vicinal.formats import CORPUS_FORMATS, FORMATS
from vicinal.gold import Gold

PAIRS = 2500
TARGETS = {"stats": 0.25, "export": 0.5}  # of the time of the run


def measure(gold: dict[str, list[Gold]], rounds: int = 3, pairs: int = PAIRS) -> list[Figure]:
    """Return the processor time of each command as a ratio to that of the run, for every round.

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
    run = times.pop("run")
    return [
        Figure(
            "reading a run back",
            what,
            f"{pairs:,} pairs",
            "times a run",
            tuple(one / other for one, other in zip(took, run, strict=True)),
            TARGETS.get(what.partition(" ")[0]),
            note=f"{min(took):.2f} s of the processor; the run {min(run):.2f} s",
        )
        for what, took in times.items()
    ]


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
    run, exported = str(folder / "run"), str(folder / "exported")
    formats = [name for name in CORPUS_FORMATS if FORMATS[name].holds == "all" and name != "xlsx"]
    if importlib.util.find_spec("pyarrow") is None:
        formats.remove("parquet")
    return {
        "run": ["run", str(folder / "corpus.jsonl"), "-o", run, "--method", "vicinity", "--workers", "1"],
        "stats": ["stats", run, "--workers", "1"],
        "report": ["report", run, "--workers", "1"],
        **{f"export {name}": ["export", run, "--to", name, "-o", exported, "--workers", "1"] for name in formats},
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
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    print(table(measure(gold_sets(), given.rounds, given.pairs)))


if __name__ == "__main__":
    main()
