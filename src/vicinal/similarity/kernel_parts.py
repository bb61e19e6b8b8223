"""What a similarity is made of, as the compiled kernel takes it: parts.

A part is a tuple of four: its kind, its weight in a blend (None outside one), whether that weight is the factor of its
products itself, and what is needed to make its rows:

    words        None, or a table of the weights of words in a corpus
    stems        a table of the numbers of stems
    characters   the size of the n-grams
    sparse       the source rows and the target rows, as `SparseRows` stores them
    dense        two arrays of 16-bit integers
    open, close  None; the parts between them are one blend, whose weight is that of `close`

Similarities that the kernel makes from the text tell their parts (`kernel_parts`). Any other is called, and its vectors
are the parts. So all are searched in the kernel. What this file cannot take apart is left to Python.

Callers: `blend`, and the method `vicinity`.
"""

from __future__ import annotations

from typing import Any

from vicinal.similarity.sparse import Rows, SparseRows
from vicinal.similarity.vectors import Similarity, Vectors
from vicinal.text.document import Document

Part = tuple[str, float | None, bool, Any]
Parts = tuple[Part, ...]

# By name: most of them are not imported unless they are used.
_OF_TEXT = {"tfidf:TfIdf", "characters:Characters", "stems:Stems"}
_BLEND = "blend:Blend"


def is_of_text(similarity: Similarity) -> bool:
    """Tell whether the kernel makes the vectors of a similarity from the text alone; it knows our classes only."""
    if _place(similarity) == _BLEND:
        parts: tuple[tuple[Similarity, float], ...] = getattr(similarity, "parts")  # noqa: B009  (a Blend, by its name)
        return all(is_of_text(part) for part, _ in parts)
    return _place(similarity) in _OF_TEXT


def parts_of(similarity: Similarity, source: Document, target: Document) -> Parts | None:
    """Return the parts of a similarity that can tell them; None for any other, which must be called."""
    if is_of_text(similarity) or _place(similarity) == _BLEND:
        found: Parts | None = similarity.kernel_parts(source, target)  # type: ignore[attr-defined]
        return found
    return None


def parts_of_vectors(vectors: Vectors) -> Parts | None:
    """Return vectors as parts; None if they, or their rows, are of another class than ours."""
    return _parts_of_rows(vectors.rows) if type(vectors) is Vectors else None


def blended(parts: Parts, weight: float, settled: bool = False) -> Parts:
    """Return the parts of one similarity as part of a blend, with a weight."""
    if len(parts) == 1 and parts[0][1] is None:
        kind, _, _, detail = parts[0]
        return ((kind, weight, settled, detail),)
    return (("open", 0.0, True, None), *parts, ("close", weight, settled, None))


def _parts_of_rows(rows: Rows) -> Parts | None:
    if type(rows) is SparseRows:
        return (("sparse", None, False, rows.stored),)
    if _place(rows) == "dense:DenseRows":
        stored = rows.stored  # type: ignore[attr-defined]
        return None if stored is None else (("dense", None, False, stored),)
    if _place(rows) == "blend:BlendedRows":
        made: list[Part] = []
        for part, factor in rows.parts:  # type: ignore[attr-defined]
            inner = _parts_of_rows(part)
            if inner is None:
                return None
            made.extend(blended(inner, factor, settled=True))
        return tuple(made)
    return None


def _place(thing: object) -> str:
    """Return the module and name of a class of this package, as "tfidf:TfIdf"; something else for other classes."""
    kind = type(thing)
    return f"{kind.__module__}:{kind.__qualname__}".removeprefix("vicinal.similarity.")
