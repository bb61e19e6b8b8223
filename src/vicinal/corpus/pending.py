"""Files that are written bit by bit and appear together, when all of them are whole.

Here they grow in a file beside their place and are renamed; for a URL they grow in a temporary file of this machine,
which is then sent. Whatever goes wrong before, the folder stays as it was; where one of several files cannot be
renamed, those before it are taken back. What a killed process leaves, `clear` removes.

Nothing is forced onto the disk (fsync): an export can always be made again from its run, and with a file for each pair
that would take longer than all the rest.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from vicinal.corpus.store import Folder, LocalFolder, checked
from vicinal.errors import InputError
from vicinal.files import reason


def clear(folder: Folder) -> None:
    """Remove what killed exports left in a folder, which must be locked: nobody else is to be at work there."""
    if not isinstance(folder, LocalFolder):
        return
    for path in Path(folder.path).glob(".vicinal-*.part"):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(OSError):
                path.unlink()


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
        """Let all files appear; one that takes the place of another has its permissions."""
        for name, (file, _) in self._open.items():
            try:
                file.close()
            except OSError as error:
                raise self._failed(name, error) from None
        if isinstance(self._folder, LocalFolder):
            self._rename()
            return
        for name, (_, temporary) in self._open.items():
            _send(temporary, self._folder.where(name))

    def _rename(self) -> None:
        renamed: list[tuple[Path, Path | None]] = []  # what can be taken back: the place, and what was there before
        try:
            for name, (_, temporary) in self._open.items():
                place = self._place(name)
                try:
                    there = place.exists()
                    if there:
                        temporary.chmod(stat.S_IMODE(place.stat().st_mode))
                    old = _second_name(place) if there else None
                    if old or not there:
                        renamed.append((place, old))
                    temporary.replace(place)
                except OSError as error:
                    raise self._failed(name, error) from None
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
            raise InputError(f"{place}: is a directory; a file is to be written there")
        temporary = _beside(place)
        return temporary.open("xb"), temporary

    def _place(self, name: str) -> Path:
        return Path(os.path.realpath(self._folder.where(name)))

    def _failed(self, name: str, error: OSError) -> InputError:
        return InputError(f"{self._folder.where(name)}: cannot be written: {reason(error)}")


class PendingFolder:
    """A folder of many small files that appears when all of them are there; a context manager like PendingFiles.

    If the block ends with an error, the folder is gone again, even if it was committed. In an object store, where
    nothing can be renamed at once, the files appear one by one.
    """

    def __init__(self, parent: Folder, name: str) -> None:
        """Begin a folder; raise InputError if there are files in it already."""
        self._place = parent.inside(name)
        self._was_there = self._place.exists()
        if self._was_there and next(iter(self._place.files()), None) is not None:
            raise InputError(f"{self._place.path}: holds files already; remove them, or choose another folder")
        self._grows = self._place
        if isinstance(parent, LocalFolder):
            self._grows = parent.inside(_beside(Path(name)).name)
        self._grows.make()
        self._has_appeared = self._grows == self._place

    def __enter__(self) -> PendingFolder:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if self._grows != self._place:
            self._grows.drop()
        if error is not None and self._has_appeared:
            with suppress(InputError):  # the error that is on its way says more
                self._place.drop()
                if self._was_there:
                    self._place.make()

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
        if self._grows != self._place:
            try:
                with suppress(FileNotFoundError):
                    Path(self._place.path).rmdir()  # an empty one; not every system renames over it
                self._has_appeared = True
                Path(self._grows.path).replace(self._place.path)
            except OSError as error:
                raise InputError(f"{self._place.path}: cannot be written: {reason(error)}") from None


def _beside(place: Path) -> Path:
    return place.with_name(f".vicinal-{os.urandom(8).hex()}.part")


def _second_name(place: Path) -> Path | None:
    """Give a file another name, under which it stays when its place is taken; None where files have only one."""
    name = _beside(place)
    try:
        os.link(place, name)
    except OSError:
        return None
    return name


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
