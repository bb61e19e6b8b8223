"""Match the articles of two wikis by titles and redirects, with an index on disk.

The target, usually the smaller dump, is stored completely, with compressed texts. Of the source, only the redirects and
the titles shared with the target are stored. Its texts, which would need as much disk as the dump, are not: `pairs`
reads the source again. Memory is nearly constant: one byte per target article, and SQLite's cache.

Two articles are a pair if they have the same title, or if the target's title is a redirect to the source article in the
source wiki, or if the source's title is a redirect to the target article in the target wiki. An article is in at most
one pair. Equal titles have priority, then redirects of the source wiki, then those of the target wiki, each in the
order of the dumps.

Caller: `wikipedia`.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from unicodedata import normalize

from vicinal.corpus.readers.mediawiki_dump import Page

_STEPS = 4  # longest chain of redirects
_INVISIBLE = re.compile("[\u200e\u200f\u202a-\u202e]")
_SCHEMA = """
    CREATE TABLE article (number INTEGER PRIMARY KEY, title TEXT UNIQUE, page TEXT, problem TEXT, part INTEGER);
    CREATE TABLE text (number INTEGER PRIMARY KEY, data BLOB);
    CREATE TABLE target_redirect (title TEXT, leads TEXT);
    CREATE TABLE source_redirect (title TEXT, leads TEXT);
    CREATE TABLE equal (number INTEGER PRIMARY KEY);
    CREATE TABLE candidate (title TEXT, rank INTEGER, number INTEGER);
    CREATE TABLE tally (side INTEGER PRIMARY KEY, articles INTEGER, redirects INTEGER, others INTEGER);
"""
_TARGET_READ, _SOURCE_READ = 1, 2

Pages = Iterable[Page | None]  # None for a page that is neither an article nor a redirect


class Tally(NamedTuple):
    """The pages of a dump: articles, redirects, and all others."""

    articles: int
    redirects: int
    others: int


class Match(NamedTuple):
    """Two articles that are a pair, with normalised titles."""

    source: Page
    target: Page


def normal_title(title: str, first_letter: bool = True) -> str:
    """Return a title normalised as in MediaWiki: NFC, single spaces, and a capital first letter.

    Args:
        title: A title from a dump or link.
        first_letter: Whether titles start with a capital, as in all Wikipedias.

    >>> normal_title("éire_(disambiguation) ")
    'Éire (disambiguation)'
    """
    title = normalize("NFC", " ".join(_INVISIBLE.sub("", title).replace("_", " ").split()))
    if not first_letter or not title:
        return title
    # MediaWiki does not capitalise ß, whose capital form is two letters, nor Georgian letters.
    capital = title[0].upper()
    return title if len(capital) > 1 or "ა" <= title[0] <= "ჿ" else capital + title[1:]


class TitleIndex:
    """The index; each call of `read_target` and `read_source` is a transaction.

    Raises:
        sqlite3.Error: The file is not an index, or the disk is full.
    """

    def __init__(self, path: str) -> None:
        # Transactions are explicit.
        self._base = sqlite3.connect(path, isolation_level=None)
        try:
            self._base.execute("PRAGMA synchronous = NORMAL")
            self._base.execute("PRAGMA cache_size = -16000")  # kibibytes
        except sqlite3.Error:
            self._base.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def read_target(self, pages: Callable[[], Pages], first_letter: bool) -> None:
        """Store the target dump, unless it is already stored."""
        if self._done < _TARGET_READ:
            with self._base:
                self._base.execute("BEGIN EXCLUSIVE")
                for statement in _SCHEMA.split(";"):
                    self._base.execute(statement)
                for page in self._counted(pages(), 1):
                    self._add_target(page, first_letter)
                self._base.execute("CREATE INDEX by_target_title ON target_redirect (title)")
                self._base.execute(f"PRAGMA user_version = {_TARGET_READ}")

    def read_source(self, pages: Callable[[], Pages], first_letter: bool) -> None:
        """Store what is needed of the source dump, unless it is already stored, and find the pairs by redirect."""
        if self._done < _SOURCE_READ:
            with self._base:
                self._base.execute("BEGIN EXCLUSIVE")
                for page in self._counted(pages(), 0):
                    self._add_source(page, first_letter)
                self._base.execute("CREATE INDEX by_source_title ON source_redirect (title)")
                self._follow_redirects()
                self._base.execute("CREATE INDEX by_candidate ON candidate (title, rank, number)")
                self._base.execute(f"PRAGMA user_version = {_SOURCE_READ}")

    def pairs(self, source: Pages, first_letter: bool) -> Iterator[Match]:
        """Yield the pairs, in the order of the source dump, which is read again."""
        taken = bytearray(self._base.execute("SELECT count(*) FROM article").fetchone()[0] + 1)
        for page in source:
            if page is None or page.redirect is not None:
                continue
            title = normal_title(page.title, first_letter)
            for number in self._numbers_for(title):
                if not taken[number]:
                    taken[number] = 1
                    yield Match(page._replace(title=title), self._article(number))
                    break

    def tallies(self) -> tuple[Tally, Tally]:
        """Return what was counted in the source and the target dump, when both have been read."""
        source, target = self._base.execute("SELECT articles, redirects, others FROM tally ORDER BY side")
        return Tally(*source), Tally(*target)

    def _counted(self, pages: Pages, side: int) -> Iterator[Page]:
        """Yield the articles and redirects of a dump, and store how many pages of each kind it has."""
        articles = redirects = others = 0
        for page in pages:
            if page is None:
                others += 1
                continue
            if page.redirect is None:
                articles += 1
            else:
                redirects += 1
            yield page
        self._base.execute("INSERT INTO tally VALUES (?, ?, ?, ?)", (side, articles, redirects, others))

    @property
    def _done(self) -> int:
        return int(self._base.execute("PRAGMA user_version").fetchone()[0])

    def _add_target(self, page: Page, first_letter: bool) -> None:
        title = normal_title(page.title, first_letter)
        if page.redirect is not None:
            if page.redirect:
                leads = normal_title(page.redirect, first_letter)
                self._base.execute("INSERT INTO target_redirect VALUES (?, ?)", (title, leads))
            return
        added = self._base.execute(
            "INSERT OR IGNORE INTO article (title, page, problem, part) VALUES (?, ?, ?, ?)",
            (title, page.id, page.problem, page.part),
        )
        if added.rowcount:
            data = zlib.compress(page.text.encode(), 3)
            self._base.execute("INSERT INTO text VALUES (?, ?)", (added.lastrowid, data))

    def _add_source(self, page: Page, first_letter: bool) -> None:
        title = normal_title(page.title, first_letter)
        if page.redirect is None:
            self._base.execute("INSERT OR IGNORE INTO equal SELECT number FROM article WHERE title = ?", (title,))
        elif page.redirect:
            leads = normal_title(page.redirect, first_letter)
            self._base.execute("INSERT INTO source_redirect VALUES (?, ?)", (title, leads))

    def _follow_redirects(self) -> None:
        """Store the candidate pairs of source titles and target articles by redirect."""
        add = "INSERT INTO candidate VALUES (?, ?, ?)"
        articles = "SELECT number, title FROM article WHERE number NOT IN equal ORDER BY number"
        for number, title in self._base.execute(articles):
            leads = self._end_of("source_redirect", title)
            if leads is not None:
                self._base.execute(add, (leads, 0, number))
        for (title,) in self._base.execute("SELECT title FROM target_redirect ORDER BY rowid"):
            leads = self._end_of("target_redirect", title)
            found = self._base.execute(
                "SELECT number FROM article WHERE title = ? AND number NOT IN equal", (leads,)
            ).fetchone()
            if found:
                self._base.execute(add, (title, 1, found[0]))

    def _end_of(self, table: str, title: str) -> str | None:
        """Return the end of a chain of redirects; None if the title is not a redirect or the chain is too long."""
        query = f"SELECT leads FROM {table} WHERE title = ?"  # noqa: S608  (a constant)
        for step in range(_STEPS + 1):
            found = self._base.execute(query, (title,)).fetchone()
            if not found:
                return title if step else None
            title = found[0]
        return None

    def _numbers_for(self, title: str) -> Iterator[int]:
        """Yield the candidate articles for a source title, best first."""
        for query in (
            "SELECT number FROM article WHERE title = ?",
            "SELECT number FROM candidate WHERE title = ? ORDER BY rank, number",
        ):
            for (number,) in self._base.execute(query, (title,)):
                yield number

    def _article(self, number: int) -> Page:
        title, page, problem, part, data = self._base.execute(
            "SELECT title, page, problem, part, data FROM article JOIN text USING (number) WHERE number = ?", (number,)
        ).fetchone()
        return Page(title, page, zlib.decompress(data).decode(), None, problem, part)
