"""Learn how often a target sentence without a link should have one, and measure the doubt that is made of it.

    python benchmarks/doubt.py [--pairs NUMBER]

Reads the sets of `gold_sets` and the corpora beside the repository. The first table: for each method and each set with
20 documents or more, Spearman's rank correlation of a doubt with the real error of the documents (1 minus the F1 of
links, and the share of target sentences whose link is not that of the gold). Compared are

    before     1 minus the mean probability of the links times the share of target sentences that are linked
    links      1 minus the mean probability of the links
    constant   `vicinal.view.doubt`, with a share of missing links that is the same for every document
    doubt      `vicinal.view.doubt`

What is learned for the last two is learned on the other families of sets. Then, over all documents, the mean distance
of the doubt from the error. The second table is about saturation, on NUMBER pairs of each corpus (200 by default),
split into sentences: the share of pairs above .95, and the share of pairs with the most frequent value, to two digits.
Last, MISSING as it is learned on all sets.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import islice
from statistics import mean
from typing import NamedTuple

import numpy as np

from gold_sets import family, gold_sets
from suspect import CORPUS
from vicinal import Document
from vicinal.alignment import Aligner
from vicinal.errors import InputError
from vicinal.evaluation.scores import score
from vicinal.gold import Gold
from vicinal.methods import aligner_for
from vicinal.view.doubt import MISSING

LEAST_DOCUMENTS = 20  # of a set whose order is measured
FEW = 20  # unlinked sentences of a family that does not count as much as the others
Rates = tuple[float, float]


class Judged(NamedTuple):
    """A document: what its alignment looks like, and how wrong it is."""

    wrong: float  # links, as the probabilities have it
    links: int
    targets: int
    unlinked: int
    missing: int  # unlinked target sentences that the gold has a link for
    errors: tuple[float, float]  # 1 - F1, and the share of target sentences

    @property
    def doubtful(self) -> float:
        """How doubtful the links are."""
        return self.wrong / self.links if self.links else 1.0


def before(document: Judged) -> float:
    return 1 - (1 - document.doubtful) * (1 - document.unlinked / document.targets)


def with_rates(document: Judged, rates: Rates) -> float:
    missing = document.unlinked * (rates[0] + rates[1] * document.doubtful)
    return (document.wrong + missing) / (document.links + document.unlinked)


def aligned(source: Document, target: Document, aligner: Aligner, gold: Gold | None = None) -> Judged:
    found = aligner(source, target)
    believed = found.probabilities or ()
    linked = {y for link in found.sentences for y in link.target}
    unlinked = set(range(len(target.sentences))) - linked
    missing, errors = 0, (0.0, 0.0)
    if gold is not None:
        right = {y: link for link in gold.links for y in link[1]}
        made = {y: (link.source, link.target) for link in found.sentences for y in link.target}
        missing = sum(y in right for y in unlinked)
        wrong = sum(right.get(y) != made.get(y) for y in range(len(target.sentences)))
        errors = (1 - score(gold, found)["links"].f1, wrong / len(target.sentences))
    return Judged(len(believed) - sum(believed), len(believed), len(target.sentences), len(unlinked), missing, errors)


def learned(families: Iterable[list[Judged]], *, constant: bool = False) -> Rates:
    """Return the line, by least squares, from how doubtful the links are to the share of missing links."""
    rows, shares, weights = [], [], []
    for documents in families:
        total = sum(document.unlinked for document in documents)
        for document in documents:
            if document.unlinked:
                rows.append((1.0, 0.0 if constant else document.doubtful))
                shares.append(document.missing / document.unlinked)
                weights.append(document.unlinked / max(total, FEW))
    root = np.sqrt(weights)
    found = np.linalg.lstsq(np.array(rows) * root[:, None], np.array(shares) * root, rcond=None)[0]
    return float(found[0]), float(found[1])


def ranks(values: Iterable[float]) -> np.ndarray:
    found = np.round(np.array(list(values)), 9)
    return np.array([((found < one).sum() + (found <= one).sum()) / 2 for one in found])


def correlation(one: Iterable[float], other: Iterable[float]) -> float:
    first, second = ranks(one), ranks(other)
    return float(np.corrcoef(first, second)[0, 1]) if first.std() and second.std() else 0.0


def measure_order(method: str, sets: dict[str, list[Judged]]) -> Rates:
    """Print how well each doubt orders the documents of a method; return what all sets teach."""
    families: dict[str, list[Judged]] = defaultdict(list)
    for name, documents in sets.items():
        families[family(name)] += documents
    columns = ("before", "links", "constant", "doubt")
    print(f"\n{method}: rank correlation with 1 - F1, and with the share of target sentences with a wrong link")
    print(f"{'set':22}{'pairs':>6}  " + "  ".join(f"{column:>12}" for column in columns))
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    distances: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for name, documents in sets.items():
        others = [rows for known, rows in families.items() if known != family(name)]
        flat, sloped = learned(others, constant=True), learned(others)
        doubts: dict[str, Callable[[Judged], float]] = {
            "before": before,
            "links": lambda document: document.doubtful,
            "constant": lambda document, flat=flat: with_rates(document, flat),  # type: ignore[misc]
            "doubt": lambda document, sloped=sloped: with_rates(document, sloped),  # type: ignore[misc]
        }
        line = []
        for column in columns:
            values = [doubts[column](document) for document in documents]
            distances[column] += [
                (abs(value - document.errors[0]), abs(value - document.errors[1]))
                for value, document in zip(values, documents, strict=True)
            ]
            if len(documents) >= LEAST_DOCUMENTS:
                figures = [correlation(values, (document.errors[kind] for document in documents)) for kind in (0, 1)]
                found[column].append((figures[0], figures[1]))
                line.append(f"{figures[0]:6.3f}{figures[1]:6.3f}")
        if line:
            print(f"{name:22}{len(documents):6}  " + "  ".join(line))
    for words, table in (("mean", found), ("distance from the error", distances)):
        means = [[mean(row[kind] for row in table[column]) for kind in (0, 1)] for column in columns]
        print(f"{words:28}  " + "  ".join(f"{one:6.3f}{two:6.3f}" for one, two in means))
    return learned(families.values())


def measure_saturation(method: str, aligner: Aligner, rates: Rates, pairs: int) -> None:
    print(f"\n{method}: share of pairs above .95, and with the most frequent value; before, and doubt")
    for name, read in CORPUS.items():
        try:
            some = list(islice(read(), pairs))
        except OSError:
            continue
        documents = []
        for _, source, target in some:
            try:
                sides = [Document.from_text("\n".join(one.sentences), split="paragraphs") for one in (source, target)]
                documents.append(aligned(sides[0], sides[1], aligner))
            except InputError:  # no words
                continue
        line = []
        for values in ([before(document) for document in documents], [with_rates(one, rates) for one in documents]):
            (_, most), *_ = Counter(round(value, 2) for value in values).most_common(1)
            line.append(f"{mean(value > 0.95 for value in values):6.3f}{most / len(values):6.3f}")
        print(f"{name:22}{len(documents):6}  " + "  ".join(line))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=200)
    pairs = parser.parse_args().pairs
    sets = gold_sets()
    final = {}
    for method in MISSING:
        aligner = aligner_for(method, {})
        judged = {
            name: [aligned(gold.source, gold.target, aligner, gold) for gold in golds] for name, golds in sets.items()
        }
        final[method] = measure_order(method, judged)
    for method in MISSING:
        measure_saturation(method, aligner_for(method, {}), final[method], pairs)
    print("\nMISSING")
    for method, rates in final.items():
        print(f"{method}: {rates[0]:.2f}, {rates[1]:.2f}")


if __name__ == "__main__":
    main()
