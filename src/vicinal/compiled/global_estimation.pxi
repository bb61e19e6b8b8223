# Estimation: the twin of `methods.global_.evidence`, of `methods.global_.chain` and of the rounds in `method`.

cdef struct Numbers:
    # What is read of `Priors`.
    double hub_power, hub_pairs, rival_least, match_mean, match_spread, random_mean, random_pairs, random_least
    double floor, ceiling, split, merge, turn, null, resume, skip, skip_on, jump, loosest, events, longest_run, paragraph
    double match_links, surplus_links, settled, hopeless, pair_weight, pair_least, negligible, forgotten
    double score_constant, score_posterior, score_most, score_coverage, score_size, score_largest
    double sketch_least
    int32_t short, rounds, mirrored_rounds, most_targets, most_sources, resume_gap, near_sources, near_targets
    int64_t whole, sketched


cdef struct Spelling:
    # The one channel of similarities: the sums over all pairs, and what is estimated.
    double weight, total, squares
    double match, mean, variance


cdef double log_gamma(double x) noexcept nogil:
    cdef double product = 1.0, inverse, square, series = 0.0
    while x < 10.0:
        product *= x
        x += 1.0
    inverse = 1.0 / x
    square = inverse * inverse
    series = series * square + -691.0 / 360360.0
    series = series * square + 1.0 / 1188.0
    series = series * square + -1.0 / 1680.0
    series = series * square + 1.0 / 1260.0
    series = series * square + -1.0 / 360.0
    series = series * square + 1.0 / 12.0
    return (x - 0.5) * log(x) - x + 0.5 * log(2 * pi) + series * inverse - log(product)


cdef void estimate_random(Spelling* s, Numbers* n, double weight, double total, double squares) noexcept nogil:
    cdef double prior = n.random_mean, pairs = n.random_pairs, deviations
    weight, total, squares = s.weight - weight, s.total - total, s.squares - squares
    s.mean = (total + pairs * prior) / (weight + pairs)
    deviations = max(0.0, squares - 2.0 * s.mean * total + s.mean * s.mean * weight)
    s.variance = (deviations + pairs * (prior * prior)) / (weight + pairs)


cdef CCurve curve_of(Spelling* s, Numbers* n) noexcept nogil:
    cdef CCurve curve
    cdef double shape = s.mean * s.mean / s.variance, scale = s.variance / s.mean
    cdef double square = n.match_spread * n.match_spread
    cdef double least = n.random_least * s.mean, most = 1.0
    cdef double half = (square / scale + s.match) / 2
    cdef double root = half * half - square * (shape - 1)
    curve.constant = -0.5 * log(2 * pi * square) + log_gamma(shape) + shape * log(scale)
    if root > 0:
        least, most = max(least, half - sqrt(root)), half + sqrt(root)
    curve.match, curve.width, curve.slope, curve.scale = s.match, 2 * square, shape - 1, scale
    curve.least, curve.most, curve.log_least, curve.log_most = least, most, log(least), log(most)
    curve.weight = 1.0
    return curve


cdef CChain prior_chain(Numbers* n, double imbalance, bint is_mirrored) noexcept nogil:
    cdef CChain chain
    chain.jump = min(n.loosest, n.jump * imbalance)
    chain.split = chain.split_on = n.merge if is_mirrored else n.split
    chain.merge = chain.merge_on = n.split if is_mirrored else n.merge
    chain.null = chain.null_on = n.null
    chain.resume, chain.skip, chain.skip_on = n.resume, n.skip, n.skip_on
    chain.following = 1 - n.skip - chain.jump
    return chain


cdef inline double share(double yes, double no, double expected, double events) noexcept nogil:
    return (yes + events * expected) / (yes + no + events)


cdef CChain estimated(CChain* prior, CCounts* c, Numbers* n) noexcept nogil:
    cdef CChain chain
    cdef double events = n.events
    cdef double fresh = c.split + c.merge + c.end + events
    cdef double in_order = c.following + c.skip + events * (1 - prior.jump)
    cdef double jump = min(
        n.loosest, (c.jump + events * prior.jump) / (c.jump + c.following + c.skip + events)
    )
    chain.split = (c.split + events * prior.split) / fresh
    chain.split_on = share(c.split_on, c.split_end, prior.split_on, events)
    chain.merge = min(n.loosest, (c.merge + events * prior.merge) / fresh)
    chain.merge_on = min(n.loosest, share(c.merge_on, c.merge_end, prior.merge_on, events))
    chain.null = share(c.null, c.no_null, prior.null, events)
    chain.null_on = share(c.null_on, c.null_end, prior.null_on, events)
    chain.resume = share(c.resume, c.no_resume, prior.resume, events)
    chain.following = (1 - jump) * (c.following + events * prior.following) / in_order
    chain.skip = (1 - jump) * (c.skip + events * prior.skip) / in_order
    chain.jump = jump
    chain.skip_on = share(c.skip_on, c.skip_end, prior.skip_on, events)
    return chain


cdef int run(Lattice lattice, CChain chain) except -1 nogil:
    """One round: set the posteriors and the counts."""
    memset(&lattice.counts, 0, sizeof(CCounts))
    return run_passes(lattice, chain)


cdef CChain estimate_round(Lattice lattice, Spelling* s, CChain* prior, Numbers* n, double imbalance) noexcept nogil:
    """What follows from a round: set the means, and return the chain."""
    cdef double links = n.match_links + n.surplus_links * (imbalance - 1) * min(lattice.rows, lattice.columns)
    lattice._add_up_posteriors(0)
    s.match = (lattice.total + links * n.match_mean) / (lattice.weight + links)
    estimate_random(s, n, lattice.weight, lattice.total, lattice.squares)
    return estimated(prior, &lattice.counts, n)


cdef int estimate(Lattice lattice, Lattice sketch, Numbers* n, double imbalance, bint is_sketched) except -1 nogil:
    """All rounds of the first direction; `sketch` is made if the documents are long enough."""
    cdef CChain prior = prior_chain(n, imbalance, False), chain
    cdef Spelling s
    cdef bint settled = False
    cdef int32_t number
    cdef double before
    chain = prior
    s.weight, s.total, s.squares, s.match = lattice.weight, lattice.total, lattice.squares, n.match_mean
    estimate_random(&s, n, 0.0, 0.0, 0.0)
    if is_sketched:
        sketch.take_best(lattice)
        sketch._weigh(curve_of(&s, n))
        run(sketch, chain)
        chain = estimate_round(sketch, &s, &prior, n, imbalance)
        lattice.keep_near(sketch, n.sketch_least, n.near_sources, n.near_targets)
    for number in range(n.rounds):
        lattice._weigh(curve_of(&s, n))
        run(lattice, chain)
        if settled or number == n.rounds - 1:
            break
        before = s.match
        chain = estimate_round(lattice, &s, &prior, n, imbalance)
        settled = number > 0 and fabs(s.match - before) < n.settled
        if n.hopeless > 0.0:
            lattice.prune(n.hopeless)
    return 0


cdef int estimate_mirrored(Lattice mirrored, Numbers* n, double imbalance) except -1 nogil:
    """All rounds of the other direction, with the evidence as it is."""
    cdef CChain prior = prior_chain(n, imbalance, True), chain
    cdef int32_t number
    chain = prior
    for number in range(n.mirrored_rounds - 1):
        run(mirrored, chain)
        chain = estimated(&prior, &mirrored.counts, n)
    return run(mirrored, chain)
