"""From text to file, as a person waits for it: python benchmarks/speed_text_to_file.py [--pairs N].

One article, a book, a large book and a corpus, from plain text that is not split into sentences to the files people
want, by the command line, start-up included. Seconds on the clock, and the peak memory of the largest process.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import startup
from corpus import generated
from measured import ROOT, Figure, gold_sets, table
from synthetic import alignable
from vicinal import Document
from vicinal.gold import Gold

PART = "from text to file"
RUNS = 1  # of `make bench`; a corpus of 100,000 pairs takes minutes
METHODS = ("vicinity", "global")
BOOKS = (10_000, 100_000)
PAIRS = 100_000


# A small process starts the command: the peak memory of a process counts from what its parent had when it was started.
LAUNCHER = """
import json, resource, subprocess, sys, time
start = time.perf_counter()
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
took = time.perf_counter() - start
print(json.dumps([status, took, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024]))
"""


def command_line(*arguments: str) -> tuple[float, float]:
    """Run Vicinal; return the seconds on the clock, and the megabytes of its largest process."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", LAUNCHER, sys.executable, "-m", "vicinal", *arguments]
    found = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout
    status, seconds, megabytes = json.loads(found)
    if status:
        raise SystemExit(f"vicinal {' '.join(arguments)} ended with {status}")
    return seconds, megabytes


def plain(document: Document) -> str:
    """Return a document as people have it: prose, with blank lines between paragraphs."""
    return "\n\n".join(map(" ".join, document.paragraphs)) + "\n"


def aligned(what: str, pair: tuple[Path, Path], out: Path, rounds: int) -> Iterator[Figure]:
    """Align two texts to a file with each method."""
    for method in METHODS:
        command = ("align", *map(str, pair), "-m", method, "-o", str(out))
        found = [command_line(*command) for _ in range(rounds)]
        label = f"`align`, {method}, to {out.suffix}"
        yield Figure(PART, label, what, "s", tuple(seconds for seconds, _ in found))
        yield Figure(PART, label, what, "MB", tuple(megabytes for _, megabytes in found))


def corpus(pairs: int, folder: Path, rounds: int) -> Iterator[Figure]:
    """Run a corpus of texts that are not split, then describe it and export it."""
    table_of_texts = folder / "corpus.jsonl"
    with table_of_texts.open("w", encoding="utf-8") as file:
        for number, (source, target) in enumerate(generated(pairs)):
            texts = {"source": plain(Document(source)), "target": plain(Document(target))}
            file.write(json.dumps({"id": str(number), **texts}, ensure_ascii=False) + "\n")
    of = f"{pairs:,} pairs"
    for method in METHODS:
        run, exported = folder / "run", folder / "exported"
        commands = {
            f"`run`, {method}": ("run", str(table_of_texts), "-o", str(run), "-m", method),
            f"`stats`, {method}": ("stats", str(run)),
            f"`report`, {method}": ("report", str(run)),
            f"`export` to jsonl, {method}": ("export", str(run), "--to", "jsonl", "-o", str(exported)),
        }
        found: dict[str, list[tuple[float, float]]] = {label: [] for label in commands}
        for _ in range(rounds):
            shutil.rmtree(run, ignore_errors=True)
            shutil.rmtree(exported, ignore_errors=True)
            for label, command in commands.items():
                found[label].append(command_line(*command))
        for label, each in found.items():
            yield Figure(PART, label, of, "s", tuple(seconds for seconds, _ in each))
            yield Figure(PART, label, of, "MB", tuple(megabytes for _, megabytes in each))
    table_of_texts.unlink()


def measure(gold: dict[str, list[Gold]], rounds: int = 3, pairs: int = PAIRS) -> list[Figure]:
    """Return what each job takes; the gold is not used: the texts are our own."""
    del gold
    startup.compile_packages()
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        articles = ROOT / "data" / "articles"
        article = (articles / "krakatoa.en.0.txt", articles / "krakatoa.en.1.txt")
        figures += aligned("an article", article, folder / "article.html", max(rounds, 3))
        for size in BOOKS:
            book = (folder / "original.txt", folder / "simple.txt")
            for path, document in zip(book, alignable(size), strict=True):
                path.write_text(plain(document), encoding="utf-8")
            figures += aligned(f"a book of {size:,} sentences", book, folder / "book.jsonl", rounds)
        figures += corpus(pairs, folder, rounds)
    return figures


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    print(table(measure(gold_sets(), 1, parser.parse_args().pairs)))
