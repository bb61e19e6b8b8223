"""Two folders, one for each version: files are paired by name.

A name is the path in the folder, without the suffix of a document, in NFC: `may/1.docx` and `may/1.txt` are a pair. If
more names agree without a word that the names of one folder share, at the end or the start, the word is left out:
`x-adv.txt` and `x-ele.txt`, `x.txt` and `x_simple.txt`. Files such as README are not read.

Caller: `folder`.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from vicinal.corpus.folders import Folder, basename, folder_at
from vicinal.corpus.local_folder import File, LocalFolder
from vicinal.corpus.readers.file_levels import LevelFiles, visible_files
from vicinal.corpus.readers.name_patterns import Pattern, document_suffix, is_about, is_pattern
from vicinal.errors import InputError

_END = re.compile(r"(?<=[^\s/._-])[\s._-]+[^\s/._-]+\Z")
_START = re.compile(r"\A[^\s/._-]+[\s._-]+(?=[^\s/._-])")


class ByName(NamedTuple):
    """The two levels, the number of all files, and whether words were left out of the names."""

    levels: tuple[LevelFiles, LevelFiles]
    number: int
    is_guess: bool


def folder_names(first: str, second: str) -> tuple[str, str]:
    """Return the names of the levels: those of the two folders, if they differ."""
    names = basename(first), basename(second)
    return names if names[0] != names[1] and all(names) else ("source", "target")


def paired_by_name(first: str, second: str) -> ByName:
    """Return the files of two folders, by the names that they share; raise InputError if there are none."""
    folders = folder_at(first), folder_at(second)
    there = [
        [file for file in visible_files(folder) if not (inner and file.name.startswith(inner))]
        for folder, inner in zip(folders, (_inside(*folders), _inside(*folders[::-1])), strict=True)
    ]
    found = [[file for file in files if not is_about(file.name)] for files in there]
    names = [[_stem(file) for file in files] for files in found]
    best: tuple[Pattern, ...] = ()
    most = 0
    for words in product(*map(_words, names)):
        ids = [{id for name in names if (id := pattern.id(name))} for names, pattern in zip(names, words, strict=True)]
        if len(ids[0] & ids[1]) > most:
            best, most = words, len(ids[0] & ids[1])
    if not most:
        shown = [repr(files[0].name) if files else "nothing" for files in found]
        raise InputError(
            f"{first}, {second}: no two files have the same name; there is {shown[0]} in one and {shown[1]} in the "
            "other; name them with --source-pattern '{id}...' --target-pattern '{id}...'"
        )
    places = [f"{name}/" for name in folder_names(first, second)]
    source, target = (_level(*one) for one in zip(best, places, found, strict=True))
    return ByName((source, target), sum(map(len, there)), any(map(any, best)))


def _inside(outer: Folder, inner: Folder) -> str:
    """Return the name, with a slash, of a folder within another; "" if it is elsewhere."""
    if isinstance(outer, LocalFolder) and isinstance(inner, LocalFolder):
        paths = Path(os.path.realpath(outer.path)), Path(os.path.realpath(inner.path))
        if paths[1] != paths[0] and paths[1].is_relative_to(paths[0]):
            return f"{paths[1].relative_to(paths[0]).as_posix()}/"
    return ""


def _stem(file: File) -> str:
    name = normalize("NFC", file.name)
    return name.removesuffix(document_suffix(name))


def _words(names: Sequence[str]) -> list[Pattern]:
    """Return what may be left out of the names of a folder: nothing, or a word that most of them share."""
    ends = Counter(Pattern("", word[0]) for name in names if (word := _END.search(name)))
    starts = Counter(Pattern(word[0], "") for name in names if (word := _START.search(name)))
    found = [Pattern("", "")]
    for words, number in (*ends.most_common(1), *starts.most_common(1)):
        if 2 * number >= len(names) and is_pattern(words):
            found.append(words)
    return found


def _level(words: Pattern, place: str, files: Sequence[File]) -> LevelFiles:
    """Return the files of a folder by id; most have the same suffix."""
    ids = [(words.id(_stem(file)), file) for file in files]
    suffixes = Counter(document_suffix(file.name) for id, file in ids if id)
    level = LevelFiles(Pattern(words.before, words.after + suffixes.most_common(1)[0][0]), place)
    for id, file in ids:
        if id:
            level.add(id, file)
    return level
