"""Sentences to vectors, and how similar two of them are.

`TfIdf` is the paper's way: (Document, Document) -> Vectors. Any other callable with that contract fits too. `Vectors`
answers the only questions a search asks: `pair(x, y)` and, for sentences strung together, `block(x0, x1, y0, y1)`.

Sums run in a fixed order (see `rows`), and a similarity is rounded to twelve decimals, so that the same text gives the
same bits everywhere, and similarities that are equal on paper are equal here: ties are settled by the method's rules,
not by the last bit.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from pathlib import Path
from typing import Any, Protocol

from vicinal.document import Document
from vicinal.errors import FormatError, InputError
from vicinal.files import decode, read_bytes, write_files
from vicinal.rows import Rows, SparseRows
from vicinal.tokens import tokens

_IDF_FORMAT = "vicinal-idf/1"
_SMALL, _LARGE = 1e-290, 1e290  # outside, a product of squares loses its precision or its range
_GRAIN = 1e12


class Similarity(Protocol):
    """A way to turn the sentences of two documents into vectors."""

    def __call__(self, source: Document, target: Document, /) -> Vectors:
        """Return one vector for each sentence."""


class Vectors:
    """One vector for each sentence of two documents, not normalised.

    Args:
        source: One row for each source sentence: a sequence of numbers, or a mapping from column to number.
        target: The same for the target sentences. Rows that are sequences must all have one width.

    Raises:
        InputError: A number is not finite, or a row has another width than the first.

    >>> Vectors([[1, 0], [0, 2]], [[3, 0], [1, 1]]).pair(0, 0)
    1.0
    """

    def __init__(self, source: Iterable[Any], target: Iterable[Any]) -> None:
        self.rows: Rows = SparseRows(source, target)

    @classmethod
    def of_rows(cls, rows: Rows) -> Vectors:
        """Return the vectors of rows that are kept in a way of their own."""
        vectors = object.__new__(cls)
        vectors.rows = rows
        return vectors

    @property
    def shape(self) -> tuple[int, int]:
        """How many source and how many target sentences."""
        source, target = self.rows.squares
        return len(source), len(target)

    def pair(self, x: int, y: int) -> float:
        """Return the cosine of source row x and target row y; 0 where a row is all zeros."""
        source, target = self.rows.squares
        return _cosine(self.rows.dot(x, y), source[x], target[y])

    def block(self, x0: int, x1: int, y0: int, y1: int) -> float:
        """Return the cosine of the summed source rows x0..x1-1 and the summed target rows y0..y1-1."""
        return _cosine(*self.rows.summed(range(x0, x1), range(y0, y1)))

    def group(self, xs: Iterable[int], ys: Iterable[int]) -> float:
        """Return the cosine of the summed source rows xs and the summed target rows ys."""
        return _cosine(*self.rows.summed(xs, ys))

    def select(self, xs: Sequence[int], ys: Sequence[int]) -> Vectors:
        """Return the vectors of some sentences only, in the order given."""
        return Vectors.of_rows(self.rows.select(xs, ys))


class BestPair:
    """Paragraph similarity as the paper has it: M(i, j) is the best pair of sentences of paragraphs i and j.

    Computed when asked for, so a search pays only for the cells it looks at.
    """

    def __init__(self, vectors: Vectors, source: Sequence[Sequence[int]], target: Sequence[Sequence[int]]) -> None:
        self._vectors = vectors
        self._source = source
        self._target = target

    @property
    def shape(self) -> tuple[int, int]:
        """How many source and how many target paragraphs."""
        return len(self._source), len(self._target)

    def pair(self, x: int, y: int) -> float:
        """Return the similarity of the most similar sentences of two paragraphs; 0 where one has none."""
        pair = self._vectors.pair
        return max((pair(i, j) for i in self._source[x] for j in self._target[y]), default=0.0)


@dataclass(frozen=True)
class Idf:
    """In how many sentences of a corpus each term occurs; models of parts of a corpus add up to that of the whole.

    >>> model = Idf.fit([Document([["A dog.", "A cat."]])]) + Idf.fit([Document([["A bird."]])])
    >>> model.sentences, model.counts["a"]
    (3, 3)
    """

    sentences: int
    counts: Mapping[str, int] = field(repr=False, hash=False)

    @classmethod
    def fit(cls, documents: Iterable[Document]) -> Idf:
        """Count the terms of all sentences of some documents."""
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
        digest = hashlib.sha256(self._json().encode("utf-8", "surrogatepass")).hexdigest()[:12]
        return f"Idf(sentences={self.sentences}, terms={len(self.counts)}, sha256={digest!r})"

    def weight(self, term: str) -> float:
        """Return ln(N / df) + 1. A term the corpus does not have counts as one that occurs once."""
        return log(max(self.sentences, 1) / max(self.counts.get(term, 0), 1)) + 1.0

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model as JSON, whole or not at all."""
        write_files({Path(path): self.to_json()})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Idf:
        """Read a model that `save` wrote."""
        return cls.of_json(read_bytes(path), str(path))

    def to_json(self) -> bytes:
        """Return the model as JSON, the same for the same counts."""
        return self._json().encode("utf-8", "backslashreplace")

    @classmethod
    def of_json(cls, data: bytes, name: str) -> Idf:
        """Return the model that `to_json` gave; name is what errors call the data."""
        text = decode(data, name)
        try:
            model = json.loads(text)
            known = model["format"] == _IDF_FORMAT
            sentences, counts = model["sentences"], dict(model["counts"])
        except (KeyError, TypeError, ValueError, RecursionError):
            known = False
        if not known:
            raise FormatError(f"{name}: is not an idf model; make one with 'vicinal idf'")
        if type(sentences) is not int or not all(type(n) is int and 0 < n <= sentences for n in counts.values()):
            raise FormatError(f"{name}: counts must be whole numbers, from 1 to the number of sentences")
        if sentences < 0:
            raise FormatError(f"{name}: the number of sentences is negative")
        return cls(sentences, counts)

    def _json(self) -> str:
        data = {"format": _IDF_FORMAT, "sentences": self.sentences, "counts": dict(sorted(self.counts.items()))}
        return json.dumps(data, ensure_ascii=False, indent=0) + "\n"


@dataclass(frozen=True)
class TfIdf:
    """Term counts times idf; each sentence of the two documents (or of the corpus a model comes from) is one unit."""

    idf: Idf | None = None

    def __call__(self, source: Document, target: Document) -> Vectors:
        """Return the vectors of two documents.

        Raises:
            InputError: A document has no words.
        """
        return weighted(source, target, tokens, self.idf)


def weighted(
    source: Document, target: Document, terms: Callable[[str], Iterable[str]], idf: Idf | None = None
) -> Vectors:
    """Return the vectors of two documents: the counts of a sentence's terms, each times its idf.

    Args:
        source: The first document.
        target: The second.
        terms: Gives the terms of a sentence: words, stems, strings of letters.
        idf: A model of such terms; None: each sentence of the two documents is one unit.

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


def check_words(source: Document, target: Document, source_has_words: bool, target_has_words: bool) -> None:
    """Raise InputError, with the name of the document, where one of two has no words."""
    for side, document, has_words in (("source", source, source_has_words), ("target", target, target_has_words)):
        if not has_words:
            raise InputError(f"{document.id or side + ' document'}: has no words to align")


def _cosine(dot: float, source_square: float, target_square: float) -> float:
    """Return the cosine that a dot product and two squared lengths make."""
    if dot == 0.0:
        return 0.0
    # One root of the product: equal rows then give exactly 1, which a product of two roots does not.
    square = source_square * target_square
    length = sqrt(square) if _SMALL < square < _LARGE else sqrt(source_square) * sqrt(target_square)
    return max(-1.0, min(1.0, round(dot / length * _GRAIN) / _GRAIN))
