"""What `vicinal run` adds to aligning, for `make bench`: python benchmarks/speed_runs.py.

Against `align_many` on the same pairs in memory, with two workers each: the processor time a pair of a long run, which
is the difference of a run of many pairs and of one of few, so that the start-up of its processes does not count. Then
'--idf corpus' against a plain run; the memory of the largest process for few pairs and for many; and what a worker does
with a pair, part by part.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path

from corpus import PARTS, documents, from_file, parts, write_table
from measured import Figure, gold_sets, ratios, table
from vicinal import Document, align_many
from vicinal.gold import Gold

FEW, MANY = 1_000, 11_000  # pairs of the two runs whose difference is taken
IN_LIST = 5_000  # for align_many
IN_MEMORY = Path("/dev/shm")  # a file system in memory, where there is one
IDF = "--idf corpus"
SETS = ("wiki_en_dev", "sample corpus")


def measure(gold: Mapping[str, Sequence[Gold]], rounds: int = 3) -> list[Figure]:
    """Return the figures of runs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return [*_against_memory(folder, rounds), *_by_part(gold, folder, rounds)]


def _against_memory(folder: Path, rounds: int) -> list[Figure]:
    """Runs take turns with `align_many`."""
    tables = {count: folder / f"{count}.jsonl" for count in (FEW, MANY)}
    for count, path in tables.items():
        write_table(path, count)
    pairs = documents(IN_LIST)
    took: dict[str, list[float]] = {}
    rates: dict[str, list[float]] = {}
    largest: dict[int, list[float]] = {FEW: [], MANY: []}
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as name:
        ways = {"output in memory": (Path(name), ""), "output on disk": (folder, ""), IDF: (Path(name), IDF)}
        for _ in range(rounds):
            took.setdefault("align_many", []).append(1e6 * _align_many(pairs) / IN_LIST)
            for way, (out, options) in ways.items():
                few, many = (from_file(tables[count], 2, out, *options.split()) for count in (FEW, MANY))
                took.setdefault(way, []).append(1e6 * (many.processor - few.processor) / (MANY - FEW))
                rates.setdefault(way, []).append(MANY / many.seconds)
                if way == "output in memory":
                    largest[FEW].append(few.largest)
                    largest[MANY].append(many.largest)
    of = f"from {FEW:,} to {MANY:,} pairs, 2 workers"

    def note(way: str) -> str:
        start_to_end = f"at best {max(rates[way]):,.0f} pairs a second of {MANY:,} from start to end"
        return f"{min(took[way]):.0f} µs of processor time a pair; {start_to_end}"

    figures = [
        Figure(
            "runs", f"vicinal run, {way}", of, "of align_many's rate", ratios(took["align_many"], took[way]), 0.7,
            more_is_better=True, note=note(way),
        )
        for way in ("output in memory", "output on disk")
    ]  # fmt: skip
    ratio = ratios(took[IDF], took["output in memory"])
    return [
        Figure("runs", "align_many", f"{IN_LIST:,} pairs, 2 workers", "µs", tuple(took["align_many"])),
        *figures,
        Figure("runs", IDF, of, "times a plain run", ratio, 1.5, note=note(IDF)),
        Figure("runs", "memory of the largest process", f"{MANY:,} pairs", "MB", tuple(largest[MANY])),
        Figure("runs", f"memory, against {FEW:,} pairs", f"{MANY:,} pairs", "times",
               ratios(largest[MANY], largest[FEW]), 1.25),
    ]  # fmt: skip


def _align_many(pairs: Sequence[tuple[Document, Document]]) -> float:
    """Return the processor time of all pairs."""
    start = time.process_time()
    for _ in align_many(pairs, "vicinity", workers=2):
        pass
    return time.process_time() - start


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


if __name__ == "__main__":
    print(table(measure(gold_sets())))
