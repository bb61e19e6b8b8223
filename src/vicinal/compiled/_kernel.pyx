# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The hot path, compiled: text to token ids, TF-IDF, both searches, links. The same results as the Python, bit for bit.

`tokens.py`, `similarity.py`, `search.py` and `align.py` are the reference; read those first. What differs is only how:

- Words become numbers through a table of characters (filled from Python's own Unicode data) and a hash table. Sentences
  with combining marks or conjoining letters are folded by Python first.
- For short documents, a row of similarities is computed whole, through an inverted index, when it is first looked at.
- For long ones nothing of the size of the matrix is stored. Cells near the path are computed one by one; when the next
  one is far, candidates come from the index: two sentences can only be similar enough if they share one of the words
  that make up most of a vector's length. The rest, the common words with long lists, are never looked up.
- Everything between reading the strings and making the result runs without the interpreter's lock.

Sums are made in the order of the reference: over ascending term numbers, rows added in their order.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.object cimport PyObject
from libc.math cimport log, rint, signbit, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcmp, memcpy, memset

import gc
import unicodedata

from vicinal.alignment import Link, Step
from vicinal.text.tokens import writes_no_spaces

normalize = unicodedata.normalize

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define lowest_bit(word) __builtin_ctzll(word)
    #define swapped(word) __builtin_bswap64(word)
    #if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #define BIG_ENDIAN_ORDER 1
    #else
    #define BIG_ENDIAN_ORDER 0
    #endif
    #else
    #define swapped(word) (word)
    #define BIG_ENDIAN_ORDER 0
    static int lowest_bit(unsigned long long word) {
        int bit = 0;
        while (!(word & 1)) { word >>= 1; bit++; }
        return bit;
    }
    #endif
    """
    int lowest_bit(uint64_t) nogil
    uint64_t swapped(uint64_t) nogil
    const bint BIG_ENDIAN "BIG_ENDIAN_ORDER"

cdef extern from "Python.h":
    int PyUnicode_KIND(object)
    void* PyUnicode_DATA(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    uint32_t PyUnicode_READ(int, void*, Py_ssize_t) nogil
    int PyObject_GenericSetAttr(object, object, object) except -1
    object PyUnicode_FromKindAndData(int, void*, Py_ssize_t)

# ---------------------------------------------------------------------------------------------------------------------
# Characters. What a character becomes when folded is found once, in Python, and kept in a table.

cdef enum:
    UNKNOWN = 0     # not looked up yet
    APART = 1       # no letter, digit or mark: parts words
    WORD = 2        # one letter or digit
    JOINED = 3      # one letter of a script that puts no spaces between words
    SEVERAL = 4     # folds to several characters
    COMPLEX = 5     # a mark, or a letter that can change its neighbours: the sentence must be folded as a whole
    MARK = 6        # a combining mark, in a sentence that was folded

cdef uint32_t* _table = <uint32_t*> calloc(0x110000, sizeof(uint32_t))  # kind | folded character << 3
cdef uint32_t[4096][3] _several  # what characters of kind SEVERAL become, padded with zeros
cdef int _several_count = 1

if _table == NULL:
    raise MemoryError


cdef uint32_t _kind_of(str folded):
    """Return the table entry of one folded character."""
    cdef uint32_t point = ord(folded)
    if not folded.isalnum():
        return APART
    return (point << 3) | (JOINED if writes_no_spaces(folded) else WORD)


cdef uint32_t _look_up(uint32_t point) except 0:
    """Fill the table for a character, from Python's Unicode data, exactly as `tokens` folds and parts."""
    global _several_count
    cdef str character = chr(point)
    cdef uint32_t entry
    cdef str folded
    if 0xD800 <= point < 0xE000:
        _table[point] = APART
        return APART
    folded = normalize("NFC", normalize("NFD", character).casefold())
    conjoining = 0x1100 <= point < 0x1200 or 0xA960 <= point < 0xA980 or 0xD7B0 <= point < 0xD800 or 0x16D40 <= point < 0x16D80
    if conjoining or any(unicodedata.category(c)[0] == "M" for c in (*character, *folded)):
        # With it goes what the character is once its sentence is folded.
        if writes_no_spaces(character):
            entry = COMPLEX | (JOINED << 3) | ((1 << 6) if character.isalnum() else 0)
        elif character.isalnum():
            entry = COMPLEX | (WORD << 3) | (1 << 6)
        else:
            entry = COMPLEX | ((MARK if unicodedata.category(character)[0] == "M" else APART) << 3)
    elif len(folded) == 1:
        entry = _kind_of(folded)
    elif 1 < len(folded) <= 3 and _several_count < 4096:
        for k in range(3):
            _several[_several_count][k] = _kind_of(folded[k]) if k < len(folded) else 0
        entry = (<uint32_t> _several_count << 3) | SEVERAL
        _several_count += 1
    else:
        entry = COMPLEX | (WORD << 3) | (1 << 6)
    _table[point] = entry
    return entry


cdef uint64_t[9] _MASKS         # the lowest bytes of a number

for _point in range(256):
    _look_up(_point)
for _point in range(9):
    _MASKS[_point] = (1 << (8 * _point)) - 1


# ---------------------------------------------------------------------------------------------------------------------
# Arrays that grow.

cdef struct Ints:
    int32_t* a
    Py_ssize_t n
    Py_ssize_t room

cdef inline int push(Ints* v, int32_t value) noexcept nogil:
    """Append; return -1 where there is no memory."""
    cdef int32_t* moved
    if v.n == v.room:
        v.room = v.room * 2 + 64
        moved = <int32_t*> realloc(v.a, v.room * sizeof(int32_t))
        if moved == NULL:
            return -1
        v.a = moved
    v.a[v.n] = value
    v.n += 1
    return 0


cdef struct Move:
    int32_t level      # 0 paragraph, 1 sentence
    int32_t x0, y0     # where the search stood; -1 at a start
    int32_t vicinity   # START, NEAREST, RUN, or the number of a fixed vicinity from 1
    int32_t x, y
    double similarity

cdef enum:
    START = 0
    NEAREST = -1
    RUN = -2

cdef struct Moves:
    Move* a
    Py_ssize_t n
    Py_ssize_t room

cdef inline int add_move(Moves* v, int level, int x0, int y0, int vicinity, int x, int y, double s) noexcept nogil:
    cdef Move* moved
    if v.n == v.room:
        v.room = v.room * 2 + 64
        moved = <Move*> realloc(v.a, v.room * sizeof(Move))
        if moved == NULL:
            return -1
        v.a = moved
    v.a[v.n].level = level
    v.a[v.n].x0 = x0
    v.a[v.n].y0 = y0
    v.a[v.n].vicinity = vicinity
    v.a[v.n].x = x
    v.a[v.n].y = y
    v.a[v.n].similarity = s
    v.n += 1
    return 0


cdef int ascending(const void* a, const void* b) noexcept nogil:
    return (<int32_t*> a)[0] - (<int32_t*> b)[0]


# ---------------------------------------------------------------------------------------------------------------------
# Words to numbers.

cdef struct Text:
    void* data
    Py_ssize_t length
    int kind
    int folded       # folded already: characters count as they are

cdef struct Slot:
    uint64_t key      # the letters themselves where they fit, sixteen of one byte each; else a hash of them
    uint64_t more     # the letters from the ninth on
    int32_t number    # of the word, from 1; 0 in a free slot
    int32_t length    # of the word; negative where the key is a hash

cdef struct Words:
    # A hash table; word number k is letters[start[k] : start[k + 1]].
    Slot* slots
    Py_ssize_t mask
    uint32_t* letters
    Py_ssize_t used      # letters taken; a word is written behind them, and kept if it is new
    Py_ssize_t room      # letters that fit
    int64_t* start
    int32_t words
    int32_t fits
    uint8_t* bytes       # a sentence as bytes
    Py_ssize_t bytes_room
    # The sentence at hand: how often each word occurs in it, and which ones do; and in how many sentences each does.
    int32_t* count
    int32_t* occurs
    int32_t known        # words there is room for in both
    int32_t* terms
    int64_t filled       # terms of this sentence and those before it


cdef inline int letters_room(Words* w, Py_ssize_t more) noexcept nogil:
    cdef uint32_t* moved
    if w.used + more > w.room:
        w.room = (w.used + more) * 2 + 1024
        moved = <uint32_t*> realloc(w.letters, w.room * sizeof(uint32_t))
        if moved == NULL:
            return -1
        w.letters = moved
    return 0


cdef inline Py_ssize_t place_in(uint64_t key, uint64_t more, Py_ssize_t mask) noexcept nogil:
    key = (key ^ (more * <uint64_t> 0xBF58476D1CE4E5B9)) * <uint64_t> 0x9E3779B97F4A7C15
    return (key ^ (key >> 32)) & mask


cdef int grow_words(Words* w, Py_ssize_t size) noexcept nogil:
    """Make the hash table that large, a power of two, and room for half as many words."""
    cdef Py_ssize_t place, k
    cdef Slot* slots = <Slot*> calloc(size, sizeof(Slot))
    cdef int64_t* start
    if slots == NULL:
        return -1
    start = <int64_t*> realloc(w.start, (size // 2 + 2) * sizeof(int64_t))
    if start == NULL:
        free(slots)
        return -1
    w.start = start
    if w.slots == NULL:
        w.start[0] = 0
    else:
        for k in range(w.mask + 1):
            if w.slots[k].number:
                place = place_in(w.slots[k].key, w.slots[k].more, size - 1)
                while slots[place].number:
                    place = (place + 1) & (size - 1)
                slots[place] = w.slots[k]
    free(w.slots)
    w.slots = slots
    w.mask = size - 1
    w.fits = <int32_t> (size // 2)
    return 0


cdef inline int32_t intern(Words* w, Py_ssize_t length, uint32_t widest) noexcept nogil:
    """Return the number of the word in the `length` letters behind the used ones, giving it one if it is new.

    widest holds the bits of all letters. -1: memory ended.
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
            break
        if slot.key == key and slot.more == more and slot.length == tag and (
            tag > 0
            or memcmp(w.letters + w.start[slot.number - 1], w.letters + w.used, length * sizeof(uint32_t)) == 0
        ):
            return slot.number - 1
        place = (place + 1) & w.mask
    slot.key = key
    slot.more = more
    slot.length = tag
    w.words += 1
    slot.number = w.words
    w.used += length
    w.start[w.words] = w.used
    if w.words == w.fits and grow_words(w, 2 * (w.mask + 1)) < 0:
        return -1
    return w.words - 1


cdef inline int32_t intern_short(Words* w, Py_ssize_t length, uint64_t key, uint64_t more) noexcept nogil:
    """`intern` for a word of up to sixteen letters of a byte each, which stand in key and more alone."""
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


cdef inline int tally(Words* w, int32_t word) noexcept nogil:
    """Count a word of the sentence at hand; -1 where memory ends. There must be room for it in terms."""
    cdef int32_t* moved
    if word >= w.known:
        moved = <int32_t*> realloc(w.occurs, (word + 1) * 2 * sizeof(int32_t))
        if moved == NULL:
            return -1
        w.occurs = moved
        moved = <int32_t*> realloc(w.count, (word + 1) * 2 * sizeof(int32_t))
        if moved == NULL:
            return -1
        w.count = moved
        memset(w.occurs + w.known, 0, ((word + 1) * 2 - w.known) * sizeof(int32_t))
        memset(w.count + w.known, 0, ((word + 1) * 2 - w.known) * sizeof(int32_t))
        w.known = (word + 1) * 2
    # No branch: whether a word is new in its sentence cannot be foretold.
    w.terms[w.filled] = word
    w.filled += w.count[word] == 0
    w.occurs[word] += w.count[word] == 0
    w.count[word] += 1
    return 0


cdef int flush_joined(Words* w, Py_ssize_t length, Ints* found) noexcept nogil:
    """Take a span of a script without spaces: its overlapping pairs of letters, or its one letter."""
    cdef Py_ssize_t base = w.used, copy, i
    cdef uint32_t a, b
    cdef int32_t k
    if length == 1:
        k = intern(w, 1, w.letters[base])
        return -1 if k < 0 else push(found, k)
    # A new pair is written where the span stands, so the pairs are taken from a copy behind all of them.
    if letters_room(w, 3 * length + 8) < 0:
        return -1
    copy = base + 2 * length + 4
    for i in range(length):
        w.letters[copy + i] = w.letters[base + i]
    for i in range(length - 1):
        a = w.letters[copy + i]
        b = w.letters[copy + i + 1]
        w.letters[w.used] = a
        w.letters[w.used + 1] = b
        k = intern(w, 2, a | b)
        if k < 0 or push(found, k) < 0:
            return -1
    return 0


cdef int flush(Words* w, Py_ssize_t length, uint32_t widest, int joined, Ints* found) noexcept nogil:
    cdef int32_t k
    if joined:
        return flush_joined(w, length, found)
    k = intern(w, length, widest)
    return -1 if k < 0 else push(found, k)


cdef inline uint64_t parting(uint64_t x) noexcept nogil:
    """Return eight bytes with the highest bit set in each that is no letter or digit of ASCII."""
    cdef uint64_t ones = 0x0101010101010101, high = 0x8080808080808080
    cdef uint64_t low = x & ~high
    cdef uint64_t small = low | (0x20 * ones)
    cdef uint64_t digit = (low + (0x80 - 0x30) * ones) & ~(low + (0x80 - 0x3A) * ones)
    cdef uint64_t letter = (small + (0x80 - 0x61) * ones) & ~(small + (0x80 - 0x7B) * ones)
    return ~((digit | letter) & ~x) & high


cdef inline uint64_t eight(uint8_t* bytes, Py_ssize_t i, Py_ssize_t n) noexcept nogil:
    """Return the bytes from i on as a number, the first one lowest; zeros behind the end."""
    cdef uint64_t x = 0
    if i + 8 <= n:
        memcpy(&x, bytes + i, 8)
    else:
        memcpy(&x, bytes + i, n - i)
    return swapped(x) if BIG_ENDIAN else x


cdef int read_words(Text* text, Words* w, Ints* found) noexcept nogil:
    """Count the words of a sentence; the table must know all its characters.

    Words of up to sixteen letters and digits of ASCII, most of most texts, are found eight bytes at a time, and are then
    two numbers. Everything else is left to `read_run`, which appends word numbers to found, to be counted afterwards.
    """
    cdef Py_ssize_t i = 0, k, n = text.length, length
    cdef uint64_t x, more, parts
    cdef uint8_t* bytes = <uint8_t*> text.data
    cdef int32_t number
    # Room for the longest word there can be, and the copy that `flush_joined` makes.
    if letters_room(w, 9 * n + 64) < 0:
        return -1
    if text.folded:
        return read_folded(text, w, found)
    if text.kind != 1:
        # A copy in bytes, with what is not ASCII as 255.
        if w.bytes_room < n:
            free(w.bytes)
            w.bytes_room = 2 * n
            w.bytes = <uint8_t*> malloc(w.bytes_room)
            if w.bytes == NULL:
                w.bytes_room = 0
                return -1
        bytes = w.bytes
        if text.kind == 2:
            for k in range(n):
                bytes[k] = <uint8_t> (<uint16_t*> text.data)[k] if (<uint16_t*> text.data)[k] < 128 else 255
        else:
            for k in range(n):
                bytes[k] = <uint8_t> (<uint32_t*> text.data)[k] if (<uint32_t*> text.data)[k] < 128 else 255
    while i < n:
        x = eight(bytes, i, n)
        parts = parting(x)
        more = 0
        length = 8
        if parts:
            length = lowest_bit(parts) >> 3
            x &= _MASKS[length]
        elif i + 8 < n:
            more = eight(bytes, i + 8, n)
            parts = parting(more)
            length = 8 + (lowest_bit(parts) >> 3) if parts else 16
            more &= _MASKS[length - 8]
        if length == 0:
            if bytes[i] < 128 or _table[PyUnicode_READ(text.kind, text.data, i)] & 7 == APART:
                i += 1
                continue
            i = read_run(text, i, w, found)
            if i < 0:
                return -1
            continue
        k = i + length
        if k < n and (length == 16 or bytes[k] >= 128) and (
            _table[PyUnicode_READ(text.kind, text.data, k)] & 7 != APART
        ):
            i = read_run(text, i, w, found)
            if i < 0:
                return -1
            continue
        # A bit makes the letters small, and leaves digits as they are.
        x |= <uint64_t> 0x2020202020202020 & _MASKS[min(length, 8)]
        if length > 8:
            more |= <uint64_t> 0x2020202020202020 & _MASKS[length - 8]
        number = intern_short(w, length, x, more)
        if number < 0 or tally(w, number) < 0:
            return -1
        i = k + 1
    return 0


cdef Py_ssize_t read_run(Text* text, Py_ssize_t i, Words* w, Ints* found) noexcept nogil:
    """Read the run of letters and digits from i on, of any script; return where it ends, -1 where memory ends."""
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
                if flush(w, length, widest, joined, found) < 0:
                    return -1
                if letters_room(w, 9 * (text.length - i) + 64) < 0:
                    return -1
                length, widest = 0, 0
            if kind == APART:
                joined = 0
                continue
            joined = kind == JOINED
            w.letters[w.used + length] = letter
            widest |= letter
            length += 1
        i += 1
    if length and flush(w, length, widest, joined, found) < 0:
        return -1
    return i


cdef int read_folded(Text* text, Words* w, Ints* found) noexcept nogil:
    """`read_words` for a sentence folded before: marks belong to the word or span they stand in, but are none alone."""
    cdef Py_ssize_t i, length = 0, begin = found.n
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
            if flush(w, length, widest, joined, found) < 0:
                return -1
            if letters_room(w, 9 * (text.length - i) + 64) < 0:
                return -1
            length, widest = 0, 0
        if kind == APART:
            if not alive:
                found.n = begin  # marks alone are no words
            begin = found.n
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


# ---------------------------------------------------------------------------------------------------------------------
# Vectors: the rows of both documents, source first, in one sparse matrix.

cdef struct Vectors:
    int32_t rows          # source sentences
    int32_t columns       # target sentences
    int64_t* start        # row r has terms[start[r] : start[r + 1]]
    int32_t* terms        # ascending in a row
    double* weights
    double* squares       # of each row
    int32_t vocabulary
    int32_t* occurs       # in how many sentences a term occurs
    # The inverted index of the target rows, made when first needed: rows[first[t] : first[t + 1]], ascending.
    int64_t* first
    int32_t* holders
    double* held          # their weights
    # The terms of a source row as offsets from its start, the rarest first, made when first needed.
    uint8_t* ranked
    int32_t* by_rarity
    # Scratch for summed rows and for candidates.
    double* sums[2]
    Ints touched[2]
    uint8_t* marked[2]
    int32_t* seen         # for each target row, the last row that looked at it
    int32_t stamp
    Ints candidates
    double* best_of       # for each target paragraph, the best similarity found for the source paragraph at hand
    Ints hit


cdef enum:
    RANKABLE = 4096         # words of a row that are put in order


cdef inline double cosine(double dot, double a, double b) noexcept nogil:
    """The last lines of `similarity._cosine`."""
    cdef double square, length, value
    if dot == 0.0:
        return 0.0
    square = a * b
    length = sqrt(square) if 1e-290 < square < 1e290 else sqrt(a) * sqrt(b)
    value = rint(dot / length * 1e12) / 1e12
    if value > 1.0:
        return 1.0
    return value if value > -1.0 else -1.0


cdef inline double surely_below(double alpha) noexcept nogil:
    """Return a square below which a squared cosine cannot round to alpha."""
    if alpha <= 1e-11:
        return 0.0
    return (alpha - 1e-11) * (alpha - 1e-11) * (1.0 - 1e-9)


cdef double pair(Vectors* v, int32_t x, int32_t y) noexcept nogil:
    """Return the cosine of source row x and target row y."""
    cdef int64_t i = v.start[x], j = v.start[v.rows + y]
    cdef int64_t iend = v.start[x + 1], jend = v.start[v.rows + y + 1]
    cdef double dot = 0.0
    cdef int32_t a, b
    while i < iend and j < jend:
        a = v.terms[i]
        b = v.terms[j]
        if a == b:
            dot += v.weights[i] * v.weights[j]
        # No branch: which of the two is smaller cannot be foretold.
        i += a <= b
        j += b <= a
    return cosine(dot, v.squares[x], v.squares[v.rows + y])


cdef void clear_sum(Vectors* v, int side) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(v.touched[side].n):
        v.sums[side][v.touched[side].a[k]] = 0.0
        v.marked[side][v.touched[side].a[k]] = 0
    v.touched[side].n = 0


cdef int add_row(Vectors* v, int side, int32_t row) noexcept nogil:
    """Add a row of the matrix to a side's sum."""
    cdef int64_t i
    cdef int32_t t
    for i in range(v.start[row], v.start[row + 1]):
        t = v.terms[i]
        if not v.marked[side][t]:
            v.marked[side][t] = 1
            if push(&v.touched[side], t) < 0:
                return -1
        v.sums[side][t] += v.weights[i]
    return 0


cdef double summed_square(Vectors* v, int side) noexcept nogil:
    """Put the terms of a sum in ascending order, and return its squared length."""
    cdef Py_ssize_t k, n = v.touched[side].n
    cdef int32_t t
    cdef double total = 0.0
    if n > v.vocabulary // 32:
        n = 0
        for t in range(v.vocabulary):
            if v.marked[side][t]:
                v.touched[side].a[n] = t
                n += 1
    else:
        qsort(v.touched[side].a, n, sizeof(int32_t), ascending)
    for k in range(n):
        t = v.touched[side].a[k]
        total += v.sums[side][t] * v.sums[side][t]
    return total


cdef double row_dot_sum(Vectors* v, int32_t row, int side) noexcept nogil:
    """Return the dot product of a row of the matrix and a side's sum."""
    cdef int64_t i
    cdef double dot = 0.0
    for i in range(v.start[row], v.start[row + 1]):
        if v.marked[side][v.terms[i]]:
            dot += v.weights[i] * v.sums[side][v.terms[i]]
    return dot


cdef double sum_dot_sum(Vectors* v) noexcept nogil:
    cdef Py_ssize_t k
    cdef int32_t t
    cdef double dot = 0.0
    for k in range(v.touched[0].n):
        t = v.touched[0].a[k]
        if v.marked[1][t]:
            dot += v.sums[0][t] * v.sums[1][t]
    return dot


cdef int index_targets(Vectors* v) noexcept nogil:
    """Make the inverted index of the target rows."""
    cdef int32_t y, t
    cdef int64_t i, total
    if v.first != NULL:
        return 0
    v.first = <int64_t*> calloc(v.vocabulary + 2, sizeof(int64_t))
    v.seen = <int32_t*> calloc(v.columns + 1, sizeof(int32_t))
    total = v.start[v.rows + v.columns] - v.start[v.rows]
    v.holders = <int32_t*> malloc((total + 1) * sizeof(int32_t))
    v.held = <double*> malloc((total + 1) * sizeof(double))
    if v.first == NULL or v.seen == NULL or v.holders == NULL or v.held == NULL:
        return -1
    for i in range(v.start[v.rows], v.start[v.rows + v.columns]):
        v.first[v.terms[i] + 2] += 1
    for t in range(v.vocabulary):
        v.first[t + 2] += v.first[t + 1]
    for y in range(v.columns):
        for i in range(v.start[v.rows + y], v.start[v.rows + y + 1]):
            t = v.terms[i]
            v.holders[v.first[t + 1]] = y
            v.held[v.first[t + 1]] = v.weights[i]
            v.first[t + 1] += 1
    return 0


cdef int rank(Vectors* v, int32_t x) noexcept nogil:
    """Put the terms of source row x in order, the rarest first; done once for each row."""
    cdef int64_t begin = v.start[x], i, j
    cdef int32_t value
    if v.ranked == NULL:
        v.ranked = <uint8_t*> calloc(v.rows + 1, 1)
        v.by_rarity = <int32_t*> malloc((v.start[v.rows] + 1) * sizeof(int32_t))
        if v.ranked == NULL or v.by_rarity == NULL:
            return -1
    if v.ranked[x]:
        return 0
    v.ranked[x] = 1
    if v.start[x + 1] - begin > RANKABLE:
        for i in range(begin, v.start[x + 1]):  # a text without sentences: no order, nothing will be left out
            v.by_rarity[i] = <int32_t> (i - begin)
        return 0
    for i in range(begin, v.start[x + 1]):
        value = <int32_t> (i - begin)
        j = i
        while j > begin and v.occurs[v.terms[begin + v.by_rarity[j - 1]]] > v.occurs[v.terms[begin + value]]:
            v.by_rarity[j] = v.by_rarity[j - 1]
            j -= 1
        v.by_rarity[j] = value
    return 0


cdef int find_candidates(Vectors* v, int32_t x, int32_t y0, int32_t y1, double alpha) noexcept nogil:
    """Put into candidates every target row of y0..y1-1 that could have a similarity of alpha or more with source row x.

    Words are left out, the most common first, as long as those left out make up less than alpha of the row's length: a
    row that shares only them cannot be similar enough.
    """
    cdef int64_t begin = v.start[x], end = v.start[x + 1], i, low, high, middle
    cdef double spare = v.squares[x] * surely_below(alpha), weight
    cdef int32_t t, y
    v.candidates.n = 0
    v.stamp += 1
    if rank(v, x) < 0:
        return -1
    if end - begin <= RANKABLE:
        while end > begin:
            weight = v.weights[begin + v.by_rarity[end - 1]]
            spare -= weight * weight
            if spare <= 0.0:
                break
            end -= 1
    for i in range(begin, end):
        t = v.terms[begin + v.by_rarity[i]]
        low = v.first[t]
        high = v.first[t + 1]
        while low < high:  # the first holder from y0 on
            middle = (low + high) // 2
            if v.holders[middle] < y0:
                low = middle + 1
            else:
                high = middle
        high = v.first[t + 1]
        while low < high:
            y = v.holders[low]
            if y >= y1:
                break
            if v.seen[y] != v.stamp:
                v.seen[y] = v.stamp
                if push(&v.candidates, y) < 0:
                    return -1
            low += 1
    return 0


# ---------------------------------------------------------------------------------------------------------------------
# The searches.

cdef struct Search:
    Vectors v
    # Paragraphs: paragraph p of a side has sentences ends[p] .. ends[p + 1] - 1.
    int32_t paragraphs[2]
    int32_t* ends[2]
    int32_t* paragraph_of   # of a target sentence
    # Settings.
    double paragraph_alpha, sentence_alpha, beta
    int title
    int vicinities
    int32_t* sizes          # of each vicinity
    int32_t* offsets        # dx, dy, one after the other
    # Results.
    Moves moves
    Py_ssize_t paragraph_moves
    Ints paragraph_links    # for each: how many rows, how many columns, the rows, the columns
    Ints sentence_links
    double* paragraph_scores
    double* sentence_scores
    # The paragraph group at hand: its sentences on either side.
    Ints group[2]
    # Short documents: similarities of sentences and of paragraphs, row by row; below `least` a number below 0 stands.
    int brief
    double least
    double* sentence_rows
    uint8_t* sentence_done
    double* paragraph_rows
    uint8_t* paragraph_done
    double* dots

cdef enum:
    RING = 3                # long documents: how far to look in rings before asking the index
    FAR = 48                # how far to ask the index for at first; then four times as far, and so on
    BLOCK = 64              # how many sentence pairs of two paragraphs to compare one by one


cdef double best_pair(Search* s, int32_t p, int32_t q, double alpha, int exact) noexcept nogil:
    """Return M(p, q), the best pair of sentences of two paragraphs; -2 where memory ends.

    Where it is below alpha and need not be exact, any number below alpha may come back.
    """
    cdef Vectors* v = &s.v
    cdef int32_t x, y, x0 = s.ends[0][p], x1 = s.ends[0][p + 1], y0 = s.ends[1][q], y1 = s.ends[1][q + 1]
    cdef double best = 0.0, value
    cdef Py_ssize_t k
    cdef double least
    if <int64_t> (x1 - x0) * (y1 - y0) <= BLOCK:
        for x in range(x0, x1):
            for y in range(y0, y1):
                value = pair(v, x, y)
                if value > best:
                    best = value
        return best
    if index_targets(v) < 0:
        return -2.0
    least = alpha if alpha > 0.05 else 0.05
    while True:
        for x in range(x0, x1):
            if find_candidates(v, x, y0, y1, best if best > least else least) < 0:
                return -2.0
            for k in range(v.candidates.n):
                value = pair(v, x, v.candidates.a[k])
                if value > best:
                    best = value
            if best == 1.0:
                return best
        if best >= least or not exact or least == 0.0:
            return best
        # Nothing is as similar as that: ask for less, in the end for anything that shares a word.
        least = least / 4 if least > 0.01 else 0.0


cdef void fill_sentence_row(Search* s, int32_t x) noexcept nogil:
    """Compute a row of a short document: dot products through the index, in the order of the terms, as `pair` adds them."""
    cdef Vectors* v = &s.v
    cdef double* row = s.sentence_rows + <int64_t> x * v.columns
    cdef double* dots = s.dots
    cdef double weight, square = v.squares[x], least = surely_below(s.least)
    cdef int64_t i, k
    cdef int32_t t, y
    s.sentence_done[x] = 1
    for y in range(v.columns):
        dots[y] = 0.0
    for i in range(v.start[x], v.start[x + 1]):
        t = v.terms[i]
        weight = v.weights[i]
        for k in range(v.first[t], v.first[t + 1]):
            dots[v.holders[k]] += weight * v.held[k]
    for y in range(v.columns):
        if dots[y] * dots[y] >= least * square * v.squares[v.rows + y]:
            row[y] = cosine(dots[y], square, v.squares[v.rows + y])
        else:
            row[y] = -1.0


cdef void fill_paragraph_row(Search* s, int32_t p) noexcept nogil:
    cdef int32_t columns = s.v.columns, x, y, q
    cdef double* row = s.paragraph_rows + <int64_t> p * s.paragraphs[1]
    cdef double* sentences
    s.paragraph_done[p] = 1
    for q in range(s.paragraphs[1]):
        row[q] = 0.0 if s.least <= 0.0 else -1.0
    for x in range(s.ends[0][p], s.ends[0][p + 1]):
        if not s.sentence_done[x]:
            fill_sentence_row(s, x)
        sentences = s.sentence_rows + <int64_t> x * columns
        for y in range(columns):
            if sentences[y] > row[s.paragraph_of[y]]:
                row[s.paragraph_of[y]] = sentences[y]


cdef int open_rows(Search* s) noexcept nogil:
    """Make room for the rows of a short document."""
    cdef int64_t cells = <int64_t> s.v.rows * s.v.columns, groups = <int64_t> s.paragraphs[0] * s.paragraphs[1]
    if index_targets(&s.v) < 0:
        return -1
    s.least = s.paragraph_alpha if s.paragraph_alpha < s.sentence_alpha else s.sentence_alpha
    s.sentence_rows = <double*> malloc((cells + 1) * sizeof(double))
    s.paragraph_rows = <double*> malloc((groups + 1) * sizeof(double))
    s.sentence_done = <uint8_t*> calloc(s.v.rows + 1, 1)
    s.paragraph_done = <uint8_t*> calloc(s.paragraphs[0] + 1, 1)
    s.dots = <double*> malloc((s.v.columns + 1) * sizeof(double))
    if s.sentence_rows == NULL or s.paragraph_rows == NULL or s.sentence_done == NULL or s.paragraph_done == NULL:
        return -1
    return -1 if s.dots == NULL else 0


cdef inline double sentence_value(Search* s, int32_t x, int32_t y) noexcept nogil:
    """Return the similarity of two sentences; anything below both alphas may come back as a number below 0."""
    if not s.brief:
        return pair(&s.v, x, y)
    if not s.sentence_done[x]:
        fill_sentence_row(s, x)
    return s.sentence_rows[<int64_t> x * s.v.columns + y]


cdef inline double paragraph_value(Search* s, int32_t p, int32_t q) noexcept nogil:
    """Return the similarity of two paragraphs; anything below alpha may come back as any number below it."""
    if not s.brief:
        return best_pair(s, p, q, s.paragraph_alpha, 0)
    if not s.paragraph_done[p]:
        fill_paragraph_row(s, p)
    return s.paragraph_rows[<int64_t> p * s.paragraphs[1] + q]


cdef inline double cell_value(Search* s, int sentences, int32_t x, int32_t y) noexcept nogil:
    """Return M of a cell: of paragraphs, or of the sentences of the group at hand."""
    if sentences:
        return sentence_value(s, s.group[0].a[x], s.group[1].a[y])
    return paragraph_value(s, x, y)


cdef struct Found:
    int32_t x, y
    int64_t distance
    double similarity


cdef inline void consider(Found* best, int64_t dx, int64_t dy, int32_t x, int32_t y, double similarity) noexcept nogil:
    """Keep the nearer cell; of equally near ones the more similar, then smaller x, then smaller y."""
    cdef int64_t distance = dx * dx + dy * dy
    if best.x >= 0:
        if distance > best.distance:
            return
        if distance == best.distance:
            if similarity < best.similarity:
                return
            if similarity == best.similarity and (x > best.x or (x == best.x and y >= best.y)):
                return
    best.x = x
    best.y = y
    best.distance = distance
    best.similarity = similarity


cdef int nearest(Search* s, int sentences, int32_t rows, int32_t columns, int32_t cx, int32_t cy, double alpha,
                 Found* best) noexcept nogil:
    """Find the nearest similar cell of the quadrant, without c; best.x is -1 where there is none. -1: memory ended."""
    cdef int32_t r, x, y, x1, y1
    cdef double value
    best.x = -1
    for r in range(1, max(rows - cx, columns - cy)):
        if best.x >= 0 and <int64_t> r * r > best.distance:
            return 0
        if r > RING and not s.brief:
            return nearest_far(s, sentences, rows, columns, cx, cy, alpha, best)
        if cx + r < rows:
            y1 = min(cy + r + 1, columns)
            for y in range(max(cy, 0), y1):
                value = cell_value(s, sentences, cx + r, y)
                if value >= alpha:
                    consider(best, r, y - cy, cx + r, y, value)
        if cy + r < columns:
            x1 = min(cx + r, rows)
            for x in range(max(cx, 0), x1):
                value = cell_value(s, sentences, x, cy + r)
                if value >= alpha:
                    consider(best, x - cx, r, x, cy + r, value)
    return 0


cdef int nearest_far(Search* s, int sentences, int32_t rows, int32_t columns, int32_t cx, int32_t cy, double alpha,
                     Found* best) noexcept nogil:
    """Go on with `nearest` by asking the index, for cells up to some distance first, then for further ones.

    Rows are looked at until none can hold a nearer cell; a cell found nearer than the distance asked for is the nearest.
    """
    cdef Vectors* v = &s.v
    cdef int32_t x, y, row, target, q, x1, y1, first = max(cx, 0), from_y = max(cy, 0), begin, end
    cdef int64_t far = FAR
    cdef double value
    cdef Py_ssize_t k
    if index_targets(v) < 0:
        return -1
    if not sentences and v.best_of == NULL:
        v.best_of = <double*> malloc((s.paragraphs[1] + 1) * sizeof(double))
        if v.best_of == NULL:
            return -1
        for q in range(s.paragraphs[1]):
            v.best_of[q] = -1.0
    while True:
        x1 = rows if cx + far + 1 >= rows else <int32_t> (cx + far + 1)
        y1 = columns if cy + far + 1 >= columns else <int32_t> (cy + far + 1)
        for x in range(first, x1):
            if best.x >= 0 and <int64_t> (x - cx) * (x - cx) > best.distance:
                break
            if sentences:
                row = s.group[0].a[x]
                if find_candidates(v, row, s.group[1].a[from_y], s.group[1].a[y1 - 1] + 1, alpha) < 0:
                    return -1
                for k in range(v.candidates.n):
                    target = v.candidates.a[k]
                    y = place_of(&s.group[1], target)
                    if y < 0 or (x == cx and y == cy):
                        continue
                    value = pair(v, row, target)
                    if value >= alpha:
                        consider(best, x - cx, y - cy, x, y, value)
                continue
            v.hit.n = 0
            begin = s.ends[1][from_y]
            end = s.ends[1][y1]
            for row in range(s.ends[0][x], s.ends[0][x + 1]):
                if find_candidates(v, row, begin, end, alpha) < 0:
                    return -1
                for k in range(v.candidates.n):
                    target = v.candidates.a[k]
                    value = pair(v, row, target)
                    if value >= alpha:
                        q = s.paragraph_of[target]
                        if v.best_of[q] < 0.0 and push(&v.hit, q) < 0:
                            return -1
                        if value > v.best_of[q]:
                            v.best_of[q] = value
            for k in range(v.hit.n):
                q = v.hit.a[k]
                if x != cx or q != cy:
                    consider(best, x - cx, q - cy, x, q, v.best_of[q])
                v.best_of[q] = -1.0
        if (best.x >= 0 and best.distance <= far * far) or (x1 == rows and y1 == columns):
            return 0
        far *= 4


cdef int32_t place_of(Ints* group, int32_t sentence) noexcept nogil:
    """Return where a sentence stands in a group, which is ascending; -1 where it is not in it."""
    cdef Py_ssize_t low = 0, high = group.n, middle
    while low < high:
        middle = (low + high) // 2
        if group.a[middle] < sentence:
            low = middle + 1
        else:
            high = middle
    return <int32_t> low if low < group.n and group.a[low] == sentence else -1


cdef int paragraph_search(Search* s) noexcept nogil:
    """Algorithm 1."""
    cdef int32_t rows = s.paragraphs[0], columns = s.paragraphs[1]
    cdef int32_t cx = -1, cy = -1, x0 = -1, y0 = -1, x, y, k, number, at
    cdef int vicinity = START
    cdef double value, top
    cdef Found found
    if rows == 0 or columns == 0:
        return 0
    if s.title:
        cx, cy = 0, 0
        top = best_pair(s, 0, 0, s.paragraph_alpha, 1)
        if top == -2.0:
            return -1
    else:
        if nearest(s, 0, rows, columns, -1, -1, s.paragraph_alpha, &found) < 0:
            return -1
        if found.x < 0:
            return 0
        cx, cy, top = found.x, found.y, found.similarity
    while True:
        if add_move(&s.moves, 0, x0, y0, vicinity, cx, cy, top) < 0:
            return -1
        x0, y0 = cx, cy
        at = 0
        found.x = -1
        for number in range(s.vicinities):
            top = -1.5
            for k in range(s.sizes[number]):
                x = cx + s.offsets[2 * (at + k)]
                y = cy + s.offsets[2 * (at + k) + 1]
                if x < rows and y < columns:
                    value = paragraph_value(s, x, y)
                    if value == -2.0:
                        return -1
                    if value > top:
                        top = value
                        found.x, found.y = x, y
            at += s.sizes[number]
            if top >= s.paragraph_alpha:
                vicinity = number + 1
                break
            found.x = -1
        if found.x < 0:
            if nearest(s, 0, rows, columns, cx, cy, s.paragraph_alpha, &found) < 0:
                return -1
            if found.x < 0:
                return 0
            vicinity = NEAREST
            top = found.similarity
        cx, cy = found.x, found.y


cdef int sentence_search(Search* s) noexcept nogil:
    """Algorithm 2, inside the group at hand."""
    cdef Vectors* v = &s.v
    cdef int32_t* xs = s.group[0].a
    cdef int32_t* ys = s.group[1].a
    cdef int32_t rows = <int32_t> s.group[0].n, columns = <int32_t> s.group[1].n
    cdef int32_t cx, cy, nx, ny, N
    cdef double alpha = s.sentence_alpha, top, value, before, longer, square, other
    cdef Found found
    if rows == 0 or columns == 0:
        return 0
    if nearest(s, 1, rows, columns, -1, -1, alpha, &found) < 0:
        return -1
    if found.x < 0:
        return 0
    cx, cy = found.x, found.y
    if add_move(&s.moves, 1, -1, -1, START, xs[cx], ys[cy], found.similarity) < 0:
        return -1
    while True:
        # The best of V1: diagonal, right, down; the first of equals.
        nx = -1
        ny = -1
        top = -2.0
        if cx + 1 < rows and cy + 1 < columns:
            top = sentence_value(s, xs[cx + 1], ys[cy + 1])
            nx, ny = cx + 1, cy + 1
        if cy + 1 < columns:
            value = sentence_value(s, xs[cx], ys[cy + 1])
            if value > top:
                top = value
                nx, ny = cx, cy + 1
        if cx + 1 < rows:
            value = sentence_value(s, xs[cx + 1], ys[cy])
            if value > top:
                top = value
                nx, ny = cx + 1, cy
        if nx < 0 or top < alpha:
            if nearest(s, 1, rows, columns, cx, cy, alpha, &found) < 0:
                return -1
            if found.x < 0:
                return 0
            if add_move(&s.moves, 1, xs[cx], ys[cy], NEAREST, xs[found.x], ys[found.y], found.similarity) < 0:
                return -1
            cx, cy = found.x, found.y
            continue
        if add_move(&s.moves, 1, xs[cx], ys[cy], 1, xs[nx], ys[ny], top) < 0:
            return -1
        N = 1
        if nx == cx:
            before = top
            clear_sum(v, 1)
            if add_row(v, 1, v.rows + ys[ny]) < 0:
                return -1
            while ny + N < columns:
                if add_row(v, 1, v.rows + ys[ny + N]) < 0:
                    return -1
                square = summed_square(v, 1)
                longer = cosine(row_dot_sum(v, xs[nx], 1), v.squares[xs[nx]], square)
                if not longer > before - s.beta:
                    break
                if nx + 1 < rows:
                    other = cosine(row_dot_sum(v, xs[nx + 1], 1), v.squares[xs[nx + 1]], square)
                    if not longer > other:
                        break
                if add_move(&s.moves, 1, xs[nx], ys[ny + N - 1], RUN, xs[nx], ys[ny + N], longer) < 0:
                    return -1
                before = longer
                N += 1
            clear_sum(v, 1)
            cx, cy = nx, ny + N - 1
        elif ny == cy:
            before = top
            clear_sum(v, 0)
            if add_row(v, 0, xs[nx]) < 0:
                return -1
            while nx + N < rows:
                if add_row(v, 0, xs[nx + N]) < 0:
                    return -1
                square = summed_square(v, 0)
                longer = cosine(row_dot_sum(v, v.rows + ys[ny], 0), square, v.squares[v.rows + ys[ny]])
                if not longer > before - s.beta:
                    break
                if ny + 1 < columns:
                    other = cosine(row_dot_sum(v, v.rows + ys[ny + 1], 0), square, v.squares[v.rows + ys[ny + 1]])
                    if not longer > other:
                        break
                if add_move(&s.moves, 1, xs[nx + N - 1], ys[ny], RUN, xs[nx + N], ys[ny], longer) < 0:
                    return -1
                before = longer
                N += 1
            clear_sum(v, 0)
            cx, cy = nx + N - 1, ny
        else:
            cx, cy = nx, ny


cdef int links_of(Moves* moves, Py_ssize_t begin, Py_ssize_t end, Ints* links) noexcept nogil:
    """Append the links of some moves: as a path never goes back, cells that share a row or column follow one another."""
    cdef Py_ssize_t k = begin, last, i
    cdef int32_t count
    while k < end:
        last = k
        while last + 1 < end and (moves.a[last + 1].x == moves.a[last].x or moves.a[last + 1].y == moves.a[last].y):
            last += 1
        count = 1
        for i in range(k + 1, last + 1):
            count += moves.a[i].x != moves.a[i - 1].x
        if push(links, count) < 0:
            return -1
        count = 1
        for i in range(k + 1, last + 1):
            count += moves.a[i].y != moves.a[i - 1].y
        if push(links, count) < 0:
            return -1
        for i in range(k, last + 1):
            if i == k or moves.a[i].x != moves.a[i - 1].x:
                if push(links, moves.a[i].x) < 0:
                    return -1
        for i in range(k, last + 1):
            if i == k or moves.a[i].y != moves.a[i - 1].y:
                if push(links, moves.a[i].y) < 0:
                    return -1
        k = last + 1
    return 0


cdef double group_score(Vectors* v, int32_t* xs, int32_t nx, int32_t* ys, int32_t ny) noexcept nogil:
    """Return the cosine of summed rows; -2 where memory ends."""
    cdef int32_t k
    cdef double a, b, value
    if nx == 1 and ny == 1:
        return pair(v, xs[0], ys[0])
    clear_sum(v, 0)
    clear_sum(v, 1)
    for k in range(nx):
        if add_row(v, 0, xs[k]) < 0:
            return -2.0
    for k in range(ny):
        if add_row(v, 1, v.rows + ys[k]) < 0:
            return -2.0
    a = summed_square(v, 0)
    b = summed_square(v, 1)
    value = cosine(sum_dot_sum(v), a, b)
    clear_sum(v, 0)
    clear_sum(v, 1)
    return value


cdef int search_all(Search* s) noexcept nogil:
    """Paragraphs, sentences inside their groups, links, scores."""
    cdef Py_ssize_t at, begin
    cdef int32_t count0, count1, k, p, x, links
    cdef double value
    cdef int32_t* link
    if (s.brief and open_rows(s) < 0) or paragraph_search(s) < 0:
        return -1
    s.paragraph_moves = s.moves.n
    if links_of(&s.moves, 0, s.moves.n, &s.paragraph_links) < 0:
        return -1
    s.paragraph_scores = <double*> malloc((s.paragraph_moves + 1) * sizeof(double))
    if s.paragraph_scores == NULL:
        return -1
    at = 0
    links = 0
    while at < s.paragraph_links.n:
        link = s.paragraph_links.a + at
        count0, count1 = link[0], link[1]
        s.group[0].n = 0
        s.group[1].n = 0
        for k in range(count0):
            p = link[2 + k]
            for x in range(s.ends[0][p], s.ends[0][p + 1]):
                if push(&s.group[0], x) < 0:
                    return -1
        for k in range(count1):
            p = link[2 + count0 + k]
            for x in range(s.ends[1][p], s.ends[1][p + 1]):
                if push(&s.group[1], x) < 0:
                    return -1
        value = group_score(&s.v, s.group[0].a, <int32_t> s.group[0].n, s.group[1].a, <int32_t> s.group[1].n)
        if value == -2.0:
            return -1
        s.paragraph_scores[links] = value
        links += 1
        begin = s.moves.n
        if sentence_search(s) < 0 or links_of(&s.moves, begin, s.moves.n, &s.sentence_links) < 0:
            return -1
        at += 2 + count0 + count1
    s.sentence_scores = <double*> malloc((s.moves.n + 1) * sizeof(double))
    if s.sentence_scores == NULL:
        return -1
    at = 0
    links = 0
    while at < s.sentence_links.n:
        link = s.sentence_links.a + at
        value = group_score(&s.v, link + 2, link[0], link + 2 + link[0], link[1])
        if value == -2.0:
            return -1
        s.sentence_scores[links] = value
        links += 1
        at += 2 + link[0] + link[1]
    return 0


# ---------------------------------------------------------------------------------------------------------------------
# From strings to the search, and from its result to objects.

cdef int count_words(Text* texts, Py_ssize_t sentences, Words* w, Vectors* v, Ints* found) noexcept nogil:
    """Read all sentences; leave sorted terms with their counts (as weights) in v, and in how many sentences each occurs."""
    cdef Py_ssize_t k, i
    cdef int64_t begin, most, room = 0
    cdef int32_t* terms
    cdef double* weights
    v.start[0] = 0
    for k in range(sentences):
        # A sentence has at most as many words as characters, and a character folds to three at most.
        most = texts[k].length + 1 if texts[k].kind == 1 else 3 * texts[k].length + 1
        if w.filled + most > room:
            room = (w.filled + most) * 2 + 256
            terms = <int32_t*> realloc(v.terms, room * sizeof(int32_t))
            if terms == NULL:
                return -1
            v.terms = terms
            w.terms = terms
            weights = <double*> realloc(v.weights, room * sizeof(double))
            if weights == NULL:
                return -1
            v.weights = weights
        begin = w.filled
        found.n = 0
        if read_words(&texts[k], w, found) < 0:
            return -1
        for i in range(found.n):
            if tally(w, found.a[i]) < 0:
                return -1
        sort_terms(v.terms + begin, w.filled - begin, w.words - 1)
        for i in range(begin, w.filled):
            v.weights[i] = w.count[v.terms[i]]
            w.count[v.terms[i]] = 0
        v.start[k + 1] = w.filled
    v.vocabulary = w.words
    v.occurs = w.occurs
    w.occurs = NULL
    if v.occurs == NULL:
        v.occurs = <int32_t*> calloc(1, sizeof(int32_t))
        return -1 if v.occurs == NULL else 0
    # Words that were found but not counted, marks alone, may be beyond the last one counted.
    if w.known < w.words:
        terms = <int32_t*> realloc(v.occurs, w.words * sizeof(int32_t))
        if terms == NULL:
            return -1
        v.occurs = terms
        memset(v.occurs + w.known, 0, (w.words - w.known) * sizeof(int32_t))
    return 0


cdef void sort_terms(int32_t* a, Py_ssize_t n, int32_t vocabulary) noexcept nogil:
    """Sort the distinct terms of a sentence: as bits in a row where the vocabulary is small, which needs no comparisons."""
    cdef Py_ssize_t i, j
    cdef int32_t value
    cdef uint64_t[128] bits
    cdef uint64_t word
    if n <= 8:
        for i in range(1, n):
            value = a[i]
            j = i
            while j > 0 and a[j - 1] > value:
                a[j] = a[j - 1]
                j -= 1
            a[j] = value
    elif vocabulary <= 128 * 64:
        memset(bits, 0, ((vocabulary >> 6) + 1) * sizeof(uint64_t))
        for i in range(n):
            bits[a[i] >> 6] |= <uint64_t> 1 << (a[i] & 63)
        j = 0
        for i in range((vocabulary >> 6) + 1):
            word = bits[i]
            while word:
                a[j] = <int32_t> (i << 6) + lowest_bit(word)
                j += 1
                word &= word - 1
    else:
        qsort(a, n, sizeof(int32_t), ascending)


cdef int weigh(Vectors* v, double* given) noexcept nogil:
    """Turn counts into weights, by the pair's own idf or by given ones, and square the rows."""
    cdef int32_t t, row, total = v.rows + v.columns
    cdef int64_t i
    cdef double square
    cdef double* idf = <double*> malloc((v.vocabulary + 1) * sizeof(double))
    cdef double* of_count = <double*> calloc(total + 1, sizeof(double))  # most words share a few counts
    if idf == NULL or of_count == NULL:
        free(idf)
        free(of_count)
        return -1
    for t in range(v.vocabulary):
        if given != NULL:
            idf[t] = given[t]
            continue
        if of_count[v.occurs[t]] == 0.0:
            of_count[v.occurs[t]] = log(<double> total / <double> v.occurs[t]) + 1.0
        idf[t] = of_count[v.occurs[t]]
    free(of_count)
    for row in range(total):
        square = 0.0
        for i in range(v.start[row], v.start[row + 1]):
            v.weights[i] = v.weights[i] * idf[v.terms[i]]
            square += v.weights[i] * v.weights[i]
        v.squares[row] = square
    free(idf)
    v.sums[0] = <double*> calloc(v.vocabulary + 1, sizeof(double))
    v.sums[1] = <double*> calloc(v.vocabulary + 1, sizeof(double))
    v.marked[0] = <uint8_t*> calloc(v.vocabulary + 1, 1)
    v.marked[1] = <uint8_t*> calloc(v.vocabulary + 1, 1)
    if v.sums[0] == NULL or v.sums[1] == NULL or v.marked[0] == NULL or v.marked[1] == NULL:
        return -1
    return 0


cdef class Result:
    """What a search found, as numbers; `objects` makes links, cells and steps of them, `json` writes them."""

    cdef Search s
    # While there is work to do: the strings, and the words found in them.
    cdef Text* texts
    cdef Py_ssize_t sentences
    cdef Py_ssize_t characters
    cdef Words words
    cdef Ints found
    cdef double* given       # weights of the words, from a corpus model
    cdef Py_ssize_t unread   # the first text that must be looked at in Python before it can be read
    cdef list kept           # strings made here, which must live until they are read
    cdef tuple documents

    def __cinit__(self):
        memset(&self.s, 0, sizeof(Search))
        memset(&self.words, 0, sizeof(Words))
        memset(&self.found, 0, sizeof(Ints))
        self.texts = NULL
        self.given = NULL

    def __dealloc__(self):
        self.free_work()
        free(self.s.moves.a)
        free(self.s.paragraph_links.a)
        free(self.s.sentence_links.a)
        free(self.s.paragraph_scores)
        free(self.s.sentence_scores)

    cdef void free_work(self) noexcept nogil:
        """Let go what only the search needs."""
        cdef Vectors* v = &self.s.v
        cdef int side
        for side in range(2):
            free(v.sums[side])
            free(v.marked[side])
            free(v.touched[side].a)
            free(self.s.ends[side])
            free(self.s.group[side].a)
            self.s.ends[side] = NULL
            self.s.group[side].a = NULL
        free(v.start)
        free(v.terms)
        free(v.weights)
        free(v.squares)
        free(v.occurs)
        free(v.first)
        free(v.holders)
        free(v.held)
        free(v.ranked)
        free(v.by_rarity)
        free(v.seen)
        free(v.candidates.a)
        free(v.best_of)
        free(v.hit.a)
        memset(v, 0, sizeof(Vectors))
        free(self.s.sentence_rows)
        free(self.s.sentence_done)
        free(self.s.paragraph_rows)
        free(self.s.paragraph_done)
        free(self.s.dots)
        free(self.s.paragraph_of)
        free(self.s.sizes)
        free(self.s.offsets)
        self.s.sentence_rows = NULL
        self.s.sentence_done = NULL
        self.s.paragraph_rows = NULL
        self.s.paragraph_done = NULL
        self.s.dots = NULL
        self.s.paragraph_of = NULL
        self.s.sizes = NULL
        self.s.offsets = NULL
        free(self.texts)
        free(self.found.a)
        free(self.given)
        self.texts = NULL
        self.found.a = NULL
        self.given = NULL
        self.free_words()

    cdef void free_words(self) noexcept nogil:
        free(self.words.slots)
        free(self.words.letters)
        free(self.words.start)
        free(self.words.bytes)
        free(self.words.count)
        free(self.words.occurs)
        memset(&self.words, 0, sizeof(Words))

    cdef int prepare(self, tuple source, tuple target) except -1:
        """Point at all strings of two documents."""
        cdef Search* s = &self.s
        cdef Vectors* v = &s.v
        cdef Py_ssize_t k, side
        cdef str sentence
        cdef tuple paragraph, document
        self.documents = (source, target)
        self.kept = []
        for side in range(2):
            document = source if side == 0 else target
            s.paragraphs[side] = <int32_t> len(document)
            s.ends[side] = <int32_t*> malloc((len(document) + 1) * sizeof(int32_t))
            if s.ends[side] == NULL:
                raise MemoryError
            s.ends[side][0] = 0
            k = 0
            for paragraph in document:
                s.ends[side][k + 1] = s.ends[side][k] + <int32_t> len(paragraph)
                k += 1
            self.sentences += s.ends[side][k]
        v.rows = s.ends[0][s.paragraphs[0]]
        v.columns = s.ends[1][s.paragraphs[1]]
        self.texts = <Text*> malloc((self.sentences + 1) * sizeof(Text))
        if self.texts == NULL:
            raise MemoryError
        k = 0
        for document in (source, target):
            for paragraph in document:
                for sentence in paragraph:
                    _point_at(&self.texts[k], sentence)
                    self.characters += self.texts[k].length
                    k += 1
        return 0

    cdef int read(self) noexcept nogil:
        """Turn the strings into counted words; -1 where memory ends."""
        cdef Search* s = &self.s
        cdef Vectors* v = &s.v
        cdef Py_ssize_t size = 1024
        cdef int32_t q, y
        v.start = <int64_t*> malloc((self.sentences + 2) * sizeof(int64_t))
        v.squares = <double*> malloc((self.sentences + 1) * sizeof(double))
        s.paragraph_of = <int32_t*> malloc((v.columns + 1) * sizeof(int32_t))
        if v.start == NULL or v.squares == NULL or s.paragraph_of == NULL:
            return -1
        for q in range(s.paragraphs[1]):
            for y in range(s.ends[1][q], s.ends[1][q + 1]):
                s.paragraph_of[y] = q
        # About every twelfth character brings a new word; the table should be small and about half full of them.
        while size * 8 < self.characters and size < (1 << 20):
            size *= 2
        if grow_words(&self.words, size) < 0 or letters_room(&self.words, 8192) < 0:
            return -1
        return count_words(self.texts, self.sentences, &self.words, v, &self.found)

    cdef bint has_words(self) noexcept nogil:
        """Whether each of the two documents has a word."""
        cdef Vectors* v = &self.s.v
        return v.start[v.rows] > 0 and v.start[v.rows + v.columns] > v.start[v.rows]

    cdef int search(self) noexcept nogil:
        """Weigh the words and search; -1 where memory ends."""
        self.free_words()
        if weigh(&self.s.v, self.given) < 0 or search_all(&self.s) < 0:
            return -1
        self.free_work()
        return 0

    cdef int weigh_by(self, idf) except -1:
        """Take the weights of the words from a corpus model."""
        cdef Words* w = &self.words
        cdef Py_ssize_t k
        self.given = <double*> malloc((w.words + 1) * sizeof(double))
        if self.given == NULL:
            raise MemoryError
        for k in range(w.words):
            word = PyUnicode_FromKindAndData(4, w.letters + w.start[k], w.start[k + 1] - w.start[k])
            self.given[k] = idf.weight(word)
        return 0

    def objects(self):
        """Return paragraph links, sentence links, cells and steps as tuples of objects."""
        # Of a book, a collection would look through all objects made so far, again and again, and find nothing.
        cdef bint pause = self.s.moves.n > 5000 and gc.isenabled()
        if pause:
            gc.disable()
        try:
            return self.make_objects()
        finally:
            if pause:
                gc.enable()

    cdef tuple make_objects(self):
        cdef Py_ssize_t k
        cdef Move* m
        cdef list steps = []
        cdef list cells = []
        cdef tuple cell
        cdef object step, stood
        for k in range(self.s.moves.n):
            m = &self.s.moves.a[k]
            cell = (m.x, m.y)
            stood = None if m.x0 < 0 else (m.x0, m.y0)
            step = _new(Step)
            PyObject_GenericSetAttr(step, "level", "sentence" if m.level else "paragraph")
            PyObject_GenericSetAttr(step, "stood", stood)
            PyObject_GenericSetAttr(step, "vicinity", _vicinity_name(m.vicinity))
            PyObject_GenericSetAttr(step, "cell", cell)
            PyObject_GenericSetAttr(step, "similarity", m.similarity)
            steps.append(step)
            if m.level:
                cells.append(cell)
        paragraphs = _links(&self.s.paragraph_links, self.s.paragraph_scores)
        return paragraphs, _links(&self.s.sentence_links, self.s.sentence_scores), tuple(cells), tuple(steps)

    @property
    def link_count(self):
        """How many sentence links there are."""
        cdef Ints* links = &self.s.sentence_links
        cdef Py_ssize_t at = 0, count = 0
        while at < links.n:
            at += 2 + links.a[at] + links.a[at + 1]
            count += 1
        return count

    def json(self):
        """Return links and steps as `vicinal.corpus.records` writes them, the same bytes, without making objects."""
        cdef Search* s = &self.s
        # No number takes more than 11 bytes, no score more than 25; the rest is names, brackets and commas.
        cdef Py_ssize_t room = 64 + 24 * (s.paragraph_links.n + s.sentence_links.n) + 128 * s.moves.n
        cdef char* begin = <char*> malloc(room)
        cdef char* p
        if begin == NULL:
            raise MemoryError
        try:
            p = put(begin, b'"paragraphs":[')
            p = _put_links(p, &s.paragraph_links, s.paragraph_scores)
            p = put(p, b'],"sentences":[')
            p = _put_links(p, &s.sentence_links, s.sentence_scores)
            p = put(p, b'],"steps":[')
            p = _put_moves(p, &s.moves)
            p = put(p, b"]")
            return PyBytes_FromStringAndSize(begin, p - begin)
        finally:
            free(begin)


_new = object.__new__


cdef object _vicinity_name(int vicinity):
    if vicinity == 1:
        return "V1"
    if vicinity == START:
        return "start"
    if vicinity == NEAREST:
        return "nearest"
    return "run" if vicinity == RUN else f"V{vicinity}"


cdef tuple _indices(int32_t* a, int32_t n):
    if n == 1:
        return (a[0],)
    if n == 2:
        return (a[0], a[1])
    return tuple([a[k] for k in range(n)])


cdef tuple _links(Ints* links, double* scores):
    cdef list made = []
    cdef Py_ssize_t at = 0, number = 0
    cdef int32_t a, b, last = -1
    cdef bint ordered = True
    cdef object link
    while at < links.n:
        a = links.a[at]
        b = links.a[at + 1]
        # Links follow one another inside a group of paragraphs, but a group may surround another.
        ordered = ordered and links.a[at + 2] > last
        last = links.a[at + 2]
        link = _new(Link)
        PyObject_GenericSetAttr(link, "source", _indices(links.a + at + 2, a))
        PyObject_GenericSetAttr(link, "target", _indices(links.a + at + 2 + a, b))
        PyObject_GenericSetAttr(link, "score", scores[number])
        made.append(link)
        number += 1
        at += 2 + a + b
    if not ordered:
        made.sort(key=_source_of)
    return tuple(made)


def _source_of(link):
    return link.source, link.target


# ---------------------------------------------------------------------------------------------------------------------
# JSON. What writes takes the place to write at and returns the place after.

cdef inline char* put(char* p, const char* text) noexcept nogil:
    while text[0]:
        p[0] = text[0]
        p += 1
        text += 1
    return p


cdef inline char* put_number(char* p, int32_t number) noexcept nogil:
    """Write a number, 0 or more."""
    cdef char[10] digits
    cdef int n = 0
    cdef uint32_t rest = <uint32_t> number
    while True:
        digits[n] = c'0' + <char> (rest % 10)
        rest //= 10
        n += 1
        if rest == 0:
            break
    while n:
        n -= 1
        p[0] = digits[n]
        p += 1
    return p


cdef inline char* put_numbers(char* p, int32_t* numbers, int32_t n) noexcept nogil:
    cdef int32_t k
    p[0] = c'['
    p += 1
    for k in range(n):
        p = put_number(p, numbers[k])
        p[0] = c','
        p += 1
    (p - 1)[0] = c']'
    return p


cdef inline char* put_cell(char* p, int32_t x, int32_t y) noexcept nogil:
    p[0] = c'['
    p = put_number(p + 1, x)
    p[0] = c','
    p = put_number(p + 1, y)
    p[0] = c']'
    return p + 1


cdef char* _put_score(char* p, double score) except NULL:
    """Write a score as msgspec does: as the shortest decimal that is read as this very number."""
    cdef double scaled
    cdef uint32_t high, low
    cdef int k
    cdef bytes other
    if score == 1.0:
        return put(p, b"1.0")
    if score == 0.0 and not signbit(score):
        return put(p, b"0.0")
    if 0.001 <= score < 1.0:
        scaled = rint(score * 1e12)
        # Two decimals of up to 15 digits are never the same number, so that of 12 digits, if it is this number, has
        # no rival but itself without the zeros at its end.
        if scaled / 1e12 == score:
            high = <uint32_t> (<uint64_t> scaled // 1000000)
            low = <uint32_t> (<uint64_t> scaled % 1000000)
            p[0] = c'0'
            p[1] = c'.'
            for k in range(7, 1, -1):
                p[k] = c'0' + <char> (high % 10)
                p[k + 6] = c'0' + <char> (low % 10)
                high //= 10
                low //= 10
            p += 14
            while (p - 1)[0] == c'0':
                p -= 1
            return p
    other = _encode(score)
    memcpy(p, <char*> other, len(other))
    return p + len(other)


def _encode(value):
    from msgspec.json import encode  # seldom needed

    return encode(value)


cdef char* _put_link(char* p, int32_t* link, double score) except NULL:
    """Write a link, given as two sizes and the indices of the two sides, and a comma."""
    p[0] = c'['
    p = put_numbers(p + 1, link + 2, link[0])
    p[0] = c','
    p = put_numbers(p + 1, link + 2 + link[0], link[1])
    p[0] = c','
    p = _put_score(p + 1, score)
    p[0] = c']'
    p[1] = c','
    return p + 2


cdef char* _put_links(char* p, Ints* links, double* scores) except NULL:
    """Write links, in the order of `_links`."""
    cdef Py_ssize_t at = 0, number = 0
    cdef int32_t last = -1
    cdef char* begin = p
    cdef bytes other
    while at < links.n and links.a[at + 2] > last:
        last = links.a[at + 2]
        p = _put_link(p, links.a + at, scores[number])
        number += 1
        at += 2 + links.a[at] + links.a[at + 1]
    if at < links.n:  # they must be put in order
        other = _encode([(link.source, link.target, link.score) for link in _links(links, scores)])
        memcpy(begin, <char*> other + 1, len(other) - 2)
        return begin + len(other) - 2
    return p - 1 if p > begin else p


cdef char* _put_moves(char* p, Moves* moves) except NULL:
    """Write steps."""
    cdef Py_ssize_t k
    cdef Move* m
    for k in range(moves.n):
        m = &moves.a[k]
        p = put(p, b'["sentence",' if m.level else b'["paragraph",')
        p = put(p, b"null") if m.x0 < 0 else put_cell(p, m.x0, m.y0)
        if m.vicinity == START:
            p = put(p, b',"start",')
        elif m.vicinity == NEAREST:
            p = put(p, b',"nearest",')
        elif m.vicinity == RUN:
            p = put(p, b',"run",')
        else:
            p = put_number(put(p, b',"V'), m.vicinity)
            p = put(p, b'",')
        p = put_cell(p, m.x, m.y)
        p[0] = c','
        p = _put_score(p + 1, m.similarity)
        p = put(p, b"],")
    return p - 1 if moves.n else p


def align_all(list pairs not None, double paragraph_alpha, double sentence_alpha, double beta,
              tuple vicinities not None, bint title, idf, int64_t brief=1 << 16):
    """Align pairs of documents, each given as a tuple of paragraphs of sentences.

    Returns a list with a Result for each pair, None where a document has no words. The settings are those of
    `vicinal.align.Vicinity`, already checked; idf is None or a `vicinal.similarity.vectors.Idf`. Pairs of no more than `brief`
    sentence pairs are searched as short ones; the result is the same. The interpreter's lock is let go for all pairs
    together, so that threads hinder each other little.
    """
    cdef list results = []
    cdef Result result
    cdef Search* s
    cdef Py_ssize_t k, count = len(pairs)
    cdef int failed = 0
    cdef PyObject** items
    for source, target in pairs:
        result = Result()
        result.prepare(source, target)
        s = &result.s
        s.brief = <int64_t> s.v.rows * s.v.columns <= brief
        s.paragraph_alpha, s.sentence_alpha, s.beta, s.title = paragraph_alpha, sentence_alpha, beta, title
        _read_vicinities(s, vicinities)
        results.append(result)
    items = <PyObject**> malloc((count + 1) * sizeof(PyObject*))
    if items == NULL:
        raise MemoryError
    try:
        for k in range(count):
            items[k] = <PyObject*> results[k]
        with nogil:
            for k in range(count):
                look_through(items[k], 0)
        for k in range(count):
            result = <Result> items[k]
            while result.unread < result.sentences:
                _fold(&result.texts[result.unread], result.kept)
                look_through(items[k], result.unread + 1)
        with nogil:
            for k in range(count):
                failed |= work(items[k], idf is None)
        if idf is not None and not failed:
            for k in range(count):
                result = <Result> items[k]
                if result.has_words():
                    result.weigh_by(idf)
            with nogil:
                for k in range(count):
                    failed |= finish(items[k])
        if failed:
            raise MemoryError
    finally:
        free(items)
    for k in range(count):
        result = <Result> results[k]
        result.documents = None
        result.kept = None
        if result.sentences < 0:
            results[k] = None
    return results


cdef void look_through(PyObject* item, Py_ssize_t begin) noexcept nogil:
    """Find the next text that must be looked at in Python."""
    (<Result> item).unread = first_unread((<Result> item).texts, begin, (<Result> item).sentences)


cdef int work(PyObject* item, bint whole) noexcept nogil:
    """Read the texts and, if whole, search; 1 where memory ends."""
    if (<Result> item).read() < 0:
        return 1
    return finish(item) if whole else 0


cdef int finish(PyObject* item) noexcept nogil:
    """Search; mark a pair of which a document has no words. 1 where memory ends."""
    if not (<Result> item).has_words():
        (<Result> item).sentences = -1
        return 0
    return 1 if (<Result> item).search() < 0 else 0


cdef int _point_at(Text* text, str sentence) except -1:
    text.kind = PyUnicode_KIND(sentence)
    text.data = PyUnicode_DATA(sentence)
    text.length = PyUnicode_GET_LENGTH(sentence)
    text.folded = 0
    return 0


cdef Py_ssize_t first_unread(Text* texts, Py_ssize_t k, Py_ssize_t sentences) noexcept nogil:
    """Return the first text from k on with a character that is not in the table or must be folded with its sentence."""
    cdef Py_ssize_t i
    cdef uint32_t kind
    while k < sentences:
        if texts[k].kind != 1:
            for i in range(texts[k].length):
                kind = _table[PyUnicode_READ(texts[k].kind, texts[k].data, i)] & 7
                if kind == UNKNOWN or kind == COMPLEX:
                    return k
        k += 1
    return k


cdef int _fold(Text* text, list kept) except -1:
    """Look up the characters of a text; where it takes more, let the text point at a folded one, which kept keeps."""
    cdef str sentence
    if _looked_up(text):
        return 0
    sentence = PyUnicode_FromKindAndData(text.kind, text.data, text.length)
    # Composed, it may have no marks left; else it is folded as a whole.
    sentence = normalize("NFC", sentence)
    kept.append(sentence)
    _point_at(text, sentence)
    if _looked_up(text):
        return 0
    sentence = normalize("NFC", normalize("NFD", sentence).casefold())
    kept.append(sentence)
    _point_at(text, sentence)
    _looked_up(text)
    text.folded = 1
    return 0


cdef int _looked_up(Text* text) except -1:
    """Make sure the table knows every character; return 0 where some must be folded with their sentence."""
    cdef Py_ssize_t k
    cdef int simple = 1
    cdef uint32_t letter, entry
    for k in range(text.length):
        letter = PyUnicode_READ(text.kind, text.data, k)
        entry = _table[letter]
        if entry == UNKNOWN:
            entry = _look_up(letter)
        if entry & 7 == COMPLEX:
            simple = 0
    return simple


cdef int _read_vicinities(Search* s, tuple vicinities) except -1:
    cdef Py_ssize_t total = 0, k = 0
    for offsets in vicinities:
        total += len(offsets)
    s.vicinities = <int> len(vicinities)
    s.sizes = <int32_t*> malloc((len(vicinities) + 1) * sizeof(int32_t))
    s.offsets = <int32_t*> malloc((2 * total + 1) * sizeof(int32_t))
    if s.sizes == NULL or s.offsets == NULL:
        raise MemoryError
    for number, offsets in enumerate(vicinities):
        s.sizes[<Py_ssize_t> number] = <int32_t> len(offsets)
        for dx, dy in offsets:
            # Further than any document is long is as good as out of range, and cannot overflow.
            s.offsets[2 * k] = min(dx, 1 << 29)
            s.offsets[2 * k + 1] = min(dy, 1 << 29)
            k += 1
    return 0
