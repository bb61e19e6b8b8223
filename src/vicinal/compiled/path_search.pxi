# Algorithms 1 and 2, as in `vicinal.search`; links and their scores.

cdef inline void add_move(Search* s, int level, int x0, int y0, int vicinity, int x, int y, double value) noexcept nogil:
    cdef Move* m = &s.moves[s.moved]
    s.moved += 1
    m.level = level
    m.x0 = x0
    m.y0 = y0
    m.vicinity = vicinity
    m.x = x
    m.y = y
    m.similarity = value


cdef void paragraph_search(Search* s) noexcept nogil:
    """Algorithm 1."""
    cdef int32_t rows = s.paragraphs[0], columns = s.paragraphs[1]
    cdef int32_t cx = 0, cy = 0, x0 = -1, y0 = -1, x, y, k, number, at
    cdef int vicinity = START
    cdef double value, top
    cdef Found found
    if s.title:
        top = best_pair(s, 0, 0, s.paragraph_alpha, 1)
    else:
        nearest(s, 0, rows, columns, -1, -1, s.paragraph_alpha, &found)
        if found.x < 0:
            return
        cx, cy, top = found.x, found.y, found.similarity
    while True:
        add_move(s, 0, x0, y0, vicinity, cx, cy, top)
        x0, y0 = cx, cy
        at = 0
        found.x = -1
        for number in range(s.vicinities):
            top = -1.5
            for k in range(at, at + s.sizes[number]):
                x = cx + s.offsets[2 * k]
                y = cy + s.offsets[2 * k + 1]
                if x < rows and y < columns:
                    value = paragraph_value(s, x, y)
                    if value > top:
                        top = value
                        found.x, found.y = x, y
            at += s.sizes[number]
            if top >= s.paragraph_alpha:
                vicinity = number + 1
                break
            found.x = -1
        if found.x < 0:
            nearest(s, 0, rows, columns, cx, cy, s.paragraph_alpha, &found)
            if found.x < 0:
                return
            vicinity = NEAREST
            top = found.similarity
        cx, cy = found.x, found.y


cdef void sentence_search(Search* s) noexcept nogil:
    """Algorithm 2, inside the current group."""
    cdef int32_t* xs = s.group[0].a
    cdef int32_t* ys = s.group[1].a
    cdef int32_t rows = <int32_t> s.group[0].n, columns = <int32_t> s.group[1].n, cx, cy, nx, ny
    cdef double alpha = s.sentence_alpha, top, value
    cdef Found found
    if rows == 0 or columns == 0:
        return
    nearest(s, 1, rows, columns, -1, -1, alpha, &found)
    if found.x < 0:
        return
    cx, cy = found.x, found.y
    add_move(s, 1, -1, -1, START, xs[cx], ys[cy], found.similarity)
    while True:
        # The best of V1: diagonal, right, down; the first of equals.
        nx = -1
        ny = -1
        top = -2.0
        if cx + 1 < rows and cy + 1 < columns:
            top = sentence_value(s, xs[cx + 1], ys[cy + 1])
            nx, ny = cx + 1, cy + 1
        if cy + 1 < columns:
            value = sentence_value(s, xs[cx], ys[cy + 1])
            if value > top:
                top = value
                nx, ny = cx, cy + 1
        if cx + 1 < rows:
            value = sentence_value(s, xs[cx + 1], ys[cy])
            if value > top:
                top = value
                nx, ny = cx + 1, cy
        if nx < 0 or top < alpha:
            nearest(s, 1, rows, columns, cx, cy, alpha, &found)
            if found.x < 0:
                return
            add_move(s, 1, xs[cx], ys[cy], NEAREST, xs[found.x], ys[found.y], found.similarity)
            cx, cy = found.x, found.y
            continue
        add_move(s, 1, xs[cx], ys[cy], 1, xs[nx], ys[ny], top)
        if nx == cx:
            ny += run(s, 1, ny, nx, top)
        elif ny == cy:
            nx += run(s, 0, nx, ny, top)
        cx, cy = nx, ny


cdef int32_t run(Search* s, int side, int32_t first, int32_t fixed, double before) noexcept nogil:
    """Extend a 1-N link (side 1) or an N-1 link (side 0) from its first sentence; return how many more it takes.

    fixed is the one sentence of the other side, and before the similarity of the two.
    """
    cdef Vectors* v = &s.v
    cdef Ints* many = &s.group[side]
    cdef Ints* others = &s.group[1 - side]
    cdef int32_t many_from = v.rows if side else 0, others_from = 0 if side else v.rows  # where the rows of a side begin
    cdef int32_t row = others_from + others.a[fixed], rival, last, taken = 0
    cdef double longer, square
    add_row(v, side, many_from + many.a[first])
    while first + taken + 1 < many.n:
        last = first + taken
        add_row(v, side, many_from + many.a[last + 1])
        square = summed_square(v, side)
        longer = cosine(row_dot_sum(v, row, side), v.squares[row], square)
        if not longer > before - s.beta:
            break
        if fixed + 1 < others.n:
            rival = others_from + others.a[fixed + 1]
            if not longer > cosine(row_dot_sum(v, rival, side), v.squares[rival], square):
                break
        if side:
            add_move(s, 1, others.a[fixed], many.a[last], RUN, others.a[fixed], many.a[last + 1], longer)
        else:
            add_move(s, 1, many.a[last], others.a[fixed], RUN, many.a[last + 1], others.a[fixed], longer)
        before = longer
        taken += 1
    clear_sum(v, side)
    return taken


cdef void add_links(Search* s, int level, Py_ssize_t begin) noexcept nogil:
    """Append the links of the moves from begin on: a path never goes back, so cells in one row or column are neighbours."""
    cdef Ints* links = &s.links[level]
    cdef Move* m = s.moves
    cdef Py_ssize_t last, i
    cdef int32_t* sizes
    while begin < s.moved:
        last = begin
        while last + 1 < s.moved and (m[last + 1].x == m[last].x or m[last + 1].y == m[last].y):
            last += 1
        sizes = links.a + links.n
        links.n += 2
        sizes[0] = sizes[1] = 0
        for i in range(begin, last + 1):
            if i == begin or m[i].x != m[i - 1].x:
                append(links, m[i].x)
                sizes[0] += 1
        for i in range(begin, last + 1):
            if i == begin or m[i].y != m[i - 1].y:
                append(links, m[i].y)
                sizes[1] += 1
        s.link_count[level] += 1
        begin = last + 1


cdef double group_score(Vectors* v, int32_t* xs, Py_ssize_t nx, int32_t* ys, Py_ssize_t ny) noexcept nogil:
    """Return the cosine of summed rows."""
    cdef Py_ssize_t k
    cdef double value
    if nx == 1 and ny == 1:
        return pair(v, xs[0], ys[0])
    for k in range(nx):
        add_row(v, 0, xs[k])
    for k in range(ny):
        add_row(v, 1, v.rows + ys[k])
    value = summed_square(v, 0)
    value = cosine(sum_dot_sum(v), value, summed_square(v, 1))
    clear_sum(v, 0)
    clear_sum(v, 1)
    return value


cdef void add_sentences(Search* s, int side, int32_t* paragraphs, int32_t count) noexcept nogil:
    """Put the sentences of some paragraphs into the current group."""
    cdef int32_t k, x
    s.group[side].n = 0
    for k in range(count):
        for x in range(s.ends[side][paragraphs[k]], s.ends[side][paragraphs[k] + 1]):
            append(&s.group[side], x)


cdef void search_all(Search* s) noexcept nogil:
    """Align paragraphs, then sentences inside their groups, and score all links."""
    cdef Py_ssize_t begin
    cdef int32_t k
    cdef int32_t* link
    paragraph_search(s)
    add_links(s, 0, 0)
    link = s.links[0].a
    for k in range(s.link_count[0]):
        add_sentences(s, 0, link + 2, link[0])
        add_sentences(s, 1, link + 2 + link[0], link[1])
        s.scores[0][k] = group_score(&s.v, s.group[0].a, s.group[0].n, s.group[1].a, s.group[1].n)
        begin = s.moved
        sentence_search(s)
        add_links(s, 1, begin)
        link += 2 + link[0] + link[1]
    link = s.links[1].a
    for k in range(s.link_count[1]):
        s.scores[1][k] = group_score(&s.v, link + 2, link[0], link + 2 + link[0], link[1])
        link += 2 + link[0] + link[1]
