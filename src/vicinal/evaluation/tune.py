"""Search settings on gold, and estimate how good they are on other documents.

Every setting of a grid is scored on every document. The setting that is best on all documents is the one to use, but
its own score is biased upwards. The unbiased estimate comes from folds (`evaluation.folds`: no text is in two of them):
the setting that is best on the other folds is scored on this one, and the counts are pooled.

A supervised method is refitted for this, so that a fold does not influence the choice of its own setting: to choose,
the documents of each other fold are aligned by a model fitted without their own fold and without the fold to score;
then that fold is scored with a model fitted on all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from vicinal.errors import SettingError
from vicinal.evaluation.counts import added
from vicinal.evaluation.folds import fold_of, is_fitted_here
from vicinal.evaluation.scores import Scores, score_settings, total_of
from vicinal.gold import Gold
from vicinal.methods import method_class, settings_of


@dataclass(frozen=True)
class Trial:
    """One setting and its scores, document by document."""

    settings: Mapping[str, float]
    documents: tuple[Scores, ...]

    def over(self, numbers: Sequence[int]) -> Scores:
        """Return the scores over some documents."""
        return total_of(self.documents[k] for k in numbers)

    def f1(self, numbers: Sequence[int], measure: str) -> float:
        """Return the F1 of a measure over some documents."""
        return added(self.documents[k][measure] for k in numbers).f1


@dataclass(frozen=True)
class Tuning:
    """The result of a search over settings.

    Attributes:
        method: The method's name.
        measure: The measure whose F1 was maximised.
        trials: Every setting tried.
        best: The trial that is best on all documents.
        held_out: The scores of settings chosen without the documents they are scored on.
        chosen: The setting chosen for each fold.
    """

    method: str
    measure: str
    trials: tuple[Trial, ...]
    best: Trial
    held_out: Scores
    chosen: tuple[Mapping[str, float], ...]


def grid_of(method: str, changes: Mapping[str, Sequence[float]] | None = None) -> dict[str, tuple[float, ...]]:
    """Return the values to try for each setting of a method: its own grid, with changes.

    Raises:
        SettingError: A setting cannot be tuned, or a value is not of the setting's type.
    """
    return {**method_class(method).GRID, **_checked(method, changes or {})}


def _checked(method: str, grid: Mapping[str, Sequence[float]]) -> dict[str, tuple[float, ...]]:
    """Return a grid with values of the type of each setting's default."""
    known, defaults = method_class(method).GRID, settings_of(method)
    for name, values in grid.items():
        if name not in known:
            raise SettingError(f"method {method!r} has no setting {name!r} to tune; it has: {', '.join(known)}")
        if not values:
            raise SettingError(f"{name}: give at least one value to try")
        for value in values:
            if isinstance(defaults[name], int) and not float(value).is_integer():
                raise SettingError(f"{name} must be a whole number, not {value!r}")
    return {name: tuple(type(defaults[name])(value) for value in values) for name, values in grid.items()}


def tune(
    gold: Sequence[Gold],
    method: str,
    *,
    grid: Mapping[str, Sequence[float]] | None = None,
    settings: Mapping[str, Any] | None = None,
    measure: str = "links",
    folds: int = 5,
    workers: int = 1,
    progress: Callable[[], None] = lambda: None,
    problem: Callable[[str], None] = lambda _: None,
) -> Tuning:
    """Score every setting of a grid on gold.

    Args:
        gold: The documents.
        method: A method's name.
        grid: Values to try, by setting; defaults to the method's own.
        settings: Settings that are not tuned.
        measure: The measure whose F1 is maximised.
        folds: The largest number of folds.
        workers: How many processes to use at most, if it takes more than a second.
        progress: Called after each document of each setting, `rounds_of` times.
        problem: Called with the reason whenever a document cannot be aligned.

    Raises:
        SettingError: A setting cannot be tuned, or there are too few documents for it.
    """
    settings = settings or {}
    grid = grid_of(method) if grid is None else _checked(method, grid)
    parts = fold_of(gold, folds)
    rounds_of(gold, method, settings, folds)
    if not any(measure in _measured(document) for document in gold):
        raise SettingError(f"the gold has no {measure} to tune on")
    fitted: dict[frozenset[int], Any] = {}

    settings_tried = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]

    def tried(without: int | None) -> list[Trial]:
        found = score_settings(
            gold,
            method,
            [{**settings, **own} for own in settings_tried],
            folds=folds,
            fitted=fitted,
            without=without,
            workers=workers,
            progress=progress,
            problem=problem,
        )
        return [Trial(own, tuple(scores)) for own, scores in zip(settings_tried, found, strict=True)]

    trials = tried(None)
    chosen = []
    held_out = Scores()
    for fold in range(max(parts) + 1):
        unaware = tried(fold) if is_fitted_here(method, settings) else trials
        winner = _best(unaware, [k for k, part in enumerate(parts) if part != fold], measure)
        chosen.append(winner.settings)
        held_out += winner.over([k for k, part in enumerate(parts) if part == fold])
    best = _best(trials, range(len(gold)), measure)
    return Tuning(method, measure, tuple(trials), best, held_out, tuple(chosen))


def rounds_of(gold: Sequence[Gold], method: str, settings: Mapping[str, Any], folds: int) -> int:
    """Return how often each document is aligned with each setting: once, and once more per fold if models are fitted.

    Raises:
        SettingError: There are too few folds to fit, to choose and to score on different ones.
    """
    if not is_fitted_here(method, settings):
        return 1
    count = max(fold_of(gold, folds)) + 1
    if count < 3:
        raise SettingError(
            f"tuning the supervised method {method!r} needs 3 or more folds (to fit, to choose and to score on "
            f"different texts), not {count}; give more documents or folds, or a model"
        )
    return 1 + count


def _best(trials: Sequence[Trial], numbers: Sequence[int], measure: str) -> Trial:
    """Return the trial with the highest F1 over some documents (ties: the first)."""
    return max(trials, key=lambda trial: trial.f1(numbers, measure))


def _measured(gold: Gold) -> tuple[str, ...]:
    sentences = ("links", "pairs", "strict", "lax") if gold.has_sentences else ()
    return (*sentences, "paragraphs") if gold.paragraphs is not None else sentences
