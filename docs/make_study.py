"""Write docs/study.md: every method on every gold set, and which kinds of links each method finds.

    python docs/make_study.py [GOLD.jsonl ...]

The sample corpus is always included; of other gold files, only figures are written. The prose is in
benchmarks/study_words.md; tables and examples are rebuilt on each run.
"""

from __future__ import annotations

import platform
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import vicinal
from vicinal.evaluation.folds import aligners
from vicinal.evaluation.method_runs import MethodRun, run_methods
from vicinal.evaluation.scores import Predicted
from vicinal.gold import Gold, LinkKey, read_gold_lines
from vicinal.methods import METHODS, summary_of
from vicinal.report.score_tables import comparison_rows, markdown, measure_for
from vicinal.similarity.tfidf import TfIdf
from vicinal.similarity.vectors import Vectors

HERE = Path(__file__).resolve().parent
SAMPLE = sorted((HERE.parent / "data" / "gold").glob("*.jsonl"))
# Settings other than the defaults; each is a row of its own.
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "vicinity .25 .15": ("vicinity", {"paragraph_alpha": 0.25, "sentence_alpha": 0.15}),
    "smith --grow": ("smith", {"grow": True}),
    "barzilay_elhadad --mismatch .25": ("barzilay_elhadad", {"mismatch": 0.25}),
}
CASES = {
    "moved": "the link crosses the order of the others",
    "few words": "its texts have a TF-IDF similarity below .2",
    "chain": "1-N or N-1 with three or more sentences, or N-N",
    "split": "1-2 or 2-1",
    "plain": "1-1, in order, with words in common",
}


def case_of(link: LinkKey, vectors: Vectors, in_order: set[LinkKey]) -> str:
    """Return the case of a gold link: the hardest one that applies."""
    if link not in in_order:
        return "moved"
    if vectors.group(*link) < 0.2:
        return "few words"
    sides = sorted(map(len, link))
    if sides[1] >= 3 or sides[0] >= 2:
        return "chain"
    return "split" if sides[1] == 2 else "plain"


def in_order(links: Sequence[LinkKey]) -> set[LinkKey]:
    """Return a largest set of links that do not cross; the other links have moved."""
    ordered = sorted(links)
    ends: list[int] = []
    last: list[int] = []
    before: list[int | None] = []
    for number, (_, ys) in enumerate(ordered):
        place = bisect_left(ends, ys[0])
        before.append(last[place - 1] if place else None)
        ends[place : place + 1] = [ys[0]]
        last[place : place + 1] = [number]
    kept: set[LinkKey] = set()
    at: int | None = last[-1] if last else None
    while at is not None:
        kept.add(ordered[at])
        at = before[at]
    return kept


def cases(gold: Sequence[Gold]) -> dict[tuple[int, LinkKey], str]:
    """Return the case of every gold link."""
    found = {}
    for number, document in enumerate(gold):
        vectors = TfIdf()(document.source, document.target)
        order = in_order(list(document.links))
        for link in document.links:
            found[number, link] = case_of(link, vectors, order)
    return found


def predictions(gold: Sequence[Gold], method: str, settings: dict[str, Any]) -> list[Predicted]:
    """Return the predictions of a method for each document, cross-validated if it is supervised."""
    return [
        Predicted.of(aligner(document.source, document.target))
        for document, aligner in zip(gold, aligners(gold, method, settings, 5), strict=True)
    ]


def recall_by_case(gold: Sequence[Gold], predicted: dict[str, list[Predicted]]) -> list[list[str]]:
    """Return a table: the number of gold links of each case, and the share that each method finds exactly."""
    of_link = cases(gold)
    sizes = Counter(of_link.values())
    rows = [["method", *(f"{case} ({sizes[case]})" for case in CASES)]]
    for method, found in predicted.items():
        right = Counter(case for (number, link), case in of_link.items() if link in found[number].links)
        rows.append([method, *(f"{right[case] / sizes[case]:.2f}" if sizes[case] else "" for case in CASES)])
    return rows


def examples(gold: Sequence[Gold], predicted: dict[str, list[Predicted]]) -> str:
    """Return an example of each hard case from the sample corpus: a link that vicinity misses, and who finds it."""
    of_link = cases(gold)
    parts = []
    for case in ("moved", "few words", "chain", "split"):
        missed = [key for key, value in sorted(of_link.items()) if value == case]
        missed = [(n, link) for n, link in missed if link not in predicted["vicinity"][n].links]
        missed = [(n, link) for n, link in missed if gold[n].source.language == "en" and min(link[0]) > 0]
        scored = [(sum(link in predicted[m][n].links for m in METHODS), -n, link) for n, link in missed]
        if not scored:
            continue
        # The link that most other methods find; of equals, the first in the corpus.
        _, negative, link = max(scored, key=lambda entry: (entry[0], entry[1]))
        number = -negative
        finders = [method for method in METHODS if link in predicted[method][number].links]
        document = gold[number]
        source = " ".join(document.source.sentences[x] for x in link[0])
        target = " ".join(document.target.sentences[y] for y in link[1])
        by = f"found by {', '.join(f'`{name}`' for name in finders)}" if finders else "found by no method"
        parts.append(
            f"**{case}** (`{document.id}`, source {list(link[0])}, target {list(link[1])}; {by})\n\n"
            f"> {source}\n>\n> → {target}\n"
        )
    return "\n".join(parts)


def section(
    name: str, results: Sequence[MethodRun], gold: Sequence[Gold], predicted: dict[str, list[Predicted]]
) -> str:
    """Return the part of the page for one gold set."""
    measure = measure_for(results, "links")
    text = f"### {name}\n\n{len(gold)} documents, ranked by F1 of {measure}.\n\n"
    text += markdown(comparison_rows(results, measure))
    if measure == "links":
        text += "\nShare of the gold links found exactly, by case:\n\n" + markdown(recall_by_case(gold, predicted))
    return text


def main(files: list[str]) -> None:
    """Run all methods on all sets and write the page."""
    sets = {"sample corpus": [gold for path in SAMPLE for gold in read_gold_lines(path)]}
    sets |= {Path(name).name.partition(".")[0]: list(read_gold_lines(name)) for name in files}
    print(f"Comparing {len(METHODS)} methods on {len(sets)} sets ...", file=sys.stderr)
    results = run_methods(sets, list(METHODS))
    for label, (method, settings) in VARIANTS.items():
        results += [replace(r, method=label) for r in run_methods(sets, [method], settings={method: settings})]
    sections = []
    shown = ""
    runs: dict[str, tuple[str, dict[str, Any]]] = {method: (method, {}) for method in METHODS} | VARIANTS
    for name, gold in sets.items():
        predicted = {}
        if gold[0].has_sentences:
            predicted = {label: predictions(gold, *run) for label, run in runs.items()}
        own = [result for result in results if result.set == name]
        sections.append(section(name, own, gold, predicted))
        if name == "sample corpus":
            shown = examples(gold, predicted)
    words = (HERE.parent / "benchmarks" / "study_words.md").read_text(encoding="utf-8")
    page = words.format(
        methods="\n".join(f"- `{name}`: {summary_of(name)}" for name in METHODS),
        cases="\n".join(f"- *{name}*: {what}" for name, what in CASES.items()),
        sections="\n".join(sections),
        examples=shown,
        version=vicinal.__version__,
        machine=f"Python {platform.python_version()}, {platform.system()} {platform.machine()}",
    )
    (HERE / "study.md").write_text(page, encoding="utf-8")
    print(f"wrote {HERE / 'study.md'}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
