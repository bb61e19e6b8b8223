"""Folds of gold documents and the aligner of each, so that no model is scored on texts it was fitted on.

One article can be in several pairs: with two simpler versions, or in a chain from one level to the next. Pairs that
share a text on either side, directly or through others, form a group that is never split. Groups go to the folds in
turn, in order of first appearance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from vicinal.alignment import Aligner, connected
from vicinal.errors import SettingError
from vicinal.gold import Gold
from vicinal.methods import METHODS, aligner_for, is_supervised, method_class, name_of
from vicinal.methods.learned.training import digest
from vicinal.signature import signature_of
from vicinal.text.document import Document
from vicinal.wording import many


def fold_of(gold: Sequence[Gold], folds: int) -> list[int]:
    """Return the fold of each document, from 0; there are at most as many folds as groups.

    Raises:
        SettingError: There are fewer than two folds or groups.
    """
    if folds < 2:
        raise SettingError(f"folds must be 2 or more, not {folds}")
    texts: dict[str, int] = {}
    stands_in = [
        (number, texts.setdefault(_text(document), len(texts)))
        for number, pair in enumerate(gold)
        for document in (pair.source, pair.target)
    ]
    groups = connected(stands_in)
    if len(groups) < 2:
        raise SettingError(
            f"cross-validation needs 2 or more groups of documents that share no text with each other; the {len(gold)} "
            f"given form {len(groups)}"
        )
    fold = {number: k % folds for k, (numbers, _) in enumerate(groups) for number in numbers}
    return [fold[number] for number in range(len(gold))]


def _text(document: Document) -> str:
    """Return a document as text to compare, without its case, spacing and paragraphs."""
    return " ".join(" ".join(document.sentences).casefold().split())


def is_fitted_here(method: str | Callable[..., Any], settings: Mapping[str, Any]) -> bool:
    """Return whether a method is fitted on the folds: it is supervised, and no model is given."""
    return isinstance(method, str) and is_supervised(method) and settings.get("model") is None


def signature_for(gold: Sequence[Gold], method: str | Aligner, settings: Mapping[str, Any], folds: int) -> str:
    """Return what was scored: the method, its settings and the version; of an aligner without a repr, its name.

    Raises:
        SettingError: The method or a setting is unknown or out of range, or there is too little to cross-validate.
    """
    aligner = aligner_for(method, settings)
    if not isinstance(method, str) and name_of(aligner) not in METHODS:
        return name_of(aligner) if " at 0x" in repr(aligner) else repr(aligner)
    signature = signature_of(aligner)
    if is_fitted_here(method, settings):
        signature += f" cross-validated over {max(fold_of(gold, folds)) + 1} folds"
    return signature


def aligners(
    gold: Sequence[Gold],
    method: str | Callable[..., Any],
    settings: dict[str, Any],
    folds: int,
    fitted: dict[frozenset[int], Any] | None = None,
    without: int | None = None,
) -> Iterator[Callable[..., Any]]:
    """Yield an aligner for each document: the method, or, if it must be fitted, one fitted on the other folds.

    Tunable settings (those in the method's GRID) affect aligning only, not fitting. `fitted` caches the fitted methods
    by the folds left out; pass it again to fit once for many settings. The fold `without` is left out too.

    Raises:
        SettingError: The given model was fitted on one of the documents, or there is too little to fit on.
    """
    if not isinstance(method, str) or not is_fitted_here(method, settings):
        aligner: Any = aligner_for(method, settings)
        name = name_of(aligner)
        if name in METHODS and is_supervised(name) and aligner.model is not None:
            _check_unseen(gold, aligner.model.trained_on)
        yield from (aligner for _ in gold)
        return
    fitted = {} if fitted is None else fitted
    grid = method_class(method).GRID
    tuned = {name: value for name, value in settings.items() if name in grid}
    fixed = {name: value for name, value in settings.items() if name not in grid}
    parts = fold_of(gold, folds)
    for part in parts:
        unseen = frozenset({part} if without is None else {part, without})
        if unseen not in fitted:
            others = [document for document, k in zip(gold, parts, strict=True) if k not in unseen]
            fitted[unseen] = method_class(method).fit(others, **fixed)
        yield replace(fitted[unseen], **tuned)


def _check_unseen(gold: Sequence[Gold], trained_on: Sequence[str]) -> None:
    seen = sum(digest(document) in trained_on for document in gold)
    if seen:
        raise SettingError(
            f"{seen:,} of {many(len(gold), 'document')} {'was' if seen == 1 else 'were'} used to fit "
            "the model; score it on others, or leave the model out to cross-validate"
        )
