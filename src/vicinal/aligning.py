"""Align: one pair (`align`), or many of them on all cores (`align_many`).

Texts in any form become Documents (`text.document`), and names and settings become aligners (`methods`). The paper's
method is `methods/vicinity.py`.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from vicinal.alignment import Aligner, Alignment
from vicinal.errors import (
    InputError,
    SettingError,
    SkippedWarning,
    VicinalError,
    check_workers,
    lost_worker,
    warn_caller,
)
from vicinal.given_pairs import Pair, numbered_pairs, portable
from vicinal.methods import DEFAULT, aligner_for, name_of
from vicinal.text.document import Document, Version, documents_given
from vicinal.text.reading import Reading
from vicinal.wording import many

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

_CHUNK = 32  # pairs a worker takes at a time, so that handing them over costs little


def align(
    source: Version,
    target: Version,
    method: str | Aligner = DEFAULT,
    *,
    language: str | None = None,
    **settings: Any,
) -> Alignment:
    """Align two versions of a document.

    Args:
        source: The first version, usually the original: text, a `pathlib.Path`, a Document, a list of sentences, or a
            list of paragraphs of sentences. How texts and files are split into paragraphs and sentences is recognised,
            once for both versions.
        target: The second version, usually the simpler one.
        method: The name of a method (`vicinal methods` lists them), or an Aligner: one of our classes, or your own.
        language: The language code of versions given as text or file; it selects the sentence rules.
        **settings: Settings of the method: `sentence_alpha=0.2` for `vicinity`, the method of Paetzold & Specia (2016);
            `caution=0.5` for `global`, the default. `vicinal methods NAME` describes those of a method.

    Raises:
        SettingError: The method or a setting is unknown or out of range.
        InputError: A document has no words, a file cannot be read, or a text is the name of a file.

    >>> alignment = align("Cats purr when they are happy. Dogs bark.", "Dogs bark.")
    >>> [(link.source, link.target) for link in alignment.sentences]
    [((1,), (0,))]
    """
    return aligned_by(aligner_for(method, settings), *documents_given((source, target), language))


def aligned_by(aligner: Aligner, source: Document, target: Document) -> Alignment:
    """Return what an aligner finds; runs call this, too.

    Raises:
        SettingError: It is not an alignment.
    """
    found = aligner(source, target)
    if not isinstance(found, Alignment):
        raise SettingError(
            f"{name_of(aligner)} returned {found!r:.60}, not an Alignment; Alignment.from_links makes one of links"
        )
    return found


@dataclass(frozen=True)
class Failure:
    """A pair that could not be aligned: what `on_error` of `align_many` is called with.

    Attributes:
        index: The place of the pair, counted from 0.
        id: The id of the pair, if ids were given.
        error: Why it could not be aligned.
    """

    index: int
    id: str | None
    error: Exception

    def __str__(self) -> str:
        """Return the place of the pair and the reason, in one line."""
        name = "" if self.id is None else f" ({self.id!r:.60})"
        return f"pairs[{self.index}]{name}: {self.error}"


OnError: TypeAlias = Literal["raise", "skip"] | Callable[[Failure], object]


def align_many(
    pairs: Iterable[tuple[Version, Version]],
    method: str | Aligner = DEFAULT,
    *,
    workers: int = 1,
    ids: Iterable[str | int] | None = None,
    on_error: OnError = "raise",
    language: str | None = None,
    **settings: Any,
) -> Iterator[Alignment]:
    """Align many pairs of documents and yield the alignments, in the order of the pairs.

    Pairs are read as needed; only a few more than are being aligned are held in memory. Results are the same for any
    number of workers. Where compiled code aligns, workers are threads, which share the documents; otherwise they are
    processes.

    Args:
        pairs: Source and target of each pair, each as `align` takes them.
        method: The name of a method, or an Aligner of your own.
        workers: How many pairs to align at the same time.
        ids: An id for each pair, which becomes that of its alignment and of its two documents.
        on_error: What to do about a pair that cannot be read or aligned. "raise" raises its error, after all pairs
            before it have been yielded. "skip" leaves the pair out; when all are done, one SkippedWarning tells how
            many were. A function is called with a Failure, in the order of the pairs, and the pair is left out.
        language: The language code of versions given as text or file; it selects the sentence rules.
        **settings: Settings of the method.

    Raises:
        SettingError: The method or a setting is unknown or out of range, or workers is less than 1.
        InputError: A pair cannot be aligned, or there are not as many ids as pairs.

    Warns:
        SkippedWarning: With `on_error="skip"`, pairs were left out.

    >>> pairs = [("Cats purr.", "Cats purr."), ("Dogs bark.", "Birds sing.")]
    >>> [(alignment.id, len(alignment.sentences)) for alignment in align_many(pairs, ids=["a", "b"], workers=2)]
    [('a', 1), ('b', 0)]
    """
    check_workers(workers)
    if on_error not in ("raise", "skip") and not callable(on_error):
        raise SettingError(f"on_error must be 'raise', 'skip' or a function, not {on_error!r:.80}")
    if isinstance(pairs, str) or not isinstance(pairs, Iterable):
        raise InputError(f"pairs must be a list of pairs of versions, not {pairs!r:.80}")
    if ids is not None and (isinstance(ids, str) or not isinstance(ids, Iterable)):
        raise InputError(f"ids must be a list with an id for each pair, not {ids!r:.80}")
    aligner = aligner_for(method, settings)
    numbered = numbered_pairs(pairs, ids, Reading(language).language)
    found = _one_by_one(numbered, aligner, language) if workers == 1 else _pooled(numbered, aligner, language, workers)
    return _without_failures(found, on_error)


def _without_failures(found: Iterator[Alignment | Failure], on_error: OnError) -> Iterator[Alignment]:
    """Yield the alignments; failures are raised, counted or handed over."""
    count, skipped, first = 0, 0, None
    for count, one in enumerate(found, start=1):  # noqa: B007  (used after the loop)
        if isinstance(one, Alignment):
            yield one
        elif on_error == "raise":
            raise _located(one)
        elif on_error == "skip":
            skipped += 1
            first = first or one
        else:
            on_error(one)
    if skipped:
        were = "was" if skipped == 1 else "were"
        what = f"{skipped:,} of {many(count, 'pair')} could not be aligned and {were} left out; the first: {first}"
        warn_caller(what, SkippedWarning)


def _located(failure: Failure) -> Exception:
    """Return the error of a pair; one of ours says which pair it is."""
    if not isinstance(failure.error, InputError):
        return failure.error
    located = type(failure.error)(str(failure))
    located.__cause__ = failure.error
    return located


def _one_by_one(pairs: Iterable[Pair], aligner: Aligner, language: str | None) -> Iterator[Alignment | Failure]:
    for pair in pairs:
        yield _tried(pair, aligner, language)


def _tried(pair: Pair, aligner: Aligner, language: str | None) -> Alignment | Failure:
    """Return the alignment of a pair, or why there is none."""
    try:
        return aligned_by(aligner, *pair.documents(language))
    except Exception as error:  # noqa: BLE001  (on_error decides)
        return Failure(pair.index, pair.id, error)


def _pooled(
    pairs: Iterator[Pair], aligner: Aligner, language: str | None, workers: int
) -> Iterator[Alignment | Failure]:
    from concurrent.futures.process import BrokenProcessPool

    waiting: deque[Future[list[Alignment | Failure]]] = deque()
    pool, in_processes = _pool(aligner, workers)
    ending: Exception | None = None
    try:
        while True:
            while len(waiting) < 2 * workers and ending is None:
                chunk, ending = _chunk(pairs)
                if not chunk:
                    break
                waiting.append(pool.submit(_align_chunk, chunk, aligner, language, in_processes))
            if not waiting:
                break
            yield from waiting.popleft().result()
        if ending is not None:
            raise ending
    except BrokenProcessPool:
        raise lost_worker() from None
    finally:
        pool.shutdown(cancel_futures=True)


def _chunk(pairs: Iterator[Pair]) -> tuple[list[Pair], Exception | None]:
    """Return the next pairs, and the error of the program that gives them, which is raised after their alignments."""
    chunk: list[Pair] = []
    try:
        chunk.extend(islice(pairs, _CHUNK))
    except Exception as error:  # noqa: BLE001  (any error of theirs)
        return chunk, error
    return chunk, None


def _pool(aligner: Aligner, workers: int) -> tuple[Executor, bool]:
    """Return what runs the chunks, and whether it is processes."""
    import pickle
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    if _in_compiled_code(aligner):
        return ThreadPoolExecutor(workers), False
    try:
        pickle.dumps(aligner)
    except Exception:  # noqa: BLE001  (a pickle may fail in any way)
        raise SettingError(f"{aligner!r} cannot be sent to other processes; use workers=1") from None
    return ProcessPoolExecutor(workers), True


def _in_compiled_code(aligner: Aligner) -> bool:
    """Tell whether an aligner takes batches of pairs and holds the interpreter's lock for little of its time."""
    from vicinal.methods.global_.method import Global
    from vicinal.methods.vicinity import Vicinity

    if isinstance(aligner, Global):
        return aligner.is_compiled and aligner.meaning is None
    return isinstance(aligner, Vicinity) and aligner.is_compiled


def _align_chunk(
    chunk: Sequence[Pair], aligner: Aligner, language: str | None, in_processes: bool
) -> list[Alignment | Failure]:
    batches: Any = aligner
    if _in_compiled_code(aligner):
        try:
            return [*batches.align_all([pair.documents(language) for pair in chunk])]
        except Exception:  # noqa: BLE001, S110  (a pair that fails alone tells why)
            pass
    found = [_tried(pair, aligner, language) for pair in chunk]
    return [_sent(one) for one in found] if in_processes else found


def _sent(one: Alignment | Failure) -> Alignment | Failure:
    """Return what another process sends: a failure tells in a note where an error of another kind than ours arose."""
    if isinstance(one, Alignment):
        return one
    if sys.version_info >= (3, 11) and not isinstance(one.error, VicinalError):
        import traceback

        one.error.add_note("".join(traceback.format_exception(one.error)).rstrip())
    return Failure(one.index, one.id, portable(one.error))
