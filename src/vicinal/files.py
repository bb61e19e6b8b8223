"""Reading and writing files safely.

Callers: `Document.from_file`, the formats, the command line. Reading accepts UTF-8 with or without a byte order mark,
and other encodings if they are named; errors name the byte and the line that is something else, and what the file seems
to be. Writing is atomic: data go to a temporary file in the same folder, which is then renamed, so that an interrupted
write leaves the old file unchanged.
"""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from vicinal.errors import InputError
from vicinal.text_encoding import check_encoding, has_narrow_text, is_utf8, likely_encoding

_KINDS = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"PK\x03\x04": "a zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"\xd0\xcf\x11\xe0": "an old Office file (.doc, .xls, .ppt)",
    b"SQLite format 3\0": "an SQLite database",
    b"%PDF-": "a PDF file",
    b"PAR1": "a Parquet table",
    b"ID3": "a sound file",
    b"\x7fELF": "a program",
    b"MZ": "a program",
}
# The system's streams and devices: written to directly, never replaced.
_STREAMS = ("/dev/", "/proc/")


def read_bytes(path: str | os.PathLike[str], read: Callable[[BinaryIO], bytes] | None = None) -> bytes:
    """Return the content of a file; raise InputError with the path and the reason when it cannot be read.

    Args:
        path: The file.
        read: What reads the open file; None to read all of it.
    """
    if not os.fspath(path):
        raise InputError("'' is no file name; give a text file")
    try:
        with Path(path).open("rb") as file:
            return read(file) if read else file.read()
    except IsADirectoryError:
        raise InputError(f"{path}: is a directory; give a text file") from None
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {reason(error)}") from None


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a UTF-8 file, without its byte order mark."""
    return decode(read_bytes(path), str(path))


def text_lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a UTF-8 file, plain or gzipped, that are not blank, with their numbers from 1, as it is read.

    Raises:
        InputError: The file cannot be read, or a line is not UTF-8; the message names the line.
    """
    import gzip  # 3 ms, which only this needs
    import zlib

    if not os.fspath(path):
        raise InputError("'' is no file name; give a file")
    try:
        with Path(path).open("rb") as file:
            is_gzip = file.peek(2)[:2] == b"\x1f\x8b"
            for number, line in enumerate(gzip.GzipFile(fileobj=file) if is_gzip else file, 1):
                bare = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
                if bare.strip():
                    yield number, _decoded_line(bare, f"{path}:{number}")
    except InputError:
        raise
    except IsADirectoryError:
        raise InputError(f"{path}: is a directory; give a file") from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{path}: is not a complete gzip file: {message_of(error)}") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {reason(error)}") from None


def _decoded_line(line: bytes, name: str) -> str:
    """Return a line as text, without its line end."""
    try:
        text = line.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        why = f"is not UTF-8: byte 0x{line[error.start]:02x} at offset {error.start} of the line"
        raise InputError(f"{name}: {why}; {_advice(line, None, 'give a text file')}") from None
    if "\0" in text:
        raise InputError(f"{name}: {_binary(line, 'give a text file')}")
    return text


def decode(data: bytes, name: str, encoding: str | None = None, *, instead: str = "give a text file") -> str:
    """Return data as text, without a byte order mark; errors refer to the data by `name`.

    Args:
        data: The bytes of the text.
        name: The name of the file, for errors.
        encoding: The encoding of text that is not UTF-8; None if it must be UTF-8.
        instead: What to do if the data are no text at all, for errors.

    Raises:
        InputError: The data are not in that encoding, or contain a NUL byte. The message has the byte and the line, and
            what the data seem to be.
    """
    codec = "utf-8-sig" if encoding is None else check_encoding(encoding)
    if encoding is not None and is_utf8(data, codec):
        codec = "utf-8-sig"  # of two versions, often only one is in another encoding
    if encoding is None and b"\0" in data:
        raise InputError(f"{name}: {_binary(data, instead)}")
    try:
        text = data.decode(codec).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        # With a byte order mark, positions count from after it.
        offset = error.start + len(data) - len(error.object)
        line = data.count(b"\n", 0, offset) + 1
        place = f"byte 0x{data[offset]:02x} at offset {offset}, line {line}"
    except UnicodeError as error:
        place = message_of(error)
    else:
        if "\0" not in text and not has_narrow_text(data, codec):
            return text
        place = "NUL characters in it" if "\0" in text else "it has a byte a character"
    raise InputError(f"{name}: is not {encoding or 'UTF-8'}: {place}; {_advice(data, encoding, instead)}")


def _binary(data: bytes, instead: str) -> str:
    """Return what data with a NUL byte are, and what to do."""
    found = likely_encoding(data) if not _kind(data) else None
    if found is not None:
        return f"is {found.upper()[:6]} text; give --encoding {found}, or save it as UTF-8"
    what = f"is {_kind(data)}" if _kind(data) else f"is binary data (a NUL byte at offset {data.find(0)})"
    return f"{what}; {instead}"


def _advice(data: bytes, encoding: str | None, instead: str) -> str:
    """Return what data seem to be that are not in an encoding, and what to do."""
    if _kind(data):
        return f"it is {_kind(data)}; {instead}"
    found = likely_encoding(data)
    if found is None or found == encoding:
        return "save it as UTF-8" if encoding is None else "give another --encoding, or save it as UTF-8"
    return f"it seems to be {found}: give --encoding {found}, or save it as UTF-8"


def _kind(data: bytes) -> str:
    """Return what binary data are, by their first bytes; "" for any other data."""
    return next((what for beginning, what in _KINDS.items() if data.startswith(beginning)), "")


def write_files(contents: Mapping[Path, bytes | bytearray], *, sync: bool = True) -> None:
    """Write each file completely or not at all: write all to temporary files, then rename them.

    With `sync` the data are on disk before the files are renamed, so that not even a power failure leaves a partial
    file. Use `sync=False` only for files that can be rebuilt and whose readers would notice.

    A replaced file keeps its permissions, and a symbolic link stays one. A path that is not a regular file (a pipe,
    `/dev/stdout`) is written to directly.

    Raises:
        InputError: A file cannot be written. Temporary files are removed.
    """
    beside: list[tuple[Path, Path]] = []
    now = Path()
    try:
        for path, data in contents.items():
            now = path
            old = path.stat() if path.exists() else None
            if is_stream(path):
                with path.open("ab") as stream:
                    stream.write(data)
                continue
            place = Path(os.path.realpath(path))
            temporary = temporary_beside(place)
            with temporary.open("xb") as file:
                beside.append((temporary, place))
                file.write(data)
                if sync:
                    file.flush()
                    os.fsync(file.fileno())
            if old:
                temporary.chmod(stat.S_IMODE(old.st_mode))
        for temporary, place in beside:
            now = place
            temporary.replace(place)
    except (OSError, ValueError) as error:
        raise InputError(f"{now}: cannot be written: {reason(error)}") from None
    finally:
        for temporary, _ in beside:
            temporary.unlink(missing_ok=True)


def is_stream(path: Path) -> bool:
    """Tell whether a path is a pipe or a device, such as `/dev/stdout`: written to, never replaced."""
    try:
        return str(path.absolute()).startswith(_STREAMS) or not stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):  # there is none
        return False


def temporary_beside(place: Path) -> Path:
    """Return a new temporary name in the folder of a file, of a form that cleaning up recognises."""
    return place.with_name(f".vicinal-{os.urandom(8).hex()}.part")


def reason(error: OSError | ValueError) -> str:
    """Return the system's reason for an error."""
    return (getattr(error, "strerror", None) or str(error)).lower()


def message_of(error: Exception) -> str:
    """Return the message of an error on one line."""
    return " ".join(str(error).split())
