"""Why `vicinity` linked two sentences, or did not: read off the steps of its search.

The search goes forward only. So two sentences are not linked for one of three reasons: they are less similar than the
threshold, their paragraphs are not aligned, or the search had passed one of them before it came to both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vicinal.alignment import Alignment, paragraph_of
from vicinal.link import Cell, Step
from vicinal.methods.vicinity import Vicinity
from vicinal.search import V1, Offsets
from vicinal.similarity.vectors import BestPair, Vectors
from vicinal.view.reasons import reason


def why_vicinity(alignment: Alignment, method: Vicinity, vectors: Vectors, cell: Cell) -> list[str]:
    """Return why two sentences are linked or not, each reason in a sentence that is true by itself.

    Args:
        alignment: What this method found, with its steps.
        method: The method with its settings.
        vectors: The vectors of the sentences by which the method compared them.
        cell: The two sentences, counted from 0.
    """
    x, y = cell
    found = next((step for step in alignment.steps if step.level == "sentence" and step.cell == cell), None)
    if found is not None:
        return [f"The search found this pair: {reason(found)}."]
    if any(x in link.source and y in link.target for link in alignment.sentences):
        return ["The search did not come to this pair itself: both sentences are linked with others of the same link."]
    paragraph_alpha, alpha = method.alphas(alignment.source, alignment.target)
    similarity = vectors.pair(x, y)
    lines = []
    if similarity < alpha:
        less, least = _told_apart(similarity, alpha)
        lines.append(f"Their similarity, {less}, is below the threshold for sentences (sentence alpha), {least}.")
        lower = int(similarity * 100) / 100
        if lower > 0:
            lines.append(f"With a sentence alpha of {lower:.2f} they would be similar enough.")
    px, py = paragraph_of(alignment.source)[x], paragraph_of(alignment.target)[y]
    if not any(px in link.source and py in link.target for link in alignment.paragraphs):
        return lines + _paragraphs_apart(alignment, method, vectors, (px, py), paragraph_alpha)
    return lines or _passed_inside(alignment, (px, py), cell, similarity)


def _paragraphs_apart(alignment: Alignment, method: Vicinity, vectors: Vectors, cell: Cell, alpha: float) -> list[str]:
    """Return why two paragraphs are not aligned."""
    line = (
        f"Their paragraphs are not aligned (source paragraph {cell[0] + 1}, target paragraph {cell[1] + 1}), and "
        "vicinity links sentences of aligned paragraphs only."
    )
    best = BestPair(vectors, alignment.source.spans, alignment.target.spans).pair(*cell)
    if best < alpha:
        less, least = _told_apart(best, alpha)
        return [
            line,
            f"The most similar sentences of these paragraphs have similarity {less}, below the threshold for "
            f"paragraphs (paragraph alpha), {least}.",
        ]
    steps = [step for step in alignment.steps if step.level == "paragraph"]
    vicinities = {f"V{number}": offsets for number, offsets in enumerate(method.vicinities, start=1)}
    return [line, *_passed(steps, cell, best, vicinities)]


def _passed_inside(alignment: Alignment, paragraphs: Cell, cell: Cell, similarity: float) -> list[str]:
    """Return how the search passed a pair of sentences that is similar enough, in paragraphs that are aligned."""
    link = next(one for one in alignment.paragraphs if paragraphs[0] in one.source and paragraphs[1] in one.target)
    rows = [i for p in link.source for i in alignment.source.spans[p]]
    columns = [j for p in link.target for j in alignment.target.spans[p]]
    steps = [s for s in alignment.steps if s.level == "sentence" and s.cell[0] in rows and s.cell[1] in columns]
    return _passed(steps, cell, similarity, {"V1": V1}, rows, columns)


def _passed(
    steps: Sequence[Step],
    cell: Cell,
    similarity: float,
    vicinities: Mapping[str, Offsets],
    rows: Sequence[int] | None = None,
    columns: Sequence[int] | None = None,
) -> list[str]:
    """Return by which step the search passed a pair that it could have taken.

    Args:
        steps: The steps of one search, in order.
        cell: The pair.
        similarity: How similar it is.
        vicinities: The offsets of the fixed vicinities, by their names in the steps.
        rows: The sentences of the source that were searched; None if a place is an index.
        columns: The same for the target.
    """
    step = next(step for step in steps if cell[0] < step.cell[0] or cell[1] < step.cell[1])
    unit, taken = step.level, _named(step.cell)
    forward = "It goes forward only, so it never came to these two."
    if step.stood is None:
        return [f"The search began at {taken}, the similar {unit} pair nearest to the beginning. {forward}"]
    stood = _named(step.stood)
    if step.vicinity == "run":
        return [f"From {stood} the search made the link one {unit} longer, to {taken}. {forward}"]
    if step.vicinity == "nearest":
        return [
            f"At {stood} no neighbour was similar, and the search went to the nearest similar pair, {taken}. {forward}"
        ]
    place = [
        _place(rows, cell[0]) - _place(rows, step.stood[0]),
        _place(columns, cell[1]) - _place(columns, step.stood[1]),
    ]
    if tuple(place) in vicinities.get(step.vicinity, ()):
        better = "more similar than" if step.similarity > similarity else "as similar as"
        return [
            f"At {stood} the search took its neighbour {taken} (similarity {step.similarity:.2f}), which is {better} "
            f"these two. {forward}"
        ]
    return [f"At {stood} the search took the neighbour {taken} (similarity {step.similarity:.2f}). {forward}"]


def _told_apart(less: float, more: float) -> tuple[str, str]:
    """Return two different numbers with two decimals, or with as many as it takes to tell them apart.

    >>> _told_apart(0.2, 0.3), _told_apart(0.2996, 0.3)
    (('0.20', '0.30'), ('0.2996', '0.3000'))
    """
    return next(both for digits in range(2, 17) if len(set(both := (f"{less:.{digits}f}", f"{more:.{digits}f}"))) == 2)


def _place(indices: Sequence[int] | None, index: int) -> int:
    return index if indices is None else indices.index(index)


def _named(cell: Cell) -> str:
    return f"source {cell[0] + 1}, target {cell[1] + 1}"
