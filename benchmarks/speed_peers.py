"""The paper's method beside other implementations and other aligners: python benchmarks/speed_peers.py.

From documents, already split into sentences, to the complete alignment with all its links and steps, one core.
`scikit-learn + numpy` is the same method with TfidfVectorizer and one matrix of all similarities; its cells are checked
first. `sentalign` and `dtwsa`, from the package index, get the same sentences and TF-IDF of the same words; they solve
another problem (a dynamic program over all pairs) and are here for scale.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import with_sklearn
from growth import COMPILED, Run, compiled, python, sklearn
from measured import Figure, gold_sets, in_turns, ratios, table
from vicinal import Document
from vicinal.gold import Gold

PART = "peers"
LEAST = {"scikit-learn + numpy": 30.0}


def installed() -> dict[str, Run]:
    """Return the aligners from the package index that are installed."""
    found: dict[str, Run] = {}
    try:
        from sentalign.sentalign import sentalign

        def by_sentalign(source: Document, target: Document) -> Any:
            encoder = with_sklearn.encoder(source, target)
            return sentalign(list(source.sentences), list(target.sentences), encoder)

        found["sentalign"] = by_sentalign
    except ImportError:
        pass
    try:
        from dtwsa import SentenceAligner

        def by_dtwsa(source: Document, target: Document) -> Any:
            matrix = with_sklearn.similarities(source, target)
            aligner = SentenceAligner(similarity_matrix=matrix, min_matching_value=COMPILED.sentence_alpha)
            return aligner.align_sentences(source.sentences, target.sentences)

        found["dtwsa"] = by_dtwsa
    except ImportError:
        pass
    return found


def over(documents: list[Gold], run: Run) -> Callable[[], object]:
    """Return a function that runs an aligner over all documents."""

    def all_of_them() -> None:
        for document in documents:
            run(document.source, document.target)

    return all_of_them


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> list[Figure]:
    """Return how many times the processor time of the compiled kernel the others take, set by set."""
    figures = []
    runs = {"Python": python, "scikit-learn + numpy": sklearn, **installed()}
    for name, documents in gold.items():
        for document in documents:
            cells = COMPILED(document.source, document.target).cells
            if tuple(sklearn(document.source, document.target)) != cells:
                raise SystemExit(f"{document.id}: the cells of scikit-learn differ")
        working = {"kernel": over(documents, compiled)}
        for how, run in runs.items():
            try:
                run(documents[0].source, documents[0].target)
            except Exception as error:  # noqa: BLE001  (a peer that cannot take a document is left out, and said)
                print(f"{how} fails on {name}: {type(error).__name__}: {error}")
            else:
                working[how] = over(documents, run)
        times = in_turns(working, rounds, repeats=2)
        kernel = times.pop("kernel")
        milliseconds = tuple(1000 * each / len(documents) for each in kernel)
        figures.append(Figure(PART, "compiled kernel", name, "ms a pair", milliseconds))
        figures += [
            Figure(PART, how, name, "v", ratios(took, kernel), LEAST.get(how), more_is_better=True)
            for how, took in times.items()
        ]
    return figures


if __name__ == "__main__":
    print(table(measure(gold_sets())))
