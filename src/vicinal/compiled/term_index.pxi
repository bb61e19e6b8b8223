# The inverted index: which target rows can be similar enough to a source row, without a look at all of them.

cdef enum:
    RANKABLE = 4096  # the most words of a row that are put in order


cdef int open_index(Vectors* v) except -1 nogil:
    """Build the inverted index of the target rows."""
    cdef int32_t y, t
    cdef int64_t i, total = v.start[v.rows + v.columns] - v.start[v.rows]
    v.first = <int64_t*> allocate_zeros(&v.pool, v.vocabulary + 2, sizeof(int64_t))
    v.holders = <int32_t*> allocate(&v.pool, total, sizeof(int32_t))
    v.held = <double*> allocate(&v.pool, total, sizeof(double))
    v.ranked = <uint8_t*> allocate_zeros(&v.pool, v.rows, 1)
    v.by_rarity = <int32_t*> allocate(&v.pool, v.start[v.rows], sizeof(int32_t))
    v.seen = <int32_t*> allocate_zeros(&v.pool, v.columns, sizeof(int32_t))
    v.candidates.a = <int32_t*> allocate(&v.pool, v.columns, sizeof(int32_t))
    for i in range(v.start[v.rows], v.start[v.rows + v.columns]):
        v.first[v.terms[i] + 2] += 1
    for t in range(v.vocabulary):
        v.first[t + 2] += v.first[t + 1]
    for y in range(v.columns):
        for i in range(v.start[v.rows + y], v.start[v.rows + y + 1]):
            t = v.terms[i]
            v.holders[v.first[t + 1]] = y
            v.held[v.first[t + 1]] = v.weights[i]
            v.first[t + 1] += 1
    return 0


cdef void rank(Vectors* v, int32_t x) noexcept nogil:
    """Put the terms of source row x in order, the rarest first; done once for each row."""
    cdef int64_t begin = v.start[x], i, j
    cdef int32_t value
    if v.ranked[x]:
        return
    v.ranked[x] = 1
    if v.start[x + 1] - begin > RANKABLE:
        for i in range(begin, v.start[x + 1]):  # a text without sentences: no order, and no word will be left out
            v.by_rarity[i] = <int32_t> (i - begin)
        return
    for i in range(begin, v.start[x + 1]):
        value = <int32_t> (i - begin)
        j = i
        while j > begin and v.occurs[v.terms[begin + v.by_rarity[j - 1]]] > v.occurs[v.terms[begin + value]]:
            v.by_rarity[j] = v.by_rarity[j - 1]
            j -= 1
        v.by_rarity[j] = value


cdef void find_candidates(Vectors* v, int32_t x, int32_t y0, int32_t y1, double alpha) noexcept nogil:
    """Put into candidates every target row of y0..y1-1 whose similarity with source row x may be alpha or more.

    The most common words are left out as long as they make up less than alpha of the row's length: a row that shares
    only those cannot be similar enough.
    """
    cdef int64_t begin = v.start[x], end = v.start[x + 1], i, low, high, middle
    cdef double spare = v.squares[x] * surely_below(alpha), weight
    cdef int32_t t, y
    v.candidates.n = 0
    v.stamp += 1
    rank(v, x)
    if end - begin <= RANKABLE:
        while end > begin:
            weight = v.weights[begin + v.by_rarity[end - 1]]
            spare -= weight * weight
            if spare <= 0.0:
                break
            end -= 1
    for i in range(begin, end):
        t = v.terms[begin + v.by_rarity[i]]
        low = v.first[t]
        high = v.first[t + 1]
        while low < high:  # the first holder from y0 on
            middle = (low + high) // 2
            if v.holders[middle] < y0:
                low = middle + 1
            else:
                high = middle
        high = v.first[t + 1]
        while low < high:
            y = v.holders[low]
            if y >= y1:
                break
            if v.seen[y] != v.stamp:
                v.seen[y] = v.stamp
                append(&v.candidates, y)
            low += 1
