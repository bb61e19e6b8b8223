"""The line of a gold file for a pair that people corrected; callers: `vicinal import`, and the app's download."""

from __future__ import annotations

import json
from typing import Any

from vicinal.alignment import Aligned, NotedLink


def gold_line(one: Aligned, name: str | None) -> bytes:
    """Return the line of a gold file, as docs/gold.md has it, with its line end.

    Args:
        one: The pair.
        name: Its id, which must be unique in the file; None if the only pair has none.
    """
    alignment = one.alignment
    record: dict[str, Any] = {
        "id": name,
        "lang": alignment.source.language or alignment.target.language,
        "levels": one.levels,
        "origin": one.origin,
        "source": alignment.source.paragraphs,
        "target": alignment.target.paragraphs,
        "gold": [[link.source, link.target] for link in alignment.sentences],
    }
    for side in ("source", "target"):
        if headings := getattr(alignment, side).headings:
            record[f"{side}_headings"] = headings
    if one.notes:
        record["notes"] = list(map(_note, one.notes))
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def _note(note: NotedLink) -> dict[str, Any]:
    found: dict[str, Any] = {"source": note.source, "target": note.target}
    if note.unsure:
        found["unsure"] = True
    if note.comment:
        found["comment"] = note.comment
    return found
