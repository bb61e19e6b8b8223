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

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from vicinal.corpus.contract import NO_PARTNER, Accounts, Fingerprint, Limits, Pair, Rejected, Shard
from vicinal.corpus.folders import Folder, folder_at
from vicinal.corpus.local_folder import File
from vicinal.corpus.readers.dateline import without_dateline
from vicinal.corpus.readers.newsela_metadata import (
    ARTICLES,
    METADATA,
    file_name,
    file_of,
    joined,
    language_of,
    number_of,
    rows,
)
from vicinal.corpus.readers.text_files import content_in, cut, existing_folder, fingerprint_of
from vicinal.errors import InputError, SettingError
from vicinal.extract.block import heading_line
from vicinal.extract.content import Content
from vicinal.text.document import Document
from vicinal.text.reading import Reading
from vicinal.text_encoding import check_encoding

_PAIR = re.compile(r"(\d{1,3})-(\d{1,3})", re.ASCII)
_HEADING = re.compile(r"##+\s*(.*?)\s*#*")
_UNUSABLE = "unusable rows of the metadata"


class _Version(NamedTuple):
    """The relevant fields of a metadata row."""

    number: int
    file: File
    title: str
    line: int


class _Listed(NamedTuple):
    """What the metadata list.

    Attributes:
        articles: The versions of each article, by slug and language.
        rejected: The unusable rows.
        elsewhere: The number of rows in other languages than the one to read.
        unlisted: The number of files in `articles/` that no row names, without hidden ones.
    """

    articles: list[tuple[tuple[str, str], list[_Version]]]
    rejected: list[Rejected]
    elsewhere: int
    unlisted: int


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
        files = {version.file for _, versions in self._listed(folder).articles for version in versions}
        metadata = folder.file(METADATA)
        files |= {metadata} if metadata else set()
        return fingerprint_of(((file.name, file.size) for file in sorted(files)), sum(file.date for file in files))

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Cut the corpus; unusable metadata rows are included, to be recorded in their place.

        Raises:
            InputError: The folder or the metadata are missing, or are not those of Newsela.
        """
        listed = self._listed(existing_folder(self.path))
        # Keep all pairs of an article in one shard, so that a run can reconcile its levels.
        yield from cut(self._entries(listed), limits, group=lambda one: one[0] if len(one) == 3 else None)

    def accounts(self) -> Accounts:
        """Return the number of articles and files, and of what is there but not read."""
        listed = self._listed(existing_folder(self.path))
        unpaired = 0
        for _, versions in listed.articles:
            paired = {version for pair in self._pairs_of(versions) for version in pair}
            unpaired += len(versions) - len(paired) if len(versions) > 1 else 0
        files = sum(len(versions) for _, versions in listed.articles)
        read = {"articles": sum(bool(versions) for _, versions in listed.articles), "files": files - unpaired}
        left_out = {
            "versions in other languages": listed.elsewhere,
            "versions in no chosen pair": unpaired,
            "files that the metadata do not list": listed.unlisted,
        }
        return Accounts(read, {why: number for why, number in left_out.items() if number})

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

    def _listed(self, folder: Folder) -> _Listed:
        """Read the metadata."""
        files = {file.name: file for file in folder.files() if file.name.startswith(ARTICLES)}
        articles: dict[tuple[str, str], dict[int, _Version]] = {}
        rejected: list[Rejected] = []
        languages: set[str] = set()
        named: set[str] = set()
        elsewhere = 0
        for line, row in rows(folder):
            id = None
            try:
                if isinstance(row, str):
                    raise InputError(row)
                language = language_of(row["language"])
                languages.add(language)
                named.add(ARTICLES + file_name(row["filename"]))
                if self.language is not None and language.lower() != self.language.lower():
                    elsewhere += 1
                    continue
                slug, number = joined(row["slug"]), number_of(row["version"])
                if not slug:
                    raise InputError("slug is empty")
                id = f"{slug}.{language}.{number}"
                versions = articles.setdefault((slug, language), {})
                if number in versions:
                    raise InputError(f"line {versions[number].line} has the same slug, language and version; keep one")
                versions[number] = _Version(number, file_of(row["filename"], files), joined(row["title"]), line)
            except InputError as error:
                rejected.append(Rejected(METADATA, line, id, str(error), _UNUSABLE))
        if not files:
            raise InputError(f"{folder.path}: no files in {ARTICLES}; give the folder with {METADATA} and {ARTICLES}")
        if not languages and not rejected:
            raise InputError(f"{folder.where(METADATA)}: has no rows; there is nothing to read")
        if self.language is not None and self.language.lower() not in map(str.lower, languages):
            raise InputError(
                f"{folder.where(METADATA)}: no article has language {self.language!r}; there are: "
                f"{', '.join(sorted(languages)) or 'none'}"
            )
        unlisted = sum(name not in named and "/." not in name for name in files)
        found = [(name, sorted(versions.values())) for name, versions in articles.items()]
        return _Listed(found, rejected, elsewhere, unlisted)

    def _pairs_of(self, versions: list[_Version]) -> Iterator[tuple[_Version, _Version]]:
        """Yield the pairs of an article's versions that are chosen."""
        chosen = _chosen(self.pairs)
        for source, target in pairwise(versions) if chosen == "adjacent" else combinations(versions, 2):
            if isinstance(chosen, str) or (source.number, target.number) in chosen:
                yield source, target

    def _entries(self, listed: _Listed) -> Iterator[tuple[tuple[Any, ...], int]]:
        """Yield shard entries with their bytes: an article and two versions, or a rejection."""
        found: list[tuple[int, tuple[Any, ...], int]] = [(one.line or 0, tuple(one), 0) for one in listed.rejected]
        for name, versions in listed.articles:
            line = min((version.line for version in versions), default=0)
            if len(versions) == 1:
                id = ".".join((*name, str(versions[0].number)))
                found.append((line, (METADATA, line, id, "is the only version of its article", NO_PARTNER), 0))
            for source, target in self._pairs_of(versions):
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
