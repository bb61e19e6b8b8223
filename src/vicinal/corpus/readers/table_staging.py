"""Write tables that cannot be cut as they are into the work folder of a run: unpacked, in UTF-8, a row a line.

Beside each such file stands a marker with its source and size. The marker is written last, so a file without a
marker, or of another size, is made again.

Callers: `table_file`, `table_groups`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from vicinal.corpus.contract import Advance
from vicinal.corpus.folders import Folder
from vicinal.corpus.local_folder import File, LocalFolder
from vicinal.corpus.pending_files import PendingFiles
from vicinal.corpus.readers.decompression import decompressed
from vicinal.errors import InputError
from vicinal.files import message_of


def unpack(
    source: tuple[Folder, File],
    compression: str,
    shown: str,
    folder: Folder,
    suffix: str,
    advance: Advance,
    change: Callable[[Iterator[bytes]], Iterator[bytes]] = iter,
) -> str:
    """Unpack a file into a folder, unless that was done before, and return the path or URL of the result.

    Args:
        source: The folder of the file, and the file.
        compression: How it is compressed: ".gz", ".bz2", ".xz", or "" if it is not.
        shown: Its name in errors and progress.
        folder: The output folder.
        suffix: The suffix of the result.
        advance: Called with the number of bytes read of the file.
        change: What else is done with its content: the chunks of the result.
    """
    origin, known = source

    def chunks() -> Iterator[bytes]:
        with origin.open(known.name) as file:

            def watched() -> Iterator[bytes]:
                for chunk in decompressed(file, compression, shown):
                    yield chunk
                    advance(f"Unpacking {shown}", file.tell(), known.size)

            yield from change(watched())

    return staged(known, shown, folder, suffix, chunks)


def staged(known: File, shown: str, folder: Folder, suffix: str, chunks: Callable[[], Iterable[bytes]]) -> str:
    """Write what is made of a file, unless that was done before, and return the path or URL of the result.

    Args:
        known: The file.
        shown: Its name.
        folder: The output folder.
        suffix: The suffix of the result; what is made of a file in another way must have another suffix.
        chunks: Makes the content of the result.
    """
    about = {"file": shown, "size": known.size, "changed": known.changed}
    name = hashlib.sha256(shown.encode("utf-8", "surrogatepass")).hexdigest()[:16] + suffix
    marker = f"{name}.unpacked.json"
    if _is_complete(folder, name, marker, about):
        return folder.where(name)
    folder.make()
    folder.remove(marker)
    _write(folder, name, chunks())
    made = folder.file(name)
    folder.write(marker, json.dumps({**about, "unpacked": made.size if made else 0}).encode())
    return folder.where(name)


def _is_complete(folder: Folder, name: str, marker: str, about: dict[str, Any]) -> bool:
    made = folder.file(name)
    if made is None or folder.file(marker) is None:
        return False
    try:
        return bool(json.loads(folder.read(marker)) == {**about, "unpacked": made.size})
    except ValueError:
        return False


def _write(folder: Folder, name: str, chunks: Iterable[bytes]) -> None:
    """Write a file chunk by chunk; a local file gets its name when it is complete, a remote one only its marker."""
    if isinstance(folder, LocalFolder):
        with PendingFiles(folder, sync=True) as pending:
            for chunk in chain([b""], chunks):
                pending.write(name, chunk)
            pending.commit()
        return
    import fsspec

    try:
        with fsspec.open(folder.where(name), "wb") as file:
            for chunk in chunks:
                file.write(chunk)
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001  (each store has its own errors)
        raise InputError(f"{folder.where(name)}: cannot be written: {message_of(error)}") from None
