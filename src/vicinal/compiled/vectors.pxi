# Vectors: the rows of both documents as the search sees them, source first, and sums of rows.
#
# Most similarities are one sparse matrix. A blend is the concatenation of its parts: one sparse matrix, the terms of
# each part after those of the part before, and arrays of whole numbers beside it. There `weights` are scaled, so that
# products of rows are those of the blend but for rounding: enough for the index. What is exact is added up part by part,
# from `plain`.

cdef struct Vectors:
    Pool pool             # whatever is needed only until the search ends
    int32_t rows          # source sentences
    int32_t columns       # target sentences
    int64_t* start        # row r has terms[start[r] : start[r + 1]]
    int32_t* terms        # ascending in a row
    double* weights
    double* squares       # the squared length of each row
    int32_t vocabulary
    int32_t* occurs       # in how many sentences a term occurs
    # How the parts make up the whole; `mixed` if they are not just one sparse matrix.
    bint mixed            # only `pair` gives the exact similarity of two rows
    bint exhaustive       # there are dense rows or negative numbers: the index cannot tell what is similar
    bint refused          # numbers are so large or so small that products may overflow or vanish: left to Python
    bint blended          # the products of parts are multiplied by factors; else there is one part
    Part* parts
    int part_count
    int32_t sparse_parts
    double* plain         # the weights as they are without factors
    int64_t* cuts         # row r has the terms of sparse part k in cuts[r * sparse_parts + k] to the next one
    # The sum of some rows of each side.
    double* sums[2]
    uint8_t* marked[2]    # whether a term is in the sum
    Ints touched[2]       # the terms in the sum
    # The inverted index of the target rows: holders[first[t] : first[t + 1]], ascending, and their weights.
    int64_t* first
    int32_t* holders
    double* held


cdef inline double joined(int32_t* terms, double* weights, int64_t i, int64_t iend, int64_t j,
                          int64_t jend) noexcept nogil:
    """Return the dot product of two sparse rows."""
    cdef double dot = 0.0
    cdef int32_t a, b
    while i < iend and j < jend:
        a = terms[i]
        b = terms[j]
        if a == b:
            dot += weights[i] * weights[j]
        # No branch: which of the two is smaller cannot be predicted.
        i += a <= b
        j += b <= a
    return dot


cdef double pair(Vectors* v, int32_t x, int32_t y) noexcept nogil:
    """Return the cosine of source row x and target row y."""
    cdef double dot
    if v.mixed:
        dot = mixed_dot(v, x, v.rows + y)
    else:
        dot = joined(v.terms, v.weights, v.start[x], v.start[x + 1], v.start[v.rows + y], v.start[v.rows + y + 1])
    return cosine(dot, v.squares[x], v.squares[v.rows + y])


cdef int open_sums(Vectors* v) except -1 nogil:
    """Allocate the sums."""
    cdef int side, k
    for side in range(2):
        v.sums[side] = <double*> allocate_zeros(&v.pool, v.vocabulary, sizeof(double))
        v.marked[side] = <uint8_t*> allocate_zeros(&v.pool, v.vocabulary, 1)
        v.touched[side].a = <int32_t*> allocate(&v.pool, v.vocabulary, sizeof(int32_t))
        for k in range(v.part_count):
            if v.parts[k].kind == DENSE:
                v.parts[k].sums[side] = <int64_t*> allocate_zeros(&v.pool, v.parts[k].width, sizeof(int64_t))
    return 0


cdef void clear_sum(Vectors* v, int side) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(v.touched[side].n):
        v.sums[side][v.touched[side].a[k]] = 0.0
        v.marked[side][v.touched[side].a[k]] = 0
    v.touched[side].n = 0
    if v.mixed:
        clear_dense(v, side)


cdef void add_row(Vectors* v, int side, int32_t row) noexcept nogil:
    """Add a row of the matrix to a side's sum."""
    cdef int64_t i
    cdef int32_t t
    for i in range(v.start[row], v.start[row + 1]):
        t = v.terms[i]
        if not v.marked[side][t]:
            v.marked[side][t] = 1
            append(&v.touched[side], t)
        v.sums[side][t] += v.plain[i]
    if v.mixed:
        add_dense(v, side, row)


cdef double summed_square(Vectors* v, int side) noexcept nogil:
    """Put the terms of a sum in ascending order, and return its squared length."""
    cdef Py_ssize_t k, n = v.touched[side].n
    cdef int32_t t
    cdef double total = 0.0
    if n > v.vocabulary // 32:
        n = 0
        for t in range(v.vocabulary):
            if v.marked[side][t]:
                v.touched[side].a[n] = t
                n += 1
    elif n > 1:
        qsort(v.touched[side].a, n, sizeof(int32_t), ascending)
    if v.mixed:
        return mixed_products(v, side, side)
    for k in range(n):
        t = v.touched[side].a[k]
        total += v.sums[side][t] * v.sums[side][t]
    return total


cdef double row_dot_sum(Vectors* v, int32_t row, int side) noexcept nogil:
    """Return the dot product of a row of the matrix and a side's sum."""
    cdef int64_t i
    cdef double dot = 0.0
    if v.mixed:
        return mixed_row_dot_sum(v, row, side)
    for i in range(v.start[row], v.start[row + 1]):
        if v.marked[side][v.terms[i]]:
            dot += v.weights[i] * v.sums[side][v.terms[i]]
    return dot


cdef double sum_dot_sum(Vectors* v) noexcept nogil:
    """Return the dot product of both sums; the terms of the source's must be in order."""
    cdef Py_ssize_t k
    cdef int32_t t
    cdef double dot = 0.0
    if v.mixed:
        return mixed_products(v, 0, 1)
    for k in range(v.touched[0].n):
        t = v.touched[0].a[k]
        if v.marked[1][t]:
            dot += v.sums[0][t] * v.sums[1][t]
    return dot
