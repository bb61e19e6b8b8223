"""What is known of a pair without opening it: its key, its size, and how doubtful its alignment is."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from vicinal.alignment import Aligned
from vicinal.text.document import Document
from vicinal.view.doubt import doubt

COLUMNS = (
    "key",
    "id",
    "source_level",
    "target_level",
    "origin",
    "doubt",
    "source_sentences",
    "target_sentences",
    "links",
)


@dataclass(frozen=True)
class Entry:
    """One line of the list of pairs.

    Attributes:
        key: The name under which the pair is asked for.
        id: The name that the corpus gives it, if any.
        source_level: What the first version is called.
        target_level: What the second version is called.
        origin: Where in the corpus the pair comes from.
        doubt: How doubtful its alignment is, 0 to 1.
        source_sentences: How many sentences the first version has.
        target_sentences: How many the second has.
        links: How many links there are before anyone corrects them.
        done: Whether the annotator who asks has marked the pair as done.
    """

    key: str
    id: str | None
    source_level: str
    target_level: str
    origin: str
    doubt: float
    source_sentences: int
    target_sentences: int
    links: int
    done: bool = False

    @property
    def row(self) -> tuple[Any, ...]:
        """The values of COLUMNS."""
        return tuple(getattr(self, name) for name in COLUMNS)

    def as_json(self) -> dict[str, Any]:
        """Return what the list of pairs says of it."""
        data = asdict(self)
        levels = [data.pop("source_level"), data.pop("target_level")]
        return {"key": data.pop("key"), "id": data.pop("id"), "levels": levels, **data}


def entry_of(aligned: Aligned, uncertainty: float | None = None) -> Entry:
    """Return the line of a pair; its doubt is that of its links, unless another is given."""
    alignment, levels, origin = aligned
    sizes = len(alignment.source.sentences), len(alignment.target.sentences)
    if uncertainty is None:
        uncertainty = doubt(alignment.sentences, sizes[1])
    key = pair_key(alignment.source, alignment.target)
    return Entry(key, alignment.id, *levels, origin, uncertainty, *sizes, len(alignment.sentences))


def pair_key(source: Document, target: Document) -> str:
    """Return the key of a pair: it depends on the ids and the sentences of both documents, on nothing else."""
    content = [[document.id, document.paragraphs] for document in (source, target)]
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
