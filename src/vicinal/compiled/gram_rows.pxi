# Rows of character n-grams, as `vicinal.similarity.characters` makes them, and rows of stems.
#
# The text of a sentence is its words with one space between them and at both ends. An n-gram is known by a number with
# all its letters, if they fit into 64 bits, or else by a hash of them and its place in the text.

cdef struct GramSlot:
    uint64_t key
    int32_t number      # from 1; 0 in a free slot

cdef struct Grams:
    GramSlot* slots
    Py_ssize_t mask
    int32_t n
    int32_t room        # n-grams that fit in the table
    int32_t size
    bint exact          # whether the key is the n-gram
    uint32_t* text
    int64_t* place      # where an n-gram occurs first
    int32_t* count      # how often it occurs in the current sentence


cdef int grow_grams(Pool* pool, Grams* g, Py_ssize_t size) except -1 nogil:
    """Grow the hash table to a size, a power of two, with room for half as many n-grams."""
    cdef Py_ssize_t place, k
    cdef GramSlot* slots = <GramSlot*> allocate_zeros(pool, size, sizeof(GramSlot))
    g.place = <int64_t*> resize(pool, g.place, size // 2, sizeof(int64_t))
    g.count = <int32_t*> resize(pool, g.count, size // 2, sizeof(int32_t))
    memset(g.count + g.room, 0, (size // 2 - g.room) * sizeof(int32_t))
    if g.slots != NULL:
        for k in range(g.mask + 1):
            if g.slots[k].number:
                place = place_in(g.slots[k].key, 0, size - 1)
                while slots[place].number:
                    place = (place + 1) & (size - 1)
                slots[place] = g.slots[k]
        release(pool, g.slots)
    g.slots = slots
    g.mask = size - 1
    g.room = <int32_t> (size // 2)
    return 0


cdef inline int32_t intern_gram(Pool* pool, Grams* g, uint64_t key, int64_t begin) except -1 nogil:
    """Return the number of the n-gram that begins at a place of the text; a new one gets the next number."""
    cdef Py_ssize_t place = place_in(key, 0, g.mask)
    cdef GramSlot* slot
    while True:
        slot = &g.slots[place]
        if slot.number == 0:
            break
        if slot.key == key and (
            g.exact
            or memcmp(g.text + g.place[slot.number - 1], g.text + begin, g.size * sizeof(uint32_t)) == 0
        ):
            return slot.number - 1
        place = (place + 1) & g.mask
    slot.key = key
    g.place[g.n] = begin
    g.n += 1
    slot.number = g.n
    if g.n == g.room:
        grow_grams(pool, g, 2 * (g.mask + 1))
    return g.n - 1


cdef int count_grams(Pool* pool, Part* part, Sequences* q, Words* w, Py_ssize_t sentences) except -1 nogil:
    """Count the n-grams of all sentences."""
    cdef Matrix* m = &part.m
    cdef Grams g
    cdef Py_ssize_t size = 1024
    cdef int64_t k, i, n, letters = 0, at = 0, filled = 0, begin
    cdef uint32_t widest = 32
    cdef uint64_t key, mask = ~(<uint64_t> 0), base = <uint64_t> 0xBF58476D1CE4E5B9, leaving = 1
    cdef int bits, kept = part.size
    cdef int32_t gram
    memset(&g, 0, sizeof(Grams))
    for i in range(w.used):
        widest |= w.letters[i]
    bits = 8 if widest < (1 << 8) else 16 if widest < (1 << 16) else 21
    g.size = part.size
    g.exact = kept * bits <= 64
    if kept * bits < 64:
        mask = (<uint64_t> 1 << (kept * bits)) - 1
    for i in range(kept):
        leaving *= base
    for k in range(sentences):
        n = text_length(q, w, k)
        letters += max(n, kept) if n else 0
    g.text = <uint32_t*> allocate(pool, letters, sizeof(uint32_t))
    m.start = <int64_t*> allocate(pool, sentences + 1, sizeof(int64_t))
    m.terms = <int32_t*> allocate(pool, letters + 1, sizeof(int32_t))
    m.weights = <double*> allocate(pool, letters, sizeof(double))
    # Of most texts, less than half of the n-grams of four letters differ; the table should be about half full of them.
    while size < letters and size < (1 << 22):
        size *= 2
    grow_grams(pool, &g, size)
    m.start[0] = 0
    for k in range(sentences):
        n = write_text(q, w, k, g.text + at)
        if n:
            while n < kept:  # no letter is 0, so this is no other n-gram
                g.text[at + n] = 0
                n += 1
            begin = filled
            key = 0
            for i in range(n):
                if g.exact:
                    key = (key << bits | g.text[at + i]) & mask
                else:
                    key = key * base + g.text[at + i]
                    if i >= kept:
                        key -= leaving * g.text[at + i - kept]
                if i < kept - 1:
                    continue
                gram = intern_gram(pool, &g, key, at + i - kept + 1)
                m.terms[filled] = gram
                filled += g.count[gram] == 0
                g.count[gram] += 1
            finish_row(m, begin, filled, g.n, g.count)
            at += n
        m.start[k + 1] = filled
    m.vocabulary = g.n
    count_rows(pool, m, filled)
    release(pool, g.text)
    release(pool, g.slots)
    release(pool, g.place)
    release(pool, g.count)
    return 0


cdef int64_t text_length(Sequences* q, Words* w, Py_ssize_t sentence) noexcept nogil:
    """Return how many letters and spaces the text of a sentence has; 0 without words."""
    cdef int64_t i, n = 0
    for i in range(q.start[sentence], q.start[sentence + 1]):
        n += w.start[q.words[i] + 1] - w.start[q.words[i]] + 1
    return n + 1 if n else 0


cdef int64_t write_text(Sequences* q, Words* w, Py_ssize_t sentence, uint32_t* text) noexcept nogil:
    """Write the text of a sentence, and return its length."""
    cdef int64_t i, k, n = 0
    for i in range(q.start[sentence], q.start[sentence + 1]):
        text[n] = 32
        n += 1
        for k in range(w.start[q.words[i]], w.start[q.words[i] + 1]):
            text[n] = w.letters[k]
            n += 1
    if n:
        text[n] = 32
        n += 1
    return n


cdef int count_stems(Pool* pool, Part* part, Matrix* words, Py_ssize_t sentences) except -1 nogil:
    """Count stems: the words of all sentences, where words with one number in part.given are one term.

    Words are numbered in the order in which they occur first, and so are stems.
    """
    cdef Matrix* m = &part.m
    cdef Py_ssize_t size = 64, place, k
    cdef int32_t* stem_of = <int32_t*> allocate(pool, words.vocabulary, sizeof(int32_t))
    cdef GramSlot* slots
    cdef int32_t* count
    cdef int32_t t
    cdef int64_t i, begin, filled = 0
    cdef uint64_t key
    while size < 2 * <Py_ssize_t> words.vocabulary:
        size *= 2
    slots = <GramSlot*> allocate_zeros(pool, size, sizeof(GramSlot))
    m.vocabulary = 0
    for t in range(words.vocabulary):
        key = <uint64_t> part.given[t]
        place = place_in(key, 0, size - 1)
        while slots[place].number and slots[place].key != key:
            place = (place + 1) & (size - 1)
        if not slots[place].number:
            m.vocabulary += 1
            slots[place].key = key
            slots[place].number = m.vocabulary
        stem_of[t] = slots[place].number - 1
    count = <int32_t*> allocate_zeros(pool, m.vocabulary, sizeof(int32_t))
    m.start = <int64_t*> allocate(pool, sentences + 1, sizeof(int64_t))
    m.terms = <int32_t*> allocate(pool, words.start[sentences] + 1, sizeof(int32_t))
    m.weights = <double*> allocate(pool, words.start[sentences] + 1, sizeof(double))
    m.start[0] = 0
    for k in range(sentences):
        begin = filled
        for i in range(words.start[k], words.start[k + 1]):
            t = stem_of[words.terms[i]]
            m.terms[filled] = t
            filled += count[t] == 0
            count[t] += <int32_t> words.weights[i]
        finish_row(m, begin, filled, m.vocabulary, count)
        m.start[k + 1] = filled
    return count_rows(pool, m, filled)
