"""Gold against predicted: counts that add.

Gold is JSON lines, one document pair each: `{"id", "lang", "source", "target", "gold"}` with `source` and `target` as
lists of paragraphs of sentences and `gold` as n-to-m links `[[i, ...], [j, ...]]` of sentence indices.
`gold_pairs` names the annotated sentence pairs where they are not simply the cross product of the links.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass

from vicinal.alignment import Alignment, Cell
from vicinal.document import Document
from vicinal.errors import FormatError, InputError
from vicinal.files import read_text

LinkKey = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Gold:
    """One document pair with its annotated links."""

    source: Document
    target: Document
    links: frozenset[LinkKey]
    pairs: frozenset[Cell]

    @classmethod
    def from_json(cls, line: str) -> Gold:
        """Read one line of a gold file.

        Raises:
            FormatError: The line is not JSON, lacks a key, or names a sentence the document does not have.
        """
        try:
            data = json.loads(line)
            name, language = data["id"], data.get("lang")
            source = Document(data["source"], f"{name} (source)", language)
            target = Document(data["target"], f"{name} (target)", language)
            links = frozenset((tuple(sorted(xs)), tuple(sorted(ys))) for xs, ys in data["gold"])
            pairs = data.get("gold_pairs", [(x, y) for xs, ys in links for x in xs for y in ys])
            pairs = frozenset((int(x), int(y)) for x, y in pairs)
        except json.JSONDecodeError as error:
            raise FormatError(f"not JSON: {error.msg} at column {error.colno}") from None
        except KeyError as error:
            raise FormatError(f"key {error} is missing") from None
        except (TypeError, ValueError, AttributeError) as error:
            raise FormatError(f"not a gold record: {error}") from None
        for x, y in pairs | {(x, y) for xs, ys in links for x in xs for y in ys}:
            if not (0 <= x < len(source.sentences) and 0 <= y < len(target.sentences)):
                raise FormatError(
                    f"{name!r}: pair ({x}, {y}) is outside {len(source.sentences)} x {len(target.sentences)} sentences"
                )
        return cls(source, target, links, pairs)


def read_gold(path: str | os.PathLike[str]) -> Iterator[Gold]:
    """Yield the document pairs of a gold file; errors name the file and the line."""
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if line.strip():
            try:
                yield Gold.from_json(line)
            except InputError as error:
                raise FormatError(f"{path}:{number}: {error}") from None


@dataclass(frozen=True)
class Counts:
    """How many were predicted, how many are in the gold, how many are both. Counts of several documents add up."""

    correct: int = 0
    predicted: int = 0
    gold: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.correct + other.correct, self.predicted + other.predicted, self.gold + other.gold)

    @property
    def precision(self) -> float:
        """Share of the predicted that is in the gold; 0 where nothing was predicted."""
        return self.correct / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Share of the gold that was predicted; 0 where the gold is empty."""
        return self.correct / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        both = self.predicted + self.gold
        return 2 * self.correct / both if both else 0.0


@dataclass(frozen=True)
class Scores:
    """Counts of links (exact n-to-m match) and of sentence pairs (cells against gold pairs)."""

    links: Counts = Counts()
    pairs: Counts = Counts()

    def __add__(self, other: Scores) -> Scores:
        return Scores(self.links + other.links, self.pairs + other.pairs)


def score(gold: Gold, alignment: Alignment) -> Scores:
    """Count what an alignment of a gold pair's documents gets right."""
    links = {(link.source, link.target) for link in alignment.sentences}
    cells = set(alignment.cells)
    return Scores(
        Counts(len(gold.links & links), len(links), len(gold.links)),
        Counts(len(gold.pairs & cells), len(cells), len(gold.pairs)),
    )
