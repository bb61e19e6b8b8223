# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled scan of `text.segment`: the same sentences.

The rules are in `segment`; here they are applied to what is clear, which is most of any text. Where a listed word, a
number, an initial, a lone mark or an open bracket must be looked at, `segment` is asked, so that only it knows those
rules. A filter tells which words may be listed: it never misses one, and who is asked about one too many loses nothing.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from vicinal.text import sentence_signs as signs

cdef extern from "Python.h":
    int PyUnicode_KIND(object)
    void* PyUnicode_DATA(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    Py_UCS4 PyUnicode_READ(int, void*, Py_ssize_t) nogil
    str PyUnicode_Substring(str, Py_ssize_t, Py_ssize_t)
    bint Py_UNICODE_ISSPACE(Py_UCS4) nogil
    bint Py_UNICODE_ISLOWER(Py_UCS4) nogil
    bint Py_UNICODE_ISUPPER(Py_UCS4) nogil
    bint Py_UNICODE_ISALPHA(Py_UCS4) nogil
    bint Py_UNICODE_ISALNUM(Py_UCS4) nogil
    bint Py_UNICODE_ISDECIMAL(Py_UCS4) nogil
    Py_UCS4 Py_UNICODE_TOLOWER(Py_UCS4) nogil

cdef enum:
    # What a sign is, one bit each.
    STOP = 1 << 0
    WIDE = 1 << 1
    GREEK = 1 << 2
    ARMENIAN = 1 << 3
    BRACKET = 1 << 4
    CLOSING = 1 << 5
    MAY_CLOSE = 1 << 6
    GOES_ON = 1 << 7
    LONE_CLOSING = 1 << 8
    LONE = 1 << 9
    LONE_BEFORE = 1 << 10
    BEFORE_WORD = 1 << 11
    NEVER_FIRST = 1 << 12
    NEVER_FIRST_WIDE = 1 << 13
    OPENING = 1 << 14
    QUOTE = 1 << 15
    # And more, in the other table.
    LEADING = 1 << 0
    ASKING = 1 << 1
    # Verdicts.
    NO = -1
    ASK = -2
    FAR = 500            # as in `segment`: characters that are searched for the other bracket
    WINDOW = 30          # characters before a full stop that are looked at
    TURN = 1 << 20       # characters after which other threads get their turn

include "word_filter.pxi"  # which words may be listed

cdef uint16_t[0x10000] _signs
cdef uint8_t[0x10000] _more


cdef _fill():
    for bit, characters in (
        (STOP, signs.STOPS), (WIDE, signs.WIDE_STOPS), (GREEK, signs.MORE_STOPS["el"]),
        (ARMENIAN, signs.MORE_STOPS["hy"]), (BRACKET, "()（）「」"), (CLOSING, signs.CLOSING),
        (MAY_CLOSE, signs.MAY_CLOSE), (GOES_ON, signs.GOES_ON), (LONE_CLOSING, signs.LONE_CLOSING),
        (LONE, signs.LONE), (LONE_BEFORE, signs.LONE_BEFORE), (BEFORE_WORD, signs.BEFORE_WORD),
        (NEVER_FIRST, signs.NEVER_FIRST), (NEVER_FIRST_WIDE, signs.NEVER_FIRST_WIDE), (OPENING, signs.OPENING),
        (QUOTE, signs.QUOTES),
    ):
        for character in characters:
            _signs[<uint32_t> ord(character)] |= <uint16_t> bit
    for bit, characters in ((LEADING, signs.LEADING), (ASKING, signs.ASKING)):
        for character in characters:
            _more[<uint32_t> ord(character)] |= <uint8_t> bit


_fill()

ctypedef fused Character:
    uint8_t
    uint16_t
    uint32_t

cdef struct Text:
    void* data
    int kind
    Py_ssize_t length

cdef struct Brackets:
    Py_ssize_t opened         # the last ( before here, and the last )
    Py_ssize_t closed
    Py_ssize_t wide_opened    # the last （, and the last ）
    Py_ssize_t wide_closed
    Py_ssize_t depth          # the 「 that are open

cdef struct Rules:
    uint16_t stops            # the kinds of signs that are stops
    bint has_streets          # whether words that end with "str" have a rule
    bint has_ordinals         # whether Roman numerals have
    uint64_t[FILTER] filter   # a bit is set for each word that has

cdef struct Place:
    Py_ssize_t start          # of the sentence
    Py_ssize_t end            # up to where the text was read
    Brackets brackets         # up to there
    bint is_lower


cdef inline Py_UCS4 at(Text* text, Py_ssize_t i) noexcept nogil:
    return PyUnicode_READ(text.kind, text.data, i)


cdef inline uint16_t sign(Py_UCS4 c) noexcept nogil:
    return _signs[c] if c < 0x10000 else 0


cdef inline uint8_t more(Py_UCS4 c) noexcept nogil:
    return _more[c] if c < 0x10000 else 0


cdef inline void note(Brackets* brackets, Py_UCS4 c, Py_ssize_t i) noexcept nogil:
    if c == u'(':
        brackets.opened = i
    elif c == u')':
        brackets.closed = i
    elif c == u'（':
        brackets.wide_opened = i
    elif c == u'）':
        brackets.wide_closed = i
    elif c == u'「':
        brackets.depth += 1
    elif c == u'」':
        brackets.depth -= 1


cdef Py_ssize_t _next_stop(Character* data, Py_ssize_t i, Py_ssize_t n, uint16_t stops, Brackets* brackets) noexcept nogil:
    """Return where the next stop is, from i on, or n."""
    cdef uint16_t kind
    cdef Py_UCS4 c
    while i < n:
        c = data[i]
        if Character is uint32_t:
            kind = sign(c)
        else:
            kind = _signs[c]
        if kind & (stops | BRACKET):
            if kind & stops:
                return i
            note(brackets, c, i)
        i += 1
    return n


cdef Py_ssize_t next_stop(Text* text, Py_ssize_t i, Py_ssize_t n, uint16_t stops, Brackets* brackets) noexcept nogil:
    if text.kind == 1:
        return _next_stop[uint8_t](<uint8_t*> text.data, i, n, stops, brackets)
    if text.kind == 2:
        return _next_stop[uint16_t](<uint16_t*> text.data, i, n, stops, brackets)
    return _next_stop[uint32_t](<uint32_t*> text.data, i, n, stops, brackets)


cdef Py_ssize_t reference(Text* text, Py_ssize_t i) noexcept nogil:
    """Return where a reference such as [12] ends that begins at i; 0 if none does."""
    cdef Py_ssize_t k = i + 1
    while k < text.length and k < i + 4 and Py_UNICODE_ISDECIMAL(at(text, k)):
        k += 1
    return k + 1 if k > i + 1 and k < text.length and at(text, k) == u']' else 0


cdef Py_ssize_t closed(Text* text, Py_ssize_t i, Brackets* brackets) noexcept nogil:
    """Return where the marks end that close after a stop, from i on."""
    cdef Py_ssize_t k
    cdef Py_UCS4 c, after
    cdef uint16_t kind
    while i < text.length:
        c = at(text, i)
        kind = sign(c)
        if kind & MAY_CLOSE and i + 1 < text.length:
            after = at(text, i + 1)
            if not (Py_UNICODE_ISSPACE(after) or sign(after) & GOES_ON):
                break
        elif c == u'[':
            k = reference(text, i)
            if k == 0:
                break
            i = k
            continue
        elif not kind & (CLOSING | MAY_CLOSE):
            break
        note(brackets, c, i)
        i += 1
    return i


cdef bint lone_mark(Text* text, Py_ssize_t i) noexcept nogil:
    """Tell whether a mark, or a reference, may stand alone at i, after white space."""
    cdef Py_UCS4 c = at(text, i), after
    cdef uint16_t kind = sign(c)
    if c != u'[' and not kind & (LONE | LONE_CLOSING):
        return False
    if i + 1 == text.length:
        return True
    after = at(text, i + 1)
    if c == u'[':
        return Py_UNICODE_ISDECIMAL(after)
    return Py_UNICODE_ISSPACE(after) or (kind & LONE and sign(after) & LONE_BEFORE) or (c == u"'" and after == u"'")


cdef Py_ssize_t ends_wide(Text* text, Py_ssize_t stop, Py_ssize_t cut, Py_ssize_t following, Brackets* b) noexcept nogil:
    """Return `cut` if a sentence ends at a stop that needs no space, NO or ASK; the brackets are those before it."""
    if sign(at(text, following)) & NEVER_FIRST_WIDE:
        return NO
    if b.wide_opened >= 0 and b.wide_opened >= stop - FAR and b.wide_closed < b.wide_opened:
        return ASK
    return cut if b.depth == 0 else NO if b.depth < 0 else ASK


cdef Py_ssize_t ends_without_space(Text* text, Py_ssize_t stop, Py_ssize_t cut) noexcept nogil:
    """Return `cut` if a sentence ends at a stop before another sign than white space, NO or ASK."""
    cdef Py_UCS4 c = at(text, cut)
    cdef Py_ssize_t k
    if c == u'„':
        return cut
    if not Py_UNICODE_ISUPPER(c) or stop < 3:
        return NO
    for k in range(stop - 3, stop):
        c = at(text, k)
        if u'A' <= c <= u'Z' or Py_UNICODE_ISDECIMAL(c) or not Py_UNICODE_ISALNUM(c):
            return NO
    return ASK


cdef Py_ssize_t begins(Text* text, Py_ssize_t cut, Py_ssize_t following, bint is_lower) noexcept nogil:
    """Return 0 if a sentence may begin at `following`, else NO or ASK."""
    cdef Py_UCS4 c = at(text, following), first = c
    cdef Py_ssize_t k = following, n = text.length
    cdef bint found
    if sign(c) & NEVER_FIRST:
        return ASK if c == u'.' or c == u'…' else NO
    while k < n and sign(at(text, k)) & BEFORE_WORD:
        if at(text, k) == u'_':
            return ASK
        k += 1
    if k < n and at(text, k) == u'`':
        return ASK
    if k < n and Py_UNICODE_ISSPACE(at(text, k)):
        k += 1
    found = k < n and is_word(at(text, k))
    if found:
        first = at(text, k)
    if not Py_UNICODE_ISLOWER(first):
        return 0
    if sign(at(text, cut - 1)) & QUOTE:
        return NO
    if is_lower or sign(c) & OPENING:
        return 0
    if found and k + 1 < n and Py_UNICODE_ISUPPER(at(text, k + 1)):
        return 0
    for k in range(following, min(n, following + 6)):
        if at(text, k) == u')':
            return ASK  # an item of a list may begin
    return NO


cdef Py_ssize_t ends(Text* text, Place* place, Rules* rules, Py_ssize_t stop, Py_ssize_t cut, Py_ssize_t following, Brackets* b) noexcept nogil:
    """Return `cut` if a sentence ends at a stop before white space, NO or ASK; the brackets are those up to the cut."""
    cdef Py_ssize_t verdict = begins(text, cut, following, place.is_lower), k = stop
    cdef Py_UCS4 c
    if verdict:
        return verdict
    if b.opened >= place.start and b.opened >= cut - FAR and b.closed < b.opened:
        return ASK
    if stop > 0 and (at(text, stop - 1) == u'(' or at(text, stop - 1) == u'['):
        return NO
    while at(text, k) == u'.' or at(text, k) == u'…':  # ends: something follows
        k += 1
    if more(at(text, k)) & ASKING:
        return cut
    c = at(text, stop)
    if c == u'…' or (k - stop >= 3 and c == u'.' and at(text, stop + 1) == u'.' and at(text, stop + 2) == u'.'):
        return cut if stop > place.start and not Py_UNICODE_ISSPACE(at(text, stop - 1)) else NO
    if c != u'.' or at(text, stop + 1) == u'.':
        return cut
    if stop == place.start or Py_UNICODE_ISSPACE(at(text, stop - 1)):
        return cut
    return cut if is_plain(text, rules, max(place.start, stop - WINDOW), stop) else ASK


cdef bint is_plain(Text* text, Rules* rules, Py_ssize_t low, Py_ssize_t stop) noexcept nogil:
    """Tell whether the word before a full stop is none that has a rule; `low` is where the search for it ends."""
    cdef Py_ssize_t begin = stop, word, k, length
    cdef Py_UCS4 c, second
    cdef uint64_t form = SEED, lower = SEED
    cdef bint is_whole = True, is_number = True
    while begin > low and not Py_UNICODE_ISSPACE(at(text, begin - 1)):
        begin -= 1
    word = begin
    while word < stop and more(at(text, word)) & LEADING:
        word += 1
    if stop - word > 3 and Py_UNICODE_ISALPHA(at(text, word)):
        second = at(text, word + 1)
        if (second == u"'" or second == u'’') and is_word(at(text, word + 2)) and is_word(at(text, word + 3)):
            word += 2
    length = stop - word
    if length < 2:
        return False
    if length < 4:
        while begin > low and Py_UNICODE_ISSPACE(at(text, begin - 1)):
            begin -= 1
        if begin > low and at(text, begin - 1) == u'.':
            return False
    for k in range(word, stop):
        c = at(text, k)
        if c == u'.' or c == 0x130 or c == 0x3A3:  # letters whose lower case is not one letter, or not always the same
            return False
        if is_number and not Py_UNICODE_ISDECIMAL(c):
            is_whole = False
            is_number = c == u'/'
        form = mixed(form, c)
        lower = mixed(lower, Py_UNICODE_TOLOWER(c))
    c = at(text, word)
    if Py_UNICODE_ISALPHA(c):
        if rules.has_ordinals and may_be_roman(c) and not Py_UNICODE_ISLOWER(at(text, word + 1)):
            return False
    elif is_number and not (is_whole and length > 3):
        return False
    if rules.has_streets and length > 2 and ends_with_str(text, stop):
        return False
    return not (may_hold(rules.filter, form) or may_hold(rules.filter, lower))


cdef inline bint ends_with_str(Text* text, Py_ssize_t stop) noexcept nogil:
    return (
        Py_UNICODE_TOLOWER(at(text, stop - 1)) == u'r'
        and Py_UNICODE_TOLOWER(at(text, stop - 2)) == u't'
        and Py_UNICODE_TOLOWER(at(text, stop - 3)) == u's'
    )


cdef inline bint may_be_roman(Py_UCS4 c) noexcept nogil:
    return c == u'M' or c == u'D' or c == u'C' or c == u'L' or c == u'X' or c == u'V' or c == u'I'


cdef Py_ssize_t clear(Text* text, Place* place, Rules* rules, Py_ssize_t stop) noexcept nogil:
    """Return where the sentence ends at a stop, NO or ASK; unless it is ASK, go on to what follows."""
    cdef Py_ssize_t i = stop, cut, following, verdict
    cdef Brackets brackets = place.brackets
    cdef uint16_t last = 0
    while i < text.length and sign(at(text, i)) & rules.stops:
        last = sign(at(text, i))
        i += 1
    cut = closed(text, i, &brackets)
    following = cut
    while following < text.length and Py_UNICODE_ISSPACE(at(text, following)):
        following += 1
    if following == text.length:
        verdict = NO
    elif following > cut and lone_mark(text, following):
        return ASK
    elif last & WIDE:
        verdict = ends_wide(text, stop, cut, following, &place.brackets)
    elif following == cut:
        verdict = ends_without_space(text, stop, cut)
    else:
        verdict = ends(text, place, rules, stop, cut, following, &brackets)
    if verdict != ASK:
        place.brackets = brackets
        place.end = following
    return verdict


cdef class Scan:
    """The scan with the rules of a language.

    Args:
        judge: Called with a text, and whether its document is in lower case, for something with a method
            `at(stop, start)` that decides at a stop.
        rules: The code of the rules.
        listed: The words with rules of their own.
        has_streets: Whether words that end with "str" are among them.
        has_ordinals: Whether Roman numerals are.
    """

    cdef object judge
    cdef Rules rules

    def __init__(self, judge, str rules, listed, bint has_streets, bint has_ordinals):
        self.judge = judge
        self.rules.stops = STOP | WIDE | (GREEK if rules == "el" else ARMENIAN if rules == "hy" else 0)
        self.rules.has_streets, self.rules.has_ordinals = has_streets, has_ordinals
        fill_filter(self.rules.filter, (*listed, "etc"))

    def sentences(self, str given, bint is_lower):
        """Return the sentences of a text, stripped of white space."""
        cdef Text text = Text(PyUnicode_DATA(given), PyUnicode_KIND(given), PyUnicode_GET_LENGTH(given))
        cdef Place place = Place(0, 0, Brackets(-1, -1, -1, -1, 0), is_lower)
        cdef Py_ssize_t stop, cut, end, turn = TURN
        cdef list found = []
        judge = None
        while place.end < text.length:
            stop = next_stop(&text, place.end, min(text.length, turn), self.rules.stops, &place.brackets)
            if stop == turn:
                place.end = stop
                turn += TURN
                with nogil:
                    pass
                continue
            if stop == text.length:
                break
            cut = clear(&text, &place, &self.rules, stop)
            if cut == ASK:
                if judge is None:
                    judge = self.judge(given, is_lower)
                cut, end = judge.at(stop, place.start)
                next_stop(&text, stop, end, 0, &place.brackets)
                place.end = end
            if cut != NO:
                found.append(stripped(given, &text, place.start, cut))
                place.start = cut
            turn = max(turn, place.end + 1)
        last = stripped(given, &text, place.start, text.length)
        if last:
            found.append(last)
        return found


cdef str stripped(str given, Text* text, Py_ssize_t start, Py_ssize_t end):
    while start < end and Py_UNICODE_ISSPACE(at(text, start)):
        start += 1
    while end > start and Py_UNICODE_ISSPACE(at(text, end - 1)):
        end -= 1
    return PyUnicode_Substring(given, start, end)
