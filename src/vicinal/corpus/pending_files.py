"""Files that are written piece by piece and appear together once all are complete.

Locally, each grows in a temporary file beside its destination and is renamed. For a URL, it grows in a local temporary
file and is then uploaded. If anything fails first, the folder stays as it was; if one of several renames fails, the
earlier ones are undone. `clear` removes what a killed process left behind.

By default, nothing is synced to disk: an export can always be repeated from its run, and with one file per pair,
syncing would take longer than everything else.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from vicinal.corpus.folders import Folder
from vicinal.corpus.local_folder import LocalFolder, checked_name
from vicinal.errors import InputError
from vicinal.files import message_of, reason, temporary_beside


def clear(folder: Folder) -> None:
    """Remove what killed exports left in a folder; the caller must hold its lock."""
    if not isinstance(folder, LocalFolder):
        return
    for path in Path(folder.path).glob(".vicinal-*.part"):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(OSError):
                path.unlink()


def check_is_empty(folder: Folder) -> None:
    """Raise InputError if a folder holds files."""
    if folder.exists() and next(iter(folder.files()), None) is not None:
        raise InputError(f"{folder.path}: already holds files; remove them, or choose another folder")


class PendingFiles:
    """Files of a folder that are being written; a context manager that removes those not committed."""

    def __init__(self, folder: Folder, *, sync: bool = False) -> None:
        self._folder = folder
        self._sync = sync
        self._open: dict[str, tuple[IO[bytes], Path]] = {}
        self._unwanted: tuple[str, ...] = ()

    def __enter__(self) -> PendingFiles:
        return self

    def __exit__(self, *_: object) -> None:
        for file, temporary in self._open.values():
            with suppress(OSError):  # flushing may fail; the file is removed anyway
                file.close()
            temporary.unlink(missing_ok=True)

    def write(self, name: str, data: bytes) -> None:
        """Append to a file; the first write creates it."""
        try:
            if name not in self._open:
                self._open[name] = self._begin(checked_name(name))
            self._open[name][0].write(data)
        except OSError as error:
            raise self._failed(name, error) from None

    def remove(self, *names: str) -> None:
        """Let `commit` also remove these files, which must be there and must not be links."""
        self._unwanted += tuple(map(checked_name, names))

    def commit(self) -> None:
        """Move all files into place (one that replaces another keeps its permissions); then remove unwanted ones."""
        for name, (file, _) in self._open.items():
            try:
                if self._sync:
                    file.flush()
                    os.fsync(file.fileno())
                file.close()
            except OSError as error:
                raise self._failed(name, error) from None
        if isinstance(self._folder, LocalFolder):
            self._rename()
            return
        for name, (_, temporary) in self._open.items():
            _upload(temporary, self._folder.where(name))
        for name in self._unwanted:
            self._folder.remove(name)

    def _rename(self) -> None:
        renamed: list[tuple[Path, Path | None]] = []  # for undoing: each destination, and a link to what was there
        try:
            for name, (_, temporary) in self._open.items():
                place = self._place(name)
                try:
                    exists = place.exists()
                    if exists:
                        temporary.chmod(stat.S_IMODE(place.stat().st_mode))
                    old = _second_name(place) if exists else None
                    if old or not exists:
                        renamed.append((place, old))
                    temporary.replace(place)
                except OSError as error:
                    raise self._failed(name, error) from None
            for name in self._unwanted:
                place = Path(self._folder.where(name))
                if old := _second_name(place):
                    renamed.append((place, old))
                self._folder.remove(name)
        except BaseException:
            for place, old in renamed:
                with suppress(OSError):
                    old.replace(place) if old else place.unlink()
            raise
        finally:
            for _, old in renamed:
                if old:
                    old.unlink(missing_ok=True)

    def _begin(self, name: str) -> tuple[IO[bytes], Path]:
        if not isinstance(self._folder, LocalFolder):
            handle, path = tempfile.mkstemp(prefix="vicinal-", suffix=".part")
            return os.fdopen(handle, "wb"), Path(path)
        place = self._place(name)
        if place.is_dir():
            raise InputError(f"{place}: is a directory; remove it, or choose another folder")
        temporary = temporary_beside(place)
        return temporary.open("xb"), temporary

    def _place(self, name: str) -> Path:
        return Path(os.path.realpath(self._folder.where(name)))

    def _failed(self, name: str, error: OSError) -> InputError:
        return InputError(f"{self._folder.where(name)}: cannot be written: {reason(error)}")


class PendingFolder:
    """A folder of many small files that appears once it is complete; a context manager.

    If the block raises, the folder is removed, even after a commit. In an object store, which cannot rename a folder,
    the files appear one by one.
    """

    def __init__(self, parent: Folder, name: str) -> None:
        """Begin a folder; raise InputError if it already holds files."""
        self._place = parent.inside(name)
        self._existed = self._place.exists()
        check_is_empty(self._place)
        self._temporary = self._place
        if isinstance(parent, LocalFolder):
            self._temporary = parent.inside(temporary_beside(Path(name)).name)
        self._temporary.make()
        self._is_visible = self._temporary == self._place

    def __enter__(self) -> PendingFolder:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if self._temporary != self._place:
            self._temporary.drop()
        if error is not None and self._is_visible:
            with suppress(InputError):  # the error being raised matters more
                self._place.drop()
                if self._existed:
                    self._place.make()

    def write(self, name: str, data: bytes) -> None:
        """Write a file."""
        if not isinstance(self._temporary, LocalFolder):
            self._temporary.write(name, data)
            return
        try:
            Path(self._temporary.where(checked_name(name))).write_bytes(data)
        except OSError as error:
            raise InputError(f"{self._place.where(name)}: cannot be written: {reason(error)}") from None

    def commit(self) -> None:
        """Move the folder into place."""
        if self._temporary != self._place:
            try:
                with suppress(FileNotFoundError):
                    Path(self._place.path).rmdir()  # it is empty; not every system renames over a folder
                self._is_visible = True
                Path(self._temporary.path).replace(self._place.path)
            except OSError as error:
                raise InputError(f"{self._place.path}: cannot be written: {reason(error)}") from None


def _second_name(place: Path) -> Path | None:
    """Give a file a second name, so that it survives being replaced; None if the file system has no hard links."""
    name = temporary_beside(place)
    try:
        os.link(place, name)
    except OSError:
        return None
    return name


def _upload(file: Path, url: str) -> None:
    """Upload a file; if the URL is not an object store, rename it into place there."""
    from fsspec.core import url_to_fs

    system, path = url_to_fs(url)
    whole = f"{path}.{os.urandom(8).hex()}.part" if getattr(system, "local_file", False) else path
    try:
        system.put_file(str(file), whole)
        if whole != path:
            system.mv(whole, path)
    except Exception as error:  # noqa: BLE001  (each store has its own errors)
        raise InputError(f"{url}: cannot be written: {message_of(error)}") from None
