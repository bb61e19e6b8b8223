"""Readers: one kind of corpus per module, all with the contract of `vicinal.corpus.contract.Corpus`.

`corpus_at` returns the reader for paths and settings. A reader's module is imported on first use. To add a reader, add
its class to READERS, and how it is detected to `detect_reader`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from importlib import import_module
from typing import Any

from vicinal.corpus.contract import Corpus
from vicinal.corpus.folders import folder_at, is_url
from vicinal.corpus.readers.suffixes import COMPRESSION_SUFFIXES, TABLE_SUFFIXES
from vicinal.errors import InputError, SettingError, check_choice

READERS = {
    "folder": "vicinal.corpus.readers.folder:PairedFiles",
    "table": "vicinal.corpus.readers.table:Table",
    "newsela": "vicinal.corpus.readers.newsela:Newsela",
    "wikipedia": "vicinal.corpus.readers.wikipedia:Wikipedia",
}


def corpus_at(paths: Sequence[str], reader: str | None = None, **settings: Any) -> Corpus:
    """Return the corpus at some paths or URLs.

    Args:
        paths: A folder, or one of the originals and one of the simpler versions, or one or more tables, or the dumps of
            two Wikipedias (any number of parts, or folders of them) with the original first.
        reader: The name of a reader; by default, detected from the paths.
        **settings: Settings of the reader.

    Raises:
        SettingError: The reader does not have a setting, or takes another number of paths.
        InputError: The kind of corpus cannot be detected.
    """
    if not paths or not all(paths):
        raise SettingError("give a corpus: a folder, tables, or two dumps")
    name = reader or detect_reader(paths)
    kind: Any = reader_class(name)
    known = reader_settings(name)
    for setting in settings:
        check_choice(f"setting of reader {name!r}:", setting, known)
    if name == "table":
        return kind(paths=tuple(paths), **settings)  # type: ignore[no-any-return]
    if name == "wikipedia":
        return kind.of(paths, **settings)  # type: ignore[no-any-return]
    if name == "folder" and len(paths) == 2:
        return kind(paths[0], other=paths[1], **settings)  # type: ignore[no-any-return]
    if len(paths) != 1:
        raise SettingError(f"reader {name!r} takes one folder; got {len(paths)} paths")
    return kind(*paths, **settings)  # type: ignore[no-any-return]


def reader_class(name: str) -> Any:
    """Return the class of a reader."""
    check_choice("reader", name, READERS)
    module, _, attribute = READERS[name].partition(":")
    return getattr(import_module(module), attribute)


def reader_settings(name: str) -> dict[str, Any]:
    """Return the settings of a reader with their defaults, without its paths."""
    found = fields(reader_class(name))
    return {field.name: field.default for field in found if field.init and not field.metadata.get("place")}


def detect_reader(paths: Sequence[str]) -> str:
    """Return the name of the reader for some paths, judging by their names."""
    from vicinal.corpus.readers.wikipedia_parts import are_dumps

    names = [path.lower() for path in paths]
    if are_dumps(paths):
        return "wikipedia"
    tables = tuple(table + packed for table in TABLE_SUFFIXES for packed in ("", *COMPRESSION_SUFFIXES))
    if all(name.endswith(tables) for name in names):
        return "table"
    if len(paths) == 2 and all(folder_at(path).exists() for path in paths):
        return "folder"
    if len(paths) == 1:
        folder = folder_at(paths[0])
        if folder.exists():
            return "newsela" if folder.file("articles_metadata.csv") else "folder"
        if is_url(paths[0]) or "." not in names[0].rpartition("/")[2]:
            raise InputError(f"{paths[0]}: no such folder")
    raise InputError(
        f"{', '.join(paths)}: unknown kind of corpus; give a folder, tables ({' '.join(TABLE_SUFFIXES)}) or two dumps "
        "(.xml .xml.bz2 .xml.gz), or name the kind with --reader"
    )
