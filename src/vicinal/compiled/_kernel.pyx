# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The vicinity method, compiled: words, similarities, searches and links, with the same results as Python, bit for bit.

`vicinal.text.tokens`, `vicinal.similarity`, `vicinal.search` and `vicinal.methods.vicinity` are the reference; read
those first. The kernel differs only in how it gets there:

- Words become numbers through a table of characters (filled from Python's own Unicode data) and a hash table. Sentences
  with combining marks or conjoining letters are folded by Python first.
- For short documents, a row of similarities is computed whole, through an inverted index, when it is first looked at.
- For long ones nothing of the size of the matrix is stored. Cells near the path are computed one by one; when the next
  one is far, candidates come from the index: two sentences can only be similar enough if they share one of the words
  that make up most of a vector's length. The other words, common ones with long lists, are not looked up; but where
  nearly every sentence is a candidate, the dot products of all are added up, word by word, which is faster.
- Everything between reading the strings and making the result runs without the interpreter's lock.

All similarities are rows of numbers (`vectors.pxi`). Words, stems and character n-grams are counted here. Dense vectors
and the rows of other similarities are given. With dense rows, or with negative numbers, there are no candidates: cells
are looked at in rings, as in Python.

Sums are added up in the order of the reference: over ascending term numbers, rows in their order.

Each file below is one subject and uses those above it; together they are one module, so that calls can be inlined.
"""

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from libc.math cimport log, rint, sqrt
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, qsort, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

import gc
import unicodedata

from vicinal.text.tokens import without_joiners, writes_no_spaces

normalize = unicodedata.normalize

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX
    int PyUnicode_KIND(object)
    void* PyUnicode_DATA(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    uint32_t PyUnicode_READ(int, void*, Py_ssize_t) nogil
    object PyType_GenericAlloc(type, Py_ssize_t)
    int PyObject_GenericSetAttr(object, object, object) except -1
    object PyUnicode_FromKindAndData(int, void*, Py_ssize_t)

include "bits.pxi"           # bits and bytes of numbers
include "memory.pxi"         # pools; MemoryError
include "unicode_table.pxi"  # what a character becomes when folded
include "word_table.pxi"     # words to numbers
include "word_reader.pxi"    # sentences to words
include "lexicon.pxi"        # numbers of words from Python: weights in a corpus, stems
include "cosine.pxi"         # the cosine of two rows
include "sparse_rows.pxi"    # counted and weighted rows, cosines
include "parts.pxi"          # what a similarity is made of; dense rows
include "gram_rows.pxi"      # rows of character n-grams and of stems
include "vectors.pxi"        # the rows that are searched, sums of rows
include "mixed_rows.pxi"     # blends and dense rows
include "given_rows.pxi"     # rows from Python
include "term_index.pxi"     # sentences that are similar enough
include "auto_alpha.pxi"     # the k-th similarity of all, for thresholds set by the documents
include "cell_values.pxi"    # similarities as the searches ask for them
include "nearest_cell.pxi"   # the nearest similar cell
include "path_search.pxi"    # Algorithms 1 and 2, links, scores
include "json_rows.pxi"      # links and steps as they are written
include "results.pxi"        # strings to a search, its results to objects
include "settings_grid.pxi"  # one pair with many settings


_KINDS = {
    "words": WORDS, "stems": STEMS, "characters": CHARACTERS, "sparse": SPARSE, "dense": DENSE, "open": OPEN,
    "close": CLOSE,
}
_WORDS = (("words", None, False, None),)


def align_all(list pairs not None, double paragraph_alpha, double sentence_alpha, double beta,
              tuple vicinities not None, bint title, list parts=None, int64_t brief=1 << 16, tuple auto=None):
    """Align pairs of documents, each given as a tuple of paragraphs of sentences.

    The interpreter's lock is released for all pairs together, so that threads hinder each other little.

    Args:
        pairs: Source and target of each pair.
        paragraph_alpha: This and the next four are the settings of `vicinal.methods.vicinity.Vicinity`, already checked.
        sentence_alpha: The least similarity of aligned sentences; below 0, it is set by the documents, and with it
            a paragraph_alpha below 0.
        beta: The slack.
        vicinities: The fixed vicinities of the paragraph search.
        title: Whether the first paragraphs are always aligned.
        parts: What the similarity of each pair is made of, as `vicinal.similarity.kernel_parts` tells; None for
            words, counted in each pair.
        brief: Up to how many sentence pairs a pair is searched as a short one; the result is the same.
        auto: The numbers of `vicinal.methods.auto_alpha`, if an alpha is to be set by the documents.

    Returns:
        A list with a Result for each pair; None where it is left to Python: a document has no words, or no sentences,
        or the parts are too many, or have too large or too small numbers.

    Raises:
        MemoryError: There is not enough memory.
    """
    cdef list results = []
    cdef Result result
    cdef Search* s
    cdef bint asks = False
    cdef Task* tasks = NULL  # all of them, linked
    cdef Task* task
    for (source, target), made_of in zip(pairs, [_WORDS] * len(pairs) if parts is None else parts, strict=True):
        result = Result()
        result.prepare(source, target, made_of, vicinities)
        s = &result.task.s
        s.brief = <int64_t> s.v.rows * s.v.columns <= brief
        s.paragraph_alpha, s.sentence_alpha, s.beta, s.title = paragraph_alpha, sentence_alpha, beta, title
        if sentence_alpha < 0.0:
            s.usual, s.reach, s.intercept, s.slope, s.ratio, s.fewest, s.proportion = auto
        asks = asks or result.task.asks
        results.append(result)
    for result in reversed(results):
        if not result.task.s.v.refused:
            result.task.next = tasks
            tasks = &result.task
    with nogil:
        task = tasks
        while task != NULL:
            if task.reads:
                task.unread = first_unread(task.texts, 0, task.sentences)
            task = task.next
    for result in results:
        result.fold()
    with nogil:
        task = tasks
        while task != NULL:
            read_texts(task)
            if not asks and task.has_words:
                search_texts(task)
            task = task.next
    if asks:
        for result in results:
            if result.task.has_words:
                result.ask()
        with nogil:
            task = tasks
            while task != NULL:
                if task.has_words:
                    search_texts(task)
                task = task.next
    for result in results:
        result.documents = result.kept = result.parts = None
    return [result if result.task.has_words and not result.task.s.v.refused else None for result in results]
