"""An alignment as a list that covers every sentence: links, with the unaligned sentences between them.

Callers: the formats whose readers expect every sentence (vecalign's, InterText's).
"""

from __future__ import annotations

from typing import NamedTuple

from vicinal.alignment import Alignment


class Segment(NamedTuple):
    """A link with its sentences in order, or one unaligned sentence without a score."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    score: float | None = None


def segments(alignment: Alignment) -> list[Segment]:
    """Return links and unaligned sentences in the order of the texts, as far as links do not cross.

    An unaligned sentence comes before the first link with a later sentence on its side.
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
