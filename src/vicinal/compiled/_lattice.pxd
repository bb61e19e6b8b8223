# The types of methods/global_/lattice.py.

cimport cython
from libc.math cimport exp, log, pow, rint, sqrt
from libc.stdint cimport int32_t, int64_t

from vicinal.compiled._storage cimport Arrays, Doubles, Integers, Longs, as_struct
from vicinal.compiled._fourgrams cimport Grams as CGrams
from vicinal.compiled._hubs cimport square_sums


cdef struct CCurve:
    double constant, match, width, slope, scale, least, most, log_least, log_most, weight


cdef struct CChain:
    double split, split_on, merge, merge_on, null, null_on, resume, following, skip, jump, skip_on


cdef struct CCounts:
    double split, merge, end, split_on, split_end, merge_on, merge_end, null, no_null, null_on, null_end
    double resume, no_resume, following, skip, jump, skip_on, skip_end


@cython.final
cdef class Lattice:
    cdef readonly object priors
    cdef readonly int32_t rows, columns
    cdef Arrays arrays
    cdef bint is_whole
    cdef int32_t channels, short, most_targets, most_sources
    cdef int64_t place_room
    cdef double hub_pairs, hub_power, rival_least, turn, longest_run, forgotten, negligible, pair_weight, pair_least
    cdef double floor, ceiling, paragraph, mean_length, final, weight, total, squares
    cdef Integers first, row, left, right, above, source_lengths, target_lengths, places, mirror
    cdef Longs place_start
    cdef Doubles splits, splits_on, merges, merges_on, source_floor, source_least, target_floor, target_least
    cdef Doubles values, logs, ratio
    cdef Doubles to_split, to_split_on, to_merge, to_merge_on, new, split, merged, ended
    cdef Doubles posterior, begins, after, into_new, into_split, scales, skip_powers
    cdef Doubles nulls, ended_here, ready, null_now, from_link, from_null, after_null
    cdef CCounts counts

    cdef int _take(self, priors) except -1
    @cython.locals(cells=int64_t)
    cdef int _make_room(self) except -1 nogil
    @cython.locals(cells=int64_t, block=int32_t, x=int32_t, y=int32_t, k=int32_t)
    cdef int _lay_out(self, blocks, int32_t size) except -1
    @cython.locals(cells=int64_t, y=int32_t, k=int32_t, i=int32_t)
    cdef int _find_neighbours(self) except -1 nogil
    @cython.locals(x=int32_t, y=int32_t)
    cdef int _set_growth(self, source_lengths, target_lengths, source_starts, target_starts) except -1
    @cython.locals(x=int32_t, y=int32_t)
    cdef int _set_factors(self) except -1 nogil
    @cython.locals(i=int32_t)
    cdef double _set_lengths(self, Integers lengths, int32_t count, Doubles long, Doubles before_short) noexcept nogil
    @cython.locals(
        scratch=Arrays, texts=Integers, ranks=Integers, others=Integers, other_ranks=Integers, x=int32_t, y=int32_t,
        k=int32_t, begin=int64_t, most=int32_t
    )
    cpdef object compare(self, CGrams grams, copies=*, int32_t sampled=*)
    @cython.locals(x=int32_t, y=int32_t, at=int64_t, summed=double, square=double)
    cdef void _compare_all(
        self, CGrams grams, int64_t begin, Doubles found, Doubles by_row, Doubles by_column
    ) noexcept nogil
    @cython.locals(x=int32_t, y=int32_t, k=int32_t, mean=double)
    cdef void _correct_hubs(self, int64_t begin, Doubles by_row, Doubles by_column) noexcept nogil
    @cython.locals(x=int32_t, y=int32_t, k=int32_t)
    cdef void _part_copies(
        self, int64_t begin, Integers texts, Integers ranks, Integers others, Integers other_ranks
    ) noexcept nogil
    @cython.locals(y=int32_t, k=int32_t)
    cdef int _lower_rivalled(self, int64_t begin) except -1 nogil
    @cython.locals(scratch=Arrays, x=int32_t, y=int32_t, k=int32_t, begin=int64_t, value=double)
    cpdef object add(self, similarities)
    @cython.locals(begin=int64_t, cells=int64_t)
    cdef int64_t _add_channel(self) except -1 nogil
    cdef double _hub_factor(self, double squares, int32_t count, double mean) noexcept nogil
    @cython.locals(k=int64_t)
    cdef void _add_up(self, int64_t begin) noexcept nogil
    cpdef object moments(self, int32_t channel)
    @cython.locals(k=int64_t, cells=int64_t)
    cdef void _add_up_posteriors(self, int32_t channel) noexcept nogil
    @cython.locals(cells=int64_t, channel=int32_t, y=int32_t, k=int32_t, numbers=CCurve)
    cpdef object weigh(self, curves)
    @cython.locals(
        x=int32_t, y=int32_t, k=int32_t, length=int32_t, value=double, floor=double, least=double, evidence=double
    )
    cdef void _weigh(self, CCurve curve) noexcept nogil
    cdef double _floor(self, int32_t k, int32_t y) noexcept nogil
    cdef double _log(self, int64_t k) noexcept nogil
    @cython.locals(k=int32_t, value=double, logarithm=double)
    cdef void _add_evidence(self, int64_t begin, CCurve curve, Doubles summed) noexcept nogil
    @cython.locals(distance=double)
    cdef double _evidence_at(self, CCurve curve, double value, double logarithm) noexcept nogil
    @cython.locals(scratch=Arrays, found=Doubles, y=int32_t, k=int32_t, cells=int64_t)
    cpdef list evidence(self, int32_t channel, curve, double ceiling)
    @cython.locals(x=int32_t, y=int32_t, rows=int32_t, columns=int32_t)
    cpdef tuple growth(self)
    @cython.locals(at=Integers, x=int32_t, y=int32_t, k=int32_t)
    cpdef int reflect(self, Lattice mirrored) except -1 nogil
    @cython.locals(k=int32_t, m=int32_t)
    cpdef int average(self, Lattice mirrored) except -1 nogil
    @cython.locals(
        columns=int32_t, channel=int32_t, before=int64_t, kept=int64_t, at=int64_t, k=int64_t, y=int32_t, end=int32_t
    )
    cpdef int prune(self, double least) except -1 nogil
    @cython.locals(
        rows=int32_t, columns=int32_t, x=int32_t, y=int32_t, k=int64_t, at=int32_t, value=double, most=double
    )
    cpdef int take_best(self, Lattice whole) except -1 nogil
    @cython.locals(
        rows=int32_t, columns=int32_t, x=int32_t, y=int32_t, k=int64_t, at=int32_t, begin=int64_t, end=int64_t,
        changes=Integers, near=Integers
    )
    cpdef int keep_near(self, Lattice sketch, double least, int32_t sources, int32_t targets) except -1 nogil
    @cython.locals(k=int32_t)
    cpdef double probability(self, int32_t x, int32_t y) noexcept nogil
    @cython.locals(low=int32_t, high=int32_t, middle=int32_t)
    cdef int32_t _find(self, int32_t x, int32_t y) noexcept nogil
    @cython.locals(y=int32_t, k=int32_t)
    cpdef list probable(self, double least)
    @cython.locals(y=int32_t, k=int32_t, found=list)
    cpdef list likely(self, double least)


cdef double rounded(double value) noexcept nogil
@cython.locals(i=int32_t)
cdef double _total(Doubles values, int32_t count) noexcept nogil
