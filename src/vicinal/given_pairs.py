"""Pairs as a program gives them to `align_many`: numbered, named, and in a form that workers can take.

A generator can be read once only, and not be sent to another process. So what is neither a text nor a file becomes a
Document when the pair is read, in the process of the caller.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any, SupportsIndex

from vicinal.errors import InputError
from vicinal.text.document import Document, Version, documents_given
from vicinal.text.segment import warn_without_rules


@dataclass(frozen=True)
class Pair:
    """A pair with its place and its id: two texts, files or Documents, or why it is none."""

    index: int
    id: str | None
    versions: tuple[Version, Version] | Exception

    @classmethod
    def of(cls, index: int, id: str | None, given: Any, language: str | None) -> Pair:
        """Return a pair as it was given; what may be read only once, such as a generator, is read now."""
        try:
            if isinstance(given, str | Mapping | Set):
                raise TypeError
            source, target = given
        except (TypeError, ValueError):
            return cls(index, id, InputError(f"a pair is two versions of a document; found {given!r:.80}"))
        try:
            return cls(index, id, (_lasting(source, language), _lasting(target, language)))
        except Exception as error:  # noqa: BLE001  (on_error decides)
            return cls(index, id, portable(error))

    @property
    def is_read(self) -> bool:
        """Whether there are texts or files to read."""
        given = () if isinstance(self.versions, Exception) else self.versions
        return any(isinstance(version, str | os.PathLike) for version in given)

    def documents(self, language: str | None) -> tuple[Document, Document]:
        """Return the two documents."""
        if isinstance(self.versions, Exception):
            raise self.versions
        one, other = documents_given(self.versions, language, warn=False)
        return (one, other) if self.id is None else (one.renamed(self.id), other.renamed(self.id))


def _lasting(version: Version, language: str | None) -> Version:
    """Return a version that can be read more than once and be sent to another process."""
    return version if isinstance(version, str | os.PathLike | Document) else Document(version, language=language)


def numbered_pairs(pairs: Iterable[Any], ids: Iterable[str | int] | None, language: str | None) -> Iterator[Pair]:
    """Yield each pair with its place and its id; the first that has a text warns of a language without rules."""
    names = None if ids is None else iter(ids)
    warned = False
    count = 0
    for count, versions in enumerate(pairs, start=1):
        try:
            name = None if names is None else _id(next(names), count - 1)
        except StopIteration:
            raise InputError(f"there are more pairs than ids: pairs[{count - 1}] has none") from None
        pair = Pair.of(count - 1, name, versions, language)
        if pair.is_read and not warned:
            warn_without_rules(language)
            warned = True
        yield pair
    if names is not None and next(names, names) is not names:
        raise InputError(f"there are more ids than pairs: {count} pair{'' if count == 1 else 's'}")


def _id(given: Any, index: int) -> str:
    """Return an id as text; a missing value in a column of numbers makes them floats, which are no ids."""
    if not isinstance(given, str | SupportsIndex):
        raise InputError(f"ids[{index}]: an id is a text or a whole number; found {given!r:.80}")
    return str(given)


def portable(error: Exception) -> Exception:
    """Return an error that can be sent to another process: one that cannot becomes an InputError."""
    import pickle

    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  (what was dumped just now)
    except Exception:  # noqa: BLE001  (a pickle may fail in any way)
        return InputError(f"{type(error).__name__}: {error}")
    return error
