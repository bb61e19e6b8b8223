# The cosine of two rows.

cdef inline double cosine(double dot, double a, double b) noexcept nogil:
    """Return the cosine of two rows with these squared lengths, rounded as `vicinal.similarity.vectors` rounds it."""
    cdef double square, length, value
    if dot == 0.0:
        return 0.0
    square = a * b
    length = sqrt(square) if 1e-290 < square < 1e290 else sqrt(a) * sqrt(b)
    value = rint(dot / length * 1e12) / 1e12 + 0.0  # never -0.0
    if value > 1.0:
        return 1.0
    return value if value > -1.0 else -1.0
