"""`.ladder`: hunalign's numeric ladder.

A line (a rung) has the number of source sentences and of target sentences before it, and the score of the segment that
starts there, separated by tabs. The first rung is 0 0, the last one the numbers of sentences. Rungs never cross, so a
ladder can only represent links of adjacent sentences in the same order on both sides. Other links are left out, with as
few sentences as possible (`fitting` returns the links that remain); their sentences become unaligned, which are
segments of their own with score 0.

A ladder has sentence numbers only, no text. A corpus is a file for each pair.

hunalign also prints a text form: the two sides of a segment and its score, separated by tabs. Sentences of a side are
joined by ` ~~~ `; a sentence `<p>` marks the end of a paragraph. `without_marks` and `ends` help to look such sides up
in the documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf, isfinite

from vicinal.alignment import Aligned, Alignment, assemble
from vicinal.errors import FormatError
from vicinal.lazy_pattern import pattern
from vicinal.link import Link
from vicinal.text.document import Document

_RUNG = pattern(r"([0-9]{1,9})[ \t]+([0-9]{1,9})(?:[ \t]+([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?))?[ \t]*")
_Span = tuple[int, int]
_BETWEEN, _PARAGRAPH = "~~~", "<p>"


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the rungs of the one alignment that a file holds."""
    del corpus, names
    for alignment, *_ in aligned:
        sizes = (len(alignment.source.sentences), len(alignment.target.sentences))
        yield 0, "".join(f"{x}\t{y}\t{score:.6f}\n" for x, y, score in _rungs(fitting(alignment), sizes))


def fitting(alignment: Alignment) -> list[Link]:
    """Return the links that a ladder can represent: the chain without crossings that covers the most sentences.

    Links are visited by their start in the source; each extends the best chain of links that end before it on both
    sides. A Fenwick tree holds the best chain up to each target sentence, so the time is O(n log n).
    """
    spans = [(_span(link.source), _span(link.target)) for link in alignment.sentences]
    links = sorted((rows, columns, number) for number, (rows, columns) in enumerate(spans) if rows and columns)
    best: dict[int, tuple[int, int]] = {}  # link: sentences of the best chain that ends there, its previous link
    tree = [(0, -1)] * (len(alignment.target.sentences) + 1)  # sentences of a chain, its last link
    waiting = sorted(links, key=lambda one: (one[0][1], one[2]))  # by their end, where they enter the tree
    entered = 0
    for rows, columns, number in links:
        while waiting[entered][0][1] < rows[0]:
            _enter(tree, waiting[entered][1][1], (best[waiting[entered][2]][0], waiting[entered][2]))
            entered += 1
        before = _best_up_to(tree, columns[0])
        size = rows[1] - rows[0] + columns[1] - columns[0] + 2
        best[number] = (before[0] + size, before[1])
    last = max(best, key=lambda number: (best[number][0], -number), default=-1)
    chain = []
    while last >= 0:
        chain.append(alignment.sentences[last])
        last = best[last][1]
    return chain[::-1]


def _span(indices: Sequence[int]) -> _Span | None:
    """Return the first and last of consecutive numbers; None if there are gaps."""
    first, last = min(indices), max(indices)
    return (first, last) if last - first + 1 == len(indices) == len(set(indices)) else None


def _enter(tree: list[tuple[int, int]], column: int, chain: tuple[int, int]) -> None:
    node = column + 1
    while node < len(tree):
        if chain[0] > tree[node][0]:
            tree[node] = chain
        node += node & -node


def _best_up_to(tree: list[tuple[int, int]], column: int) -> tuple[int, int]:
    """Return the longest chain that ends before a column."""
    found = tree[0]
    while column > 0:
        if tree[column][0] > found[0]:
            found = tree[column]
        column -= column & -column
    return found


def _rungs(links: Iterable[Link], sizes: tuple[int, int]) -> Iterator[tuple[int, int, float]]:
    x = y = 0
    for link in (*links, None):
        next_x, next_y = sizes if link is None else (min(link.source), min(link.target))
        yield from ((x, y, 0.0) for x in range(x, next_x))
        yield from ((next_x, y, 0.0) for y in range(y, next_y))
        if link is not None:
            yield next_x, next_y, link.score
            x, y = max(link.source) + 1, max(link.target) + 1
    yield *sizes, 0.0


def is_rung(line: str) -> bool:
    """Return whether a line can be a rung of a ladder."""
    return _RUNG.fullmatch(line) is not None


def without_marks(side: str) -> str:
    """Return a side of a line of hunalign's text without the marks of paragraphs."""
    inner = re.sub(f" {_BETWEEN} {_PARAGRAPH}(?= {_BETWEEN} |$)", "", side.strip())
    return re.sub(f"^{_PARAGRAPH}(?: {_BETWEEN} |$)", "", inner)


def ends(text: str, end: int) -> tuple[int, ...]:
    """Return where the next sentence may start after one that ends here: at once, or after hunalign's separator.

    Args:
        text: A side of a line, without white space.
        end: Where a sentence ends in it.
    """
    after = end + len(_BETWEEN)
    return (end, after) if text.startswith(_BETWEEN, end) and after < len(text) else (end,)


def parse(text: str, source: Document, target: Document) -> Alignment:
    """Return the alignment of two documents from a ladder; links without a score get 1.

    Raises:
        FormatError: The text is not a ladder, or a ladder of other documents.
    """
    rungs: list[tuple[int, int, float]] = []
    for number, line in enumerate(text.splitlines(), 1):
        match = _RUNG.fullmatch(line.strip())
        if line.strip() and not match:
            raise FormatError(f"line {number}: not a rung of a ladder, such as 3<tab>2<tab>0.5: {line!r:.60}")
        if match:
            x, y = int(match[1]), int(match[2])
            if rungs and (x < rungs[-1][0] or y < rungs[-1][1]):
                raise FormatError(f"line {number}: rung {x} {y} is before the previous one")
            rungs.append((x, y, _score(match[3], number)))
    sizes = (len(source.sentences), len(target.sentences))
    if not rungs or rungs[0][:2] != (0, 0) or rungs[-1][:2] != sizes:
        raise FormatError(f"a ladder of these documents goes from 0 0 to {sizes[0]} {sizes[1]}")
    links = [
        Link(tuple(range(x, next_x)), tuple(range(y, next_y)), score)
        for (x, y, score), (next_x, next_y, _) in pairwise(rungs)
        if x < next_x and y < next_y
    ]
    return assemble(source, target, links, "ladder")


def _score(text: str | None, line: int) -> float:
    try:
        score = 1.0 if text is None else float(text)
    except ValueError:
        score = inf
    if not isfinite(score):
        raise FormatError(f"line {line}: {text!r:.40} is not a score")
    return score
