"""What is unusual in gold and scored all the same: counted while gold is read, and told in one warning for each file.

Callers: `gold`, and the readers of gold in other formats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from vicinal.errors import GoldWarning, warn_caller
from vicinal.link import Cell
from vicinal.wording import listed, many

LinkKey = tuple[tuple[int, ...], tuple[int, ...]]


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
        self.outside += len(set(pairs) - pairs_in(links))

    def warn(self, name: str) -> None:
        """Give the one GoldWarning about a file, if there is anything to say."""
        ignored = [
            many(count, what)
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
            notes.append(f"{many(self.sharing, 'link')} {share} a sentence with another ({how})")
        if ignored:
            notes.append(f"{listed(ignored)} ignored")
        if self.outside:
            are = "is" if self.outside == 1 else "are"
            notes.append(f"{many(self.outside, 'pair')} {are} in no link (counted for pairs, not for links)")
        if self.flat:
            notes.append(f"{many(self.flat, 'flat list')} of sentences read as one paragraph")
        notes += self.others
        if notes:
            warn_caller(f"{name}: {'; '.join(notes)}", GoldWarning)


def pairs_in(links: Iterable[LinkKey]) -> frozenset[Cell]:
    """Return all pairs inside links."""
    return frozenset((x, y) for xs, ys in links for x in xs for y in ys)
