"""Corrected pairs as a file to download, in any format that Vicinal writes.

A format with one file is downloaded as that file; a format with several files, or with files for each pair, as a zip
archive. The same corrections give the same bytes.
"""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO

from vicinal.alignment import Aligned
from vicinal.app.answer_types import OfferedFormat
from vicinal.app.pair_summary import pair_key
from vicinal.corpus.pair_files import INDEX, write_pair_files
from vicinal.errors import check_choice
from vicinal.formats import CORPUS_FORMATS, FORMATS, Format
from vicinal.formats.archive_part import part_named
from vicinal.formats.fitting import Fitting
from vicinal.formats.gold_line import gold_line

GOLD = "gold"


@dataclass(frozen=True)
class Download:
    """A file to send.

    Attributes:
        name: The file name.
        file: The content, open at its start; the sender closes it.
        size: The number of bytes.
        left_out: The number of links that the format cannot represent.
    """

    name: str
    file: IO[bytes]
    size: int
    left_out: int = 0

    def chunks(self) -> Iterator[bytes]:
        """Yield the content, and close the file."""
        with self.file:
            while data := self.file.read(65536):
                yield data


def formats() -> list[OfferedFormat]:
    """Return the formats that can be downloaded."""
    names = (GOLD, *(name for name in CORPUS_FORMATS if name != GOLD))
    return [OfferedFormat(name, FORMATS[name].what) for name in names]


def download(pairs: Iterable[Aligned], name: str, *, one: bool = False) -> Download:
    """Return pairs in a format.

    Args:
        pairs: The pairs.
        name: The name of a format; one for a single alignment requires `one`.
        one: Whether one pair was requested by its key.

    Raises:
        SettingError: There is no such format, or it needs something that is not installed.
    """
    check_choice("format", name, FORMATS if one else CORPUS_FORMATS)
    file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (closed by the sender)
    try:
        if name == GOLD:
            file_name, left_out = "vicinal-gold.jsonl", 0
            for line in _gold(pairs):
                file.write(line)
        else:
            passing = Fitting(pairs, FORMATS[name])
            file_name = _write(passing, FORMATS[name], file, one)
            left_out = passing.left_out
        size = file.tell()
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return Download(file_name, file, size, left_out)


def _gold(pairs: Iterable[Aligned]) -> Iterator[bytes]:
    """Yield the lines of a gold file; ids must be unique there, so a repeated one gets the pair's key appended."""
    seen: set[str] = set()
    for one in pairs:
        key = pair_key(one.alignment.source, one.alignment.target)
        name = one.alignment.id or key
        if name in seen:
            name = f"{name} ({key})"
        seen.add(name)
        yield gold_line(one, name)


def _write(pairs: Iterable[Aligned], format: Format, file: IO[bytes], one: bool) -> str:
    """Write pairs into a file, and return the name for it."""
    if len(format.suffixes) == 1 and (one or format.holds != "each"):
        for _, data in format.chunks(pairs, corpus=not one):
            file.write(data)
        return f"vicinal{format.suffixes[0]}"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        if one or format.holds != "each":
            _add(archive, format, pairs, corpus=not one)
            return "vicinal.zip"
        index = bytearray()

        def add(name: str, data: bytes) -> None:
            archive.writestr(part_named(f"pairs/{name}"), data)

        write_pair_files(pairs, format, add, index.extend)
        archive.writestr(part_named(INDEX), bytes(index))
    return "vicinal.zip"


def _add(archive: zipfile.ZipFile, format: Format, pairs: Iterable[Aligned], *, corpus: bool) -> None:
    """Add the files of a format to an archive."""
    names = [f"vicinal{suffix}" for suffix in format.suffixes]
    contents = [tempfile.TemporaryFile() for _ in names]  # noqa: SIM115  (closed below)
    try:
        for number, data in format.chunks(pairs, corpus=corpus, names=names):
            contents[number].write(data)
        for name, content in zip(names, contents, strict=True):
            content.seek(0)
            with archive.open(part_named(name), "w", force_zip64=True) as part:
                while data := content.read(65536):
                    part.write(data)
    finally:
        for content in contents:
            content.close()
