"""The pairs there are to step through: those of a run, of gold files, or what was pasted.

A library is read through an index, in the file of edits: a row for each pair with its key, its doubt and, for a run,
where its record stands. The index is made once, shard by shard in bounded memory, and belongs to the bytes it was
made of: another run gets another index. Pairs that the file of edits holds itself (pasted ones, and ones corrected when
another library was served) come after those of the library.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from vicinal.alignment import Aligned
from vicinal.app.database import KEPT, Database, UnavailableError
from vicinal.app.edits import Edits
from vicinal.app.pair_summary import COLUMNS, Entry, pair_key
from vicinal.errors import InputError, check_choice

ORDERS = {"doubt": "doubt DESC, number", "corpus": "number"}
NO_LIBRARY = -1
CHANGED = "was changed while it was served; stop the app and start it again"

Advance = Callable[[str, int, int], None]


class Place(NamedTuple):
    """Where a pair stands: which part of the library, from which byte, and how many bytes; of gold, the part alone."""

    part: int
    start: int = 0
    length: int = 0


Part = Callable[[int], Iterable[tuple[Entry, Place]]]


class Listing(NamedTuple):
    """Some of the pairs, with how many there are and how many of them the annotator has marked as done."""

    total: int
    done: int
    entries: list[Entry]


@dataclass(frozen=True)
class Library:
    """Pairs to look at and correct.

    Attributes:
        kind: "run", "gold" or "empty".
        name: What it is called.
        edits: The file of edits that holds the index, and further pairs.
        number: The number of its index there.
        read: Returns the pair at a place.
    """

    kind: str
    name: str
    edits: Edits
    number: int
    read: Callable[[Place], Aligned]

    def find(self, key: str) -> Aligned | None:
        """Return a pair with the links that it has without corrections; None if there is no such pair.

        Raises:
            UnavailableError: The library was changed after its index was made.
        """
        with self.edits.database.reading() as connection:
            place = connection.execute(
                "SELECT part, start, length FROM entry WHERE library = ? AND key = ?", (self.number, key)
            ).fetchone()
        if place is None:
            return self.edits.kept(key)
        aligned = self.read(Place(*place))
        if pair_key(aligned.alignment.source, aligned.alignment.target) != key:
            raise UnavailableError(f"{self.name}: {CHANGED}")
        return aligned

    def entry(self, key: str, annotator: str = "") -> Entry | None:
        """Return what the list says of a pair; None if there is no such pair."""
        with self.edits.database.reading() as connection:
            for library in (self.number, KEPT):
                found = _entries(connection, "AND entry.key = ?", "number", (annotator, library, key))
                if found:
                    return found[0]
        return None

    @cached_property
    def size(self) -> int:
        """How many pairs the library has itself."""
        with self.edits.database.reading() as connection:
            question = "SELECT COUNT(*) FROM entry WHERE library = ?"
            return int(connection.execute(question, (self.number,)).fetchone()[0])

    def pairs(self) -> int:
        """Return how many pairs there are to list."""
        with self.edits.database.reading() as connection:
            return self.size + self._others(connection)

    def listing(self, *, order: str = "doubt", offset: int = 0, count: int = 50, annotator: str = "") -> Listing:
        """Return some pairs, those of the library before the others that the file of edits holds.

        Args:
            order: "doubt", the most doubtful first, or "corpus".
            offset: How many to leave out.
            count: How many to return, at most.
            annotator: Whose marks to tell.
        """
        check_choice("order", order, ORDERS)
        with self.edits.database.reading() as connection:
            others = self._others(connection)
            done = self._done(connection, annotator) if annotator else 0
            found = _entries(
                connection, "", ORDERS[order], (annotator, self.number), f"LIMIT {count:d} OFFSET {offset:d}"
            )
            if len(found) < count and others:
                window = f"LIMIT {count - len(found):d} OFFSET {max(offset - self.size, 0):d}"
                found += _entries(connection, _ELSEWHERE, ORDERS[order], (annotator, KEPT, self.number), window)
        return Listing(self.size + others, done, found)

    def _others(self, connection: sqlite3.Connection) -> int:
        """Return how many pairs the file of edits holds besides."""
        question = f"SELECT COUNT(*) FROM entry WHERE library = ? {_ELSEWHERE}"  # noqa: S608  (no text from outside)
        return int(connection.execute(question, (KEPT, self.number)).fetchone()[0])

    def _done(self, connection: sqlite3.Connection, annotator: str) -> int:
        """Return how many pairs the annotator has marked as done; each of them is in the file of edits, too."""
        question = "SELECT COUNT(*) FROM state WHERE annotator = ? AND done = 1"
        return int(connection.execute(question, (annotator,)).fetchone()[0])


_ELSEWHERE = "AND NOT EXISTS (SELECT 1 FROM entry AS own WHERE own.library = ? AND own.key = entry.key)"


def empty_library(edits: Edits) -> Library:
    """Return a library without pairs of its own: there is only what the file of edits holds."""

    def read(place: Place) -> Aligned:
        raise InputError(f"there is no pair at {place}")

    return Library("empty", "", edits, NO_LIBRARY, read)


def index(database: Database, digest: str, parts: int, read: Part, advance: Advance) -> int:
    """Make the index of a library, or go on with what was begun of it, and return its number.

    Args:
        database: The file of edits.
        digest: What tells this library from any other, and from itself after a change.
        parts: How many parts it has; each is indexed whole or not at all.
        read: Yields the pairs of a part.
        advance: Told how far it is.
    """
    with database.writing() as connection:
        connection.execute("INSERT OR IGNORE INTO indexed (digest, parts) VALUES (?, 0)", (digest,))
        library, done = connection.execute("SELECT library, parts FROM indexed WHERE digest = ?", (digest,)).fetchone()
    names = ", ".join(("library", "number", *COLUMNS, *Place._fields))
    marks = ", ".join("?" * (2 + len(COLUMNS) + len(Place._fields)))
    for part in range(done, parts):
        advance("Indexing", part, parts)
        with database.writing() as connection:
            if connection.execute("SELECT parts FROM indexed WHERE library = ?", (library,)).fetchone() != (part,):
                continue  # another process is at it, too
            last = connection.execute("SELECT MAX(number) FROM entry WHERE library = ?", (library,)).fetchone()[0]
            # A pair that comes twice, with the same ids and texts, has one key and is shown once.
            connection.executemany(
                f"INSERT OR IGNORE INTO entry ({names}) VALUES ({marks})",  # noqa: S608  (names of columns)
                _numbered(library, (last or 0) + 1, read(part)),
            )
            connection.execute("UPDATE indexed SET parts = ? WHERE library = ?", (part + 1, library))
    if done < parts:
        advance("Indexing", parts, parts)
    return int(library)


def _numbered(library: int, first: int, pairs: Iterable[tuple[Entry, Place]]) -> Iterator[tuple[Any, ...]]:
    for number, (entry, place) in enumerate(pairs, first):
        yield library, number, *entry.row, *place


def _entries(
    connection: sqlite3.Connection, where: str, order: str, values: tuple[Any, ...], window: str = ""
) -> list[Entry]:
    columns = ", ".join(f"entry.{name}" for name in COLUMNS)
    rows = connection.execute(
        f"SELECT {columns}, COALESCE(state.done, 0) FROM entry "  # noqa: S608  (no text from outside)
        "LEFT JOIN state ON state.key = entry.key AND state.annotator = ? "
        f"WHERE library = ? {where} ORDER BY {order} {window}",
        values,
    )
    return [replace(Entry(*known), done=bool(done)) for *known, done in rows]
