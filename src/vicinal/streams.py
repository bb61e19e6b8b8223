"""Streams of alignments to files and back: `save_many` and `load_many`.

The formats are in `formats/`; this stands above `corpus/`, because a stream may also be written as a folder of files,
as exports write it, and be read from the folder of a run.
"""

from __future__ import annotations

import os
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, Any

from vicinal.alignment import Aligned, Alignment
from vicinal.corpus.folders import is_url
from vicinal.corpus.local_folder import LocalFolder
from vicinal.corpus.pair_files import INDEX, write_pair_files
from vicinal.corpus.pending_files import PendingFiles, PendingFolder
from vicinal.corpus.run_folder import open_run
from vicinal.errors import FormatError, GoldWarning, InputError, SettingError
from vicinal.files import is_stream, reason, text_lines
from vicinal.formats import ALIGNMENTS, FORMATS, Format, alignment_lines, format_for, load
from vicinal.formats.corrected_table import read_corrected
from vicinal.formats.fitting import Fitting
from vicinal.formats.gold_alignment import alignment_of
from vicinal.gold import parse_gold
from vicinal.gold_irregularities import Irregularities
from vicinal.json_text import parsed

_GZIP = ".gz"
_GZIPPED = ("jsonl", "tsv", "lines", "wiki-auto", "tmx", "gold", "alignments")
_MOST_NOTES = 5
_KEEP = f"vicinal.save_many to a file that ends in {ALIGNMENTS} keeps everything"


def save_many(
    alignments: Iterable[Alignment | Aligned], path: str | os.PathLike[str], format: str | None = None
) -> tuple[Path, ...]:
    """Write a stream of alignments, such as what `align_many` yields, without holding it in memory.

    Most formats hold all alignments in one file. Those with a file for each pair, such as "html", are written to a new
    folder, with a table `index.tsv` that says which pair each file is; they need the name of the format.

    Either everything is written or nothing: if the stream raises an error, or the program is stopped, the file that was
    there before is unchanged.

    An alignment without an id is named by its number in the stream, from 1, where the format needs a name. In gold, in
    which ids are unique, a repeated id gets that number appended: `cats (7)`.

    Args:
        alignments: The alignments, read one at a time; what `Run.aligned` of `vicinal.corpus` yields is accepted, too,
            and keeps its levels and origin.
        path: The file, or the folder for formats with a file for each pair. If the name of a text file ends in `.gz`,
            it is compressed.
        format: The name of a format; None to choose it by the suffix of path. `.alignments.jsonl` holds whole
            alignments, which `load_many` reads back equal.

    Returns:
        The files; of a folder, the folder and its index.

    Raises:
        SettingError: No format fits the name, or it holds a single alignment, or a package that it needs is missing.
        InputError: A file cannot be written, or something in the stream is not an alignment.

    Warns:
        LeftOutWarning: The format cannot hold some of the links; given once, with their number.
    """
    if isinstance(alignments, Alignment | Aligned):
        raise InputError("save_many writes several alignments; use save for one, or pass a list")
    if not isinstance(alignments, Iterable):
        raise InputError(f"save_many writes alignments, such as a list of them; found {alignments!r:.80}")
    place = Path(path)
    is_gzip = place.name.lower().endswith(_GZIP)
    plain = place.with_name(place.name[: -len(_GZIP)]) if is_gzip and place.name.lower() != _GZIP else place
    chosen = format_for(plain, format)
    name = next(known for known, one in FORMATS.items() if one is chosen)
    _check(place, name, format)
    each = chosen.holds == "each"
    pairs = Fitting(_pairs(alignments, named=each or not chosen.loads), chosen)
    if each:
        return _write_folder(pairs, chosen, place)
    files = chosen.files(plain)
    chunks = chosen.chunks(pairs, corpus=True, names=[file.name for file in files])
    if is_gzip:
        files = tuple(file.with_name(file.name + _GZIP) for file in files)
        chunks = _gzipped(chunks, len(files))
    write = _write_streams if any(map(is_stream, files)) else _write_files
    write(chunks, files, partial(pairs.warn, 4))
    return files


def _check(path: Path, name: str, given: str | None) -> None:
    """Raise SettingError if a format cannot hold a stream at a path."""
    holds = FORMATS[name].holds
    if holds == "one":
        raise SettingError(
            f"{path}: the format {name!r} holds one alignment; end the name in {ALIGNMENTS}, or use save"
        )
    if holds == "each" and given is None:
        raise SettingError(
            f"{path}: the format {name!r} has a file for each pair; name a folder, and give format={name!r}"
        )
    if holds == "all" and name not in _GZIPPED and path.name.lower().endswith(_GZIP):
        raise SettingError(f"{path}: the format {name!r} is not compressed; leave out {_GZIP}")


def _pairs(alignments: Iterable[Alignment | Aligned], named: bool) -> Iterator[Aligned]:
    """Yield what is to be written; if pairs must be named, those without an id get their number."""
    for number, one in enumerate(alignments, 1):
        pair = Aligned(one) if isinstance(one, Alignment) else one
        if not isinstance(pair, Aligned):
            raise InputError(f"alignment {number}: found {type(one).__name__}; save_many writes Alignment objects")
        if named and not pair.alignment.id:
            source, target = (replace(text, id=str(number)) for text in (pair.alignment.source, pair.alignment.target))
            pair = pair._replace(alignment=replace(pair.alignment, source=source, target=target))
        yield pair


def _write_files(chunks: Iterator[tuple[int, bytes]], files: tuple[Path, ...], finish: Callable[[], None]) -> None:
    """Write chunks to files, which appear when all are complete, and call `finish` before that."""
    with PendingFiles(LocalFolder(str(files[0].parent)), sync=True) as pending:
        for file in files:
            pending.write(file.name, b"")
        for number, data in chunks:
            pending.write(files[number].name, data)
        finish()
        pending.commit()


def _write_streams(chunks: Iterator[tuple[int, bytes]], files: tuple[Path, ...], finish: Callable[[], None]) -> None:
    """Write chunks to pipes and devices, which cannot be replaced, as they come."""
    with ExitStack() as opened:
        streams: list[IO[bytes]] = []
        for number, data in chain(((at, b"") for at in range(len(files))), chunks):
            try:
                if number == len(streams):
                    streams.append(opened.enter_context(files[number].open("ab")))
                streams[number].write(data)
                streams[number].flush()
            except OSError as error:
                raise InputError(f"{files[number]}: cannot be written: {reason(error)}") from None
    finish()


def _write_folder(pairs: Fitting, format: Format, path: Path) -> tuple[Path, ...]:
    """Write files for each pair to a new folder, which appears when all are complete."""
    place = Path(os.path.realpath(path))
    if not path.name or place == Path.cwd() or not place.name:
        raise InputError(f"{path}: is not a new folder; name one")
    if place.exists() and not place.is_dir():
        raise InputError(f"{path}: is a file; name a new folder")
    index = bytearray()
    with PendingFolder(LocalFolder(str(place.parent)), place.name) as pending:
        write_pair_files(pairs, format, pending.write, index.extend)
        pending.write(INDEX, bytes(index))
        pairs.warn(stacklevel=4)
        pending.commit()
    return path, path / INDEX


def _gzipped(chunks: Iterable[tuple[int, bytes]], count: int) -> Iterator[tuple[int, bytes]]:
    """Yield the same files compressed; no name and no date is stored, so the same data give the same bytes."""
    packers = [zlib.compressobj(wbits=zlib.MAX_WBITS | 16) for _ in range(count)]
    for number, data in chunks:
        yield number, packers[number].compress(data)
    for number, packer in enumerate(packers):
        yield number, packer.flush()


def load_many(path: str | os.PathLike[str]) -> Iterator[Alignment]:
    """Read alignments back, one at a time.

    Args:
        path: A file of whole alignments (`.alignments.jsonl`), gold (JSON lines, plain or gzipped), a corrected table
            (`.xlsx`, `.csv`), a file with one alignment (`.json`, `.alignment.xml`), or the folder of a run.

    Returns:
        An iterator over the alignments. The kind of the file is checked at once; what is in it is read as it is needed.
        The links of gold have the score 1.

    Raises:
        InputError: The file cannot be read, or holds links without the texts around them. The message names the file
            and, for an error in the middle, the line.

    Warns:
        GoldWarning: Something in gold or in a corrected table is unusual, and read all the same.
    """
    if is_url(os.fspath(path)) or (os.fspath(path) and Path(path).is_dir()):
        return (one.alignment for one in open_run(path).aligned())
    name = Path(path).name.lower()
    suffix = Path(name).suffix
    if suffix in (".xlsx", ".csv"):
        return iter(_corrected(path))
    if suffix == ".xml":
        return iter([load(path)])
    _check_holds_texts(path, name.removesuffix(_GZIP))
    return _of_lines(path)


def _check_holds_texts(path: str | os.PathLike[str], name: str) -> None:
    """Raise FormatError if the name is that of a format that does not hold whole alignments; JSON tells by itself."""
    for known in FORMATS.values():
        if not known.loads and known.suffixes != (".jsonl",) and name.endswith(known.suffixes):
            raise (
                _only_links(path)
                if known.holds == "all"
                else FormatError(f"{path}: a file of this kind is not read back; {_KEEP}")
            )


def _only_links(path: str | os.PathLike[str]) -> FormatError:
    return FormatError(f"{path}: holds links, but not the sentences without one, so it is not read back; {_KEEP}")


def _of_lines(path: str | os.PathLike[str]) -> Iterator[Alignment]:
    """Return the alignments of a text file; its first line tells what it is."""
    lines = text_lines(path)
    first = next(lines, None)
    if first is None:
        return iter(())
    try:
        start = parsed(first[1])
    except FormatError as error:
        if first[1].strip() == "{" or Path(path).suffix.lower() == ".json":  # an alignment on many lines
            return iter([load(path)])
        raise FormatError(f"{path}:{first[0]}: {error}; give a file of alignments or gold") from None
    numbered = chain([first], lines)
    if isinstance(start, Mapping) and "format" in start:
        return alignment_lines.read(numbered, str(path))
    if _is_link(start):
        raise _only_links(path)
    return _of_gold(numbered, str(path))


def _is_link(start: Any) -> bool:
    """Tell whether a line is that of a link, with sentence numbers in place of texts."""
    sides = [start.get(side) for side in ("source", "target")] if isinstance(start, Mapping) else []
    return any(isinstance(side, list) and side and isinstance(side[0], int) for side in sides)


def _of_gold(numbered: Iterable[tuple[int, str]], name: str) -> Iterator[Alignment]:
    irregular = Irregularities()
    for gold in parse_gold(numbered, name, irregular):
        yield alignment_of(gold)
    irregular.warn(name)


def _corrected(path: str | os.PathLike[str]) -> list[Alignment]:
    found = read_corrected(path)
    if found.problems:
        raise found.error(os.fspath(path))
    if found.notes:
        more = f"; {len(found.notes) - _MOST_NOTES:,} more such notes" if len(found.notes) > _MOST_NOTES else ""
        warnings.warn(f"{path}: {'; '.join(found.notes[:_MOST_NOTES])}{more}", GoldWarning, stacklevel=3)
    return [one.alignment for one in found.aligned]
