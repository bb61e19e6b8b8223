"""The worst cases of `vicinity`, and each earlier system on a book: python benchmarks/speed_worst.py [--long].

The worst case of `vicinity` is a text of few words: every pair of sentences shares some, and few are similar enough.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable
from math import log2
from typing import Any

from measured import ROOT, Figure, gold_sets, table
from synthetic import alignable
from vicinal import Document, Gold, Vicinity
from vicinal.gold import read_gold_lines
from vicinal.methods import METHODS, method_class

EARLIER = [name for name in METHODS if name not in ("vicinity", "global")]
BOOK = 1500
MINUTE = 60.0  # an earlier system should not take longer


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
# A name, an aligner, texts of a length, and that length.
CASES: list[tuple[str, Vicinity, Make, int]] = [
    ("400 words, 10 to 18 in a sentence", Vicinity(), lambda n: few_words(n, 400, 10, 18), 20_000),
    ("400 words, 18 in a sentence", Vicinity(), lambda n: few_words(n, 400, 18, 18), 10_000),
    ("400 words, 25 in a sentence", Vicinity(), lambda n: few_words(n, 400, 25, 25), 10_000),
    ("200 words, both alphas .9", HIGH, lambda n: few_words(n, 200, 10, 18), 5_000),
    ("one paragraph against lines", Vicinity(), one_paragraph, 6_000),
]


def seconds(align: Callable[[Document, Document], Any], source: Document, target: Document) -> float:
    start = time.process_time()
    align(source, target)
    return time.process_time() - start


def worst_cases(rounds: int) -> Iterable[Figure]:
    """Yield the processor time of each case, and with which power of the length it grows from half of it on."""
    for name, align, make, size in CASES:
        half, whole = make(size // 2), make(size)
        times = [(seconds(align, *half), seconds(align, *whole)) for _ in range(rounds)]
        yield Figure("worst", name, f"{size:,} sentences", "s", tuple(long for _, long in times))
        exponents = tuple(log2(long / short) for short, long in times)
        yield Figure("worst", name, f"{size // 2:,} to {size:,} sentences", "exponent", exponents)


def aligner_of(name: str) -> Any:
    """Return an earlier system with its defaults; a supervised one learns from the sample corpus."""
    kind = method_class(name)
    return kind.fit(list(read_gold_lines(ROOT / "data" / "gold" / "en.jsonl"))) if hasattr(kind, "fit") else kind()


def earlier_systems(size: int) -> Iterable[Figure]:
    """Yield the processor time of each earlier system on one book."""
    source, target = (Document(document.paragraphs, language="en") for document in alignable(size))
    for name in EARLIER:
        took = seconds(aligner_of(name), source, target)
        yield Figure("worst", name, f"a book of {size:,} sentences", "s", (took,), MINUTE)


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> list[Figure]:
    """Return the worst cases, and the earlier systems on a book, which are measured once; the gold is not used."""
    del gold
    return [*worst_cases(rounds), *earlier_systems(BOOK)]


if __name__ == "__main__":
    print(table([*measure(gold_sets()), *(earlier_systems(10_000) if "--long" in sys.argv else ())]))
