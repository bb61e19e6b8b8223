"""The same method with scikit-learn and numpy, as one would write it: what the kernel is measured against.

TfidfVectorizer for the vectors, one matrix of all similarities, numpy for the searches on it. It finds the same cells
(the benchmark checks that on every document it times).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from vicinal.alignment import connected
from vicinal.link import Cell
from vicinal.methods.vicinity import Vicinity
from vicinal.text.document import Document
from vicinal.text.tokens import tokens

Array = Any


def align(source: Document, target: Document, method: Vicinity) -> list[Cell]:
    """Return the sentence cells of two documents, in visiting order."""
    a, b, matrix = _vectors(source, target)
    starts = [[span[0] for span in document.spans] for document in (source, target)]
    best = np.maximum.reduceat(np.maximum.reduceat(matrix, starts[0], axis=0), starts[1], axis=1)
    cells: list[Cell] = []
    for xs, ys in connected(_paragraphs(best, method)):
        inside = [[i for p in ps for i in d.spans[p]] for ps, d in ((xs, source), (ys, target))]
        part = matrix[np.ix_(*inside)]
        found = _sentences(part, a[inside[0]], b[inside[1]], method)
        cells += [(inside[0][x], inside[1][y]) for x, y in found]
    return cells


def similarities(source: Document, target: Document) -> Array:
    """Return the matrix of all similarities, for programs that want nothing else."""
    return _vectors(source, target)[2]


def encoder(source: Document, target: Document) -> Any:
    """Return what turns a list of texts into dense TF-IDF vectors of the two documents' words."""
    vectorizer = TfidfVectorizer(tokenizer=tokens, token_pattern=None, lowercase=False, smooth_idf=False)
    vectorizer.fit([*source.sentences, *target.sentences])
    return lambda texts: vectorizer.transform(texts).toarray()


def _vectors(source: Document, target: Document) -> tuple[Array, Array, Array]:
    vectorizer = TfidfVectorizer(tokenizer=tokens, token_pattern=None, lowercase=False, smooth_idf=False, norm=None)
    rows = vectorizer.fit_transform([*source.sentences, *target.sentences])
    n = len(source.sentences)
    a, b = rows[:n], rows[n:]
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    lengths[lengths == 0] = 1.0
    return a, b, np.round((a @ b.T).toarray() / lengths[:n, None] / lengths[None, n:], 12)


def _nearest(matrix: Array, cx: int, cy: int, alpha: float) -> Cell | None:
    x0, y0 = max(cx, 0), max(cy, 0)
    xs, ys = np.nonzero(matrix[x0:, y0:] >= alpha)
    xs, ys = xs + x0, ys + y0
    keep = (xs != cx) | (ys != cy)
    xs, ys = xs[keep], ys[keep]
    if not len(xs):
        return None
    order = np.lexsort((ys, xs, -matrix[xs, ys], (xs - cx) ** 2 + (ys - cy) ** 2))
    return int(xs[order[0]]), int(ys[order[0]])


def _best(matrix: Array, cells: list[Cell]) -> Cell | None:
    inside = [(x, y) for x, y in cells if x < matrix.shape[0] and y < matrix.shape[1]]
    return max(inside, key=lambda cell: matrix[cell], default=None)


def _paragraphs(matrix: Array, method: Vicinity) -> list[Cell]:
    path = []
    c: Cell | None = (0, 0)
    while c is not None:
        path.append(c)
        for offsets in method.vicinities:
            n = _best(matrix, [(c[0] + dx, c[1] + dy) for dx, dy in offsets])
            if n is not None and matrix[n] >= method.paragraph_alpha:
                break
        else:
            n = _nearest(matrix, c[0], c[1], float(method.paragraph_alpha))
        c = n
    return path


def _cosine(a: Array, b: Array) -> float:
    total, other = np.asarray(a.sum(axis=0)).ravel(), np.asarray(b.sum(axis=0)).ravel()
    length = np.sqrt((total @ total) * (other @ other))
    return round(float(total @ other / length), 12) if length else 0.0


def _sentences(matrix: Array, a: Array, b: Array, method: Vicinity) -> list[Cell]:
    alpha, beta = float(method.sentence_alpha), method.beta
    c = _nearest(matrix, -1, -1, alpha)
    path = [] if c is None else [c]
    while c is not None:
        x, y = c
        n = _best(matrix, [(x + 1, y + 1), (x, y + 1), (x + 1, y)])
        if n is None or matrix[n] < alpha:
            c = _nearest(matrix, x, y, alpha)
            path += [] if c is None else [c]
            continue
        path.append(n)
        c = n
        if n == (x, y + 1):
            end = n[1] + 1
            while end < matrix.shape[1]:
                longer = _cosine(a[x], b[n[1] : end + 1])
                if not longer > _cosine(a[x], b[n[1] : end]) - beta:
                    break
                if x + 1 < matrix.shape[0] and not longer > _cosine(a[x + 1], b[n[1] : end + 1]):
                    break
                c = (x, end)
                path.append(c)
                end += 1
        elif n == (x + 1, y):
            end = n[0] + 1
            while end < matrix.shape[0]:
                longer = _cosine(a[n[0] : end + 1], b[y])
                if not longer > _cosine(a[n[0] : end], b[y]) - beta:
                    break
                if y + 1 < matrix.shape[1] and not longer > _cosine(a[n[0] : end + 1], b[y + 1]):
                    break
                c = (end, y)
                path.append(c)
                end += 1
    return path
