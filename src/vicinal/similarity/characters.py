"""Strings of characters: words that are inflected, derived or joined otherwise still share most of their spelling.

The strings run over the tokens of a sentence, with one space between them and one at each end, so that the beginning
and the end of a word count, and neighbouring words too. They do not run on into the next sentence: the vector of
several sentences is the sum of theirs, as for words.
"""

from __future__ import annotations

from dataclasses import dataclass

from vicinal.errors import SettingError
from vicinal.similarity.tfidf import weighted
from vicinal.similarity.vectors import Vectors
from vicinal.text.document import Document
from vicinal.text.tokens import tokens


@dataclass(frozen=True)
class Characters:
    """Counts of character n-grams times idf, in any language.

    Attributes:
        size: How many characters an n-gram has.
    """

    size: int = 4

    def __post_init__(self) -> None:
        """Raise SettingError for a size that is no whole number from 1 to 100."""
        if type(self.size) is not int or not 1 <= self.size <= 100:
            raise SettingError(f"size must be a whole number from 1 to 100, not {self.size!r}")

    def __call__(self, source: Document, target: Document) -> Vectors:
        """Return the vectors of two documents.

        Raises:
            InputError: A document has no words.
        """
        return weighted(source, target, self.terms)

    def terms(self, sentence: str) -> list[str]:
        """Return the n-grams of a sentence; a single shorter one where it has too few letters.

        >>> Characters(3).terms("A cat!")
        [' a ', 'a c', ' ca', 'cat', 'at ']
        """
        words = tokens(sentence)
        if not words:
            return []
        text = f" {' '.join(words)} "
        return [text[i : i + self.size] for i in range(max(len(text) - self.size + 1, 1))]
