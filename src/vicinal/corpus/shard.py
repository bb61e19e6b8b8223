"""What a worker does with one shard: read, align, write. The same function runs in every engine.

A finished shard is two files: `000007.jsonl`, a record a pair (`vicinal.corpus.records`), and `000007.done`, its
marker, which is written last and holds counts, the digest of the records, and the pairs that were rejected.
"""

from __future__ import annotations

import gc
import hashlib
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec

from vicinal.alignment import Aligner, Alignment
from vicinal.corpus.levels import reconciled
from vicinal.corpus.pair import Corpus, Pair, Rejected, Shard
from vicinal.corpus.records import encode
from vicinal.corpus.store import Folder, folder_at
from vicinal.errors import FormatError, InputError, LanguageWarning, VicinalError
from vicinal.methods.vicinity import Vicinity
from vicinal.similarity.tfidf import Idf, TfIdf

IDF = "idf.json"
_CHUNK = 32  # pairs that are aligned in one go
# What a method may raise: mistakes in the pair; and its own defects, for one pair of millions must not stop the rest.
_FAILURES = (VicinalError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError)


class Marker(msgspec.Struct, frozen=True):
    """What is known of a finished shard."""

    pairs: int
    source_sentences: int
    target_sentences: int
    links: int
    bytes: int
    sha256: str
    rejected: tuple[Rejected, ...] = ()


@dataclass(frozen=True)
class Job:
    """All that a worker must know besides the shard.

    Attributes:
        corpus: Where pairs are read from.
        aligner: How they are aligned.
        out: The folder of the run, or its URL.
        idf: The digest of the corpus-wide word weights to use, which `count` prepared; "" for those of each pair.
        strict: Whether a pair that is rejected stops the run.
        consistent: Whether pairs that share a text are made to agree, as the levels of one article.
    """

    corpus: Corpus
    aligner: Aligner
    out: str
    idf: str = ""
    strict: bool = False
    consistent: bool = False

    @property
    def shards(self) -> Folder:
        """The folder of the shards."""
        return folder_at(self.out).inside("shards")

    @property
    def weighted_aligner(self) -> Aligner:
        """The aligner, with the word weights of the whole corpus if they are asked for."""
        aligner: Any = self.aligner
        return _with_idf(aligner, self.out, self.idf) if self.idf else self.aligner

    def align(self, shard: Shard) -> Marker:
        """Align the pairs of a shard, write records and marker, and return the marker."""
        aligner = self.weighted_aligner
        lines: list[bytes] = []
        rejected: list[Rejected] = []
        sentences = [0, 0]
        links = 0
        with _undisturbed():
            found = self._aligned(shard, aligner)
            for pair, alignment in reconciled(found) if self.consistent else found:
                if isinstance(pair, Pair) and isinstance(alignment, Alignment):
                    lines.append(encode(pair, alignment))
                    sentences[0] += sum(map(len, pair.source.paragraphs))
                    sentences[1] += sum(map(len, pair.target.paragraphs))
                    links += alignment.link_count
                else:
                    rejected.append(self._rejected(pair, alignment))
        data = b"".join(lines)
        digest = hashlib.sha256(data).hexdigest()
        marker = Marker(len(lines), sentences[0], sentences[1], links, len(data), digest, tuple(rejected))
        # Not forced to the disk, which would take longer than all else: the digest shows what a power failure took.
        self.shards.write(records_name(shard.number), data, sync=False)
        self.shards.write(marker_name(shard.number), msgspec.json.encode(marker) + b"\n", sync=False)
        return marker

    def check(self, shard: Shard) -> Shard | None:
        """Return a shard that was made before if its records are not what its marker says; None if they are."""
        try:
            marker = read_marker(self.shards.read(marker_name(shard.number)), "")
            is_whole = hashlib.sha256(self.shards.read(records_name(shard.number))).hexdigest() == marker.sha256
        except InputError:
            is_whole = False
        return None if is_whole else shard

    def count(self, shard: Shard) -> int:
        """Count the words of a shard for corpus-wide weights, write the counts, and return how many pairs it has."""
        with _undisturbed():
            found = list(self.corpus.read(shard))
            pairs = [one for one in found if isinstance(one, Pair)]
            for one in found:
                if isinstance(one, Rejected):
                    self._rejected(one)
            counts = Idf.fit(document for pair in pairs for document in (pair.source, pair.target))
        folder_at(self.out).inside("work").write(counts_name(shard.number), counts.to_json())
        return len(found)

    def _aligned(self, shard: Shard, aligner: Aligner) -> Iterator[tuple[Pair | Rejected, Alignment | str]]:
        """Yield what is in a shard, in order, with its alignment, or with why there is none."""
        found = self.corpus.read(shard)
        while chunk := list(islice(found, _CHUNK)):
            alignments = iter(_align(aligner, [one for one in chunk if isinstance(one, Pair)]))
            for one in chunk:
                yield one, next(alignments) if isinstance(one, Pair) else one.reason

    def _rejected(self, one: Pair | Rejected, reason: Any = "") -> Rejected:
        """Return what to record of a pair that cannot be read or aligned; raise InputError if that stops the run."""
        if isinstance(one, Pair):
            one = Rejected(one.file, one.line, one.id, str(reason).removeprefix(f"{one.source.id}: "))
        if self.strict:
            place = one.file if one.line is None else f"{one.file}:{one.line}"
            raise InputError(f"{place}: {one.reason}; without --strict, it is recorded and the run goes on")
        return one


def records_name(number: int) -> str:
    """Return the name of a shard's records."""
    return f"{number:06d}.jsonl"


def marker_name(number: int) -> str:
    """Return the name of a shard's marker."""
    return f"{number:06d}.done"


def counts_name(number: int) -> str:
    """Return the name of a shard's word counts."""
    return f"{number:06d}.idf.json"


def read_marker(data: bytes, where: str) -> Marker:
    """Return the marker that a worker wrote."""
    try:
        return msgspec.json.decode(data, type=Marker)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise FormatError(
            f"{where}: is no marker of a shard; remove it, and run again to make the shard anew"
        ) from None


@lru_cache(maxsize=1)
def _with_idf(aligner: Any, out: str, digest: str) -> Any:
    """Return an aligner whose word weights are those counted over the corpus of a run; one is kept for all shards."""
    folder = folder_at(out)
    data = folder.read(IDF)
    if hashlib.sha256(data).hexdigest() != digest:
        raise InputError(f"{folder.where(IDF)}: was changed while the run was going on; start in a new folder")
    return replace(aligner, similarity=TfIdf(Idf.of_json(data, folder.where(IDF))))


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Do without the cycle collector, which would look through all texts again and again, and without warnings."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LanguageWarning)  # said once, by the process that leads
            yield
    finally:
        if was_on:
            gc.enable()


def _align(aligner: Aligner, pairs: list[Pair]) -> Iterable[Alignment | str]:
    """Align some pairs; what cannot be aligned is the reason instead."""
    if isinstance(aligner, Vicinity):
        try:
            return aligner.align_all([(pair.source, pair.target) for pair in pairs])
        except _FAILURES:
            pass  # one of them: find out which
    return [_alignment(aligner, pair) for pair in pairs]


def _alignment(aligner: Aligner, pair: Pair) -> Alignment | str:
    try:
        return aligner(pair.source, pair.target)
    except VicinalError as error:
        return str(error)
    except _FAILURES as error:
        return f"the method failed: {error!r}"
