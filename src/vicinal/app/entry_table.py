"""The tables `entry` and `indexed`, from which the list of pairs is read (see `database`)."""

from __future__ import annotations

import sqlite3

from vicinal.app.pair_summary import PairSummary
from vicinal.corpus.records import decode

KEPT = 0  # the library of the pairs in the table `kept`
INSERT_ENTRY = f"INTO entry VALUES ({', '.join('?' * 18)})"

# `words` is what a search looks through; `part`, `start` and `length` are where the record of a pair is.
ENTRY_SCHEMA = """
CREATE TABLE indexed (library INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, parts INTEGER NOT NULL);
CREATE TABLE entry (
  library INTEGER NOT NULL, number INTEGER NOT NULL, key TEXT NOT NULL, id TEXT, source_level TEXT NOT NULL,
  target_level TEXT NOT NULL, origin TEXT NOT NULL, opening TEXT NOT NULL, doubt REAL NOT NULL, reason TEXT NOT NULL,
  relatedness REAL, source_sentences INTEGER NOT NULL, target_sentences INTEGER NOT NULL, links INTEGER NOT NULL,
  words TEXT NOT NULL, part INTEGER, start INTEGER, length INTEGER,
  PRIMARY KEY (library, number), UNIQUE (library, key)
) WITHOUT ROWID;
CREATE INDEX entry_by_doubt ON entry (library, doubt DESC, number, relatedness)
"""


def upgrade_entries(connection: sqlite3.Connection) -> None:
    """Make the tables of an older file anew, inside a transaction; `Database` calls it where it checks the version.

    Runs and gold are indexed again when they are served. The pairs in the file itself keep their order.

    Raises:
        FormatError: A stored pair is damaged.
    """
    question = "SELECT key, number FROM entry WHERE library = ? ORDER BY number"
    numbers = connection.execute(question, (KEPT,)).fetchall()
    connection.execute("DROP TABLE entry")
    connection.execute("DROP TABLE indexed")
    for statement in ENTRY_SCHEMA.split(";"):
        connection.execute(statement)
    for key, number in numbers:
        record = connection.execute("SELECT record, signature FROM kept WHERE key = ?", (key,)).fetchone()
        if record is not None:
            summary = PairSummary.of(decode(*record))
            connection.execute(f"INSERT {INSERT_ENTRY}", (KEPT, number, *summary.row, None, None, None))
