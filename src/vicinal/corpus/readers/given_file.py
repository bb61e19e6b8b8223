"""A file that the user named: where it is, and that no other name given means the same file.

Callers: the readers of corpora whose files are given one by one, `document_lines` and `table`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from vicinal.corpus.folders import Folder, file_at, is_url
from vicinal.corpus.local_folder import File
from vicinal.errors import InputError
from vicinal.files import reason


class Given(Protocol):
    """A file by its path, and by its name in messages."""

    @property
    def path(self) -> str:
        """The file to read, or its URL."""

    @property
    def shown(self) -> str:
        """Its name in messages."""


def located(file: Given, kind: str) -> tuple[Folder, File]:
    """Return the folder of a file, and its name, size and date there; follows links, since the user named the file.

    Args:
        file: The file.
        kind: What it should be, for the message: "a text file".

    Raises:
        InputError: It does not exist, or is not a regular file.
    """
    path = file.path if is_url(file.path) else os.path.realpath(file.path)
    folder, name = file_at(path)
    known = folder.file(name)
    if known is None and not is_url(path) and Path(path).exists():
        raise InputError(f"{file.shown}: is a directory or a device; give {kind}")
    if known is None:
        raise InputError(f"{file.shown}: cannot be read: no such file or directory")
    return folder, known


def data_in(file: Given, place: tuple[Folder, File], start: int, end: int) -> bytes:
    """Return a range of bytes of a file that was located; raise InputError if it cannot be read, or became shorter."""
    folder, known = place
    with folder.open(known.name) as opened:
        try:
            opened.seek(start)
            data = opened.read(end - start)
        except OSError as error:
            raise InputError(f"{file.shown}: cannot be read: {reason(error)}") from None
    if len(data) < end - start:
        raise InputError(f"{file.shown}: became shorter during the run; do not change it until the run is finished")
    return data


def check_given_once(files: Iterable[Given], instead: str) -> None:
    """Raise InputError if two of these files, which must exist, are the same; `instead` says what to do."""
    places: dict[object, str] = {}
    for file in files:
        place: object = file.path
        if not is_url(file.path):
            status = Path(file.path).stat()
            place = (status.st_dev, status.st_ino)
        if place in places:
            raise InputError(f"{file.shown}: is the same file as {places[place]}; {instead}")
        places[place] = file.shown
