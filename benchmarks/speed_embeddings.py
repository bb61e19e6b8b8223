"""Measures the built-in sentence encoders: sentences a second, alone and in batches, in one thread and on all cores.

    python benchmarks/speed_embeddings.py

64 sentences of the sample corpus. Processor time, except for threads, where the time that passes is what counts. `use`
is also measured in one batch of its own making, although that changes its vectors, to tell what is given up. Nothing is
measured where the extra `embed` is not installed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter, process_time

from measured import ROOT, Figure, gold_sets, ratios, table
from vicinal import Document
from vicinal.cores import cores
from vicinal.gold import Gold
from vicinal.similarity.embeddings import Embeddings, Encoder, installed
from vicinal.similarity.encoders import BUILT_IN

COUNT = 64


def sample() -> list[str]:
    """Return sentences of the sample corpus, drawn with a fixed seed."""
    found: list[str] = []
    for path in sorted((ROOT / "data" / "articles").glob("*.txt")):
        found += Document.from_file(path, path.name.split(".")[-3]).sentences
    return random.Random(3).sample(found, COUNT)


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> list[Figure]:
    """Return how many times the speed of one sentence at a time each way has; the gold is not used."""
    del gold
    return [figure for name in installed() for figure in _of_encoder(name, sample(), rounds)]


def _of_encoder(name: str, sentences: list[str], rounds: int) -> list[Figure]:
    encoder, built_in = BUILT_IN[name].load(), BUILT_IN[name]
    encoder.encode(sentences[:1])  # it is loaded
    similarity = Embeddings(name, cache=False)
    is_batched = built_in.batch > 1
    size = built_in.batch if is_batched else len(sentences)
    batches = [sentences[start : start + size] for start in range(0, len(sentences), size)]
    one_by_one = partial(_encode, encoder, [[sentence] for sentence in sentences])
    alone, together, alone_by_clock, used = [], [], [], []
    for _ in range(rounds):
        alone.append(_seconds(process_time, one_by_one))
        together.append(_seconds(process_time, partial(_encode, encoder, batches)))
        documents = Document([sentences]), Document([sentences[:1]])
        alone_by_clock.append(_seconds(perf_counter, one_by_one))
        used.append(_seconds(perf_counter, partial(similarity.arrays, *documents)))

    def figure(what: str, took: Sequence[float], reference: Sequence[float]) -> Figure:
        note = f"{len(sentences) / min(took):.0f} sentences a second"
        return Figure(
            "encoders", what, name, "times one by one", ratios(reference, took), more_is_better=True, note=note
        )

    threads = f"as used, on {built_in.threads()} of {cores()} cores, on the clock"
    return [
        figure("one by one", alone, alone),
        figure("in batches" if is_batched else "in batches, not used", together, alone),
        figure(threads, used, alone_by_clock),
    ]


def _encode(encoder: Encoder, batches: list[list[str]]) -> None:
    for batch in batches:
        encoder.encode(batch)


def _seconds(clock: Callable[[], float], work: Callable[[], object]) -> float:
    begun = clock()
    work()
    return clock() - begun


if __name__ == "__main__":
    print(table(measure(gold_sets())))
