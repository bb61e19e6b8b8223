"""Two Wikipedias as one corpus: their dumps, matched by title and redirects; wikitext read into paragraphs.

    Wikipedia("enwiki-latest-pages-articles.xml.bz2", "simplewiki-latest-pages-articles.xml.bz2")

A dump is one long file, and a title says nothing about where its article stands in the other one. So the corpus is
staged first: both dumps are gone through (the source twice, `titles` says why), and the wikitexts of all pairs are put
into parts, compressed files of so many pairs. A part, or a range of one, is a shard, and turning its wikitext into
sentences, which is nearly all of the work, is done by the workers.

    FOLDER/wikipedia-0123456789abcdef/000000.jsonl.gz   a line a pair: titles, page ids, wikitexts
    FOLDER/wikipedia-0123456789abcdef/staged.json       written last: the dumps' fingerprint, the parts, the wikis
    FOLDER/wikipedia-0123456789abcdef/titles.sqlite     the index, while the staging is going on

The digits stand for the dumps, so that what other dumps have left behind is never taken for theirs.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from vicinal.corpus.pair import Fingerprint
from vicinal.corpus.readers.articles import STAGED, WikipediaPairs, in_parts, packed, read_staged
from vicinal.corpus.readers.dump import Site, dump_file, pages, read_site
from vicinal.corpus.readers.text_files import fingerprint_of, writable
from vicinal.corpus.readers.titles import Titles
from vicinal.corpus.store import Folder, LocalFolder, folder_at
from vicinal.errors import InputError, SettingError

__all__ = ["Wikipedia", "WikipediaPairs"]

INDEX = "titles.sqlite"

_VERSION = 1  # of what is staged; another one is staged anew
_EVERY = 8_000_000  # bytes of a dump between two reports

Advance = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Wikipedia:
    """Two dumps, `pages-articles.xml`, plain, `.bz2` or `.gz`, here or behind URLs.

    Attributes:
        source: The dump of the wiki with the originals.
        target: The dump of the wiki with the simple versions.
        least_sentences: How many sentences, besides the title, both versions must have; pairs with fewer are left out.
        disambiguation: Whether pages that only list what a title can mean stay in.
        stubs: Whether pages that are marked as stubs stay in.
        language: The language of both, if not that which the dumps name.
    """

    source: str = field(metadata={"place": True})
    target: str = field(metadata={"place": True})
    least_sentences: int = 1
    disambiguation: bool = False
    stubs: bool = True
    language: str | None = None

    needs_staging: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the settings that could be mistaken."""
        if isinstance(self.least_sentences, bool) or not isinstance(self.least_sentences, int):
            raise SettingError(f"least_sentences must be a whole number, not {self.least_sentences!r}")
        if self.least_sentences < 0:
            raise SettingError(f"least_sentences must be at least 0, not {self.least_sentences}")
        if self.source == self.target:
            raise SettingError(f"source and target are the same dump, {self.source!r}; give two")

    def fingerprint(self) -> Fingerprint:
        """Return names and sizes of the two dumps, as a digest.

        Raises:
            InputError: One of them is not there.
        """
        files = [dump_file(self.source), dump_file(self.target)]
        return fingerprint_of([(file.name, file.size) for file in files], sum(file.date for file in files))

    def stage(self, folder: str, advance: Advance) -> WikipediaPairs:
        """Find the pairs of the two dumps and put their wikitexts into a folder, or a folder's URL.

        Called again after an interruption, it goes on: the index of a dump that was read whole is kept, and so are
        the parts; the bytes in the end are the same. (Behind a URL there is no room for the index; then only parts
        are kept.) Called for a folder that is complete, it returns at once.

        Args:
            folder: Where to put the parts.
            advance: Called with what is being done, how many bytes of a dump are read, and how many it has.

        Raises:
            InputError: A dump cannot be read, is no export of MediaWiki or ends in the middle; the two have no article
                in common; or the folder cannot be written.
        """
        fingerprint = self.fingerprint()
        digest = hashlib.sha256(repr((_VERSION, *fingerprint)).encode()).hexdigest()[:16]
        place = folder_at(folder).inside(f"wikipedia-{digest}")
        if place.file(STAGED) is None:
            sites = read_site(self.source), read_site(self.target)
            place.make()
            with _titles(place) as titles:
                parts = self._write_parts(place, titles, sites, advance)
            staged = {"fingerprint": fingerprint, "sites": sites, "parts": parts}
            place.write(STAGED, json.dumps(staged, ensure_ascii=False).encode() + b"\n")
        _remove_index(place)
        return self._pairs(place)

    def _pairs(self, place: Folder) -> WikipediaPairs:
        source, target = (Site(*site) for site in read_staged(place)["sites"])
        return WikipediaPairs(
            place.path,
            (writable(dump_file(self.source).name), writable(dump_file(self.target).name)),
            _levels(source, target),
            (self.language or source.language, self.language or target.language),
            (tuple(source.hidden), tuple(target.hidden)),
            self.least_sentences,
            self.disambiguation,
            self.stubs,
        )

    def _write_parts(
        self, place: Folder, titles: Titles, sites: tuple[Site, Site], advance: Advance
    ) -> list[tuple[str, int, int]]:
        """Write what is not there yet, and return name, pairs and bytes of all parts."""
        capital = sites[0].first_letter, sites[1].first_letter
        source, target = dump_file(self.source).name, dump_file(self.target).name
        titles.read_target(lambda: pages(self.target, _every(advance, f"Reading {target}")), capital[1])
        titles.read_source(lambda: pages(self.source, _every(advance, f"Reading {source}")), capital[0])
        parts: list[tuple[str, int, int]] = []
        matches = titles.pairs(pages(self.source, _every(advance, "Pairing articles")), capital[0])
        for count, lines in in_parts(matches):
            name = f"{len(parts):06d}.jsonl.gz"
            parts.append((name, count, len(lines)))
            if place.file(name) is None:
                place.write(name, packed(lines))
        if not parts:
            raise InputError(f"{self.source} and {self.target}: have no article in common; give dumps of two wikis")
        return parts


def _levels(source: Site, target: Site) -> tuple[str, str]:
    if source.is_simple != target.is_simple:
        return ("simple", "normal") if source.is_simple else ("normal", "simple")
    if source.name and target.name and source.name != target.name:
        return source.name, target.name
    return "source", "target"


@contextmanager
def _titles(place: Folder) -> Iterator[Titles]:
    """Open the index beside the parts; where those are behind a URL, in a folder of this machine that is then gone."""
    is_here = isinstance(place, LocalFolder)
    folder = nullcontext(place.path) if is_here else TemporaryDirectory(prefix="vicinal-")
    with folder as name:
        path = str(Path(name, INDEX))
        try:
            with closing(Titles(path)) as titles:
                yield titles
        except sqlite3.Error as error:
            raise InputError(f"{path}: {error}; make room on the disk, or remove the file, and run again") from None


def _remove_index(place: Folder) -> None:
    if isinstance(place, LocalFolder):
        place.remove(INDEX)
        place.remove(f"{INDEX}-journal")


def _every(advance: Advance, what: str) -> Callable[[int, int], None]:
    """Return a function that reports how far a dump is read, but not at every step."""
    reported = -_EVERY

    def report(done: int, total: int) -> None:
        nonlocal reported
        if done >= reported + min(_EVERY, total // 100 + 1) or reported < done == total:
            reported = done
            advance(what, done, total)

    return report
