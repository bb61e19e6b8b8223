"""A similarity of our own: words count as equal if they begin with the same letters."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from vicinal import Document, Vectors

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Beginnings:
    """Count the beginnings of words: "raised" and "raises" are then the same.

    Attributes:
        letters: How many letters count.
        shortest: Shorter words are left out: most of them are function words.
    """

    letters: int = 4
    shortest: int = 3

    def __call__(self, source: Document, target: Document) -> Vectors:
        """Return a row for each sentence: how often each beginning is in it."""
        columns: dict[str, int] = {}
        return Vectors(self._rows(source, columns), self._rows(target, columns))

    def _rows(self, document: Document, columns: dict[str, int]) -> list[dict[int, int]]:
        rows = []
        for sentence in document.sentences:
            words = [word.lower() for word in _WORD.findall(sentence) if len(word) >= self.shortest]
            counts = Counter(word[: self.letters] for word in words)
            rows.append({columns.setdefault(start, len(columns)): count for start, count in counts.items()})
        return rows
