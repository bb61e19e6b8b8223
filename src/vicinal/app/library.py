"""The pairs that the app serves: those of a run, of gold files, or none, and the pairs in the file of edits.

A library is read through an index in the file of edits, which has a row for each pair: its key, its doubt and, for a
run, the place of its record. The index is built once, shard by shard in bounded memory, and belongs to the exact bytes
of the run or gold files; changed files get another index. Pairs that only the file of edits holds (pasted ones, and
those corrected while another library was served) are listed after those of the library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from vicinal.alignment import Aligned
from vicinal.app.answer_types import LibraryKind
from vicinal.app.database import Database, UnavailableError
from vicinal.app.edits import Edits
from vicinal.app.entry_table import INSERT_ENTRY
from vicinal.app.library_listing import PairList, Selection
from vicinal.app.list_types import Listing, PlaceAnswer, UnfinishedAnswer
from vicinal.app.pair_summary import PairSummary, pair_key
from vicinal.corpus.contract import Advance
from vicinal.errors import InputError

NO_LIBRARY = -1
CHANGED = "was changed while it was served; stop the app and start it again"


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
        with self._listed(Selection(annotator=annotator)) as pairs:
            return pairs.summary(key)

    def pairs(self) -> int:
        """Return the number of pairs to list."""
        with self._listed(Selection()) as pairs:
            return pairs.found

    def listing(self, selection: Selection, *, offset: int = 0, count: int = 50) -> Listing:
        """Return some pairs of a list, those of the library before the others in the file of edits.

        Args:
            selection: What to list.
            offset: How many to skip.
            count: How many to return, at most.
        """
        with self._listed(selection) as pairs:
            return Listing(*pairs.progress, pairs.found, pairs.counts, pairs.page(offset, count))

    def place(self, key: str, selection: Selection, step: int = 0) -> PlaceAnswer | None:
        """Return the place of a pair in a list, or of the pair so many steps further on; None if there is no such pair.

        A pair that the list does not have (it is done now, and the list is of those not done) stands between its
        neighbours, so that a step leads to the next one in any case.
        """
        with self._listed(selection) as pairs:
            position = pairs.position(key)
            if position is None:
                return None
            at, is_listed = position
            if not step:
                return PlaceAnswer(*pairs.progress, pairs.found, at, is_listed, pairs.summary(key))
            at += step - (step > 0 and not is_listed)
            found = pairs.page(at, 1) if at >= 0 else []
            if not found:
                return PlaceAnswer(*pairs.progress, pairs.found, None, False, None)
            return PlaceAnswer(*pairs.progress, pairs.found, at, True, found[0])

    def unfinished(self, key: str, selection: Selection) -> UnfinishedAnswer | None:
        """Return the next pair of a list that the annotator has not done; None if there is no such pair as `key`."""
        with self._listed(selection) as pairs:
            if not pairs.has(key):
                return None
            found = pairs.unfinished_after(key)
            position = None if found is None else pairs.position(found.key)
            return UnfinishedAnswer(None if position is None else position[0], found)

    @contextmanager
    def _listed(self, selection: Selection) -> Iterator[PairList]:
        with self.edits.database.reading() as connection:
            yield PairList(connection, self.number, selection)


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
