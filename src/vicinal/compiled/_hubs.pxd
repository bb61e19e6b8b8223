# The types of methods/global_/hubs.py.

cimport cython
from libc.stdint cimport int32_t, int64_t

from vicinal.compiled._storage cimport Arrays, Doubles, Integers, Longs
from vicinal.compiled._fourgrams cimport Grams as CGrams


@cython.locals(
    scratch=Arrays, chosen_rows=list, chosen_columns=list, place=Integers, skip_start=Longs, skip=Integers,
    cells=Integers, others=Doubles, count=int64_t, at=int64_t, j=int32_t, x=int32_t, y=int32_t, k=int32_t
)
cdef int square_sums(
    CGrams grams, Integers first, Integers row, int32_t rows, int32_t columns, Doubles values, int64_t begin,
    int32_t most, Doubles by_row, Doubles by_column
) except -1
@cython.locals(i=int32_t, number=int64_t, left=int64_t)
cdef void _add_others(
    Doubles sums, Doubles others, Longs skip_start, Integers cells, int32_t count, int32_t pairs, int64_t sampled
) noexcept nogil
