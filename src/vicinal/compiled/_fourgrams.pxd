from libc.stdint cimport int32_t, int64_t

from vicinal.compiled._storage cimport Arrays


cdef class Grams:
    cdef Arrays arrays
    cdef int32_t rows, columns, vocabulary
    cdef int64_t* start          # of each row, source then target: where its grams begin
    cdef int32_t* grams
    cdef double* weights
    cdef double* squares
    cdef int64_t* where_start    # of each gram: where the target rows that have it begin
    cdef int32_t* where
    cdef double* where_weights
    cdef double* scratch         # one number a gram, all 0 between calls

    cdef dict row(self, int32_t row)
    cdef int finish(self) except -1
    cdef void fill(self, int32_t x, double* found) noexcept nogil
