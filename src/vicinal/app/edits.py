"""What annotators make of pairs: links of their own, undo and redo, and a mark on what is done.

Every annotator has a state of each pair, so annotators never disturb one another. Two tabs of one annotator share a
state: their changes both hold where they do not touch the same sentences (`corrections`), else the later one is refused
with a `ConflictError` that says what the state is now. Nothing is lost, and nobody writes over what he has not seen.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vicinal.alignment import Aligned
from vicinal.app.annotator_state import (
    ConflictError,
    State,
    beginning,
    begun_row,
    keep_pair,
    read_links,
    row_of,
    written,
)
from vicinal.app.corrections import Indices, checked, patched
from vicinal.app.database import KEPT, Database
from vicinal.corpus.records import decode
from vicinal.errors import InputError
from vicinal.gold import LinkKey


class Labelled(NamedTuple):
    """A pair that several annotators worked on: how many sentences it has, and the links of each."""

    sizes: tuple[int, int]
    links: dict[str, tuple[LinkKey, ...]]


class Edits:
    """The corrections in one SQLite file; any number of threads and processes may use it at once.

    Args:
        path: The file; it is made if it is not there.
        patience: How many seconds to wait for another process that is writing.

    Raises:
        InputError: The file is something else, or was made by a newer version.
        UnavailableError: It cannot be used now.
    """

    def __init__(self, path: str | os.PathLike[str], patience: float = 10.0) -> None:
        self.database = Database(path, patience)

    def state(self, key: str, annotator: str) -> State | None:
        """Return an annotator's state of a pair; None where he has not changed anything yet."""
        with self.database.reading() as connection:
            row = row_of(connection, key, annotator)
        return None if row is None else row.state

    def change(
        self,
        key: str,
        annotator: str,
        aligned: Aligned,
        *,
        remove: Iterable[Indices] = (),
        add: Iterable[Indices] = (),
        version: int | None = None,
    ) -> State:
        """Remove links and add others, as one step that can be undone.

        Args:
            key: The pair.
            annotator: Whose links to change.
            aligned: The pair with the links to begin with, if this is the annotator's first change of it.
            remove: Links that must be there.
            add: Links that must not take a sentence of another.
            version: The version that must be the present one; None: any.

        Raises:
            InputError: The links are no links of this pair, or there is nothing to change.
            ConflictError: The change does not fit the state as it is now.
        """
        sizes = len(aligned.alignment.source.sentences), len(aligned.alignment.target.sentences)
        going, coming = checked(remove, sizes, "remove"), checked(add, sizes, "add")
        if set(going) == set(coming):
            raise InputError("there is nothing to change: give links to remove, or others to add")
        with self.database.writing() as connection:
            row = begun_row(connection, key, annotator, aligned)
            row.check(version)
            links = patched(row.links, going, coming)
            if isinstance(links, str):
                raise ConflictError(links, row.state)
            position = row.position + 1
            connection.execute(
                "DELETE FROM change WHERE key = ? AND annotator = ? AND number >= ?", (key, annotator, position)
            )
            connection.execute(
                "INSERT INTO change VALUES (?, ?, ?, ?, ?)", (key, annotator, position, written(going), written(coming))
            )
            return row.moved(connection, links, position, position)

    def undo(self, key: str, annotator: str, aligned: Aligned, *, version: int | None = None) -> State:
        """Take back the last change that still holds; raise ConflictError if there is none."""
        return self._step(key, annotator, aligned, version, back=True)

    def redo(self, key: str, annotator: str, aligned: Aligned, *, version: int | None = None) -> State:
        """Make the change again that was undone last; raise ConflictError if there is none."""
        return self._step(key, annotator, aligned, version, back=False)

    def mark(self, key: str, annotator: str, aligned: Aligned, done: bool) -> State:
        """Mark a pair as done, or as not done; links that nobody changed are then the annotator's own, too."""
        with self.database.writing() as connection:
            known = row_of(connection, key, annotator)
            if known is None and not done:
                return beginning(aligned)
            row = known or begun_row(connection, key, annotator, aligned)
            if row.done == done:
                return row.state
            return row._replace(done=done).moved(connection, row.links, row.position, row.last)

    def _step(self, key: str, annotator: str, aligned: Aligned, version: int | None, *, back: bool) -> State:
        with self.database.writing() as connection:
            row = begun_row(connection, key, annotator, aligned)
            row.check(version)
            number = row.position if back else row.position + 1
            change = connection.execute(
                "SELECT removed, added FROM change WHERE key = ? AND annotator = ? AND number = ?",
                (key, annotator, number),
            ).fetchone()
            if change is None:
                raise ConflictError(f"there is nothing to {'undo' if back else 'redo'}", row.state)
            removed, added = map(read_links, change)
            links = patched(row.links, added, removed) if back else patched(row.links, removed, added)
            if isinstance(links, str):  # cannot be, as long as only these methods write
                raise ConflictError(links, row.state)
            return row.moved(connection, links, number - 1 if back else number, row.last)

    def keep(self, aligned: Aligned) -> str:
        """Keep a pair in the file, to be looked at and corrected there, and return its key.

        A pair that is there already gets the new links, unless someone has begun to correct the old ones.
        """
        with self.database.writing() as connection:
            return keep_pair(connection, aligned)

    def annotators(self) -> list[str]:
        """Return the names of all who have changed or marked something, sorted."""
        with self.database.reading() as connection:
            return [name for (name,) in connection.execute("SELECT DISTINCT annotator FROM state ORDER BY 1")]

    def busiest(self, most: int) -> list[str]:
        """Return the names of the annotators with the most pairs, sorted by name."""
        question = "SELECT annotator FROM state GROUP BY annotator ORDER BY COUNT(*) DESC, annotator LIMIT ?"
        with self.database.reading() as connection:
            return sorted(name for (name,) in connection.execute(question, (most,)))

    def keys(self, annotator: str, *, only_done: bool = False) -> list[str]:
        """Return the pairs that an annotator has changed or marked, in the order in which they came into the file."""
        question = (
            "SELECT state.key FROM state JOIN entry ON entry.library = ? AND entry.key = state.key "
            "WHERE annotator = ? AND done >= ? ORDER BY entry.number"
        )
        with self.database.reading() as connection:
            return [key for (key,) in connection.execute(question, (KEPT, annotator, int(only_done)))]

    def kept(self, key: str) -> Aligned | None:
        """Return a pair of the file as it was before corrections; None if it is not there."""
        with self.database.reading() as connection:
            found = connection.execute("SELECT record, signature FROM kept WHERE key = ?", (key,)).fetchone()
        return None if found is None else decode(*found)

    def labelled(self, annotators: Iterable[str] | None, *, only_done: bool = False) -> Iterator[Labelled]:
        """Yield the pairs that at least two of these annotators (None: of all) have changed or marked."""
        wanted = None if annotators is None else set(annotators)
        question = (
            "SELECT entry.key, source_sentences, target_sentences FROM entry JOIN state ON state.key = entry.key "
            "WHERE library = ? AND done >= ? GROUP BY entry.key HAVING COUNT(*) > 1 ORDER BY number"
        )
        with self.database.reading() as connection:
            for key, *sizes in connection.execute(question, (KEPT, int(only_done))).fetchall():
                rows = connection.execute(
                    "SELECT annotator, links FROM state WHERE key = ? AND done >= ?", (key, int(only_done))
                )
                links = {name: read_links(text) for name, text in rows if wanted is None or name in wanted}
                if len(links) > 1:
                    yield Labelled((sizes[0], sizes[1]), links)
