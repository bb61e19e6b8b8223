"""A whole corpus through an aligner, into a folder that explains itself and can always be gone on with.

    OUT/manifest.json        what was run: settings, versions, the corpus, counts; "complete" tells whether it is done
    OUT/shards/000000.jsonl  a record a pair: the two documents and their whole alignment
    OUT/shards/000000.done   the marker of that shard, written last: counts, digest, rejected pairs
    OUT/rejected.jsonl       the pairs that could not be read or aligned: file, line, id, reason
    OUT/idf.json             the word weights of the whole corpus, if they were asked for
    OUT/work/                what is only needed while the run is going on

A run that was interrupted, whatever by, is gone on with by the same call: shards with a marker are kept, all others are
made, and the bytes in the end are those of a run that nothing disturbed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from vicinal.alignment import Aligned, Aligner
from vicinal.corpus.engines import Engine, Processes
from vicinal.corpus.manifest import MANIFEST, absolute, begin, described, read_manifest, write_manifest
from vicinal.corpus.pair import Corpus, Limits, Shard
from vicinal.corpus.pending import PendingFiles
from vicinal.corpus.records import decode
from vicinal.corpus.shard import IDF, Job, Marker, counts_name, marker_name, read_marker, records_name
from vicinal.corpus.store import Folder, absolute_path, folder_at
from vicinal.errors import FormatError, InputError, SettingError, check_choice
from vicinal.methods import DEFAULT, aligner_for, name_of
from vicinal.signature import signature_of
from vicinal.similarity.tfidf import Idf, TfIdf

REJECTED = "rejected.jsonl"

T = TypeVar("T")
Advance = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Run:
    """A run folder that has been opened to read from."""

    path: str
    manifest: dict[str, Any]

    @property
    def signature(self) -> str:
        """The settings of the method, as its alignments carry them."""
        return str(self.manifest["signature"])

    def markers(self) -> Iterator[tuple[int, Marker]]:
        """Yield number and marker of each shard."""
        shards = folder_at(self.path).inside("shards")
        for number in range(self.manifest["output"]["shards"]):
            name = marker_name(number)
            yield number, read_marker(shards.read(name), shards.where(name))

    def aligned(self) -> Iterator[Aligned]:
        """Yield all alignments, in the order of the corpus."""
        for number in range(self.manifest["output"]["shards"]):
            yield from self.aligned_of(number)

    def aligned_of(self, number: int, lines: Collection[int] | None = None) -> Iterator[Aligned]:
        """Yield the alignments of one shard; see `read_shard`."""
        return self.read_shard(number, lambda line: decode(line, self.signature), lines)

    def read_shard(self, number: int, read: Callable[[bytes], T], lines: Collection[int] | None = None) -> Iterator[T]:
        """Yield what a function returns for each record of one shard.

        Args:
            number: The shard.
            read: Takes the line of a record; raises FormatError if it is not one.
            lines: The lines to read, from 0; by default all.

        Raises:
            FormatError: A record cannot be read, or the shard was changed after the run; do not use what was yielded.
        """
        shards = folder_at(self.path).inside("shards")
        name, digest = records_name(number), hashlib.sha256()
        with shards.open(name) as file:
            for count, line in enumerate(file):
                digest.update(line)
                if lines is not None and count not in lines:
                    continue
                try:
                    found = read(line)
                except FormatError as error:
                    raise FormatError(f"{shards.where(name)}:{count + 1}: {error}") from None
                yield found
        marker = marker_name(number)
        if digest.hexdigest() != read_marker(shards.read(marker), shards.where(marker)).sha256:
            raise FormatError(
                f"{shards.where(name)}: was changed or cut short; remove it, and give the run's command again"
            )


def open_run(path: str | os.PathLike[str]) -> Run:
    """Open the folder of a finished run.

    Raises:
        InputError: There is no run, or it is not finished.
    """
    folder = folder_at(path)
    manifest = read_manifest(folder)
    if manifest is None:
        raise InputError(f"{folder.path}: holds no run; make one with 'vicinal run CORPUS -o {folder.path}'")
    if not manifest["complete"]:
        raise InputError(f"{folder.path}: this run is not finished; give the same 'vicinal run' again to go on with it")
    run, digest = Run(folder.path, manifest), hashlib.sha256()
    for _, marker in run.markers():
        digest.update(bytes.fromhex(marker.sha256))
    if digest.hexdigest() != manifest["output"]["sha256"]:
        raise FormatError(f"{folder.path}: its shards are not those of its manifest; remove it, and run again")
    return run


def run(
    corpus: Corpus,
    out: str | os.PathLike[str],
    method: str | Aligner = DEFAULT,
    *,
    idf: str = "pair",
    engine: Engine | None = None,
    limits: Limits = Limits(),  # noqa: B008  (immutable)
    strict: bool = False,
    consistent: bool = False,
    advance: Advance | None = None,
    **settings: Any,
) -> Run:
    """Align all pairs of a corpus, or go on with what was begun in the same folder.

    Args:
        corpus: What to read; `vicinal.corpus.corpus_at` finds the reader for a path.
        out: The folder to write, or its URL.
        method: The name of a method, or an Aligner of your own (which engines must be able to pickle).
        idf: "pair": word weights come from the two documents; "corpus": from all documents, in a first pass.
        engine: Where the work is done; by default in this process.
        limits: How large shards are.
        strict: Whether a pair that cannot be read stops the run, instead of being recorded.
        consistent: Whether the pairs of one article's levels are made to agree (`vicinal.versions`).
        advance: Called with what is being done, how much of it is done and how much there is.
        **settings: Settings of the method.

    Raises:
        SettingError: A setting is wrong, or the folder holds a run with other settings.
        InputError: The corpus cannot be read at all, the folder cannot be written, or a pair was rejected (strict).
    """
    aligner = aligner_for(method, settings)
    check_choice("idf", idf, ("pair", "corpus"))
    if idf == "corpus" and type(getattr(aligner, "similarity", None)) is not TfIdf:
        raise SettingError(f"method {name_of(aligner)!r} does not weigh words by idf; leave '--idf corpus' out")
    engine = engine or Processes()
    advance = advance or _silent
    if getattr(engine, "is_elsewhere", False):
        corpus, out = absolute(corpus), absolute_path(os.fspath(out))
    folder = folder_at(out)
    fingerprint = corpus.fingerprint()
    wanted = described(corpus, fingerprint, aligner, idf, consistent, limits)
    with folder.locked():
        manifest = begin(folder, wanted, fingerprint)
        if manifest["complete"] and _is_whole(folder, manifest):
            _tidy(folder)
            return Run(folder.path, manifest)
        folder.clean()
        if getattr(corpus, "needs_staging", False):
            staging: Any = corpus
            corpus = staging.stage(folder.where("work"), advance)
        shards = list(corpus.shards(limits))
        if not shards:
            folder.remove(MANIFEST)
            folder.inside("work").drop()
            raise InputError(f"the corpus has no pairs; there is nothing to align: {wanted['corpus']}")
        digest = _count(corpus, aligner, folder, shards, engine, advance, strict) if idf == "corpus" else ""
        job = Job(corpus, aligner, folder.path, digest, strict, consistent)
        _align(job, shards, engine, advance)
        signature = signature_of(job.weighted_aligner)
        return Run(folder.path, _finish(folder, manifest | {"signature": signature}, len(shards)))


def _align(job: Job, shards: list[Shard], engine: Engine, advance: Advance) -> None:
    """Make the shards that are not there yet."""
    total = sum(shard.pairs for shard in shards)
    missing = [shard for shard in shards if not _is_made(job.shards, shard.number)]
    if len(missing) < len(shards):
        known = {shard.number for shard in missing}
        made = [shard for shard in shards if shard.number not in known]
        missing += [shard for shard in engine(job.check, made) if shard is not None]
        missing.sort()
    done = total - sum(shard.pairs for shard in missing)
    advance("Aligning", done, total)
    for marker in engine(job.align, missing):
        done += marker.pairs + len(marker.rejected)
        advance("Aligning", min(done, total), total)
    advance("Aligning", total, total)  # a reader may leave out pairs that it had counted


def _count(
    corpus: Corpus,
    aligner: Aligner,
    folder: Folder,
    shards: list[Shard],
    engine: Engine,
    advance: Advance,
    strict: bool,
) -> str:
    """Count the words of all shards, write the sum, and return its digest; what is there already is kept."""
    known = folder.file(IDF)
    if known is None:
        total = sum(shard.pairs for shard in shards)
        work = folder.inside("work")
        missing = [shard for shard in shards if work.file(counts_name(shard.number)) is None]
        done = total - sum(shard.pairs for shard in missing)
        advance("Counting words", done, total)
        for pairs in engine(Job(corpus, aligner, folder.path, strict=strict).count, missing):
            done = min(done + pairs, total)
            advance("Counting words", done, total)
        sentences, counts = 0, Counter[str]()
        for shard in shards:
            name = counts_name(shard.number)
            part = Idf.of_json(work.read(name), work.where(name))
            sentences += part.sentences
            counts.update(part.counts)
        folder.write(IDF, Idf(sentences, counts).to_json())
    return hashlib.sha256(folder.read(IDF)).hexdigest()


def _finish(folder: Folder, manifest: dict[str, Any], shards: int) -> dict[str, Any]:
    """Add up the markers, write what was rejected and the last manifest, and remove what is no longer needed."""
    counts = dict.fromkeys(("pairs", "rejected", "source_sentences", "target_sentences", "links"), 0)
    size, digest = 0, hashlib.sha256()
    unfinished = Run(folder.path, manifest | {"output": {"shards": shards}})
    with PendingFiles(folder) as pending:
        for _, marker in unfinished.markers():
            for name in counts:
                counts[name] += len(marker.rejected) if name == "rejected" else getattr(marker, name)
            size += marker.bytes
            digest.update(bytes.fromhex(marker.sha256))
            for one in marker.rejected:
                line = json.dumps(one._asdict(), ensure_ascii=False) + "\n"
                pending.write(REJECTED, line.encode("utf-8", "backslashreplace"))
        pending.commit()
    manifest = manifest | {
        "counts": counts,
        "output": {"shards": shards, "bytes": size, "sha256": digest.hexdigest()},
        "complete": True,
    }
    folder.clean()
    write_manifest(folder, manifest)
    _tidy(folder)
    return manifest


def _tidy(folder: Folder) -> None:
    """Remove what is no longer needed; where that cannot be done, a finished run is as good with it."""
    with suppress(InputError):
        folder.clean()
        folder.inside("work").drop()


def _is_whole(folder: Folder, manifest: dict[str, Any]) -> bool:
    """Tell whether all shards of a finished run are there."""
    shards = folder.inside("shards")
    return all(_is_made(shards, number) for number in range(manifest["output"]["shards"]))


def _is_made(shards: Folder, number: int) -> bool:
    """Tell whether a shard is there whole: its marker, and as many bytes of records as the marker says."""
    name = marker_name(number)
    records = shards.file(records_name(number))
    if records is None or shards.file(name) is None:
        return False
    try:
        return records.size == read_marker(shards.read(name), shards.where(name)).bytes
    except FormatError:  # cut short by a power failure
        return False


def _silent(what: str, done: int, total: int) -> None:
    """Say nothing."""
