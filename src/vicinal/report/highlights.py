"""What stands out in a run: the most doubtful pairs, the most doubtful links, and the best.

Doubtful links are those with the lowest scores, the best those with the highest. Links with the same words on both
sides are neither: copies are certain, and tell nothing. Of one pair at most PER_PAIR links are taken, so that a single
bad pair does not fill a list, and of links with the same texts only the first. How doubtful a whole pair is, `doubt`
says. Equals come in the order of the corpus.

The corpus is looked at as it goes by. What is kept does not grow with it: a few links with their texts shortened, and
where in the run they stand. Parts looked at by several workers add up to what one would have found.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import Generic, NamedTuple, TypeVar

from vicinal.alignment import Aligned, Alignment
from vicinal.text.tokens import tokens
from vicinal.view.doubt import doubt
from vicinal.view.excerpt import Excerpt, excerpt, shortened

PAIRS, DOUBTFUL, BEST = 20, 20, 10  # how many of each are kept
PER_PAIR = 3
NAME = 160  # characters of a name at most
_SAME_WORDS = 20_000  # characters of a side whose words are compared

T = TypeVar("T")
Key = tuple[float, int, int, int]  # what decides; then shard, line and link, so that no two are the same


class Place(NamedTuple):
    """Where a pair stands in a run: the shard, and the line of its record there, both from 0."""

    shard: int
    line: int


class FoundPair(NamedTuple):
    """A pair that stands out.

    Attributes:
        place: Where it is.
        id: Its name, shortened; None where it has none.
        levels: What its versions are called, shortened.
        origin: Where in the corpus it comes from, shortened.
        sentences: How many sentences it has, source and target.
        aligned: How many of them are in a link.
        links: How many links it has.
        mean_score: Their mean score; None without links.
        doubt: How doubtful its alignment is, from 0 to 1.
    """

    place: Place
    id: str | None
    levels: tuple[str, str]
    origin: str
    sentences: tuple[int, int]
    aligned: tuple[int, int]
    links: int
    mean_score: float | None
    doubt: float


class FoundLink(NamedTuple):
    """A link that stands out: the pair it is of, its number there, from 0, its kind and score, and its texts."""

    pair: FoundPair
    number: int
    kind: str
    score: float
    source: Excerpt
    target: Excerpt

    @property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The texts of both sides, as far as they are shown."""
        return tuple(tuple(text for _, text in side.sentences) for side in (self.source, self.target))


@dataclass
class Shortlist(Generic[T]):
    """The few things with the smallest keys, of all that are added; of things that are alike only the first."""

    size: int
    kept: list[tuple[Key, Hashable, T]] = field(default_factory=list)

    def wants(self, key: Key) -> bool:
        """Tell whether a thing with this key would be kept, unless there is one like it."""
        return len(self.kept) < self.size or key < self.kept[-1][0]

    def add(self, key: Key, likeness: Hashable, thing: T) -> None:
        """Add a thing; those of the same likeness are alike."""
        for number, (other, known, _) in enumerate(self.kept):
            if known == likeness:
                if other < key:
                    return
                del self.kept[number]
                break
        insort(self.kept, (key, likeness, thing), key=lambda entry: entry[0])
        del self.kept[self.size :]

    def extend(self, other: Shortlist[T]) -> None:
        """Add what another list kept."""
        for entry in other.kept:
            self.add(*entry)

    def __iter__(self) -> Iterator[T]:
        return (thing for _, _, thing in self.kept)


@dataclass
class Standouts:
    """What stands out among the pairs looked at so far."""

    doubtful_pairs: Shortlist[FoundPair] = field(default_factory=lambda: Shortlist(PAIRS))
    doubtful_links: Shortlist[FoundLink] = field(default_factory=lambda: Shortlist(DOUBTFUL))
    best_links: Shortlist[FoundLink] = field(default_factory=lambda: Shortlist(BEST))

    def look(self, place: Place, aligned: Aligned) -> None:
        """Look at a pair."""
        alignment = aligned.alignment
        uncertainty = doubt(alignment.sentences, len(alignment.target.sentences))
        key = (-uncertainty, *place, 0)
        if self.doubtful_pairs.wants(key):
            self.doubtful_pairs.add(key, place, _pair(place, aligned, uncertainty))
        for shortlist, sign in ((self.doubtful_links, 1), (self.best_links, -1)):
            keys = ((sign * link.score, *place, number) for number, link in enumerate(alignment.sentences))
            wanted = (key for key in keys if shortlist.wants(key) and not _same_words(alignment, key[-1]))
            for key in nsmallest(PER_PAIR, wanted):
                found = _link(_pair(place, aligned, uncertainty), alignment, key[-1])
                shortlist.add(key, found.texts, found)

    def extend(self, other: Standouts) -> None:
        """Add what stood out elsewhere."""
        self.doubtful_pairs.extend(other.doubtful_pairs)
        self.doubtful_links.extend(other.doubtful_links)
        self.best_links.extend(other.best_links)

    def pairs(self) -> Iterable[FoundPair]:
        """Return all pairs that are named, each once: the doubtful ones, then those of the doubtful and best links."""
        links = (*self.doubtful_links, *self.best_links)
        return {pair.place: pair for pair in (*self.doubtful_pairs, *(link.pair for link in links))}.values()


def _pair(place: Place, aligned: Aligned, uncertainty: float) -> FoundPair:
    alignment, levels, origin = aligned
    sizes = (len(alignment.source.sentences), len(alignment.target.sentences))
    links = alignment.sentences
    return FoundPair(
        place,
        None if alignment.id is None else shortened(alignment.id, NAME),
        (shortened(levels[0], NAME), shortened(levels[1], NAME)),
        shortened(origin, NAME),
        sizes,
        (sizes[0] - len(alignment.unaligned_source), sizes[1] - len(alignment.unaligned_target)),
        len(links),
        sum(link.score for link in links) / len(links) if links else None,
        uncertainty,
    )


def _link(pair: FoundPair, alignment: Alignment, number: int) -> FoundLink:
    link = alignment.sentences[number]
    source, target = excerpt(alignment.source, link.source), excerpt(alignment.target, link.target)
    return FoundLink(pair, number, link.kind, link.score, source, target)


def _same_words(alignment: Alignment, number: int) -> bool:
    first, second = (text[:_SAME_WORDS] for text in alignment.texts(alignment.sentences[number]))
    return first == second or tokens(first) == tokens(second)
