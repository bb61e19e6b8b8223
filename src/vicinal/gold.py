"""Gold alignments: document pairs with the links that annotators made.

A gold file has one JSON line for each document pair:

    {"id", "lang", "source": [[sentence, ...], ...paragraphs], "target": [[...]], "gold": [[[i, ...], [j, ...]], ...]}

`gold` holds n-to-m links of 0-based sentence indices over the whole document. Optional keys: `gold_pairs` (annotated
sentence pairs, where the annotation is pairwise; defaults to the pairs inside the links; without `gold`, the links are
what the pairs form), `gold_paragraphs` (links between paragraphs) or `gold_paragraphs_derived` (paragraph pairs that
follow from the sentence links), `"has_sentence_gold": false` where only paragraphs were annotated, and
`source_headings` and `target_headings` (the indices of the paragraphs that are headings). Each of these is checked,
even if it is not used; other keys are ignored. Ids are unique; a line without one is named by its number. Files may be
gzipped.

Gold is taken as people publish it. Links may share a sentence: they are kept as a set, and their pairs are the union.
A null link, `[[1], []]`, says that a sentence has no partner: it is counted and ignored, because an unaligned sentence
is one that is in no link. Links, pairs and numbers that are given again are counted and ignored. A pair may be in no
link: it counts for pairs only. A side may be a flat list of sentences: one paragraph. One GoldWarning for each file
tells how many of these there are. Only what cannot be scored is an error.

Callers: `evaluation`, the app, and the supervised methods. `evaluation.foreign_gold` reads gold in other formats.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from vicinal.alignment import Alignment, GivenLink, connected
from vicinal.errors import FormatError, InputError
from vicinal.files import text_lines
from vicinal.gold_irregularities import Irregularities, pairs_in
from vicinal.gold_irregularities import LinkKey as LinkKey
from vicinal.json_text import converted, json_line, parsed
from vicinal.link import Cell
from vicinal.text.document import Document, Version
from vicinal.wording import many

_Paragraphs = tuple[tuple[str, ...], ...]


class _Record(Struct):
    """One line of a gold file."""

    source: _Paragraphs
    target: _Paragraphs
    id: str | int | None = None
    lang: str | None = None
    has_sentence_gold: bool | UnsetType = UNSET
    gold: list[LinkKey] | UnsetType = UNSET
    gold_pairs: list[Cell] | UnsetType = UNSET
    gold_paragraphs: list[LinkKey] | UnsetType = UNSET
    gold_paragraphs_derived: list[Cell] | UnsetType = UNSET
    source_headings: tuple[int, ...] = ()
    target_headings: tuple[int, ...] = ()


@dataclass(frozen=True, repr=False)
class Gold:
    """Two versions of a document with the links that people made: what predictions are scored against.

    `from_links` makes it of links, `from_alignment` of an alignment that a person confirmed, and `read_gold` reads it
    from files. Sentences and paragraphs are indices, counted from 0 over the document.

    Attributes:
        id: The name of the pair, unique in a set of gold.
        source: The first document, usually the original.
        target: The second document.
        links: The n-to-m links: the source sentences and the target sentences of each.
        pairs: The sentence pairs that count as aligned; if none were annotated, all pairs inside the links.
        paragraphs: The pairs of paragraphs; None if these are not scored.
        has_sentences: Whether sentences were annotated, not only paragraphs.
    """

    id: str
    source: Document
    target: Document
    links: frozenset[LinkKey]
    pairs: frozenset[Cell]
    paragraphs: frozenset[Cell] | None = None
    has_sentences: bool = True

    @classmethod
    def from_links(
        cls,
        id: str | int,
        source: Version,
        target: Version,
        links: Iterable[GivenLink],
        *,
        language: str | None = None,
        pairs: Iterable[Cell] | None = None,
        paragraphs: Iterable[Cell] | None = None,
    ) -> Gold:
        """Return gold of two versions of a document and the links that people made between them.

        The two documents get the id, so that what is aligned from them is known as a prediction for this gold. A
        sentence without a partner is one in no link. Links may share a sentence.

        Args:
            id: The name of the pair, unique in a set of gold.
            source: The first version, as `align` takes it.
            target: The second version.
            links: Each `(source, target)`, or a Link. A side is the index of a sentence, counted from 0 over the
                document, or several.
            language: The language code of versions given as text; it selects the sentence rules.
            pairs: The sentence pairs that were annotated; None for all pairs inside the links.
            paragraphs: The pairs of paragraphs that were annotated; None if paragraphs are not to be scored.

        Raises:
            InputError: A link or pair is outside the documents, or a link has an empty side.

        >>> gold = Gold.from_links("pets", ["Cats purr.", "Dogs bark."], ["Dogs bark.", "Loudly."], [(1, [0, 1])])
        >>> gold.links, sorted(gold.pairs)
        (frozenset({((1,), (0, 1))}), [(1, 0), (1, 1)])
        """
        try:
            gold = cls.from_alignment(Alignment.from_links(source, target, links, language=language), id)
            one, other = gold.source.renamed(gold.id), gold.target.renamed(gold.id)
            gold = replace(gold, source=one, target=other)
            if pairs is not None:
                gold = replace(gold, pairs=_given_pairs(pairs, one.sentences, other.sentences, "sentences"))
            if paragraphs is not None:
                found = _given_pairs(paragraphs, one.paragraphs, other.paragraphs, "paragraphs")
                gold = replace(gold, paragraphs=found)
        except InputError as error:
            raise InputError(f"{id}: {error}") from None
        return gold

    @classmethod
    def from_alignment(cls, alignment: Alignment, id: str | int | None = None) -> Gold:
        """Return an alignment as gold: one that a person made, corrected or confirmed.

        Its links and its pairs are those to find. Paragraphs are not scored, because their links usually follow from
        those of the sentences.

        Args:
            alignment: The alignment.
            id: The name of the pair; None for the id of the alignment.

        Raises:
            InputError: There is no id.

        >>> alignment = Alignment.from_links(["Cats purr.", "Dogs bark."], ["Dogs bark."], [(1, 0)])
        >>> Gold.from_alignment(alignment, "pets").links
        frozenset({((1,), (0,))})
        """
        name = alignment.id if id is None else id
        if name is None:
            raise InputError("the alignment has no id; give one: Gold.from_alignment(alignment, id)")
        links = Irregularities().distinct((link.source, link.target) for link in alignment.sentences)
        return cls(str(name), alignment.source, alignment.target, links, frozenset(alignment.cells))

    @classmethod
    def from_json(cls, line: str, *, unnamed: str | None = None) -> Gold:
        """Return the pair that one line of a gold file holds.

        Args:
            line: The line: a JSON object, as the page about gold describes it.
            unnamed: The id if the line has none; None to refuse that.

        Raises:
            FormatError: The line is not JSON, lacks a field, or a field is wrong; the message names it.

        >>> Gold.from_json('{"id": 7, "source": [["Cats purr."]], "target": [["A cat purrs."]], "gold": [[[0], [0]]]}')
        <Gold '7': 1 and 1 sentences, 1 link>
        """
        return _of_line(line, unnamed, Irregularities())

    def __repr__(self) -> str:
        sizes = f"{len(self.source.sentences):,} and {len(self.target.sentences):,} sentences"
        return f"<Gold {self.id!r:.60}: {sizes}, {many(len(self.links), 'link')}>"

    def to_json(self) -> str:
        """Return the pair as one line of a gold file, without its line end; `from_json` reads it back equal.

        >>> Gold.from_links("pets", ["Cats purr."], ["A cat purrs."], [(0, 0)]).to_json()
        '{"id": "pets", "lang": null, "source": [["Cats purr."]], "target": [["A cat purrs."]], "gold": [[[0], [0]]]}'
        """
        record: dict[str, Any] = {"id": self.id, "lang": self.source.language or self.target.language}
        for key, document in (("source", self.source), ("target", self.target)):
            record[key] = document.paragraphs
            if document.headings:
                record[f"{key}_headings"] = document.headings
        if self.has_sentences:
            record["gold"] = sorted(self.links)
            if self.pairs != pairs_in(self.links):
                record["gold_pairs"] = sorted(self.pairs)
        else:
            record["has_sentence_gold"] = False
        if self.paragraphs is not None:
            record["gold_paragraphs_derived"] = sorted(self.paragraphs)
        return json_line(record).removesuffix("\n")


def read_gold_lines(path: str | os.PathLike[str]) -> Iterator[Gold]:
    """Yield the document pairs of a file of gold lines, plain or gzipped; errors name the file and the line.

    Gold in all formats is read by `evaluation.given_gold.read_gold`, which is public.

    Args:
        path: The file.

    Raises:
        InputError: The file cannot be read.
        FormatError: A line is no gold.

    Warns:
        GoldWarning: Something in it is unusual, and scored all the same; given once, after the last pair.
    """
    irregular = Irregularities()
    yield from parse_gold(text_lines(path), str(path), irregular)
    irregular.warn(str(path))


def parse_gold(numbered: Iterable[tuple[int, str]], path: str, irregular: Irregularities) -> Iterator[Gold]:
    """Yield the document pairs of the numbered lines of a gold file; what is unusual is counted, not warned of."""
    lines: dict[str, int] = {}
    for number, line in numbered:
        try:
            gold = _of_line(line, str(number), irregular)
        except InputError as error:
            raise FormatError(f"{path}:{number}: {error}") from None
        if gold.id in lines:
            raise FormatError(
                f"{path}:{number}: field 'id': {gold.id!r:.80} is also the id of line {lines[gold.id]}; "
                "give each document an id of its own"
            )
        lines[gold.id] = number
        yield gold


def _of_line(line: str, unnamed: str | None, irregular: Irregularities) -> Gold:
    """Return the pair that a line holds; what is unusual and scored all the same is counted."""
    record = converted(_with_paragraphs(parsed(line, unique_keys=True), irregular), _Record)
    name = unnamed if record.id is None else str(record.id)
    if name is None:
        raise FormatError("field 'id': missing")
    headings = _headings("source_headings", record.source_headings, record.source)
    source = Document.of_checked(record.source, name, record.lang, headings)
    headings = _headings("target_headings", record.target_headings, record.target)
    target = Document.of_checked(record.target, name, record.lang, headings)
    paragraphs = _paragraph_pairs(record, (len(source.paragraphs), len(target.paragraphs)), irregular)
    sizes = (len(source.sentences), len(target.sentences))
    links = pairs = None
    if record.gold_pairs is not UNSET:
        pairs = _pairs("gold_pairs", record.gold_pairs, sizes, irregular)
        links = frozenset(connected(sorted(pairs)))
    if record.gold is not UNSET:
        links = _links("gold", record.gold, sizes, irregular)
        irregular.count_sharing(links)
        irregular.count_outside(links, pairs or ())
    annotated = record.has_sentence_gold
    if annotated is UNSET:
        annotated = links is not None or paragraphs is None
    if annotated and links is None:
        raise FormatError("field 'gold': missing, and there is no 'gold_pairs': nothing to score")
    if not annotated and paragraphs is None:
        raise FormatError("field 'gold_paragraphs': missing, and 'has_sentence_gold' is false: nothing to score")
    if not annotated or links is None:
        return Gold(name, source, target, frozenset(), frozenset(), paragraphs, False)
    return Gold(name, source, target, links, pairs_in(links) if pairs is None else pairs, paragraphs)


def _headings(key: str, indices: tuple[int, ...], paragraphs: _Paragraphs) -> tuple[int, ...]:
    """Return the indices of headings in order, if each is that of a paragraph."""
    for index in indices:
        _check_index(index, len(paragraphs), key)
    return tuple(sorted(set(indices)))


def _with_paragraphs(data: Any, irregular: Irregularities) -> Any:
    """Return a record with each flat list of sentences as one paragraph."""
    for key in ("source", "target") if isinstance(data, dict) else ():
        side = data.get(key)
        if isinstance(side, list) and side and all(isinstance(sentence, str) for sentence in side):
            data[key] = [side]
            irregular.flat += 1
    return data


def _paragraph_pairs(record: _Record, sizes: tuple[int, int], irregular: Irregularities) -> frozenset[Cell] | None:
    """Return the annotated pairs of paragraphs, or else the derived ones; None if there are neither."""
    paragraphs = None
    if record.gold_paragraphs_derived is not UNSET:
        paragraphs = _pairs("gold_paragraphs_derived", record.gold_paragraphs_derived, sizes, irregular)
    if record.gold_paragraphs is not UNSET:
        paragraphs = pairs_in(_links("gold_paragraphs", record.gold_paragraphs, sizes, irregular))
    return paragraphs


def _links(key: str, links: list[LinkKey], sizes: tuple[int, int], irregular: Irregularities) -> frozenset[LinkKey]:
    """Return links as a set, with their sides sorted, if each index is in range."""
    for link in links:
        for side, size in zip(link, sizes, strict=True):
            for index in side:
                _check_index(index, size, key)
    return irregular.distinct(links)


def _pairs(key: str, pairs: list[Cell], sizes: tuple[int, int], irregular: Irregularities) -> frozenset[Cell]:
    """Return pairs as a set, if each index is in range."""
    for pair in pairs:
        for index, size in zip(pair, sizes, strict=True):
            _check_index(index, size, key)
    found = frozenset(pairs)
    irregular.pairs += len(pairs) - len(found)
    return found


def _given_pairs(
    pairs: Iterable[Cell], source: Sequence[object], target: Sequence[object], what: str
) -> frozenset[Cell]:
    """Return pairs that a program gives as a set, if each is inside the two documents."""
    try:
        found = frozenset((operator.index(x), operator.index(y)) for x, y in pairs)
    except (TypeError, ValueError):
        raise InputError(f"pairs of {what} are a list of two numbers each; found {pairs!r:.80}") from None
    for x, y in found:
        if not (0 <= x < len(source) and 0 <= y < len(target)):
            raise InputError(f"pair {(x, y)} is outside the {len(source)} x {len(target)} {what}")
    return found


def _check_index(index: int, size: int, key: str) -> None:
    if not 0 <= index < size:
        raise FormatError(f"field {key!r}: index {index!r:.40} is not from 0 to {size - 1}")
