"""What finding the sentences of plain text costs, beside aligning them: python benchmarks/speed_segment.py.

For each set of gold pairs, and for a book made of the sample articles: documents are joined to plain text, with blank
lines between paragraphs, and read again, once as prose in a known language and once with all defaults. "v" is the
processor time of `vicinity` on the same pairs, already split; all take turns in each round.
"""

from __future__ import annotations

from measured import Figure, gold_sets, in_turns, ratios, table
from synthetic import alignable
from vicinal import Document, Vicinity
from vicinal.gold import Gold

BOOK = 5000  # sentences a side


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> list[Figure]:
    """Return what reading the texts of each set and of a book takes, in v."""
    pairs = {name: [(one.source, one.target) for one in found] for name, found in gold.items()}
    source, target = alignable(BOOK)
    book = [(Document(source.paragraphs, language="en"), Document(target.paragraphs, language="en"))]
    return [figure for name, each in {**pairs, "book": book}.items() for figure in _of_pairs(name, each, rounds)]


def _of_pairs(name: str, pairs: list[tuple[Document, Document]], rounds: int) -> list[Figure]:
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

    took = in_turns({"v": vicinity, "prose": prose, "all defaults": defaults}, rounds)
    return [
        Figure("sentences", way, name, "v", ratios(took[way], took["v"]), note=_rate(characters, min(took[way])))
        for way in ("prose", "all defaults")
    ]


def _rate(characters: int, seconds: float) -> str:
    return f"{characters / seconds / 1e6:.0f} million characters a second"


if __name__ == "__main__":
    print(table(measure(gold_sets())))
