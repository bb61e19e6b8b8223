"""The rows behind the edits: one annotator's work on one pair, as it is read from the file and written to it."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from vicinal.alignment import Aligned, Alignment, Link
from vicinal.app.corrections import corrected, key_of, start_links
from vicinal.app.database import KEPT
from vicinal.app.pair_summary import COLUMNS, entry_of
from vicinal.corpus.pair import Pair
from vicinal.corpus.records import encode
from vicinal.errors import VicinalError
from vicinal.gold import LinkKey

_LINKS = msgspec.json.Decoder(tuple[tuple[tuple[int, ...], tuple[int, ...]], ...])
_SCORED = msgspec.json.Decoder(tuple[tuple[tuple[int, ...], tuple[int, ...], float], ...])


@dataclass(frozen=True)
class State:
    """What one annotator's work on one pair is at.

    Attributes:
        version: How many times it was changed, in whatever way.
        links: The links, sorted; no sentence is in two of them.
        start: The links it began with, with their scores.
        done: Whether the annotator has marked the pair as done.
        can_undo: Whether there is a change to take back.
        can_redo: Whether there is one to make again.
    """

    version: int
    links: tuple[LinkKey, ...]
    start: tuple[Link, ...]
    done: bool = False
    can_undo: bool = False
    can_redo: bool = False

    @property
    def edited(self) -> bool:
        """Whether the links are others than it began with."""
        return set(self.links) != {key_of(link) for link in self.start}

    def alignment(self, begun: Alignment, annotator: str) -> Alignment:
        """Return the alignment that the links make of the one that the pair has without corrections."""
        return corrected(begun, self.links, self.start, annotator)

    def as_json(self) -> dict[str, Any]:
        """Return what is told to the browser."""
        return {
            "version": self.version,
            "links": self.links,
            "done": self.done,
            "can_undo": self.can_undo,
            "can_redo": self.can_redo,
            "edited": self.edited,
        }


def beginning(aligned: Aligned) -> State:
    """Return the state of a pair before its first change."""
    start = start_links(aligned.alignment)
    return State(0, tuple(sorted(map(key_of, start))), start)


class ConflictError(VicinalError):
    """A change that does not fit what the state is now, which is `state`; nothing was changed."""

    def __init__(self, message: str, state: State) -> None:
        super().__init__(message)
        self.state = state


class Row(NamedTuple):
    """A row of the table of states, and how long its history is."""

    key: str
    annotator: str
    version: int
    done: bool
    position: int
    start: tuple[Link, ...]
    links: tuple[LinkKey, ...]
    last: int

    @property
    def state(self) -> State:
        """What is told of the row."""
        undo, redo = self.position > 0, self.position < self.last
        return State(self.version, self.links, self.start, self.done, undo, redo)

    def check(self, version: int | None) -> None:
        """Raise ConflictError if the row is not at that version any more."""
        if version is not None and version != self.version:
            raise ConflictError("the pair was changed elsewhere in the meantime", self.state)

    def moved(self, connection: sqlite3.Connection, links: tuple[LinkKey, ...], position: int, last: int) -> State:
        """Write the row as it is after a change, and return its state."""
        row = self._replace(version=self.version + 1, links=links, position=position, last=last)
        connection.execute(
            "UPDATE state SET version = ?, done = ?, position = ?, links = ? WHERE key = ? AND annotator = ?",
            (row.version, int(row.done), position, written(links), self.key, self.annotator),
        )
        return row.state


def row_of(connection: sqlite3.Connection, key: str, annotator: str) -> Row | None:
    """Return an annotator's row; None where there is none yet."""
    found = connection.execute(
        "SELECT version, done, position, start, links, (SELECT COALESCE(MAX(number), 0) FROM change "
        "WHERE change.key = state.key AND change.annotator = state.annotator) "
        "FROM state WHERE key = ? AND annotator = ?",
        (key, annotator),
    ).fetchone()
    if found is None:
        return None
    version, done, position, start, links, last = found
    began = tuple(Link(*link) for link in _SCORED.decode(start))
    return Row(key, annotator, version, bool(done), position, began, read_links(links), last)


def begun_row(connection: sqlite3.Connection, key: str, annotator: str, aligned: Aligned) -> Row:
    """Return an annotator's row, after making it from the pair's own links if there is none yet."""
    row = row_of(connection, key, annotator)
    if row is None:
        keep_pair(connection, aligned)
        new = beginning(aligned)
        scored = written([(link.source, link.target, link.score) for link in new.start])
        connection.execute(
            "INSERT INTO state VALUES (?, ?, 0, 0, 0, ?, ?)", (key, annotator, scored, written(new.links))
        )
        row = Row(key, annotator, 0, False, 0, new.start, new.links, 0)
    return row


def keep_pair(connection: sqlite3.Connection, aligned: Aligned) -> str:
    """Keep a pair and return its key; one that someone corrects stays as it is."""
    entry = entry_of(aligned)
    if connection.execute("SELECT 1 FROM state WHERE key = ?", (entry.key,)).fetchone():
        return entry.key
    alignment = aligned.alignment
    pair = Pair(alignment.source, alignment.target, aligned.levels, aligned.origin, "")
    connection.execute(
        "INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", (entry.key, encode(pair, alignment), alignment.signature)
    )
    names = ", ".join(("library", "number", *COLUMNS))
    marks = ", ".join("?" * len(COLUMNS))
    known = connection.execute("SELECT number FROM entry WHERE library = ? AND key = ?", (KEPT, entry.key)).fetchone()
    number = (
        known
        or connection.execute("SELECT COALESCE(MAX(number), 0) + 1 FROM entry WHERE library = ?", (KEPT,)).fetchone()
    )
    connection.execute(
        f"INSERT OR REPLACE INTO entry ({names}) VALUES (?, ?, {marks})",  # noqa: S608  (names of columns)
        (KEPT, *number, *entry.row),
    )
    return entry.key


def written(links: Any) -> str:
    """Return links as they stand in the file."""
    return msgspec.json.encode(links).decode()


def read_links(text: str) -> tuple[LinkKey, ...]:
    """Return links that stand in the file."""
    return _LINKS.decode(text)
