# The types of methods/global_/candidates.py.

cimport cython
from libc.stdint cimport int32_t

from vicinal.compiled._forward_backward cimport merged_ends, new_ends, split_ends
from vicinal.compiled._lattice cimport Lattice as CLattice, rounded
from vicinal.compiled._storage cimport CandidateList


@cython.locals(found=CandidateList)
cpdef list candidates(CLattice lattice, CLattice mirrored, double caution)
@cython.locals(
    y=int32_t, x=int32_t, k=int32_t, m=int32_t, j=int32_t, more=int32_t, most_targets=int32_t,
    most_sources=int32_t, chance=double, mirrored_chance=double, posterior=double
)
cdef int collect(CandidateList found, CLattice lattice, CLattice mirrored, double caution) except -1 nogil
@cython.locals(x=int32_t, y=int32_t, gain=double)
cdef int _add(
    CandidateList found, CLattice lattice, double posterior, int32_t x0, int32_t x1, int32_t y0, int32_t y1, double caution
) except -1 nogil
