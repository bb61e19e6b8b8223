"""Staged pairs of Wikipedia articles: the parts of a staging folder, cut into shards and read into documents.

A part is a compressed file with one line per pair: the two pages as JSON lists. `staged.json`, which is written last,
lists the parts and describes the two wikis.

Caller: `wikipedia`, which writes these files.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import msgspec

from vicinal.corpus.contract import Accounts, Fingerprint, LeftOut, Limits, Pair, Rejected, Shard
from vicinal.corpus.folders import Folder, folder_at
from vicinal.corpus.readers.mediawiki_dump import Page, Site
from vicinal.corpus.readers.text_files import cut
from vicinal.corpus.readers.title_index import Match, Tally
from vicinal.corpus.readers.wikipedia_parts import gaps
from vicinal.corpus.readers.wikitext import paragraphs
from vicinal.corpus.readers.wikitext_templates import is_disambiguation, is_stub, template_names
from vicinal.errors import InputError
from vicinal.files import message_of
from vicinal.text.document import Document
from vicinal.text.segment import rules_for, sentences

STAGED = "staged.json"


class Staging(msgspec.Struct, frozen=True):
    """The content of `staged.json`.

    Attributes:
        fingerprint: That of the dumps.
        sites: Their wikis.
        tallies: How many articles and other pages they have.
        parts: Name, pairs and bytes of each part.
    """

    fingerprint: Fingerprint
    sites: tuple[Site, Site]
    tallies: tuple[Tally, Tally]
    parts: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class WikipediaPairs:
    """The pairs that `Wikipedia.stage` wrote to a folder.

    Attributes:
        folder: The folder of the parts.
        files: The names of the files of the two dumps.
        levels: The names of the two versions.
        languages: Their languages.
        hidden: The names of the file and category namespaces of the two wikis.
        least_sentences: The least number of sentences, besides the title, in both versions.
        disambiguation: Whether to keep disambiguation pages.
        stubs: Whether to keep stubs.
        others: How many files were given that are no dumps.
    """

    folder: str
    files: tuple[tuple[str, ...], tuple[str, ...]]
    levels: tuple[str, str]
    languages: tuple[str | None, str | None]
    hidden: tuple[tuple[str, ...], tuple[str, ...]]
    least_sentences: int = 1
    disambiguation: bool = False
    stubs: bool = True
    others: int = 0

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of the staged dumps."""
        return read_staging(folder_at(self.folder)).fingerprint

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Yield the parts, divided evenly if they exceed the limits."""
        number = 0
        for name, count, size in read_staging(folder_at(self.folder)).parts:
            ranges = min(count, max(-(-count // limits.pairs), -(-size // limits.bytes)))
            for start, end in pairwise(count * i // ranges for i in range(ranges + 1)):
                yield Shard(number, end - start, (name, start, end))
                number += 1

    def read(self, shard: Shard) -> Iterator[Pair | Rejected | LeftOut]:
        """Turn the wikitexts of a shard into documents; leave out the pairs that the settings exclude."""
        name, start, end = shard.part
        try:
            matches = _unpacked(folder_at(self.folder).read(name), start, end)
        except (InputError, zlib.error, msgspec.DecodeError, UnicodeDecodeError) as error:
            why = message_of(error)
            yield Rejected(name, None, None, f"is not a staged part ({why}); delete {self.folder}, and run again")
            return
        for match in matches:
            yield self._pair(match)

    def accounts(self) -> Accounts:
        """Return how many articles the dumps have, and what of them is in no pair."""
        staging = read_staging(folder_at(self.folder))
        pairs = sum(count for _, count, _ in staging.parts)
        read: dict[str, int] = {}
        left_out = {
            "redirects": sum(tally.redirects for tally in staging.tallies),
            "pages of other kinds, such as templates": sum(tally.others for tally in staging.tallies),
            "files that are no dumps": self.others,
        }
        for name, tally, files in zip(_names(*staging.sites), staging.tallies, self.files, strict=True):
            read[f"articles of {name}"] = tally.articles
            left_out[f"articles of {name} without a partner"] = tally.articles - pairs
            missing = sum(last - first + 1 for first, last in gaps(files))
            left_out[f"page numbers of {name} in parts that were not given"] = missing
        return Accounts(read, {why: number for why, number in left_out.items() if number})

    def _pair(self, match: Match) -> Pair | Rejected | LeftOut:
        for page, files in zip(match, self.files, strict=True):
            if page.problem:
                return Rejected(files[page.part], None, page.title, f"page {page.id}, {page.title!r}, {page.problem}")
        for page in match:
            templates = template_names(page.text)
            if not self.disambiguation and is_disambiguation(page.title, page.text, templates):
                return LeftOut("disambiguation pages")
            if not self.stubs and is_stub(templates):
                return LeftOut("stubs")
        source, target = (
            _document(page, language, hidden)
            for page, language, hidden in zip(match, self.languages, self.hidden, strict=True)
        )
        if min(len(source.sentences), len(target.sentences)) - 1 < self.least_sentences:
            return LeftOut("too short")
        return Pair(source, target, self.levels, "", self.files[0][match.source.part])


def _names(source: Site, target: Site) -> tuple[str, str]:
    """Return the names of two wikis; if they do not tell them apart, other names."""
    named = source.name and target.name and source.name != target.name
    return (source.name, target.name) if named else ("the first dump", "the second dump")


def in_parts(matches: Iterable[Match]) -> Iterator[tuple[int, bytes]]:
    """Yield the number of pairs and the lines of each part."""
    lines = (json.dumps(match, ensure_ascii=False).encode() + b"\n" for match in matches)
    for part in cut(((line, len(line)) for line in lines), Limits()):
        yield part.pairs, b"".join(part.part[0])


def packed(lines: bytes) -> bytes:
    """Return the lines of a part in gzip format, without a date."""
    packer = zlib.compressobj(3, zlib.DEFLATED, 31)
    return packer.compress(lines) + packer.flush()


def _unpacked(data: bytes, start: int, end: int) -> list[Match]:
    lines = zlib.decompress(data, 31).split(b"\n")[start:end]
    return [msgspec.json.decode(line, type=Match) for line in lines]


def read_staging(folder: Folder) -> Staging:
    """Return the content of `staged.json`.

    Raises:
        InputError: The file does not exist, or is damaged.
    """
    try:
        return msgspec.json.decode(folder.read(STAGED), type=Staging)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise InputError(f"{folder.where(STAGED)}: is damaged; delete it, and run again") from None


def _document(page: Page, language: str | None, hidden: tuple[str, ...]) -> Document:
    """Return an article as a document: its title as a heading, then its paragraphs."""
    rules, is_lower = rules_for(language), page.text.islower()
    found = (
        [sentence for line in paragraph.split("\n") for sentence in sentences(line, rules, is_lower)]
        for paragraph in paragraphs(page.text, hidden)
    )
    return Document([[page.title], *found], page.title, language, headings=[0])
