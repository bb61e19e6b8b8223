# Reading sentences: the words of each, as `vicinal.text.tokens` splits them.

cdef uint64_t[9] _MASKS  # the lowest bytes of a number

for _point in range(9):
    _MASKS[_point] = (1 << (8 * _point)) - 1


cdef int make_room(Words* w, Py_ssize_t n) except -1 nogil:
    """Make room for all the words of a sentence of n characters, so that reading it only ever grows the hash table."""
    # A character folds to three letters at most. Pairs of letters take two for each, and `add_joined` copies a span.
    if w.used + 9 * n + 64 > w.letters_room:
        w.letters_room = (w.used + 9 * n + 64) * 2
        w.letters = <uint32_t*> resize(&w.pool, w.letters, w.letters_room, sizeof(uint32_t))
    if 3 * n > w.found_room:
        w.found_room = 3 * n
        w.found.a = <int32_t*> resize(&w.pool, w.found.a, w.found_room, sizeof(int32_t))
        w.bytes = <uint8_t*> resize(&w.pool, w.bytes, n, 1)
    return 0


cdef inline uint64_t separators(uint64_t x) noexcept nogil:
    """Return eight bytes with the highest bit set in each that is not an ASCII letter or digit."""
    cdef uint64_t ones = 0x0101010101010101, high = 0x8080808080808080
    cdef uint64_t low = x & ~high
    cdef uint64_t small = low | (0x20 * ones)
    cdef uint64_t digit = (low + (0x80 - 0x30) * ones) & ~(low + (0x80 - 0x3A) * ones)
    cdef uint64_t letter = (small + (0x80 - 0x61) * ones) & ~(small + (0x80 - 0x7B) * ones)
    return ~((digit | letter) & ~x) & high


cdef inline uint64_t eight(uint8_t* bytes, Py_ssize_t i, Py_ssize_t n) noexcept nogil:
    """Return the bytes from i on as a number, the first one lowest, with zeros after the end."""
    cdef uint64_t x = 0
    if i + 8 <= n:
        memcpy(&x, bytes + i, 8)
    else:
        memcpy(&x, bytes + i, n - i)
    return swapped(x) if BIG_ENDIAN else x


cdef uint8_t* as_bytes(Text* text, uint8_t* bytes) noexcept nogil:
    """Return the characters of a text as bytes, with 255 for those that are not ASCII if they take more than a byte."""
    cdef Py_ssize_t k
    cdef uint16_t* twos = <uint16_t*> text.data
    cdef uint32_t* fours = <uint32_t*> text.data
    if text.kind == 1:
        return <uint8_t*> text.data
    if text.kind == 2:
        for k in range(text.length):
            bytes[k] = <uint8_t> twos[k] if twos[k] < 128 else 255
    else:
        for k in range(text.length):
            bytes[k] = <uint8_t> fours[k] if fours[k] < 128 else 255
    return bytes


cdef int read_words(Text* text, Words* w) except -1 nogil:
    """Count the words of a sentence; all its characters must be in the table.

    Words of up to sixteen ASCII letters and digits, most words of most texts, are read eight bytes at a time and then
    held as two numbers. All others are left to `read_run`, which appends word numbers to found, to be counted later.
    If the words are wanted in their order, all of them are appended to found.
    """
    cdef Py_ssize_t i = 0, k, n = text.length, length
    cdef int32_t word
    cdef uint64_t x, more, ends
    cdef uint8_t* bytes
    make_room(w, n)
    if text.folded:
        return read_folded(text, w)
    bytes = as_bytes(text, w.bytes)
    while i < n:
        x = eight(bytes, i, n)
        ends = separators(x)
        more = 0
        length = 8
        if ends:
            length = lowest_bit(ends) >> 3
            x &= _MASKS[length]
        elif i + 8 < n:
            more = eight(bytes, i + 8, n)
            ends = separators(more)
            length = 8 + (lowest_bit(ends) >> 3) if ends else 16
            more &= _MASKS[length - 8]
        if length == 0:
            if bytes[i] < 128 or _table[PyUnicode_READ(text.kind, text.data, i)] & 7 == APART:
                i += 1
            else:
                i = read_run(text, i, w)
            continue
        k = i + length
        if k < n and (length == 16 or bytes[k] >= 128) and (
            _table[PyUnicode_READ(text.kind, text.data, k)] & 7 != APART
        ):
            i = read_run(text, i, w)
            continue
        # One bit makes letters lower case and leaves digits as they are.
        x |= <uint64_t> 0x2020202020202020 & _MASKS[min(length, 8)]
        if length > 8:
            more |= <uint64_t> 0x2020202020202020 & _MASKS[length - 8]
        word = intern_short(w, length, x, more)
        if w.in_order:
            append(&w.found, word)
        else:
            tally(w, word)
        i = k + 1
    return 0


cdef Py_ssize_t read_run(Text* text, Py_ssize_t i, Words* w) except -1 nogil:
    """Read the run of letters and digits of any script from i on; return where it ends."""
    cdef Py_ssize_t length = 0
    cdef uint32_t entry, letter, kind, widest = 0
    cdef int joined = 0, k
    cdef uint32_t* parts
    while i < text.length:
        entry = _table[PyUnicode_READ(text.kind, text.data, i)]
        kind = entry & 7
        if kind == APART:
            break
        parts = &entry if kind != SEVERAL else _several[entry >> 3]
        for k in range(3 if kind == SEVERAL else 1):
            kind = parts[k] & 7
            if kind == 0:
                break
            letter = parts[k] >> 3
            if length and (kind == APART or (kind == JOINED) != joined):
                add_found(w, length, widest, joined)
                length, widest = 0, 0
            if kind == APART:
                joined = 0
                continue
            joined = kind == JOINED
            w.letters[w.used + length] = letter
            widest |= letter
            length += 1
        i += 1
    if length:
        add_found(w, length, widest, joined)
    return i


cdef int read_folded(Text* text, Words* w) except -1 nogil:
    """`read_words` for a folded sentence: marks belong to the word or span they are in, but are no words on their own."""
    cdef Py_ssize_t i, length = 0, begin = w.found.n
    cdef uint32_t entry, letter, kind, lettered, widest = 0
    cdef int joined = 0, alive = 0   # whether the run so far has a letter or digit
    for i in range(text.length + 1):
        kind = APART
        letter = 0
        lettered = 0
        if i < text.length:
            letter = PyUnicode_READ(text.kind, text.data, i)
            entry = _table[letter]
            kind = entry & 7
            lettered = 1
            if kind == COMPLEX:
                kind = (entry >> 3) & 7
                lettered = (entry >> 6) & 1
            elif kind == SEVERAL:
                kind = WORD
        if length and (kind == APART or (joined and kind == WORD) or (not joined and kind == JOINED)):
            add_found(w, length, widest, joined)
            length, widest = 0, 0
        if kind == APART:
            if not alive:
                w.found.n = begin
            begin = w.found.n
            joined = 0
            alive = 0
            continue
        if length == 0:
            joined = kind == JOINED
        alive |= lettered
        w.letters[w.used + length] = letter
        widest |= letter
        length += 1
    return 0


cdef int add_found(Words* w, Py_ssize_t length, uint32_t widest, int joined) except -1 nogil:
    """Add the word in the letters after the used ones to found, or the words of a span without spaces."""
    if joined and length > 1:
        return add_joined(w, length)
    append(&w.found, intern(w, length, widest))
    return 0


cdef int add_joined(Words* w, Py_ssize_t length) except -1 nogil:
    """Add the overlapping pairs of letters of a span."""
    # A new pair is written over the span, so the pairs are read from a copy that comes after all of them.
    cdef Py_ssize_t copy = w.used + 2 * length + 4, i
    cdef uint32_t a, b
    for i in range(length):
        w.letters[copy + i] = w.letters[w.used + i]
    for i in range(length - 1):
        a = w.letters[copy + i]
        b = w.letters[copy + i + 1]
        w.letters[w.used] = a
        w.letters[w.used + 1] = b
        append(&w.found, intern(w, 2, a | b))
    return 0
