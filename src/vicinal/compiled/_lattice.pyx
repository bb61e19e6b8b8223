# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The inner loops of `method="global"`, compiled. The same results as the Python, bit for bit.

`methods/grams.py`, `methods/lattice.py`, `methods/passes.py` and `methods/decoding.py` are the reference; read those
first: names and the order of all sums are theirs. What differs is only how: lists are arrays, the places of all target
sentences lie in one array, and words become letters through a table of characters. Sentences with characters that the
table does not have (marks, scripts without spaces, rare ones) are split into tokens by `tokens`.
"""

from libc.math cimport exp, log, pow, rint, sqrt
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

import re
import unicodedata

from vicinal.methods.global_ import decoding as _decoding
from vicinal.methods.global_ import evidence as _evidence
from vicinal.methods.global_ import lattice as _lattice
from vicinal.methods.global_ import forward_backward as _passes
from vicinal.methods.global_.chain import Counts
from vicinal.methods.global_.decoding import Candidate
from vicinal.methods.global_.evidence import Moments
from vicinal.text.tokens import tokens

cdef extern from "Python.h":
    int PyUnicode_KIND(object)
    void* PyUnicode_DATA(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    uint32_t PyUnicode_READ(int, void*, Py_ssize_t) nogil

# The constants of the reference, so that they are written down once.
cdef double TURN = _passes.TURN
cdef double FORGOTTEN = _passes.FORGOTTEN
cdef double HUB_CELLS = _evidence.HUB_CELLS
cdef double HALF_HUB = _evidence.HUB / 2
cdef double SHORT = _lattice.SHORT
cdef double PARAGRAPH = _lattice.PARAGRAPH
cdef double MOST_RUN = _lattice.MOST_RUN
cdef double FLOOR = _lattice.FLOOR
cdef double CEILING = _lattice.CEILING
cdef double SMALL = _decoding.SMALL
cdef double PAIR_COST = _decoding.PAIR_COST
cdef double PAIR_WEIGHT = _decoding.PAIR_WEIGHT
cdef int MOST_TARGETS = _decoding.MOST_TARGETS
cdef int MOST_SOURCES = _decoding.MOST_SOURCES

cdef enum:
    SIZE = 4
    CHANNELS = 2
    EVENTS = 18
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
        elif not word.search(folded):
            _kind[place] = 1


_fill_table()


cdef void* room(void* old, Py_ssize_t count, Py_ssize_t size) except NULL:
    """Return memory for so many things, with what was in the old."""
    cdef void* new = realloc(old, (count + 1) * size)
    if new == NULL:
        raise MemoryError
    return new


cdef double* doubles(Py_ssize_t count) except NULL:
    """Return so many zeros."""
    cdef double* new = <double*> calloc(count + 1, sizeof(double))
    if new == NULL:
        raise MemoryError
    return new


cdef int32_t* numbers(Py_ssize_t count) except NULL:
    return <int32_t*> room(NULL, count, sizeof(int32_t))


cdef int64_t* positions(Py_ssize_t count) except NULL:
    cdef int64_t* new = <int64_t*> calloc(count + 1, sizeof(int64_t))
    if new == NULL:
        raise MemoryError
    return new


cdef inline double rounded(double value) noexcept nogil:
    return rint(value * 1e9) / 1e9


cdef inline double cosine(double dot, double a, double b) noexcept nogil:
    cdef double value
    if dot == 0.0:
        return 0.0
    value = rint(dot / sqrt(a * b) * 1e12) / 1e12
    return value if value < 1.0 else 1.0


# ---------------------------------------------------------------------------------------------- sentences to 4-grams

cdef struct Slot:
    uint64_t key                 # four letters of 16 bits; 0 is empty
    int32_t gram
    int32_t last                 # where the gram stands in the row that is being read, if not before its begin


cdef class _Reader:
    """Sentences to rows of numbered 4-grams with their counts."""

    cdef uint32_t* letters
    cdef Py_ssize_t letters_room
    cdef Slot* slots             # a hash table
    cdef uint64_t mask
    cdef int32_t vocabulary
    cdef int32_t* occurs         # of each gram: in how many rows
    cdef Py_ssize_t grams_room
    cdef int32_t* grams
    cdef double* counts
    cdef int64_t used, entries_room
    cdef dict spare

    def __cinit__(self, Py_ssize_t characters):
        """Make room for about so many characters; there can be more."""
        self.mask = 1023
        # Of four grams of a pair of documents, as a rule less than two are different, and half of the table stays empty.
        while self.mask < characters - characters // 4 and self.mask < 1 << 20:
            self.mask = 2 * self.mask + 1
        self.slots = <Slot*> calloc(self.mask + 1, sizeof(Slot))
        self.grams_room = self.mask // 2 + 1
        self.occurs = numbers(self.grams_room)
        self.entries_room = characters + 64
        self.grams = numbers(self.entries_room)
        self.counts = <double*> room(NULL, self.entries_room, sizeof(double))
        self.spare = {}
        if self.slots == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.letters)
        free(self.slots)
        free(self.occurs)
        free(self.grams)
        free(self.counts)

    cdef Py_ssize_t spell(self, str sentence) except -1:
        """Write the words of a sentence to `letters`, a space before, between and after; return how many letters."""
        cdef int kind = PyUnicode_KIND(sentence), i
        cdef void* data = PyUnicode_DATA(sentence)
        cdef Py_ssize_t length = PyUnicode_GET_LENGTH(sentence), k, n = 1
        cdef uint32_t c
        cdef bint plain = True
        if self.letters_room < 3 * length + 2:
            self.letters_room = 3 * length + 64
            self.letters = <uint32_t*> room(self.letters, self.letters_room, sizeof(uint32_t))
        self.letters[0] = 32
        for k in range(length):
            c = PyUnicode_READ(kind, data, k)
            if c >= FIRST_END:
                if not SECOND <= c < SECOND_END:
                    plain = False
                    break
                c += FIRST_END - SECOND
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
                plain = False
                break
        if not plain:
            return self.spell_tokens(tokens(sentence))
        if n > 1 and self.letters[n - 1] != 32:
            self.letters[n] = 32
            n += 1
        return n

    cdef Py_ssize_t spell_tokens(self, list words) except -1:
        cdef str text = " " + " ".join(words) + " " if words else ""
        cdef Py_ssize_t k, n = len(text)
        cdef uint32_t c
        if self.letters_room < n:
            self.letters_room = n + 64
            self.letters = <uint32_t*> room(self.letters, self.letters_room, sizeof(uint32_t))
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
        cdef uint64_t key
        if n < 3:
            return 0
        if self.entries_room < self.used + n:
            self.entries_room = 2 * (self.used + n)
            self.grams = <int32_t*> room(self.grams, self.entries_room, sizeof(int32_t))
            self.counts = <double*> room(self.counts, self.entries_room, sizeof(double))
        key = 0
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
        cdef Slot* slots
        self.occurs = <int32_t*> room(self.occurs, mask // 2 + 1, sizeof(int32_t))
        slots = <Slot*> calloc(mask + 1, sizeof(Slot))
        if slots == NULL:
            raise MemoryError
        for old in range(self.mask + 1):
            if self.slots[old].key:
                place = (self.slots[old].key * <uint64_t> 0x9E3779B97F4A7C15) >> 32 & mask
                while slots[place].key:
                    place = place + 1 & mask
                slots[place] = self.slots[old]
        free(self.slots)
        self.slots, self.mask = slots, mask
        return 0


cdef class Grams:
    """The twin of `methods.grams.Grams`."""

    cdef int32_t rows, columns, vocabulary
    cdef int64_t* start          # of each row, source then target: where its grams begin
    cdef int32_t* grams
    cdef double* weights
    cdef double* squares
    cdef int64_t* where_start    # of each gram: where the target rows that have it begin
    cdef int32_t* where
    cdef double* where_weights
    cdef double* scratch         # one number a gram, all 0 between calls

    def __dealloc__(self):
        free(self.start)
        free(self.grams)
        free(self.weights)
        free(self.squares)
        free(self.where_start)
        free(self.where)
        free(self.where_weights)
        free(self.scratch)

    def __init__(self, source, target):
        cdef _Reader reader = _Reader(sum(map(len, source)) + sum(map(len, target)))
        cdef int32_t row = 0, total, k
        cdef double* by_count
        cdef int64_t i
        self.rows, self.columns = len(source), len(target)
        total = self.rows + self.columns
        self.start = positions(total)
        for sentences in (source, target):
            for sentence in sentences:
                reader.read(sentence)
                if reader.used > 0x7FFFFFFF:
                    raise OverflowError("too long")
                row += 1
                self.start[row] = reader.used
        self.vocabulary = reader.vocabulary
        self.grams, reader.grams = reader.grams, NULL
        self.weights, reader.counts = reader.counts, NULL
        by_count = doubles(total)      # most grams share a few counts
        for i in range(reader.used):
            k = reader.occurs[self.grams[i]]
            if by_count[k] == 0.0:
                by_count[k] = log(<double> total / <double> k) + 1.0
            self.weights[i] = self.weights[i] * by_count[k]
        free(by_count)
        self.finish()

    cdef int finish(self) except -1:
        """Square the rows, and list for each gram the target rows that have it."""
        cdef int32_t row, gram, y
        cdef int64_t i, first = self.start[self.rows], end = self.start[self.rows + self.columns]
        cdef double square
        cdef int64_t* fill
        self.squares = doubles(self.rows + self.columns)
        self.where_start = positions(self.vocabulary + 1)
        self.where = numbers(end - first)
        self.where_weights = doubles(end - first)
        self.scratch = doubles(self.vocabulary)
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

    def grouped(self, Py_ssize_t size):
        """Return the rows of groups of that many neighbouring sentences, added up."""
        cdef Grams groups = Grams.__new__(Grams)
        cdef int32_t side, row, offset, count, place = 0, gram
        cdef int64_t i, begin = 0, used = 0
        cdef int32_t* last = numbers(self.vocabulary)
        groups.rows = <int32_t> ((self.rows + size - 1) // size)
        groups.columns = <int32_t> ((self.columns + size - 1) // size)
        groups.vocabulary = self.vocabulary
        try:
            groups.start = positions(groups.rows + groups.columns)
            groups.grams = numbers(self.start[self.rows + self.columns])
            groups.weights = doubles(self.start[self.rows + self.columns])
        except MemoryError:
            free(last)
            raise
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
        free(last)
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
        cdef double* found
        cdef int32_t y
        if not 0 <= x < self.rows:
            raise IndexError("no such sentence")
        found = doubles(self.columns)
        self.fill(x, found)
        try:
            return [found[y] for y in range(self.columns)]
        finally:
            free(found)

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


# ------------------------------------------------------------------------------------------------------- the lattice

cdef struct Curve:
    double constant
    double match
    double width
    double slope
    double scale
    double least
    double most
    double log_least
    double log_most
    double weight


cdef struct Chain:
    double more_target
    double on_target
    double more_source
    double on_source
    double null
    double null_on
    double resume
    double following
    double skip
    double jump
    double skip_on


cdef struct Ends:
    double fresh
    double target
    double source


cdef inline double evidence_of(Curve* curve, double value, double logarithm) noexcept nogil:
    cdef double distance
    if value <= curve.least:
        value, logarithm = curve.least, curve.log_least
    if value >= curve.most:
        value, logarithm = curve.most, curve.log_most
    distance = value - curve.match
    return curve.constant - distance * distance / curve.width - curve.slope * logarithm + value / curve.scale


cdef inline double raised(double similarity, double factor) noexcept nogil:
    cdef double root = similarity / factor
    root = sqrt(root if root < 1.0 else 1.0)
    return root * sqrt(root)


cdef inline double grown(double odds, double factor) noexcept nogil:
    odds = odds * factor
    odds = odds / (1.0 + odds)
    return odds if odds < MOST_RUN else MOST_RUN


cdef class Lattice:
    """The twin of `methods.lattice.Lattice`."""

    cdef readonly int32_t rows, columns
    cdef bint whole
    cdef int32_t* first          # of each target sentence: its first cell
    cdef int32_t* row            # of each cell: its source sentence
    cdef int32_t* left
    cdef int32_t* right
    cdef int32_t* source_lengths
    cdef int32_t* target_lengths
    cdef double average
    cdef double* splits
    cdef double* splits_on
    cdef double* merges
    cdef double* merges_on
    cdef int channels
    cdef double* values[CHANNELS]
    cdef double* logs[CHANNELS]
    cdef double* odds
    cdef double* more_target
    cdef double* on_target
    cdef double* more_source
    cdef double* on_source
    cdef double* fresh
    cdef double* by_target
    cdef double* by_source
    cdef double* ended
    cdef double* posterior
    cdef double* started
    cdef double* after
    cdef double* into_fresh
    cdef double* into_target
    cdef double* shares
    cdef double* powers
    cdef double final
    # The places of all target sentences, one after the other; place_start of y + 1 is where those after y begin.
    cdef int32_t* places
    cdef double* nulls
    cdef int64_t* place_start
    cdef int64_t place_room
    # Of the places of one target sentence, or two.
    cdef double* place_ended
    cdef double* ready
    cdef double* now
    cdef double* from_link
    cdef double* from_null
    cdef double* after_null
    cdef double[EVENTS] happened

    def __init__(self, source_lengths, target_lengths, source_starts, target_starts, blocks=None, size=1):
        cdef Py_ssize_t cells
        self.rows, self.columns = len(source_lengths), len(target_lengths)
        self.whole = blocks is None
        self.lay_out(blocks, size)
        self.source_lengths, self.target_lengths = numbers(self.rows), numbers(self.columns)
        for x in range(self.rows):
            self.source_lengths[x] = source_lengths[x]
        for y in range(self.columns):
            self.target_lengths[y] = target_lengths[y]
        self.set_growth(source_starts, target_starts)
        cells = self.first[self.columns]
        self.odds = doubles(cells)
        self.more_target, self.on_target = doubles(cells), doubles(cells)
        self.more_source, self.on_source = doubles(cells), doubles(cells)
        self.fresh, self.by_target, self.by_source = doubles(cells), doubles(cells), doubles(cells)
        self.ended = doubles(cells)
        self.posterior, self.started, self.after = doubles(cells), doubles(cells), doubles(cells)
        self.into_fresh, self.into_target = doubles(cells), doubles(cells)
        self.shares, self.powers = doubles(self.columns), doubles(self.rows + 2)
        self.place_start = positions(self.columns + 2)
        self.place_room = cells + self.columns + 2 if self.whole else 2 * cells + self.rows + 2
        self.places = numbers(self.place_room)
        self.nulls = doubles(self.place_room)
        self.place_ended, self.ready, self.now = doubles(self.rows + 1), doubles(self.rows + 1), doubles(self.rows + 1)
        self.from_link, self.from_null = doubles(self.rows + 1), doubles(self.rows + 1)
        self.after_null = doubles(self.rows + 1)

    def __dealloc__(self):
        cdef int c
        for c in range(self.channels):
            free(self.values[c])
            free(self.logs[c])
        free(self.first)
        free(self.row)
        free(self.left)
        free(self.right)
        free(self.source_lengths)
        free(self.target_lengths)
        free(self.splits)
        free(self.splits_on)
        free(self.merges)
        free(self.merges_on)
        free(self.odds)
        free(self.more_target)
        free(self.on_target)
        free(self.more_source)
        free(self.on_source)
        free(self.fresh)
        free(self.by_target)
        free(self.by_source)
        free(self.ended)
        free(self.posterior)
        free(self.started)
        free(self.after)
        free(self.into_fresh)
        free(self.into_target)
        free(self.shares)
        free(self.powers)
        free(self.places)
        free(self.nulls)
        free(self.place_start)
        free(self.place_ended)
        free(self.ready)
        free(self.now)
        free(self.from_link)
        free(self.from_null)
        free(self.after_null)

    @property
    def is_whole(self):
        """Whether every pair of sentences has a cell."""
        return self.whole

    cdef int lay_out(self, blocks, int32_t size) except -1:
        cdef int64_t total = 0
        cdef int32_t y, x, k = 0, i, j, block
        self.first = numbers(self.columns + 1)
        for y in range(self.columns):
            if blocks is None:
                total += self.rows
            else:
                for block in blocks[y // size]:
                    total += min((block + 1) * size, self.rows) - block * size
        if total > 0x7FFFFFF0:
            raise MemoryError
        self.row, self.left, self.right = numbers(total), numbers(total), numbers(total)
        self.first[0] = 0
        for y in range(self.columns):
            if blocks is None:
                for x in range(self.rows):
                    self.row[k] = x
                    k += 1
            else:
                for block in blocks[y // size]:
                    for x in range(block * size, min((block + 1) * size, self.rows)):
                        self.row[k] = x
                        k += 1
            self.first[y + 1] = k
        for i in range(k):
            self.left[i] = self.right[i] = -1
        for y in range(1, self.columns):
            i = self.first[y - 1]
            for j in range(self.first[y], self.first[y + 1]):
                while i < self.first[y] and self.row[i] < self.row[j]:
                    i += 1
                if i < self.first[y] and self.row[i] == self.row[j]:
                    self.left[j] = i
                    self.right[i] = j
        return 0

    cdef int set_growth(self, source_starts, target_starts) except -1:
        cdef double[2] means
        cdef double[2] averages
        cdef double total, lengths
        cdef int32_t i, n
        cdef int side
        cdef int32_t* length
        cdef double* grows
        cdef double* logs
        self.splits, self.splits_on = doubles(self.rows), doubles(self.columns)
        self.merges, self.merges_on = doubles(self.columns), doubles(self.rows)
        for side in range(2):
            length = self.target_lengths if side else self.source_lengths
            logs = self.merges if side else self.splits
            n = self.columns if side else self.rows
            total = lengths = 0.0
            for i in range(n):
                logs[i] = log(<double> length[i] if length[i] > SHORT else SHORT)
                total += logs[i]
                lengths += <double> length[i]
            means[side], averages[side] = total / n, lengths / n
        self.average = averages[0] if averages[0] >= averages[1] else averages[1]
        for side in range(2):
            logs = self.merges if side else self.splits
            grows = self.splits_on if side else self.merges_on
            n = self.columns if side else self.rows
            grows[0] = 1.0
            for i in range(1, n):
                grows[i] = exp(means[side] - logs[i - 1])
            for i in range(n):
                logs[i] = exp(logs[i] - means[side])
        for i in target_starts:
            if not 0 <= i < self.columns:
                raise IndexError("no such sentence")
            self.splits_on[i] *= PARAGRAPH
        for i in source_starts:
            if not 0 <= i < self.rows:
                raise IndexError("no such sentence")
            self.merges_on[i] *= PARAGRAPH
        return 0

    def compare(self, Grams grams not None):
        """Take the similarities of the cells from 4-grams; return their sums."""
        cdef int32_t cells = self.first[self.columns], x, y, k, i
        cdef double square, weight = 0.0, total = 0.0, squares = 0.0, value
        cdef double* found
        cdef double* factors       # of source sentences, then of target sentences
        cdef double* values
        cdef int32_t* order = NULL
        cdef int32_t* at = NULL
        if grams.rows != self.rows or grams.columns != self.columns or self.channels == CHANNELS:
            raise ValueError("the grams are of other documents")
        values = doubles(cells)
        self.logs[self.channels] = doubles(cells)
        self.values[self.channels] = values
        self.channels += 1
        found, factors = doubles(self.columns), doubles(self.rows + self.columns)
        if not self.whole:
            order, at = numbers(cells), numbers(self.rows + 1)
        with nogil:
            if not self.whole:
                self.sort_by_row(order, at)
            for x in range(self.rows):
                grams.fill(x, found)
                square = 0.0
                for y in range(self.columns):
                    value = found[y] * found[y]
                    square += value
                    factors[self.rows + y] += value
                factors[x] = square
                if self.whole:
                    for y in range(self.columns):
                        values[<int64_t> y * self.rows + x] = found[y]
                else:
                    for i in range(at[x], at[x + 1]):
                        values[order[i]] = found[self.column_of(order[i])]
            self.set_hubs(factors)
            for y in range(self.columns):
                for k in range(self.first[y], self.first[y + 1]):
                    values[k] = raised(values[k], factors[self.row[k]] * factors[self.rows + y])
            for k in range(cells):
                weight += 1.0
                total += values[k]
                squares += values[k] * values[k]
            self.set_logs(self.channels - 1)
        free(found)
        free(factors)
        free(order)
        free(at)
        return Moments(weight, total, squares)

    cdef void sort_by_row(self, int32_t* order, int32_t* at) noexcept nogil:
        """List the cells source sentence by source sentence; at: where those of each begin."""
        cdef int32_t k, x, cells = self.first[self.columns]
        memset(at, 0, (self.rows + 1) * sizeof(int32_t))
        for k in range(cells):
            at[self.row[k]] += 1
        for x in range(1, self.rows + 1):
            at[x] += at[x - 1]
        for k in range(cells - 1, -1, -1):
            at[self.row[k]] -= 1
            order[at[self.row[k]]] = k

    cdef int32_t column_of(self, int32_t k) noexcept nogil:
        cdef int32_t low = 0, high = self.columns, middle
        while high - low > 1:
            middle = (low + high) // 2
            if self.first[middle] <= k:
                low = middle
            else:
                high = middle
        return low

    cdef void set_hubs(self, double* factors) noexcept nogil:
        """Turn the sums of squares of rows and columns into what their similarities are divided by."""
        cdef double cells = 0.0, total = 0.0, mean
        cdef int32_t x, y
        for x in range(self.rows):
            cells += <double> self.columns
            total += factors[x]
        mean = total / cells
        for x in range(self.rows + self.columns):
            if mean == 0.0:
                factors[x] = 1.0
            else:
                y = self.columns if x < self.rows else self.rows
                factors[x] = pow((factors[x] + HUB_CELLS * mean) / (y + HUB_CELLS) / mean, HALF_HUB)

    cdef void set_logs(self, int channel) noexcept nogil:
        cdef int32_t k
        cdef double* values = self.values[channel]
        cdef double* logs = self.logs[channel]
        for k in range(self.first[self.columns]):
            logs[k] = log(values[k]) if values[k] != 0.0 else 0.0

    def add(self, similarities):
        """Take another kind of similarity, one number a cell; return its sums over the cells."""
        cdef int32_t k
        cdef double weight = 0.0, total = 0.0, squares = 0.0
        values = _evidence.marked_down(similarities, self.cells(), self.rows, self.columns)
        if self.channels == CHANNELS:
            raise ValueError("there are no more than two kinds of similarity")
        self.values[self.channels] = doubles(len(values))
        self.logs[self.channels] = doubles(len(values))
        self.channels += 1
        for k, value in enumerate(values):
            self.values[self.channels - 1][k] = value
        self.set_logs(self.channels - 1)
        return _evidence.moments(values)

    def cells(self):
        """Return source and target sentence of each cell."""
        cdef int32_t k, y
        return [(self.row[k], y) for y in range(self.columns) for k in range(self.first[y], self.first[y + 1])]

    def weigh(self, curves):
        """Set the odds of each cell: how many times more probable its similarities are for a match."""
        cdef Curve[CHANNELS] curve
        cdef int c = 0, count = self.channels
        cdef int32_t y, k, length
        cdef double floor, evidence
        if len(curves) != count:
            raise ValueError("one curve for each kind of similarity")
        for numbers_ in curves:
            (
                curve[c].constant, curve[c].match, curve[c].width, curve[c].slope, curve[c].scale, curve[c].least,
                curve[c].most, curve[c].log_least, curve[c].log_most, curve[c].weight,
            ) = numbers_
            c += 1
        with nogil:
            for y in range(self.columns):
                for k in range(self.first[y], self.first[y + 1]):
                    length = self.source_lengths[self.row[k]]
                    if self.target_lengths[y] < length:
                        length = self.target_lengths[y]
                    floor = <double> length / self.average
                    floor = FLOOR * (floor if floor < 1.0 else 1.0)
                    evidence = 0.0
                    for c in range(count):
                        evidence += curve[c].weight * evidence_of(&curve[c], self.values[c][k], self.logs[c][k])
                    if evidence < floor:
                        evidence = floor
                    self.odds[k] = exp(evidence if evidence < CEILING else CEILING)

    def run(self, chain):
        """Go forward and backward; return what is expected to happen, and the sums over matching pairs."""
        cdef Chain c
        cdef int failed, channel, i
        cdef int32_t k
        cdef double weight, total, squares, value
        (
            c.more_target, c.on_target, c.more_source, c.on_source, c.null, c.null_on, c.resume, c.following, c.skip,
            c.jump, c.skip_on,
        ) = chain
        with nogil:
            self.set_runs(&c)
            failed = self.forward(&c)
            if not failed:
                self.backward(&c)
        if failed:
            raise MemoryError
        matching = []
        for channel in range(self.channels):
            weight = total = squares = 0.0
            for k in range(self.first[self.columns]):
                value = self.values[channel][k]
                weight += self.posterior[k]
                total += self.posterior[k] * value
                squares += self.posterior[k] * value * value
            matching.append(Moments(weight, total, squares))
        return Counts._make([self.happened[i] for i in range(EVENTS)]), matching

    cdef void set_runs(self, Chain* c) noexcept nogil:
        cdef double more_target = c.more_target / (1 - c.more_target), on_target = c.on_target / (1 - c.on_target)
        cdef double more_source = c.more_source / (1 - c.more_source), on_source = c.on_source / (1 - c.on_source)
        cdef double factor
        cdef int32_t k, y
        for y in range(self.columns):
            for k in range(self.first[y], self.first[y + 1]):
                if self.right[k] >= 0:
                    factor = self.splits[self.row[k]] * self.splits_on[y + 1]
                    self.more_target[k] = grown(more_target, factor)
                    self.on_target[k] = grown(on_target, factor)
                if self.has_above(k, y):
                    factor = self.merges[y] * self.merges_on[self.row[k] + 1]
                    self.more_source[k] = grown(more_source, factor) * (1 - self.more_target[k])
                    self.on_source[k] = grown(on_source, factor)

    cdef inline bint has_above(self, int32_t k, int32_t y) noexcept nogil:
        return k + 1 < self.first[y + 1] and self.row[k + 1] == self.row[k] + 1

    cdef inline Ends ends(self, int32_t k, int32_t y) noexcept nogil:
        cdef Ends found
        found.fresh = 1 - self.more_target[k] - self.more_source[k]
        found.target = 1 - self.on_target[k] - (TURN if self.has_above(k, y) else 0.0)
        found.source = 1 - self.on_source[k] - (TURN if self.right[k] >= 0 else 0.0)
        return found

    # ------------------------------------------------------------------------------------------------- the passes

    cdef int forward(self, Chain* c) noexcept nogil:
        cdef double forgotten = 0.0 if self.whole else FORGOTTEN * c.jump / self.rows
        cdef double after_link = 1 - c.null, after_null = (1 - c.resume) * (1 - c.null_on)
        cdef double scale, share, fresh, by_target, by_source
        cdef int64_t begin = 0, end = 1, i
        cdef int32_t y, k, count
        cdef Ends ends
        self.powers[0] = 1.0
        for k in range(self.rows + 1):
            self.powers[k + 1] = self.powers[k] * c.skip_on
        self.places[0], self.nulls[0], self.place_ended[0] = -1, 0.0, 1.0
        self.place_start[0], self.place_start[1] = 0, 1
        for y in range(self.columns):
            begin, end = self.place_start[y], self.place_start[y + 1]
            count = <int32_t> (end - begin)
            for i in range(count):
                self.ready[i] = after_link * self.place_ended[i] + after_null * self.nulls[begin + i]
            self.link(c, y, self.places + begin, self.nulls + begin, count)
            scale = 0.0
            for i in range(count):
                self.now[i] = c.null * self.place_ended[i] + c.null_on * self.nulls[begin + i]
                scale += self.now[i]
            fresh = by_target = by_source = 0.0
            for k in range(self.first[y], self.first[y + 1]):
                fresh += self.fresh[k]
                by_target += self.by_target[k]
                by_source += self.by_source[k]
            scale += fresh
            scale += by_target
            scale += by_source
            share = 1 / scale
            self.shares[y] = share
            for k in range(self.first[y], self.first[y + 1]):
                self.fresh[k] *= share
                self.by_target[k] *= share
                self.by_source[k] *= share
                ends = self.ends(k, y)
                self.ended[k] = (
                    ends.fresh * self.fresh[k] + ends.target * self.by_target[k] + ends.source * self.by_source[k]
                )
            for i in range(count):
                self.now[i] *= share
            if self.stand(y, begin, count, forgotten) < 0:
                return -1
        begin, end = self.place_start[self.columns], self.place_start[self.columns + 1]
        fresh = scale = 0.0
        for i in range(begin, end):
            fresh += self.place_ended[i - begin]
            scale += self.nulls[i]
        self.final = fresh + scale
        return 0

    cdef void link(self, Chain* c, int32_t y, int32_t* places, double* nulls, int32_t count) noexcept nogil:
        """Set the links to target sentence y, not yet scaled."""
        cdef double anywhere = 0.0, leave = 1 - c.skip_on, resume = c.resume * (1 - c.null_on)
        cdef double skipped = 0.0, before, null, odds
        cdef int32_t i = 0, at = -1, k, x, here, j, begin = self.first[y]
        for k in range(count):
            anywhere += self.ready[k]
        anywhere = c.jump / self.rows * anywhere
        for k in range(begin, self.first[y + 1]):
            x, odds = self.row[k], self.odds[k]
            while i < count and places[i] < x - 1:
                if places[i] > at:
                    skipped *= self.powers[places[i] - at]
                skipped = c.skip * self.ready[i] + c.skip_on * skipped
                at = places[i] + 1
                i += 1
            if x - 1 > at:
                skipped *= self.powers[x - 1 - at]
                at = x - 1
            before, here = 0.0, i
            if i < count and places[i] == x - 1:
                before = self.ready[i]
                here = i + 1
            null = nulls[here] if here < count and places[here] == x else 0.0
            self.fresh[k] = odds * (c.following * before + leave * skipped + resume * null + anywhere)
            j = self.left[k]
            if j >= 0:
                self.by_target[k] = odds * (
                    self.more_target[j] * self.fresh[j] + self.on_target[j] * self.by_target[j]
                    + TURN * self.by_source[j]
                )
            if k > begin and self.row[k - 1] == x - 1:
                self.by_source[k] = odds * (
                    self.more_source[k - 1] * self.fresh[k - 1] + self.on_source[k - 1] * self.by_source[k - 1]
                    + TURN * self.by_target[k - 1]
                )

    cdef int stand(self, int32_t y, int64_t begin, int32_t count, double forgotten) noexcept nogil:
        """Append the places after target sentence y: those of before that are not forgotten, and the links'."""
        cdef int64_t at = self.place_start[y + 1], start = at, room_needed
        cdef int32_t i, k = self.first[y], end = self.first[y + 1], place
        cdef int32_t* places
        cdef double* nulls
        cdef bint linked
        room_needed = at + count + (end - k)
        if room_needed > self.place_room:
            room_needed *= 2
            places = <int32_t*> realloc(self.places, (room_needed + 1) * sizeof(int32_t))
            if places == NULL:
                return -1
            self.places = places
            nulls = <double*> realloc(self.nulls, (room_needed + 1) * sizeof(double))
            if nulls == NULL:
                return -1
            self.nulls = nulls
            self.place_room = room_needed
        for i in range(count):
            place = self.places[begin + i]
            while k < end and self.row[k] < place:
                self.places[at], self.nulls[at], self.place_ended[at - start] = self.row[k], 0.0, self.ended[k]
                at += 1
                k += 1
            linked = k < end and self.row[k] == place
            if linked or self.now[i] >= forgotten:
                self.places[at] = place
                self.nulls[at] = self.now[i] if self.now[i] >= forgotten else 0.0
                self.place_ended[at - start] = self.ended[k] if linked else 0.0
                at += 1
            k += linked
        while k < end:
            self.places[at], self.nulls[at], self.place_ended[at - start] = self.row[k], 0.0, self.ended[k]
            at += 1
            k += 1
        self.place_start[y + 2] = at
        return 0

    cdef void backward(self, Chain* c) noexcept nogil:
        cdef int32_t y, last = self.columns - 1
        cdef int64_t i
        memset(self.happened, 0, EVENTS * sizeof(double))
        for i in range(self.place_start[last + 2] - self.place_start[last + 1]):
            self.from_link[i] = self.from_null[i] = 1 / self.final
        for y in range(last, -1, -1):
            if y < last:
                self.choose(c, y)
            self.grow_back(y)
        self.choose(c, -1)

    cdef void choose(self, Chain* c, int32_t y) noexcept nogil:
        """Go back from target sentence y + 1 to the places after y; count the nulls and the choices between."""
        cdef int32_t k = self.first[y + 2] - 1, begin = self.first[y + 1], place, i, t, same, j
        cdef int32_t* places = self.places + self.place_start[y + 1]
        cdef double* nulls = self.nulls + self.place_start[y + 1]
        cdef int32_t count = <int32_t> (self.place_start[y + 2] - self.place_start[y + 1])
        cdef int32_t* kept = self.places + self.place_start[y + 2]
        cdef double* kept_nulls = self.nulls + self.place_start[y + 2]
        cdef double anywhere = 0.0, leave = 1 - c.skip_on, not_null = 1 - c.null, not_null_on = 1 - c.null_on
        cdef double after_null = (1 - c.resume) * (1 - c.null_on), not_resume = 1 - c.resume, share = self.shares[y + 1]
        cdef double skipping = 0.0, further = 0.0, ended, ready, following, resumed, null, choice, gone_on, power
        cdef double sums0 = 0.0, sums1 = 0.0, sums2 = 0.0, sums3 = 0.0, sums4 = 0.0, sums5 = 0.0, sums6 = 0.0
        cdef double sums7 = 0.0, sums8 = 0.0
        cdef int32_t at = self.rows, distance
        cdef bint has_next
        cdef double* happened = self.happened
        cdef double* swap = self.after_null
        self.after_null, self.from_null = self.from_null, swap
        for j in range(begin, k + 1):
            anywhere += self.into_fresh[j]
        anywhere = anywhere / self.rows
        t = <int32_t> (self.place_start[y + 3] - self.place_start[y + 2]) - 1
        j = self.first[y + 1] - 1 if y >= 0 else -1    # the links to y, to find those that ended at a place
        for i in range(count - 1, -1, -1):
            place = places[i]
            if y < 0:
                ended = 1.0
            elif j >= self.first[y] and self.row[j] == place:
                ended = self.ended[j]
                j -= 1
            else:
                ended = 0.0
            ready = not_null * ended + after_null * nulls[i]
            while k >= begin and self.row[k] > place + 1:
                distance = at - self.row[k] + 1
                if distance:
                    power = self.powers[distance]
                    further = (further + distance * skipping) * power
                    skipping = skipping * power
                skipping += leave * self.into_fresh[k]
                at = self.row[k] - 1
                k -= 1
            distance = at - place - 1
            if distance:
                power = self.powers[distance]
                further = (further + distance * skipping) * power
                skipping = skipping * power
            at = place + 1
            has_next = k >= begin and self.row[k] == place + 1
            following = self.into_fresh[k] if has_next else 0.0
            same = k - 1 if has_next else k
            resumed = self.into_fresh[same] if same >= begin and self.row[same] == place else 0.0
            while t >= 0 and kept[t] > place:
                t -= 1
            null = self.after_null[t] * share if t >= 0 and kept[t] == place and kept_nulls[t] != 0.0 else 0.0
            choice = c.following * following + c.skip * skipping + c.jump * anywhere
            gone_on = c.resume * resumed + not_resume * choice
            self.from_link[i] = c.null * null + not_null * choice
            self.from_null[i] = c.null_on * null + not_null_on * gone_on
            sums0 += ended * null
            sums1 += ended * choice
            sums2 += nulls[i] * null
            sums3 += nulls[i] * resumed
            sums4 += nulls[i] * choice
            sums5 += ready * following
            sums6 += ready * skipping
            sums7 += ready * further
            sums8 += ready
        happened[7] += c.null * sums0
        happened[8] += not_null * sums1
        happened[9] += c.null_on * sums2
        happened[11] += not_null_on * c.resume * sums3
        happened[12] += not_null_on * not_resume * sums4
        happened[10] = happened[11] + happened[12]
        happened[13] += c.following * sums5
        happened[14] += c.skip * sums6
        happened[15] += c.jump * anywhere * sums8
        happened[16] += c.skip * sums7
        happened[17] = happened[14]

    cdef void grow_back(self, int32_t y) noexcept nogil:
        """Go back over the links to target sentence y: their posteriors, and how often they grow and end."""
        cdef int32_t* places = self.places + self.place_start[y + 1]
        cdef int32_t i = <int32_t> (self.place_start[y + 2] - self.place_start[y + 1]) - 1, k
        cdef double share = self.shares[y], from_above = 0.0, end, grown, above_grown
        cdef double way0, way1, way2, way3, way4, way5, way6, fresh, by_target, by_source
        cdef double was_fresh, was_target, was_source
        cdef double sums0 = 0.0, sums1 = 0.0, sums2 = 0.0, sums3 = 0.0, sums4 = 0.0, sums5 = 0.0, sums6 = 0.0
        cdef double* happened = self.happened
        cdef Ends ends
        for k in range(self.first[y + 1] - 1, self.first[y] - 1, -1):
            while places[i] > self.row[k]:
                i -= 1
            end = self.from_link[i]
            grown = self.into_target[self.right[k]] if self.right[k] >= 0 else 0.0
            above_grown = from_above if self.has_above(k, y) else 0.0
            ends = self.ends(k, y)
            way0 = self.more_target[k] * grown
            way1 = self.more_source[k] * above_grown
            way2 = ends.fresh * end
            way3 = self.on_target[k] * grown
            way4 = ends.target * end
            way5 = self.on_source[k] * above_grown
            way6 = ends.source * end
            was_fresh, was_target, was_source = self.fresh[k], self.by_target[k], self.by_source[k]
            sums0 += was_fresh * way0
            sums1 += was_fresh * way1
            sums2 += was_fresh * way2
            sums3 += was_target * way3
            sums4 += was_target * way4
            sums5 += was_source * way5
            sums6 += was_source * way6
            fresh = way0 + way1 + way2
            by_target = way3 + TURN * above_grown + way4
            by_source = way5 + TURN * grown + way6
            self.started[k] = was_fresh * fresh
            self.posterior[k] = was_fresh * fresh + was_target * by_target + was_source * by_source
            self.after[k] = end
            self.into_fresh[k] = self.odds[k] * fresh * share
            self.into_target[k] = self.odds[k] * by_target * share
            from_above = self.odds[k] * by_source
        happened[0] += sums0
        happened[1] += sums1
        happened[2] += sums2
        happened[3] += sums3
        happened[4] += sums4
        happened[5] += sums5
        happened[6] += sums6

    # ------------------------------------------------------------------------------------------- what comes of it

    cdef int32_t cell_at(self, int32_t x, int32_t y) noexcept nogil:
        cdef int32_t low = self.first[y], high = self.first[y + 1], end = self.first[y + 1], middle
        if self.whole:
            return low + x
        while low < high:
            middle = (low + high) // 2
            if self.row[middle] < x:
                low = middle + 1
            else:
                high = middle
        return low if low < end and self.row[low] == x else -1

    def probability(self, int32_t x, int32_t y):
        """Return how probably two sentences belong together, rounded to nine decimals."""
        cdef int32_t k
        if not 0 <= x < self.rows or not 0 <= y < self.columns:
            raise IndexError("no such sentence")
        k = self.cell_at(x, y)
        return rounded(self.posterior[k]) if k >= 0 else 0.0

    def probable(self, double least):
        """Return the cells of at least that probability: probability, source sentence, target sentence."""
        cdef int32_t k, y
        return [
            (rounded(self.posterior[k]), self.row[k], y)
            for y in range(self.columns)
            for k in range(self.first[y], self.first[y + 1])
            if self.posterior[k] >= least
        ]

    def candidates(self, double caution):
        """Return the links worth taking."""
        cdef list found = []
        cdef int32_t k, x, y, j, more
        cdef double chance, one
        for y in range(self.columns):
            for k in range(self.first[y], self.first[y + 1]):
                if self.started[k] <= SMALL:
                    continue
                x = self.row[k]
                self.put(found, self.fresh[k] * self.ends(k, y).fresh * self.after[k], x, x + 1, y, y + 1, caution)
                chance, j = self.fresh[k], k
                for more in range(1, MOST_TARGETS):
                    one = self.more_target[j] if more == 1 else self.on_target[j]
                    j = self.right[j]
                    if j < 0:
                        break
                    chance *= one * self.odds[j] * self.shares[y + more]
                    one = chance * self.ends(j, y + more).target * self.after[j]
                    self.put(found, one, x, x + 1, y, y + more + 1, caution)
                chance, j = self.fresh[k], k
                for more in range(1, MOST_SOURCES):
                    if not self.has_above(j, y):
                        break
                    one = self.more_source[j] if more == 1 else self.on_source[j]
                    j += 1
                    chance *= one * self.odds[j]
                    one = chance * self.ends(j, y).source * self.after[j]
                    self.put(found, one, x, x + more + 1, y, y + 1, caution)
                one = self.climbed(k, y, "TS") + self.climbed(k, y, "ST")
                self.put(found, one, x, x + 2, y, y + 2, caution)
                one = self.climbed(k, y, "TTS") + self.climbed(k, y, "TST") + self.climbed(k, y, "STT")
                self.put(found, one, x, x + 2, y, y + 3, caution)
                one = self.climbed(k, y, "SST") + self.climbed(k, y, "STS") + self.climbed(k, y, "TSS")
                self.put(found, one, x, x + 3, y, y + 2, caution)
        return found

    cdef double climbed(self, int32_t k, int32_t y, const char* way) noexcept nogil:
        """Return how probable a link is that begins in cell k and grows that way; 0 if it is negligible."""
        cdef double chance = self.fresh[k]
        cdef char before = 0
        cdef Ends ends
        while way[0]:
            if before and before != way[0]:
                chance *= TURN
            elif way[0] == c"T":
                chance *= self.on_target[k] if before else self.more_target[k]
            else:
                chance *= self.on_source[k] if before else self.more_source[k]
            if way[0] == c"T":
                k = self.right[k]
                if k < 0:
                    return 0.0
                y += 1
                chance *= self.odds[k] * self.shares[y]
            else:
                if not self.has_above(k, y):
                    return 0.0
                k += 1
                chance *= self.odds[k]
            before = way[0]
            way += 1
        ends = self.ends(k, y)
        chance = chance * (ends.target if before == c"T" else ends.source) * self.after[k]
        return chance if chance > SMALL else 0.0

    cdef int put(self, list found, double chance, int32_t x0, int32_t x1, int32_t y0, int32_t y1,
                 double caution) except -1:
        cdef double worth = rounded(chance) - caution
        cdef int32_t x, y, k
        if chance <= SMALL:
            return 0
        for x in range(x0, x1):
            for y in range(y0, y1):
                k = self.cell_at(x, y)
                worth += PAIR_WEIGHT * ((rounded(self.posterior[k]) if k >= 0 else 0.0) - PAIR_COST)
        worth = rounded(worth)
        if worth > 0:
            found.append(Candidate(-worth, x0, x1, y0, y1))
        return 0
