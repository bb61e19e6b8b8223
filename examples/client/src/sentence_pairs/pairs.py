"""Align a folder of texts, and make a table of the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from vicinal import Aligner, Alignment, Failure, align_many, save_many

from .aligner import InOrder


@dataclass
class Pairs:
    """The alignments of a folder.

    Attributes:
        alignments: One for each pair of texts.
        failures: What could not be aligned, and why.
    """

    alignments: list[Alignment] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def table(self, least: float = 0.0) -> pd.DataFrame:
        """Return a row for each link with at least this score: id, kind, score and the two texts."""
        rows = [row for alignment in self.alignments for row in alignment.rows() if row["score"] >= least]
        return pd.DataFrame(rows, columns=["id", "kind", "score", "source_text", "target_text"])

    def unaligned(self) -> pd.DataFrame:
        """Return a row for each text: the share of its sentences that are in no link."""
        rows = [
            {
                "id": alignment.id,
                "source": len(alignment.unaligned_source) / max(1, len(alignment.source.sentences)),
                "target": len(alignment.unaligned_target) / max(1, len(alignment.target.sentences)),
            }
            for alignment in self.alignments
        ]
        return pd.DataFrame(rows, columns=["id", "source", "target"])

    def save(self, path: Path) -> None:
        """Write the alignments in the format that the name says, such as links.tsv or links.gold.jsonl."""
        save_many(self.alignments, path)


def read_folder(folder: Path, method: str | Aligner = InOrder(), *, workers: int = 1) -> Pairs:  # noqa: B008  (frozen)
    """Align NAME.complex.txt with NAME.simple.txt, for all names in a folder."""
    names = sorted(path.name.removesuffix(".complex.txt") for path in folder.glob("*.complex.txt"))
    found = Pairs()
    found.alignments += align_many(
        _versions(folder, names), method, ids=names, workers=workers, on_error=found.failures.append
    )
    return found


def _versions(folder: Path, names: list[str]) -> Iterator[tuple[Path, Path]]:
    for name in names:
        yield folder / f"{name}.complex.txt", folder / f"{name}.simple.txt"
