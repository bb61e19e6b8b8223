# The lowest bit of a number, and its bytes in the other order, with and without the compiler's own functions.

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define lowest_bit(word) __builtin_ctzll(word)
    #define swapped(word) __builtin_bswap64(word)
    #if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #define BIG_ENDIAN_ORDER 1
    #else
    #define BIG_ENDIAN_ORDER 0
    #endif
    #else
    #define swapped(word) (word)
    #define BIG_ENDIAN_ORDER 0
    static int lowest_bit(unsigned long long word) {
        int bit = 0;
        while (!(word & 1)) { word >>= 1; bit++; }
        return bit;
    }
    #endif
    """
    int lowest_bit(uint64_t) nogil
    uint64_t swapped(uint64_t) nogil
    const bint BIG_ENDIAN "BIG_ENDIAN_ORDER"
