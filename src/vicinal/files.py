"""Reading and writing files safely.

Callers: `Document.from_file`, the formats, the command line. Reading accepts UTF-8 with or without a byte order mark;
errors name the byte and the line that is something else. Writing is atomic: data go to a temporary file in the same
folder, which is then renamed, so that an interrupted write leaves the old file unchanged.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from vicinal.errors import InputError

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# The system's streams and devices: written to directly, never replaced.
_STREAMS = ("/dev/", "/proc/")


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the content of a file; raise InputError with the path and the reason when it cannot be read."""
    if not os.fspath(path):
        raise InputError("'' is no file name; give a text file")
    try:
        return Path(path).read_bytes()
    except IsADirectoryError:
        raise InputError(f"{path}: is a directory; give a text file") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {reason(error)}") from None


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a UTF-8 file, without its byte order mark."""
    return decode(read_bytes(path), str(path))


def decode(data: bytes, name: str, encoding: str | None = None) -> str:
    """Return data as text, without a byte order mark; errors refer to the data by `name`.

    Args:
        data: The bytes of the text.
        name: The name of the file, for errors.
        encoding: The encoding of the text; None for UTF-8.

    Raises:
        InputError: The data are not UTF-8 or contain a NUL byte; the message has the byte and the line.
    """
    if encoding is not None:
        try:
            return data.decode(encoding).removeprefix("\ufeff")
        except (LookupError, UnicodeError) as error:
            raise InputError(f"{name}: is not {encoding}: {error}") from None
    if data.startswith(_UTF16_MARKS):
        raise InputError(f"{name}: is UTF-16 text; save it as UTF-8")
    nul = data.find(b"\0")
    if nul >= 0:
        raise InputError(f"{name}: is binary data (a NUL byte at offset {nul}); give a plain text file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # With a byte order mark, positions count from after it.
        offset = error.start + len(data) - len(error.object)
        line = data.count(b"\n", 0, offset) + 1
        raise InputError(
            f"{name}: is not UTF-8: byte 0x{data[offset]:02x} at offset {offset}, line {line}; save it as UTF-8"
        ) from None


def write_files(contents: dict[Path, bytes], *, sync: bool = True) -> None:
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
            if str(path.absolute()).startswith(_STREAMS) or (old and not stat.S_ISREG(old.st_mode)):
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


def temporary_beside(place: Path) -> Path:
    """Return a new temporary name in the folder of a file, of a form that cleaning up recognises."""
    return place.with_name(f".vicinal-{os.urandom(8).hex()}.part")


def reason(error: OSError | ValueError) -> str:
    """Return the system's reason for an error."""
    return (getattr(error, "strerror", None) or str(error)).lower()


def message_of(error: Exception) -> str:
    """Return the message of an error on one line."""
    return " ".join(str(error).split())
