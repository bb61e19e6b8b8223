"""Alignments made elsewhere: each format read, and what is wrong named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import vicinal
from vicinal import Document, FormatError
from vicinal.evaluate import score
from vicinal.gold import Gold, LinkKey
from vicinal.predicted import read_predicted

LINKS: list[LinkKey] = [((0,), (0,)), ((1,), (1, 2)), ((2, 3), (3,))]


def gold_of(name: str, word: str) -> Gold:
    source = Document([[f"{word} a a.", f"{word} b b.", f"{word} c c.", f"{word} d d."]], name)
    target = Document([[f"{word} a.", f"{word} b1.", f"{word} b2.", f"{word} c d.", "Same."]], name)
    pairs = frozenset((x, y) for xs, ys in LINKS for x in xs for y in ys)
    return Gold(name, source, target, frozenset(LINKS), pairs)


GOLD = [gold_of("one", "x"), gold_of("two", "y")]
JSON_DOCUMENTS = "".join(json.dumps({"id": g.id, "links": LINKS}) + "\n" for g in reversed(GOLD))
JSON_GOLD = "".join(json.dumps({"id": g.id, "gold": LINKS}) + "\n" for g in GOLD)
JSON_LINKS = "".join(json.dumps({"id": g.id, "source": xs, "target": ys}) + "\n" for g in GOLD for xs, ys in LINKS)
VECALIGN = "".join(f"# {g.id}\n[0]:[0]:0.1\n[1]:[1, 2]:0.25\n[2,3]:[3]\n[]:[4]:0\n" for g in GOLD)
TEXTS = "".join(f"{w} a a.\t{w} a.\n{w} b b.\t{w}  b1. {w} b2.\n{w} c c. {w} d d.\t{w} c d.\n" for w in ("x", "y"))
HEADED = "kind\tsource_text\tscore\ttarget_text\n" + "".join(
    "1-1\t" + line.replace("\t", "\t0.5\t") + "\n" for line in TEXTS.splitlines()
)


@pytest.mark.parametrize("text", [JSON_DOCUMENTS, JSON_GOLD, JSON_LINKS, VECALIGN, TEXTS, HEADED])
def test_every_format_is_read(text: str, tmp_path: Path) -> None:
    path = tmp_path / "predicted"
    path.write_text(text)
    for gold, predicted in zip(GOLD, read_predicted(path, GOLD), strict=True):
        assert predicted.links == frozenset(LINKS)
        assert predicted.unmatched == 0
        assert score(gold, predicted).pairs.f1 == 1.0


@pytest.mark.parametrize("suffix", [".jsonl", ".tsv"])
def test_what_vicinal_writes_is_read_back(suffix: str, sample: list[Gold], tmp_path: Path) -> None:
    gold = sample[3]
    alignment = vicinal.align(gold.source, gold.target)
    path = tmp_path / f"alignment{suffix}"
    vicinal.save(alignment, path)
    (predicted,) = read_predicted(path, [gold])
    contiguous = {link for link in alignment.sentences if link.target[-1] - link.target[0] == len(link.target) - 1}
    assert predicted.links >= {(link.source, link.target) for link in contiguous}
    if suffix == ".jsonl":
        assert score(gold, predicted).links == score(gold, alignment).links


def test_one_document_needs_no_id(tmp_path: Path) -> None:
    path = tmp_path / "links.txt"
    path.write_text("[0]:[0]:0.1\n[1]:[1, 2]:0.25\n[2,3]:[3]:nan\n")
    assert read_predicted(path, GOLD[:1])[0].links == frozenset(LINKS)


def test_the_same_texts_twice_take_their_places_in_turn(tmp_path: Path) -> None:
    document = Document([["Again.", "Other.", "Again."]], "d")
    gold = Gold("d", document, document, frozenset(), frozenset())
    path = tmp_path / "pairs.tsv"
    path.write_text("Again.\tAgain.\nAgain.\tAgain.\n")
    assert read_predicted(path, [gold])[0].links == {((0,), (0,)), ((2,), (2,))}


def test_texts_that_are_not_there_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(TEXTS + "Not there.\tSame.\n")
    assert sum(one.unmatched for one in read_predicted(path, GOLD)) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no tabs here\n", "neither JSON lines"),
        ('{"id": "one"}\n', ":1: has neither 'links' nor"),
        ('{"id": "three", "links": [[[0], [0]]]}\n', ":1: document 'three' is not in the gold"),
        ('{"links": [[[0], [0]]]}\n', ":1: document None is not in the gold"),
        ('{"id": "one", "links": [[[0], [7]]]}\n', r":1: link .* is outside the 4 x 5 sentences"),
        ('{"id": "one", "links": [[["0"], [0]]]}\n', ":1: a link is"),
        ('{"id": "one", "links": 3}\n', ":1: a link is"),
        ('{"id": "one", "links": []}\nnonsense\n', ":2: is not JSON"),
        ("# one\n[0]:[0]:0.1\n[0:[1]\n", ":3: is no link of vecalign's"),
        ("a\tb\nonly one\n", ":2: has 1 columns"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "predicted"
    path.write_text(text)
    with pytest.raises(FormatError, match=message):
        read_predicted(path, GOLD)
