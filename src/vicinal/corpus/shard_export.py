"""What a worker of an export does with a shard: read, filter, write parts of files, count; and how parts are joined.

Callers: `exports`, for the formats that are written in parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from vicinal.alignment import Aligned
from vicinal.corpus.contract import Shard
from vicinal.corpus.dataset_card import Tally
from vicinal.corpus.export_plan import ShardPlan
from vicinal.corpus.link_filter import Filtering, LinkFilter
from vicinal.corpus.run_folder import Run
from vicinal.corpus.splits import SplitCount
from vicinal.corpus.stored_pairs import with_links
from vicinal.formats import FORMATS, Format
from vicinal.formats.part import Frame, Joiner, Place

_CHUNK = 64  # pairs that are written at once


@dataclass
class Part:
    """The part of a split that a shard makes: chunks, each with the number of its file, and what they hold."""

    chunks: list[tuple[int, bytes]] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    count: SplitCount = field(default_factory=SplitCount)


@dataclass
class ShardParts:
    """What a shard makes: the part of each split, and what the filter did."""

    parts: dict[int, Part]
    filtering: Filtering


@dataclass(frozen=True)
class ShardExport:
    """Writes the parts of a shard.

    Attributes:
        run: The run.
        to: The name of the format.
        filter: Which links are kept.
        languages: The language that the head of the file of each split names.
        splits: Whether there are splits.
    """

    run: Run
    to: str
    filter: LinkFilter
    languages: tuple[str, ...]
    splits: bool

    def __call__(self, shard: Shard) -> ShardParts:
        """Write the parts of all splits."""
        return self.written(shard, self.filter.start(), range(len(self.languages)))

    def written(self, shard: Shard, filtering: Filtering, wanted: range) -> ShardParts:
        """Write the parts of some splits; a filter that remembers the links before is handed on from shard to shard."""
        plan = ShardPlan(*shard.part)
        files = {number: _File(self._place(plan, number), FORMATS[self.to]) for number in wanted}
        everything = FORMATS[self.to].needs_all
        for line, one in enumerate(self.run.stored_of(shard.number)):
            split = plan.splits[line] if plan.splits else 0
            kept = filtering.pair(one) if split in files else None
            if kept is not None:
                files[split].count(kept, self.splits)
            for number, file in files.items() if everything else ():
                if kept is None or number != split:
                    file.add(one._replace(alignment=with_links(one.alignment, (), ())))
                else:
                    file.add(kept)
            if kept is not None and not everything:
                files[split].add(kept)
        return ShardParts({number: file.finished() for number, file in files.items()}, filtering)

    def _place(self, plan: ShardPlan, number: int) -> Place:
        return Place(plan.before[number], self.languages[number], plan.names[number])


class _File:
    """The part of a file while it is written."""

    def __init__(self, place: Place, format: Format) -> None:
        assert format.parts is not None
        self._place, self._format, self._write = place, format, format.parts.write
        self._part = Part()
        self._waiting: list[Aligned] = []
        self._joins = format.parts.joiner is None
        self._contents = [bytearray() for _ in format.suffixes]

    def count(self, one: Aligned, split: bool) -> None:
        """Count a pair."""
        rows = self._format.rows
        self._part.tally.add(one.alignment, rows(one.alignment) if rows else None)
        if split:
            self._part.count.add(one)

    def add(self, one: Aligned) -> None:
        """Add a pair."""
        self._waiting.append(one)
        if len(self._waiting) == _CHUNK:
            self._flush()

    def finished(self) -> Part:
        """Return the part, once all pairs are added."""
        self._flush()
        if self._joins:
            self._part.chunks = [(number, bytes(content)) for number, content in enumerate(self._contents) if content]
        return self._part

    def _flush(self) -> None:
        for number, data in self._write(self._waiting, self._place):
            content = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
            if self._joins:
                self._contents[number] += content
            else:
                self._part.chunks.append((number, content))
        self._place = self._place._replace(number=self._place.number + len(self._waiting))
        self._waiting = []


class JoinedFiles:
    """The files of a split while their parts come in, in the order of the shards."""

    def __init__(self, format: Format, signature: str, frame: Frame) -> None:
        self._begin = format.parts.joiner if format.parts else None
        self._signature, self._frame = signature, frame
        self._joiner: Joiner | None = None
        self._head = frame.head.encode("utf-8", "backslashreplace")

    def next(self, part: Part) -> Iterator[tuple[int, bytes]]:
        """Yield the next chunks, each with the number of its file."""
        if self._head:
            yield 0, self._head
            self._head = b""
        if self._begin is None:
            yield from part.chunks
            return
        if part.tally.pairs:
            self._joiner = self._joiner or self._begin(self._signature)
            for number, data in part.chunks:
                yield number, self._joiner.add(data)

    def end(self) -> Iterator[tuple[int, bytes]]:
        """Yield what stands after the last part."""
        if self._begin is not None:
            yield 0, (self._joiner or self._begin("")).end()
        yield 0, self._frame.foot.encode("utf-8", "backslashreplace")
