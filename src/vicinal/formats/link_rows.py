"""Links as rows: the columns that the table formats (`.jsonl`, `.tsv`, `.csv`, `.parquet`) share.

A table of one alignment has the columns from kind on, and in `.jsonl` the id; a table of a corpus has all columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from vicinal.alignment import Aligned, Alignment
from vicinal.link import Cell, pairs_inside

# The columns of a corpus in order, with their meanings.
COLUMNS = MappingProxyType(
    {
        "id": "name of the document pair",
        "source_level": "name of the first version",
        "target_level": "name of the second version",
        "origin": "origin of the pair in the corpus",
        "kind": "number of sentences on each side: 1-1, 1-N, N-1 or N-N",
        "score": "of global: how probable it is that the link is exactly right; else: how similar its sides are",
        "probability": "how probable it is that the link is exactly right; empty if the method has no such number",
        "source": "numbers of the source sentences, from 0, over the document",
        "target": "numbers of the target sentences, from 0, over the document",
        "pairs": "the pairs of sentences inside the link that the method aligned",
        "source_text": "the source sentences, joined by spaces",
        "target_text": "the target sentences, joined by spaces",
    }
)


def index_columns(splits: bool = False) -> tuple[str, ...]:
    """Return the columns of the table that maps files to pairs; with splits, the last one names that of the pair."""
    return ("file", *tuple(COLUMNS)[:4], *(["split"] if splits else []))


def place(one: Aligned) -> tuple[str | None, str, str, str]:
    """Return the values of the first four columns, which all links of an alignment share."""
    return one.alignment.id, *one.levels, one.origin


def pairs(alignment: Alignment) -> list[list[Cell]]:
    """Return the aligned pairs inside each sentence link."""
    cells = set(alignment.cells)
    return [
        [(link.source[0], link.target[0])] if len(link.source) == len(link.target) == 1 else pairs_inside(link, cells)
        for link in alignment.sentences
    ]


def probabilities(alignment: Alignment) -> Sequence[float | None]:
    """Return the probability of each sentence link, None where the method has none."""
    return alignment.probabilities or [None] * len(alignment.sentences)


def one(_: Alignment) -> int:
    """Return how many rows an alignment has in formats that write a line a pair: one."""
    return 1


def one_line(text: str) -> str:
    """Return a text with every run of white space as one space."""
    return " ".join(text.split())


def encodable(text: str) -> str:
    r"""Return a text that UTF-8 can encode: a lone surrogate becomes its escape, `\udXXX`."""
    try:
        text.isascii() or text.encode()
        return text
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode()
