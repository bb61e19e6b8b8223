"""All speed measurements: python benchmarks/run.py (make bench).

    python benchmarks/run.py [--runs N] [PART ...]    measure, and write docs/performance.json and the page made of it
    python benchmarks/run.py --page                   write the page from docs/performance.json again
    python benchmarks/run.py --keep                   keep the medians of docs/performance.json, for the next release
    python benchmarks/run.py --save FILE [PART ...]   measure another version, and save the medians only

Each part is a module and runs in processes of its own, three times, so that the noise from run to run is seen. Parts
that are not named keep the figures of the run before. Without gold beside the repository, the sample corpus alone is
measured. `previous.json` has the figures of the release before: `--keep` writes it from the last report, `--save` by
measuring another version that is first in PYTHONPATH. Takes about half an hour on two quiet cores.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from measured import ROOT, Figure, gold_sets, table
from plot import chart
from vicinal import __version__
from vicinal.compiled import active

DOCS = ROOT / "docs"
RESULTS = DOCS / "performance.json"
PREVIOUS = ROOT / "benchmarks" / "previous.json"
PARTS = (
    "startup",
    "speed_segment",
    "speed_similar",
    "speed_global",
    "speed_long",
    "speed_growth",
    "speed_worst",
    "speed_runs",
    "speed_readback",
    "speed_scores",
    "speed_embeddings",
    "speed_peers",
    "speed_text_to_file",
)


def measured(part: str, runs: int) -> list[Figure]:
    """Measure a part in processes of its own; return its figures with a round for each run."""
    found: dict[str, Figure] = {}
    for number in range(min(runs, getattr(importlib.import_module(part), "RUNS", runs))):
        print(f"{part}, run {number + 1} ...", file=sys.stderr, flush=True)
        command = [sys.executable, str(Path(__file__)), "--once", part]
        process = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        if process.returncode:
            print(f"{part} failed, and is left out", file=sys.stderr)
            return []
        for each in map(Figure.of_json, json.loads(process.stdout.splitlines()[-1])):
            before = found.get(each.key)
            found[each.key] = replace(each, rounds=(*before.rounds, *each.rounds)) if before else each
    return list(found.values())


def machine() -> dict[str, Any]:
    """Return what the figures were measured on."""
    cpu = platform.processor()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        cpu = names[0] if names else cpu
    return {
        "cpu": cpu,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "load before": round(os.getloadavg()[0], 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--page", action="store_true", help="only write the page again")
    parser.add_argument("--keep", action="store_true", help="make these the figures of the release before")
    parser.add_argument("--save", type=Path, metavar="FILE", help="save the medians, and write no page")
    parser.add_argument("--once", metavar="PART", help="measure a part once, and print its figures as JSON")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"by default all: {', '.join(PARTS)}")
    arguments = parser.parse_args()
    if unknown := [part for part in arguments.parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; the parts are {', '.join(PARTS)}")
    if arguments.once:
        figures = importlib.import_module(arguments.once).measure(gold_sets(), 1)
        print(json.dumps([figure.as_json() for figure in figures]))
        return
    if arguments.page:
        write_page(last_report())
        return
    if arguments.keep:
        save(PREVIOUS, (each for part in PARTS for each in figures_of(last_report(), part)))
        return
    if active() != "compiled kernel":
        raise SystemExit("the compiled kernel was not built: there is nothing to compare")
    parts = arguments.parts or PARTS
    if arguments.save:
        save(arguments.save, (each for part in parts for each in measured(part, arguments.runs)))
        return
    is_new = not arguments.parts or not RESULTS.exists()
    report: dict[str, Any] = {"machine": machine(), "figures": {}} if is_new else last_report()
    report["vicinal"] = __version__
    for part in parts:
        found = [each.as_json() for each in measured(part, arguments.runs)]
        if found:
            report["figures"][part] = found
        RESULTS.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    write_page(report)
    print(missed(report))


def last_report() -> dict[str, Any]:
    """Return what was measured last."""
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def save(path: Path, figures: Iterable[Figure]) -> None:
    """Save the medians of figures; others that the file has stay there."""
    medians = {each.key: float(f"{each.middle:.4g}") for each in figures}
    if path.exists():
        medians = json.loads(path.read_text(encoding="utf-8"))["figures"] | medians
    saved = {"version": __version__, "figures": dict(sorted(medians.items()))}
    path.write_text(json.dumps(saved, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def figures_of(report: dict[str, Any], part: str) -> list[Figure]:
    """Return the figures of a part, in the order they were measured."""
    return [Figure.of_json(each) for each in report["figures"].get(part, [])]


def missed(report: dict[str, Any]) -> str:
    """Return a table of the figures that miss their target."""
    late = [each for part in report["figures"] for each in figures_of(report, part) if each.is_met is False]
    return table(late) if late else "All targets are met."


def previous() -> dict[str, float]:
    """Return the medians of the release before."""
    found: dict[str, float] = json.loads(PREVIOUS.read_text(encoding="utf-8"))["figures"] if PREVIOUS.exists() else {}
    return found


def write_page(report: dict[str, Any]) -> None:
    """Write the page and its plots from a report."""
    before = previous()
    write_plots(figures_of(report, "speed_growth"), figures_of(report, "speed_long"))
    found = {part: figures_of(report, part) for part in PARTS}
    tables = {part: table(each, before) if each else "Not measured in this run." for part, each in found.items()}
    words = (ROOT / "benchmarks" / "performance_words.md").read_text(encoding="utf-8")
    described = ", ".join(f"{key}: {value}" for key, value in report["machine"].items())
    page = words.format(machine=described, version=report["vicinal"], **tables)
    (DOCS / "performance.md").write_text(page, encoding="utf-8")


def write_plots(vicinity: Iterable[Figure], whole: Iterable[Figure]) -> None:
    """Plot time and memory by length: of the paper's method in its implementations, and of `global`."""
    for unit, label, file in (("s", "seconds", "growth"), ("MB", "peak memory, MB", "memory")):
        lines: dict[str, list[tuple[float, float]]] = {}
        for each in (*vicinity, *whole):
            size = each.of.removesuffix(" sentences").replace(",", "")
            if each.unit == unit and size.isdigit() and each.what != "unrelated texts":
                lines.setdefault(each.what, []).append((float(size), each.middle))
        svg = chart(f"{label.capitalize()} by length", "sentences a side", label, lines)
        (DOCS / f"{file}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
