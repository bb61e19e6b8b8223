"""How doubtful the alignment of a pair is: the app and the report show the most doubtful first."""

from __future__ import annotations

import math
from collections.abc import Iterable

from vicinal.alignment import Link


def doubt(links: Iterable[Link], target_sentences: int) -> float:
    """Return how doubtful links are: 1 less the mean score times the share of the target sentences that have a link.

    Target sentences, because every sentence of a simpler version should come from somewhere, while much of an original
    may have been left out. Scores above 1 or below 0, which some methods give, count as 1 and 0.

    >>> doubt([Link((0,), (0,), 0.8), Link((1,), (1,), 0.6)], 4)
    0.65
    """
    scores: list[float] = []
    covered: set[int] = set()
    for link in links:
        scores.append(min(max(link.score, 0.0), 1.0))
        covered.update(link.target)
    if not scores or not target_sentences:
        return 1.0
    share = len(covered) / target_sentences
    return round(1 - math.fsum(scores) / len(scores) * share, 6)
