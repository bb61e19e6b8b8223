"""The links of a file, collected for each document.

Callers: `predicted`, `foreign_gold`, and the readers of link lines and link tables. Each link is checked against the
documents it belongs to; errors name the file and the line.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from vicinal.errors import FormatError
from vicinal.evaluation.scores import Predicted
from vicinal.gold import Gold, LinkKey
from vicinal.gold_irregularities import Irregularities
from vicinal.link import Cell

Lines = Sequence[tuple[int, str]]  # lines that are not blank, with their numbers
# Source sentences, target sentences, and the aligned pairs inside the link; None: all pairs.
FoundLink = tuple[Sequence[int], Sequence[int], Iterable[Cell] | None]
_LINE = re.compile(r"line ([0-9]+): ")


def error_in(path: str | os.PathLike[str], why: str) -> FormatError:
    """Return the error of a file; a line that its reader names is shown as for all other files."""
    line = _LINE.match(why)
    return FormatError(f"{path}:{line[1]}: {why[line.end() :]}" if line else f"{path}: {why}")


@dataclass
class Found:
    """The links of a file for one document.

    Attributes:
        gold: The document; if the file is gold itself, without links.
        named: Whether the file has links for it, or names it.
        links: The links.
        pairs: The sentence pairs.
        paragraphs: The pairs of paragraphs, where the file has them; None where they follow from the pairs.
        unmatched: How many links have texts that are not in the document.
        numbers: The sentences that the file names by number, in links and as unaligned, of source and target.
        unaligned: The sentences that the file gives as unaligned, of source and target.
    """

    gold: Gold
    named: bool = False
    links: set[LinkKey] = field(default_factory=set)
    pairs: set[Cell] = field(default_factory=set)
    paragraphs: set[Cell] | None = None
    unmatched: int = 0
    numbers: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))
    unaligned: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))

    def add(self, link: LinkKey, pairs: Iterable[Cell] | None = None) -> None:
        """Add a link; pairs are the aligned pairs inside it, None for all."""
        self.named = True
        self.links.add(link)
        self.pairs.update(((x, y) for x in link[0] for y in link[1]) if pairs is None else pairs)

    def predicted(self) -> Predicted:
        """Return the links as a prediction for the document."""
        found = Predicted.of_links(self.links, self.gold, self.unmatched, pairs=self.pairs)
        return found if self.paragraphs is None else replace(found, paragraphs=frozenset(self.paragraphs))


class Collected:
    """The links of a file for all documents.

    Args:
        gold: The documents.
        path: The name of the file in errors.
        hint: What to do about a link outside the documents, for errors.
        any_name: Whether all lines belong to the only document, whatever name they give.

    Attributes:
        found: What was found for each document, by its id.
        irregular: Counts links and numbers that are given again.
        unmatched: The lines whose texts are in no document.
        contradicted: How many pairs have lines that say that they are aligned, and others that they are not.
        left_out: How many lines have a label that says that they are not links, by label.

    Raises:
        FormatError: There are no documents, or two with the same id.
    """

    def __init__(self, gold: Sequence[Gold], path: str, *, hint: str = "", any_name: bool = False) -> None:
        if not gold:
            raise FormatError("the gold has no documents to score predictions against")
        self.found = {document.id: Found(document) for document in gold}
        self.path = path
        self.irregular = Irregularities()
        self.unmatched: list[int] = []
        self.contradicted = 0
        self.left_out: Counter[str] = Counter()
        self._hint = hint
        self._any_name = any_name
        if len(self.found) < len(gold):
            ids = Counter(document.id for document in gold)
            twice = next(name for name, count in ids.items() if count > 1)
            raise FormatError(f"the gold has two documents with the id {twice!r}; give each an id of its own")

    def error(self, number: int, why: str) -> FormatError:
        """Return the error for a line."""
        return FormatError(f"{self.path}:{number}: {why}")

    def document(self, number: int, name: str | None) -> Found:
        """Return the document that a line names; a single document needs no name."""
        if (name is None or self._any_name) and len(self.found) == 1:
            return next(iter(self.found.values()))
        if name is None:
            raise self.error(number, f"line has no id, and the gold has {len(self.found)} documents")
        if name not in self.found:
            only = f", whose only document is {next(iter(self.found))!r:.60}" if len(self.found) == 1 else ""
            raise self.error(number, f"document {name!r:.60} is not in the gold{only}")
        return self.found[name]

    def add(self, number: int, name: str | None, links: Iterable[FoundLink] = ()) -> None:
        """Add the links of a line to the document it names; links with an empty side are left out."""
        one = self.document(number, name)
        one.named = True
        sizes = (len(one.gold.source.sentences), len(one.gold.target.sentences))
        for source, target, pairs in links:
            link = (tuple(sorted(set(source))), tuple(sorted(set(target))))
            self._check(number, link, sizes, f"sentences{self._hint}")
            self.irregular.numbers += len(source) + len(target) - len(link[0]) - len(link[1])
            for named, unaligned, side in zip(one.numbers, one.unaligned, link, strict=True):
                named.update(side)
                unaligned.update(side if not all(link) else ())
            if all(link):
                self.irregular.links += link in one.links
                one.add(link, pairs)

    def add_pairs(self, number: int, name: str | None, pairs: Sequence[Cell]) -> None:
        """Add the sentence pairs that a line has beside its links."""
        one = self.document(number, name)
        for x, y in pairs:
            sizes = (len(one.gold.source.sentences), len(one.gold.target.sentences))
            self._check(number, ((x,), (y,)), sizes, f"sentences{self._hint}")
        self.irregular.pairs += len(pairs) - len(set(pairs))
        one.pairs.update(pairs)

    def add_paragraphs(self, number: int, name: str | None, pairs: Sequence[Cell]) -> None:
        """Add the pairs of paragraphs that a line has."""
        one = self.document(number, name)
        for x, y in pairs:
            sizes = (len(one.gold.source.paragraphs), len(one.gold.target.paragraphs))
            self._check(number, ((x,), (y,)), sizes, "paragraphs")
        one.paragraphs = {*(one.paragraphs or ()), *pairs}

    def _check(self, number: int, link: LinkKey, sizes: tuple[int, int], what: str) -> None:
        """Raise FormatError if a link is outside two documents with so many sentences or paragraphs."""
        if any(side and side[-1] >= size for side, size in zip(link, sizes, strict=True)):
            shown = ":".join(f"{list(side)!r:.30}" for side in link)
            raise self.error(number, f"link {shown} is outside the {sizes[0]} x {sizes[1]} {what}")
