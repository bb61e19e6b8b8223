from libc.stdint cimport int32_t, int64_t

ctypedef double* Doubles
ctypedef int32_t* Integers
ctypedef int64_t* Longs


cdef object as_struct(value)
cdef object of_struct(kind, struct)


cdef class Arrays:
    cdef void** blocks
    cdef Py_ssize_t count

    cdef void* zeros(self, Py_ssize_t count, Py_ssize_t size) except NULL
    cdef void* more(self, void* old, Py_ssize_t before, Py_ssize_t count, Py_ssize_t size) except NULL with gil
    cdef Doubles doubles(self, Py_ssize_t count) except NULL
    cdef Integers integers(self, Py_ssize_t count) except NULL
    cdef Longs longs(self, Py_ssize_t count) except NULL
    cdef Integers integers_of(self, values) except NULL
    cdef Doubles more_doubles(self, Doubles array, Py_ssize_t before, Py_ssize_t count) except NULL nogil
    cdef Integers more_integers(self, Integers array, Py_ssize_t before, Py_ssize_t count) except NULL nogil
