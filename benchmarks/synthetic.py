"""Documents of any length, made of the sample articles: alignable ones and unrelated ones, the same on every run."""

from __future__ import annotations

import random
import re
from pathlib import Path

from vicinal.text.document import Document

ARTICLES = sorted((Path(__file__).resolve().parent.parent / "data" / "articles").glob("*.en.0.txt"))
WORD = re.compile(r"[a-z]{5,}")


def alignable(sentences: int, seed: int = 1) -> tuple[Document, Document]:
    """Return two versions of a document of about that many sentences each.

    Articles are chained; in each copy, names of its own take the place of some words, as chapters of a book have their
    own people and places. The target leaves out some sentences and paragraphs, has some of its own, and changes words.
    """
    choose = random.Random(seed)
    texts = [Document.from_file(path, "en").paragraphs for path in ARTICLES]
    source: list[tuple[str, ...]] = []
    target: list[tuple[str, ...]] = []
    sizes = [0, 0]
    copy = 0
    while min(sizes) < sentences:
        renamed: dict[str, str] = {}
        for paragraph in texts[copy % len(texts)]:
            original = tuple(_renamed(sentence, renamed, copy, choose) for sentence in paragraph)
            simple = tuple(_edited(sentence, choose) for sentence in original if choose.random() > 0.1)
            extra = tuple(
                f"Only here is note {copy} number {choose.randrange(10**6)}." for _ in range(choose.random() < 0.1)
            )
            source.append(original)
            sizes[0] += len(original)
            if choose.random() > 0.05 and simple + extra:
                target.append(simple + extra)
                sizes[1] += len(simple + extra)
        copy += 1
    return Document(_cut(source, sentences)), Document(_cut(target, sentences))


def book(sentences: int, seed: int = 1, *, is_moved: bool = False) -> tuple[Document, Document, set[tuple[int, int]]]:
    """Return two versions of a book of about that many sentences, and the pairs of sentences that belong together.

    As `alignable`. Each article is a chapter; if some are moved, a third of them stand elsewhere in the target, three
    in a row.
    """
    choose = random.Random(seed)
    texts = [Document.from_file(path, "en").paragraphs for path in ARTICLES]
    chapters: list[tuple[list[tuple[str, ...]], list[tuple[str, ...]], list[tuple[int, int]]]] = []
    begins = [0]
    size = 0
    while size < sentences:
        renamed: dict[str, str] = {}
        source: list[tuple[str, ...]] = []
        target: list[tuple[str, ...]] = []
        pairs: list[tuple[int, int]] = []
        x = y = 0
        for paragraph in texts[len(chapters) % len(texts)]:
            source.append(tuple(_renamed(sentence, renamed, len(chapters), choose) for sentence in paragraph))
            kept = [k for k in range(len(paragraph)) if choose.random() > 0.1] if choose.random() > 0.05 else []
            if kept:
                target.append(tuple(_edited(source[-1][k], choose) for k in kept))
                pairs += [(x + k, y + place) for place, k in enumerate(kept)]
            x += len(paragraph)
            y += len(kept)
        chapters.append((source, target, pairs))
        begins.append(begins[-1] + x)
        size += y
    order = [list(range(k, min(k + 3, len(chapters)))) for k in range(0, len(chapters), 3)]
    if is_moved:
        moved = order[1::3]
        order = [chapter for k, chapter in enumerate(order) if k % 3 != 1]
        for chapter in moved:
            order.insert(choose.randrange(len(order) + 1), chapter)
    targets: list[tuple[str, ...]] = []
    truth: set[tuple[int, int]] = set()
    place = 0
    for number in (number for part in order for number in part):
        _, target, pairs = chapters[number]
        truth.update((begins[number] + x, place + y) for x, y in pairs)
        targets += target
        place += sum(map(len, target))
    return Document(paragraph for source, _, _ in chapters for paragraph in source), Document(targets), truth


def unrelated(sentences: int, seed: int = 1) -> tuple[Document, Document]:
    """Return two documents of that many sentences each that share common words only."""
    choose = random.Random(seed)
    common = ["the", "of", "and", "to", "in", "a", "was", "for", "on", "with"]

    def word(side: str) -> str:
        return choose.choice(common) if choose.random() < 0.45 else f"{side}{int(choose.paretovariate(0.6)) % 50_000}"

    def document(side: str) -> Document:
        lines = [" ".join(word(side) for _ in range(18)) for _ in range(sentences)]
        return Document([lines[k : k + 5] for k in range(0, sentences, 5)])

    return document("x"), document("y")


def _renamed(sentence: str, renamed: dict[str, str], copy: int, choose: random.Random) -> str:
    def other(match: re.Match[str]) -> str:
        word = match.group()
        if word not in renamed:
            renamed[word] = f"{word[:3]}{copy}x{len(renamed)}" if choose.random() < 0.3 else word
        return renamed[word]

    return WORD.sub(other, sentence)


def _edited(sentence: str, choose: random.Random) -> str:
    return " ".join(word if choose.random() > 0.15 else f"changed{choose.randrange(500)}" for word in sentence.split())


def _cut(paragraphs: list[tuple[str, ...]], sentences: int) -> list[tuple[str, ...]]:
    kept = []
    left = sentences
    for paragraph in paragraphs:
        if left <= 0:
            break
        kept.append(paragraph[:left])
        left -= len(paragraph)
    return kept
