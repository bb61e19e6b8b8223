"""The sources of a library: a run folder, which is read in place, or gold files, which are kept in memory."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from vicinal.alignment import Aligned, Alignment, assemble, links
from vicinal.app.database import UnavailableError
from vicinal.app.edits import Edits
from vicinal.app.library import CHANGED, Library, Location, empty_library, index
from vicinal.app.pair_summary import PairSummary
from vicinal.calibration import probabilities_of
from vicinal.corpus.contract import Advance, silent
from vicinal.corpus.folders import basename, is_url
from vicinal.corpus.records import Brief
from vicinal.corpus.run_folder import Run, open_run, records_name
from vicinal.errors import InputError
from vicinal.evaluation.scores import score
from vicinal.files import read_bytes
from vicinal.gold import Gold, read_gold_lines
from vicinal.link import Link
from vicinal.methods import DEFAULT, aligner_for
from vicinal.text.document import Document
from vicinal.view.doubt import Doubt, doubt
from vicinal.wording import many

_CHUNK = 32  # gold pairs that are indexed together
_SURROGATE = re.compile("[\ud800-\udfff]")


def library_at(paths: Sequence[str], edits: Edits, advance: Advance = silent) -> Library:
    """Return the library of a run folder (or its URL), of gold files, or an empty one.

    Args:
        paths: One run folder, any number of gold files, or nothing.
        edits: The file of edits, which also holds the index.
        advance: Called with progress.

    Raises:
        InputError: There is no such run or file, or it cannot be read.
    """
    if not paths:
        return empty_library(edits)
    folders = [path for path in paths if is_url(path) or Path(path).is_dir()]
    if folders and len(paths) > 1:
        raise InputError(f"{folders[0]}: is a folder; give one run folder alone, or gold files")
    return run_library(open_run(paths[0]), edits, advance) if folders else gold_library(paths, edits, advance)


def run_library(run: Run, edits: Edits, advance: Advance = silent) -> Library:
    """Return the pairs of a finished run; its records are read where they are."""

    def summaries(shard: int) -> Iterator[tuple[PairSummary, Location]]:
        start = 0
        for brief, length in run.briefs(shard):
            yield _summary(brief, run.signature), Location(shard, start, length)
            start += length

    def read(location: Location) -> Aligned:
        try:
            return run.aligned_at(location.part, location.start, location.length)
        except InputError:
            raise UnavailableError(f"{run.shards.where(records_name(location.part))}: {CHANGED}") from None

    output = run.manifest["output"]
    number = index(edits.database, f"run {output['sha256']}", output["shards"], summaries, advance)
    return Library("run", basename(run.path), edits, number, read)


def gold_library(paths: Sequence[str | os.PathLike[str]], edits: Edits, advance: Advance = silent) -> Library:
    """Return the pairs of gold files with their links; a pair is doubtful if the default method disagrees."""
    digest = hashlib.sha256(repr(aligner_for(DEFAULT, {})).encode())
    held: list[tuple[Gold, Aligned]] = []
    for path in paths:
        digest.update(hashlib.sha256(read_bytes(path)).digest())
        held += [(gold, Aligned(_of_gold(gold), origin=basename(os.fspath(path)))) for gold in read_gold_lines(path)]
    if not held:
        raise InputError(f"{paths[0]}: has no pairs; give a gold file with at least one")

    def summaries(chunk: int) -> Iterator[tuple[PairSummary, Location]]:
        first = chunk * _CHUNK
        pairs = held[first : first + _CHUNK]
        for number, ((_, aligned), uncertain) in enumerate(zip(pairs, _disagreements(pairs), strict=True), first):
            yield PairSummary.of(aligned, uncertain), Location(number)

    chunks = -(-len(held) // _CHUNK)
    number = index(edits.database, f"gold {digest.hexdigest()}", chunks, summaries, advance)
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    return Library("gold", basename(os.fspath(paths[0])) + more, edits, number, lambda place: held[place.part][1])


def _summary(brief: Brief, signature: str) -> PairSummary:
    source, target = (
        Document.of_checked(side.paragraphs, side.id, side.language, side.headings)
        for side in (brief.source, brief.target)
    )
    links = [Link(*row) for row in brief.sentences]
    believed = probabilities_of(signature, source, target, links)
    uncertain = doubt(signature, links, sum(map(len, target.paragraphs)), believed)
    return PairSummary.of_parts(source, target, brief.levels, brief.origin, links, uncertain, brief.relatedness)


def _of_gold(gold: Gold) -> Alignment:
    """Return the gold links as an alignment; lone surrogates, which UTF-8 cannot encode, become U+FFFD."""
    source, target = (
        Document(
            [[_clean(sentence) for sentence in paragraph] for paragraph in document.paragraphs],
            _clean(gold.id),
            document.language and _clean(document.language),
            document.headings,
        )
        for document in (gold.source, gold.target)
    )
    paragraphs = None
    if not gold.has_sentences:
        paragraphs = links(sorted(gold.paragraphs or ()), lambda _xs, _ys: 1.0)
    annotated = [Link(xs, ys, 1.0) for xs, ys in sorted(gold.links)]
    return assemble(source, target, annotated, "gold", paragraphs=paragraphs, steps=())


def _disagreements(pairs: Iterable[tuple[Gold, Aligned]]) -> Iterator[Doubt]:
    """Yield 1 minus the F1 of the default method for each gold pair."""
    aligner = aligner_for(DEFAULT, {})
    for gold, _ in pairs:
        level = "links" if gold.has_sentences else "paragraphs"
        try:
            counts = score(gold, aligner(gold.source, gold.target))[level]
        except InputError:
            yield Doubt(1.0, f"The method {DEFAULT} cannot align it: the texts have no words.")
            continue
        what = "link" if gold.has_sentences else "paragraph link"
        surplus = counts.predicted - counts.correct
        others = f", and {surplus:,} other{'s' * (surplus != 1)}" if surplus else ""
        found = f"{counts.correct:,} of {many(counts.gold, 'gold ' + what)}{others}"
        if not counts.gold:
            found = f"{many(counts.predicted, what)}, the gold has none"
        reason = f"The method {DEFAULT} finds {found}."
        yield Doubt(round(1 - counts.f1, 6) if counts.predicted or counts.gold else 0.0, reason)


def _clean(text: str) -> str:
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)
