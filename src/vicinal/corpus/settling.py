"""How the texts of a corpus are read, decided once for all of them.

A short text tells little about its layout and its language, and one text of a corpus is made like the next. So a sample
of the corpus decides. Readers of plain text have `reading`, `read_as` and `contents`; others know all they need.

Callers: `runs`, and the command line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Protocol, TypeVar, runtime_checkable

from vicinal.corpus.contract import Corpus, Shard
from vicinal.extract.content import Content
from vicinal.text.reading import Reading, recognised_language, settled

_SHARDS = 10  # that are sampled, spread over the corpus
_PAIRS = 100  # of all of them together
_AGREEING = 0.9  # the share of pairs that must be in the same language, for it to be that of the corpus

C = TypeVar("C", covariant=True)


@runtime_checkable
class Readable(Protocol[C]):
    """A corpus of texts that can be read in more than one way."""

    @property
    def reading(self) -> Reading:
        """How the texts are read."""

    def read_as(self, reading: Reading) -> C:
        """Return this corpus, read in another way."""

    def contents(self, shard: Shard) -> Iterator[tuple[Content, ...]]:
        """Yield the contents of the pairs of a shard, as far as they are texts that can be read."""


@runtime_checkable
class Recognising(Protocol[C]):
    """A corpus that recognises settings that were left open, such as the columns of a table."""

    def recognised(self) -> tuple[C, tuple[str, ...]]:
        """Return this corpus with all settings, and notes on what was recognised; none if nothing was."""


def recognised_corpus(corpus: Corpus) -> tuple[Corpus, tuple[str, ...]]:
    """Return a corpus with the settings that it recognises by itself, and notes on them, if there are any.

    `runs` calls this before anything else, so that the manifest has these settings; the command line, for the notes.
    """
    return corpus.recognised() if isinstance(corpus, Recognising) else (corpus, ())


def settled_corpus(corpus: Corpus, shards: Sequence[Shard]) -> tuple[Corpus, Reading | None]:
    """Return a corpus that reads all its texts in the same way, and that way; None if it has no such choice.

    The language stays open where it differs from pair to pair; each pair then decides.
    """
    if not isinstance(corpus, Readable):
        return corpus, None
    given = corpus.reading
    if given.split != "auto" and given.language is not None:
        return corpus, given
    pairs = list(_sample(corpus, shards))
    if not pairs:
        return corpus, None
    decided = settled(given, [content for pair in pairs for content in pair])
    if given.language is None and not _agree(decided.language, pairs):
        decided = replace(decided, language=None)
    read = corpus.read_as(decided)
    return read, read.reading


def _sample(corpus: Readable[Corpus], shards: Sequence[Shard]) -> Iterator[tuple[Content, ...]]:
    """Yield the first pairs of some shards."""
    chosen = shards[:: max(1, -(-len(shards) // _SHARDS))]
    for shard in chosen:
        yield from islice(corpus.contents(shard), _PAIRS // len(chosen))


def _agree(language: str | None, pairs: Sequence[tuple[Content, ...]]) -> bool:
    """Tell whether nearly all pairs are in a language, of those that tell theirs."""
    found = Counter(map(recognised_language, pairs))
    del found[None]
    return found[language] >= _AGREEING * found.total()
