# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled twin of `corpus.pair_counts`: the same numbers.

The Python is the reference. Words are counted without splitting texts; texts with characters that may belong to scripts
without spaces are counted by `words`.
"""

from libc.math cimport rint
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

import sys

cdef extern from "Python.h":
    int PyUnicode_KIND(object)
    void* PyUnicode_DATA(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)

cdef enum:
    MOST_BINS = 64
    # No character before the first, nor between the second and third, belongs to a script without spaces.
    THAI = 0x0E00
    PUNCTUATION = 0x2000
    AFTER = 0x2070

cdef uint8_t _space[256]
cdef uint8_t _punctuation[AFTER - PUNCTUATION]


cdef _fill_tables():
    cdef int code
    for code in range(256):
        _space[code] = chr(code).isspace()
    for code in range(AFTER - PUNCTUATION):
        _punctuation[code] = chr(PUNCTUATION + code).isspace()


_fill_tables()


# Eight bytes or four characters of two bytes at a time, in a machine that stores the lowest byte first: spaces are found
# by arithmetic on the whole word. A word with anything but ASCII, or with control characters, is read one by one.
cdef enum:
    EIGHT = 8
    FOUR = 4

cdef uint64_t ONES = 0x0101010101010101, HIGH = 0x8080808080808080, LOW = 0x7F7F7F7F7F7F7F7F
cdef uint64_t SPACES = 0x2020202020202020, NO_CONTROL = 0xE0E0E0E0E0E0E0E0
cdef uint64_t WIDE_ONES = 0x0001000100010001, WIDE_HIGH = 0x8000800080008000, WIDE_LOW = 0x7FFF7FFF7FFF7FFF
cdef uint64_t WIDE_SPACES = 0x0020002000200020, WIDE_OTHERS = 0xFF80FF80FF80FF80, WIDE_NO_CONTROL = 0x0060006000600060
cdef bint _lowest_first = sys.byteorder == "little"


cdef Py_ssize_t _words_of_bytes(const uint8_t* text, Py_ssize_t length) noexcept nogil:
    cdef Py_ssize_t i = 0, end, count = 0
    cdef uint64_t block, found, before = 1
    cdef uint8_t here
    while i < length:
        if _lowest_first and length - i >= EIGHT:
            memcpy(&block, text + i, EIGHT)
            found = block & NO_CONTROL
            if not (block & HIGH or (found - ONES) & ~found & HIGH):
                found = block ^ SPACES
                found = ~(((found & LOW) + LOW) | found | LOW)  # the high bit of each space
                count += ((((found << 8) | (before << 7)) & ~found & HIGH) >> 7) * ONES >> 56
                before = found >> 63
                i += EIGHT
                continue
        end = min(i + EIGHT, length)
        while i < end:
            here = _space[text[i]]
            count += before & (here ^ 1)
            before = here
            i += 1
    return count


cdef Py_ssize_t _words_of_pairs(const uint16_t* text, Py_ssize_t length) noexcept nogil:
    """Return the number of words; -1 if that needs more than spaces."""
    cdef Py_ssize_t i = 0, end, count = 0
    cdef uint64_t block, found, before = 1
    cdef uint16_t code
    cdef uint8_t here
    while i < length:
        if _lowest_first and length - i >= FOUR:
            memcpy(&block, text + i, EIGHT)
            found = block & WIDE_NO_CONTROL
            if not (block & WIDE_OTHERS or (found - WIDE_ONES) & ~found & WIDE_HIGH):
                found = block ^ WIDE_SPACES
                found = ~(((found & WIDE_LOW) + WIDE_LOW) | found | WIDE_LOW)
                count += ((((found << 16) | (before << 15)) & ~found & WIDE_HIGH) >> 15) * WIDE_ONES >> 48
                before = found >> 63
                i += FOUR
                continue
        end = min(i + FOUR, length)
        while i < end:
            code = text[i]
            if code < 256:
                here = _space[code]
            elif code < THAI:
                here = 0
            elif code < PUNCTUATION or code >= AFTER:
                return -1
            else:
                here = _punctuation[code - PUNCTUATION]
            count += before & (here ^ 1)
            before = here
            i += 1
    return count


cdef class PairCounts:
    """See `corpus.pair_counts.PairCounts`."""

    cdef readonly int64_t pairs, without_links, identical, crossing, millionths
    cdef object _words, _same_text
    cdef int _score_bins, _ratio_edges, _width, _length_bins
    cdef double _score_edge[MOST_BINS]
    cdef double _ratio_edge[MOST_BINS]
    cdef int64_t _kinds[4]
    cdef int64_t _scores[MOST_BINS]
    cdef int64_t _ratios[MOST_BINS]
    cdef int64_t _sides[2][4]
    cdef int64_t _lengths[2][MOST_BINS]
    # For the pair at hand: the words of each sentence, and whether it is in a link.
    cdef int64_t* _size[2]
    cdef uint8_t* _aligned[2]
    cdef Py_ssize_t _room[2]

    def __cinit__(self, bins, words, same_text):
        scores, ratios, self._width, self._length_bins = bins
        if max(len(scores), len(ratios) + 1, self._length_bins) > MOST_BINS or min(self._width, self._length_bins) < 1:
            raise ValueError("bins that do not fit")
        if len(scores) < 2 or scores[0] > 0:
            raise ValueError("a score below the first bin")
        self._words, self._same_text = words, same_text
        self._score_bins, self._ratio_edges = len(scores) - 1, len(ratios)
        for place, edge in enumerate(scores):
            self._score_edge[<int> place] = edge
        for place, edge in enumerate(ratios):
            self._ratio_edge[<int> place] = edge

    def __dealloc__(self):
        for side in range(2):
            free(self._size[<int> side])
            free(self._aligned[<int> side])

    @property
    def kinds(self):
        return [self._kinds[i] for i in range(4)]

    @property
    def scores(self):
        return [self._scores[i] for i in range(self._score_bins)]

    @property
    def ratios(self):
        return [self._ratios[i] for i in range(self._ratio_edges + 1)]

    @property
    def sides(self):
        return tuple([self._sides[side][i] for i in range(4)] for side in range(2))

    @property
    def lengths(self):
        return tuple([self._lengths[side][i] for i in range(self._length_bins)] for side in range(2))

    def add(self, source, target, links):
        """Add a pair, and return how many source and target sentences are in a link."""
        cdef tuple texts = (_sentences(source), _sentences(target))
        cdef Py_ssize_t count[2]
        cdef Py_ssize_t i
        cdef int side
        cdef int64_t length, bin
        starts = []
        for side in range(2):
            count[side] = self._measure(side, <list> texts[side])
        for link in links:
            starts.append(self._add_link(link, texts))
        self.pairs += 1
        self.without_links += not links
        self._add_crossing(starts)
        for side in range(2):
            self._sides[side][0] += len(target if side else source)
            self._sides[side][1] += count[side]
            for i in range(count[side]):
                length = self._size[side][i]
                self._sides[side][3] += length
                bin = length // self._width
                self._lengths[side][bin if bin < self._length_bins else self._length_bins - 1] += 1
        first, second = self._linked(0, count[0]), self._linked(1, count[1])
        self._sides[0][2] += first
        self._sides[1][2] += second
        return first, second

    cdef int64_t _linked(self, int side, Py_ssize_t count):
        cdef Py_ssize_t i
        cdef int64_t found = 0
        for i in range(count):
            found += self._aligned[side][i]
        return found

    cdef Py_ssize_t _measure(self, int side, list sentences) except -1:
        """Count the words of the sentences of a side, and return how many sentences it has."""
        cdef Py_ssize_t i, count = len(sentences), found
        cdef void* more
        cdef str text
        if count > self._room[side]:
            more = realloc(self._size[side], 2 * count * sizeof(int64_t))
            if more == NULL:
                raise MemoryError
            self._size[side] = <int64_t*> more
            more = realloc(self._aligned[side], 2 * count)
            if more == NULL:
                raise MemoryError
            self._aligned[side] = <uint8_t*> more
            self._room[side] = 2 * count
        if count:
            memset(self._aligned[side], 0, count)
        for i in range(count):
            text = sentences[i]
            found = -1
            if text is None:
                raise TypeError("a sentence is a string")
            if PyUnicode_KIND(text) == 1:
                found = _words_of_bytes(<const uint8_t*> PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text))
            elif PyUnicode_KIND(text) == 2:
                found = _words_of_pairs(<const uint16_t*> PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text))
            self._size[side][i] = self._words(text) if found < 0 else found
        return count

    cdef tuple _add_link(self, tuple link, tuple texts):
        """Add a link, and return its first sentences."""
        cdef double score, ratio
        cdef int place
        cdef Py_ssize_t first[2]
        cdef int64_t words[2]
        for place in range(2):
            words[place] = self._add_side(place, link[place], len(<list> texts[place]), &first[place])
        self._kinds[2 * (len(link[0]) > 1) + (len(link[1]) > 1)] += 1
        score = link[2]
        if score != score:
            raise ValueError("a link with a score that is not a number")
        score = 0.0 if score < 0.0 else 1.0 if score > 1.0 else score
        self.millionths += <int64_t> rint(score * 1000000)
        place = 0
        while place < self._score_bins and self._score_edge[place] <= score:
            place += 1
        self._scores[place - 1] += 1
        if words[0] and words[1]:
            ratio = <double> words[1] / <double> words[0]
            place = 0
            while place < self._ratio_edges and self._ratio_edge[place] <= ratio:
                place += 1
            self._ratios[place] += 1
        if words[0] == words[1]:
            self.identical += self._is_identical(link, <list> texts[0], <list> texts[1])
        return first[0], first[1]

    cdef int64_t _add_side(self, int side, indices, Py_ssize_t count, Py_ssize_t* first) except -1:
        """Return the number of words of a side of a link, and set its first sentence."""
        cdef int64_t words = 0
        cdef Py_ssize_t index
        first[0] = count
        for number in indices:
            if not 0 <= number < count:
                first[0] = count
                break
            index = number
            words += self._size[side][index]
            self._aligned[side][index] = 1
            if index < first[0]:
                first[0] = index
        if first[0] == count:
            raise IndexError("a link with sentences that are not there")
        return words

    cdef bint _is_identical(self, tuple link, list source, list target) except -1:
        if len(link[0]) == len(link[1]) == 1:
            first, second = source[<Py_ssize_t> link[0][0]], target[<Py_ssize_t> link[1][0]]
            if first == second:
                return True
            return self._same_text([first], [second])
        return self._same_text([source[<Py_ssize_t> x] for x in link[0]], [target[<Py_ssize_t> y] for y in link[1]])

    cdef _add_crossing(self, list starts):
        cdef Py_ssize_t furthest = -1, start
        starts.sort()
        for _, start in starts:
            self.crossing += start < furthest
            furthest = max(furthest, start)


cdef list _sentences(paragraphs):
    cdef list found = []
    for paragraph in paragraphs:
        found += paragraph
    return found
