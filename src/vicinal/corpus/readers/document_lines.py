"""Two files, a document a line: line n of one file is a version of line n of the other.

    DocumentLines(("valid.src", "valid.tgt"))
    DocumentLines(("corpus/",))     train.src, train.tgt, valid.src, valid.tgt ...

Lines are documents of prose, in which sentences are found; with a separator, they are sentences joined by it. The files
may be compressed (`.gz`, `.bz2`, `.xz`); `stage` unpacks them. They are cut into byte ranges of as many lines on both
sides, and never loaded whole.

Two files with different numbers of lines are refused before anything is aligned. A blank line is rejected, with the
other line of its pair.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from vicinal.corpus.contract import EMPTY, NO_PARTNER, Accounts, Advance, Fingerprint, Limits, Pair, Rejected, Shard
from vicinal.corpus.folders import folder_at
from vicinal.corpus.readers.given_file import check_given_once
from vicinal.corpus.readers.line_files import LineFile, spans_in, text_of
from vicinal.corpus.readers.line_pairs import LinePair, line_pairs, other_files
from vicinal.corpus.readers.table_staging import unpack
from vicinal.corpus.readers.text_files import fingerprint_of, valid_unicode
from vicinal.errors import InputError, SettingError
from vicinal.extract.content import Content
from vicinal.text.document import Document, documents_of
from vicinal.text.reading import Reading
from vicinal.text_encoding import check_encoding
from vicinal.wording import many

LARGEST = 256 << 20  # bytes of a line; in a larger one, line ends are missing
_TOO_LARGE = f"is larger than {LARGEST >> 20} MB; a line end is missing"


class _Piece(NamedTuple):
    """What a shard's part tells: consecutive lines of a pair of files.

    Attributes:
        paths: The two files.
        names: Their names in messages.
        codecs: The codec of each.
        levels: The names of the two versions.
        stem: What ids begin with.
        origin: The origin of the pairs.
        line: The first line, from 1.
        source: The first byte in the first file, and the one after the last.
        target: The same in the second file.
        fault: Why it cannot be read, in which case it is one line; usually "".
    """

    paths: tuple[str, str]
    names: tuple[str, str]
    codecs: tuple[str, str]
    levels: tuple[str, str]
    stem: str
    origin: str
    line: int
    source: tuple[int, int]
    target: tuple[int, int]
    fault: str = ""


class _Lines(NamedTuple):
    """The two texts of a line, its id and its number."""

    id: str
    line: int
    texts: tuple[str, str]


@dataclass(frozen=True)
class DocumentLines:
    """A corpus of pairs of files with a document a line, local or at URLs.

    Attributes:
        paths: Two files, the original first; or more, which `line_pairs` pairs by their names; or a folder of them.
            Ids are made of what the names share and the line, such as `valid:17`. Of several pairs of files, that is
            also the origin.
        separator: The separator between the sentences of a line; "" if lines are plain text.
        language: The language of all texts; None to recognise it.
        split: How a line is split, as in `Document.from_text`; "auto" is prose, and "lines" makes it one sentence.
        headings: Whether headings are kept.
        encoding: The encoding of the files; None for UTF-8.
        originals: The files that `paths` were unpacked from, two for each pair, set by `stage`.
    """

    paths: tuple[str, ...] = field(metadata={"place": True})
    separator: str = ""
    language: str | None = None
    split: str = "auto"
    headings: bool = True
    encoding: str | None = None
    originals: tuple[str, ...] = field(default=(), repr=False, metadata={"place": True})

    def __post_init__(self) -> None:
        """Check the settings."""
        if isinstance(self.paths, (str, os.PathLike)) or not self.paths:
            raise SettingError(f"paths must be a tuple of two files, or of a folder, not {self.paths!r}")
        object.__setattr__(self, "paths", tuple(map(os.fspath, self.paths)))
        _ = self.reading  # raises early
        if self.encoding is not None:
            check_encoding(self.encoding)

    @property
    def needs_staging(self) -> bool:
        """Whether `stage` must unpack files before the corpus can be cut."""
        return any(file.compression for pair in self._pairs for file in pair.files)

    @property
    def _pairs(self) -> tuple[LinePair, ...]:
        return line_pairs(self.paths, self.originals)

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of the files.

        Raises:
            InputError: A file is missing, no plain text, given twice, or has another number of lines than its partner.
        """
        pairs = self._pairs
        files = [file for pair in pairs for file in pair.files]
        for file in files:
            file.found()
        check_given_once(files, "give two versions")
        for pair in pairs:
            self._count(pair)
        found = [(name, file.found()[1]) for pair in pairs for name, file in zip(pair.names, pair.files, strict=True)]
        return fingerprint_of(((name, known.size) for name, known in found), sum(known.date for _, known in found))

    def accounts(self) -> Accounts:
        """Return the number of files and of lines, and of the files of a folder that are not read."""
        pairs = self._pairs
        lines = sum(self._count(pair)[0] for pair in pairs)
        alone, others = other_files(self.paths, pairs)
        left_out = {NO_PARTNER: alone, "files of other names": others}
        found = {"files": 2 * len(pairs), "pairs of lines": lines}
        return Accounts(found, {why: files for why, files in left_out.items() if files})

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Cut the files; raises the same errors as `fingerprint`."""
        pairs = self._pairs
        number = 0
        for pair, (count, codecs) in [(pair, self._count(pair)) for pair in pairs]:
            for lines, piece in _cut(pair, count, codecs, pair.stem if len(pairs) > 1 else "", limits):
                yield Shard(number, lines, tuple(piece))
                number += 1

    def read(self, shard: Shard) -> Iterator[Pair | Rejected]:
        """Read the lines of a shard."""
        piece = _Piece(*shard.part)
        for found in self._lines(piece):
            if isinstance(found, Rejected):
                yield found
                continue
            source, target = self._documents(found)
            yield Pair(source, target, piece.levels, piece.origin, piece.names[0], found.line)

    @property
    def reading(self) -> Reading:
        """How the lines are read."""
        return Reading(self.language, self.split, self.headings)

    def read_as(self, reading: Reading) -> DocumentLines:
        """Return this corpus, read in another way."""
        return replace(self, language=reading.language, split=reading.split, headings=reading.headings)

    def contents(self, shard: Shard) -> Iterator[tuple[Content, ...]]:
        """Yield the texts of the pairs of a shard; nothing if a separator tells the sentences."""
        if not self.separator:
            for found in self._lines(_Piece(*shard.part)):
                if not isinstance(found, Rejected):
                    yield found.texts

    def stage(self, folder: str, advance: Advance) -> DocumentLines:
        """Unpack the compressed files into a folder, unless they are there already, and return a corpus of them.

        Raises:
            InputError: A file is truncated or damaged, or the disk is full.
        """
        work = folder_at(folder)
        files = [file for pair in self._pairs for file in pair.files]
        paths = tuple(
            unpack(file.found(), file.compression, file.shown, work, ".txt", advance) if file.compression else file.path
            for file in files
        )
        return replace(self, paths=paths, originals=tuple(file.shown for file in files))

    def _count(self, pair: LinePair) -> tuple[int, tuple[str, str]]:
        """Return the number of lines in each file of a pair, and the codec of each; raise InputError if it differs."""
        codecs = pair.source.codec(self.encoding), pair.target.codec(self.encoding)
        source, target = (file.count(codec) for file, codec in zip(pair.files, codecs, strict=True))
        if source != target:
            raise InputError(
                f"{pair.source.shown}: has {many(source, 'line')}, and {pair.target.shown} has {target:,}; with a "
                "document a line, both need as many; usually one file is truncated, or has line ends within documents"
            )
        if not source:
            raise InputError(f"{pair.source.shown}: is empty; there is nothing to align")
        return source, codecs

    def _lines(self, piece: _Piece) -> Iterator[_Lines | Rejected]:
        """Yield the lines of a piece, with those that cannot be read."""
        if piece.fault:
            yield Rejected(piece.names[0], piece.line, f"{piece.stem}:{piece.line}", piece.fault)
            return
        sides = []
        for path, name, codec, (start, end) in zip(
            piece.paths, piece.names, piece.codecs, (piece.source, piece.target), strict=True
        ):
            data = LineFile(path, name).data(start, end)
            sides.append([data[span.start : span.end] for span in spans_in([data], codec)])
        for number, lines in enumerate(zip(*sides, strict=True), piece.line):
            yield self._texts(lines, number, piece)

    def _texts(self, lines: tuple[bytes, ...], number: int, piece: _Piece) -> _Lines | Rejected:
        id = f"{piece.stem}:{number}"
        texts = []
        for line, name, codec in zip(lines, piece.names, piece.codecs, strict=True):
            try:
                text = text_of(line, codec, self.encoding)
            except InputError as error:
                return Rejected(name, number, id, valid_unicode(str(error)))
            if not (self._sentences(text) if self.separator else text):
                return Rejected(name, number, id, "is empty", EMPTY)
            texts.append(text)
        return _Lines(id, number, (texts[0], texts[1]))

    def _documents(self, found: _Lines) -> list[Document]:
        if not self.separator:
            return documents_of(found.texts, self.reading, (found.id, found.id))
        language = self.reading.language
        return [Document.of_checked((self._sentences(text),), found.id, language) for text in found.texts]

    def _sentences(self, text: str) -> tuple[str, ...]:
        """Return the sentences of a line that has separators."""
        return tuple(filter(None, map(str.strip, text.split(self.separator))))


def _cut(
    pair: LinePair, count: int, codecs: tuple[str, str], origin: str, limits: Limits
) -> Iterator[tuple[int, _Piece]]:
    """Yield ranges of lines of a pair of files, each with the number of its lines."""
    head = (pair.paths, pair.names, codecs, pair.levels, pair.stem, origin)
    begin, line = (0, 0), 1  # of the piece under construction
    end, size = (0, 0), 0  # of its last line, and the bytes of all
    both = zip(*(file.spans(codec) for file, codec in zip(pair.files, codecs, strict=True)), strict=False)
    for number, (source, target) in enumerate(islice(both, count), 1):
        more = source.end - source.start + target.end - target.start
        is_large = max(source.end - source.start, target.end - target.start) > LARGEST
        if number > line and (number - line >= limits.pairs or size + more > limits.bytes or is_large):
            yield number - line, _Piece(*head, line, (begin[0], end[0]), (begin[1], end[1]))
            begin, line, size = end, number, 0
        end, size = (source.end, target.end), size + more
        if is_large:
            yield 1, _Piece(*head, line, (begin[0], end[0]), (begin[1], end[1]), _TOO_LARGE)
            begin, line, size = end, number + 1, 0
    if line <= count:
        yield count + 1 - line, _Piece(*head, line, (begin[0], end[0]), (begin[1], end[1]))
