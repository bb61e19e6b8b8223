"""A local folder, or one on a file system that the machines of a cluster share; see `folders`."""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from vicinal.errors import InputError
from vicinal.files import reason, write_files

_BUFFER = 1 << 18  # bytes; records are longer than the usual buffer
_LEFTOVER = re.compile(r"\.(vicinal-)?[0-9a-f]{16}\.part$")


class File(NamedTuple):
    """A file of a folder: name, size in bytes, and modification time (seconds since 1970; 0 if unknown)."""

    name: str
    size: int
    changed: float

    @property
    def date(self) -> int:
        """The modification time in microseconds."""
        return round(self.changed * 1e6)


def checked_name(name: str) -> str:
    """Return a relative name unchanged; raise InputError if it could lead out of its folder."""
    path = PurePosixPath(name)
    is_windows_path = os.name == "nt" and ("\\" in name or ":" in name)
    if not name or "\0" in name or is_windows_path or path.is_absolute() or ".." in path.parts:
        raise InputError(f"{name!r}: could lead out of the folder; use a relative name with / between its parts")
    return name


def is_leftover(name: str) -> bool:
    """Tell whether a file is a temporary file that a killed write left behind."""
    return _LEFTOVER.search(name) is not None


@dataclass(frozen=True)
class LocalFolder:
    """A folder of the local file system."""

    path: str

    def exists(self) -> bool:
        """Tell whether the folder exists."""
        return Path(self.path).is_dir()

    def make(self) -> None:
        """Create the folder and its parents."""
        try:
            Path(self.path).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{self.path}: cannot be created: {reason(error)}") from None

    def inside(self, name: str) -> LocalFolder:
        """Return a subfolder."""
        return LocalFolder(str(Path(self.path, checked_name(name))))

    def where(self, name: str) -> str:
        """Return the path of a file, for messages and for libraries that open files themselves."""
        return str(Path(self.path, name))

    def files(self) -> Iterator[File]:
        """Yield the files in this folder and its subfolders, sorted by name.

        Links that lead out of the folder, hidden subfolders, and subfolders that hold a run are left out.
        """
        root = os.path.realpath(self.path)
        waiting = [""]
        while waiting:
            name = waiting.pop()
            if name and not name.endswith("/"):
                yield from self._file(name, root)
                continue
            names = self._names(name)
            if not name or not {"manifest.json", "shards/"} <= set(names):
                waiting += [name + inside for inside in reversed(names)]

    def _names(self, prefix: str) -> list[str]:
        """Return the sorted names in a folder; those of subfolders end in a slash."""
        try:
            with os.scandir(Path(self.path, prefix)) as found:
                # Keep only the names: entries take far more memory, and there may be millions.
                names = [entry.name + "/" * entry.is_dir(follow_symlinks=False) for entry in found]
        except OSError as error:
            why = f"cannot be read: {reason(error)}; make it readable, or move it elsewhere"
            raise InputError(f"{self.where(prefix)}: {why}") from None
        return sorted(name for name in names if not (name.startswith(".") and name.endswith("/")))

    def _file(self, name: str, root: str) -> Iterator[File]:
        path = Path(self.path, name)
        if path.is_symlink() and not _is_inside(root, os.path.realpath(path)):
            return
        try:
            status = path.stat()
        except OSError:  # a dangling link, or just removed
            return
        if stat.S_ISREG(status.st_mode):
            yield File(name, status.st_size, status.st_mtime)

    def file(self, name: str) -> File | None:
        """Return the size and modification time of a file; None if it does not exist."""
        try:
            status = Path(self.path, checked_name(name)).stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            raise InputError(f"{self.where(name)}: cannot be read: {reason(error)}") from None
        return File(name, status.st_size, status.st_mtime) if stat.S_ISREG(status.st_mode) else None

    def open(self, name: str) -> IO[bytes]:
        """Open a file for reading; raise InputError with the reason if that fails."""
        try:
            root, place = os.path.realpath(self.path), os.path.realpath(self.where(checked_name(name)))
            if not _is_inside(root, place):
                raise InputError(f"{self.where(name)}: is a link that leads out of the folder")
            if Path(place).exists() and not Path(place).is_file():  # reading a pipe might never end
                raise InputError(f"{self.where(name)}: is not a regular file")
            return Path(place).open("rb", buffering=_BUFFER)
        except InputError:
            raise
        except (OSError, ValueError) as error:
            raise InputError(f"{self.where(name)}: cannot be read: {reason(error)}") from None

    def read(self, name: str, read: Callable[[IO[bytes]], bytes] | None = None) -> bytes:
        """Return the content of a file; `read` reads the open file, None reads all of it."""
        with self.open(name) as file:
            try:
                return read(file) if read else file.read()
            except OSError as error:
                raise InputError(f"{self.where(name)}: cannot be read: {reason(error)}") from None

    def write(self, name: str, data: bytes | bytearray, *, sync: bool = True) -> None:
        """Write a file atomically (see `files.write_files`); raise InputError if that fails."""
        write_files({Path(self.where(checked_name(name))): data}, sync=sync)

    def remove(self, name: str) -> None:
        """Remove a file if it exists."""
        try:
            Path(self.path, checked_name(name)).unlink()
        except FileNotFoundError:
            return
        except OSError as error:
            raise InputError(f"{self.where(name)}: cannot be removed: {reason(error)}") from None

    def drop(self) -> None:
        """Remove the folder and everything in it."""
        shutil.rmtree(self.path, ignore_errors=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Create the folder and lock it; raise InputError if another process holds the lock."""
        self.make()
        try:
            import fcntl
        except ImportError:  # not on this system
            yield
            return
        try:
            handle = os.open(self.path, os.O_RDONLY)
        except OSError as error:
            raise InputError(f"{self.path}: cannot be read: {reason(error)}") from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise InputError(f"{self.path}: another process is writing to this folder; wait, or stop it") from None
        except OSError:  # a file system without locks
            pass
        try:
            yield
        finally:
            os.close(handle)


def _is_inside(root: str, path: str) -> bool:
    """Tell whether a resolved path is in a resolved folder."""
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)
