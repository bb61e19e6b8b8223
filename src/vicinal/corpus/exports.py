"""Export a run to files of another format, with a dataset card.

    FOLDER/README.md         the dataset card; if it was edited, it is kept, and the new card is
    FOLDER/README.new.md
    FOLDER/corpus.SUFFIX     the data, if the format holds a whole corpus; with splits, train.SUFFIX and so on
    FOLDER/pairs/NAME.SUFFIX the data, if the format holds one pair per file
    FOLDER/index.tsv         the pair of each of these files, and its split

The corpus is streamed. All files appear together once they are complete; a failure leaves the folder unchanged.

Files that an earlier export wrote to the folder, as its card says, and that this one does not write, are removed: else
an old validation.tsv would stay beside the new test.tsv, with the same articles. Other files are left alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path

from vicinal.alignment import Aligned
from vicinal.corpus.contract import Advance, silent
from vicinal.corpus.dataset_card import Tally, card, files_of, is_unchanged, seal
from vicinal.corpus.engines import Engine, Processes
from vicinal.corpus.export_plan import Planner, in_order, opened
from vicinal.corpus.folders import Folder, folder_at
from vicinal.corpus.link_filter import Filtering, LinkFilter
from vicinal.corpus.local_folder import LocalFolder
from vicinal.corpus.pair_files import INDEX, write_pair_files
from vicinal.corpus.pending_files import PendingFiles, PendingFolder, check_is_empty, clear
from vicinal.corpus.run_folder import Run
from vicinal.corpus.shard_export import JoinedFiles, ShardExport, ShardParts
from vicinal.corpus.splits import TEST, TRAIN, VALIDATION, Articles, SplitCount, Splits
from vicinal.errors import InputError, SettingError, check_choice
from vicinal.formats import CORPUS_FORMATS, FORMATS

CARD = "README.md"
NEW_CARD = "README.new.md"
PAIRS = "pairs"
STEM = "corpus"
_CLUSTER = 16  # workers of an engine that does not say how many it has
_LARGEST_CARD = 1_000_000  # bytes; a larger file is not a card of ours


@dataclass(frozen=True)
class Exported:
    """The result of an export.

    Attributes:
        files: The paths of the data files, or of their folder and its index.
        card: The path of the card for these data: README.md, or README.new.md if README.md is kept but differs.
        card_is_kept: Whether README.md was edited, and therefore kept.
        pairs: The number of document pairs written.
        links: The number of links written.
        dropped: The number of links that the filter dropped, by reason.
        left_out: The number of links that the format leaves out, or hides from its program.
        splits: What was written of each split, by name; empty without splits.
        suspect: The number of document pairs that the filter dropped because they are suspect.
        removed: The paths of the data files of an earlier export that were removed.
        strange: The paths of other files in the folder that are named like data files of an export.
    """

    files: tuple[str, ...]
    card: str
    card_is_kept: bool
    pairs: int
    links: int
    dropped: dict[str, int]
    left_out: int
    splits: dict[str, SplitCount]
    suspect: int = 0
    removed: tuple[str, ...] = ()
    strange: tuple[str, ...] = ()


def export(
    run: Run,
    to: str,
    folder: str | os.PathLike[str],
    filter: LinkFilter = LinkFilter(),  # noqa: B008  (immutable)
    advance: Advance = silent,
    splits: Splits | None = None,
    engine: Engine | None = None,
) -> Exported:
    """Write the links of a run in another format, with a dataset card.

    Args:
        run: A finished run, from `vicinal.corpus.open_run`.
        to: The name of a format that can hold a corpus, such as "parquet"; `vicinal export --help` lists them.
        folder: The output folder, or its URL; created if it does not exist.
        filter: Which links to keep.
        advance: Called with what is being done, how much of it is done, and the total.
        splits: The splits to write; None for one whole.
        engine: Where the work is done, such as `Processes(4)`; None for this process. The files are the same for all.
            Formats of a file for each pair, "xlsx", and the links of a filter with dedupe are always written here.

    Raises:
        SettingError: The format is unknown, cannot hold a corpus, or needs a package that is not installed.
        InputError: The run is not finished or cannot be read, or the folder cannot be written.
    """
    if isinstance(run, str | os.PathLike):
        raise InputError(f"{os.fspath(run)!r:.80} is a path, not a run; pass vicinal.corpus.open_run of it")
    check_choice("format", to, FORMATS)
    if to not in CORPUS_FORMATS:
        raise SettingError(f"format {to!r} cannot hold a corpus; choose one of: {', '.join(CORPUS_FORMATS)}")
    if not run.manifest["complete"]:
        raise InputError(f"{run.path}: this run is not finished; repeat the same 'vicinal run' to resume it")
    out = folder_at(folder)
    passing = _Passing(run, to, filter.start(), advance, splits, engine or Processes())
    each = passing.format.holds == "each"
    with out.locked():
        clear(out)
        cards = _Cards.of(out)
        if not each and f"{PAIRS}/" in cards.files:
            check_is_empty(out.inside(PAIRS))
        with PendingFiles(out) as pending, PendingFolder(out, PAIRS) if each else nullcontext() as pairs:
            files = _write_together(passing, pending) if pairs is None else _write_each(passing, pending, pairs)
            dropped = passing.filtering.dropped | ({passing.format.unfit: passing.left_out} if passing.left_out else {})
            if passing.filtering.suspect:
                dropped["suspect pairs"] = passing.filtering.suspect
            text = card(run.manifest, to, files, filter, dropped, passing.tally, splits, passing.counts)
            card_name = cards.write(text.encode("utf-8", "backslashreplace"), pending)
            others = _others(out, files)
            removed = [name for name in others if name in cards.files]
            pending.remove(*removed)
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
        splits=passing.counts,
        suspect=passing.filtering.suspect,
        removed=tuple(map(out.where, removed)),
        strange=tuple(out.where(name) for name in others if name not in removed),
    )


def _others(folder: Folder, written: Sequence[str]) -> list[str]:
    """Return the files in a folder that are named like data files of an export, but are not those just written."""
    suffixes = {suffix for name in CORPUS_FORMATS if FORMATS[name].holds != "each" for suffix in FORMATS[name].suffixes}
    names = {stem + suffix for stem in (STEM, TRAIN, VALIDATION, TEST) for suffix in suffixes} | {INDEX}
    found = (name for name in sorted(names.difference(written)) if folder.file(name) is not None)
    return [name for name in found if not Path(folder.where(name)).is_symlink()]


@dataclass
class _Passing:
    """The alignments of a run, filtered and counted as they are iterated over."""

    run: Run
    to: str
    filtering: Filtering
    advance: Advance
    splits: Splits | None
    engine: Engine
    left_out: int = 0

    def __post_init__(self) -> None:
        self.format = FORMATS[self.to]
        self.tally = Tally()
        self.counts = {name: SplitCount() for name in (self.splits.names if self.splits else ())}

    @cached_property
    def _articles(self) -> Articles:
        return Articles(self._counted("Grouping"))

    def __iter__(self) -> Iterator[Aligned]:
        yield from self.of(None)

    def of(self, split: str | None) -> Iterator[Aligned]:
        """Yield the alignments of a split, or all; to a format that needs them, the others too, without links."""
        total = self.run.manifest["counts"]["pairs"]
        for one in self.run.aligned():
            found = self.split_of(one)
            kept = None if split is not None and found != split else self.filtering.pair(one)
            if kept is None:
                if self.format.needs_all:
                    yield one._replace(alignment=replace(one.alignment, sentences=(), cells=()))
                continue
            self.left_out += self.format.left_out(kept.alignment)
            alignment = self.format.written(kept.alignment)
            self.tally.add(alignment, self.format.rows(alignment) if self.format.rows else None)
            passed = one._replace(alignment=alignment)
            if found is not None:
                self.counts[found].add(passed)
            yield passed
            self.advance("Writing", self.tally.pairs, max(total, self.tally.pairs))

    def split_of(self, one: Aligned) -> str | None:
        """Return the split that a pair is in; None without splits."""
        return self.splits.name_at(self._articles.group_of(one)) if self.splits else None

    def _counted(self, what: str) -> Iterator[Aligned]:
        total = self.run.manifest["counts"]["pairs"]
        for number, one in enumerate(self.run.aligned(), 1):
            yield one
            self.advance(what, number, max(total, number))


def _write_together(passing: _Passing, pending: PendingFiles) -> tuple[str, ...]:
    """Write one set of files, or one for each split: in parts, or else reading the run once for each."""
    if passing.format.parts is not None:
        return _write_parts(passing, pending)
    written: tuple[str, ...] = ()
    for split in passing.splits.names if passing.splits else (None,):
        names = tuple((split or STEM) + suffix for suffix in passing.format.suffixes)
        for name in names:
            pending.write(name, b"")
        for number, data in passing.format.chunks(passing.of(split), corpus=True, names=names):
            pending.write(names[number], data)
        written += names
    return written


def _write_parts(passing: _Passing, pending: PendingFiles) -> tuple[str, ...]:
    """Write files in parts, a shard by a worker, in the order of the shards."""
    format, run, filter = passing.format, passing.run, passing.filtering.filter
    splits = passing.splits.names if passing.splits else ()
    names = [[(split or STEM) + suffix for suffix in format.suffixes] for split in splits or (None,)]
    for name in chain.from_iterable(names):
        pending.write(name, b"")
    workers = passing.engine.workers if isinstance(passing.engine, Processes) else _CLUSTER
    tallies = [Tally() for _ in names]
    done, total = 0, run.manifest["counts"]["pairs"]
    at_once = 0 if filter.dedupe else run.manifest["output"]["shards"]
    with opened(passing.engine, at_once, [ShardExport.__module__]) as engine:
        plan = Planner(run, format, filter, passing.splits, engine, workers, passing.advance).plan()
        files = [JoinedFiles(format, run.signature, frame) for frame in plan.frames]
        work = ShardExport(run, passing.to, filter, tuple(frame.language for frame in plan.frames), bool(splits))
        if filter.dedupe:  # which link is the first depends on all before, split by split
            found: Iterator[ShardParts] = (
                work.written(shard, passing.filtering, range(number, number + 1))
                for number in range(len(names))
                for shard in plan.shards
            )
        else:
            found = in_order(engine, workers, work, plan.shards)
        for each in found:
            if each.filtering is not passing.filtering:
                passing.filtering.add(each.filtering)
            for number, part in each.parts.items():
                for file, data in files[number].next(part):
                    pending.write(names[number][file], data)
                tallies[number].extend(part.tally)
                done += part.tally.pairs
                if splits:
                    passing.counts[splits[number]].extend(part.count)
            passing.advance("Writing", done, max(total, done))
    for number, joined in enumerate(files):
        for file, data in joined.end():
            pending.write(names[number][file], data)
        passing.tally.extend(tallies[number])
    return tuple(chain.from_iterable(names))


def _write_each(passing: _Passing, pending: PendingFiles, pairs: PendingFolder) -> tuple[str, ...]:
    split_of = passing.split_of if passing.splits else None
    write_pair_files(passing, passing.format, pairs.write, lambda data: pending.write(INDEX, data), split_of)
    return f"{PAIRS}/", INDEX


@dataclass(frozen=True)
class _Cards:
    """The cards already in a folder, which determine where the new one goes.

    Attributes:
        old: The content of README.md; None if there is none.
        is_kept: Whether README.md was edited and must be kept.
        new_is_ours: Whether there is an unedited README.new.md.
        files: The data files of the latest export, as its card names them; empty if there is no card of ours.
    """

    old: bytes | None
    is_kept: bool
    new_is_ours: bool
    files: tuple[str, ...]

    @classmethod
    def of(cls, folder: Folder) -> _Cards:
        """Read them before anything is written; raise InputError if no card can be written."""
        old = _card_at(folder, CARD)
        is_kept = old is not None and not is_unchanged(old)
        try:
            new = _card_at(folder, NEW_CARD)
        except InputError:
            if is_kept:
                raise
            new = None
        return cls(old, is_kept, new is not None and is_unchanged(new), files_of(new or b"") or files_of(old or b""))

    def write(self, data: bytes, pending: PendingFiles) -> str:
        """Write the new card, unless an equal one is there, and return the name of the card for the new data."""
        if self.old is not None and self.is_kept and seal(self.old) != seal(data):
            pending.write(NEW_CARD, data)
            return NEW_CARD
        if not self.is_kept and self.old != data:
            pending.write(CARD, data)
        return CARD


def _card_at(folder: Folder, name: str) -> bytes | None:
    """Return the content of a card; None if there is none. Raise InputError if it is not a readable file."""
    path = Path(folder.where(name))
    if isinstance(folder, LocalFolder) and os.path.lexists(path) and not path.is_file():
        what = "a directory" if path.is_dir() else "not a regular file" if path.exists() else "a dangling link"
        raise InputError(f"{path}: is {what}, but the dataset card goes there; remove it")
    known = folder.file(name)
    if known is None or known.size > _LARGEST_CARD:
        return None if known is None else b""
    return folder.read(name)
