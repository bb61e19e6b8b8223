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

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vicinal.aligning import align
from vicinal.alignment import Alignment
from vicinal.errors import InputError
from vicinal.evaluation.counts import ALL_MEASURES as ALL_MEASURES
from vicinal.evaluation.counts import CHANGED as CHANGED
from vicinal.evaluation.counts import MEASURES as MEASURES
from vicinal.evaluation.counts import Counts as Counts
from vicinal.evaluation.counts import Scores as Scores
from vicinal.evaluation.counts import total_of as total_of
from vicinal.evaluation.folds import aligners
from vicinal.evaluation.scorer import Predicted as Predicted
from vicinal.evaluation.scorer import Scorer as Scorer
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
    fitted: dict[frozenset[int], Any] | None = None,
    without: int | None = None,
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
        fitted: Fitted methods by the folds left out, filled on first use; pass it again, with the same gold, to try
            other tunable settings without refitting.
        without: A fold that no model may be fitted on, in addition to the document's own.
        progress: Called after each document.
        problem: Called with the reason for each document that cannot be aligned.

    Raises:
        SettingError: The given model was fitted on one of the documents, or there are too few to cross-validate.
    """
    scores = []
    found = aligners(gold, method, dict(settings or {}), folds, fitted, without)
    for document, aligner in zip(gold, found, strict=True):
        try:
            predicted: Predicted | Alignment = align(document.source, document.target, aligner)
        except InputError as error:
            predicted = Predicted()
            problem(f"{document.id}: {str(error).removeprefix(f'{document.id}: ')}")
        scores.append(score(document, predicted))
        progress()
    return scores
