"""Where the pairs of a library come from: a run folder, which is read in place, or gold files, which are held."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from vicinal.alignment import Aligned, Alignment, Link, assemble, links
from vicinal.app.database import UnavailableError
from vicinal.app.edits import Edits
from vicinal.app.library import CHANGED, Advance, Library, Place, empty_library, index
from vicinal.app.pair_summary import Entry, entry_of, pair_key
from vicinal.corpus.records import LinkRow, Version, decode
from vicinal.corpus.runs import Run, open_run
from vicinal.corpus.shard import records_name
from vicinal.corpus.store import folder_at, is_url, last_name
from vicinal.errors import FormatError, InputError
from vicinal.evaluate.scores import score
from vicinal.files import read_bytes
from vicinal.gold import Gold, read_gold
from vicinal.methods.vicinity import Vicinity
from vicinal.text.document import Document
from vicinal.view.doubt import doubt

_CHUNK = 32  # gold pairs that are indexed in one go
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Brief(msgspec.Struct, frozen=True, gc=False):
    """What the index needs of a record; the rest of its line is passed over."""

    levels: tuple[str, str]
    origin: str
    source: Version
    target: Version
    sentences: tuple[LinkRow, ...]


_BRIEF = msgspec.json.Decoder(_Brief)


def library_at(paths: Sequence[str], edits: Edits, advance: Advance | None = None) -> Library:
    """Return the library of a run folder (or its URL), of gold files, or of nothing.

    Args:
        paths: One run folder, or any number of gold files, or nothing.
        edits: The file of edits, which also holds the index.
        advance: Called with what is being done, how much of it is done and how much there is.

    Raises:
        InputError: There is no such run or file, or it cannot be read.
    """
    advance = advance or _silent
    if not paths:
        return empty_library(edits)
    folders = [path for path in paths if is_url(path) or Path(path).is_dir()]
    if folders and len(paths) > 1:
        raise InputError(f"{folders[0]}: is a folder among other files; give one run folder, or gold files")
    return run_library(open_run(paths[0]), edits, advance) if folders else gold_library(paths, edits, advance)


def run_library(run: Run, edits: Edits, advance: Advance | None = None) -> Library:
    """Return the pairs of a finished run; its records stay where they are."""
    shards = folder_at(run.path).inside("shards")

    def entries(shard: int) -> Iterator[tuple[Entry, Place]]:
        name, start = records_name(shard), 0
        with shards.open(name) as file:
            for count, line in enumerate(file, 1):
                try:
                    yield _brief_entry(line), Place(shard, start, len(line))
                except (msgspec.DecodeError, UnicodeDecodeError) as error:
                    raise FormatError(f"{shards.where(name)}:{count}: is no record of a run: {error}") from None
                start += len(line)

    def read(place: Place) -> Aligned:
        name = records_name(place.part)
        try:
            with shards.open(name) as file:
                file.seek(place.start)
                return decode(file.read(place.length), run.signature)
        except (OSError, InputError):
            raise UnavailableError(f"{shards.where(name)}: {CHANGED}") from None

    output = run.manifest["output"]
    number = index(edits.database, f"run {output['sha256']}", output["shards"], entries, advance or _silent)
    return Library("run", last_name(run.path), edits, number, read)


def gold_library(paths: Sequence[str | os.PathLike[str]], edits: Edits, advance: Advance | None = None) -> Library:
    """Return the pairs of gold files with the links that people made; doubtful is where the default method differs."""
    digest = hashlib.sha256(repr(Vicinity()).encode())
    held: list[tuple[Gold, Aligned]] = []
    for path in paths:
        digest.update(hashlib.sha256(read_bytes(path)).digest())
        held += [(gold, Aligned(_of_gold(gold), origin=last_name(os.fspath(path)))) for gold in read_gold(path)]
    if not held:
        raise InputError(f"{paths[0]}: has no pairs; there is nothing to show")

    def entries(chunk: int) -> Iterator[tuple[Entry, Place]]:
        first = chunk * _CHUNK
        pairs = list(islice(held, first, first + _CHUNK))
        for place, ((_, aligned), uncertain) in enumerate(zip(pairs, _disagreements(pairs), strict=True), first):
            yield entry_of(aligned, uncertain), Place(place)

    chunks = -(-len(held) // _CHUNK)
    number = index(edits.database, f"gold {digest.hexdigest()}", chunks, entries, advance or _silent)
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    return Library("gold", last_name(os.fspath(paths[0])) + more, edits, number, lambda place: held[place.part][1])


def _brief_entry(line: bytes) -> Entry:
    brief = _BRIEF.decode(line)
    source, target = (Document.of_checked(side.paragraphs, side.id) for side in (brief.source, brief.target))
    names = [name for name in dict.fromkeys((source.id, target.id)) if name is not None]
    sizes = [sum(map(len, side.paragraphs)) for side in (source, target)]
    return Entry(
        key=pair_key(source, target),
        id=" / ".join(names) or None,
        source_level=brief.levels[0],
        target_level=brief.levels[1],
        origin=brief.origin,
        doubt=doubt([Link(*row) for row in brief.sentences], sizes[1]),
        source_sentences=sizes[0],
        target_sentences=sizes[1],
        links=len(brief.sentences),
    )


def _of_gold(gold: Gold) -> Alignment:
    """Return what people annotated as an alignment; a lone surrogate, which UTF-8 cannot hold, becomes U+FFFD."""
    source, target = (
        Document(
            [[_clean(sentence) for sentence in paragraph] for paragraph in document.paragraphs],
            _clean(gold.id),
            document.language and _clean(document.language),
        )
        for document in (gold.source, gold.target)
    )
    paragraphs = None
    if not gold.has_sentences:
        paragraphs = links(sorted(gold.paragraphs or ()), lambda _xs, _ys: 1.0)
    annotated = [Link(xs, ys, 1.0) for xs, ys in sorted(gold.links)]
    return assemble(source, target, annotated, "gold", paragraphs=paragraphs, steps=())


def _disagreements(pairs: Iterable[tuple[Gold, Aligned]]) -> Iterator[float]:
    """Yield, for each gold pair, how far the default method's alignment is from it: 1 less its F1."""
    aligner = Vicinity()
    for gold, _ in pairs:
        try:
            found = aligner(gold.source, gold.target)
        except InputError:  # no words
            yield 1.0
            continue
        counts = score(gold, found)["links" if gold.has_sentences else "paragraphs"]
        yield round(1 - counts.f1, 6) if counts.predicted or counts.gold else 0.0


def _clean(text: str) -> str:
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _silent(what: str, done: int, total: int) -> None:
    """Say nothing."""
