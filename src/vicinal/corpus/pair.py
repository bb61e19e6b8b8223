"""What a reader gives and what a run hands around: Pair, Rejected, Shard, and the contract of a corpus.

A corpus is a frozen dataclass that can be pickled; its fields are its settings and its repr is part of the run's
signature. It is cut into shards once, by the process that leads the run; each shard can then be read on its own by any
worker, on any machine that sees the corpus. Cutting is cheap (names, sizes, line ends) and always gives the same shards
for the same corpus and limits; splitting text into sentences and all other work happens in `read`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from vicinal.alignment import pair_id
from vicinal.text.document import Document


class Pair(NamedTuple):
    """Two versions of a document, as a reader gives them.

    Attributes:
        source: The first version, as a rule the original. Its id and that of target name the pair, as in
            `Alignment.id`: the same id on both sides where the pair has one name, else that of each version.
        target: The second version.
        levels: What the two versions are called: ("0", "3"), ("adv", "ele"), ("source", "target").
        origin: Where in the corpus the pair comes from, for tables per source: a file, a language, a class of texts.
        file: The file to name when something is wrong with the pair, relative to the corpus.
        line: The line or row of that file, from 1, where there is one.
    """

    source: Document
    target: Document
    levels: tuple[str, str]
    origin: str
    file: str
    line: int | None = None

    @property
    def id(self) -> str | None:
        """The name of the pair, as `Alignment.id` gives it."""
        return pair_id(self.source, self.target)


class Rejected(NamedTuple):
    """A pair that cannot be read, and why."""

    file: str
    line: int | None
    id: str | None
    reason: str


class Shard(NamedTuple):
    """A part of a corpus: at most so many pairs, or so many bytes, as one worker does at a time.

    Attributes:
        number: Its place in the corpus, from 0.
        pairs: How many pairs it holds, as far as that is known without reading them; for progress only.
        part: What the reader needs to find it: plain strings, numbers and tuples.
    """

    number: int
    pairs: int
    part: tuple[Any, ...]


class Limits(NamedTuple):
    """How large a shard may become: whichever is reached first. One pair always fits."""

    pairs: int = 1000
    bytes: int = 16_000_000


class Fingerprint(NamedTuple):
    """What a corpus looks like from outside: if this stays the same, so do its shards."""

    files: int
    bytes: int
    sha256: str  # of the names and sizes of all files, in order
    dates: int  # the sum of when each was changed, in microseconds since 1970


class Corpus(Protocol):
    """Anything that can be cut into shards, and each shard read on its own."""

    def fingerprint(self) -> Fingerprint:
        """Return what tells this corpus from another, without reading its texts.

        Raises:
            InputError: The corpus is not there, or is not one of this kind.
        """

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Cut the corpus; the same corpus and limits give the same shards, numbered from 0."""

    def read(self, shard: Shard) -> Iterator[Pair | Rejected]:
        """Read the pairs of a shard, in order; one that cannot be read becomes a Rejected, never an exception."""


class Staged(Protocol):
    """A corpus that must be gone through once before it can be cut (dumps, compressed tables)."""

    def stage(self, folder: str, advance: Callable[[str, int, int], None]) -> Corpus:
        """Put what is needed into a folder (or a folder's URL) and return a corpus that can be cut.

        Called again after an interruption, it keeps what was finished. `advance` is called now and then with what is
        being done, how much of it is done and how much there is (both in bytes, or both in pages).
        """
