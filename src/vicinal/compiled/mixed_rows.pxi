# Blends and dense rows: their parts put together, and exact products, part by part.

cdef int mix(Vectors* v) except -1 nogil:
    """Put the parts together, once each has its rows."""
    cdef int32_t total = v.rows + v.columns, row, t, vocabulary = 0
    cdef int p
    cdef int64_t entries = 0, filled = 0, cut = 0, i
    cdef Part* part
    settle(v)
    for p in range(v.part_count):
        part = &v.parts[p]
        if part.kind == DENSE:
            v.exhaustive = True
        elif is_rows(part):
            vocabulary += part.m.vocabulary
            part.end = vocabulary
            part.scale = sqrt(total_factor(v, p))
            entries += part.m.start[total]
            v.sparse_parts += 1
    v.vocabulary = vocabulary
    v.terms = <int32_t*> allocate(&v.pool, entries, sizeof(int32_t))
    v.plain = <double*> allocate(&v.pool, entries, sizeof(double))
    v.weights = <double*> allocate(&v.pool, entries, sizeof(double))
    v.occurs = <int32_t*> allocate(&v.pool, vocabulary, sizeof(int32_t))
    v.start = <int64_t*> allocate(&v.pool, total + 1, sizeof(int64_t))
    v.cuts = <int64_t*> allocate(&v.pool, <Py_ssize_t> total * v.sparse_parts + 1, sizeof(int64_t))
    v.cuts[0] = 0
    for row in range(total):
        v.start[row] = filled
        for p in range(v.part_count):
            part = &v.parts[p]
            if part.kind == DENSE or not is_rows(part):
                continue
            for i in range(part.m.start[row], part.m.start[row + 1]):
                v.terms[filled] = part.end - part.m.vocabulary + part.m.terms[i]
                v.plain[filled] = part.m.weights[i]
                v.weights[filled] = part.m.weights[i] * part.scale
                filled += 1
            cut += 1
            v.cuts[cut] = filled
    v.start[total] = filled
    for p in range(v.part_count):
        part = &v.parts[p]
        if part.kind != DENSE and is_rows(part):
            for t in range(part.m.vocabulary):
                v.occurs[part.end - part.m.vocabulary + t] = part.m.occurs[t]
    return 0


cdef int settle(Vectors* v) except -1 nogil:
    """Compute the squared lengths of all rows, and the factors of the parts.

    A part's factor makes the mean squared length of its rows its weight.
    """
    cdef int32_t total = v.rows + v.columns, row
    cdef int p, depth = 0
    cdef Part* part
    cdef double* squares
    cdef double* sums
    if not v.blended:
        v.parts[0].factor = 1.0
        v.squares = v.parts[0].m.squares
        return 0
    sums = <double*> allocate_zeros(&v.pool, (DEEPEST + 1) * <Py_ssize_t> total, sizeof(double))
    for p in range(v.part_count):
        part = &v.parts[p]
        if part.kind == OPEN:
            depth += 1
            memset(sums + depth * <int64_t> total, 0, total * sizeof(double))
            continue
        squares = part.m.squares
        if part.kind == CLOSE:
            squares = sums + depth * <int64_t> total
            depth -= 1
        part.factor = part.weight if part.settled else part.weight / mean_square(squares, total)
        if not 1e-60 <= part.factor <= 1e60:
            v.refused = True
        for row in range(total):
            sums[depth * <int64_t> total + row] += part.factor * squares[row]
    v.squares = sums
    return 0


cdef double total_factor(Vectors* v, int p) noexcept nogil:
    """Return the factor of a part with those of all blends around it."""
    cdef double factor = v.parts[p].factor
    cdef int k, depth = 0
    for k in range(p + 1, v.part_count):
        if v.parts[k].kind == OPEN:
            depth += 1
        elif v.parts[k].kind == CLOSE:
            if depth == 0:
                factor *= v.parts[k].factor
            else:
                depth -= 1
    return factor


cdef inline double whole(Vectors* v, double* values) noexcept nogil:
    """Return one number for the whole, from one of each part."""
    return combined(v.parts, v.part_count, values) if v.blended else values[0]


cdef double mixed_dot(Vectors* v, int32_t x, int32_t y) noexcept nogil:
    """Return the dot product of two rows, counted over both sides."""
    cdef double[MOST_PARTS] values
    cdef int p, leaf = 0
    cdef int64_t i = <int64_t> x * v.sparse_parts, j = <int64_t> y * v.sparse_parts
    cdef Part* part
    cdef int16_t* a
    cdef int16_t* b
    for p in range(v.part_count):
        part = &v.parts[p]
        if part.kind == DENSE:
            a = dense_row(part, x, v.rows)
            b = dense_row(part, y, v.rows)
            values[leaf] = <double> (narrow_product(a, b, part.width) if part.narrow else product(a, b, part.width))
        elif is_rows(part):
            values[leaf] = joined(v.terms, v.plain, v.cuts[i], v.cuts[i + 1], v.cuts[j], v.cuts[j + 1])
            i += 1
            j += 1
        else:
            continue
        leaf += 1
    return whole(v, values)


cdef double pair_above(Vectors* v, int32_t x, int32_t y, double least) noexcept nogil:
    """Return the cosine of two rows; if its square is below least, -1, which saves the root."""
    cdef double dot, square = v.squares[x], other = v.squares[v.rows + y]
    if not v.mixed:
        return pair(v, x, y)
    dot = mixed_dot(v, x, v.rows + y)
    return cosine(dot, square, other) if dot * dot >= least * square * other else -1.0


cdef void add_dense(Vectors* v, int side, int32_t row) noexcept nogil:
    """Add a row of each dense part to a side's sum."""
    cdef int p
    cdef Py_ssize_t k
    cdef Part* part
    cdef int16_t* numbers
    for p in range(v.part_count):
        part = &v.parts[p]
        if part.kind == DENSE:
            numbers = dense_row(part, row, v.rows)
            for k in range(part.width):
                part.sums[side][k] += numbers[k]


cdef void clear_dense(Vectors* v, int side) noexcept nogil:
    cdef int p
    for p in range(v.part_count):
        if v.parts[p].kind == DENSE:
            memset(v.parts[p].sums[side], 0, v.parts[p].width * sizeof(int64_t))


cdef inline double dense_sums(Part* part, int side, int other) noexcept nogil:
    """Return the dot product of two sums of dense rows; too large ones wrap around, as in numpy."""
    cdef uint64_t total = 0
    cdef Py_ssize_t k
    for k in range(part.width):
        total += <uint64_t> part.sums[side][k] * <uint64_t> part.sums[other][k]
    return <double> (<int64_t> total)


cdef double mixed_products(Vectors* v, int side, int other) noexcept nogil:
    """Return the dot product of two sums, which may be the same one; the terms of the first must be in order."""
    cdef double[MOST_PARTS] values
    cdef int p, leaf = 0
    cdef Py_ssize_t k = 0
    cdef int32_t t
    cdef Part* part
    for p in range(v.part_count):
        part = &v.parts[p]
        if not is_rows(part):
            continue
        values[leaf] = 0.0
        if part.kind == DENSE:
            values[leaf] = dense_sums(part, side, other)
        else:
            while k < v.touched[side].n and v.touched[side].a[k] < part.end:
                t = v.touched[side].a[k]
                if v.marked[other][t]:
                    values[leaf] += v.sums[side][t] * v.sums[other][t]
                k += 1
        leaf += 1
    return whole(v, values)


cdef double mixed_row_dot_sum(Vectors* v, int32_t row, int side) noexcept nogil:
    """Return the dot product of a row and a side's sum."""
    cdef double[MOST_PARTS] values
    cdef int p, leaf = 0
    cdef Py_ssize_t k
    cdef uint64_t total
    cdef int64_t cut = <int64_t> row * v.sparse_parts, i
    cdef int16_t* numbers
    cdef Part* part
    for p in range(v.part_count):
        part = &v.parts[p]
        if not is_rows(part):
            continue
        values[leaf] = 0.0
        if part.kind == DENSE:
            total = 0
            numbers = dense_row(part, row, v.rows)
            for k in range(part.width):
                total += <uint64_t> (<int64_t> numbers[k]) * <uint64_t> part.sums[side][k]
            values[leaf] = <double> (<int64_t> total)
        else:
            for i in range(v.cuts[cut], v.cuts[cut + 1]):
                if v.marked[side][v.terms[i]]:
                    values[leaf] += v.plain[i] * v.sums[side][v.terms[i]]
            cut += 1
        leaf += 1
    return whole(v, values)
