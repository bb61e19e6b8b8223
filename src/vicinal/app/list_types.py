"""Requests and answers of the list of pairs, as msgspec Structs; see `request_types` and `answer_types`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from vicinal.app.pair_summary import Count, PairSummary
from vicinal.app.request_types import OptionalAnnotator

MOST_PAIRS_LISTED = 500  # in one answer
_LONGEST_SEARCH = 200

Order = Literal["doubt", "corpus"]
Filter = Literal["all", "todo", "begun", "mine", "suspect"]


class SelectionQuery(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which pairs a list has, and in which order."""

    order: Annotated[
        Order, Meta(description="'doubt' for the most doubtful first, or 'corpus' for the order of the corpus")
    ] = "doubt"
    filter: Annotated[
        Filter,
        Meta(
            description="'all'; 'todo' for the pairs that the annotator has not done, 'begun' for those that they have "
            "begun and not done, 'mine' for both begun and done; 'suspect' for texts that are probably not versions of "
            "each other"
        ),
    ] = "all"
    search: Annotated[
        Annotated[str, Meta(max_length=_LONGEST_SEARCH)],
        Meta(
            description=f"words, at most {_LONGEST_SEARCH} characters, which must all be in the name, the levels, the "
            "origin or the opening of a pair; case and accents do not count"
        ),
    ] = ""
    annotator: OptionalAnnotator = None


class ListQuery(SelectionQuery, forbid_unknown_fields=True, kw_only=True):
    """Which pairs to list."""

    offset: Annotated[int, Meta(ge=0, le=10**9, description="how many pairs to skip, from 0 to 1000000000")] = 0
    count: Annotated[
        int,
        Meta(ge=0, le=MOST_PAIRS_LISTED, description=f"how many pairs to return, from 0 to {MOST_PAIRS_LISTED}"),
    ] = 50


class PlaceQuery(SelectionQuery, forbid_unknown_fields=True, kw_only=True):
    """In which list to look for a pair, and how far to go from it."""

    step: Annotated[
        int,
        Meta(
            ge=-(10**9),
            le=10**9,
            description="how many pairs to go on in the list, or back if negative, from -1000000000 to 1000000000",
        ),
    ] = 0


class Counts(msgspec.Struct, forbid_unknown_fields=True):
    """How many pairs a search finds, by filter."""

    all: Count
    todo: Annotated[Count, Meta(description="not done by the annotator")]
    begun: Annotated[Count, Meta(description="begun by the annotator, and not done")]
    mine: Annotated[Count, Meta(description="begun or done by the annotator")]
    suspect: Annotated[Count, Meta(description="whose texts are probably not versions of each other")]


class Listing(msgspec.Struct, forbid_unknown_fields=True):
    """Some of the pairs."""

    total: Annotated[Count, Meta(description="how many pairs there are")]
    done: Annotated[Count, Meta(description="how many of them the annotator has marked as done")]
    found: Annotated[Count, Meta(description="how many match the filter and the search")]
    counts: Annotated[Counts, Meta(description="how many match the search, by filter; without a search, of all pairs")]
    pairs: list[PairSummary]


class PlaceAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The place of a pair in a list, or of the one that stands so many steps from it."""

    total: Annotated[Count, Meta(description="how many pairs there are")]
    done: Annotated[Count, Meta(description="how many of them the annotator has marked as done")]
    found: Annotated[Count, Meta(description="how many pairs the list has")]
    at: Annotated[Count | None, Meta(description="how many pairs of the list stand before the pair; null: no pair")]
    listed: Annotated[bool, Meta(description="whether the list has the pair; false, too, if there is no pair")]
    pair: Annotated[PairSummary | None, Meta(description="null beyond the ends of the list")]


class UnfinishedAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The next pair of a list that the annotator has not done."""

    at: Annotated[Count | None, Meta(description="how many pairs of the list stand before it; null: none is left")]
    pair: PairSummary | None
