"""Requests and answers of adjudication, as msgspec Structs; see `request_types` and `answer_types`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from vicinal.app.answer_types import AgreementAnswer
from vicinal.app.correction_types import Indices, Note
from vicinal.app.differences import Decision
from vicinal.app.pair_summary import Count
from vicinal.app.request_types import Annotator, Name, OptionalAnnotator
from vicinal.app.view_types import View

MOST_TAKEN = 200  # pairs in one request

One = Annotated[Name, Meta(description="the name of one annotator")]
Other = Annotated[Name, Meta(description="the name of another annotator")]
Third = Annotated[Name, Meta(description="the name of the third set, which is neither of the two")]
WhoseSentences = Annotated[
    Literal["one", "other"],
    Meta(description="'one' or 'other': whose sentences the third set has, if the two corrected them differently"),
]
LinkIndices = tuple[Indices, Indices]


class LinksQuery(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Whose links to show, and on whose sentences."""

    annotator: Annotator
    sentences_of: OptionalAnnotator = None


class DifferencesQuery(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Whose links to compare, and the third set, if it is begun."""

    one: One
    other: Other
    annotator: Third
    sentences: WhoseSentences = "one"


class AdjudicateRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Out of whose links to begin a third set."""

    one: One
    other: Other
    annotator: Third
    sentences: WhoseSentences = "one"


class ProgressQuery(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Whose pairs to count, and after which pair to look for the next one."""

    one: One
    other: Other
    annotator: Third
    after: Annotated[str | None, Meta(description="the key of a pair; the next one is looked for after it")] = None


class TakeOverRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Whose pairs without differences to take over into the third set."""

    one: One
    other: Other
    annotator: Third


class PairAnnotator(msgspec.Struct, forbid_unknown_fields=True):
    """Someone who has changed or marked a pair."""

    name: str
    done: bool
    links: Annotated[Count, Meta(description="how many links they have")]
    pairs: Annotated[Count, Meta(description="how many pairs they have changed or marked")]
    sentences_changed: bool
    adjudicated: Annotated[
        tuple[str, str] | None, Meta(description="out of whose links the set was made; null for a person's own")
    ]


class NoteOf(msgspec.Struct, forbid_unknown_fields=True):
    """What one of the two annotators noted about a link."""

    annotator: Literal["one", "other"]
    note: Note


class DifferenceAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """Sentences that the two annotators linked differently."""

    source: Indices
    target: Indices
    one: Annotated[list[LinkIndices], Meta(description="the links of the one annotator")]
    other: Annotated[list[LinkIndices], Meta(description="the links of the other")]
    notes: list[NoteOf]
    decided: Annotated[
        Decision | None,
        Meta(
            description="what the third set has: the links of 'one' or of the 'other', 'none', or others, made by "
            "'hand'; null if it is not decided yet"
        ),
    ]


class DifferencesAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The differences of two annotators of one pair, numbered by the sentences of the third set once it is begun."""

    begun: Annotated[bool, Meta(description="whether there is a third set")]
    version: Annotated[Count, Meta(description="of the third set; 0 if there is none")]
    done: Annotated[bool, Meta(description="whether the third set is marked as done")]
    both_done: Annotated[bool, Meta(description="whether both annotators have marked the pair as done")]
    alike: Annotated[Count, Meta(description="how many links both have")]
    sentences_differ: Annotated[Count, Meta(description="in how many places the two have different sentences")]
    differences: list[DifferenceAnswer]
    before: Annotated[AgreementAnswer, Meta(description="of the one with the other")]
    after: Annotated[
        list[AgreementAnswer], Meta(description="of each of them with the third set; empty if there is none")
    ]


class LinksAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The links of an annotator on the sentences of another."""

    view: View
    carried: Annotated[bool, Meta(description="whether the two have different sentences")]


class ProgressAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """How far the adjudication of two annotators is, over all pairs that both have marked as done."""

    pairs: Annotated[Count, Meta(description="how many pairs both have marked as done")]
    differing: Annotated[Count, Meta(description="in how many of them the two differ")]
    adjudicated: Annotated[Count, Meta(description="how many of those are done in the third set")]
    alike_left: Annotated[Count, Meta(description="how many pairs without differences are not in the third set yet")]
    next: Annotated[str | None, Meta(description="the key of the next pair to adjudicate")]


class TakeOverAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """Pairs that were taken over into the third set."""

    taken: Count
    left: Annotated[Count, Meta(description=f"how many remain; one request takes over at most {MOST_TAKEN}")]
