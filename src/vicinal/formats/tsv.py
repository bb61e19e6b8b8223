"""`.tsv`: a table of links for programs (pandas, polars, DuckDB, the hub), which get every text back as it is.

Columns: kind, score, probability (empty if the method has none), source and target sentence numbers (from 0, as a list
such as `[0, 1]`), source and target text. The table of a corpus starts with the id, levels and origin of the pair.
`text_table` tells how fields are quoted. For a spreadsheet, write `.xlsx` or `.csv`, which have a table to correct.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vicinal.alignment import Aligned
from vicinal.formats.part import Frame, Parts, Place
from vicinal.formats.text_table import header, table_rows, write_table


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield a header line and one row for each sentence link."""
    del names
    yield from write_table(aligned, corpus)


def part(aligned: Iterable[Aligned], place: Place) -> Iterator[tuple[int, str]]:
    """Yield a part of the table of a corpus."""
    del place
    return table_rows(aligned, corpus=True)


def frame(first: Aligned | None) -> Frame:
    """Return what stands around the parts."""
    del first
    return Frame(header(corpus=True))


PARTS = Parts(part, frame)
