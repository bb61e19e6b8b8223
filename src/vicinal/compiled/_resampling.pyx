# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The totals of bootstrap resamples, compiled; `vicinal.evaluation.resampling` is the reference.

It counts how often each document was drawn, then adds up its counts that many times. All numbers are whole, so the
order of the sums does not matter.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free


cdef inline int64_t word(const uint8_t* bytes) noexcept nogil:
    """Return the 32 bits at a place, lowest byte first."""
    return bytes[0] | <int64_t> bytes[1] << 8 | <int64_t> bytes[2] << 16 | <int64_t> bytes[3] << 24


def total(bytes words not None, const int64_t[::1] rows not None, Py_ssize_t documents, Py_ssize_t columns):
    """Return the sums of the counts of the documents that random words choose.

    The interpreter's lock is released while they are added up, so that threads can work side by side.

    Args:
        words: 64 random bits for each document to draw, in the order in which `random.Random.random` takes them.
        rows: The counts of each document, one after the other; their sums must have room in 64 bits.
        documents: How many documents there are: at least one, and fewer than 2^31.
        columns: How many counts each has.

    Raises:
        ValueError: There are not as many words or counts as that.
        MemoryError: There is not enough memory.
    """
    if not 1 <= documents < 1 << 31 or columns < 0 or len(words) != 8 * documents or rows.shape[0] != documents * columns:
        raise ValueError("words and rows must be of as many documents and columns as given")
    cdef const uint8_t* bits = words
    cdef int32_t* times = <int32_t*> calloc(documents, sizeof(int32_t))
    cdef int64_t* sums = <int64_t*> calloc(columns + 1, sizeof(int64_t))
    cdef Py_ssize_t k, c, chosen
    cdef int64_t often
    cdef double share
    if times == NULL or sums == NULL:
        free(times)
        free(sums)
        raise MemoryError
    try:
        with nogil:
            for k in range(documents):
                # As `random.Random.random` makes a number from 0 to 1 of 27 and 26 bits.
                share = ((word(bits + 8 * k) >> 5) * 67108864.0 + (word(bits + 8 * k + 4) >> 6)) / 9007199254740992.0
                chosen = <Py_ssize_t> (share * <double> documents)
                times[chosen] += 1
            for k in range(documents):
                often = times[k]
                if often:
                    for c in range(columns):
                        sums[c] += often * rows[k * columns + c]
        return [sums[c] for c in range(columns)]
    finally:
        free(times)
        free(sums)
