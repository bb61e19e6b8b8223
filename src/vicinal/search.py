"""Algorithms 1 and 2 of Paetzold & Specia (2016), "Vicinity-Driven Paragraph and Sentence Alignment".

Read it beside the paper: names are the paper's (M, V1, c, n, N, alpha, beta), and each line of the pseudocode is a
comment above the code that implements it, in the same order. Indices count from 0 here and from 1 there. A range a : b
of the paper includes b; a range here excludes its end, so M(nx, ny : ny + N) is the block of N + 1 sentences from ny
on. What the paper leaves open is settled in `docs/method.md` and marked "Open point" below.

The search sees numbers only: something with `shape` and `pair(x, y)`, for sentences also `block(x0, x1, y0, y1)`. It
returns cells (x, y), where x indexes the source and y the target.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from typing import Any, Protocol

from vicinal.errors import InputError, SettingError, check_unit
from vicinal.link import Cell, Step

Offsets = tuple[Cell, ...]

# Offsets from the current cell. Their order breaks ties: the first of equally good cells wins.
V1: Offsets = ((1, 1), (0, 1), (1, 0))
V2: Offsets = ((2, 1), (1, 2))
VICINITIES: tuple[Offsets, ...] = (V1, V2)

_OUTSIDE: Cell = (-1, -1)  # the paper's [0, 0]: the corner before the first cell


class Similarities(Protocol):
    """The input of Algorithm 1: the similarities of two documents."""

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""

    def pair(self, x: int, y: int, /) -> float:
        """Return M(x, y)."""


class BlockSimilarities(Similarities, Protocol):
    """The input of Algorithm 2: the similarities of two groups of paragraphs."""

    def block(self, x0: int, x1: int, y0: int, y1: int, /) -> float:
        """Return M(x0 : x1-1, y0 : y1-1): the similarity of concatenated sentences."""


def paragraph_path(
    matrix: Any, alpha: float, vicinities: Sequence[Offsets] = VICINITIES, *, title: bool = True
) -> list[Cell]:
    """Algorithm 1: return the aligned cells, in visiting order.

    Args:
        matrix: M, as rows of numbers (lists or an array), or anything with `shape` and `pair(x, y)`.
        alpha: The least similarity of aligned paragraphs, 0 to 1.
        vicinities: The fixed vicinities, tried in order: tuples of offsets.
        title: Whether (0, 0) is aligned whatever its similarity, as the paper assumes for titles. Otherwise the search
            starts at the similar cell nearest to the corner, as in Algorithm 2.
    """
    return [step.cell for step in paragraph_steps(matrix, alpha, vicinities, title=title)]


def sentence_path(vectors: BlockSimilarities, alpha: float, beta: float) -> list[Cell]:
    """Algorithm 2: return the aligned cells, in visiting order.

    Args:
        vectors: A `Vectors`, or anything with `shape`, `pair` and `block`.
        alpha: The least similarity of aligned sentences, 0 to 1.
        beta: The slack: how much similarity each further sentence of a 1-N or N-1 link may lose, 0 to 1.
    """
    return [step.cell for step in sentence_steps(vectors, alpha, beta)]


def paragraph_steps(
    matrix: Any, alpha: float, vicinities: Sequence[Offsets] = VICINITIES, *, title: bool = True
) -> Iterator[Step]:
    """Algorithm 1, with how each cell was found. Arguments as for `paragraph_path`."""
    check_unit("paragraph alpha", alpha)
    vicinities = checked_vicinities(vicinities)
    M = matrix if hasattr(matrix, "pair") else _Matrix(matrix)
    stood: Cell | None = None
    vicinity = "start"
    # A <- zeros(|D1|, |D2|): here the cells of A are yielded one by one
    # [cx, cy] <- [1, 1]
    c: Cell | None = (0, 0) if min(M.shape) > 0 else None
    if not title:
        c = nearest(M, _OUTSIDE, alpha)
    # while [cx, cy] != nil
    while c is not None:
        # A(cx, cy) <- 1
        yield Step("paragraph", stood, vicinity, c, M.pair(*c))
        stood = c
        # V1 <- {...};  V2 <- {...}: as offsets in `vicinities`;  V3 <- {...}: the quadrant that `nearest` searches
        # [nx, ny] <- [x, y] with best M(x, y) in V1
        # if M(nx, ny) < alpha: [nx, ny] <- [x, y] with best M(x, y) in V2
        for number, offsets in enumerate(vicinities, start=1):
            n = best(M, c, offsets)
            if n is not None and M.pair(*n) >= alpha:
                vicinity = f"V{number}"
                break
        else:
            # if M(nx, ny) < alpha: [nx, ny] <- [x, y] with M(x, y) >= alpha in V3
            # with shortest euclidean distance to [cx, cy]
            n = nearest(M, c, alpha)
            vicinity = "nearest"
        # [cx, cy] <- [nx, ny]
        c = n


def sentence_steps(M: BlockSimilarities, alpha: float, beta: float) -> Iterator[Step]:
    """Algorithm 2, with how each cell was found. Arguments as for `sentence_path`."""
    check_unit("sentence alpha", alpha)
    check_unit("beta", beta)
    rows, columns = M.shape
    # A <- zeros(|P1|, |P2|): here the cells of A are yielded one by one
    # [cx, cy] <- [x, y] with M(x, y) >= alpha, with shortest euclidean distance to [0, 0]
    c = nearest(M, _OUTSIDE, alpha)
    # if [cx, cy] != nil: A(cx, cy) <- 1
    if c is not None:
        yield Step("sentence", None, "start", c, M.pair(*c))
    # while [cx, cy] != nil
    while c is not None:
        cx, cy = c
        # V1 <- {...};  V2 <- {...}: the quadrant that `nearest` searches
        # [nx, ny] <- [x, y] with best M(x, y) in V1
        n = best(M, c, V1)
        # case M(nx, ny) < alpha
        if n is None or M.pair(*n) < alpha:
            # [nx, ny] <- [x, y] with M(x, y) >= alpha in V2, with shortest euclidean distance to [cx, cy]
            n = nearest(M, c, alpha)
            # [cx, cy] <- [nx, ny];  A(cx, cy) <- 1
            if n is not None:
                yield Step("sentence", c, "nearest", n, M.pair(*n))
            c = n
        # case [nx, ny] = [cx + 1, cy + 1]
        elif n == (cx + 1, cy + 1):
            # [cx, cy] <- [nx, ny];  A(cx, cy) <- 1
            yield Step("sentence", c, "V1", n, M.pair(*n))
            c = n
        # case [nx, ny] = [cx, cy + 1]
        elif n == (cx, cy + 1):
            nx, ny = n
            # A(nx, ny) <- 1
            yield Step("sentence", c, "V1", n, M.pair(nx, ny))
            # N <- 1
            N = 1
            # while M(nx, ny : ny + N) > M(nx, ny : ny + N - 1) - beta  and  M(nx, ny : ny + N) > M(nx + 1, ny : ny + N)
            while ny + N < columns:
                longer = M.block(nx, nx + 1, ny, ny + N + 1)
                if not longer > M.block(nx, nx + 1, ny, ny + N) - beta:
                    break
                # Open point: without a row nx + 1 there is nothing to compare with.
                if nx + 1 < rows and not longer > M.block(nx + 1, nx + 2, ny, ny + N + 1):
                    break
                # A(nx, ny + N) <- 1
                yield Step("sentence", (nx, ny + N - 1), "run", (nx, ny + N), longer)
                # N <- N + 1
                N += 1
            # [cx, cy] <- [nx, ny + N - 1]
            c = (nx, ny + N - 1)
        # case [nx, ny] = [cx + 1, cy]
        else:
            nx, ny = n
            # A(nx, ny) <- 1
            yield Step("sentence", c, "V1", n, M.pair(nx, ny))
            # N <- 1
            N = 1
            # while M(nx : nx + N, ny) > M(nx : nx + N - 1, ny) - beta  and  M(nx : nx + N, ny) > M(nx : nx + N, ny + 1)
            while nx + N < rows:
                longer = M.block(nx, nx + N + 1, ny, ny + 1)
                if not longer > M.block(nx, nx + N, ny, ny + 1) - beta:
                    break
                # Open point: without a column ny + 1 there is nothing to compare with.
                if ny + 1 < columns and not longer > M.block(nx, nx + N + 1, ny + 1, ny + 2):
                    break
                # A(nx + N, ny) <- 1
                yield Step("sentence", (nx + N - 1, ny), "run", (nx + N, ny), longer)
                # N <- N + 1
                N += 1
            # [cx, cy] <- [nx + N - 1, ny]
            c = (nx + N - 1, ny)


def best(M: Similarities, c: Cell, offsets: Offsets) -> Cell | None:
    """Return the best cell of a fixed vicinity of c, the first of equals; None if none is in range."""
    rows, columns = M.shape
    cells = [(c[0] + dx, c[1] + dy) for dx, dy in offsets if c[0] + dx < rows and c[1] + dy < columns]
    return max(cells, key=lambda cell: M.pair(*cell), default=None)


def nearest(M: Similarities, c: Cell, alpha: float) -> Cell | None:
    """Return the cell with M >= alpha nearest to c in the quadrant x >= cx, y >= cy; None if there is none.

    Open points: c itself is excluded (otherwise the search would never end). Of equally near cells the most similar
    wins, then the one with smaller x, then with smaller y.

    Cells are examined in square rings around c. A ring of radius r has no cell nearer than r, so the search ends soon
    after the first similar cell.
    """
    cx, cy = c
    rows, columns = M.shape
    found: tuple[int, float, int, int] | None = None
    for r in range(1, max(rows - cx, columns - cy)):
        if found is not None and r * r > found[0]:
            break
        for x, y in _ring(c, r, rows, columns):
            similarity = M.pair(x, y)
            if similarity >= alpha:
                candidate = ((x - cx) ** 2 + (y - cy) ** 2, -similarity, x, y)
                if found is None or candidate < found:
                    found = candidate
    return found and found[2:]


def _ring(c: Cell, r: int, rows: int, columns: int) -> Iterator[Cell]:
    """Yield the cells of the quadrant whose larger coordinate difference from c is r."""
    cx, cy = c
    if cx + r < rows:
        for y in range(max(cy, 0), min(cy + r + 1, columns)):
            yield cx + r, y
    if cy + r < columns:
        for x in range(max(cx, 0), min(cx + r, rows)):
            yield x, cy + r


def checked_vicinities(vicinities: Any) -> tuple[Offsets, ...]:
    """Return vicinities as tuples; raise SettingError for offsets that do not move the search forward."""
    try:
        checked = tuple(tuple(tuple(offset) for offset in offsets) for offsets in vicinities)
    except TypeError:
        raise SettingError(f"vicinities must be tuples of offsets, such as {VICINITIES}; not {vicinities!r}") from None
    for number, offsets in enumerate(checked, start=1):
        for offset in offsets:
            if len(offset) != 2 or not all(isinstance(d, int) and d >= 0 for d in offset) or not any(offset):
                raise SettingError(
                    f"vicinity V{number}: offset {offset!r} must be two whole numbers, not negative, not both 0"
                )
    return checked


class _Matrix:
    """Rows of numbers, as something with `shape` and `pair`."""

    def __init__(self, rows: Iterable[Iterable[float]]) -> None:
        self._rows = [[float(value) for value in row] for row in rows]
        for x, row in enumerate(self._rows):
            if len(row) != len(self._rows[0]):
                raise InputError(f"matrix row {x}: has {len(row)} values where row 0 has {len(self._rows[0])}")
            for y, value in enumerate(row):
                if not isfinite(value):
                    raise InputError(f"matrix row {x}: value {y} is {value}; similarities must be finite numbers")

    @property
    def shape(self) -> tuple[int, int]:
        return len(self._rows), len(self._rows[0]) if self._rows else 0

    def pair(self, x: int, y: int) -> float:
        return self._rows[x][y]
