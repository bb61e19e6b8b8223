"""Probabilities of links: what they are made of, where they are written, and what uses them."""

from __future__ import annotations

import json
from dataclasses import replace
from math import exp, log
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vicinal
from vicinal import Alignment, Document, Link, Vicinity, align
from vicinal.calibration import INTERCEPT, WEIGHTS, features, has_probabilities, probabilities_of
from vicinal.corpus import LinkFilter
from vicinal.gold import read_gold_lines
from vicinal.similarity.characters import Characters

SOURCE = Document([["Cats purr at night.", "Dogs bark.", "A cow in the field eats grass.", "Birds sing."]])
TARGET = Document([["Cats purr at night.", "Dogs bark.", "Rain fell.", "Birds sing."]])
SIGNATURE = align("A cat.", "A cat.", "vicinity").signature
WORDS = st.lists(st.sampled_from(["the", "a", "cat", "dog", "sat", "ran", "mat"]), min_size=1, max_size=5)
DOCUMENT = st.lists(st.lists(WORDS.map(" ".join), min_size=1, max_size=4), min_size=1, max_size=3).map(Document)


def test_features_by_hand() -> None:
    links = [Link((0,), (0,), 1.0), Link((1, 2), (1,), 0.5), Link((3,), (3,), 0.25)]
    length = log(len("Dogs bark.A cow in the field eats grass.") / len("Dogs bark."))
    assert list(features(SOURCE, TARGET, links)) == [
        (1.0, 1.0, 0.0, 2.0, 0.0, 0.75),  # at the beginning of both texts, and the next link goes on
        (0.5, 0.0, 0.0, 1.0, pytest.approx(length), 0.75),  # "Rain fell." is left out after it
        (0.25, 1.0, 0.0, 1.0, 0.0, 0.75),  # at the end of both texts
    ]
    (many,) = features(SOURCE, TARGET, [Link((0, 1), (1, 2), 0.5)])
    assert many[1:4] == (0.0, 1.0, 0.0)
    assert len(many) == len(WEIGHTS)


def test_a_probability_is_the_logistic_function_of_the_weighted_features() -> None:
    alignment = align(SOURCE, TARGET, "vicinity")
    found = alignment.probabilities
    assert found is not None
    for row, probability in zip(features(SOURCE, TARGET, alignment.sentences), found, strict=True):
        total = INTERCEPT + sum(weight * value for weight, value in zip(WEIGHTS.values(), row, strict=True))
        assert probability == pytest.approx(1 / (1 + exp(-total)), abs=5.1e-5)


def test_a_clear_link_is_probable_and_a_doubtful_one_is_not() -> None:
    clear, weak, large = probabilities_of(
        SIGNATURE,
        SOURCE,
        TARGET,
        [Link((0,), (0,), 1.0), Link((2,), (1,), 0.3), Link((1, 3), (2, 3), 0.4)],
    ) or [0.0, 0.0, 0.0]
    assert clear > 0.9 > weak > 0.2 > large


def test_the_sample_corpus_is_as_right_as_its_probabilities_say() -> None:
    sample = Path(__file__).parent.parent / "data" / "gold" / "en.jsonl"
    sure: list[bool] = []
    unsure: list[bool] = []
    believed: list[float] = []
    for gold in read_gold_lines(sample):
        alignment = Vicinity()(gold.source, gold.target)
        for link, probability in zip(alignment.sentences, alignment.probabilities or [], strict=True):
            (sure if probability >= 0.9 else unsure).append((link.source, link.target) in gold.links)
            believed.append(probability)
    right = sum(sure) + sum(unsure)
    assert sum(believed) / len(believed) == pytest.approx(right / len(believed), abs=0.05)
    assert sum(sure) / len(sure) > 0.9
    assert sum(unsure) / len(unsure) < 0.75


@given(DOCUMENT, DOCUMENT)
def test_the_parts_give_the_same_as_the_whole(source: Document, target: Document) -> None:
    alignment = Vicinity()(source, target)
    found = alignment.probabilities
    assert found == tuple(probabilities_of(alignment.signature, source, target, alignment.sentences) or ())
    assert found is not None
    assert all(0 <= one <= 1 for one in found)


def test_filtered_links_keep_their_probabilities() -> None:
    alignment = align(SOURCE, TARGET, "vicinity")
    assert len(alignment.sentences) == 3
    found = alignment.probabilities
    assert found is not None
    for number in range(3):
        alone = replace(alignment, sentences=alignment.sentences[number : number + 1])
        assert alone.probabilities == (found[number],)


def test_probabilities_of_methods() -> None:
    assert align(SOURCE, TARGET, "vicinity", sentence_alpha="auto").probabilities is not None
    whole = align(SOURCE, TARGET, "global")
    assert whole.probabilities == tuple(link.score for link in whole.sentences)
    assert replace(whole, sentences=(Link((0,), (0,), 1.5), Link((1,), (1,), -1))).probabilities == (1.0, 0.0)
    for other in (align(SOURCE, TARGET, "nearest"), align(SOURCE, TARGET, "vicinity", similarity=Characters())):
        assert other.probabilities is None
        assert not has_probabilities(other.signature)
    corrected = replace(whole, signature=f"corrected by Ann; at first {SIGNATURE}")
    assert corrected.probabilities is None


def test_files_have_the_probability_beside_the_score(tmp_path: Path) -> None:
    alignment = align(SOURCE, TARGET, "vicinity")
    found = alignment.probabilities
    assert found is not None
    vicinal.save(alignment, tmp_path / "a.json")
    links = json.loads((tmp_path / "a.json").read_text("utf-8"))["sentences"]
    assert [list(link)[:3] for link in links] == [["kind", "score", "probability"]] * 3
    assert tuple(link["probability"] for link in links) == found
    assert vicinal.load(tmp_path / "a.json") == alignment
    vicinal.save(alignment, tmp_path / "a.tsv")
    header, *rows = [line.split("\t") for line in (tmp_path / "a.tsv").read_text("utf-8").splitlines()]
    assert header[:3] == ["kind", "score", "probability"]
    assert tuple(float(row[2]) for row in rows) == found
    vicinal.save(alignment, tmp_path / "a.jsonl")
    lines = (tmp_path / "a.jsonl").read_text("utf-8").splitlines()
    assert tuple(json.loads(line)["probability"] for line in lines) == found


def test_files_of_other_methods_have_none(tmp_path: Path) -> None:
    alignment = align(SOURCE, TARGET, "nearest")
    vicinal.save(alignment, tmp_path / "a.json")
    assert "probability" not in (tmp_path / "a.json").read_text("utf-8")
    assert vicinal.load(tmp_path / "a.json") == alignment
    vicinal.save(alignment, tmp_path / "a.tsv")
    for line in (tmp_path / "a.tsv").read_text("utf-8").splitlines()[1:]:
        assert line.split("\t")[2] == ""


def test_an_older_file_without_probabilities_is_read(tmp_path: Path) -> None:
    alignment = align(SOURCE, TARGET, "vicinity")
    vicinal.save(alignment, tmp_path / "a.json")
    data = json.loads((tmp_path / "a.json").read_text("utf-8"))
    for link in data["sentences"]:
        del link["probability"]
    (tmp_path / "a.json").write_text(json.dumps(data), "utf-8")
    assert vicinal.load(tmp_path / "a.json") == alignment


def kept(alignment: Alignment, **limits: float) -> list[Link]:
    return list(LinkFilter(**limits)(alignment).sentences)  # type: ignore[arg-type]


def test_a_filter_by_score_means_the_probability() -> None:
    alignment = align(SOURCE, TARGET, "vicinity")
    found = alignment.probabilities
    assert found is not None
    limit = sorted(found)[1]
    assert kept(alignment, least_score=limit) == [
        link for link, probability in zip(alignment.sentences, found, strict=True) if probability >= limit
    ]
    assert {link.score for link in alignment.sentences} == {1.0}
    assert kept(alignment, most_score=max(found)) == list(alignment.sentences)
    assert kept(alignment, most_score=min(found)) == [
        link for link, probability in zip(alignment.sentences, found, strict=True) if probability == min(found)
    ]
    other = align(SOURCE, TARGET, "nearest", threshold=0.1)
    assert kept(other, least_score=0.9) == [link for link in other.sentences if link.score >= 0.9]
