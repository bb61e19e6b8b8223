"""Agreement of two annotators: links and sentence pairs as sets, and Cohen's kappa over all sentence pairs.

`agreement` counts one document pair; counts add over pairs and machines, and the figures follow from the sum. The first
annotator is in the place of the prediction, the second in that of the gold: precision is the share of the first one's
links that the second also has, recall the share of the second one's that the first also has. Swapping the annotators
swaps the two and leaves F1 unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vicinal.errors import InputError
from vicinal.evaluation.scores import Counts
from vicinal.gold import LinkKey
from vicinal.link import Cell


@dataclass(frozen=True)
class Agreement:
    """The counts of two annotators over one or more document pairs.

    Attributes:
        documents: The number of document pairs.
        links: Exact n-to-m links: the first annotator's as predicted, the second's as gold.
        pairs: Sentence pairs inside the links, likewise.
        cells: The number of all sentence pairs, aligned or not.
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

    @property
    def f1(self) -> float | None:
        """F1 of the links; None if neither annotator has any."""
        return self.links.f1 if self.links.predicted or self.links.gold else None

    @property
    def pair_f1(self) -> float | None:
        """F1 of the sentence pairs; None if neither annotator has any."""
        return self.pairs.f1 if self.pairs.predicted or self.pairs.gold else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa, with each sentence pair labelled as aligned or not.

        None if it is undefined because both annotators align nothing, or both everything.
        """
        if not self.cells:
            return None
        first, second = self.pairs.predicted / self.cells, self.pairs.gold / self.cells
        both = self.pairs.correct / self.cells
        observed = 1 - first - second + 2 * both
        chance = first * second + (1 - first) * (1 - second)
        return None if chance >= 1 else (observed - chance) / (1 - chance)


def agreement(first: Iterable[LinkKey], second: Iterable[LinkKey], sizes: tuple[int, int]) -> Agreement:
    """Compare the links of two annotators of one document pair.

    Args:
        first: The links of one annotator, as sentence indices of source and target.
        second: The links of the other.
        sizes: The numbers of sentences of source and target.

    Raises:
        InputError: A link is empty on one side, or out of range.

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
    """Return all sentence pairs inside links; raise InputError if the documents do not have them."""
    for link in links:
        for indices, size in zip(link, sizes, strict=True):
            if not indices or indices[0] < 0 or indices[-1] >= size:
                raise InputError(f"link {link!r:.80}: indices must be from 0 to {size - 1}, at least one on each side")
    return frozenset((x, y) for xs, ys in links for x in xs for y in ys)
