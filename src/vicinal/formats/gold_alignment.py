"""Gold as alignments; callers: `vicinal.load_many`, and the texts of corrected tables."""

from __future__ import annotations

from vicinal.alignment import Alignment, assemble, connected
from vicinal.gold import Gold
from vicinal.link import Link


def alignment_of(gold: Gold) -> Alignment:
    """Return the alignment that people made: their links with the score 1, the pairs inside them, and no steps."""
    links = [Link(*link, 1.0) for link in sorted(gold.links)]
    inside = {(x, y) for link in links for x in link.source for y in link.target}
    paragraphs = None
    if gold.paragraphs is not None:
        paragraphs = [Link(*link, 1.0) for link in connected(sorted(gold.paragraphs))]
    cells = sorted(inside & gold.pairs)
    return assemble(gold.source, gold.target, links, "gold", cells=cells, paragraphs=paragraphs, steps=())
