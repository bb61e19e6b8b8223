"""What `global` makes of single pairs of sentences, for explanations: why two sentences are linked, or not linked.

`Global.weighed` makes these; `view.why_not` asks them. They say nothing new: the similarities, posteriors and gains are
those from which the links were chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from vicinal.methods.global_.candidates import Candidate
from vicinal.methods.global_.decoding import Posteriors

EVERY = -1000.0  # a caution with which any link has a gain above 0
_DECIMALS = 9  # of gains


class Worth(NamedTuple):
    """A link that was considered: its sentences, its posterior, and its gain; only a gain above 0 is worth taking."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    posterior: float
    gain: float


class Weighed:
    """The pairs and links of the prose of two documents, or of their headings.

    Args:
        rows: For each sentence of the original its index in the whole document.
        columns: The same for the simpler text.
        similarity: How similar two of these sentences are.
        posteriors: The posteriors of the pairs.
        considered: All links that are not negligible, with their gains by the caution `EVERY`.
        caution: What a link must be worth.
        is_swapped: Whether the original is the target.
    """

    def __init__(
        self,
        rows: Sequence[int],
        columns: Sequence[int],
        similarity: Callable[[int, int], float],
        posteriors: Posteriors,
        considered: Sequence[Candidate],
        caution: float,
        *,
        is_swapped: bool,
    ) -> None:
        self._documents = rows, columns
        self._places = tuple({index: place for place, index in enumerate(side)} for side in (rows, columns))
        self._similarity, self._posteriors, self._considered = similarity, posteriors, considered
        self._caution, self._is_swapped = caution, is_swapped

    def __contains__(self, cell: tuple[int, int]) -> bool:
        """Tell whether a source and a target sentence were compared."""
        row, column = reversed(cell) if self._is_swapped else cell
        return row in self._places[0] and column in self._places[1]

    def similarity(self, x: int, y: int) -> float:
        """Return how similar the spelling of a source and a target sentence is."""
        return self._similarity(*self._place(x, y))

    def probability(self, x: int, y: int) -> float:
        """Return how probable it is that a source and a target sentence belong together."""
        return self._posteriors.probability(*self._place(x, y))

    def best(self, x: int, y: int) -> Worth | None:
        """Return the link with both sentences that has the highest gain; None if all of them are negligible."""
        row, column = self._place(x, y)
        with_both = [one for one in self._considered if one[1] <= row < one[2] and one[3] <= column < one[4]]
        if not with_both:
            return None
        loss, row, row_end, column, column_end, posterior = min(with_both)
        original = tuple(self._documents[0][row:row_end])
        simple = tuple(self._documents[1][column:column_end])
        gain = round(-loss + EVERY - self._caution, _DECIMALS)
        sides = (simple, original) if self._is_swapped else (original, simple)
        return Worth(*sides, posterior, gain)

    def _place(self, x: int, y: int) -> tuple[int, int]:
        row, column = (y, x) if self._is_swapped else (x, y)
        return self._places[0][row], self._places[1][column]
