"""One annotator's work on one pair, and the database rows that hold it."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from vicinal.alignment import Aligned, Alignment, LinkRow, NotedLink
from vicinal.app.corrected_texts import Splice, Texts, original_links, unchanged_links
from vicinal.app.correction_types import Note, State
from vicinal.app.corrections import corrected, first_links, key_of
from vicinal.app.entry_table import INSERT_ENTRY, KEPT
from vicinal.app.pair_summary import PairSummary
from vicinal.corpus.contract import Pair
from vicinal.corpus.records import encode
from vicinal.errors import VicinalError
from vicinal.gold import LinkKey
from vicinal.link import Link

_LINKS = msgspec.json.Decoder(tuple[NotedLink, ...])
_SCORED = msgspec.json.Decoder(tuple[LinkRow, ...])
_SPLICES = msgspec.json.Decoder(tuple[Splice, ...])
_TEXTS = msgspec.json.Decoder(Texts)


@dataclass(frozen=True)
class AnnotatorState:
    """One annotator's work on one pair.

    Attributes:
        version: How many times it was changed.
        noted: The current links with their notes, sorted; no sentence is in two of them.
        start: The links before the first change, with their scores.
        done: Whether the annotator has marked the pair as done.
        can_undo: Whether there is a change to undo.
        can_redo: Whether there is a change to redo.
        texts: The sentences; None if they are those of the pair.
        text_version: How many times the sentences were changed.
    """

    version: int
    noted: tuple[NotedLink, ...]
    start: tuple[Link, ...]
    done: bool = False
    can_undo: bool = False
    can_redo: bool = False
    texts: Texts | None = None
    text_version: int = 0

    @property
    def links(self) -> tuple[LinkKey, ...]:
        """The current links, sorted."""
        return tuple(link.key for link in self.noted)

    @property
    def original_links(self) -> tuple[LinkKey, ...]:
        """The current links, between the sentences of the pair as it was before its sentences were corrected."""
        return self.links if self.texts is None else original_links(self.links, self.texts)

    @property
    def by_hand(self) -> tuple[int, ...]:
        """The positions of the links that were not there at the start."""
        start = {key_of(link) for link in self.start}
        links = self.links
        began = unchanged_links(links, self.texts) if self.texts else {link: link for link in links}
        return tuple(number for number, link in enumerate(links) if began.get(link) not in start)

    @property
    def edited(self) -> bool:
        """Whether the links or the sentences differ from those at the start."""
        return self.texts is not None or set(self.links) != {key_of(link) for link in self.start}

    @property
    def shown(self) -> State:
        """The state as the browser gets it."""
        return State(
            version=self.version,
            links=self.links,
            by_hand=self.by_hand,
            notes=tuple(Note(*link) for link in self.noted if link.noted),
            text_version=self.text_version,
            done=self.done,
            can_undo=self.can_undo,
            can_redo=self.can_redo,
            edited=self.edited,
        )

    def alignment(self, uncorrected: Alignment, annotator: str) -> Alignment:
        """Return the alignment with the annotator's links and sentences, given the uncorrected one."""
        return corrected(uncorrected, self.links, self.start, annotator, self.texts)

    def aligned(self, uncorrected: Aligned, annotator: str) -> Aligned:
        """Return the pair with the annotator's links, sentences and notes, given the uncorrected one."""
        return uncorrected._replace(
            alignment=self.alignment(uncorrected.alignment, annotator),
            notes=tuple(link for link in self.noted if link.noted),
        )


def first_state(aligned: Aligned) -> AnnotatorState:
    """Return the state of a pair before its first change."""
    start = first_links(aligned.alignment)
    return AnnotatorState(0, tuple(NotedLink(*key_of(link)) for link in start), start)


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
    links: tuple[NotedLink, ...]
    texts: Texts | None
    text_version: int
    last: int

    @property
    def state(self) -> AnnotatorState:
        """The row as a state."""
        undo, redo = self.position > 0, self.position < self.last
        return AnnotatorState(
            self.version, self.links, self.start, self.done, undo, redo, self.texts, self.text_version
        )

    def check(self, version: int | None, text_version: int | None = None) -> None:
        """Raise ConflictError if the row, or its sentences, are not at this version; None: any version."""
        if version is not None and version != self.version:
            raise ConflictError("the pair was changed elsewhere in the meantime", self.state)
        if text_version is not None and text_version != self.text_version:
            raise ConflictError("the sentences were changed elsewhere in the meantime", self.state)

    def update(self, connection: sqlite3.Connection, **changes: Any) -> AnnotatorState:
        """Write the row with changed fields, and return its state."""
        row = self._replace(version=self.version + 1, **changes)
        connection.execute(
            "UPDATE state SET version = ?, done = ?, position = ?, links = ?, text_version = ? "
            "WHERE key = ? AND annotator = ?",
            (row.version, int(row.done), row.position, as_text(row.links), row.text_version, self.key, self.annotator),
        )
        if row.texts is not self.texts:  # long, and seldom changed
            connection.execute(
                "UPDATE state SET texts = ? WHERE key = ? AND annotator = ?",
                (None if row.texts is None else as_text(row.texts), self.key, self.annotator),
            )
        return row.state


def find_row(connection: sqlite3.Connection, key: str, annotator: str) -> StateRow | None:
    """Return an annotator's row; None if there is none yet."""
    found = connection.execute(
        "SELECT version, done, position, start, links, texts, text_version, "
        "(SELECT COALESCE(MAX(number), 0) FROM change "
        "WHERE change.key = state.key AND change.annotator = state.annotator) "
        "FROM state WHERE key = ? AND annotator = ?",
        (key, annotator),
    ).fetchone()
    if found is None:
        return None
    version, done, position, start, links, texts, text_version, last = found
    return StateRow(
        key=key,
        annotator=annotator,
        version=version,
        done=bool(done),
        position=position,
        start=tuple(Link(*link) for link in _SCORED.decode(start)),
        links=read_links(links),
        texts=None if texts is None else _TEXTS.decode(texts),
        text_version=text_version,
        last=last,
    )


def find_or_insert_row(connection: sqlite3.Connection, key: str, annotator: str, aligned: Aligned) -> StateRow:
    """Return an annotator's row; if there is none yet, insert one with the links of the pair."""
    row = find_row(connection, key, annotator)
    if row is None:
        keep_pair(connection, aligned)
        new = first_state(aligned)
        scored = as_text([(link.source, link.target, link.score) for link in new.start])
        connection.execute(
            "INSERT INTO state (key, annotator, version, done, position, start, links) VALUES (?, ?, 0, 0, 0, ?, ?)",
            (key, annotator, scored, as_text(new.noted)),
        )
        row = StateRow(key, annotator, 0, False, 0, new.start, new.noted, None, 0, 0)
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


def as_text(rows: Any) -> str:
    """Return links, sentences or splices as text for the database."""
    return msgspec.json.encode(rows).decode()


def read_links(text: str) -> tuple[NotedLink, ...]:
    """Return links from their text in the database."""
    return _LINKS.decode(text)


def read_splices(text: str) -> tuple[Splice, ...]:
    """Return splices of sentences from their text in the database."""
    return _SPLICES.decode(text)
