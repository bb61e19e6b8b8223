# Vectors: the TF-IDF rows of both documents, source first, in one sparse matrix, and sums of rows.

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
    # The sum of some rows of each side.
    double* sums[2]
    uint8_t* marked[2]    # whether a term is in the sum
    Ints touched[2]       # the terms in the sum
    # The inverted index of the target rows: holders[first[t] : first[t + 1]], ascending, and their weights.
    int64_t* first
    int32_t* holders
    double* held


cdef int count_words(Vectors* v, Words* w, Text* texts, Py_ssize_t sentences) except -1 nogil:
    """Read all sentences: leave their sorted terms with counts, as weights, and in how many sentences each occurs."""
    cdef Py_ssize_t k, i
    cdef int64_t begin, most, room = 0
    v.start[0] = 0
    for k in range(sentences):
        # A sentence has at most as many words as characters, and a character folds to three at most.
        most = texts[k].length + 1 if texts[k].kind == 1 else 3 * texts[k].length + 1
        if w.filled + most > room:
            room = (w.filled + most) * 2 + 256
            v.terms = w.terms = <int32_t*> resize(&v.pool, v.terms, room, sizeof(int32_t))
            v.weights = <double*> resize(&v.pool, v.weights, room, sizeof(double))
        begin = w.filled
        w.found.n = 0
        read_words(&texts[k], w)
        for i in range(w.found.n):
            tally(w, w.found.a[i])
        sort_terms(v.terms + begin, w.filled - begin, w.words)
        for i in range(begin, w.filled):
            v.weights[i] = w.count[v.terms[i]]
            w.count[v.terms[i]] = 0
        v.start[k + 1] = w.filled
    v.vocabulary = w.words
    v.occurs = <int32_t*> allocate_zeros(&v.pool, v.vocabulary, sizeof(int32_t))
    for i in range(w.filled):
        v.occurs[v.terms[i]] += 1
    return 0


cdef int ascending(const void* a, const void* b) noexcept nogil:
    return (<int32_t*> a)[0] - (<int32_t*> b)[0]


cdef void sort_terms(int32_t* a, Py_ssize_t n, int32_t vocabulary) noexcept nogil:
    """Sort distinct terms; with a small vocabulary as bits in a row, which needs no comparisons."""
    cdef Py_ssize_t i, j
    cdef int32_t value
    cdef uint64_t[128] bits
    cdef uint64_t word
    if n <= 8:
        for i in range(1, n):
            value = a[i]
            j = i
            while j > 0 and a[j - 1] > value:
                a[j] = a[j - 1]
                j -= 1
            a[j] = value
    elif vocabulary <= 128 * 64:
        memset(bits, 0, ((vocabulary + 63) >> 6) * sizeof(uint64_t))
        for i in range(n):
            bits[a[i] >> 6] |= <uint64_t> 1 << (a[i] & 63)
        j = 0
        for i in range((vocabulary + 63) >> 6):
            word = bits[i]
            while word:
                a[j] = <int32_t> (i << 6) + lowest_bit(word)
                j += 1
                word &= word - 1
    else:
        qsort(a, n, sizeof(int32_t), ascending)


cdef int weigh(Vectors* v, double* idf) except -1 nogil:
    """Turn counts into weights by the given idf, or by the pair's own if that is NULL, and square the rows."""
    cdef int32_t t, row, total = v.rows + v.columns
    cdef int64_t i
    cdef double square
    cdef double* of_count  # many words share a few counts
    if idf == NULL:
        idf = <double*> allocate(&v.pool, v.vocabulary, sizeof(double))
        of_count = <double*> allocate_zeros(&v.pool, total + 1, sizeof(double))
        for t in range(v.vocabulary):
            if of_count[v.occurs[t]] == 0.0:
                of_count[v.occurs[t]] = log(<double> total / <double> v.occurs[t]) + 1.0
            idf[t] = of_count[v.occurs[t]]
    for row in range(total):
        square = 0.0
        for i in range(v.start[row], v.start[row + 1]):
            v.weights[i] = v.weights[i] * idf[v.terms[i]]
            square += v.weights[i] * v.weights[i]
        v.squares[row] = square
    return 0


cdef inline double cosine(double dot, double a, double b) noexcept nogil:
    """Return the cosine of two rows with these squared lengths, rounded as `vicinal.similarity` rounds it."""
    cdef double square, length, value
    if dot == 0.0:
        return 0.0
    square = a * b
    length = sqrt(square) if 1e-290 < square < 1e290 else sqrt(a) * sqrt(b)
    value = rint(dot / length * 1e12) / 1e12
    if value > 1.0:
        return 1.0
    return value if value > -1.0 else -1.0


cdef inline double surely_below(double alpha) noexcept nogil:
    """Return a square below which a squared cosine cannot round to alpha."""
    if alpha <= 1e-11:
        return 0.0
    return (alpha - 1e-11) * (alpha - 1e-11) * (1.0 - 1e-9)


cdef double pair(Vectors* v, int32_t x, int32_t y) noexcept nogil:
    """Return the cosine of source row x and target row y."""
    cdef int64_t i = v.start[x], j = v.start[v.rows + y]
    cdef int64_t iend = v.start[x + 1], jend = v.start[v.rows + y + 1]
    cdef double dot = 0.0
    cdef int32_t a, b
    while i < iend and j < jend:
        a = v.terms[i]
        b = v.terms[j]
        if a == b:
            dot += v.weights[i] * v.weights[j]
        # No branch: which of the two is smaller cannot be predicted.
        i += a <= b
        j += b <= a
    return cosine(dot, v.squares[x], v.squares[v.rows + y])


cdef int open_sums(Vectors* v) except -1 nogil:
    """Allocate the sums."""
    cdef int side
    for side in range(2):
        v.sums[side] = <double*> allocate_zeros(&v.pool, v.vocabulary, sizeof(double))
        v.marked[side] = <uint8_t*> allocate_zeros(&v.pool, v.vocabulary, 1)
        v.touched[side].a = <int32_t*> allocate(&v.pool, v.vocabulary, sizeof(int32_t))
    return 0


cdef void clear_sum(Vectors* v, int side) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(v.touched[side].n):
        v.sums[side][v.touched[side].a[k]] = 0.0
        v.marked[side][v.touched[side].a[k]] = 0
    v.touched[side].n = 0


cdef void add_row(Vectors* v, int side, int32_t row) noexcept nogil:
    """Add a row of the matrix to a side's sum."""
    cdef int64_t i
    cdef int32_t t
    for i in range(v.start[row], v.start[row + 1]):
        t = v.terms[i]
        if not v.marked[side][t]:
            v.marked[side][t] = 1
            append(&v.touched[side], t)
        v.sums[side][t] += v.weights[i]


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
    for k in range(n):
        t = v.touched[side].a[k]
        total += v.sums[side][t] * v.sums[side][t]
    return total


cdef double row_dot_sum(Vectors* v, int32_t row, int side) noexcept nogil:
    """Return the dot product of a row of the matrix and a side's sum."""
    cdef int64_t i
    cdef double dot = 0.0
    for i in range(v.start[row], v.start[row + 1]):
        if v.marked[side][v.terms[i]]:
            dot += v.weights[i] * v.sums[side][v.terms[i]]
    return dot


cdef double sum_dot_sum(Vectors* v) noexcept nogil:
    cdef Py_ssize_t k
    cdef int32_t t
    cdef double dot = 0.0
    for k in range(v.touched[0].n):
        t = v.touched[0].a[k]
        if v.marked[1][t]:
            dot += v.sums[0][t] * v.sums[1][t]
    return dot
