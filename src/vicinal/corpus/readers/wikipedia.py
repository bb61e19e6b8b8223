"""Two Wikipedias as a corpus: two dumps, each of one file or many parts, matched by title and redirects.

    Wikipedia("enwiki-latest-pages-articles.xml.bz2", "simplewiki-latest-pages-articles.xml.bz2")

A dump is one long file, in which an article cannot be looked up. The corpus is therefore staged: both dumps are read
(the source twice; see `title_index`), and the wikitexts of all pairs are written to parts, compressed files of many
pairs. A part, or a range of it, is a shard. The workers turn wikitext into sentences, which is most of the work.

    FOLDER/wikipedia-0123456789abcdef/000000.jsonl.gz   one line per pair: titles, page ids, wikitexts
    FOLDER/wikipedia-0123456789abcdef/staged.json       written last: the fingerprint of the dumps, the parts, the wikis
    FOLDER/wikipedia-0123456789abcdef/titles.sqlite     the index, during staging

The digits identify the dumps, so that files staged from other dumps are never reused.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, cast

import msgspec

from vicinal.corpus.contract import Advance, Fingerprint
from vicinal.corpus.folders import Folder, folder_at
from vicinal.corpus.local_folder import LocalFolder
from vicinal.corpus.readers.mediawiki_dump import BytesRead, Site, dump_file, pages, read_site
from vicinal.corpus.readers.text_files import fingerprint_of, valid_unicode
from vicinal.corpus.readers.title_index import TitleIndex
from vicinal.corpus.readers.wikipedia_pairs import STAGED, Staging, WikipediaPairs, in_parts, packed, read_staging
from vicinal.corpus.readers.wikipedia_parts import gaps, part_at, sides
from vicinal.errors import InputError, SettingError
from vicinal.wording import many

INDEX = "titles.sqlite"

_VERSION = 2  # of the staged files; those of another version are not reused
_EVERY = 8_000_000  # bytes of a dump between two progress reports


@dataclass(frozen=True)
class Wikipedia:
    """Two `pages-articles.xml` dumps, plain, `.bz2` or `.gz`, local or at URLs.

    Attributes:
        source: The dump of the wiki with the originals: its parts, in order, or one file.
        target: The dump of the wiki with the simple versions.
        least_sentences: The least number of sentences, besides the title, in both versions.
        disambiguation: Whether to keep disambiguation pages.
        stubs: Whether to keep pages marked as stubs.
        language: The language of both, if it differs from that in the dumps.
        others: Files that were given with the dumps, and are not read.
    """

    source: str | tuple[str, ...] = field(metadata={"place": True})
    target: str | tuple[str, ...] = field(metadata={"place": True})
    least_sentences: int = 1
    disambiguation: bool = False
    stubs: bool = True
    language: str | None = None
    others: tuple[str, ...] = field(default=(), repr=False, metadata={"place": True})

    needs_staging: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the settings; a path is a tuple of one."""
        for name in ("source", "target"):
            paths: str | tuple[str, ...] = getattr(self, name)
            object.__setattr__(self, name, (paths,) if isinstance(paths, str) else tuple(paths))
        if isinstance(self.least_sentences, bool) or not isinstance(self.least_sentences, int):
            raise SettingError(f"least_sentences must be an integer, not {self.least_sentences!r}")
        if self.least_sentences < 0:
            raise SettingError(f"least_sentences must be at least 0, not {self.least_sentences}")
        source, target = self.dumps
        for path in source:
            if path in target:
                raise SettingError(f"source and target are the same dump, {path!r}; give two dumps")

    @classmethod
    def of(cls, paths: Sequence[str], **settings: Any) -> Wikipedia:
        """Return the corpus of dump files and folders of them: each wiki is a side, that of the first path the source.

        Raises:
            InputError: There are not two wikis, or a part is there twice.
        """
        found = sides(paths)
        return cls(found.source, found.target, others=found.others, **settings)

    @property
    def dumps(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The files of source and target."""
        return cast("tuple[str, ...]", self.source), cast("tuple[str, ...]", self.target)

    def notes(self) -> list[str]:
        """Return what to know about the files: pages in no part, parts of different dates, files that are not read."""
        found = [
            f"{part_at(paths[0]).wiki or paths[0]}: no part has the pages {_ranges(missing)}; add the missing parts"
            for paths in self.dumps
            if (missing := gaps(paths))
        ]
        for paths in self.dumps:
            dates = sorted({part.date for part in map(part_at, paths)})
            if len(dates) > 1:
                wiki = part_at(paths[0]).wiki or paths[0]
                found.append(
                    f"{wiki}: the parts are of different dates ({', '.join(dates)}); a page may be missing or double"
                )
        if self.others:
            more = f" and {len(self.others) - 1} more" if len(self.others) > 1 else ""
            found.append(f"not read, since no dump: {self.others[0]}{more}")
        return found

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of the two dumps.

        Raises:
            InputError: A dump does not exist.
        """
        files = [dump_file(path) for paths in self.dumps for path in paths]
        return fingerprint_of([(file.name, file.size) for file in files], sum(file.date for file in files))

    def stage(self, folder: str, advance: Advance) -> WikipediaPairs:
        """Match the articles of the two dumps and write their wikitexts to a folder, or a folder's URL.

        After an interruption, a second call resumes: completed index tables and parts are kept, and the final bytes are
        the same. (At a URL, only parts are kept.) If the folder is complete, it returns at once.

        Args:
            folder: The folder for the parts.
            advance: Called with progress, in bytes of a dump.

        Raises:
            InputError: A dump cannot be read, is truncated or not a MediaWiki export; the two have no article in
                common; or the folder cannot be written.
        """
        fingerprint = self.fingerprint()
        digest = hashlib.sha256(repr((_VERSION, *fingerprint)).encode()).hexdigest()[:16]
        place = folder_at(folder).inside(f"wikipedia-{digest}")
        if place.file(STAGED) is None:
            source, target = self.dumps
            sites = _site(source), _site(target)
            place.make()
            with _index(place) as titles:
                parts = self._write_parts(place, titles, sites, advance)
                staging = Staging(fingerprint, sites, titles.tallies(), tuple(parts))
            place.write(STAGED, msgspec.json.encode(staging) + b"\n")
        _remove_index(place)
        return self._pairs(place)

    def _pairs(self, place: Folder) -> WikipediaPairs:
        source, target = read_staging(place).sites
        return WikipediaPairs(
            place.path,
            (_file_names(self.dumps[0]), _file_names(self.dumps[1])),
            _levels(source, target),
            (self.language or source.language, self.language or target.language),
            (source.hidden, target.hidden),
            self.least_sentences,
            self.disambiguation,
            self.stubs,
            len(self.others),
        )

    def _write_parts(
        self, place: Folder, titles: TitleIndex, sites: tuple[Site, Site], advance: Advance
    ) -> list[tuple[str, int, int]]:
        """Write the missing parts, and return name, pairs and bytes of all parts."""
        capital = sites[0].first_letter, sites[1].first_letter
        source, target = self.dumps
        titles.read_target(lambda: pages(target, _every(advance, f"Reading {_title(target)}")), capital[1])
        titles.read_source(lambda: pages(source, _every(advance, f"Reading {_title(source)}")), capital[0])
        parts: list[tuple[str, int, int]] = []
        matches = titles.pairs(pages(source, _every(advance, "Pairing articles")), capital[0])
        for count, lines in in_parts(matches):
            name = f"{len(parts):06d}.jsonl.gz"
            parts.append((name, count, len(lines)))
            if place.file(name) is None:
                place.write(name, packed(lines))
        if not parts:
            raise InputError(f"{source[0]} and {target[0]}: have no article in common; give dumps of related wikis")
        return parts


def _site(paths: tuple[str, ...]) -> Site:
    """Return what a dump says about its wiki; raise InputError if its parts are of different wikis."""
    sites = [read_site(path) for path in paths]
    for path, site in zip(paths, sites, strict=True):
        if (site.name, site.language) != (sites[0].name, sites[0].language):
            one, other = (f"{found.name or 'a wiki'} in language {found.language}" for found in (site, sites[0]))
            raise InputError(f"{path}: is of {one}, and {paths[0]} of {other}; give parts of one wiki as one side")
    return sites[0]


def _file_names(paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(valid_unicode(dump_file(path).name) for path in paths)


def _title(paths: tuple[str, ...]) -> str:
    """Return the name of a dump in progress reports."""
    name = dump_file(paths[0]).name
    return name if len(paths) == 1 else f"{len(paths)} parts from {name}"


def _ranges(found: list[tuple[int, int]]) -> str:
    """Return ranges of page numbers in words, at most three."""
    more = f" and {many(len(found) - 3, 'more range')}" if len(found) > 3 else ""
    return ", ".join(f"{first} to {last}" for first, last in found[:3]) + more


def _levels(source: Site, target: Site) -> tuple[str, str]:
    if source.is_simple != target.is_simple:
        return ("simple", "normal") if source.is_simple else ("normal", "simple")
    if source.name and target.name and source.name != target.name:
        return source.name, target.name
    return "source", "target"


@contextmanager
def _index(place: Folder) -> Iterator[TitleIndex]:
    """Open the index beside the parts; if these are at a URL, in a local temporary folder."""
    is_here = isinstance(place, LocalFolder)
    folder = nullcontext(place.path) if is_here else TemporaryDirectory(prefix="vicinal-")
    with folder as name:
        path = str(Path(name, INDEX))
        try:
            with closing(TitleIndex(path)) as titles:
                yield titles
        except sqlite3.Error as error:
            raise InputError(f"{path}: {error}; free some disk space, or delete the file, and run again") from None


def _remove_index(place: Folder) -> None:
    if isinstance(place, LocalFolder):
        place.remove(INDEX)
        place.remove(f"{INDEX}-journal")


def _every(advance: Advance, what: str) -> BytesRead:
    """Return a function that reports how much of a dump has been read, at intervals."""
    reported = -_EVERY

    def report(done: int, total: int) -> None:
        nonlocal reported
        if done >= reported + min(_EVERY, total // 100 + 1) or reported < done == total:
            reported = done
            advance(what, done, total)

    return report
