"""The folder of a run: its layout, and how a finished run is read.

    OUT/manifest.json        what was run: settings, versions, corpus, counts; "complete" tells whether it is finished
    OUT/shards/000000.jsonl  one record per pair: both documents and their complete alignment
    OUT/shards/000000.done   the marker of the shard, written last: counts, digest, rejected pairs
    OUT/rejected.jsonl       the pairs that could not be read or aligned: file, line, id, reason, why
    OUT/suspect.jsonl        the pairs that probably are no versions of each other: file, line, id, relatedness
    OUT/idf.json             the corpus-wide word weights, with '--idf corpus'
    OUT/pool.json            the corpus-wide priors of 'global', with '--pool'
    OUT/work/                temporary files, while the run is in progress

Callers: runs write it; statistics, exports, reports and the app read it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from vicinal.alignment import Aligned
from vicinal.corpus.contract import Rejected, Suspect
from vicinal.corpus.folders import Folder, folder_at
from vicinal.corpus.manifest import MARKER, Manifest, read_manifest
from vicinal.corpus.records import Brief, decode, decode_brief
from vicinal.corpus.stored_pairs import PairHead, stored_pair
from vicinal.errors import FormatError, InputError

IDF = "idf.json"
POOL = "pool.json"
REJECTED = "rejected.jsonl"
SUSPECTS = "suspect.jsonl"

T = TypeVar("T")


class Marker(msgspec.Struct, frozen=True):
    """The summary of a finished shard.

    `little` counts the pairs of which unusually little was aligned, besides the suspect ones. `left_out` counts what
    was left out on purpose, by reason.
    """

    pairs: int
    source_sentences: int
    target_sentences: int
    links: int
    bytes: int
    sha256: str
    rejected: tuple[Rejected, ...] = ()
    little: int = 0
    left_out: dict[str, int] = {}
    suspect: tuple[Suspect, ...] = ()


@dataclass(frozen=True)
class Run:
    """A finished run, opened for reading.

    Attributes:
        path: The folder, or its URL.
        manifest: What was run, as the file manifest.json has it: settings, versions, corpus, counts.
    """

    path: str
    manifest: Manifest

    @property
    def signature(self) -> str:
        """The signature of the method, as its alignments carry it."""
        return self.manifest["signature"]

    @property
    def shards(self) -> Folder:
        """The folder of the shards."""
        return shards_of(self.path)

    def markers(self) -> Iterator[tuple[int, Marker]]:
        """Yield the number and marker of each shard."""
        for number in range(self.manifest["output"]["shards"]):
            yield number, read_marker(self.shards, number)

    def aligned(self) -> Iterator[Aligned]:
        """Yield all alignments, in the order of the corpus, each with the levels and the origin of its pair.

        Raises:
            FormatError: A shard was changed after the run; what was yielded of it before must not be trusted.
        """
        for number in range(self.manifest["output"]["shards"]):
            yield from self.aligned_of(number)

    def aligned_of(self, number: int) -> Iterator[Aligned]:
        """Yield the alignments of one shard.

        Raises:
            FormatError: The shard was changed after the run; what was yielded before must not be trusted.
        """
        return self.checked(number, lambda line: decode(line, self.signature))

    def stored_of(self, number: int) -> Iterator[Aligned]:
        """Yield the alignments of one shard, of which only what is asked for is decoded; for exports and reports.

        Raises:
            FormatError: The shard was changed after the run; what was yielded before must not be trusted.
        """
        return self.checked(number, lambda line: stored_pair(line, self.signature))

    def heads(self, number: int) -> Iterator[PairHead]:
        """Yield what tells the names of the pairs of a shard; raise FormatError as `stored_of` does."""
        return self.checked(number, PairHead.of)

    def checked(self, number: int, use: Callable[[bytes], T]) -> Iterator[T]:
        """Yield what a function makes of each line of a shard; statistics decode only what they need.

        Raises:
            FormatError: The function raised it, or InputError; or the shard was changed after the run, and what was
                yielded before must not be trusted.
        """
        digest = hashlib.sha256()

        def used(_: int, line: bytes) -> T:
            digest.update(line)
            return use(line)

        yield from self._records(number, used)
        if digest.hexdigest() != read_marker(self.shards, number).sha256:
            where = self.shards.where(records_name(number))
            raise FormatError(f"{where}: was changed or truncated; delete it, and repeat the command of the run")

    def aligned_lines(self, number: int, wanted: Collection[int]) -> Iterator[tuple[int, Aligned]]:
        """Yield the alignments on some lines of a shard, numbered from 0; the other lines are not decoded."""

        def chosen(count: int, line: bytes) -> tuple[int, Aligned] | None:
            return (count, decode(line, self.signature)) if count in wanted else None

        yield from filter(None, self._records(number, chosen))

    def aligned_at(self, number: int, start: int, length: int) -> Aligned:
        """Return the alignment at a byte offset of a shard; raise InputError if there is none."""
        name = records_name(number)
        try:
            with self.shards.open(name) as file:
                file.seek(start)
                return decode(file.read(length), self.signature)
        except OSError as error:
            raise InputError(f"{self.shards.where(name)}: cannot be read: {error}") from None

    def briefs(self, number: int) -> Iterator[tuple[Brief, int]]:
        """Yield the abridged records of a shard, each with the length of its line in bytes."""
        return self._records(number, lambda _, line: (decode_brief(line), len(line)))

    def _records(self, number: int, decoded: Callable[[int, bytes], T]) -> Iterator[T]:
        """Yield what a function makes of the lines of a shard, numbered from 0; its errors get file and line."""
        name = records_name(number)
        with self.shards.open(name) as file:
            for count, line in enumerate(file):
                try:
                    yield decoded(count, line)
                except InputError as error:
                    raise FormatError(f"{self.shards.where(name)}:{count + 1}: {error}") from None


def open_run(path: str | os.PathLike[str]) -> Run:
    """Open the folder of a finished run.

    Args:
        path: The folder, or its URL.

    Raises:
        InputError: There is no run, or it is not finished.
        FormatError: The shards do not match the manifest.
    """
    folder = folder_at(path)
    manifest = read_manifest(folder)
    if manifest is None:
        raise InputError(f"{folder.path}: holds no run; create one with 'vicinal run CORPUS -o {folder.path}'")
    if not manifest["complete"]:
        raise InputError(f"{folder.path}: this run is not finished; repeat the same 'vicinal run' to resume it")
    run, digest = Run(folder.path, manifest), hashlib.sha256()
    for _, marker in run.markers():
        digest.update(bytes.fromhex(marker.sha256))
    if digest.hexdigest() != manifest["output"]["sha256"]:
        raise FormatError(f"{folder.path}: the shards do not match the manifest; delete the folder, and run again")
    return run


def shards_of(path: str) -> Folder:
    """Return the folder of the shards of a run."""
    return folder_at(path).inside("shards")


def records_name(number: int) -> str:
    """Return the name of a shard's records."""
    return f"{number:06d}.jsonl"


def marker_name(number: int) -> str:
    """Return the name of a shard's marker."""
    return f"{number:06d}{MARKER}"


def part_name(number: int, file: str) -> str:
    """Return the name of a shard's part of a file, which is temporary."""
    return f"{number:06d}.{file}"


def read_marker(shards: Folder, number: int) -> Marker:
    """Return the marker of a shard; raise FormatError if it is damaged."""
    name = marker_name(number)
    try:
        return msgspec.json.decode(shards.read(name), type=Marker)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise FormatError(f"{shards.where(name)}: is not a shard marker; delete it, and run again") from None
