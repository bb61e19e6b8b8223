"""Readers: one kind of corpus per module, all with the contract of `vicinal.corpus.contract.Corpus`.

`corpus_at` returns the reader for paths and settings. A reader's module is imported on first use. To add a reader, add
its class to READERS, and how it is detected to `detect_reader`. Names tell dumps and tables; of two files, and of a
folder, the contents are looked at (`line_signs`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias

from vicinal.corpus.contract import Corpus
from vicinal.corpus.folders import file_at, folder_at, is_url
from vicinal.corpus.readers.suffixes import COMPRESSION_SUFFIXES, SPREADSHEET_SUFFIXES, TABLE_SUFFIXES
from vicinal.errors import InputError, SettingError, check_choice
from vicinal.extract.content import SUFFIXES
from vicinal.wording import many

Place: TypeAlias = str | os.PathLike[str]  # a path or a URL

READERS = {
    "folder": "vicinal.corpus.readers.folder:PairedFiles",
    "lines": "vicinal.corpus.readers.document_lines:DocumentLines",
    "table": "vicinal.corpus.readers.table:Table",
    "table-levels": "vicinal.corpus.readers.level_table:LevelTable",
    "newsela": "vicinal.corpus.readers.newsela:Newsela",
    "wikipedia": "vicinal.corpus.readers.wikipedia:Wikipedia",
}
_TABLES = tuple(table + packed for table in TABLE_SUFFIXES for packed in ("", *COMPRESSION_SUFFIXES))
_OTHER_TEXTS = tuple(suffix for suffix in SUFFIXES if suffix != ".txt")
_BESIDE = ("readme", "license", "licence", "citation", ".")  # how the names of files begin that stand beside a corpus


def corpus_at(paths: Place | Sequence[Place], reader: str | None = None, **settings: Any) -> Corpus:
    """Return the corpus at some paths or URLs.

    Args:
        paths: One path or several: a folder; two folders whose files are paired by name; two files with a document a
            line; one or more tables, or a folder of them; or the dumps of two Wikipedias, in any number of parts or as
            folders. The original comes first.
        reader: The name of a reader; by default, detected from the paths.
        **settings: Settings of the reader. They have the names of the options of `vicinal run`, such as
            `source_column="normal"`; a name that is not known is an error that lists all.

    Raises:
        SettingError: The reader does not have a setting, or takes another number of paths.
        InputError: The kind of corpus cannot be detected.
    """
    given = [os.fspath(path) for path in ([paths] if isinstance(paths, str | os.PathLike) else paths)]
    if not given or not all(given):
        raise SettingError("give a corpus: a folder, two folders, two files, tables, or two dumps")
    name = reader or detect_reader(given, settings)
    kind: Any = reader_class(name)
    known = reader_settings(name)
    for setting in settings:
        check_choice(f"setting of reader {name!r}:", setting, known)
    if name in ("table", "table-levels"):
        found = [table for path in given for table in tables_in(path) or [path]]
        return kind(tuple(found), **settings)  # type: ignore[no-any-return]
    if name == "lines":
        return kind(tuple(given), **settings)  # type: ignore[no-any-return]
    if name == "folder" and len(given) == 2:
        return kind(given[0], other=given[1], **settings)  # type: ignore[no-any-return]
    if name == "wikipedia":
        return kind.of(given, **settings)  # type: ignore[no-any-return]
    if len(given) != 1:
        what = "one folder, or two" if name == "folder" else "one folder"
        raise SettingError(f"reader {name!r} takes {what}; got {many(len(given), 'path')}")
    return kind(*given, **settings)  # type: ignore[no-any-return]


def tables_in(path: str, *, only: bool = False) -> list[str]:
    """Return the tables in a folder and its subfolders, by name; none if the path is no folder.

    Args:
        path: A folder, or its URL.
        only: Whether to return none if there are other files, except for such as README and LICENSE.
    """
    folder = folder_at(path)
    if path.lower().endswith(_TABLES) or not folder.exists():
        return []
    names = sorted(file.name for file in folder.files())
    names = [name for name in names if not name.lower().rpartition("/")[2].startswith(_BESIDE)]
    tables = [name for name in names if name.lower().endswith(_TABLES)]
    return [] if only and len(tables) < len(names) else [folder.where(name) for name in tables]


def reader_class(name: str) -> Any:
    """Return the class of a reader."""
    check_choice("reader", name, READERS)
    module, _, attribute = READERS[name].partition(":")
    return getattr(import_module(module), attribute)


def reader_settings(name: str) -> dict[str, Any]:
    """Return the settings of a reader with their defaults, without its paths."""
    found = fields(reader_class(name))
    return {field.name: field.default for field in found if field.init and not field.metadata.get("place")}


def detect_reader(paths: Sequence[str], settings: Mapping[str, Any] = MappingProxyType({})) -> str:
    """Return the name of the reader for some paths.

    Args:
        paths: As for `corpus_at`.
        settings: The settings that are given: their reader is preferred, if a folder could be read in two ways.

    Raises:
        InputError: The paths are no corpus, or of no kind that is known.
    """
    from vicinal.corpus.readers.wikipedia_parts import are_dumps

    if are_dumps(paths):
        return "wikipedia"
    names = [path.lower() for path in paths]
    if spreadsheets := [path for path in paths if path.lower().endswith(SPREADSHEET_SUFFIXES)]:
        raise InputError(f"{spreadsheets[0]}: is a spreadsheet; save it as CSV")
    if all(name.endswith(_TABLES) for name in names):
        return _table_reader(paths[0], settings)
    are_folders = [folder_at(path).exists() for path in paths]
    for path, is_folder in zip(paths, are_folders, strict=True):
        if not is_folder and not _is_file(path):
            is_name = is_url(path) or "." not in path.rpartition("/")[2]
            raise InputError(f"{path}: no such {'folder' if len(paths) == 1 and is_name else 'file or folder'}")
    if are_folders == [True]:
        return _folder_reader(paths[0], settings)
    if are_folders == [True, True]:
        return "folder"
    if all(are_folders):
        raise InputError(f"{', '.join(paths)}: {len(paths)} folders are too many; give the folder above them, or two")
    if len(paths) % 2 == 0 and not any(are_folders) and not any(name.endswith(_OTHER_TEXTS) for name in names):
        from vicinal.corpus.readers.line_signs import check_files

        check_files(paths, settings.get("encoding"))
        return "lines"
    if len(paths) == 2 and not any(are_folders):
        raise InputError(f"{', '.join(paths)}: two texts are no corpus; align them with 'vicinal align'")
    raise InputError(
        f"{', '.join(paths)}: unknown kind of corpus; give a folder, or two with files of the same names, or two text "
        f"files with a document a line, or tables ({' '.join(TABLE_SUFFIXES)}), or two dumps (.xml .xml.bz2 .xml.gz); "
        "or name the kind with --reader"
    )


def _folder_reader(path: str, settings: Mapping[str, Any]) -> str:
    """Return the name of the reader for a folder."""
    from vicinal.corpus.readers.line_signs import folder_has_lines

    folder = folder_at(path)
    if folder.file("manifest.json") and folder.file("shards/000000.done"):
        raise InputError(f"{path}: is a run, with its alignments; give the corpus, or see 'vicinal stats {path}'")
    if folder.file("articles_metadata.csv"):
        return "newsela"
    if tables := tables_in(path, only=True):
        return _table_reader(tables[0], settings)
    fits = settings.keys() <= reader_settings("lines").keys()
    return "lines" if fits and folder_has_lines(path, settings.get("encoding")) else "folder"


def _table_reader(path: str, settings: Mapping[str, Any]) -> str:
    """Return the name of the reader for a table."""
    from vicinal.corpus.readers.level_table_guesses import is_level_table

    return "table-levels" if is_level_table(path, settings) else "table"


def _is_file(path: str) -> bool:
    folder, name = file_at(path)
    return bool(name) and folder.file(name) is not None
