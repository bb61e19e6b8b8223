# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled twin of `methods.global_.fourgrams`: the same numbers, bit for bit.

The Python is the reference; names and the order of all sums are the same. What differs: dictionaries are arrays and a
hash table, and letters are found through a table of characters. Sentences with characters that the table cannot tell
(marks, joiners, scripts without spaces, rare ones) are split by `tokens` first. Everything else runs without the
interpreter's lock.
"""

from libc.math cimport log, rint, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memchr, memset

import re
import unicodedata

from vicinal.compiled._storage cimport Arrays, Integers
from vicinal.text.tokens import tokens, without_joiners, writes_no_spaces

cdef extern from "Python.h":
    int PyUnicode_KIND(object)
    void* PyUnicode_DATA(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    uint32_t PyUnicode_READ(int, void*, Py_ssize_t) nogil
    object PyUnicode_FromKindAndData(int, void*, Py_ssize_t)

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define prefetch(address) __builtin_prefetch(address)
    #else
    #define prefetch(address) ((void) 0)
    #endif
    """
    void prefetch(void*) nogil

cdef enum:
    SIZE = 4
    AHEAD = 12                   # letters
    # What the table says of a character; any other number is the letter that it becomes.
    UNKNOWN = 0
    COMPLEX = 1                  # ask `tokens`
    APART = 32                   # between words
    # Surrogates and private use are in no word. In the table they stand for characters that become several letters; in
    # keys, for characters outside the 16-bit plane.
    SPARE = 0xD800
    SPARE_END = 0xF900
    SPARE_BITS = 14              # of the table of these; it has twice as many places as they are

cdef uint16_t[0x10000] _table
cdef uint16_t[512][3] _several   # padded with zeros
cdef int _several_count = 0
cdef uint8_t[0x10000] _no_space  # whether a letter is of a script without spaces
_WORD = re.compile(r"[^\W_]+")


cdef uint16_t _look_up(uint32_t point) except 0:
    """Fill in the table entry of a character, as `tokens` treats it."""
    global _several_count
    cdef str character = chr(point), folded
    cdef uint16_t entry = COMPLEX
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFD", character).casefold())
    # Letters that join their neighbours in composition: Hangul in parts.
    conjoining = 0x1100 <= point < 0x1200 or 0xA960 <= point < 0xA980 or 0xD7B0 <= point < 0xD800
    if conjoining or without_joiners(f"a{character}a") == "aa" or not folded:
        entry = COMPLEX
    elif any(unicodedata.category(c)[0] == "M" for c in (*character, *folded)):
        entry = COMPLEX
    elif not _WORD.search(folded):
        entry = APART
    elif not _WORD.fullmatch(folded) or any(ord(c) >= SPARE for c in folded):
        entry = COMPLEX
    elif len(folded) == 1:
        entry = ord(folded)
        _no_space[entry] = writes_no_spaces(folded)
    elif len(folded) <= 3 and _several_count < 512 and not any(map(writes_no_spaces, folded)):
        for k, c in enumerate(folded):
            _several[_several_count][<Py_ssize_t> k] = ord(c)
        entry = SPARE + _several_count
        _several_count += 1
    _table[point] = entry
    return entry


for _point in range(256):
    _look_up(_point)


cdef int point_at(Text* text, str sentence) except -1:
    """Let a text point at the characters of a string, which must stay alive."""
    text.kind = PyUnicode_KIND(sentence)
    text.data = PyUnicode_DATA(sentence)
    text.length = PyUnicode_GET_LENGTH(sentence)
    text.is_spelled = False
    return 0


cdef Py_ssize_t first_unread(Text* texts, Py_ssize_t k, Py_ssize_t count) noexcept nogil:
    """Return the first text from k on with a character that the table does not tell, or cannot."""
    cdef Py_ssize_t i
    cdef uint16_t* twos
    while k < count:
        if texts[k].kind == 1:
            # Joiners are all that is complex among these characters.
            if memchr(texts[k].data, 0xAD, texts[k].length) or memchr(texts[k].data, 0xB7, texts[k].length):
                return k
        elif texts[k].kind == 2:
            twos = <uint16_t*> texts[k].data
            for i in range(texts[k].length):
                if _table[twos[i]] <= COMPLEX:
                    return k
        else:
            return k
        k += 1
    return k


cdef int spell(Text* text, list kept) except -1:
    """Look up the characters of a text; if that does not suffice, let it point at its words, kept alive in `kept`."""
    cdef str sentence
    if _looked_up(text):
        return 0
    sentence = PyUnicode_FromKindAndData(text.kind, text.data, text.length)
    composed = unicodedata.normalize("NFC", without_joiners(sentence))
    kept.append(composed)
    point_at(text, composed)
    if _looked_up(text):
        return 0
    words = tokens(sentence)
    spelled = f" {' '.join(words)} " if words else ""
    kept.append(spelled)
    point_at(text, spelled)
    text.is_spelled = True
    return 0


cdef bint _looked_up(Text* text) except -1:
    """Look up every character of a text; return whether the table tells them all."""
    cdef Py_ssize_t k
    cdef uint32_t c
    for k in range(text.length):
        c = PyUnicode_READ(text.kind, text.data, k)
        if c > 0xFFFF or (_table[c] or _look_up(c)) == COMPLEX:
            return False
    return True


cdef int _too_many() except -1 with gil:
    raise OverflowError("too many different characters, or too long a text")


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


cdef struct Reader:
    uint16_t* letters
    Py_ssize_t letters_room
    Slot* slots                  # a hash table
    uint64_t mask
    int32_t vocabulary
    int32_t* occurs              # of each gram: in how many rows
    int32_t* grams
    double* counts
    int64_t used, room
    uint32_t* spare              # a hash table of the characters outside the 16-bit plane
    uint16_t* spare_numbers
    int32_t spared


cdef inline uint64_t _place(uint64_t key, uint64_t mask) noexcept nogil:
    return (key * <uint64_t> 0x9E3779B97F4A7C15) >> 32 & mask


cdef class Grams:
    """The twin of `methods.global_.fourgrams.Grams`."""

    def __cinit__(self, *_):
        self.arrays = Arrays()

    def __init__(self, source, target):
        cdef Arrays scratch = Arrays()
        cdef list kept = []
        cdef Py_ssize_t k = 0, count = len(source) + len(target)
        cdef Text* texts = <Text*> scratch.bare(count, sizeof(Text))
        for sentences in (source, target):
            for sentence in sentences:
                point_at(&texts[k], sentence)
                k += 1
        k = first_unread(texts, 0, count)
        while k < count:
            spell(&texts[k], kept)
            k = first_unread(texts, k + 1, count)
        self.rows, self.columns = len(source), len(target)
        with nogil:
            self.read(texts, scratch)

    cdef int read(self, Text* texts, Arrays scratch) except -1 nogil:
        """Make the rows of all texts, the source first; `first_unread` must have found none.

        Args:
            texts: As many as there are rows and columns.
            scratch: For memory that is not needed afterwards.
        """
        cdef Reader reader
        cdef int32_t row, total = self.rows + self.columns
        cdef int64_t characters = 0
        memset(&reader, 0, sizeof(Reader))
        for row in range(total):
            characters += texts[row].length
        reader.mask = 1023
        # Of four grams of a pair of documents, as a rule less than two are different, and half of the table stays empty.
        while reader.mask < <uint64_t> (characters - characters // 4) and reader.mask < 1 << 20:
            reader.mask = 2 * reader.mask + 1
        reader.slots = <Slot*> scratch.zeros(reader.mask + 1, sizeof(Slot))
        reader.occurs = scratch.unset_integers(reader.mask // 2 + 1)
        reader.room = characters + total + 64
        reader.grams = self.arrays.unset_integers(reader.room)
        reader.counts = self.arrays.unset_doubles(reader.room)
        self.start = self.arrays.longs(total + 1)
        for row in range(total):
            _read(&reader, &texts[row], self.arrays, scratch)
            self.start[row + 1] = reader.used
        self.vocabulary, self.grams, self.weights = reader.vocabulary, reader.grams, reader.counts
        self.weigh(reader.occurs, scratch)
        return self.finish()

    cdef int weigh(self, int32_t* occurs, Arrays scratch) except -1 nogil:
        """Turn counts into weights."""
        cdef int32_t total = self.rows + self.columns, k
        cdef int64_t i
        cdef double* by_count = scratch.doubles(total + 1)      # most grams share a few counts
        cdef double* by_gram = scratch.unset_doubles(self.vocabulary)
        for i in range(self.vocabulary):
            k = occurs[i]
            if by_count[k] == 0.0:
                by_count[k] = log(<double> total / <double> k) + 1.0
            by_gram[i] = by_count[k]
        for i in range(self.start[total]):
            self.weights[i] = self.weights[i] * by_gram[self.grams[i]]
        return 0

    cdef int finish(self) except -1 nogil:
        """Square the rows."""
        cdef int32_t row
        cdef int64_t i
        cdef double square
        self.squares = self.arrays.unset_doubles(self.rows + self.columns)
        self.scratch = self.arrays.doubles(self.vocabulary)
        self.where_start = NULL  # there may have been other rows before
        for row in range(self.rows + self.columns):
            square = 0.0
            for i in range(self.start[row], self.start[row + 1]):
                square += self.weights[i] * self.weights[i]
            self.squares[row] = square
        return 0

    cdef int index(self) except -1 nogil:
        """List for each gram the target rows that have it, which `fill` needs; long documents do without."""
        cdef int32_t gram, y
        cdef int64_t i, first = self.start[self.rows], end = self.start[self.rows + self.columns]
        cdef int64_t* fill
        if self.where_start != NULL:
            return 0
        self.where_start = self.arrays.longs(self.vocabulary + 2)
        self.where = self.arrays.unset_integers(end - first)
        self.where_weights = self.arrays.unset_doubles(end - first)
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
        groups.grams = groups.arrays.unset_integers(self.start[self.rows + self.columns])
        groups.weights = groups.arrays.unset_doubles(self.start[self.rows + self.columns])
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
        """Set the cosines of source row x and all target rows; `index` must have been called."""
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

    cdef void fill_cells(self, int32_t y, int32_t* rows, int64_t begin, int64_t end, double* found, int64_t at) noexcept nogil:
        """Set the cosines of target row y and some source rows: that of `rows[k]` at `at + k`."""
        cdef int64_t i, k, first = self.start[self.rows + y], last = self.start[self.rows + y + 1]
        cdef double dot
        for i in range(first, last):
            self.scratch[self.grams[i]] = self.weights[i]
        for k in range(begin, end):
            dot = 0.0
            for i in range(self.start[rows[k]], self.start[rows[k] + 1]):
                dot += self.weights[i] * self.scratch[self.grams[i]]
            found[at + k] = cosine(dot, self.squares[rows[k]], self.squares[self.rows + y])
        for i in range(first, last):
            self.scratch[self.grams[i]] = 0.0

    cdef int sampled_squares(
        self, bint is_target, list chosen, int64_t* skip_start, int32_t* skip, double* sums
    ) except -1:
        """Add up the squared cosines of each row of one side with some rows of the other side."""
        cdef Arrays scratch = Arrays()
        cdef int32_t side = self.rows if is_target else 0, other = 0 if is_target else self.rows
        cdef int32_t count = self.columns if is_target else self.rows, places = <int32_t> len(chosen)
        cdef int32_t place, row, gram
        cdef int64_t i, k, used = 0
        cdef double weight, total, root
        cdef double* dots = scratch.doubles(places)
        cdef int64_t* where_start = scratch.longs(self.vocabulary + 2)
        cdef int64_t* fill = where_start + 1   # shifted by one: after filling, each points to its begin
        cdef int32_t* rows = scratch.integers_of(chosen)
        cdef int32_t* where
        cdef double* where_weights
        for place in range(places):
            used += self.start[other + rows[place] + 1] - self.start[other + rows[place]]
        where, where_weights = scratch.integers(used), scratch.doubles(used)
        with nogil:
            for place in range(places):
                for i in range(self.start[other + rows[place]], self.start[other + rows[place] + 1]):
                    fill[self.grams[i] + 1] += 1
            for gram in range(self.vocabulary):
                fill[gram + 1] += fill[gram]
            for place in range(places):
                root = sqrt(self.squares[other + rows[place]])
                for i in range(self.start[other + rows[place]], self.start[other + rows[place] + 1]):
                    gram = self.grams[i]
                    where[fill[gram]] = place
                    where_weights[fill[gram]] = self.weights[i] / root
                    fill[gram] += 1
            for row in range(count):
                memset(dots, 0, places * sizeof(double))
                for i in range(self.start[side + row], self.start[side + row + 1]):
                    gram, weight = self.grams[i], self.weights[i]
                    for k in range(where_start[gram], where_start[gram + 1]):
                        dots[where[k]] += weight * where_weights[k]
                for k in range(skip_start[row], skip_start[row + 1]):
                    dots[skip[k]] = 0.0
                total = 0.0
                for place in range(places):
                    total += dots[place] * dots[place]
                sums[row] = total / self.squares[side + row] if total != 0.0 else 0.0
        return 0

    def similarities(self, int32_t x):
        """Return the cosines of source row x and all target rows."""
        cdef Arrays scratch = Arrays()
        cdef double* found = scratch.doubles(self.columns)
        cdef int32_t y
        if not 0 <= x < self.rows:
            raise IndexError("no such sentence")
        self.index()
        self.fill(x, found)
        return [found[y] for y in range(self.columns)]

    def pair(self, int32_t x, int32_t y):
        """Return the cosine of source row x and target row y."""
        if not 0 <= x < self.rows or not 0 <= y < self.columns:
            raise IndexError("no such sentence")
        return self.cosine_of(x, y)

    cdef double cosine_of(self, int32_t x, int32_t y) noexcept nogil:
        cdef int64_t i, begin = self.start[self.rows + y], end = self.start[self.rows + y + 1]
        cdef double dot = 0.0
        for i in range(begin, end):
            self.scratch[self.grams[i]] = self.weights[i]
        for i in range(self.start[x], self.start[x + 1]):
            if self.scratch[self.grams[i]] != 0.0:
                dot += self.weights[i] * self.scratch[self.grams[i]]
        for i in range(begin, end):
            self.scratch[self.grams[i]] = 0.0
        return cosine(dot, self.squares[x], self.squares[self.rows + y])


cdef Py_ssize_t _letters(Reader* r, Text* text, Arrays scratch) except -1 nogil:
    """Write the words of a text, a space before, between and after; return how many letters."""
    cdef Py_ssize_t k, n = 1, length = text.length
    cdef uint8_t* ones = <uint8_t*> text.data
    cdef uint16_t* twos = <uint16_t*> text.data
    cdef uint16_t* letters
    cdef uint16_t letter
    if r.letters_room < 3 * length + 4:
        r.letters_room = 3 * length + 256
        r.letters = <uint16_t*> scratch.bare(r.letters_room, sizeof(uint16_t))
    letters = r.letters
    if text.is_spelled:
        for k in range(length):
            letters[k] = _number(r, PyUnicode_READ(text.kind, text.data, k), scratch)
        return length
    letters[0] = APART
    for k in range(length):
        letter = _table[ones[k] if text.kind == 1 else twos[k]]
        if _no_space[letter]:
            return _pairs(r, text)
        if SPARE <= letter < SPARE_END:
            letters[n], letters[n + 1], letters[n + 2] = (
                _several[letter - SPARE][0], _several[letter - SPARE][1], _several[letter - SPARE][2]
            )
            n += 2 if letters[n + 2] == 0 else 3
        else:
            letters[n] = letter
            n += letter != APART or letters[n - 1] != APART
    if letters[n - 1] != APART:
        letters[n] = APART
        n += 1
    return n if n > 1 else 0


cdef Py_ssize_t _pairs(Reader* r, Text* text) noexcept nogil:
    """`_letters` for a text with a script without spaces, whose spans become overlapping pairs of letters."""
    cdef Py_ssize_t k, n = 1, span = 0
    cdef uint16_t* twos = <uint16_t*> text.data
    cdef uint16_t* letters = r.letters
    cdef uint16_t letter, last = 0
    cdef int i
    letters[0] = APART
    for k in range(text.length):
        letter = _table[twos[k]]
        if _no_space[letter]:
            if span != 1 and letters[n - 1] != APART:
                letters[n] = APART
                n += 1
            if span > 1:
                letters[n] = last
                n += 1
            letters[n] = last = letter
            n += 1
            span += 1
            continue
        if letters[n - 1] != APART and (span or letter == APART):
            letters[n] = APART
            n += 1
        span = 0
        if SPARE <= letter < SPARE_END:
            for i in range(3):
                letters[n] = _several[letter - SPARE][i]
                n += letters[n] != 0
        elif letter != APART:
            letters[n] = letter
            n += 1
    if letters[n - 1] != APART:
        letters[n] = APART
        n += 1
    return n if n > 1 else 0


cdef uint16_t _number(Reader* r, uint32_t c, Arrays scratch) except 0 nogil:
    """Return the 16-bit number of a character of a spelled text."""
    cdef uint32_t place = (c * <uint32_t> 0x9E3779B1) >> (32 - SPARE_BITS)
    if c <= 0xFFFF:
        return <uint16_t> c
    if r.spare == NULL:
        r.spare = <uint32_t*> scratch.zeros(1 << SPARE_BITS, sizeof(uint32_t))
        r.spare_numbers = <uint16_t*> scratch.bare(1 << SPARE_BITS, sizeof(uint16_t))
    while r.spare[place] != c:
        if r.spare[place] == 0:
            if r.spared == SPARE_END - SPARE:
                _too_many()
            r.spare[place], r.spare_numbers[place] = c, <uint16_t> (SPARE + r.spared)
            r.spared += 1
            break
        place = place + 1 & ((1 << SPARE_BITS) - 1)
    return r.spare_numbers[place]


cdef int _read(Reader* r, Text* text, Arrays kept, Arrays scratch) except -1 nogil:
    """Append the grams of a text, in the order of their first occurrence, with their counts."""
    cdef Py_ssize_t n = _letters(r, text, scratch), k
    cdef int64_t begin = r.used, used = r.used
    cdef uint64_t key = 0, ahead = 0, place
    cdef Slot* slot
    if n < 3:
        return 0
    if used + n > 0x7FFFFFFF:
        _too_many()
    if r.room < used + n:
        r.grams = kept.more_integers(r.grams, used, 2 * (used + n))
        r.counts = kept.more_doubles(r.counts, used, 2 * (used + n))
        r.room = 2 * (used + n)
    for k in range(SIZE - 1):
        key = key << 16 | r.letters[k]
    for k in range(min(n, AHEAD)):
        ahead = ahead << 16 | r.letters[k]
    for k in range(SIZE - 1, max(n, SIZE)):
        if k + AHEAD - SIZE + 1 < n:  # the table is larger than the nearest cache
            ahead = ahead << 16 | r.letters[k + AHEAD - SIZE + 1]
            prefetch(&r.slots[_place(ahead, r.mask)])
        key = key << 16 | (r.letters[k] if k < n else 0)
        place = _place(key, r.mask)
        slot = &r.slots[place]
        while slot.key != key:
            if slot.key == 0:
                if 2 * <uint64_t> (r.vocabulary + 1) > r.mask:
                    _grow(r, scratch)
                    place = _place(key, r.mask)
                    slot = &r.slots[place]
                    continue
                slot.key, slot.gram, slot.last = key, r.vocabulary, -1
                r.occurs[r.vocabulary] = 0
                r.vocabulary += 1
                break
            place = place + 1 & r.mask
            slot = &r.slots[place]
        if slot.last >= begin:
            r.counts[slot.last] += 1.0
        else:
            slot.last = <int32_t> used
            r.occurs[slot.gram] += 1
            r.grams[used] = slot.gram
            r.counts[used] = 1.0
            used += 1
    r.used = used
    return 0


cdef int _grow(Reader* r, Arrays scratch) except -1 nogil:
    """Make the hash table twice as large."""
    cdef uint64_t mask = 2 * r.mask + 1, place, old
    cdef Slot* slots = <Slot*> scratch.zeros(mask + 1, sizeof(Slot))
    r.occurs = scratch.more_integers(r.occurs, r.mask // 2 + 1, mask // 2 + 1)
    for old in range(r.mask + 1):
        if r.slots[old].key:
            place = _place(r.slots[old].key, mask)
            while slots[place].key:
                place = place + 1 & mask
            slots[place] = r.slots[old]
    r.slots, r.mask = slots, mask
    return 0
