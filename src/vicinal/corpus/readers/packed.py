"""Compressed files: recognised by name, unpacked chunk by chunk, and kept once they are whole.

What a compressed file holds can only be reached from its beginning, so that it cannot be cut into byte ranges. It is
unpacked into a folder first. Beside each unpacked file stands a small one that says what it was made from and how
large it is; that one is written last, so a file without it, or of another size, is unpacked again.

Caller: `table`.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import json
import lzma
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from vicinal.corpus.store import File, Folder, LocalFolder, checked
from vicinal.errors import InputError
from vicinal.files import reason

SUFFIXES = (".gz", ".bz2", ".xz")
_CHUNK = 1 << 20
_XZ_MEMORY = 256 << 20  # a file can ask for gigabytes; `xz -9` needs 65 MB


def unpacked(file: IO[bytes], shown: str) -> Iterator[bytes]:
    """Yield what a compressed file holds, in chunks of a megabyte at most.

    Args:
        file: The open file.
        shown: What errors call it; its suffix tells how it is compressed.

    Raises:
        InputError: It is cut short or damaged, or compressed in another way than its name says.
    """
    try:
        if shown.lower().endswith(".gz"):
            with gzip.GzipFile(fileobj=file) as content:
                while chunk := content.read(_CHUNK):
                    yield chunk
            if not file.tell():
                raise EOFError  # nothing at all, where at least a header should be
        elif shown.lower().endswith(".bz2"):
            yield from _streams(file, bz2.BZ2Decompressor)
        else:
            yield from _streams(file, lambda: lzma.LZMADecompressor(memlimit=_XZ_MEMORY))
    except EOFError:
        raise InputError(f"{shown}: is cut short: the compressed data end too early; get the whole file") from None
    except (gzip.BadGzipFile, zlib.error, lzma.LZMAError) as error:
        raise InputError(f"{shown}: is damaged, or not compressed as its name says: {_words(error)}") from None
    except OSError as error:  # bz2 has no error of its own
        what = "cannot be read" if error.errno else "is damaged, or not compressed as its name says"
        raise InputError(f"{shown}: {what}: {reason(error)}") from None


def _streams(file: IO[bytes], start: Callable[[], Any]) -> Iterator[bytes]:
    """Yield what a file holds that is one compressed stream, or several behind each other."""
    decompressor, data = start(), file.read(_CHUNK)
    while data or not decompressor.eof:
        if decompressor.eof:
            decompressor = start()
        if not data and decompressor.needs_input:
            raise EOFError
        chunk = decompressor.decompress(data, _CHUNK)
        if chunk:
            yield chunk
        if decompressor.eof:
            data = decompressor.unused_data.lstrip(b"\0") or file.read(_CHUNK).lstrip(b"\0")  # xz may be padded
        else:
            data = file.read(_CHUNK) if decompressor.needs_input else b""


def unpack(
    source: tuple[Folder, File], shown: str, folder: Folder, suffix: str, advance: Callable[[str, int, int], None]
) -> str:
    """Unpack a file into a folder, unless that was done before, and return the path or URL of the result.

    Args:
        source: The folder of the compressed file, and the file.
        shown: What errors and progress call it.
        folder: Where to put what it holds.
        suffix: How the name of the result is to end.
        advance: Called with what is done, how many bytes of the compressed file are read, and how many it has.
    """
    origin, known = source
    about = {"file": shown, "size": known.size, "changed": known.changed}
    name = hashlib.sha256(shown.encode("utf-8", "surrogatepass")).hexdigest()[:16] + suffix
    marker = f"{name}.unpacked.json"
    if _is_whole(folder, name, marker, about):
        return folder.where(name)
    folder.make()
    folder.remove(marker)
    with origin.open(known.name) as file:

        def watched() -> Iterator[bytes]:
            for chunk in unpacked(file, shown):
                yield chunk
                advance(f"unpacking {shown}", file.tell(), known.size)

        _write(folder, name, watched())
    made = folder.file(name)
    folder.write(marker, json.dumps({**about, "unpacked": made.size if made else 0}).encode())
    return folder.where(name)


def _is_whole(folder: Folder, name: str, marker: str, about: dict[str, Any]) -> bool:
    made = folder.file(name)
    if made is None or folder.file(marker) is None:
        return False
    try:
        return bool(json.loads(folder.read(marker)) == {**about, "unpacked": made.size})
    except ValueError:
        return False


def _write(folder: Folder, name: str, chunks: Iterable[bytes]) -> None:
    """Write a file chunk by chunk; it has its name only when it is whole, or, behind a URL, at least its marker."""
    if not isinstance(folder, LocalFolder):
        import fsspec

        try:
            with fsspec.open(folder.where(checked(name)), "wb") as file:
                for chunk in chunks:
                    file.write(chunk)
        except InputError:
            raise
        except Exception as error:  # noqa: BLE001  (each store has errors of its own)
            raise InputError(f"{folder.where(name)}: cannot be written: {_words(error)}") from None
        return
    place = Path(folder.where(checked(name)))
    temporary = place.with_name(f".vicinal-{os.urandom(8).hex()}.part")
    try:
        with temporary.open("xb") as file:
            for chunk in chunks:
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(place)
    except OSError as error:
        raise InputError(f"{place}: cannot be written: {reason(error)}") from None
    finally:
        temporary.unlink(missing_ok=True)


def _words(error: Exception) -> str:
    return " ".join(str(error).split()).lower()
