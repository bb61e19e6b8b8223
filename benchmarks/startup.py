"""How long commands take to start: processor time and time on the clock, packages byte-compiled first.

    python benchmarks/startup.py [--starts N] [--rounds N]

A bare interpreter is measured in turns with the commands, since start-up differs from machine to machine, and a busy
one slows all of them. Most telling is the fastest start; the median shows what a person waits.
"""

from __future__ import annotations

import argparse
import compileall
import importlib.util
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from measured import Figure, table
from vicinal.gold import Gold

STARTS = 15
BARE = "python -c pass"
COMMANDS = {
    BARE: ["-c", "pass"],
    "import vicinal": ["-c", "import vicinal"],
    "vicinal --version": ["-m", "vicinal", "--version"],
    "vicinal --help": ["-m", "vicinal", "--help"],
    "vicinal align": ["-m", "vicinal", "align", "SOURCE", "TARGET"],
    "vicinal align, as on a terminal": ["-m", "vicinal", "align", "SOURCE", "TARGET", "-f", "text"],
}
TARGETS = {"vicinal --help": 80, "vicinal align": 120, "vicinal align, as on a terminal": 120}  # ms
PACKAGES = ("vicinal", "click", "rich")
TEXTS = {
    "SOURCE": "The old mill by the river grinds corn again. Visitors watch the miller at work.\n\n"
    "Two carpenters repaired its broken wheel in spring. They used oak from the forest.\n",
    "TARGET": "The mill on the river is old. It grinds corn again.\n\nCarpenters repaired the wheel.\n",
}


class Start(NamedTuple):
    """How long a command took, in seconds: of the processor, and on the clock."""

    processor: float
    clock: float


def compile_packages() -> None:
    """Byte-compile what a start loads, as an installer does (some machines keep Python from doing so)."""
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        for folder in (spec.submodule_search_locations or []) if spec else []:
            compileall.compile_dir(folder, quiet=2)


def start(arguments: list[str]) -> Start:
    """Start a command once."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command, nowhere = [sys.executable, *arguments], subprocess.DEVNULL
    subprocess.run(command, env=environment, stdout=nowhere, stderr=nowhere, check=True)
    took, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Start(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, took)


@contextmanager
def with_texts() -> Iterator[dict[str, list[str]]]:
    """Write the two texts, and yield the commands with their names."""
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder, f"{name.lower()}.txt") for name in TEXTS}
        for name, file in files.items():
            file.write_text(TEXTS[name], encoding="utf-8")
        yield {name: [str(files.get(one, one)) for one in arguments] for name, arguments in COMMANDS.items()}


def measure(gold: dict[str, list[Gold]], rounds: int = 3, starts: int = STARTS) -> list[Figure]:
    """Return the milliseconds of each command: of the processor, the fastest start of every round.

    Args:
        gold: Not used: the texts are two short ones.
        rounds: How often everything is measured.
        starts: How many starts a round has.
    """
    del gold
    compile_packages()
    found: dict[str, list[list[Start]]] = {name: [[] for _ in range(rounds)] for name in COMMANDS}
    with with_texts() as commands:
        for number in range(rounds):
            for _ in range(starts):
                for name, arguments in commands.items():
                    found[name][number].append(start(arguments))
    return [_figure(name, times, TARGETS.get(name)) for name, times in found.items()]


def _figure(name: str, rounds: list[list[Start]], target: int | None) -> Figure:
    fastest = tuple(1000 * min(one.processor for one in times) for times in rounds)
    clock = [1000 * one.clock for times in rounds for one in times]
    note = f"on the clock {min(clock):.0f} ms at best, {statistics.median(clock):.0f} in the middle"
    return Figure("start-up", name, "byte-compiled", "ms", fastest, target, note=note)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starts", type=int, default=STARTS)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    print(table(measure({}, given.rounds, given.starts)))


if __name__ == "__main__":
    main()
