"""Build the sample corpus from its annotated articles.

Each file `annotated/{slug}.{lang}.txt` holds one article at all its reading levels. A line is

    labels | sentence

where the labels name the pieces of information the sentence carries (`-`: nothing that another level has). A blank
line ends a paragraph, `=== 0` starts level 0 (the original), `=== 1` the next simpler one, and lines before the first
level that begin with `#` say what the article shows. Two sentences of different levels that share a label say the
same thing: that is the hand-made gold. Gold for any two levels follows from it, and can never contradict itself
between them.

Running this script writes, beside itself,

    articles/{slug}.{lang}.{level}.txt    the text as a reader would have it
    gold/{lang}.jsonl                     one line a pair of levels: sentences, links, sentence pairs, paragraph links

`python build.py --check` writes nothing and fails when those files are out of date; `--kinds` prints what kinds of
links each pair of levels holds.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

from vicinal.alignment import connected
from vicinal.link import Cell, Link

HERE = Path(__file__).resolve().parent
LIST_MARKERS = ("- ", "・")
NO_SPACES = {"ja", "zh"}

Sentence = tuple[frozenset[str], str]
Level = list[list[Sentence]]


class AnnotationError(Exception):
    """An annotated article that breaks the rules above."""


def read_annotated(path: Path) -> list[Level]:
    """Return the levels of one article, each a list of paragraphs of (labels, sentence)."""
    levels: list[Level] = []
    new_paragraph = True
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        where = f"{path.name}:{number}"
        if line.startswith("==="):
            if line != f"=== {len(levels)}":
                raise AnnotationError(f"{where}: expected '=== {len(levels)}', found {line!r}")
            levels.append([])
            new_paragraph = True
        elif not line.strip():
            new_paragraph = True
        elif not levels:
            if not line.startswith("#"):
                raise AnnotationError(f"{where}: only # lines may stand before '=== 0'")
        else:
            labels, bar, text = line.partition(" | ")
            if not bar or not labels.strip() or text != text.strip() or not text:
                raise AnnotationError(f"{where}: expected 'labels | sentence', found {line!r}")
            if new_paragraph:
                levels[-1].append([])
                new_paragraph = False
            levels[-1][-1].append((frozenset(labels.split()) - {"-"}, text))
    _check_labels(path, levels)
    return levels


def _check_labels(path: Path, levels: list[Level]) -> None:
    seen = Counter[str]()
    for level in levels:
        seen.update({label for paragraph in level for labels, _ in paragraph for label in labels})
    alone = sorted(label for label, count in seen.items() if count == 1)
    if alone:
        raise AnnotationError(f"{path.name}: labels of one level only (a typo, or use '-'): {' '.join(alone)}")
    for number, level in enumerate(levels):
        size = sum(map(len, level))
        if not 15 <= size <= 50 or len(level) < 4:
            raise AnnotationError(f"{path.name}: level {number} has {size} sentences in {len(level)} paragraphs")


def as_text(level: Level, lang: str) -> str:
    """Return one level as running text: a paragraph a line, list items on lines of their own."""
    space = "" if lang in NO_SPACES else " "
    paragraphs = []
    for paragraph in level:
        text = ""
        for _, sentence in paragraph:
            item = sentence.startswith(LIST_MARKERS)
            text += ("\n" if item else space if text else "") + sentence
        paragraphs.append(text)
    return "\n\n".join(paragraphs) + "\n"


def shared(source: list[frozenset[str]], target: list[frozenset[str]]) -> list[Cell]:
    """Return the index pairs whose label sets have a label in common."""
    return [(i, j) for i, a in enumerate(source) for j, b in enumerate(target) if a & b]


def sentence_pairs(levels: list[Level], a: int, b: int) -> list[Cell]:
    """Return the sentence pairs of two levels that say the same thing."""
    source, target = ([labels for paragraph in levels[n] for labels, _ in paragraph] for n in (a, b))
    return shared(source, target)


def paragraph_pairs(levels: list[Level], a: int, b: int) -> list[Cell]:
    """Return the paragraph pairs of two levels that have such a sentence pair."""
    empty: frozenset[str] = frozenset()
    source, target = ([empty.union(*(labels for labels, _ in p)) for p in levels[n]] for n in (a, b))
    return shared(source, target)


def gold_line(slug: str, lang: str, levels: list[Level], a: int, b: int) -> dict[str, object]:
    """Return the gold record of levels a and b of an article."""
    pairs = sentence_pairs(levels, a, b)
    return {
        "id": f"{slug}.{lang}.{a}-{b}",
        "lang": lang,
        "source": [[text for _, text in paragraph] for paragraph in levels[a]],
        "target": [[text for _, text in paragraph] for paragraph in levels[b]],
        "gold": connected(pairs),
        "gold_pairs": pairs,
        "gold_paragraphs": connected(paragraph_pairs(levels, a, b)),
    }


def kinds(name: object, levels: list[Level], a: int, b: int) -> str:
    """Return a line with the kinds of links between two levels, and how many sentences are unaligned."""
    links = [Link(xs, ys, 1.0) for xs, ys in connected(sentence_pairs(levels, a, b))]
    sides = [sum(map(len, levels[n])) for n in (a, b)]
    alone = (sides[0] - sum(len(link.source) for link in links), sides[1] - sum(len(link.target) for link in links))
    counts = ", ".join(f"{n} {kind}" for kind, n in sorted(Counter(link.kind for link in links).items()))
    largest = max(links, key=lambda link: len(link.source) + len(link.target))
    return (
        f"{name}: {sides[0]} x {sides[1]} sentences; {counts}; unaligned {alone[0]} / {alone[1]}; "
        f"largest {largest.source} {largest.target}; paragraphs {connected(paragraph_pairs(levels, a, b))}"
    )


def build(annotated: list[Path], show_kinds: bool) -> dict[Path, str]:
    """Return the text of every file the annotated articles give."""
    files: dict[Path, str] = {}
    gold: dict[str, list[str]] = {}
    for path in annotated:
        slug, lang, _ = path.name.split(".")
        levels = read_annotated(path)
        for number, level in enumerate(levels):
            files[HERE / "articles" / f"{slug}.{lang}.{number}.txt"] = as_text(level, lang)
        for a, b in combinations(range(len(levels)), 2):
            record = gold_line(slug, lang, levels, a, b)
            gold.setdefault(lang, []).append(json.dumps(record, ensure_ascii=False))
            if show_kinds:
                print(kinds(record["id"], levels, a, b))
    for lang, lines in gold.items():
        files[HERE / "gold" / f"{lang}.jsonl"] = "".join(line + "\n" for line in lines)
    return files


def main(arguments: list[str]) -> int:
    """Build, or with --check compare; return the exit code."""
    try:
        files = build(sorted((HERE / "annotated").glob("*.txt")), "--kinds" in arguments)
    except AnnotationError as error:
        print(error, file=sys.stderr)
        return 2
    if "--check" in arguments:
        stale = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
        for path in stale:
            print(f"out of date: {path.relative_to(HERE)} (run python data/build.py)", file=sys.stderr)
        return 1 if stale else 0
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
