"""Measure: how good are the links, compared with those of a person?"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from vicinal import Aligner, Alignment, Gold, Link, TfIdf, align, compare, evaluate, read_gold

from .aligner import InOrder


def compared(gold: Path) -> pd.DataFrame:
    """Return a row for each of four aligners, the best first, with the scores of its links."""
    aligners: dict[str, str | Aligner] = {
        "beginnings": InOrder(),
        "words": InOrder(similarity=TfIdf()),
        "vicinity": "vicinity",
        "global": "global",
    }
    return pd.DataFrame(compare(gold, aligners).rows(), columns=["name", "precision", "recall", "f1", "chance"])


def is_good_enough(gold: Path, least: float, method: str | Aligner = "global") -> bool:
    """Tell whether a method reaches an F1 of links: for a test, so that no change makes it worse unnoticed."""
    return evaluate(gold, method).links.f1 >= least


def mistakes(gold: Path, method: str | Aligner = "global") -> pd.DataFrame:
    """Return a row for each link that is only in the gold, "missed", or only predicted, "wrong"."""
    rows = [row for document in read_gold(gold) for row in _mistakes(document, method)]
    return pd.DataFrame(rows, columns=["id", "mistake", "source_text", "target_text"])


def _mistakes(gold: Gold, method: str | Aligner) -> list[tuple[str, str, str, str]]:
    alignment = align(gold.source, gold.target, method)
    predicted = {(link.source, link.target) for link in alignment.sentences}
    missed = [(gold.id, "missed", *_texts(alignment, *link)) for link in sorted(gold.links - predicted)]
    return missed + [(gold.id, "wrong", *_texts(alignment, *link)) for link in sorted(predicted - gold.links)]


def _texts(alignment: Alignment, source: tuple[int, ...], target: tuple[int, ...]) -> tuple[str, str]:
    return alignment.texts(Link(source, target, 1.0))
