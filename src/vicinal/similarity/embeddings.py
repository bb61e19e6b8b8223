"""Sentence embeddings: sentences with the same meaning are similar, even without a word in common.

The encoder is a built-in one (`encoders`; the extra `embed`, which contains the weights: nothing is downloaded), or any
object with `encode(sentences) -> array`. A row is the sentence's vector, normalised to unit length and rounded to four
decimals. It is stored as whole ten-thousandths, whose products and sums are exact.

The built-in encoders give a sentence the same vector whatever else is encoded or cached, so every run gives the same
vectors. Other encoders get batches, and answer for themselves.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from vicinal.errors import InputError, LanguageWarning, SettingError
from vicinal.similarity.embedding_cache import VectorCache, cache_folder
from vicinal.similarity.encoders import BUILT_IN, BuiltIn, Encoder, missing
from vicinal.similarity.vectors import Vectors, check_words
from vicinal.text.document import Document
from vicinal.text.tokens import has_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Wholes = NDArray[np.int16]

__all__ = ["Embeddings", "Encoder", "installed"]

_UNIT = 10_000
_BATCH = 256  # sentences at a time, for encoders that are not built in
_KEPT = 1024  # sentences that are encoded before their vectors are cached; a run that is stopped loses no more
_MOST_CHARACTERS = 10_000  # of a sentence; memory grows with them


def installed() -> list[str]:
    """Return the names of the built-in encoders that are installed, the default first; none of them is imported."""
    return [name for name, built_in in BUILT_IN.items() if built_in.is_installed()]


@dataclass(frozen=True, repr=False)
class Embeddings:
    """Vectors of meaning from a sentence encoder.

    Attributes:
        encoder: An object with `encode(sentences)`, or the name of a built-in encoder: "e5" (multilingual-e5-small, for
            93 languages) or "use" (the Universal Sentence Encoder, for 15 languages, faster). None means the first of
            them that is installed, and becomes its name.
        name: The name and version of an encoder of your own, for the signature of alignments. Without it vectors are
            not cached on disk, since nothing would tell those of two encoders apart.
        cache: Whether vectors are cached on disk, in the user's cache folder; or another folder for them.
    """

    encoder: Encoder | str | None = None
    name: str | None = None
    cache: bool | str | os.PathLike[str] = field(default=True, compare=False)

    def __post_init__(self) -> None:
        """Choose the encoder, once, so that copies in other processes have the same; raise SettingError without one."""
        if self.encoder is None:
            names = installed()
            if not names:
                raise missing()
            object.__setattr__(self, "encoder", names[0])
        elif isinstance(self.encoder, str):
            if self.encoder not in BUILT_IN:
                raise SettingError(f"there is no encoder {self.encoder!r:.80}; the built-in ones are {_names()}")
            if not BUILT_IN[self.encoder].is_installed():
                raise missing(self.encoder)
        elif not callable(getattr(self.encoder, "encode", None)) or isinstance(self.encoder, bytes):
            raise SettingError(f"encoder must have a method 'encode' or be one of {_names()}, not {self.encoder!r:.80}")
        if self.name is not None and self._built_in is not None:
            raise SettingError("name is for an encoder of your own; give it with encoder=")
        if not isinstance(self.name, str | None):
            raise SettingError(f"name must be a string, not {self.name!r:.80}")
        if not isinstance(self.cache, bool | str | os.PathLike):
            raise SettingError(f"cache must be True, False or a folder, not {self.cache!r:.80}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(encoder={self._label!r})"

    @property
    def _built_in(self) -> BuiltIn | None:
        return BUILT_IN[self.encoder] if isinstance(self.encoder, str) else None

    @property
    def _label(self) -> str:
        """The identity of this encoder."""
        if self._built_in is not None:
            return self._built_in.label
        return self.name or f"{type(self.encoder).__module__}.{type(self.encoder).__qualname__}"

    def __call__(self, source: Document, target: Document) -> Vectors:
        """Return the vectors of two documents; a sentence without words has similarity 0 with everything.

        Raises:
            InputError: A document has no words, or the encoder did not return one vector per sentence.
            SettingError: The encoder cannot be loaded.

        Warns:
            LanguageWarning: The encoder was not trained on the language of the documents.
        """
        rows = self.arrays(source, target)

        from vicinal.similarity.dense import DenseRows

        return Vectors.of_rows(DenseRows(*rows))

    def arrays(self, source: Document, target: Document) -> tuple[Wholes, Wholes]:
        """Return one row for each sentence of two documents: its vector in ten-thousandths, as 16-bit integers.

        A sentence without words has a row of zeros. Raises and warns as a call does.

        >>> class Letters:
        ...     def encode(self, sentences): return [[s.count("a"), s.count("b")] for s in sentences]
        >>> rows, _ = Embeddings(Letters()).arrays(Document([["aaabbbb", "..."]]), Document([["b"]]))
        >>> rows.tolist()
        [[6000, 8000], [0, 0]]
        """
        worded = [list(map(has_words, document.sentences)) for document in (source, target)]
        check_words(source, target, *map(any, worded))
        for language in dict.fromkeys((source.language, target.language)):
            self.note_language(language)
        sides = list(zip((source.sentences, target.sentences), worded, strict=True))
        rows = self._rows_of(dict.fromkeys(s for d, flags in sides for s, flag in zip(d, flags, strict=True) if flag))

        import numpy as np

        zeros = np.zeros_like(next(iter(rows.values())))
        one, other = (np.stack([rows.get(sentence, zeros) for sentence in sentences]) for sentences, _ in sides)
        return one, other

    def note_language(self, language: str | None) -> None:
        """Warn if the built-in encoder was not trained on a language."""
        if self._built_in is not None and not self._built_in.covers(language):
            known = self._built_in.coverage()
            message = f"the sentence encoder was not trained on language {language!r:.80}, only on {known}"
            warnings.warn(f"{message}; similarities may mean little", LanguageWarning, stacklevel=4)

    def _rows_of(self, sentences: Iterable[str]) -> dict[str, Wholes]:
        """Return the vector of each sentence, from the cache or the encoder."""
        try:
            import numpy as np
        except ImportError:
            raise missing() from None
        label = self._label
        keys = {s: hashlib.sha256(f"{label}\0{s}".encode("utf-8", "surrogatepass")).digest() for s in sentences}
        cache = self._cache()
        known = {} if cache is None else cache.get(keys.values())
        widths = {len(value) for value in known.values()}
        if len(widths) > 1 or any(width % 2 for width in widths):  # not from one encoder
            known = {}
        rows = {s: np.frombuffer(known[key], "<i2") for s, key in keys.items() if key in known}
        new = self._encoded([s for s in keys if s not in rows], keys, cache)
        if rows and new and len(next(iter(rows.values()))) != len(next(iter(new.values()))):
            new = self._encoded(list(keys), keys, cache)
        return rows | new

    def _encoded(
        self, sentences: Sequence[str], keys: Mapping[str, bytes], cache: VectorCache | None
    ) -> dict[str, Wholes]:
        """Encode sentences, and cache their vectors."""
        rows: dict[str, Wholes] = {}
        for start in range(0, len(sentences), _KEPT):
            new = self._batches(sentences[start : start + _KEPT])
            rows.update(new)
            if len({len(row) for row in rows.values()}) > 1:
                raise InputError(f"encoder {self._label!r:.80}: gave vectors of different widths")
            if cache is not None:
                cache.put({keys[sentence]: row.tobytes() for sentence, row in new.items()})
        return rows

    def _batches(self, sentences: Sequence[str]) -> dict[str, Wholes]:
        """Encode sentences, a batch at a time; where the encoder allows it, several batches at the same time."""
        encoder: Any = self.encoder if self._built_in is None else self._built_in.load()
        size = _BATCH if self._built_in is None else self._built_in.batch

        def encoded(start: int) -> Wholes:
            batch = [_readable(sentence) for sentence in sentences[start : start + size]]
            return _wholes(encoder.encode(batch), len(batch))

        starts = range(0, len(sentences), size)
        threads = 1 if self._built_in is None else min(self._built_in.threads(), len(starts))
        if threads > 1:
            from concurrent.futures import ThreadPoolExecutor

            with ThreadPoolExecutor(threads) as pool:
                rows = list(pool.map(encoded, starts))
        else:
            rows = [encoded(start) for start in starts]
        return dict(zip(sentences, chain.from_iterable(rows), strict=True))

    def _cache(self) -> VectorCache | None:
        if self.cache is False or (self._built_in is None and self.name is None):
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


def _names() -> str:
    return " and ".join(map(repr, BUILT_IN))
