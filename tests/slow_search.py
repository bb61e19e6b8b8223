"""Both searches written in the slow, obvious way, to test `vicinal.search` against.

It shares no code with `vicinal.search`: vicinities are lists built at each step, the nearest cell is the first of all
cells of the matrix after a sort, and sums are numpy's.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Cell = tuple[int, int]
Matrix = npt.NDArray[np.float64]


def nearest(M: Matrix, x0: int, y0: int, alpha: float) -> Cell | None:
    candidates = [
        ((x - x0) ** 2 + (y - y0) ** 2, -M[x, y], x, y)
        for x in range(M.shape[0])
        for y in range(M.shape[1])
        if x >= x0 and y >= y0 and (x, y) != (x0, y0) and M[x, y] >= alpha
    ]
    return sorted(candidates)[0][2:] if candidates else None


def best(M: Matrix, cells: list[Cell]) -> Cell | None:
    inside = [(x, y) for x, y in cells if x < M.shape[0] and y < M.shape[1]]
    if not inside:
        return None
    top = max(M[x, y] for x, y in inside)
    return next((x, y) for x, y in inside if M[x, y] == top)


def paragraph_path(M: Matrix, alpha: float, vicinities: tuple[tuple[Cell, ...], ...], title: bool) -> list[Cell]:
    path: list[Cell] = []
    if 0 in M.shape:
        return path
    c: Cell | None = (0, 0) if title else nearest(M, -1, -1, alpha)
    while c is not None:
        path.append(c)
        step = None
        for offsets in vicinities:
            n = best(M, [(c[0] + dx, c[1] + dy) for dx, dy in offsets])
            if n is not None and M[n] >= alpha:
                step = n
                break
        c = step if step is not None else nearest(M, c[0], c[1], alpha)
    return path


def cosine(a: Matrix, b: Matrix) -> float:
    length = float(np.sqrt((a @ a) * (b @ b)))
    return round(float(a @ b) / length, 12) if length else 0.0  # so that what is equal on paper is a tie


def sentence_path(S: Matrix, T: Matrix, alpha: float, beta: float) -> list[Cell]:
    rows, columns = len(S), len(T)
    M = np.array([[cosine(a, b) for b in T] for a in S]).reshape(rows, columns)

    def block(xs: list[int], ys: list[int]) -> float:
        return cosine(S[xs].sum(axis=0), T[ys].sum(axis=0))

    path: list[Cell] = []
    c = nearest(M, -1, -1, alpha)
    if c is not None:
        path.append(c)
    while c is not None:
        x, y = c
        n = best(M, [(x + 1, y + 1), (x, y + 1), (x + 1, y)])
        if n is None or M[n] < alpha:
            c = nearest(M, x, y, alpha)
            if c is not None:
                path.append(c)
            continue
        path.append(n)
        c = n
        ys, xs = [n[1]], [n[0]]
        if n == (x, y + 1):
            while ys[-1] + 1 < columns:
                longer = [*ys, ys[-1] + 1]
                grown = block(xs, longer)
                if grown <= block(xs, ys) - beta or (n[0] + 1 < rows and grown <= block([n[0] + 1], longer)):
                    break
                ys = longer
                c = (n[0], ys[-1])
                path.append(c)
        elif n == (x + 1, y):
            while xs[-1] + 1 < rows:
                longer = [*xs, xs[-1] + 1]
                grown = block(longer, ys)
                if grown <= block(xs, ys) - beta or (n[1] + 1 < columns and grown <= block(longer, [n[1] + 1])):
                    break
                xs = longer
                c = (xs[-1], n[1])
                path.append(c)
    return path
