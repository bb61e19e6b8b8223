"""Counts of what is right, which add over documents, files, shards and machines.

The measures, each with precision, recall, F1 and F0.5:

    links        n-to-m links, correct only if both sides match exactly; also by kind (1-1, 1-N, N-1, N-N)
    pairs        sentence pairs: the cells of the alignment against the annotated pairs
    paragraphs   pairs of paragraphs
    strict, lax  as vecalign's scorer defines them: strict is an exact match; lax requires only that gold aligns some
                 source sentence of the link with some target sentence of it. For precision, each unaligned sentence is
                 a null alignment, correct if it is unaligned in gold too; for recall, predicted and gold swap roles,
                 and nulls do not count

Links and pairs are also counted without those whose two texts are identical, which any method finds.

`Scorer` and `score` count one document, `score_documents` the documents of a method. How reliable a difference is,
`resampling` estimates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from vicinal.aligning import aligned_by
from vicinal.alignment import Alignment
from vicinal.errors import InputError, check_workers
from vicinal.evaluation.counts import ALL_MEASURES as ALL_MEASURES
from vicinal.evaluation.counts import CHANGED as CHANGED
from vicinal.evaluation.counts import MEASURES as MEASURES
from vicinal.evaluation.counts import Counts as Counts
from vicinal.evaluation.counts import Scores as Scores
from vicinal.evaluation.counts import total_of as total_of
from vicinal.evaluation.folds import aligners
from vicinal.evaluation.scorer import Predicted as Predicted
from vicinal.evaluation.scorer import Scorer as Scorer
from vicinal.evaluation.spreading import spread
from vicinal.gold import Gold


def score(gold: Gold, predicted: Predicted | Alignment) -> Scores:
    """Return the scores of the prediction for one gold document: each measure that the gold has.

    Raises:
        InputError: An alignment is of other sentences than the gold.
    """
    return Scorer(gold).score(predicted)


def score_documents(
    gold: Sequence[Gold],
    method: str | Callable[..., Any],
    settings: Mapping[str, Any] | None = None,
    *,
    folds: int = 5,
    workers: int = 1,
    progress: Callable[[], None] = lambda: None,
    problem: Callable[[str], None] = lambda _: None,
) -> list[Scores]:
    """Align every gold document with a method and return the scores of each document.

    A supervised method without a model is cross-validated (`evaluation.folds`): each document is aligned by a model
    fitted on the other folds, which share no text with its own.

    A document that the method cannot align, such as one without words, is scored as an empty prediction.

    Args:
        gold: The documents.
        method: A method's name, or an aligner.
        settings: The method's settings.
        folds: The largest number of folds to cross-validate a supervised method over.
        workers: How many processes to use at most, if it takes more than a second.
        progress: Called after each document.
        problem: Called with the reason for each document that cannot be aligned.

    Raises:
        SettingError: The given model was fitted on one of the documents, or there are too few to cross-validate.
    """
    return score_settings(
        gold, method, [settings or {}], folds=folds, workers=workers, progress=progress, problem=problem
    )[0]


def score_settings(
    gold: Sequence[Gold],
    method: str | Callable[..., Any],
    settings: Sequence[Mapping[str, Any]],
    *,
    folds: int = 5,
    fitted: dict[frozenset[int], Any] | None = None,
    without: int | None = None,
    workers: int = 1,
    progress: Callable[[], None] = lambda: None,
    problem: Callable[[str], None] = lambda _: None,
) -> list[list[Scores]]:
    """Return what `score_documents` returns, for each of several settings; `tune` tries them.

    Each document is aligned with all settings at once: what does not depend on them is done once, where the method can
    do that, and what was found before is not scored again.

    Args:
        gold: The documents.
        method: A method's name, or an aligner.
        settings: The settings to score; they differ in tunable ones (those in the method's GRID) only.
        folds: The largest number of folds to cross-validate a supervised method over.
        fitted: Fitted methods by the folds left out, filled on first use; pass it again, with the same gold, to try
            other tunable settings without refitting.
        without: A fold that no model may be fitted on, in addition to the document's own.
        workers: How many processes to use at most, if it takes more than a second.
        progress: Called after each document of each setting.
        problem: Called with the reason whenever a document cannot be aligned.

    Raises:
        SettingError: The given model was fitted on one of the documents, or there are too few to cross-validate.
    """
    check_workers(workers)
    fitted = {} if fitted is None else fitted
    tried = [list(aligners(gold, method, dict(own), folds, fitted, without)) for own in settings]
    scores: list[list[Scores]] = [[] for _ in settings]
    for found in spread(_scored, list(zip(gold, zip(*tried, strict=True), strict=True)), workers):
        for own, (one, failure) in zip(scores, found, strict=True):
            if failure is not None:
                problem(failure)
            own.append(one)
            progress()
    return scores


def _scored(
    work: tuple[Gold, Sequence[Callable[..., Any]]],
) -> list[tuple[Scores, str | None]]:
    """Align a document with some aligners; return the scores of each, and why it could not align, if so."""
    gold, tried = work
    scorer = Scorer(gold)
    found: list[tuple[Scores, str | None]] = []
    for alignment in _aligned(tried, gold):
        if isinstance(alignment, InputError):
            reason = f"{gold.id}: {str(alignment).removeprefix(f'{gold.id}: ')}"
            found.append((scorer.score(Predicted()), reason))
        else:
            found.append((scorer.score(alignment), None))
    return found


def _aligned(tried: Sequence[Callable[..., Any]], gold: Gold) -> Iterator[Alignment | InputError]:
    """Yield what each aligner finds; the error if it cannot align the document."""
    kind: Any = type(tried[0])
    if len(tried) > 1 and hasattr(kind, "align_each") and all(type(one) is kind for one in tried):
        try:
            yield from kind.align_each(tried, gold.source, gold.target)
        except InputError as error:
            yield from (error for _ in tried)
        return
    for one in tried:
        try:
            yield aligned_by(one, gold.source, gold.target)
        except InputError as error:
            yield error
