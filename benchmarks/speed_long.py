"""Time and memory of `global` on books of 1,000 to 100,000 sentences a side, and how much of the truth it finds.

    python benchmarks/speed_long.py

The books are made of the sample articles (`synthetic.book`), so which sentences belong together is known. Each length
is measured in a process of its own: the processor time of aligning and the peak memory of the whole process. Of the
length 10,000 there is also a book in which a third of the chapters is moved. The exponent is that of the growth of time
between the shortest and the longest book. The longest ones are measured once, not in every round.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from math import log
from typing import Any

from synthetic import book
from vicinal.evaluation.method_runs import peak_megabytes
from vicinal.gold import Gold
from vicinal.methods.global_.method import Global

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
OFTEN = 10_000  # longer books are measured once
TARGETS = {10_000: {"seconds": 1.0}, 100_000: {"seconds": 20.0, "mb": 1000.0}}


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> dict[str, Any]:  # noqa: ARG001
    """Return processor time, peak memory, recall and precision for each length, and the exponent of the growth."""
    found: dict[str, Any] = {}
    for size in SIZES:
        for kind in ("in order", "moved") if size == OFTEN else ("in order",):
            runs = [_run(size, kind) for _ in range(rounds if size <= OFTEN else 1)]
            best = min(runs, key=lambda run: float(run["seconds"]))
            found[f"{size:,} {kind}"] = {
                **best,
                "rounds": [run["seconds"] for run in runs],
                "target": TARGETS.get(size, {}) if kind == "in order" else {},
            }
    first, last = (found[f"{size:,} in order"]["seconds"] for size in (SIZES[0], SIZES[-1]))
    found["exponent"] = {"value": log(last / first) / log(SIZES[-1] / SIZES[0]), "target": 1.2}
    return found


def _run(size: int, kind: str) -> dict[str, float]:
    done = subprocess.run([sys.executable, __file__, str(size), kind], capture_output=True, text=True, check=True)
    result: dict[str, float] = json.loads(done.stdout)
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


def main() -> None:
    if len(sys.argv) > 1:
        _one(int(sys.argv[1]), sys.argv[2])
        return
    found = measure({})
    print(f"{'sentences a side':22} {'seconds':>8} {'MB':>6} {'recall':>7} {'precision':>9}")
    for name, numbers in found.items():
        if name != "exponent":
            print("{:22} {seconds:8.2f} {mb:6.0f} {recall:7.4f} {precision:9.4f}".format(name, **numbers))
    print(f"time grows with n^{found['exponent']['value']:.2f}")


if __name__ == "__main__":
    main()
