"""The metadata of the Newsela corpus: the rows of `articles_metadata.csv`, and the files that they name.

Caller: `newsela`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import IO

from vicinal.corpus.folders import Folder
from vicinal.corpus.local_folder import File, checked_name
from vicinal.corpus.readers.text_files import LANGUAGE_CODE
from vicinal.errors import InputError
from vicinal.wording import many

METADATA = "articles_metadata.csv"
ARTICLES = "articles/"
_LARGEST = 100_000  # characters of a field
_COLUMNS = ("title", "filename", "language", "version", "slug")  # grade_level is not used


def rows(folder: Folder) -> Iterator[tuple[int, dict[str, str] | str]]:
    """Yield the metadata rows, or the error in a row, each with its first line number."""
    where = folder.where(METADATA)
    with folder.open(METADATA) as file:
        reader = csv.reader(_lines(file, where), strict=True)
        try:
            header = [name.strip().lower() for name in next(reader, [])]
            _check_sizes(header)
        except csv.Error as error:
            raise InputError(f"{where}: is not CSV: {error}") from None
        missing = [name for name in _COLUMNS if header.count(name) != 1]
        if missing:
            raise InputError(
                f"{where}: the first line must name the column{'s' * (len(missing) > 1)} {', '.join(missing)} once; "
                f"found {', '.join(header)!r:.200}"
            )
        while True:
            line = reader.line_num + 1
            try:
                row = next(reader, None)
                _check_sizes(row or ())
            except csv.Error as error:
                yield line, f"is not a valid CSV row (up to line {reader.line_num}): {error}"
                continue
            if row is None:
                return
            if len(row) == len(header):
                yield line, dict(zip(header, row, strict=True))
            elif row:
                yield line, f"has {many(len(row), 'field')}; the header has {len(header)}"


def _check_sizes(row: Sequence[str]) -> None:
    """Raise csv.Error for a field that is too large; the limit of the csv module is that of the whole process."""
    if any(len(field) > _LARGEST for field in row):
        raise csv.Error(f"a field has more than {_LARGEST:,} characters")


def _lines(file: IO[bytes], where: str) -> Iterator[str]:
    """Yield the lines of a CSV file; decode each by itself, so that an invalid byte can be located."""
    number = 0
    try:
        for number, line in enumerate(file, 1):
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise InputError(f"{where}: is not UTF-8: byte 0x{byte:02x} in line {number}; save it as UTF-8") from None
    except OSError as error:
        raise InputError(f"{where}: cannot be read after line {number}: {error.strerror or error}") from None


def joined(text: str) -> str:
    """Return a cell with single spaces, and none around it."""
    return " ".join(text.split())


def language_of(text: str) -> str:
    """Return the language code of a cell; raise InputError if it is none."""
    if not LANGUAGE_CODE.fullmatch(text.strip()):
        raise InputError(f"language {text!r:.80} is not a language code such as 'en'")
    return text.strip()


def number_of(text: str) -> int:
    """Return the number of a version; raise InputError if it is none."""
    if not re.fullmatch(r"\s*\d{1,3}\s*", text, re.ASCII):
        raise InputError(f"version {text!r:.80} is not a number such as 0 or 4")
    return int(text)


def file_name(filename: str) -> str:
    """Return the name of a file in the folder of articles, as a row has it."""
    return filename.strip().removeprefix(ARTICLES)


def file_of(filename: str, files: dict[str, File]) -> File:
    """Return the file that a row names; raise InputError unless it is in the folder of articles."""
    name = file_name(filename)
    try:
        if "\\" in name or ":" in name[:2]:  # untrusted; on some systems these lead out of the folder
            raise InputError(name)
        checked_name(name)
    except InputError:
        raise InputError(f"filename {filename!r:.200} leads out of the folder; use a relative name") from None
    if ARTICLES + name not in files:
        raise InputError(f"filename {filename!r:.200}: no such file in {ARTICLES}, or a link out of the corpus")
    return files[ARTICLES + name]
