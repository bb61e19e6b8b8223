"""An aligner of our own: the best chain of links that never cross."""

from __future__ import annotations

from dataclasses import dataclass, field

from vicinal import Alignment, Document, Similarity

from .similarity import Beginnings


@dataclass(frozen=True)
class InOrder:
    """Link sentences one to one, in the order of the text, so that the similarities add up to the most.

    Attributes:
        least: Sentences that are less similar are not linked.
        similarity: Which sentences are similar.
    """

    least: float = 0.25
    similarity: Similarity = field(default_factory=Beginnings)

    def __call__(self, source: Document, target: Document) -> Alignment:
        """Align two documents."""
        vectors = self.similarity(source, target)
        rows, columns = vectors.shape
        best = [[0.0] * (columns + 1) for _ in range(rows + 1)]  # of the first x and y sentences
        for x in range(rows):
            for y in range(columns):
                gain = vectors.pair(x, y) - self.least
                best[x + 1][y + 1] = max(best[x][y + 1], best[x + 1][y], best[x][y] + gain)
        links = []
        x, y = rows, columns
        while x and y:
            if best[x][y] == best[x - 1][y]:
                x -= 1
            elif best[x][y] == best[x][y - 1]:
                y -= 1
            else:
                x, y = x - 1, y - 1
                links.append((x, y, vectors.pair(x, y)))
        return Alignment.from_links(source, target, reversed(links), signature=f"sentence-pairs 1.0: {self!r}")
