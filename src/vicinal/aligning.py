"""Align: one pair (`align`), or many of them on all cores (`align_many`).

Texts in any form become Documents here, and names and settings become aligners. The methods are in `methods/`; the
paper's is `methods/vicinity.py`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from vicinal.alignment import Aligner, Alignment
from vicinal.errors import SettingError
from vicinal.methods import DEFAULT, aligner_for
from vicinal.methods.vicinity import Vicinity
from vicinal.text.document import Document, documents_of
from vicinal.text.reading import Reading
from vicinal.text.segment import warn_without_rules

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Version = str | Document | Iterable[Iterable[str]]

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
        source: The first version, usually the original: text, a Document, or a list of paragraphs of sentences. How
            text is split into paragraphs and sentences is recognised, once for both versions.
        target: The second version, usually the simpler one.
        method: The name of a method (`vicinal methods` lists them), or an Aligner of your own.
        language: The language code of versions given as text; it selects the sentence rules.
        **settings: Settings of the method: `sentence_alpha=0.2` for `vicinity`, the method of Paetzold & Specia (2016);
            `caution=0.5` for `global`, the default. `vicinal methods NAME` describes those of a method.

    Raises:
        SettingError: The method or a setting is unknown or out of range.
        InputError: A document has no words.

    >>> alignment = align("Cats purr when they are happy. Dogs bark.", "Dogs bark.")
    >>> [(link.source, link.target) for link in alignment.sentences]
    [((1,), (0,))]
    """
    aligner = aligner_for(method, settings)
    return aligner(*as_documents((source, target), language))


def as_documents(versions: Sequence[Version], language: str | None) -> list[Document]:
    """Return versions of a document, given in any form, as Documents; those given as text are all read alike."""
    texts = [version for version in versions if isinstance(version, str)]
    reading = Reading(language)
    if texts:
        warn_without_rules(reading.language)
    read = iter(documents_of(texts, reading, [None] * len(texts)))
    return [next(read) if isinstance(version, str) else _as_document(version, language) for version in versions]


def _as_document(version: Document | Iterable[Iterable[str]], language: str | None) -> Document:
    return version if isinstance(version, Document) else Document(version, language=language)


def align_many(
    pairs: Iterable[tuple[Version, Version]],
    method: str | Aligner = DEFAULT,
    *,
    workers: int = 1,
    language: str | None = None,
    **settings: Any,
) -> Iterator[Alignment]:
    """Align many pairs of documents and yield the alignments, in the order of the pairs.

    Pairs are read as needed; only a few more than are being aligned are held in memory. Results are the same for any
    number of workers. Where the compiled kernel aligns, workers are threads, which share the documents; otherwise they
    are processes.

    Args:
        pairs: Source and target of each pair, each as `align` takes them.
        method: The name of a method, or an Aligner of your own.
        workers: How many pairs to align at the same time.
        language: The language code of versions given as text; it selects the sentence rules.
        **settings: Settings of the method.

    Raises:
        SettingError: The method or a setting is unknown or out of range, or workers is less than 1.
        InputError: A pair cannot be aligned; those before it have been yielded.

    >>> pairs = [("Cats purr.", "Cats purr."), ("Dogs bark.", "Birds sing.")]
    >>> [len(alignment.sentences) for alignment in align_many(pairs, workers=2)]
    [1, 0]
    """
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise SettingError(f"workers must be a whole number of at least 1, not {workers!r}")
    aligner = aligner_for(method, settings)
    return _one_by_one(pairs, aligner, language) if workers == 1 else _pooled(pairs, aligner, language, workers)


def _one_by_one(
    pairs: Iterable[tuple[Version, Version]], aligner: Aligner, language: str | None
) -> Iterator[Alignment]:
    for source, target in pairs:
        yield aligner(*as_documents((source, target), language))


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
    pairs = [as_documents((source, target), language) for source, target in chunk]
    if isinstance(aligner, Vicinity):
        return aligner.align_all([(source, target) for source, target in pairs])
    return [aligner(source, target) for source, target in pairs]
