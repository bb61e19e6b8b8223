"""The files of dumps: which wiki a file belongs to, the order of the parts, and pages that are in no part.

Wikimedia cuts large dumps into parts, and names them after the wiki, the date and the pages:

    enwiki-20240501-pages-articles-multistream2.xml-p41243p151573.bz2

A name tells all that is needed. Where it does not tell the wiki, the beginning of the file does.

Callers: `wikipedia` and the choice of a reader.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from vicinal.corpus.folders import is_url
from vicinal.corpus.readers.mediawiki_dump import read_site
from vicinal.errors import InputError
from vicinal.files import reason

_DUMP = re.compile(r"\.xml(?:-p\d+p\d+[\w-]*)?(?:\.bz2|\.gz)?$", re.IGNORECASE)
_OF_WIKIMEDIA = re.compile(r"pages-(?:articles|meta).*\.xml(?:-p\d+p\d+[\w-]*)?(?:\.bz2|\.gz)?$", re.IGNORECASE)
_INDEX = re.compile(r"pages-articles-multistream-index.*\.txt", re.IGNORECASE)
_WIKI = re.compile(r"([a-z][a-z_]*wik[a-z]*)(?=[-.]|$)", re.IGNORECASE)
_DATE = re.compile(r"-(\d{8}|latest)-")
_PART = re.compile(r"pages-[a-z-]+(\d{1,9})\.xml", re.IGNORECASE)
_RANGE = re.compile(r"\.xml-p(\d{1,18})p(\d{1,18})", re.IGNORECASE)


class Part(NamedTuple):
    """What the name of a dump file tells.

    Attributes:
        path: The file, as it was given.
        wiki: Such as "enwiki"; "" if the name does not tell.
        date: Such as "20240501" or "latest"; "" if the name does not tell.
        number: The number of the part; 0 for a dump in one file.
        first: The first page number in the file; 0 if the name does not tell.
        last: The last page number.
    """

    path: str
    wiki: str
    date: str
    number: int
    first: int
    last: int


class Sides(NamedTuple):
    """The files of the two wikis, in the order of their parts, and files that are no dumps."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    others: tuple[str, ...]


class _Given(NamedTuple):
    """What a path stands for: itself, or the files of a folder."""

    dumps: list[str]
    others: list[str]
    is_folder: bool


def part_at(path: str) -> Part:
    """Return what the name of a dump file tells.

    >>> part_at("enwiki-latest-pages-articles2.xml-p41243p151573.bz2")[1:]
    ('enwiki', 'latest', 2, 41243, 151573)
    """
    name = _name(path)
    wiki, date, number, pages = _WIKI.match(name), _DATE.search(name), _PART.search(name), _RANGE.search(name)
    return Part(
        path,
        wiki[1].lower() if wiki else "",
        date[1] if date else "",
        int(number[1]) if number else 0,
        int(pages[1]) if pages else 0,
        int(pages[2]) if pages else 0,
    )


def are_dumps(paths: Sequence[str]) -> bool:
    """Tell whether all paths are dumps, or folders with dumps of Wikimedia, judging by names.

    Index files of multistream dumps, which `*.bz2` matches too, are let through.
    """
    found = [_is_dump(path) or _has_dumps(path) for path in paths]
    return any(found) and all(one or _INDEX.search(path) for one, path in zip(found, paths, strict=True))


def sides(paths: Sequence[str]) -> Sides:
    """Sort the files of two wikis into two sides, each in the order of its parts; the wiki of the first path is first.

    Two folders are two sides. Otherwise the names tell the wiki, or the dates, if all are of one wiki.

    Args:
        paths: Dump files and folders of them, in any order.

    Raises:
        InputError: There are not two wikis, or a part is there twice.
    """
    given = [_given(path) for path in paths]
    others = tuple(path for one in given for path in one.others)
    parts = [part_at(path) for one in given for path in one.dumps]
    if len(given) == 2 and all(one.is_folder and one.dumps for one in given):
        return Sides(ordered(given[0].dumps), ordered(given[1].dumps), others)
    if len(parts) == 2 and len(given) == 2 and not _are_parts_of_one(*parts):
        return Sides((parts[0].path,), (parts[1].path,), others)
    groups = _by_wiki(parts)
    if len(groups) != 2:
        raise _not_two(groups)
    names = list(groups)
    if len(paths) == 1 and names[0] == "simplewiki":  # the files of a folder have no order
        names.reverse()
    source, target = (ordered(part.path for part in groups[name]) for name in names)
    return Sides(source, target, others)


def ordered(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the parts of a dump in order: 2 before 10.

    Raises:
        InputError: A part is there twice, or a whole dump together with parts.
    """
    parts = sorted(map(part_at, paths), key=lambda part: (part.number, part.first, part.path))
    for before, after in pairwise(parts):
        is_same = _name(before.path) == _name(after.path) or (
            before[3:] == after[3:] and all(_OF_WIKIMEDIA.search(part.path) for part in (before, after))
        )
        if is_same or (before.last and after.first and before.last >= after.first):
            raise InputError(f"{after.path}: holds the same pages as {before.path}; leave one of them out")
    if len(parts) > 1 and parts[0].number == 0 < parts[1].number:
        raise InputError(f"{parts[0].path}: is a whole dump; give it without {parts[1].path}, or leave it out")
    return tuple(part.path for part in parts)


def gaps(paths: Iterable[str]) -> list[tuple[int, int]]:
    """Return the ranges of page numbers that are in no part, up to the last part, judging by the names."""
    parts = [part for part in map(part_at, paths) if part.last]
    missing = [(1, parts[0].first - 1)] if parts and parts[0].number > 1 and parts[0].first > 1 else []
    return missing + [
        (before.last + 1, after.first - 1) for before, after in pairwise(parts) if after.first > before.last + 1
    ]


def _given(path: str) -> _Given:
    files = _files_in(path)
    if files is not None:
        return _Given(list(filter(_is_dump, files)), [file for file in files if not _is_dump(file)], True)
    return _Given([], [path], False) if _INDEX.search(path) else _Given([path], [], False)


def _name(path: str) -> str:
    return path.rpartition("/")[2] if is_url(path) else Path(path).name


def _is_dump(path: str) -> bool:
    return _DUMP.search(path) is not None


def _has_dumps(path: str) -> bool:
    """Tell whether a path is a local folder with dumps of Wikimedia."""
    if is_url(path) or not path:
        return False
    try:
        with os.scandir(path) as entries:
            return any(_OF_WIKIMEDIA.search(entry.name) for entry in entries)
    except (OSError, ValueError):  # a file, or nothing
        return False


def _files_in(path: str) -> list[str] | None:
    """Return the files directly in a local folder, by name; None if the path is not a folder."""
    if is_url(path) or not path or not Path(path).is_dir():
        return None
    try:
        found = [entry for entry in Path(path).iterdir() if not entry.name.startswith(".") and entry.is_file()]
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {reason(error)}") from None
    return sorted(map(str, found))


def _by_wiki(parts: Sequence[Part]) -> dict[str, list[Part]]:
    """Return the parts of each wiki, or of each date, if there is one wiki of two dates."""
    groups: dict[str, list[Part]] = {}
    for part in parts:
        wiki = part.wiki or (read_site(part.path).name if len(parts) > 1 else "") or "a wiki without a name"
        groups.setdefault(wiki, []).append(part)
    if len(groups) == 1 and len({part.date for part in parts}) == 2:
        groups = {}
        for part in parts:
            groups.setdefault(f"{part.wiki} of {part.date}", []).append(part)
    return groups


def _are_parts_of_one(one: Part, other: Part) -> bool:
    is_part = one.number > 0 or other.number > 0
    return is_part and bool(one.wiki) and (one.wiki, one.date) == (other.wiki, other.date)


def _not_two(groups: dict[str, list[Part]]) -> InputError:
    """Return what is wrong with dumps of one wiki, or of more than two."""
    named = ", ".join(f"{name} ({len(parts)} file{'s' * (len(parts) > 1)})" for name, parts in groups.items())
    if len(groups) > 2:
        return InputError(f"dumps of {len(groups)} wikis were given: {named}; give those of two")
    wanted = "the dumps of two wikis, the original first"
    if not groups:
        return InputError(f"no dump was given; give {wanted}")
    ((name, parts),) = groups.items()
    example = "enwiki" if name == "simplewiki" else "simplewiki"
    what = f"all {len(parts)} dumps are of {name}" if len(parts) > 1 else "is only one dump"
    return InputError(
        f"{parts[0].path}: {what}; give {wanted}: add one such as {example}-latest-pages-articles.xml.bz2"
    )
