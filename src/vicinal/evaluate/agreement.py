"""How far two people agree: links and sentence pairs as sets, and Cohen's kappa over all sentence pairs.

`agreement` counts one document pair; the counts add, over pairs and machines, and the figures are read from the sum.
The first annotator stands where a prediction would stand and the second where gold would: precision is the share of the
first one's links that the second has too, recall the share of the second one's that the first has. Seen the other way
round the two change places, and F1 stays what it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vicinal.alignment import Cell
from vicinal.errors import InputError
from vicinal.evaluate.scores import Counts
from vicinal.gold import LinkKey


@dataclass(frozen=True)
class Agreement:
    """What two annotators have in common, over one or more document pairs.

    Attributes:
        documents: How many document pairs are counted.
        links: Exact n-to-m links: the first annotator's as predicted, the second's as gold.
        pairs: Sentence pairs inside the links, in the same way.
        cells: All sentence pairs that there are, aligned or not.
    """

    documents: int = 0
    links: Counts = Counts()  # noqa: RUF009  (frozen)
    pairs: Counts = Counts()  # noqa: RUF009
    cells: int = 0

    def __add__(self, other: Agreement) -> Agreement:
        return Agreement(
            self.documents + other.documents,
            self.links + other.links,
            self.pairs + other.pairs,
            self.cells + other.cells,
        )

    def swapped(self) -> Agreement:
        """Return the same, seen from the second annotator."""
        return Agreement(self.documents, _swapped(self.links), _swapped(self.pairs), self.cells)

    @property
    def f1(self) -> float | None:
        """F1 of the links, the same both ways; None where neither annotator has one."""
        return self.links.f1 if self.links.predicted or self.links.gold else None

    @property
    def pair_f1(self) -> float | None:
        """F1 of the sentence pairs; None where neither annotator has one."""
        return self.pairs.f1 if self.pairs.predicted or self.pairs.gold else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa, each sentence pair being labelled as aligned or not; None where chance alone explains all.

        That is so where both annotators align nothing, or both everything.
        """
        if not self.cells:
            return None
        first, second = self.pairs.predicted / self.cells, self.pairs.gold / self.cells
        both = self.pairs.correct / self.cells
        seen = 1 - first - second + 2 * both
        chance = first * second + (1 - first) * (1 - second)
        return None if chance >= 1 else (seen - chance) / (1 - chance)


def agreement(first: Iterable[LinkKey], second: Iterable[LinkKey], sizes: tuple[int, int]) -> Agreement:
    """Count what the links of two annotators of one document pair have in common.

    Args:
        first: The links of one annotator, as sentence indices of source and target.
        second: The links of the other.
        sizes: How many sentences the source and the target have.

    Raises:
        InputError: A link has a sentence that the documents do not have.

    >>> one, other = [((0,), (0,)), ((1,), (1, 2))], [((0,), (0,)), ((1,), (1,))]
    >>> found = agreement(one, other, (3, 3))
    >>> found.f1, found.pair_f1, round(found.kappa, 3)
    (0.5, 0.8, 0.727)
    """
    links = [frozenset((tuple(sorted(xs)), tuple(sorted(ys))) for xs, ys in side) for side in (first, second)]
    cells = [_inside(side, sizes) for side in links]
    both = len(cells[0] & cells[1])
    exact = len(links[0] & links[1])
    return Agreement(
        1,
        Counts(exact, len(links[0]), exact, len(links[1])),
        Counts(both, len(cells[0]), both, len(cells[1])),
        sizes[0] * sizes[1],
    )


def _inside(links: frozenset[LinkKey], sizes: tuple[int, int]) -> frozenset[Cell]:
    """Return all sentence pairs inside links, after a look at whether the documents have them."""
    for link in links:
        for indices, size in zip(link, sizes, strict=True):
            if not indices or indices[0] < 0 or indices[-1] >= size:
                raise InputError(f"link {link!r:.80}: indices must be from 0 to {size - 1}, at least one a side")
    return frozenset((x, y) for xs, ys in links for x in xs for y in ys)


def _swapped(counts: Counts) -> Counts:
    return Counts(counts.found, counts.gold, counts.correct, counts.predicted)
