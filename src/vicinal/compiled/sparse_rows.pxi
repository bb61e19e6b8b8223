# Sparse rows: how they are counted, weighted and sorted; cosines.

cdef struct Matrix:
    # Rows of both documents, source first.
    int64_t* start        # row r has terms[start[r] : start[r + 1]]
    int32_t* terms        # ascending in a row
    double* weights
    double* squares       # the squared length of each row
    int32_t vocabulary
    int32_t* occurs       # in how many rows a term occurs


cdef struct Sequences:
    # The words of all sentences, in their order.
    int64_t* start
    int32_t* words
    int64_t room


cdef int count_words(Pool* pool, Matrix* m, Sequences* q, Words* w, Text* texts, Py_ssize_t sentences,
                     bint counted) except -1 nogil:
    """Read all sentences: leave the sorted terms of each with counts, as weights; count the sentences of each term.

    If w.in_order, leave the words of each in q, too. If not counted, leave nothing else.
    """
    cdef Py_ssize_t k, i
    cdef int64_t begin, most, room = 0
    m.start[0] = 0
    for k in range(sentences):
        # A sentence has at most as many words as characters, and a character folds to three at most.
        most = texts[k].length + 1 if texts[k].kind == 1 else 3 * texts[k].length + 1
        if counted and w.filled + most > room:
            room = (w.filled + most) * 2 + 256
            m.terms = w.terms = <int32_t*> resize(pool, m.terms, room, sizeof(int32_t))
            m.weights = <double*> resize(pool, m.weights, room, sizeof(double))
        begin = w.filled
        w.found.n = 0
        read_words(&texts[k], w)
        if w.in_order:
            keep_order(pool, q, k, &w.found)
        if counted:
            for i in range(w.found.n):
                tally(w, w.found.a[i])
            finish_row(m, begin, w.filled, w.words, w.count)
        m.start[k + 1] = w.filled
    m.vocabulary = w.words
    count_rows(pool, m, w.filled)
    return 0


cdef int keep_order(Pool* pool, Sequences* q, Py_ssize_t sentence, Ints* found) except -1 nogil:
    """Append the words of a sentence to the sequences."""
    cdef int64_t begin = q.start[sentence]
    if begin + found.n > q.room:
        q.room = (begin + found.n) * 2 + 256
        q.words = <int32_t*> resize(pool, q.words, q.room, sizeof(int32_t))
    if found.n:
        memcpy(q.words + begin, found.a, found.n * sizeof(int32_t))
    q.start[sentence + 1] = begin + found.n
    return 0


cdef void finish_row(Matrix* m, int64_t begin, int64_t end, int32_t vocabulary, int32_t* count) noexcept nogil:
    """Sort the terms of a row; move their counts to the weights, so that the counts are zeros for the next row."""
    cdef int64_t i
    sort_terms(m.terms + begin, end - begin, vocabulary)
    for i in range(begin, end):
        m.weights[i] = count[m.terms[i]]
        count[m.terms[i]] = 0


cdef int count_rows(Pool* pool, Matrix* m, int64_t filled) except -1 nogil:
    """Count in how many rows each term occurs."""
    cdef int64_t i
    m.occurs = <int32_t*> allocate_zeros(pool, m.vocabulary, sizeof(int32_t))
    for i in range(filled):
        m.occurs[m.terms[i]] += 1
    return 0


cdef int ascending(const void* a, const void* b) noexcept nogil:
    return (<int32_t*> a)[0] - (<int32_t*> b)[0]


cdef void sort_terms(int32_t* a, Py_ssize_t n, int32_t vocabulary) noexcept nogil:
    """Sort distinct terms; with a small vocabulary as bits in a row, which needs no comparisons."""
    cdef Py_ssize_t i, j
    cdef int32_t value
    cdef uint64_t[1024] bits
    cdef uint64_t word
    if n <= 8:
        for i in range(1, n):
            value = a[i]
            j = i
            while j > 0 and a[j - 1] > value:
                a[j] = a[j - 1]
                j -= 1
            a[j] = value
    elif vocabulary <= 1024 * 64 and vocabulary <= 1024 * n:
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


cdef int weigh(Pool* pool, Matrix* m, int32_t rows, double* idf) except -1 nogil:
    """Turn counts into weights by the given idf, or by the pair's own if that is NULL, and square the rows."""
    cdef int32_t t
    cdef int64_t i
    cdef double* of_count  # many words share a few counts
    if idf == NULL:
        idf = <double*> allocate(pool, m.vocabulary, sizeof(double))
        of_count = <double*> allocate_zeros(pool, rows + 1, sizeof(double))
        for t in range(m.vocabulary):
            if of_count[m.occurs[t]] == 0.0:
                of_count[m.occurs[t]] = log(<double> rows / <double> m.occurs[t]) + 1.0
            idf[t] = of_count[m.occurs[t]]
    for i in range(m.start[rows]):
        m.weights[i] = m.weights[i] * idf[m.terms[i]]
    return square_rows(pool, m, rows)


cdef int square_rows(Pool* pool, Matrix* m, int32_t rows) except -1 nogil:
    """Compute the squared length of each row."""
    cdef int32_t row
    cdef int64_t i
    cdef double square
    m.squares = <double*> allocate(pool, rows, sizeof(double))
    for row in range(rows):
        square = 0.0
        for i in range(m.start[row], m.start[row + 1]):
            square += m.weights[i] * m.weights[i]
        m.squares[row] = square
    return 0


cdef inline double surely_below(double alpha) noexcept nogil:
    """Return a square below which a squared cosine cannot round to alpha."""
    if alpha <= 1e-11:
        return 0.0
    return (alpha - 1e-11) * (alpha - 1e-11) * (1.0 - 1e-9)
