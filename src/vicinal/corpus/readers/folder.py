"""A folder of paired files, found by two name patterns.

A pattern is a relative name that contains `{id}` once: `{id}.complex.txt` and `{id}.simple.txt`, or `adv/{id}.txt` and
`ele/{id}.txt`. `{id}` matches any characters, including slashes: `{id}.src` also finds `news/may/1.src`, with the id
`news/may/1` and the origin `news/may`. Nothing else in a pattern is special, not even `*` and `[`. Names are compared
in NFC, because archives from different systems encode `é` in two ways, and case-sensitively. Hidden files and folders
are ignored.

Without patterns, well-known ones are tried. Exactly one of them must match complete pairs. In these, `.txt` stands for
any suffix of a document: `a.complex.docx` and `a.simple.html` are a pair, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from unicodedata import normalize

from vicinal.corpus.contract import NO_PARTNER, UNREADABLE, Fingerprint, Limits, Pair, Rejected, Shard
from vicinal.corpus.folders import Folder, folder_at
from vicinal.corpus.local_folder import File, checked_name
from vicinal.corpus.readers.text_files import content_in, cut, existing_folder, fingerprint_of, valid_unicode
from vicinal.errors import InputError, SettingError
from vicinal.extract.content import SUFFIXES, Content
from vicinal.text.document import documents_of
from vicinal.text.reading import Reading
from vicinal.text_encoding import check_encoding

_ID = "{id}"
_WORDS = (
    ("complex", "simple"),
    ("src", "tgt"),
    ("source", "target"),
    ("normal", "simple"),
    ("original", "simple"),
    ("original", "simplified"),
    ("standard", "simple"),
    ("orig", "simp"),
    ("comp", "simp"),
    ("adv", "ele"),
    ("hard", "easy"),
    ("wiki", "klexikon"),
)
_FORMS = ("{id}.X.txt", "{id}.X", "{id}_X.txt", "{id}-X.txt", "X/{id}.txt")
_Fitting = Callable[[str], Iterable[tuple["Pattern", str]]]  # the patterns that match a name, each with the id
_FLAGS = "--source-pattern '{id}...' --target-pattern '{id}...'"


class Pattern(NamedTuple):
    """The text before and after the id in the file names of one side."""

    before: str
    after: str

    @classmethod
    def of(cls, text: str) -> Pattern:
        """Parse a pattern such as `{id}.src`; raise SettingError if it is invalid."""
        if text.count(_ID) != 1:
            raise SettingError(f"pattern {text!r} must contain {_ID} exactly once, as in '{{id}}.src'")
        try:
            checked_name(text).encode()
        except ValueError:
            raise SettingError(f"pattern {text!r} is not a relative name, or leads out of the folder") from None
        before, _, after = normalize("NFC", text).removeprefix("./").partition(_ID)
        return cls(before, after)

    def name(self, id: str) -> str:
        """Return the file name for an id."""
        return f"{self.before}{id}{self.after}"

    def id(self, name: str) -> str | None:
        """Return the id in a name; None if the name does not match. An id is not empty and has no outer slash."""
        if not (name.startswith(self.before) and name.endswith(self.after)):
            return None
        id = name[len(self.before) : len(name) - len(self.after)]
        return id if id and id.strip("/") == id else None

    def __str__(self) -> str:
        return self.name(_ID)


WELL_KNOWN = (
    *(
        (Pattern.of(form.replace("X", source)), Pattern.of(form.replace("X", target)))
        for source, target in _WORDS
        for form in _FORMS
    ),
    *(
        (Pattern.of(f"{folder}Adv-Txt/{{id}}-adv.txt"), Pattern.of(f"{folder}Ele-Txt/{{id}}-ele.txt"))
        for folder in ("", "Texts-SeparatedByReadingLevel/")
    ),
)
_ONESTOP = re.compile("(?:Texts-SeparatedByReadingLevel/)?(?:Adv|Ele)-Txt/")  # OneStopEnglish, as it is published
_BY_TEXT = {str(pattern): pattern for pair in WELL_KNOWN for pattern in pair}
_ENDING = re.compile(rf"[._-](?:{'|'.join(sorted({word for pair in _WORDS for word in pair}))})(?:\.txt)?\Z")


@dataclass
class _Side:
    """The files that match a pattern: the size of each, by id.

    There may be millions, so names are stored only if the id does not determine them: the name is not in NFC, or two
    files have the same id.
    """

    pattern: Pattern
    sizes: dict[str, int] = field(default_factory=dict)
    odd: dict[str, dict[str, int]] = field(default_factory=dict)  # also by name
    dates: int = 0

    def add(self, id: str, file: File) -> None:
        if id in self.sizes or file.name != self.pattern.name(id):
            self.odd[id] = {**self.files(id), file.name: file.size}
        self.sizes[id] = self.sizes.get(id, 0) + file.size
        self.dates += file.date

    def files(self, id: str) -> dict[str, int]:
        """Return the names and sizes of the files with an id."""
        if id in self.odd:
            return self.odd[id]
        return {self.pattern.name(id): self.sizes[id]} if id in self.sizes else {}


class _Found(NamedTuple):
    """The contents of a pair of files, its id, and the name of the first file."""

    id: str
    name: str
    contents: tuple[Content, ...]


@dataclass(frozen=True)
class PairedFiles:
    """A folder of paired files, ordered by id (by code point).

    Attributes:
        path: The folder, or its URL.
        source: The pattern of the first versions; if both patterns are empty, well-known ones are tried.
        target: The pattern of the second versions. A file that matches both patterns belongs to the longer one, so
            `{id}.txt` and `{id}.simple.txt` work together.
        language: The language of all texts; None to recognise it.
        split: How plain text is split, as in `Document.from_text`; "auto" is decided once for the corpus.
        headings: Whether headings are kept.
        encoding: The encoding of text files; None for UTF-8.
    """

    path: str = field(metadata={"place": True})
    source: str = ""
    target: str = ""
    language: str | None = None
    split: str = "auto"
    headings: bool = True
    encoding: str | None = None

    def __post_init__(self) -> None:
        """Check the settings."""
        _ = self.reading  # raises early
        if self.encoding is not None:
            check_encoding(self.encoding)
        if bool(self.source) != bool(self.target):
            raise SettingError("one pattern is missing; give both, or neither to try the well-known ones")
        if self.source and Pattern.of(self.source) == Pattern.of(self.target):
            raise SettingError(f"both patterns are {self.source!r}; source and target must differ")

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of all files that match a pattern, with or without a partner.

        Raises:
            InputError: The folder does not exist, or has no pairs.
        """
        sides = self._sides()
        files = (file for side in sides for id in sorted(side.sizes) for file in side.files(id).items())
        return fingerprint_of(files, sum(side.dates for side in sides))

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Cut the corpus; files without a partner are included, to be recorded in their place.

        Raises:
            InputError: The folder does not exist, or has no pairs.
        """
        source, target = self._sides()
        yield from cut(_entries(source, target), limits, str(source.pattern), str(target.pattern))

    @property
    def reading(self) -> Reading:
        """How the texts are read."""
        return Reading(self.language, self.split, self.headings)

    def read_as(self, reading: Reading) -> PairedFiles:
        """Return this corpus, read in another way."""
        return replace(self, language=reading.language, split=reading.split, headings=reading.headings)

    def contents(self, shard: Shard) -> Iterator[tuple[Content, ...]]:
        """Yield the contents of the pairs of a shard, as far as they can be read."""
        for found in self._contents(shard):
            if not isinstance(found, Rejected):
                yield found.contents

    def read(self, shard: Shard) -> Iterator[Pair | Rejected]:
        """Read the pairs of a shard; a pair with an unreadable, non-UTF-8 or empty file becomes a Rejected."""
        levels = _levels(Pattern.of(shard.part[0]), Pattern.of(shard.part[1]))
        for found in self._contents(shard):
            if isinstance(found, Rejected):
                yield found
            else:
                source, target = documents_of(found.contents, self.reading, (found.id, found.id))
                yield Pair(source, target, levels, found.id.rpartition("/")[0], found.name)

    def _contents(self, shard: Shard) -> Iterator[_Found | Rejected]:
        patterns = Pattern.of(shard.part[0]), Pattern.of(shard.part[1])
        folder = folder_at(self.path)
        for entry in shard.part[2]:
            if isinstance(entry, str):
                yield self._found(folder, entry, [pattern.name(entry) for pattern in patterns])
            elif len(entry) == 3:
                yield self._found(folder, entry[0], entry[1:])
            else:
                yield Rejected(*entry)

    def _found(self, folder: Folder, id: str, names: Sequence[str]) -> _Found | Rejected:
        contents: list[Content] = []
        for name in names:
            content = content_in(folder, name, id, self.encoding)
            if isinstance(content, Rejected):
                return content
            contents.append(content)
        return _Found(id, names[0], tuple(contents))

    def _sides(self) -> tuple[_Side, _Side]:
        """Return the files of source and target."""
        folder = existing_folder(self.path)
        fitting: _Fitting = _well_known
        if self.source:
            fitting = _longest(Pattern.of(self.source), Pattern.of(self.target))
        sides: dict[Pattern, _Side] = {}
        seen: list[str] = []
        for file in folder.files():
            if file.name.startswith(".") or "/." in file.name:
                continue
            if len(seen) < 3:
                seen.append(file.name)
            for pattern, id in fitting(normalize("NFC", file.name)):
                if pattern not in sides:
                    sides[pattern] = _Side(pattern)
                sides[pattern].add(id, file)
        there = f"there are files such as {', '.join(map(repr, seen))}" if seen else "the folder is empty"
        if self.source:
            return _given(self, sides, there)
        return _unambiguous(self.path, sides, there)


def _longest(source: Pattern, target: Pattern) -> _Fitting:
    """Return a function that finds the pattern that matches a name, or the longer of two, and the id."""

    def fitting(name: str) -> list[tuple[Pattern, str]]:
        found = [(pattern, id) for pattern in (source, target) if (id := pattern.id(name)) is not None]
        # Keep two patterns of equal length: the ids differ, and files without a partner are recorded.
        longest = max((len(str(pattern)) for pattern, _ in found), default=0)
        return [(pattern, id) for pattern, id in found if len(str(pattern)) == longest]

    return fitting


def _well_known(name: str) -> Iterator[tuple[Pattern, str]]:
    """Yield the well-known patterns that match a name, each with the id."""
    suffix = next((suffix for suffix in SUFFIXES if name.lower().endswith(suffix)), "")
    if suffix:
        name = name[: -len(suffix)] + ".txt"
    texts = [f"{name.partition('/')[0]}/{_ID}.txt"]
    if ending := _ENDING.search(name):
        texts.append(_ID + ending[0])
        folder = _ONESTOP.match(name)
        texts += [f"{folder[0]}{_ID}{ending[0]}"] if folder else []
    for text in texts:
        pattern = _BY_TEXT.get(text)
        if pattern and (id := pattern.id(name)) is not None:
            yield pattern, id


def _given(corpus: PairedFiles, sides: dict[Pattern, _Side], there: str) -> tuple[_Side, _Side]:
    """Return the two sides of given patterns."""
    found = []
    for flag, text in (("--source-pattern", corpus.source), ("--target-pattern", corpus.target)):
        side = sides.get(Pattern.of(text))
        if side is None:
            raise InputError(f"{corpus.path}: no file matches {flag} {text!r}; {there}")
        found.append(side)
    return found[0], found[1]


def _unambiguous(path: str, sides: dict[Pattern, _Side], there: str) -> tuple[_Side, _Side]:
    """Return the two sides of the only well-known patterns that match a complete pair."""
    known = [(sides[source], sides[target]) for source, target in WELL_KNOWN if source in sides and target in sides]
    whole = [(source, target) for source, target in known if not source.sizes.keys().isdisjoint(target.sizes.keys())]
    if len(whole) == 1:
        return whole[0]
    if whole:
        found = ", ".join(f"{source.pattern} with {target.pattern}" for source, target in whole)
        raise InputError(f"{path}: has several kinds of pairs: {found}; choose one with {_FLAGS}")
    if sides:
        counts = [f"{len(sides[pattern].sizes)} x {pattern}" for pattern in _BY_TEXT.values() if pattern in sides]
        there = f"found only {', '.join(counts)}, without partners"
    words = ", ".join("/".join(pair) for pair in _WORDS)
    raise InputError(
        f"{path}: no paired files; tried {' '.join(_FORMS)} (also .docx, .html and so on) with X one of {words}; "
        f"{there}; name them with {_FLAGS}"
    )


def _entries(source: _Side, target: _Side) -> Iterator[tuple[str | tuple[str | None, ...], int]]:
    """Yield the shard entry of each id, with its bytes: the id; or id and names, if odd; or a rejection."""
    for id in sorted([*source.sizes, *(id for id in target.sizes if id not in source.sizes)]):
        names = [*source.files(id), *target.files(id)]
        size = source.sizes.get(id, 0) + target.sizes.get(id, 0)
        fault = _fault(id, (source, target))
        if fault:
            why = UNREADABLE if id in source.sizes and id in target.sizes else NO_PARTNER
            yield (valid_unicode(names[0]), None, valid_unicode(id), fault, why), size
        elif id in source.odd or id in target.odd:
            yield (id, names[0], names[1]), size
        else:
            yield id, size


def _fault(id: str, sides: tuple[_Side, _Side]) -> str | None:
    """Return why the files of an id are not a pair; None if they are."""
    if valid_unicode(id) != id:
        return "the file name is not valid UTF-8; rename the file"
    for side in sides:
        names = side.files(id)
        if len(names) > 1:
            shown = " and ".join(map(ascii, names))  # names in different Unicode encodings look the same
            return f"several files have this id: {shown}; keep one"
    for side in sides:
        if id not in side.sizes:
            return f"has no partner {side.pattern.name(id)}"
    return None


def _levels(source: Pattern, target: Pattern) -> tuple[str, str]:
    """Return the names of the two versions: the last word of each pattern that the other lacks."""
    words = [re.findall(r"[^\W_]+", f"{pattern.before} {pattern.after}") for pattern in (source, target)]
    first = next((word for word in reversed(words[0]) if word not in words[1]), "source")
    second = next((word for word in reversed(words[1]) if word not in words[0]), "target")
    return (first, second) if first != second else ("source", "target")
