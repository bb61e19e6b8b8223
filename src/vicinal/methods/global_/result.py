"""What the global method found, as an alignment: links with scores, and steps that say how each pair came about."""

from __future__ import annotations

from collections.abc import Sequence

from vicinal.alignment import Alignment, Cell, Link, Step, connected, paragraph_of
from vicinal.methods.global_.decoding import rounded
from vicinal.methods.global_.fourgrams import Grams
from vicinal.methods.global_.lattice import Lattice
from vicinal.text.document import Document

Group = tuple[tuple[int, ...], tuple[int, ...]]


def found(
    source: Document, target: Document, groups: Sequence[Group], lattice: Lattice, grams: Grams, signature: str
) -> Alignment:
    """Return the alignment that groups of sentences make.

    A link's score is the mean probability of its pairs. Cells and steps are in the order of the target.
    """
    sentences = tuple(Link(xs, ys, _score(lattice, xs, ys)) for xs, ys in groups)
    steps = tuple(_steps(groups, grams))
    cells = tuple(step.cell for step in steps)
    return Alignment(source, target, _paragraphs(source, target, sentences), sentences, cells, steps, signature)


def _paragraphs(source: Document, target: Document, sentences: Sequence[Link]) -> tuple[Link, ...]:
    """Return the paragraphs that links connect, scored by their best link."""
    rows, columns = paragraph_of(source), paragraph_of(target)
    between: dict[Cell, float] = {}
    for link in sentences:
        for cell in [(rows[x], columns[y]) for x in link.source for y in link.target]:
            between[cell] = max(link.score, between.get(cell, 0.0))
    groups = connected(between)
    number = {row: k for k, (xs, _) in enumerate(groups) for row in xs}
    best = [0.0] * len(groups)
    for (row, _), score in between.items():
        best[number[row]] = max(score, best[number[row]])
    return tuple(Link(xs, ys, score) for (xs, ys), score in zip(groups, best, strict=True))


def _score(lattice: Lattice, xs: tuple[int, ...], ys: tuple[int, ...]) -> float:
    total = 0.0
    for x in xs:
        for y in ys:
            total += lattice.probability(x, y)
    return rounded(total / (len(xs) * len(ys)))


def _steps(groups: Sequence[Group], grams: Grams) -> list[Step]:
    """Say of each pair how the chain came to it from the one before, in the order of the target."""
    steps: list[Step] = []
    stood: Cell | None = None
    for xs, ys in sorted(groups, key=lambda group: group[1]):
        for y in ys:
            for x in xs:
                move = _move(stood, (x, y), (xs[0], ys[0]))
                steps.append(Step("sentence", stood, move, (x, y), grams.pair(x, y)))
                stood = (x, y)
    return steps


def _move(stood: Cell | None, cell: Cell, first: Cell) -> str:
    """Return what brought the chain from one pair to another, which is in the link that begins with `first`."""
    if stood is None:
        return "first"
    if cell != first:
        if cell[0] > first[0]:
            return "more source"
        return "resume" if cell[1] > stood[1] + 1 else "more target"
    if cell[0] <= stood[0]:
        return "jump"
    return "next" if cell[0] == stood[0] + 1 else "skip"
