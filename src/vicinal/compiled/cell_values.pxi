# M(x, y): the similarity of two sentences or two paragraphs, as the searches ask for it.
#
# In a short pair of documents, a whole row is computed through the index when its first cell is asked for. In a long
# one nothing of the size of the matrix is stored: cells are computed one by one.

cdef struct Move:
    int32_t level      # 0 paragraph, 1 sentence
    int32_t x0, y0     # where the search stood; -1 at a start
    int32_t vicinity   # START, NEAREST, RUN, or the number of a fixed vicinity from 1
    int32_t x, y
    double similarity

cdef enum:
    START = 0
    NEAREST = -1
    RUN = -2

cdef struct Search:
    Vectors v
    # Paragraph p of a side has sentences ends[p] .. ends[p + 1] - 1.
    int32_t paragraphs[2]
    int32_t* ends[2]
    int32_t* paragraph_of   # of a target sentence
    # Settings.
    double paragraph_alpha, sentence_alpha, beta  # an alpha below 0 is set by the documents, by these numbers:
    double usual, reach, intercept, slope, ratio, fewest, proportion
    int title
    int vicinities
    int32_t* sizes          # of each vicinity
    int32_t* offsets        # dx, dy of all vicinities, one after the other
    # Results.
    Pool results
    Move* moves
    Py_ssize_t moved
    Ints links[2]           # of paragraphs and of sentences; each is its number of rows and of columns, then these
    double* scores[2]
    int32_t link_count[2]
    # The sentences of the current pair of paragraph groups, on either side.
    Ints group[2]
    # Long documents: what finds target sentences, and if some source paragraph is long, source sentences.
    Finder finders[2]
    bint turns              # whether there is the second
    # Target paragraphs similar enough to a source paragraph, and their similarity; -1 for the others.
    Ints hit
    double* best_of
    # Short documents: rows of similarities, and which of them are done. Below `least` a cell may hold -1.
    int brief
    double least
    double* sentence_rows
    uint8_t* sentence_done
    double* paragraph_rows
    uint8_t* paragraph_done
    double* dots

cdef enum:
    BLOCK = 64  # the most sentence pairs of two paragraphs that are compared one by one

cdef double TINY = 1e-12  # the least similarity above 0, because similarities are rounded


cdef int set_alphas(Search* s) except -1 nogil:
    """Let the documents set the thresholds, as `vicinal.methods.auto_alpha` does."""
    cdef int32_t shorter = min(s.v.rows, s.v.columns), longer = max(s.v.rows, s.v.columns)
    cdef double alpha = s.usual
    if shorter >= s.fewest and longer <= s.ratio * shorter:
        alpha = rint((s.intercept + s.slope * ranked_similarity(&s.v, <int64_t> (s.reach * shorter))) * 100.0) / 100.0
        if alpha > s.usual:
            alpha = s.usual
    s.sentence_alpha = alpha
    if s.paragraph_alpha < 0.0:
        s.paragraph_alpha = min(1.0, rint(s.proportion * alpha * 1e6) / 1e6)
    return 0


cdef int open_search(Search* s) except -1 nogil:
    """Allocate everything the search will need, so that it cannot run out of memory."""
    cdef Pool* pool = &s.v.pool
    cdef int64_t cells = <int64_t> s.v.rows * s.v.columns, groups = <int64_t> s.paragraphs[0] * s.paragraphs[1]
    cdef int64_t[2] lines  # rows and columns of paragraphs, and of sentences
    cdef int level
    cdef int32_t p, q
    lines[0] = <int64_t> s.paragraphs[0] + s.paragraphs[1]
    lines[1] = <int64_t> s.v.rows + s.v.columns
    open_sums(&s.v)
    open_index(&s.v)
    if s.sentence_alpha < 0.0:
        set_alphas(s)
    # Each move goes right, down or both, so a path has fewer cells than there are rows and columns. No row or column is
    # in two links.
    s.moves = <Move*> allocate(&s.results, lines[0] + lines[1], sizeof(Move))
    for level in range(2):
        s.links[level].a = <int32_t*> allocate(&s.results, 2 * lines[level], sizeof(int32_t))
        s.scores[level] = <double*> allocate(&s.results, lines[level], sizeof(double))
    s.group[0].a = <int32_t*> allocate(pool, s.v.rows, sizeof(int32_t))
    s.group[1].a = <int32_t*> allocate(pool, s.v.columns, sizeof(int32_t))
    if s.brief:
        s.least = min(s.paragraph_alpha, s.sentence_alpha)
        s.sentence_rows = <double*> allocate(pool, cells, sizeof(double))
        s.sentence_done = <uint8_t*> allocate_zeros(pool, s.v.rows, 1)
        s.paragraph_rows = <double*> allocate(pool, groups, sizeof(double))
        s.paragraph_done = <uint8_t*> allocate_zeros(pool, s.paragraphs[0], 1)
        s.dots = <double*> allocate(pool, s.v.columns, sizeof(double))
        if s.title and <int64_t> s.ends[0][1] * s.ends[1][1] > BLOCK:
            open_finder(&s.v, &s.finders[0], 0)  # for the exact similarity of two long titles
    else:
        s.hit.a = <int32_t*> allocate(pool, s.paragraphs[1], sizeof(int32_t))
        s.best_of = <double*> allocate(pool, s.paragraphs[1], sizeof(double))
        for q in range(s.paragraphs[1]):
            s.best_of[q] = -1.0
        open_finder(&s.v, &s.finders[0], 0)
        for p in range(s.paragraphs[0]):
            s.turns = s.turns or s.ends[0][p + 1] - s.ends[0][p] > BLOCK
        if s.turns:
            open_finder(&s.v, &s.finders[1], 1)
    return 0


cdef double best_pair(Search* s, int32_t p, int32_t q, double alpha, int exact) noexcept nogil:
    """Return M(p, q), the similarity of the best pair of sentences of two paragraphs.

    If it is below alpha and need not be exact, the result may be any number below alpha.
    """
    cdef Vectors* v = &s.v
    cdef int32_t x, y, x0 = s.ends[0][p], x1 = s.ends[0][p + 1], y0 = s.ends[1][q], y1 = s.ends[1][q + 1]
    cdef double best = 0.0, value, least
    cdef int turned = s.turns and x1 - x0 > y1 - y0  # whether to ask for the sentences of q, which are fewer
    cdef Finder* f = &s.finders[turned]
    cdef Py_ssize_t k
    if <int64_t> (x1 - x0) * (y1 - y0) <= BLOCK or v.exhaustive:
        if x0 < x1 and y0 < y1:
            best = -2.0  # with negative numbers, even the best pair may be below 0
        for x in range(x0, x1):
            for y in range(y0, y1):
                value = pair(v, x, y)
                if value > best:
                    best = value
        return best
    alpha = TINY if exact else max(alpha, TINY)
    least = max(alpha, 0.05)
    while True:
        for x in range(y0 if turned else x0, y1 if turned else x1):
            find_similar(v, f, x, x0 if turned else y0, x1 if turned else y1, max(best, least))
            for k in range(f.found.n):
                if f.values[k] > best:
                    best = f.values[k]
            if best == 1.0:
                return best
        if best >= least or least <= alpha:
            return best
        # Nothing is as similar as that: ask for less, in the end for anything that is similar at all.
        least = max(alpha, least / 4 if least > 0.01 else TINY)


cdef void fill_sentence_row(Search* s, int32_t x) noexcept nogil:
    """Compute a row of a short document; each dot product is added up in the order of the terms, as in `pair`."""
    cdef Vectors* v = &s.v
    cdef double* row = s.sentence_rows + <int64_t> x * v.columns
    cdef double* dots = s.dots
    cdef double weight, square = v.squares[x], least = surely_below(s.least)
    cdef int64_t i, k
    cdef int32_t t, y
    s.sentence_done[x] = 1
    if v.exhaustive:
        for y in range(v.columns):
            row[y] = pair_above(v, x, y, least)
        return
    for y in range(v.columns):
        dots[y] = 0.0
    for i in range(v.start[x], v.start[x + 1]):
        t = v.terms[i]
        weight = v.weights[i]
        for k in range(v.first[t], v.first[t + 1]):
            dots[v.holders[k]] += weight * v.held[k]
    for y in range(v.columns):
        if dots[y] * dots[y] >= least * square * v.squares[v.rows + y]:
            row[y] = pair(v, x, y) if v.mixed else cosine(dots[y], square, v.squares[v.rows + y])
        else:
            row[y] = -1.0


cdef void fill_paragraph_row(Search* s, int32_t p) noexcept nogil:
    cdef int32_t columns = s.v.columns, x, y, q
    cdef double* row = s.paragraph_rows + <int64_t> p * s.paragraphs[1]
    cdef double* sentences
    s.paragraph_done[p] = 1
    for q in range(s.paragraphs[1]):
        row[q] = 0.0 if s.ends[0][p] == s.ends[0][p + 1] or s.ends[1][q] == s.ends[1][q + 1] else -2.0
    for x in range(s.ends[0][p], s.ends[0][p + 1]):
        if not s.sentence_done[x]:
            fill_sentence_row(s, x)
        sentences = s.sentence_rows + <int64_t> x * columns
        for y in range(columns):
            if sentences[y] > row[s.paragraph_of[y]]:
                row[s.paragraph_of[y]] = sentences[y]


cdef inline double sentence_value(Search* s, int32_t x, int32_t y) noexcept nogil:
    """Return the similarity of two sentences; one below both alphas may be any number below 0."""
    if not s.brief:
        return pair(&s.v, x, y)
    if not s.sentence_done[x]:
        fill_sentence_row(s, x)
    return s.sentence_rows[<int64_t> x * s.v.columns + y]


cdef inline double paragraph_value(Search* s, int32_t p, int32_t q) noexcept nogil:
    """Return the similarity of two paragraphs; one below alpha may be any number below it."""
    if not s.brief:
        return best_pair(s, p, q, s.paragraph_alpha, 0)
    if not s.paragraph_done[p]:
        fill_paragraph_row(s, p)
    return s.paragraph_rows[<int64_t> p * s.paragraphs[1] + q]


cdef inline double cell_value(Search* s, int sentences, int32_t x, int32_t y) noexcept nogil:
    """Return M of a cell: of two paragraphs, or of two sentences of the current group."""
    if sentences:
        return sentence_value(s, s.group[0].a[x], s.group[1].a[y])
    return paragraph_value(s, x, y)
