"""Pairs of articles that have been staged: parts with their wikitexts, cut into shards and read into documents.

A part is a compressed file with a line a pair, each the two pages as JSON lists. `staged.json` beside the parts, which
is written last, names them and says what the dumps know of their wikis.

Caller: `wikipedia`, which writes all that.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from vicinal.corpus.pair import Fingerprint, Limits, Pair, Rejected, Shard
from vicinal.corpus.readers.dump import Page
from vicinal.corpus.readers.templates import is_disambiguation, is_stub, template_names
from vicinal.corpus.readers.titles import Match
from vicinal.corpus.readers.wikitext import paragraphs
from vicinal.corpus.store import Folder, folder_at
from vicinal.errors import InputError
from vicinal.text.document import Document
from vicinal.text.segment import rules_for, sentences

STAGED = "staged.json"

_PART = Limits()
_LONGEST_LINE = 5_000  # characters that are split into sentences at a time


@dataclass(frozen=True)
class WikipediaPairs:
    """What `Wikipedia.stage` has put into a folder; that is explained there.

    Attributes:
        folder: Where the parts are.
        files: The names of the two dumps.
        levels: What the two versions are called.
        languages: Their languages.
        hidden: The names of the file and category namespaces of the two wikis.
        least_sentences: How many sentences, besides the title, both versions must have.
        disambiguation: Whether disambiguation pages stay in.
        stubs: Whether stubs stay in.
    """

    folder: str
    files: tuple[str, str]
    levels: tuple[str, str]
    languages: tuple[str | None, str | None]
    hidden: tuple[tuple[str, ...], tuple[str, ...]]
    least_sentences: int = 1
    disambiguation: bool = False
    stubs: bool = True

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of the dumps that were staged."""
        return Fingerprint(*read_staged(folder_at(self.folder))["fingerprint"])

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Yield the parts, or even ranges of them where the limits are smaller than parts are."""
        number = 0
        for name, count, size in read_staged(folder_at(self.folder))["parts"]:
            ranges = min(count, max(-(-count // limits.pairs), -(-size // limits.bytes)))
            for start, end in pairwise(count * i // ranges for i in range(ranges + 1)):
                yield Shard(number, end - start, (name, start, end))
                number += 1

    def read(self, shard: Shard) -> Iterator[Pair | Rejected]:
        """Turn the wikitexts of a shard into documents; pairs that the settings leave out are passed over."""
        name, start, end = shard.part
        try:
            matches = _unpacked(folder_at(self.folder).read(name), start, end)
        except (InputError, zlib.error, ValueError, TypeError) as error:
            why = " ".join(str(error).split())
            yield Rejected(name, None, None, f"is no staged part ({why}); remove {self.folder} and run again")
            return
        for match in matches:
            found = self._pair(match)
            if found:
                yield found

    def _pair(self, match: Match) -> Pair | Rejected | None:
        for page, file in zip(match, self.files, strict=True):
            if page.problem:
                return Rejected(file, None, page.title, f"page {page.id}, {page.title!r}, {page.problem}")
        if any(self._is_left_out(page) for page in match):
            return None
        source, target = (
            _document(page, language, hidden)
            for page, language, hidden in zip(match, self.languages, self.hidden, strict=True)
        )
        if min(len(source.sentences), len(target.sentences)) - 1 < self.least_sentences:
            return None
        return Pair(source, target, self.levels, "", self.files[0])

    def _is_left_out(self, page: Page) -> bool:
        templates = template_names(page.text)
        return (not self.disambiguation and is_disambiguation(page.title, page.text, templates)) or (
            not self.stubs and is_stub(templates)
        )


def in_parts(matches: Iterable[Match]) -> Iterator[tuple[int, bytes]]:
    """Yield the content of each part: how many pairs it has, and its lines."""
    lines: list[bytes] = []
    size = 0
    for match in matches:
        line = json.dumps(match, ensure_ascii=False).encode() + b"\n"
        if lines and (len(lines) >= _PART.pairs or size + len(line) > _PART.bytes):
            yield len(lines), b"".join(lines)
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    if lines:
        yield len(lines), b"".join(lines)


def packed(lines: bytes) -> bytes:
    """Return the lines of a part as they are written: in gzip's format, without the date that gzip would add."""
    packer = zlib.compressobj(3, zlib.DEFLATED, 31)
    return packer.compress(lines) + packer.flush()


def _unpacked(data: bytes, start: int, end: int) -> list[Match]:
    lines = zlib.decompress(data, 31).split(b"\n")[start:end]
    return [Match(*(Page(*page) for page in json.loads(line))) for line in lines]


def read_staged(folder: Folder) -> Any:
    """Return what was written when the staging was done.

    Raises:
        InputError: The folder does not hold it.
    """
    try:
        return json.loads(folder.read(STAGED))
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{folder.where(STAGED)}: is damaged; remove it, and run again to make it anew") from None


def _document(page: Page, language: str | None, hidden: tuple[str, ...]) -> Document:
    """Return an article as a document: its title, then its paragraphs."""
    rules = rules_for(language)
    found = [[page.title]]
    for paragraph in paragraphs(page.text, hidden):
        texts = (piece for line in paragraph.split("\n") for piece in _pieces(line))
        found.append([sentence for text in texts for sentence in sentences(text, rules)])
    return Document(found, page.title, language)


def _pieces(line: str) -> Iterator[str]:
    """Yield a text in pieces of bounded length: finding sentences takes time that grows with the square of it."""
    start = 0
    while len(line) - start > _LONGEST_LINE:
        space = line.rfind(" ", start + 1, start + _LONGEST_LINE)
        end = space if space > 0 else start + _LONGEST_LINE
        yield line[start:end]
        start = end
    yield line[start:]
