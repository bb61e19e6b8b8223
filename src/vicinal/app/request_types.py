"""The requests that the API accepts, as msgspec Structs, and the two functions that read them.

`of_query` and `of_body` return a Struct or raise InputError with one line: what is wrong, in which field, and what to
give instead. The description of a field is used in that message and in the OpenAPI document (`openapi`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import parse_qsl

import msgspec
from msgspec import Meta

from vicinal.app.corrected_texts import Piece
from vicinal.errors import InputError
from vicinal.methods import DEFAULT
from vicinal.text.reading import SPLITS
from vicinal.view.printable import printable

MOST_PAIRS_LISTED = 500  # in one answer
_LONGEST_NAME = 100
_LONGEST_TITLE = 200
_LONGEST_FILE_NAME = 1000
_LONGEST_COMMENT = 2000
_MOST_SENTENCE_CHANGES = 20  # in one request; each is a pass over all links
_LONGEST_SEARCH = 200
_LARGEST = 2**53 - 1  # the largest integer that JavaScript represents exactly
_NAME = f"the annotator's name, 1 to {_LONGEST_NAME} printable characters"
_TITLE = f"a title of at most {_LONGEST_TITLE} printable characters"

_FIELDS_WITH_NAMES = ("annotator", "one", "other", "sentences_of")

R = TypeVar("R", bound=msgspec.Struct)

Order = Literal["doubt", "corpus"]
Filter = Literal["all", "todo", "begun", "mine", "suspect"]
Index = Annotated[int, Meta(ge=0, le=_LARGEST)]
Side = Annotated[tuple[Index, ...], Meta(min_length=1)]
Links = tuple[tuple[Side, Side], ...]
Pieces = tuple[Piece, ...]
Name = Annotated[str, Meta(max_length=_LONGEST_NAME, pattern=r"\S")]
Annotator = Annotated[Name, Meta(description=_NAME)]
OptionalAnnotator = Annotated[Name | None, Meta(description=_NAME)]
OnlyDone = Annotated[
    Literal["", "0", "1", "false", "true"],
    Meta(description="true or false: whether to count only the pairs marked as done"),
]
Text = Annotated[str, Meta(description="a text")]
OptionalText = Annotated[str | None, Meta(description="a text")]
Method = Annotated[str, Meta(description="the name of a method that /api/info lists")]
Settings = Annotated[
    dict[str, bool | int | float],
    Meta(description="settings of the method by name, each a number, true or false; the others have their defaults"),
]
Language = Annotated[
    # Not just "$", which Python also matches before a final line break.
    Annotated[str, Meta(max_length=53, pattern=r"^([^\W\d_][\w -]*)?$(?!\n)")] | None,
    Meta(
        description="a language code such as 'de' or 'pt-BR', or a name such as 'german' (it selects the sentence "
        "rules); nothing: it is recognised from the texts"
    ),
]
# How plain text is split, in the words of the form.
SPLIT_LABELS = {
    "auto": "Detect",
    "prose": "Prose",
    "lines": "A line is a sentence",
    "paragraphs": "A line is a paragraph",
}
Split = Annotated[
    str,
    Meta(
        description="how plain text is read: "
        + ", ".join(f"{name!r} ({SPLIT_LABELS[name].lower()})" for name in SPLITS),
        extra_json_schema={"enum": list(SPLITS)},
    ),
]
Headings = Annotated[bool, Meta(description="true or false: whether headings are kept")]
Documents = Annotated[
    tuple[Literal["source", "target"], ...],
    Meta(
        description="the sides ('source', 'target') whose text is that of a document, as /api/read returns it: a line "
        "is a paragraph, a heading is written == so =="
    ),
]
ExpectedVersion = Annotated[
    Index | None, Meta(description="the version that must be the current one, a whole number; null for any")
]


class NoFields(msgspec.Struct, forbid_unknown_fields=True):
    """A request without parameters."""


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


class PairQuery(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Whose links to show."""

    annotator: OptionalAnnotator = None


class AgreementQuery(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Whose agreement to measure, and on which pairs."""

    annotator: OptionalAnnotator = None
    only_done: OnlyDone = ""


class ExportQuery(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What to export."""

    format: Annotated[str, Meta(description="'gold', a format that /api/info lists, or, with a key, 'json'")] = "gold"
    annotator: OptionalAnnotator = None
    only_done: OnlyDone = ""
    key: Annotated[str | None, Meta(description="the key of one pair, whether it was corrected or not")] = None


class ShownRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The links on the screen, and who made them: a method, or else the annotator, whose sentences are written."""

    key: Annotated[str, Meta(description="the key of a pair")]
    links: Annotated[Links, Meta(description="the links to write, each [[source, ...], [target, ...]]")]
    format: Annotated[str, Meta(description="'gold', a format that /api/info lists, or 'json'")] = "gold"
    method: Annotated[str | None, Meta(description="the method that made the links; null: an annotator")] = None
    settings: Settings = {}
    annotator: OptionalAnnotator = None


class AlignRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What to align, and how: two texts, or a pair of the library."""

    source: OptionalText = None
    target: OptionalText = None
    key: Annotated[str | None, Meta(description="the key of a pair, instead of source and target")] = None
    annotator: Annotated[
        Name | None, Meta(description=f"whose corrected sentences to align, if a key is given: {_NAME}")
    ] = None
    method: Method = DEFAULT
    settings: Settings = {}
    language: Language = None
    split: Split = "auto"
    headings: Headings = True
    documents: Documents = ()


class WhyRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Two sentences, and the links that are asked about: those of the annotator, or those of a method."""

    source: Annotated[Index, Meta(description="the source sentence, a whole number from 0")]
    target: Annotated[Index, Meta(description="the target sentence, a whole number from 0")]
    annotator: OptionalAnnotator = None
    method: Annotated[str | None, Meta(description="the name of a method; null for the links of the pair")] = None
    settings: Settings = {}


class PasteRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Two texts to store as a pair, and the method that makes its first links."""

    source: Text
    target: Text
    title: Annotated[Annotated[str, Meta(max_length=_LONGEST_TITLE)] | None, Meta(description=_TITLE)] = None
    method: Method = DEFAULT
    settings: Settings = {}
    language: Language = None
    split: Split = "auto"
    headings: Headings = True
    documents: Documents = ()


class ReadQuery(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which file is sent."""

    name: Annotated[
        Annotated[str, Meta(max_length=_LONGEST_FILE_NAME)],
        Meta(description=f"the name of the file, at most {_LONGEST_FILE_NAME} characters; only its suffix counts"),
    ] = ""
    encoding: Annotated[
        str | None, Meta(description="the encoding of a text file that is not UTF-8; /api/info lists them")
    ] = None


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


def of_query(text: bytes, kind: type[R]) -> R:
    """Return the query of an address; a parameter with an empty value counts as left out."""
    try:
        pairs = parse_qsl(text.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=20)
    except ValueError:
        raise InputError("the query is not UTF-8, or has more than 20 parameters") from None
    if len(dict(pairs)) < len(pairs):
        raise InputError("the query has a parameter twice; give each at most once")
    # Except the key: no pair has an empty one, and the export of one pair must not become the export of all.
    given = {name: _value(kind, name, value) for name, value in pairs if value or name == "key"}
    return convert(given, kind, "query")


def of_body(data: bytes, kind: type[R]) -> R:
    """Return the JSON body of a request."""
    try:
        return _canonical(msgspec.json.decode(data, type=kind))
    except msgspec.ValidationError as error:
        raise _explained(error, kind, "request body") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise InputError(f"the request body is not JSON in UTF-8: {error}") from None


def convert(given: Mapping[str, Any], kind: type[R], what: str) -> R:
    """Return parsed JSON as a Struct; `what` is its name in messages.

    Raises:
        InputError: It does not fit.
    """
    try:
        return _canonical(msgspec.convert(given, kind))
    except msgspec.ValidationError as error:
        raise _explained(error, kind, what) from None


@cache
def properties(kind: type[msgspec.Struct]) -> Mapping[str, Any]:
    """Return the JSON schemas of a Struct's fields, which hold no references."""
    schema: Mapping[str, Any] = msgspec.json.schema_components([kind])[1][kind.__name__]["properties"]
    return schema


def annotator_name(text: str) -> str:
    """Return an annotator's name in a canonical spelling.

    Raises:
        InputError: It is not printable.

    >>> annotator_name("  Zoe\u0308 ") == "Zoë"
    True
    """
    name = unicodedata.normalize("NFC", text).strip()
    if printable(name) != name:
        raise InputError(f"annotator: the name is not printable; give {_NAME}")
    return name


def title_of(text: str | None) -> str | None:
    """Return the title of a pasted pair without surrounding white space; None where there is none."""
    title = (text or "").strip()
    if printable(title) != title:
        raise InputError(f"title: it is not printable; give {_TITLE}")
    return title or None


def _value(kind: type[msgspec.Struct], name: str, text: str) -> Any:
    """Return the value of a query parameter: an integer where one is expected and the text is one."""
    is_number = properties(kind).get(name, {}).get("type") == "integer"
    return int(text) if is_number and re.fullmatch("-?[0-9]{1,15}", text) else text


def _canonical(request: R) -> R:
    """Return a request, with the names of annotators in their canonical spelling."""
    given = {field: getattr(request, field, None) for field in _FIELDS_WITH_NAMES}
    names = {field: annotator_name(name) for field, name in given.items() if name is not None}
    return msgspec.structs.replace(request, **names)


def _explained(error: msgspec.ValidationError, kind: type[msgspec.Struct], what: str) -> InputError:
    problem, _, path = str(error).partition(" - at `$.")
    problem = "not valid" if "regex" in problem else problem[0].lower() + problem[1:]
    known, name = properties(kind), re.split(r"\W", path)[0]
    if name in known:
        return InputError(f"{name}: {problem}; give {known[name]['description']}")
    return InputError(f"the {what}: {problem}; it can have: {', '.join(known) or 'nothing'}")
