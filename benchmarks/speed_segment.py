"""What finding the sentences of plain text costs, beside aligning them.

    python benchmarks/speed_segment.py

For each set of gold pairs, and for a book made of the sample articles: documents are joined to plain text, with blank
lines between paragraphs, and read again, once as prose in a known language and once with all defaults. "v" is the
processor time of `vicinity` on the same pairs, already split; all take turns in each round.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from synthetic import alignable
from vicinal import Document, Vicinity
from vicinal.gold import Gold, read_gold_lines

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "gold"
BOOK = 5000  # sentences a side
WAYS = ("prose", "defaults")


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> dict[str, Any]:
    """Return, for each set and a book, what reading its texts takes: in seconds, in v, and in characters a second.

    Args:
        gold: Gold pairs by the name of their set.
        rounds: How often all is measured; each round has its own v.
    """
    pairs = {name: [(one.source, one.target) for one in found] for name, found in gold.items()}
    source, target = alignable(BOOK)
    pairs["book"] = [(Document(source.paragraphs, language="en"), Document(target.paragraphs, language="en"))]
    return {name: _of_pairs(found, rounds) for name, found in pairs.items()}


def _of_pairs(pairs: list[tuple[Document, Document]], rounds: int) -> dict[str, Any]:
    documents = [document for pair in pairs for document in pair]
    texts = [("\n\n".join(map(" ".join, one.paragraphs)), one.language) for one in documents]
    characters = sum(len(text) for text, _ in texts)
    align = Vicinity()

    def prose() -> None:
        for text, language in texts:
            Document.from_text(text, language, split="prose")

    def defaults() -> None:
        for text, _ in texts:
            Document.from_text(text)

    def vicinity() -> None:
        for source, target in pairs:
            align(source, target)

    found: dict[str, Any] = {"documents": len(documents), "characters": characters}
    seconds: dict[str, list[float]] = {"v": [], "prose": [], "defaults": []}
    for _ in range(rounds):
        for name, run in (("v", vicinity), ("prose", prose), ("defaults", defaults)):
            seconds[name].append(_best(run))
    found["v"] = {"seconds": seconds["v"]}
    for way in WAYS:
        found[way] = {
            "seconds": seconds[way],
            "v": [took / v for took, v in zip(seconds[way], seconds["v"], strict=True)],
            "mb_a_second": [characters / took / 1e6 for took in seconds[way]],
        }
    return found


def _best(run: Callable[[], None], times: int = 3) -> float:
    """Return the processor time of the fastest of a few runs."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


def main() -> None:
    """Measure the development gold beside the repository, else the sample corpus, and print a table."""
    files = sorted(SHARED.glob("*_dev.jsonl")) or sorted((ROOT / "data" / "gold").glob("*.jsonl"))
    found = measure({path.stem: list(read_gold_lines(path)) for path in files})
    print(f"{'set':28}{'reading':10}{'v':>18}{'MB a second':>18}")
    for name, rows in found.items():
        for way in WAYS:
            times, rates = sorted(rows[way]["v"]), sorted(rows[way]["mb_a_second"])
            spread = [f"{values[0]:.1f} to {values[-1]:.1f}" for values in (times, rates)]
            print(f"{name:28}{way:10}{spread[0]:>18}{spread[1]:>18}")


if __name__ == "__main__":
    main()
