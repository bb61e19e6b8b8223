# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The method `global` on documents that are aligned as a whole, from their strings to the links, without Python between.

`methods.global_` is the reference; read that first. This module does what `method.Global.align_with` does for two
documents without headings, by spelling alone, with the same results, bit for bit. It drives the compiled 4-grams,
lattice and passes, and has twins of the small parts around them. All of it runs without the interpreter's lock, except
what reads the strings. Memory is kept from pair to pair.

Each file below is one subject and uses those above it.
"""

cimport cython
from libc.math cimport exp, fabs, log, sqrt
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcmp, memcpy, memset

import gc
from math import pi as _pi

from vicinal.compiled._candidates cimport collect
from vicinal.compiled._forward_backward cimport run_passes
from vicinal.compiled._fourgrams cimport Grams, Text, first_unread, point_at, spell
from vicinal.compiled._lattice cimport CChain, CCounts, CCurve, Lattice, rounded
from vicinal.compiled._storage cimport Arrays, CandidateLink, CandidateList, Integers, Longs

cdef extern from "Python.h":
    object PyType_GenericAlloc(type, Py_ssize_t)
    int PyObject_GenericSetAttr(object, object, object) except -1

cdef double pi = _pi

include "global_estimation.pxi"  # the rounds
include "global_decoding.pxi"    # the links
include "global_results.pxi"     # links to rows and objects


cdef class Model:
    """The numbers of `Priors`, and a caution."""

    cdef Numbers numbers
    cdef double caution

    def __init__(self, priors, double caution):
        self.numbers, self.caution = vars(priors), caution


cdef class _Memory:
    """What aligning a pair needs; the next pair can use it again."""

    cdef Arrays arrays
    cdef Grams grams
    cdef Lattice lattice, mirrored
    cdef CandidateList found

    def __cinit__(self):
        self.arrays = Arrays()
        self.grams, self.found = Grams.__new__(Grams), CandidateList()
        self.lattice, self.mirrored = Lattice.__new__(Lattice), Lattice.__new__(Lattice)
        self.grams.arrays = self.lattice.arrays = self.mirrored.arrays = self.found.arrays = self.arrays


cdef list _unused = []  # memory that no thread uses now


def align_all(list pairs not None, Model model not None):
    """Align pairs of documents, each given as a tuple of paragraphs of sentences.

    The interpreter's lock is released for all pairs together, so that threads hinder each other little.

    Returns:
        A list with a Result for each pair; None if a document has no words, or both are too long to be aligned as a
        whole.

    Raises:
        MemoryError: There is not enough memory.
        OverflowError: In some pair, there are more different characters than numbers for them.
    """
    cdef _Memory memory = _unused.pop() if _unused else _Memory()
    cdef _Tasks tasks = _Tasks(len(pairs))
    cdef Py_ssize_t i = 0
    for source, target in pairs:
        tasks.prepare(&tasks.tasks[i], source, target, model)
        i += 1
    with nogil:
        for i in range(tasks.count):
            if tasks.tasks[i].rows:
                memory.arrays.reset()
                run_task(&tasks.tasks[i], memory.grams, memory.lattice, memory.mirrored, memory.found)
    _unused.append(memory)
    return [tasks.result(&tasks.tasks[i], pair) for i, pair in enumerate(pairs)]


def decoded(Lattice lattice not None, Lattice mirrored not None, Grams grams not None, Model model not None,
            tuple source not None, tuple target not None, bint is_swapped):
    """Return the Result of two documents, without headings, that were estimated step by step.

    Args:
        lattice: The pairs of the original and the simpler text, with the posteriors of both directions averaged.
        mirrored: The lattice of the other direction.
        grams: The 4-grams of the sentences.
        model: The numbers of the model.
        source: The paragraphs of the source.
        target: Those of the target.
        is_swapped: Whether the target is the original.
    """
    cdef Result result = Result()
    cdef CandidateList found = CandidateList()
    result.documents = (source, target)
    with nogil:
        decode(&result.kept, lattice, mirrored, grams, found, &model.numbers, model.caution, is_swapped)
    return result


cdef int decode(
    Kept* kept, Lattice lattice, Lattice mirrored, Grams grams, CandidateList found, Numbers* n, double caution,
    bint is_swapped
) except -1 nogil:
    """From posteriors to links."""
    cdef Chosen c
    collect(found, lattice, mirrored, caution)
    choose(&c, found, lattice, n)
    score(&c, lattice.rows, lattice.columns, n)
    return keep(kept, &c, grams, is_swapped)


cdef struct Task:
    Numbers* numbers
    double caution
    bint is_swapped
    int32_t rows, columns        # 0 if the pair is not aligned here
    Text* originals              # the sentences of both documents, the original first
    Text* texts                  # the same, some of them folded
    int32_t* lengths             # their characters
    bint* begins                 # whether each begins a paragraph, and not the document
    Kept kept                    # what was found


@cython.no_gc
cdef class _Tasks:
    """The pairs of one call: their strings, and what was found until it becomes results."""

    cdef Arrays arrays
    cdef Task* tasks
    cdef Py_ssize_t count
    cdef list strings            # made here; they must live until they are read

    def __init__(self, Py_ssize_t count):
        self.arrays, self.strings = Arrays(), []
        self.tasks = <Task*> self.arrays.zeros(count, sizeof(Task))
        self.count = count

    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self.count):
            free_kept(&self.tasks[i].kept)

    cdef int prepare(self, Task* task, tuple source, tuple target, Model model) except -1:
        """Point at all strings of two documents, if they are aligned as a whole."""
        cdef Py_ssize_t rows = sentences_of(source), columns = sentences_of(target), k
        if rows == 0 or columns == 0 or rows > model.numbers.whole // columns:
            return 0
        task.numbers, task.caution = &model.numbers, model.caution
        task.is_swapped = is_shorter(source, target, rows, columns)
        if task.is_swapped:
            source, target, rows, columns = target, source, columns, rows
        task.rows, task.columns = <int32_t> rows, <int32_t> columns
        point(task, source, target, self.arrays)
        k = first_unread(task.texts, 0, rows + columns)
        while k < rows + columns:
            spell(&task.texts[k], self.strings)
            k = first_unread(task.texts, k + 1, rows + columns)
        return 0

    cdef object result(self, Task* task, tuple documents):
        """Return what was found for a pair; None if nothing was looked for."""
        cdef Result result
        if task.kept.links == NULL:
            return None
        result = Result()
        result.documents = documents
        result.kept = task.kept
        memset(&task.kept, 0, sizeof(Kept))
        return result


cdef Py_ssize_t sentences_of(tuple document) except -1:
    cdef Py_ssize_t total = 0
    cdef tuple paragraph
    for paragraph in document:
        total += len(paragraph)
    return total


cdef bint is_shorter(tuple source, tuple target, Py_ssize_t rows, Py_ssize_t columns) except -1:
    """Whether the sentences of the source are shorter, and so it is not the original."""
    cdef double one = <double> characters_of(source) / <double> rows
    cdef double other = <double> characters_of(target) / <double> columns
    if one != other:
        return one < other
    return sum(source, ()) < sum(target, ())


cdef Py_ssize_t characters_of(tuple document) except -1:
    cdef Py_ssize_t total = 0
    cdef tuple paragraph
    cdef str sentence
    for paragraph in document:
        for sentence in paragraph:
            total += len(sentence)
    return total


cdef int point(Task* task, tuple original, tuple simple, Arrays arrays) except -1:
    """Point at all strings of two documents."""
    cdef Py_ssize_t k = 0, count = task.rows + task.columns, begin
    cdef tuple document, paragraph
    cdef str sentence
    cdef bint is_first
    task.originals = <Text*> arrays.bare(count, sizeof(Text))
    task.texts = <Text*> arrays.bare(count, sizeof(Text))
    task.lengths = arrays.unset_integers(count)
    task.begins = <bint*> arrays.bare(count, sizeof(bint))
    for document in (original, simple):
        begin = k
        for paragraph in document:
            is_first = True
            for sentence in paragraph:
                point_at(&task.originals[k], sentence)
                if task.originals[k].length > 0x7FFFFFFF:
                    raise OverflowError("too long")
                task.lengths[k] = <int32_t> task.originals[k].length
                task.begins[k] = is_first and k > begin
                is_first = False
                k += 1
    memcpy(task.texts, task.originals, count * sizeof(Text))
    return 0


cdef int run_task(
    Task* task, Grams grams, Lattice lattice, Lattice mirrored, CandidateList found
) except -1 nogil:
    """Align a pair; nothing is found if one of the documents has no words."""
    cdef Numbers* n = task.numbers
    cdef int32_t rows = task.rows, columns = task.columns
    cdef double imbalance = imbalance_of(task)
    cdef bint is_sketched
    grams.rows, grams.columns = rows, columns
    grams.read(task.texts, grams.arrays)
    if grams.start[rows] == 0 or grams.start[rows + columns] == grams.start[rows]:
        return 0
    is_sketched = n.hopeless > 0.0 and <int64_t> rows * columns > n.sketched
    open_whole(lattice, task, is_sketched)
    compare(lattice, grams, task)
    if is_sketched:
        open_sketch(mirrored, lattice, task)    # its memory is free until then
    estimate(lattice, mirrored, n, imbalance, is_sketched)
    open_mirrored(mirrored, lattice, task)
    lattice.reflect(mirrored)
    estimate_mirrored(mirrored, n, imbalance)
    lattice.average(mirrored)
    found.count = found.room = 0
    return decode(&task.kept, lattice, mirrored, grams, found, n, task.caution, task.is_swapped)


cdef double imbalance_of(Task* task) noexcept nogil:
    """How many times longer one document is, in sentences and in characters: the smaller of the two."""
    cdef int64_t source = 0, target = 0
    cdef int32_t k
    cdef double sentences = <double> task.rows / <double> task.columns, characters
    for k in range(task.rows):
        source += task.lengths[k]
    for k in range(task.rows, task.rows + task.columns):
        target += task.lengths[k]
    characters = <double> max(source, 1) / <double> max(target, 1)
    return max(1.0, min(sentences, characters), min(1 / sentences, 1 / characters))


cdef void take(Lattice lattice, Numbers* n) noexcept nogil:
    """Take the numbers of the model: the twin of `Lattice._take`."""
    lattice.hub_pairs, lattice.hub_power, lattice.rival_least = n.hub_pairs, n.hub_power, n.rival_least
    lattice.turn, lattice.longest_run, lattice.forgotten = n.turn, n.longest_run, n.forgotten
    lattice.negligible, lattice.pair_weight, lattice.pair_least = n.negligible, n.pair_weight, n.pair_least
    lattice.floor, lattice.ceiling, lattice.short, lattice.paragraph = n.floor, n.ceiling, n.short, n.paragraph
    lattice.most_targets, lattice.most_sources, lattice.channels = n.most_targets, n.most_sources, 0


cdef int open_whole(Lattice lattice, Task* task, bint is_sketched) except -1 nogil:
    """Make a lattice of all pairs; with room for their similarities alone if there is a sketch."""
    cdef int32_t x, y, k = 0, rows = task.rows, columns = task.columns
    take(lattice, task.numbers)
    lattice.rows, lattice.columns, lattice.is_whole = rows, columns, True
    lattice.first = lattice.arrays.unset_integers(columns + 1)
    lattice.row = lattice.arrays.unset_integers(<int64_t> rows * columns)
    for y in range(columns):
        lattice.first[y] = k
        for x in range(rows):
            lattice.row[k] = x
            k += 1
    lattice.first[columns] = k
    lattice.source_lengths, lattice.target_lengths = task.lengths, task.lengths + rows
    lattice._set_factors()
    for y in range(columns):
        if task.begins[rows + y]:
            lattice.splits_on[y] *= lattice.paragraph
    for x in range(rows):
        if task.begins[x]:
            lattice.merges_on[x] *= lattice.paragraph
    if is_sketched:
        lattice.values = lattice.logs = lattice.arrays.doubles(0)
        return 0
    lattice.left = lattice.arrays.unset_integers(<int64_t> rows * columns)
    lattice.right = lattice.arrays.unset_integers(<int64_t> rows * columns)
    lattice.above = lattice.arrays.unset_integers(<int64_t> rows * columns)
    k = 0
    for y in range(columns):
        for x in range(rows):
            lattice.left[k] = k - rows if y else -1
            lattice.right[k] = k + rows if y < columns - 1 else -1
            lattice.above[k] = k + 1 if x < rows - 1 else -1
            k += 1
    return lattice._make_room()


cdef void open_sketch(Lattice sketch, Lattice lattice, Task* task) noexcept nogil:
    """Make a lattice of the same sentences, without pairs."""
    take(sketch, task.numbers)
    sketch.rows, sketch.columns = lattice.rows, lattice.columns
    sketch.source_lengths, sketch.target_lengths = lattice.source_lengths, lattice.target_lengths
    sketch.splits, sketch.merges_on = lattice.splits, lattice.merges_on
    sketch.merges, sketch.splits_on = lattice.merges, lattice.splits_on
    sketch.source_floor, sketch.source_least = lattice.source_floor, lattice.source_least
    sketch.target_floor, sketch.target_least = lattice.target_floor, lattice.target_least
    sketch.mean_length = lattice.mean_length


cdef int open_mirrored(Lattice mirrored, Lattice lattice, Task* task) except -1 nogil:
    """Make a lattice of the likely pairs, with the sides swapped; what was a split is a merge there."""
    cdef int32_t x, y, k, rows = lattice.rows, columns = lattice.columns
    cdef Integers first
    cdef double least = task.numbers.hopeless
    take(mirrored, task.numbers)
    mirrored.rows, mirrored.columns, mirrored.is_whole = columns, rows, False
    mirrored.first = lattice.arrays.integers(rows + 2)
    first = mirrored.first + 1    # shifted by one: after filling, each points to its begin
    for k in range(lattice.first[columns]):
        if lattice.posterior[k] >= least:
            first[lattice.row[k] + 1] += 1
    for x in range(rows):
        first[x + 1] += first[x]
    mirrored.row = lattice.arrays.unset_integers(first[rows])
    for y in range(columns):
        for k in range(lattice.first[y], lattice.first[y + 1]):
            if lattice.posterior[k] >= least:
                mirrored.row[first[lattice.row[k]]] = y
                first[lattice.row[k]] += 1
    mirrored._find_neighbours()
    mirrored.source_lengths, mirrored.target_lengths = lattice.target_lengths, lattice.source_lengths
    mirrored.splits, mirrored.merges_on = lattice.merges, lattice.splits_on
    mirrored.merges, mirrored.splits_on = lattice.splits, lattice.merges_on
    mirrored.mean_length = lattice.mean_length
    return mirrored._make_room()


cdef int compare(Lattice lattice, Grams grams, Task* task) except -1 nogil:
    """Set the similarities of all pairs: the twin of `Lattice.compare`."""
    cdef int32_t rows = lattice.rows, columns = lattice.columns
    cdef double* found = lattice.arrays.unset_doubles(columns)
    cdef double* by_row = lattice.arrays.doubles(rows)
    cdef double* by_column = lattice.arrays.doubles(columns)
    lattice._add_channel()
    grams.index()
    lattice._compare_all(grams, 0, found, by_row, by_column)
    lattice._correct_hubs(0, by_row, by_column)
    part_copies(lattice, task)
    lattice._lower_rivalled(0)
    lattice._add_up(0)
    return 0


cdef struct Copied:
    int32_t text                 # a sentence with this text, plus 1; 0 is empty
    int32_t[2] times             # how often each document has it


cdef int part_copies(Lattice lattice, Task* task) except -1 nogil:
    """Part the copies: the twin of `methods.global_.copies`."""
    cdef int32_t count = task.rows + task.columns, k, number, any_copy = 0
    cdef uint64_t mask = 63, place
    cdef Text* text
    cdef Text* other
    cdef Copied* copied
    cdef Integers texts = lattice.arrays.unset_integers(count)
    cdef Integers ranks = lattice.arrays.unset_integers(count)
    while mask < 2 * <uint64_t> count:
        mask = 2 * mask + 1
    copied = <Copied*> lattice.arrays.zeros(mask + 1, sizeof(Copied))
    for k in range(count):
        text = &task.originals[k]
        place = hash_of(text) & mask
        while copied[place].text:
            other = &task.originals[copied[place].text - 1]
            if other.length == text.length and other.kind == text.kind and (
                memcmp(other.data, text.data, text.length * text.kind) == 0
            ):
                break
            place = place + 1 & mask
        if not copied[place].text:
            copied[place].text = k + 1
        texts[k], ranks[k] = <int32_t> place, copied[place].times[k >= task.rows]
        copied[place].times[k >= task.rows] += 1
    for k in range(count):
        number = texts[k]
        texts[k] = number + 1 if copied[number].times[0] == copied[number].times[1] else 0
        any_copy |= texts[k]
    if any_copy:
        lattice._part_copies(0, texts, ranks, texts + task.rows, ranks + task.rows)
    return 0


cdef uint64_t hash_of(Text* text) noexcept nogil:
    """Return a number that depends on all characters of a text."""
    cdef uint64_t h = text.length, word
    cdef Py_ssize_t i, n = text.length * text.kind
    cdef char* data = <char*> text.data
    for i in range(0, n - 7, 8):
        memcpy(&word, data + i, 8)
        h = (h ^ word) * <uint64_t> 0x9E3779B97F4A7C15
        h ^= h >> 32
    word = 0
    memcpy(&word, data + (n & ~<Py_ssize_t> 7), n & 7)
    h = (h ^ word) * <uint64_t> 0x9E3779B97F4A7C15
    return h ^ h >> 29
