"""The gold of a command: files in any format, and the two texts of gold that has none.

Callers: the commands for gold data, which share the options and read the same files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from vicinal.cli.console import note, read_documents, reading_note
from vicinal.cli.options import reading_from, text_options
from vicinal.errors import InputError, SettingError
from vicinal.evaluate.foreign_gold import ID, Texts, read_any_gold
from vicinal.extract.content import content_at
from vicinal.gold import Gold
from vicinal.text.document import Document
from vicinal.text.reading import Reading, settled

F = TypeVar("F", bound=Callable[..., Any])


def gold_options(command: F) -> F:
    """Add --source and --target, and how these texts are read; `read_sets` takes them."""
    command = text_options(command)
    column = "Table: column of the {} side; needed only if its name is not a usual one."
    for side, which in (("target", "second"), ("source", "first")):
        command = click.option(f"--{side}-column", metavar="NAME", help=column.format(which))(command)
    command = click.option("--target", metavar="FILE", help="The second text, likewise.")(command)
    return click.option(
        "--source",
        metavar="FILE",
        help="The first text of GOLD that has links only; with {id} in its name, a text for each document.",
    )(command)


def read_sets(names: tuple[str, ...], options: dict[str, Any]) -> dict[str, list[Gold]]:
    """Read gold, and remove the options of `gold_options` from a command's options.

    A set is named after its file, without suffixes if that is unique; that of a pattern after its folder.

    Raises:
        SettingError: A file is given twice or has no documents, or options do not go together.
        InputError: A file cannot be read or scored, or two have the same document.
    """
    texts = _texts(options)
    sets: dict[str, list[Gold]] = {}
    file_of: dict[str, str] = {}
    for number, name in enumerate(names):
        if name in names[:number]:
            raise SettingError(f"{name}: is given twice")
        path = Path(name).parent if ID in Path(name).name else Path(name)
        short = path.name.partition(".")[0] or name
        key = name if short in sets else short
        sets[key] = read_any_gold(name, texts)
        if not sets[key]:
            raise SettingError(f"{name}: contains no documents")
        for document in sets[key]:
            if document.id in file_of:
                raise InputError(f"{name}: document {document.id!r:.80} is also in {file_of[document.id]}")
            file_of[document.id] = name
    return sets


def _texts(options: dict[str, Any]) -> Texts | None:
    """Return the texts that the options give; None for none."""
    source, target = options.pop("source"), options.pop("target")
    reading, encoding = reading_from(options)
    columns = tuple(filter(None, (options.pop("source_column"), options.pop("target_column"))))
    if len(columns) == 1:
        raise SettingError("give both --source-column and --target-column, or neither")
    if (source is None) != (target is None):
        raise SettingError("give both --source and --target, the two texts of GOLD that has links only")
    if source is None:
        if columns or encoding or reading != Reading():
            raise SettingError(
                "--source-column, --target-column, --language, --encoding, --split and --headings are for GOLD that "
                "has links only; give --source and --target"
            )
        return None
    if (ID in source) != (ID in target):
        raise SettingError(f"write {ID} in the names of both --source and --target, or of neither")
    said: set[str] = set()

    def say_once(line: str | None) -> None:
        if line not in said:
            note(line)
            said.add(str(line))

    def read(names: Sequence[str], numbered: bool) -> list[tuple[Document, Document]]:
        as_lines = numbered and reading.split == "auto"
        given = replace(reading, split="lines") if as_lines else reading
        if as_lines:
            say_once("texts read as a sentence a line, because the gold has sentence numbers; change it with --split")
        taken, pairs = given, [[_file(side, name) for side in (source, target)] for name in names]
        if len(pairs) > 1:  # all are read in the same way
            taken = settled(given, [content_at(file, encoding) for pair in pairs for file in pair])
            say_once(reading_note(given, taken))
        documents = []
        for pair in pairs:
            (first, second), _, recognised = read_documents(pair, taken, encoding)
            say_once(recognised)
            documents.append((first, second))
        return documents

    return Texts(read, ID in source, columns)


def _file(given: str, name: str) -> str:
    """Return the file of a document: the one that was given, with the name of the document in place of {id}."""
    if ID in given and (name in (".", "..") or "/" in name or "\\" in name):
        raise InputError(f"document {name!r:.60}: cannot be part of a file name; give its texts alone")
    return given.replace(ID, name)
