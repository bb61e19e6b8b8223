"""The contract between readers and runs: `Corpus`, and the values they exchange.

A corpus is a frozen, picklable dataclass. Its fields are its settings, and its repr is part of the run's signature.
The main process cuts it into shards once. Any worker, on any machine that can reach the corpus, can then read a shard.
Cutting is cheap (names, sizes, line ends), and the same corpus and limits always give the same shards. Everything
else, such as splitting text into sentences, happens in `read`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from vicinal.alignment import pair_id
from vicinal.errors import VicinalError
from vicinal.text.document import Document

Advance = Callable[[str, int, int], None]  # reports progress: what is being done, how much is done, and the total

# What a method may raise: errors in the pair, and its own defects, which must not stop a run of millions of pairs.
FAILURES = (VicinalError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError)

# Why pairs are left out, in words that follow a number.
NO_PARTNER = "without a partner"
EMPTY = "empty"
UNREADABLE = "unreadable"
NOT_ALIGNED = "that could not be aligned"


def silent(what: str, done: int, total: int) -> None:
    """Report no progress."""


class Pair(NamedTuple):
    """Two versions of a document, as a reader yields them.

    Attributes:
        source: The first version, usually the original. The ids of source and target name the pair, as in
            `Alignment.id`: both are the same if the pair has one name.
        target: The second version.
        levels: The names of the two versions: ("0", "3"), ("adv", "ele"), ("source", "target").
        origin: Where in the corpus the pair comes from, for statistics per source: a file, a language, a genre.
        file: The file to name in messages about the pair, relative to the corpus.
        line: The line or row of that file, from 1, if there is one.
    """

    source: Document
    target: Document
    levels: tuple[str, str] = ("source", "target")
    origin: str = ""
    file: str = ""
    line: int | None = None

    @property
    def id(self) -> str | None:
        """The name of the pair, as in `Alignment.id`."""
        return pair_id(self.source, self.target)


class Rejected(NamedTuple):
    """A pair that cannot be read or aligned, and why.

    Attributes:
        file: The file, relative to the corpus.
        line: Its line or row, from 1, if there is one.
        id: The name of the pair, if it is known.
        reason: What is wrong, as a sentence about the file.
        why: The same in a few words that follow a number, to be counted: "12 without a partner".
    """

    file: str
    line: int | None
    id: str | None
    reason: str
    why: str = UNREADABLE


class Suspect(NamedTuple):
    """A pair of documents that probably are not versions of each other. It is aligned like any other.

    Attributes:
        file: The file, relative to the corpus.
        line: Its line or row, from 1, if there is one.
        id: The name of the pair, if it is known.
        relatedness: How related the two documents are (see `relatedness`).
    """

    file: str
    line: int | None
    id: str | None
    relatedness: float


class LeftOut(NamedTuple):
    """Something that is left out on purpose, such as a disambiguation page: counted, not listed.

    Attributes:
        why: In a few words that follow a number: "disambiguation pages".
        number: How many.
    """

    why: str
    number: int = 1


class Accounts(NamedTuple):
    """What a reader knows about its files before it reads a pair, told at the end of a run.

    Attributes:
        read: What was found, by unit: {"files": 567}, {"rows": 2128}.
        left_out: What will not be read, by the reason in words that follow a number: {"files of other names": 3}.
    """

    read: dict[str, int]
    left_out: dict[str, int] = {}  # noqa: RUF012  (never changed)


class Shard(NamedTuple):
    """A part of a corpus: the unit of work of a worker.

    Attributes:
        number: Its position in the corpus, from 0.
        pairs: The number of pairs, as far as it is known without reading them; for progress only.
        part: What the reader needs to find it: plain strings, numbers and tuples.
    """

    number: int
    pairs: int
    part: tuple[Any, ...]


class Limits(NamedTuple):
    """The maximum size of a shard, which always holds at least one pair.

    Attributes:
        pairs: The number of pairs.
        bytes: The size of their texts.
    """

    pairs: int = 1000
    bytes: int = 16_000_000


class Fingerprint(NamedTuple):
    """Identifies the files of a corpus. An equal fingerprint means equal shards.

    Attributes:
        files: The number of files.
        bytes: Their size.
        sha256: The digest of the names and sizes of all files, in order.
        dates: The sum of the modification times, in microseconds since 1970.
    """

    files: int
    bytes: int
    sha256: str
    dates: int


class Corpus(Protocol):
    """Anything that can be cut into shards that can be read independently."""

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of the corpus, without reading its texts.

        Raises:
            InputError: The corpus does not exist, or is not of this kind.
        """

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Cut the corpus into shards, always in the same way for a corpus and limits.

        Args:
            limits: The maximum size of a shard.
        """

    def read(self, shard: Shard) -> Iterator[Pair | Rejected | LeftOut]:
        """Yield the pairs of a shard in order; an unreadable pair is a Rejected, never an exception.

        Args:
            shard: One of those that `shards` returned.
        """


@runtime_checkable
class Accountable(Protocol):
    """A corpus that can tell what it found, and what it leaves out before any pair is read."""

    def accounts(self) -> Accounts:
        """Return what was found. A run calls this once, on the corpus that it cuts."""


@runtime_checkable
class Noting(Protocol):
    """A corpus with something to tell that no count tells."""

    def notes(self) -> Sequence[str]:
        """Return what people should know about the files, a line each: what was recognised and may be wrong, or misses.

        The command line shows them: of a dump, which takes long, before the run; of others afterwards.
        """


class Staged(Protocol):
    """A corpus that needs a preparatory pass before it can be cut (dumps, compressed tables)."""

    def stage(self, folder: str, advance: Advance) -> Corpus:
        """Write what is needed to a folder (or URL), and return a corpus that can be cut.

        After an interruption, a second call keeps what was finished.
        """
