"""One annotator's work on one pair, and the database rows that hold it."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from vicinal.alignment import Aligned, Alignment, Link, LinkRow
from vicinal.app.answer_types import State
from vicinal.app.corrections import corrected, first_links, key_of
from vicinal.app.database import INSERT_ENTRY, KEPT
from vicinal.app.pair_summary import PairSummary
from vicinal.corpus.contract import Pair
from vicinal.corpus.records import encode
from vicinal.errors import VicinalError
from vicinal.gold import LinkKey

_LINKS = msgspec.json.Decoder(tuple[LinkKey, ...])
_SCORED = msgspec.json.Decoder(tuple[LinkRow, ...])


@dataclass(frozen=True)
class AnnotatorState:
    """One annotator's work on one pair.

    Attributes:
        version: How many times it was changed.
        links: The current links, sorted; no sentence is in two of them.
        start: The links before the first change, with their scores.
        done: Whether the annotator has marked the pair as done.
        can_undo: Whether there is a change to undo.
        can_redo: Whether there is a change to redo.
    """

    version: int
    links: tuple[LinkKey, ...]
    start: tuple[Link, ...]
    done: bool = False
    can_undo: bool = False
    can_redo: bool = False

    @property
    def edited(self) -> bool:
        """Whether the links differ from those at the start."""
        return set(self.links) != {key_of(link) for link in self.start}

    @property
    def shown(self) -> State:
        """The state as the browser gets it."""
        return State(self.version, self.links, self.done, self.can_undo, self.can_redo, self.edited)

    def alignment(self, uncorrected: Alignment, annotator: str) -> Alignment:
        """Return the alignment with the annotator's links, given the uncorrected one."""
        return corrected(uncorrected, self.links, self.start, annotator)


def first_state(aligned: Aligned) -> AnnotatorState:
    """Return the state of a pair before its first change."""
    start = first_links(aligned.alignment)
    return AnnotatorState(0, tuple(map(key_of, start)), start)


class ConflictError(VicinalError):
    """A change does not fit the current state, which is `state`; nothing was changed."""

    def __init__(self, message: str, state: AnnotatorState) -> None:
        super().__init__(message)
        self.state = state


class StateRow(NamedTuple):
    """A row of the table `state`, and the length of its history."""

    key: str
    annotator: str
    version: int
    done: bool
    position: int
    start: tuple[Link, ...]
    links: tuple[LinkKey, ...]
    last: int

    @property
    def state(self) -> AnnotatorState:
        """The row as a state."""
        undo, redo = self.position > 0, self.position < self.last
        return AnnotatorState(self.version, self.links, self.start, self.done, undo, redo)

    def check(self, version: int | None) -> None:
        """Raise ConflictError if the row is not at this version; None: any version."""
        if version is not None and version != self.version:
            raise ConflictError("the pair was changed elsewhere in the meantime", self.state)

    def update(
        self, connection: sqlite3.Connection, links: tuple[LinkKey, ...], position: int, last: int
    ) -> AnnotatorState:
        """Write the row as it is after a change, and return its state."""
        row = self._replace(version=self.version + 1, links=links, position=position, last=last)
        connection.execute(
            "UPDATE state SET version = ?, done = ?, position = ?, links = ? WHERE key = ? AND annotator = ?",
            (row.version, int(row.done), position, links_text(links), self.key, self.annotator),
        )
        return row.state


def find_row(connection: sqlite3.Connection, key: str, annotator: str) -> StateRow | None:
    """Return an annotator's row; None if there is none yet."""
    found = connection.execute(
        "SELECT version, done, position, start, links, (SELECT COALESCE(MAX(number), 0) FROM change "
        "WHERE change.key = state.key AND change.annotator = state.annotator) "
        "FROM state WHERE key = ? AND annotator = ?",
        (key, annotator),
    ).fetchone()
    if found is None:
        return None
    version, done, position, start, links, last = found
    scored = tuple(Link(*link) for link in _SCORED.decode(start))
    return StateRow(key, annotator, version, bool(done), position, scored, read_links(links), last)


def find_or_insert_row(connection: sqlite3.Connection, key: str, annotator: str, aligned: Aligned) -> StateRow:
    """Return an annotator's row; if there is none yet, insert one with the links of the pair."""
    row = find_row(connection, key, annotator)
    if row is None:
        keep_pair(connection, aligned)
        new = first_state(aligned)
        scored = links_text([(link.source, link.target, link.score) for link in new.start])
        connection.execute(
            "INSERT INTO state VALUES (?, ?, 0, 0, 0, ?, ?)", (key, annotator, scored, links_text(new.links))
        )
        row = StateRow(key, annotator, 0, False, 0, new.start, new.links, 0)
    return row


def keep_pair(connection: sqlite3.Connection, aligned: Aligned) -> str:
    """Store a pair and return its key; a pair that someone has begun to correct is left unchanged."""
    summary = PairSummary.of(aligned)
    key = summary.key
    if connection.execute("SELECT 1 FROM state WHERE key = ?", (key,)).fetchone():
        return key
    alignment = aligned.alignment
    pair = Pair(alignment.source, alignment.target, aligned.levels, aligned.origin, "")
    connection.execute(
        "INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", (key, encode(pair, alignment), alignment.signature)
    )
    (number,) = connection.execute(
        "SELECT COALESCE((SELECT number FROM entry WHERE library = :kept AND key = :key), MAX(number) + 1, 1) "
        "FROM entry WHERE library = :kept",
        {"kept": KEPT, "key": key},
    ).fetchone()
    connection.execute(f"INSERT OR REPLACE {INSERT_ENTRY}", (KEPT, number, *summary.row, None, None, None))
    return key


def links_text(links: Any) -> str:
    """Return links as text for the database."""
    return msgspec.json.encode(links).decode()


def read_links(text: str) -> tuple[LinkKey, ...]:
    """Return links from their text in the database."""
    return _LINKS.decode(text)
