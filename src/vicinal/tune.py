"""Settings searched on gold, and how good they are on documents they were not chosen on.

Every setting of a grid is scored on every document once. The setting that is best on all documents is the one to use;
its own score flatters it. The honest figure comes from folds: for each, the setting best on the other folds is scored
on this one, and the counts are pooled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from vicinal.errors import SettingError
from vicinal.evaluate import Scores, score_documents
from vicinal.gold import Gold
from vicinal.methods import method_class


@dataclass(frozen=True)
class Trial:
    """One setting and its scores, document by document."""

    settings: Mapping[str, float]
    documents: tuple[Scores, ...]

    def over(self, numbers: Sequence[int]) -> Scores:
        """Return the scores over some documents."""
        return sum((self.documents[k] for k in numbers), Scores())


@dataclass(frozen=True)
class Tuning:
    """What a search over settings found.

    Attributes:
        method: The method's name.
        measure: What was maximised: F1 of links, pairs or paragraphs.
        trials: Every setting tried.
        best: The trial that is best on all documents.
        held_out: Scores of settings chosen without the documents they are scored on.
        chosen: The setting chosen for each fold.
    """

    method: str
    measure: str
    trials: tuple[Trial, ...]
    best: Trial
    held_out: Scores
    chosen: tuple[Mapping[str, float], ...]


def grid_of(method: str, changes: Mapping[str, Sequence[float]] | None = None) -> dict[str, tuple[float, ...]]:
    """Return the values to try for each setting of a method: its own grid, with changes."""
    grid = dict(method_class(method).GRID)
    for name, values in (changes or {}).items():
        if name not in grid:
            raise SettingError(f"method {method!r} has no setting {name!r} to tune; it has: {', '.join(grid)}")
        grid[name] = tuple(values)
    return grid


def tune(
    gold: Sequence[Gold],
    method: str,
    *,
    grid: Mapping[str, Sequence[float]] | None = None,
    settings: Mapping[str, Any] | None = None,
    measure: str = "links",
    folds: int = 5,
    progress: Callable[[], None] = lambda: None,
) -> Tuning:
    """Score every setting of a grid on gold.

    Args:
        gold: The documents.
        method: A method's name.
        grid: Values to try, by setting; by default the method's own.
        settings: Settings that are not tuned.
        measure: Whose F1 is maximised.
        folds: Document k belongs to fold k % folds.
        progress: Called after each document of each setting.
    """
    grid = grid_of(method) if grid is None else grid
    if not 2 <= folds <= len(gold):
        raise SettingError(f"tuning over {folds} folds needs from 2 folds up to one a document ({len(gold)})")
    if not any(measure in _measured(document) for document in gold):
        raise SettingError(f"the gold has no {measure} to tune on")
    trials = []
    fitted: dict[int, Any] = {}
    for values in product(*grid.values()):
        tried = dict(zip(grid, values, strict=True))
        given = {**(settings or {}), **tried}
        scores = score_documents(gold, method, given, folds=folds, fitted=fitted, progress=progress)
        trials.append(Trial(tried, tuple(scores)))
    everything = range(len(gold))
    chosen = []
    held_out = Scores()
    for fold in range(folds):
        inside = [k for k in everything if k % folds == fold]
        outside = [k for k in everything if k % folds != fold]
        winner = _best(trials, outside, measure)
        chosen.append(winner.settings)
        held_out += winner.over(inside)
    return Tuning(method, measure, tuple(trials), _best(trials, everything, measure), held_out, tuple(chosen))


def _best(trials: Sequence[Trial], numbers: Sequence[int], measure: str) -> Trial:
    """Return the trial with the highest F1 over some documents, the first of equals."""
    return max(trials, key=lambda trial: trial.over(numbers)[measure].f1)


def _measured(gold: Gold) -> tuple[str, ...]:
    sentences = ("links", "pairs", "strict", "lax") if gold.has_sentences else ()
    return (*sentences, "paragraphs") if gold.paragraphs is not None else sentences
