"""`.jsonl`: one link a line, with what a corpus needs of it."""

from __future__ import annotations

import json

from vicinal.alignment import Alignment


def render(alignment: Alignment) -> tuple[str]:
    """Return one JSON object a line for each sentence link, in document order."""
    rows = []
    for link in alignment.sentences:
        source, target = alignment.texts(link)
        row = {
            "id": alignment.id,
            "kind": link.kind,
            "score": link.score,
            "source": link.source,
            "target": link.target,
            "source_text": source,
            "target_text": target,
        }
        rows.append(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n")
    return ("".join(rows),)
