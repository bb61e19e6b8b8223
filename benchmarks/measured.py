"""What `make bench` measures: figures with all their rounds, and how functions take turns.

Each `speed_*.py` has a function `measure(gold, rounds) -> list[Figure]`; `run.py` calls them all, compares the figures
with those of the previous release (`previous.json`) and with their targets, and writes docs/performance.md. Machines
are shared and differ, so a figure is a ratio to something measured in the same round wherever that is possible: to "v",
the processor time of the paper's method on the same documents, or to the run that made the files.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from vicinal.gold import Gold, read_gold_lines

ROOT = Path(__file__).resolve().parent.parent
SETS = ("deplain_de_dev", "wiki_en_dev", "porsimples_pt_dev", "onestop_en_paragraphs_dev")


@dataclass(frozen=True)
class Figure:
    """One thing that was measured, in each round.

    Attributes:
        part: What it belongs to, such as "similarities"; the figures of a part make a table.
        what: What was measured, such as "char".
        of: What it was measured on, such as a set of gold or "100,000 sentences".
        unit: "v", "times a run", "ms", "s", "MB", "exponent", "pairs/s" ...
        rounds: The value in each round.
        target: What was aimed at; None if nothing was.
        more_is_better: Whether the target is the least value aimed at, not the greatest.
        note: A sentence for the table, such as the time that the ratio stands for.
    """

    part: str
    what: str
    of: str
    unit: str
    rounds: tuple[float, ...]
    target: float | None = None
    more_is_better: bool = False
    note: str = ""

    @property
    def key(self) -> str:
        """The same in every release."""
        return f"{self.part} | {self.what} | {self.of} | {self.unit}"

    @property
    def middle(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.rounds)

    @property
    def is_met(self) -> bool | None:
        """Whether the median meets the target; None without one."""
        if self.target is None:
            return None
        return self.middle >= self.target if self.more_is_better else self.middle <= self.target

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON."""
        return {**asdict(self), "rounds": [float(f"{each:.4g}") for each in self.rounds]}

    @classmethod
    def of_json(cls, found: dict[str, Any]) -> Figure:
        """Return a figure as it was saved."""
        return cls(**{**found, "rounds": tuple(found["rounds"])})


def gold_sets() -> dict[str, list[Gold]]:
    """Return the development gold beside the repository where it is there, and the sample corpus."""
    folder = ROOT.parent / "shared" / "gold"
    paths = {name: [folder / f"{name}.jsonl"] for name in SETS if (folder / f"{name}.jsonl").exists()}
    paths["sample corpus"] = sorted((ROOT / "data" / "gold").glob("*.jsonl"))
    return {name: [gold for path in files for gold in read_gold_lines(path)] for name, files in paths.items()}


def in_turns(
    runs: Mapping[str, Callable[[], object]],
    rounds: int = 3,
    repeats: int = 3,
    clock: Callable[[], float] | None = None,
) -> dict[str, list[float]]:
    """Return the seconds of each function in each round: the best of some repeats, in which all take turns.

    Args:
        runs: The functions by name.
        rounds: How many values each gets.
        repeats: How many times each runs in a round.
        clock: What tells the time; the processor time of this process, if not given.
    """
    now = clock or time.process_time
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        best = dict.fromkeys(runs, float("inf"))
        for _ in range(repeats):
            for name, run in runs.items():
                gc.collect()
                start = now()
                run()
                best[name] = min(best[name], now() - start)
        for name, took in best.items():
            found[name].append(took)
    return found


def ratios(times: Iterable[float], references: Iterable[float]) -> tuple[float, ...]:
    """Return, round by round, how many times the reference something took."""
    return tuple(time / reference for time, reference in zip(times, references, strict=True))


def table(figures: Iterable[Figure], previous: Mapping[str, float] | None = None) -> str:
    """Return figures as a table in Markdown: median, lowest and highest of the rounds, before, target."""
    before = previous or {}
    rows = ["| | on | | lowest to highest | before | target |", "| --- | --- | ---: | ---: | ---: | ---: |"]
    for one in figures:
        bound = "" if one.target is None else f"{'≥' if one.more_is_better else '≤'} {number(one.target)}"
        met = {None: "", True: " ✓", False: " ✗"}[one.is_met]
        old = number(before[one.key]) if one.key in before else ""
        spread = f"{number(min(one.rounds))} to {number(max(one.rounds))}" if len(one.rounds) > 1 else ""
        what = f"{one.what} ({one.note})" if one.note else one.what
        rows.append(f"| {what} | {one.of} | {number(one.middle)} {one.unit} | {spread} | {old} | {bound}{met} |")
    return "\n".join(rows)


def number(value: float) -> str:
    """Return a number with three digits that count.

    >>> number(0.01234), number(1234.5), number(20)
    ('0.0123', '1,234', '20')
    """
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    text = f"{value:.3g}"
    return text if "e" not in text else f"{value:.6f}"
