# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled twin of `text.recognition`: how typical the words of a sample are of each language; the same numbers."""

from cpython.mem cimport PyMem_Free
from libc.math cimport exp
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

cdef extern from "Python.h":
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    Py_UCS4* PyUnicode_AsUCS4Copy(object) except NULL
    bint Py_UNICODE_ISSPACE(Py_UCS4) nogil
    bint Py_UNICODE_ISALPHA(Py_UCS4) nogil
    bint Py_UNICODE_ISALNUM(Py_UCS4) nogil
    bint Py_UNICODE_ISDECIMAL(Py_UCS4) nogil

cdef enum:
    MOST_LANGUAGES = 256
    LONGEST_ENDING = 5
    SHORTEST_ENDING = 2

cdef struct Entry:
    uint64_t form       # a hash of the key
    uint32_t key        # where its characters begin
    uint32_t length     # 0 where there is no entry
    uint32_t weights    # where its weights begin
    uint32_t count

cdef struct Weight:
    int32_t language
    int32_t weight


cdef inline uint64_t mixed(uint64_t form, uint32_t c) noexcept nogil:
    form = (form ^ c) * <uint64_t> 0x9E3779B97F4A7C15
    return form ^ (form >> 29)


cdef class Weights:
    """What is typical of languages: for each word, or part of one, the languages that have it, each with a weight."""

    cdef Entry* entries
    cdef Py_UCS4* keys
    cdef Weight* weights
    cdef uint64_t mask

    def __cinit__(self, dict table):
        cdef Py_ssize_t size = 16, letters = 1, weights = 1
        for key, found in table.items():
            letters += len(key)
            weights += len(found)
        while size < 2 * len(table):
            size *= 2
        self.mask = size - 1
        self.entries = <Entry*> calloc(size, sizeof(Entry))
        self.keys = <Py_UCS4*> calloc(letters, sizeof(Py_UCS4))
        self.weights = <Weight*> calloc(weights, sizeof(Weight))
        if self.entries == NULL or self.keys == NULL or self.weights == NULL:
            raise MemoryError
        self.fill(table)

    def __dealloc__(self):
        free(self.entries)
        free(self.keys)
        free(self.weights)

    cdef int fill(self, dict table) except -1:
        cdef uint32_t letters = 0, weights = 0
        cdef Entry entry
        cdef uint64_t place
        cdef Py_UCS4 c
        cdef str key
        for key, found in table.items():
            entry = Entry(0, letters, len(key), weights, len(found))
            for c in key:
                entry.form = mixed(entry.form, c)
                self.keys[letters] = c
                letters += 1
            for language, weight in found:
                self.weights[weights] = Weight(language, weight)
                weights += 1
            place = entry.form & self.mask
            while self.entries[place].length:
                place = (place + 1) & self.mask
            self.entries[place] = entry
        return 0

    cdef bint add(self, const Py_UCS4* key, Py_ssize_t length, int64_t* scores) noexcept nogil:
        """Add the weights of a key to the scores of languages; tell whether it is known."""
        cdef uint64_t form = 0, place
        cdef Py_ssize_t i
        cdef uint32_t k
        cdef Entry* entry
        for i in range(length):
            form = mixed(form, key[i])
        place = form & self.mask
        while self.entries[place].length:
            entry = &self.entries[place]
            if entry.form == form and entry.length == length and self.holds(entry, key):
                for k in range(entry.weights, entry.weights + entry.count):
                    scores[self.weights[k].language] += self.weights[k].weight
                return True
            place = (place + 1) & self.mask
        return False

    cdef bint holds(self, Entry* entry, const Py_UCS4* key) noexcept nogil:
        cdef uint32_t i
        for i in range(entry.length):
            if self.keys[entry.key + i] != key[i]:
                return False
        return True


cdef struct Sums:
    int64_t[MOST_LANGUAGES] typical
    int64_t[MOST_LANGUAGES] parts   # of words, which count in doubt
    Py_ssize_t words
    Py_ssize_t lettered             # words that begin with a letter


cdef class Tally:
    """How typical the words of samples are of languages.

    Args:
        words: Weights of words.
        endings: Weights of the endings of other words.
        letters: Weights of letters beyond ASCII.
        parts: Weights of three letters in a row in other words, with a space before and after each.
        base: For each language, what its score begins with.
        marks: What is between words, besides white space.
    """

    cdef Weights words, endings, letters, parts
    cdef list base
    cdef bint[128] ascii_marks
    cdef Py_UCS4* marks
    cdef Py_ssize_t marks_count

    def __cinit__(self, dict words, dict endings, dict letters, dict parts, list base, str marks):
        if len(base) > MOST_LANGUAGES:
            raise ValueError(f"at most {MOST_LANGUAGES} languages; found {len(base)}")
        self.words, self.endings, self.letters, self.parts = map(Weights, (words, endings, letters, parts))
        self.base = base
        for i in range(128):
            self.ascii_marks[i] = chr(i) in marks or chr(i).isspace()
        self.marks_count = len(marks)
        self.marks = PyUnicode_AsUCS4Copy(marks)

    def __dealloc__(self):
        PyMem_Free(self.marks)

    def of_sample(self, str sample, bint closely):
        """Return scores, those with the parts of words, and how many words there are, in all and of letters.

        Args:
            sample: The text, in lower case.
            closely: Whether endings and parts of words count.
        """
        cdef Py_ssize_t i, n = PyUnicode_GET_LENGTH(sample), languages = len(self.base)
        cdef Sums sums
        cdef Py_UCS4* text
        for i in range(languages):
            sums.typical[i] = self.base[i]
            sums.parts[i] = 0
        sums.words = sums.lettered = 0
        text = PyUnicode_AsUCS4Copy(sample)
        self.read(text, n, closely, &sums)
        PyMem_Free(text)
        typical = [sums.typical[i] for i in range(languages)]
        return typical, [sums.typical[i] + sums.parts[i] for i in range(languages)], sums.words, sums.lettered

    cdef bint is_apart(self, Py_UCS4 c) noexcept nogil:
        cdef Py_ssize_t i
        if c < 128:
            return self.ascii_marks[c]
        if Py_UNICODE_ISALNUM(c):
            return False
        for i in range(self.marks_count):
            if self.marks[i] == c:
                return True
        return Py_UNICODE_ISSPACE(c)

    cdef void read(self, const Py_UCS4* text, Py_ssize_t n, bint closely, Sums* sums) noexcept nogil:
        """Add up what the words of a text weigh; an apostrophe ends a word, and belongs to it."""
        cdef Py_ssize_t i, begin = 0
        cdef Py_UCS4 c
        for i in range(n + 1):
            c = text[i] if i < n else u' '
            if c >= 128:
                self.letters.add(&c, 1, sums.typical)
            if c == u"'":
                self.word(text + begin, i + 1 - begin, closely, sums)
                begin = i + 1
            elif self.is_apart(c):
                if c == u'.' and i > begin and is_initial(text, i - 1):
                    self.word(text + begin, i - 1 - begin, closely, sums)
                else:
                    self.word(text + begin, i - begin, closely, sums)
                begin = i + 1

    cdef void word(self, const Py_UCS4* word, Py_ssize_t length, bint closely, Sums* sums) noexcept nogil:
        cdef Py_ssize_t i, k
        cdef Py_UCS4[3] part
        if length == 0:
            return
        sums.words += 1
        sums.lettered += Py_UNICODE_ISALPHA(word[0])
        if self.words.add(word, length, sums.typical) or not closely:
            return
        if length >= LONGEST_ENDING:
            for i in range(LONGEST_ENDING, SHORTEST_ENDING - 1, -1):
                if self.endings.add(word + length - i, i, sums.typical):
                    break
        for i in range(-1, length - 1):
            for k in range(3):
                part[k] = word[i + k] if 0 <= i + k < length else u' '
            self.parts.add(part, 3, sums.parts)


cdef bint is_initial(const Py_UCS4* text, Py_ssize_t i) noexcept nogil:
    """Tell whether the character at i is a letter that stands alone."""
    cdef Py_UCS4 c = text[i]
    if c == u'_' or Py_UNICODE_ISDECIMAL(c) or not Py_UNICODE_ISALNUM(c):
        return False
    return i == 0 or not (text[i - 1] == u'_' or Py_UNICODE_ISALNUM(text[i - 1]))


def exponentials(list scores, int64_t most):
    """Return e to the power of each score, in thousandths, less the highest."""
    cdef int64_t score
    return [exp((score - most) / 1000.0) for score in scores]
