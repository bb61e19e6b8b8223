"""A folder behind a URL, through fsspec (extra `cluster`); see `folders`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any, cast

from vicinal.corpus.local_folder import File, checked_name
from vicinal.errors import InputError
from vicinal.files import message_of
from vicinal.installation import install_command


@dataclass(frozen=True)
class RemoteFolder:
    """A folder that fsspec can reach."""

    path: str

    @property
    def _system(self) -> tuple[Any, str]:
        """Return fsspec's file system, which fsspec caches, and the path in it."""
        try:
            import fsspec
        except ImportError:
            command = install_command("cluster", "fsspec")
            raise InputError(f"{self.path}: URLs need fsspec; install it: {command}") from None
        try:
            system, path = fsspec.core.url_to_fs(self.path)
        except (ImportError, ValueError, OSError) as error:
            raise InputError(f"{self.path}: cannot be opened: {message_of(error)}") from None
        return system, path.rstrip("/")

    def _call(self, what: str, name: str, *arguments: Any, method: str, **settings: Any) -> Any:
        system, root = self._system
        path = f"{root}/{checked_name(name)}" if name else root
        try:
            return getattr(system, method)(path, *arguments, **settings)
        except FileNotFoundError:
            raise InputError(f"{self.where(name)}: cannot be {what}: no such file or directory") from None
        except Exception as error:  # noqa: BLE001  (each store has its own errors)
            raise InputError(f"{self.where(name)}: cannot be {what}: {message_of(error)}") from None

    def exists(self) -> bool:
        """Tell whether the folder exists; in an object store, whether it holds anything."""
        return bool(self._call("read", "", method="isdir"))

    def make(self) -> None:
        """Create the folder, if the store has folders."""
        self._call("created", "", method="makedirs", exist_ok=True)

    def inside(self, name: str) -> RemoteFolder:
        """Return a subfolder."""
        return RemoteFolder(f"{self.path}/{checked_name(name)}")

    def where(self, name: str) -> str:
        """Return the URL of a file."""
        return f"{self.path}/{name}" if name else self.path

    def files(self) -> Iterator[File]:
        """Yield the files in this folder and its subfolders, sorted by name."""
        system, root = self._system
        system.invalidate_cache()  # other machines write here too
        found = self._call("read", "", method="find", detail=True)
        for path in sorted(found):
            name = path[len(root) :].lstrip("/") if path.startswith(root) else path
            yield _file(name, found[path])

    def file(self, name: str) -> File | None:
        """Return the size and modification time of a file; None if it does not exist."""
        system, root = self._system
        try:
            return _file(name, system.info(f"{root}/{checked_name(name)}"))
        except FileNotFoundError:
            return None
        except InputError:
            raise
        except Exception as error:  # noqa: BLE001  (each store has its own errors)
            raise InputError(f"{self.where(name)}: cannot be read: {message_of(error)}") from None

    def open(self, name: str) -> IO[bytes]:
        """Open a file for reading."""
        return cast(IO[bytes], self._call("read", name, "rb", method="open"))

    def read(self, name: str, read: Callable[[IO[bytes]], bytes] | None = None) -> bytes:
        """Return the content of a file; `read` reads the open file, None reads all of it."""
        if read is None:
            return bytes(self._call("read", name, method="cat_file"))
        with self.open(name) as file:
            try:
                return read(file)
            except InputError:
                raise
            except Exception as error:  # noqa: BLE001  (each store has its own errors)
                raise InputError(f"{self.where(name)}: cannot be read: {message_of(error)}") from None

    def write(self, name: str, data: bytes | bytearray, *, sync: bool = True) -> None:
        """Write a file; an object store shows it once it is complete and durable."""
        del sync
        self._call("written", name, bytes(data), method="pipe_file")

    def remove(self, name: str) -> None:
        """Remove a file if it exists."""
        if self.file(name) is not None:
            self._call("removed", name, method="rm_file")

    def drop(self) -> None:
        """Remove the folder and everything in it."""
        self._system[0].invalidate_cache()
        if self.exists():
            self._call("removed", "", method="rm", recursive=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Create the folder; object stores have no locks, so a second run is not kept out."""
        self.make()
        yield


def _file(name: str, known: dict[str, Any]) -> File:
    """Return a file from what its store reports; each store has its own key for the modification time."""
    changed = 0.0
    for key in ("mtime", "LastModified", "last_modified", "updated"):
        value = known.get(key)
        if isinstance(value, (int, float, datetime)):
            changed = value.timestamp() if isinstance(value, datetime) else float(value)
            break
    return File(name, int(known.get("size") or 0), changed)
