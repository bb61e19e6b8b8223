"""Evaluate: score a method, an aligner, a file or alignments against gold; `vicinal.evaluate` for programs.

`vicinal evaluate` scores several files of gold and writes tables; both stand on `scores`, `predicted` and `resampling`.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias

from vicinal.alignment import Aligner, Alignment
from vicinal.errors import GoldWarning, InputError, SettingError, check_choice, check_workers
from vicinal.evaluation.folds import signature_for
from vicinal.evaluation.given_gold import GivenGold, gold_given
from vicinal.evaluation.predicted import Read, predictions_of, read_predicted
from vicinal.evaluation.resampling import Interval, intervals
from vicinal.evaluation.score_rows import SCORES, evaluation_rows, in_columns
from vicinal.evaluation.scores import Counts, Scores, score, score_documents, total_of
from vicinal.gold import Gold
from vicinal.methods import METHODS, is_supervised, name_of, settings_of
from vicinal.wording import many

GivenPrediction: TypeAlias = (
    str | os.PathLike[str] | Aligner | Alignment | Iterable[Alignment] | Mapping[str, Alignment]
)
Missing: TypeAlias = Literal["error", "empty"]
Progress: TypeAlias = Callable[[int, int], object]


@dataclass(frozen=True, repr=False)
class Evaluation:
    """The scores of a method, an aligner, a file or alignments: the total, and those of each document.

    `evaluate` returns it. `print(evaluation)` shows all measures in a table.

    Attributes:
        name: What was scored: the name of the method, of your function or class, or of the file; else "alignments".
        signature: The method with its settings and the version of Vicinal, for your records.
        documents: The scores of each gold document, by its id.
        empty: The documents that were scored as if nothing were predicted, by their ids, and why: the method could not
            align them, or there were no predictions for them and `missing="empty"` was given.
        unmatched: How many links of a file have texts that are not in the gold; they are counted as wrong.
    """

    name: str
    signature: str
    documents: Mapping[str, Scores] = field(hash=False)
    empty: Mapping[str, str] = field(default_factory=dict, hash=False)
    unmatched: int = 0

    @cached_property
    def scores(self) -> Scores:
        """The scores of all documents together: their counts are added up."""
        return total_of(self.documents.values())

    @property
    def links(self) -> Counts:
        """The counts of n-to-m links; a link is right if both sides match exactly."""
        return self.scores.links

    @property
    def pairs(self) -> Counts:
        """The counts of sentence pairs."""
        return self.scores.pairs

    @property
    def paragraphs(self) -> Counts:
        """The counts of pairs of paragraphs; all zero if the gold has none (see `measures`)."""
        return self.scores.paragraphs

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures that the gold has: "links", "pairs" and the others that `Scores` describes."""
        return tuple(self.scores.counts)

    def interval(self, measure: str = "links", score: str = "f1") -> Interval | None:
        """Return the 95% confidence interval of a score, by bootstrap over documents; None if there is one document.

        Args:
            measure: One of `measures`.
            score: "precision", "recall", "f1" or "f05".

        Raises:
            SettingError: The gold does not have the measure, or there is no such score.
        """
        check_choice("measure", measure, self.measures)
        check_choice("score", score, SCORES)
        return self._intervals([measure])[measure][score] if len(self.documents) > 1 else None

    def _intervals(self, measures: Sequence[str]) -> Mapping[str, Mapping[str, Interval]]:
        """Return the intervals of at least these measures; what was estimated before is kept."""
        new = [measure for measure in measures if measure not in self._known_intervals]
        self._known_intervals.update(intervals(tuple(self.documents.values()), new))
        return self._known_intervals

    @cached_property
    def _known_intervals(self) -> dict[str, dict[str, Interval]]:
        return {}

    def rows(self, *, documents: bool = False) -> list[dict[str, Any]]:
        """Return the scores as plain dictionaries, for pandas, polars or datasets.

        A row has `name`, `measure`, `precision`, `recall`, `f1`, `f05`, and the counts `correct`, `predicted`, `found`
        and `gold`.

        Args:
            documents: Whether to return a row for each document and measure, with the `id` of the document, instead of
                a row for each measure. Only rows of all documents have `low` and `high`, the 95% interval of F1.
        """
        if documents:
            return [
                {"name": self.name, "id": id, "measure": measure, **_counts_row(counts)}
                for id, scores in self.documents.items()
                for measure, counts in scores.counts.items()
            ]
        self._intervals(self.measures)
        return [measure_row(self, measure) for measure in self.measures]

    def __repr__(self) -> str:
        parts = [
            f"{measure} F1 {self.scores[measure].f1:.3f}"
            for measure in ("links", "pairs", "paragraphs")
            if measure in self.measures
        ]
        return f"<Evaluation of {self.name}: {many(len(self.documents), 'document')}, {', '.join(parts)}>"

    def __str__(self) -> str:
        lines = [f"{self.name}: {many(len(self.documents), 'document')}"]
        lines += in_columns(evaluation_rows(tuple(self.documents.values())))
        notes = [empty_note(self)] if self.empty else []
        notes += [_unmatched_note(self)] if self.unmatched else []
        return "\n".join((*lines, *notes, self.signature))


def empty_note(evaluation: Evaluation) -> str:
    """Return how many documents were scored as if nothing were predicted, and why the first; there is one at least."""
    first, why = next(iter(evaluation.empty.items()))
    of = f"{len(evaluation.empty)} of {many(len(evaluation.documents), 'document')}"
    return f"{of} scored as if nothing were predicted; the first: {first!r:.60}: {why:.200}"


def _unmatched_note(evaluation: Evaluation) -> str:
    count = evaluation.unmatched
    have = "has texts that are" if count == 1 else "have texts that are"
    return f"{many(count, 'predicted link')} {have} not in the gold; counted as wrong"


def evaluate(
    gold: GivenGold,
    predicted: GivenPrediction,
    *,
    missing: Missing = "error",
    folds: int = 5,
    workers: int = 1,
    progress: Progress | None = None,
    **settings: Any,
) -> Evaluation:
    """Score a method, an aligner of your own, a file of links, or alignments against gold.

    A supervised method that is given by its name, without a model, is cross-validated: each document is aligned by a
    model that was fitted on others, which share no text with it.

    Args:
        gold: The name of a file, as `read_gold` reads it; Gold objects; or several of these.
        predicted: What to score:
            the name of a method (`vicinal methods` lists them), or an Aligner;
            the name of a file with links, in any format that `vicinal evaluate --predicted` reads;
            or alignments: one, several, or a dictionary of alignments by id. They belong to the gold documents with
            their ids; alignments without an id, to those with their texts. White space may differ.
        missing: What to do about gold documents that a file or the alignments say nothing about: "error" raises an
            error, "empty" scores them as if nothing were predicted.
        folds: The largest number of folds to cross-validate a supervised method over.
        workers: How many processes to use at most to align the documents. They are started only if there is work left
            after a second; the results are the same. As always with processes, a script then needs
            `if __name__ == "__main__":` around what it does.
        progress: Called after each document, with how many are done and how many there are.
        **settings: Settings of the method, as `align` takes them.

    Raises:
        InputError: Gold or predictions cannot be read, or do not fit each other: an id that the gold does not have, two
            alignments of a document, none, or one of other sentences.
        SettingError: The method or a setting is unknown, out of range or not for this; a given model was fitted on one
            of the documents; or there are too few documents to cross-validate.

    Warns:
        GoldWarning: Some documents could not be aligned and are scored as if nothing were predicted; or links of a file
            have texts that are not in the gold, and are counted as wrong.

    >>> gold = Gold.from_links("a", ["Cats purr.", "Dogs bark."], ["Dogs bark."], [(1, 0)])
    >>> evaluate(gold, "global").links.f1
    1.0
    """
    step = progress or (lambda _done, _total: None)
    return evaluated(gold_given(gold), predicted, missing, folds, workers, step, settings)


def evaluated(
    gold: Sequence[Gold],
    predicted: GivenPrediction,
    missing: Missing,
    folds: int,
    workers: int,
    progress: Progress,
    settings: Mapping[str, Any],
) -> Evaluation:
    """Return what `evaluate` returns, of gold that was read; callers: `evaluate` and `compare`."""
    check_choice("value of missing:", missing, ("error", "empty"))
    check_workers(workers)
    if isinstance(predicted, str) and predicted in METHODS:
        return _of_method(gold, predicted, folds, workers, progress, settings)
    if not isinstance(predicted, str | os.PathLike | Alignment | Mapping) and callable(predicted):
        return _of_method(gold, predicted, folds, workers, progress, settings)
    if settings:
        raise SettingError(f"settings ({', '.join(settings)}) go with a method's name, not with predictions")
    found = _of_predictions(gold, predicted, missing)
    progress(len(gold), len(gold))
    return found


def prediction_name(predicted: GivenPrediction) -> str:
    """Return what a prediction is called: the name of a method, of an aligner's class or function, or of a file."""
    if isinstance(predicted, str) and predicted in METHODS:
        return predicted
    if isinstance(predicted, str | os.PathLike):
        return Path(predicted).name
    if isinstance(predicted, Alignment | Mapping) or not callable(predicted):
        return "alignments"
    return name_of(predicted)


def measure_row(evaluation: Evaluation, measure: str) -> dict[str, Any]:
    """Return the row of a measure, as `Evaluation.rows` and `Comparison.rows` have it."""
    low, high = evaluation.interval(measure) or (None, None)
    counts = _counts_row(evaluation.scores[measure])
    return {"name": evaluation.name, "measure": measure, **counts, "low": low, "high": high}


def _counts_row(counts: Counts) -> dict[str, Any]:
    return {name: getattr(counts, name) for name in (*SCORES, "correct", "predicted", "found", "gold")}


def _of_method(
    gold: Sequence[Gold],
    method: str | Aligner,
    folds: int,
    workers: int,
    progress: Progress,
    settings: Mapping[str, Any],
) -> Evaluation:
    """Align the gold documents and score what is found; an aligner that must be fitted is cross-validated."""
    name = prediction_name(method)
    if not isinstance(method, str) and name in METHODS and is_supervised(name) and getattr(method, "model", 0) is None:
        settings = {key: getattr(method, key) for key in settings_of(name)} | dict(settings)
        method = name
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        progress(done, len(gold))

    empty: dict[str, str] = {}

    def problem(message: str) -> None:
        id = gold[done].id
        empty[id] = message.removeprefix(f"{id}: ")

    signature = signature_for(gold, method, settings, folds)
    scores = score_documents(gold, method, settings, folds=folds, workers=workers, progress=step, problem=problem)
    documents = {one.id: found for one, found in zip(gold, scores, strict=True)}
    evaluation = Evaluation(name, signature, documents, empty)
    if empty:
        warnings.warn(f"{name}: {empty_note(evaluation)}", GoldWarning, stacklevel=4)
    return evaluation


def _of_predictions(gold: Sequence[Gold], predicted: Any, missing: Missing) -> Evaluation:
    """Score a file or alignments."""
    name = prediction_name(predicted)
    if isinstance(predicted, str | os.PathLike):
        found, signature = _read(predicted, gold), name
    else:
        given = [predicted] if isinstance(predicted, Alignment) else predicted
        if not isinstance(given, Iterable):
            raise InputError(f"predicted is a method, an aligner, a file or alignments; found {predicted!r:.80}")
        found = predictions_of(given, gold)
        several = len(found.signatures) > 1
        signature = f"{len(found.signatures)} methods or settings" if several else "".join(found.signatures)
    if found.without and missing == "error":
        some = ", ".join(f"{id!r:.60}" for id in found.without[:3]) + " ..." * (found.missing > 3)
        raise InputError(
            f"{name}: nothing is predicted for {found.missing} of {many(len(gold), 'gold document')}: {some}; give "
            "their alignments, or say missing='empty' to score these documents as if nothing were found"
        )
    documents = {one.id: score(one, links) for one, links in zip(gold, found.predictions, strict=True)}
    empty = dict.fromkeys(found.without, "nothing is predicted")
    evaluation = Evaluation(name, signature, documents, empty, found.unmatched)
    if found.unmatched:
        warnings.warn(f"{name}: {_unmatched_note(evaluation)}", GoldWarning, stacklevel=4)
    return evaluation


def _read(path: str | os.PathLike[str], gold: Sequence[Gold]) -> Read:
    """Read a file of links; a name that is neither that of a file nor of a method is an error that says so."""
    if isinstance(path, str) and not Path(path).exists():
        raise InputError(f"{path!r:.80} is neither a file nor a method; the methods are {', '.join(METHODS)}")
    return read_predicted(path, gold)
