"""Find the sentences of a document that make up a text.

Caller: `link_table`, for links given as texts without sentence numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from vicinal.formats import ladder
from vicinal.text.document import Document

_HEAD = 4  # characters by which sentences are looked up
_Chain = tuple[Any, int]  # sentence numbers from the last to the first: (the rest of the chain, number)
_Steps = dict[str, list[tuple[int, list[int]]]]  # a sentence: where it starts in a text, and where the next may start


class TextLookup:
    """The sentences of one document to find texts in; `used` holds those already in a link."""

    def __init__(self, document: Document) -> None:
        self.used: set[int] = set()
        self._sentences = list(map(bare, document.sentences))
        self._numbers: dict[str, list[int]] = defaultdict(list)
        for number, sentence in enumerate(self._sentences):
            self._numbers[sentence].append(number)
        self._lengths: dict[str, set[int]] = defaultdict(set)
        for sentence in filter(None, self._numbers):
            self._lengths[sentence[:_HEAD]].add(len(sentence))

    def find(self, text: str) -> tuple[int, ...] | None:
        """Return sentences that make up a text, in order, possibly with others between them.

        Of several places, the one with the fewest used sentences is returned, then the one with the fewest gaps, then
        the first. One pass over the sentences that may be in the text keeps, for each prefix of the text, the best
        chain that makes it up. Between two sentences, the text may have the separator of hunalign.
        """
        steps = self._steps(text)
        best: dict[int, tuple[tuple[int, int], _Chain | None]] = {0: ((0, 0), None)}
        for number in sorted(number for sentence in steps for number in self._numbers[sentence]):
            for start, ends in steps[self._sentences[number]]:
                if start not in best:
                    continue
                (used, gaps), chain = best[start]
                cost = (used + (number in self.used), gaps + (chain is not None and chain[1] != number - 1))
                for end in ends:
                    # Of two equal chains to a prefix, the later one may continue without a gap.
                    if end not in best or cost < best[end][0] or (cost == best[end][0] and end < len(text)):
                        best[end] = (cost, (chain, number))
            if len(text) in best and best[len(text)][0] == (0, 0):
                break  # nothing is better
        chain = best.get(len(text), (None, None))[1]
        found = []
        while chain is not None:
            chain, number = chain
            found.append(number)
        return tuple(reversed(found)) or None

    def _steps(self, text: str) -> _Steps:
        """Return the sentences that lead from the start of a text to its end, in whatever order the document has them.

        Their places are from the last to the first, so that in `find` no sentence follows itself.
        """
        found: list[tuple[int, str, tuple[int, ...]]] = []
        seen, waiting = {0}, [0]
        while waiting:
            start = waiting.pop()
            for sentence in self._starting(text, start):
                ends = ladder.ends(text, start + len(sentence))
                found.append((start, sentence, ends))
                waiting += (end for end in ends if end not in seen)
                seen.update(ends)
        steps: _Steps = defaultdict(list)
        leading = {len(text)}  # places from which sentences lead to the end
        for start, sentence, ends in sorted(found, reverse=True):
            useful = [end for end in ends if end in leading]
            if useful:
                leading.add(start)
                steps[sentence].append((start, useful))
        return steps

    def _starting(self, text: str, start: int) -> Iterator[str]:
        """Yield the sentences that start at a place of a text."""
        for size in range(1, min(_HEAD, len(text) - start) + 1):
            for length in self._lengths.get(text[start : start + size], ()):
                sentence = text[start : start + length]
                if len(sentence) == length and sentence in self._numbers:
                    yield sentence


def bare(text: str) -> str:
    """Return a text without white space: Japanese sentences are joined without it, others with it."""
    return "".join(text.split())
