"""Vicinal aligns the paragraphs and sentences of two versions of a document.

>>> import vicinal
>>> alignment = vicinal.align("The cat sat on the mat. It was raining.", "The cat sat on a mat.")
>>> [(link.source, link.target, link.kind) for link in alignment.sentences]
[((0,), (0,), '1-1')]

Public is what `__all__` names, here and in `vicinal.corpus`. All other modules are internal and may change in any
release. Each name is imported on first use, so that a program loads what it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from vicinal import notebook as _notebook
from vicinal.version import __version__ as __version__

if TYPE_CHECKING:
    from vicinal import corpus as corpus
    from vicinal import search as search
    from vicinal.aligning import Failure, align, align_many
    from vicinal.alignment import Aligner, Alignment
    from vicinal.errors import (
        FormatError,
        GoldWarning,
        InputError,
        LanguageWarning,
        LeftOutWarning,
        SettingError,
        SkippedWarning,
        VicinalError,
    )
    from vicinal.evaluation.comparing import Comparison, compare
    from vicinal.evaluation.evaluating import Evaluation, evaluate
    from vicinal.evaluation.given_gold import read_gold
    from vicinal.evaluation.scores import Counts, Scores
    from vicinal.formats import load, save
    from vicinal.gold import Gold
    from vicinal.link import Link, Step
    from vicinal.methods.barzilay_elhadad import BarzilayElhadad
    from vicinal.methods.bott_saggion import BottSaggion
    from vicinal.methods.coster_kauchak import CosterKauchak
    from vicinal.methods.global_.method import Global
    from vicinal.methods.jaccard import Jaccard
    from vicinal.methods.massalign import Massalign
    from vicinal.methods.nearest import Nearest
    from vicinal.methods.smith import Smith
    from vicinal.methods.vicinity import Vicinity
    from vicinal.rewriting.operations import Changes, Operations, changes
    from vicinal.similarity.blend import Blend
    from vicinal.similarity.characters import Characters
    from vicinal.similarity.embeddings import Embeddings
    from vicinal.similarity.stems import Stems
    from vicinal.similarity.tfidf import Idf, TfIdf
    from vicinal.similarity.vectors import Similarity, Vectors
    from vicinal.streams import load_many, save_many
    from vicinal.text.document import Document
    from vicinal.versions.consistent import Versions, align_versions

_MODULES = {
    "aligning": (
        "Failure",
        "align",
        "align_many",
    ),
    "alignment": (
        "Aligner",
        "Alignment",
    ),
    "errors": (
        "FormatError",
        "GoldWarning",
        "InputError",
        "LanguageWarning",
        "LeftOutWarning",
        "SettingError",
        "SkippedWarning",
        "VicinalError",
    ),
    "evaluation.comparing": (
        "Comparison",
        "compare",
    ),
    "evaluation.evaluating": (
        "Evaluation",
        "evaluate",
    ),
    "evaluation.given_gold": ("read_gold",),
    "evaluation.scores": (
        "Counts",
        "Scores",
    ),
    "formats": (
        "load",
        "save",
    ),
    "gold": ("Gold",),
    "link": (
        "Link",
        "Step",
    ),
    "methods.barzilay_elhadad": ("BarzilayElhadad",),
    "methods.bott_saggion": ("BottSaggion",),
    "methods.coster_kauchak": ("CosterKauchak",),
    "methods.global_.method": ("Global",),
    "methods.jaccard": ("Jaccard",),
    "methods.massalign": ("Massalign",),
    "methods.nearest": ("Nearest",),
    "methods.smith": ("Smith",),
    "methods.vicinity": ("Vicinity",),
    "rewriting.operations": (
        "Changes",
        "Operations",
        "changes",
    ),
    "similarity.blend": ("Blend",),
    "similarity.characters": ("Characters",),
    "similarity.embeddings": ("Embeddings",),
    "similarity.stems": ("Stems",),
    "similarity.tfidf": (
        "Idf",
        "TfIdf",
    ),
    "similarity.vectors": (
        "Similarity",
        "Vectors",
    ),
    "streams": (
        "load_many",
        "save_many",
    ),
    "text.document": ("Document",),
    "versions.consistent": (
        "Versions",
        "align_versions",
    ),
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names}
__all__ = [
    "Aligner",
    "Alignment",
    "BarzilayElhadad",
    "Blend",
    "BottSaggion",
    "Changes",
    "Characters",
    "Comparison",
    "CosterKauchak",
    "Counts",
    "Document",
    "Embeddings",
    "Evaluation",
    "Failure",
    "FormatError",
    "Global",
    "Gold",
    "GoldWarning",
    "Idf",
    "InputError",
    "Jaccard",
    "LanguageWarning",
    "LeftOutWarning",
    "Link",
    "Massalign",
    "Nearest",
    "Operations",
    "Scores",
    "SettingError",
    "Similarity",
    "SkippedWarning",
    "Smith",
    "Stems",
    "Step",
    "TfIdf",
    "Vectors",
    "Versions",
    "VicinalError",
    "Vicinity",
    "align",
    "align_many",
    "align_versions",
    "changes",
    "compare",
    "evaluate",
    "load",
    "load_many",
    "read_gold",
    "save",
    "save_many",
    "search",
]


if not TYPE_CHECKING:  # for a type checker, a module with __getattr__ has every name

    def __getattr__(name: str) -> Any:
        """Import a public name on first use."""
        if name in ("corpus", "search"):
            return import_module(f"{__name__}.{name}")
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "corpus"})


def _in_notebook(alignment: Alignment) -> str:
    """Return an alignment as a page in a frame."""
    from vicinal.view.page import fragment

    return fragment(alignment)


_notebook.show_with(_in_notebook)
