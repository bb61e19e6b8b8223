"""Check the files of a table before a run reads them.

Callers: `table`, `level_table`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vicinal.corpus.contract import Fingerprint
from vicinal.corpus.folders import is_url
from vicinal.corpus.readers.table_file import TableFile
from vicinal.corpus.readers.table_rows import Columns
from vicinal.corpus.readers.text_files import fingerprint_of
from vicinal.errors import InputError


def checked_fingerprint(files: Sequence[TableFile], *columns: Columns) -> Fingerprint:
    """Return the fingerprint of the files of a table, which must have all columns.

    Raises:
        InputError: A file is missing, not a table of its format, lacks a column, or is given twice.
    """
    places: dict[object, str] = {}
    sizes, dates = [], 0
    for file in files:
        place: object = file.path
        _, known = file.found()
        if not is_url(file.path):
            status = Path(file.path).stat()
            place = (status.st_dev, status.st_ino)
        if place in places:
            raise InputError(f"{file.shown}: is the same file as {places[place]}; give it once")
        places[place] = file.shown
        for one in columns:
            file.check(one)
        sizes.append((file.name, known.size))
        dates += known.date
    return fingerprint_of(sizes, dates)
