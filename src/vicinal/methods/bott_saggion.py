"""Bott & Saggion (2011): an unsupervised hidden Markov model over the simple sentences.

Certain: the hidden state of each target sentence is the source sentence it comes from, or null; emissions come from
TF-IDF similarity; transitions depend on the jump between consecutive source positions, are set by hand at first and
re-estimated from the current alignment for a few rounds; decoding is Viterbi.

Reconstructed, the formulae: the emission weight of a source sentence is its similarity, that of null a constant; jumps
are binned (one bin each from -3 to 3, one for all further jumps in each direction); null keeps the last source
position, and jumps are counted from there; the hand-set weights are added to the counts of jumps as a pseudo-count of
one sentence, so that no jump becomes impossible; and null never gets more than half of the weight.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, log
from typing import ClassVar

from vicinal.alignment import Alignment, assemble, links
from vicinal.errors import SettingError, check_unit
from vicinal.link import Step
from vicinal.signature import signature_of
from vicinal.similarity.named import similarity_of, vectors_by
from vicinal.similarity.row_cosines import all_pairs, row_cosines
from vicinal.similarity.tfidf import TfIdf
from vicinal.similarity.vectors import Similarity, Vectors
from vicinal.text.document import Document

_NEAR = range(-3, 4)
_FORWARD, _BACK, _NONE = 4, -4, 99
# Set by hand: mostly the next sentence, the same again, or one skipped; rarely back; sometimes null.
_BY_HAND = {-4: 0.02, -3: 0.01, -2: 0.02, -1: 0.03, 0: 0.15, 1: 0.40, 2: 0.10, 3: 0.05, 4: 0.07, _NONE: 0.15}

_MOST_NONE = 0.5  # otherwise a pair with few links would drift towards no links, round by round


@dataclass(frozen=True)
class BottSaggion:
    """A hidden Markov model of source positions, re-estimated on the pair itself (Bott & Saggion 2011).

    Attributes:
        none: The emission weight of null: the similarity a sentence must exceed to be aligned, 0 to 1.
        rounds: How often to re-estimate the transitions, 0 to 100.
        similarity: How sentences become vectors: a similarity, or its name.
    """

    none: float = 0.2
    rounds: int = 3
    similarity: Similarity | str = TfIdf()  # noqa: RUF009

    GRID: ClassVar[dict[str, tuple[float, ...]]] = {
        "none": (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4),
        "rounds": (0, 1, 3),
    }

    def __post_init__(self) -> None:
        """Raise SettingError for a setting outside its range."""
        check_unit("none", self.none)
        if type(self.rounds) is not int or not 0 <= self.rounds <= 100:
            raise SettingError(f"rounds must be a whole number from 0 to 100, not {self.rounds!r}")
        object.__setattr__(self, "similarity", similarity_of(self.similarity))

    def __call__(self, source: Document, target: Document) -> Alignment:
        """Align two documents."""
        vectors = vectors_by(similarity_of(self.similarity), source, target)
        decode = _decoder(vectors, _log(self.none))
        states = decode(_BY_HAND)
        for _ in range(self.rounds):
            again = decode(_estimated(states))
            if again == states:
                break
            states = again
        cells = [(x, y) for y, x in enumerate(states) if x is not None]
        steps = []
        stood = None
        for cell in cells:
            steps.append(Step("sentence", stood, "most likely", cell, vectors.pair(*cell)))
            stood = cell
        return assemble(source, target, links(cells, vectors.group), signature_of(self), cells=cells, steps=steps)


def _decoder(vectors: Vectors, none: float) -> Callable[[dict[int, float]], list[int | None]]:
    """Return what finds the most likely states for given transitions."""
    sources = row_cosines(vectors, turned=True)
    if all_pairs and isinstance(sources, all_pairs.Products):
        chain = all_pairs.Chain(sources, none)

        def compiled(transitions: dict[int, float]) -> list[int | None]:
            weights = {None if jump == _NONE else jump: _log(share) for jump, share in transitions.items()}
            states: list[int | None] = chain.states_of(weights)
            return states

        return compiled
    emissions = [array("d", map(_log, sources.row(y))) for y in range(vectors.shape[1])]
    return lambda transitions: _viterbi(emissions, none, transitions)


def _log(weight: float) -> float:
    return log(weight) if weight > 0 else -inf


def _bin(jump: int) -> int:
    return jump if jump in _NEAR else _FORWARD if jump > 0 else _BACK


def _estimated(states: Sequence[int | None]) -> dict[int, float]:
    """Return the transition weights of an alignment, with the hand-set ones as a pseudo-count of one sentence."""
    counts = dict(_BY_HAND)
    last = -1
    for state in states:
        counts[_NONE if state is None else _bin(state - last)] += 1
        last = last if state is None else state
    none = min(counts[_NONE] / sum(counts.values()), _MOST_NONE)
    del counts[_NONE]
    rest = (1 - none) / sum(counts.values())
    return {jump: count * rest for jump, count in counts.items()} | {_NONE: none}


def _viterbi(emissions: Sequence[Sequence[float]], none: float, transitions: dict[int, float]) -> list[int | None]:
    """Return the most likely source position of each target sentence, or None for null.

    A state is the last source position, from -1 (before the first sentence), with a flag whether the current sentence
    was emitted there or by null. Only near jumps are tried one by one: all further jumps in a direction have the same
    weight, so the best state in that direction is enough. The time per sentence is linear in the source. The compiled
    twin, `Chain` of `compiled/_all_pairs.pyx`, keeps fewer states and needs little memory.
    """
    rows = len(emissions[0]) if emissions else 0
    weight = {jump: _log(share) for jump, share in transitions.items()}
    best = [0.0, *[-inf] * rows]  # best[p + 1]: the best score with p as the last source position
    back: list[array[int]] = []  # for each sentence and state: twice the previous state, plus 1 if it emitted
    for emission in emissions:
        ahead = _running_best(best)  # for each state, the best state up to it
        behind = [rows - p for p in reversed(_running_best(best[::-1]))]  # the best state from it on
        now: list[float] = []
        came = array("q")
        for state in range(rows + 1):
            score, before, emitted = best[state] + weight[_NONE] + none, state, False
            if state and emission[state - 1] > -inf:
                candidates = [(state - jump, weight[jump]) for jump in _NEAR if 0 <= state - jump <= rows]
                if state - _FORWARD >= 0:
                    candidates.append((ahead[state - _FORWARD], weight[_FORWARD]))
                if state - _BACK <= rows:
                    candidates.append((behind[state - _BACK], weight[_BACK]))
                total, p = max((best[p] + w, -p) for p, w in candidates)
                if total + emission[state - 1] > score:
                    score, before, emitted = total + emission[state - 1], -p, True
            now.append(score)
            came.append(2 * before + emitted)
        best = now
        back.append(came)
    state = max(range(rows + 1), key=lambda p: (best[p], -p))
    states: list[int | None] = []
    for came in reversed(back):
        states.append(state - 1 if came[state] % 2 else None)
        state = came[state] // 2
    return states[::-1]


def _running_best(scores: list[float]) -> list[int]:
    """Return, for each position, the position of the best score up to it (ties: the first)."""
    found: list[int] = []
    for position, score in enumerate(scores):
        found.append(position if not found or score > scores[found[-1]] else found[-1])
    return found
