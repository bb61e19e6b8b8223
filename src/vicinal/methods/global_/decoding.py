"""From posteriors to an alignment: greedy minimum Bayes risk decoding.

Candidates are taken in the order of their gain, as long as their sentences are free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from vicinal.alignment import Alignment, assemble
from vicinal.link import Cell, Link, Step
from vicinal.methods.global_.candidates import Candidate
from vicinal.methods.global_.priors import Priors
from vicinal.text.document import Document


class Posteriors(Protocol):
    """The posteriors of pairs of sentences: a lattice, or blocks."""

    @property
    def priors(self) -> Priors:
        """The numbers of the model."""

    def probability(self, x: int, y: int) -> float:
        """Return the posterior of a pair."""


class Group(NamedTuple):
    """The sentences of a link, and its posterior."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    posterior: float


def chosen(found: Iterable[Candidate], pairs: Posteriors) -> list[Group]:
    """Take links, those of the highest gain first, as long as their sentences are free; return them in order.

    Of equal ones the first in the source comes first, then the first in the target. A link of one source sentence may
    resume: it may take target sentences a little apart from its others, with nulls or another link between. All its
    parts must be right then: its posterior is the least of theirs.
    """
    sources: dict[int, tuple[list[int], list[int], list[float]]] = {}
    targets: set[int] = set()
    groups: list[tuple[list[int], list[int], list[float]]] = []
    for _, source, source_end, target, target_end, posterior in sorted(found):
        xs, ys = range(source, source_end), range(target, target_end)
        if not targets.isdisjoint(ys):
            continue
        if not sources.keys().isdisjoint(xs):
            group = sources.get(source)
            if len(xs) == 1 and group and len(group[0]) == 1 and _resumes(pairs, source, ys, group[1]):
                group[1].extend(ys)
                group[2].append(posterior)
                targets.update(ys)
            continue
        group = (list(xs), list(ys), [posterior])
        groups.append(group)
        targets.update(ys)
        sources.update((x, group) for x in xs)
    return sorted(Group(tuple(xs), tuple(sorted(ys)), min(posteriors)) for xs, ys, posteriors in groups)


def _resumes(pairs: Posteriors, x: int, more: range, linked: list[int]) -> bool:
    priors = pairs.priors
    near = min(abs(y - other) for y in more for other in linked) <= priors.resume_gap
    return near and min(pairs.probability(x, y) for y in more) >= priors.pair_least


def alignment_of(
    source: Document,
    target: Document,
    groups: Sequence[Group],
    similarities: Mapping[Cell, float],
    signature: str,
    *,
    is_swapped: bool,
) -> Alignment:
    """Return the alignment of these links. Cells and steps are in the order of the target.

    Args:
        source: The source document.
        target: The target document.
        groups: The links, of the original and the simpler text.
        similarities: How similar the sentences of each pair in them are.
        signature: The signature of the alignment.
        is_swapped: Whether the target is the original.
    """
    if is_swapped:
        groups = sorted(Group(ys, xs, posterior) for xs, ys, posterior in groups)
    steps = _steps(groups, lambda x, y: similarities[(y, x) if is_swapped else (x, y)])
    links = [Link(group.source, group.target, group.posterior) for group in groups]
    return assemble(source, target, links, signature, cells=[step.cell for step in steps], steps=steps)


def _steps(groups: Sequence[Group], similarity: Callable[[int, int], float]) -> list[Step]:
    """Return how the chain reaches each pair from the one before, in the order of the target."""
    steps: list[Step] = []
    stood: Cell | None = None
    for xs, ys, _ in sorted(groups, key=lambda group: group.target):
        for y in ys:
            for x in xs:
                move = _move(stood, (x, y), (xs[0], ys[0]))
                steps.append(Step("sentence", stood, move, (x, y), similarity(x, y)))
                stood = (x, y)
    return steps


def _move(stood: Cell | None, cell: Cell, first: Cell) -> str:
    """Return how the chain moves from one pair to the next, which is in the link that begins with `first`."""
    if stood is None:
        return "first"
    if cell != first:
        if cell[0] > first[0]:
            return "more source"
        return "resume" if cell[1] > stood[1] + 1 else "more target"
    if cell[0] <= stood[0]:
        return "jump"
    return "next" if cell[0] == stood[0] + 1 else "skip"
