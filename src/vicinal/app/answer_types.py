"""The answers of the API, as msgspec Structs; the OpenAPI document is generated from them.

The order of the fields is the order in the JSON. The Structs are built by the app itself, so nothing checks their types
when the app runs; the tests compare every answer with the schema. Answers of the list, of corrections and of
adjudication are in modules of their own (`list_types`, `correction_types`, `adjudication_types`).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from vicinal.app.correction_types import State
from vicinal.app.pair_summary import Count, PairSummary
from vicinal.app.view_types import View
from vicinal.view.printable import printable

_LONGEST_LINE = 400  # characters of a message

LibraryKind = Literal["run", "gold", "empty"]
Share = Annotated[float, Meta(ge=0, le=1)]
TakenLanguage = Annotated[
    str | None, Meta(description="the language as which the texts were read; null if it is not known")
]


def short_line(text: object) -> str:
    """Return a text as one printable line, cut where it is too long."""
    line = printable(" ".join(str(text).split()))
    return line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1] + "…"


class Error(msgspec.Struct, forbid_unknown_fields=True):
    """Every answer that is not a success."""

    error: Annotated[str, Meta(description="what is wrong and what to do, on one line")]


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
