"""The names of table files: their suffixes, and short names that tell them apart.

Caller: `table_file`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from vicinal.corpus.folders import absolute_path
from vicinal.corpus.readers.suffixes import (
    COMPRESSION_SUFFIXES,
    OTHER_TABLE_SUFFIXES,
    SPREADSHEET_SUFFIXES,
    TABLE_SUFFIXES,
)
from vicinal.errors import InputError

KINDS = {**TABLE_SUFFIXES, **OTHER_TABLE_SUFFIXES}
_SUFFIXES = re.compile(
    rf"({'|'.join(map(re.escape, KINDS))})({'|'.join(map(re.escape, COMPRESSION_SUFFIXES))})?\Z",
    re.IGNORECASE,
)


def suffixes_of(path: str) -> tuple[str, str]:
    """Return the suffixes of a table's format and of its compression ("" if there is none), in lower case.

    Raises:
        InputError: The name does not have the suffix of a table.
    """
    match = _SUFFIXES.search(path)
    if match is None and path.lower().endswith(SPREADSHEET_SUFFIXES):
        raise InputError(f"{path}: is a spreadsheet; save it as CSV")
    if match is None:
        suffixes = ", ".join(TABLE_SUFFIXES)
        raise InputError(f"{path}: is not named like a table; use {suffixes}, optionally with .gz, .bz2 or .xz")
    kind, compression = match[1].lower(), (match[2] or "").lower()
    if compression and kind == ".parquet":
        raise InputError(f"{path}: Parquet has its own compression; unpack the file")
    return kind, compression


def short_names(paths: Sequence[str]) -> list[str]:
    """Return the last component of each path if these differ, else everything from the first difference on."""
    # Absolute paths, so that the names do not depend on the working directory.
    parts = [absolute_path(path).replace(os.sep, "/").split("/") for path in paths]
    if len({part[-1] for part in parts}) == len(parts):
        return [part[-1] for part in parts]
    shared = 0
    while len({part[shared] for part in parts}) == 1 and all(len(part) > shared + 1 for part in parts):
        shared += 1
    return ["/".join(part[shared:]) for part in parts]
