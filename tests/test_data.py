"""The sample corpus: complete, built from its annotations, with every kind of link."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

from vicinal import Link
from vicinal.gold import Gold

DATA = Path(__file__).resolve().parents[1] / "data"


def test_built_files_are_up_to_date() -> None:
    done = subprocess.run([sys.executable, DATA / "build.py", "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_size(sample: list[Gold]) -> None:
    levels = {path.name for path in (DATA / "articles").glob("*.txt")}
    by_language = Counter(name.split(".")[1] for name in levels if name.split(".")[2] == "0")
    assert by_language == {"en": 8, "de": 2, "es": 1, "ja": 1}
    assert sum(1 for name in levels if ".en." in name) == 24
    assert len(levels) == 32
    assert len(sample) == 28
    for gold in sample:
        for document in (gold.source, gold.target):
            assert 15 <= len(document.sentences) <= 50
            assert len(document.paragraphs) >= 4


def test_every_kind_of_link_occurs(sample: list[Gold]) -> None:
    kinds = Counter(Link(link[0], link[1], 1.0).kind for gold in sample for link in gold.links)
    assert all(kinds[kind] >= 15 for kind in ("1-1", "1-N", "N-1", "N-N"))
    assert sum(1 for gold in sample if _longest_gap(gold, 0) >= 6) >= 5
    assert sum(1 for gold in sample if _longest_gap(gold, 1) >= 4) >= 3
    assert sum(1 for gold in sample if _crosses(gold)) >= 10
    assert sum(1 for gold in sample if gold.source.sentences[0] != gold.target.sentences[0]) >= 12
    assert sum(1 for gold in sample for link in gold.links if _texts(gold, link)[0] == _texts(gold, link)[1]) >= 30
    assert any(sentence.startswith("- ") for gold in sample for sentence in gold.target.sentences)


def test_titles_are_linked(sample: list[Gold]) -> None:
    assert all((0, 0) in gold.pairs for gold in sample)


def _texts(gold: Gold, link: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[str, str]:
    source = " ".join(gold.source.sentences[x] for x in link[0])
    return source, " ".join(gold.target.sentences[y] for y in link[1])


def _longest_gap(gold: Gold, side: int) -> int:
    """Return the length of the longest run of unaligned sentences of one side."""
    linked = {pair[side] for pair in gold.pairs}
    longest = here = 0
    for i in range(len((gold.source, gold.target)[side].sentences)):
        here = 0 if i in linked else here + 1
        longest = max(longest, here)
    return longest


def _crosses(gold: Gold) -> bool:
    """Tell whether two links cross by more than a few sentences."""
    ordered = sorted(gold.pairs)
    return any(x2 > x1 and y2 < y1 - 3 for x1, y1 in ordered for x2, y2 in ordered)
