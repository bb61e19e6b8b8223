"""What annotators made, as a file to take away: gold, or any format that Vicinal writes.

A format of one file is that file; one of several, or of several for each pair, is a zip archive. The same corrections
give the same bytes.
"""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import IO

from vicinal.alignment import Aligned
from vicinal.app.pair_summary import pair_key
from vicinal.corpus.filenames import FileNames
from vicinal.errors import check_choice
from vicinal.formats import CORPUS_FORMATS, FORMATS, Format
from vicinal.formats.link_rows import one_line, place

GOLD = "gold"
_BEGINNING = (1980, 1, 1, 0, 0, 0)  # of the dates that a zip archive can hold


@dataclass(frozen=True)
class Download:
    """A file to send.

    Attributes:
        name: What it is called.
        file: Its content, from the start; whoever sends it closes it.
        size: How many bytes there are.
        left_out: How many links the format cannot hold.
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


def formats() -> list[dict[str, str]]:
    """Return what can be asked for: name, and what it is in a few words."""
    gold = {"name": GOLD, "what": "documents with links, as 'vicinal evaluate' reads them"}
    return [gold, *({"name": name, "what": FORMATS[name].what} for name in CORPUS_FORMATS)]


def download(pairs: Iterable[Aligned], name: str, *, one: bool = False) -> Download:
    """Return pairs in a format.

    Args:
        pairs: Documents with their links.
        name: "gold" or the name of a format; one that holds a single alignment goes with `one` only.
        one: Whether there is one pair, asked for by itself.

    Raises:
        SettingError: There is no such format, or what it needs is not installed.
    """
    check_choice("format", name, (GOLD, *(FORMATS if one else CORPUS_FORMATS)))
    file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (closed by whoever sends it)
    try:
        if name == GOLD:
            file_name, left_out = "vicinal-gold.jsonl", 0
            for line in _gold(pairs):
                file.write(line)
        else:
            passing = _Fitting(pairs, FORMATS[name])
            file_name = _write(passing, FORMATS[name], file, one)
            left_out = passing.left_out
        size = file.tell()
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return Download(file_name, file, size, left_out)


class _Fitting:
    """Pairs on their way, each with only those links that the format can hold; the others are counted."""

    def __init__(self, pairs: Iterable[Aligned], format: Format) -> None:
        self._pairs, self._format, self.left_out = pairs, format, 0

    def __iter__(self) -> Iterator[Aligned]:
        for one in self._pairs:
            alignment = one.alignment
            if self._format.fitting:
                links = tuple(self._format.fitting(alignment))
                self.left_out += len(alignment.sentences) - len(links)
                alignment = replace(alignment, sentences=links)
            yield one._replace(alignment=alignment)


def _gold(pairs: Iterable[Aligned]) -> Iterator[bytes]:
    """Yield lines of a gold file; ids, of which no two may be the same there, have the pair's key behind if need be."""
    seen: set[str] = set()
    for alignment, levels, origin in pairs:
        key = pair_key(alignment.source, alignment.target)
        name = alignment.id or key
        if name in seen:
            name = f"{name} ({key})"
        seen.add(name)
        record = {
            "id": name,
            "lang": alignment.source.language or alignment.target.language,
            "levels": levels,
            "origin": origin,
            "source": alignment.source.paragraphs,
            "target": alignment.target.paragraphs,
            "gold": [[link.source, link.target] for link in alignment.sentences],
        }
        yield json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def _write(pairs: Iterable[Aligned], format: Format, file: IO[bytes], one: bool) -> str:
    """Write pairs into a file, and return what it is to be called."""
    if len(format.suffixes) == 1 and (one or format.holds != "each"):
        for _, data in format.chunks(pairs, corpus=not one):
            file.write(data)
        return f"vicinal{format.suffixes[0]}"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        if one or format.holds != "each":
            _add(archive, format, pairs, "vicinal", corpus=not one)
            return "vicinal.zip"
        taken, rows = FileNames(), ["file\tid\tsource_level\ttarget_level\torigin\n"]
        for number, pair in enumerate(pairs, 1):
            stem = taken.take(pair.alignment.id, number)
            _add(archive, format, [pair], f"pairs/{stem}", corpus=True)
            rows.append("\t".join([stem, *(one_line(value or "") for value in place(pair))]) + "\n")
        archive.writestr(_named("index.tsv"), "".join(rows).encode("utf-8", "backslashreplace"))
    return "vicinal.zip"


def _add(archive: zipfile.ZipFile, format: Format, pairs: Iterable[Aligned], stem: str, *, corpus: bool) -> None:
    """Add the files of a format to an archive."""
    names = [stem.rpartition("/")[2] + suffix for suffix in format.suffixes]
    contents = [tempfile.TemporaryFile() for _ in names]  # noqa: SIM115  (closed below)
    try:
        for number, data in format.chunks(pairs, corpus=corpus, names=names):
            contents[number].write(data)
        for suffix, content in zip(format.suffixes, contents, strict=True):
            content.seek(0)
            with archive.open(_named(stem + suffix), "w", force_zip64=True) as part:
                while data := content.read(65536):
                    part.write(data)
    finally:
        for content in contents:
            content.close()


def _named(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _BEGINNING)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info
