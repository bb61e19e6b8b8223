# The types of methods/global_/whole_passes.py.

cimport cython
from libc.stdint cimport int32_t, int64_t

from vicinal.compiled._lattice cimport CChain, Lattice as CLattice


@cython.locals(x=int32_t, y=int32_t, k=int32_t, odds=double, odds_on=double)
cdef void set_growth_whole(CLattice lattice, CChain chain) noexcept nogil
@cython.locals(i=int32_t, x=int32_t, j=int32_t, k=int32_t, first=int32_t, begin=int64_t, start=int64_t)
cdef void forward_whole(CLattice lattice, CChain chain, int32_t y) noexcept nogil
@cython.locals(i=int32_t, x=int32_t, begin=int32_t, earlier=int32_t, start=int64_t, kept=int64_t)
cdef void choose_whole(CLattice lattice, CChain chain, int32_t y) noexcept nogil
@cython.locals(x=int32_t, k=int32_t, has_right=cython.bint)
cdef void grow_back_whole(CLattice lattice, int32_t y) noexcept nogil
