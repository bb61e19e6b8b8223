"""Character n-grams: words that are inflected, derived or compounded differently still share most of their spelling.

N-grams run over the tokens of a sentence, with one space between tokens and at both ends, so that they also cover word
boundaries and neighbouring words. They never cross into the next sentence: the vector of several sentences is the sum
of their vectors, as for words.
"""

from __future__ import annotations

from dataclasses import dataclass

from vicinal.errors import SettingError
from vicinal.similarity.kernel_parts import Parts
from vicinal.similarity.vectors import Vectors
from vicinal.text.document import Document
from vicinal.text.tokens import tokens


@dataclass(frozen=True)
class Characters:
    """Counts of character n-grams times idf, in any language.

    Attributes:
        size: The number of characters in an n-gram.
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
        from vicinal.similarity.tfidf import weighted  # `global` needs the terms alone

        return weighted(source, target, self.terms)

    def kernel_parts(self, source: Document, target: Document) -> Parts:  # noqa: ARG002  (as all similarities)
        """Return what the compiled kernel needs to make the same vectors."""
        return (("characters", None, False, self.size),)

    def terms(self, sentence: str) -> list[str]:
        """Return the n-grams of a sentence; a single shorter one if the sentence is too short.

        >>> Characters(3).terms("A cat!")
        [' a ', 'a c', ' ca', 'cat', 'at ']
        """
        words = tokens(sentence)
        if not words:
            return []
        text = f" {' '.join(words)} "
        return [text[i : i + self.size] for i in range(max(len(text) - self.size + 1, 1))]
