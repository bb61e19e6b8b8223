"""Alignments made elsewhere, read for scoring against gold.

A file (plain or gzipped) is one of

    JSON lines   one a document pair, `{"id": ..., "links": [[[i, ...], [j, ...]], ...]}` (the key may also be "gold");
                 or one a link, `{"id": ..., "source": [i, ...], "target": [j, ...]}`, as `vicinal align -o FILE.jsonl`
                 writes; `"pairs": [[i, j], ...]` beside them where not all pairs inside the link are meant
    JSON         one whole alignment, as `vicinal align -o FILE.json` writes; its cells and paragraphs count as they are
    XML          InterText's `.alignment.xml`, with its two texts beside it, as `vicinal align --format tei` writes
    vecalign     `[0, 1]:[2]:0.35`, one a link; a line `# ID` before the links of each document
    ladder       hunalign's numeric ladder, where the gold has one document only
    wiki-auto    sentence pairs with a label and the ids `article-level-paragraph-sentence`, the simple side first
    TSV          the two texts of a link, separated by a tab; or a table whose header names the columns source_text and
                 target_text, or source and target (sentence numbers, comma between them), and perhaps id

Where the gold has one document only, its links need no id. The sentence numbers of a table are used where it is plain
which document they count in; `vicinal align -o FILE.tsv` writes them. Texts are looked up in the gold's documents,
white space aside: a text is any sentences, in order and perhaps with gaps, that make it up. Where the same text stands
twice, the first link with it gets the first place, so links are best given in document order. What is not found counts
as predicted and wrong.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from vicinal import formats
from vicinal.alignment import Alignment, Cell, connected
from vicinal.errors import FormatError, InputError
from vicinal.evaluate.scores import Predicted
from vicinal.evaluate.text_lookup import TextLookup, bare
from vicinal.formats import ladder, vecalign, wiki_auto
from vicinal.gold import Gold, LinkKey, read_lines
from vicinal.text.document import Document

_WHOLE = re.compile(r'\{\s*(?:"format"|$)')  # how a file that is one alignment begins


@dataclass(frozen=True)
class Read:
    """What a file predicts.

    Attributes:
        predictions: One for each gold document, in the gold's order; empty where the file has none.
        missing: How many gold documents the file says nothing about.
    """

    predictions: tuple[Predicted, ...]
    missing: int

    @property
    def unmatched(self) -> int:
        """How many predicted links have texts that are not in the gold's documents."""
        return sum(one.unmatched for one in self.predictions)


def read_predicted(path: str | os.PathLike[str], gold: Sequence[Gold]) -> Read:
    """Return what a file predicts for each gold document.

    Raises:
        FormatError: A line is none of the formats above, or names a document or sentence the gold does not have; or two
            gold documents have the same id.
    """
    if not gold:
        raise FormatError("the gold has no documents to score predictions against")
    found: dict[str, _Found] = {}
    for document in gold:
        if document.id in found:
            raise FormatError(f"the gold has two documents with the id {document.id!r}; give each one of its own")
        found[document.id] = _Found(document)
    if Path(path).suffix.lower() == ".xml":
        return _of_alignment(formats.load(path), str(path), gold)
    lines = [(number, line.rstrip("\r")) for number, line in read_lines(path)]

    def fail(number: int, why: str) -> FormatError:
        return FormatError(f"{path}:{number}: {why}")

    first = lines[0][1].strip(" ") if lines else ""  # not of tabs: a text may be empty
    if _WHOLE.match(first):
        return _of_alignment(formats.parse("\n".join(line for _, line in lines), str(path)), str(path), gold)
    if wiki_auto.parse_line(first):
        _collect(_wiki_auto_lines(lines, found, fail), found, fail)
    elif _is_ladder(lines, len(gold)):
        if len(gold) > 1:
            raise FormatError(f"{path}: a ladder does not name its document; give gold with one document only")
        _collect([_read_ladder([line for _, line in lines], str(path), gold[0])], found, fail)
    elif "\t" in first and not _is_json(first):
        _read_table(lines, found, fail)
    elif first.startswith("{"):
        _collect(_json_lines(lines, fail), found, fail)
    elif first.startswith(("[", "#")):
        _collect(_vecalign_lines(lines, fail), found, fail)
    elif first:
        raise FormatError(f"{path}: is neither JSON lines, nor vecalign's index lines, nor tab-separated texts")
    return Read(tuple(one.predicted() for one in found.values()), sum(not one.named for one in found.values()))


@dataclass
class _Found:
    """What a file predicts for one gold document, as far as it is read."""

    gold: Gold
    named: bool = False
    links: set[LinkKey] = field(default_factory=set)
    pairs: set[Cell] = field(default_factory=set)
    unmatched: int = 0

    def add(self, link: LinkKey, pairs: Iterable[Cell] | None = None) -> None:
        """Add a link; pairs are those meant inside it, None for all."""
        self.named = True
        self.links.add(link)
        self.pairs.update(((x, y) for x in link[0] for y in link[1]) if pairs is None else pairs)

    def predicted(self) -> Predicted:
        return Predicted.of_links(self.links, self.gold, self.unmatched, pairs=self.pairs)


class _Line(NamedTuple):
    """One line of a file of sentence numbers: the document it names, and links with the pairs meant inside."""

    number: int
    id: str | None
    links: Sequence[tuple[Sequence[int], Sequence[int], list[Cell] | None]] = ()


Lines = Sequence[tuple[int, str]]
Fail = Callable[[int, str], FormatError]


def _collect(lines: Iterable[_Line], found: dict[str, _Found], fail: Fail) -> None:
    for line in lines:
        one = _document_of(line.number, line.id, found, fail)
        one.named = True
        sizes = (len(one.gold.source.sentences), len(one.gold.target.sentences))
        for source, target, pairs in line.links:
            link = (tuple(sorted(source)), tuple(sorted(target)))
            for side, size in zip(link, sizes, strict=True):
                if side and side[-1] >= size:
                    raise fail(line.number, f"link {link!r:.60} is outside the {sizes[0]} x {sizes[1]} sentences")
                if len(set(side)) < len(side):
                    raise fail(line.number, f"link {link!r:.60} names a sentence twice")
            if all(link):  # an empty side is a sentence without a counterpart
                one.add(link, pairs)


def _document_of(number: int, name: str | None, found: dict[str, _Found], fail: Fail) -> _Found:
    if name is None and len(found) == 1:
        return next(iter(found.values()))
    if name is None:
        raise fail(number, f"line has no id, and the gold has {len(found)} documents")
    if name not in found:
        only = f", whose only document is {next(iter(found))!r:.60}" if len(found) == 1 else ""
        raise fail(number, f"document {name!r:.60} is not in the gold{only}")
    return found[name]


def _of_alignment(alignment: Alignment, path: str, gold: Sequence[Gold]) -> Read:
    known = [one for one in gold if len(gold) == 1 or one.id == alignment.id]
    if not known:
        raise FormatError(f"{path}: document {alignment.id!r:.60} is not in the gold, which has {len(gold)} documents")
    for side in ("source", "target"):
        if _bare_paragraphs(getattr(alignment, side)) != _bare_paragraphs(getattr(known[0], side)):
            raise FormatError(f"{path}: its {side} is another text than that of gold document {known[0].id!r:.60}")
    predictions = [Predicted.of(alignment) if one is known[0] else _Found(one).predicted() for one in gold]
    return Read(tuple(predictions), len(gold) - 1)


def _json_lines(lines: Lines, fail: Fail) -> Iterator[_Line]:
    for number, line in lines:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise fail(number, "is not JSON") from None
        if not isinstance(data, dict):
            raise fail(number, "is no JSON object")
        name = data.get("id")
        if name is not None and (isinstance(name, bool) or not isinstance(name, (str, int))):
            raise fail(number, f"an id is a string, found {name!r:.60}")
        links: Any
        pairs = None
        if "links" in data or "gold" in data:
            links = data.get("links", data.get("gold"))
        elif "source" in data and "target" in data:
            links = [[data["source"], data["target"]]]
            pairs = data.get("pairs")
        else:
            raise fail(number, "has neither 'links' nor 'source' and 'target'")
        for link in links if isinstance(links, list) else [None]:
            if not isinstance(link, list) or len(link) != 2 or not all(map(_indices, link)):
                raise fail(number, f"a link is [[i, ...], [j, ...]], found {link!r:.60}")
        if pairs is not None and not _inside(pairs, *links[0]):
            raise fail(number, f"'pairs' are [[i, j], ...] inside the link, found {pairs!r:.60}")
        cells = None if pairs is None else [(x, y) for x, y in pairs]
        yield _Line(number, None if name is None else str(name), [(xs, ys, cells) for xs, ys in links])


def _indices(side: Any) -> bool:
    return isinstance(side, list) and all(type(index) is int and index >= 0 for index in side)


def _inside(pairs: Any, source: list[int], target: list[int]) -> bool:
    return isinstance(pairs, list) and all(
        _indices(pair) and len(pair) == 2 and pair[0] in source and pair[1] in target for pair in pairs
    )


def _is_json(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _vecalign_lines(lines: Lines, fail: Fail) -> Iterator[_Line]:
    name = None
    for number, line in lines:
        if line.startswith("#"):
            name = line[1:].strip() or None
            yield _Line(number, name)
            continue
        link = vecalign.parse_line(line)
        if link is None:
            raise fail(number, f"is no link of vecalign's, such as [0, 1]:[2]:0.35: {line!r:.60}")
        yield _Line(number, name, [(*link, None)])


def _is_ladder(lines: Lines, documents: int) -> bool:
    """Tell whether all lines are rungs; texts may be numbers, too, so for several documents they begin at 0 0."""
    if not lines or not all(ladder.is_rung(line) for _, line in lines):
        return False
    return documents == 1 or lines[0][1].split()[:2] == ["0", "0"]


def _read_ladder(lines: Sequence[str], path: str, gold: Gold) -> _Line:
    try:
        alignment = ladder.parse("\n".join(lines), gold.source, gold.target)
    except InputError as error:
        raise FormatError(f"{path}: {error}") from None
    return _Line(0, gold.id, [(link.source, link.target, None) for link in alignment.sentences])


def _wiki_auto_lines(lines: Lines, found: dict[str, _Found], fail: Fail) -> Iterator[_Line]:
    """Yield the links that the sentence pairs of each document form."""
    names = {wiki_auto.article_of(name): name for name in found}
    cells: dict[str, list[Cell]] = {}
    for number, line in lines:
        pair = wiki_auto.parse_line(line)
        if pair is None:
            raise fail(number, f"is no line of wiki-auto's (label, two ids, two texts, with tabs): {line!r:.60}")
        label, simple, complex_ = pair
        versions = wiki_auto.article_of(f"{complex_.document} / {simple.document}")
        name = names.get(complex_.article) or names.get(versions, complex_.article)
        gold = _document_of(number, name, found, fail).gold
        cell = (complex_.index_in(gold.source), simple.index_in(gold.target))
        if simple.article != complex_.article or cell[0] is None or cell[1] is None:
            raise fail(number, f"the two ids are not of sentences of gold document {name!r:.60}")
        cells.setdefault(name, [])
        if label != "notAligned":
            cells[name].append((cell[0], cell[1]))
    for name, pairs in cells.items():
        known = set(pairs)
        links = [(xs, ys, [(x, y) for x in xs for y in ys if (x, y) in known]) for xs, ys in connected(pairs)]
        yield _Line(0, name, links)


class _Columns(NamedTuple):
    """Where a table has the two sides of its links, as sentence numbers or texts, and the ids of documents."""

    source: int
    target: int
    numbers: bool = False
    id: int | None = None
    header: bool = True

    @classmethod
    def of(cls, rows: Sequence[Sequence[str]], one_document: bool) -> _Columns:
        """Return the columns to read: numbers if it is plain which document they count in, else texts if there are."""
        names = {name.strip(): column for column, name in enumerate(rows[0])}
        name = names.get("id")
        numbers = texts = None
        if "source_text" in names and "target_text" in names:
            texts = cls(names["source_text"], names["target_text"], False, name)
        if "source" in names and "target" in names:
            numbers = cls(names["source"], names["target"], True, name)
            first = [rows[1][column] for column in numbers[:2] if column < len(rows[1])] if rows[1:] else []
            if texts is None and any(vecalign.numbers(field) is None for field in first):
                return numbers._replace(numbers=False)
        if numbers and (one_document or name is not None or not texts):
            return numbers
        return texts or cls(0, 1, header=False)


def _read_table(lines: Lines, found: dict[str, _Found], fail: Fail) -> None:
    rows = [line.split("\t") for _, line in lines]
    columns = _Columns.of(rows, len(found) == 1)
    places = None if columns.numbers else _Places(found)
    for (number, _), row in list(zip(lines, rows, strict=True))[int(columns.header) :]:
        if len(row) <= max(columns.source, columns.target, columns.id or 0):
            raise fail(number, f"has {len(row)} columns, where the first line has {len(rows[0])}")
        name = None if columns.id is None else row[columns.id].strip() or None
        source, target = row[columns.source], row[columns.target]
        if places is not None:
            places.take(source, target, None if name is None else _document_of(number, name, found, fail))
            continue
        xs, ys = vecalign.numbers(source), vecalign.numbers(target)
        if xs is None or ys is None:
            raise fail(number, f"sentence numbers are such as 0,1, found {source!r:.40} and {target!r:.40}")
        _collect([_Line(number, name, [(xs, ys, None)])], found, fail)


class _Places:
    """Where the texts of the gold stand; each place is given out once, as long as there are others."""

    def __init__(self, found: dict[str, _Found]) -> None:
        self._found = list(found.values())
        self._sides = [(TextLookup(one.gold.source), TextLookup(one.gold.target)) for one in self._found]
        self._at = 0  # the document where the last link was found

    def take(self, source: str, target: str, only: _Found | None) -> None:
        """Book two texts as a link where they are found, in one document only if it is named."""
        source, target = bare(source), bare(target)
        if not source or not target:  # a sentence without a counterpart
            return
        order = [*range(self._at, len(self._found)), *range(self._at)]  # links come document by document, as a rule
        if only is not None:
            only.named = True
            self._at = self._found.index(only)
            order = [self._at]
        again = None
        for number in order:
            sides = self._sides[number]
            xs = sides[0].find(source)
            ys = sides[1].find(target) if xs else None
            if xs and ys and (xs, ys) not in self._found[number].links:
                self._at = number
                self._found[number].add((xs, ys))
                sides[0].used.update(xs)
                sides[1].used.update(ys)
                return
            if xs and ys and again is None:
                again = number
        if again is None:
            self._found[self._at].unmatched += 1
        else:  # a link given twice is one
            self._at = again


def _bare_paragraphs(document: Document) -> list[list[str]]:
    return [list(map(bare, paragraph)) for paragraph in document.paragraphs]
