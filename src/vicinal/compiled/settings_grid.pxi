# One pair of documents, searched with many settings: its words are read and weighed once.

cdef int open_results(Search* s) except -1 nogil:
    """Allocate room for the results of one more search."""
    cdef int64_t[2] lines  # rows and columns of paragraphs, and of sentences
    cdef int level
    lines[0] = <int64_t> s.paragraphs[0] + s.paragraphs[1]
    lines[1] = <int64_t> s.v.rows + s.v.columns
    s.moves = <Move*> allocate(&s.results, lines[0] + lines[1], sizeof(Move))
    s.moved = 0
    for level in range(2):
        s.links[level].a = <int32_t*> allocate(&s.results, 2 * lines[level], sizeof(int32_t))
        s.links[level].n = 0
        s.scores[level] = <double*> allocate(&s.results, lines[level], sizeof(double))
        s.link_count[level] = 0
    return 0


cdef void hand_over(Search* s, Search* other) noexcept nogil:
    """Give the results of a search to another."""
    cdef int level
    other.results = s.results
    s.results.newest = NULL
    other.moves, other.moved = s.moves, s.moved
    for level in range(2):
        other.links[level] = s.links[level]
        other.scores[level] = s.scores[level]
        other.link_count[level] = s.link_count[level]
    other.paragraph_alpha, other.sentence_alpha, other.beta = s.paragraph_alpha, s.sentence_alpha, s.beta


def align_settings(tuple source not None, tuple target not None, list settings not None, tuple vicinities not None,
                   bint title, tuple parts=None, int64_t brief=1 << 16):
    """Align two documents with each of some settings; the results are those of `align_all`.

    Args:
        source: The first document, as a tuple of paragraphs of sentences.
        target: The second document.
        settings: Each a paragraph alpha, a sentence alpha and a beta, already checked.
        vicinities: The fixed vicinities of the paragraph search.
        title: Whether the first paragraphs are always aligned.
        parts: What the similarity is made of, as `vicinal.similarity.kernel_parts` tells; None for words.
        brief: Up to how many sentence pairs a pair is searched as a short one; the result is the same.

    Returns:
        A list with a Result for each setting; None where `align_all` leaves a pair to Python.

    Raises:
        MemoryError: There is not enough memory.
    """
    cdef Result whole = Result(), one
    cdef Task* task = &whole.task
    cdef Search* s = &task.s
    cdef list results = []
    whole.prepare(source, target, _WORDS if parts is None else parts, vicinities)
    if s.v.refused:
        return None
    s.brief = <int64_t> s.v.rows * s.v.columns <= brief
    s.title = title
    # Similarities below all alphas need not be known.
    s.paragraph_alpha = min([paragraphs for paragraphs, _, _ in settings], default=0.0)
    s.sentence_alpha = min([sentences for _, sentences, _ in settings], default=0.0)
    if task.reads:
        task.unread = first_unread(task.texts, 0, task.sentences)
    whole.fold()
    with nogil:
        read_texts(task)
    if not task.has_words:
        return None
    if task.asks:
        whole.ask()
    with nogil:
        lay_out(task)
    if s.v.refused:
        return None
    for paragraph_alpha, sentence_alpha, beta in settings:
        free_all(&s.results)
        s.paragraph_alpha, s.sentence_alpha, s.beta = paragraph_alpha, sentence_alpha, beta
        one = Result()
        with nogil:
            open_results(s)
            search_all(s)
            hand_over(s, &one.task.s)
        one.task.has_words = True
        results.append(one)
    return results


def path_of(Result result not None):
    """Return the cells of paragraphs and sentences that a search found, as bytes; they decide all links."""
    cdef Search* s = &result.task.s
    cdef Py_ssize_t k
    cdef bytes path = bytes(12 * s.moved)
    cdef char* at = path
    for k in range(s.moved):
        memcpy(at, &s.moves[k].level, 4)
        memcpy(at + 4, &s.moves[k].x, 4)
        memcpy(at + 8, &s.moves[k].y, 4)
        at += 12
    return path
