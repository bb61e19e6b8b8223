"""Find the sentences of a document that make up a text.

Caller: `link_table`, for links given as texts without sentence numbers.
"""

from __future__ import annotations

from typing import Any

from vicinal.formats import ladder
from vicinal.text.document import Document

_HEAD = 4  # characters that quickly show, in most cases, that no sentence starts a text
_Chain = tuple[Any, int]  # sentence numbers from the last to the first: (the rest of the chain, number)


class TextLookup:
    """The sentences of one document to find texts in; `used` holds those already in a link."""

    def __init__(self, document: Document) -> None:
        self.used: set[int] = set()
        self._sentences = list(map(bare, document.sentences))
        self._heads = {sentence[:_HEAD] for sentence in self._sentences}

    def find(self, text: str) -> tuple[int, ...] | None:
        """Return sentences that make up a text, in order, possibly with others between them.

        Of several places, the one with the fewest used sentences is returned, then the one with the fewest gaps, then
        the first. One pass over the sentences keeps, for each prefix of the text, the best chain that makes it up.
        Between two sentences, the text may have the separator of hunalign.
        """
        if not any(text[:length] in self._heads for length in range(1, _HEAD + 1)):
            return None
        best: dict[int, tuple[tuple[int, int], _Chain | None]] = {0: ((0, 0), None)}
        for number, sentence in enumerate(self._sentences):
            if not sentence:
                continue
            # From the longest prefix, so that no sentence follows itself.
            for start in sorted((start for start in best if text.startswith(sentence, start)), reverse=True):
                (used, gaps), chain = best[start]
                cost = (used + (number in self.used), gaps + (chain is not None and chain[1] != number - 1))
                for end in ladder.ends(text, start + len(sentence)):
                    # Of two equal chains to a prefix, the later one may continue without a gap.
                    if end not in best or cost < best[end][0] or (cost == best[end][0] and end < len(text)):
                        best[end] = (cost, (chain, number))
        chain = best.get(len(text), (None, None))[1]
        found = []
        while chain is not None:
            chain, number = chain
            found.append(number)
        return tuple(reversed(found)) or None


def bare(text: str) -> str:
    """Return a text without white space: Japanese sentences are joined without it, others with it."""
    return "".join(text.split())
