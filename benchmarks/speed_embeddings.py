"""Measures the built-in sentence encoders: sentences a second, alone and in batches, in one thread and on all cores.

    python benchmarks/speed_embeddings.py

64 sentences of the sample corpus. Processor time, except for threads, where the time that passes is what counts. `use`
is also measured in one batch of its own making, although that changes its vectors, to tell what is given up. Nothing is
measured where the extra `embed` is not installed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter, process_time
from typing import Any

from encoders import sample
from vicinal import Document
from vicinal.cores import cores
from vicinal.gold import Gold
from vicinal.similarity.embeddings import Embeddings, Encoder, installed
from vicinal.similarity.encoders import BUILT_IN


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> dict[str, Any]:  # noqa: ARG001  (the texts are our own)
    """Return sentences a second of each encoder, and the ratio to one sentence at a time, for every round."""
    names = installed()
    if not names:
        return {"missing": "the extra embed is not installed"}
    sentences = sample()
    found: dict[str, Any] = {}

    def note(task: str, taken: float, alone: float) -> None:
        entry = found.setdefault(task, {"per_second": [], "ratio": []})
        entry["per_second"].append(round(len(sentences) / taken, 1))
        entry["ratio"].append(round(alone / taken, 2))

    for name in names:
        encoder = BUILT_IN[name].load()
        encoder.encode(sentences[:1])
        similarity = Embeddings(name, cache=False)
        for _ in range(rounds):
            alone = _seconds(process_time, partial(_encode, encoder, [[sentence] for sentence in sentences]))
            note(f"{name}, one by one", alone, alone)
            size = len(sentences) if BUILT_IN[name].batch == 1 else BUILT_IN[name].batch
            batches = [sentences[start : start + size] for start in range(0, len(sentences), size)]
            taken = _seconds(process_time, partial(_encode, encoder, batches))
            note(f"{name}, batches" + (" (not used)" if BUILT_IN[name].batch == 1 else ""), taken, alone)
            taken = _seconds(perf_counter, partial(similarity.arrays, Document([sentences]), Document([sentences[:1]])))
            note(f"{name}, as used, on {BUILT_IN[name].threads()} of {cores()} cores, time that passes", taken, alone)
    return found


def _encode(encoder: Encoder, batches: list[list[str]]) -> None:
    for batch in batches:
        encoder.encode(batch)


def _seconds(clock: Callable[[], float], work: Callable[[], object]) -> float:
    begun = clock()
    work()
    return clock() - begun


def main() -> None:
    """Print the table."""
    found = measure({}, 3)
    if "missing" in found:
        print(found["missing"])
        return
    for task, row in found.items():
        rates, ratios = (", ".join(map(str, row[key])) for key in ("per_second", "ratio"))
        print(f"{task:<58} {rates} sentences a second; {ratios} times one by one")


if __name__ == "__main__":
    main()
