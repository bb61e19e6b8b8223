"""What to give instead of a folder in which no pairs were found, in one line.

Caller: `folder`.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence

from vicinal.corpus.folders import Folder
from vicinal.corpus.local_folder import File
from vicinal.corpus.readers.file_levels import Scan, visible_files
from vicinal.corpus.readers.likely_patterns import likely_patterns
from vicinal.corpus.readers.name_patterns import PLAIN, document_suffix, is_about
from vicinal.corpus.readers.suffixes import COMPRESSION_SUFFIXES, TABLE_SUFFIXES
from vicinal.corpus.readers.text_files import valid_unicode
from vicinal.corpus.readers.two_folders import paired_by_name
from vicinal.errors import InputError

ASK = "--source-pattern '{id}...' --target-pattern '{id}...'"
_TABLES = tuple(table + packed for table in TABLE_SUFFIXES for packed in ("", *COMPRESSION_SUFFIXES))
_SHOWN = 3  # tables that are listed


def why_no_pairs(folder: Folder, path: str, found: Scan) -> str:
    """Return what is in a folder without pairs, and what to do."""
    if not found.number:
        return f"{path}: the folder is empty"
    files = [file for file in visible_files(folder) if not is_about(file.name)]
    texts = [file for file in files if document_suffix(file.name)]
    tables = sorted(file.name for file in files if file.name.lower().endswith(_TABLES))
    if tables and len(tables) >= len(texts):
        more = "" if len(tables) <= _SHOWN else " ..."
        return (
            f"{path}: has tables and other files; give the tables: "
            f"vicinal run {_paths(folder, tables[:_SHOWN])}{more} -o OUT"
        )
    if len(texts) == 2 and len(files) == 2:
        both = _paths(folder, [file.name for file in sorted(texts, key=lambda file: (-file.size, file.name))])
        return (
            f"{path}: no paired files of well-known names; give the two files, the original first: "
            f"vicinal run {both} -o OUT (if a line is a document), vicinal align {both} (if a file is one)"
        )
    if likely := likely_patterns(files):
        return f"{path}: no paired files of well-known names; {likely}"
    if folders := _two_folders(folder, files):
        return (
            f"{path}: no paired files of well-known names; give the two folders, the original first: "
            f"vicinal run {_paths(folder, folders)} -o OUT"
        )
    there = found.there
    if alone := [f"{len(side)} x {pattern}" for pattern, side in sorted(found.sides.items()) if pattern != PLAIN]:
        there = f"found only {', '.join(alone)}, without partners"
    return (
        f"{path}: no paired files; {there}; name them like ID.complex.txt and ID.simple.txt (more: "
        f"vicinal run --help), or give {ASK}"
    )


def _paths(folder: Folder, names: Sequence[str]) -> str:
    """Return paths as they are given on the command line."""
    paths = [valid_unicode(folder.where(name)) for name in names]
    return " ".join(shlex.quote(path) if path.isprintable() else repr(path) for path in paths)


def _two_folders(folder: Folder, files: Sequence[File]) -> list[str]:
    """Return the two folders in which all files are, the larger first, if their files can be paired by name."""
    sizes: Counter[str] = Counter()
    for file in files:
        top, slash, _ = file.name.partition("/")
        sizes[top + slash] += file.size
    names = [name.rstrip("/") for name, _ in sizes.most_common() if name.endswith("/")]
    if len(sizes) != 2 or len(names) != 2:
        return []
    try:
        paired_by_name(folder.where(names[0]), folder.where(names[1]))
    except InputError:
        return []
    return names
