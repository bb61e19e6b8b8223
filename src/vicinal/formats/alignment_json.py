"""`.json`: the whole alignment, readable by people and read back equal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from vicinal.alignment import Aligned, Alignment, Cell, Link, Step
from vicinal.errors import FormatError
from vicinal.text.document import Document

T = TypeVar("T")
_FORMAT = "vicinal-alignment/1"
_MOST_WITH_CHANGES = 5000  # links


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the one alignment that a file holds."""
    del corpus, names
    for alignment, *_ in aligned:
        yield 0, render(alignment)


def render(alignment: Alignment) -> str:
    """Return an alignment as JSON: one line a paragraph, a link, a step."""
    data = {
        "format": _FORMAT,
        "signature": alignment.signature,
        "source": _document(alignment.source),
        "target": _document(alignment.target),
        "paragraphs": [_link(link) for link in alignment.paragraphs],
        "sentences": [_link(link) | _changes(alignment, link) for link in alignment.sentences],
        "cells": alignment.cells,
        "unaligned_source": alignment.unaligned_source,
        "unaligned_target": alignment.unaligned_target,
        "steps": [vars(step) for step in alignment.steps],
    }
    return _lines(data) + "\n"


def parse(text: str) -> Alignment:
    """Return the alignment that `render` wrote.

    Raises:
        FormatError: The text is not JSON, or not an alignment.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except (ValueError, RecursionError):
        raise FormatError("not an alignment: a number too long, or nested too deep") from None
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise FormatError(f'not an alignment: no "format": "{_FORMAT}"; write one with vicinal align -o FILE.json')
    try:
        return Alignment(
            source=_parse_document(data["source"]),
            target=_parse_document(data["target"]),
            paragraphs=tuple(map(_parse_link, _list(data["paragraphs"]))),
            sentences=tuple(map(_parse_link, _list(data["sentences"]))),
            cells=tuple(map(_parse_cell, _list(data["cells"]))),
            steps=tuple(map(_parse_step, _list(data["steps"]))),
            signature=_string(data["signature"]),
        )
    except KeyError as error:
        raise FormatError(f"not a whole alignment: key {error} is missing") from None
    except (TypeError, OverflowError) as error:
        raise FormatError(f"not an alignment: {error}") from None


def _lines(data: dict[str, Any]) -> str:
    """Return JSON with a line for each value of the object and each item of its long lists."""
    parts = []
    for key, value in data.items():
        if key in ("source", "target"):
            text = "{\n" + ",\n".join(f"  {_compact(k)}: {_items(v, 3)}" for k, v in value.items()) + "\n }"
        elif key in ("paragraphs", "sentences", "steps"):
            text = _items(value, 2)
        else:
            text = _compact(value)
        parts.append(f" {_compact(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _items(value: Any, indent: int) -> str:
    if not isinstance(value, (list, tuple)) or not value:
        return _compact(value)
    return "[\n" + ",\n".join(" " * indent + _compact(item) for item in value) + "\n" + " " * (indent - 1) + "]"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _document(document: Document) -> dict[str, Any]:
    return {"id": document.id, "language": document.language, "paragraphs": document.paragraphs}


def _link(link: Link) -> dict[str, Any]:
    return {"kind": link.kind, "score": link.score, "source": link.source, "target": link.target}


def _changes(alignment: Alignment, link: Link) -> dict[str, Any]:
    """Return what changed in a link, word by word; nothing for books, where that would take longer than aligning."""
    from vicinal.changes.operations import Changes  # words and stems, which only this needs

    if len(alignment.sentences) > _MOST_WITH_CHANGES:
        return {}
    return {"changes": Changes.of(alignment, link).as_json()["changes"]}


def _parse_document(data: Any) -> Document:
    names = [None if data[key] is None else _string(data[key]) for key in ("id", "language")]
    paragraphs = _list(data["paragraphs"], "a list of paragraphs")
    return Document([_list(paragraph, "a paragraph as a list") for paragraph in paragraphs], *names)


def _parse_link(data: Any) -> Link:
    source, target = (tuple(map(_index, _list(data[side]))) for side in ("source", "target"))
    return Link(source, target, _number(data["score"]))


def _parse_step(data: Any) -> Step:
    stood = None if data["stood"] is None else _parse_cell(data["stood"])
    level, vicinity = _string(data["level"]), _string(data["vicinity"])
    return Step(level, stood, vicinity, _parse_cell(data["cell"]), _number(data["similarity"]))


def _parse_cell(data: Any) -> Cell:
    if len(_list(data)) != 2:
        raise TypeError(f"a cell is two indices, not {data!r:.40}")
    return _index(data[0]), _index(data[1])


def _list(value: Any, what: str = "a list") -> list[Any]:
    return _typed(value, list, what)


def _string(value: Any) -> str:
    return _typed(value, str, "a string")


def _index(value: Any) -> int:
    return _typed(value, int, "a whole number")


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int) else _typed(value, float, "a number")


def _typed(value: Any, kind: type[T], what: str) -> T:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"expected {what}, found {value!r:.40}")
    return value
