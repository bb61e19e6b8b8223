"""Time and memory of `global` on books of 1,000 to 100,000 sentences a side, and how much of the truth it finds.

    python benchmarks/speed_long.py

The books are made of the sample articles (`synthetic.book`), so which sentences belong together is known. Each length
is measured in a process of its own: the processor time of aligning and the peak memory of the whole process. Of the
length 10,000 there is also a book in which a third of the chapters is moved. The exponent is that of the growth of time
between the shortest and the longest book.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from math import log

from measured import Figure, gold_sets, table
from synthetic import book
from vicinal.evaluation.method_runs import peak_megabytes
from vicinal.gold import Gold
from vicinal.methods.global_.method import Global

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
WITH_MOVED = 10_000
SECONDS, MEGABYTES, EXPONENT = {10_000: 1.0, 100_000: 20.0}, {100_000: 1000.0}, 1.2  # targets
Run = dict[str, float]


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> list[Figure]:
    """Return time, peak memory, recall and precision for each length, and the exponent; the gold is not used."""
    del gold
    runs = {size: [_run(size, "in order") for _ in range(rounds)] for size in SIZES}
    figures = []
    for size, found in runs.items():
        of = f"{size:,} sentences"
        figures.append(Figure("long", "global", of, "s", _each(found, "seconds"), SECONDS.get(size)))
        figures.append(Figure("long", "global", of, "MB", _each(found, "mb"), MEGABYTES.get(size)))
        figures += _found(of, found)
    pairs = zip(_each(runs[SIZES[0]], "seconds"), _each(runs[SIZES[-1]], "seconds"), strict=True)
    exponents = tuple(log(last / first) / log(SIZES[-1] / SIZES[0]) for first, last in pairs)
    figures.append(
        Figure("long", "global", f"{SIZES[0]:,} to {SIZES[-1]:,} sentences", "exponent", exponents, EXPONENT)
    )
    moved = [_run(WITH_MOVED, "moved") for _ in range(rounds)]
    of = f"{WITH_MOVED:,} sentences, chapters moved"
    return [*figures, Figure("long", "global", of, "s", _each(moved, "seconds")), *_found(of, moved)]


def _each(runs: list[Run], name: str) -> tuple[float, ...]:
    return tuple(run[name] for run in runs)


def _found(of: str, runs: list[Run]) -> list[Figure]:
    """How much of the truth is found, and how much of what is found is true; the same in every round."""
    return [Figure("long", name, of, "of the pairs", (runs[0][name],)) for name in ("recall", "precision")]


def _run(size: int, kind: str) -> Run:
    done = subprocess.run([sys.executable, __file__, str(size), kind], capture_output=True, text=True, check=True)
    result: Run = json.loads(done.stdout)
    return result


def _one(size: int, kind: str) -> None:
    """Align one book and print what was measured."""
    source, target, truth = book(size, is_moved=kind == "moved")
    Global()(*book(50)[:2])  # everything is loaded
    start = time.process_time()
    alignment = Global()(source, target)
    seconds = time.process_time() - start
    peak = peak_megabytes()
    cells = set(alignment.cells)
    right = len(cells & truth)
    print(json.dumps({"seconds": seconds, "mb": peak, "recall": right / len(truth), "precision": right / len(cells)}))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _one(int(sys.argv[1]), sys.argv[2])
    else:
        print(table(measure(gold_sets())))
