"""One line in the list of pairs: the key of a pair, its size, and how doubtful its alignment is."""

from __future__ import annotations

import json
from collections.abc import Collection
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from vicinal.alignment import Aligned, Link, pair_id
from vicinal.calibration import probabilities
from vicinal.text.document import Document
from vicinal.view.doubt import doubt

Count = Annotated[int, Meta(ge=0)]


class PairSummary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the list of pairs shows of one pair."""

    key: Annotated[
        str,
        Meta(pattern="^[0-9a-f]{16}$", description="identifies the pair: a hash of its document ids and sentences"),
    ]
    id: Annotated[str | None, Meta(description="the name of the pair in the corpus")]
    levels: Annotated[tuple[str, str], Meta(description="the names of the two versions")]
    origin: Annotated[str, Meta(description="where in the corpus the pair comes from")]
    doubt: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="how doubtful the alignment is: for runs and pasted texts, 1 minus the mean probability of the "
            "links (their score, if the method has none) times the share of target sentences that have a link; "
            "for gold, 1 minus the F1 of the default method",
        ),
    ]
    source_sentences: Count
    target_sentences: Count
    links: Annotated[Count, Meta(description="the number of links before any correction")]
    done: Annotated[bool, Meta(description="whether the annotator of the request has marked the pair as done")]

    @classmethod
    def of(cls, aligned: Aligned, uncertainty: float | None = None) -> PairSummary:
        """Return the summary of a pair; its doubt follows from the links unless it is given."""
        alignment, levels, origin, *_ = aligned
        source, target, links = alignment.source, alignment.target, alignment.sentences
        if uncertainty is None:
            uncertainty = doubt(links, sum(map(len, target.paragraphs)), probabilities(alignment))
        return cls.of_parts(source, target, levels, origin, links, uncertainty)

    @classmethod
    def of_parts(
        cls,
        source: Document,
        target: Document,
        levels: tuple[str, str],
        origin: str,
        links: Collection[Link],
        uncertainty: float,
    ) -> PairSummary:
        """Return the summary of two documents with their links."""
        source_size, target_size = (sum(map(len, document.paragraphs)) for document in (source, target))
        return cls(
            key=pair_key(source, target),
            id=pair_id(source, target),
            levels=levels,
            origin=origin,
            doubt=uncertainty,
            source_sentences=source_size,
            target_sentences=target_size,
            links=len(links),
            done=False,
        )

    @property
    def row(self) -> tuple[Any, ...]:
        """The columns `key` to `links` of the table `entry`."""
        key, name, levels, *others, _ = msgspec.structs.astuple(self)
        return key, name, *levels, *others


def pair_key(source: Document, target: Document) -> str:
    """Return the key of a pair, a hash of the ids and the sentences of both documents."""
    content = [[document.id, document.paragraphs] for document in (source, target)]
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
