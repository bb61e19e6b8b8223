"""`.json`: the whole alignment, readable by people and read back equal."""

from __future__ import annotations

import json
from typing import Any

from vicinal.alignment import Alignment, Link, Step
from vicinal.document import Document
from vicinal.errors import FormatError, InputError

_FORMAT = "vicinal-alignment/1"


def render(alignment: Alignment) -> tuple[str]:
    """Return an alignment as JSON: one line a paragraph, a link, a step."""
    data = {
        "format": _FORMAT,
        "signature": alignment.signature,
        "source": _document(alignment.source),
        "target": _document(alignment.target),
        "paragraphs": [_link(link) for link in alignment.paragraphs],
        "sentences": [_link(link) for link in alignment.sentences],
        "cells": alignment.cells,
        "unaligned_source": alignment.unaligned_source,
        "unaligned_target": alignment.unaligned_target,
        "steps": [vars(step) for step in alignment.steps],
    }
    return (_lines(data) + "\n",)


def parse(text: str) -> Alignment:
    """Return the alignment that `render` wrote.

    Raises:
        FormatError: The text is not JSON, or not an alignment.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise FormatError(f'not an alignment: no "format": "{_FORMAT}"; write one with vicinal align -o FILE.json')
    try:
        return Alignment(
            source=Document(**data["source"]),
            target=Document(**data["target"]),
            paragraphs=tuple(map(_parse_link, data["paragraphs"])),
            sentences=tuple(map(_parse_link, data["sentences"])),
            cells=tuple((int(x), int(y)) for x, y in data["cells"]),
            steps=tuple(map(_parse_step, data["steps"])),
            signature=str(data["signature"]),
        )
    except KeyError as error:
        raise FormatError(f"not a whole alignment: key {error} is missing") from None
    except InputError:
        raise
    except (TypeError, ValueError, AttributeError) as error:
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


def _parse_link(data: dict[str, Any]) -> Link:
    return Link(tuple(map(int, data["source"])), tuple(map(int, data["target"])), float(data["score"]))


def _parse_step(data: dict[str, Any]) -> Step:
    stood = None if data["stood"] is None else (int(data["stood"][0]), int(data["stood"][1]))
    cell = (int(data["cell"][0]), int(data["cell"][1]))
    return Step(str(data["level"]), stood, str(data["vicinity"]), cell, float(data["similarity"]))
