"""Vicinal aligns the paragraphs and sentences of two versions of a document.

>>> import vicinal
>>> alignment = vicinal.align("The cat sat on the mat. It was raining.", "The cat sat on a mat.")
>>> [(link.source, link.target, link.kind) for link in alignment.sentences]
[((0,), (0,), '1-1')]
"""

from vicinal import search
from vicinal.align import Aligner, Vicinity, align
from vicinal.alignment import Alignment, Link, Step
from vicinal.blend import Blend
from vicinal.characters import Characters
from vicinal.document import Document
from vicinal.embeddings import Embeddings
from vicinal.errors import FormatError, InputError, LanguageWarning, SettingError, VicinalError
from vicinal.formats import load, save
from vicinal.many import align_many
from vicinal.operations import Changes, Operations, changes
from vicinal.similarity import Idf, Similarity, TfIdf, Vectors
from vicinal.stems import Stems
from vicinal.versions import Versions, align_versions

__version__ = "0.1.0"

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
