"""Runs that make all levels of an article agree: the order of the levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.toy_corpus import Toy
from vicinal import Document, align_versions
from vicinal.corpus import Limits, Pair, Processes, Shard, open_run, run

TEXTS = (
    "The old lighthouse on the island was built from granite in 1835. Three keepers lived there. Wheat rose.",
    "The lighthouse on the island was built in 1835. Three keepers lived on the island.",
    "Keepers lived there. The lighthouse was built in 1835.",
)


@dataclass(frozen=True)
class Levels:
    """One article of three levels; by default the last level appears before the second."""

    names: tuple[str, str, str]
    pairs: tuple[tuple[int, int], ...] = ((0, 2), (0, 1), (1, 2))

    def fingerprint(self) -> Any:
        return Toy().fingerprint()

    def shards(self, limits: Limits) -> Iterator[Shard]:
        yield Shard(0, len(self.pairs), ())

    def read(self, shard: Shard) -> Iterator[Pair]:
        documents = [Document.from_text(text, id=name) for text, name in zip(TEXTS, self.names, strict=True)]
        for line, (i, k) in enumerate(self.pairs, start=1):
            yield Pair(documents[i], documents[k], (self.names[i], self.names[k]), "", "levels.txt", line)


def found(corpus: Levels, folder: Path) -> dict[tuple[str, str], Any]:
    run(corpus, folder, "vicinity", engine=Processes(1), consistent=True)
    return {one.levels: one.alignment.sentences for one in open_run(folder).aligned()}


def test_numbered_levels_are_ordered_by_their_value(tmp_path: Path) -> None:
    """Level 10 comes after level 2, neither before it as a string nor where it first appears.

    A name in its place changes nothing: each text comes behind those that it simplifies.
    """
    made = found(Levels(("0", "2", "10")), tmp_path / "out")
    documents = [Document.from_text(text, id=name) for text, name in zip(TEXTS, "abc", strict=True)]
    versions = align_versions(documents, "vicinity")
    for (i, one), (k, other) in ((a, b) for a in enumerate(("0", "2", "10")) for b in enumerate(("0", "2", "10"))):
        if i < k:
            assert made[one, other] == versions.alignment(i, k).sentences
    assert made["2", "10"] == found(Levels(("0", "2", "x")), tmp_path / "named")["2", "x"]


@pytest.mark.parametrize("names", [("a", "b", "c"), ("2", "1", "x")])
def test_named_levels_are_ordered_as_they_appear(names: tuple[str, str, str], tmp_path: Path) -> None:
    made = found(Levels(names, ((0, 1), (0, 2), (1, 2))), tmp_path / "out")
    documents = [Document.from_text(text, id=name) for text, name in zip(TEXTS, "abc", strict=True)]
    versions = align_versions(documents, "vicinity")
    assert made[names[1], names[2]] == versions.alignment(1, 2).sentences


def test_numbered_levels_may_go_down(tmp_path: Path) -> None:
    """School grades: the original has the highest number."""
    made = found(Levels(("12", "7", "4"), ((0, 1), (0, 2), (1, 2))), tmp_path / "out")
    documents = [Document.from_text(text, id=name) for text, name in zip(TEXTS, "abc", strict=True)]
    versions = align_versions(documents, "vicinity")
    assert made["12", "7"] == versions.alignment(0, 1).sentences
    assert made["7", "4"] == versions.alignment(1, 2).sentences
