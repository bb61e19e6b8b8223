# Memory: pools, whose blocks are freed together.
#
# Only this file calls malloc. Running out of memory raises MemoryError at once, and Cython passes it on through every
# function declared with `except`; what was allocated before is freed with its pool.

cdef struct Block:
    # Comes before the memory handed out; two pointers keep that aligned for any type.
    Block* older
    Block* newer

cdef struct Pool:
    Block* newest

cdef int64_t _failing = 0  # the allocation to fail, counted from now; 0 for none


cdef void* _linked(Pool* pool, Block* block, bint is_new) except NULL nogil:
    """Make a block part of a pool, or correct the links to one that moved; return its memory."""
    if block == NULL:
        with gil:
            raise MemoryError
    if is_new:
        block.older = pool.newest
        block.newer = NULL
    if block.older != NULL:
        block.older.newer = block
    if block.newer != NULL:
        block.newer.older = block
    else:
        pool.newest = block
    return block + 1


cdef bint _fits(Py_ssize_t count, Py_ssize_t size) noexcept nogil:
    """Return whether a block of that many items may be allocated: its size is a number, and no test lets it fail."""
    global _failing
    if _failing > 0:
        _failing -= 1
        if _failing == 0:
            return False
    return 0 <= count <= (PY_SSIZE_T_MAX - <Py_ssize_t> sizeof(Block)) // size


cdef void* allocate(Pool* pool, Py_ssize_t count, Py_ssize_t size) except NULL nogil:
    """Return memory for items of a size, with anything in it."""
    return resize(pool, NULL, count, size)


cdef void* allocate_zeros(Pool* pool, Py_ssize_t count, Py_ssize_t size) except NULL nogil:
    """Return memory for items of a size, all zeros."""
    return _linked(pool, <Block*> calloc(1, sizeof(Block) + count * size) if _fits(count, size) else NULL, True)


cdef void* resize(Pool* pool, void* memory, Py_ssize_t count, Py_ssize_t size) except NULL nogil:
    """Return memory for more items, with what the old memory of the pool held; NULL for none."""
    cdef Block* old = NULL if memory == NULL else <Block*> memory - 1
    return _linked(
        pool, <Block*> realloc(old, sizeof(Block) + count * size) if _fits(count, size) else NULL, old == NULL
    )


cdef void release(Pool* pool, void* memory) noexcept nogil:
    """Free one block of a pool before the others."""
    cdef Block* block = <Block*> memory - 1
    if block.older != NULL:
        block.older.newer = block.newer
    if block.newer != NULL:
        block.newer.older = block.older
    else:
        pool.newest = block.older
    free(block)


cdef void free_all(Pool* pool) noexcept nogil:
    cdef Block* block
    while pool.newest != NULL:
        block = pool.newest
        pool.newest = block.older
        free(block)


def fail_allocation(int64_t number):
    """Let one allocation fail, counted from now on, so that tests can show what happens; 0 for none.

    Returns how many were left of the number given before.
    """
    global _failing
    cdef int64_t left = _failing
    _failing = number
    return left


# Numbers in a block that is large enough for as many as can ever be appended.

cdef struct Ints:
    int32_t* a
    Py_ssize_t n


cdef inline void append(Ints* v, int32_t value) noexcept nogil:
    v.a[v.n] = value
    v.n += 1
