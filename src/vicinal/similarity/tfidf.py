"""TF-IDF vectors, as in the paper.

A term's weight is its count times ln(N / df) + 1, where N is the number of sentences: of the two documents, or of a
whole corpus (`Idf`).
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import log
from pathlib import Path
from typing import Any

from vicinal.compiled import compiled, kernel
from vicinal.errors import FormatError
from vicinal.files import decode, read_bytes, write_files
from vicinal.json_text import converted, parsed
from vicinal.similarity.kernel_parts import Parts
from vicinal.similarity.vectors import Vectors, check_words
from vicinal.text.document import Document
from vicinal.text.tokens import tokens

_FORMAT = "vicinal-idf/1"


@dataclass(frozen=True)
class Idf:
    """In how many sentences of a corpus each term occurs.

    Models of parts of a corpus add up to that of the whole. `vicinal idf` makes one of a corpus.

    Attributes:
        sentences: The number of sentences.
        counts: The number of sentences that have a term, by term; it must not change once the model is used.

    >>> model = Idf.fit([Document([["A dog.", "A cat."]])]) + Idf.fit([Document([["A bird."]])])
    >>> model.sentences, model.counts["a"]
    (3, 3)
    """

    sentences: int
    counts: Mapping[str, int] = field(repr=False, hash=False)

    @classmethod
    def fit(cls, documents: Iterable[Document]) -> Idf:
        """Count the terms of all sentences of some documents.

        Args:
            documents: The documents, read once.
        """
        twin = compiled("_word_counts")
        if twin is not None:
            counted = twin.WordCounts()
            for document in documents:
                counted.add(document.paragraphs)
            return cls(counted.sentences, counted.counts())
        counts = Counter[str]()
        sentences = 0
        for document in documents:
            sentences += len(document.sentences)
            for sentence in document.sentences:
                counts.update(set(tokens(sentence)))
        return cls(sentences, counts)

    def __add__(self, other: Idf) -> Idf:
        if not isinstance(other, Idf):
            return NotImplemented
        return Idf(self.sentences + other.sentences, Counter(self.counts) + Counter(other.counts))

    def __repr__(self) -> str:
        return f"Idf(sentences={self.sentences}, terms={len(self.counts)}, sha256={self._digest!r})"

    @cached_property
    def _digest(self) -> str:
        import hashlib  # loads OpenSSL, which costs more than the rest of this module

        return hashlib.sha256(self._json().encode("utf-8", "surrogatepass")).hexdigest()[:12]

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled and copied: the model without the table that the kernel keeps with it."""
        return {"sentences": self.sentences, "counts": self.counts}

    def weight(self, term: str) -> float:
        """Return ln(N / df) + 1.

        Args:
            term: A word, in lower case. One that is not in the corpus counts as one that occurs once.
        """
        return log(max(self.sentences, 1) / max(self.counts.get(term, 0), 1)) + 1.0

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model as JSON, whole or not at all.

        Args:
            path: The file.
        """
        write_files({Path(path): self.to_json()})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Idf:
        """Read a model that `save` wrote.

        Args:
            path: The file.

        Raises:
            InputError: The file cannot be read.
            FormatError: It is no model.
        """
        return cls.of_json(read_bytes(path), str(path))

    def to_json(self) -> bytes:
        """Return the model as JSON, the same for the same counts."""
        return self._json().encode("utf-8", "backslashreplace")

    @classmethod
    def of_json(cls, data: bytes, name: str) -> Idf:
        """Return the model that `to_json` wrote; errors refer to the data by `name`."""
        try:
            model = cls._of_own_json(data) or converted(parsed(decode(data, name)), cls, _FORMAT)
        except FormatError as error:
            raise FormatError(f"{name}: is not an idf model ({error}); make one with 'vicinal idf'") from None
        counts = model.counts.values()
        if model.sentences < 0 or (counts and not 0 < min(counts) <= max(counts) <= model.sentences):
            raise FormatError(f"{name}: counts must be from 1 to the number of sentences, {model.sentences}")
        return model

    @classmethod
    def _of_own_json(cls, data: bytes) -> Idf | None:
        """Return the model in JSON that looks as `to_json` writes it, several times faster; None if it is not that."""
        import msgspec

        if not data.startswith(f'{{\n"format": "{_FORMAT}",\n'.encode()):
            return None
        try:
            return msgspec.json.decode(data, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None

    def _json(self) -> str:
        quoted = json.encoder.encode_basestring
        counts = ",\n".join([f"{quoted(term)}: {count}" for term, count in sorted(self.counts.items())])
        counts = f"{{\n{counts}\n}}" if counts else "{}"
        return f'{{\n"format": "{_FORMAT}",\n"sentences": {self.sentences},\n"counts": {counts}\n}}\n'


@dataclass(frozen=True)
class TfIdf:
    """Word counts times idf, which gives rare words more weight.

    Attributes:
        idf: A model of a corpus; None to count in the two documents.
    """

    idf: Idf | None = None

    def __call__(self, source: Document, target: Document) -> Vectors:
        """Return the vectors of two documents.

        Raises:
            InputError: A document has no words.
        """
        return weighted(source, target, tokens, self.idf)

    def kernel_parts(self, source: Document, target: Document) -> Parts:  # noqa: ARG002  (as all similarities)
        """Return what the compiled kernel needs to make the same vectors."""
        return (("words", None, False, None if self.idf is None else _table(self.idf)),)


def _table(idf: Idf) -> Any:
    """Return the kernel's table of the weights of words, which fills itself and is kept with the model."""
    known: Any = idf.__dict__.get("_table") if type(idf) is Idf else None
    if known is None or known.full:
        known = kernel.Lexicon(_weights(idf))  # type: ignore[union-attr]
        if type(idf) is Idf:
            idf.__dict__["_table"] = known
    return known


def _weights(idf: Idf) -> Callable[[list[str]], list[float]]:
    """Return what gives the weights of many words at once: those of `Idf.weight`, without a call for each."""
    if type(idf) is not Idf:
        return lambda words: [idf.weight(word) for word in words]
    count, sentences = idf.counts.get, max(idf.sentences, 1)
    return lambda words: [log(sentences / max(count(word, 0), 1)) + 1.0 for word in words]


def weighted(
    source: Document, target: Document, terms: Callable[[str], Iterable[str]], idf: Idf | None = None
) -> Vectors:
    """Return the vectors of two documents: the counts of each sentence's terms, times their idf.

    Args:
        source: The first document.
        target: The second.
        terms: A function from a sentence to its terms: words, stems, character n-grams.
        idf: A model of such terms. None means the sentences of the two documents.

    Raises:
        InputError: A document has no terms.
    """
    counted = [[Counter(terms(sentence)) for sentence in document.sentences] for document in (source, target)]
    check_words(source, target, *map(any, counted))
    number: dict[str, int] = {}
    in_sentences = Counter[str]()
    for sentences in counted:
        for counts in sentences:
            in_sentences.update(counts.keys())
            for term in counts:
                number.setdefault(term, len(number))
    idf = idf or Idf(len(counted[0]) + len(counted[1]), in_sentences)
    weights = {term: idf.weight(term) for term in number}
    rows = [
        [{number[term]: count * weights[term] for term, count in counts.items()} for counts in sentences]
        for sentences in counted
    ]
    return Vectors(*rows)
