# The nearest similar cell of the quadrant right of and below the current cell.

cdef struct Found:
    int32_t x, y            # x is -1 if there is none
    int64_t distance        # squared
    double similarity

cdef enum:
    RING = 3                # long documents: how far to look in rings before the index is used
    FAR = 48                # how far to look through the index at first; then twice as far, and so on


cdef inline void consider(Found* best, int64_t dx, int64_t dy, int32_t x, int32_t y, double similarity) noexcept nogil:
    """Keep the nearer cell; of equally near ones the more similar, then the one with smaller x, then smaller y."""
    cdef int64_t distance = dx * dx + dy * dy
    if best.x >= 0:
        if distance > best.distance:
            return
        if distance == best.distance:
            if similarity < best.similarity:
                return
            if similarity == best.similarity and (x > best.x or (x == best.x and y >= best.y)):
                return
    best.x = x
    best.y = y
    best.distance = distance
    best.similarity = similarity


cdef void nearest(Search* s, int sentences, int32_t rows, int32_t columns, int32_t cx, int32_t cy, double alpha,
                  Found* best) noexcept nogil:
    """Find the nearest similar cell of the quadrant, leaving out c, in square rings around c."""
    cdef int32_t r, x, y, x1, y1
    cdef double value
    best.x = -1
    for r in range(1, max(rows - cx, columns - cy)):
        if best.x >= 0 and <int64_t> r * r > best.distance:
            return
        if r > RING and not s.brief and alpha > 0.0 and not s.v.exhaustive:
            nearest_far(s, sentences, rows, columns, cx, cy, alpha, best)
            return
        if cx + r < rows:
            y1 = min(cy + r + 1, columns)
            for y in range(max(cy, 0), y1):
                value = cell_value(s, sentences, cx + r, y)
                if value >= alpha:
                    consider(best, r, y - cy, cx + r, y, value)
        if cy + r < columns:
            x1 = min(cx + r, rows)
            for x in range(max(cx, 0), x1):
                value = cell_value(s, sentences, x, cy + r)
                if value >= alpha:
                    consider(best, x - cx, r, x, cy + r, value)


cdef void nearest_far(Search* s, int sentences, int32_t rows, int32_t columns, int32_t cx, int32_t cy, double alpha,
                      Found* best) noexcept nogil:
    """Finish `nearest` through the index: look at cells up to some distance in x and y, then at further ones.

    Only cells are looked at that are further than those before, and not further than the nearest found. A cell found
    within the distance is the nearest.
    """
    cdef int32_t x, x1, y0, y1, end
    cdef int64_t before = RING, far = FAR, dx
    while True:
        x1 = rows if cx + far + 1 >= rows else <int32_t> (cx + far + 1)
        y1 = columns if cy + far + 1 >= columns else <int32_t> (cy + far + 1)
        for x in range(max(cx, 0), x1):
            dx = x - cx
            if best.x >= 0 and dx * dx > best.distance:
                break
            y0 = max(cy, 0) if dx > before else <int32_t> min(cy + before + 1, columns)
            end = y1
            if best.x >= 0:
                end = <int32_t> min(y1, cy + 2 + <int64_t> sqrt(<double> (best.distance - dx * dx)))
            if y0 < end:
                if sentences:
                    consider_sentences(s, x, y0, end, cx, cy, alpha, best)
                else:
                    consider_paragraphs(s, x, y0, end, cx, cy, alpha, best)
        if (best.x >= 0 and best.distance <= far * far) or (x1 == rows and y1 == columns):
            return
        before = far
        far *= 2


cdef void consider_sentences(Search* s, int32_t x, int32_t y0, int32_t y1, int32_t cx, int32_t cy, double alpha,
                             Found* best) noexcept nogil:
    """Consider the similar cells of a row of the current group, in columns y0 to y1 - 1."""
    cdef Finder* f = &s.finders[0]
    cdef int32_t* ys = s.group[1].a
    cdef int32_t y
    cdef Py_ssize_t k
    find_similar(&s.v, f, s.group[0].a[x], ys[y0], ys[y1 - 1] + 1, alpha)
    for k in range(f.found.n):
        y = place_of(&s.group[1], f.found.a[k])
        if y >= 0:
            consider(best, x - cx, y - cy, x, y, f.values[k])


cdef void consider_paragraphs(Search* s, int32_t x, int32_t y0, int32_t y1, int32_t cx, int32_t cy, double alpha,
                              Found* best) noexcept nogil:
    """Consider the similar cells of a row of paragraphs, in columns y0 to y1 - 1."""
    cdef int32_t row, q, i0 = s.ends[0][x], i1 = s.ends[0][x + 1], j0 = s.ends[1][y0], j1 = s.ends[1][y1]
    cdef int turned = s.turns and i1 - i0 > j1 - j0  # whether to ask for the target sentences, which are fewer
    cdef Finder* f = &s.finders[turned]
    cdef Py_ssize_t k
    s.hit.n = 0
    for row in range(j0 if turned else i0, j1 if turned else i1):
        find_similar(&s.v, f, row, i0 if turned else j0, i1 if turned else j1, alpha)
        for k in range(f.found.n):
            q = s.paragraph_of[row if turned else f.found.a[k]]
            if s.best_of[q] < 0.0:
                append(&s.hit, q)
            if f.values[k] > s.best_of[q]:
                s.best_of[q] = f.values[k]
    for k in range(s.hit.n):
        q = s.hit.a[k]
        consider(best, x - cx, q - cy, x, q, s.best_of[q])
        s.best_of[q] = -1.0


cdef int32_t place_of(Ints* group, int32_t sentence) noexcept nogil:
    """Return the place of a sentence in a group, which is ascending; -1 if it is not in it."""
    cdef Py_ssize_t low = 0, high = group.n, middle
    while low < high:
        middle = (low + high) // 2
        if group.a[middle] < sentence:
            low = middle + 1
        else:
            high = middle
    return <int32_t> low if low < group.n and group.a[low] == sentence else -1
