"""A cache of sentence vectors on disk, so that each sentence is encoded once.

One SQLite file in the user's cache folder, $XDG_CACHE_HOME/vicinal or ~/.cache/vicinal. Set the environment variable
VICINAL_CACHE to another folder, or to "off". Sentences are not stored, only their digests. Several processes can share
the file. When it grows too large, the oldest vectors are deleted. The cache never fails: a damaged file is recreated,
and where nothing can be read or written, vectors are computed.

Caller: `embeddings`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

if TYPE_CHECKING:
    from sqlite3 import Connection

T = TypeVar("T")

NAME = "embeddings.sqlite"
MOST_BYTES = 1 << 30
_VERSION = 1
_PATIENCE = 5.0  # seconds to wait for another process to finish writing
_MOST_KEYS = 500  # in one query; SQLite allows at least 999


def cache_folder() -> Path | None:
    """Return the cache folder; None where there is none or caching is off."""
    chosen = os.environ.get("VICINAL_CACHE", "")
    if chosen.lower() in ("off", "0"):
        return None
    if chosen:
        return Path(chosen)
    above = os.environ.get("XDG_CACHE_HOME", "")
    if Path(above).is_absolute():  # the standard says to ignore relative paths
        return Path(above) / "vicinal"
    with suppress(RuntimeError):
        return Path.home() / ".cache" / "vicinal"
    return None


class VectorCache:
    """Vectors as bytes, by keys of bytes, in one file of a folder.

    Args:
        folder: The folder of the file; created when the first vector is stored.
        most_bytes: The size limit of the file.
    """

    def __init__(self, folder: str | os.PathLike[str], most_bytes: int = MOST_BYTES) -> None:
        self.path = Path(folder) / NAME
        self._most_bytes = most_bytes

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the stored vectors among some keys."""
        wanted = list(keys)

        def read(connection: Connection) -> dict[bytes, bytes]:
            found: dict[bytes, bytes] = {}
            for start in range(0, len(wanted), _MOST_KEYS):
                some = wanted[start : start + _MOST_KEYS]
                marks = ",".join("?" * len(some))
                found.update(connection.execute(f"SELECT key, value FROM vectors WHERE key IN ({marks})", some))  # noqa: S608  (marks only)
            return found

        stored: dict[bytes, bytes] = {}
        with suppress(OSError, ValueError):
            if wanted and self.path.exists():
                stored = self._with(read, stored)
        return {key: value[4:] for key, value in stored.items() if _is_whole(value)}

    def put(self, vectors: Mapping[bytes, bytes]) -> None:
        """Store vectors."""
        rows = [(key, crc32(value).to_bytes(4, "big") + value) for key, value in vectors.items()]

        def write(connection: Connection) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
            if _size(connection) > self._most_bytes:
                connection.execute(
                    "DELETE FROM vectors WHERE rowid IN"
                    " (SELECT rowid FROM vectors ORDER BY rowid LIMIT (SELECT count(*) / 2 FROM vectors))"
                )
            connection.execute("COMMIT")

        if rows:
            with suppress(OSError, ValueError):
                self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._with(write, None)

    def clear(self) -> None:
        """Delete everything."""
        for path in (self.path, self.path.with_name(NAME + "-journal")):
            with suppress(OSError, ValueError):
                path.unlink()

    def _with(self, work: Callable[[Connection], T], otherwise: T) -> T:
        """Do some work on the file; a damaged one is recreated first."""
        try:
            import sqlite3
        except ImportError:
            return otherwise
        for _ in range(2):
            try:
                with closing(sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)) as connection:
                    _prepare(connection)
                    return work(connection)
            except (sqlite3.OperationalError, OSError, ValueError):  # locked, full, or no permission
                return otherwise
            except sqlite3.Error:  # not a database, or a damaged one
                self.clear()
        return otherwise


def _prepare(connection: Connection) -> None:
    from sqlite3 import DatabaseError

    # A power failure may destroy the file, which is then recreated; syncing would cost more than the cache saves.
    connection.execute("PRAGMA synchronous = OFF")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:
        connection.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB NOT NULL UNIQUE, value BLOB NOT NULL)")
        connection.execute(f"PRAGMA user_version = {_VERSION}")
    elif version != _VERSION:
        raise DatabaseError("another version")


def _size(connection: Connection) -> int:
    """Return the number of bytes in use."""
    pages, free, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _is_whole(value: Any) -> bool:
    return isinstance(value, bytes) and len(value) > 4 and crc32(value[4:]).to_bytes(4, "big") == value[:4]
