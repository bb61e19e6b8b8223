"""How `vicinal run` compares with aligning in memory, and what memory it takes: python benchmarks/corpus.py.

Pairs of 50 and 20 sentences are generated from the sample articles and written as JSON lines, already split into
sentences, so that reading and writing weigh as much as they ever do. In one run: `align_many` with two workers over
pairs in memory, then `vicinal run` with two workers (and one) over the file, and its memory at a tenth of the pairs and
at all of them: the most that the largest of its processes had at any time. With `--parts TABLE`: only what a worker
does with a pair of that table, in microseconds of processor time, part by part.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from vicinal import Document, Vicinity, align_many
from vicinal.corpus.contract import Corpus, Limits, Pair, Shard
from vicinal.corpus.readers import corpus_at
from vicinal.corpus.records import encode
from vicinal.corpus.relatedness import relatedness
from vicinal.corpus.settling import recognised_corpus, settled_corpus
from vicinal.gold import read_gold_lines

ROOT = Path(__file__).resolve().parent.parent
SENTENCES = (50, 20)
ROUNDS = 20
PARTS = ("read", "align", "compare the texts, for suspect pairs", "make the record", "digest it", "write it")
Paragraphs = list[list[str]]
# Runs a command, and prints its processor time and the size of its largest process. A small process does this, since
# the system counts for a process also how large the one was that started it.
_MEASURED = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(code)
"""


def generated(count: int) -> Iterator[tuple[Paragraphs, Paragraphs]]:
    """Yield pairs: an article with the beginning of another, and sentences of its simple version, each with a number.

    They are related, as the pairs of a corpus are: pairs that look unrelated take longer, and are few.
    """
    articles = list(read_gold_lines(ROOT / "data" / "gold" / "en.jsonl"))
    choose = random.Random(1)
    for number in range(count):
        gold, other = (articles[k % len(articles)] for k in (number, number + 1))
        simple = [(p, text) for p, paragraph in enumerate(gold.target.paragraphs) for text in paragraph]
        kept: dict[int, list[str]] = {}
        for k in sorted(choose.sample(range(len(simple)), min(SENTENCES[1], len(simple)))):
            kept.setdefault(simple[k][0], []).append(f"{simple[k][1]} {choose.randrange(10**6)}")
        yield _beginning(gold.source.paragraphs + other.source.paragraphs), list(kept.values())


def _beginning(paragraphs: Iterable[tuple[str, ...]]) -> Paragraphs:
    left = SENTENCES[0]
    kept = []
    for paragraph in paragraphs:
        if left > 0:
            kept.append(list(paragraph[:left]))
            left -= len(paragraph)
    return kept


def write_table(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        for number, (source, target) in enumerate(generated(count)):
            file.write(json.dumps({"id": str(number), "source": source, "target": target}, ensure_ascii=False) + "\n")


def documents(count: int) -> list[tuple[Document, Document]]:
    """Return pairs in memory."""
    return [(Document(source), Document(target)) for source, target in generated(count)]


def in_memory(count: int) -> float:
    """Return how many pairs align_many does a second, with two workers."""
    pairs = documents(count)
    best = 0.0
    for _ in range(3):
        start = time.perf_counter()
        for _ in align_many(pairs, "vicinity", workers=2):
            pass
        best = max(best, count / (time.perf_counter() - start))
    return best


class Ran(NamedTuple):
    """A run from its start to its end: wall-clock time and processor time in seconds, its largest process in MB."""

    seconds: float
    processor: float
    largest: float


def from_file(table: Path, workers: int, folder: Path, *options: str) -> Ran:
    """Return what `vicinal run` takes, in a process of its own, with all its workers."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "vicinal", "run", str(table), "-o", str(out), "--method", "vicinity"]
    command += ["--workers", str(workers), *options]
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", _MEASURED, *command], capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode:
        sys.exit(f"vicinal run ended with {done.returncode}:\n{done.stderr}")
    shutil.rmtree(out)
    processor, largest = map(float, done.stdout.split()[-2:])
    return Ran(seconds, processor, largest / 1024)


def parts(table: Path, folder: Path, rounds: int = ROUNDS) -> dict[str, float]:
    """Return the microseconds of processor time that each part of a worker's job takes a pair, the best of some rounds.

    The parts are those of `corpus.shard_job`, in its order, each for a whole shard at once.
    """
    corpus, _ = recognised_corpus(corpus_at([str(table)]))
    shard = next(iter(corpus.shards(Limits())))
    corpus, _ = settled_corpus(corpus, [shard])
    found = []
    gc.disable()  # as a worker does
    for _ in range(rounds):
        found.append(_one_round(corpus, shard, folder))
        gc.collect()
    gc.enable()
    return {part: min(each[part] for each in found) for part in PARTS}


def _one_round(corpus: Corpus, shard: Shard, folder: Path) -> dict[str, float]:
    times = [time.process_time()]
    pairs = [one for one in corpus.read(shard) if isinstance(one, Pair)]
    times.append(time.process_time())
    alignments = Vicinity().align_all([(pair.source, pair.target) for pair in pairs])
    times.append(time.process_time())
    related = [relatedness(pair.source, pair.target) for pair in pairs]
    times.append(time.process_time())
    data = b"".join(encode(*each) for each in zip(pairs, alignments, related, strict=True))
    times.append(time.process_time())
    hashlib.sha256(data).hexdigest()
    times.append(time.process_time())
    (folder / "records").write_bytes(data)
    times.append(time.process_time())
    return {part: 1e6 * (end - start) / len(pairs) for part, start, end in zip(PARTS, times, times[1:], strict=False)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, help="where to put the table and the output (about 3 GB)")
    parser.add_argument("--parts", type=Path, metavar="TABLE", help="only what a worker does with a pair of a table")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        if arguments.parts:
            found = parts(arguments.parts, folder)
            for part, took in (*found.items(), ("all", sum(found.values()))):
                print(f"| {part} | {took:.0f} | {took / sum(found.values()):.0%} |")
            return
        memory = in_memory(min(arguments.pairs, 20_000))
        print(f"align_many, two workers, in memory: {memory:,.0f} pairs a second")
        for count, workers in ((arguments.pairs // 10, 2), (arguments.pairs, 2), (arguments.pairs // 10, 1)):
            table = folder / f"{count}.jsonl"
            if not table.exists():
                write_table(table, count)
            ran = from_file(table, workers, folder)
            rate = count / ran.seconds
            size = table.stat().st_size / 1e6
            print(
                f"vicinal run, {workers} workers, {count:,} pairs ({size:,.0f} MB): {rate:,.0f} pairs a second "
                f"({rate / memory:.0%} of align_many), {ran.largest:.0f} MB in the largest process"
            )


if __name__ == "__main__":
    main()
