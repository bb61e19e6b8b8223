from libc.stdint cimport int32_t, int64_t

from vicinal.compiled._storage cimport Arrays


cdef struct Text:
    void* data                   # the characters of a Python string, which must stay alive
    Py_ssize_t length
    int32_t kind                 # bytes a character
    bint is_spelled              # words already: folded, with a space before, between and after


cdef int point_at(Text* text, str sentence) except -1
cdef Py_ssize_t first_unread(Text* texts, Py_ssize_t k, Py_ssize_t count) noexcept nogil
cdef int spell(Text* text, list kept) except -1


cdef class Grams:
    cdef Arrays arrays
    cdef int32_t rows, columns, vocabulary
    cdef int64_t* start          # of each row, source then target: where its grams begin
    cdef int32_t* grams
    cdef double* weights
    cdef double* squares
    cdef int64_t* where_start    # of each gram: where the target rows that have it begin; NULL before `index`
    cdef int32_t* where
    cdef double* where_weights
    cdef double* scratch         # one number a gram, all 0 between calls

    cdef dict row(self, int32_t row)
    cdef int read(self, Text* texts, Arrays scratch) except -1 nogil
    cdef int weigh(self, int32_t* occurs, Arrays scratch) except -1 nogil
    cdef int finish(self) except -1 nogil
    cdef int index(self) except -1 nogil
    cdef double cosine_of(self, int32_t x, int32_t y) noexcept nogil
    cdef void fill(self, int32_t x, double* found) noexcept nogil
    cdef int sampled_squares(
        self, bint is_target, list chosen, int64_t* skip_start, int32_t* skip, double* sums
    ) except -1
    cdef void fill_cells(
        self, int32_t y, int32_t* rows, int64_t begin, int64_t end, double* found, int64_t at
    ) noexcept nogil
