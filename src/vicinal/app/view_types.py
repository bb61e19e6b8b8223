"""What the viewer in the browser shows of an alignment, as msgspec Structs; see `answer_types`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from vicinal.app.correction_types import Indices
from vicinal.app.pair_summary import Count

Cell = tuple[Count, Count]
ScoredLink = tuple[Indices, Indices, float]
Words = Annotated[
    tuple[Count, Count, Count],
    Meta(description="adjacent words: sentence, start and end in code points of the sentence"),
]
WordChange = tuple[Literal["delete", "add", "replace", "move"], Words | None, Words | None]
SearchStep = tuple[Literal[0, 1], Cell | None, str, Cell, float, Count]


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
    ways: Annotated[
        list[tuple[str, dict[str, float], Count]] | None,
        Meta(description="ways that find more, if little is aligned: method, settings, links; null: none was tried"),
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
