"""What a run learns from the whole corpus before it aligns: word weights ('--idf corpus'), or priors ('--pool').

A worker learns from one shard and writes what it found to a temporary file. The files are added up in the order of the
shards and become one file of the run folder, which a resumed run keeps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from vicinal.alignment import Aligner
from vicinal.corpus.contract import FAILURES, Pair
from vicinal.corpus.run_folder import IDF, POOL
from vicinal.errors import FormatError
from vicinal.methods.global_.pooling import Estimates, Pool
from vicinal.similarity.tfidf import Idf


class FirstPass(NamedTuple):
    """One thing to learn.

    Attributes:
        title: What progress is shown as.
        file: The file of the run folder.
        learned: What the pairs of a shard tell, as the content of a file.
        added: What the files of all shards tell together, as the content of `file`; each comes with its name.
    """

    title: str
    file: str
    learned: Callable[[Aligner, Iterable[Pair]], bytes]
    added: Callable[[Iterable[tuple[bytes, str]]], bytes]


class _Counted(msgspec.Struct):
    """The words of a shard; the file is temporary, so they need no order."""

    sentences: int
    counts: dict[str, int]


def _count_words(_: Aligner, pairs: Iterable[Pair]) -> bytes:
    counted = Idf.fit(document for pair in pairs for document in (pair.source, pair.target))
    return msgspec.json.encode(_Counted(counted.sentences, dict(counted.counts)))


def _add_words(files: Iterable[tuple[bytes, str]]) -> bytes:
    sentences, counts = 0, Counter[str]()
    for data, name in files:
        try:
            part = msgspec.json.decode(data, type=_Counted)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise FormatError(f"{name}: is damaged; delete it, and repeat the command of the run") from None
        sentences += part.sentences
        counts.update(part.counts)
    return Idf(sentences, counts).to_json()


def _pool(aligner: Any, pairs: Iterable[Pair]) -> bytes:
    def found() -> Iterator[Estimates]:
        for pair in pairs:
            try:
                yield aligner.estimates(pair.source, pair.target)
            except FAILURES:
                continue  # the second pass records it, or stops

    return Pool.of(found()).to_json()


def _add_pools(files: Iterable[tuple[bytes, str]]) -> bytes:
    return sum((Pool.of_json(data, name) for data, name in files), Pool()).pooled().to_json()


WORD_WEIGHTS = FirstPass("Counting words", IDF, _count_words, _add_words)
POOLED_PRIORS = FirstPass("Estimating priors", POOL, _pool, _add_pools)
