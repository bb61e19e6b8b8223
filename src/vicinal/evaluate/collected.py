"""The links that a file predicts, collected for each gold document.

Callers: `predicted` and the readers of link lines and link tables. Each link is checked against the documents it
belongs to; errors name the file and the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from vicinal.alignment import Cell
from vicinal.errors import FormatError
from vicinal.evaluate.scores import Predicted
from vicinal.gold import Gold, LinkKey

Lines = Sequence[tuple[int, str]]  # lines that are not blank, with their numbers
# Source sentences, target sentences, and the aligned pairs inside the link; None: all pairs.
PredictedLink = tuple[Sequence[int], Sequence[int], Iterable[Cell] | None]


@dataclass
class Found:
    """What a file predicts for one gold document.

    Attributes:
        gold: The document.
        named: Whether the file has links for it, or names it.
        links: The predicted links.
        pairs: The predicted sentence pairs.
        unmatched: How many links have texts that are not in the document.
    """

    gold: Gold
    named: bool = False
    links: set[LinkKey] = field(default_factory=set)
    pairs: set[Cell] = field(default_factory=set)
    unmatched: int = 0

    def add(self, link: LinkKey, pairs: Iterable[Cell] | None = None) -> None:
        """Add a link; pairs are the aligned pairs inside it, None for all."""
        self.named = True
        self.links.add(link)
        self.pairs.update(((x, y) for x in link[0] for y in link[1]) if pairs is None else pairs)

    def predicted(self) -> Predicted:
        """Return the prediction for the document."""
        return Predicted.of_links(self.links, self.gold, self.unmatched, pairs=self.pairs)


class Collected:
    """What a file predicts for all gold documents.

    Args:
        gold: The documents.
        path: The name of the file in errors.

    Raises:
        FormatError: There are no documents, or two with the same id.
    """

    def __init__(self, gold: Sequence[Gold], path: str) -> None:
        if not gold:
            raise FormatError("the gold has no documents to score predictions against")
        self.found = {document.id: Found(document) for document in gold}
        self.path = path
        if len(self.found) < len(gold):
            ids = [document.id for document in gold]
            twice = next(name for name in ids if ids.count(name) > 1)
            raise FormatError(f"the gold has two documents with the id {twice!r}; give each an id of its own")

    def error(self, number: int, why: str) -> FormatError:
        """Return the error for a line."""
        return FormatError(f"{self.path}:{number}: {why}")

    def document(self, number: int, name: str | None) -> Found:
        """Return the document that a line names; a single document needs no name."""
        if name is None and len(self.found) == 1:
            return next(iter(self.found.values()))
        if name is None:
            raise self.error(number, f"line has no id, and the gold has {len(self.found)} documents")
        if name not in self.found:
            only = f", whose only document is {next(iter(self.found))!r:.60}" if len(self.found) == 1 else ""
            raise self.error(number, f"document {name!r:.60} is not in the gold{only}")
        return self.found[name]

    def add(self, number: int, name: str | None, links: Iterable[PredictedLink] = ()) -> None:
        """Add the links of a line to the document it names; links with an empty side are left out."""
        one = self.document(number, name)
        one.named = True
        sizes = (len(one.gold.source.sentences), len(one.gold.target.sentences))
        for source, target, pairs in links:
            link = (tuple(sorted(source)), tuple(sorted(target)))
            for side, size in zip(link, sizes, strict=True):
                if side and side[-1] >= size:
                    raise self.error(number, f"link {link!r:.60} is outside the {sizes[0]} x {sizes[1]} sentences")
                if len(set(side)) < len(side):
                    raise self.error(number, f"link {link!r:.60} names a sentence twice")
            if all(link):
                one.add(link, pairs)
