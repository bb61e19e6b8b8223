"""What a worker does with one shard: read, align, write. The same code runs in every engine.

The result is two files (see `run_folder`): the records, and the marker, which is written last.
"""

from __future__ import annotations

import gc
import hashlib
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec

from vicinal.aligning import aligned_by
from vicinal.alignment import Aligner, Alignment
from vicinal.corpus.contract import FAILURES, NOT_ALIGNED, Corpus, LeftOut, Pair, Rejected, Shard, Suspect
from vicinal.corpus.first_pass import FirstPass
from vicinal.corpus.folders import Folder, folder_at
from vicinal.corpus.reconcile import reconciled
from vicinal.corpus.records import append_line
from vicinal.corpus.relatedness import is_suspect, relatedness
from vicinal.corpus.run_folder import IDF, Marker, marker_name, part_name, read_marker, records_name, shards_of
from vicinal.errors import InputError, LanguageWarning, VicinalError
from vicinal.methods import name_of
from vicinal.similarity.tfidf import Idf, TfIdf
from vicinal.view.little_found import is_little

_CHUNK = 32  # pairs aligned in one call


@dataclass(frozen=True)
class Job:
    """Everything a worker needs besides the shard.

    Attributes:
        corpus: The reader.
        aligner: The method.
        out: The folder of the run, or its URL.
        idf: The digest of the corpus-wide word weights, which `learn` prepared; "" to weight words per pair.
        strict: Whether a rejected pair stops the run.
        consistent: Whether to reconcile pairs that share a text, such as the levels of an article.
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
        return shards_of(self.out)

    @property
    def weighted_aligner(self) -> Aligner:
        """The aligner, with corpus-wide word weights if the job has them."""
        aligner: Any = self.aligner
        return _with_idf(aligner, self.out, self.idf) if self.idf else self.aligner

    def align(self, shard: Shard) -> Marker:
        """Align the pairs of a shard, write records and marker, and return the marker."""
        aligner = self.weighted_aligner
        lines = bytearray()
        rejected: list[Rejected] = []
        suspect: list[Suspect] = []
        left_out = Counter[str]()
        pairs = source_sentences = target_sentences = links = little = 0
        method = name_of(self.aligner)
        with _without_interruptions():
            found = self._aligned(shard, aligner, left_out)
            for pair, alignment in reconciled(found) if self.consistent else found:
                if isinstance(pair, Pair) and isinstance(alignment, Alignment):
                    score = relatedness(pair.source, pair.target)
                    append_line(lines, pair, alignment, score)
                    pairs += 1
                    sizes = sum(map(len, pair.source.paragraphs)), sum(map(len, pair.target.paragraphs))
                    source_sentences += sizes[0]
                    target_sentences += sizes[1]
                    links += alignment.link_count
                    if is_suspect(score):
                        suspect.append(Suspect(pair.file, pair.line, pair.id, score))
                    else:
                        little += is_little(method, alignment.aligned_count, sizes)
                else:
                    rejected.append(self._rejected(pair, alignment))
        digest = hashlib.sha256(lines).hexdigest()
        marker = Marker(
            pairs,
            source_sentences,
            target_sentences,
            links,
            len(lines),
            digest,
            tuple(rejected),
            little,
            dict(sorted(left_out.items())),
            tuple(suspect),
        )
        # No sync, which would take longer than everything else: after a power failure, the digest reveals the damage.
        self.shards.write(records_name(shard.number), lines, sync=False)
        self.shards.write(marker_name(shard.number), msgspec.json.encode(marker) + b"\n", sync=False)
        return marker

    def check(self, shard: Shard) -> Shard | None:
        """Return None if the records of a finished shard match its marker, else the shard."""
        try:
            marker = read_marker(self.shards, shard.number)
            is_whole = hashlib.sha256(self.shards.read(records_name(shard.number))).hexdigest() == marker.sha256
        except InputError:
            is_whole = False
        return None if is_whole else shard

    def learn(self, first: FirstPass, shard: Shard) -> int:
        """Learn from the pairs of a shard in a first pass, write what was found, and return the number of pairs."""
        with _without_interruptions():
            found = [one for one in self.corpus.read(shard) if not isinstance(one, LeftOut)]
            for one in found:
                if isinstance(one, Rejected):
                    self._rejected(one)
            pairs = (one for one in found if isinstance(one, Pair))
            data = first.learned(self.aligner, pairs)
        folder_at(self.out).inside("work").write(part_name(shard.number, first.file), data)
        return len(found)

    def _aligned(
        self, shard: Shard, aligner: Aligner, left_out: Counter[str]
    ) -> Iterator[tuple[Pair | Rejected, Alignment | str]]:
        """Yield the pairs of a shard in order, each with its alignment, or with the reason why it has none.

        What the reader leaves out is counted.
        """
        found = _pairs(self.corpus.read(shard), left_out)
        while chunk := list(islice(found, _CHUNK)):
            alignments = iter(_align(aligner, [one for one in chunk if isinstance(one, Pair)]))
            for one in chunk:
                yield one, next(alignments) if isinstance(one, Pair) else one.reason

    def _rejected(self, one: Pair | Rejected, reason: Any = "") -> Rejected:
        """Return the record of a pair that cannot be read or aligned; raise InputError if the job is strict."""
        if isinstance(one, Pair):
            one = Rejected(one.file, one.line, one.id, str(reason).removeprefix(f"{one.source.id}: "), NOT_ALIGNED)
        if self.strict:
            place = one.file if one.line is None else f"{one.file}:{one.line}"
            raise InputError(f"{place}: {one.reason}; leave --strict out to record such pairs and continue")
        return one


def _pairs(found: Iterable[Pair | Rejected | LeftOut], left_out: Counter[str]) -> Iterator[Pair | Rejected]:
    """Yield what is a pair, or should have been one; count the rest."""
    for one in found:
        if isinstance(one, LeftOut):
            left_out[one.why] += one.number
        else:
            yield one


@lru_cache(maxsize=1)
def _with_idf(aligner: Any, out: str, digest: str) -> Any:
    """Return an aligner with the word weights of a run's corpus; cached, since all shards use the same."""
    folder = folder_at(out)
    data = folder.read(IDF)
    if hashlib.sha256(data).hexdigest() != digest:
        raise InputError(f"{folder.where(IDF)}: was changed during the run; start again in a new folder")
    return replace(aligner, similarity=TfIdf(Idf.of_json(data, folder.where(IDF))))


@contextmanager
def _without_interruptions() -> Iterator[None]:
    """Turn off the cycle collector, which would scan all texts again and again, and the language warnings."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LanguageWarning)  # the main process warns once
            yield
    finally:
        if was_on:
            gc.enable()


def _align(aligner: Aligner, pairs: list[Pair]) -> Iterable[Alignment | str]:
    """Align some pairs; the result for a pair that cannot be aligned is the reason."""
    align_all = getattr(aligner, "align_all", None)  # of methods that are faster for several pairs at once
    if align_all is not None:
        try:
            found: list[Alignment] = align_all([(pair.source, pair.target) for pair in pairs])
            if len(found) == len(pairs) and all(isinstance(one, Alignment) for one in found):
                return found
        except FAILURES:
            pass  # align them one by one to find out which failed
    return [_alignment(aligner, pair) for pair in pairs]


def _alignment(aligner: Aligner, pair: Pair) -> Alignment | str:
    try:
        return aligned_by(aligner, pair.source, pair.target)
    except VicinalError as error:
        return str(error)
    except FAILURES as error:
        return f"the method failed: {error!r}"
