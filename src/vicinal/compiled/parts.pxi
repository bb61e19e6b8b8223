# Parts: what a similarity is made of. One part, or several in a blend, which may be nested.

cdef enum:
    WORDS = 0         # counts of words
    STEMS = 1         # counts of stems
    CHARACTERS = 2    # counts of character n-grams
    SPARSE = 3        # rows given as mappings
    DENSE = 4         # rows given as arrays of 16-bit integers
    OPEN = 5          # the parts up to the CLOSE that belongs to it are one part of the blend around them
    CLOSE = 6
    MOST_PARTS = 16   # of a similarity; more are left to Python
    DEEPEST = 4       # so many blends inside each other

cdef struct Part:
    int kind
    double weight         # in its blend
    bint settled          # whether the weight is the factor itself
    double factor         # by which its products are multiplied
    double scale          # the root of this and of the factors of all blends around it
    int32_t size          # of n-grams
    double* given         # a number for each word: its weight in a corpus, or that of its stem
    Matrix m              # sparse rows; of dense ones only the squares
    int32_t end           # its terms are below, in the matrix of all sparse parts
    # Dense rows of both sides.
    int16_t* dense[2]
    Py_ssize_t width
    bint narrow           # whether no product of parts of rows takes more than 32 bits
    int64_t* sums[2]      # of some rows of each side

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__SSE2__)
    #include <emmintrin.h>
    #endif
    /* The dot product of whole numbers, exact in any order. The caller knows that 32 bits suffice for any part of it. */
    static inline int64_t narrow_product(const int16_t* a, const int16_t* b, Py_ssize_t n) {
        Py_ssize_t k = 0;
        int32_t total = 0;
    #if defined(__SSE2__)
        __m128i sum = _mm_setzero_si128(), more = _mm_setzero_si128();
        int32_t lanes[4];
        for (; k + 16 <= n; k += 16) {
            sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_loadu_si128((const __m128i*) (a + k)),
                                                    _mm_loadu_si128((const __m128i*) (b + k))));
            more = _mm_add_epi32(more, _mm_madd_epi16(_mm_loadu_si128((const __m128i*) (a + k + 8)),
                                                      _mm_loadu_si128((const __m128i*) (b + k + 8))));
        }
        _mm_storeu_si128((__m128i*) lanes, _mm_add_epi32(sum, more));
        total = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
    #endif
        for (; k < n; k++) total += (int32_t) a[k] * b[k];
        return total;
    }
    """
    int64_t narrow_product(const int16_t*, const int16_t*, Py_ssize_t) nogil


cdef inline bint is_rows(Part* part) noexcept nogil:
    """Return whether a part has rows of its own."""
    return part.kind < OPEN


cdef inline int64_t product(int16_t* a, int16_t* b, Py_ssize_t n) noexcept nogil:
    """Return the dot product of two dense rows of any numbers."""
    cdef int64_t total = 0
    cdef Py_ssize_t k
    for k in range(n):
        total += <int64_t> a[k] * b[k]
    return total


cdef int square_dense(Pool* pool, Part* part, int32_t rows, int32_t columns) except -1 nogil:
    """Compute the squared lengths of dense rows."""
    cdef int32_t row
    cdef int64_t square
    part.m.squares = <double*> allocate(pool, rows + columns, sizeof(double))
    part.narrow = True
    for row in range(rows + columns):
        square = product(dense_row(part, row, rows), dense_row(part, row, rows), part.width)
        # No product of (parts of) two rows is greater than the product of their lengths.
        part.narrow = part.narrow and square < (<int64_t> 1 << 31)
        part.m.squares[row] = <double> square
    return 0


cdef inline int16_t* dense_row(Part* part, int32_t row, int32_t rows) noexcept nogil:
    """Return a row, counted over both sides."""
    return part.dense[0] + row * part.width if row < rows else part.dense[1] + (row - rows) * part.width


cdef double mean_square(double* squares, int32_t rows) noexcept nogil:
    """Return the mean squared length of the rows that are not all zeros; 1 if there are none."""
    cdef double total = 0.0
    cdef int32_t row, count = 0
    for row in range(rows):
        total += squares[row]
        count += squares[row] > 0.0
    return total / count if total != 0.0 else 1.0


cdef double combined(Part* parts, int count, double* values) noexcept nogil:
    """Return the sum of one number of each part, times the part's factor, in the order of `vicinal.similarity.blend`."""
    cdef double[DEEPEST + 1] totals
    cdef int depth = 0, k, leaf = 0
    totals[0] = 0.0
    for k in range(count):
        if parts[k].kind == OPEN:
            depth += 1
            totals[depth] = 0.0
        elif parts[k].kind == CLOSE:
            depth -= 1
            totals[depth] += parts[k].factor * totals[depth + 1]
        else:
            totals[depth] += parts[k].factor * values[leaf]
            leaf += 1
    return totals[0]
