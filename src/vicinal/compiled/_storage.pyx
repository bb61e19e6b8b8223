"""The C arrays and structs behind `storage`.

The compiled parts of `global` allocate all their memory here. A block belongs to its `Arrays` from the start, so
nothing leaks when a MemoryError, or any other exception, is raised.
"""

from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset


cdef object as_struct(value):
    """Return a named tuple or a dataclass as the dictionary that Cython turns into a C struct."""
    return value._asdict() if isinstance(value, tuple) else vars(value)


cdef object of_struct(kind, struct):
    return kind(**struct)


cdef class Arrays:
    """See `storage.Arrays`."""

    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self.count):
            free(self.blocks[i])
        free(self.blocks)

    cdef void* zeros(self, Py_ssize_t count, Py_ssize_t size) except NULL:
        """Return a block of so many elements of that size, and one to spare: NULL always means no memory."""
        cdef void** blocks = <void**> realloc(self.blocks, (self.count + 1) * sizeof(void*))
        if blocks == NULL:
            raise MemoryError
        self.blocks = blocks
        blocks[self.count] = calloc(count + 1, size)
        if blocks[self.count] == NULL:
            raise MemoryError
        self.count += 1
        return blocks[self.count - 1]

    cdef void* more(self, void* old, Py_ssize_t before, Py_ssize_t count, Py_ssize_t size) except NULL with gil:
        cdef Py_ssize_t i = 0
        cdef char* new
        while self.blocks[i] != old:
            i += 1
        new = <char*> realloc(old, (count + 1) * size)
        if new == NULL:
            raise MemoryError
        self.blocks[i] = new
        memset(new + before * size, 0, (count - before) * size)
        return new

    cdef Doubles doubles(self, Py_ssize_t count) except NULL:
        return <Doubles> self.zeros(count, sizeof(double))

    cdef Integers integers(self, Py_ssize_t count) except NULL:
        return <Integers> self.zeros(count, sizeof(int32_t))

    cdef Longs longs(self, Py_ssize_t count) except NULL:
        return <Longs> self.zeros(count, sizeof(int64_t))

    cdef Integers integers_of(self, values) except NULL:
        cdef Integers array = self.integers(len(values))
        cdef Py_ssize_t i
        for i, value in enumerate(values):
            array[i] = value
        return array

    cdef Doubles more_doubles(self, Doubles array, Py_ssize_t before, Py_ssize_t count) except NULL nogil:
        return <Doubles> self.more(array, before, count, sizeof(double))

    cdef Integers more_integers(self, Integers array, Py_ssize_t before, Py_ssize_t count) except NULL nogil:
        return <Integers> self.more(array, before, count, sizeof(int32_t))
