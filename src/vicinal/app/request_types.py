"""The requests that the API accepts, as msgspec Structs, and the types of their fields.

`request_reading` reads them. Requests of the list, of corrections and of adjudication are in modules of their own
(`list_types`, `correction_types`, `adjudication_types`).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from vicinal.methods import DEFAULT
from vicinal.text.reading import SPLITS

_LONGEST_NAME = 100
_LONGEST_TITLE = 200
_LONGEST_FILE_NAME = 1000
_LARGEST = 2**53 - 1  # the largest integer that JavaScript represents exactly
NAME = f"the annotator's name, 1 to {_LONGEST_NAME} printable characters"
TITLE = f"a title of at most {_LONGEST_TITLE} printable characters"

Index = Annotated[int, Meta(ge=0, le=_LARGEST)]
Side = Annotated[tuple[Index, ...], Meta(min_length=1)]
Links = tuple[tuple[Side, Side], ...]
Name = Annotated[str, Meta(max_length=_LONGEST_NAME, pattern=r"\S")]
Annotator = Annotated[Name, Meta(description=NAME)]
OptionalAnnotator = Annotated[Name | None, Meta(description=NAME)]
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
        Name | None, Meta(description=f"whose corrected sentences to align, if a key is given: {NAME}")
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
    title: Annotated[Annotated[str, Meta(max_length=_LONGEST_TITLE)] | None, Meta(description=TITLE)] = None
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
