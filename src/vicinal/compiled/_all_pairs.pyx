# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""All similarities of two documents, a row at a time, and the most likely path through them: for the earlier systems.

The twins are `vicinal.similarity.row_cosines` and `vicinal.methods.bott_saggion`; same results, bit for bit.
"""

from array import array

from libc.math cimport INFINITY, log, rint, sqrt
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

include "cosine.pxi"  # the cosine of two rows


cdef class Products:
    """Sparse rows of two sides, as mappings with ascending columns, and an inverted index of the second side.

    Args:
        rows: The rows to ask for.
        others: The rows to find.
        squares: The squared lengths of the first.
        other_squares: The squared lengths of the second; all are 0 or in the middle of the range of numbers.
    """

    cdef readonly int32_t count, width
    cdef int64_t[::1] start, first
    cdef int32_t[::1] terms, holders
    cdef double[::1] weights, held, squares, other_squares, dots

    def __init__(self, list rows not None, list others not None, squares, other_squares):
        cdef dict numbers = {}
        cdef dict row
        cdef int64_t k, total = 0, number
        cdef int32_t y
        self.count, self.width = <int32_t> len(rows), <int32_t> len(others)
        if len(squares) != len(rows) or len(other_squares) != len(others):
            raise ValueError("each row has one squared length")
        self.squares, self.other_squares = array("d", squares), array("d", other_squares)
        self.dots = array("d", bytes(8 * self.width))
        sizes = []
        for row in others:
            for column in row:
                number = numbers.setdefault(column, len(sizes))
                if number == len(sizes):
                    sizes.append(0)
                sizes[number] += 1
                total += 1
        self.first = array("q", bytes(8 * (len(sizes) + 2)))
        for k in range(len(sizes)):
            self.first[k + 2] = self.first[k + 1] + <int64_t> sizes[k]
        self.holders, self.held = array("i", bytes(4 * total)), array("d", bytes(8 * total))
        y = 0
        for row in others:
            for column, value in row.items():
                number = numbers[column]
                k = self.first[number + 1]
                self.holders[k] = y
                self.held[k] = value
                self.first[number + 1] = k + 1
            y += 1
        start, terms, weights = array("q", [0]), array("i"), array("d")
        for row in rows:
            for column, value in row.items():
                if column in numbers:
                    terms.append(numbers[column])
                    weights.append(value)
            start.append(len(terms))
        self.start, self.terms, self.weights = start, terms, weights

    cdef void add_up(self, int32_t x) noexcept nogil:
        """Fill `dots` with the dot products of a row, each added up in the order of the row."""
        cdef int64_t i, k
        cdef double weight
        memset(&self.dots[0], 0, self.width * sizeof(double))
        for i in range(self.start[x], self.start[x + 1]):
            weight = self.weights[i]
            for k in range(self.first[self.terms[i]], self.first[self.terms[i] + 1]):
                self.dots[self.holders[k]] += weight * self.held[k]

    cdef void fill(self, int32_t x, double* found) noexcept nogil:
        """Fill a row of similarities."""
        cdef int32_t y
        if self.width:
            self.add_up(x)
        for y in range(self.width):
            found[y] = cosine(self.dots[y], self.squares[x], self.other_squares[y])

    def row(self, int32_t x):
        """Return the similarities of a row with all others."""
        cdef double[::1] found
        if not 0 <= x < self.count:
            raise IndexError(x)
        result = array("d", bytes(8 * self.width))
        if self.width:
            found = result
            with nogil:
                self.fill(x, &found[0])
        return result

    def best(self, xs, const int32_t[::1] group not None, int32_t groups):
        """Return the highest similarity of some rows with the others of each group; 0 for a group without others.

        Args:
            xs: The rows.
            group: The number of each other's group.
            groups: How many groups there are.
        """
        cdef int32_t x, y
        cdef double[::1] found
        cdef double[::1] row = array("d", bytes(8 * self.width))
        result = array("d", [-2.0]) * groups
        if group.shape[0] != self.width:
            raise ValueError("each other has one group")
        for y in range(self.width):
            if not 0 <= group[y] < groups:
                raise IndexError(group[y])
        found = result
        for x in xs:
            if not 0 <= x < self.count:
                raise IndexError(x)
            with nogil:
                if self.width:
                    self.fill(x, &row[0])
                for y in range(self.width):
                    if row[y] > found[group[y]]:
                        found[group[y]] = row[y]
        for y in range(groups):
            if found[y] < -1.0:
                found[y] = 0.0
        return result

    def above(self, int32_t x, double alpha):
        """Return the others whose similarity with a row is alpha or more, which is above 0, with it."""
        cdef int32_t y
        cdef double value, least = 0.0
        cdef list found = []
        if not 0 <= x < self.count:
            raise IndexError(x)
        if not self.width:
            return found
        if alpha > 1e-11:
            least = (alpha - 1e-11) * (alpha - 1e-11) * (1.0 - 1e-9) * self.squares[x]
        with nogil:
            self.add_up(x)
        for y in range(self.width):
            if self.dots[y] > 0.0 and self.dots[y] * self.dots[y] >= least * self.other_squares[y]:
                value = cosine(self.dots[y], self.squares[x], self.other_squares[y])
                if value >= alpha:
                    found.append((y, value))
        return found


cdef enum:
    NEAR = 3  # jumps up to this, both ways, have a weight of their own


cdef class Chain:
    """The hidden Markov model of `vicinal.methods.bott_saggion`: sentences that come from positions, or from none.

    Scores are kept for some sentences only. The others are computed again when the path is read backwards, so memory
    grows with the number of positions times the root of the number of sentences.

    Args:
        products: Emission weights are the similarities of its rows, the sentences, with the others, the positions.
        none: The logarithm of the emission weight of null.
    """

    cdef Products products
    cdef double none
    cdef int32_t states
    cdef double weight[2 * NEAR + 1]
    cdef double forward, back, null
    cdef double[::1] emission
    cdef int32_t[::1] ahead, behind

    def __init__(self, Products products not None, double none):
        self.products, self.none, self.states = products, none, products.width + 1
        self.emission = array("d", bytes(8 * self.states))
        self.ahead, self.behind = array("i", bytes(4 * self.states)), array("i", bytes(4 * self.states))

    cdef void step(self, int32_t y, double* best, double* now, int32_t* came) noexcept nogil:
        """Compute the scores after sentence y, and twice the state before plus whether y was emitted; came may be NULL."""
        cdef int32_t state, p, before, rows = self.states - 1
        cdef int jump, emitted
        cdef double score, total, value, top, emission
        self.products.fill(y, &self.emission[1])
        self.ahead[0] = 0
        for state in range(1, self.states):
            p = self.ahead[state - 1]
            self.ahead[state] = state if best[state] > best[p] else p
        self.behind[rows] = rows
        for state in range(rows - 1, -1, -1):
            p = self.behind[state + 1]
            self.behind[state] = state if best[state] > best[p] else p
        for state in range(self.states):
            score = best[state] + self.null + self.none
            before = state
            emitted = 0
            if state and self.emission[state] > 0.0:
                emission = log(self.emission[state])
                top = -INFINITY
                p = -1
                # From far behind to far ahead: of equal scores, the first position.
                if state - NEAR - 1 >= 0:
                    p = self.ahead[state - NEAR - 1]
                    top = best[p] + self.forward
                for jump in range(NEAR, -NEAR - 1, -1):
                    if 0 <= state - jump <= rows:
                        total = best[state - jump] + self.weight[jump + NEAR]
                        if total > top or p < 0:
                            top = total
                            p = state - jump
                if state + NEAR + 1 <= rows:
                    total = best[self.behind[state + NEAR + 1]] + self.back
                    if total > top:
                        top = total
                        p = self.behind[state + NEAR + 1]
                value = top + emission
                if value > score:
                    score = value
                    before = p
                    emitted = 1
            now[state] = score
            if came != NULL:
                came[state] = 2 * before + emitted

    def states_of(self, dict transitions not None):
        """Return the most likely position of each sentence, None for null; transitions are logarithms, by jump."""
        cdef int32_t count = self.products.count, y, state, first, block = 1
        cdef int64_t states = self.states
        cdef double[::1] kept
        cdef double[::1] some
        cdef int32_t[::1] came
        cdef double* now
        cdef double* best
        cdef int jump
        for jump in range(-NEAR, NEAR + 1):
            self.weight[jump + NEAR] = transitions[jump]
        self.forward, self.back, self.null = transitions[NEAR + 1], transitions[-NEAR - 1], transitions[None]
        while <int64_t> block * block < count:
            block += 1
        kept = array("d", bytes(8 * states * (count // block + 1)))
        some = array("d", bytes(8 * states * 2))
        came = array("i", bytes(4 * states * block))
        with nogil:
            best, now = &some[0], &some[states]
            for state in range(1, self.states):
                best[state] = -INFINITY
            for y in range(count):
                if y % block == 0:
                    for state in range(self.states):
                        kept[y // block * states + state] = best[state]
                self.step(y, best, now, NULL)
                best, now = now, best
            state = 0
            for y in range(1, self.states):
                if best[y] > best[state]:
                    state = y
        found = [None] * count
        first = (count - 1) // block * block if count else -1
        while first >= 0:
            with nogil:
                best, now = &some[0], &some[states]
                for y in range(self.states):
                    best[y] = kept[first // block * states + y]
                for y in range(first, min(first + block, count)):
                    self.step(y, best, now, &came[(y - first) * states])
                    best, now = now, best
            for y in range(min(first + block, count) - 1, first - 1, -1):
                if came[(y - first) * states + state] & 1:
                    found[y] = state - 1
                state = came[(y - first) * states + state] >> 1
            first -= block
        return found
