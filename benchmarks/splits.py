"""How well `--split auto` and the headings of plain text are recognised: the figures of docs/reading.md.

    python benchmarks/splits.py

Gold documents are written in each layout of plain text and read again, alone and as pairs. A reading is right if the
document is the one that the true layout gives. Then the same for corpora that lie beside the repository, in the layout
of their makers, with how they are read; headings of Klexikon without their marks; and the time of the decision.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from time import process_time

from gold_sets import ROOT, SHARED
from vicinal.files import decode
from vicinal.gold import read_gold_lines
from vicinal.text.document import Document
from vicinal.text.reading import Reading, read, settled
from vicinal.text.tokens import writes_no_spaces

CORPORA = SHARED / "corpora"
GOLD = [*sorted((SHARED / "gold").glob("*.jsonl")), *sorted((ROOT / "data" / "gold").glob("*.jsonl"))]
COLUMNS = 80
LEVELS = ("Adv", "Int", "Ele")

Pair = tuple[str, ...]


def lines(document: Document) -> str:
    """Return a document with a sentence a line, and blank lines between paragraphs."""
    return "\n\n".join(map("\n".join, document.paragraphs))


def paragraphs(document: Document) -> str:
    """Return a document with a paragraph a line."""
    return "\n".join(map(_joined, document.paragraphs))


def spaced(document: Document) -> str:
    """Return a document with a paragraph a line, and blank lines between paragraphs."""
    return "\n\n".join(map(_joined, document.paragraphs))


def wrapped(document: Document) -> str:
    """Return a document with wrapped lines, and blank lines between paragraphs."""
    if is_dense(document):
        width = COLUMNS // 2
        cut = (
            "\n".join(text[i : i + width] for i in range(0, len(text), width))
            for text in map("".join, document.paragraphs)
        )
        return "\n\n".join(cut)
    return "\n\n".join(textwrap.fill(_joined(paragraph), COLUMNS) for paragraph in document.paragraphs)


def is_dense(document: Document) -> bool:
    """Tell whether a document has no spaces between words."""
    return writes_no_spaces(document.sentences[0][0])


def _joined(paragraph: tuple[str, ...]) -> str:
    return " ".join(" ".join(paragraph).split())


# Each way to write a document, and how it is to be read.
LAYOUTS: dict[Callable[[Document], str], str] = {
    lines: "lines",
    paragraphs: "paragraphs",
    spaced: "prose",
    wrapped: "prose",
}


def right(texts: Pair, language: str | None, split: str) -> bool:
    """Tell whether texts that belong together are read as they would be if the split were given."""
    auto = settled(Reading(language), texts)
    given = Reading(language, split)
    return all(read([text], auto)[0].paragraphs == read([text], given)[0].paragraphs for text in texts)


def gold_rows() -> None:
    """Print a row for each gold set: documents and pairs that are read right, by layout."""
    names = "".join(f"{layout.__name__:>24}" for layout in LAYOUTS)
    print(f"{'read right: single texts, pairs':36}{names}")
    for path in GOLD:
        pairs = list(read_gold_lines(path))
        cells = []
        for layout, split in LAYOUTS.items():
            written = [((layout(gold.source), layout(gold.target)), gold.source.language) for gold in pairs]
            single = [right((text,), language, split) for texts, language in written for text in texts]
            both = [right(texts, language, split) for texts, language in written]
            cells.append(f"{sum(single):>4}/{len(single)} {sum(both):>4}/{len(both)}")
        print(f"{path.stem:36}" + "".join(f"{cell:>24}" for cell in cells))


def corpora() -> dict[str, tuple[str, list[Pair]]]:
    """Return the corpora that can be had here, with their language, as texts that belong together."""
    alector = CORPORA / "alector"
    onestop = CORPORA / "onestop" / "Texts-SeparatedByReadingLevel"
    klexikon = CORPORA / "klexikon"
    return {
        "Alector": ("fr", [_texts(alector / f"{n}_{side}.txt" for side in ("source", "target")) for n in range(79)]),
        "OneStopEnglish": (
            "en",
            [
                _texts(onestop / f"{level}-Txt" / re.sub("adv(?=.txt)", level.lower(), path.name) for level in LEVELS)
                for path in sorted((onestop / "Adv-Txt").glob("*.txt"))
            ],
        ),
        "Klexikon": (
            "de",
            [_texts((path, klexikon / "klexikon" / path.name)) for path in sorted((klexikon / "wiki").glob("*.txt"))],
        ),
    }


def _texts(paths: Iterable[Path]) -> Pair:
    return tuple(decode(path.read_bytes(), path.name) for path in paths if path.exists())


def corpus_rows(found: dict[str, tuple[str, list[Pair]]]) -> None:
    """Print how each corpus is read: single texts, pairs (or triples), and all of it at once; and the time."""
    for name, (language, pairs) in found.items():
        single = [[settled(Reading(language), [text]).split for text in pair] for pair in pairs]
        both = [settled(Reading(language), pair).split for pair in pairs]
        all_texts = [text for pair in pairs for text in pair]
        whole = settled(Reading(language), all_texts).split
        differ = sum(1 for splits in single if len(set(splits)) > 1)
        alone = Counter(split for splits in single for split in splits)
        print(f"{name}: {len(pairs)} documents, {len(all_texts)} texts")
        print(f"  texts alone {dict(alone)}; versions that differ in {differ} documents")
        print(f"  versions together {dict(Counter(both))}; the corpus at once: {whole}")
        begun = process_time()
        readings = [settled(Reading(language), pair) for pair in pairs]
        decided = process_time()
        for pair, reading in zip(pairs, readings, strict=True):
            for text in pair:
                read([text], reading)
        print(f"  decided in {decided - begun:.2f} s, read in {process_time() - decided:.2f} s of CPU time")


def heading_rows(pairs: list[Pair]) -> None:
    """Print how many headings of Klexikon are found without their marks."""
    for side, name in enumerate(("Wikipedia", "Klexikon")):
        counts: Counter[str] = Counter()
        for pair in pairs:
            titles = set(re.findall(r"(?m)^==+ *(.*\S)", pair[side]))
            (marked,) = read([pair[side]], Reading("de", "lines"))
            (bare,) = read([re.sub(r"(?m)^==+ *", "", pair[side])], Reading("de", "lines"))
            gold = {number for number in marked.headings if marked.paragraphs[number][0] in titles}
            counts["gold"] += len(gold)
            counts["found"] += len(bare.headings)
            counts["right"] += len(gold & set(bare.headings))
        print(
            f"headings of {name} by shape: {counts['right']} of {counts['gold']} found, "
            f"{counts['found'] - counts['right']} found that are none"
        )


def main() -> None:
    """Print all figures."""
    gold_rows()
    found = corpora()
    corpus_rows(found)
    heading_rows(found["Klexikon"][1])


if __name__ == "__main__":
    main()
