"""From probabilities to links: which links are worth taking, and the best of them that fit together.

A link is worth its own probability, less what a link must be worth at least, plus half of what its pairs are worth: a
link that is a little off still has most of its pairs right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from vicinal.methods.global_.forward_backward import TURN

if TYPE_CHECKING:
    from vicinal.methods.global_.lattice import Lattice

PAIR_COST, PAIR_WEIGHT = 0.5, 0.5
SMALL = 0.001  # links less probable than this are never taken
MOST_TARGETS, MOST_SOURCES = 12, 5  # the largest 1-N and N-1 links
# The ways through 2-2, 2-3 and 3-2 links: T adds a target sentence, S a source sentence.
STAIRS = (("TS", "ST"), ("TTS", "TST", "STT"), ("SST", "STS", "TSS"))
RESUME_GAP = 3  # a 1-N link goes on behind so many other target sentences at most ...
RESUME_LEAST = 0.5  # ... with pairs of this probability at least

_GRAIN = 1e9


Put = Callable[[float, int, int, int, int], None]
Group = tuple[list[int], list[int]]


class Candidate(NamedTuple):
    """A link worth taking: its worth, as a negative number so that the best sorts first, and its half-open ranges."""

    cost: float
    source: int
    source_end: int
    target: int
    target_end: int


def rounded(value: float) -> float:
    """Return a probability to nine decimals, so that the last bits of a sum decide nothing."""
    return round(value * _GRAIN) / _GRAIN


def candidates(lattice: Lattice, caution: float) -> list[Candidate]:
    """Return the links worth taking, in no particular order: 1-1, 1-N, N-1, and the small N-N."""
    found: list[Candidate] = []

    def put(chance: float, x0: int, x1: int, y0: int, y1: int) -> None:
        worth = rounded(chance) - caution
        for x in range(x0, x1):
            for y in range(y0, y1):
                worth += PAIR_WEIGHT * (lattice.probability(x, y) - PAIR_COST)
        worth = rounded(worth)
        if worth > 0:
            found.append(Candidate(-worth, x0, x1, y0, y1))

    for k, (x, y) in enumerate(lattice.cells()):
        if lattice.started[k] <= SMALL:
            continue
        fresh = lattice.fresh[k]
        chance = fresh * lattice.fresh_ends[k] * lattice.after[k]
        if chance > SMALL:
            put(chance, x, x + 1, y, y + 1)
        _grown_by_target(lattice, k, x, y, put)
        _grown_by_source(lattice, k, x, y, put)
        for ways in STAIRS:
            chance = 0.0
            for way in ways:
                one = _climbed(lattice, k, y, way)
                if one > SMALL:
                    chance += one
            if chance > SMALL:
                put(chance, x, x + 1 + ways[0].count("S"), y, y + 1 + ways[0].count("T"))
    return found


def _grown_by_target(lattice: Lattice, k: int, x: int, y: int, put: Put) -> None:
    chance = lattice.fresh[k]
    for more in range(1, MOST_TARGETS):
        grows = lattice.more_target[k] if more == 1 else lattice.on_target[k]
        k = lattice.right[k]
        if k < 0:
            return
        chance *= grows * lattice.odds[k] * lattice.shares[y + more]
        whole = chance * lattice.target_ends[k] * lattice.after[k]
        if whole > SMALL:
            put(whole, x, x + 1, y, y + more + 1)


def _grown_by_source(lattice: Lattice, k: int, x: int, y: int, put: Put) -> None:
    chance = lattice.fresh[k]
    for more in range(1, MOST_SOURCES):
        if not lattice.has_above[k]:
            return
        grows = lattice.more_source[k] if more == 1 else lattice.on_source[k]
        k += 1
        chance *= grows * lattice.odds[k]
        whole = chance * lattice.source_ends[k] * lattice.after[k]
        if whole > SMALL:
            put(whole, x, x + more + 1, y, y + 1)


def _climbed(lattice: Lattice, k: int, y: int, way: str) -> float:
    """Return how probable a link is that begins in cell k and grows that way."""
    chance, before = lattice.fresh[k], ""
    for move in way:
        if before and before != move:
            chance *= TURN
        elif move == "T":
            chance *= (lattice.on_target if before else lattice.more_target)[k]
        else:
            chance *= (lattice.on_source if before else lattice.more_source)[k]
        if move == "T":
            k = lattice.right[k]
            if k < 0:
                return 0.0
            y += 1
            chance *= lattice.odds[k] * lattice.shares[y]
        else:
            if not lattice.has_above[k]:
                return 0.0
            k += 1
            chance *= lattice.odds[k]
        before = move
    return chance * (lattice.target_ends if before == "T" else lattice.source_ends)[k] * lattice.after[k]


def chosen(found: Iterable[Candidate], lattice: Lattice) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Take links, those worth most first, as long as their sentences are free; return them in order.

    Among equals the first in the source goes first, then the first in the target. A link of one source sentence may
    take target sentences that stand a little apart from its others, with nulls or another link between.
    """
    sources: dict[int, Group] = {}
    targets: set[int] = set()
    groups: list[Group] = []
    for candidate in sorted(found):
        xs = range(candidate.source, candidate.source_end)
        ys = range(candidate.target, candidate.target_end)
        if not targets.isdisjoint(ys):
            continue
        if not sources.keys().isdisjoint(xs):
            group = sources.get(xs[0])
            if len(xs) == 1 and group and len(group[0]) == 1 and _resumes(lattice, xs[0], ys, group[1]):
                group[1].extend(ys)
                targets.update(ys)
            continue
        group = (list(xs), list(ys))
        groups.append(group)
        targets.update(ys)
        sources.update((x, group) for x in xs)
    return sorted((tuple(sorted(xs)), tuple(sorted(ys))) for xs, ys in groups)


def _resumes(lattice: Lattice, x: int, more: range, linked: list[int]) -> bool:
    near = min(abs(y - other) for y in more for other in linked) <= RESUME_GAP
    return near and min(lattice.probability(x, y) for y in more) >= RESUME_LEAST
