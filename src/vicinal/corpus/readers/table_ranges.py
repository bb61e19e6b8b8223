"""Cut text tables into byte ranges of whole rows, and such a range into rows.

A row ends at a line end; where cells may be quoted, at one outside quotes. Files are cut by counting line ends in
chunks of a megabyte, never line by line. Quoted text is blanked out first. Quotes work as in Python's csv module: they
open a cell only at its start, two in a quoted cell mean one, and elsewhere they are text, so `5" pipe` in an unquoted
cell is fine.

Callers: `table_file`, `table_form`, `table_rows`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import IO, NamedTuple

from vicinal.corpus.contract import Limits

CHUNK = 1 << 20
LARGEST = 256 << 20  # bytes of a row; a larger one is taken for an unclosed quote or a missing line end
_WINDOW = 1 << 14
_TOO_LARGE = f"is larger than {LARGEST >> 20} MB; a line end or a closing quote is missing"
NEVER_CLOSED = (
    "a quote that opens in this row is never closed, so all rows after it would be lost; "
    "close it, or get a complete copy of the file"
)
_ODD_RUN = re.compile(rb'"(?<!"")(?:"")*(?!")')  # an even number of quotes changes nothing


class Piece(NamedTuple):
    """A byte range of whole rows.

    Attributes:
        start: The first byte.
        end: The byte after the last one.
        line: The first line, from 1.
        rows: The number of rows, including blank ones.
        fault: Why it cannot be read, in which case it is one row; usually "".
    """

    start: int
    end: int
    line: int
    rows: int
    fault: str = ""


class Quotes:
    """Tracks the quotes of a CSV file from chunk to chunk.

    Attributes:
        open: Whether the last chunk ended inside quotes.
    """

    def __init__(self, delimiter: str = ",") -> None:
        self.open = False
        self._openers = delimiter.encode() + b"\n"  # what a quote that opens a cell follows
        self._before = b"\n"  # the byte before the next chunk, and a run of quotes that may continue in it

    def hide(self, data: bytes) -> bytes:
        """Return a chunk with quoted text blanked out, in the same length; unchanged if no line ends in quotes."""
        if b'"' not in data and len(self._before) == 1:
            self._before = data[-1:]
            return bytes(len(data)) if self.open else data
        buffer = self._before + data
        end = len(buffer.rstrip(b'"')) if data.endswith(b'"') else len(buffer)
        hidden: list[tuple[int, int]] = []
        begin = 0
        for run in _ODD_RUN.finditer(buffer, 1, end):
            at = run.start()
            if self.open:
                hidden.append((begin, at))
                self.open = False
            elif buffer[at - 1] in self._openers:
                begin, self.open = at, True
        if self.open:
            hidden.append((begin, end))
        at = len(self._before)
        # Of a run at the end, only the preceding byte and the parity matter.
        self._before = buffer[end - 1 : end] + b'""'[: 2 - (len(buffer) - end) % 2 if end < len(buffer) else 0]
        if not any(buffer.find(b"\n", begin, end) >= 0 for begin, end in hidden):
            return data
        shown: list[bytes] = []
        for begin, end in hidden:
            shown += buffer[at:begin], bytes(max(0, end - max(at, begin)))
            at = max(at, end)
        return b"".join(shown) + buffer[at:]


class _Growing:
    """The piece under construction while a file is cut."""

    def __init__(self, start: int, line: int) -> None:
        self.begin = self.end = start
        self.first = self.line = line  # the first line, and the line after the last
        self.rows = 0

    def add(self, end: int, rows: int, lines: int) -> None:
        """Extend the piece to a byte, by a number of rows and lines."""
        self.end = end
        self.rows += rows
        self.line += lines

    def close(self, fault: str = "") -> Piece:
        """Return the piece and start the next one where it ends."""
        piece = Piece(self.begin, self.end, self.first, self.rows, fault)
        self.begin, self.first, self.rows = self.end, self.line, 0
        return piece


def cut(file: IO[bytes], start: int, line: int, limits: Limits, quotes: Quotes | None) -> Iterator[Piece]:
    """Cut a file into pieces of whole rows.

    A piece has as many rows and bytes as the limits allow, and at least one row. A row that is larger than `LARGEST`,
    or whose quotes are never closed (`NEVER_CLOSED`), becomes a piece of its own, with a fault. Memory is bounded by
    a few chunks.

    Args:
        file: A seekable file.
        start: The first byte of the first row.
        line: The line of the first row, from 1.
        limits: The maximum size of a piece.
        quotes: What tracks the quotes, if cells can be quoted and contain line ends; else None.
    """
    piece = _Growing(start, line)
    base, passed, oversized = start, 0, False  # passed: line ends since the last complete row
    file.seek(start)
    while data := file.read(CHUNK):
        shown = quotes.hide(data) if quotes else data
        at = 0
        while (following := shown.find(b"\n", at) + 1) > 0:
            room = 0 if oversized else piece.begin + limits.bytes - base
            end, rows = _fitting(shown, at, room, limits.pairs - piece.rows)
            if not rows and not piece.rows:
                end, rows = following, 1  # one row always fits
            if rows:
                piece.add(base + end, rows, passed + (rows if shown is data else data.count(b"\n", at, end)))
                at, passed = end, 0
            if oversized or not rows:
                yield piece.close(_TOO_LARGE if oversized else "")
                oversized = False
        passed += 0 if shown is data else data.count(b"\n", at)
        base += len(data)
        if base - piece.end > LARGEST and not oversized:
            oversized = True
            if piece.rows:
                yield piece.close()
    if quotes:
        quotes.hide(b"\n")  # decides what a quote at the very end means
    if base > piece.end:  # the last row has no line end
        fault = NEVER_CLOSED if quotes and quotes.open else _TOO_LARGE if oversized else ""
        full = piece.rows >= limits.pairs or base - piece.begin > limits.bytes
        if piece.rows and (fault or full):
            yield piece.close()
        piece.add(base, 1, passed)
        yield piece.close(fault)
    elif piece.rows:
        yield piece.close()


def _fitting(shown: bytes, at: int, room: int, most: int) -> tuple[int, int]:
    """Return the end and number of the rows from a position on: at most `most`, and ending before room."""
    last = shown.rfind(b"\n", at, max(at, room)) + 1
    if last <= at or most <= 0:
        return at, 0
    left, low, high = most, at, at
    while high < last:
        high = min(low + _WINDOW, last)
        found = shown.count(b"\n", low, high)
        if found > left:
            break
        left, low = left - found, high
    else:
        return last, most - left
    while high - low > 1:  # at most `left` line ends before low, more before high
        middle = (low + high) // 2
        found = shown.count(b"\n", low, middle)
        if found > left:
            high = middle
        else:
            left, low = left - found, middle
    return shown.rfind(b"\n", at, low) + 1, most


def records(data: bytes, line: int, quotes: Quotes | None = None) -> Iterator[tuple[int, bytes]]:
    """Yield the rows of a piece with their line ends, each with its first line number; quotes as in `cut`."""
    if quotes is None:
        yield from enumerate(io.BytesIO(data), line)
        return
    shown = quotes.hide(data)
    begin = 0
    while begin < len(data):
        end = shown.find(b"\n", begin) + 1 or len(data)
        record = data[begin:end]
        yield line, record
        line += record.count(b"\n")
        begin = end
