"""Check the files of a table before a run reads them.

Callers: `table`, `level_table`.
"""

from __future__ import annotations

from collections.abc import Sequence

from vicinal.corpus.contract import Fingerprint
from vicinal.corpus.readers.given_file import check_given_once
from vicinal.corpus.readers.table_file import TableFile
from vicinal.corpus.readers.table_rows import Columns
from vicinal.corpus.readers.text_files import fingerprint_of


def checked_fingerprint(files: Sequence[TableFile], *columns: Columns) -> Fingerprint:
    """Return the fingerprint of the files of a table, which must have all columns.

    Raises:
        InputError: A file is missing, not a table of its format, lacks a column, or is given twice.
    """
    found = [file.found()[1] for file in files]
    check_given_once(files, "give it once")
    for file in files:
        for one in columns:
            file.check(one)
    sizes = ((file.name, known.size) for file, known in zip(files, found, strict=True))
    return fingerprint_of(sizes, sum(known.date for known in found))
