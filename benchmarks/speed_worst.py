"""The worst cases of `vicinity`, and each earlier system on a book.

    python benchmarks/speed_worst.py [--long]

The worst case of `vicinity` is a text of few words: every pair of sentences shares some, and few are similar enough.
The seconds before were measured on the same machine, with the version before the index added up dot products.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from math import log
from pathlib import Path
from typing import Any

from synthetic import alignable
from vicinal import Document, Gold, Vicinity
from vicinal.gold import read_gold_lines
from vicinal.methods import METHODS, method_class

DATA = Path(__file__).resolve().parent.parent / "data" / "gold"
EARLIER = [name for name in METHODS if name not in ("vicinity", "global")]


def few_words(sentences: int, words: int, shortest: int, longest: int) -> tuple[Document, Document]:
    """Return two texts of random sentences of a small vocabulary, five in a paragraph."""
    choose = random.Random(1)

    def document() -> Document:
        lines = [
            " ".join(f"w{choose.randrange(words)}" for _ in range(choose.randint(shortest, longest))) + "."
            for _ in range(sentences)
        ]
        return Document([lines[k : k + 5] for k in range(0, sentences, 5)])

    return document(), document()


def one_paragraph(sentences: int) -> tuple[Document, Document]:
    """Return two versions of a text, one without paragraphs, one with a paragraph for each sentence."""
    source, target = alignable(sentences)
    return Document([source.sentences]), Document([[sentence] for sentence in target.sentences])


HIGH = Vicinity(paragraph_alpha=0.9, sentence_alpha=0.9)
Make = Callable[[int], tuple[Document, Document]]
# A name, an aligner, texts of a length, that length, and the seconds of processor time before.
CASES: list[tuple[str, Vicinity, Make, int, float]] = [
    ("400 words, 10 to 18 in a sentence", Vicinity(), lambda n: few_words(n, 400, 10, 18), 10_000, 2.728),
    ("400 words, 18 in a sentence", Vicinity(), lambda n: few_words(n, 400, 18, 18), 10_000, 14.744),
    ("400 words, 25 in a sentence", Vicinity(), lambda n: few_words(n, 400, 25, 25), 10_000, 22.639),
    ("200 words, both alphas .9", HIGH, lambda n: few_words(n, 200, 10, 18), 5_000, 0.898),
    ("one paragraph against lines", Vicinity(), one_paragraph, 6_000, 6.258),
]


def seconds(align: Callable[[Document, Document], Any], source: Document, target: Document) -> float:
    start = time.process_time()
    align(source, target)
    return time.process_time() - start


def worst_cases(rounds: int) -> dict[str, Any]:
    """Return the processor time of each case, and with which power of the length it grows from half of it on."""
    found = {}
    for name, align, make, size, before in CASES:
        half, whole = make(size // 2), make(size)
        times = [(seconds(align, *half), seconds(align, *whole)) for _ in range(rounds)]
        best = [min(column) for column in zip(*times, strict=True)]
        found[name] = {
            "sentences": size,
            "seconds": best[1],
            "rounds": [whole for _, whole in times],
            "exponent": log(best[1] / best[0], 2),
            "before": before,
            "times_faster": before / best[1],
            "target": 5,
        }
    return found


def aligner_of(name: str) -> Any:
    """Return an earlier system with its defaults; a supervised one learns from the sample corpus."""
    kind = method_class(name)
    return kind.fit(list(read_gold_lines(DATA / "en.jsonl"))) if hasattr(kind, "fit") else kind()


def earlier_systems(sizes: tuple[int, ...]) -> dict[str, Any]:
    """Return the processor time of each earlier system on one pair of each length."""
    found: dict[str, Any] = {}
    for name in EARLIER:
        align = aligner_of(name)
        found[name] = {}
        for size in sizes:
            source, target = (Document(document.paragraphs, language="en") for document in alignable(size))
            found[name][str(size)] = seconds(align, source, target)
    return found


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> dict[str, Any]:  # noqa: ARG001
    """Return the worst cases, and the earlier systems on a book of 1,500 sentences a side; gold is not needed."""
    return {"worst": worst_cases(rounds), "earlier": earlier_systems((1500,))}


def main() -> None:
    for name, one in worst_cases(3).items():
        print(
            f"{name:36} {one['sentences']:7,} sentences {one['seconds']:8.3f} s, exponent {one['exponent']:.2f},"
            f" {one['times_faster']:.0f} times faster",
            flush=True,
        )
    sizes = (1500, 10_000) if "--long" in sys.argv else (1500,)
    print(json.dumps(earlier_systems(sizes), indent=1))


if __name__ == "__main__":
    main()
