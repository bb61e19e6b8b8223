"""The C arrays and structs behind `storage`.

The compiled parts of `global` allocate all their memory here. An array is a piece of a chunk, and a chunk belongs to
its `Arrays` from the start, so nothing leaks when a MemoryError, or any other exception, is raised.
"""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX

cdef enum:
    LEAST = 1 << 16              # bytes of a chunk; a larger array gets one of its own size
    MOST = 1 << 22               # chunks grow up to this
    SPARE = 1 << 24              # what `reset` keeps at most
    HEAD = 32                    # bytes of a chunk before its first array: a Chunk


cdef object as_struct(value):
    """Return a named tuple or a dataclass as the dictionary that Cython turns into a C struct."""
    return value._asdict() if isinstance(value, tuple) else vars(value)


cdef object of_struct(kind, struct):
    return kind(**struct)


cdef int _no_memory() except -1 with gil:
    raise MemoryError


cdef Py_ssize_t _bytes(Py_ssize_t count, Py_ssize_t size) except -1 nogil:
    """Return what an array takes: room for an element more, as NULL always means no memory, and a multiple of 16."""
    if count < 0 or count > (PY_SSIZE_T_MAX - (1 << 20)) // size:
        _no_memory()
    return (count * size + 31) & ~<Py_ssize_t> 15


cdef class Arrays:
    """See `storage.Arrays`. One thread at a time may use it; the interpreter's lock is not needed."""

    def __dealloc__(self):
        cdef Chunk* chunk
        while self.newest != NULL:
            chunk = self.newest
            self.newest = chunk.older
            free(chunk)

    cdef void reset(self) noexcept nogil:
        """Forget all arrays, and keep one chunk for as many to come, unless it is very large."""
        cdef Chunk* chunk
        cdef Py_ssize_t room = 0
        if self.newest == NULL:
            return
        if self.newest.older == NULL and self.newest.room <= SPARE:
            self.newest.used = HEAD
            return
        while self.newest != NULL:
            chunk = self.newest
            room += chunk.room
            self.newest = chunk.older
            free(chunk)
        chunk = <Chunk*> malloc(room) if room <= SPARE else NULL
        if chunk != NULL:
            chunk.older, chunk.room, chunk.used = NULL, room, HEAD
            self.newest = chunk

    cdef void* bare(self, Py_ssize_t count, Py_ssize_t size) except NULL nogil:
        """Return an array of so many elements of that size, with anything in it."""
        cdef Py_ssize_t bytes = _bytes(count, size), room = LEAST
        cdef Chunk* chunk
        if self.newest == NULL or self.newest.room - self.newest.used < bytes:
            if self.newest != NULL:
                room = min(2 * self.newest.room, <Py_ssize_t> MOST)
            room = max(room, bytes + HEAD)
            chunk = <Chunk*> malloc(room)
            if chunk == NULL:
                _no_memory()
            chunk.older, chunk.room, chunk.used = self.newest, room, HEAD
            self.newest = chunk
        chunk = self.newest
        chunk.used += bytes
        return <char*> chunk + (chunk.used - bytes)

    cdef void* zeros(self, Py_ssize_t count, Py_ssize_t size) except NULL nogil:
        return memset(self.bare(count, size), 0, count * size)

    cdef void* more(self, void* old, Py_ssize_t before, Py_ssize_t count, Py_ssize_t size) except NULL nogil:
        """Return a longer array with what the old one held. A large one has a chunk of its own, which just grows."""
        cdef Chunk** chunk = &self.newest
        cdef Chunk* grown
        cdef char* new
        while chunk[0] != NULL and <char*> chunk[0] + HEAD != <char*> old:
            chunk = &chunk[0].older
        if chunk[0] != NULL and chunk[0].used == HEAD + _bytes(before, size):
            grown = <Chunk*> realloc(chunk[0], HEAD + _bytes(count, size))
            if grown == NULL:
                _no_memory()
            grown.room = grown.used = HEAD + _bytes(count, size)
            chunk[0] = grown
            new = <char*> grown + HEAD
        else:
            new = <char*> self.bare(count, size)
            memcpy(new, old, before * size)
        memset(new + before * size, 0, (count - before) * size)
        return new

    cdef Doubles doubles(self, Py_ssize_t count) except NULL nogil:
        return <Doubles> self.zeros(count, sizeof(double))

    cdef Integers integers(self, Py_ssize_t count) except NULL nogil:
        return <Integers> self.zeros(count, sizeof(int32_t))

    cdef Longs longs(self, Py_ssize_t count) except NULL nogil:
        return <Longs> self.zeros(count, sizeof(int64_t))

    cdef Doubles unset_doubles(self, Py_ssize_t count) except NULL nogil:
        return <Doubles> self.bare(count, sizeof(double))

    cdef Integers unset_integers(self, Py_ssize_t count) except NULL nogil:
        return <Integers> self.bare(count, sizeof(int32_t))

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


cdef class CandidateList:
    """See `storage.CandidateList`."""

    def __cinit__(self):
        self.arrays = Arrays()

    cdef int add(
        self, double loss, int32_t x0, int32_t x1, int32_t y0, int32_t y1, double posterior
    ) except -1 nogil:
        cdef CandidateLink* link
        if self.count == self.room:
            self.room = 2 * self.room + 256
            if self.count:
                self.links = <CandidateLink*> self.arrays.more(self.links, self.count, self.room, sizeof(CandidateLink))
            else:
                self.links = <CandidateLink*> self.arrays.bare(self.room, sizeof(CandidateLink))
        link = &self.links[self.count]
        link.loss, link.posterior = loss, posterior
        link.x0, link.x1, link.y0, link.y1 = x0, x1, y0, y1
        self.count += 1
        return 0

    cdef list as_list(self):
        cdef Py_ssize_t i
        cdef CandidateLink* a = self.links
        return [(a[i].loss, a[i].x0, a[i].x1, a[i].y0, a[i].y1, a[i].posterior) for i in range(self.count)]
