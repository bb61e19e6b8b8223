"""Links as lines of sentence numbers: JSON lines, vecalign's, wiki-auto's, hunalign's ladder.

Caller: `link_files`, which detects the format.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from vicinal.alignment import connected
from vicinal.errors import FormatError, InputError
from vicinal.evaluation.collected import Collected, Lines, error_in
from vicinal.formats import ladder, vecalign, wiki_auto
from vicinal.json_text import converted, parsed
from vicinal.link import Cell

_Number = Annotated[int, Meta(ge=0)]
_Numbers = tuple[_Number, ...]
_Pair = tuple[_Number, _Number]
_Versions = tuple[str, str, str]  # article, level of the complex side, level of the simple side


class _Document(Struct):
    """A JSON line with all links of a document; the keys that start with gold are those of our own gold."""

    links: list[tuple[_Numbers, _Numbers]] | UnsetType = UNSET
    gold: list[tuple[_Numbers, _Numbers]] | UnsetType = UNSET
    gold_pairs: list[_Pair] | UnsetType = UNSET
    gold_paragraphs: list[tuple[_Numbers, _Numbers]] | UnsetType = UNSET
    gold_paragraphs_derived: list[_Pair] | UnsetType = UNSET
    id: str | int | None = None


_LINKS = frozenset(_Document.__struct_fields__) - {"id"}


class _Link(Struct):
    """A JSON line with one link."""

    source: _Numbers
    target: _Numbers
    pairs: list[Cell] | None = None
    id: str | int | None = None


def collect_json(lines: Lines, collected: Collected) -> None:
    """Collect JSON lines, each with a document or a link."""
    for number, line in lines:
        try:
            data = parsed(line)
            whole = isinstance(data, dict) and bool(_LINKS & data.keys())
            found = converted(data, _Document) if whole else _json_link(data)
        except FormatError as error:
            raise collected.error(number, str(error)) from None
        if isinstance(found, _Document):
            _add_document(found, number, collected)
        else:
            collected.add(number, _text(found.id), [(found.source, found.target, found.pairs)])


def _add_document(found: _Document, number: int, collected: Collected) -> None:
    """Add the links of a document; of gold, also its pairs, and its pairs of paragraphs."""
    name = _text(found.id)
    if found.links is not UNSET:
        collected.add(number, name, [(*link, None) for link in found.links])
        return
    pairs = None if found.gold_pairs is UNSET else found.gold_pairs
    links = connected(sorted(set(pairs or ()))) if found.gold is UNSET else found.gold
    collected.add(number, name, [(*link, None if pairs is None else ()) for link in links])
    if pairs is not None:
        collected.add_pairs(number, name, pairs)
    if found.gold_paragraphs is not UNSET:
        collected.add_paragraphs(number, name, [(x, y) for xs, ys in found.gold_paragraphs for x in xs for y in ys])
    elif found.gold_paragraphs_derived is not UNSET:
        collected.add_paragraphs(number, name, found.gold_paragraphs_derived)


def _json_link(data: Any) -> _Link:
    if isinstance(data, dict) and not {"source", "target"} <= data.keys():
        raise FormatError("has neither 'links' nor 'source' and 'target'")
    link = converted(data, _Link)
    if any(x not in link.source or y not in link.target for x, y in link.pairs or ()):
        raise FormatError(f"field 'pairs': {link.pairs!r:.60} has pairs outside the link")
    return link


def _text(name: str | int | None) -> str | None:
    return None if name is None else str(name)


def json_names(lines: Lines) -> list[str | None]:
    """Return the ids of the documents of JSON lines; None for lines without one, or without sense."""
    found: dict[str | None, None] = {}
    for _, line in lines:
        try:
            data = parsed(line)
        except FormatError:  # collecting it tells the line
            continue
        name = data.get("id") if isinstance(data, dict) else None
        found[str(name) if isinstance(name, str | int) else None] = None
    return list(found)


def collect_vecalign(lines: Lines, collected: Collected) -> None:
    """Collect vecalign's index lines, with a line `# ID` before the links of each document."""
    name = None
    for number, line in lines:
        if line.startswith("#"):
            name = line[1:].strip() or None
            collected.add(number, name)
            continue
        link = vecalign.parse_line(line)
        if link is None:
            raise collected.error(number, f"not a link in vecalign's format, such as [0, 1]:[2]:0.35: {line!r:.60}")
        collected.add(number, name, [(*link, None)])


def is_vecalign(lines: Lines) -> bool:
    """Return whether lines start as index lines: with a link, or with names of documents and then a link."""
    first = next((line for _, line in lines if not line.startswith("#")), "[]:[]")
    return lines[0][1].lstrip(" ").startswith("[") or vecalign.parse_line(first) is not None


def vecalign_names(lines: Lines) -> list[str | None]:
    """Return the documents of index lines, as the lines `# ID` name them; None for links before the first."""
    found: dict[str | None, None] = {} if lines[0][1].startswith("#") else {None: None}
    found |= {line[1:].strip() or None: None for _, line in lines if line.startswith("#")}
    return list(found)


def is_ladder(lines: Lines, documents: int) -> bool:
    """Return whether all lines are rungs. Texts may be numbers too: with several documents, a ladder starts at 0 0."""
    if not lines or not all(ladder.is_rung(line) for _, line in lines):
        return False
    return documents == 1 or lines[0][1].split()[:2] == ["0", "0"]


def collect_ladder(lines: Lines, collected: Collected) -> None:
    """Collect a ladder for the only document."""
    if len(collected.found) > 1:
        raise FormatError(f"{collected.path}: a ladder does not name its document; give gold with one document only")
    one = collected.document(0, None)
    rungs = dict(lines)
    text = "\n".join(rungs.get(number, "") for number in range(1, max(rungs) + 1))  # with blank lines, to count them
    try:
        alignment = ladder.parse(text, one.gold.source, one.gold.target)
    except InputError as error:
        raise error_in(collected.path, str(error)) from None
    collected.add(0, None, [(link.source, link.target, None) for link in alignment.sentences])


def collect_wiki_auto(lines: Lines, collected: Collected) -> None:
    """Collect the links that the sentence pairs of each document form."""
    sentence_pairs = []
    versions: dict[_Versions, tuple[str, str]] = {}
    for number, line in lines:
        pair = wiki_auto.parse_line(line)
        if pair is None:
            raise collected.error(
                number, f"not a line in wiki-auto's format (label, two ids, two texts, with tabs): {line!r:.60}"
            )
        label, simple, complex_ = pair
        version = (complex_.article, complex_.level, simple.level)
        versions[version] = (complex_.article, f"{complex_.document} / {simple.document}")
        sentence_pairs.append((number, label, simple, complex_, version))
    names = _wiki_auto_names(versions, collected)
    cells: dict[str, list[Cell]] = {}
    apart: dict[str, set[Cell]] = {}
    for number, label, simple, complex_, version in sentence_pairs:
        name = names[version]
        gold = collected.document(number, name).gold
        x, y = complex_.index_in(gold.source), simple.index_in(gold.target)
        if simple.article != complex_.article or x is None or y is None:
            raise collected.error(number, f"the two ids are not of sentences of gold document {name!r:.60}")
        cells.setdefault(name, [])
        if label == "notAligned":
            apart.setdefault(name, set()).add((x, y))
        else:
            cells[name].append((x, y))
    for name, pairs in cells.items():
        aligned = set(pairs)
        links = [(xs, ys, [(x, y) for x in xs for y in ys if (x, y) in aligned]) for xs, ys in connected(pairs)]
        collected.add(0, name, links)
        collected.contradicted += len(aligned & apart.get(name, set()))


def _wiki_auto_names(versions: dict[_Versions, tuple[str, str]], collected: Collected) -> dict[_Versions, str]:
    """Return the document of each pair of versions, given the two names that it may have.

    In published files, the ids have the names of the documents as they are. Our own export cleans them, so that two
    names may become one; a file is taken for such an export if it has a name that is not that of a document.
    """
    exact = {key: next((name for name in names if name in collected.found), "") for key, names in versions.items()}
    if all(exact.values()):
        return exact
    known = wiki_auto.articles_of(collected.found)
    cleaned = {key: map(known.get, map(wiki_auto.article_of, names)) for key, names in versions.items()}
    return {key: next(filter(None, names), key[0]) for key, names in cleaned.items()}
