# The inverted index: which rows of one side are similar enough to a row of the other, without a look at all of them.

cdef enum:
    RANKABLE = 4096  # the most words of a row that are put in order

cdef struct Finder:
    # Finds rows of one side, the held ones, for rows of the other, the asking ones.
    int32_t asking, holding   # where the rows of each begin in the matrix
    int32_t width             # how many rows are held
    # The held rows with term t: holders[first[t] : first[t + 1]], ascending, and their weights.
    int64_t* first
    int32_t* holders
    double* held
    # The terms of an asking row as offsets from its start, the rarest first, ordered when first needed.
    uint8_t* ranked
    int32_t* by_rarity
    int64_t begin             # where the terms of the asking rows begin in the matrix
    # For each held row: its length, its dot product with the asking row, and the last stamp that touched it.
    double* lengths
    double* dots
    int32_t* seen
    int32_t stamp
    # What was found, and how similar it is.
    Ints found
    double* values


cdef int open_index(Vectors* v) except -1 nogil:
    """Build the inverted index of the target rows."""
    v.first = <int64_t*> allocate_zeros(&v.pool, v.vocabulary + 2, sizeof(int64_t))
    v.holders = <int32_t*> allocate(&v.pool, v.start[v.rows + v.columns] - v.start[v.rows], sizeof(int32_t))
    v.held = <double*> allocate(&v.pool, v.start[v.rows + v.columns] - v.start[v.rows], sizeof(double))
    fill_index(v, v.rows, v.columns, v.first, v.holders, v.held)
    return 0


cdef void fill_index(Vectors* v, int32_t begin, int32_t count, int64_t* first, int32_t* holders,
                     double* held) noexcept nogil:
    """Fill an inverted index of rows of the matrix; first is all zeros."""
    cdef int32_t y, t
    cdef int64_t i
    for i in range(v.start[begin], v.start[begin + count]):
        first[v.terms[i] + 2] += 1
    for t in range(v.vocabulary):
        first[t + 2] += first[t + 1]
    for y in range(count):
        for i in range(v.start[begin + y], v.start[begin + y + 1]):
            t = v.terms[i]
            holders[first[t + 1]] = y
            held[first[t + 1]] = v.weights[i]
            first[t + 1] += 1


cdef int open_finder(Vectors* v, Finder* f, int side) except -1 nogil:
    """Allocate what is needed to find target rows for source rows (side 0), or source rows for target rows (side 1)."""
    cdef int32_t askers = v.columns if side else v.rows, y
    cdef int64_t total = v.start[v.rows], terms
    f.asking = v.rows if side else 0
    f.holding = 0 if side else v.rows
    f.width = v.rows if side else v.columns
    f.begin = v.start[f.asking]
    if side:
        f.first = <int64_t*> allocate_zeros(&v.pool, v.vocabulary + 2, sizeof(int64_t))
        f.holders = <int32_t*> allocate(&v.pool, total, sizeof(int32_t))
        f.held = <double*> allocate(&v.pool, total, sizeof(double))
        fill_index(v, 0, v.rows, f.first, f.holders, f.held)
    else:
        f.first, f.holders, f.held = v.first, v.holders, v.held
    terms = v.start[f.asking + askers] - f.begin
    f.ranked = <uint8_t*> allocate_zeros(&v.pool, askers, 1)
    f.by_rarity = <int32_t*> allocate(&v.pool, terms, sizeof(int32_t))
    f.lengths = <double*> allocate(&v.pool, f.width, sizeof(double))
    f.dots = <double*> allocate(&v.pool, f.width, sizeof(double))
    f.seen = <int32_t*> allocate_zeros(&v.pool, f.width, sizeof(int32_t))
    f.stamp = 0
    f.found.a = <int32_t*> allocate(&v.pool, f.width, sizeof(int32_t))
    f.values = <double*> allocate(&v.pool, f.width, sizeof(double))
    for y in range(f.width):
        f.lengths[y] = sqrt(v.squares[f.holding + y])
    return 0


cdef void rank(Vectors* v, Finder* f, int32_t x) noexcept nogil:
    """Put the terms of asking row x in order, the rarest first; done once for each row."""
    cdef int32_t* terms = v.terms + v.start[f.asking + x]
    cdef int32_t* order = f.by_rarity + (v.start[f.asking + x] - f.begin)
    cdef int64_t count = v.start[f.asking + x + 1] - v.start[f.asking + x], i, j
    if f.ranked[x]:
        return
    f.ranked[x] = 1
    for i in range(count):
        j = i
        if count <= RANKABLE:  # else a text without sentences: no order, and no word will be left out
            while j > 0 and v.occurs[terms[order[j - 1]]] > v.occurs[terms[i]]:
                order[j] = order[j - 1]
                j -= 1
        order[j] = <int32_t> i


cdef inline int64_t first_from(int32_t* holders, int64_t low, int64_t high, int32_t y) noexcept nogil:
    """Return the place of the first holder that is not before y."""
    cdef int64_t middle
    while low < high:
        middle = (low + high) // 2
        if holders[middle] < y:
            low = middle + 1
        else:
            high = middle
    return low


cdef void find_similar(Vectors* v, Finder* f, int32_t x, int32_t y0, int32_t y1, double alpha) noexcept nogil:
    """Find every held row of y0..y1-1 whose similarity with asking row x is alpha or more, which must be above 0.

    The most common words of x are left out as long as they make up less than alpha of its length: a row that shares
    only those cannot be similar enough. The rows that share one of the other words are then compared with x one by one,
    or, where that would take longer, the dot products of all rows are added up, word by word.
    """
    cdef int32_t* terms = v.terms + v.start[f.asking + x]
    cdef double* weights = v.weights + v.start[f.asking + x]
    cdef int32_t* order = f.by_rarity + (v.start[f.asking + x] - f.begin)
    cdef int64_t count = v.start[f.asking + x + 1] - v.start[f.asking + x], kept = count, i
    cdef double spare = v.squares[f.asking + x] * surely_below(alpha), weight
    cdef double share = <double> (y1 - y0) / f.width, some = 0.0, all = 0.0
    f.found.n = 0
    rank(v, f, x)
    if count <= RANKABLE:
        while kept > 0:
            weight = weights[order[kept - 1]]
            spare -= weight * weight
            if spare <= 0.0:
                break
            kept -= 1
    for i in range(kept):
        some += f.first[terms[order[i]] + 1] - f.first[terms[order[i]]]
    for i in range(count):
        all += f.first[terms[i] + 1] - f.first[terms[i]]
    if (y1 - y0) + all * share < min(some * share, y1 - y0) * (2.0 * count + 4.0):
        add_up(v, f, x, y0, y1, alpha)
    else:
        compare_some(v, f, x, y0, y1, alpha, kept)


cdef void add_up(Vectors* v, Finder* f, int32_t x, int32_t y0, int32_t y1, double alpha) noexcept nogil:
    """Finish `find_similar` by adding up all dot products, each in the order of the terms, as `pair` does."""
    cdef int64_t i, k, high
    cdef int32_t t, y
    cdef double* dots = f.dots
    cdef double square = v.squares[f.asking + x], value, weight, least = sqrt(surely_below(alpha)) * sqrt(square)
    memset(dots + y0, 0, (y1 - y0) * sizeof(double))
    for i in range(v.start[f.asking + x], v.start[f.asking + x + 1]):
        t = v.terms[i]
        weight = v.weights[i]
        k = f.first[t]
        high = f.first[t + 1]
        if y0 > 0:
            k = first_from(f.holders, k, high, y0)
        if y1 < f.width:
            high = first_from(f.holders, k, high, y1)
        while k < high:
            dots[f.holders[k]] += weight * f.held[k]
            k += 1
    for y in range(y0, y1):
        if not dots[y] < least * f.lengths[y]:
            if v.mixed:
                value = pair(v, y, x) if f.asking else pair(v, x, y)
            else:
                value = cosine(dots[y], square, v.squares[f.holding + y])
            if value >= alpha:
                f.values[f.found.n] = value
                append(&f.found, y)


cdef void compare_some(Vectors* v, Finder* f, int32_t x, int32_t y0, int32_t y1, double alpha,
                       int64_t kept) noexcept nogil:
    """Finish `find_similar` by comparing the rows that share one of the rarest words of x, as many as were kept."""
    cdef int64_t begin = v.start[f.asking + x], i, k
    cdef int32_t* order = f.by_rarity + (begin - f.begin)
    cdef int32_t t, y
    cdef double value
    f.stamp += 1
    for i in range(kept):
        t = v.terms[begin + order[i]]
        k = first_from(f.holders, f.first[t], f.first[t + 1], y0)
        while k < f.first[t + 1]:
            y = f.holders[k]
            if y >= y1:
                break
            if f.seen[y] != f.stamp:
                f.seen[y] = f.stamp
                value = pair(v, y, x) if f.asking else pair(v, x, y)
                if value >= alpha:
                    f.values[f.found.n] = value
                    append(&f.found, y)
            k += 1
