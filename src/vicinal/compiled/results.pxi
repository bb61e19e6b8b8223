# One pair of documents, from its strings to the rows and objects of its alignment.

cdef struct Task:
    Search s
    Words words
    Text* texts             # the sentences of both documents, source first
    Py_ssize_t sentences
    Py_ssize_t characters
    Matrix counts           # of words
    Sequences order         # the words in their order
    Part[MOST_PARTS] parts
    int part_count
    bint reads              # whether a part is made of the text
    bint asks               # whether a part needs numbers of words from Python
    int word_parts          # how many parts need counts of words
    bint in_order           # whether a part needs the words in their order
    Py_ssize_t unread       # the first text that must be folded in Python before it can be read
    bint has_words          # whether each document has a word
    Task* next


cdef int read_texts(Task* task) except -1 nogil:
    """Turn the strings into counted words."""
    cdef Vectors* v = &task.s.v
    cdef Words* w = &task.words
    cdef Py_ssize_t size = 1024
    cdef int64_t* start
    if not task.reads:
        task.has_words = v.rows > 0 and v.columns > 0
        return 0
    task.counts.start = <int64_t*> allocate(&v.pool, task.sentences + 1, sizeof(int64_t))
    # About one new word in twelve characters; the table should be small, and about half full of them.
    while size * 8 < task.characters and size < (1 << 20):
        size *= 2
    grow_words(w, size)
    make_room(w, 1900)  # for the letters of most pairs
    start = task.counts.start
    if task.in_order:
        w.in_order = True
        start = task.order.start = <int64_t*> allocate_zeros(&v.pool, task.sentences + 1, sizeof(int64_t))
    count_words(&v.pool, &task.counts, &task.order, w, task.texts, task.sentences, task.word_parts > 0)
    task.has_words = start[v.rows] > 0 and start[v.rows + v.columns] > start[v.rows]
    return 0


cdef int make_rows(Task* task) except -1 nogil:
    """Make the rows of all parts, and put them together."""
    cdef Vectors* v = &task.s.v
    cdef Pool* pool = &v.pool
    cdef int32_t total = v.rows + v.columns
    cdef int64_t entries
    cdef double* weights
    cdef Part* part
    cdef int p
    v.parts = task.parts
    v.part_count = task.part_count
    for p in range(task.part_count):
        part = &task.parts[p]
        if part.kind == WORDS:
            part.m = task.counts
            if task.word_parts > 1:  # others need the counts, too
                entries = part.m.start[total]
                weights = <double*> allocate(pool, entries, sizeof(double))
                memcpy(weights, part.m.weights, entries * sizeof(double))
                part.m.weights = weights
            weigh(pool, &part.m, total, part.given)
        elif part.kind == STEMS:
            count_stems(pool, part, &task.counts, task.sentences)
            weigh(pool, &part.m, total, NULL)
        elif part.kind == CHARACTERS:
            count_grams(pool, part, &task.order, &task.words, task.sentences)
            weigh(pool, &part.m, total, NULL)
        elif part.kind == DENSE:
            square_dense(pool, part, v.rows, v.columns)
    free_all(&task.words.pool)
    v.mixed = v.blended or task.parts[0].kind == DENSE
    if v.mixed:
        return mix(v)
    part = &task.parts[0]
    v.start, v.terms, v.weights, v.plain = part.m.start, part.m.terms, part.m.weights, part.m.weights
    v.squares, v.vocabulary, v.occurs = part.m.squares, part.m.vocabulary, part.m.occurs
    return 0


cdef int lay_out(Task* task) except -1 nogil:
    """Make the rows, and room for a search over them, unless the rows are refused."""
    cdef Search* s = &task.s
    cdef int32_t q, y
    make_rows(task)
    if s.v.refused:
        return 0
    s.paragraph_of = <int32_t*> allocate(&s.v.pool, s.v.columns, sizeof(int32_t))
    for q in range(s.paragraphs[1]):
        for y in range(s.ends[1][q], s.ends[1][q + 1]):
            s.paragraph_of[y] = q
    return open_search(s)


cdef int search_texts(Task* task) except -1 nogil:
    """Make the rows and search; afterwards only the results are left in memory."""
    lay_out(task)
    if not task.s.v.refused:
        search_all(&task.s)
    free_all(&task.s.v.pool)
    return 0


cdef class Result:
    """What a search found, as numbers; see `vicinal.alignment.Result`."""

    cdef Task task
    cdef list kept  # what must live until it is read: strings made here, arrays
    cdef tuple documents
    cdef tuple parts

    def __dealloc__(self):
        free_all(&self.task.words.pool)
        free_all(&self.task.s.v.pool)
        free_all(&self.task.s.results)

    cdef int prepare(self, tuple source, tuple target, tuple parts, tuple vicinities) except -1:
        """Point at all strings of two documents, and copy the vicinities and the parts of the similarity."""
        cdef Task* task = &self.task
        cdef Search* s = &task.s
        cdef Pool* pool = &s.v.pool
        cdef Py_ssize_t k, side
        cdef str sentence
        cdef tuple paragraph, document
        self.documents = (source, target)
        self.kept = []
        self.parts = parts
        for side in range(2):
            document = source if side == 0 else target
            s.paragraphs[side] = <int32_t> len(document)
            s.ends[side] = <int32_t*> allocate(pool, len(document) + 1, sizeof(int32_t))
            s.ends[side][0] = 0
            k = 0
            for paragraph in document:
                s.ends[side][k + 1] = s.ends[side][k] + <int32_t> len(paragraph)
                k += 1
            task.sentences += s.ends[side][k]
        s.v.rows = s.ends[0][s.paragraphs[0]]
        s.v.columns = s.ends[1][s.paragraphs[1]]
        task.texts = <Text*> allocate(pool, task.sentences, sizeof(Text))
        task.unread = task.sentences
        k = 0
        for document in (source, target):
            for paragraph in document:
                for sentence in paragraph:
                    _point_at(&task.texts[k], sentence)
                    task.characters += task.texts[k].length
                    k += 1
        s.vicinities = <int> len(vicinities)
        s.sizes = <int32_t*> allocate(pool, s.vicinities, sizeof(int32_t))
        s.offsets = <int32_t*> allocate(pool, 2 * sum(map(len, vicinities)), sizeof(int32_t))
        k = 0
        for number, offsets in enumerate(vicinities):
            s.sizes[<Py_ssize_t> number] = <int32_t> len(offsets)
            for dx, dy in offsets:
                # Further than any document is long is as good as out of range, and cannot overflow.
                s.offsets[k] = min(dx, 1 << 29)
                s.offsets[k + 1] = min(dy, 1 << 29)
                k += 2
        return self.prepare_parts()

    cdef int prepare_parts(self) except -1:
        """Note the parts of the similarity, and point at the rows that are given."""
        cdef Task* task = &self.task
        cdef Vectors* v = &task.s.v
        cdef Part* part
        cdef int depth = 0
        if len(self.parts) > MOST_PARTS:
            v.refused = True
            return 0
        for kind, weight, settled, detail in self.parts:
            part = &task.parts[task.part_count]
            task.part_count += 1
            part.kind = _KINDS[kind]
            v.blended = v.blended or weight is not None
            part.weight, part.settled = weight or 0.0, settled
            depth += (part.kind == OPEN) - (part.kind == CLOSE)
            if not 0 <= depth <= DEEPEST:
                v.refused = True
            if part.kind == WORDS or part.kind == STEMS:
                task.word_parts += 1
                task.asks = task.asks or detail is not None
            elif part.kind == CHARACTERS:
                task.in_order = True
                part.size = detail
            elif part.kind == DENSE:
                self.point_at_dense(part, detail)
            elif part.kind == SPARSE:
                copy_rows(v, part, detail[0], detail[1])
        task.reads = task.word_parts > 0 or task.in_order
        return 0

    cdef int point_at_dense(self, Part* part, tuple sides) except -1:
        """Point at two arrays of 16-bit integers, a row for each sentence."""
        cdef Held held
        cdef int side
        for side in range(2):
            held = Held(sides[side])
            self.kept.append(held)
            part.dense[side] = <int16_t*> held.view.buf
            if held.view.shape[0] != (self.task.s.v.columns if side else self.task.s.v.rows):
                raise ValueError("there must be a row for each sentence")
            if side and held.view.shape[1] != part.width:
                raise ValueError("rows must have one width")
            part.width = held.view.shape[1]
        return 0

    cdef int fold(self) except -1:
        """Fold the strings that can only be folded in Python."""
        cdef Task* task = &self.task
        while task.unread < task.sentences:
            _fold(&task.texts[task.unread], self.kept)
            task.unread = first_unread(task.texts, task.unread + 1, task.sentences)
        return 0

    cdef int ask(self) except -1:
        """Get the numbers of words that only Python knows."""
        cdef Task* task = &self.task
        cdef Lexicon lexicon
        cdef int p
        for p in range(task.part_count):
            if task.parts[p].kind in (WORDS, STEMS) and self.parts[p][3] is not None:
                lexicon = self.parts[p][3]
                task.parts[p].given = <double*> allocate(&task.s.v.pool, task.words.words, sizeof(double))
                lexicon.look_up(&task.words, task.parts[p].given)
        return 0

    @property
    def alphas(self):
        """The thresholds of paragraphs and of sentences, as given or as the documents set them."""
        return self.task.s.paragraph_alpha, self.task.s.sentence_alpha

    @property
    def link_count(self):
        """How many sentence links there are."""
        return self.task.s.link_count[1]

    def rows(self):
        """Return paragraph links, sentence links and steps as tuples of plain values."""
        cdef Search* s = &self.task.s
        return _links(s, 0, None), _links(s, 1, None), _steps(s, None, [])

    def json(self, encode not None):
        """Return the rows in JSON: paragraph links, sentence links and steps.

        Args:
            encode: `encode` of an encoder of msgspec. It writes the floats, and rows that must be sorted.
        """
        cdef Search* s = &self.task.s
        if are_in_order(s, 0) and are_in_order(s, 1):
            return json_of(s, encode)
        return tuple([encode(rows) for rows in self.rows()])

    @property
    def aligned(self):
        """How many source and target sentences are in a link; none is in two."""
        cdef int32_t* link = self.task.s.links[1].a
        cdef Py_ssize_t k, source = 0, target = 0
        for k in range(self.task.s.link_count[1]):
            source += link[0]
            target += link[1]
            link += 2 + link[0] + link[1]
        return source, target

    def objects(self, type link_type, type step_type):
        """Return paragraph links, sentence links, cells and steps as tuples of objects of these types."""
        cdef Search* s = &self.task.s
        # With as many objects as a book has, collections would cost much and find nothing.
        cdef bint pause = s.moved > 5000 and gc.isenabled()
        cdef list cells = []
        if pause:
            gc.disable()
        try:
            steps = _steps(s, step_type, cells)
            return _links(s, 0, link_type), _links(s, 1, link_type), tuple(cells), steps
        finally:
            if pause:
                gc.enable()


cdef object _filled(type kind, tuple names, tuple row):
    """Return an object with the values of a row, without a call of its constructor, which would check them again."""
    cdef object one = PyType_GenericAlloc(kind, 0)
    cdef Py_ssize_t k
    for k in range(len(names)):
        PyObject_GenericSetAttr(one, names[k], row[k])
    return one


cdef tuple _steps(Search* s, type kind, list cells):
    """Return the steps, as rows if kind is None, and append the cells of sentences to cells."""
    cdef Py_ssize_t k
    cdef Move* m
    cdef list steps = []
    cdef tuple cell, row
    for k in range(s.moved):
        m = &s.moves[k]
        cell = (m.x, m.y)
        if m.level:
            cells.append(cell)
        row = (
            "sentence" if m.level else "paragraph",
            None if m.x0 < 0 else (m.x0, m.y0),
            _vicinity_name(m.vicinity),
            cell,
            m.similarity,
        )
        steps.append(row if kind is None else _filled(kind, ("level", "stood", "vicinity", "cell", "similarity"), row))
    return tuple(steps)


cdef object _vicinity_name(int vicinity):
    if vicinity == 1:
        return "V1"
    if vicinity == START:
        return "start"
    if vicinity == NEAREST:
        return "nearest"
    return "run" if vicinity == RUN else f"V{vicinity}"


cdef tuple _links(Search* s, int level, type kind):
    """Return the links of a level in order, as rows if kind is None."""
    cdef list links = []
    cdef int32_t* link = s.links[level].a
    cdef int32_t k, last = -1
    cdef bint ordered = True
    for k in range(s.link_count[level]):
        # Links are in order inside a group of paragraphs, but a group may lie inside another.
        ordered = ordered and link[2] > last
        last = link[2]
        links.append((_indices(link + 2, link[0]), _indices(link + 2 + link[0], link[1]), s.scores[level][k]))
        link += 2 + link[0] + link[1]
    if not ordered:
        links.sort()
    if kind is not None:
        for k in range(s.link_count[level]):
            links[k] = _filled(kind, ("source", "target", "score"), links[k])
    return tuple(links)


cdef tuple _indices(int32_t* a, int32_t n):
    if n == 1:
        return (a[0],)
    if n == 2:
        return (a[0], a[1])
    return tuple([a[k] for k in range(n)])
