# Characters: what each one becomes when folded, looked up in Python once and kept in a table.

cdef enum:
    UNKNOWN = 0     # not looked up yet
    APART = 1       # no letter, digit or mark: ends a word
    WORD = 2        # one letter or digit
    JOINED = 3      # one letter of a script that writes no spaces
    SEVERAL = 4     # folds to several characters
    COMPLEX = 5     # a mark, a joiner, or a letter that may change its neighbours: the sentence is folded as a whole
    MARK = 6        # a combining mark, in a folded sentence

cdef uint32_t[0x110000] _table   # kind | folded character << 3
cdef uint32_t[4096][3] _several  # what characters of kind SEVERAL become, padded with zeros
cdef int _several_count = 1

cdef struct Text:
    void* data       # the characters of a Python string, which must stay alive
    Py_ssize_t length
    int kind         # bytes a character
    int folded       # folded already: characters count as they are


cdef uint32_t _kind_of(str folded):
    """Return the table entry of one folded character."""
    cdef uint32_t point = ord(folded)
    if not folded.isalnum():
        return APART
    return (point << 3) | (JOINED if writes_no_spaces(folded) else WORD)


cdef uint32_t _look_up(uint32_t point) except 0:
    """Fill in the table entry of a character from Python's Unicode data, so that `vicinal.text.tokens` agrees."""
    global _several_count
    cdef str character = chr(point)
    cdef uint32_t entry
    cdef str folded
    if 0xD800 <= point < 0xE000:
        _table[point] = APART
        return APART
    folded = normalize("NFC", normalize("NFD", character).casefold())
    if without_joiners(f"a{character}a") == "aa":
        _table[point] = COMPLEX | (APART << 3)
        return _table[point]
    conjoining = 0x1100 <= point < 0x1200 or 0xA960 <= point < 0xA980 or 0xD7B0 <= point < 0xD800 or 0x16D40 <= point < 0x16D80
    if conjoining or any(unicodedata.category(c)[0] == "M" for c in (*character, *folded)):
        # The upper bits: what the character is in a folded sentence, and whether it is a letter or digit.
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


for _point in range(256):
    _look_up(_point)


cdef int _point_at(Text* text, str sentence) except -1:
    text.kind = PyUnicode_KIND(sentence)
    text.data = PyUnicode_DATA(sentence)
    text.length = PyUnicode_GET_LENGTH(sentence)
    text.folded = 0
    return 0


cdef Py_ssize_t first_unread(Text* texts, Py_ssize_t k, Py_ssize_t sentences) noexcept nogil:
    """Return the first text from k on with a character that is unknown or needs its sentence folded as a whole."""
    cdef Py_ssize_t i
    cdef uint32_t kind
    while k < sentences:
        if texts[k].kind == 1:
            # Joiners are all that is COMPLEX among these characters.
            if memchr(texts[k].data, 0xAD, texts[k].length) or memchr(texts[k].data, 0xB7, texts[k].length):
                return k
        else:
            for i in range(texts[k].length):
                kind = _table[PyUnicode_READ(texts[k].kind, texts[k].data, i)] & 7
                if kind == UNKNOWN or kind == COMPLEX:
                    return k
        k += 1
    return k


cdef int _fold(Text* text, list kept) except -1:
    """Look up the characters of a text; if that does not suffice, make it point at a folded string, kept alive in kept."""
    cdef str sentence
    if _looked_up(text):
        return 0
    sentence = without_joiners(PyUnicode_FromKindAndData(text.kind, text.data, text.length))
    # Composed, it may have no marks left; otherwise it is folded as a whole.
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
    """Look up every character; return 0 if some need their sentence folded as a whole, else 1."""
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
