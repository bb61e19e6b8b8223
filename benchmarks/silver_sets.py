"""Make sets like gold of corpora without gold, for `auto_alpha.py` and `calibration.py`.

    python benchmarks/silver_sets.py wikiauto FILE.csv OUT.jsonl        from the labels of its sentences
    python benchmarks/silver_sets.py cochrane FILE.csv OUT.jsonl
    python benchmarks/silver_sets.py pairs RUN OUT.jsonl                from a run of 'vicinal run --method global'

Wiki-Auto and Cochrane-auto say for each source sentence whether it was deleted, kept, rephrased, split or merged. As
the target sentences follow in order, the links can be told, in documents with at most one split of Wiki-Auto, and where
all numbers add up in Cochrane-auto. Other documents, and those of fewer than five source sentences, are left out. For
other corpora, the links to which `global` gives a score of at least .5 stand for gold.
"""

from __future__ import annotations

import ast
import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vicinal.corpus import open_run
from vicinal.text.document import Document

FEWEST = 5  # source sentences
LEAST = 0.5
Links = list[tuple[list[int], list[int]]]
Paragraphs = list[list[str]]


def wikiauto(path: str) -> Iterator[dict[str, Any]]:
    for row in _rows(path):
        source, target = ([s.strip() for s in row[side].split("<s>")] for side in ("complex", "simple"))
        labels = ast.literal_eval(row["labels"])
        links = _wikiauto_links(labels, len(target))
        if links is not None and len(labels) == len(source) >= FEWEST and len(target) >= 3:
            yield _record(row["pair_id"], "en", [source], [target], links)


def _wikiauto_links(labels: list[str], targets: int) -> Links | None:
    """Return the links that labels tell; None if they leave a choice."""
    counts = [{"delete": 0, "rephrase": 1, "ignore": 1}.get(label) for label in labels]
    rest = targets - sum(count or 0 for count in counts)
    splits = counts.count(None)
    if splits > 1 or (rest < 2 if splits else rest != 0):
        return None
    links: Links = []
    next_target = 0
    for number, count in enumerate(counts):
        end = next_target + (rest if count is None else count)
        if end > next_target:
            links.append(([number], list(range(next_target, end))))
        next_target = end
    return links


def cochrane(path: str) -> Iterator[dict[str, Any]]:
    for row in _rows(path):
        labels, firsts, paragraph_of = (ast.literal_eval(row[key]) for key in ("label", "simp_sent_id", "para_id"))
        source, target = (Document.from_text(row[side], "en").sentences for side in ("complex", "simple"))
        if len(source) != len(labels) or len(labels) < FEWEST or "none" in labels:
            continue
        links = _cochrane_links(labels, firsts, len(target))
        if links is not None:
            paragraphs: Paragraphs = []
            for number, sentence in enumerate(source):
                if not number or paragraph_of[number] != paragraph_of[number - 1]:
                    paragraphs.append([])
                paragraphs[-1].append(sentence)
            yield _record(row["pair_id"], "en", paragraphs, [list(target)], links)


def _cochrane_links(labels: list[str], firsts: list[int], targets: int) -> Links | None:
    """Return the links of source sentences, of which the first target sentences are given; None if they do not fit."""
    links: Links = []
    number = 0
    while number < len(labels):
        label, group = labels[number], [number]
        while (
            label == "merge" and labels[number + 1 : number + 2] == ["merge"] and firsts[number + 1] == firsts[number]
        ):
            number += 1
            group.append(number)
        first, number = firsts[number], number + 1
        if label == "delete":
            continue
        end = firsts[number] if number < len(labels) else targets
        if end > targets or (end - first < 2 if label == "split" else end - first != 1):
            return None
        links.append((group, list(range(first, end))))
    return links


def pairs(path: str) -> Iterator[dict[str, Any]]:
    for number, one in enumerate(open_run(path).aligned()):
        source, target = one.alignment.source, one.alignment.target
        links = [(list(k.source), list(k.target)) for k in one.alignment.sentences if k.score >= LEAST]
        first, second = ([list(paragraph) for paragraph in document.paragraphs] for document in (source, target))
        yield _record(str(number), source.language, first, second, links)


def _rows(path: str) -> Iterator[dict[str, str]]:
    csv.field_size_limit(sys.maxsize)
    with Path(path).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _record(name: str, language: str | None, source: Paragraphs, target: Paragraphs, links: Links) -> dict[str, Any]:
    return {"id": name, "lang": language, "source": source, "target": target, "gold": links}


def main() -> None:
    kinds = {"wikiauto": wikiauto, "cochrane": cochrane, "pairs": pairs}
    if len(sys.argv) != 4 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    records = {record["id"]: record for record in kinds[sys.argv[1]](sys.argv[2])}
    lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records.values()]
    Path(sys.argv[3]).write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
