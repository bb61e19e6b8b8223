"""The list of pairs, read from the tables `entry` and `state`: what matches, how many, and what comes after what.

A list is the pairs of the library and then, in the same order, the pairs that only the file of edits holds. All work is
done by SQLite; a page costs as much as it has rows, and a search one pass over the table.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from vicinal.app.entry_table import KEPT
from vicinal.app.list_types import Counts, Filter, Order
from vicinal.app.pair_summary import PairSummary
from vicinal.app.pair_words import folded
from vicinal.corpus.relatedness import SUSPECT, is_suspect

# What a list shows of an annotator's work. A row of `state` exists as soon as they have changed or marked a pair.
_LINKS = "COALESCE(json_array_length(state.links), entry.links)"
_SENTENCES = (
    "COALESCE(json_array_length(state.texts, '$[0]'), source_sentences), "
    "COALESCE(json_array_length(state.texts, '$[1]'), target_sentences)"
)
_IS_DONE = "COALESCE(state.done, 0)"
_FILTERS: dict[Filter, str] = {
    "all": "",
    "todo": f"AND {_IS_DONE} = 0",
    "begun": "AND state.done = 0",
    "mine": "AND state.done >= 0",
    "suspect": f"AND relatedness < {SUSPECT}",
}
_ORDERS: dict[Order, str] = {"doubt": "doubt DESC, number", "corpus": "number"}
_BEFORE: dict[Order, str] = {
    "doubt": "AND (doubt > :doubt OR doubt = :doubt AND number < :number)",
    "corpus": "AND number < :number",
}
_AFTER: dict[Order, str] = {
    "doubt": "AND (doubt < :doubt OR doubt = :doubt AND number > :number)",
    "corpus": "AND number > :number",
}
_ELSEWHERE = "AND NOT EXISTS (SELECT 1 FROM entry AS own WHERE own.library = :own AND own.key = entry.key)"
_STATE = "LEFT JOIN state ON state.key = entry.key AND state.annotator = :annotator"
_COLUMNS = (
    "entry.key, id, source_level, target_level, origin, opening, doubt, reason, relatedness, "
    f"{_SENTENCES}, {_LINKS}, state.done"
)


@dataclass(frozen=True)
class Selection:
    """Which pairs to list, in which order, and whose marks to show."""

    order: Order = "doubt"
    filter: Filter = "all"
    search: str = ""
    annotator: str = ""


class _Place(NamedTuple):
    """Where a pair stands: the part of the list, and what the part is ordered by."""

    part: int
    doubt: float
    number: int


class PairList:
    """A list at one moment; `Library` makes one for each request.

    Args:
        connection: Reads the file of edits.
        library: The number of the index of the library.
        selection: What to list.
    """

    def __init__(self, connection: sqlite3.Connection, library: int, selection: Selection) -> None:
        self._connection = connection
        self._library = library
        self._selection = selection
        words = dict.fromkeys(folded(selection.search).split())
        self._search = "".join(f" AND instr(words, :word{number}) > 0" for number in range(len(words)))
        self._values: dict[str, Any] = {f"word{number}": word for number, word in enumerate(words)}
        self._values |= {"annotator": selection.annotator, "own": library}
        self._parts = ((library, ""), (KEPT, _ELSEWHERE))

    @cached_property
    def counts(self) -> Counts:
        """How many pairs the search finds, by filter."""
        own, others = self._counts
        return Counts(*(one + other for one, other in zip(own, others, strict=True)))

    @property
    def found(self) -> int:
        """How many pairs are listed."""
        return sum(self._listed(part) for part in range(len(self._parts)))

    @property
    def progress(self) -> tuple[int, int]:
        """How many pairs there are, listed or not, and how many of them the annotator has done."""
        counts = self.counts if not self._search else self._everything.counts
        return counts.all, counts.all - counts.todo

    def page(self, offset: int, count: int) -> list[PairSummary]:
        """Return some of the pairs."""
        pairs: list[PairSummary] = []
        for part in range(len(self._parts)):
            if len(pairs) < count:
                window = f"LIMIT {count - len(pairs):d} OFFSET {max(offset, 0):d}"
                pairs += self._summaries(part, self._filter, window)
            offset -= self._listed(part)
        return pairs

    def summary(self, key: str) -> PairSummary | None:
        """Return one pair, listed or not; None if there is no such pair."""
        for part in range(len(self._parts)):
            for summary in self._summaries(part, "AND entry.key = :key", searched=False, key=key):
                return summary
        return None

    def position(self, key: str) -> tuple[int, bool] | None:
        """Return how many listed pairs stand before a pair, and whether it is listed itself; None: no such pair."""
        place = self._place(key)
        if place is None:
            return None
        before = sum(self._listed(part) for part in range(place.part))
        before += self._count(place.part, _BEFORE[self._selection.order], place)
        return before, bool(self._count(place.part, "AND entry.key = :key", key=key))

    def has(self, key: str) -> bool:
        """Return whether there is such a pair, listed or not."""
        return self._place(key) is not None

    def unfinished_after(self, key: str) -> PairSummary | None:
        """Return the next listed pair that is not done; after the last one the list begins again; None if all are."""
        place = self._place(key)
        if place is None:
            return None
        conditions = f"{self._filter} {_FILTERS['todo']}"
        order = self._selection.order
        parts = range(len(self._parts))
        tried = [(place.part, _AFTER[order]), *((part, "") for part in parts if part > place.part)]
        tried += [*((part, "") for part in parts if part < place.part), (place.part, _BEFORE[order])]
        for part, condition in tried:
            for summary in self._summaries(part, f"{conditions} {condition}", "LIMIT 1", place=place):
                return summary
        return None

    @cached_property
    def _everything(self) -> PairList:
        return PairList(self._connection, self._library, Selection(annotator=self._selection.annotator))

    @property
    def _filter(self) -> str:
        return _FILTERS[self._selection.filter]

    @cached_property
    def _counts(self) -> tuple[tuple[int, ...], ...]:
        """The counts by filter of each part, in the order of `Counts`."""
        return tuple(self._counts_of(part) for part in range(len(self._parts)))

    def _counts_of(self, part: int) -> tuple[int, ...]:
        where, values = self._where(part)
        total, suspect = self._connection.execute(
            f"SELECT COUNT(*), COALESCE(SUM(relatedness < {SUSPECT}), 0) FROM entry {where}",  # noqa: S608  (no text from outside)
            values,
        ).fetchone()
        # From the annotator's pairs to the list: few, where the list may be long.
        mine, done = self._connection.execute(
            "SELECT COUNT(*), COALESCE(SUM(done), 0) FROM state CROSS JOIN entry ON entry.key = state.key "  # noqa: S608  (no text from outside)
            f"{where} AND state.annotator = :annotator",
            values,
        ).fetchone()
        return total, total - done, mine - done, mine, suspect

    def _listed(self, part: int) -> int:
        return self._counts[part][Counts.__struct_fields__.index(self._selection.filter)]

    def _place(self, key: str) -> _Place | None:
        for part in range(len(self._parts)):
            where, values = self._where(part, searched=False)
            question = f"SELECT doubt, number FROM entry {where} AND key = :key"  # noqa: S608  (no text from outside)
            found = self._connection.execute(question, {**values, "key": key}).fetchone()
            if found is not None:
                return _Place(part, *found)
        return None

    def _count(self, part: int, condition: str, place: _Place | None = None, key: str = "") -> int:
        where, values = self._where(part)
        question = f"SELECT COUNT(*) FROM entry {_STATE} {where} {self._filter} {condition}"  # noqa: S608  (no text from outside)
        return int(self._connection.execute(question, {**values, **_named(place), "key": key}).fetchone()[0])

    def _summaries(
        self,
        part: int,
        conditions: str,
        window: str = "",
        *,
        searched: bool = True,
        place: _Place | None = None,
        key: str = "",
    ) -> list[PairSummary]:
        where, values = self._where(part, searched=searched)
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM entry {_STATE} {where} {conditions} "  # noqa: S608  (no text from outside)
            f"ORDER BY {_ORDERS[self._selection.order]} {window}",
            {**values, **_named(place), "key": key},
        )
        return [_summary(*row) for row in rows]

    def _where(self, part: int, *, searched: bool = True) -> tuple[str, dict[str, Any]]:
        library, elsewhere = self._parts[part]
        where = f"WHERE entry.library = :library {elsewhere}{self._search if searched else ''}"
        return where, {**self._values, "library": library}


def _named(place: _Place | None) -> dict[str, Any]:
    return {} if place is None else place._asdict()


def _summary(
    key: str, name: str | None, first: str, second: str, origin: str, opening: str, doubt: float, reason: str,
    related: float | None, source: int, target: int, links: int, done: int | None,
) -> PairSummary:  # fmt: skip
    return PairSummary(
        key, name, (first, second), origin, opening, doubt, reason, related, is_suspect(related), source, target, links,
        begun=done == 0, done=bool(done),
    )  # fmt: skip
