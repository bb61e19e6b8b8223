"""Which article of one wiki is which of the other: titles and redirects of two dumps, in an index on disk.

The target, as a rule the smaller dump, goes in first and whole, its texts compressed. Of the source only the redirects
go in, and which target titles it has too; its texts, which would need as much disk as the dump, are left where they
are, and `pairs` goes through the source once more. Memory stays flat: a byte for each target article, and SQLite's
cache.

A pair has the same title in both wikis; or the target's title is a redirect of the source wiki to the source article;
or the source's title is a redirect of the target wiki to the target article. An article is in one pair at most: equal
titles come first, then redirects of the source wiki, then of the target wiki, each in the order of the dumps.

Caller: `wikipedia`.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from unicodedata import normalize

from vicinal.corpus.readers.dump import Page

_STEPS = 4  # redirects that are followed one after the other
_INVISIBLE = re.compile("[\u200e\u200f\u202a-\u202e]")
_SCHEMA = """
    CREATE TABLE article (number INTEGER PRIMARY KEY, title TEXT UNIQUE, page TEXT, problem TEXT);
    CREATE TABLE text (number INTEGER PRIMARY KEY, data BLOB);
    CREATE TABLE target_redirect (title TEXT, leads TEXT);
    CREATE TABLE source_redirect (title TEXT, leads TEXT);
    CREATE TABLE equal (number INTEGER PRIMARY KEY);
    CREATE TABLE candidate (title TEXT, rank INTEGER, number INTEGER);
"""
_TARGET_READ, _SOURCE_READ = 1, 2


class Match(NamedTuple):
    """Two articles that are one pair; their titles are in the form `normal` gives."""

    source: Page
    target: Page


def normal(title: str, first_letter: bool = True) -> str:
    """Return a title as MediaWiki spells it: in NFC, with single spaces, and with a capital.

    Args:
        title: A title, as found in a dump or a link.
        first_letter: Whether the wiki's titles begin with a capital, as all Wikipedias' do.

    >>> normal("éire_(disambiguation) ")
    'Éire (disambiguation)'
    """
    title = normalize("NFC", " ".join(_INVISIBLE.sub("", title).replace("_", " ").split()))
    if not first_letter or not title:
        return title
    # Letters whose capital is none for MediaWiki: ß, which has two, and Georgian ones.
    capital = title[0].upper()
    return title if len(capital) > 1 or "ა" <= title[0] <= "ჿ" else capital + title[1:]


class Titles:
    """The index; what one call of `read_target` or `read_source` put in stays, and nothing of one that was broken off.

    Raises:
        sqlite3.Error: The file is no index, or the disk is full.
    """

    def __init__(self, path: str) -> None:
        # No statement of ours comes from a text, and transactions begin and end where we say so.
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

    def read_target(self, pages: Callable[[], Iterable[Page]], first_letter: bool) -> None:
        """Put the target dump in, if it is not yet there."""
        if self._done < _TARGET_READ:
            with self._base:
                self._base.execute("BEGIN EXCLUSIVE")
                for statement in _SCHEMA.split(";"):
                    self._base.execute(statement)
                for page in pages():
                    self._add_target(page, first_letter)
                self._base.execute("CREATE INDEX by_target_title ON target_redirect (title)")
                self._base.execute(f"PRAGMA user_version = {_TARGET_READ}")

    def read_source(self, pages: Callable[[], Iterable[Page]], first_letter: bool) -> None:
        """Put what is needed of the source dump in, if it is not yet there, and find the pairs that redirects make."""
        if self._done < _SOURCE_READ:
            with self._base:
                self._base.execute("BEGIN EXCLUSIVE")
                for page in pages():
                    self._add_source(page, first_letter)
                self._base.execute("CREATE INDEX by_source_title ON source_redirect (title)")
                self._follow_redirects()
                self._base.execute("CREATE INDEX by_candidate ON candidate (title, rank, number)")
                self._base.execute(f"PRAGMA user_version = {_SOURCE_READ}")

    def pairs(self, source: Iterable[Page], first_letter: bool) -> Iterator[Match]:
        """Yield the pairs, in the order of the source dump, which is gone through once more for that."""
        taken = bytearray(self._base.execute("SELECT count(*) FROM article").fetchone()[0] + 1)
        for page in source:
            if page.redirect is not None:
                continue
            title = normal(page.title, first_letter)
            for number in self._numbers_for(title):
                if not taken[number]:
                    taken[number] = 1
                    yield Match(page._replace(title=title), self._article(number))
                    break

    @property
    def _done(self) -> int:
        return int(self._base.execute("PRAGMA user_version").fetchone()[0])

    def _add_target(self, page: Page, first_letter: bool) -> None:
        title = normal(page.title, first_letter)
        if page.redirect is not None:
            if page.redirect:
                leads = normal(page.redirect, first_letter)
                self._base.execute("INSERT INTO target_redirect VALUES (?, ?)", (title, leads))
            return
        added = self._base.execute(
            "INSERT OR IGNORE INTO article (title, page, problem) VALUES (?, ?, ?)", (title, page.id, page.problem)
        )
        if added.rowcount:
            data = zlib.compress(page.text.encode(), 3)
            self._base.execute("INSERT INTO text VALUES (?, ?)", (added.lastrowid, data))

    def _add_source(self, page: Page, first_letter: bool) -> None:
        title = normal(page.title, first_letter)
        if page.redirect is None:
            self._base.execute("INSERT OR IGNORE INTO equal SELECT number FROM article WHERE title = ?", (title,))
        elif page.redirect:
            leads = normal(page.redirect, first_letter)
            self._base.execute("INSERT INTO source_redirect VALUES (?, ?)", (title, leads))

    def _follow_redirects(self) -> None:
        """Note which source title could be paired with which article, where redirects say so."""
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
        """Return where redirects lead from a title; None if it is none, or they lead on and on."""
        query = f"SELECT leads FROM {table} WHERE title = ?"  # noqa: S608  (a name of ours)
        for step in range(_STEPS + 1):
            found = self._base.execute(query, (title,)).fetchone()
            if not found:
                return title if step else None
            title = found[0]
        return None

    def _numbers_for(self, title: str) -> Iterator[int]:
        """Yield the articles that a source title could be paired with, best first."""
        for query in (
            "SELECT number FROM article WHERE title = ?",
            "SELECT number FROM candidate WHERE title = ? ORDER BY rank, number",
        ):
            for (number,) in self._base.execute(query, (title,)):
                yield number

    def _article(self, number: int) -> Page:
        title, page, problem, data = self._base.execute(
            "SELECT title, page, problem, data FROM article JOIN text USING (number) WHERE number = ?", (number,)
        ).fetchone()
        return Page(title, page, zlib.decompress(data).decode(), None, problem)
