// Positions: packed into four words to be kept and compared, unpacked into nine sets to be counted.
//
// Packed, every square has four bits, one in each word, and the whole position is in them: equal words are
// the same position. A piece of the side to move has the bits 1rrr, one of the other side the complement
// of that, so exchanging sides is a complement. The roles rrr:
//
//   0 pawn, 1 knight, 2 bishop, 4 rook, 5 rook that may castle, 6 queen, 3 king
//
// 0000 is an empty square, and 1111 a pawn of the other side that may be captured en passant now. The two
// kings are complements of each other, so no word is ever zero: in a table, zero means a free place.

struct alignas(16) Packed {
    u64 w[4];
};

struct Board {
    u64 us, them, pawns, knights, diagonal, straight, kings, castling, en_passant;
};

enum Role { PAWN = 0, KNIGHT = 1, BISHOP = 2, KING = 3, ROOK = 4, CASTLING_ROOK = 5, QUEEN = 6 };

// A move in one word: origin, target, the role that arrives, and what is special about it.
enum Kind { PLAIN = 0, DOUBLE_PUSH = 1, EN_PASSANT = 2, CASTLE = 3 };
INLINE u32 move_of(u32 from, u32 to, u32 role, u32 kind) { return from | to << 6 | role << 12 | kind << 16; }

INLINE u64 occupied(const Board &b) { return b.us | b.them; }

INLINE Board unpack(const Packed &p) {
    Board b;
    u64 en_passant = p.w[0] & p.w[1] & p.w[2] & p.w[3];
    u64 all = p.w[0] | p.w[1] | p.w[2] | p.w[3];
    u64 ours = p.w[3];
    // The role, for both sides alike; nonsense on empty squares.
    u64 r0 = p.w[0] ^ ~ours, r1 = p.w[1] ^ ~ours, r2 = p.w[2] ^ ~ours;
    b.us = ours & ~en_passant;
    b.them = all & ~b.us;
    b.pawns = all & ~(r0 | r1 | r2) | en_passant;
    b.knights = all & r0 & ~r1 & ~r2;
    b.diagonal = all & r1 & ~r0;
    b.straight = all & r2 & ~(r0 & r1);
    b.kings = all & r0 & r1 & ~r2;
    b.castling = all & r0 & r2 & ~r1;
    b.en_passant = up(en_passant);
    return b;
}

INLINE u32 our_king(const Board &b) { return top(b.kings & b.us); }
INLINE u32 their_king(const Board &b) { return top(b.kings & b.them); }

// Where king and rook end, and which squares must be empty or safe, when castling.
struct CastlingPath {
    u64 king_to, rook_to, empty, king_walk;
};

// Squares of a rank from one to another, the first excluded and the last included.
INLINE u64 walk(u32 from, u32 to) {
    u64 up_to = to > from ? (2ull << to) - (2ull << from) : bit(from) - bit(to);
    return from == to ? 0 : up_to;
}

INLINE CastlingPath castling_path(u32 king, u32 rook) {
    CastlingPath path;
    u32 home = king & 56;
    u32 king_to = home + (rook > king ? 6 : 2), rook_to = home + (rook > king ? 5 : 3);
    path.king_to = bit(king_to);
    path.rook_to = bit(rook_to);
    path.king_walk = walk(king, king_to) | path.king_to;
    path.empty = (path.king_walk | walk(rook, rook_to) | path.rook_to) & ~(bit(king) | bit(rook));
    return path;
}

INLINE void put(Packed &p, u64 square, u32 code) {
    for (int i = 0; i < 4; i++) p.w[i] |= code >> i & 1 ? square : 0;
}

INLINE void clear(Packed &p, u64 squares) {
    for (int i = 0; i < 4; i++) p.w[i] &= ~squares;
}

// The position after a move, with the other side to move.
INLINE Packed after(Packed p, u32 move) {
    u32 from = move & 63, to = move >> 6 & 63, role = move >> 12 & 7, kind = move >> 16;
    u64 en_passant = p.w[0] & p.w[1] & p.w[2] & p.w[3];
    p.w[3] &= ~en_passant;
    u64 taken = kind == EN_PASSANT ? bit(to - 8) : 0;
    clear(p, bit(from) | bit(to) | taken);
    if (role == KING) {
        // Our rooks lose the bit that says they may castle.
        p.w[0] &= ~(p.w[3] & p.w[2] & p.w[0] & ~p.w[1]);
        if (kind == CASTLE) {
            put(p, bit(to > from ? 5 : 3), 8 | ROOK);
            to = to > from ? 6 : 2;
        }
    }
    put(p, bit(to), 8 | role);
    u64 ready = 0;
    if (kind == DOUBLE_PUSH) {
        // Kept only if a pawn stands ready to take, so that equal positions have equal words.
        u64 their_pawns = p.w[0] & p.w[1] & p.w[2] & ~p.w[3];
        u64 beside = (bit(to) & ~FILE_A) >> 1 | (bit(to) & ~FILE_H) << 1;
        ready = their_pawns & beside ? bit(to) : 0;
    }
    u64 all = p.w[0] | p.w[1] | p.w[2] | p.w[3];
    Packed next;
    for (int i = 0; i < 4; i++) next.w[i] = flip(~p.w[i] & all | ready);
    return next;
}
