"""Versions as files: JSON that is read back equal, and a table that opens in a spreadsheet."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from vicinal.alignment import Link
from vicinal.errors import FormatError, InputError
from vicinal.text.document import Document
from vicinal.versions.consistent import Versions
from vicinal.versions.grouping import LevelLink

T = TypeVar("T")
_FORMAT = "vicinal-versions/1"


def render_json(versions: Versions) -> str:
    """Return versions as JSON: one line a paragraph, a row, a link.

    A row has a list of sentence numbers for each level; a link is [level, level, sentences, sentences, score].
    """
    documents = [
        f'{{"name": {_compact(name)}, "id": {_compact(document.id)}, "language": {_compact(document.language)}, '
        f'"paragraphs": {_items(document.paragraphs, 3)}}}'
        for name, document in zip(versions.names, versions.documents, strict=True)
    ]
    parts = {
        "format": _compact(_FORMAT),
        "signature": _compact(versions.signature),
        "versions": "[\n  " + ",\n  ".join(documents) + "\n ]",
        "rows": _items(versions.rows, 2),
        "links": _items([_link(one) for one in versions.links], 2),
        "contradicted": _items([_link(one) for one in versions.contradicted], 2),
    }
    return "{\n" + ",\n".join(f" {_compact(key)}: {text}" for key, text in parts.items()) + "\n}\n"


def parse_json(text: str) -> Versions:
    """Return the versions that `render_json` wrote; the rows are made again from the links.

    Raises:
        FormatError: The text is not JSON, or holds no versions.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except (ValueError, RecursionError):
        raise FormatError("not versions: a number too long, or nested too deep") from None
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise FormatError(f'not versions: no "format": "{_FORMAT}"')
    try:
        documents = [_typed(one, dict, "a version as an object") for one in _list(data["versions"])]
        return Versions(
            documents=tuple(map(_parse_document, documents)),
            names=tuple(_typed(one["name"], str, "a name") for one in documents),
            links=tuple(map(_parse_link, _list(data["links"]))),
            contradicted=tuple(map(_parse_link, _list(data["contradicted"]))),
            signature=_typed(data["signature"], str, "a signature"),
        )
    except KeyError as error:
        raise FormatError(f"not whole versions: key {error} is missing") from None
    except (TypeError, OverflowError, InputError) as error:
        raise FormatError(f"not versions: {error}") from None


def render_tsv(versions: Versions) -> str:
    """Return the rows as a table: sentence numbers at each level (commas between them), then the text at each level.

    The columns are called by the levels, those of text with `_text` behind. White space inside a field, tabs and line
    ends included, becomes a space, so that a row is always one line with as many fields as the header.
    """
    lines = [[*versions.names, *(f"{name}_text" for name in versions.names)]]
    for row in versions.rows:
        numbers = [",".join(map(str, sentences)) for sentences in row]
        lines.append([*numbers, *versions.texts(row)])
    return "".join("\t".join(" ".join(field.split()) for field in line) + "\n" for line in lines)


def _items(value: Any, indent: int) -> str:
    if not value:
        return "[]"
    return "[\n" + ",\n".join(" " * indent + _compact(item) for item in value) + "\n" + " " * (indent - 1) + "]"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _link(one: LevelLink) -> tuple[Any, ...]:
    return one.source, one.target, one.link.source, one.link.target, one.link.score


def _parse_document(data: dict[str, Any]) -> Document:
    names = [None if data[key] is None else _typed(data[key], str, f"{key} as text") for key in ("id", "language")]
    return Document([_list(paragraph) for paragraph in _list(data["paragraphs"])], *names)


def _parse_link(data: Any) -> LevelLink:
    if len(_list(data)) != 5:
        raise TypeError(f"a link is two levels, two lists of sentences and a score, not {data!r:.40}")
    source, target = (tuple(_index(number) for number in _list(side)) for side in data[2:4])
    score = float(data[4]) if isinstance(data[4], int) else _typed(data[4], float, "a score")
    return LevelLink(_index(data[0]), _index(data[1]), Link(source, target, score))


def _list(value: Any) -> list[Any]:
    return _typed(value, list, "a list")


def _index(value: Any) -> int:
    return _typed(value, int, "a whole number")


def _typed(value: Any, kind: type[T], what: str) -> T:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"expected {what}, found {value!r:.40}")
    return value
