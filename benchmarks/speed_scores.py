"""Measures `evaluate`, `tune`, the bootstrap and the p-values: processor time, and the ratio to a plain reference.

    python benchmarks/speed_scores.py

The reference resamples each measure by itself, document by document, and tunes by aligning every document anew with
each setting: what was done before both were shared. It is run on a part of the work, in the same round, and its time is
multiplied.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from time import process_time

from measured import Figure, gold_sets, ratios, table
from vicinal import align
from vicinal.evaluation.counts import ALL_MEASURES, Counts, Scores
from vicinal.evaluation.evaluating import Evaluation
from vicinal.evaluation.resampling import randomisation
from vicinal.evaluation.scores import score
from vicinal.evaluation.tune import tune
from vicinal.gold import Gold
from vicinal.methods import method_class

FASTER = 3.0  # the aim for tuning
SAMPLES = 1000  # of a bootstrap
SOME = 20  # samples that the reference draws


def seconds(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def drawn(number: int, seed: int) -> list[Scores]:
    """Return scores of documents that do not exist."""
    choose = random.Random(seed)

    def counts() -> Counts:
        predicted, gold = choose.randint(5, 30), choose.randint(5, 30)
        right = choose.randint(0, min(predicted, gold))
        return Counts(right, predicted, right, gold)

    return [Scores(1, {measure: counts() for measure in ALL_MEASURES}) for _ in range(number)]


def resampled(documents: Sequence[Scores]) -> None:
    """Draw a few samples of each measure, as by the definition."""
    for measure in ALL_MEASURES:
        counts = [scores[measure] for scores in documents]
        choose = random.Random(1)
        for _ in range(SOME):
            correct = predicted = found = gold = 0
            for one in choose.choices(counts, k=len(counts)):
                correct += one.correct
                predicted += one.predicted
                found += one.found
                gold += one.gold


def tried(gold: Sequence[Gold], method: str, every: int) -> None:
    """Align and score each document anew with some settings of the grid: one in `every`."""
    grid = method_class(method).GRID
    for values in list(product(*grid.values()))[::every]:
        aligner = method_class(method)(**dict(zip(grid, values, strict=True)))
        for one in gold:
            score(one, align(one.source, one.target, aligner))


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> list[Figure]:
    """Return how many times faster each task is than its reference."""
    return [*_resampling(rounds), *_tuning(gold, rounds)]


def _resampling(rounds: int) -> list[Figure]:
    figures = []
    for number in (1_000, 30_000):
        first, second = drawn(number, 1), drawn(number, 2)
        by_id = {str(k): scores for k, scores in enumerate(first)}
        plain = [SAMPLES / SOME * seconds(partial(resampled, first[:1000])) * number / 1000 for _ in range(rounds)]
        one = [each / len(ALL_MEASURES) for each in plain]
        # An evaluation keeps its intervals: each round has its own.
        shown = [seconds(partial(str, Evaluation("drawn", "", by_id))) for _ in range(rounds)]
        interval = [seconds(Evaluation("drawn", "", by_id).interval) for _ in range(rounds)]
        p_value = [seconds(partial(randomisation, first, second, "links")) for _ in range(rounds)]
        of = f"{number:,} documents"
        figures += [
            _faster("bootstrap of all measures", of, shown, plain),
            _faster("bootstrap of one measure", of, interval, one),
            _faster("p-value", of, p_value, [2 * each for each in one]),
        ]
    return figures


def _tuning(gold: dict[str, list[Gold]], rounds: int) -> list[Figure]:
    figures = []
    for name, documents in gold.items():
        wanted = "links" if documents[0].has_sentences else "paragraphs"
        for method, every in (("vicinity", 8), ("global", 1)):
            plain = [every * seconds(partial(tried, documents, method, every)) for _ in range(rounds)]
            took = [seconds(partial(tune, documents, method, measure=wanted)) for _ in range(rounds)]
            figures.append(_faster(f"tune {method}", name, took, plain, FASTER))
    return figures


def _faster(what: str, of: str, took: Sequence[float], plain: Sequence[float], target: float | None = None) -> Figure:
    note = f"{min(took):.3g} s"
    return Figure("scores", what, of, "times faster", ratios(plain, took), target, more_is_better=True, note=note)


if __name__ == "__main__":
    print(table(measure(gold_sets(), 1)))
