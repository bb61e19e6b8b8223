"""The gold of a command: files in any format, and the two texts of gold that has none.

Callers: the commands for gold data, which share the options and read the same files.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from vicinal.cli.console import note, reading_note
from vicinal.cli.options import reading_from, text_options
from vicinal.cli.sections import option
from vicinal.corpus.gold_tables import has_sentence_ids, read_sentence_ids, texts_in_table
from vicinal.errors import InputError, SettingError
from vicinal.evaluation.foreign_gold import ID, Texts, read_any_gold
from vicinal.extract.content import Content, content_at
from vicinal.gold import Gold
from vicinal.text.document import Document, documents_of
from vicinal.text.reading import Reading, settled
from vicinal.text.segment import warn_without_rules

Say = Callable[[str | None], None]
GOLD_TEXTS = "Texts of GOLD that has links only"
F = TypeVar("F", bound=Callable[..., Any])
# Characters that end a line in Unicode; other programs, which numbered the lines, do not count them.
_OTHER_ENDS = re.compile(r"[\v\f\x1c-\x1e\x85\u2028\u2029]")


def gold_options(command: F) -> F:
    """Add --source, --target and --texts, and how these texts are read; `read_sets` takes them."""
    command = text_options(command)
    column = "Table: column of the {} side; needed only if its name is not a usual one."
    for side, which in (("target", "second"), ("source", "first")):
        command = option(GOLD_TEXTS, f"--{side}-column", metavar="NAME", help=column.format(which))(command)
    command = option(
        GOLD_TEXTS,
        "--texts",
        metavar="TABLE",
        help="A table with the texts, as 'vicinal run' reads it.",
    )(command)
    command = option(GOLD_TEXTS, "--target", metavar="FILE", help="The second text.")(command)
    return option(
        GOLD_TEXTS,
        "--source",
        metavar="FILE",
        help="The first text; with {id} in its name, a text for each document.",
    )(command)


@contextmanager
def notes_after() -> Iterator[Say]:
    """Hold notes and warnings back until all input is read and checked, so that an error is the only line.

    Yields:
        What takes a note; each one is said once.
    """
    held: list[str | None] = []
    with warnings.catch_warnings(record=True) as caught:
        yield held.append
    for line in dict.fromkeys(held):
        note(line)
    for one in caught:
        warnings.showwarning(one.message, one.category, one.filename, one.lineno)


def read_sets(names: tuple[str, ...], options: dict[str, Any], say: Say) -> dict[str, list[Gold]]:
    """Read gold, and remove the options of `gold_options` from a command's options.

    A set is named after its file, without suffixes if that is unique; that of a pattern after its folder.

    Args:
        names: The files.
        options: The options of the command.
        say: Takes notes, from `notes_after`.

    Raises:
        SettingError: A file is given twice or has no documents, or options do not go together.
        InputError: A file cannot be read or scored, or two have the same document.
    """
    table, language, encoding = (options[name] for name in ("texts", "language", "encoding"))
    texts = _texts(options, say)
    sets: dict[str, list[Gold]] = {}
    file_of: dict[str, str] = {}
    for number, name in enumerate(names):
        if name in names[:number]:
            raise SettingError(f"{name}: is given twice")
        path = Path(name).parent if ID in Path(name).name else Path(name)
        short = path.name.partition(".")[0] or name
        key = name if short in sets else short
        if has_sentence_ids(name, encoding):
            if table is None:
                raise InputError(f"{name}: has sentence ids; give the table of the sentences with --texts")
            sets[key] = read_sentence_ids(name, table, encoding, language, say)
        else:
            sets[key] = read_any_gold(name, texts, encoding)
        if not sets[key]:
            raise SettingError(f"{name}: contains no documents")
        for document in sets[key]:
            if document.id in file_of:
                raise InputError(f"{name}: document {document.id!r:.80} is also in {file_of[document.id]}")
            file_of[document.id] = name
    return sets


def _texts(options: dict[str, Any], say: Say) -> Texts | None:
    """Return the texts that the options give; None for none."""
    source, target, table = (options.pop(name) for name in ("source", "target", "texts"))
    reading, encoding = reading_from(options)
    columns = tuple(filter(None, (options.pop("source_column"), options.pop("target_column"))))
    if len(columns) == 1:
        raise SettingError("give both --source-column and --target-column, or neither")
    if (source is None) != (target is None):
        raise SettingError("give both --source and --target, the two texts of GOLD that has links only")
    if table is not None:
        if source is not None:
            raise SettingError("--texts has the texts of all documents; leave out --source and --target")
        given = {"language": reading.language, "encoding": encoding, "headings": reading.headings}
        settings = {name: value for name, value in given.items() if value is not None}
        if reading.split != "auto":
            settings["split"] = reading.split
        return replace(texts_in_table(table, settings, say), columns=columns)
    if source is None:
        if columns or reading != Reading():
            raise SettingError(
                "--source-column, --target-column, --language, --split and --headings are for GOLD that has links "
                "only; give --source and --target"
            )
        return None
    if (ID in source) != (ID in target):
        raise SettingError(f"write {ID} in the names of both --source and --target, or of neither")

    def read(names: Sequence[str], numbered: bool) -> list[tuple[Document, Document]]:
        as_lines = numbered and reading.split == "auto"
        given = replace(reading, split="lines") if as_lines else reading
        if as_lines:
            say("texts read as a sentence a line, because the gold has sentence numbers; change it with --split")
        files = [[_file(side, name) for side in (source, target)] for name in names]
        pairs = [[_content(file, encoding, numbered) for file in pair] for pair in files]
        warn_without_rules(given.language)
        taken = settled(given, [content for pair in pairs for content in pair])  # all are read in the same way
        say(reading_note(given, taken))
        found = []
        for sides, contents in zip(files, pairs, strict=True):
            first, second = documents_of(contents, taken, [Path(file).name for file in sides])
            for file, document in zip(sides, (first, second), strict=True):
                if not document.sentences:
                    raise InputError(f"{file}: is empty; there is nothing to align")
            found.append((first, second))
        return found

    return Texts(read, ID in source, columns)


def _file(given: str, name: str) -> str:
    """Return the file of a document: the one that was given, with the name of the document in place of {id}."""
    if ID in given and (name in (".", "..") or "/" in name or "\\" in name):
        raise InputError(f"document {name!r:.60}: cannot be part of a file name; give its texts alone")
    return given.replace(ID, name)


def _content(file: str, encoding: str | None, numbered: bool) -> Content:
    """Return the content of a file; where sentences are numbered, only what ends a line for everyone ends one."""
    content = content_at(file, encoding)
    return _OTHER_ENDS.sub(" ", content) if numbered and isinstance(content, str) else content
