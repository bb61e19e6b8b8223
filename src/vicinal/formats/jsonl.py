"""`.jsonl`: one link a line, with what a corpus needs of it.

A link whose cells are not all pairs inside it (an N-N link, as a rule) has them as `pairs`.
"""

from __future__ import annotations

import json
from typing import Any

from vicinal.alignment import Alignment


def render(alignment: Alignment) -> tuple[str]:
    """Return one JSON object a line for each sentence link, in document order."""
    cells = set(alignment.cells)
    rows = []
    for link in alignment.sentences:
        source, target = alignment.texts(link)
        row: dict[str, Any] = {
            "id": alignment.id,
            "kind": link.kind,
            "score": link.score,
            "source": link.source,
            "target": link.target,
        }
        inside = [(x, y) for x in link.source for y in link.target]
        pairs = [cell for cell in inside if cell in cells]
        if len(pairs) < len(inside):
            row["pairs"] = pairs
        row |= {"source_text": source, "target_text": target}
        rows.append(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n")
    return ("".join(rows),)
