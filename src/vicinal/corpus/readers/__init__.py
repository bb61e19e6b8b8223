"""Readers: one kind of corpus a module, all with the contract of `vicinal.corpus.pair.Corpus`.

`corpus_at` takes paths and settings and returns the reader for them. Modules are imported when a reader is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from importlib import import_module
from typing import Any

from vicinal.corpus.pair import Corpus
from vicinal.corpus.store import folder_at, is_url
from vicinal.errors import InputError, SettingError, check_choice

READERS = {
    "folder": "vicinal.corpus.readers.folder:PairedFiles",
    "table": "vicinal.corpus.readers.table:Table",
    "newsela": "vicinal.corpus.readers.newsela:Newsela",
    "wikipedia": "vicinal.corpus.readers.wikipedia:Wikipedia",
}
TABLES = (".jsonl", ".ndjson", ".csv", ".tsv", ".tab", ".parquet")


def corpus_at(paths: Sequence[str], reader: str | None = None, **settings: Any) -> Corpus:
    """Return the corpus at some paths or URLs: a folder, tables, or two dumps.

    Args:
        paths: One folder; or one or more tables; or the dumps of two Wikipedias, the original first.
        reader: The name of a reader; None: seen from the names.
        **settings: Settings of the reader.

    Raises:
        SettingError: A setting is not one of the reader's, or there are too many or too few paths for it.
        InputError: It cannot be told what kind of corpus this is.
    """
    if not paths or not all(paths):
        raise SettingError("give a corpus: a folder, tables, or two dumps")
    name = reader or kind_of(paths)
    kind: Any = reader_class(name)
    known = settings_of(name)
    for setting in settings:
        check_choice(f"setting of reader {name!r}:", setting, known)
    if name == "table":
        return kind(paths=tuple(paths), **settings)  # type: ignore[no-any-return]
    wanted = 2 if name == "wikipedia" else 1
    if len(paths) != wanted:
        what = "two dumps, the original first" if wanted == 2 else "one folder"
        raise SettingError(f"the reader {name!r} takes {what}; {len(paths)} paths were given")
    return kind(*paths, **settings)  # type: ignore[no-any-return]


def reader_class(name: str) -> Any:
    """Return the class of a reader."""
    check_choice("reader", name, READERS)
    module, _, attribute = READERS[name].partition(":")
    return getattr(import_module(module), attribute)


def settings_of(name: str) -> dict[str, Any]:
    """Return the settings of a reader with their defaults, without those that say where the corpus is."""
    found = fields(reader_class(name))
    return {field.name: field.default for field in found if field.init and not field.metadata.get("place")}


def kind_of(paths: Sequence[str]) -> str:
    """Return the name of the reader that fits some paths."""
    names = [path.lower() for path in paths]
    if all(name.endswith((".xml", ".xml.bz2", ".xml.gz")) for name in names):
        return "wikipedia"
    if all(
        name.endswith(tuple(table + packed for table in TABLES for packed in ("", ".gz", ".bz2", ".xz")))
        for name in names
    ):
        return "table"
    if len(paths) == 1:
        folder = folder_at(paths[0])
        if folder.exists():
            return "newsela" if folder.file("articles_metadata.csv") else "folder"
        if is_url(paths[0]) or "." not in names[0].rpartition("/")[2]:
            raise InputError(f"{paths[0]}: there is no such folder")
    raise InputError(
        f"{', '.join(paths)}: cannot tell what kind of corpus this is; give a folder, tables ({' '.join(TABLES)}), "
        "or two dumps (.xml .xml.bz2 .xml.gz), or name the kind with --reader"
    )
