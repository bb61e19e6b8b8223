"""Decompress gzip, bzip2 and xz files as a stream, in bounded memory; bzip2 on all cores.

Wikimedia compresses its large dumps as thousands of consecutive bzip2 streams, and decompressing them is most of the
work of reading a dump. The first ten bytes identify the start of a stream, so threads can decompress several streams
at a time (bz2 releases the GIL). If these bytes occur inside a stream, by chance or by design, nothing breaks: a stream
that has not ended is fed the following bytes, whatever they are.

Callers: `mediawiki_dump`, `table_file` and `table_staging`.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import re
import zlib
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO

from vicinal.errors import InputError
from vicinal.files import message_of, reason

_CHUNK = 1 << 18  # bytes read, or decompressed, at a time
_PIECE = 1 << 21  # the longest piece of a bzip2 file, and
_OUTPUT = 1 << 21  # what is decompressed of it at a time
_XZ_MEMORY = 256 << 20  # a file can ask for gigabytes; `xz -9` needs 65 MB
_STREAM = re.compile(rb"BZh[1-9](?:1AY&SY|\x17\x72\x45\x38\x50\x90)")  # the start of a bzip2 stream
_START = 10  # bytes that this matches
_THREADS = min(8, os.cpu_count() or 1)

_Begun = Future[tuple[bz2.BZ2Decompressor, bytes]]


def compression_of(file: IO[bytes]) -> str:
    """Return how a file is compressed, by its first bytes: ".gz", ".bz2", or "" for neither; then rewind it."""
    first = file.read(3)
    file.seek(0)
    return ".bz2" if first == b"BZh" else ".gz" if first[:2] == b"\x1f\x8b" else ""


def decompressed(file: IO[bytes], compression: str, shown: str) -> Generator[bytes, None, None]:
    """Yield the decompressed content of a file in chunks.

    Args:
        file: The open file; its position shows how far it has been read.
        compression: ".gz", ".bz2", ".xz", or "" for a file that is not compressed.
        shown: The name of the file in errors.

    Raises:
        InputError: The file is truncated or damaged, is compressed in another way, or cannot be read.
    """
    try:
        if compression == ".bz2":
            yield from _bz2(_pieces(file))
        elif compression == ".xz":
            yield from _xz(file)
        elif compression == ".gz":
            with gzip.GzipFile(fileobj=file) as content:
                while data := content.read(_CHUNK):
                    yield data
            if not file.tell():
                raise EOFError  # an empty file has no header
        else:
            while data := file.read(_CHUNK):
                yield data
    except EOFError:
        raise InputError(f"{shown}: is truncated; get a complete copy") from None
    except (OSError, zlib.error, lzma.LZMAError) as error:
        if isinstance(error, OSError) and error.errno:
            raise InputError(f"{shown}: cannot be read: {reason(error)}") from None
        why = message_of(error).lower()
        raise InputError(f"{shown}: is damaged, or not {compression[1:]} data: {why}; get a new copy") from None


def _xz(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the content of one or more consecutive xz streams, which may be padded."""
    stream, data = lzma.LZMADecompressor(memlimit=_XZ_MEMORY), file.read(_CHUNK)
    while data or not stream.eof:
        if stream.eof:
            stream = lzma.LZMADecompressor(memlimit=_XZ_MEMORY)
        if not data and stream.needs_input:
            raise EOFError
        output = stream.decompress(data, _CHUNK)
        if output:
            yield output
        if stream.eof:
            data = stream.unused_data.lstrip(b"\0") or file.read(_CHUNK).lstrip(b"\0")
        else:
            data = file.read(_CHUNK) if stream.needs_input else b""


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Yield a bzip2 file in pieces; each starts where a stream may start, or continues a very long one."""
    held = bytearray()
    searched = 1
    while data := file.read(_CHUNK):
        held += data
        while found := _STREAM.search(held, searched):
            yield bytes(held[: found.start()])
            del held[: found.start()]
            searched = 1
        searched = max(1, len(held) - _START)
        if len(held) > _PIECE:
            # Hold back the last bytes, in case a stream starts in them.
            yield bytes(held[:searched])
            del held[:searched]
            searched = 0
    yield bytes(held)


def _bz2(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the content of all streams; like Python's own reader, ignore what follows the last one."""
    stream: bz2.BZ2Decompressor | None = None
    with ThreadPoolExecutor(_THREADS) as pool:
        for piece, begun in _ahead(pieces, pool):
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


def _ahead(pieces: Iterable[bytes], pool: ThreadPoolExecutor) -> Iterator[tuple[bytes, _Begun | None]]:
    """Yield the pieces in order; threads begin to decompress those that may be streams."""
    waiting: deque[tuple[bytes, _Begun | None]] = deque()
    for number, piece in enumerate(pieces):
        is_stream = (number == 0 and piece) or _STREAM.match(piece)
        waiting.append((piece, pool.submit(_begin, piece) if is_stream else None))
        if len(waiting) > 2 * _THREADS:
            yield waiting.popleft()
    yield from waiting


def _begin(piece: bytes) -> tuple[bz2.BZ2Decompressor, bytes]:
    stream = bz2.BZ2Decompressor()
    return stream, stream.decompress(piece, _OUTPUT)
