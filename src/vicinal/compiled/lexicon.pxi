# Numbers that only Python knows, one for each word: its weight in a corpus, or that of its stem.

cdef enum:
    LONGEST = 64          # letters of a word that is kept
    MOST_KEPT = 1 << 18   # words


cdef class Lexicon:
    """Numbers of words, asked for once and kept for all pairs of documents.

    Args:
        ask: A function from a list of words to a number for each, always the same one for the same word.
    """

    cdef Words words
    cdef double* numbers
    cdef Py_ssize_t room
    cdef bint spoilt
    cdef object ask

    def __init__(self, ask):
        self.ask = ask
        grow_words(&self.words, 1024)

    def __dealloc__(self):
        free_all(&self.words.pool)

    @property
    def full(self):
        """Whether it holds so much that a new one should take its place."""
        return self.spoilt or self.words.words >= MOST_KEPT

    cdef int look_up(self, Words* given, double* found) except -1:
        """Put the numbers of all words into found."""
        cdef list unknown = [], places = []
        cdef Slot made
        cdef Slot* slot
        cdef int32_t k
        cdef Py_ssize_t length
        cdef uint32_t widest
        for k in range(given.words):
            length = given.start[k + 1] - given.start[k]
            if length <= LONGEST and not self.spoilt:
                widest = self.copy(given.letters + given.start[k], length)
                slot = slot_of(&self.words, length, widest, &made)
                if slot.number:
                    found[k] = self.numbers[slot.number - 1]
                    continue
            unknown.append(PyUnicode_FromKindAndData(4, given.letters + given.start[k], length))
            places.append(k)
        if not unknown:
            return 0
        # Other threads may run here, and ask for the same words.
        for place, number in zip(places, self.ask(unknown), strict=True):
            k = place
            found[k] = number
            self.keep(given.letters + given.start[k], given.start[k + 1] - given.start[k], found[k])
        return 0

    cdef uint32_t copy(self, uint32_t* letters, Py_ssize_t length) except? 0:
        """Put a word after the used letters; return the bits of all its letters."""
        cdef Words* w = &self.words
        cdef uint32_t widest = 0
        cdef Py_ssize_t i
        if w.used + length > w.letters_room:
            w.letters = <uint32_t*> resize(&w.pool, w.letters, (w.used + length) * 2 + 1024, sizeof(uint32_t))
            w.letters_room = (w.used + length) * 2 + 1024
        for i in range(length):
            w.letters[w.used + i] = letters[i]
            widest |= letters[i]
        return widest

    cdef int keep(self, uint32_t* letters, Py_ssize_t length, double number) except -1:
        """Keep the number of a word; if there is no memory for that, never keep anything again."""
        cdef Words* w = &self.words
        if length > LONGEST or self.spoilt:
            return 0
        self.spoilt = True
        if self.room < w.room:
            self.numbers = <double*> resize(&w.pool, self.numbers, w.room, sizeof(double))
            self.room = w.room
        self.numbers[intern(w, length, self.copy(letters, length))] = number
        self.spoilt = False
        return 0
