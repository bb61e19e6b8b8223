"""One step of an annotator's work: what a change does to sentences and links, so that it can be undone and redone.

A step holds the splices of sentences, the links that are gone, numbered as before it, and the links that are new,
numbered as after it. All other links are still there, with the numbers that their sentences have then. A step is as
small as the change, however long the texts are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vicinal.alignment import NotedLink
from vicinal.app.corrected_texts import (
    SIDES,
    Piece,
    Splice,
    Texts,
    apply,
    checked_pieces,
    followed,
    moved,
    spliced,
)
from vicinal.app.corrections import MOST_PAIRS, Indices, checked, merged_note, patched, with_notes
from vicinal.errors import InputError
from vicinal.view.printable import printable


class Work(NamedTuple):
    """The sentences and links of an annotator."""

    texts: Texts
    links: tuple[NotedLink, ...]


class SentencesAsked(NamedTuple):
    """A change of sentences as it was asked for: those of a side from `at`, as they are now, and what comes instead."""

    side: str
    at: int
    before: Sequence[Piece]
    after: Sequence[Piece]


class Step(NamedTuple):
    """What a change does; empty if it changes nothing."""

    splices: tuple[Splice, ...] = ()
    removed: tuple[NotedLink, ...] = ()
    added: tuple[NotedLink, ...] = ()

    @property
    def reverse(self) -> Step:
        """The step that undoes this one."""
        return Step(tuple(splice.reverse for splice in reversed(self.splices)), self.added, self.removed)


def planned(
    work: Work,
    *,
    sentences: Iterable[SentencesAsked] = (),
    remove: Iterable[Indices] = (),
    add: Iterable[Indices] = (),
    notes: Iterable[NotedLink] = (),
    may_be_empty: bool = False,
) -> Step | str:
    """Return the step that a change makes; or the reason why it does not apply.

    Args:
        work: The sentences and links as they are.
        sentences: Changes of sentences, one after the other.
        remove: Links that must be there after that.
        add: Links that must not share a sentence with another link.
        notes: Links that must be there in the end, with the notes they get.
        may_be_empty: Whether the step may change nothing.

    Raises:
        InputError: The change is not valid for these texts, or changes nothing though it must.
    """
    texts, splices = work.texts, []
    for side, at, before, after in sentences:
        pieces = checked_pieces(after, before, "sentences")
        splice = spliced(texts, SIDES.index(side), at, before, pieces)
        if isinstance(splice, str):
            return splice
        texts = apply(texts, splice) or texts  # it fits: it was made for these texts
        splices.append(splice)
    note_of = {link.key: link for link in work.links}
    now = [
        NotedLink(*key, *merged_note(note_of[one] for one in came_from))
        for key, came_from in followed(note_of.keys(), splices)
    ]
    if splices:
        _check_growth(now, work.links)
    sizes = len(texts[0]), len(texts[1])
    removed, added = checked(remove, sizes, "remove"), checked(add, sizes, "add")
    links = patched(now, removed, with_notes(added, (link for link in now if link.key in set(removed))))
    if isinstance(links, str):
        return links
    noted = _with_given_notes(links, notes, sizes)
    if isinstance(noted, str):
        return noted
    step = _difference(work.links, noted, [splice for splice in splices if splice.before != splice.after])
    if step == Step() and not may_be_empty:
        raise InputError("there is nothing to change; give sentences, links or notes other than those that are there")
    return step


def applied(work: Work, step: Step) -> Work | None:
    """Return the work after a step; None if the step does not fit."""
    texts, links = work.texts, set(work.links)
    for splice in step.splices:
        after = apply(texts, splice)
        if after is None:
            return None
        texts = after
    if not links.issuperset(step.removed):
        return None
    kept = []
    for link in links.difference(step.removed):
        place = moved(link.key, step.splices)
        if place is None:
            return None
        kept.append(NotedLink(*place, link.unsure, link.comment))
    return Work(texts, tuple(sorted([*kept, *step.added])))


def _check_growth(links: Iterable[NotedLink], before: Iterable[NotedLink]) -> None:
    """Raise InputError if a link has become too large, other than those that were so before."""
    most = max((len(link.source) * len(link.target) for link in before), default=0)
    if any(len(link.source) * len(link.target) > max(most, MOST_PAIRS) for link in links):
        raise InputError(f"sentences: a link would have more than {MOST_PAIRS:,} sentence pairs; remove it first")


def _with_given_notes(
    links: tuple[NotedLink, ...], notes: Iterable[NotedLink], sizes: tuple[int, int]
) -> tuple[NotedLink, ...] | str:
    found = {link.key: link for link in links}
    for note in notes:
        ((source, target),) = checked([(note.source, note.target)], sizes, "notes")
        if (source, target) not in found:
            return "the link to note something about is not there any more"
        comment = printable(" ".join(note.comment.split()))
        found[source, target] = NotedLink(source, target, note.unsure, comment)
    return tuple(sorted(found.values()))


def _difference(before: Iterable[NotedLink], after: Iterable[NotedLink], splices: list[Splice]) -> Step:
    """Return the step between two lists of links; what keeps its sentences and its note is not part of it."""
    new, removed = set(after), []
    for link in before:
        place = moved(link.key, splices)
        same = place and NotedLink(*place, link.unsure, link.comment)
        if same and same in new:
            new.remove(same)
        else:
            removed.append(link)
    return Step(tuple(splices), tuple(removed), tuple(sorted(new)))
