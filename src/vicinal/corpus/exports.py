"""A run as files of another format, to be used and published: the data, and a dataset card beside them.

    FOLDER/README.md         the dataset card; one that is there and says something else is kept
    FOLDER/corpus.SUFFIX     the data, where the format holds a whole corpus
    FOLDER/pairs/NAME.SUFFIX the data, where it holds one pair a file
    FOLDER/index.tsv         with these: which file is which pair

The corpus goes through as a stream. Files appear when they are whole; what fails leaves the folder as it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

from vicinal.alignment import Aligned
from vicinal.corpus.card import Tally, card
from vicinal.corpus.filenames import FileNames
from vicinal.corpus.filter import Filtering, LinkFilter
from vicinal.corpus.pending import PendingFiles, PendingFolder
from vicinal.corpus.store import Folder, folder_at
from vicinal.errors import InputError, SettingError, check_choice
from vicinal.formats import CORPUS_FORMATS, FORMATS, Format
from vicinal.formats.rows import one_line, place

CARD = "README.md"
INDEX = "index.tsv"
PAIRS = "pairs"
STEM = "corpus"


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
        card: The path of the dataset card.
        card_is_kept: Whether there was another README.md, which was left as it is, so that no card was written.
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
    chosen, place_ = FORMATS[to], folder_at(folder)
    place_.make()
    passing = _Passing(run, chosen, filter.start(), advance or _silent)
    with PendingFiles(place_) as pending:
        files = (_write_together if chosen.holds == "all" else _write_each)(passing, chosen, place_, pending)
    dropped = dict(passing.filtering.dropped)
    if passing.left_out:
        dropped["the format cannot hold it"] = passing.left_out
    text = card(run.manifest, to, files, repr(filter), dropped, passing.tally)
    return Exported(
        files=tuple(place_.where(file) for file in files),
        card=place_.where(CARD),
        card_is_kept=not _write_card(place_, text.encode("utf-8", "backslashreplace")),
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
            self.tally.add(alignment)
            yield one._replace(alignment=alignment)
            self.advance("Writing", self.tally.pairs, max(total, self.tally.pairs))


def _write_together(passing: _Passing, chosen: Format, folder: Folder, pending: PendingFiles) -> tuple[str, ...]:
    del folder
    names = tuple(STEM + suffix for suffix in chosen.suffixes)
    for name in names:
        pending.write(name, b"")
    for number, data in chosen.chunks(passing, corpus=True, names=names):
        pending.write(names[number], data)
    pending.commit()
    return names


def _write_each(passing: _Passing, chosen: Format, folder: Folder, pending: PendingFiles) -> tuple[str, ...]:
    taken = FileNames()
    with PendingFolder(folder, PAIRS) as pairs:
        pending.write(INDEX, b"file\tid\tsource_level\ttarget_level\torigin\n")
        for number, one in enumerate(passing, 1):
            stem = taken.take(one.alignment.id, number)
            names = [stem + suffix for suffix in chosen.suffixes]
            contents = [bytearray() for _ in names]
            for part, data in chosen.chunks([one], corpus=True, names=names):
                contents[part] += data
            for name, content in zip(names, contents, strict=True):
                pairs.write(name, bytes(content))
            row = "\t".join([stem, *(one_line(value or "") for value in place(one))])
            pending.write(INDEX, f"{row}\n".encode("utf-8", "backslashreplace"))
        pairs.commit()
        pending.commit()
    return f"{PAIRS}/", INDEX


def _write_card(folder: Folder, data: bytes) -> bool:
    """Write the card; tell whether it is there now, which it is not where people have another README.md."""
    if folder.file(CARD) is not None:
        return folder.read(CARD) == data
    folder.write(CARD, data)
    return True


def _silent(what: str, done: int, total: int) -> None:
    """Say nothing."""
