"""`.tsv`: a table of links that opens in a spreadsheet.

Columns: kind, score, probability (empty if the method has none), source and target sentence numbers (from 0, separated
by commas), source and target text. The table of a corpus starts with the id, levels and origin of the pair. White space
inside a field, including tabs and line ends, becomes a space, so that a link is always one line with as many fields as
the header. Nothing is quoted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vicinal.alignment import Aligned
from vicinal.formats import link_rows as rows
from vicinal.formats.link_rows import one_line

COLUMNS = tuple(name for name in rows.COLUMNS if name != "pairs")


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield a header line and one line for each sentence link."""
    del names
    skipped = 0 if corpus else len(COLUMNS) - 7
    yield 0, "\t".join(COLUMNS[skipped:]) + "\n"
    for one in aligned:
        place = [one_line(name or "") for name in rows.place(one)][: None if corpus else 0]
        lines = []
        for link, probability in zip(one.alignment.sentences, rows.probabilities(one.alignment), strict=True):
            source, target = one.alignment.texts(link)
            indices = (",".join(map(str, link.source)), ",".join(map(str, link.target)))
            numbers = (f"{link.score:.6f}", "" if probability is None else f"{probability:.4f}")
            row = (*place, link.kind, *numbers, *indices, one_line(source), one_line(target))
            lines.append("\t".join(row) + "\n")
        yield 0, "".join(lines)
