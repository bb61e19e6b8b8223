"""The files of a folder by level and id: which layout they have, and which of them are pairs.

Caller: `folder`. `name_patterns` has the layouts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any, NamedTuple
from unicodedata import normalize

from vicinal.corpus.contract import NO_PARTNER, UNREADABLE
from vicinal.corpus.folders import Folder
from vicinal.corpus.local_folder import File
from vicinal.corpus.readers.name_patterns import BARE, NUMBERED, WELL_KNOWN, Fitting, Layout, Pattern
from vicinal.corpus.readers.text_files import valid_unicode
from vicinal.errors import InputError

MISSING = "missing versions"  # why pairs are left out, in words that follow a number


@dataclass
class LevelFiles:
    """The files that match a pattern: the size of each, by id.

    There may be millions, so names are stored only if the id does not determine them: the name is not in NFC, or two
    files have the same id.

    Attributes:
        pattern: The pattern.
        place: What to put before a name in messages: the folder, if the levels are in two.
        sizes: The bytes of the files of each id.
        odd: The sizes by name, for ids that do not determine the name.
        dates: The sum of the dates of the files.
        copies: The number of files that are left out because a better one has their text.
    """

    pattern: Pattern
    place: str = ""
    sizes: dict[str, int] = field(default_factory=dict)
    odd: dict[str, dict[str, int]] = field(default_factory=dict)
    dates: int = 0
    copies: int = 0

    def add(self, id: str, file: File) -> None:
        """Add a file."""
        if id in self.sizes or file.name != self.pattern.name(id):
            self.odd[id] = {**self.files(id), file.name: file.size}
        self.sizes[id] = self.sizes.get(id, 0) + file.size
        self.dates += file.date

    def fill(self, other: LevelFiles) -> None:
        """Add the texts of another pattern that are missing here; count the others as copies."""
        for id, size in other.sizes.items():
            if id in self.sizes:
                self.copies += len(other.files(id))
            else:
                self.sizes[id], self.odd[id] = size, other.files(id)
        self.dates += other.dates

    def files(self, id: str) -> dict[str, int]:
        """Return the names and sizes of the files with an id."""
        if id in self.odd:
            return self.odd[id]
        return {self.pattern.name(id): self.sizes[id]} if id in self.sizes else {}

    def shares(self, other: LevelFiles) -> bool:
        """Tell whether a text is at both levels."""
        return not self.sizes.keys().isdisjoint(other.sizes.keys())

    def __len__(self) -> int:
        """The number of files, without copies."""
        return len(self.sizes) + sum(len(files) - 1 for files in self.odd.values())


class Scan(NamedTuple):
    """What was found in a folder: the files by pattern, the number of all files, and the first names."""

    sides: dict[Pattern, LevelFiles]
    number: int
    first: list[str]

    @property
    def there(self) -> str:
        """What is in the folder, for messages."""
        return f"there are files such as {', '.join(map(repr, self.first))}" if self.first else "the folder is empty"


def visible_files(folder: Folder) -> Iterator[File]:
    """Yield the files of a folder, without hidden ones and those in hidden folders."""
    return (file for file in folder.files() if not (file.name.startswith(".") or "/." in file.name))


def scan(folder: Folder, fitting: Fitting, place: str = "") -> Scan:
    """Return the files of a folder by the patterns that match their names."""
    sides: dict[Pattern, LevelFiles] = {}
    first: list[str] = []
    number = 0
    for file in visible_files(folder):
        number += 1
        if number <= 3:
            first.append(file.name)
        for pattern, id in fitting(normalize("NFC", file.name)):
            if pattern not in sides:
                sides[pattern] = LevelFiles(pattern, place)
            sides[pattern].add(id, file)
    return Scan(sides, number, first)


def recognised(sides: dict[Pattern, LevelFiles]) -> tuple[list[list[LevelFiles]], bool]:
    """Return the levels of each known layout that matches pairs, and whether the names of both versions say so.

    Only the first group of layouts that matches counts: see `name_patterns`.
    """
    for layouts in (WELL_KNOWN, (NUMBERED,), BARE):
        if found := [levels for layout in layouts if (levels := _levels(layout, sides))]:
            return found, layouts is WELL_KNOWN
    return [], False


def _levels(layout: Layout, sides: dict[Pattern, LevelFiles]) -> list[LevelFiles]:
    """Return the levels of a layout that share texts with another; none if there are no pairs."""
    levels = []
    for patterns in layout:
        there = [sides[pattern] for pattern in patterns if pattern in sides]
        for other in there[1:]:
            there[0].fill(other)
        levels += there[:1]
    kept = [level for level in levels if any(level.shares(other) for other in levels if other is not level)]
    if layout is NUMBERED and kept and kept[0].pattern != NUMBERED[0][0]:
        return []
    return kept


def chosen_pairs(pairs: str, names: Sequence[str]) -> list[tuple[int, int]]:
    """Return which levels are paired, by number: "all", "adjacent", or a list such as "adv-int,adv-ele"."""
    numbers = range(len(names))
    if pairs in ("all", "adjacent"):
        return list(combinations(numbers, 2) if pairs == "all" else pairwise(numbers))
    known = {f"{names[i]}-{names[k]}": (i, k) for i, k in combinations(numbers, 2)}
    wanted = [pair.strip() for pair in pairs.split(",")]
    for pair in wanted:
        if pair not in known:
            raise InputError(f"pairs {pair!r} are not there; choose from all, adjacent, {', '.join(known)}")
    return sorted({known[pair] for pair in wanted})


Entry = tuple[str | tuple[Any, ...], int]  # of a shard, and its bytes


def entries(levels: Sequence[LevelFiles], pairs: Sequence[tuple[int, int]]) -> Iterator[Entry]:
    """Yield the shard entries of all ids, by code point.

    Of two levels: the id; or id and names, if odd. Of more: the id and two numbers of levels, and the names if odd.
    A file that is in no pair, and a version that a text lacks, is a rejection, as the fields of `Rejected`.
    """
    source, *others = levels
    ids = [*source.sizes, *{id for level in others for id in level.sizes if id not in source.sizes}]
    for id in sorted(ids):
        yield from _of_two(id, levels) if len(levels) == 2 else _of_several(id, levels, pairs)


def article_of(entry: Any) -> str | None:
    """Return the id that an entry of several levels shares with others; its pairs stay in one shard."""
    return entry[0] if not isinstance(entry, str) and isinstance(entry[1], int) else None


def _of_two(id: str, levels: Sequence[LevelFiles]) -> Iterator[Entry]:
    names = [level.place + name for level in levels for name in level.files(id)]
    size = sum(level.sizes.get(id, 0) for level in levels)
    fault = _fault(id, levels)
    if fault:
        why = UNREADABLE if all(id in level.sizes for level in levels) else NO_PARTNER
        yield (valid_unicode(names[0]), None, valid_unicode(id), fault, why), size
    elif any(id in level.odd for level in levels):
        yield (id, *(name for level in levels for name in level.files(id))), size
    else:
        yield id, size


def _of_several(id: str, levels: Sequence[LevelFiles], pairs: Sequence[tuple[int, int]]) -> Iterator[Entry]:
    there = {number: list(level.files(id)) for number, level in enumerate(levels) if id in level.sizes}
    if valid_unicode(id) != id:
        name, size = next(iter(there.values()))[0], sum(levels[number].sizes[id] for number in there)
        yield (valid_unicode(name), None, valid_unicode(id), _fault(id, levels), UNREADABLE), size
        return
    paired: set[int] = set()
    for pair in pairs:
        if all(len(there.get(number, ())) == 1 for number in pair):
            paired.update(pair)
            odd = any(id in levels[number].odd for number in pair)
            names = [there[number][0] for number in pair] if odd else ()
            yield (id, *pair, *names), sum(levels[number].sizes[id] for number in pair)
    for number in sorted(there.keys() - paired):
        if len(there[number]) > 1:
            fault, why = _several(there[number]), UNREADABLE
        else:
            partners = [levels[other].pattern.name(id) for pair in pairs if number in pair for other in pair]
            fault = f"has no partner {' or '.join(name for name in partners if name != there[number][0])}"
            why = NO_PARTNER
        yield (there[number][0], None, id, fault, why), levels[number].sizes[id]
    if paired:
        first = there[min(paired)][0]
        for number in _missing(there, levels, pairs):
            yield (first, None, id, f"has no other version {levels[number].pattern.name(id)}", MISSING), 0


def _missing(there: Collection[int], levels: Sequence[LevelFiles], pairs: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yield the levels that a text lacks. Numbered versions may be fewer: those above the last one are not missed."""
    for number in sorted({number for pair in pairs for number in pair} - set(there)):
        if number < max(there) or (levels[number].pattern,) not in NUMBERED:
            yield number


def _fault(id: str, levels: Sequence[LevelFiles]) -> str | None:
    """Return why the files of an id are not a pair; None if they are."""
    if valid_unicode(id) != id:
        return "the file name is not valid UTF-8; rename the file"
    for level in levels:
        names = level.files(id)
        if len(names) > 1:
            return _several(names)
    for level in levels:
        if id not in level.sizes:
            return f"has no partner {level.place}{level.pattern.name(id)}"
    return None


def _several(names: Sequence[str] | dict[str, int]) -> str:
    shown = " and ".join(map(ascii, names))  # names in different Unicode encodings look the same
    return f"several files have this id: {shown}; keep one"
