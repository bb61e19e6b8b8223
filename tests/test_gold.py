"""Reading gold: valid records, and errors with file, line and field."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from vicinal import FormatError, InputError
from vicinal.gold import Gold, read_gold

RECORD: dict[str, Any] = {
    "id": "one",
    "lang": "en",
    "source": [["A.", "B."], ["C."]],
    "target": [["A."], ["B.", "C."]],
    "gold": [[[0], [0]], [[2, 1], [2, 1]]],
}


def record(**changes: Any) -> str:
    return json.dumps({key: value for key, value in (RECORD | changes).items() if value is not None})


def test_a_record() -> None:
    gold = Gold.from_json(record())
    assert (gold.id, gold.source.language) == ("one", "en")
    assert gold.source.paragraphs == (("A.", "B."), ("C.",))
    assert gold.links == {((0,), (0,)), ((1, 2), (1, 2))}
    assert gold.pairs == {(0, 0), (1, 1), (1, 2), (2, 1), (2, 2)}
    assert gold.paragraphs is None
    assert gold.has_sentences
    assert Gold("made", gold.source, gold.target, frozenset(), frozenset()).has_sentences


def test_optional_keys() -> None:
    gold = Gold.from_json(record(gold_pairs=[[0, 0], [1, 1]], gold_paragraphs=[[[0], [0]], [[1], [1]]]))
    assert gold.pairs == {(0, 0), (1, 1)}
    assert gold.paragraphs == frozenset({(0, 0), (1, 1)})
    assert Gold.from_json(record(gold_paragraphs_derived=[[0, 0], [0, 1]])).paragraphs == frozenset({(0, 0), (0, 1)})
    only = Gold.from_json(record(gold=[], has_sentence_gold=False, gold_paragraphs=[[[0], [0, 1]]]))
    assert not only.has_sentences
    assert only.paragraphs == frozenset({(0, 0), (0, 1)})


def test_pairs_may_differ_from_links_and_links_without_sentence_gold_are_dropped() -> None:
    assert Gold.from_json(record(gold_pairs=[[0, 2]])).pairs == {(0, 2)}  # outside every link, as annotated
    only = Gold.from_json(record(has_sentence_gold=False, gold_pairs=[[0, 0]], gold_paragraphs=[[[0], [0]]]))
    assert (only.links, only.pairs) == (frozenset(), frozenset())
    both = Gold.from_json(record(gold_paragraphs=[[[0], [0]]], gold_paragraphs_derived=[[1, 1]]))
    assert both.paragraphs == frozenset({(0, 0)})


@pytest.mark.parametrize(("lang", "language"), [('"de"', "de"), ("null", None)])
def test_a_language_or_none(lang: str, language: str | None) -> None:
    line = record().replace('"lang": "en"', f'"lang": {lang}')
    assert Gold.from_json(line).source.language == language
    assert Gold.from_json(record(lang=None)).target.language is None  # without the key


NO_SENTENCES: dict[str, Any] = {"has_sentence_gold": False, "gold_paragraphs": [[[0], [0]]]}

WRONG = {
    "broken JSON": ('{"id": 1,', "not JSON"),
    "a list": ("[1]", "expected an object"),
    "no id": (record(id=None, source=None), "field 'id': missing"),
    "no source": (record(source=None), "field 'source': missing"),
    "no gold": (record(gold=None), "field 'gold': missing"),
    "an id that is no string": (record(id=[1]), r"field 'id': expected a whole number or a string, found \[1\]"),
    "source as text": (record(source="A. B."), "field 'source': expected a list, found \"A. B.\""),
    "a paragraph as text": (record(target=["A.", "B."]), r"field 'target\[0\]': expected a list, found"),
    "a sentence as number": (record(source=[["A.", 2]]), r"field 'source\[0\]\[1\]': expected a string, found 2"),
    "gold as object": (record(gold={}), "field 'gold': expected a list, found {}"),
    "a link of three": (record(gold=[[[0], [0], [1]]]), r"field 'gold\[0\]': expected a list of length 2, found"),
    "a link with an empty side": (
        record(gold=[[[0], []]]),
        r"field 'gold\[0\]\[1\]': expected a list of length >= 1, found",
    ),
    "an index out of range": (record(gold=[[[0], [3]]]), "field 'gold': index 3 is not from 0 to 2"),
    "a negative index": (record(gold=[[[-1], [0]]]), "field 'gold': index -1 is not"),
    "a fractional index": (
        record(gold=[[[0.5], [0]]]),
        r"field 'gold\[0\]\[0\]\[0\]': expected a whole number, found 0.5",
    ),
    "a boolean index": (
        record(gold=[[[True], [0]]]),
        r"field 'gold\[0\]\[0\]\[0\]': expected a whole number, found true",
    ),
    "a sentence in two links": (record(gold=[[[0], [0]], [[0], [1]]]), "field 'gold': 0 is in two links"),
    "a sentence twice in a link": (record(gold=[[[0, 0], [0]]]), "field 'gold': 0 is in two links, or twice"),
    "a pair out of range": (record(gold_pairs=[[0, 9]]), "field 'gold_pairs': index 9 is not from 0 to 2"),
    "a pair of three": (record(gold_pairs=[[0, 0, 0]]), r"field 'gold_pairs\[0\]': expected a list of length 2, found"),
    "a paragraph out of range": (record(gold_paragraphs=[[[2], [0]]]), "field 'gold_paragraphs': index 2 is not"),
    "nothing to score": (record(has_sentence_gold=False), "field 'gold_paragraphs': missing"),
    "no sentences, as a string": (
        record(has_sentence_gold="false"),
        "field 'has_sentence_gold': expected true or false",
    ),
    "no sentences, as a number": (record(has_sentence_gold=0), "field 'has_sentence_gold': expected true or false"),
    "a language as a number": (record(lang=7), "field 'lang': expected a string or null, found 7"),
    "a key twice": (record()[:-1] + ', "gold": []}', "field 'gold': given twice"),
    "a key twice inside": (record(more={"a": 1}).replace('"a": 1', '"a": 1, "a": 2'), "field 'a': given twice"),
    "a pair twice": (record(gold_pairs=[[0, 0], [0, 0]]), r"field 'gold_pairs': the pair \[0, 0\] is given twice"),
    "a pair of lists": (
        record(gold_pairs=[[[0], [0]]]),
        r"field 'gold_pairs\[0\]\[0\]': expected a whole number, found \[0\]",
    ),
    "links that are not used": (record(**NO_SENTENCES, gold=[[[9], [0]]]), "field 'gold': index 9 is not"),
    "pairs that are not used": (record(**NO_SENTENCES, gold_pairs=[[9, 0]]), "field 'gold_pairs': index 9 is not"),
    "derived paragraphs beside others": (
        record(gold_paragraphs=[[[0], [0]]], gold_paragraphs_derived=[[0, 9]]),
        "field 'gold_paragraphs_derived': index 9 is not",
    ),
    "nothing but an object": ("{}", "field 'id': missing"),
    "an id of before": (record(), "field 'id': 'one' is also the id of line 1"),
    "nested too deep": ("[" * 100_000, "nested too deep"),
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_name_file_line_and_field(name: str, tmp_path: Path) -> None:
    line, message = WRONG[name]
    path = tmp_path / "gold.jsonl"
    path.write_text(f"{record()}\n\n{line}\n{record()}\n")
    with pytest.raises(FormatError, match=message) as caught:
        list(read_gold(path))
    assert str(caught.value).startswith(f"{path}:3: ")
    assert len(str(caught.value).splitlines()) == 1


def test_gzipped_files_are_read(tmp_path: Path) -> None:
    plain, packed = tmp_path / "gold.jsonl", tmp_path / "gold.jsonl.gz"
    plain.write_text(record() + "\n")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert list(read_gold(packed)) == list(read_gold(plain))
    packed.write_bytes(packed.read_bytes()[:-9])
    with pytest.raises(InputError, match="not a complete gzip file"):
        list(read_gold(packed))


def test_unicode_line_separators_do_not_end_a_line(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(RECORD | {"source": [["A\u2028.", "B."], ["C."]]}, ensure_ascii=False), "utf-8")
    assert next(read_gold(path)).source.sentences[0] == "A\u2028."
