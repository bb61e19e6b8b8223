# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""In how many sentences each word occurs, compiled: the counting of `vicinal.similarity.tfidf.Idf.fit`, the reference.

Words are read as the kernel of the vicinity method reads them, from the same files.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

import unicodedata

from vicinal.text.tokens import without_joiners, writes_no_spaces

normalize = unicodedata.normalize

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX
    int PyUnicode_KIND(object)
    void* PyUnicode_DATA(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    uint32_t PyUnicode_READ(int, void*, Py_ssize_t) nogil
    object PyUnicode_FromKindAndData(int, void*, Py_ssize_t)

include "bits.pxi"           # bits and bytes of numbers
include "memory.pxi"         # pools; MemoryError
include "unicode_table.pxi"  # what a character becomes when folded
include "word_table.pxi"     # words to numbers
include "word_reader.pxi"    # sentences to words


cdef class WordCounts:
    """Counts the sentences of documents that have a word.

    After an error, such as MemoryError, the counts are worth nothing.
    """

    cdef Words words
    cdef int64_t* occurs         # in how many sentences each word occurs
    cdef Py_ssize_t occurs_room
    cdef Py_ssize_t terms_room
    cdef readonly int64_t sentences

    def __init__(self):
        if self.words.slots != NULL:
            raise TypeError("counts are begun once")
        grow_words(&self.words, 1 << 12)

    def __dealloc__(self):
        free_all(&self.words.pool)

    def add(self, tuple paragraphs not None):
        """Count the words of a document, given as a tuple of paragraphs, each a tuple of sentences."""
        cdef tuple paragraph
        cdef str sentence
        cdef Text text
        cdef list kept
        for paragraph in paragraphs:
            for sentence in paragraph:
                if sentence is None:
                    raise TypeError("a sentence is a string, not None")
                _point_at(&text, sentence)
                kept = None
                if first_unread(&text, 0, 1) == 0:
                    kept = []
                    _fold(&text, kept)
                self.count(&text)
                self.sentences += 1

    cdef int count(self, Text* text) except -1:
        """Count the words of a sentence, each once."""
        cdef Words* w = &self.words
        # A sentence has at most as many words as characters, and a character folds to three at most.
        cdef Py_ssize_t k, most = 3 * text.length + 1
        if most > self.terms_room:
            w.terms = <int32_t*> resize(&w.pool, w.terms, 2 * most, sizeof(int32_t))
            self.terms_room = 2 * most
        w.filled = w.found.n = 0
        read_words(text, w)
        for k in range(w.found.n):
            tally(w, w.found.a[k])
        if w.words > self.occurs_room:
            self.occurs = <int64_t*> resize(&w.pool, self.occurs, w.room, sizeof(int64_t))
            memset(self.occurs + self.occurs_room, 0, (w.room - self.occurs_room) * sizeof(int64_t))
            self.occurs_room = w.room
        for k in range(w.filled):
            self.occurs[w.terms[k]] += 1
            w.count[w.terms[k]] = 0
        return 0

    def counts(self):
        """Return the number of sentences that have a word, by word, in the order in which the words came."""
        cdef Words* w = &self.words
        cdef int32_t k
        cdef dict found = {}
        for k in range(w.words):
            found[PyUnicode_FromKindAndData(4, w.letters + w.start[k], w.start[k + 1] - w.start[k])] = self.occurs[k]
        return found
