# Words to numbers: a hash table that numbers words in the order in which they are first seen.

cdef struct Slot:
    uint64_t key      # the letters themselves if they fit, sixteen of one byte each; else a hash of them
    uint64_t more     # the letters from the ninth on
    int32_t number    # of the word, from 1; 0 in a free slot
    int32_t length    # of the word; negative if the key is a hash

cdef struct Words:
    Pool pool
    Slot* slots
    Py_ssize_t mask
    uint32_t* letters    # word number k is letters[start[k] : start[k + 1]]
    Py_ssize_t used      # letters taken; a word is written after them, and kept if it is new
    Py_ssize_t letters_room
    int64_t* start
    int32_t words
    int32_t room         # words that fit in the table
    # The sentence being read.
    uint8_t* bytes       # its characters as bytes
    bint in_order        # whether all its words go to found, in their order
    Ints found           # its words that are still to be counted
    Py_ssize_t found_room
    int32_t* count       # how often each word occurs in it
    int32_t* terms       # its distinct words, after those of the sentences before
    int64_t filled


cdef inline Py_ssize_t place_in(uint64_t key, uint64_t more, Py_ssize_t mask) noexcept nogil:
    key = (key ^ (more * <uint64_t> 0xBF58476D1CE4E5B9)) * <uint64_t> 0x9E3779B97F4A7C15
    return (key ^ (key >> 32)) & mask


cdef int grow_words(Words* w, Py_ssize_t size) except -1 nogil:
    """Grow the hash table to a size, a power of two, with room for half as many words."""
    cdef Py_ssize_t place, k
    cdef Slot* slots = <Slot*> allocate_zeros(&w.pool, size, sizeof(Slot))
    w.start = <int64_t*> resize(&w.pool, w.start, size // 2 + 1, sizeof(int64_t))
    w.count = <int32_t*> resize(&w.pool, w.count, size // 2, sizeof(int32_t))
    memset(w.count + w.room, 0, (size // 2 - w.room) * sizeof(int32_t))
    if w.slots == NULL:
        w.start[0] = 0
    else:
        for k in range(w.mask + 1):
            if w.slots[k].number:
                place = place_in(w.slots[k].key, w.slots[k].more, size - 1)
                while slots[place].number:
                    place = (place + 1) & (size - 1)
                slots[place] = w.slots[k]
        release(&w.pool, w.slots)
    w.slots = slots
    w.mask = size - 1
    w.room = <int32_t> (size // 2)
    return 0


cdef inline Slot* slot_of(Words* w, Py_ssize_t length, uint32_t widest, Slot* made) noexcept nogil:
    """Return the slot of the word in the `length` letters after the used ones; a free one if the word is new.

    widest has the bits of all letters. What a new slot needs, but for its number, is put into made.
    """
    cdef Py_ssize_t place, i
    cdef uint64_t key = 0, more = 0
    cdef int32_t tag = <int32_t> length
    cdef Slot* slot
    if length > 16 or widest > 255:
        tag = -tag
        for i in range(length):
            key = (key ^ w.letters[w.used + i]) * <uint64_t> 0xBF58476D1CE4E5B9
            key ^= key >> 29
    else:
        for i in range(min(length, 8)):
            key |= <uint64_t> w.letters[w.used + i] << (8 * i)
        for i in range(8, length):
            more |= <uint64_t> w.letters[w.used + i] << (8 * (i - 8))
    place = place_in(key, more, w.mask)
    while True:
        slot = &w.slots[place]
        if slot.number == 0:
            made.key = key
            made.more = more
            made.length = tag
            return slot
        if slot.key == key and slot.more == more and slot.length == tag and (
            tag > 0
            or memcmp(w.letters + w.start[slot.number - 1], w.letters + w.used, length * sizeof(uint32_t)) == 0
        ):
            return slot
        place = (place + 1) & w.mask


cdef inline int32_t intern(Words* w, Py_ssize_t length, uint32_t widest) except -1 nogil:
    """Return the number of the word in the `length` letters after the used ones; a new word gets the next number."""
    cdef Slot made
    cdef Slot* slot = slot_of(w, length, widest, &made)
    if slot.number:
        return slot.number - 1
    w.words += 1
    made.number = w.words
    slot[0] = made
    w.used += length
    w.start[w.words] = w.used
    if w.words == w.room:
        grow_words(w, 2 * (w.mask + 1))
    return w.words - 1


cdef inline int32_t intern_short(Words* w, Py_ssize_t length, uint64_t key, uint64_t more) except -1 nogil:
    """`intern` for a word of up to sixteen letters of one byte each, given as key and more."""
    cdef Py_ssize_t place = place_in(key, more, w.mask), i
    cdef Slot* slot
    while True:
        slot = &w.slots[place]
        if slot.key == key and slot.more == more and slot.length == length:
            return slot.number - 1
        if slot.number == 0:
            break
        place = (place + 1) & w.mask
    for i in range(min(length, 8)):
        w.letters[w.used + i] = (key >> (8 * i)) & 255
    for i in range(8, length):
        w.letters[w.used + i] = (more >> (8 * (i - 8))) & 255
    return intern(w, length, 0)


cdef inline void tally(Words* w, int32_t word) noexcept nogil:
    """Count a word of the current sentence; there must be room for it in terms."""
    # No branch: whether a word is new in its sentence cannot be predicted.
    w.terms[w.filled] = word
    w.filled += w.count[word] == 0
    w.count[word] += 1
