# Results: the links of a pair of documents as numbers, until somebody asks for rows or objects.

cdef struct Kept:
    # Links are in the order of the source. Each is: how many source and target sentences it has, then these. The
    # similarities of its pairs are those of its first target sentence, then of the next.
    int32_t* links
    int32_t count, pairs
    double* scores
    double* similarities


cdef void free_kept(Kept* kept) noexcept nogil:
    free(kept.links)
    free(kept.scores)
    free(kept.similarities)


cdef int keep(Kept* kept, Chosen* c, Grams grams, bint is_swapped) except -1 nogil:
    """Copy the links, with the target as the source if the sides were swapped."""
    cdef int32_t i, j, k, x, y, group, sides = 0, rows = grams.rows, columns = grams.columns
    cdef int32_t* targets = grams.arrays.unset_integers(columns)     # those of each group, one after the other
    cdef int32_t* begin = grams.arrays.unset_integers(c.count + 1)
    cdef int32_t* at
    cdef double* similarity
    cdef Group* g
    kept.pairs, kept.count = 0, c.count
    begin[0] = 0
    for i in range(c.count):
        g = &c.groups[i]
        sides += 2 + g.x1 - g.x0 + g.targets
        kept.pairs += (g.x1 - g.x0) * g.targets
        begin[i + 1] = begin[i] + g.targets
    kept.links = <int32_t*> malloc((sides + 1) * sizeof(int32_t))
    kept.scores = <double*> malloc((c.count + 1) * sizeof(double))
    kept.similarities = <double*> malloc((kept.pairs + 1) * sizeof(double))
    if kept.links == NULL or kept.scores == NULL or kept.similarities == NULL:
        no_memory()
    at = grams.arrays.unset_integers(c.count + 1)
    for i in range(c.count):
        at[i] = begin[i]
    for y in range(columns):
        if c.of_target[y] >= 0:
            targets[at[c.of_target[y]]] = y
            at[c.of_target[y]] += 1
    at, similarity, k = kept.links, kept.similarities, 0
    for i in range(columns if is_swapped else rows):
        group = c.of_target[i] if is_swapped else c.of_source[i]
        if group < 0:
            continue
        g = &c.groups[group]
        if i != (targets[begin[group]] if is_swapped else g.x0):
            continue
        kept.scores[k] = g.posterior
        k += 1
        at[0], at[1] = (g.targets, g.x1 - g.x0) if is_swapped else (g.x1 - g.x0, g.targets)
        at += 2
        if not is_swapped:
            for x in range(g.x0, g.x1):
                at[0] = x
                at += 1
        for j in range(begin[group], begin[group + 1]):
            at[0] = targets[j]
            at += 1
        if is_swapped:
            for x in range(g.x0, g.x1):
                at[0] = x
                at += 1
            for x in range(g.x0, g.x1):
                for j in range(begin[group], begin[group + 1]):
                    similarity[0] = grams.cosine_of(x, targets[j])
                    similarity += 1
        else:
            for j in range(begin[group], begin[group + 1]):
                for x in range(g.x0, g.x1):
                    similarity[0] = grams.cosine_of(x, targets[j])
                    similarity += 1
    return 0


cdef class Result:
    """What was found for two documents; see `vicinal.alignment.Result`."""

    cdef tuple documents         # the paragraphs of source and target
    cdef Kept kept

    def __dealloc__(self):
        free_kept(&self.kept)

    @property
    def link_count(self):
        """How many sentence links there are."""
        return self.kept.count

    def rows(self):
        """Return paragraph links, sentence links and steps as tuples of plain values."""
        return self.paragraph_links(None), self.sentence_links(None), self.steps(None, [])

    def json(self, encode not None):
        """Return the rows in JSON, as `encode` of an encoder of msgspec writes them."""
        return tuple([encode(rows) for rows in self.rows()])

    @property
    def aligned(self):
        """How many source and target sentences are in a link."""
        cdef set sources = set(), targets = set()
        for source, target, _ in self.sentence_links(None):
            sources.update(source)
            targets.update(target)
        return len(sources), len(targets)

    def objects(self, type link_type, type step_type):
        """Return paragraph links, sentence links, cells and steps as tuples of objects of these types."""
        # With as many objects as a book has, collections would cost much and find nothing.
        cdef bint pause = self.kept.pairs > 5000 and gc.isenabled()
        cdef list cells = []
        if pause:
            gc.disable()
        try:
            steps = self.steps(step_type, cells)
            return self.paragraph_links(link_type), self.sentence_links(link_type), tuple(cells), steps
        finally:
            if pause:
                gc.enable()

    cdef tuple sentence_links(self, type kind):
        """Return the links in order, as rows if kind is None."""
        cdef list links = []
        cdef int32_t* link = self.kept.links
        cdef int32_t k
        for k in range(self.kept.count):
            row = (indices(link + 2, link[0]), indices(link + 2 + link[0], link[1]), self.kept.scores[k])
            links.append(row if kind is None else filled(kind, ("source", "target", "score"), row))
            link += 2 + link[0] + link[1]
        return tuple(links)

    cdef tuple steps(self, type kind, list cells):
        """Return how the chain reaches each pair from the one before, in the order of the target."""
        cdef Arrays scratch = Arrays()
        cdef int32_t** starts = <int32_t**> scratch.bare(self.kept.count, sizeof(int32_t*))
        cdef Longs before = scratch.longs(self.kept.count + 1)       # where the similarities of each link begin
        cdef int32_t* link = self.kept.links
        cdef int32_t* xs
        cdef int32_t* ys
        cdef int32_t k, i, j
        cdef double* similarity
        cdef list steps = [], order = []
        cdef tuple stood = None, cell, row
        cdef str move
        for k in range(self.kept.count):
            starts[k] = link
            before[k + 1] = before[k] + link[0] * link[1]
            order.append((link[2 + link[0]], k))
            link += 2 + link[0] + link[1]
        order.sort()
        for _, k in order:
            link = starts[k]
            xs, ys, similarity = link + 2, link + 2 + link[0], self.kept.similarities + before[k]
            for j in range(link[1]):
                for i in range(link[0]):
                    cell = (xs[i], ys[j])
                    if stood is None:
                        move = "first"
                    elif i:
                        move = "more source"
                    elif j:
                        move = "resume" if ys[j] > <int32_t> stood[1] + 1 else "more target"
                    elif xs[0] <= <int32_t> stood[0]:
                        move = "jump"
                    else:
                        move = "next" if xs[0] == <int32_t> stood[0] + 1 else "skip"
                    row = ("sentence", stood, move, cell, similarity[0])
                    similarity += 1
                    cells.append(cell)
                    steps.append(row if kind is None else filled(kind, STEP, row))
                    stood = cell
        return tuple(steps)

    cdef tuple paragraph_links(self, type kind):
        """Return the paragraphs that the links connect, each link with its best score: the twin of `assemble`."""
        cdef Arrays scratch = Arrays()
        cdef Py_ssize_t rows = len(self.documents[0]), columns = len(self.documents[1]), p
        cdef int32_t* of_source = paragraph_of(self.documents[0], scratch)
        cdef int32_t* of_target = paragraph_of(self.documents[1], scratch)
        cdef int32_t* root = scratch.unset_integers(rows + columns)
        cdef double* best = scratch.doubles(rows + columns)
        cdef int32_t* link = self.kept.links
        cdef int32_t* xs
        cdef int32_t* ys
        cdef int32_t k, i
        cdef dict groups = {}
        for p in range(rows + columns):
            root[p] = -1
        for k in range(self.kept.count):
            xs, ys = link + 2, link + 2 + link[0]
            for i in range(link[0]):
                join(root, best, of_source[xs[i]], <int32_t> rows + of_target[ys[0]], self.kept.scores[k])
            for i in range(link[1]):
                join(root, best, of_source[xs[0]], <int32_t> rows + of_target[ys[i]], self.kept.scores[k])
            link += 2 + link[0] + link[1]
        for p in range(rows + columns):
            if root[p] >= 0:
                sides = groups.setdefault(root_of(root, <int32_t> p), ([], []))
                sides[p >= rows].append(p if p < rows else p - rows)
        links = []
        for k, (one, other) in groups.items():
            row = (tuple(one), tuple(other), best[k])
            links.append(row if kind is None else filled(kind, ("source", "target", "score"), row))
        return tuple(links)


STEP = ("level", "stood", "vicinity", "cell", "similarity")


cdef int no_memory() except -1 with gil:
    raise MemoryError


cdef object filled(type kind, tuple names, tuple row):
    """Return an object with the values of a row, without a call of its constructor, which would check them again."""
    cdef object one = PyType_GenericAlloc(kind, 0)
    cdef Py_ssize_t k
    for k in range(len(names)):
        PyObject_GenericSetAttr(one, names[k], row[k])
    return one


cdef tuple indices(int32_t* a, int32_t n):
    if n == 1:
        return (a[0],)
    return tuple([a[k] for k in range(n)])


cdef int32_t* paragraph_of(tuple paragraphs, Arrays scratch) except NULL:
    """Return the paragraph number of each sentence."""
    cdef Py_ssize_t total = 0, number = 0, k
    cdef tuple paragraph
    cdef int32_t* found
    for paragraph in paragraphs:
        total += len(paragraph)
    found = scratch.unset_integers(total)
    total = 0
    for paragraph in paragraphs:
        for k in range(len(paragraph)):
            found[total + k] = <int32_t> number
        total += len(paragraph)
        number += 1
    return found


cdef int32_t root_of(int32_t* root, int32_t p) noexcept nogil:
    while root[p] != p:
        root[p] = root[root[p]]
        p = root[p]
    return p


cdef void join(int32_t* root, double* best, int32_t p, int32_t q, double score) noexcept nogil:
    """Join the groups of two paragraphs; the smaller number stands for both."""
    if root[p] < 0:
        root[p], best[p] = p, score
    if root[q] < 0:
        root[q], best[q] = q, score
    p, q = root_of(root, p), root_of(root, q)
    if q < p:
        p, q = q, p
    root[q] = p
    best[p] = max(best[p], best[q], score)
