// Lines, leaps and what sliders see: the twin of `geometry.rs` and `sliders.rs`.
//
// Gathers from large tables cost a GPU more than arithmetic does, so the only tables are four of 64 words that
// lie in shared memory; a slider's view is the difference "o - r" on the line and on its mirror image
// (hyperbola quintessence).

struct Tables {
    u64 knight[64];
    u64 king[64];
    // Diagonals through a square, without it: to the north-east, and to the north-west.
    u64 diagonal[64];
    u64 antidiagonal[64];
};

// Fills the entries of one square.
INLINE void fill_tables(Tables &tables, u32 square) {
    u64 here = bit(square);
    u64 one = (here & ~FILE_A) >> 1 | (here & ~FILE_H) << 1;
    u64 two = (here & ~(FILE_A | FILE_A << 1)) >> 2 | (here & ~(FILE_H | FILE_H >> 1)) << 2;
    tables.knight[square] = one << 16 | one >> 16 | two << 8 | two >> 8;
    u64 row = one | here;
    tables.king[square] = one | up(row) | down(row);
    u64 ne = 0, nw = 0, se = 0, sw = 0;
    u64 a = here, b = here, c = here, d = here;
    for (int i = 0; i < 7; i++) {
        ne |= a = up_east(a);
        nw |= b = up_west(b);
        se |= c = down_east(c);
        sw |= d = down_west(d);
    }
    tables.diagonal[square] = ne | sw;
    tables.antidiagonal[square] = nw | se;
}

INLINE u64 file_of(u32 square) { return FILE_A << (square & 7); }
INLINE u64 rank_of(u32 square) { return RANK_1 << (square & 56); }

// Squares seen along a line that is not a rank, blockers included. `line` is without the square itself.
INLINE u64 along(u32 square, u64 line, u64 occupied) {
    u64 forward = occupied & line;
    u64 backward = flip(forward);
    forward -= bit(square);
    backward -= bit(square ^ 56);
    return (forward ^ flip(backward)) & line;
}

INLINE u64 along_file(u32 square, u64 occupied) { return along(square, file_of(square) ^ bit(square), occupied); }

INLINE u64 along_rank(u32 square, u64 occupied) {
    u32 rank = square & 56, here = 1u << (square & 7);
    u32 row = (u32)(occupied >> rank) & 0xff & ~here;
    u32 mirrored = __brev(row) >> 24, mirrored_here = 0x80u >> (square & 7);
    u32 backward = __brev(mirrored - mirrored_here) >> 24;
    return (u64)(((row - here) ^ backward) & 0xff & ~here) << rank;
}

INLINE u64 rook_view(u32 square, u64 occupied) { return along_file(square, occupied) | along_rank(square, occupied); }

INLINE u64 bishop_view(const Tables &tables, u32 square, u64 occupied) {
    return along(square, tables.diagonal[square], occupied) | along(square, tables.antidiagonal[square], occupied);
}

// The line through two squares, which must share one.
INLINE u64 line_through(const Tables &tables, u32 a, u32 b) {
    if (((a ^ b) & 7) == 0) return file_of(a);
    if (((a ^ b) & 56) == 0) return rank_of(a);
    u64 diagonal = tables.diagonal[a];
    return bit(a) | (diagonal >> b & 1 ? diagonal : tables.antidiagonal[a]);
}

// Squares strictly between two squares of a line.
INLINE u64 between(const Tables &tables, u32 a, u32 b) {
    u32 low = a < b ? a : b, high = a < b ? b : a;
    return line_through(tables, a, b) & (bit(high) - 1) & ~((2ull << low) - 1);
}

// Squares entered by a step in a direction; a step is a shift to the left, or to the right if negative.
template <int STEP> INLINE u64 entered() {
    return STEP == 1 || STEP == 9 || STEP == -7 ? ~FILE_A : STEP == -1 || STEP == 7 || STEP == -9 ? ~FILE_H : ~0ull;
}

template <int STEP> INLINE u64 shifted(u64 set) { return STEP > 0 ? set << (STEP & 63) : set >> (-STEP & 63); }

// Squares that sliders reach in one direction, blockers included (Kogge-Stone).
template <int STEP> INLINE u64 slide(u64 sliders, u64 empty) {
    u64 open = empty & entered<STEP>();
    u64 fill = sliders;
    fill |= open & shifted<STEP>(fill);
    open &= shifted<STEP>(open);
    fill |= open & shifted<2 * STEP>(fill);
    open &= shifted<2 * STEP>(open);
    fill |= open & shifted<4 * STEP>(fill);
    return shifted<STEP>(fill) & entered<STEP>();
}
