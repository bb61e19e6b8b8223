"""Corrections of links: check a change, apply it, and build the alignment that results.

A change removes links and adds links. It applies to whatever the links are when it arrives: all links to remove must be
there, and no link to add may use a sentence of another link. Two changes made at the same time, in two tabs, therefore
both apply unless they touch the same sentences. A link can have a note: that the annotator is unsure, and a comment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from vicinal.alignment import Alignment, NotedLink, assemble, connected
from vicinal.app.corrected_texts import Texts, document_of, unchanged_links
from vicinal.errors import InputError
from vicinal.gold import LinkKey
from vicinal.link import Link

MOST_PAIRS = 10_000  # sentence pairs inside one link: more is a mistake, and would be slow to show

Indices = Sequence[Sequence[int]]


def key_of(link: Link) -> LinkKey:
    """Return the sentences of a link, in order."""
    return tuple(sorted(link.source)), tuple(sorted(link.target))


def checked(links: Iterable[Indices], sizes: tuple[int, int], what: str) -> tuple[LinkKey, ...]:
    """Return the links of a request, sorted, if they are valid for two documents.

    Args:
        links: Two sequences of sentence indices for each link.
        sizes: The numbers of sentences of source and target.
        what: The name of the links in error messages.

    Raises:
        InputError: A link is malformed, out of range, too large, or shares a sentence with another.
    """
    taken: tuple[set[int], set[int]] = (set(), set())
    found = []
    for link in links:
        if len(link) != 2 or not all(link):
            raise InputError(f"{what}: a link is [[i, ...], [j, ...]], with at least one index on each side")
        if len(link[0]) * len(link[1]) > MOST_PAIRS:
            raise InputError(f"{what}: a link can have at most {MOST_PAIRS:,} sentence pairs; split it")
        for side, indices, size, before in zip(("source", "target"), link, sizes, taken, strict=True):
            for index in indices:
                if not 0 <= index < size:
                    raise InputError(f"{what}: {side} sentence {index!r:.20} is not from 0 to {size - 1}")
                if index in before:
                    raise InputError(f"{what}: {side} sentence {index} is given twice; it can be in one link only")
                before.add(index)
        found.append((tuple(sorted(link[0])), tuple(sorted(link[1]))))
    return tuple(sorted(found))


def patched(
    links: Collection[NotedLink], remove: Iterable[LinkKey], add: Iterable[NotedLink]
) -> tuple[NotedLink, ...] | str:
    """Return the links after a change, sorted; or the reason why the change does not apply."""
    left = {link.key: link for link in links}
    for key in remove:
        if left.pop(key, None) is None:
            return f"the link {_shown(key)} is not there any more"
    for side, name in enumerate(("source", "target")):
        taken = {index for key in left for index in key[side]}
        for link in add:
            for index in link.key[side]:
                if index in taken:
                    return f"{name} sentence {index + 1} is already in another link"
    return tuple(sorted([*left.values(), *add]))


def with_notes(keys: Iterable[LinkKey], before: Iterable[NotedLink]) -> list[NotedLink]:
    """Return links with the notes of earlier links that have sentences of them on both sides."""
    noted = [link for link in before if link.noted]
    return [NotedLink(*key, *merged_note(link for link in noted if _share(key, link.key))) for key in keys]


def merged_note(links: Iterable[NotedLink]) -> tuple[bool, str]:
    """Return the note of a link that takes the place of several."""
    links = list(links)
    return any(link.unsure for link in links), "; ".join(dict.fromkeys(link.comment for link in links if link.comment))


def first_links(alignment: Alignment) -> tuple[Link, ...]:
    """Return the links that corrections start from: those of the alignment, sorted, with no sentence in two of them.

    Links that share a sentence, which some methods return, are merged into one with the highest of their scores.
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


def corrected(
    alignment: Alignment, links: Collection[LinkKey], start: Iterable[Link], annotator: str, texts: Texts | None = None
) -> Alignment:
    """Return an alignment with an annotator's links and sentences; the given alignment if nothing was changed.

    A link keeps the score it had at the start; a new link has the score 1. There are no search steps. Links that share
    a sentence, in gold too, are merged by the first change and not before.
    """
    scores = {key_of(link): link.score for link in start}
    source, target = alignment.source, alignment.target
    if texts is None:
        if set(links) in (set(scores), {key_of(link) for link in alignment.sentences}):
            return alignment
        began = {link: link for link in links}
    else:
        source, target = (document_of(*side) for side in zip(texts, (source, target), strict=True))
        began = unchanged_links(links, texts)
    return assemble(
        source,
        target,
        [Link(*link, scores.get(began[link], 1.0) if link in began else 1.0) for link in sorted(links)],
        f"corrected by {annotator}; at first {alignment.signature}",
        steps=(),
    )


def _share(one: LinkKey, other: LinkKey) -> bool:
    """Return whether two links have a sentence in common on each side."""
    return all(not set(here).isdisjoint(there) for here, there in zip(one, other, strict=True))


def _shown(link: LinkKey) -> str:
    sides = [", ".join(str(index + 1) for index in side[:5]) + ", ..." * (len(side) > 5) for side in link]
    return f"{sides[0]} → {sides[1]}"
