"""Align a corpus into a self-describing folder that can be resumed.

`run_folder` describes the folder. However a run was interrupted, the same call resumes it: shards with a marker are
kept, all others are made, and the final bytes equal those of an uninterrupted run.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from typing import Any

from vicinal.alignment import Aligner
from vicinal.corpus.accounting import what_became_of_it
from vicinal.corpus.contract import Accountable, Accounts, Advance, Corpus, Limits, Rejected, Shard, silent
from vicinal.corpus.engines import Engine, Processes
from vicinal.corpus.first_pass import POOLED_PRIORS, WORD_WEIGHTS, FirstPass
from vicinal.corpus.folders import Folder, absolute_path, folder_at, remove_leftovers
from vicinal.corpus.manifest import (
    MANIFEST,
    Manifest,
    RunCounts,
    begin,
    manifest_for,
    with_absolute_paths,
    write_manifest,
)
from vicinal.corpus.pending_files import PendingFiles
from vicinal.corpus.run_folder import (
    IDF,
    POOL,
    REJECTED,
    SUSPECTS,
    Run,
    marker_name,
    part_name,
    read_marker,
    records_name,
)
from vicinal.corpus.settling import recognised_corpus, settled_corpus
from vicinal.corpus.shard_job import Job
from vicinal.errors import FormatError, InputError, SettingError, check_choice
from vicinal.methods import DEFAULT, aligner_for, name_of
from vicinal.methods.global_.pooling import Pooled
from vicinal.signature import signature_of
from vicinal.similarity.tfidf import TfIdf


def run(
    corpus: Corpus,
    out: str | os.PathLike[str],
    method: str | Aligner = DEFAULT,
    *,
    idf: str = "pair",
    pool: bool = False,
    engine: Engine | None = None,
    limits: Limits = Limits(),  # noqa: B008  (immutable)
    strict: bool = False,
    consistent: bool = False,
    advance: Advance = silent,
    **settings: Any,
) -> Run:
    """Align all pairs of a corpus, or resume the run that was begun in the same folder.

    Args:
        corpus: What to read; `vicinal.corpus.corpus_at` finds the reader for a path.
        out: The output folder, or its URL.
        method: The name of a method, or an Aligner of your own (picklable, if the engine needs that).
        idf: "pair" weights words by the two documents; "corpus" by all documents, in a first pass.
        pool: Whether the priors of `global` are estimated on all pairs, in a first pass.
        engine: Where the work is done; defaults to this process.
        limits: The maximum size of a shard.
        strict: Whether an unreadable pair stops the run instead of being recorded.
        consistent: Whether to reconcile the pairs of an article's levels (see `vicinal.align_versions`).
        advance: Called with what is being done, how much of it is done, and the total.
        **settings: Settings of the method.

    Raises:
        SettingError: A setting is wrong, or the folder holds a run with other settings.
        InputError: The corpus cannot be read, the folder cannot be written, a pair was rejected (strict), or all were.
    """
    if not hasattr(corpus, "fingerprint"):
        raise SettingError(f"the corpus must be one that corpus_at returns, or your own; found {corpus!r:.80}")
    aligner = aligner_for(method, settings)
    check_choice("idf", idf, ("pair", "corpus"))
    if idf == "corpus" and type(getattr(aligner, "similarity", None)) is not TfIdf:
        raise SettingError(
            f"method {name_of(aligner)!r} does not use TF-IDF; leave '--idf corpus' out, or add --method vicinity"
        )
    if pool:
        _check_pool(aligner)
    engine = engine or Processes()
    if getattr(engine, "is_elsewhere", False):
        corpus, out = with_absolute_paths(corpus), absolute_path(os.fspath(out))
    folder = folder_at(out)
    corpus, _ = recognised_corpus(corpus)
    fingerprint = corpus.fingerprint()
    wanted = manifest_for(corpus, fingerprint, aligner, idf, pool, consistent, limits)
    with folder.locked():
        manifest = begin(folder, wanted, fingerprint, (IDF, POOL, REJECTED, SUSPECTS))
        if manifest["complete"] and _is_complete(folder, manifest):
            _tidy(folder)
            return Run(folder.path, manifest)
        remove_leftovers(folder)
        if getattr(corpus, "needs_staging", False):
            staging: Any = corpus
            corpus = staging.stage(folder.where("work"), advance)
        with _opened(engine, corpus, fingerprint.bytes // limits.bytes) as engine:
            shards = list(corpus.shards(limits))
            if not shards:
                emptiness = getattr(corpus, "emptiness", "")
                folder.remove(MANIFEST)
                folder.inside("work").drop()
                if emptiness:
                    raise InputError(f"{emptiness}; there is nothing to align")
                raise InputError(f"the corpus has no pairs; there is nothing to align: {wanted['corpus']}")
            corpus, reading = settled_corpus(corpus, shards)
            if reading is not None:
                manifest["reading"] = {"split": reading.split, "language": reading.language}
            job = Job(corpus, aligner, folder.path, strict=strict, consistent=consistent)
            if idf == "corpus":
                weights = _learned(WORD_WEIGHTS, job, folder, shards, engine, advance)
                job = replace(job, idf=hashlib.sha256(weights).hexdigest())
            if pool:
                priors = _learned(POOLED_PRIORS, job, folder, shards, engine, advance)
                job = replace(job, aligner=_with_priors(aligner, Pooled.of_json(priors, folder.where(POOL))))
            _align(job, shards, engine, advance)
            manifest["signature"] = signature_of(job.weighted_aligner)
            accounts = corpus.accounts() if isinstance(corpus, Accountable) else Accounts({})
            return Run(folder.path, _finish(folder, manifest, len(shards), accounts))


def _opened(engine: Engine, corpus: Corpus, shards: int) -> AbstractContextManager[Engine]:
    """Return an engine whose workers start now, while the corpus is cut, and serve all passes, if it has workers."""
    if not isinstance(engine, Processes):
        return nullcontext(engine)
    needed = (Job.__module__, type(corpus).__module__)
    return engine.opened(max(1, shards), [module for module in needed if module.startswith("vicinal.")])


def _align(job: Job, shards: list[Shard], engine: Engine, advance: Advance) -> None:
    """Make the missing shards."""
    total = sum(shard.pairs for shard in shards)
    missing = [shard for shard in shards if not _is_made(job.shards, shard.number)]
    if len(missing) < len(shards):
        numbers = {shard.number for shard in missing}
        made = [shard for shard in shards if shard.number not in numbers]
        missing += [shard for shard in engine(job.check, made) if shard is not None]
        missing.sort()
    done = total - sum(shard.pairs for shard in missing)
    advance("Aligning", done, total)
    for marker in engine(job.align, missing):
        done += marker.pairs + len(marker.rejected)
        advance("Aligning", min(done, total), total)
    advance("Aligning", total, total)  # a reader may skip pairs that it counted


def _check_pool(aligner: Any) -> None:
    """Raise SettingError if a method has no priors to pool, or has them already."""
    if name_of(aligner) != "global":
        raise SettingError(
            f"method {name_of(aligner)!r} has no priors to pool; leave --pool out, or add --method global"
        )
    if aligner.pooled is not None:
        raise SettingError("--pool estimates what --pooled gives; leave one of them out")


def _with_priors(aligner: Any, pooled: Pooled) -> Any:
    return replace(aligner, pooled=pooled)


def _learned(
    first: FirstPass, job: Job, folder: Folder, shards: list[Shard], engine: Engine, advance: Advance
) -> bytes:
    """Learn from all shards, write what they tell together, and return it; keep files that are already there."""
    if folder.file(first.file) is None:
        total = sum(shard.pairs for shard in shards)
        work = folder.inside("work")
        names = [part_name(shard.number, first.file) for shard in shards]
        missing = [shard for shard, name in zip(shards, names, strict=True) if work.file(name) is None]
        done = total - sum(shard.pairs for shard in missing)
        advance(first.title, done, total)
        for pairs in engine(partial(job.learn, first), missing):
            done = min(done + pairs, total)
            advance(first.title, done, total)
        folder.write(first.file, first.added((work.read(name), work.where(name)) for name in names))
    return folder.read(first.file)


def _finish(folder: Folder, manifest: Manifest, shards: int, accounts: Accounts) -> Manifest:
    """Add up the markers and what the reader left out, and finish the folder.

    Writes the rejected pairs, the suspect ones and the final manifest, and removes temporary files. If no pair could be
    aligned, the run is not finished, and its shards are removed, so that a corrected corpus can be run in the folder.
    """
    counts = RunCounts(pairs=0, rejected=0, source_sentences=0, target_sentences=0, links=0, little=0, suspect=0)
    left_out = Counter(accounts.left_out)
    size, digest = 0, hashlib.sha256()
    first: Rejected | None = None
    with PendingFiles(folder) as pending:
        for number in range(shards):
            marker = read_marker(folder.inside("shards"), number)
            counts["pairs"] += marker.pairs
            counts["rejected"] += len(marker.rejected)
            counts["source_sentences"] += marker.source_sentences
            counts["target_sentences"] += marker.target_sentences
            counts["links"] += marker.links
            counts["little"] += marker.little
            counts["suspect"] += len(marker.suspect)
            size += marker.bytes
            digest.update(bytes.fromhex(marker.sha256))
            left_out.update(marker.left_out)
            left_out.update(one.why for one in marker.rejected)
            first = first or next(iter(marker.rejected), None)
            for name, listed in ((REJECTED, marker.rejected), (SUSPECTS, marker.suspect)):
                for entry in listed:
                    pending.write(name, (json.dumps(entry._asdict(), ensure_ascii=False) + "\n").encode())
        for name, number in ((REJECTED, counts["rejected"]), (SUSPECTS, counts["suspect"])):
            if not number and folder.file(name) is not None:  # of an attempt that failed
                pending.remove(name)
        pending.commit()
    manifest["counts"] = counts
    manifest["accounting"] = {
        "read": dict(accounts.read),
        "pairs": counts["pairs"],
        "left_out": {why: left_out[why] for why in sorted(left_out)},
    }
    if not counts["pairs"]:
        folder.inside("shards").drop()
        folder.inside("shards").make()
        raise InputError(_why_nothing(folder, manifest, first))
    manifest["output"] = {"shards": shards, "bytes": size, "sha256": digest.hexdigest()}
    manifest["complete"] = True
    write_manifest(folder, manifest)
    _tidy(folder)
    return manifest


def _why_nothing(folder: Folder, manifest: Manifest, first: Rejected | None) -> str:
    """Return why no pair could be aligned."""
    if first is None:
        return f"no pair could be aligned; {what_became_of_it(manifest)}"
    rejected = manifest["counts"]["rejected"]
    place = first.file if first.line is None else f"{first.file}:{first.line}"
    was = "it was rejected" if rejected == 1 else f"{rejected:,} were rejected, the first one"
    return f"no pair could be aligned; {was} because: {place}: {first.reason}; see {folder.where(REJECTED)}"


def _tidy(folder: Folder) -> None:
    """Remove temporary files; if that fails, the finished run is still good."""
    with suppress(InputError):
        remove_leftovers(folder)
        folder.inside("work").drop()


def _is_complete(folder: Folder, manifest: Manifest) -> bool:
    """Tell whether all shards of a finished run are there."""
    shards = folder.inside("shards")
    return all(_is_made(shards, number) for number in range(manifest["output"]["shards"]))


def _is_made(shards: Folder, number: int) -> bool:
    """Tell whether a shard has its marker, and records of the size that the marker gives."""
    records = shards.file(records_name(number))
    if records is None or shards.file(marker_name(number)) is None:
        return False
    try:
        return records.size == read_marker(shards, number).bytes
    except FormatError:  # truncated by a power failure
        return False
