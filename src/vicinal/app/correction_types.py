"""Requests and answers of corrections, as msgspec Structs; see `request_types` and `answer_types`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from vicinal.app.corrected_texts import Piece
from vicinal.app.pair_summary import Count
from vicinal.app.request_types import Annotator, Index, Links, Side

_LONGEST_COMMENT = 20_000  # far more than people type: links that merge have the comments of all
_MOST_SENTENCE_CHANGES = 20  # in one request; each is a pass over all links

Indices = Annotated[tuple[Count, ...], Meta(min_length=1)]
Pieces = tuple[Piece, ...]
ExpectedVersion = Annotated[
    Index | None, Meta(description="the version that must be the current one, a whole number; null for any")
]


class SentenceChange(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Neighbouring sentences of one text, and those that come instead.

    If there are as many, each takes the place of its counterpart and keeps its links. Otherwise all new ones take the
    place of all old ones: a link of one of the old sentences gets all of the new ones.
    """

    side: Literal["source", "target"]
    at: Annotated[Index, Meta(description="the index of the first sentence to replace")]
    before: Annotated[Pieces, Meta(description="the sentences to replace, as they are now")]
    after: Annotated[Pieces, Meta(description="the sentences that come instead")]


class NoteChange(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What to note about a link; without a comment and `unsure`, the note is removed."""

    source: Side
    target: Side
    unsure: bool = False
    comment: Annotated[str, Meta(max_length=_LONGEST_COMMENT)] = ""


class ChangeRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Sentences to replace, links to remove and to add, and notes about links, as one step.

    The sentences are replaced first, one change after the other; links follow. The indices of links refer to the
    sentences after that.
    """

    annotator: Annotator
    sentences: Annotated[
        Annotated[tuple[SentenceChange, ...], Meta(max_length=_MOST_SENTENCE_CHANGES)],
        Meta(description="changes of sentences, each with side, at, before and after"),
    ] = ()
    remove: Annotated[Links, Meta(description="links to remove, each [[source, ...], [target, ...]]")] = ()
    add: Annotated[Links, Meta(description="links to add, each [[source, ...], [target, ...]]")] = ()
    notes: Annotated[
        tuple[NoteChange, ...], Meta(description="notes about links, each with source, target, unsure and comment")
    ] = ()
    settled: Annotated[
        Links,
        Meta(
            description="the sentences of differences between annotators that this decides, each "
            "[[source, ...], [target, ...]]; the change may then leave all links as they are"
        ),
    ] = ()
    version: ExpectedVersion = None
    text_version: Annotated[
        Index | None,
        Meta(
            description="the version of the sentences that the indices refer to, a whole number; null for the current"
        ),
    ] = None


class StepRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Whose change to undo or redo."""

    annotator: Annotator
    version: ExpectedVersion = None


class MarkRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Whether an annotator is done with a pair."""

    annotator: Annotator
    done: Annotated[bool, Meta(description="true or false")] = True


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an annotator noted about a link."""

    source: Indices
    target: Indices
    unsure: Annotated[bool, Meta(description="whether the annotator is unsure of the link")]
    comment: str


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One annotator's work on one pair."""

    version: Annotated[Count, Meta(description="how many times the annotator has changed the pair; 0: never")]
    links: Annotated[
        tuple[tuple[Indices, Indices], ...],
        Meta(description="source and target sentences of each link, sorted; no sentence is in two links"),
    ]
    by_hand: Annotated[
        tuple[Count, ...], Meta(description="the positions of the links that were not there before the first change")
    ]
    notes: Annotated[tuple[Note, ...], Meta(description="the links with a note")]
    text_version: Annotated[
        Count,
        Meta(description="how many times the annotator has changed the sentences; indices of links refer to that"),
    ]
    done: Annotated[bool, Meta(description="whether the annotator has marked the pair as done")]
    can_undo: bool
    can_redo: bool
    edited: Annotated[
        bool, Meta(description="whether the links or the sentences differ from those before the first change")
    ]


class StateAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The state of a pair after a change."""

    state: State


class Conflict(msgspec.Struct, forbid_unknown_fields=True):
    """A change that does not fit the current state; nothing was changed."""

    error: Annotated[str, Meta(description="what is wrong and what to do, on one line")]
    state: State
