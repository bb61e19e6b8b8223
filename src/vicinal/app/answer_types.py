"""The answers of the API, as msgspec Structs; the OpenAPI document is generated from them.

The order of the fields is the order in the JSON. The Structs are built by the app itself, so nothing checks their types
when the app runs; the tests compare every answer with the schema.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from vicinal.app.pair_summary import Count, PairSummary
from vicinal.view.printable import printable

_LONGEST_LINE = 400  # characters of a message

LibraryKind = Literal["run", "gold", "empty"]
Indices = Annotated[tuple[Count, ...], Meta(min_length=1)]
Share = Annotated[float, Meta(ge=0, le=1)]
Cell = tuple[Count, Count]
ScoredLink = tuple[Indices, Indices, float]
Words = Annotated[
    tuple[Count, Count, Count],
    Meta(description="adjacent words: sentence, start and end in code points of the sentence"),
]
WordChange = tuple[Literal["delete", "add", "replace", "move"], Words | None, Words | None]
TakenLanguage = Annotated[
    str | None, Meta(description="the language as which the texts were read; null if it is not known")
]
SearchStep = tuple[Literal[0, 1], Cell | None, str, Cell, float, Count]


def short_line(text: object) -> str:
    """Return a text as one printable line, cut where it is too long."""
    line = printable(" ".join(str(text).split()))
    return line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1] + "…"


class Error(msgspec.Struct, forbid_unknown_fields=True):
    """Every answer that is not a success."""

    error: Annotated[str, Meta(description="what is wrong and what to do, on one line")]


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


class DocumentView(msgspec.Struct, forbid_unknown_fields=True):
    """One of the two documents."""

    name: str | None
    language: str | None
    paragraphs: tuple[tuple[str, ...], ...]
    headings: Annotated[tuple[int, ...], Meta(description="the numbers of the paragraphs that are headings, from 0")]


class SearchView(msgspec.Struct, forbid_unknown_fields=True):
    """The settings of the search that made the alignment."""

    alpha: Annotated[
        tuple[float, float] | None,
        Meta(description="thresholds of vicinity, for paragraphs and for sentences; null for other methods"),
    ]
    vicinities: tuple[tuple[Cell, ...], ...]
    words: Annotated[bool, Meta(description="whether sentences were compared by the TF-IDF of the two documents")]


class View(msgspec.Struct, forbid_unknown_fields=True):
    """Everything that the viewer shows of an alignment."""

    format: Literal["vicinal-view/1"]
    signature: Annotated[str, Meta(description="the method and its settings; for corrected links, also the annotator")]
    method: Annotated[
        str | None, Meta(description="the name of the method, as people read it; null if people made the links")
    ]
    little: Annotated[
        str | None, Meta(description="what to try, if unusually little or nothing is aligned; null otherwise")
    ]
    source: DocumentView
    target: DocumentView
    links: Annotated[list[ScoredLink], Meta(description="links between sentences: source, target, score")]
    changes: Annotated[
        list[list[WordChange]] | None,
        Meta(
            description="the changed words of each link: operation, words of the source (null for an addition), words "
            "of the target (null for a deletion); null for long documents"
        ),
    ]
    paragraphs: Annotated[list[ScoredLink], Meta(description="links between paragraphs: source, target, score")]
    cells: Annotated[tuple[Cell, ...], Meta(description="the sentence pairs that the method aligned")]
    steps: Annotated[
        list[SearchStep],
        Meta(
            description="how each cell was found: level (0: paragraphs, 1: sentences), cell that the search stood on, "
            "vicinity, cell, similarity, index in reasons; empty for corrected links"
        ),
    ]
    reasons: list[str]
    search: SearchView
    folds: Annotated[
        dict[str, str], Meta(description="the case folding of characters for which it is not the lower case")
    ]
    function_words: Annotated[
        list[str],
        Meta(description="words of the languages that say little, such as articles; none if there is no list"),
    ]


class PairAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """One pair."""

    pair: PairSummary
    view: View
    state: State


class AlignAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """An alignment that is not stored."""

    view: View
    seconds: Annotated[float, Meta(ge=0, description="how long it took")]
    language: TakenLanguage
    split: Annotated[str | None, Meta(description="how plain text was split; null for a pair of the library")]


class WhyAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """Why two sentences are linked or not."""

    linked: Annotated[bool, Meta(description="whether one link has both sentences")]
    similarity: Annotated[
        float | None,
        Meta(description="how similar they are, as the method compares sentences; null if a text has no words"),
    ]
    compared: Annotated[str, Meta(description="by what they are compared, such as 'words'")]
    threshold: Annotated[
        float | None, Meta(description="the least similarity of linked sentences; null: there is none")
    ]
    probability: Annotated[float | None, Meta(description="that they belong together; null if the method has none")]
    gain: Annotated[
        float | None, Meta(description="what the best link with both is worth for global, which takes those above 0")
    ]
    words: Annotated[
        list[tuple[str, float, float]],
        Meta(description="shared words: the word, its weight, and what it adds to the similarity by words"),
    ]
    lines: Annotated[list[str], Meta(description="the reasons for people, who count sentences from 1")]


class PasteAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The key of the stored pair, and how the texts were read."""

    key: str
    language: TakenLanguage
    split: Annotated[str, Meta(description="how plain text was split")]


class FileAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a file."""

    kind: Annotated[str, Meta(description="what the file is: 'text', or a kind of document such as 'docx'")]
    text: Annotated[
        str,
        Meta(
            description="plain text as it is; the paragraphs of a document, a line each, with blank lines between "
            "them, headings written == so =="
        ),
    ]
    paragraphs: Annotated[
        Count, Meta(description="how many paragraphs a document has, headings included; lines of text")
    ]
    headings: Annotated[
        Count | None,
        Meta(description="how many of them are headings; null for plain text, which depends on its reading"),
    ]


class Unreadable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A file that cannot be read."""

    error: Annotated[str, Meta(description="what is wrong and what to do, on one line")]
    encoding: Annotated[
        str | None, Meta(description="the encoding that the text seems to be in, if there is one to try")
    ] = None


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A setting of a method; a number is from `least` to `most`, in steps."""

    name: str
    type: Literal["number", "boolean"]
    default: bool | int | float
    help: str
    least: int | float | None
    most: int | float | None
    step: int | float | None


class OfferedMethod(msgspec.Struct, forbid_unknown_fields=True):
    """A method that the app can run."""

    name: str
    summary: str
    settings: tuple[Setting, ...]
    most_pairs: Annotated[Count, Meta(description="how many pairs of sentences it aligns while someone waits")]


class OfferedFormat(msgspec.Struct, forbid_unknown_fields=True):
    """A format that /api/export can write."""

    name: str
    what: str


class Exportable(msgspec.Struct, forbid_unknown_fields=True):
    """How much of an annotator's work can be exported."""

    pairs: Annotated[Count, Meta(description="how many pairs the annotator has changed or marked")]
    done: Annotated[Count, Meta(description="how many of them are marked as done")]


class OfferedSplit(msgspec.Struct, forbid_unknown_fields=True):
    """A way to read plain text."""

    name: str
    label: str


class LibraryInfo(msgspec.Struct, forbid_unknown_fields=True):
    """The pairs that are served."""

    kind: LibraryKind
    name: str
    pairs: Count
    ordered: Annotated[bool, Meta(description="whether the pairs can be listed by doubt")]


class Info(msgspec.Struct, forbid_unknown_fields=True):
    """What the app offers and serves."""

    version: str
    methods: list[OfferedMethod]
    default_method: str
    formats: list[OfferedFormat]
    languages: Annotated[list[str], Meta(description="languages with their own sentence rules; others are allowed")]
    splits: list[OfferedSplit]
    encodings: Annotated[tuple[str, ...], Meta(description="of text files, for /api/read")]
    library: LibraryInfo
    annotators: Annotated[list[str], Meta(description="everyone who has changed or marked a pair")]
    most_sentences: Annotated[Count, Meta(description="how many sentences of one text are aligned at most")]
    limit: Annotated[Count, Meta(description="the maximum size of a request in bytes")]
    file_limit: Annotated[Count, Meta(description="the maximum size of a file in bytes")]


class AgreementAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The agreement of two annotators, on the pairs that both have changed or marked."""

    annotators: tuple[str, str]
    adjudicated: Annotated[
        tuple[tuple[str, ...], tuple[str, ...]],
        Meta(description="for each of the two, out of whose links the set was adjudicated; nobody for a person's own"),
    ]
    within: Annotated[
        str | None, Meta(description="the adjudicated set on whose pairs alone it was measured; null: on all of both")
    ]
    pairs: Annotated[Count, Meta(description="how many pairs both have changed or marked")]
    links: Annotated[tuple[Count, Count], Meta(description="how many links each of them has there")]
    common: Annotated[Count, Meta(description="how many links both have")]
    precision: Annotated[Share, Meta(description="the share of the first annotator's links that the second also has")]
    recall: Annotated[Share, Meta(description="the share of the second annotator's links that the first also has")]
    f1: Annotated[float | None, Meta(description="F1 of the links; null if neither has any")]
    pair_precision: Annotated[Share, Meta(description="the same for the sentence pairs inside the links")]
    pair_recall: Annotated[Share, Meta(description="the same for the sentence pairs inside the links")]
    pair_f1: Annotated[float | None, Meta(description="the same for the sentence pairs inside the links")]
    kappa: Annotated[
        float | None,
        Meta(description="Cohen's kappa over all sentence pairs, each aligned or not; null if it is undefined"),
    ]
