"""Alignments as files: one format a module, chosen by the suffix of a file or by name.

A format renders an alignment to one text for each of its suffixes (most have one; parallel line files are two).
`save` writes them, each file whole or not at all. `load` reads back what `save` wrote as `.json`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vicinal.alignment import Alignment
from vicinal.errors import FormatError, InputError, SettingError, check_choice
from vicinal.files import read_text, write_files
from vicinal.formats import json, jsonl, lines, tsv


@dataclass(frozen=True)
class Format:
    """A way to write an alignment: a text for each suffix."""

    suffixes: tuple[str, ...]
    render: Callable[[Alignment], tuple[str, ...]]
    what: str

    def files(self, path: Path) -> tuple[Path, ...]:
        """Return the files that writing to path makes: path itself, or one for each suffix where there are several."""
        if not path.name:
            raise InputError(f"{path}: is no file name")
        if len(self.suffixes) == 1:
            return (path,)
        stem = path.with_suffix("") if path.suffix.lower() in self.suffixes else path
        return tuple(stem.with_name(stem.name + suffix) for suffix in self.suffixes)


FORMATS = {
    "json": Format((".json",), json.render, "the whole alignment; loads back equal"),
    "jsonl": Format((".jsonl",), jsonl.render, "one JSON line a link, with its texts"),
    "tsv": Format((".tsv",), tsv.render, "a table of links, with their texts"),
    "lines": Format((".src", ".tgt"), lines.render, "parallel line files, FILE.src and FILE.tgt"),
}


def format_for(path: str | os.PathLike[str], name: str | None = None) -> Format:
    """Return the format of that name, or the one the suffix of path asks for."""
    if name is not None:
        check_choice("format", name, FORMATS)
        return FORMATS[name]
    suffix = Path(path).suffix.lower()
    for candidate in FORMATS.values():
        if suffix in candidate.suffixes:
            return candidate
    known = " ".join(suffix for known in FORMATS.values() for suffix in known.suffixes)
    raise SettingError(f"{path}: cannot tell the format from the name; end it in one of {known}, or name a format")


def save(alignment: Alignment, path: str | os.PathLike[str], format: str | None = None) -> tuple[Path, ...]:
    """Write an alignment and return the files made; the format is named or follows from the suffix of path.

    Raises:
        SettingError: No format fits the name.
        InputError: A file cannot be written; nothing is left half written.
    """
    chosen = format_for(path, format)
    files = chosen.files(Path(path))
    # A lone surrogate cannot be UTF-8: it becomes \udXXX, which JSON reads back as the same character.
    texts = [text.encode("utf-8", "backslashreplace") for text in chosen.render(alignment)]
    write_files(dict(zip(files, texts, strict=True)))
    return files


def load(path: str | os.PathLike[str]) -> Alignment:
    """Read an alignment that was written as `.json`.

    Raises:
        FormatError: The file is not an alignment; the message says what is wrong.
    """
    return parse(read_text(path), str(path))


def parse(text: str, name: str) -> Alignment:
    """Return the alignment that was written as `.json`; name is what errors call the text."""
    try:
        return json.parse(text)
    except InputError as error:
        raise FormatError(f"{name}: {error}") from None
