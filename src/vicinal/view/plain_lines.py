"""Alignments as plain text for pipes: a line per sentence that says which link it is in, so that grep keeps it.

Numbers count from 1. Texts are made printable. Lines that begin with '#' are not sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from vicinal.alignment import Alignment
from vicinal.link import KINDS, Link
from vicinal.methods import name_in, title_of
from vicinal.text.document import Document
from vicinal.view.printable import printable
from vicinal.wording import SIDES, many

if TYPE_CHECKING:
    from vicinal.versions.consistent import Versions

Row = tuple[Sequence[int], Link | None, Sequence[int]]
_NONE = "-"


def plain_alignment(alignment: Alignment, summary: str) -> str:
    """Return an alignment as lines: link, kind, score, side, number of the sentence, sentence; tabs between.

    An empty line follows each link. A sentence without a link has '-' for the link, and the kind 1-0 or 0-1.
    """
    documents = {"source": alignment.source, "target": alignment.target}
    lines = [
        *(f"# {printable(document.id or side)}: {SIDES[side]}" for side, document in documents.items()),
        "# link\tkind\tscore\tside\tsentence\ttext",
    ]
    number = 0
    for source, link, target in linked_rows(alignment):
        number += link is not None
        for side, indices, alone in (("source", source, "1-0"), ("target", target, "0-1")):
            about = (_NONE, alone, _NONE) if link is None else (str(number), link.kind, f"{link.score:.2f}")
            lines += _sentences("\t".join((*about, side)), documents[side], indices)
        lines.append("")
    return "\n".join([*lines, f"# {summary}"]) + "\n"


def plain_versions(versions: Versions, summary: str) -> str:
    """Return versions as lines: row, kind, version, number of the sentence, sentence; tabs between.

    An empty line follows each row. A sentence without a link has '-' for the row.
    """
    from vicinal.view.version_rows import shown_rows

    names = [printable(name) for name in versions.names]
    lines = ["# row\tkind\tversion\tsentence\ttext"]
    number = 0
    for row in shown_rows(versions.rows):
        number += row.is_linked
        for level, (name, document, indices) in enumerate(zip(names, versions.documents, row.sides, strict=True)):
            about = (str(number) if row.is_linked else _NONE, row.kind(level) or _NONE, name)
            lines += _sentences("\t".join(about), document, indices)
        lines.append("")
    return "\n".join([*lines, f"# {summary}"]) + "\n"


def _sentences(about: str, document: Document, indices: Iterable[int]) -> list[str]:
    return [f"{about}\t{index + 1}\t{printable(document.sentences[index])}" for index in indices]


def linked_rows(alignment: Alignment) -> Iterator[Row]:
    """Yield links in source order, and between them the unaligned sentences of both sides."""
    starting: dict[int, list[Link]] = {}
    for link in alignment.sentences:
        starting.setdefault(link.source[0], []).append(link)
    left = list(alignment.unaligned_target)
    pending: list[int] = []
    unaligned = set(alignment.unaligned_source)
    for i in range(len(alignment.source.sentences)):
        if i in unaligned:
            pending.append(i)
        for link in starting.get(i, ()):
            before = [j for j in left if j < link.target[0]]
            if pending or before:
                yield pending, None, before
            pending, left = [], left[len(before) :]
            yield link.source, link, link.target
    if pending or left:
        yield pending, None, left


def summary_parts(alignment: Alignment) -> list[tuple[str, str]]:
    """Return one line in parts: how many sentences are aligned, by which kinds of links, and by which method.

    Each part has its style: "bold", "dim", the kind of a link, or "". The terminal shows them in colour.
    """
    kinds = Counter(link.kind for link in alignment.sentences)
    parts = []
    for document, unaligned, side in (
        (alignment.source, alignment.unaligned_source, "source"),
        (alignment.target, alignment.unaligned_target, "target"),
    ):
        size = len(document.sentences)
        parts.append((f"{size - len(unaligned):,} of {many(size, f'{side} sentence')}", "bold"))
        parts.append((" and " if side == "source" else " aligned", ""))
    parts.append((f" in {many(len(alignment.sentences), 'link')}", ""))
    if kinds:
        parts.append((": ", ""))
        for kind in (kind for kind in KINDS if kinds[kind]):
            parts += [(f"{kinds[kind]} {kind}", kind), ("  ", "")]
    method = name_in(alignment.signature)
    if method is not None:
        parts.append((f"{'' if kinds else ' '}by {title_of(method)}", "dim"))
    return parts
