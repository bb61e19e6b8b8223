"""What the global method costs beside the paper's: python benchmarks/global_method.py [GOLD.jsonl ...].

Two tables: milliseconds a document pair and their ratio, on pairs of about 75 and 12 sentences and on each file of gold
(by default the sample corpus, and the development gold where it lies beside the repository); then seconds, memory and
links for ever longer documents, alignable and unrelated, each in a process of its own. Times are the best of several
rounds, the two methods in turns.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

from corpus import generated
from synthetic import alignable, unrelated
from vicinal import Document, Vicinity
from vicinal.alignment import Aligner
from vicinal.evaluation.method_runs import peak_megabytes
from vicinal.gold import read_gold_lines
from vicinal.methods.global_.method import Global

ROOT = Path(__file__).resolve().parent.parent
SIZES = (300, 1000, 3000, 10_000)
ROUNDS = 15


def pairs_of(paths: list[Path]) -> list[tuple[Document, Document]]:
    return [(gold.source, gold.target) for path in paths for gold in read_gold_lines(path)]


def milliseconds(pairs: list[tuple[Document, Document]]) -> tuple[float, float]:
    """Return how long a pair takes: the paper's method, the global one."""
    best = [1e9, 1e9]
    methods: list[Aligner] = [Vicinity(), Global()]
    for _ in range(ROUNDS):
        for number, method in enumerate(methods):
            start = time.perf_counter()
            for source, target in pairs:
                _ = method(source, target).steps  # with all its objects
            best[number] = min(best[number], (time.perf_counter() - start) / len(pairs) * 1000)
    return best[0], best[1]


def measure(kind: str, size: int, channel: Connection) -> None:
    """Align long documents once; send seconds, megabytes more than before, links."""
    source, target = (alignable if kind == "alignable" else unrelated)(size)
    before = peak_megabytes()
    start = time.perf_counter()
    links = len(Global()(source, target).sentences)
    channel.send((time.perf_counter() - start, peak_megabytes() - before, links))


def main() -> None:
    files = [Path(path) for path in sys.argv[1:]]
    sets = {path.stem: [path] for path in files}
    if not files:
        sets = {"sample corpus": sorted((ROOT / "data" / "gold").glob("*.jsonl"))}
        sets |= {p.stem: [p] for p in sorted((ROOT.parent / "shared" / "gold").glob("*_dev.jsonl"))}
    print(f"{'pairs':28} {'vicinity ms':>12} {'global ms':>10} {'ratio':>6}")
    made = [(Document(source), Document(target)) for source, target in generated(40)]
    for name, pairs in {"75 x 12 sentences": made, **{name: pairs_of(paths) for name, paths in sets.items()}}.items():
        paper, ours = milliseconds(pairs)
        print(f"{name:28} {paper:12.3f} {ours:10.3f} {ours / paper:6.1f}", flush=True)
    print(f"\n{'sentences':>9} {'kind':10} {'seconds':>8} {'MB':>6} {'links':>6}")
    for kind in ("alignable", "unrelated"):
        for size in SIZES:
            here, there = multiprocessing.Pipe()
            process = multiprocessing.get_context("spawn").Process(target=measure, args=(kind, size, there))
            process.start()
            seconds, megabytes, links = here.recv()
            process.join()
            print(f"{size:9} {kind:10} {seconds:8.2f} {megabytes:6.0f} {links:6}", flush=True)


if __name__ == "__main__":
    main()
