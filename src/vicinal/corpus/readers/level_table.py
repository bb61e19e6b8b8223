"""Tables with more than two versions of an article: a row, or a column, for each level.

A long table has a sentence, a paragraph or a text a row, with its level and its article in two columns (PorSimples). A
wide one has a column for each level (OneStopEnglish). `table` reads tables with two columns of texts.

What the user does not set is recognised by `level_table_columns`. The rows of an article must follow each other; its
levels may be interleaved. `stage` gathers the articles (`level_table_rows`), one a line, so that no shard cuts one. The
levels are known then: those of all articles.

As in `folder`, every version is paired with every simpler one, or as `pairs` says. Where more than two levels are
paired, each version has an id of its own (`12.ORI`, `12.NAT`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from vicinal.corpus.contract import (
    EMPTY,
    NO_PARTNER,
    Accounts,
    Advance,
    Fingerprint,
    LeftOut,
    Limits,
    Pair,
    Rejected,
    Shard,
)
from vicinal.corpus.folders import file_at, folder_at
from vicinal.corpus.readers.file_levels import chosen_pairs
from vicinal.corpus.readers.level_table_columns import in_order
from vicinal.corpus.readers.level_table_guesses import Settings, recognised_settings
from vicinal.corpus.readers.level_table_rows import Article, Version, articles, gather, levels_in
from vicinal.corpus.readers.table_checks import checked_fingerprint
from vicinal.corpus.readers.table_file import TableFile, table_files
from vicinal.corpus.readers.table_form import delimiter_named
from vicinal.corpus.readers.table_guesses import WHOLE_FILE
from vicinal.corpus.readers.table_rows import Columns
from vicinal.corpus.readers.text_files import LANGUAGE_CODE
from vicinal.errors import InputError, SettingError, check_choice
from vicinal.extract.content import Content
from vicinal.text.document import Document, documents_of
from vicinal.text.reading import Reading, settled
from vicinal.text.segment import warn_without_rules
from vicinal.text_encoding import check_encoding

_MOST = 20  # levels; a column with more values is no column of levels
_ASK = "name the column of the levels with --level-column"


@dataclass(frozen=True)
class LevelTable:
    """A corpus of table files with several levels, local or at URLs.

    Attributes:
        paths: The files, in order.
        group_by: The column that names the article; "file" if each file is one; "" if each row of a wide table is one;
            None to recognise it.
        level_column: The column of the levels; "" if each level is a column of its own; None to recognise it.
        text_column: The column of the texts, in a long table; None to recognise it.
        paragraph_column: The column that numbers or names the paragraph of a sentence; "" for none; None to recognise.
        row: What a row is: "sentence" (taken as it is) or "paragraph" (sentences are found in it); None to recognise.
        levels: The levels, the original first; others are left out. None given: all, in their usual order.
        pairs: Which levels are paired: "all", "adjacent", or a list such as "ORI-NAT,ORI-STR".
        origin_column: The column of the article's origin, as in `Table`.
        language_column: The column of the article's language, as in `Table`.
        delimiter: What separates the cells of CSV and TSV, as in `Table`.
        encoding: The encoding of text tables; None for UTF-8.
        language: The language of all texts; None to recognise it.
        split: How plain text is split, as in `Document.from_text`; "auto" is decided once for the corpus.
        headings: Whether headings are kept, in plain text.
        originals: The files that `paths` were made of, set by `stage`, which also completes `levels`.
    """

    paths: tuple[str, ...] = field(metadata={"place": True})
    group_by: str | None = None
    level_column: str | None = None
    text_column: str | None = None
    paragraph_column: str | None = None
    row: str | None = None
    levels: tuple[str, ...] = ()
    pairs: str = "all"
    origin_column: str = ""
    language_column: str = ""
    delimiter: str | None = None
    encoding: str | None = None
    language: str | None = None
    split: str = "auto"
    headings: bool = True
    originals: tuple[str, ...] = field(default=(), repr=False, metadata={"place": True})

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            SettingError: Two settings contradict each other, or a required one is empty.
            InputError: A file name does not have the suffix of a table.
        """
        if isinstance(self.paths, (str, os.PathLike)) or not self.paths:
            raise SettingError(f"paths must be a tuple of at least one file name, not {self.paths!r}")
        object.__setattr__(self, "paths", tuple(map(os.fspath, self.paths)))
        _ = self.reading  # raises early
        if self.encoding is not None:
            check_encoding(self.encoding)
        if self.delimiter is not None:
            object.__setattr__(self, "delimiter", delimiter_named(self.delimiter))
        if self.row is not None:
            check_choice("row", self.row, ("sentence", "paragraph"))
        if self.text_column == "" or (self.group_by == "" and self.level_column):
            raise SettingError("--text-column and --group-by must name a column")
        given = list(filter(None, (self.group_by, self.level_column, self.text_column, self.paragraph_column)))
        if len({*given}) < len(given):
            raise SettingError("the columns of article, level, text and paragraph must be different ones")
        if len(self.levels) == 1 or len({*self.levels}) < len(self.levels):
            raise SettingError("give --level for each of two or more levels, the original first")
        _ = self._files  # raises early

    @cached_property
    def _files(self) -> tuple[TableFile, ...]:
        return table_files(self.paths, self.originals, self.encoding, self.delimiter)

    def recognised(self) -> tuple[LevelTable, tuple[str, ...]]:
        """Return this table with the settings that were left open, and notes on what was recognised, if anything was.

        Raises:
            InputError: A file is missing or not a table of its format, or a column is not there or not recognised.
        """
        if not self.needs_staging:
            return self, ()
        given = Settings(
            self.group_by, self.level_column, self.text_column, self.paragraph_column, self.row, self.levels
        )
        found, notes = recognised_settings(self._files, given, self.pairs)
        return replace(self, **found._asdict()), notes

    @cached_property
    def _decided(self) -> LevelTable:
        return self.recognised()[0]

    @property
    def needs_staging(self) -> bool:
        """Whether `stage` must gather the articles before the table can be cut."""
        return any(file.kind != "groups" for file in self._files)

    @property
    def _columns(self) -> list[Columns]:
        """The names of the columns, by role; of a wide table, those for each level."""
        group = "" if self.group_by == WHOLE_FILE else self.group_by or ""
        level, paragraph = self.level_column or "", self.paragraph_column or ""
        texts = [self.text_column or ""] if level else self.levels
        others = ("", "", self.origin_column, self.language_column, group, level, paragraph)
        return [Columns(text, *others) for text in texts]

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of the files.

        Raises:
            InputError: A file is missing, not a table of its format, lacks a column, or is given twice.
        """
        return checked_fingerprint(self._files, *self._decided._columns)

    def stage(self, folder: str, advance: Advance) -> LevelTable:
        """Write the articles into a folder, one a line, unless they are there already; return a table of them.

        Raises:
            InputError: A file is damaged, the disk is full, the rows of an article are not together, or there are no
                two levels.
        """
        work = folder_at(folder)
        work.make()
        taken = self._decided
        originals = self.originals or self.paths
        taken = replace(taken, paths=tuple(file.stage(work, advance) for file in taken._files), originals=originals)
        levels = () if taken.level_column else taken.levels
        by_row = taken.group_by == ""
        paths = tuple(
            gather(file, taken._columns, levels, work, advance, are_sentences=taken.row == "sentence", by_row=by_row)
            for file in taken._files
        )
        return replace(taken, paths=paths, levels=taken._levels_in(paths))

    def _levels_in(self, paths: Sequence[str]) -> tuple[str, ...]:
        """Return the levels of gathered articles, in order; raise InputError if they are none, or not those given."""
        shown = self._files[0].shown
        found: dict[str, None] = {}
        for path in paths:
            folder, name = file_at(path)
            with folder.open(name) as file:
                for level in levels_in(file):
                    found.setdefault(level)
                    if len(found) > _MOST:
                        raise InputError(f"{shown}: column {self.level_column!r} has more than {_MOST} values; {_ASK}")
        for level in self.levels:
            if level not in found:
                raise InputError(f"{shown}: no row has the level {level!r:.40}; there are: {', '.join(found)}")
        levels = self.levels or tuple(in_order(list(found), self.level_column or "")[0])
        if len(levels) < 2:
            only = f"only the level {levels[0]!r:.40}" if levels else "no level"
            raise InputError(f"{shown}: there is {only}, and nothing to pair it with; {_ASK}")
        chosen_pairs(self.pairs, levels)  # raises if they are not there
        return levels

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Cut the gathered articles.

        Raises:
            InputError: The articles are not gathered yet.
        """
        if self.needs_staging:
            raise InputError(f"{self._files[0].shown}: its articles are yet to be gathered; stage the table first")
        each = len(self._pairs)
        own = limits._replace(pairs=max(1, limits.pairs // each))
        number = 0
        for index, file in enumerate(self._files):
            for rows, part in file.parts(self._columns[0], own):
                yield Shard(number, rows * each, (index, *part[:2]))
                number += 1

    def accounts(self) -> Accounts:
        """Return the number of files."""
        return Accounts({"files": len(self.paths)})

    @property
    def reading(self) -> Reading:
        """How plain text is read; where a row is a sentence, only the language is open."""
        split = "prose" if self.row == "sentence" and self.split == "auto" else self.split
        return Reading(self.language, split, self.headings)

    def read_as(self, reading: Reading) -> LevelTable:
        """Return this corpus, read in another way."""
        return replace(self, language=reading.language, split=reading.split, headings=reading.headings)

    def contents(self, shard: Shard) -> Iterator[tuple[Content, ...]]:
        """Yield the texts of the articles of a shard."""
        for article in self._articles(shard):
            texts = tuple(filter(None, (_plain(version.text) for version in article.versions)))
            if texts and not article.fault:
                yield texts

    def read(self, shard: Shard) -> Iterator[Pair | Rejected | LeftOut]:
        """Read the articles of a shard: all pairs of each."""
        file = self._files[shard.part[0]]
        for article in self._articles(shard):
            if article.fault:
                why = f"{article.id!r:.80} cannot be read as a whole: {article.fault}"
                yield Rejected(file.name, article.line, article.id, why)
                continue
            versions = {version.level: version for version in article.versions}
            if others := versions.keys() - {*self._kept}:
                yield LeftOut("versions of other levels", len(others))
            try:
                yield from self._of_article(
                    article, {one: versions[one] for one in self._kept if one in versions}, file
                )
            except InputError as error:
                yield Rejected(file.name, article.line, article.id, str(error))

    def _articles(self, shard: Shard) -> Iterator[Article]:
        index, start, end = shard.part
        return articles(self._files[index].piece(start, end))

    @cached_property
    def _pairs(self) -> list[tuple[str, str]]:
        return [(self.levels[i], self.levels[k]) for i, k in chosen_pairs(self.pairs, self.levels)]

    @cached_property
    def _kept(self) -> list[str]:
        """The levels that are paired."""
        return [level for level in self.levels if any(level in pair for pair in self._pairs)]

    def _of_article(self, article: Article, there: dict[str, Version], file: TableFile) -> Iterator[Pair | Rejected]:
        reading = self.reading
        if article.language is not None and article.language != "":
            language = str(article.language)
            if not LANGUAGE_CODE.fullmatch(language):
                raise InputError(f"column {self.language_column!r} is not a language code: {language!r:.80}")
            reading = replace(reading, language=language)
            warn_without_rules(reading.language)
        origin = file.name if len(self.paths) > 1 else ""
        if article.origin is not None and article.origin != "":
            origin = str(article.origin)
        ids = {level: article.id if len(self._kept) == 2 else f"{article.id}.{level}" for level in there}
        documents = _documents([one for one in there.values() if one.text], reading, ids)
        paired = set()
        for source, target in self._pairs:
            if source not in there or target not in there:
                continue
            paired |= {source, target}
            if empty := [level for level in (source, target) if level not in documents]:
                reason = f"the version {empty[0]!r:.40} is empty"
                yield Rejected(file.name, there[empty[0]].line, article.id, reason, EMPTY)
                continue
            sides = documents[source], documents[target]
            yield Pair(*sides, (source, target), origin, file.name, there[source].line)
        for level in [level for level in there if level not in paired]:
            partners = [other for pair in self._pairs if level in pair for other in pair if other != level]
            reason = f"the version {level!r:.40} has no partner {' or '.join(partners)}"
            yield Rejected(file.name, there[level].line, article.id, reason, NO_PARTNER)


def _documents(versions: Sequence[Version], reading: Reading, ids: dict[str, str]) -> dict[str, Document]:
    """Return the documents of an article's versions, by level; what the reading leaves open, they decide together."""
    decided = settled(reading, [_plain(version.text) for version in versions]) if versions else reading
    plain = [version for version in versions if isinstance(version.text, str)]
    read = documents_of([_plain(one.text) for one in plain], decided, [ids[one.level] for one in plain])
    found = dict(zip((one.level for one in plain), read, strict=True))
    for version in versions:
        if version.level not in found:
            paragraphs: Any = version.text
            found[version.level] = Document.of_checked(paragraphs, ids[version.level], decided.language)
    return found


def _plain(text: Any) -> str:
    """Return the text of a version, also of one in sentences."""
    return text if isinstance(text, str) else " ".join(sentence for paragraph in text or () for sentence in paragraph)
