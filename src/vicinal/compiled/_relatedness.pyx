# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""How many words two documents share, compiled: the counting of `vicinal.corpus.relatedness`, the reference.

Words of ASCII letters and digits are packed into a number and counted without making a Python object. Parts of a text
with other characters are left to the reference, which splits them into words, and remembered, since the same parts come
again and again. What is remembered is bounded.

The interpreter's lock is held: a pair takes microseconds, and runs use processes.
"""

from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

cdef extern from "Python.h":
    int PyUnicode_KIND(object)
    void* PyUnicode_DATA(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    uint32_t PyUnicode_READ(int, void*, Py_ssize_t)

include "bits.pxi"  # bits and bytes of numbers

cdef enum:
    PACKED = 16   # bytes of a word that are compared with the frequent words
    OPENING = 16  # the most words that may count twice
    KNOWN = 30    # characters of a part that is remembered
    TABLE = 1 << 17

cdef uint64_t BEYOND_ASCII = <uint64_t> 1 << 63  # marks the numbers of words that are not packed letters

cdef uint8_t[128] _IS_LETTER  # whether a character of ASCII is a letter or digit
cdef uint64_t[9] _MASKS       # the lowest bytes of a number

for _byte in range(128):
    _IS_LETTER[_byte] = chr(_byte).isalnum()
for _byte in range(9):
    _MASKS[_byte] = (1 << (8 * _byte)) - 1


cdef struct Slot:
    uint64_t key
    uint64_t stamp      # the comparison that filled the slot
    int32_t[2] count    # in each document

cdef struct Frequent:
    uint64_t low
    uint64_t high

cdef struct Part:
    uint64_t hash
    Py_ssize_t length
    Py_ssize_t words
    uint32_t[KNOWN] letters
    uint64_t[1] keys    # of its words; there is memory for all of them


cdef inline uint64_t separators(uint64_t x) noexcept:
    """Return eight bytes with the highest bit set in each that is not an ASCII letter or digit."""
    cdef uint64_t ones = 0x0101010101010101, high = 0x8080808080808080
    cdef uint64_t low = x & ~high
    cdef uint64_t small = low | (0x20 * ones)
    cdef uint64_t digit = (low + (0x80 - 0x30) * ones) & ~(low + (0x80 - 0x3A) * ones)
    cdef uint64_t letter = (small + (0x80 - 0x61) * ones) & ~(small + (0x80 - 0x7B) * ones)
    return ~((digit | letter) & ~x) & high


cdef inline uint64_t eight(uint8_t* bytes, Py_ssize_t at, Py_ssize_t end) noexcept:
    """Return the bytes from a place on as a number, the first one lowest, with zeros after the end."""
    cdef uint64_t x = 0
    if at + 8 <= end:
        memcpy(&x, bytes + at, 8)
    else:
        memcpy(&x, bytes + at, end - at)
    return swapped(x) if BIG_ENDIAN else x


cdef inline uint64_t mixed(uint64_t a, uint64_t b) noexcept:
    a = (a ^ (b * <uint64_t> 0xBF58476D1CE4E5B9)) * <uint64_t> 0x9E3779B97F4A7C15
    return a ^ (a >> 32)


cdef inline bint is_apart(uint32_t letter) noexcept:
    """Return whether a character is one of the usual signs between words of Chinese and Japanese."""
    return 0x3000 <= letter <= 0x3002 or 0x300C <= letter <= 0x300F or letter in (0x30FB, 0xFF0C, 0xFF01)


cdef bint is_east_asian(int kind, void* data, Py_ssize_t at, Py_ssize_t end) noexcept:
    """Return whether some characters are common ones of Chinese and Japanese, which no rule changes, and usual signs."""
    cdef uint32_t letter
    for at in range(at, end):
        letter = PyUnicode_READ(kind, data, at)
        if not (
            0x4E00 <= letter <= 0x9FA5 or 0x3041 <= letter <= 0x3096 or 0x30A1 <= letter <= 0x30FA or letter == 0x30FC
            or is_apart(letter)
        ):
            return False
    return True


cdef class Comparer:
    """Counts the words that two documents share; see `vicinal.corpus.relatedness`, which makes one a process."""

    cdef Slot* slots
    cdef Py_ssize_t size, distinct
    cdef uint64_t stamp
    cdef Frequent* frequent
    cdef Py_ssize_t frequent_size
    cdef uint8_t[8192] may_be_frequent  # a bit for each of the lowest 16 bits of a hash: small enough to stay near
    cdef Part** known
    cdef Py_ssize_t parts, most_known
    cdef uint8_t* bytes         # of a piece of text with wider characters
    cdef dict numbers           # of the words beyond ASCII
    cdef object subject_words
    cdef Py_ssize_t windows, window
    cdef int opening
    cdef uint64_t beginning     # the bits of a packed word that are compared
    # The comparison: sums over the words of each document, and the document that is read.
    cdef bint is_comparing
    cdef int side
    cdef int64_t[2] total, square
    cdef int64_t product
    cdef uint64_t[OPENING] first

    def __cinit__(self, frequent, subject_words, Py_ssize_t windows, Py_ssize_t window, int beginning, int opening,
                  Py_ssize_t most_known):
        """Prepare for comparing.

        Args:
            frequent: The words that do not count, in UTF-8.
            subject_words: What returns the words of a part of a text, in UTF-8, given as that.
            windows: How many parts of a long document are read.
            window: How many characters each of them has.
            beginning: How many letters of a word are compared, at most 7.
            opening: How many words of a document count twice, at most 16.
            most_known: How many parts and words beyond ASCII are remembered.
        """
        cdef bytes word
        cdef uint64_t low, high, hash
        cdef Py_ssize_t k, place
        if not 0 < beginning < 8 or not 0 <= opening <= OPENING or windows < 2 or window < 1:
            raise ValueError("beginning must be from 1 to 7, opening at most 16, windows at least 2")
        if not 0 < most_known <= TABLE // 2:
            raise ValueError(f"most_known must be from 1 to {TABLE // 2}")
        self.windows, self.window, self.opening, self.most_known = windows, window, opening, most_known
        self.beginning = (<uint64_t> 1 << (8 * beginning)) - 1
        self.subject_words = subject_words
        self.numbers = {}
        self.size = 2048
        self.slots = <Slot*> PyMem_Calloc(self.size, sizeof(Slot))
        self.known = <Part**> PyMem_Calloc(TABLE, sizeof(Part*))
        self.bytes = <uint8_t*> PyMem_Malloc(windows * window)
        self.frequent_size = 256
        packed = [word for word in frequent if word and word.isascii()]
        while self.frequent_size < 2 * len(packed):
            self.frequent_size *= 2
        self.frequent = <Frequent*> PyMem_Calloc(self.frequent_size, sizeof(Frequent))
        if self.slots == NULL or self.known == NULL or self.bytes == NULL or self.frequent == NULL:
            raise MemoryError
        for word in packed:
            if len(word) > PACKED:
                raise ValueError(f"a frequent word has at most {PACKED} letters, not {word!r}")
            low = high = 0
            for k in range(len(word)):
                if k < 8:
                    low |= <uint64_t> <uint8_t> word[k] << (8 * k)
                else:
                    high |= <uint64_t> <uint8_t> word[k] << (8 * (k - 8))
            hash = mixed(low, high)
            self.may_be_frequent[(hash & 0xFFFF) >> 3] |= 1 << (hash & 7)
            place = hash & (self.frequent_size - 1)
            while self.frequent[place].low:
                place = (place + 1) & (self.frequent_size - 1)
            self.frequent[place] = Frequent(low, high)

    def __dealloc__(self):
        self.free_parts()
        PyMem_Free(self.known)
        PyMem_Free(self.bytes)
        PyMem_Free(self.frequent)
        PyMem_Free(self.slots)

    def compare(self, tuple source not None, tuple target not None):
        """Return how many words each document has, and the dot product and the squared lengths of their counts.

        Args:
            source: The paragraphs of one document, each a tuple of sentences.
            target: Those of the other.

        Returns:
            None while another thread is comparing: it may be asking for the words of a part, and has the sums.
        """
        if self.is_comparing:
            return None
        self.is_comparing = True
        try:
            self.compare_sides(source, target)
        finally:
            self.is_comparing = False
        return self.total[0], self.total[1], self.product, self.square[0], self.square[1]

    cdef int compare_sides(self, tuple source, tuple target) except -1:
        cdef int side
        if self.parts >= self.most_known or len(self.numbers) >= 4 * self.most_known:
            self.free_parts()
            self.numbers.clear()
        self.stamp += 1
        self.distinct = 0
        self.product = 0
        for side in range(2):
            self.side = side
            self.total[side] = self.square[side] = 0
            self.read(target if side else source)
            self.repeat_opening()
        return 0

    cdef int repeat_opening(self) except -1:
        """Count the first words of the document again."""
        cdef int k
        cdef int opened = <int> min(self.total[self.side], self.opening)
        for k in range(opened):
            self.count(self.first[k])
        return 0

    cdef int read(self, tuple document) except -1:
        """Count the words of a document; of a long one, those in windows that are spread over it.

        The characters are numbered as if a line end stood between sentences and between paragraphs.
        """
        cdef tuple paragraph
        cdef str sentence
        cdef Py_ssize_t length = -1, at = 0, number = 0, start, end
        for paragraph in document:
            length += 1 if not paragraph else <Py_ssize_t> len(paragraph)
            for sentence in paragraph:
                if sentence is None:
                    raise TypeError("a sentence is a string, not None")
                length += PyUnicode_GET_LENGTH(sentence)
        if length <= self.windows * self.window:
            for paragraph in document:
                for sentence in paragraph:
                    self.read_piece(sentence, 0, PyUnicode_GET_LENGTH(sentence))
            return 0
        start = 0
        for paragraph in document:
            for sentence in paragraph:
                end = at + PyUnicode_GET_LENGTH(sentence)
                while start < end:  # the window begins in this sentence, or before it
                    self.read_piece(sentence, max(start, at) - at, min(end, start + self.window) - at)
                    if start + self.window > end:
                        break
                    number += 1
                    if number == self.windows:
                        return 0
                    start = number * (length - self.window) // (self.windows - 1)
                at = end + 1
            at += not paragraph
        return 0

    cdef int read_piece(self, str sentence, Py_ssize_t at, Py_ssize_t end) except -1:
        """Count the words of some characters of a sentence, up to sixteen letters of ASCII at a time."""
        cdef int kind = PyUnicode_KIND(sentence)
        cdef void* data = PyUnicode_DATA(sentence)
        cdef uint8_t* bytes = <uint8_t*> data
        cdef uint64_t low, high, ends
        cdef Py_ssize_t length, begin = at, k
        cdef uint32_t letter
        if kind != 1:  # of a wider text, what is not ASCII becomes 255
            bytes = self.bytes - at
            for k in range(at, end):
                letter = PyUnicode_READ(kind, data, k)
                bytes[k] = <uint8_t> letter if letter < 128 else 255
        while at < end:
            low = eight(bytes, at, end)
            high = 0
            ends = separators(low)
            length = 8
            if ends:
                length = lowest_bit(ends) >> 3
                low &= _MASKS[length]
            elif at + 8 < end:
                high = eight(bytes, at + 8, end)
                ends = separators(high)
                length = 8 + (lowest_bit(ends) >> 3) if ends else 16
                high &= _MASKS[length - 8]
            k = at + length
            if length == 16:
                while k < end and bytes[k] < 128 and _IS_LETTER[bytes[k]]:
                    k += 1
            if k < end and bytes[k] >= 128:
                begin = at
                while k < end and (bytes[k] >= 128 or _IS_LETTER[bytes[k]]):
                    k += 1
                self.add_part(sentence, begin, k)
            elif length > 1:
                # One bit makes letters lower case and leaves digits as they are.
                low |= <uint64_t> 0x2020202020202020 & _MASKS[min(length, 8)]
                if length > 8:
                    high |= <uint64_t> 0x2020202020202020 & _MASKS[length - 8]
                self.add_packed(low, high, k - at)
            at = k + 1
        return 0

    cdef inline int add_packed(self, uint64_t low, uint64_t high, Py_ssize_t length) except -1:
        """Count a word of ASCII letters, the first of them given as numbers, unless it is frequent."""
        cdef uint64_t hash = mixed(low, high)
        cdef Py_ssize_t place
        if length <= PACKED and self.may_be_frequent[(hash & 0xFFFF) >> 3] >> (hash & 7) & 1:
            place = hash & (self.frequent_size - 1)
            while self.frequent[place].low:
                if self.frequent[place].low == low and self.frequent[place].high == high:
                    return 0
                place = (place + 1) & (self.frequent_size - 1)
        return self.add(low & self.beginning)

    cdef int add_part(self, str sentence, Py_ssize_t begin, Py_ssize_t end) except -1:
        """Count the words of a part of a sentence with characters beyond ASCII."""
        cdef int kind = PyUnicode_KIND(sentence)
        cdef void* data = PyUnicode_DATA(sentence)
        cdef uint32_t[KNOWN] letters
        cdef uint32_t letter
        cdef uint64_t hash = 0
        cdef Py_ssize_t k, place, length = end - begin
        cdef Part* part
        cdef list keys
        if length > KNOWN:  # in scripts without spaces, these are whole sentences
            if is_east_asian(kind, data, begin, end):
                # Words are pairs of neighbours, which change nothing about each other.
                for k in range(begin, end - 1):
                    if not is_apart(PyUnicode_READ(kind, data, k)) and not is_apart(PyUnicode_READ(kind, data, k + 1)):
                        self.add_part(sentence, k, k + 2)
                return 0
            for key in self.keys_of(sentence[begin:end]):
                self.add(key)
            return 0
        for k in range(length):
            letter = PyUnicode_READ(kind, data, begin + k)
            letters[k] = letter
            hash = mixed(hash, letters[k] + 1)
        place = hash & (TABLE - 1)
        while self.known[place] != NULL:
            part = self.known[place]
            if part.hash == hash and part.length == length and (
                memcmp(part.letters, letters, length * sizeof(uint32_t)) == 0
            ):
                for k in range(part.words):
                    self.add(part.keys[k])
                return 0
            place = (place + 1) & (TABLE - 1)
        keys = self.keys_of(sentence[begin:end])
        for key in keys:
            self.add(key)
        if self.parts < self.most_known:
            part = <Part*> PyMem_Malloc(sizeof(Part) + len(keys) * sizeof(uint64_t))
            if part == NULL:
                raise MemoryError
            part.hash, part.length, part.words = hash, length, len(keys)
            for k in range(length):
                part.letters[k] = letters[k]
            for k in range(part.words):
                part.keys[k] = keys[k]
            self.known[place] = part
            self.parts += 1
        return 0

    cdef list keys_of(self, str part):
        """Return the numbers of the words of a part of a text, as the reference splits it."""
        cdef list keys = []
        cdef bytes word
        for word in self.subject_words(part.encode("utf-8", "surrogatepass")):
            if word.isascii():
                keys.append(int.from_bytes(word, "little"))
            else:
                keys.append(BEYOND_ASCII | <uint64_t> self.numbers.setdefault(word, len(self.numbers)))
        return keys

    cdef inline int add(self, uint64_t key) except -1:
        """Count a word that may tell the subject."""
        if self.total[self.side] < self.opening:
            self.first[self.total[self.side]] = key
        return self.count(key)

    cdef inline int count(self, uint64_t key) except -1:
        cdef Py_ssize_t place = mixed(key, 0) & (self.size - 1)
        cdef Slot* slot
        while True:
            slot = &self.slots[place]
            if slot.stamp != self.stamp:
                slot.stamp, slot.key = self.stamp, key
                slot.count[0] = slot.count[1] = 0
                self.distinct += 1
                break
            if slot.key == key:
                break
            place = (place + 1) & (self.size - 1)
        self.square[self.side] += 2 * <int64_t> slot.count[self.side] + 1
        slot.count[self.side] += 1
        self.total[self.side] += 1
        if self.side:
            self.product += slot.count[0]
        if 2 * self.distinct > self.size:
            self.grow()
        return 0

    cdef int grow(self) except -1:
        """Double the table of the words that are counted."""
        cdef Py_ssize_t k, place, size = 2 * self.size
        cdef Slot* slots = <Slot*> PyMem_Calloc(size, sizeof(Slot))
        if slots == NULL:
            raise MemoryError
        for k in range(self.size):
            if self.slots[k].stamp == self.stamp:
                place = mixed(self.slots[k].key, 0) & (size - 1)
                while slots[place].stamp:
                    place = (place + 1) & (size - 1)
                slots[place] = self.slots[k]
        PyMem_Free(self.slots)
        self.slots, self.size = slots, size
        return 0

    cdef void free_parts(self) noexcept:
        """Forget the parts that are remembered."""
        cdef Py_ssize_t k
        if self.known != NULL:
            for k in range(TABLE):
                PyMem_Free(self.known[k])
                self.known[k] = NULL
        self.parts = 0
