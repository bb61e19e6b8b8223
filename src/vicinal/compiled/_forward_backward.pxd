# The types of methods/global_/forward_backward.py.

cimport cython
from libc.stdint cimport int32_t, int64_t

from vicinal.compiled._lattice cimport CChain, Lattice as CLattice
from vicinal.compiled._storage cimport as_struct, of_struct
from vicinal.compiled._whole_passes cimport choose_whole, forward_whole, grow_back_whole, set_growth_whole


@cython.locals(numbers=CChain)
cpdef object expected_counts(CLattice lattice, chain)
cdef int run_passes(CLattice lattice, CChain chain) except -1 nogil
@cython.locals(y=int32_t, k=int32_t)
cdef void _set_growth(CLattice lattice, CChain chain) noexcept nogil
cdef double _growth(double odds, double most) noexcept nogil
cdef double new_ends(CLattice lattice, int32_t k) noexcept nogil
cdef double split_ends(CLattice lattice, int32_t k) noexcept nogil
cdef double merged_ends(CLattice lattice, int32_t k) noexcept nogil
@cython.locals(x=int32_t, y=int32_t, i=int64_t)
cdef int _forward(CLattice lattice, CChain chain) except -1 nogil
@cython.locals(i=int64_t, here=int64_t, at=int32_t, j=int32_t, k=int32_t)
cdef void _link(CLattice lattice, CChain chain, int32_t y) noexcept nogil
@cython.locals(i=int64_t, k=int32_t)
cdef void _scale(CLattice lattice, CChain chain, int32_t y) noexcept nogil
@cython.locals(i=int64_t, at=int64_t, room=int64_t, k=int32_t, linked=cython.bint)
cdef int _stand(CLattice lattice, int32_t y, double forgotten) except -1 nogil
@cython.locals(y=int32_t, i=int64_t)
cdef void _backward(CLattice lattice, CChain chain) noexcept nogil
@cython.locals(i=int64_t, t=int64_t, j=int32_t, k=int32_t, at=int32_t, link=int32_t, same=int32_t, distance=int32_t)
cdef void _choose(CLattice lattice, CChain chain, int32_t y) noexcept nogil
@cython.locals(i=int64_t, k=int32_t)
cdef void _grow_back(CLattice lattice, int32_t y) noexcept nogil
