# Rows that Python gives: mappings from column to number, or arrays.


cdef class Held:
    """An array of 16-bit integers with two dimensions, which stays where it is as long as this lives."""

    cdef Py_buffer view
    cdef bint is_held

    def __cinit__(self, array):
        PyObject_GetBuffer(array, &self.view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
        self.is_held = True
        if self.view.ndim != 2 or self.view.itemsize != 2 or self.view.format not in (b"h", b">h" if BIG_ENDIAN else b"<h"):
            raise ValueError("rows must be an array of 16-bit integers with two dimensions")

    def __dealloc__(self):
        if self.is_held:
            PyBuffer_Release(&self.view)


cdef int copy_rows(Vectors* v, Part* part, list source, list target) except -1:
    """Copy rows given as mappings from column to number, columns ascending, none of the numbers 0."""
    cdef Matrix* m = &part.m
    cdef Py_ssize_t total = <Py_ssize_t> v.rows + v.columns
    cdef int64_t i = 0, r = 0
    cdef double value
    cdef dict row, numbers
    if len(source) != v.rows or len(target) != v.columns:
        raise ValueError("there must be a row for each sentence")
    numbers = {column: number for number, column in enumerate(sorted(set().union(*source, *target)))}
    m.vocabulary = <int32_t> len(numbers)
    m.start = <int64_t*> allocate(&v.pool, total + 1, sizeof(int64_t))
    m.terms = <int32_t*> allocate(&v.pool, sum(map(len, source)) + sum(map(len, target)), sizeof(int32_t))
    m.weights = <double*> allocate(&v.pool, sum(map(len, source)) + sum(map(len, target)), sizeof(double))
    m.start[0] = 0
    for row in (*source, *target):
        for column, number in row.items():
            value = number
            m.terms[i] = numbers[column]
            m.weights[i] = value
            if not 1e-15 <= abs(value) <= 1e15:
                v.refused = True
            if value < 0.0:
                v.exhaustive = True
            i += 1
        r += 1
        m.start[r] = i
    count_rows(&v.pool, m, i)
    return square_rows(&v.pool, m, <int32_t> total)
