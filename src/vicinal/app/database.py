"""The SQLite file of edits, which holds everything that people do in the app.

Every call opens its own connection, so any thread or process may call. A change is written and synchronised to the disk
before the call returns: what was acknowledged survives a crash, and an unfinished change leaves no trace.

    kept      the pairs that were pasted or corrected, as records of a run with their signature
    state     one annotator's work on one pair: links, version, whether it is done, the links at the start, and the
              sentences if they were corrected
    change    the history of a state, for undo and redo: splices of sentences, links removed and added, and the
              differences between annotators that it settled
    adjudicated  the states that were made out of those of two annotators, and whose
    indexed   the libraries that have an index, by digest
    entry     the indices: a row for each pair; library 0 is the pairs in `kept`
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from vicinal.app.entry_table import ENTRY_SCHEMA, upgrade_entries
from vicinal.errors import InputError, VicinalError

APPLICATION = 0x56494345  # distinguishes our files from those of other programs
FORMAT = 2

_ADJUDICATED = """CREATE TABLE adjudicated (
  key TEXT NOT NULL, annotator TEXT NOT NULL, one TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (key, annotator)
) WITHOUT ROWID"""
_SCHEMA = f"""
CREATE TABLE kept (key TEXT PRIMARY KEY, record BLOB NOT NULL, signature TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE state (
  key TEXT NOT NULL, annotator TEXT NOT NULL, version INTEGER NOT NULL, done INTEGER NOT NULL,
  position INTEGER NOT NULL, start TEXT NOT NULL, links TEXT NOT NULL, texts TEXT,
  text_version INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (key, annotator)
) WITHOUT ROWID;
CREATE INDEX state_of_annotator ON state (annotator, done, key);
CREATE TABLE change (
  key TEXT NOT NULL, annotator TEXT NOT NULL, number INTEGER NOT NULL, removed TEXT NOT NULL, added TEXT NOT NULL,
  sentences TEXT NOT NULL DEFAULT '[]', settled TEXT NOT NULL DEFAULT '[]', PRIMARY KEY (key, annotator, number)
) WITHOUT ROWID;
{_ADJUDICATED};
{ENTRY_SCHEMA};
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
"""

# What a file of format 1 lacks; sentences could not be corrected then.
_UPGRADE = f"""
ALTER TABLE state ADD COLUMN texts TEXT;
ALTER TABLE state ADD COLUMN text_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE change ADD COLUMN sentences TEXT NOT NULL DEFAULT '[]';
ALTER TABLE change ADD COLUMN settled TEXT NOT NULL DEFAULT '[]';
{_ADJUDICATED}
"""


class UnavailableError(VicinalError):
    """A file that the app needs cannot be used at the moment: locked, damaged, changed, or the disk is full."""


class Database:
    """A file of edits.

    Args:
        path: The file; it is created if it does not exist.
        patience: How many seconds to wait for another process that is writing.

    Raises:
        InputError: The file is not a file of edits, was made by a newer version, or cannot be created.
        UnavailableError: It cannot be used at the moment.
    """

    def __init__(self, path: str | os.PathLike[str], patience: float = 10.0) -> None:
        self.path = Path(path)
        self._patience = patience
        if self.path.is_dir():
            raise InputError(f"{path}: is a folder; choose a file with --edits")
        if not self.path.absolute().parent.is_dir():
            raise InputError(f"{path}: cannot be created: there is no folder {self.path.absolute().parent}")
        with self._connected() as connection:
            if self._is_new(connection):
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("BEGIN IMMEDIATE")
                if self._is_new(connection):  # no other process has created it in the meantime
                    for statement in _SCHEMA.split(";"):
                        connection.execute(statement)
                connection.execute("COMMIT")
            self._upgrade(connection)
            # Fails now, not at the first correction, if the file is not writable.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("UPDATE indexed SET parts = parts")
            connection.execute("ROLLBACK")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection for reading, which sees the file at one moment."""
        with self._connected() as connection:
            connection.execute("BEGIN")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield the only connection that may write; its changes are on the disk when the block ends without error."""
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
        """Keep the file open, which makes all calls faster: closing the last connection would clean up the log."""
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

    def _upgrade(self, connection: sqlite3.Connection) -> None:
        """Change the tables of an older file into those of today; nothing that people did is lost."""
        if connection.execute("PRAGMA user_version").fetchone()[0] == FORMAT:
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version < 2:  # unless another process has done it in the meantime
                for statement in _UPGRADE.split(";"):
                    connection.execute(statement)
                upgrade_entries(connection)
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.execute("COMMIT")
        except InputError as error:
            connection.execute("ROLLBACK")
            raise InputError(f"{self.path}: is damaged; restore it from a copy ({error})") from None

    def _is_new(self, connection: sqlite3.Connection) -> bool:
        """Return whether the file is empty; raise InputError if it belongs to another program or a newer version."""
        try:
            application, version, tables = (
                connection.execute(question).fetchone()[0]
                for question in ("PRAGMA application_id", "PRAGMA user_version", "SELECT COUNT(*) FROM sqlite_master")
            )
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            raise InputError(f"{self.path}: is not a file of edits; choose another with --edits") from None
        if not (application or version or tables):
            return True
        if application != APPLICATION:
            raise InputError(f"{self.path}: belongs to another program; choose another file with --edits")
        if version > FORMAT:
            raise InputError(f"{self.path}: was made by a newer version of Vicinal; update Vicinal to use it")
        return False


def _reason(error: sqlite3.Error) -> str:
    """Return why SQLite failed, and what to do."""
    text = str(error)
    for mark, meaning in (
        ("locked", "is locked by another program; wait for it, or stop it"),
        ("readonly", "cannot be written: it is read-only"),
        ("full", "cannot be written: the disk is full"),
        ("unable to open", "cannot be opened: check the permissions of the file and its folder"),
        ("malformed", "is damaged; restore it from a copy"),
        ("not a database", "is damaged; restore it from a copy"),
    ):
        if mark in text:
            return meaning
    return f"cannot be used: {text}"
