"""A folder of texts in two or more versions, found by their names.

The names are given as patterns, or a known layout is recognised: see `name_patterns`. `{id}.src` also finds
`news/may/1.src`, with the id `news/may/1` and the origin `news/may`. Names are compared in NFC, because archives from
different systems encode `é` in two ways. Small and capital letters differ, except in the words of known layouts. Hidden
files and folders are ignored.

Two versions of a text are a pair with one id. Of more versions, each has an id of its own (`bees.adv`, `bees.int`), the
pairs are those of `pairs`, and all pairs of a text are in one shard, so that a run can reconcile them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from vicinal.corpus.contract import Accounts, Fingerprint, Limits, Pair, Rejected, Shard
from vicinal.corpus.folders import Folder, absolute_path, folder_at
from vicinal.corpus.readers.file_levels import (
    LevelFiles,
    Scan,
    article_of,
    chosen_pairs,
    entries,
    recognised,
    scan,
)
from vicinal.corpus.readers.folder_hints import ASK, why_no_pairs
from vicinal.corpus.readers.name_patterns import Pattern, level_names, longest, well_known
from vicinal.corpus.readers.text_files import content_in, cut, existing_folder, fingerprint_of
from vicinal.corpus.readers.two_folders import folder_names, paired_by_name
from vicinal.errors import InputError, SettingError
from vicinal.extract.content import Content
from vicinal.text.document import documents_of
from vicinal.text.reading import Reading
from vicinal.text_encoding import check_encoding

_FLAGS = ("--source-pattern", "--target-pattern")


class _There(NamedTuple):
    """The files of all levels, with the names of these, the number of all files, and whether the names are certain."""

    levels: Sequence[LevelFiles]
    names: tuple[str, ...]
    number: int
    is_sure: bool = True


class _Found(NamedTuple):
    """The files of a corpus.

    Attributes:
        levels: Those of the levels that are paired, the original first.
        pairs: Which of these levels are paired.
        left_out: How many other files there are, by the reason.
        guess: What was recognised and is not certain, in one line; None if nothing.
    """

    levels: list[LevelFiles]
    pairs: list[tuple[int, int]]
    left_out: dict[str, int]
    guess: str | None


class _Text(NamedTuple):
    """A text of a shard: its id, and the file of each version, by level. The pairs of levels are in order."""

    id: str
    names: dict[int, str]
    pairs: list[tuple[int, int]]


@dataclass(frozen=True)
class PairedFiles:
    """A folder of texts in several versions, or two folders of one version each, ordered by id (by code point).

    Attributes:
        path: The folder, or its URL.
        source: The pattern of the first versions; if no patterns are given, known layouts are tried.
        target: The pattern of the second versions. A file that matches two patterns belongs to the longer one, so
            `{id}.txt` and `{id}.simple.txt` work together.
        levels: The patterns of all versions, the original first; instead of source and target.
        pairs: Which of more than two versions are paired: "all", "adjacent", or a list such as "adv-int,adv-ele".
        language: The language of all texts; None to recognise it.
        split: How plain text is split, as in `Document.from_text`; "auto" is decided once for the corpus.
        headings: Whether headings are kept.
        encoding: The encoding of text files; None for UTF-8.
        other: The folder of the second versions, or its URL, if `path` has only the first ones. Patterns are relative
            to each; without patterns, files are paired by name (see `two_folders`).
    """

    path: str = field(metadata={"place": True})
    source: str = ""
    target: str = ""
    language: str | None = None
    split: str = "auto"
    headings: bool = True
    encoding: str | None = None
    levels: tuple[str, ...] = ()
    pairs: str = "all"
    other: str = field(default="", metadata={"place": True})

    def __post_init__(self) -> None:
        """Check the settings."""
        _ = self.reading  # raises early
        if self.encoding is not None:
            check_encoding(self.encoding)
        if bool(self.source) != bool(self.target):
            raise SettingError("one pattern is missing; give both, or neither to try the well-known ones")
        if self.levels and (self.source or self.other):
            raise SettingError("--level cannot be combined with two patterns or two folders; leave one of them out")
        if len(self.levels) == 1:
            raise SettingError("one level is not enough; give --level for each version, the original first")
        patterns = self._patterns
        if len(set(patterns)) < len(patterns) and not self.other:
            texts = self.levels or (self.source, self.target)
            again = next(text for text, one in zip(texts, patterns, strict=True) if patterns.count(one) > 1)
            raise SettingError(f"two patterns are {again!r}; each version needs its own")
        if self.other and absolute_path(self.other.rstrip("/")) == absolute_path(self.path.rstrip("/")):
            raise SettingError(f"both folders are {self.path!r}; give the originals, then the simpler versions")

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of all files of the corpus, with or without a partner.

        Raises:
            InputError: The folder does not exist, or has no pairs.
        """
        levels = self._found().levels
        files = (
            (level.place + name, size)
            for level in levels
            for id in sorted(level.sizes)
            for name, size in level.files(id).items()
        )
        return fingerprint_of(files, sum(level.dates for level in levels))

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Cut the corpus; files without a partner are included, to be recorded in their place.

        Raises:
            InputError: The folder does not exist, or has no pairs.
        """
        found = self._found()
        patterns = [str(level.pattern) for level in found.levels]
        yield from cut(entries(found.levels, found.pairs), limits, *patterns, group=article_of)

    def accounts(self) -> Accounts:
        """Return the number of files of the corpus, and of the others that are there, without hidden ones."""
        found = self._found()
        return Accounts({"files": sum(map(len, found.levels))}, found.left_out)

    def notes(self) -> tuple[str, ...]:
        """Return what was recognised but is not certain, and how to change it."""
        guess = self._found().guess
        return () if guess is None else (guess,)

    @property
    def reading(self) -> Reading:
        """How the texts are read."""
        return Reading(self.language, self.split, self.headings)

    def read_as(self, reading: Reading) -> PairedFiles:
        """Return this corpus, read in another way."""
        return replace(self, language=reading.language, split=reading.split, headings=reading.headings)

    def contents(self, shard: Shard) -> Iterator[tuple[Content, ...]]:
        """Yield the contents of the versions of each text of a shard, if all can be read."""
        names = self._names(shard)
        for text in _texts(shard):
            if isinstance(text, _Text):
                found = self._contents(text, names).values()
                contents = tuple(one for one in found if not isinstance(one, Rejected))
                if len(contents) == len(text.names):
                    yield contents

    def read(self, shard: Shard) -> Iterator[Pair | Rejected]:
        """Read the pairs of a shard; a pair with an unreadable, non-UTF-8 or empty file becomes a Rejected."""
        names = self._names(shard)
        for text in _texts(shard):
            if isinstance(text, Rejected):
                yield text
                continue
            found = self._contents(text, names)
            contents = {level: one for level, one in found.items() if not isinstance(one, Rejected)}
            ids = [_version_id(text.id, level, names) for level in contents]
            documents = dict(zip(contents, documents_of(tuple(contents.values()), self.reading, ids), strict=True))
            for pair in text.pairs:
                faults = [one for level in pair if isinstance(one := found[level], Rejected)]
                if faults:
                    yield faults[0]
                    continue
                source, target = pair
                levels = names[source], names[target]
                file = self._place(source, names) + text.names[source]
                yield Pair(documents[source], documents[target], levels, text.id.rpartition("/")[0], file)

    @property
    def _patterns(self) -> list[Pattern]:
        """The patterns that were given; none if they are to be found."""
        return [Pattern.of(text) for text in self.levels or ((self.source, self.target) if self.source else ())]

    def _names(self, shard: Shard) -> tuple[str, ...]:
        """Return the names of the levels."""
        if self.other:
            return folder_names(self.path, self.other)
        return level_names([Pattern.of(text) for text in shard.part[:-1]])

    def _place(self, level: int, names: Sequence[str]) -> str:
        """Return what is put before the name of a file in messages: its folder, if there are two."""
        return f"{names[level]}/" if self.other else ""

    def _contents(self, text: _Text, names: Sequence[str]) -> dict[int, Content | Rejected]:
        """Return the content of each version of a text, by level."""
        found: dict[int, Content | Rejected] = {}
        for level, name in text.names.items():
            folder = folder_at(self.other if self.other and level else self.path)
            content = content_in(folder, name, _version_id(text.id, level, names), self.encoding)
            if isinstance(content, Rejected):
                content = content._replace(file=self._place(level, names) + content.file)
            found[level] = content
        return found

    def _found(self) -> _Found:
        """Find the files of the corpus."""
        there = self._there()
        pairs = chosen_pairs(self.pairs, there.names)
        kept = sorted({level for pair in pairs for level in pair})
        copies = sum(level.copies for level in there.levels)
        left_out = {
            "files of other levels": sum(len(level) for i, level in enumerate(there.levels) if i not in kept),
            "second copies": copies,
            "files of other names": there.number - copies - sum(map(len, there.levels)),
        }
        return _Found(
            [there.levels[i] for i in kept],
            [(kept.index(i), kept.index(k)) for i, k in pairs],
            {why: files for why, files in left_out.items() if files > 0},
            None if self._patterns else _guess(there, pairs),
        )

    def _there(self) -> _There:
        """Find the files of all levels."""
        folder = existing_folder(self.path)
        patterns = self._patterns
        if self.other:
            existing_folder(self.other)
            names = folder_names(self.path, self.other)
            if not patterns:
                by_name = paired_by_name(self.path, self.other)
                return _There(by_name.levels, names, by_name.number, not by_name.is_guess)
            ends = zip((self.path, self.other), patterns, names, strict=True)
            scans = [scan(folder_at(path), longest([pattern]), f"{name}/") for path, pattern, name in ends]
            levels = [
                _given(path, pattern, flag, found)
                for path, pattern, flag, found in zip((self.path, self.other), patterns, _FLAGS, scans, strict=True)
            ]
            return _There(levels, names, sum(found.number for found in scans))
        found = scan(folder, longest(patterns) if patterns else well_known)
        is_sure = True
        if patterns:
            flags = ["--level"] * len(patterns) if self.levels else _FLAGS
            levels = [_given(self.path, one, flag, found) for one, flag in zip(patterns, flags, strict=True)]
        else:
            levels, is_sure = _unambiguous(folder, self.path, found)
        return _There(levels, level_names([level.pattern for level in levels]), found.number, is_sure)


def _texts(shard: Shard) -> Iterator[_Text | Rejected]:
    """Yield the texts of a shard, and the rejections."""
    *texts, found = shard.part
    patterns = [Pattern.of(text) for text in texts]
    for id, same in groupby(found, key=article_of):
        if id is not None:
            text = _Text(id, {}, [])
            for _, source, target, *odd in same:
                text.pairs.append((source, target))
                names = odd or [patterns[level].name(id) for level in (source, target)]
                text.names.update(zip((source, target), names, strict=True))
            yield text._replace(names=dict(sorted(text.names.items())))
            continue
        for entry in same:
            if isinstance(entry, str):
                yield _Text(entry, {level: one.name(entry) for level, one in enumerate(patterns)}, [(0, 1)])
            elif len(entry) == 3:
                yield _Text(entry[0], dict(enumerate(entry[1:])), [(0, 1)])
            else:
                yield Rejected(*entry)


def _version_id(id: str, level: int, names: Sequence[str]) -> str:
    """Return the id of a version: that of the text, if there are two; else with the name of its level."""
    return id if len(names) == 2 else f"{id}.{names[level]}"


def _given(path: str, pattern: Pattern, flag: str, found: Scan) -> LevelFiles:
    """Return the files of a given pattern."""
    if pattern not in found.sides:
        raise InputError(f"{path}: no file matches {flag} '{pattern}'; {found.there}")
    return found.sides[pattern]


def _unambiguous(folder: Folder, path: str, found: Scan) -> tuple[list[LevelFiles], bool]:
    """Return the levels of the only known layout that matches pairs, and whether it is certain."""
    layouts, is_sure = recognised(found.sides)
    if len(layouts) == 1:
        return layouts[0], is_sure
    if layouts:
        kinds = ", ".join(" with ".join(str(level.pattern) for level in levels) for levels in layouts)
        raise InputError(f"{path}: has several kinds of pairs: {kinds}; choose one with {ASK}")
    raise InputError(why_no_pairs(folder, path, found))


def _guess(there: _There, pairs: Sequence[tuple[int, int]]) -> str | None:
    """Return what was recognised and how to change it; None for two versions whose names say what they are."""
    if len(there.levels) > 2:
        paired = ", ".join(f"{there.names[i]}-{there.names[k]}" for i, k in pairs)
        return f"levels {', '.join(there.names)} (recognised), paired {paired}; change it with --pairs, --level"
    if there.is_sure:
        return None
    shown = " with ".join(f"'{level.place}{level.pattern}'" for level in there.levels)
    return f"paired {shown} (recognised); change it with {', '.join(_FLAGS)}"
