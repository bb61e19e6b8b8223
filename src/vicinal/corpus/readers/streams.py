"""The bytes of a file that may be compressed, in order and in bounded memory; bz2 of many streams on all cores.

Wikimedia packs its large dumps as thousands of bz2 streams one after the other, and unpacking is most of the work of
reading one. Where a stream begins can be seen from its first ten bytes, so streams are unpacked side by side by
threads (bz2 lets go of Python's lock while it works). Ten such bytes inside a stream, by chance or by design, do no
harm: a stream that has not come to its end is given the next bytes, whatever they look like.

Caller: `dump`.
"""

from __future__ import annotations

import bz2
import gzip
import os
import re
import zlib
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO

from vicinal.errors import InputError
from vicinal.files import reason

_CHUNK = 1 << 18  # bytes read, or unpacked from gzip, at a time
_PIECE = 1 << 21  # the longest piece of a bz2 file, and
_OUTPUT = 1 << 22  # what is unpacked of it at a time
_BEGINS = re.compile(rb"BZh[1-9](?:1AY&SY|\x17\x72\x45\x38\x50\x90)")
_BEGINNING = 10  # bytes that this matches
_THREADS = min(8, os.cpu_count() or 1)


def unpacked(file: IO[bytes], shown: str) -> Generator[bytes, None, None]:
    """Yield what an open file holds, unpacked if it is gzip or bz2 by its first bytes, whatever its name.

    Args:
        file: The file, at its beginning; it can be asked for its position to see how far it is read.
        shown: What errors call it.

    Raises:
        InputError: The file ends in the middle, is damaged, or cannot be read.
    """
    try:
        first = file.read(3)
        file.seek(0)
        if first == b"BZh":
            yield from _unpacked_bz2(_pieces(file))
        elif first[:2] == b"\x1f\x8b":
            with gzip.GzipFile(fileobj=file) as content:
                while data := content.read(_CHUNK):
                    yield data
        else:
            while data := file.read(_CHUNK):
                yield data
    except EOFError:
        raise InputError(f"{shown}: ends in the middle; download it again") from None
    except (OSError, zlib.error) as error:
        if isinstance(error, OSError) and error.errno:
            raise InputError(f"{shown}: cannot be read: {reason(error)}") from None
        raise InputError(f"{shown}: is damaged ({' '.join(str(error).split()).lower()}); download it again") from None


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Yield a bz2 file in pieces: each begins where a stream may begin, or goes on with one that is very long."""
    held = bytearray()
    searched = 1
    while data := file.read(_CHUNK):
        held += data
        while found := _BEGINS.search(held, searched):
            yield bytes(held[: found.start()])
            del held[: found.start()]
            searched = 1
        searched = max(1, len(held) - _BEGINNING)
        if len(held) > _PIECE:
            # The last bytes stay, in case a stream begins in them.
            yield bytes(held[:searched])
            del held[:searched]
            searched = 0
    yield bytes(held)


def _unpacked_bz2(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the content of all streams; as in Python's own reader, what follows the last of them is passed over."""
    stream: bz2.BZ2Decompressor | None = None
    with ThreadPoolExecutor(_THREADS) as pool:
        for piece, begun in _begun(pieces, pool):
            if stream and not stream.eof:
                output = stream.decompress(piece, _OUTPUT)
            elif begun:
                stream, output = begun.result()
            else:
                continue
            while output:
                yield output
                output = b"" if stream.eof or stream.needs_input else stream.decompress(b"", _OUTPUT)
    if not stream or not stream.eof:
        raise EOFError


def _begun(
    pieces: Iterable[bytes], pool: ThreadPoolExecutor
) -> Iterator[tuple[bytes, Future[tuple[bz2.BZ2Decompressor, bytes]] | None]]:
    """Yield the pieces in order, those that may be streams of their own with their beginning, unpacked by a thread."""
    waiting: deque[tuple[bytes, Future[tuple[bz2.BZ2Decompressor, bytes]] | None]] = deque()
    for piece in pieces:
        waiting.append((piece, pool.submit(_begin, piece) if _BEGINS.match(piece) else None))
        if len(waiting) > 2 * _THREADS:
            yield waiting.popleft()
    yield from waiting


def _begin(piece: bytes) -> tuple[bz2.BZ2Decompressor, bytes]:
    stream = bz2.BZ2Decompressor()
    return stream, stream.decompress(piece, _OUTPUT)
