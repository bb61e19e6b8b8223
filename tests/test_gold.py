"""Reading gold: what is right is read, what is wrong is named with file, line and field."""

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
    "gold": [[[0], [0]], [[2, 1], [1, 2]]],
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


def test_further_keys() -> None:
    gold = Gold.from_json(record(gold_pairs=[[0, 0], [1, 1]], gold_paragraphs=[[[0], [0]], [[1], [1]]]))
    assert gold.pairs == {(0, 0), (1, 1)}
    assert gold.paragraphs == frozenset({(0, 0), (1, 1)})
    assert Gold.from_json(record(gold_paragraphs_derived=[[0, 0], [0, 1]])).paragraphs == frozenset({(0, 0), (0, 1)})
    only = Gold.from_json(record(gold=[], has_sentence_gold=False, gold_paragraphs=[[[0], [0, 1]]]))
    assert not only.has_sentences
    assert only.paragraphs == frozenset({(0, 0), (0, 1)})


def test_pairs_may_differ_from_links_and_what_has_no_sentences_has_no_links() -> None:
    assert Gold.from_json(record(gold_pairs=[[0, 2]])).pairs == {(0, 2)}  # outside every link: annotated so
    only = Gold.from_json(record(has_sentence_gold=False, gold_pairs=[[0, 0]], gold_paragraphs=[[[0], [0]]]))
    assert (only.links, only.pairs) == (frozenset(), frozenset())
    both = Gold.from_json(record(gold_paragraphs=[[[0], [0]]], gold_paragraphs_derived=[[1, 1]]))
    assert both.paragraphs == frozenset({(0, 0)})


@pytest.mark.parametrize(("lang", "language"), [('"de"', "de"), ("null", None)])
def test_a_language_or_none(lang: str, language: str | None) -> None:
    line = record().replace('"lang": "en"', f'"lang": {lang}')
    assert Gold.from_json(line).source.language == language
    assert Gold.from_json(record(lang=None)).target.language is None  # the key is not there at all


NO_SENTENCES: dict[str, Any] = {"has_sentence_gold": False, "gold_paragraphs": [[[0], [0]]]}

WRONG = {
    "broken JSON": ('{"id": 1,', "not JSON"),
    "a list": ("[1]", "expected an object"),
    "no id": (record(id=None, source=None), "field 'id': missing"),
    "no source": (record(source=None), "field 'source': missing"),
    "no gold": (record(gold=None), "field 'gold': missing"),
    "an id that is no string": (record(id=[1]), "field 'id': expected a string"),
    "source as text": (record(source="A. B."), "field 'source': expected a list of paragraphs"),
    "a paragraph as text": (record(target=["A.", "B."]), "field 'target': expected a list of paragraphs"),
    "a sentence as number": (record(source=[["A.", 2]]), "field 'source'.*sentence strings"),
    "gold as object": (record(gold={}), "field 'gold': expected a list"),
    "a link of three": (record(gold=[[[0], [0], [1]]]), "field 'gold': a link is"),
    "a link with an empty side": (record(gold=[[[0], []]]), "field 'gold': a link is"),
    "an index out of range": (record(gold=[[[0], [3]]]), "field 'gold': index 3 is not from 0 to 2"),
    "a negative index": (record(gold=[[[-1], [0]]]), "field 'gold': index -1 is not"),
    "a fractional index": (record(gold=[[[0.5], [0]]]), "field 'gold': index 0.5 is not"),
    "a boolean index": (record(gold=[[[True], [0]]]), "field 'gold': index True is not"),
    "a sentence in two links": (record(gold=[[[0], [0]], [[0], [1]]]), "field 'gold': 0 stands in two links"),
    "a sentence twice in a link": (record(gold=[[[0, 0], [0]]]), "field 'gold': 0 stands in two links, or twice"),
    "a pair out of range": (record(gold_pairs=[[0, 9]]), "field 'gold_pairs': index 9 is not from 0 to 2"),
    "a pair of three": (record(gold_pairs=[[0, 0, 0]]), "field 'gold_pairs': expected a list of pairs"),
    "a paragraph out of range": (record(gold_paragraphs=[[[2], [0]]]), "field 'gold_paragraphs': index 2 is not"),
    "nothing to score": (record(has_sentence_gold=False), "field 'gold_paragraphs': missing"),
    "no sentences, as a string": (
        record(has_sentence_gold="false"),
        "field 'has_sentence_gold': expected true or false",
    ),
    "no sentences, as a number": (record(has_sentence_gold=0), "field 'has_sentence_gold': expected true or false"),
    "a language as a number": (record(lang=7), "field 'lang': expected a string such as 'en', found 7"),
    "a key twice": (record()[:-1] + ', "gold": []}', "field 'gold': is there twice"),
    "a key twice inside": (record(more={"a": 1}).replace('"a": 1', '"a": 1, "a": 2'), "field 'a': is there twice"),
    "a pair twice": (record(gold_pairs=[[0, 0], [0, 0]]), r"field 'gold_pairs': the pair \[0, 0\] is there twice"),
    "a pair of lists": (record(gold_pairs=[[[0], [0]]]), "field 'gold_pairs': index"),
    "links that are not used": (record(**NO_SENTENCES, gold=[[[9], [0]]]), "field 'gold': index 9 is not"),
    "pairs that are not used": (record(**NO_SENTENCES, gold_pairs=[[9, 0]]), "field 'gold_pairs': index 9 is not"),
    "derived paragraphs beside others": (
        record(gold_paragraphs=[[[0], [0]]], gold_paragraphs_derived=[[0, 9]]),
        "field 'gold_paragraphs_derived': index 9 is not",
    ),
    "nothing but an object": ("{}", "field 'id': missing"),
    "an id of before": (record(), "field 'id': 'one' is the id of line 1 too"),
    "nested too deep": ("[" * 100_000, "nested too deep"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named_with_file_line_and_field(name: str, tmp_path: Path) -> None:
    line, message = WRONG[name]
    path = tmp_path / "gold.jsonl"
    path.write_text(f"{record()}\n\n{line}\n{record()}\n")
    with pytest.raises(FormatError, match=message) as caught:
        list(read_gold(path))
    assert str(caught.value).startswith(f"{path}:3: ")
    assert len(str(caught.value).splitlines()) == 1


def test_gzip_is_read_too(tmp_path: Path) -> None:
    plain, packed = tmp_path / "gold.jsonl", tmp_path / "gold.jsonl.gz"
    plain.write_text(record() + "\n")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert list(read_gold(packed)) == list(read_gold(plain))
    packed.write_bytes(packed.read_bytes()[:-9])
    with pytest.raises(InputError, match="not a whole gzip file"):
        list(read_gold(packed))


def test_unicode_line_separators_do_not_end_a_line(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(RECORD | {"source": [["A\u2028.", "B."], ["C."]]}, ensure_ascii=False), "utf-8")
    assert next(read_gold(path)).source.sentences[0] == "A\u2028."
