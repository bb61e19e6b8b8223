"""The corrections of all annotators: their links, undo and redo, and the pairs they have marked as done.

Every annotator has their own state of each pair, so annotators never affect one another. Two tabs of one annotator
share a state: both changes apply unless they touch the same sentences (`corrections`); otherwise the later one is
refused with a `ConflictError` that holds the current state. No change is lost or overwritten unseen.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vicinal.alignment import Aligned
from vicinal.app.annotator_state import (
    AnnotatorState,
    ConflictError,
    find_or_insert_row,
    find_row,
    first_state,
    keep_pair,
    links_text,
    read_links,
)
from vicinal.app.corrections import Indices, checked, patched
from vicinal.app.database import KEPT, Database
from vicinal.corpus.records import decode
from vicinal.errors import InputError
from vicinal.gold import LinkKey


class Labelled(NamedTuple):
    """A pair that several annotators worked on: its numbers of sentences, and the links of each annotator."""

    sizes: tuple[int, int]
    links: dict[str, tuple[LinkKey, ...]]


class Edits:
    """The corrections in one SQLite file, which any number of threads and processes may use at once.

    Args:
        path: The file; it is created if it does not exist.
        patience: How many seconds to wait for another process that is writing.

    Raises:
        InputError: The file is not a file of edits, or was made by a newer version.
        UnavailableError: It cannot be used at the moment.
    """

    def __init__(self, path: str | os.PathLike[str], patience: float = 10.0) -> None:
        self.database = Database(path, patience)

    def state(self, key: str, annotator: str) -> AnnotatorState | None:
        """Return an annotator's state of a pair; None if they have not changed or marked it."""
        with self.database.reading() as connection:
            row = find_row(connection, key, annotator)
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
    ) -> AnnotatorState:
        """Remove links and add others, as one step that can be undone.

        Args:
            key: The pair.
            annotator: Whose links to change.
            aligned: The pair with its own links, from which the annotator's first change starts.
            remove: Links that must be there.
            add: Links that must not share a sentence with another link.
            version: The version that must be the current one; None: any.

        Raises:
            InputError: The links are not valid for this pair, or there is nothing to change.
            ConflictError: The change does not fit the current state.
        """
        sizes = len(aligned.alignment.source.sentences), len(aligned.alignment.target.sentences)
        removed, added = checked(remove, sizes, "remove"), checked(add, sizes, "add")
        if set(removed) == set(added):
            raise InputError("there is nothing to change; give links to remove, or different links to add")
        with self.database.writing() as connection:
            row = find_or_insert_row(connection, key, annotator, aligned)
            row.check(version)
            links = patched(row.links, removed, added)
            if isinstance(links, str):
                raise ConflictError(links, row.state)
            position = row.position + 1
            connection.execute(
                "DELETE FROM change WHERE key = ? AND annotator = ? AND number >= ?", (key, annotator, position)
            )
            connection.execute(
                "INSERT INTO change VALUES (?, ?, ?, ?, ?)",
                (key, annotator, position, links_text(removed), links_text(added)),
            )
            return row.update(connection, links, position, position)

    def undo(self, key: str, annotator: str, aligned: Aligned, *, version: int | None = None) -> AnnotatorState:
        """Undo the last change; raise ConflictError if there is none."""
        return self._step(key, annotator, aligned, version, back=True)

    def redo(self, key: str, annotator: str, aligned: Aligned, *, version: int | None = None) -> AnnotatorState:
        """Redo the change that was undone last; raise ConflictError if there is none."""
        return self._step(key, annotator, aligned, version, back=False)

    def mark(self, key: str, annotator: str, aligned: Aligned, done: bool) -> AnnotatorState:
        """Mark a pair as done or not done; the links of a pair without changes become the annotator's own."""
        with self.database.writing() as connection:
            if not done and find_row(connection, key, annotator) is None:
                return first_state(aligned)
            row = find_or_insert_row(connection, key, annotator, aligned)
            if row.done == done:
                return row.state
            return row._replace(done=done).update(connection, row.links, row.position, row.last)

    def _step(self, key: str, annotator: str, aligned: Aligned, version: int | None, *, back: bool) -> AnnotatorState:
        with self.database.writing() as connection:
            row = find_or_insert_row(connection, key, annotator, aligned)
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
            if isinstance(links, str):  # impossible as long as only these methods write
                raise ConflictError(links, row.state)
            return row.update(connection, links, number - 1 if back else number, row.last)

    def keep(self, aligned: Aligned) -> str:
        """Store a pair in the file and return its key.

        A pair that is already there gets the new links, unless someone has begun to correct it.
        """
        with self.database.writing() as connection:
            return keep_pair(connection, aligned)

    def annotators(self) -> list[str]:
        """Return the names of everyone who has changed or marked a pair, sorted."""
        with self.database.reading() as connection:
            return [name for (name,) in connection.execute("SELECT DISTINCT annotator FROM state ORDER BY 1")]

    def busiest(self, most: int) -> list[str]:
        """Return the names of the annotators with the most pairs, sorted by name."""
        question = "SELECT annotator FROM state GROUP BY annotator ORDER BY COUNT(*) DESC, annotator LIMIT ?"
        with self.database.reading() as connection:
            return sorted(name for (name,) in connection.execute(question, (most,)))

    def keys(self, annotator: str, *, only_done: bool = False) -> list[str]:
        """Return the keys of the pairs that an annotator has changed or marked, in the order they were stored."""
        question = (
            "SELECT state.key FROM state JOIN entry ON entry.library = ? AND entry.key = state.key "
            "WHERE annotator = ? AND done >= ? ORDER BY entry.number"
        )
        with self.database.reading() as connection:
            return [key for (key,) in connection.execute(question, (KEPT, annotator, int(only_done)))]

    def kept(self, key: str) -> Aligned | None:
        """Return a stored pair with its uncorrected links; None if it is not stored."""
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
