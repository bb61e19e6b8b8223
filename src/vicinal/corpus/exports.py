"""A run as files of another format, to be used and published: the data, and a dataset card beside them.

    FOLDER/README.md         the dataset card; one that people have changed is kept, and then there is
    FOLDER/README.new.md     the card of the new data
    FOLDER/corpus.SUFFIX     the data, where the format holds a whole corpus
    FOLDER/pairs/NAME.SUFFIX the data, where it holds one pair a file
    FOLDER/index.tsv         with these: which file is which pair

The corpus goes through as a stream. Files appear when all are whole; what fails leaves the folder as it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from vicinal.alignment import Aligned
from vicinal.corpus.card import Tally, card, is_unchanged, seal
from vicinal.corpus.filenames import FileNames
from vicinal.corpus.filter import Filtering, LinkFilter
from vicinal.corpus.pending import PendingFiles, PendingFolder, clear
from vicinal.corpus.store import Folder, LocalFolder, folder_at
from vicinal.errors import InputError, SettingError, check_choice
from vicinal.formats import CORPUS_FORMATS, FORMATS, Format
from vicinal.formats.link_rows import INDEX as INDEX_COLUMNS
from vicinal.formats.link_rows import one_line, place

CARD = "README.md"
NEW_CARD = "README.new.md"
INDEX = "index.tsv"
PAIRS = "pairs"
STEM = "corpus"
_LARGEST_CARD = 1_000_000  # bytes; what is larger is none of ours


class Source(Protocol):
    """What is exported: `vicinal.corpus.Run`, or anything with these."""

    @property
    def path(self) -> str:
        """Where it is, for messages."""

    @property
    def manifest(self) -> dict[str, Any]:
        """What was run, with what counts; "complete" tells whether it is finished."""

    def aligned(self) -> Iterator[Aligned]:
        """Yield all alignments, in the order of the corpus."""


@dataclass(frozen=True)
class Exported:
    """What an export made.

    Attributes:
        files: The data files, or the folder of them and its index, with their paths.
        card: The path of the dataset card: README.md; or README.new.md, where README.md is kept and is not of this
            export.
        card_is_kept: Whether README.md is as people changed it, and so was left as it is.
        pairs: How many pairs of documents were written.
        links: How many links were written.
        dropped: How many links the filter dropped, by reason.
        left_out: How many links were left out because the format cannot hold them.
    """

    files: tuple[str, ...]
    card: str
    card_is_kept: bool
    pairs: int
    links: int
    dropped: dict[str, int]
    left_out: int


def export(
    run: Source,
    to: str,
    folder: str | os.PathLike[str],
    filter: LinkFilter = LinkFilter(),  # noqa: B008  (immutable)
    advance: Callable[[str, int, int], None] | None = None,
) -> Exported:
    """Write the links of a run in another format, with a dataset card beside them.

    Args:
        run: A finished run, from `vicinal.corpus.open_run`.
        to: The name of a format, one of CORPUS_FORMATS.
        folder: The folder to write to, or its URL; it is made if need be.
        filter: Which links to keep.
        advance: Called with what is being done, and how many pairs are done of how many.

    Raises:
        SettingError: The format is unknown, or not one for a corpus, or what it needs is not installed.
        InputError: The run is not finished or cannot be read, or the folder cannot be written.
    """
    check_choice("format", to, FORMATS)
    if to not in CORPUS_FORMATS:
        raise SettingError(f"the format {to!r} holds one alignment; for a corpus choose {', '.join(CORPUS_FORMATS)}")
    if not run.manifest.get("complete"):
        raise InputError(f"{run.path}: this run is not finished; run the same command again first")
    out = folder_at(folder)
    passing = _Passing(run, FORMATS[to], filter.start(), advance or _silent)
    each = passing.format.holds == "each"
    with out.locked():
        clear(out)
        cards = _Cards.of(out)
        with PendingFiles(out) as pending, PendingFolder(out, PAIRS) if each else nullcontext() as pairs:
            files = _write_together(passing, pending) if pairs is None else _write_each(passing, pending, pairs)
            dropped = passing.filtering.dropped | (
                {"the format cannot hold it": passing.left_out} if passing.left_out else {}
            )
            text = card(run.manifest, to, files, repr(filter), dropped, passing.tally)
            card_name = cards.write(text.encode("utf-8", "backslashreplace"), pending)
            if pairs is not None:
                pairs.commit()
            pending.commit()
        if card_name == CARD and cards.new_is_ours:
            out.remove(NEW_CARD)
    return Exported(
        files=tuple(out.where(file) for file in files),
        card=out.where(card_name),
        card_is_kept=cards.is_kept,
        pairs=passing.tally.pairs,
        links=passing.tally.links,
        dropped=dict(passing.filtering.dropped),
        left_out=passing.left_out,
    )


@dataclass
class _Passing:
    """The alignments of a run on their way into files: filtered, counted, and shown as progress."""

    run: Source
    format: Format
    filtering: Filtering
    advance: Callable[[str, int, int], None]
    left_out: int = 0

    def __post_init__(self) -> None:
        self.tally = Tally()

    def __iter__(self) -> Iterator[Aligned]:
        total = int(self.run.manifest.get("counts", {}).get("pairs", 0))
        for one in self.run.aligned():
            alignment = self.filtering(one.alignment)
            if self.format.fitting:
                links = tuple(self.format.fitting(alignment))
                self.left_out += len(alignment.sentences) - len(links)
                alignment = replace(alignment, sentences=links)
            self.tally.add(alignment, self.format.rows(alignment) if self.format.rows else None)
            yield one._replace(alignment=alignment)
            self.advance("Writing", self.tally.pairs, max(total, self.tally.pairs))


def _write_together(passing: _Passing, pending: PendingFiles) -> tuple[str, ...]:
    names = tuple(STEM + suffix for suffix in passing.format.suffixes)
    for name in names:
        pending.write(name, b"")
    for number, data in passing.format.chunks(passing, corpus=True, names=names):
        pending.write(names[number], data)
    return names


def _write_each(passing: _Passing, pending: PendingFiles, pairs: PendingFolder) -> tuple[str, ...]:
    taken = FileNames()
    pending.write(INDEX, ("\t".join(INDEX_COLUMNS) + "\n").encode())
    for number, one in enumerate(passing, 1):
        stem = taken.take(one.alignment.id, number)
        names = [stem + suffix for suffix in passing.format.suffixes]
        contents = [bytearray() for _ in names]
        for part, data in passing.format.chunks([one], corpus=True, names=names):
            contents[part] += data
        for name, content in zip(names, contents, strict=True):
            pairs.write(name, bytes(content))
        row = "\t".join([stem, *(one_line(value or "") for value in place(one))])
        pending.write(INDEX, f"{row}\n".encode("utf-8", "backslashreplace"))
    return f"{PAIRS}/", INDEX


@dataclass(frozen=True)
class _Cards:
    """The cards that were in a folder before, and so where the new one goes.

    Attributes:
        old: What is in README.md; None if there is none.
        is_kept: Whether that is to stay.
        new_is_ours: Whether there is a README.new.md that nobody has changed.
    """

    old: bytes | None
    is_kept: bool
    new_is_ours: bool

    @classmethod
    def of(cls, folder: Folder) -> _Cards:
        """Look at them before anything is written; raise InputError if no card can be."""
        old = _card_at(folder, CARD)
        is_kept = old is not None and not is_unchanged(old)
        try:
            new = _card_at(folder, NEW_CARD)
        except InputError:
            if is_kept:
                raise
            new = None
        return cls(old, is_kept, new is not None and is_unchanged(new))

    def write(self, data: bytes, pending: PendingFiles) -> str:
        """Write the card of the new data where there is none that says the same, and return which one says it."""
        if self.old is not None and self.is_kept and seal(self.old) != seal(data):
            pending.write(NEW_CARD, data)
            return NEW_CARD
        if not self.is_kept and self.old != data:
            pending.write(CARD, data)
        return CARD


def _card_at(folder: Folder, name: str) -> bytes | None:
    """Return what is in the place of a card; None if there is nothing, and InputError if it is no readable file."""
    path = Path(folder.where(name))
    if isinstance(folder, LocalFolder) and os.path.lexists(path) and not path.is_file():
        what = "a directory" if path.is_dir() else "no ordinary file" if path.exists() else "a link to nothing"
        raise InputError(f"{path}: is {what}; the dataset card is to be written there")
    known = folder.file(name)
    if known is None or known.size > _LARGEST_CARD:
        return None if known is None else b""
    return folder.read(name)


def _silent(what: str, done: int, total: int) -> None:
    """Say nothing."""
