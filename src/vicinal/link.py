"""Link and Step: the parts of an alignment, and the pairs of sentences inside a link."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

Cell = tuple[int, int]
LEVELS = ("paragraph", "sentence")
KINDS = ("1-1", "1-N", "N-1", "N-N")


@dataclass(frozen=True)
class Link:
    """Source and target sentences (or paragraphs) that are aligned.

    Attributes:
        source: The indices of the source sentences, counted from 0 over the document.
        target: The indices of the target sentences.
        score: How sure the method is. For `global` it is the probability that the link is exactly right.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    score: float

    def __post_init__(self) -> None:
        """Convert any sequences and number types to plain tuples and floats."""
        object.__setattr__(self, "source", tuple(map(int, self.source)))
        object.__setattr__(self, "target", tuple(map(int, self.target)))
        object.__setattr__(self, "score", float(self.score))

    @classmethod
    def of_checked(cls, source: tuple[int, ...], target: tuple[int, ...], score: float) -> Link:
        """Return a link of values that are of these very types; for readers of many records."""
        link = object.__new__(cls)
        link.__dict__.update(source=source, target=target, score=score)
        return link

    @property
    def kind(self) -> str:
        """The number of sentences on each side: "1-1", "1-N", "N-1" or "N-N"."""
        return KINDS[2 * (len(self.source) != 1) + (len(self.target) != 1)]


@dataclass(frozen=True)
class Step:
    """How one cell was found.

    Attributes:
        level: "paragraph" or "sentence": what the cells index.
        stood: The cell from which the search looked; None at a start.
        vicinity: Where the cell was found: "start", "V1", "V2" (and so on, for more fixed vicinities), "nearest", or
            "run" (the inner loop of a 1-N or N-1 link). Other methods have names of their own.
        cell: The cell found.
        similarity: The similarity of the cell; for "run", of the concatenated sentences.
    """

    level: str
    stood: Cell | None
    vicinity: str
    cell: Cell
    similarity: float

    @classmethod
    def of_checked(cls, level: str, stood: Cell | None, vicinity: str, cell: Cell, similarity: float) -> Step:
        """Return a step, as `Link.of_checked` does."""
        step = object.__new__(cls)
        step.__dict__.update(level=level, stood=stood, vicinity=vicinity, cell=cell, similarity=similarity)
        return step


def pairs_inside(link: Link, cells: Collection[Cell]) -> list[Cell]:
    """Return the aligned pairs inside a link: those in cells, or all if cells has none of them."""
    inside = [(x, y) for x in link.source for y in link.target]
    return [cell for cell in inside if cell in cells] or inside
