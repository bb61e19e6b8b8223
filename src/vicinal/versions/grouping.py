"""Group the sentences of several levels into rows, in reading order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from vicinal.link import Link
from vicinal.text.document import Document

Row = tuple[tuple[int, ...], ...]
Node = tuple[int, int]  # level, sentence


class LevelLink(NamedTuple):
    """A link that the method found between two levels."""

    source: int
    target: int
    link: Link

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The sentences of both sides, each with its level."""
        return *((self.source, x) for x in self.link.source), *((self.target, y) for y in self.link.target)


class Groups:
    """Disjoint groups of the sentences of all levels; at first each sentence is its own group."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._levels = len(documents)
        self._group_of: dict[Node, set[Node]] = {
            (level, i): {(level, i)} for level, document in enumerate(documents) for i in range(len(document.sentences))
        }

    def join(self, nodes: Iterable[Node]) -> None:
        """Join the groups of some sentences."""
        groups = {id(group): group for group in map(self._group_of.__getitem__, nodes)}
        largest, *others = sorted(groups.values(), key=len, reverse=True)
        for group in others:
            largest |= group
            for node in group:
                self._group_of[node] = largest

    def are_one(self, nodes: Iterable[Node]) -> bool:
        """Return whether some sentences are in one group."""
        return len({id(self._group_of[node]) for node in nodes}) == 1

    def admit(self, one: LevelLink) -> bool:
        """Return whether a link agrees with the groups, or only joins groups that may be joined."""
        groups = {id(group): group for group in map(self._group_of.__getitem__, one.nodes)}
        if len(groups) == 1:
            return True
        levels = [{level for level, _ in group} for group in groups.values()]
        if any(one.source in some and one.target in some for some in levels):
            return False
        elsewhere = [level for some in levels for level in some if level not in (one.source, one.target)]
        return len(elsewhere) == len(set(elsewhere))

    def rows(self) -> list[Row]:
        """Return the groups as rows, in no particular order."""
        groups = {id(group): group for group in self._group_of.values()}
        return [
            tuple(tuple(sorted(i for at, i in group if at == level)) for level in range(self._levels))
            for group in groups.values()
        ]


def in_reading_order(rows: Sequence[Row]) -> list[Row]:
    """Order rows by the first level; a row without that level follows the row of the sentence before its first one.

    The row it follows starts at an earlier level, or earlier at the same level. So the rows form a tree, and its
    preorder is the reading order. Neighbouring rows without a link are sorted by level: the title of the first level
    comes before what has no link at the others.
    """
    row_of = {(level, i): number for number, row in enumerate(rows) for level, side in enumerate(row) for i in side}
    starts = [next((level, side[0]) for level, side in enumerate(row) if side) for row in rows]
    following: dict[int, list[int]] = {}
    for number in sorted(range(len(rows)), key=starts.__getitem__):
        level, first = starts[number]
        before = row_of[level, first - 1] if level and first else -1
        following.setdefault(before, []).append(number)
    # Rows at the start of later levels come before the first row of the first level.
    following[-1] = sorted(following.get(-1, []), key=lambda number: (starts[number][0] == 0, starts[number]))
    order: list[int] = []
    waiting = following[-1][::-1]
    while waiting:
        number = waiting.pop()
        order.append(number)
        waiting += following.get(number, [])[::-1]
    ordered: list[Row] = []
    for is_alone, group in groupby((rows[number] for number in order), key=lambda row: sum(map(bool, row)) == 1):
        run = list(group)
        ordered += sorted(run, key=lambda row: [not side for side in row]) if is_alone else run
    return ordered
