"""Files that are written bit by bit and appear together, when all of them are whole.

Here they grow in a file beside their place and are renamed; for a URL they grow in a temporary file of this machine,
which is then sent. Whatever goes wrong before, the folder stays as it was.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from vicinal.corpus.store import Folder, LocalFolder, checked
from vicinal.errors import InputError
from vicinal.files import reason


class PendingFiles:
    """The files of a folder that are being written; a context manager that removes what was not committed."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._open: dict[str, tuple[IO[bytes], Path]] = {}

    def __enter__(self) -> PendingFiles:
        return self

    def __exit__(self, *_: object) -> None:
        for file, temporary in self._open.values():
            with suppress(OSError):  # of what it could not write; it is removed anyway
                file.close()
            temporary.unlink(missing_ok=True)

    def write(self, name: str, data: bytes) -> None:
        """Add to a file; the first time, begin it."""
        try:
            if name not in self._open:
                self._open[name] = self._begin(checked(name))
            self._open[name][0].write(data)
        except OSError as error:
            raise self._failed(name, error) from None

    def commit(self) -> None:
        """Let all files appear."""
        for name, (file, _) in self._open.items():
            try:
                file.flush()
                os.fsync(file.fileno())
                file.close()
            except OSError as error:
                raise self._failed(name, error) from None
        for name, (_, temporary) in self._open.items():
            try:
                if isinstance(self._folder, LocalFolder):
                    temporary.replace(os.path.realpath(self._folder.where(name)))
                else:
                    _send(temporary, self._folder.where(name))
            except OSError as error:
                raise self._failed(name, error) from None

    def _begin(self, name: str) -> tuple[IO[bytes], Path]:
        if not isinstance(self._folder, LocalFolder):
            handle, path = tempfile.mkstemp(prefix="vicinal-", suffix=".part")
            return os.fdopen(handle, "wb"), Path(path)
        place = Path(os.path.realpath(self._folder.where(name)))
        if place.is_dir():
            raise InputError(f"{place}: is a directory; a file is to be written there")
        temporary = place.with_name(f".vicinal-{os.urandom(8).hex()}.part")
        return temporary.open("xb"), temporary

    def _failed(self, name: str, error: OSError) -> InputError:
        return InputError(f"{self._folder.where(name)}: cannot be written: {reason(error)}")


class PendingFolder:
    """A folder of many small files that appears when all of them are there; a context manager like PendingFiles.

    In an object store, where nothing can be renamed at once, the files appear one by one.
    """

    def __init__(self, parent: Folder, name: str) -> None:
        """Begin a folder; raise InputError if there are files in it already."""
        self._place = parent.inside(name)
        if self._place.exists() and next(iter(self._place.files()), None) is not None:
            raise InputError(f"{self._place.path}: holds files already; remove them, or choose another folder")
        self._grows = self._place
        if isinstance(parent, LocalFolder):
            self._grows = parent.inside(f".vicinal-{os.urandom(8).hex()}.part")
        self._grows.make()

    def __enter__(self) -> PendingFolder:
        return self

    def __exit__(self, *_: object) -> None:
        if isinstance(self._grows, LocalFolder):
            shutil.rmtree(self._grows.path, ignore_errors=True)

    def write(self, name: str, data: bytes) -> None:
        """Write a file."""
        if not isinstance(self._grows, LocalFolder):
            self._grows.write(name, data)
            return
        try:
            Path(self._grows.where(checked(name))).write_bytes(data)
        except OSError as error:
            raise InputError(f"{self._place.where(name)}: cannot be written: {reason(error)}") from None

    def commit(self) -> None:
        """Let the folder appear."""
        if isinstance(self._grows, LocalFolder):
            try:
                with suppress(FileNotFoundError):
                    Path(self._place.path).rmdir()  # an empty one; not every system renames over it
                Path(self._grows.path).replace(self._place.path)
            except OSError as error:
                raise InputError(f"{self._place.path}: cannot be written: {reason(error)}") from None


def _send(file: Path, url: str) -> None:
    """Send a file to where a URL says; where that is not an object store, it is moved into place there."""
    from fsspec.core import url_to_fs

    system, path = url_to_fs(url)
    whole = f"{path}.{os.urandom(8).hex()}.part" if getattr(system, "local_file", False) else path
    try:
        system.put_file(str(file), whole)
        if whole != path:
            system.mv(whole, path)
    except Exception as error:  # noqa: BLE001  (each store has errors of its own)
        raise InputError(f"{url}: cannot be written: {' '.join(str(error).split())}") from None
