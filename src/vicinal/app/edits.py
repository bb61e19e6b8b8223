"""The corrections of all annotators: their links, undo and redo, and the pairs they have marked as done.

Every annotator has their own state of each pair, so annotators never affect one another. Two tabs of one annotator
share a state: both changes apply unless they touch the same sentences (`corrections`); otherwise the later one is
refused with a `ConflictError` that holds the current state. No change is lost or overwritten unseen.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from vicinal.alignment import Aligned, NotedLink
from vicinal.app.annotator_state import (
    AnnotatorState,
    ConflictError,
    StateRow,
    as_text,
    find_or_insert_row,
    find_row,
    first_state,
    keep_pair,
    read_links,
    read_splices,
)
from vicinal.app.carried_links import original_places
from vicinal.app.change_steps import SentencesAsked, Step, Work, applied, planned
from vicinal.app.corrected_texts import texts_of
from vicinal.app.corrections import Indices
from vicinal.app.database import Database
from vicinal.app.entry_table import KEPT
from vicinal.corpus.records import decode
from vicinal.gold import LinkKey


class Labelled(NamedTuple):
    """A pair that several annotators worked on: its numbers of sentences, and the links of each annotator.

    Annotators may have split or joined different sentences. All links are therefore between sentences of the original.
    """

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
        sentences: Iterable[SentencesAsked] = (),
        remove: Iterable[Indices] = (),
        add: Iterable[Indices] = (),
        notes: Iterable[NotedLink] = (),
        settled: Sequence[LinkKey] = (),
        version: int | None = None,
        text_version: int | None = None,
    ) -> AnnotatorState:
        """Replace sentences, remove links and add others, and note something about links, as one step.

        Args:
            key: The pair.
            annotator: Whose links to change.
            aligned: The pair with its own links, from which the annotator's first change starts.
            sentences: Changes of sentences, one after the other; links follow.
            remove: Links that must be there after that.
            add: Links that must not share a sentence with another link.
            notes: Links that must be there in the end, with the notes they get.
            settled: The sentences of differences between annotators that this decides, for adjudication.
            version: The version that must be the current one; None: any.
            text_version: The same for the sentences, to which all indices refer.

        Raises:
            InputError: The change is not valid for this pair, or there is nothing to change.
            ConflictError: The change does not fit the current state.
        """
        with self.database.writing() as connection:
            row = find_or_insert_row(connection, key, annotator, aligned)
            row.check(version, text_version)
            work = _work(row, aligned)
            step = planned(work, sentences=sentences, remove=remove, add=add, notes=notes, may_be_empty=bool(settled))
            if isinstance(step, str):
                raise ConflictError(step, row.state)
            after = _after(row, work, step)
            places = original_places(settled, after.texts)
            position = row.position + 1
            connection.execute(
                "DELETE FROM change WHERE key = ? AND annotator = ? AND number >= ?", (key, annotator, position)
            )
            connection.execute(
                "INSERT INTO change (key, annotator, number, sentences, removed, added, settled) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (key, annotator, position, *map(as_text, step), as_text(places)),
            )
            return _written(connection, row, aligned, step, after, position=position, last=position)

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
            return row.update(connection, done=done)

    def _step(self, key: str, annotator: str, aligned: Aligned, version: int | None, *, back: bool) -> AnnotatorState:
        with self.database.writing() as connection:
            row = find_or_insert_row(connection, key, annotator, aligned)
            row.check(version)
            number = row.position if back else row.position + 1
            found = connection.execute(
                "SELECT sentences, removed, added FROM change WHERE key = ? AND annotator = ? AND number = ?",
                (key, annotator, number),
            ).fetchone()
            if found is None:
                raise ConflictError(f"there is nothing to {'undo' if back else 'redo'}", row.state)
            step = Step(read_splices(found[0]), *map(read_links, found[1:]))
            position = number - 1 if back else number
            taken = step.reverse if back else step
            after = _after(row, _work(row, aligned), taken)
            return _written(connection, row, aligned, taken, after, position=position)

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
                names = connection.execute(
                    "SELECT annotator FROM state WHERE key = ? AND done >= ?", (key, int(only_done))
                ).fetchall()
                rows = [find_row(connection, key, name) for (name,) in names if wanted is None or name in wanted]
                links = {row.annotator: row.state.original_links for row in rows if row is not None}
                if len(links) > 1:
                    yield Labelled((sizes[0], sizes[1]), links)


def _work(row: StateRow, aligned: Aligned) -> Work:
    alignment = aligned.alignment
    return Work(row.texts or texts_of(alignment.source, alignment.target), row.links)


def _after(row: StateRow, work: Work, step: Step) -> Work:
    """Return the work after a step."""
    after = applied(work, step)
    if after is None:  # impossible as long as only this module writes
        raise ConflictError("the pair was changed elsewhere in the meantime", row.state)
    return after


def _written(
    connection: sqlite3.Connection, row: StateRow, aligned: Aligned, step: Step, after: Work, **changes: int
) -> AnnotatorState:
    """Write a row with the work after a step, and return its state."""
    if step.splices:
        original = texts_of(aligned.alignment.source, aligned.alignment.target)
        return row.update(
            connection,
            links=after.links,
            texts=None if after.texts == original else after.texts,
            text_version=row.text_version + 1,
            **changes,
        )
    return row.update(connection, links=after.links, **changes)
