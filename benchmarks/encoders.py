"""Measures the built-in sentence encoders: sentences per second of processor time, on one thread.

    python benchmarks/encoders.py

64 sentences of the sample corpus, drawn with a fixed seed. Rounds take turns, and the median of each encoder and batch
size is shown, so that a busy machine disturbs all of them alike. `e5` is also measured one sentence at a time, to show
what batches bring; those of `use` would change its vectors.
"""

from __future__ import annotations

import random
from pathlib import Path
from statistics import median
from time import process_time

from vicinal import Document
from vicinal.similarity.embeddings import installed
from vicinal.similarity.encoders import BUILT_IN

ARTICLES = Path(__file__).resolve().parents[1] / "data" / "articles"
COUNT, ROUNDS = 64, 5


def sample() -> list[str]:
    found: list[str] = []
    for path in sorted(ARTICLES.glob("*.txt")):
        found += Document.from_file(path, path.name.split(".")[-3]).sentences
    return random.Random(3).sample(found, COUNT)


def main() -> None:
    sentences = sample()
    cases = [(name, size) for name in installed() for size in sorted({1, BUILT_IN[name].batch})]
    seconds: dict[tuple[str, int], list[float]] = {case: [] for case in cases}
    for name in installed():
        BUILT_IN[name].load().encode(sentences[:1])
    for _ in range(ROUNDS):
        for name, size in cases:
            encoder = BUILT_IN[name].load()
            start = process_time()
            for first in range(0, COUNT, size):
                encoder.encode(sentences[first : first + size])
            seconds[name, size].append(process_time() - start)
    print("encoder  sentences at a time  sentences per second")
    for (name, size), values in seconds.items():
        print(f"{name:<7}  {size:>19}  {COUNT / median(values):>20.1f}")


if __name__ == "__main__":
    main()
