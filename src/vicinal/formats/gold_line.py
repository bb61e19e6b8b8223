"""`.gold.jsonl`: pairs as gold, as docs/gold.md has it, one JSON line each.

Callers: the formats; `vicinal import` and the app's download, which name pairs in their own way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Any

from vicinal.alignment import Aligned, Alignment, NotedLink, connected, paragraph_of
from vicinal.formats.link_rows import pairs
from vicinal.formats.part import Naming, Parts, Place
from vicinal.json_text import compact, compact_texts, line_of
from vicinal.link import Cell

COLUMNS = MappingProxyType(
    {
        "id": "name of the document pair, unique in the file",
        "lang": "language code",
        "levels": "names of the two versions",
        "origin": "origin of the pair in the corpus",
        "source": "paragraphs of sentences of the first version",
        "target": "paragraphs of sentences of the second version",
        "gold": "links: numbers of the source sentences and of the target sentences, from 0, over the document",
        "gold_paragraphs": "links between paragraphs, where they do not follow from those between sentences",
        "has_sentence_gold": "false if there are links between paragraphs only",
        "gold_pairs": "the pairs of sentences, where they are not all pairs inside the links",
        "source_headings": "numbers of the source paragraphs that are headings, if any",
        "target_headings": "numbers of the target paragraphs that are headings, if any",
    }
)


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a gold file; in a corpus, a pair without an id is named by its number from 1."""
    del names
    seen: set[str] = set()
    for number, one in enumerate(aligned, 1):
        name = one.alignment.id or (str(number) if corpus else None)
        yield 0, gold_line(one, name and unique_name(name, number, seen), paragraphs=True)


def part(aligned: Iterable[Aligned], place: Place) -> Iterator[tuple[int, bytes]]:
    """Yield some lines of the gold file of a corpus."""
    for number, one in enumerate(aligned, place.number + 1):
        name = place.names.get(str(number)) or one.alignment.id or str(number)
        yield 0, gold_line(one, name, paragraphs=True)


def naming() -> Naming:
    """Begin to name the pairs of a corpus; only those whose names repeat another get one from here."""
    seen: set[str] = set()

    def named(before: int, one: Aligned) -> tuple[str, str] | None:
        own = one.alignment.id or str(before + 1)
        name = unique_name(own, before + 1, seen)
        return None if name == own else (str(before + 1), name)

    return named


def unique_name(name: str, number: int, seen: set[str]) -> str:
    """Return a name that was not seen before, and add it to those seen: a repeated one gets its number appended."""
    while name in seen:
        name = f"{name} ({number})"
    seen.add(name)
    return name


def gold_line(one: Aligned, name: str | None, *, paragraphs: bool = False) -> bytes:
    """Return the line of a gold file, as docs/gold.md has it, with its line end.

    Args:
        one: The pair.
        name: Its id, which must be unique in the file; None if the only pair has none.
        paragraphs: Whether links between paragraphs that do not follow from those between sentences are written; people
            who correct sentences do not make them.
    """
    alignment = one.alignment
    record: dict[str, Any] = {
        "id": name,
        "lang": alignment.source.language or alignment.target.language,
        "levels": one.levels,
        "origin": one.origin,
    }
    texts = ", ".join(
        f'"{side}": {compact_texts(document.paragraphs)}'
        for side, document in (("source", alignment.source), ("target", alignment.target))
    )
    found: dict[str, Any] = {
        "gold": [[link.source, link.target] for link in alignment.sentences],
    }
    inside = pairs(alignment)
    if sum(map(len, inside)) < sum(len(link.source) * len(link.target) for link in alignment.sentences):
        found["gold_pairs"] = sorted({cell for cells in inside for cell in cells})
    if paragraphs and alignment.paragraphs and not _follow(alignment, inside):
        found["gold_paragraphs"] = [[link.source, link.target] for link in alignment.paragraphs]
        if not alignment.sentences:
            del found["gold"]
            found["has_sentence_gold"] = False
    for side in ("source", "target"):
        if headings := getattr(alignment, side).headings:
            found[f"{side}_headings"] = headings
    if one.notes:
        found["notes"] = list(map(_note, one.notes))
    rest = f", {compact(found)[1:]}" if found else "}"
    return line_of(f"{compact(record)[:-1]}, {texts}{rest}").encode("utf-8", "backslashreplace")


def _follow(alignment: Alignment, pairs: Iterable[Iterable[Cell]]) -> bool:
    """Tell whether the links between paragraphs are those that pairs of sentences make."""
    rows, columns = paragraph_of(alignment.source), paragraph_of(alignment.target)
    cells = {(rows[x], columns[y]) for some in pairs for x, y in some}
    return sorted((link.source, link.target) for link in alignment.paragraphs) == connected(sorted(cells))


def _note(note: NotedLink) -> dict[str, Any]:
    found: dict[str, Any] = {"source": note.source, "target": note.target}
    if note.unsure:
        found["unsure"] = True
    if note.comment:
        found["comment"] = note.comment
    return found


PARTS = Parts(part, naming=naming)
