# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What reading plain text does with every line and word: the compiled twins of parts of `text.reading` and `extract`.

Python's own tables of characters are used, so that both agree on what is white space or a letter.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

cdef extern from "Python.h":
    int PyUnicode_KIND(object)
    void* PyUnicode_DATA(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    Py_UCS4 PyUnicode_READ(int, void*, Py_ssize_t) nogil
    str PyUnicode_Substring(str, Py_ssize_t, Py_ssize_t)
    bint Py_UNICODE_ISSPACE(Py_UCS4) nogil
    bint Py_UNICODE_ISALNUM(Py_UCS4) nogil

include "word_filter.pxi"  # which words are counted


def single_spaced(str line):
    """Return a line with single spaces, without outer white space: most lines are so already."""
    cdef Py_ssize_t i, n = PyUnicode_GET_LENGTH(line)
    cdef int kind = PyUnicode_KIND(line)
    cdef void* data = PyUnicode_DATA(line)
    cdef Py_UCS4 c
    cdef bint after_space = True
    for i in range(n):
        c = PyUnicode_READ(kind, data, i)
        if 32 < c < 127:
            after_space = False
        elif c == 32:
            if after_space:
                return " ".join(line.split())
            after_space = True
        elif Py_UNICODE_ISSPACE(c):
            return " ".join(line.split())
        else:
            after_space = False
    return " ".join(line.split()) if after_space else line


def may_have_items(lines):
    """Tell whether an item of a list may begin a line: "(", a bullet, or a full stop or bracket after a few signs."""
    cdef str line
    cdef Py_ssize_t i
    cdef int kind
    cdef void* data
    cdef Py_UCS4 c
    for line in lines:
        kind = PyUnicode_KIND(line)
        data = PyUnicode_DATA(line)
        for i in range(min(PyUnicode_GET_LENGTH(line), 4)):
            c = PyUnicode_READ(kind, data, i)
            if i == 0:
                if c == u'-' or c == u'*' or c == u'(' or c > 0x2000:
                    return True
            elif c == u')' or c == u'.':
                return True
    return False


def count_words(str text, counts):
    """Count the words of a text in lower case that `counts` has: runs of letters and digits, with hyphens inside."""
    cdef Py_ssize_t i = 0, begin, n = PyUnicode_GET_LENGTH(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef uint64_t form
    cdef uint64_t[FILTER] filter
    cdef Py_UCS4 c
    cdef str word
    fill_filter(filter, counts)
    while i < n:
        c = PyUnicode_READ(kind, data, i)
        if not is_word(c):
            i += 1
            continue
        begin = i
        form = SEED
        while True:
            form = mixed(form, c)
            i += 1
            if i == n:
                break
            c = PyUnicode_READ(kind, data, i)
            if not is_word(c) and not (c == u'-' and i + 1 < n and is_word(PyUnicode_READ(kind, data, i + 1))):
                break
        if may_hold(filter, form):
            word = PyUnicode_Substring(text, begin, i)
            if word in counts:
                counts[word] += 1
