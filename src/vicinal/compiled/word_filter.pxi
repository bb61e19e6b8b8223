# Which words may be in a list: a bit for each. It never misses one; a word too many is looked up for nothing.

cdef enum:
    FILTER = 1024  # numbers of 64 bits
    SEED = 0x1505


cdef inline bint is_word(Py_UCS4 c) noexcept nogil:
    """Tell whether a pattern takes a character for one of a word: \\w."""
    if c < 128:
        return u'a' <= c <= u'z' or u'0' <= c <= u'9' or u'A' <= c <= u'Z' or c == u'_'
    return Py_UNICODE_ISALNUM(c)


cdef inline uint64_t mixed(uint64_t form, uint32_t c) noexcept nogil:
    """Return the number of a word with one more letter; that of no letters is SEED."""
    return (form ^ c) * <uint64_t> 0x9E3779B97F4A7C15


cdef inline bint may_hold(const uint64_t* filter, uint64_t form) noexcept nogil:
    """Tell whether a word may be listed, by the number that `mixed` made of its letters."""
    form >>= 48
    return (filter[form >> 6] >> (form & 63)) & 1


cdef int fill_filter(uint64_t* filter, words) except -1:
    """Set the bits of words."""
    cdef uint64_t form
    cdef str word
    cdef Py_UCS4 c
    memset(filter, 0, FILTER * sizeof(uint64_t))
    for word in words:
        form = SEED
        for c in word:
            form = mixed(form, c)
        form >>= 48
        filter[form >> 6] |= <uint64_t> 1 << (form & 63)
    return 0
