"""How long the paper's method takes with other similarities, in v: its own time with words on the same documents.

    python benchmarks/speed_similar.py

The encoder of `embed` here adds up a fixed vector of 384 numbers for each word: encoding is not what is measured.
"Arrays given" is the search alone; "from the cache" reads the vectors of sentences encoded before from a file.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random

from measured import Figure, gold_sets, in_turns, ratios, table
from vicinal import Document, Idf, LanguageWarning, TfIdf, Vicinity
from vicinal.gold import Gold
from vicinal.similarity import stems
from vicinal.similarity.blend import Blend
from vicinal.similarity.characters import Characters
from vicinal.similarity.embeddings import Embeddings
from vicinal.similarity.vectors import Similarity, Vectors

PART = "similarities"
WIDTH = 384  # as e5
TARGETS = {"words, weights of a corpus": 4.0, "char": 8.0, "stem": 4.0, "blend": 8.0, "embed, arrays given": 4.0}
Pairs = Sequence[tuple[Document, Document]]


class Hashed:
    """An encoder that is the same everywhere."""

    def encode(self, sentences: list[str]) -> list[list[float]]:
        """Return the sum of the vectors of the words of each sentence."""
        return [
            [sum(column) for column in zip(*map(_of_word, sentence.lower().split()), strict=True)] or [0.0] * WIDTH
            for sentence in sentences
        ]


@cache
def _of_word(word: str) -> tuple[float, ...]:
    drawn = Random(word)
    return tuple(drawn.gauss(0.0, 1.0) for _ in range(WIDTH))


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> list[Figure]:
    """Return the time of each similarity on each set, in v."""
    warnings.simplefilter("ignore", LanguageWarning)
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, documents in gold.items():
            pairs = [(one.source, one.target) for one in documents]
            figures += _measured(name, pairs, Path(folder), rounds)
    return figures


def _measured(name: str, pairs: Pairs, folder: Path, rounds: int) -> list[Figure]:
    runs = {what: _run(similarity, pairs) for what, similarity in _similarities(pairs, folder).items()}
    runs["stem, no word seen before"] = _forgetful(runs["stem"])
    for run in runs.values():
        run()
    times = in_turns(runs, rounds)
    reference = times.pop("v")
    return [
        Figure(
            PART, what, name, "v", ratios(took, reference), TARGETS.get(what),
            note=f"{min(took) / len(pairs) * 1e6:,.0f} µs a pair",
        )
        for what, took in times.items()
    ]  # fmt: skip


def _similarities(pairs: Pairs, folder: Path) -> dict[str, Similarity]:
    found: dict[str, Similarity] = {
        "v": TfIdf(),
        "words, weights of a corpus": TfIdf(Idf.fit(document for pair in pairs for document in pair)),
        "char": Characters(),
        "stem": stems.Stems(),
        "blend": Blend(),
    }
    try:
        from vicinal.similarity.dense import DenseRows
    except ImportError:  # no numpy
        return found
    cached = Embeddings(Hashed(), name="hashed", cache=folder)
    arrays = {(id(source), id(target)): cached.arrays(source, target) for source, target in pairs}

    def given(source: Document, target: Document) -> Vectors:
        return Vectors.of_rows(DenseRows(*arrays[id(source), id(target)]))

    return found | {"embed, arrays given": given, "embed, from the cache": cached}


def _run(similarity: Similarity, pairs: Pairs) -> Callable[[], object]:
    method = Vicinity(similarity=similarity)
    return lambda: method.align_all(pairs)


def _forgetful(run: Callable[[], object]) -> Callable[[], object]:
    """Return the same without the stems that were kept."""

    def forget_and_run() -> None:
        stems.forget()
        run()

    return forget_and_run


def main() -> None:
    """Print a table."""
    print(table(measure(gold_sets())))


if __name__ == "__main__":
    main()
