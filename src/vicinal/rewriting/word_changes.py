"""The changes between two texts, from the matches of their words and the gaps between the matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from vicinal.rewriting.word_alignment import in_order
from vicinal.rewriting.word_matches import Vector
from vicinal.rewriting.word_moves import Run, moved
from vicinal.text.tokens import words


class Place(NamedTuple):
    """Consecutive words in a sentence.

    Attributes:
        sentence: The index of the sentence.
        start: Where the first word begins in the sentence, in code points.
        end: Where the last word ends.
        words: The number of words.
    """

    sentence: int
    start: int
    end: int
    words: int


class Change(NamedTuple):
    """An operation and its words; a deletion has no target, an addition no source."""

    operation: str
    source: Place | None
    target: Place | None


_Piece = tuple[int, int]  # a half-open range of words
_Spot = tuple[int, int, int]  # sentence, start, end
Sentences = Sequence[tuple[int, str]]


class Comparison:
    """The words of two texts, which of them match, and which moved.

    Args:
        source: The sentences of the first text, each with its index.
        target: The sentences of the second text.
        language: The language code; it selects the stemmer.
        vector: Returns the vector of a word, or None if it has none.
    """

    def __init__(
        self,
        source: Sentences,
        target: Sentences,
        language: str | None = None,
        vector: Vector | None = None,
    ) -> None:
        self._spots: list[list[_Spot]] = []
        forms: list[list[str]] = []
        for side in (source, target):
            found = [(number, *word) for number, sentence in side for word in words(sentence)]
            self._spots.append([spot[:3] for spot in found])
            forms.append([spot[3] for spot in found])
        self._matches = in_order(forms[0], forms[1], language, vector)
        # The runs of moved words by their first source word; and all moved words.
        self._moves: dict[int, Run] = {}
        self._moved: tuple[set[int], set[int]] = (set(), set())
        for run in moved(forms[0], forms[1], self._matches):
            self._moves[run.source] = run
            self._moved[0].update(range(run.source, run.source + run.length))
            self._moved[1].update(range(run.target, run.target + run.length))

    def changes(self) -> Iterator[Change]:
        """Yield the changes: each gap, then the match after it."""
        x = y = 0
        keeping = 0  # kept words not yet yielded
        for match in (*self._matches, None):
            next_x, next_y = (match.source, match.target) if match else (len(self._spots[0]), len(self._spots[1]))
            continues = keeping and match and match.same and (x, y) == (next_x, next_y) and not self._breaks(x, y)
            if keeping and not continues:
                yield self._change("keep", (x - keeping, x), (y - keeping, y))
                keeping = 0
            yield from self._gap((x, next_x), (y, next_y))
            x, y = next_x + 1, next_y + 1
            if match and match.same:
                keeping += 1
            elif match:
                yield self._change("replace", (x - 1, x), (y - 1, y))

    def _gap(self, source: _Piece, target: _Piece) -> Iterator[Change]:
        """Yield the changes between two matches."""
        left, right = list(self._pieces(0, source)), list(self._pieces(1, target))
        for piece, other in zip_longest(left, right):
            if piece and other and _balanced(piece[1] - piece[0], other[1] - other[0]):
                yield self._change("replace", piece, other)
            else:
                if piece:
                    yield self._change("delete", piece, None)
                if other:
                    yield self._change("add", None, other)
        for x in range(*source):
            if x in self._moves:
                yield from self._move(self._moves[x])

    def _pieces(self, side: int, gap: _Piece) -> Iterator[_Piece]:
        """Yield the words of a gap that did not move, in pieces of consecutive words of one sentence."""
        start, end = gap
        for word in range(start, end):
            if word in self._moved[side]:
                if start < word:
                    yield start, word
                start = word + 1
            elif start < word and self._spots[side][word][0] != self._spots[side][word - 1][0]:
                yield start, word
                start = word
        if start < end:
            yield start, end

    def _move(self, run: Run) -> Iterator[Change]:
        """Yield a move, split where a sentence begins."""
        start = 0
        for step in range(1, run.length + 1):
            x, y = run.source + step, run.target + step
            if step == run.length or self._breaks(x, y):
                yield self._change("move", (run.source + start, x), (run.target + start, y))
                start = step

    def _breaks(self, x: int, y: int) -> bool:
        """Return whether a source word or a target word, neither of them the first, begins a sentence."""
        source, target = self._spots
        return source[x][0] != source[x - 1][0] or target[y][0] != target[y - 1][0]

    def _change(self, operation: str, source: _Piece | None, target: _Piece | None) -> Change:
        return Change(operation, self._place(0, source), self._place(1, target))

    def _place(self, side: int, piece: _Piece | None) -> Place | None:
        if piece is None:
            return None
        sentence, start, _ = self._spots[side][piece[0]]
        return Place(sentence, start, self._spots[side][piece[1] - 1][2], piece[1] - piece[0])


def _balanced(one: int, other: int) -> bool:
    return max(one, other) <= 4 * min(one, other) + 2
