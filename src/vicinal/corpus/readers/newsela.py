"""The Newsela corpus: news articles in several versions, from the original (version 0) to the simplest.

The layout is that of the release: `articles/{slug}.{language}.{version}.txt`, and `articles_metadata.csv` with the
columns title, filename, grade_level, language, version and slug, in any order. Only files in `articles/` that are
listed in the metadata are read. Each text is changed in three ways:

- The title, which only the metadata hold, becomes the first paragraph, because the method starts with the titles. A
  text that already starts with its title keeps only one.
- A heading (`## What's next`) becomes a heading of the document, without its marks; so does the title.
- A dateline ("SAN JOSE, Calif. — ") at the start of the first paragraph is removed, unless `keep_datelines` is set. All
  versions of an article share it, which would make their first sentences similar whatever they say. See `dateline`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import IO, Any, NamedTuple

from vicinal.corpus.contract import Fingerprint, Limits, Pair, Rejected, Shard
from vicinal.corpus.folders import Folder, folder_at
from vicinal.corpus.local_folder import File, checked_name
from vicinal.corpus.readers.dateline import without_dateline
from vicinal.corpus.readers.text_files import LANGUAGE_CODE, content_in, cut, existing_folder, fingerprint_of
from vicinal.errors import InputError, SettingError
from vicinal.extract.block import heading_line
from vicinal.extract.content import Content
from vicinal.text.document import Document
from vicinal.text.reading import Reading
from vicinal.text_encoding import check_encoding

METADATA = "articles_metadata.csv"
ARTICLES = "articles/"
_COLUMNS = ("title", "filename", "language", "version", "slug")  # grade_level is not used
_PAIR = re.compile(r"(\d{1,3})-(\d{1,3})", re.ASCII)
_HEADING = re.compile(r"##+\s*(.*?)\s*#*")


class _Version(NamedTuple):
    """The relevant fields of a metadata row."""

    number: int
    file: File
    title: str
    line: int


@dataclass(frozen=True)
class Newsela:
    """The Newsela corpus; articles in the order of the metadata, the pairs of each by version.

    Attributes:
        path: The folder with `articles` and `articles_metadata.csv`, or its URL.
        pairs: "adjacent" pairs each version with the next; "all" with every simpler one; or a list such as "0-1,0-4".
        language: Read only articles in this language, such as "en"; None for all, each paired within its language.
        keep_datelines: Whether to keep datelines.
        split: How texts are split, as in `Document.from_text`; "auto" is decided once for the corpus.
        headings: Whether titles and headings are kept.
        encoding: The encoding of the texts; None for UTF-8.
    """

    path: str = field(metadata={"place": True})
    pairs: str = "adjacent"
    language: str | None = None
    keep_datelines: bool = False
    split: str = "auto"
    headings: bool = True
    encoding: str | None = None

    def __post_init__(self) -> None:
        """Check the settings."""
        _ = self.reading  # raises early
        if self.encoding is not None:
            check_encoding(self.encoding)
        _chosen(self.pairs)

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of the metadata and the texts they list.

        Raises:
            InputError: The folder or the metadata are missing, or are not those of Newsela.
        """
        folder = existing_folder(self.path)
        files = {version.file for _, versions in self._articles(folder)[0] for version in versions}
        metadata = folder.file(METADATA)
        files |= {metadata} if metadata else set()
        return fingerprint_of(((file.name, file.size) for file in sorted(files)), sum(file.date for file in files))

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Cut the corpus; unusable metadata rows are included, to be recorded in their place.

        Raises:
            InputError: The folder or the metadata are missing, or are not those of Newsela.
        """
        articles, rejected = self._articles(existing_folder(self.path))
        # Keep all pairs of an article in one shard, so that a run can reconcile its levels.
        yield from cut(self._entries(articles, rejected), limits, group=lambda one: one[0] if len(one) == 3 else None)

    @property
    def reading(self) -> Reading:
        """How the texts are read; the metadata have the language of each."""
        return Reading(self.language, self.split, self.headings)

    def read_as(self, reading: Reading) -> Newsela:
        """Return this corpus, read in another way; `language` keeps selecting articles."""
        return replace(self, split=reading.split, headings=reading.headings)

    def contents(self, shard: Shard) -> Iterator[tuple[Content, ...]]:
        """Yield the texts of the pairs of a shard, as far as they can be read."""
        folder = folder_at(self.path)
        for entry in shard.part[0]:
            if len(entry) == 3:
                found = [self._text(folder, name, title, "") for _, name, title in entry[1:]]
                yield tuple(text for text in found if isinstance(text, str))

    def read(self, shard: Shard) -> Iterator[Pair | Rejected]:
        """Read the pairs of a shard; a pair with an unreadable, non-UTF-8 or empty text becomes a Rejected."""
        folder = folder_at(self.path)
        article: tuple[str, str] | None = None
        known: dict[str, Document | Rejected] = {}  # a version is in several pairs
        for entry in shard.part[0]:
            if len(entry) != 3:
                yield Rejected(*entry)
                continue
            if entry[0] != article:
                article, known = entry[0], {}
            found: list[Document] = []
            for level, name, title in entry[1:]:
                if level not in known:
                    known[level] = self._document(folder, name, title, entry[0], level)
                document = known[level]
                if isinstance(document, Rejected):
                    yield document
                    break
                found.append(document)
            else:
                yield Pair(found[0], found[1], (entry[1][0], entry[2][0]), entry[0][1], entry[1][1])

    def _document(
        self, folder: Folder, name: str, title: str, article: tuple[str, str], level: str
    ) -> Document | Rejected:
        id = ".".join((*article, level))
        text = self._text(folder, name, title, id)
        if isinstance(text, Rejected):
            return text
        return Document.from_content(text, replace(self.reading, language=article[1]), id)

    def _text(self, folder: Folder, name: str, title: str, id: str) -> str | Rejected:
        content = content_in(folder, name, id, self.encoding)
        if isinstance(content, Rejected):
            return content
        if not isinstance(content, str):
            return Rejected(name, None, id, "is not plain text, as the articles of Newsela are")
        return _prepared(content, title, self.keep_datelines)

    def _articles(self, folder: Folder) -> tuple[list[tuple[tuple[str, str], list[_Version]]], list[Rejected]]:
        """Return the versions of each article, by slug and language, and the unusable rows."""
        files = {file.name: file for file in folder.files() if file.name.startswith(ARTICLES)}
        articles: dict[tuple[str, str], dict[int, _Version]] = {}
        rejected: list[Rejected] = []
        languages: set[str] = set()
        for line, row in _rows(folder):
            id = None
            try:
                if isinstance(row, str):
                    raise InputError(row)
                language = _language(row["language"])
                languages.add(language)
                if self.language is not None and language.lower() != self.language.lower():
                    continue
                slug, number = _joined(row["slug"]), _number(row["version"])
                if not slug:
                    raise InputError("slug is empty")
                id = f"{slug}.{language}.{number}"
                versions = articles.setdefault((slug, language), {})
                if number in versions:
                    raise InputError(f"line {versions[number].line} has the same slug, language and version; keep one")
                versions[number] = _Version(number, _file(row["filename"], files), _joined(row["title"]), line)
            except InputError as error:
                rejected.append(Rejected(METADATA, line, id, str(error)))
        if not files:
            raise InputError(f"{folder.path}: no files in {ARTICLES}; give the folder with {METADATA} and {ARTICLES}")
        if not languages and not rejected:
            raise InputError(f"{folder.where(METADATA)}: has no rows; there is nothing to read")
        if self.language is not None and self.language.lower() not in map(str.lower, languages):
            raise InputError(
                f"{folder.where(METADATA)}: no article has language {self.language!r}; there are: "
                f"{', '.join(sorted(languages)) or 'none'}"
            )
        return [(name, sorted(versions.values())) for name, versions in articles.items()], rejected

    def _entries(
        self, articles: Iterable[tuple[tuple[str, str], list[_Version]]], rejected: list[Rejected]
    ) -> Iterator[tuple[tuple[Any, ...], int]]:
        """Yield shard entries with their bytes: an article and two versions, or a rejection."""
        chosen = _chosen(self.pairs)
        found: list[tuple[int, tuple[Any, ...], int]] = [(one.line or 0, tuple(one), 0) for one in rejected]
        for name, versions in articles:
            line = min((version.line for version in versions), default=0)
            if len(versions) == 1:
                id = ".".join((*name, str(versions[0].number)))
                found.append((line, (METADATA, line, id, "is the only version of its article"), 0))
            for source, target in pairwise(versions) if chosen == "adjacent" else combinations(versions, 2):
                if isinstance(chosen, str) or (source.number, target.number) in chosen:
                    texts = [(str(one.number), one.file.name, one.title) for one in (source, target)]
                    found.append((line, (name, *texts), source.file.size + target.file.size))
        found.sort(key=lambda entry: entry[0])
        return ((entry, size) for _, entry, size in found)


def _prepared(text: str, title: str, keep_datelines: bool) -> str:
    """Return a text with its title first, its headings marked, and without its dateline."""
    lines = _heading(title)
    begun = in_body = False
    for line in text.replace("\u2029", "\n\n").splitlines():
        line = line.strip("\ufeff").strip()
        heading = _HEADING.fullmatch(line)
        content = heading[1] if heading else line
        if content and not begun:
            begun = True
            if _letters(content) == _letters(title) != "":
                lines.append("")
                continue
        if heading:
            lines += _heading(content)
        elif content and not in_body:
            in_body = True
            lines.append(content if keep_datelines else without_dateline(content))
        else:
            lines.append(content)
    return "\n".join(lines)


def _heading(text: str) -> list[str]:
    """Return the lines of a heading, marked as `Document.from_text` understands it."""
    return ["", heading_line(text), ""] if text else []


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _rows(folder: Folder) -> Iterator[tuple[int, dict[str, str] | str]]:
    """Yield the metadata rows, or the error in a row, each with its first line number."""
    where = folder.where(METADATA)
    with folder.open(METADATA) as file:
        reader = csv.reader(_lines(file, where), strict=True)
        try:
            header = [name.strip().lower() for name in next(reader, [])]
        except csv.Error as error:
            raise InputError(f"{where}: is not CSV: {error}") from None
        missing = [name for name in _COLUMNS if header.count(name) != 1]
        if missing:
            raise InputError(
                f"{where}: the first line must name the column{'s' * (len(missing) > 1)} {', '.join(missing)} once; "
                f"found {', '.join(header)!r:.200}"
            )
        while True:
            line = reader.line_num + 1
            try:
                row = next(reader, None)
            except csv.Error as error:
                yield line, f"is not a valid CSV row (up to line {reader.line_num}): {error}"
                continue
            if row is None:
                return
            if len(row) == len(header):
                yield line, dict(zip(header, row, strict=True))
            elif row:
                yield line, f"has {len(row)} fields; the header has {len(header)}"


def _lines(file: IO[bytes], where: str) -> Iterator[str]:
    """Yield the lines of a CSV file; decode each by itself, so that an invalid byte can be located."""
    number = 0
    try:
        for number, line in enumerate(file, 1):
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise InputError(f"{where}: is not UTF-8: byte 0x{byte:02x} in line {number}; save it as UTF-8") from None
    except OSError as error:
        raise InputError(f"{where}: cannot be read after line {number}: {error.strerror or error}") from None


def _chosen(pairs: str) -> str | frozenset[tuple[int, int]]:
    """Return which versions are paired: "adjacent", "all", or a set of pairs."""
    if pairs in ("adjacent", "all"):
        return pairs
    found = [_PAIR.fullmatch(pair.strip()) for pair in pairs.split(",")]
    numbers = {(int(pair[1]), int(pair[2])) for pair in found if pair}
    if None in found or any(source >= target for source, target in numbers):
        raise SettingError(
            f"pairs must be 'adjacent', 'all' or a list such as '0-1,0-4', lower version first; not {pairs!r}"
        )
    return frozenset(numbers)


def _joined(text: str) -> str:
    return " ".join(text.split())


def _language(text: str) -> str:
    if not LANGUAGE_CODE.fullmatch(text.strip()):
        raise InputError(f"language {text!r:.80} is not a language code such as 'en'")
    return text.strip()


def _number(text: str) -> int:
    if not re.fullmatch(r"\s*\d{1,3}\s*", text, re.ASCII):
        raise InputError(f"version {text!r:.80} is not a number such as 0 or 4")
    return int(text)


def _file(filename: str, files: dict[str, File]) -> File:
    """Return the file that a row names; raise InputError unless it is in the folder of articles."""
    name = filename.strip().removeprefix(ARTICLES)
    try:
        if "\\" in name or ":" in name[:2]:  # untrusted; on some systems these lead out of the folder
            raise InputError(name)
        checked_name(name)
    except InputError:
        raise InputError(f"filename {filename!r:.200} leads out of the folder; use a relative name") from None
    if ARTICLES + name not in files:
        raise InputError(f"filename {filename!r:.200}: no such file in {ARTICLES}, or a link out of the corpus")
    return files[ARTICLES + name]
