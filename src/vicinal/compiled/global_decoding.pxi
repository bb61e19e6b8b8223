# From candidates to links: the twin of `methods.global_.decoding.chosen` and of `methods.global_.link_scores`.

cdef struct Group:
    int32_t x0, x1               # its source sentences
    int32_t targets              # how many target sentences
    double posterior             # then its score


cdef int compared(const void* one, const void* other) noexcept nogil:
    """Order candidates as tuples are ordered."""
    cdef CandidateLink* a = <CandidateLink*> one
    cdef CandidateLink* b = <CandidateLink*> other
    if a.loss != b.loss:
        return -1 if a.loss < b.loss else 1
    if a.x0 != b.x0:
        return -1 if a.x0 < b.x0 else 1
    if a.x1 != b.x1:
        return -1 if a.x1 < b.x1 else 1
    if a.y0 != b.y0:
        return -1 if a.y0 < b.y0 else 1
    if a.y1 != b.y1:
        return -1 if a.y1 < b.y1 else 1
    return (a.posterior > b.posterior) - (a.posterior < b.posterior)


cdef struct Chosen:
    Group* groups
    int32_t count
    int32_t* of_source           # of each sentence: its group, or -1
    int32_t* of_target


cdef int choose(Chosen* c, CandidateList found, Lattice lattice, Numbers* n) except -1 nogil:
    """Take links, those of the highest gain first, as long as their sentences are free."""
    cdef Py_ssize_t i
    cdef CandidateLink* link
    cdef Group* group
    cdef int32_t x, y, number
    c.groups = <Group*> lattice.arrays.bare(min(lattice.rows, lattice.columns), sizeof(Group))
    c.of_source = lattice.arrays.unset_integers(lattice.rows)
    c.of_target = lattice.arrays.unset_integers(lattice.columns)
    memset(c.of_source, 0xFF, lattice.rows * sizeof(int32_t))
    memset(c.of_target, 0xFF, lattice.columns * sizeof(int32_t))
    c.count = 0
    if found.count:
        qsort(found.links, found.count, sizeof(CandidateLink), compared)
    for i in range(found.count):
        link = &found.links[i]
        if not all_free(c.of_target, link.y0, link.y1):
            continue
        number = c.count
        if not all_free(c.of_source, link.x0, link.x1):
            number = c.of_source[link.x0]
            if link.x1 - link.x0 > 1 or number < 0:
                continue
            group = &c.groups[number]
            if group.x1 - group.x0 > 1 or not resumes(c, lattice, n, link, number):
                continue
            group.targets += link.y1 - link.y0
            group.posterior = min(group.posterior, link.posterior)
        else:
            group = &c.groups[number]
            group.x0, group.x1, group.targets, group.posterior = link.x0, link.x1, link.y1 - link.y0, link.posterior
            c.count += 1
            for x in range(link.x0, link.x1):
                c.of_source[x] = number
        for y in range(link.y0, link.y1):
            c.of_target[y] = number
    return 0


cdef bint all_free(int32_t* taken, int32_t begin, int32_t end) noexcept nogil:
    cdef int32_t i
    for i in range(begin, end):
        if taken[i] >= 0:
            return False
    return True


cdef bint resumes(Chosen* c, Lattice lattice, Numbers* n, CandidateLink* link, int32_t number) noexcept nogil:
    """Whether a link of one source sentence, which has a group, may take more target sentences."""
    cdef int32_t y
    cdef bint near = False
    for y in range(max(link.y0 - n.resume_gap, 0), min(link.y1 + n.resume_gap, lattice.columns)):
        near = near or c.of_target[y] == number
    if not near:
        return False
    for y in range(link.y0, link.y1):
        if lattice.probability(link.x0, y) < n.pair_least:
            return False
    return True


cdef void score(Chosen* c, int32_t rows, int32_t columns, Numbers* n) noexcept nogil:
    """Set the scores of the links in place of their posteriors."""
    cdef int32_t i, aligned = 0
    cdef double document, odds, p
    for i in range(c.count):
        aligned += c.groups[i].x1 - c.groups[i].x0 + c.groups[i].targets
    document = n.score_constant + n.score_coverage * (<double> aligned / <double> (rows + columns))
    document += n.score_size * log(min(<double> rows * columns, n.score_largest))
    for i in range(c.count):
        p = c.groups[i].posterior
        odds = n.score_most if p >= 1.0 else min(log(p / (1 - p)), n.score_most)
        c.groups[i].posterior = rounded(1 / (1 + exp(-(document + n.score_posterior * odds))))
