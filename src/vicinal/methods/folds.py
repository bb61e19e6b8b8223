"""Which aligner aligns which gold document, so that no document is scored by a model that has seen it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from vicinal.errors import SettingError
from vicinal.gold import Gold
from vicinal.methods import aligner_named, is_supervised, method_class
from vicinal.methods.training import digest


def aligners(
    gold: Sequence[Gold],
    method: str | Callable[..., Any],
    settings: dict[str, Any],
    folds: int,
    fitted: dict[int, Any] | None = None,
) -> Iterator[Callable[..., Any]]:
    """Yield an aligner for each document: the method, or, where it must be fitted, one fitted on the other folds.

    Settings that a method can be tuned in (its GRID) matter for aligning, not for fitting: pass the same `fitted` again
    to fit once for many of them.

    Raises:
        SettingError: A given model was fitted on one of the documents, or there is too little to fit on.
    """
    if not isinstance(method, str):
        yield from (method for _ in gold)
        return
    if not is_supervised(method):
        aligner = aligner_named(method, **settings)
        yield from (aligner for _ in gold)
        return
    if settings.get("model") is not None:
        aligner = aligner_named(method, **settings)
        seen = sum(digest(document) in aligner.model.trained_on for document in gold)
        if seen:
            raise SettingError(
                f"{seen} of the {len(gold)} documents were used to fit the model; score it on others, or leave the "
                f"model out to cross-validate"
            )
        yield from (aligner for _ in gold)
        return
    if not 2 <= folds <= len(gold):
        raise SettingError(f"cross-validation over {folds} folds needs from 2 folds up to one a document ({len(gold)})")
    fitted = {} if fitted is None else fitted
    tuned = {name: value for name, value in settings.items() if name in method_class(method).GRID}
    for number in range(len(gold)):
        fold = number % folds
        if fold not in fitted:
            others = [document for k, document in enumerate(gold) if k % folds != fold]
            fixed = {name: value for name, value in settings.items() if name not in tuned}
            fitted[fold] = method_class(method).fit(others, **fixed)
        yield replace(fitted[fold], **tuned)
