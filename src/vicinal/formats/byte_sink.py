"""A file in memory that gives away what was written to it; callers: formats whose libraries want a file to write to."""

from __future__ import annotations

import io
from typing import Any


class ByteSink(io.RawIOBase):
    """A file to write to; `take` returns the bytes written since the last call."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        """Return that it can be written to."""
        return True

    def write(self, data: Any) -> int:
        """Keep some bytes."""
        part = bytes(data)
        self._parts.append(part)
        self._size += len(part)
        return len(part)

    def tell(self) -> int:
        """Return how many bytes were written."""
        return self._size

    def take(self) -> bytes:
        """Return what was written since the last call."""
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken
