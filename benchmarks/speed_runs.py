"""What `vicinal run` adds to aligning, for `make bench`: python benchmarks/speed_runs.py.

Against `align_many` on the same pairs in memory, with two workers each: the processor time of a run from its start to
its end, with the start-up of all its processes. Then '--idf corpus' against a plain run; what a worker does with a
pair, part by part; and the memory of the largest process for 10,000 and 100,000 pairs.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from corpus import PARTS, Ran, documents, from_file, parts, write_table
from measured import Figure, gold_sets, ratios, table
from vicinal import align_many
from vicinal.gold import Gold

PAIRS = 50_000  # of a run: so many that its start-up weighs little
IN_LIST = 10_000  # for align_many
MANY = (10_000, 100_000)
IN_MEMORY = Path("/dev/shm")  # a file system in memory, where there is one
SETS = ("wiki_en_dev", "sample corpus")


def measure(gold: Mapping[str, Sequence[Gold]], rounds: int = 3) -> list[Figure]:
    """Return the figures of runs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return [*_against_memory(folder, rounds), *_by_part(gold, folder, rounds), *_memory(folder)]


def _against_memory(folder: Path, rounds: int) -> list[Figure]:
    """Runs take turns with `align_many`."""
    path = folder / "pairs.jsonl"
    write_table(path, PAIRS)
    pairs = documents(IN_LIST)
    ways: dict[str, Callable[[], Ran]] = {"align_many": partial(_align_many, pairs)}
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as name:
        ways["output in memory"] = partial(from_file, path, 2, Path(name))
        ways["output on disk"] = partial(from_file, path, 2, folder)
        ways["--idf corpus"] = partial(from_file, path, 2, Path(name), "--idf", "corpus")
        found: dict[str, list[Ran]] = {way: [] for way in ways}
        for _ in range(rounds):
            for way, run in ways.items():
                found[way].append(run())
    sizes = {way: IN_LIST if way == "align_many" else PAIRS for way in ways}
    took = {way: [1e6 * ran.processor / sizes[way] for ran in each] for way, each in found.items()}
    of = f"{PAIRS:,} pairs, 2 workers"

    def note(way: str) -> str:
        best = max(sizes[way] / ran.seconds for ran in found[way])
        return f"{min(took[way]):.0f} µs of processor time a pair; at best {best:,.0f} pairs a second"

    figures = [
        Figure(
            "runs", f"vicinal run, {way}", of, "of align_many's rate", ratios(took["align_many"], took[way]), 0.7,
            more_is_better=True, note=note(way),
        )
        for way in ("output in memory", "output on disk")
    ]  # fmt: skip
    ratio = ratios(took["--idf corpus"], took["output in memory"])
    weighted = Figure("runs", "--idf corpus", of, "times a plain run", ratio, 1.5, note=note("--idf corpus"))
    memory = Figure("runs", "align_many", f"{IN_LIST:,} pairs, 2 workers", "µs", tuple(took["align_many"]))
    return [memory, *figures, weighted]


def _align_many(pairs: Sequence[tuple[object, object]]) -> Ran:
    start, processor = time.perf_counter(), time.process_time()
    for _ in align_many(pairs, "vicinity", workers=2):  # type: ignore[arg-type]
        pass
    return Ran(time.perf_counter() - start, time.process_time() - processor, 0)


def _by_part(gold: Mapping[str, Sequence[Gold]], folder: Path, rounds: int) -> list[Figure]:
    """What a worker does with a pair of a set, which is repeated to fill a shard."""
    figures = []
    for name in SETS:
        if name not in gold:
            continue
        path = folder / "set.jsonl"
        with path.open("w", encoding="utf-8") as file:
            for number, one in enumerate(islice(cycle(gold[name]), 1000)):
                row = {"id": str(number), "source": one.source.paragraphs, "target": one.target.paragraphs}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
        found = [parts(path, folder, 5) for _ in range(rounds)]
        figures += [Figure("a pair of a run", part, name, "µs", tuple(each[part] for each in found)) for part in PARTS]
    return figures


def _memory(folder: Path) -> list[Figure]:
    """Return the largest process of a run of some pairs, and of ten times as many."""
    largest = []
    for count in MANY:
        path = folder / "pairs.jsonl"
        write_table(path, count)
        largest.append(from_file(path, 2, folder).largest)
    few, many = (f"{count:,} pairs" for count in MANY)
    return [
        Figure("runs", "memory of the largest process", few, "MB", (largest[0],)),
        Figure("runs", "memory of the largest process", many, "MB", (largest[1],)),
        Figure("runs", f"memory, against {few}", many, "times", (largest[1] / largest[0],), 1.25),
    ]


if __name__ == "__main__":
    print(table(measure(gold_sets())))
