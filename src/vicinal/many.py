"""Many pairs at once: ordered, lazy, in bounded memory, on as many cores as wanted."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from vicinal.align import Aligner, Vicinity, as_document
from vicinal.alignment import Alignment
from vicinal.document import Document
from vicinal.errors import SettingError

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Version = str | Document | Iterable[Iterable[str]]

_CHUNK = 32  # pairs a worker takes at a time, so that handing them over costs little


def align_many(
    pairs: Iterable[tuple[Version, Version]],
    method: str | Aligner = "vicinity",
    *,
    workers: int = 1,
    language: str | None = None,
    **settings: Any,
) -> Iterator[Alignment]:
    """Align many pairs of documents and yield the alignments, in the order of the pairs.

    Pairs are read as they are needed, and only a few more than are being worked on are held at a time. The results
    are the same whatever the number of workers. Where the compiled kernel does the work, workers are threads, which
    share the documents and need not copy anything; else they are processes.

    Args:
        pairs: Source and target of each pair, each as `align` takes them.
        method: The name of a method, or an Aligner of your own.
        workers: How many pairs to work on at a time.
        language: The language code of texts that are still to be split into sentences.
        **settings: Settings of the method.

    Raises:
        SettingError: The method or a setting is not known, or out of range, or workers is not at least 1.
        InputError: A pair cannot be aligned; those before it have been yielded.

    >>> pairs = [("Cats purr.", "Cats purr."), ("Dogs bark.", "Birds sing.")]
    >>> [len(alignment.sentences) for alignment in align_many(pairs, workers=2)]
    [1, 0]
    """
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise SettingError(f"workers must be a whole number of at least 1, not {workers!r}")
    if isinstance(method, str):
        from vicinal.methods import aligner_named

        aligner: Aligner = aligner_named(method, **settings)
    elif settings:
        raise SettingError(f"settings ({', '.join(settings)}) go with a method's name, not with an aligner")
    else:
        aligner = method
    return _one_by_one(pairs, aligner, language) if workers == 1 else _pooled(pairs, aligner, language, workers)


def _one_by_one(
    pairs: Iterable[tuple[Version, Version]], aligner: Aligner, language: str | None
) -> Iterator[Alignment]:
    for source, target in pairs:
        yield aligner(as_document(source, language), as_document(target, language))


def _pooled(
    pairs: Iterable[tuple[Version, Version]], aligner: Aligner, language: str | None, workers: int
) -> Iterator[Alignment]:
    waiting: deque[Future[list[Alignment]]] = deque()
    chunks = iter(pairs)
    pool = _pool(aligner, workers)
    try:
        while True:
            while len(waiting) < 2 * workers and (chunk := list(islice(chunks, _CHUNK))):
                waiting.append(pool.submit(_align_chunk, chunk, aligner, language))
            if not waiting:
                return
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(aligner: Aligner, workers: int) -> Executor:
    import pickle
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    if isinstance(aligner, Vicinity) and aligner.is_compiled:
        return ThreadPoolExecutor(workers)
    try:
        pickle.dumps(aligner)
    except (pickle.PicklingError, AttributeError, TypeError):
        raise SettingError(f"{aligner!r} cannot be sent to other processes; use workers=1") from None
    return ProcessPoolExecutor(workers)


def _align_chunk(chunk: list[tuple[Version, Version]], aligner: Aligner, language: str | None) -> list[Alignment]:
    pairs = [(as_document(source, language), as_document(target, language)) for source, target in chunk]
    if isinstance(aligner, Vicinity):
        return aligner.align_all(pairs)
    return [aligner(source, target) for source, target in pairs]
