"""How long `import vicinal` and `vicinal --help` take: the median of many starts, packages byte-compiled first.

    python benchmarks/startup.py [--runs N]

A bare interpreter is measured in the same run, since start-up differs from machine to machine.
"""

from __future__ import annotations

import argparse
import compileall
import importlib.util
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import vicinal": ["-c", "import vicinal"],
    "vicinal --help": ["-m", "vicinal", "--help"],
}
PACKAGES = ("vicinal", "click")


def compile_packages() -> None:
    """Byte-compile what a start loads, as an installer does (some machines keep Python from doing so)."""
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        for folder in (spec.submodule_search_locations or []) if spec else []:
            compileall.compile_dir(folder, quiet=2)


def seconds(arguments: list[str], runs: int) -> float:
    """Return the median time of a start."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    compile_packages()
    bare = seconds(COMMANDS["python -c pass"], runs)
    print(f"Median of {runs} starts, {Path(sys.executable).name} {sys.version.split()[0]}")
    for name, arguments in COMMANDS.items():
        took = seconds(arguments, runs)
        print(f"{name:16} {1000 * took:6.0f} ms, {1000 * (took - bare):5.0f} ms over a bare interpreter")


if __name__ == "__main__":
    main()
