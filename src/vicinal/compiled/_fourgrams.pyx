# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled twin of `methods.global_.fourgrams`: the same numbers, bit for bit.

The Python is the reference; names and the order of all sums are the same. What differs: dictionaries are arrays and a
hash table, and words are found through a table of characters. Sentences with characters that the table does not have
(marks, joiners, scripts without spaces, rare ones) are split by `tokens`.
"""

from libc.math cimport log, rint, sqrt
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

import re
import unicodedata

from vicinal.compiled._storage cimport Arrays, Integers
from vicinal.text.tokens import tokens, without_joiners

cdef extern from "Python.h":
    int PyUnicode_KIND(object)
    void* PyUnicode_DATA(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    uint32_t PyUnicode_READ(int, void*, Py_ssize_t) nogil

cdef enum:
    SIZE = 4
    # Where the table of characters begins and ends, and the second part of it: punctuation and signs.
    FIRST_END = 0x530
    SECOND = 0x2000
    SECOND_END = 0x20D0
    TABLE = FIRST_END + SECOND_END - SECOND
    # Characters outside the 16-bit plane get numbers of characters that are in no word: surrogates and private use.
    SPARE = 0xD800
    SPARE_END = 0xF900

cdef uint32_t[TABLE][3] _folded      # what a character becomes, padded with zeros
cdef int8_t[TABLE] _kind             # 0: ask Python; 1: between words; 2: in a word


cdef _fill_table():
    """Look up the characters of the table, as `tokens` treats them one by one."""
    cdef int place
    cdef str folded
    word = re.compile(r"[^\W_]+")
    for place in range(TABLE):
        character = chr(place if place < FIRST_END else place - FIRST_END + SECOND)
        folded = unicodedata.normalize("NFC", unicodedata.normalize("NFD", character).casefold())
        if not 1 <= len(folded) <= 3 or any(unicodedata.category(c)[0] == "M" or ord(c) > 0xD7FF for c in folded):
            continue
        if word.fullmatch(folded):
            _kind[place] = 2
            for i, c in enumerate(folded):
                _folded[place][i] = ord(c)
        elif not word.search(folded) and without_joiners(f"a{character}a") != "aa":
            _kind[place] = 1


_fill_table()


cdef inline double cosine(double dot, double a, double b) noexcept nogil:
    cdef double value
    if dot == 0.0:
        return 0.0
    value = rint(dot / sqrt(a * b) * 1e12) / 1e12
    return value if value < 1.0 else 1.0


cdef struct Slot:
    uint64_t key                 # four letters of 16 bits; 0 is empty
    int32_t gram
    int32_t last                 # where the gram stands in the row that is being read, if not before its begin


cdef class _Reader:
    """Sentences to rows of numbered 4-grams with their counts."""

    cdef Arrays kept, scratch     # the arrays that outlive the reader, and the others
    cdef uint32_t* letters
    cdef Py_ssize_t letters_room
    cdef Slot* slots             # a hash table
    cdef uint64_t mask
    cdef int32_t vocabulary
    cdef int32_t* occurs         # of each gram: in how many rows
    cdef int32_t* grams
    cdef double* counts
    cdef int64_t used, room
    cdef dict spare

    def __cinit__(self, Arrays kept not None, Py_ssize_t characters):
        """Make room for about so many characters; there can be more."""
        self.kept, self.scratch = kept, Arrays()
        self.mask = 1023
        # Of four grams of a pair of documents, as a rule less than two are different, and half of the table stays empty.
        while self.mask < <uint64_t> (characters - characters // 4) and self.mask < 1 << 20:
            self.mask = 2 * self.mask + 1
        self.slots = <Slot*> self.scratch.zeros(self.mask + 1, sizeof(Slot))
        self.occurs = self.scratch.integers(self.mask // 2 + 1)
        self.letters = <uint32_t*> self.scratch.integers(0)
        self.room = characters + 64
        self.grams = kept.integers(self.room)
        self.counts = kept.doubles(self.room)
        self.spare = {}

    cdef int spare_letters(self, Py_ssize_t count) except -1:
        if self.letters_room < count:
            self.letters = <uint32_t*> self.scratch.more_integers(<Integers> self.letters, self.letters_room, count + 64)
            self.letters_room = count + 64
        return 0

    cdef Py_ssize_t spell(self, str sentence) except -1:
        """Write the words of a sentence to `letters`, a space before, between and after; return how many letters."""
        cdef int kind = PyUnicode_KIND(sentence), i
        cdef void* data = PyUnicode_DATA(sentence)
        cdef Py_ssize_t length = PyUnicode_GET_LENGTH(sentence), k, n = 1
        cdef uint32_t c
        self.spare_letters(3 * length + 2)
        self.letters[0] = 32
        for k in range(length):
            c = PyUnicode_READ(kind, data, k)
            if SECOND <= c < SECOND_END:
                c += FIRST_END - SECOND
            elif c >= FIRST_END:
                return self.spell_tokens(tokens(sentence))
            if _kind[c] == 2:
                self.letters[n] = _folded[c][0]
                n += 1
                for i in range(1, 3):
                    if _folded[c][i]:
                        self.letters[n] = _folded[c][i]
                        n += 1
            elif _kind[c] == 1:
                if self.letters[n - 1] != 32:
                    self.letters[n] = 32
                    n += 1
            else:
                return self.spell_tokens(tokens(sentence))
        if n > 1 and self.letters[n - 1] != 32:
            self.letters[n] = 32
            n += 1
        return n

    cdef Py_ssize_t spell_tokens(self, list words) except -1:
        cdef str text = " " + " ".join(words) + " " if words else ""
        cdef Py_ssize_t k, n = len(text)
        cdef uint32_t c
        self.spare_letters(n)
        for k in range(n):
            c = <uint32_t> ord(text[k])
            if c > 0xFFFF:
                c = self.spare.setdefault(c, SPARE + len(self.spare))
                if c >= SPARE_END:
                    raise OverflowError("too many different characters")
            self.letters[k] = c
        return n

    cdef int read(self, str sentence) except -1:
        """Append the grams of a sentence, in the order of their first occurrence."""
        cdef Py_ssize_t n = self.spell(sentence), k, i
        cdef int64_t begin = self.used
        cdef uint64_t key = 0
        if n < 3:
            return 0
        if self.room < self.used + n:
            self.grams = self.kept.more_integers(self.grams, self.room, 2 * (self.used + n))
            self.counts = self.kept.more_doubles(self.counts, self.room, 2 * (self.used + n))
            self.room = 2 * (self.used + n)
        for i in range(SIZE - 1):
            key = key << 16 | self.letters[i]
        if n < SIZE:
            return self.count(key << 16, begin)
        for k in range(SIZE - 1, n):
            key = key << 16 | self.letters[k]
            self.count(key, begin)
        return 0

    cdef inline int count(self, uint64_t key, int64_t begin) except -1:
        """Count one gram in the row that begins there."""
        cdef uint64_t place = (key * <uint64_t> 0x9E3779B97F4A7C15) >> 32 & self.mask
        cdef Slot* slot = &self.slots[place]
        while slot.key != key:
            if slot.key == 0:
                if 2 * <uint64_t> (self.vocabulary + 1) > self.mask:
                    self.grow()
                    return self.count(key, begin)
                slot.key, slot.gram, slot.last = key, self.vocabulary, -1
                self.occurs[self.vocabulary] = 0
                self.vocabulary += 1
                break
            place = place + 1 & self.mask
            slot = &self.slots[place]
        if slot.last >= begin:
            self.counts[slot.last] += 1.0
            return 0
        slot.last = <int32_t> self.used
        self.occurs[slot.gram] += 1
        self.grams[self.used] = slot.gram
        self.counts[self.used] = 1.0
        self.used += 1
        return 0

    cdef int grow(self) except -1:
        """Make the hash table twice as large."""
        cdef uint64_t mask = 2 * self.mask + 1, place, old
        cdef Slot* slots = <Slot*> self.scratch.zeros(mask + 1, sizeof(Slot))
        self.occurs = self.scratch.more_integers(self.occurs, self.mask // 2 + 1, mask // 2 + 1)
        for old in range(self.mask + 1):
            if self.slots[old].key:
                place = (self.slots[old].key * <uint64_t> 0x9E3779B97F4A7C15) >> 32 & mask
                while slots[place].key:
                    place = place + 1 & mask
                slots[place] = self.slots[old]
        self.slots, self.mask = slots, mask
        return 0


cdef class Grams:
    """The twin of `methods.global_.fourgrams.Grams`."""

    def __cinit__(self, *_):
        self.arrays = Arrays()

    def __init__(self, source, target):
        cdef Arrays scratch = Arrays()
        cdef _Reader reader = _Reader(self.arrays, sum(map(len, source)) + sum(map(len, target)))
        cdef int32_t row = 0, total, k
        cdef double* by_count
        cdef int64_t i
        self.rows, self.columns = len(source), len(target)
        total = self.rows + self.columns
        self.start = self.arrays.longs(total + 1)
        for sentences in (source, target):
            for sentence in sentences:
                reader.read(sentence)
                if reader.used > 0x7FFFFFFF:
                    raise OverflowError("too long")
                row += 1
                self.start[row] = reader.used
        self.vocabulary, self.grams, self.weights = reader.vocabulary, reader.grams, reader.counts
        by_count = scratch.doubles(total + 1)      # most grams share a few counts
        for i in range(reader.used):
            k = reader.occurs[self.grams[i]]
            if by_count[k] == 0.0:
                by_count[k] = log(<double> total / <double> k) + 1.0
            self.weights[i] = self.weights[i] * by_count[k]
        self.finish()

    cdef int finish(self) except -1:
        """Square the rows, and list for each gram the target rows that have it."""
        cdef int32_t row, gram, y
        cdef int64_t i, first = self.start[self.rows], end = self.start[self.rows + self.columns]
        cdef double square
        cdef int64_t* fill
        self.squares = self.arrays.doubles(self.rows + self.columns)
        self.where_start = self.arrays.longs(self.vocabulary + 2)
        self.where = self.arrays.integers(end - first)
        self.where_weights = self.arrays.doubles(end - first)
        self.scratch = self.arrays.doubles(self.vocabulary)
        with nogil:
            for row in range(self.rows + self.columns):
                square = 0.0
                for i in range(self.start[row], self.start[row + 1]):
                    square += self.weights[i] * self.weights[i]
                self.squares[row] = square
            fill = self.where_start + 1    # shifted by one: after filling, each points to its begin
            for i in range(first, end):
                fill[self.grams[i] + 1] += 1
            for gram in range(self.vocabulary):
                fill[gram + 1] += fill[gram]
            for y in range(self.columns):
                for i in range(self.start[self.rows + y], self.start[self.rows + y + 1]):
                    gram = self.grams[i]
                    self.where[fill[gram]] = y
                    self.where_weights[fill[gram]] = self.weights[i]
                    fill[gram] += 1
        return 0

    @property
    def has_words(self):
        """Whether the source and the target have any words."""
        return self.start[self.rows] > 0, self.start[self.rows + self.columns] > self.start[self.rows]

    @property
    def source(self):
        """The source rows: of each gram, by its number, the weight."""
        return [self.row(x) for x in range(self.rows)]

    @property
    def target(self):
        """The target rows."""
        return [self.row(self.rows + y) for y in range(self.columns)]

    cdef dict row(self, int32_t row):
        cdef int64_t i
        return {self.grams[i]: self.weights[i] for i in range(self.start[row], self.start[row + 1])}

    def grouped(self, Py_ssize_t size):
        """Return the rows of groups of that many neighbouring sentences, added up."""
        cdef Grams groups = Grams.__new__(Grams)
        cdef Arrays scratch = Arrays()
        cdef int32_t side, row, offset, count, place = 0, gram
        cdef int64_t i, begin = 0, used = 0
        cdef int32_t* last = scratch.integers(self.vocabulary)
        groups.rows = <int32_t> ((self.rows + size - 1) // size)
        groups.columns = <int32_t> ((self.columns + size - 1) // size)
        groups.vocabulary = self.vocabulary
        groups.start = groups.arrays.longs(groups.rows + groups.columns + 1)
        groups.grams = groups.arrays.integers(self.start[self.rows + self.columns])
        groups.weights = groups.arrays.doubles(self.start[self.rows + self.columns])
        memset(last, 0xFF, self.vocabulary * sizeof(int32_t))
        for side in range(2):
            offset = self.rows if side else 0
            count = self.columns if side else self.rows
            for row in range(count):
                if row % size == 0:
                    begin = used
                for i in range(self.start[offset + row], self.start[offset + row + 1]):
                    gram = self.grams[i]
                    if last[gram] >= begin:
                        groups.weights[last[gram]] += self.weights[i]
                    else:
                        last[gram] = <int32_t> used
                        groups.grams[used] = gram
                        groups.weights[used] = self.weights[i]
                        used += 1
                if row % size == size - 1 or row == count - 1:
                    place += 1
                    groups.start[place] = used
        groups.finish()
        return groups

    cdef void fill(self, int32_t x, double* found) noexcept nogil:
        """Set the cosines of source row x and all target rows."""
        cdef int64_t i, k
        cdef int32_t y, gram
        cdef double weight
        memset(found, 0, self.columns * sizeof(double))
        for i in range(self.start[x], self.start[x + 1]):
            gram, weight = self.grams[i], self.weights[i]
            for k in range(self.where_start[gram], self.where_start[gram + 1]):
                found[self.where[k]] += weight * self.where_weights[k]
        for y in range(self.columns):
            found[y] = cosine(found[y], self.squares[x], self.squares[self.rows + y])

    def similarities(self, int32_t x):
        """Return the cosines of source row x and all target rows."""
        cdef Arrays scratch = Arrays()
        cdef double* found = scratch.doubles(self.columns)
        cdef int32_t y
        if not 0 <= x < self.rows:
            raise IndexError("no such sentence")
        self.fill(x, found)
        return [found[y] for y in range(self.columns)]

    def pair(self, int32_t x, int32_t y):
        """Return the cosine of source row x and target row y."""
        cdef int64_t i, begin, end
        cdef double dot = 0.0
        if not 0 <= x < self.rows or not 0 <= y < self.columns:
            raise IndexError("no such sentence")
        begin, end = self.start[self.rows + y], self.start[self.rows + y + 1]
        for i in range(begin, end):
            self.scratch[self.grams[i]] = self.weights[i]
        for i in range(self.start[x], self.start[x + 1]):
            if self.scratch[self.grams[i]] != 0.0:
                dot += self.weights[i] * self.scratch[self.grams[i]]
        for i in range(begin, end):
            self.scratch[self.grams[i]] = 0.0
        return cosine(dot, self.squares[x], self.squares[self.rows + y])
