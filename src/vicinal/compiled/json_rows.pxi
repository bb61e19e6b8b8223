# Links and steps as JSON, byte for byte as msgspec writes their rows, without making the rows.
#
# All is written to memory that is large enough for the longest that it can be. Floats are the exception: msgspec
# writes all of a pair in one list, from which they are taken one by one.

cdef enum:
    INDEX = 12  # the most characters of a number with its comma
    LINK = 16   # of what a link has besides its numbers: [[],[],],
    STEP = 96   # of a step without its float

cdef struct Floats:
    const char* at
    const char* end


cdef inline char* put(char* at, const char* text, Py_ssize_t length) noexcept nogil:
    memcpy(at, text, length)
    return at + length


cdef inline char* put_integer(char* at, int32_t value) noexcept nogil:
    """Write a number; none is below 0 but where Python would fail, too."""
    cdef char[INDEX] digits
    cdef int k = INDEX
    cdef uint32_t left = <uint32_t> value
    if value < 0:
        at[0] = c"-"
        at += 1
        left = 0 - left
    while True:
        k -= 1
        digits[k] = <char> (c"0" + left % 10)
        left //= 10
        if left == 0:
            return put(at, digits + k, INDEX - k)


cdef inline char* put_integers(char* at, int32_t* values, int32_t count) noexcept nogil:
    cdef int32_t k
    at[0] = c"["
    at += 1
    for k in range(count):
        if k:
            at[0] = c","
            at += 1
        at = put_integer(at, values[k])
    at[0] = c"]"
    return at + 1


cdef inline char* put_float(char* at, Floats* floats) noexcept nogil:
    """Write the next of the floats, which are a list in JSON after its first bracket."""
    while floats.at < floats.end and floats.at[0] != c"," and floats.at[0] != c"]":
        at[0] = floats.at[0]
        at += 1
        floats.at += 1
    floats.at += 1
    return at


cdef char* put_links(char* at, Search* s, int level, Floats* floats) noexcept nogil:
    """Write the links of a level, in the order in which they were found."""
    cdef int32_t* link = s.links[level].a
    cdef int32_t k
    at[0] = c"["
    at += 1
    for k in range(s.link_count[level]):
        at = put(at, ",[", 2) if k else put(at, "[", 1)
        at = put_integers(at, link + 2, link[0])
        at = put(at, ",", 1)
        at = put_integers(at, link + 2 + link[0], link[1])
        at = put(at, ",", 1)
        at = put_float(at, floats)
        at = put(at, "]", 1)
        link += 2 + link[0] + link[1]
    return put(at, "]", 1)


cdef char* put_vicinity(char* at, int vicinity) noexcept nogil:
    if vicinity == START:
        return put(at, '"start"', 7)
    if vicinity == NEAREST:
        return put(at, '"nearest"', 9)
    if vicinity == RUN:
        return put(at, '"run"', 5)
    return put(put_integer(put(at, '"V', 2), vicinity), '"', 1)


cdef char* put_steps(char* at, Search* s, Floats* floats) noexcept nogil:
    cdef Py_ssize_t k
    cdef Move* m
    at[0] = c"["
    at += 1
    for k in range(s.moved):
        m = &s.moves[k]
        if k:
            at = put(at, ",", 1)
        at = put(at, '["sentence",', 12) if m.level else put(at, '["paragraph",', 13)
        at = put(at, "null", 4) if m.x0 < 0 else put_integers(at, &m.x0, 2)
        at = put(at, ",", 1)
        at = put_vicinity(at, m.vicinity)
        at = put(at, ",", 1)
        at = put_integers(at, &m.x, 2)
        at = put(at, ",", 1)
        at = put_float(at, floats)
        at = put(at, "]", 1)
    return put(at, "]", 1)


cdef bint are_in_order(Search* s, int level) noexcept nogil:
    """Return whether the links of a level were found in their order; a group of paragraphs may lie inside another."""
    cdef int32_t* link = s.links[level].a
    cdef int32_t k, last = -1
    for k in range(s.link_count[level]):
        if link[2] <= last:
            return False
        last = link[2]
        link += 2 + link[0] + link[1]
    return True


cdef tuple json_of(Search* s, encode):
    """Return paragraph links, sentence links and steps as JSON."""
    cdef Pool pool
    cdef Floats floats
    cdef list values = []
    cdef bytes written
    cdef char* begin
    cdef char* middle
    cdef char* after
    cdef char* end
    cdef Py_ssize_t k, level
    for level in range(2):
        for k in range(s.link_count[level]):
            values.append(s.scores[level][k])
    for k in range(s.moved):
        values.append(s.moves[k].similarity)
    written = encode(values)
    floats.at = <const char*> written + 1
    floats.end = <const char*> written + len(written)
    pool.newest = NULL
    # Brackets around each list, links with all of their numbers, steps, and all floats.
    begin = <char*> allocate(
        &pool,
        6 + LINK * (s.link_count[0] + s.link_count[1]) + INDEX * (s.links[0].n + s.links[1].n) + STEP * s.moved
        + len(written),
        1,
    )
    try:
        middle = put_links(begin, s, 0, &floats)
        after = put_links(middle, s, 1, &floats)
        end = put_steps(after, s, &floats)
        return begin[: middle - begin], middle[: after - middle], after[: end - after]
    finally:
        free_all(&pool)
