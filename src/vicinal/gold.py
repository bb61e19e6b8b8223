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

import gzip
import os
import warnings
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from vicinal.alignment import Cell, connected
from vicinal.errors import FormatError, GoldWarning, InputError
from vicinal.files import decode, read_bytes
from vicinal.json_text import compact, converted, parsed
from vicinal.text.document import Document

LinkKey = tuple[tuple[int, ...], tuple[int, ...]]
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


@dataclass
class Irregularities:
    """What is unusual in gold and scored all the same; the readers of gold count it.

    Attributes:
        sharing: Links that share a sentence with another link.
        nulls: Links with an empty side.
        links: Links that are given again.
        pairs: Pairs that are given again.
        numbers: Sentence numbers that are given again in the same link.
        outside: Pairs that are in no link.
        flat: Sides that are a flat list of sentences.
        others: What else is to be said, in words.
    """

    sharing: int = 0
    nulls: int = 0
    links: int = 0
    pairs: int = 0
    numbers: int = 0
    outside: int = 0
    flat: int = 0
    others: list[str] = field(default_factory=list)

    def __iadd__(self, other: Irregularities) -> Irregularities:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))
        return self

    def distinct(self, links: Iterable[LinkKey]) -> frozenset[LinkKey]:
        """Return links as a set, with sides sorted, and count those that are null or given again."""
        found: set[LinkKey] = set()
        for link in links:
            key = (tuple(sorted(set(link[0]))), tuple(sorted(set(link[1]))))
            self.numbers += len(link[0]) + len(link[1]) - len(key[0]) - len(key[1])
            if not all(key):
                self.nulls += 1
            elif key in found:
                self.links += 1
            else:
                found.add(key)
        return frozenset(found)

    def count_sharing(self, links: frozenset[LinkKey]) -> None:
        """Count the links of a document that share a sentence with another one."""
        uses = [Counter(index for link in links for index in link[side]) for side in (0, 1)]
        self.sharing += sum(any(uses[side][index] > 1 for side in (0, 1) for index in link[side]) for link in links)

    def count_outside(self, links: Iterable[LinkKey], pairs: Iterable[Cell]) -> None:
        """Count the pairs of a document that are in none of its links."""
        self.outside += len(set(pairs) - _inside(links))

    def warn(self, name: str) -> None:
        """Give the one GoldWarning about a file, if there is anything to say."""
        ignored = [
            counted(count, what)
            for count, what in (
                (self.nulls, "null link"),
                (self.links, "repeated link"),
                (self.pairs, "repeated pair"),
                (self.numbers, "repeated sentence number"),
            )
            if count
        ]
        notes = []
        if self.sharing:
            share = "shares" if self.sharing == 1 else "share"
            how = "exact links are scored as a set, pairs as their union"
            notes.append(f"{counted(self.sharing, 'link')} {share} a sentence with another ({how})")
        if ignored:
            notes.append(f"{listed(ignored)} ignored")
        if self.outside:
            are = "is" if self.outside == 1 else "are"
            notes.append(f"{counted(self.outside, 'pair')} {are} in no link (counted for pairs, not for links)")
        if self.flat:
            notes.append(f"{counted(self.flat, 'flat list')} of sentences read as one paragraph")
        notes += self.others
        if notes:
            warnings.warn(f"{name}: {'; '.join(notes)}", GoldWarning, stacklevel=3)


@dataclass(frozen=True)
class Gold:
    """One document pair with its annotated links.

    Attributes:
        id: The name of the pair.
        source: The first document, usually the original.
        target: The second document.
        links: The annotated n-to-m links.
        pairs: The annotated sentence pairs.
        paragraphs: The annotated (or derived) pairs of paragraphs; None where there are none.
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
    def from_json(cls, line: str, *, unnamed: str | None = None, irregular: Irregularities | None = None) -> Gold:
        """Read one line of a gold file.

        Args:
            line: The line.
            unnamed: The id if the line has none; None to refuse that.
            irregular: Where to count what is unusual; None not to.

        Raises:
            FormatError: The line is not JSON, lacks a field, or a field is wrong; the message names it.
        """
        irregular = irregular or Irregularities()
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
            return cls(name, source, target, frozenset(), frozenset(), paragraphs, False)
        return cls(name, source, target, links, _inside(links) if pairs is None else pairs, paragraphs)

    def to_json(self) -> str:
        """Return the line of a gold file; `from_json` reads it back equal."""
        record: dict[str, Any] = {"id": self.id, "lang": self.source.language or self.target.language}
        for key, document in (("source", self.source), ("target", self.target)):
            record[key] = document.paragraphs
            if document.headings:
                record[f"{key}_headings"] = document.headings
        if self.has_sentences:
            record["gold"] = sorted(self.links)
            if self.pairs != _inside(self.links):
                record["gold_pairs"] = sorted(self.pairs)
        else:
            record["has_sentence_gold"] = False
        if self.paragraphs is not None:
            record["gold_paragraphs_derived"] = sorted(self.paragraphs)
        return compact(record)


def read_gold(path: str | os.PathLike[str]) -> Iterator[Gold]:
    """Yield the document pairs of a gold file, plain or gzipped; errors name the file and the line.

    Warns:
        GoldWarning: Something in it is unusual, and scored all the same; given once, after the last pair.
    """
    irregular = Irregularities()
    yield from parse_gold(read_lines(path), str(path), irregular)
    irregular.warn(str(path))


def parse_gold(numbered: Iterable[tuple[int, str]], path: str, irregular: Irregularities) -> Iterator[Gold]:
    """Yield the document pairs of the numbered lines of a gold file; what is unusual is counted, not warned of."""
    lines: dict[str, int] = {}
    for number, line in numbered:
        try:
            gold = Gold.from_json(line, unnamed=str(number), irregular=irregular)
        except InputError as error:
            raise FormatError(f"{path}:{number}: {error}") from None
        if gold.id in lines:
            raise FormatError(
                f"{path}:{number}: field 'id': {gold.id!r:.80} is also the id of line {lines[gold.id]}; "
                "give each document an id of its own"
            )
        lines[gold.id] = number
        yield gold


def read_lines(path: str | os.PathLike[str], encoding: str | None = None) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text file, plain or gzipped, that are not blank, with their numbers from 1.

    Args:
        path: The file.
        encoding: The encoding of a file that is not UTF-8; None if it must be.
    """
    data = read_bytes(path)
    if data[:2] == b"\x1f\x8b":
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise FormatError(f"{path}: not a complete gzip file: {error}") from None
    for number, line in enumerate(decode(data, str(path), encoding).split("\n"), start=1):
        if line.strip():
            yield number, line


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
        paragraphs = _inside(_links("gold_paragraphs", record.gold_paragraphs, sizes, irregular))
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


def _check_index(index: int, size: int, key: str) -> None:
    if not 0 <= index < size:
        raise FormatError(f"field {key!r}: index {index!r:.40} is not from 0 to {size - 1}")


def _inside(links: Iterable[LinkKey]) -> frozenset[Cell]:
    """Return all pairs inside links."""
    return frozenset((x, y) for xs, ys in links for x in xs for y in ys)


def counted(count: int, what: str) -> str:
    """Return a number with its noun: "1 link", "2,741 links"."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def listed(parts: list[str]) -> str:
    """Return parts as one phrase: "a", "a and b", "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)
