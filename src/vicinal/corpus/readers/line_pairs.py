"""Which files with a document a line belong together, judging by their names.

Two files are a pair, whatever their names. In a folder, or among more files, the last word of a name tells the version
(`train.src` and `train.tgt`, `test_complex.txt` and `test_simple.txt`), and what stands before it the pair. The words
are those of folders (`name_patterns.WORDS`), the original first; `.txt` and a suffix of compression may follow. If a
folder has no such names, its files are paired as those of a folder with a document in each file: `wiki.txt` and
`wiki.simple.txt`.

Callers: `document_lines` and `line_signs`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from vicinal.corpus.folders import Folder, absolute_path, folder_at
from vicinal.corpus.readers.file_levels import recognised, scan
from vicinal.corpus.readers.line_files import LineFile
from vicinal.corpus.readers.name_patterns import WORDS, well_known
from vicinal.corpus.readers.suffixes import COMPRESSION_SUFFIXES
from vicinal.corpus.readers.text_files import existing_folder, valid_unicode
from vicinal.errors import InputError

_WORDS = tuple(words for words in WORDS if len(words) == 2)
_PACKED = re.compile(rf"(?:{'|'.join(map(re.escape, COMPRESSION_SUFFIXES))})\Z", re.IGNORECASE)
_NAMED = re.compile(
    rf"(.*[^/._-])[._-]({'|'.join(sorted({word for pair in _WORDS for word in pair}))})(?:\.txt)?\Z", re.IGNORECASE
)
_SIGNS = re.compile("([._/ -]+)")
_MOST_FILES = 1000  # of a folder without names of pairs that may still have a document a line


class LinePair(NamedTuple):
    """Two files of which line n belongs with line n.

    Attributes:
        source: The file of the originals.
        target: The file of the simpler versions.
        names: Their names in pairs: as much of the paths as tells all files apart.
        stem: What the names share.
        levels: The names of the two versions, where the names differ.
    """

    source: LineFile
    target: LineFile
    names: tuple[str, str]
    stem: str
    levels: tuple[str, str]

    @property
    def files(self) -> tuple[LineFile, LineFile]:
        """Both files."""
        return self.source, self.target

    @property
    def paths(self) -> tuple[str, str]:
        """The paths of both files."""
        return self.source.path, self.target.path


def line_pairs(paths: Sequence[str], originals: Sequence[str] = ()) -> tuple[LinePair, ...]:
    """Return the pairs of files at some paths.

    Args:
        paths: Two files, or more, or a folder.
        originals: The files that `paths` were unpacked from, two for each pair; () if they are what the user gave.

    Raises:
        InputError: A file has no partner, or there is none at all.
    """
    if originals:
        return _given(paths, originals)
    if len(paths) == 1:
        folder = existing_folder(paths[0])
        names = paired_names(_visible(folder))[0] or _as_documents(folder)
        if not names:
            raise InputError(
                f"{paths[0]}: has no two files named like train.src and train.tgt, or train.complex and train.simple; "
                "give the two files, the original first"
            )
        return tuple(_of_names(folder, pair) for pair in names)
    if len(paths) == 2:
        return _given(paths, paths)
    named, alone = paired_names(paths)
    if alone:
        raise InputError(
            f"{alone[0]}: has no partner among the files; give two files, or pairs such as train.src train.tgt "
            "test.src test.tgt"
        )
    ordered = [path for pair in named for path in pair]
    return _given(ordered, ordered)


def paired_names(names: Iterable[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the names of pairs, in the order of the first of each, and the names that have no partner.

    >>> paired_names(["test.simple", "test.complex.gz", "README.md"])
    ([('test.complex.gz', 'test.simple')], ['README.md'])
    """
    known: dict[str, dict[str, str]] = {}
    names = list(names)
    for name in names:
        if found := _NAMED.match(_PACKED.sub("", name)):
            known.setdefault(found[1], {}).setdefault(found[2].lower(), name)
    pairs = []
    for versions in known.values():
        pairs += [
            (versions[source], versions[target]) for source, target in _WORDS if {source, target} <= versions.keys()
        ][:1]
    taken = {name for pair in pairs for name in pair}
    return pairs, [name for name in names if name not in taken]


def pairs_in(path: str, most: int) -> tuple[LinePair, ...]:
    """Return the pairs of files in a folder; () if there are none, or more than so many, as in a folder of texts."""
    folder = folder_at(path)
    names = []
    number = 0
    for name in _visible(folder):
        number += 1
        if _is_named(name):
            names.append(name)
        if len(names) > 2 * most:
            return ()
    pairs = paired_names(names)[0] or (_as_documents(folder) if number <= _MOST_FILES else [])
    return tuple(_of_names(folder, pair) for pair in pairs) if len(pairs) <= most else ()


def other_files(paths: Sequence[str], pairs: Sequence[LinePair]) -> tuple[int, int]:
    """Return how many files of a folder lack a partner, and how many have other names; none if files were given."""
    if len(paths) > 1:
        return 0, 0
    folder = folder_at(paths[0])
    names = list(_visible(folder))
    taken = {path for pair in pairs for path in pair.paths}
    alone = sum(_is_named(name) and folder.where(name) not in taken for name in names)
    return alone, len(names) - 2 * len(pairs) - alone


def _visible(folder: Folder) -> Iterable[str]:
    return (file.name for file in folder.files() if not file.name.startswith(".") and "/." not in file.name)


def _is_named(name: str) -> bool:
    return _NAMED.match(_PACKED.sub("", name)) is not None


def _as_documents(folder: Folder) -> list[tuple[str, str]]:
    """Return the names of pairs that the reader of folders finds without being told; none if it finds several kinds."""
    layouts, _ = recognised(scan(folder, well_known).sides)
    if len(layouts) != 1 or len(layouts[0]) != 2:
        return []
    source, target = layouts[0]
    ids = sorted(source.sizes.keys() & target.sizes.keys())
    return [(next(iter(source.files(id))), next(iter(target.files(id)))) for id in ids]


def _of_names(folder: Folder, names: tuple[str, str]) -> LinePair:
    """Return a pair of files in a folder."""
    source, target = (LineFile(folder.where(name), valid_unicode(folder.where(name))) for name in names)
    return LinePair(source, target, (valid_unicode(names[0]), valid_unicode(names[1])), *_stem_and_levels(*names))


def _given(paths: Sequence[str], shown: Sequence[str]) -> tuple[LinePair, ...]:
    """Return the pairs of files that were given by path, two for each pair."""
    files = [LineFile(path, valid_unicode(name)) for path, name in zip(paths, shown, strict=True)]
    names = list(map(valid_unicode, _short_names(shown)))
    return tuple(
        LinePair(files[at], files[at + 1], (names[at], names[at + 1]), *_stem_and_levels(names[at], names[at + 1]))
        for at in range(0, len(files), 2)
    )


def _short_names(paths: Sequence[str]) -> list[str]:
    """Return the last component of each path if these differ, else everything from the first difference on."""
    # Absolute paths, so that the names do not depend on the working directory.
    parts = [absolute_path(path).replace(os.sep, "/").split("/") for path in paths]
    if len({part[-1] for part in parts}) == len(parts):
        return [part[-1] for part in parts]
    shared = _leading(parts)
    return ["/".join(part[shared:]) or part[-1] for part in parts]


def _stem_and_levels(source: str, target: str) -> tuple[str, tuple[str, str]]:
    """Return what two names share before or after the word that tells them apart, and the last such word of each.

    >>> _stem_and_levels("news.valid.complex.gz", "news.valid.simple.gz")
    ('news.valid', ('complex', 'simple'))
    """
    names = [re.sub(r"\.txt\Z", "", _PACKED.sub("", valid_unicode(name))) for name in (source, target)]
    pieces = [_SIGNS.split(name) for name in names]
    before = "".join(pieces[0][: _leading(pieces)])
    after = "".join(pieces[0][len(pieces[0]) - _leading([piece[::-1] for piece in pieces]) :])
    stem = before.strip("._-/ ") or after.strip("._-/ ") or names[0]
    words = [re.findall(r"[^\W_]+", name) for name in names]
    first = next((word for word in reversed(words[0]) if word not in words[1]), "source")
    second = next((word for word in reversed(words[1]) if word not in words[0]), "target")
    return stem, (first, second) if first != second else ("source", "target")


def _leading(lists: Sequence[Sequence[str]]) -> int:
    """Return how many items at the beginning of some lists are equal."""
    return len(list(takewhile(lambda items: len(set(items)) == 1, zip(*lists, strict=False))))
