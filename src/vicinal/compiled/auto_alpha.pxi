# The similarity at one place in the order of all pairs of sentences, for thresholds that the documents set.
#
# All pairs are compared once, a row at a time through the index; only the most similar ones are kept, in a heap whose
# root is the least of them. So memory grows with the number of sentences, not of pairs.

cdef void sink(double* heap, int64_t n) noexcept nogil:
    """Move the root of a heap down to its place; the smallest is at the root."""
    cdef double value = heap[0]
    cdef int64_t k = 0, child
    while 2 * k + 1 < n:
        child = 2 * k + 1
        if child + 1 < n and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= value:
            break
        heap[k] = heap[child]
        k = child
    heap[k] = value


cdef double ranked_similarity(Vectors* v, int64_t before) except -2.0 nogil:
    """Return the similarity that comes after as many greater ones (or equal ones) in all pairs; the last, if too few."""
    cdef int64_t size = min(before + 1, <int64_t> v.rows * v.columns), i, k
    # Pairs without a common word are 0, and what is below counts as 0.
    cdef double* heap = <double*> allocate_zeros(&v.pool, size, sizeof(double))
    cdef double* dots = <double*> allocate(&v.pool, v.columns, sizeof(double))
    cdef double weight, value, least
    cdef int32_t x, y, t
    for x in range(v.rows):
        if v.exhaustive:
            for y in range(v.columns):
                value = pair(v, x, y)
                if value > heap[0]:
                    heap[0] = value
                    sink(heap, size)
            continue
        for y in range(v.columns):
            dots[y] = 0.0
        for i in range(v.start[x], v.start[x + 1]):
            t = v.terms[i]
            weight = v.weights[i]
            for k in range(v.first[t], v.first[t + 1]):
                dots[v.holders[k]] += weight * v.held[k]
        least = surely_below(heap[0])
        for y in range(v.columns):
            if dots[y] > 0.0 and dots[y] * dots[y] >= least * v.squares[x] * v.squares[v.rows + y]:
                value = pair(v, x, y) if v.mixed else cosine(dots[y], v.squares[x], v.squares[v.rows + y])
                if value > heap[0]:
                    heap[0] = value
                    sink(heap, size)
                    least = surely_below(heap[0])
    value = heap[0]
    release(&v.pool, heap)
    release(&v.pool, dots)
    return value
