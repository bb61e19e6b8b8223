"""How doubtful the alignment of a pair is; the app and the report list the most doubtful pairs first."""

from __future__ import annotations

import math
from collections.abc import Iterable

from vicinal.alignment import Link


def doubt(links: Iterable[Link], target_sentences: int, probabilities: Iterable[float] | None = None) -> float:
    """Return 1 minus the mean probability of the links times the share of target sentences that are in a link.

    The probability is how probable it is that a link is exactly right (see `vicinal.calibration`); where the method
    has none, its score stands for it.

    Source sentences do not count: each sentence of a simpler version should come from somewhere, but much of an
    original may be left out. Scores above 1 or below 0, which some methods give, count as 1 and 0.

    >>> doubt([Link((0,), (0,), 0.8), Link((1,), (1,), 0.6)], 4)
    0.65
    """
    links = list(links)
    believed = [link.score for link in links] if probabilities is None else probabilities
    scores = [min(max(one, 0.0), 1.0) for one in believed]
    covered = {number for link in links for number in link.target}
    if not scores or not target_sentences:
        return 1.0
    share = len(covered) / target_sentences
    return round(1 - math.fsum(scores) / len(scores) * share, 6)
