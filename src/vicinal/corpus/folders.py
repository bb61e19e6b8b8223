"""Folders, local or behind a URL, where corpora are read from and runs are written to.

A path is a `LocalFolder`. Anything with `://` is a `RemoteFolder`, opened by fsspec (`s3://`, `gs://` ...; extra
`cluster`), so that the machines of a cluster can share it. Both have the same methods. A write is atomic: locally, a
temporary file is renamed into place; an object store shows an object only when it is complete. File names are relative
to the folder, with `/` as separator, and cannot lead out of it.
"""

from __future__ import annotations

import os
from pathlib import Path

from vicinal.corpus.local_folder import LocalFolder, is_leftover
from vicinal.corpus.remote_folder import RemoteFolder

Folder = LocalFolder | RemoteFolder


def folder_at(path: str | os.PathLike[str]) -> Folder:
    """Return the folder at a path or URL; it need not exist."""
    text = _without_file_scheme(os.fspath(path))
    return RemoteFolder(text.rstrip("/")) if is_url(text) else LocalFolder(text)


def file_at(path: str | os.PathLike[str]) -> tuple[Folder, str]:
    """Return the folder of a file, and the file's name in it."""
    text = _without_file_scheme(os.fspath(path))
    if is_url(text):
        parent, _, name = text.rpartition("/")
        return RemoteFolder(parent), name
    return LocalFolder(str(Path(text).parent)), Path(text).name


def is_url(path: str) -> bool:
    """Tell whether a path is a URL rather than a local path."""
    return "://" in path


def basename(path: str) -> str:
    """Return the last component of a path or URL."""
    return path.rstrip("/").rpartition("/")[2] if is_url(path) else Path(path).resolve().name


def absolute_path(path: str) -> str:
    """Return the absolute form of a path; a URL is returned unchanged."""
    return path if is_url(path) else str(Path(path).absolute())


def remove_leftovers(folder: Folder) -> None:
    """Remove the temporary files that killed writes left in a folder and its subfolders."""
    for file in list(folder.files()) if folder.exists() else ():
        if is_leftover(file.name):
            folder.remove(file.name)


def _without_file_scheme(path: str) -> str:
    """Return the local path of a file:// URL, which needs no fsspec and has locks and links."""
    return path.removeprefix("file://") or "/"
