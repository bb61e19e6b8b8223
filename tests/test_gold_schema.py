"""The JSON Schema of gold and the reader of gold agree on what is gold."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal.errors import FormatError
from vicinal.gold import Gold

ROOT = Path(__file__).resolve().parents[1]
TEXT = resources.files("vicinal").joinpath("gold.schema.json").read_text("utf-8")
jsonschema = pytest.importorskip("jsonschema", reason="the tests of the schema need jsonschema")
SCHEMA = jsonschema.Draft202012Validator(json.loads(TEXT))
LINE = {"id": "ferry", "source": [["A.", "B."], ["C."]], "target": [["D.", "E."]], "gold": [[[0], [0, 1]]]}
GOOD: dict[str, dict[str, Any]] = {
    "a number as id": {"id": 7},
    "no id": {"id": None},
    "no links": {"gold": []},
    "a null link": {"gold": [[[0], []]]},
    "links that share a sentence": {"gold": [[[0], [0]], [[0], [1]]]},
    "a flat list of sentences": {"source": ["A.", "B."]},
    "an empty text": {"source": [], "gold": []},
    "pairs beside links": {"gold_pairs": [[0, 0]]},
    "pairs only": {"gold": None, "gold_pairs": [[0, 0]]},
    "paragraphs only": {"gold": None, "gold_paragraphs": [[[1], [0]]]},
    "paragraphs only, and it is said": {"gold": None, "has_sentence_gold": False, "gold_paragraphs_derived": [[1, 0]]},
    "headings": {"source_headings": [0], "target_headings": []},
    "other keys": {"notes": [{"source": [0], "target": [0, 1], "unsure": True}], "origin": "news", "more": 1},
}
BAD: dict[str, dict[str, Any]] = {
    "no source": {"source": None},
    "a text as a string": {"target": "D. E."},
    "sentences and paragraphs mixed": {"source": ["A.", ["B."]]},
    "a sentence that is no string": {"source": [["A.", 2]]},
    "an id that is no name": {"id": ["ferry"]},
    "a language that is no string": {"lang": 3},
    "no links at all": {"gold": None},
    "links that are no list": {"gold": {"0": 0}},
    "a link with one side": {"gold": [[[0]]]},
    "a link with three sides": {"gold": [[[0], [0], [1]]]},
    "a link of numbers": {"gold": [[0, 0]]},
    "a number as a string": {"gold": [[["0"], [0]]]},
    "a number with a fraction": {"gold": [[[0.5], [0]]]},
    "true for a number": {"gold": [[[True], [0]]]},
    "a number below 0": {"gold": [[[-1], [0]]]},
    "a pair of three": {"gold_pairs": [[0, 0, 0]]},
    "a pair below 0": {"gold_pairs": [[0, -1]]},
    "annotated sentences without links": {"gold": None, "has_sentence_gold": True, "gold_paragraphs": []},
    "annotated paragraphs without links": {"has_sentence_gold": False},
    "neither true nor false": {"has_sentence_gold": "no"},
    "a heading that is no number": {"source_headings": ["A."]},
    "paragraphs that are no links": {"gold_paragraphs": [[0, 0]]},
}


def changed(change: dict[str, Any]) -> dict[str, Any]:
    """Return the line with other values; None takes a key away."""
    return {key: value for key, value in {**LINE, **change}.items() if value is not None}


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA.schema)


@pytest.mark.parametrize("name", GOOD)
def test_good_lines_are_valid_and_read(name: str) -> None:
    line = changed(GOOD[name])
    assert [error.message for error in SCHEMA.iter_errors(line)] == []
    Gold.from_json(json.dumps(line), unnamed="1")


@pytest.mark.parametrize("name", BAD)
def test_bad_lines_are_invalid_and_refused(name: str) -> None:
    line = changed(BAD[name])
    assert not SCHEMA.is_valid(line)
    with pytest.raises(FormatError, match="field '"):
        Gold.from_json(json.dumps(line), unnamed="1")


def test_the_sample_corpus_is_valid() -> None:
    paths = sorted((ROOT / "data" / "gold").glob("*.jsonl"))
    lines = [line for path in paths for line in path.read_text("utf-8").splitlines()]
    assert len(lines) > 20
    for line in lines:
        SCHEMA.validate(json.loads(line))


numbers = st.lists(st.integers(-1, 3), max_size=3)
pairs = st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3)), max_size=3)
links = st.lists(st.tuples(numbers, numbers), max_size=3)
sentences = st.lists(st.sampled_from(["A.", "", "B. \u2028 C."]), max_size=3)
texts = sentences | st.lists(sentences, max_size=3)
strange: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, -1, 0.5, "", "x", [], [[]], [[[]]], [0], [[0, 0]], [[0, 0, 0]], {}, [{}]]
)
VALUES = {
    "id": st.text(max_size=3) | st.integers(),
    "lang": st.just("de"),
    "gold": links,
    "gold_pairs": pairs,
    "gold_paragraphs": links,
    "gold_paragraphs_derived": pairs,
    "has_sentence_gold": st.booleans(),
    "source_headings": numbers,
    "target_headings": numbers,
    "notes": strange,
}
lines = st.fixed_dictionaries(
    {"source": texts | strange, "target": texts | strange},
    optional={key: value | strange for key, value in VALUES.items()},
)


@given(lines)
def test_the_schema_and_the_reader_agree(line: dict[str, Any]) -> None:
    """Only that a number is outside the text, no schema can tell."""
    text = json.dumps(line)
    written, refusal = None, ""
    try:
        written = Gold.from_json(text, unnamed="1").to_json()
    except FormatError as error:
        refusal = str(error)
    is_outside = re.search(r"index \d+ is not from 0 to", refusal)
    assert SCHEMA.is_valid(json.loads(text)) == (refusal == "") or is_outside
    assert written is None or SCHEMA.is_valid(json.loads(written))


def test_the_page_shows_the_schema_and_its_keys() -> None:
    page = (ROOT / "docs" / "gold.md").read_text("utf-8")
    assert TEXT in page
    assert [key for key in SCHEMA.schema["properties"] if f"`{key}`" not in page] == []
    example = re.search(r"```json\n(\{.*?\})\n```", page, re.DOTALL)
    assert example
    SCHEMA.validate(json.loads(example[1]))
