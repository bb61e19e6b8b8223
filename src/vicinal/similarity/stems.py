"""Word stems: inflected forms of a word count as one.

The stemmers are Snowball's (PyStemmer). `Stems` is a similarity like `TfIdf`, with stems instead of words.
`stemmer_for` is for everything else that needs stems.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from vicinal.compiled import kernel
from vicinal.errors import LanguageWarning, SettingError
from vicinal.similarity.kernel_parts import Parts
from vicinal.similarity.tfidf import weighted
from vicinal.similarity.vectors import Vectors
from vicinal.text.document import Document, language_of
from vicinal.text.language import base_code
from vicinal.text.tokens import tokens

# The Snowball algorithms by language code; older versions of PyStemmer lack some.
_ALGORITHMS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "st": "sesotho", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


@dataclass(frozen=True)
class Stems:
    """Counts of word stems times idf.

    Without a stemmer for the language, words are used unchanged.

    Attributes:
        language: A code such as "de"; it selects the stemmer. None: the language of the documents, which is
            recognised if they do not name it.
    """

    language: str | None = None

    def __post_init__(self) -> None:
        """Raise SettingError for a language that is no string."""
        if not isinstance(self.language, str | None):
            raise SettingError(f"language must be a code such as 'de', or None, not {self.language!r:.80}")

    def __call__(self, source: Document, target: Document) -> Vectors:
        """Return the vectors of two documents.

        Raises:
            InputError: A document has no words.

        Warns:
            LanguageWarning: There is no stemmer for the language, or no language is known.
        """
        language = self._language(source, target)
        stems = stemmer_for(language)
        if stems is None:
            return weighted(source, target, tokens)
        stem_of: dict[str, str] = {}  # each word form is stemmed once

        def terms(sentence: str) -> list[str]:
            words = tokens(sentence)
            new = [word for word in dict.fromkeys(words) if word not in stem_of]
            stem_of.update(zip(new, stems(new), strict=True))
            return [stem_of[word] for word in words]

        return weighted(source, target, terms)

    def kernel_parts(self, source: Document, target: Document) -> Parts:
        """Return what the compiled kernel needs to make the same vectors. Warns as a call does."""
        algorithm = _algorithm_for(self._language(source, target))
        if algorithm is None:
            return (("words", None, False, None),)
        return (("stems", None, False, _table(algorithm)),)

    def _language(self, source: Document, target: Document) -> str | None:
        """Return the language of two documents; warn if there is no stemmer for it."""
        language = self.language or language_of(source, target)
        self.note_language(language)
        return language

    def note_language(self, language: str | None) -> None:
        """Warn if there is no stemmer for documents in that language."""
        language = self.language or language
        if stemmer_for(language) is None:
            what = f"no stemmer for language {language!r:.80}" if language else "no language known to choose a stemmer"
            warnings.warn(f"{what}; words are compared as they are", LanguageWarning, stacklevel=3)


def stemmer_for(language: str | None) -> Callable[[list[str]], list[str]] | None:
    """Return a function from words to stems; None where there is no stemmer for a language.

    >>> stemmer_for("en-GB")(["cats", "running"])
    ['cat', 'run']
    """
    algorithm = _algorithm_for(language)
    return None if algorithm is None else _stemmer(algorithm)


def _stemmer(algorithm: str) -> Callable[[list[str]], list[str]]:
    import Stemmer

    return Stemmer.Stemmer(algorithm, 0).stemWords  # type: ignore[no-any-return]  # 0: no cache, as callers ask once for each word


def _algorithm_for(language: str | None) -> str | None:
    """Return the name of the stemmer for a language; None if there is none."""
    algorithm = _ALGORITHMS.get(base_code(language))
    if algorithm is None:
        return None
    import Stemmer

    return algorithm if algorithm in Stemmer.algorithms() else None


class _Numbers:
    """A number for each stem, in the order in which they are asked for."""

    def __init__(self, algorithm: str) -> None:
        self._algorithm = algorithm
        self._of_stem: dict[str, int] = {}

    def __call__(self, words: list[str]) -> list[int]:
        """Return the numbers of the stems of some words."""
        # A stemmer of its own for each call: one is not made for several threads, and costs nothing.
        return [self._of_stem.setdefault(stem, len(self._of_stem)) for stem in _stemmer(self._algorithm)(words)]

    def __len__(self) -> int:
        return len(self._of_stem)


_tables: dict[str, tuple[_Numbers, Any]] = {}  # by algorithm; shared by all threads
_MOST_STEMS = 1 << 18  # then a new table is begun, so that memory is bounded


def forget() -> None:
    """Forget the stems of all words, which are kept from one pair of documents to the next; benchmarks call this."""
    _tables.clear()


def _table(algorithm: str) -> Any:
    """Return the kernel's table from words to the numbers of their stems, which fills itself."""
    found = _tables.get(algorithm)
    if found is None or found[1].full or len(found[0]) > _MOST_STEMS:
        numbers = _Numbers(algorithm)
        _tables[algorithm] = found = (numbers, kernel.Lexicon(numbers))  # type: ignore[union-attr]
    return found[1]
