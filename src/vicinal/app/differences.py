"""Where the links of two annotators differ, and what a third set has there.

Links of both that share sentences, directly or through others, belong together. Where the two have the same single
link, they agree; every other such group is a difference. Differences therefore share no sentence, and a third set can
take the links of one annotator at one difference and those of the other at the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from vicinal.alignment import NotedLink, connected
from vicinal.app.corrected_texts import cells_that_connect
from vicinal.app.corrections import merged_note
from vicinal.gold import LinkKey

# What was decided: as the first annotator, as the second, no link, or something else, by hand.
Decision = Literal["one", "other", "none", "hand"]


class Difference(NamedTuple):
    """Sentences that two annotators linked differently: all that their links there have, and those links."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    one: tuple[NotedLink, ...]
    other: tuple[NotedLink, ...]

    @property
    def key(self) -> LinkKey:
        """The sentences."""
        return self.source, self.target


class Comparison(NamedTuple):
    """The links of two annotators: those that both have, with the notes of both, and the differences, in order."""

    alike: tuple[NotedLink, ...]
    differences: tuple[Difference, ...]


def compared(one: Iterable[NotedLink], other: Iterable[NotedLink]) -> Comparison:
    """Compare the links of two annotators, which are between the same sentences; see the module.

    >>> first = [NotedLink((0,), (0,)), NotedLink((1,), (1,)), NotedLink((2,), (2,))]
    >>> second = [NotedLink((0,), (0,)), NotedLink((1, 2), (1,))]
    >>> [(each.source, each.target) for each in compared(first, second).differences]
    [((1, 2), (1, 2))]
    """
    sets = [sorted(one), sorted(other)]
    groups = connected(cell for links in sets for link in links for cell in cells_that_connect(link.key))
    of_source = {x: number for number, (xs, _) in enumerate(groups) for x in xs}
    parts: list[tuple[list[NotedLink], list[NotedLink]]] = [([], []) for _ in groups]
    for side, links in enumerate(sets):
        for link in links:
            parts[of_source[link.source[0]]][side].append(link)
    alike, differing = [], []
    for key, (first, second) in zip(groups, parts, strict=True):
        if [link.key for link in first] == [link.key for link in second]:
            alike.append(NotedLink(*key, *merged_note([*first, *second])))
        else:
            differing.append(Difference(*key, tuple(first), tuple(second)))
    return Comparison(tuple(alike), tuple(differing))


def decisions(
    differences: Sequence[Difference], links: Iterable[LinkKey], settled: Iterable[LinkKey]
) -> list[Decision | None]:
    """Return what was decided at each difference; None where nothing was yet.

    A difference is decided as soon as the third set has a link with one of its sentences, or someone settled that
    there is none.

    Args:
        differences: The differences.
        links: The links of the third set.
        settled: The sentences of differences that were settled.
    """
    of_sentence: dict[tuple[int, int], LinkKey] = {}
    for link in links:
        for side, indices in enumerate(link):
            for index in indices:
                of_sentence[side, index] = link
    is_settled = set(settled)
    found: list[Decision | None] = []
    for difference in differences:
        places = [(side, index) for side, indices in enumerate(difference.key) for index in indices]
        here = sorted({of_sentence[place] for place in places if place in of_sentence})
        if not here and difference.key not in is_settled:
            found.append(None)
        elif here == [link.key for link in difference.one]:
            found.append("one")
        elif here == [link.key for link in difference.other]:
            found.append("other")
        else:
            found.append("hand" if here else "none")
    return found
