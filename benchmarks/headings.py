"""How many links of `global` join a heading with prose, in a corpus whose headings are marked.

    python benchmarks/headings.py SOURCES TARGETS [--list]

Two folders with German files of the same names, one sentence a line, blank lines between paragraphs, headings marked
with `==`. All pairs are aligned twice: with headings taken for prose, and known as headings. `--list` prints
the links between headings with their scores.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from vicinal.alignment import Alignment
from vicinal.methods.global_.method import Global
from vicinal.text.document import Document


def document(path: Path) -> Document:
    """Return a file as a document, read as users read it."""
    return Document.from_file(path, "de", split="lines")


def kinds(alignment: Alignment, source: Document, target: Document) -> Iterator[str]:
    """Yield for each link what it joins: headings, prose, or both."""
    for link in alignment.sentences:
        found = {x in source.heading_sentences for x in link.source}
        found |= {y in target.heading_sentences for y in link.target}
        yield "mixed" if len(found) > 1 else "headings" if found.pop() else "prose"


def main() -> None:
    """Print the links of each kind, before and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", type=Path)
    parser.add_argument("targets", type=Path)
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    before: Counter[str] = Counter()
    after: Counter[str] = Counter()
    headings: Counter[str] = Counter()
    aligner = Global()
    for path in sorted(given.sources.iterdir()):
        source, target = document(path), document(given.targets / path.name)
        headings += Counter(source=len(source.headings), target=len(target.headings))
        unmarked = (Document(side.paragraphs, side.id) for side in (source, target))
        before.update(kinds(aligner(*unmarked), source, target))
        known = aligner(source, target)
        found = list(kinds(known, source, target))
        after.update(found)
        for link, kind in zip(known.sentences, found, strict=True):
            if given.list and kind == "headings":
                print(f"{link.score:.2f}", path.name, *known.texts(link), sep="\t")
    print(f"headings: {headings['source']:,} and {headings['target']:,}")
    for name, counts in (("taken for prose", before), ("known", after)):
        print(f"{name:16}", *(f"{counts[kind]:6,} {kind}" for kind in ("mixed", "headings", "prose")))


if __name__ == "__main__":
    main()
