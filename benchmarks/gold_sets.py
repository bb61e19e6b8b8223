"""The sets that `global` is chosen and judged on, by name; each is a list of gold pairs.

    wiki, deplain, porsimples     the development gold, where it lies beside the repository
    sample en, de, es, ja         the sample corpus by language
    cochrane, wikiauto            corpora that their makers aligned automatically (see `silver_sets`)
    NAME, thinned                 the same documents with half of the links' targets removed, and of the other links a
                                  quarter of their sources: texts of which much is left out and something is added

Documents without sentence gold are left out.
"""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

from silver_sets import cochrane, wikiauto
from vicinal import Document
from vicinal.gold import Gold, read_gold_lines

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
FILES = {"wiki": "wiki_en_dev", "deplain": "deplain_de_dev", "porsimples": "porsimples_pt_dev"}
LABELLED = {
    "cochrane": (cochrane, "cochrane_auto/cochraneauto_docs_train.csv"),
    "wikiauto": (wikiauto, "wikiauto/wikiauto_docs_valid.csv"),
}
SILVER = 80  # documents of each of them, the first with four links or more


def gold_sets() -> dict[str, list[Gold]]:
    """Return all sets that can be had here."""
    found: dict[str, list[Gold]] = {}
    for name, stem in FILES.items():
        path = SHARED / "gold" / f"{stem}.jsonl"
        if path.exists():
            found[name] = [gold for gold in read_gold_lines(path) if gold.has_sentences]
    for path in sorted((ROOT / "data" / "gold").glob("*.jsonl")):
        found[f"sample {path.stem}"] = list(read_gold_lines(path))
    for name, (silver, place) in LABELLED.items():
        path = SHARED / "corpora" / place
        if path.exists():
            records = islice((record for record in silver(str(path)) if len(record["gold"]) > 3), SILVER)
            found[name] = [Gold.from_json(json.dumps(record)) for record in records]
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
