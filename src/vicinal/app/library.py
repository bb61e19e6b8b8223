"""The pairs that the app serves: those of a run, of gold files, or none, and the pairs in the file of edits.

A library is read through an index in the file of edits, which has a row for each pair: its key, its doubt and, for a
run, the place of its record. The index is built once, shard by shard in bounded memory, and belongs to the exact bytes
of the run or gold files; changed files get another index. Pairs that only the file of edits holds (pasted ones, and
those corrected while another library was served) are listed after those of the library.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from vicinal.alignment import Aligned
from vicinal.app.answer_types import LibraryKind, Listing
from vicinal.app.database import INSERT_ENTRY, KEPT, Database, UnavailableError
from vicinal.app.edits import Edits
from vicinal.app.pair_summary import PairSummary, pair_key
from vicinal.app.request_types import Order
from vicinal.corpus.contract import Advance
from vicinal.errors import InputError

NO_LIBRARY = -1
CHANGED = "was changed while it was served; stop the app and start it again"

_ORDERS: dict[Order, str] = {"doubt": "doubt DESC, number", "corpus": "number"}


class Location(NamedTuple):
    """Where a pair is: the shard, first byte and number of bytes of its record; for gold, `part` is its number."""

    part: int
    start: int = 0
    length: int = 0


ReadPart = Callable[[int], Iterable[tuple[PairSummary, Location]]]


@dataclass(frozen=True)
class Library:
    """Pairs to look at and correct.

    Attributes:
        kind: "run", "gold" or "empty".
        name: The name to show.
        edits: The file of edits, which holds the index and further pairs.
        number: The number of the index there.
        read: Returns the pair at a location.
    """

    kind: LibraryKind
    name: str
    edits: Edits
    number: int
    read: Callable[[Location], Aligned]

    def find(self, key: str) -> Aligned | None:
        """Return a pair with its uncorrected links; None if there is no such pair.

        Raises:
            UnavailableError: The library was changed after its index was built.
        """
        with self.edits.database.reading() as connection:
            location = connection.execute(
                "SELECT part, start, length FROM entry WHERE library = ? AND key = ?", (self.number, key)
            ).fetchone()
        if location is None:
            return self.edits.kept(key)
        aligned = self.read(Location(*location))
        if pair_key(aligned.alignment.source, aligned.alignment.target) != key:
            raise UnavailableError(f"{self.name}: {CHANGED}")
        return aligned

    def summary(self, key: str, annotator: str = "") -> PairSummary | None:
        """Return the line of a pair in the list; None if there is no such pair."""
        with self.edits.database.reading() as connection:
            for library in (self.number, KEPT):
                found = _summaries(connection, "AND entry.key = ?", "number", (annotator, library, key))
                if found:
                    return found[0]
        return None

    @cached_property
    def size(self) -> int:
        """The number of pairs in the library itself."""
        with self.edits.database.reading() as connection:
            question = "SELECT COUNT(*) FROM entry WHERE library = ?"
            return int(connection.execute(question, (self.number,)).fetchone()[0])

    def pairs(self) -> int:
        """Return the number of pairs to list."""
        with self.edits.database.reading() as connection:
            return self.size + self._others(connection)

    def listing(self, *, order: Order = "doubt", offset: int = 0, count: int = 50, annotator: str = "") -> Listing:
        """Return some pairs, those of the library before the others in the file of edits.

        Args:
            order: "doubt" for the most doubtful first, or "corpus".
            offset: How many to skip.
            count: How many to return, at most.
            annotator: Whose marks to show.
        """
        with self.edits.database.reading() as connection:
            others = self._others(connection)
            done = self._done(connection, annotator) if annotator else 0
            found = _summaries(
                connection, "", _ORDERS[order], (annotator, self.number), f"LIMIT {count:d} OFFSET {offset:d}"
            )
            if len(found) < count and others:
                window = f"LIMIT {count - len(found):d} OFFSET {max(offset - self.size, 0):d}"
                found += _summaries(connection, _ELSEWHERE, _ORDERS[order], (annotator, KEPT, self.number), window)
        return Listing(self.size + others, done, found)

    def _others(self, connection: sqlite3.Connection) -> int:
        """Return the number of pairs that only the file of edits holds."""
        question = f"SELECT COUNT(*) FROM entry WHERE library = ? {_ELSEWHERE}"  # noqa: S608  (no text from outside)
        return int(connection.execute(question, (KEPT, self.number)).fetchone()[0])

    def _done(self, connection: sqlite3.Connection, annotator: str) -> int:
        """Return the number of pairs that an annotator has marked as done."""
        question = "SELECT COUNT(*) FROM state WHERE annotator = ? AND done = 1"
        return int(connection.execute(question, (annotator,)).fetchone()[0])


_ELSEWHERE = "AND NOT EXISTS (SELECT 1 FROM entry AS own WHERE own.library = ? AND own.key = entry.key)"


def empty_library(edits: Edits) -> Library:
    """Return a library without pairs of its own."""

    def read(location: Location) -> Aligned:
        raise InputError(f"there is no pair at {location}")

    return Library("empty", "", edits, NO_LIBRARY, read)


def index(database: Database, digest: str, parts: int, read: ReadPart, advance: Advance | None) -> int:
    """Build the index of a library, or resume building it, and return its number.

    Args:
        database: The file of edits.
        digest: Identifies the library and its exact content.
        parts: The number of parts; each is indexed as a whole or not at all.
        read: Yields the pairs of a part.
        advance: Called with what is being done, how many parts are done, and how many there are.
    """
    with database.writing() as connection:
        connection.execute("INSERT OR IGNORE INTO indexed (digest, parts) VALUES (?, 0)", (digest,))
        library, done = connection.execute("SELECT library, parts FROM indexed WHERE digest = ?", (digest,)).fetchone()
    for part in range(done, parts):
        if advance is not None:
            advance("Indexing", part, parts)
        with database.writing() as connection:
            if connection.execute("SELECT parts FROM indexed WHERE library = ?", (library,)).fetchone() != (part,):
                continue  # another process has indexed it
            last = connection.execute("SELECT MAX(number) FROM entry WHERE library = ?", (library,)).fetchone()[0]
            numbered = enumerate(read(part), (last or 0) + 1)
            # A pair that occurs twice, with the same ids and texts, has one key and is listed once.
            connection.executemany(
                f"INSERT OR IGNORE {INSERT_ENTRY}",
                ((library, number, *summary.row, *location) for number, (summary, location) in numbered),
            )
            connection.execute("UPDATE indexed SET parts = ? WHERE library = ?", (part + 1, library))
    if done < parts and advance is not None:
        advance("Indexing", parts, parts)
    return int(library)


def _summaries(
    connection: sqlite3.Connection, where: str, order: str, values: tuple[Any, ...], window: str = ""
) -> list[PairSummary]:
    rows = connection.execute(
        "SELECT entry.key, id, source_level, target_level, origin, doubt, "  # noqa: S608  (no text from outside)
        "source_sentences, target_sentences, entry.links, COALESCE(state.done, 0) FROM entry "
        "LEFT JOIN state ON state.key = entry.key AND state.annotator = ? "
        f"WHERE library = ? {where} ORDER BY {order} {window}",
        values,
    )
    return [
        PairSummary(key, name, (first, second), origin, doubt, source, target, links, bool(done))
        for key, name, first, second, origin, doubt, source, target, links, done in rows
    ]
