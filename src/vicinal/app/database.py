"""The one file in which everything that people do in the app is kept: SQLite, whole after every call.

Each call opens a connection of its own, so that any thread and any process may call, and a change is written and
synchronised to the disk before the call returns. What was acknowledged survives the end of the process, however it
ends; what was not has left no trace.

    kept      the pairs that were pasted or corrected, as records of a run with their signature
    state     what an annotator made of a pair: links, version, whether it is done, and the links it began with
    change    the history of a state, for undo and redo
    indexed   the libraries of which there is an index, by digest
    entry     their indices: a row for each pair; library 0 is the pairs in `kept`
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from vicinal.errors import InputError, VicinalError

APPLICATION = 0x56494345  # tells our files from other programs'
FORMAT = 1
KEPT = 0  # the library of the pairs that the file holds itself

_SCHEMA = f"""
CREATE TABLE kept (key TEXT PRIMARY KEY, record BLOB NOT NULL, signature TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE state (
  key TEXT NOT NULL, annotator TEXT NOT NULL, version INTEGER NOT NULL, done INTEGER NOT NULL,
  position INTEGER NOT NULL, start TEXT NOT NULL, links TEXT NOT NULL, PRIMARY KEY (key, annotator)
) WITHOUT ROWID;
CREATE INDEX state_of_annotator ON state (annotator, done, key);
CREATE TABLE change (
  key TEXT NOT NULL, annotator TEXT NOT NULL, number INTEGER NOT NULL, removed TEXT NOT NULL, added TEXT NOT NULL,
  PRIMARY KEY (key, annotator, number)
) WITHOUT ROWID;
CREATE TABLE indexed (library INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, parts INTEGER NOT NULL);
CREATE TABLE entry (
  library INTEGER NOT NULL, number INTEGER NOT NULL, key TEXT NOT NULL, id TEXT, source_level TEXT NOT NULL,
  target_level TEXT NOT NULL, origin TEXT NOT NULL, doubt REAL NOT NULL, source_sentences INTEGER NOT NULL,
  target_sentences INTEGER NOT NULL, links INTEGER NOT NULL, part INTEGER, start INTEGER, length INTEGER,
  PRIMARY KEY (library, number), UNIQUE (library, key)
) WITHOUT ROWID;
CREATE INDEX entry_by_doubt ON entry (library, doubt DESC, number);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
"""


class UnavailableError(VicinalError):
    """A file that the app needs cannot be used now: it is locked, it was damaged or changed, or the disk is full."""


class Database:
    """A file of edits.

    Args:
        path: Where it is; it is made if it is not there.
        patience: How many seconds to wait for another process that is writing.

    Raises:
        InputError: The file is something else, was made by a newer version, or cannot be made.
        UnavailableError: It cannot be used now.
    """

    def __init__(self, path: str | os.PathLike[str], patience: float = 10.0) -> None:
        self.path = Path(path)
        self._patience = patience
        if self.path.is_dir():
            raise InputError(f"{path}: is a folder; the edits need a file")
        if not self.path.absolute().parent.is_dir():
            raise InputError(f"{path}: cannot be made: there is no folder {self.path.absolute().parent}")
        with self._connected() as connection:
            if self._is_new(connection):
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("BEGIN IMMEDIATE")
                if self._is_new(connection):  # nobody else has made it in the meantime
                    for statement in _SCHEMA.split(";"):
                        connection.execute(statement)
                connection.execute("COMMIT")
            # Says now, and not at the first correction, that the file cannot be written to.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("UPDATE indexed SET parts = parts")
            connection.execute("ROLLBACK")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection that sees the file as it is at one moment."""
        with self._connected() as connection:
            connection.execute("BEGIN")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection that alone may write; what it wrote is on the disk when the block ends without error."""
        with self._connected() as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep the file open, which makes all calls quicker: else each would be the last one, and put all in order."""
        with self._connected() as connection:
            connection.execute("SELECT COUNT(*) FROM indexed").fetchone()
            yield

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        try:
            connection = sqlite3.connect(self.path, timeout=self._patience, isolation_level=None)
            try:
                yield connection
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise UnavailableError(f"{self.path}: {_reason(error)}") from None

    def _is_new(self, connection: sqlite3.Connection) -> bool:
        """Tell whether there is nothing in the file yet; raise InputError if there is something that is not ours."""
        try:
            application, version, tables = (
                connection.execute(question).fetchone()[0]
                for question in ("PRAGMA application_id", "PRAGMA user_version", "SELECT COUNT(*) FROM sqlite_master")
            )
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            raise InputError(f"{self.path}: is no file of edits; choose another with --edits") from None
        if not (application or version or tables):
            return True
        if application != APPLICATION:
            raise InputError(f"{self.path}: is a database of another program; choose another file with --edits")
        if version > FORMAT:
            raise InputError(f"{self.path}: was made by a newer version of Vicinal; update Vicinal to use it")
        return False


def _reason(error: sqlite3.Error) -> str:
    """Return why SQLite refused, and what to do."""
    text = str(error)
    for mark, meaning in (
        ("locked", "is locked by another program; wait for it, or stop it"),
        ("readonly", "cannot be written: it is read-only"),
        ("full", "cannot be written: the disk is full"),
        ("unable to open", "cannot be opened: look at the permissions of the file and its folder"),
        ("malformed", "is damaged; restore it from a copy"),
        ("not a database", "is damaged; restore it from a copy"),
    ):
        if mark in text:
            return meaning
    return f"cannot be used: {text}"
