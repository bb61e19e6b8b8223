from libc.stdint cimport int32_t, int64_t

ctypedef double* Doubles
ctypedef int32_t* Integers
ctypedef int64_t* Longs


cdef object as_struct(value)
cdef object of_struct(kind, struct)


cdef struct Chunk:
    Chunk* older
    Py_ssize_t room              # bytes, in all
    Py_ssize_t used


cdef class Arrays:
    cdef Chunk* newest

    cdef void* bare(self, Py_ssize_t count, Py_ssize_t size) except NULL nogil
    cdef void* zeros(self, Py_ssize_t count, Py_ssize_t size) except NULL nogil
    cdef void* more(self, void* old, Py_ssize_t before, Py_ssize_t count, Py_ssize_t size) except NULL nogil
    cdef Doubles doubles(self, Py_ssize_t count) except NULL nogil
    cdef Integers integers(self, Py_ssize_t count) except NULL nogil
    cdef Longs longs(self, Py_ssize_t count) except NULL nogil
    cdef Doubles unset_doubles(self, Py_ssize_t count) except NULL nogil
    cdef Integers unset_integers(self, Py_ssize_t count) except NULL nogil
    cdef Integers integers_of(self, values) except NULL
    cdef Doubles more_doubles(self, Doubles array, Py_ssize_t before, Py_ssize_t count) except NULL nogil
    cdef Integers more_integers(self, Integers array, Py_ssize_t before, Py_ssize_t count) except NULL nogil
    cdef void reset(self) noexcept nogil


cdef struct CandidateLink:
    double loss                  # the gain, negative
    int32_t x0, x1, y0, y1
    double posterior


cdef class CandidateList:
    cdef Arrays arrays
    cdef CandidateLink* links
    cdef Py_ssize_t count, room

    cdef int add(
        self, double loss, int32_t x0, int32_t x1, int32_t y0, int32_t y1, double posterior
    ) except -1 nogil
    cdef list as_list(self)
