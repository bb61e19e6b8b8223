"""Similarities by name: `similarity="char"` wherever a method has such a setting, and on the command line."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType

from vicinal.errors import InputError, SettingError, check_choice
from vicinal.similarity.vectors import Similarity, Vectors
from vicinal.text.document import Document

# The class of each, which is imported when it is asked for, and what it is made with.
SIMILARITIES = MappingProxyType(
    {
        "tfidf": ("vicinal.similarity.tfidf:TfIdf", ()),
        "char": ("vicinal.similarity.characters:Characters", ()),
        "stem": ("vicinal.similarity.stems:Stems", ()),
        "embed": ("vicinal.similarity.embeddings:Embeddings", ()),
        "e5": ("vicinal.similarity.embeddings:Embeddings", ("e5",)),
        "use": ("vicinal.similarity.embeddings:Embeddings", ("use",)),
        "blend": ("vicinal.similarity.blend:Blend", ()),
    }
)


def similarity_of(given: Similarity | str, setting: str = "similarity") -> Similarity:
    """Return the similarity that a caller means: by its name, or as it is.

    Args:
        given: A name of SIMILARITIES, or a function of two documents.
        setting: The name of the setting, for errors.

    Raises:
        SettingError: There is no such name, it is no function, or what it needs is not installed.

    >>> similarity_of("char")
    Characters(size=4)
    """
    if isinstance(given, str):
        check_choice(setting, given, SIMILARITIES)
        place, arguments = SIMILARITIES[given]
        module, _, name = place.partition(":")
        made: Similarity = getattr(import_module(module), name)(*arguments)
        return made
    if isinstance(given, type):
        raise SettingError(f"{setting}: {given.__name__} is a class, not a similarity; make one: {given.__name__}()")
    if not callable(given):
        names = ", ".join(SIMILARITIES)
        raise SettingError(f"{setting} must be a function of two documents, or one of {names}, not {given!r:.80}")
    return given


def vectors_by(similarity: Similarity, source: Document, target: Document, name: str = "the similarity") -> Vectors:
    """Return the vectors that a similarity gives for two documents; methods call this.

    Raises:
        InputError: It gave no Vectors, or not one for each sentence.
    """
    vectors = similarity(source, target)
    if not isinstance(vectors, Vectors):
        raise InputError(f"{name} gave {type(vectors).__name__}, not Vectors; return vicinal.Vectors(rows, rows)")
    shape = (len(source.sentences), len(target.sentences))
    if vectors.shape != shape:
        raise InputError(f"{name} gave vectors for {vectors.shape} sentences; the documents have {shape}")
    return vectors
