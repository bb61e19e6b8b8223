"""The sets that `global` is chosen and judged on, by name; each is a list of gold pairs.

    wiki, deplain, porsimples     the development gold, where it lies beside the repository
    sample en, de, es, ja         the sample corpus by language
    cochrane, wikiauto            silver: corpora that their makers aligned automatically, in order; the documents
                                  whose labels leave no doubt which sentences are linked
    NAME, thinned                 the same documents with half of the links' targets removed, and of the other links a
                                  quarter of their sources: texts of which much is left out and something is added

Documents without sentence gold are left out.
"""

from __future__ import annotations

import ast
import csv
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from vicinal import Document
from vicinal.gold import Gold, read_gold

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
FILES = {"wiki": "wiki_en_dev", "deplain": "deplain_de_dev", "porsimples": "porsimples_pt_dev"}
SILVER = 80  # documents of each silver set
LEAST = 8  # source sentences of a silver document

Links = list[tuple[tuple[int, ...], tuple[int, ...]]]


def gold_sets() -> dict[str, list[Gold]]:
    """Return all sets that can be had here."""
    found: dict[str, list[Gold]] = {}
    for name, stem in FILES.items():
        path = SHARED / "gold" / f"{stem}.jsonl"
        if path.exists():
            found[name] = [gold for gold in read_gold(path) if gold.has_sentences]
    for path in sorted((ROOT / "data" / "gold").glob("*.jsonl")):
        found[f"sample {path.stem}"] = list(read_gold(path))
    for name, silver in (("cochrane", _cochrane), ("wikiauto", _wikiauto)):
        golds = list(islice(silver(SHARED / "corpora"), SILVER))
        if golds:
            found[name] = golds
    for name in list(found):
        if name != "wiki":  # of which most is unaligned as it is
            thin = (thinned(gold, f"{name} {gold.id}") for gold in found[name])
            found[f"{name}, thinned"] = [gold for gold in thin if len(gold.links) > 1]
    return found


def family(name: str) -> str:
    """Return the set that is left out together with this one: a set and its thinned documents are one."""
    return name.removesuffix(", thinned")


def thinned(gold: Gold, seed: str) -> Gold:
    """Return a gold pair with part of the sentences of both sides removed; the seed chooses which."""
    chance = random.Random(seed)
    gone: tuple[set[int], set[int]] = (set(), set())
    for link in sorted(gold.links):
        if chance.random() < 0.5:
            gone[1].update(link[1])
        elif chance.random() < 0.25:
            gone[0].update(link[0])
    source, places = _without(gold.source, gone[0])
    target, target_places = _without(gold.target, gone[1])
    links = {
        (tuple(places[x] for x in xs), tuple(target_places[y] for y in ys))
        for xs, ys in gold.links
        if gone[0].isdisjoint(xs) and gone[1].isdisjoint(ys)
    }
    pairs = {(places[x], target_places[y]) for x, y in gold.pairs if x in places and y in target_places}
    return Gold(gold.id, source, target, frozenset(links), frozenset(pairs))


def _without(document: Document, gone: set[int]) -> tuple[Document, dict[int, int]]:
    """Return a document without some sentences, and where the others are now."""
    kept = [index for index in range(len(document.sentences)) if index not in gone]
    places = {index: place for place, index in enumerate(kept)}
    paragraphs = [[document.sentences[index] for index in span if index in places] for span in document.spans]
    return Document(filter(None, paragraphs), language=document.language), places


def _cochrane(corpora: Path) -> Iterator[Gold]:
    """Yield medical abstracts and summaries: each source sentence has a label and its place in the summary."""
    for row in _rows(corpora / "cochrane_auto" / "cochraneauto_docs_train.csv"):
        labels, places = ast.literal_eval(row["label"]), ast.literal_eval(row["simp_sent_id"])
        source, target = (Document.from_text(row[side], "en", split="prose") for side in ("complex", "simple"))
        ends = [*places[1:], len(target.sentences)]
        links: Links = []
        for x, (label, begin, end) in enumerate(zip(labels, places, ends, strict=True)):
            if label == "split":
                links.append(((x,), tuple(range(begin, max(end, begin + 1)))))
            elif label != "delete":
                links.append(((x,), (begin,)))
        if _is_plain(source, target, links, len(labels), spare=1):
            yield _silver(row["pair_id"], source, target, links)


def _wikiauto(corpora: Path) -> Iterator[Gold]:
    """Yield Wikipedia articles: each source sentence has a label; at most one is split, so the rest is certain."""
    for row in _rows(corpora / "wikiauto" / "wikiauto_docs_valid.csv"):
        source, target = (
            Document([[sentence.strip() for sentence in row[side].split("<s>")]], language="en")
            for side in ("complex", "simple")
        )
        labels = ast.literal_eval(row["labels"])
        splits = sum("split" in label for label in labels)
        left = len(target.sentences) - sum(label in ("rephrase", "ignore") for label in labels)
        if splits > 1 or (splits and left < 2):
            continue
        links: Links = []
        y = 0
        for x, label in enumerate(labels):
            if label != "delete":
                count = left if "split" in label else 1
                links.append(((x,), tuple(range(y, y + count))))
                y += count
        if _is_plain(source, target, links, len(labels), spare=0):
            yield _silver(row["pair_id"], source, target, links)


def _silver(name: str, source: Document, target: Document, links: Links) -> Gold:
    pairs = {(x, y) for xs, ys in links for x in xs for y in ys}
    return Gold(name, source, target, frozenset(links), frozenset(pairs))


def _rows(path: Path) -> Iterator[dict[str, str]]:
    if path.exists():
        csv.field_size_limit(10**9)
        with path.open(encoding="utf-8", newline="") as stream:
            yield from csv.DictReader(stream)


def _is_plain(source: Document, target: Document, links: Links, labels: int, spare: int) -> bool:
    """Tell whether labels and sentences agree: one label a sentence, and all target sentences linked once but a few."""
    linked = [y for _, ys in links for y in ys]
    return (
        len(source.sentences) == labels >= LEAST
        and len(set(linked)) == len(linked)
        and set(linked) <= set(range(len(target.sentences)))
        and len(linked) >= len(target.sentences) - spare
    )
