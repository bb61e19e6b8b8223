"""One line in the list of pairs: the key of a pair, its size, its first words, and how doubtful its alignment is."""

from __future__ import annotations

import json
from collections.abc import Collection
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from vicinal.alignment import Aligned, pair_id
from vicinal.app.pair_words import opening_of, searched_text
from vicinal.corpus.relatedness import SUSPECT, is_suspect, relatedness
from vicinal.link import Link
from vicinal.text.document import Document
from vicinal.view.doubt import Doubt, doubt_of

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
    opening: Annotated[str, Meta(description="the first words of the source, after its title")]
    doubt: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="how doubtful the alignment is: for runs and pasted texts, the share of the links and of the "
            "target sentences without a link that probably need a correction; for gold, 1 minus the F1 of the default "
            "method",
        ),
    ]
    reason: Annotated[str, Meta(description="the reason for the doubt, in a sentence; it is about the first links")]
    relatedness: Annotated[
        float | None,
        Meta(description="how many words the two texts share, from 0 to 1; null where that says nothing"),
    ]
    suspect: Annotated[
        bool,
        Meta(description=f"whether the texts are probably not versions of each other: relatedness below {SUSPECT}"),
    ]
    source_sentences: Count
    target_sentences: Count
    links: Annotated[Count, Meta(description="the number of links: of the annotator's, once they have begun")]
    begun: Annotated[bool, Meta(description="whether the annotator of the request has begun, and is not done")]
    done: Annotated[bool, Meta(description="whether the annotator of the request has marked the pair as done")]

    @classmethod
    def of(cls, aligned: Aligned, uncertain: Doubt | None = None) -> PairSummary:
        """Return the summary of a pair; its doubt follows from the links unless it is given."""
        alignment, levels, origin, related, _ = aligned
        source, target, links = alignment.source, alignment.target, alignment.sentences
        if uncertain is None:
            uncertain = doubt_of(alignment)
        if related is None:
            related = relatedness(source, target)
        return cls.of_parts(source, target, levels, origin, links, uncertain, related)

    @classmethod
    def of_parts(
        cls,
        source: Document,
        target: Document,
        levels: tuple[str, str],
        origin: str,
        links: Collection[Link],
        uncertain: Doubt,
        related: float | None,
    ) -> PairSummary:
        """Return the summary of two documents with their links."""
        source_size, target_size = (sum(map(len, document.paragraphs)) for document in (source, target))
        name = pair_id(source, target)
        return cls(
            key=pair_key(source, target),
            id=name,
            levels=levels,
            origin=origin,
            opening=opening_of(source, name),
            doubt=uncertain.value,
            reason=uncertain.reason,
            relatedness=related,
            suspect=is_suspect(related),
            source_sentences=source_size,
            target_sentences=target_size,
            links=len(links),
            begun=False,
            done=False,
        )

    @property
    def row(self) -> tuple[Any, ...]:
        """The columns `key` to `words` of the table `entry`."""
        return (
            *(self.key, self.id, *self.levels, self.origin, self.opening, self.doubt, self.reason, self.relatedness),
            *(self.source_sentences, self.target_sentences, self.links),
            searched_text(self.id, *self.levels, self.origin, self.opening),
        )


def pair_key(source: Document, target: Document) -> str:
    """Return the key of a pair, a hash of the ids and the sentences of both documents."""
    content = [[document.id, document.paragraphs] for document in (source, target)]
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
