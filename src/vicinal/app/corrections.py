"""Links that people change: what a change may be, what it makes of the links, and the alignment that follows.

A change is a patch: links that go, links that come. It fits whatever the links are now, if all that go are there and
none that comes takes a sentence of another. So changes that were made side by side, in two tabs, both hold where they
do not touch the same sentences.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from vicinal.alignment import Alignment, Link, assemble, connected
from vicinal.errors import InputError
from vicinal.gold import LinkKey

MOST_PAIRS = 10_000  # sentence pairs inside one link: more is a slip, and would be slow to show

Indices = Sequence[Sequence[int]]


def key_of(link: Link) -> LinkKey:
    """Return the sentences of a link, in order."""
    return tuple(sorted(link.source)), tuple(sorted(link.target))


def checked(links: Iterable[Indices], sizes: tuple[int, int], what: str) -> tuple[LinkKey, ...]:
    """Return links that came from outside, sorted, after a look at every index.

    Args:
        links: Each two lists of sentence indices.
        sizes: How many sentences source and target have.
        what: What errors call the links.

    Raises:
        InputError: A link is none, leads out of the documents, is too large, or shares a sentence with another.
    """
    taken: tuple[set[int], set[int]] = (set(), set())
    found = []
    for link in links:
        if len(link) != 2 or not all(link):
            raise InputError(f"{what}: a link is [[i, ...], [j, ...]], with at least one index a side")
        if len(link[0]) * len(link[1]) > MOST_PAIRS:
            raise InputError(f"{what}: a link may hold {MOST_PAIRS:,} sentence pairs at most")
        for side, indices, size, before in zip(("source", "target"), link, sizes, taken, strict=True):
            for index in indices:
                if not 0 <= index < size:
                    raise InputError(f"{what}: {side} sentence {index!r:.20} is not from 0 to {size - 1}")
                if index in before:
                    raise InputError(f"{what}: {side} sentence {index} stands there twice")
                before.add(index)
        found.append((tuple(sorted(link[0])), tuple(sorted(link[1]))))
    return tuple(sorted(found))


def patched(links: Collection[LinkKey], remove: Iterable[LinkKey], add: Iterable[LinkKey]) -> tuple[LinkKey, ...] | str:
    """Return the links after a change, sorted; or why it does not fit them."""
    left = set(links)
    for link in remove:
        if link not in left:
            return f"the link {_shown(link)} is not there any more"
        left.remove(link)
    for side, name in enumerate(("source", "target")):
        taken = {index for link in left for index in link[side]}
        for link in add:
            for index in link[side]:
                if index in taken:
                    return f"{name} sentence {index} is in another link already"
    return tuple(sorted(left.union(add)))


def start_links(alignment: Alignment) -> tuple[Link, ...]:
    """Return the links that corrections begin with: those of the alignment, no sentence in two.

    Links of a method that puts a sentence into several become one, with the best of their scores.
    """
    scores: dict[LinkKey, float] = {}
    for link in alignment.sentences:
        key = key_of(link)
        scores[key] = max(link.score, scores.get(key, link.score))
    groups = connected((x, y) for xs, ys in scores for x in xs for y in ys)
    of_source = {x: number for number, (xs, _) in enumerate(groups) for x in xs}
    best: dict[int, float] = {}
    for (xs, _), score in scores.items():
        number = of_source[xs[0]]
        best[number] = max(score, best.get(number, score))
    return tuple(Link(xs, ys, best[number]) for number, (xs, ys) in enumerate(groups))


def corrected(alignment: Alignment, links: Collection[LinkKey], start: Iterable[Link], annotator: str) -> Alignment:
    """Return the alignment that an annotator's links make; the given one where they are the same.

    A link keeps the score it began with; one that the annotator made has the score 1. There are no steps: people do not
    search as the method does.
    """
    if set(links) == {key_of(link) for link in alignment.sentences}:
        return alignment
    scores = {key_of(link): link.score for link in start}
    return assemble(
        alignment.source,
        alignment.target,
        [Link(*link, scores.get(link, 1.0)) for link in sorted(links)],
        f"corrected by {annotator}; at first {alignment.signature}",
        steps=(),
    )


def _shown(link: LinkKey) -> str:
    sides = [", ".join(map(str, side[:5])) + ", ..." * (len(side) > 5) for side in link]
    return f"[{sides[0]}] - [{sides[1]}]"
