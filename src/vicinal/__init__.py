"""Vicinal aligns the paragraphs and sentences of two versions of a document.

>>> import vicinal
>>> alignment = vicinal.align("The cat sat on the mat. It was raining.", "The cat sat on a mat.")
>>> [(link.source, link.target, link.kind) for link in alignment.sentences]
[((0,), (0,), '1-1')]
"""

from vicinal import search
from vicinal.aligning import align, align_many
from vicinal.alignment import Aligner, Alignment, Link, Step, show_in_notebooks
from vicinal.errors import FormatError, InputError, LanguageWarning, SettingError, VicinalError
from vicinal.formats import load, save
from vicinal.methods.vicinity import Vicinity
from vicinal.rewriting.operations import Changes, Operations, changes
from vicinal.similarity.blend import Blend
from vicinal.similarity.characters import Characters
from vicinal.similarity.embeddings import Embeddings
from vicinal.similarity.stems import Stems
from vicinal.similarity.tfidf import Idf, TfIdf
from vicinal.similarity.vectors import Similarity, Vectors
from vicinal.text.document import Document
from vicinal.version import __version__ as __version__
from vicinal.versions.consistent import Versions, align_versions

__all__ = [
    "Aligner",
    "Alignment",
    "Blend",
    "Changes",
    "Characters",
    "Document",
    "Embeddings",
    "FormatError",
    "Idf",
    "InputError",
    "LanguageWarning",
    "Link",
    "Operations",
    "SettingError",
    "Similarity",
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
    "load",
    "save",
    "search",
]


def _in_notebook(alignment: Alignment) -> str:
    """Return an alignment as a page in a frame."""
    from vicinal.view.page import fragment

    return fragment(alignment)


show_in_notebooks(_in_notebook)
