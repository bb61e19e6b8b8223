"""Compare: score several methods on the same gold; `vicinal.compare` for programs.

`vicinal compare` runs each method in a process of its own, to measure its time and memory (`method_runs`). Here an
aligner can be any function, so everything runs in this process unless workers are asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from vicinal.alignment import Aligner
from vicinal.errors import SettingError, VicinalError, check_choice
from vicinal.evaluation.evaluating import (
    Evaluation,
    GivenPrediction,
    Missing,
    Progress,
    empty_note,
    evaluated,
    measure_row,
    prediction_name,
)
from vicinal.evaluation.given_gold import GivenGold, gold_given
from vicinal.evaluation.resampling import randomisation
from vicinal.evaluation.score_rows import in_columns
from vicinal.wording import many


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Mapping[str, Evaluation]):
    """The evaluations of several methods on the same gold, by name, in the order in which they were given.

    `compare` returns it. It is used like a dictionary; `print(comparison)` shows a table, the best method first.

    Attributes:
        evaluations: The evaluations, by name.
    """

    evaluations: Mapping[str, Evaluation]

    def __getitem__(self, name: str) -> Evaluation:
        return self.evaluations[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.evaluations)

    def __len__(self) -> int:
        return len(self.evaluations)

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures that the gold has: "links", "pairs" and the others that `Scores` describes."""
        return next(iter(self.values())).measures

    def best(self, measure: str = "links") -> str:
        """Return the name of the method with the highest F1 of a measure; of equal ones, the first.

        Args:
            measure: One of `measures`.

        Raises:
            SettingError: The gold does not have the measure.
        """
        return self._ranked(measure)[0]

    def chance(self, name: str, measure: str = "links") -> float:
        """Return how probable it is that chance alone makes a method differ from the best one as much as it does.

        It is the p-value of a paired randomisation test of F1, over documents: 1 for the best method itself, and for
        all methods if there is one document only.

        Args:
            name: The method.
            measure: One of `measures`.

        Raises:
            SettingError: The method was not compared, or the gold does not have the measure.
        """
        check_choice("method of this comparison:", name, self)
        best = self.best(measure)
        if name == best:
            return 1.0
        first, second = (tuple(self[one].documents.values()) for one in (name, best))
        return randomisation(first, second, measure)

    def rows(self, measure: str = "links") -> list[dict[str, Any]]:
        """Return a plain dictionary for each method, the best first, for pandas, polars or datasets.

        A row is that of `Evaluation.rows` for the measure, with `chance`: the p-value of the difference to the best.

        Args:
            measure: One of `measures`.

        Raises:
            SettingError: The gold does not have the measure.
        """
        return [
            {**measure_row(self[name], measure), "chance": self.chance(name, measure)} for name in self._ranked(measure)
        ]

    def _ranked(self, measure: str) -> list[str]:
        check_choice("measure", measure, self.measures)
        return sorted(self, key=lambda name: -self[name].scores[measure].f1)

    def __repr__(self) -> str:
        measure = self.measures[0]
        figures = ", ".join(f"{name} {self[name].scores[measure].f1:.3f}" for name in self._ranked(measure))
        return f"<Comparison by F1 of {measure}: {figures}>"

    def __str__(self) -> str:
        measure = self.measures[0]
        documents = many(next(iter(self.values())).scores.documents, "document")
        others = [name for name in ("pairs", "paragraphs", "lax") if name in self.measures and name != measure]
        rows = [["", "P", "R", "F1", "95% of F1", "p", *others]]
        for place, row in enumerate(self.rows(measure)):
            figures = [f"{row[score]:.3f}" for score in ("precision", "recall", "f1")]
            interval = "-" if row["low"] is None else f"{row['low']:.3f}-{row['high']:.3f}"
            chance = f"{row['chance']:.3f}" if place else "best"
            scores = self[row["name"]].scores
            rows.append([row["name"], *figures, interval, chance, *(f"{scores[one].f1:.3f}" for one in others)])
        notes = [f"{name}: {empty_note(one)}" for name, one in self.items() if one.empty]
        return "\n".join([f"{documents}, ranked by F1 of {measure}", *in_columns(rows), *notes])


def compare(
    gold: GivenGold,
    methods: Iterable[str | os.PathLike[str] | Aligner] | Mapping[str, GivenPrediction],
    *,
    missing: Missing = "error",
    folds: int = 5,
    workers: int = 1,
    progress: Progress | None = None,
) -> Comparison:
    """Score several methods, aligners of your own, files or alignments on the same gold.

    Methods that are given by their names have their defaults; for other settings, give objects:
    `{"careful": vicinal.Global(caution=0.9), "default": "global"}`. Methods run one after the other. `vicinal compare`
    also measures time and memory.

    Args:
        gold: As `evaluate` takes it.
        methods: Names of methods, aligners and files; or a dictionary of what `evaluate` can score, by names to show.
        missing: What to do about gold documents that a file or alignments say nothing about, as for `evaluate`.
        folds: The largest number of folds to cross-validate supervised methods over.
        workers: How many processes to use at most to align the documents, as for `evaluate`.
        progress: Called after each document of each method, with how many are done and how many there are.

    Raises:
        InputError: As for `evaluate`; the message begins with the name of the method.
        SettingError: Likewise; or there is no method, or two have the same name.

    >>> from vicinal.gold import Gold
    >>> gold = [Gold.from_links("a", ["Cats purr.", "Dogs bark."], ["Dogs bark."], [(1, 0)])]
    >>> compare(gold, ["vicinity", "global"])["global"].links.f1
    1.0
    """
    named = _named(methods)
    documents = gold_given(gold)
    found: dict[str, Evaluation] = {}
    for number, (name, predicted) in enumerate(named.items()):

        def step(done: int, _total: int, before: int = number * len(documents)) -> None:
            if progress is not None:
                progress(before + done, len(named) * len(documents))

        try:
            found[name] = replace(evaluated(documents, predicted, missing, folds, workers, step, {}), name=name)
        except VicinalError as error:
            raise type(error)(f"{name}: {str(error).removeprefix(f'{name}: ')}") from error
    return Comparison(found)


def _named(
    methods: Iterable[str | os.PathLike[str] | Aligner] | Mapping[str, GivenPrediction],
) -> Mapping[str, GivenPrediction]:
    """Return methods by name.

    Raises:
        SettingError: There are none, or they are not several, or two have the same name.
    """
    if isinstance(methods, str | os.PathLike) or not isinstance(methods, Iterable):
        raise SettingError(f"methods are a list, or a dictionary by name; found {methods!r:.80}")
    named: dict[str, GivenPrediction] = {}
    for name, one in methods.items() if isinstance(methods, Mapping) else ((prediction_name(m), m) for m in methods):
        if not isinstance(name, str):
            raise SettingError(f"the name of a method is a text; found {name!r:.60}")
        if name in named:
            raise SettingError(f"two methods are called {name!r:.60}; give a dictionary of methods by name")
        named[name] = one
    if not named:
        raise SettingError("there are no methods to compare")
    return named
