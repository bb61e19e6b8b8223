"""The rows of all versions as people see them: sentences without a link beside each other, not one below the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from vicinal.link import Link
from vicinal.versions.grouping import Row


class ShownRow(NamedTuple):
    """Sentences of each level, and whether they are linked with each other."""

    sides: Row
    is_linked: bool

    def kind(self, level: int) -> str | None:
        """Return the kind of the link from the nearest earlier level with sentences to this one; None without one."""
        if not self.is_linked or not self.sides[level]:
            return None
        before = next((side for side in self.sides[:level][::-1] if side), None)
        return None if before is None else Link(before, self.sides[level], 1.0).kind


def shown_rows(rows: Iterable[Row]) -> Iterator[ShownRow]:
    """Yield rows in reading order; neighbouring rows at one level only, whose sentences have no link, become one row.

    So a title without a link stands beside that of the other levels, and not after everything that has no link, either.

    >>> [row.sides for row in shown_rows([((0,), ()), ((), (0,)), ((1,), (1, 2)), ((2,), ()), ((3,), ())])]
    [((0,), (0,)), ((1,), (1, 2)), ((2, 3), ())]
    """
    for is_linked, run in groupby(rows, key=lambda row: sum(map(bool, row)) > 1):
        if is_linked:
            yield from (ShownRow(row, True) for row in run)
        else:
            levels = zip(*run, strict=True)
            yield ShownRow(tuple(tuple(sorted(i for side in level for i in side)) for level in levels), False)
