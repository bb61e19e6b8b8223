"""Text files of a corpus: fingerprinted, cut into shards, and read.

Callers: the readers of corpora with one text per file (`folder`, `newsela`); the others for names and fingerprints.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from vicinal.corpus.contract import EMPTY, Fingerprint, Limits, Rejected, Shard
from vicinal.corpus.folders import Folder, folder_at, is_url
from vicinal.errors import InputError
from vicinal.extract.content import Content, content_of, kind_of, read_document

LANGUAGE_CODE = re.compile(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}")


def existing_folder(path: str) -> Folder:
    """Return the folder at a path or URL; raise InputError if it does not exist."""
    folder = folder_at(path)
    if path and folder.exists():
        return folder
    if path and not is_url(path) and Path(path).is_file():
        raise InputError(f"{path}: is a file; give the folder of the corpus")
    raise InputError(f"{path!r}: no such folder; give the folder of the corpus")


def valid_unicode(name: str) -> str:
    """Return a file name with escapes for bytes that are not valid Unicode."""
    return name.encode("utf-8", "backslashreplace").decode()


def fingerprint_of(sizes: Iterable[tuple[str, int]], dates: int) -> Fingerprint:
    """Return the fingerprint of files, given their names and sizes in a fixed order, and the sum of their dates."""
    digest = hashlib.sha256()
    files = total = 0
    for name, size in sizes:
        digest.update(name.encode("utf-8", "surrogatepass") + f"\0{size}\n".encode())
        files += 1
        total += size
    return Fingerprint(files, total, digest.hexdigest(), dates)


def cut(
    entries: Iterable[tuple[Any, int]],
    limits: Limits,
    *head: str,
    group: Callable[[Any], object] = lambda _: None,
) -> Iterator[Shard]:
    """Cut entries, each with its size in bytes, into shards; a shard's part is the head and a tuple of entries.

    Consecutive entries of the same group (other than None) stay together.
    """
    held: list[Any] = []
    number = total = 0
    for entry, size in entries:
        is_full = bool(held) and (len(held) >= limits.pairs or total + size > limits.bytes)
        if is_full and (group(entry) is None or group(entry) != group(held[-1])):
            yield Shard(number, len(held), (*head, tuple(held)))
            number, total, held = number + 1, 0, []
        held.append(entry)
        total += size
    if held:
        yield Shard(number, len(held), (*head, tuple(held)))


def content_in(folder: Folder, name: str, id: str, encoding: str | None = None) -> Content | Rejected:
    """Return the content of a file in a folder; a Rejected if it cannot be read, is too large, or is empty."""
    text = None  # the data, if they are plain text: only that has lines
    try:
        data = folder.read(name, partial(read_document, name=name, encoding=encoding))
        kind = kind_of(data, name, encoding)
        text = data if kind == "text" else None
        content = content_of(data, name, encoding, kind)
    except InputError as error:
        # The Rejected has the file name in its own field.
        reason = str(error).removeprefix(f"{folder.where(name)}: ").removeprefix(f"{name}: ")
        return Rejected(name, None if text is None else _fault(text, encoding), id, valid_unicode(reason))
    if isinstance(content, str) and not content.replace("\ufeff", "").strip():
        return Rejected(name, None, id, "is empty", EMPTY)
    return content


def _fault(data: bytes, encoding: str | None) -> int | None:
    """Return the line, from 1, where data stop being text: at a NUL byte, or at a byte that cannot be decoded.

    None for other faults, such as an encoding that does not exist.
    """
    offset = data.find(b"\0") if encoding is None else -1
    if offset < 0:
        try:
            data.decode(encoding or "utf-8")
        except UnicodeDecodeError as error:
            offset = error.start
        except (LookupError, UnicodeError):
            return None
    return data.count(b"\n", 0, offset) + 1 if offset >= 0 else None
