"""How the time and the memory of the paper's method grow with length: python benchmarks/speed_growth.py.

Synthetic documents (`synthetic.py`), alignable and unrelated; each length in a process of its own (`growth.py`).
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Sequence
from math import log

from measured import ROOT, Figure, gold_sets, table
from vicinal.gold import Gold

PART = "growth of vicinity"
SIZES = {
    "compiled": (100, 300, 1000, 3000, 10_000, 30_000, 100_000),
    "python": (100, 300, 1000, 3000),
    "sklearn": (100, 300, 1000, 3000),
}
NAMES = {"compiled": "compiled kernel", "python": "Python", "sklearn": "scikit-learn + numpy"}


def grown(kind: str, size: int, how: str) -> dict[str, float]:
    """Measure one pair in a process of its own: seconds and memory."""
    command = [sys.executable, str(ROOT / "benchmarks" / "growth.py"), kind, str(size), how]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Return the slope of log seconds over log size, from 1,000 sentences on, by least squares."""
    logs = [(log(size), log(took)) for size, took in zip(sizes, seconds, strict=True) if size >= 1000]
    mean_x, mean_y = (statistics.mean(side) for side in zip(*logs, strict=True))
    return float(sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs))


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> list[Figure]:
    """Return seconds and peak megabytes by length, and the exponent; the gold is not used."""
    del gold
    figures = []
    for how, sizes in SIZES.items():
        points = [[grown("alignable", size, how) for size in sizes] for _ in range(rounds)]
        for number, size in enumerate(sizes):
            of = f"{size:,} sentences"
            seconds = tuple(point[number]["seconds"] for point in points)
            figures.append(Figure(PART, NAMES[how], of, "s", seconds))
            figures.append(Figure(PART, NAMES[how], of, "MB", tuple(point[number]["mb"] for point in points)))
        if how == "compiled":
            slopes = tuple(exponent(sizes, [each["seconds"] for each in point]) for point in points)
            figures.append(Figure(PART, NAMES[how], "1,000 to 100,000 sentences", "exponent", slopes, 1.15))
    for size in (1000, 10_000, 100_000):
        apart = [grown("unrelated", size, "compiled") for _ in range(rounds)]
        of = f"{size:,} sentences"
        figures.append(Figure(PART, "unrelated texts", of, "s", tuple(point["seconds"] for point in apart)))
        figures.append(Figure(PART, "unrelated texts", of, "MB", tuple(point["mb"] for point in apart)))
    return figures


if __name__ == "__main__":
    print(table(measure(gold_sets())))
