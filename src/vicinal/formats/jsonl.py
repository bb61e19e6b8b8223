"""`.jsonl`: one JSON line per link.

A link whose cells are not all pairs inside it (usually an N-N link) lists them as `pairs`. The lines of a corpus all
have the same keys, including `pairs`, because table readers expect it. The line separators of Unicode (U+0085, U+2028,
U+2029) are escaped, because some readers split lines at them. A lone surrogate becomes the text of its escape, because
DuckDB would refuse the whole file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from vicinal.alignment import Aligned
from vicinal.formats import link_rows as rows
from vicinal.json_text import json_line


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield a JSON line for each sentence link, in the order of the corpus and the documents."""
    del names
    for one in aligned:
        yield 0, "".join(_lines(one, corpus))


def _lines(one: Aligned, corpus: bool) -> Iterator[str]:
    place = [name and rows.encodable(name) for name in rows.place(one)]
    first = dict(zip(rows.COLUMNS, place[: None if corpus else 1], strict=False))
    found = zip(one.alignment.sentences, rows.pairs(one.alignment), rows.probabilities(one.alignment), strict=True)
    for link, pairs, probability in found:
        row: dict[str, Any] = {
            **first,
            "kind": link.kind,
            "score": link.score,
            **({"probability": probability} if corpus or probability is not None else {}),
            "source": link.source,
            "target": link.target,
        }
        if corpus or len(pairs) < len(link.source) * len(link.target):
            row["pairs"] = pairs
        row["source_text"], row["target_text"] = map(rows.encodable, one.alignment.texts(link))
        yield json_line(row)
