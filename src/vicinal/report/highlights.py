"""The highlights of a run: the most suspect and the most doubtful pairs, the most doubtful links, and the best links.

Doubtful links have the lowest probabilities of being exactly right (scores, if the method has none), the best links the
highest scores. Links with the same words on both sides are left out, since copies are certain. A pair contributes at
most PER_PAIR links, so that one bad pair does not fill a list, and links with the same texts are listed once. `doubt`
measures how doubtful a whole pair is; `corpus.relatedness` tells which are suspect. Ties follow corpus order.

Pairs are read one at a time, and memory does not grow with the corpus: a few links are kept, with shortened texts and
their positions in the run. The highlights of several workers add up to those of a single one.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from operator import neg
from typing import Generic, NamedTuple, TypeVar

from vicinal.alignment import Aligned, Alignment
from vicinal.corpus.relatedness import is_suspect
from vicinal.text.document import Document
from vicinal.text.tokens import tokens
from vicinal.view.doubt import Doubt, doubt
from vicinal.view.excerpt import Excerpt, excerpt, shortened

SUSPECTS, PAIRS, DOUBTFUL, BEST = 50, 20, 20, 10  # how many of each are kept
PER_PAIR = 3
NAME = 160  # characters of a name at most
OPENING = 100  # characters of an opening at most
_SAME_WORDS = 20_000  # characters of a side whose words are compared

T = TypeVar("T")
Key = tuple[float, int, int, int]  # the value to sort by; then shard, line and link, so that keys are unique


class Position(NamedTuple):
    """The position of a pair in a run: the shard, and the line of its record there, both from 0."""

    shard: int
    line: int


class FoundPair(NamedTuple):
    """A pair among the highlights.

    Attributes:
        position: Where it is.
        id: Its name, shortened, or None.
        levels: The names of its two versions, shortened.
        origin: Where in the corpus it comes from, shortened.
        sentences: The numbers of source and target sentences.
        aligned: How many of them are in a link.
        links: The number of links.
        mean_score: Their mean score; None without links.
        doubt: How doubtful its alignment is, and why.
    """

    position: Position
    id: str | None
    levels: tuple[str, str]
    origin: str
    sentences: tuple[int, int]
    aligned: tuple[int, int]
    links: int
    mean_score: float | None
    doubt: Doubt


class FoundSuspect(NamedTuple):
    """A suspect pair among the highlights.

    Attributes:
        pair: The pair.
        relatedness: How related its documents are.
        openings: The beginnings of its documents, shortened.
    """

    pair: FoundPair
    relatedness: float
    openings: tuple[str, str]


class FoundLink(NamedTuple):
    """A link among the highlights.

    Attributes:
        pair: Its pair.
        number: Its number there, from 0.
        kind: Its kind.
        score: Its score.
        source: An excerpt of its source text.
        target: An excerpt of its target text.
        probability: How probable it is that it is exactly right; None if the method has no such number.
    """

    pair: FoundPair
    number: int
    kind: str
    score: float
    source: Excerpt
    target: Excerpt
    probability: float | None = None

    @property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The texts of both sides as shown."""
        return tuple(tuple(text for _, text in side.sentences) for side in (self.source, self.target))


@dataclass
class Shortlist(Generic[T]):
    """The items with the smallest keys among all that are added; of equal items, only the first."""

    size: int
    kept: list[tuple[Key, Hashable, T]] = field(default_factory=list)

    def wants(self, key: Key) -> bool:
        """Return whether an item with this key would be kept, unless an equal one is in the list."""
        return len(self.kept) < self.size or key < self.kept[-1][0]

    def add(self, key: Key, identity: Hashable, item: T) -> None:
        """Add an item; items with the same identity are equal."""
        for number, (other, known, _) in enumerate(self.kept):
            if known == identity:
                if other < key:
                    return
                del self.kept[number]
                break
        insort(self.kept, (key, identity, item), key=lambda entry: entry[0])
        del self.kept[self.size :]

    def extend(self, other: Shortlist[T]) -> None:
        """Add the items of another list."""
        for entry in other.kept:
            self.add(*entry)

    def __iter__(self) -> Iterator[T]:
        return (item for _, _, item in self.kept)


@dataclass
class Highlights:
    """The highlights of the pairs added so far."""

    suspects: Shortlist[FoundSuspect] = field(default_factory=lambda: Shortlist(SUSPECTS))
    doubtful_pairs: Shortlist[FoundPair] = field(default_factory=lambda: Shortlist(PAIRS))
    doubtful_links: Shortlist[FoundLink] = field(default_factory=lambda: Shortlist(DOUBTFUL))
    best_links: Shortlist[FoundLink] = field(default_factory=lambda: Shortlist(BEST))

    def add(self, position: Position, aligned: Aligned) -> None:
        """Add a pair."""
        alignment = aligned.alignment
        believed = alignment.probabilities
        uncertain = doubt(alignment.signature, alignment.sentences, len(alignment.target.sentences), believed)
        key = (-uncertain.value, *position, 0)
        if self.doubtful_pairs.wants(key):
            self.doubtful_pairs.add(key, position, _pair(position, aligned, uncertain))
        score = aligned.relatedness
        if is_suspect(score) and self.suspects.wants(key := (score, *position, 0)):
            openings = _opening(alignment.source), _opening(alignment.target)
            self.suspects.add(key, position, FoundSuspect(_pair(position, aligned, uncertain), score, openings))
        scores = [link.score for link in alignment.sentences]
        for shortlist, values in ((self.doubtful_links, believed or scores), (self.best_links, map(neg, scores))):
            keys = ((value, *position, number) for number, value in enumerate(values))
            wanted = (key for key in keys if shortlist.wants(key) and not _same_words(alignment, key[-1]))
            for key in nsmallest(PER_PAIR, wanted):
                found = _link(_pair(position, aligned, uncertain), alignment, key[-1], believed)
                shortlist.add(key, found.texts, found)

    def extend(self, other: Highlights) -> None:
        """Add the highlights of other pairs."""
        self.suspects.extend(other.suspects)
        self.doubtful_pairs.extend(other.doubtful_pairs)
        self.doubtful_links.extend(other.doubtful_links)
        self.best_links.extend(other.best_links)

    def pairs(self) -> Iterable[FoundPair]:
        """Return each pair once: the suspect and the doubtful ones, then those of doubtful and of the best links."""
        found = [one.pair for one in self.suspects]
        found += [*self.doubtful_pairs, *(link.pair for link in (*self.doubtful_links, *self.best_links))]
        return {pair.position: pair for pair in found}.values()


def _pair(position: Position, aligned: Aligned, uncertain: Doubt) -> FoundPair:
    alignment, levels, origin, *_ = aligned
    sizes = (len(alignment.source.sentences), len(alignment.target.sentences))
    links = alignment.sentences
    return FoundPair(
        position,
        None if alignment.id is None else shortened(alignment.id, NAME),
        (shortened(levels[0], NAME), shortened(levels[1], NAME)),
        shortened(origin, NAME),
        sizes,
        (sizes[0] - len(alignment.unaligned_source), sizes[1] - len(alignment.unaligned_target)),
        len(links),
        sum(link.score for link in links) / len(links) if links else None,
        uncertain,
    )


def _opening(document: Document) -> str:
    """Return the beginning of a document."""
    return shortened(" ".join(document.sentences[:OPENING]), OPENING)


def _link(pair: FoundPair, alignment: Alignment, number: int, believed: Sequence[float] | None) -> FoundLink:
    link = alignment.sentences[number]
    source, target = excerpt(alignment.source, link.source), excerpt(alignment.target, link.target)
    return FoundLink(pair, number, link.kind, link.score, source, target, believed[number] if believed else None)


def _same_words(alignment: Alignment, number: int) -> bool:
    first, second = (text[:_SAME_WORDS] for text in alignment.texts(alignment.sentences[number]))
    return first == second or tokens(first) == tokens(second)
