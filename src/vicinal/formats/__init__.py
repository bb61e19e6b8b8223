"""File formats for alignments: one module each, chosen by the suffix of a file or by name.

A format yields alignments as chunks, each for one of its files (most have one; parallel line files are two), so that a
corpus can be written without holding it in memory. `save` writes one alignment, each file whole or not at all;
`vicinal.corpus.export` writes a corpus, `vicinal.save_many` any stream. `load` reads back what `save` wrote as `.json`,
`.alignments.jsonl` or InterText's XML; `vicinal.load_many` reads all formats that hold whole alignments.

A format's module is loaded when it is first used.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from vicinal.alignment import Aligned, Alignment
from vicinal.errors import FormatError, InputError, LeftOutWarning, SettingError, check_choice
from vicinal.files import read_text, text_lines, write_files
from vicinal.link import Link
from vicinal.wording import many

if TYPE_CHECKING:
    from vicinal.formats.part import Parts

ALIGNMENTS = ".alignments.jsonl"
_UNFIT = "the format cannot hold it"


class Writer(Protocol):
    """The function `write` of a format's module."""

    def __call__(
        self, aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]
    ) -> Iterator[tuple[int, str]] | Iterator[tuple[int, bytes]]:
        """Yield chunks: the number of a file, and the next part of its content.

        Args:
            aligned: The alignments.
            corpus: Whether to write what identifies a pair, even if there is only one.
            names: The names of the files, for formats in which one file names another.
        """


@dataclass(frozen=True)
class Format:
    """A file format.

    Attributes:
        suffixes: The suffixes of its files.
        writes: What yields the content of the files: a function, as "module:name", like the next ones.
        what: A short description.
        holds: "one": a single alignment, not a corpus; "each": a corpus is a set of files for each pair; "all": a
            corpus is one set of files.
        columns_in: The mapping of the columns of the table of a corpus to their meanings; empty: it is no table.
        fits: The function that returns the links of an alignment that programs can read from the format; empty: all.
        hides_from: The program that does not see the other links, which are written all the same and which `load`
            reads back; empty: they are left out.
        counts: The function that returns how many rows of a table an alignment has; empty: one per link.
        dots: Whether file names may contain dots; if not, because readers interpret them, they become `_`.
        needs_all: Whether ids in the files depend on all pairs of a corpus, so that the writer must see those of other
            files too; it writes nothing for a pair without links.
        loads: Whether alignments are read back from it, by `load` or `load_many`.
        parts_in: Where it stands how a corpus is written in parts; empty: only as a whole.
    """

    suffixes: tuple[str, ...]
    writes: str
    what: str
    holds: str = "all"
    columns_in: str = ""
    fits: str = ""
    hides_from: str = ""
    counts: str = ""
    dots: bool = True
    needs_all: bool = False
    loads: bool = False
    parts_in: str = ""

    @cached_property
    def write(self) -> Writer:
        """What yields the content of the files."""
        found: Writer = _named(self.writes)
        return found

    @cached_property
    def columns(self) -> Mapping[str, str]:
        """The columns of the table of a corpus, with their meanings."""
        return MappingProxyType({}) if not self.columns_in else _named(self.columns_in)

    @cached_property
    def fitting(self) -> Callable[[Alignment], Sequence[Link]] | None:
        """What returns the links of an alignment that programs can read from the format; None: all."""
        return _named(self.fits) if self.fits else None

    @cached_property
    def rows(self) -> Callable[[Alignment], int] | None:
        """What returns how many rows of a table an alignment has; None: one per link."""
        return _named(self.counts) if self.counts else None

    @cached_property
    def parts(self) -> Parts | None:
        """How a corpus is written in parts, by several workers; None: only as a whole."""
        return _named(self.parts_in) if self.parts_in else None

    def files(self, path: Path) -> tuple[Path, ...]:
        """Return the files that are written for path: path itself, or one for each suffix if there are several.

        Without `dots`, the dots before the suffix become `_`.
        """
        if not path.name:
            raise InputError(f"{path}: is not a file name")
        if len(self.suffixes) == 1:
            return (path,)
        stem = path.name[: len(path.name) - len(_ending(path.name, self.suffixes))]
        stem = stem if self.dots else stem.replace(".", "_")
        return tuple(path.with_name(stem + suffix) for suffix in self.suffixes)

    def chunks(
        self, aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str] | None = None
    ) -> Iterator[tuple[int, bytes]]:
        """Yield chunks: the number of a file, and the next part of its content as bytes."""
        for number, data in self.write(aligned, corpus=corpus, names=names or self.suffixes):
            # UTF-8 cannot encode a lone surrogate: it becomes \udXXX, which JSON reads back as the same character.
            yield number, data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data

    def render(self, alignment: Alignment, names: Sequence[str] | None = None) -> tuple[bytes, ...]:
        """Return the content of each file for one alignment; warn if the format cannot represent all links."""
        missing = self.left_out(alignment)
        if missing:
            note = self.what_becomes_of(missing, len(alignment.sentences))
            warnings.warn(note, LeftOutWarning, stacklevel=3)
        contents = [bytearray() for _ in self.suffixes]
        for number, data in self.chunks([Aligned(alignment)], corpus=False, names=names):
            contents[number] += data
        return tuple(map(bytes, contents))

    def left_out(self, alignment: Alignment) -> int:
        """Return how many links of an alignment are left out, because programs cannot read them from the format."""
        return len(alignment.sentences) - len(self.fitting(alignment)) if self.fitting else 0

    def written(self, alignment: Alignment) -> Alignment:
        """Return an alignment without the links that are left out of a file."""
        if self.fitting is None or self.hides_from:
            return alignment
        return replace(alignment, sentences=tuple(self.fitting(alignment)))

    def what_becomes_of(self, unfit: int, links: int) -> str:
        """Return what becomes of the links that do not fit: "3 of 40 links are left out, because ..."."""
        are, they, them = ("is", "it", "it") if unfit == 1 else ("are", "they", "them")
        cross = "crosses others or has gaps" if unfit == 1 else "cross others or have gaps"
        those = f"{unfit:,} of {many(links, 'link')}"
        if self.hides_from:
            return f"{those} {cross}, so {self.hides_from} will not show {them}; vicinal reads {them} back"
        return f"{those} {are} left out, because {they} {cross}; use another format to keep {them}"

    @property
    def unfit(self) -> str:
        """Why links that do not fit count as dropped, for the dataset card."""
        return f"by {self.hides_from}, because it crosses others or has gaps" if self.hides_from else _UNFIT


FORMATS = {
    "json": Format(
        (".json",),
        "vicinal.formats.alignment_json:write",
        "the whole alignment; loads back equal",
        holds="one",
        loads=True,
    ),
    "jsonl": Format(
        (".jsonl",),
        "vicinal.formats.jsonl:write",
        "one JSON line a link, with its texts",
        columns_in="vicinal.formats.link_rows:COLUMNS",
        parts_in="vicinal.formats.jsonl:PARTS",
    ),
    "tsv": Format(
        (".tsv",),
        "vicinal.formats.tsv:write",
        "a table of links, with their texts",
        columns_in="vicinal.formats.text_table:COLUMNS",
        parts_in="vicinal.formats.tsv:PARTS",
    ),
    "xlsx": Format(
        (".xlsx",),
        "vicinal.formats.workbook:write",
        "a table to correct in Excel or LibreOffice; 'vicinal import' reads it back",
        columns_in="vicinal.formats.correction_table:COLUMNS",
        counts="vicinal.formats.reading_order:count",
        loads=True,
    ),
    "csv": Format(
        (".csv",),
        "vicinal.formats.comma_table:write",
        "the same table as text; 'vicinal import' reads it back",
        columns_in="vicinal.formats.correction_table:COLUMNS",
        counts="vicinal.formats.reading_order:count",
        loads=True,
        parts_in="vicinal.formats.comma_table:PARTS",
    ),
    "docx": Format(
        (".docx",),
        "vicinal.formats.word_table:write",
        "a table of two columns for Word, to hand to an editor",
        holds="each",
    ),
    "lines": Format(
        (".src", ".tgt"),
        "vicinal.formats.parallel:write",
        "parallel line files, FILE.src and FILE.tgt",
        parts_in="vicinal.formats.parallel:PARTS",
    ),
    "parquet": Format(
        (".parquet",),
        "vicinal.formats.parquet:write",
        "a Parquet table of links, with their texts",
        columns_in="vicinal.formats.link_rows:COLUMNS",
        parts_in="vicinal.formats.parquet:PARTS",
    ),
    "wiki-auto": Format(
        (".wiki-auto.tsv",),
        "vicinal.formats.wiki_auto:write",
        "sentence pairs as in wiki-auto",
        columns_in="vicinal.formats.wiki_auto:COLUMNS",
        counts="vicinal.formats.wiki_auto:count",
        needs_all=True,
        parts_in="vicinal.formats.wiki_auto:PARTS",
    ),
    "vecalign": Format(
        (".vecalign",), "vicinal.formats.vecalign:write", "index lines as vecalign prints them", holds="each"
    ),
    "ladder": Format(
        (".ladder",),
        "vicinal.formats.ladder:write",
        "hunalign's numeric ladder",
        holds="each",
        fits="vicinal.formats.ladder:fitting",
    ),
    "tmx": Format(
        (".tmx",),
        "vicinal.formats.tmx:write",
        "a translation memory, TMX 1.4",
        parts_in="vicinal.formats.tmx:PARTS",
    ),
    "html": Format(
        (".html",), "vicinal.formats.webpage:write", "a page to look at, in one file without network", holds="each"
    ),
    "tei": Format(
        (".source.xml", ".target.xml", ".alignment.xml"),
        "vicinal.formats.tei:write",
        "texts and stand-off links for InterText; loads back",
        holds="each",
        fits="vicinal.formats.ladder:fitting",
        hides_from="InterText",
        dots=False,
        loads=True,
    ),
    "gold": Format(
        (".gold.jsonl",),
        "vicinal.formats.gold_line:write",
        "documents with links, as 'vicinal evaluate' reads them",
        columns_in="vicinal.formats.gold_line:COLUMNS",
        counts="vicinal.formats.link_rows:one",
        loads=True,
        parts_in="vicinal.formats.gold_line:PARTS",
    ),
    "alignments": Format(
        (ALIGNMENTS,),
        "vicinal.formats.alignment_lines:write",
        "whole alignments, a JSON line each; loads back equal",
        columns_in="vicinal.formats.alignment_lines:COLUMNS",
        counts="vicinal.formats.link_rows:one",
        loads=True,
        parts_in="vicinal.formats.alignment_lines:PARTS",
    ),
}
CORPUS_FORMATS = tuple(name for name, known in FORMATS.items() if known.holds != "one")


def _named(place: str) -> Any:
    """Return what a place names: a module, loaded now, and one of its names."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def format_for(path: str | os.PathLike[str], name: str | None = None) -> Format:
    """Return the format with that name, or the one for the suffix of path."""
    if name is not None:
        check_choice("format", name, FORMATS)
        return FORMATS[name]
    known = [suffix for candidate in FORMATS.values() for suffix in candidate.suffixes]
    ending = _ending(Path(path).name, known)
    for candidate in FORMATS.values():
        if ending and ending.lower() in candidate.suffixes:
            return candidate
    raise SettingError(
        f"{path}: cannot tell the format from the name; end it in one of {' '.join(known)}, "
        "or name a format (-f, format=)"
    )


def _ending(name: str, suffixes: Iterable[str]) -> str:
    """Return the longest of the suffixes that a file name ends in, in its own case; empty if there is none."""
    lengths = [len(suffix) for suffix in suffixes if name.lower().endswith(suffix) and len(name) > len(suffix)]
    return name[-max(lengths) :] if lengths else ""


def save(alignment: Alignment, path: str | os.PathLike[str], format: str | None = None) -> tuple[Path, ...]:
    """Write an alignment and return the files.

    Args:
        alignment: The alignment.
        path: The file. Formats of several files, such as `.src` and `.tgt`, write them side by side, by the same name.
        format: The name of a format; None to choose by the suffix of the path.

    Raises:
        SettingError: No format fits the name, or a package that it needs is not installed.
        InputError: A file cannot be written, and no partial file remains; or it is not an alignment.

    Warns:
        LeftOutWarning: The format cannot represent some of the links.
    """
    if not isinstance(alignment, Alignment):
        raise InputError(f"save writes one Alignment, and save_many several; found {alignment!r:.80}")
    chosen = format_for(path, format)
    files = chosen.files(Path(path))
    contents = chosen.render(alignment, [file.name for file in files])
    write_files(dict(zip(files, contents, strict=True)))
    return files


def load(path: str | os.PathLike[str]) -> Alignment:
    """Read the one alignment that a file holds: `.json`, `.alignments.jsonl`, or InterText's `.alignment.xml`.

    The two texts must be beside an `.alignment.xml`.

    Args:
        path: The file.

    Raises:
        FormatError: The file is not an alignment, or holds several; the message gives the reason.
    """
    name = Path(path).name.lower()
    if name.endswith(".xml"):
        from vicinal.formats.tei import load as load_tei

        return load_tei(path)
    if not name.removesuffix(".gz").endswith(ALIGNMENTS):
        return parse(read_text(path), str(path))
    from vicinal.formats.alignment_lines import read

    found = list(islice(read(text_lines(path), str(path)), 2))
    if len(found) != 1:
        why = "holds several alignments; read them with vicinal.load_many" if found else "holds no alignment"
        raise FormatError(f"{path}: {why}")
    return found[0]


def parse(text: str, name: str) -> Alignment:
    """Return the alignment that was written as `.json`; errors start with the name."""
    from vicinal.formats.alignment_json import parse as parse_json

    try:
        return parse_json(text)
    except InputError as error:
        several = "; if there are several, read them with vicinal.load_many" if name.lower().endswith(".jsonl") else ""
        raise FormatError(f"{name}: {error}{several}") from None
