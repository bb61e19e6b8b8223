"""An alignment as a list that leaves no sentence out: links, and sentences without a counterpart between them.

Formats whose readers expect to find every sentence (vecalign's, InterText's) are written from it.
"""

from __future__ import annotations

from typing import NamedTuple

from vicinal.alignment import Alignment


class Segment(NamedTuple):
    """Sentences that belong together, in order; or one that has no counterpart, with no score."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    score: float | None = None


def segments(alignment: Alignment) -> list[Segment]:
    """Return links and single sentences in the order of the texts, as far as links do not cross.

    A sentence without a counterpart stands before the first link that has a later sentence of its side.
    """
    links = sorted(
        Segment(tuple(sorted(link.source)), tuple(sorted(link.target)), link.score) for link in alignment.sentences
    )
    single_source = [Segment((number,), ()) for number in reversed(alignment.unaligned_source)]
    single_target = [Segment((), (number,)) for number in reversed(alignment.unaligned_target)]
    found: list[Segment] = []
    for link in links:
        while single_source and single_source[-1].source < link.source:
            found.append(single_source.pop())
        while single_target and single_target[-1].target < link.target:
            found.append(single_target.pop())
        found.append(link)
    return found + single_source[::-1] + single_target[::-1]
