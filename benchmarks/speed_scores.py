"""Measures `evaluate`, `tune`, the bootstrap and the p-values: processor time, and the ratio to a plain reference.

    python benchmarks/speed_scores.py

The reference resamples each measure by itself, document by document, and tunes by aligning every document anew with
each setting: what was done before both were shared. It is run on a part of the work, in the same round, and its time is
multiplied. Figures of every round are returned.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any

from vicinal import align
from vicinal.evaluation.counts import ALL_MEASURES, Counts, Scores
from vicinal.evaluation.evaluating import Evaluation
from vicinal.evaluation.resampling import randomisation
from vicinal.evaluation.scores import score
from vicinal.evaluation.tune import tune
from vicinal.gold import Gold, read_gold_lines
from vicinal.methods import method_class

ROOT = Path(__file__).resolve().parent.parent
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


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> dict[str, Any]:
    """Return the seconds of each task, those of its reference and the ratio, for every round."""
    found: dict[str, Any] = {}

    def note(name: str, taken: float, reference: float, target: float | None = None) -> None:
        entry = found.setdefault(name, {"seconds": [], "reference": [], "ratio": []})
        entry["seconds"].append(round(taken, 4))
        entry["reference"].append(round(reference, 4))
        entry["ratio"].append(round(reference / taken, 2))
        if target is not None:
            entry["target"] = target

    studies = {number: (drawn(number, 1), drawn(number, 2)) for number in (1_000, 30_000)}
    for _ in range(rounds):
        for number, (first, second) in studies.items():
            by_id = {str(k): scores for k, scores in enumerate(first)}
            plain = SAMPLES / SOME * seconds(partial(resampled, first[:1000])) * number / 1000
            shown = seconds(partial(str, Evaluation("drawn", "", by_id)))
            note(f"bootstrap of all measures, {number:,} documents", shown, plain)
            one = seconds(Evaluation("drawn", "", by_id).interval)
            note(f"bootstrap of one measure, {number:,} documents", one, plain / len(ALL_MEASURES))
            p = seconds(partial(randomisation, first, second, "links"))
            note(f"p-value, {number:,} documents", p, 2 * plain / len(ALL_MEASURES))
        for name, documents in gold.items():
            wanted = "links" if documents[0].has_sentences else "paragraphs"
            for method, every in (("vicinity", 8), ("global", 1)):
                plain = every * seconds(partial(tried, documents, method, every))
                taken = seconds(partial(tune, documents, method, measure=wanted))
                note(f"tune {method}, {name}", taken, plain, 3.0)
    return found


def small_sets() -> dict[str, list[Gold]]:
    """Return the development sets where they lie beside the repository, else the sample corpus."""
    folder = ROOT.parent / "shared" / "gold"
    paths = sorted(folder.glob("*.jsonl")) or sorted((ROOT / "data" / "gold").glob("*.jsonl"))
    return {path.stem: list(read_gold_lines(path)) for path in paths}


def main() -> None:
    """Print the table."""
    print(f"{'task':<55} {'seconds':>8} {'reference':>9}  ratio of each round")
    for name, row in measure(small_sets(), 1).items():
        target = f"  (target {row['target']:g})" if "target" in row else ""
        print(
            f"{name:<55} {min(row['seconds']):>8.3f} {min(row['reference']):>9.2f}  "
            f"{', '.join(f'{ratio:.1f}' for ratio in row['ratio'])}{target}"
        )


if __name__ == "__main__":
    main()
