"""Folders, here or behind a URL: where corpora are read from and runs are written to.

A path is a local folder; anything with `://` is opened by fsspec (`s3://`, `gs://` ...; extra `cluster`), so that the
machines of a cluster can share it. Both kinds answer the same few questions. A write is whole or not at all: a
file beside the wanted one is renamed into place, and an object store shows an object only when it is complete. Names
are relative, with `/` between their parts, and never lead out of the folder.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple, cast

from vicinal.errors import InputError
from vicinal.files import reason, write_files

_LEFTOVER = re.compile(r"\.(vicinal-)?[0-9a-f]{16}\.part$")


class File(NamedTuple):
    """A file of a folder: its name, its size in bytes, and when it was changed (seconds since 1970; 0 if unknown)."""

    name: str
    size: int
    changed: float

    @property
    def date(self) -> int:
        """When it was changed, in microseconds."""
        return round(self.changed * 1e6)


def is_url(path: str) -> bool:
    """Tell whether a path is a URL, and so not a local file."""
    return "://" in path


def last_name(path: str) -> str:
    """Return the last name of a path or URL."""
    return path.rstrip("/").rpartition("/")[2] if is_url(path) else Path(path).resolve().name


def folder_at(path: str | os.PathLike[str]) -> LocalFolder | RemoteFolder:
    """Return the folder at a path or URL; it need not exist."""
    text = _without_scheme(os.fspath(path))
    return RemoteFolder(text.rstrip("/")) if is_url(text) else LocalFolder(text)


def file_at(path: str | os.PathLike[str]) -> tuple[LocalFolder | RemoteFolder, str]:
    """Return the folder of a file, and its name in there."""
    text = _without_scheme(os.fspath(path))
    if is_url(text):
        parent, _, name = text.rpartition("/")
        return RemoteFolder(parent), name
    return LocalFolder(str(Path(text).parent)), Path(text).name


def _without_scheme(path: str) -> str:
    """Return the local path of a file:// URL, which needs no fsspec and has locks and links to look after."""
    return path.removeprefix("file://") or "/"


def checked(name: str) -> str:
    """Return a relative name as it is; raise InputError if it could lead out of its folder."""
    path = PurePosixPath(name)
    elsewhere = os.name == "nt" and ("\\" in name or ":" in name)
    if not name or "\0" in name or elsewhere or path.is_absolute() or ".." in path.parts:
        raise InputError(f"{name!r}: could lead out of the folder; names are relative to it, with / between parts")
    return name


def absolute_path(path: str) -> str:
    """Return a path from the root of the file system; a URL is one already."""
    return path if is_url(path) else str(Path(path).absolute())


def is_leftover(name: str) -> bool:
    """Tell whether a file is what a killed write of ours leaves behind."""
    return _LEFTOVER.search(name) is not None


@dataclass(frozen=True)
class LocalFolder:
    """A folder of this machine, or one that the machines of a cluster share as a file system."""

    path: str

    def exists(self) -> bool:
        """Tell whether the folder is there."""
        return Path(self.path).is_dir()

    def make(self) -> None:
        """Make the folder, and those it stands in."""
        try:
            Path(self.path).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{self.path}: cannot be made: {reason(error)}") from None

    def inside(self, name: str) -> LocalFolder:
        """Return a folder in this one."""
        return LocalFolder(str(Path(self.path, checked(name))))

    def where(self, name: str) -> str:
        """Return the path of a file, for messages and for libraries that open files themselves."""
        return str(Path(self.path, name))

    def files(self) -> Iterator[File]:
        """Yield the files in this folder and those below, sorted by name.

        Left out are links that lead out of it, folders whose name begins with a dot, and folders that hold a run.
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
        """Return what is in a folder, sorted, folders with a slash behind."""
        try:
            with os.scandir(Path(self.path, prefix)) as found:
                # Names alone are kept: entries remember far more, and there may be very many.
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
        except OSError:  # a link to nothing, or just removed
            return
        if stat.S_ISREG(status.st_mode):
            yield File(name, status.st_size, status.st_mtime)

    def file(self, name: str) -> File | None:
        """Return the size and date of a file; None if there is none."""
        try:
            status = Path(self.path, checked(name)).stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            raise InputError(f"{self.where(name)}: cannot be read: {reason(error)}") from None
        return File(name, status.st_size, status.st_mtime) if stat.S_ISREG(status.st_mode) else None

    def open(self, name: str) -> IO[bytes]:
        """Open a file for reading; raise InputError with the reason when that cannot be done."""
        try:
            root, place = os.path.realpath(self.path), os.path.realpath(self.where(checked(name)))
            if not _is_inside(root, place):
                raise InputError(f"{self.where(name)}: is a link that leads out of the folder")
            if Path(place).exists() and not Path(place).is_file():  # a pipe would never end
                raise InputError(f"{self.where(name)}: is no regular file; a file was expected")
            return Path(place).open("rb")
        except InputError:
            raise
        except (OSError, ValueError) as error:
            raise InputError(f"{self.where(name)}: cannot be read: {reason(error)}") from None

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        with self.open(name) as file:
            return _read_all(file, self.where(name))

    def write(self, name: str, data: bytes, *, sync: bool = True) -> None:
        """Write a file whole or not at all (see `files.write_files`); raise InputError when that cannot be done."""
        write_files({Path(self.where(checked(name))): data}, sync=sync)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        try:
            Path(self.path, checked(name)).unlink()
        except FileNotFoundError:
            return
        except OSError as error:
            raise InputError(f"{self.where(name)}: cannot be removed: {reason(error)}") from None

    def drop(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)

    def clean(self) -> None:
        """Remove what writes that were killed left behind, here and in the folders below."""
        for file in list(self.files()):
            if is_leftover(file.name):
                self.remove(file.name)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Make the folder and hold it against other processes; raise InputError if one holds it already."""
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
            raise InputError(f"{self.path}: another run is at work in this folder; wait for it, or stop it") from None
        except OSError:  # a file system without locks
            pass
        try:
            yield
        finally:
            os.close(handle)


@dataclass(frozen=True)
class RemoteFolder:
    """A folder behind a URL, through fsspec."""

    path: str

    @property
    def _system(self) -> tuple[Any, str]:
        """Return fsspec's file system, which it keeps for reuse, and the path in there."""
        try:
            import fsspec
        except ImportError:
            raise InputError(f"{self.path}: URLs need fsspec; pip install 'vicinal[cluster]'") from None
        try:
            system, path = fsspec.core.url_to_fs(self.path)
        except (ImportError, ValueError, OSError) as error:
            raise InputError(f"{self.path}: cannot be opened: {' '.join(str(error).split())}") from None
        return system, path.rstrip("/")

    def _do(self, what: str, name: str, *arguments: Any, method: str, **settings: Any) -> Any:
        system, root = self._system
        path = f"{root}/{checked(name)}" if name else root
        try:
            return getattr(system, method)(path, *arguments, **settings)
        except FileNotFoundError:
            raise InputError(f"{self.where(name)}: cannot be {what}: no such file or directory") from None
        except Exception as error:  # noqa: BLE001  (each store has errors of its own)
            raise InputError(f"{self.where(name)}: cannot be {what}: {' '.join(str(error).split())}") from None

    def exists(self) -> bool:
        """Tell whether the folder is there, which in an object store means that something is in it."""
        return bool(self._do("read", "", method="isdir"))

    def make(self) -> None:
        """Make the folder, where the store has folders."""
        self._do("made", "", method="makedirs", exist_ok=True)

    def inside(self, name: str) -> RemoteFolder:
        """Return a folder in this one."""
        return RemoteFolder(f"{self.path}/{checked(name)}")

    def where(self, name: str) -> str:
        """Return the URL of a file."""
        return f"{self.path}/{name}" if name else self.path

    def files(self) -> Iterator[File]:
        """Yield the files in this folder and those below, sorted by name."""
        system, root = self._system
        system.invalidate_cache()  # others write there too
        found = self._do("read", "", method="find", detail=True)
        for path in sorted(found):
            name = path[len(root) :].lstrip("/") if path.startswith(root) else path
            yield File(name, int(found[path].get("size") or 0), _changed(found[path]))

    def file(self, name: str) -> File | None:
        """Return the size and date of a file; None if there is none."""
        system, root = self._system
        try:
            known = system.info(f"{root}/{checked(name)}")
        except FileNotFoundError:
            return None
        except Exception as error:  # noqa: BLE001  (each store has errors of its own)
            raise InputError(f"{self.where(name)}: cannot be read: {' '.join(str(error).split())}") from None
        return File(name, int(known.get("size") or 0), _changed(known))

    def open(self, name: str) -> IO[bytes]:
        """Open a file for reading."""
        return cast(IO[bytes], self._do("read", name, "rb", method="open"))

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        return bytes(self._do("read", name, method="cat_file"))

    def write(self, name: str, data: bytes, *, sync: bool = True) -> None:
        """Write a file; an object store shows it when it is complete, and safe."""
        del sync
        self._do("written", name, data, method="pipe_file")

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        if self.file(name) is not None:
            self._do("removed", name, method="rm_file")

    def drop(self) -> None:
        """Remove the folder with all that is in it."""
        self._system[0].invalidate_cache()
        if self.exists():
            self._do("removed", "", method="rm", recursive=True)

    def clean(self) -> None:
        """Remove what writes that were killed left behind."""
        for file in list(self.files()) if self.exists() else ():
            if is_leftover(file.name):
                self.remove(file.name)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Make the folder; object stores have no locks, so nothing keeps a second run out."""
        self.make()
        yield


Folder = LocalFolder | RemoteFolder


def _is_inside(root: str, path: str) -> bool:
    """Tell whether a path without links is in a folder."""
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)


def _read_all(file: IO[bytes], where: str) -> bytes:
    try:
        return file.read()
    except OSError as error:
        raise InputError(f"{where}: cannot be read: {reason(error)}") from None


def _changed(known: dict[str, Any]) -> float:
    """Return when a file was changed, by whatever name its store has for that."""
    for key in ("mtime", "LastModified", "last_modified", "updated"):
        value = known.get(key)
        if isinstance(value, (int, float)):
            return float(value)
        if isinstance(value, datetime):
            return value.timestamp()
    return 0.0
