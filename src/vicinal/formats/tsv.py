"""`.tsv`: a table of links that opens in a spreadsheet.

Columns: kind, score, source and target sentence numbers (0-based, comma between them), source and target text. White
space inside a text, tabs and line ends included, becomes a space, so that a link is always one line of six fields.
"""

from __future__ import annotations

from vicinal.alignment import Alignment

COLUMNS = ("kind", "score", "source", "target", "source_text", "target_text")


def render(alignment: Alignment) -> tuple[str]:
    """Return a header line and one line for each sentence link."""
    rows = [COLUMNS]
    for link in alignment.sentences:
        source, target = alignment.texts(link)
        indices = (",".join(map(str, link.source)), ",".join(map(str, link.target)))
        rows.append((link.kind, f"{link.score:.6f}", *indices, one_line(source), one_line(target)))
    return ("".join("\t".join(row) + "\n" for row in rows),)


def one_line(text: str) -> str:
    """Return a text with every run of white space as one space."""
    return " ".join(text.split())
