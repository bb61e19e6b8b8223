"""All speed measurements in one run: ratios, growth with length, memory, throughput by workers, start-up.

    python benchmarks/run.py [GOLD.jsonl ...]            (make bench)
    python benchmarks/run.py --memory [GOLD.jsonl ...]   only what a busy machine does not change

Without files: the development gold beside the repository where it is there, else the sample corpus. Writes
docs/performance.json, docs/performance.md and the plots it shows. Times are the best of several rounds; what is
compared runs in turns in the same process, so that a busy machine slows all of it. `--memory` measures the memory of
growing documents and the share of splitting again, and keeps the times of the run before.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from math import log
from pathlib import Path
from typing import Any

import startup
import with_sklearn
from growth import COMPILED, Run, compiled, python, sklearn
from plot import chart
from vicinal import Document, __version__, align_many
from vicinal.compiled import active
from vicinal.gold import Gold, read_gold_lines

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SHARED = ROOT.parent / "shared" / "gold"
SIZES = (100, 300, 1000, 3000, 10_000, 30_000, 100_000)
LATER = """ Memory, and what
splitting costs, were measured later (`python benchmarks/run.py --memory`) on a busy machine: look at the ratio of the
latter."""
MOST = {"compiled": 100_000, "python": 10_000, "sklearn": 3000}  # the largest size of each


def peers() -> dict[str, Run]:
    """Return the peers that are installed, fed the same sentences and TF-IDF of the same words."""
    found: dict[str, Run] = {}
    try:
        from sentalign.sentalign import sentalign

        def by_sentalign(source: Document, target: Document) -> Any:
            encoder = with_sklearn.encoder(source, target)
            return sentalign(list(source.sentences), list(target.sentences), encoder)

        found["sentalign"] = by_sentalign
    except ImportError:
        pass
    try:
        from dtwsa import SentenceAligner

        def by_dtwsa(source: Document, target: Document) -> Any:
            matrix = with_sklearn.similarities(source, target)
            aligner = SentenceAligner(similarity_matrix=matrix, min_matching_value=COMPILED.sentence_alpha)
            return aligner.align_sentences(source.sentences, target.sentences)

        found["dtwsa"] = by_dtwsa
    except ImportError:
        pass
    return found


def ratios(gold: list[Gold], runs: dict[str, Run]) -> dict[str, Any]:
    """Return milliseconds a document of each, and how many times slower than the kernel that is."""
    for document in gold:
        cells = COMPILED(document.source, document.target).cells
        if tuple(sklearn(document.source, document.target)) != cells:
            raise SystemExit(f"{document.id}: scikit-learn's cells differ")
    best: dict[str, float] = {}
    failed: dict[str, str] = {}
    # The two that are compared most closely take turns by themselves first; then everything, a few times.
    close = ["compiled kernel", "scikit-learn + numpy"]
    for names in [close] * 12 + [list(runs)] * 3:
        for name in names:
            run = runs[name]
            if name in failed:
                continue
            start = time.perf_counter()
            try:
                for document in gold:
                    run(document.source, document.target)
            except Exception as error:  # noqa: BLE001  (a peer that cannot take a document is a row that says so)
                failed[name] = f"{type(error).__name__}: {error}"[:120]
                continue
            best[name] = min(best.get(name, 1e9), (time.perf_counter() - start) / len(gold))
    fastest = best["compiled kernel"]
    rows = {name: {"ms": 1000 * took, "times": took / fastest} for name, took in best.items()}
    sizes = [(len(g.source.sentences), len(g.target.sentences)) for g in gold]
    means = [round(statistics.mean(side), 1) for side in zip(*sizes, strict=True)]
    return {"documents": len(gold), "sentences": means, "rows": rows, "failed": failed}


def splitting(gold: list[Gold]) -> dict[str, float]:
    """Return what finding the sentences of these documents takes, beside aligning them: milliseconds of processor time.

    Each document is joined to plain text, with blank lines between paragraphs, and split again. Both take turns.
    """
    documents = [document for pair in gold for document in (pair.source, pair.target)]
    texts = [("\n\n".join(map(" ".join, each.paragraphs)), each.language) for each in documents]
    best = {"split": 1e9, "align": 1e9}
    for _ in range(10):
        start = time.process_time()
        for text, language in texts:
            Document.from_text(text, language, split="prose")
        middle = time.process_time()
        for pair in gold:
            compiled(pair.source, pair.target)
        end = time.process_time()
        best = {"split": min(best["split"], middle - start), "align": min(best["align"], end - middle)}
    return {name: 1000 * took / len(gold) for name, took in best.items()}


def grown(kind: str, size: int, how: str) -> dict[str, float]:
    """Measure one synthetic pair in a process of its own (`growth.py`): seconds and memory."""
    command = [sys.executable, str(ROOT / "benchmarks" / "growth.py"), kind, str(size), how]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


def exponent(points: list[dict[str, float]]) -> float:
    """Return the slope of log seconds over log size, from 1,000 sentences on, by least squares."""
    logs = [(log(point["size"]), log(point["seconds"])) for point in points if point["size"] >= 1000]
    mean_x, mean_y = (statistics.mean(side) for side in zip(*logs, strict=True))
    return float(sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs))


def throughput(gold: list[Gold]) -> dict[str, float]:
    """Return pairs a second by number of workers, the best of four rounds taken in turns."""
    pairs = [(document.source, document.target) for document in gold]
    pairs = pairs * (3000 // len(pairs) + 1)
    best: dict[int, float] = {}
    for _ in range(4):
        for workers in (1, 2, 4):
            start = time.perf_counter()
            for _ in align_many(pairs, "vicinity", workers=workers):
                pass
            best[workers] = max(best.get(workers, 0.0), len(pairs) / (time.perf_counter() - start))
    return {str(workers): rate for workers, rate in best.items()}


def machine() -> dict[str, Any]:
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
        "load_before": round(os.getloadavg()[0], 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memory", action="store_true", help="measure memory and splitting, and keep the other times")
    parser.add_argument("gold", nargs="*", type=Path)
    arguments = parser.parse_args()
    if active() != "compiled kernel":
        raise SystemExit("the compiled kernel was not built: there is nothing to compare")
    files = arguments.gold
    if not files and SHARED.is_dir():
        files = [SHARED / f"{name}.jsonl" for name in ("deplain_de_dev", "wiki_en_dev")]
    sets = {
        path.stem: list(read_gold_lines(path)) for path in files or sorted((ROOT / "data" / "gold").glob("*.jsonl"))
    }
    results = DOCS / "performance.json"
    report = json.loads(results.read_text(encoding="utf-8")) if arguments.memory else timed(sets)
    report["memory_later"] = arguments.memory
    print("splitting ...", file=sys.stderr)
    report["splitting"] = {name: splitting(gold) for name, gold in sets.items()}
    print("growing documents ...", file=sys.stderr)
    before = report.get("growth", {})
    growth = {how: [grown("alignable", size, how) for size in SIZES if size <= most] for how, most in MOST.items()}
    report["growth"] = {how: with_times(points, before.get(how)) for how, points in growth.items()}
    report["exponent"] = exponent(report["growth"]["compiled"])
    apart = [grown("unrelated", size, "compiled") for size in (1000, 10_000, 100_000)]
    report["unrelated"] = with_times(apart, report.get("unrelated"))
    results.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    write_page(report)
    print(page_tables(report)["ratios"])


def timed(sets: dict[str, list[Gold]]) -> dict[str, Any]:
    """Return the part of the report that needs a quiet machine."""
    report: dict[str, Any] = {"vicinal": __version__, "machine": machine()}
    runs = {"compiled kernel": compiled, "Python": python, "scikit-learn + numpy": sklearn, **peers()}
    report["ratios"] = {}
    for name, gold in sets.items():
        print(f"timing {name} ...", file=sys.stderr)
        report["ratios"][name] = ratios(gold, runs)
    print("timing start-up ...", file=sys.stderr)
    startup.compile_packages()
    report["startup_ms"] = {name: 1000 * startup.seconds(command, 15) for name, command in startup.COMMANDS.items()}
    print("timing many pairs ...", file=sys.stderr)
    report["throughput"] = throughput([document for gold in sets.values() for document in gold])
    return report


def with_times(points: list[dict[str, float]], before: list[dict[str, float]] | None) -> list[dict[str, float]]:
    """Return points with the seconds of the same lengths in an earlier run, if there was one."""
    seconds = {point["size"]: point["seconds"] for point in before or []}
    return [{**point, "seconds": seconds.get(point["size"], point["seconds"])} for point in points]


def write_page(report: dict[str, Any]) -> None:
    """Write the page and its plots from a report."""
    names = {"compiled": "compiled kernel", "python": "Python", "sklearn": "scikit-learn"}
    for measure, label, file in (("seconds", "seconds", "growth"), ("mb", "peak memory, MB", "memory")):
        lines = {names[how]: [(p["size"], p[measure]) for p in points] for how, points in report["growth"].items()}
        svg = chart(f"{label.capitalize()} by length", "sentences a side", label, lines)
        (DOCS / f"{file}.svg").write_text(svg, encoding="utf-8")
    words = (ROOT / "benchmarks" / "performance_words.md").read_text(encoding="utf-8")
    (DOCS / "performance.md").write_text(words.format(**page_tables(report)), encoding="utf-8")


def page_tables(report: dict[str, Any]) -> dict[str, str]:
    """Return the tables and figures of the page."""
    parts = []
    for name, found in report["ratios"].items():
        rows = [f"| {how} | {row['ms']:.3f} | {row['times']:.1f} |" for how, row in found["rows"].items()]
        rows += [f"| {how} | failed: {why} | |" for how, why in found["failed"].items()]
        sizes = " x ".join(f"{size:g}" for size in found["sentences"])
        title = f"{name}: {found['documents']} documents of {sizes} sentences on average"
        parts.append(f"{title}\n\n| | ms a document | times the kernel |\n| --- | ---: | ---: |\n" + "\n".join(rows))
    grown_rows = [
        f"| {p['size']:,.0f} | {p['seconds']:.4f} | {p['mb']:.0f} | {p['documents_mb']:.0f} | {p['added_mb']:.0f} |"
        for p in report["growth"]["compiled"]
    ]
    split = [
        f"| {name} | {found['split']:.2f} | {found['align']:.3f} | {found['split'] / found['align']:.0f} |"
        for name, found in report["splitting"].items()
    ]
    apart = [f"| {p['size']:,.0f} | {p['seconds']:.3f} | {p['mb']:.0f} |" for p in report["unrelated"]]
    first = report["throughput"]["1"]
    many = [f"| {n} | {rate:,.0f} | {rate / first:.2f} |" for n, rate in report["throughput"].items()]
    start = [f"| `{name}` | {ms:.0f} |" for name, ms in report["startup_ms"].items()]
    return {
        "machine": ", ".join(f"{key}: {value}" for key, value in report["machine"].items()),
        "version": report["vicinal"],
        "later": LATER if report["memory_later"] else "",
        "ratios": "\n\n".join(parts),
        "growth": "| sentences a side | seconds | peak MB | of it the documents | of it for aligning |\n"
        "| ---: | ---: | ---: | ---: | ---: |\n" + "\n".join(grown_rows),
        "splitting": "| | split, ms | align, ms | times |\n| --- | ---: | ---: | ---: |\n" + "\n".join(split),
        "exponent": f"{report['exponent']:.2f}",
        "unrelated": "| sentences a side | seconds | peak MB |\n| ---: | ---: | ---: |\n" + "\n".join(apart),
        "throughput": "| workers | pairs a second | times one |\n| ---: | ---: | ---: |\n" + "\n".join(many),
        "startup": "| | ms |\n| --- | ---: |\n" + "\n".join(start),
    }


if __name__ == "__main__":
    main()
