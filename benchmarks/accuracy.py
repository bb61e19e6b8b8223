"""Accuracy of the vicinity method on gold, and the table its defaults were chosen from.

    python benchmarks/accuracy.py [GOLD.jsonl ...]            the default setting on each file
    python benchmarks/accuracy.py --grid [GOLD.jsonl ...]     every setting of a grid, best mean F1 first
    python benchmarks/accuracy.py --leave-out GOLD.jsonl ...  the best setting of the other sets, on the set left out

Without files: the sample corpus. `--grid` ranks settings by the mean over files of links F1 and pairs F1.
`--leave-out` adds the sample corpus as one more set.
"""

from __future__ import annotations

import argparse
from itertools import product
from pathlib import Path

from vicinal.evaluation.scores import Scores, score
from vicinal.gold import Gold, read_gold_lines
from vicinal.methods.vicinity import Vicinity

SAMPLE = sorted((Path(__file__).resolve().parent.parent / "data" / "gold").glob("*.jsonl"))
PARAGRAPH_ALPHAS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)
SENTENCE_ALPHAS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4)
BETAS = (0.0, 0.05, 0.1)


def measure(method: Vicinity, documents: list[Gold]) -> Scores:
    return sum((score(gold, method(gold.source, gold.target)) for gold in documents), Scores())


def row(scores: Scores) -> str:
    return " ".join(f"{c.precision:.3f} {c.recall:.3f} {c.f1:.3f}" for c in (scores.links, scores.pairs))


def tried(sets: dict[str, list[Gold]]) -> list[tuple[tuple[float, ...], list[Scores]]]:
    """Return every setting of the grid with its scores on each set."""
    found: list[tuple[tuple[float, ...], list[Scores]]] = []
    for alphas in product(PARAGRAPH_ALPHAS, SENTENCE_ALPHAS, BETAS):
        method = Vicinity(paragraph_alpha=alphas[0], sentence_alpha=alphas[1], beta=alphas[2])
        found.append((alphas, [measure(method, documents) for documents in sets.values()]))
    return found


def mean(scores: list[Scores]) -> float:
    """Return the mean of links F1 and pairs F1 over sets."""
    return sum(s.links.f1 + s.pairs.f1 for s in scores) / (2 * len(scores))


def grid(sets: dict[str, list[Gold]]) -> None:
    print("mean   par   sent  beta  " + "  ".join(f"{name}: links pairs" for name in sets))
    for alphas, scores in sorted(tried(sets), key=lambda entry: -mean(entry[1])):
        print(f"{mean(scores):.4f} {settings(alphas)}  " + "  ".join(map(figures, scores)))


def leave_out(sets: dict[str, list[Gold]]) -> None:
    found = tried(sets)
    print(f"{'':24} par   sent  beta  links pairs")
    for number, name in enumerate(sets):
        alphas, scores = max(found, key=lambda entry: mean(entry[1][:number] + entry[1][number + 1 :]))
        print(f"{name:24} {settings(alphas)}  {figures(scores[number])}")


def settings(alphas: tuple[float, ...]) -> str:
    return "  ".join(f"{alpha:.2f}" for alpha in alphas)


def figures(scores: Scores) -> str:
    return f"{scores.links.f1:.3f} {scores.pairs.f1:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grid", action="store_true", help="try every setting of the grid")
    parser.add_argument("--leave-out", action="store_true", help="choose the setting on the other sets")
    parser.add_argument("gold", nargs="*", type=Path, default=SAMPLE)
    arguments = parser.parse_args()
    sets = {path.stem: list(read_gold_lines(path)) for path in arguments.gold}
    if arguments.leave_out:
        leave_out({**sets, "sample": [gold for path in SAMPLE for gold in read_gold_lines(path)]})
        return
    if arguments.grid:
        grid(sets)
        return
    print(f"{'':24} links P, R, F1      pairs P, R, F1")
    for name, documents in sets.items():
        print(f"{name:24} {row(measure(Vicinity(), documents))}")


if __name__ == "__main__":
    main()
