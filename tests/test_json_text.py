"""JSON text: what is written, what is read into a type, and the reason when it is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from vicinal.errors import FormatError, InputError
from vicinal.json_text import compact, converted, decoded, items, members, parsed


class Part(Struct, forbid_unknown_fields=True):
    name: str
    places: tuple[int, int] | None = None


@dataclass
class Whole:
    parts: list[Part]
    counts: dict[str, Annotated[int, Meta(ge=1)]]
    share: float = 0.5


GOOD = {"parts": [{"name": "a\ud800", "places": [1, 2]}], "counts": {"x": 3}, "share": 1}


def test_a_value_of_a_type() -> None:
    whole = Whole([Part("a\ud800", (1, 2))], {"x": 3}, 1.0)
    assert decoded(json.dumps(GOOD), Whole, "file") == whole
    assert decoded(b"\xef\xbb\xbf" + json.dumps(GOOD).encode(), Whole, "file") == whole
    assert converted({"format": "f/1", "other": 1, **GOOD}, Whole, "f/1") == whole
    assert converted([1, 2], tuple[int, int]) == (1, 2)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON: Expecting value at column 1"),
        ('{"a": 1,}', "not JSON: "),
        ('{\n"a": 1\n"b"}', "not JSON: Expecting ',' delimiter at line 3, column 1"),
        ("[" * 100_000, "not readable as JSON: a number too long, or nested too deep"),
        ("9" * 5000, "not readable as JSON: a number too long, or nested too deep"),
    ],
    ids=lambda text: text[:20],
)
def test_text_that_is_not_json(text: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        decoded(text, Whole, "file")
    assert str(caught.value).startswith(f"file: {reason}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ([], "expected an object, found []"),
        ({"parts": None}, "field 'parts': expected a list, found null"),
        ({"parts": [{}]}, "field 'name': missing in parts[0]"),
        ({"parts": [{"name": "a", "more": 1}]}, "field 'more': unknown in parts[0]"),
        ({"parts": [{"name": True}]}, "field 'parts[0].name': expected a string, found true"),
        (
            {"parts": [{"name": "a", "places": "b\n"}]},
            "field 'parts[0].places': expected a list or null, found \"b\\n\"",
        ),
        ({"parts": [{"name": "a", "places": [1]}]}, "field 'parts[0].places': expected a list of length 2, found [1]"),
        (
            {"parts": [{"name": "a", "places": [1, 0.5]}]},
            "field 'parts[0].places[1]': expected a whole number, found 0.5",
        ),
        ({"counts": {"x": "y"}}, "field 'counts[...]': expected a whole number, found a string"),
        ({"counts": {"x": 0}}, "field 'counts[...]': expected a whole number >= 1"),
        ({"share": "z" * 99}, "field 'share': expected a number, found \"" + "z" * 39),
        ({"share": 10**400}, "field 'share': number out of range"),
    ],
    ids=str,
)
def test_values_of_another_type(change: Any, reason: str) -> None:
    data = GOOD | change if isinstance(change, dict) else change
    with pytest.raises(FormatError) as caught:
        decoded(json.dumps(data), Whole, "file")
    assert str(caught.value) == f"file: {reason}"


def test_a_missing_field_and_another_format() -> None:
    with pytest.raises(FormatError, match=r"^field 'counts': missing$"):
        converted({"parts": []}, Whole)
    others: list[Any] = [[], None, {}, {"format": "f/2"}, {"format": ["f/1"]}]
    for value in others:
        with pytest.raises(FormatError, match=r'^no "format": "f/1"$'):
            converted(value, Whole, "f/1")


def test_data_that_is_not_utf_8() -> None:
    with pytest.raises(InputError, match="file: is not UTF-8"):
        decoded(b'"\xe4"', str, "file")


def test_keys_given_twice_are_refused_where_they_must_be_unique() -> None:
    text = '[{"a": 1, "b": {"c": 1, "d": 2, "c": 3}}]'
    assert parsed(text) == [{"a": 1, "b": {"c": 3, "d": 2}}]
    with pytest.raises(FormatError, match=r"^field 'c': given twice$"):
        parsed(text, unique_keys=True)
    assert parsed('{"a": {"a": 1}}', unique_keys=True) == {"a": {"a": 1}}


def test_one_line_an_item() -> None:
    assert compact({"ä": (1, None)}) == '{"ä": [1, null]}'
    assert items([], 2) == "[]"
    assert items(iter(["a", [1]]), 2) == '[\n  "a",\n  [1]\n ]'
    assert members({"a": items(["x"], 2), "b": "1"}, 1) == '{\n "a": [\n  "x"\n ],\n "b": 1\n}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        compact(float("nan"))
