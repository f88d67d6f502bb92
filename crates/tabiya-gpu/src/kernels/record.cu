// What the steps of counting pairs leave each other about a position, in shared memory.
//
// A position is looked at by one thread, but its pieces and the squares around their king are shared out to all threads
// of the block: positions differ in how many they have, and a warp would wait for the one with the most. So what a
// step finds out is not kept in registers, where only one thread sees it. Word by word the records
// of all positions of a block lie side by side, so that neighbours do not meet in a bank.

// Positions of a block, and its threads: as many as fit into the shared memory of a multiprocessor.
#ifndef BLOCK_POSITIONS
#define BLOCK_POSITIONS 512
#endif
const u32 POSITIONS = BLOCK_POSITIONS;

enum Word {
    // The packed position.
    BOARD = 0,
    // Our pieces that must stay on their line.
    OUR_PINNED = 4,
    // Where each role gives check, and where a slider would pin.
    CHECK_STRAIGHT,
    CHECK_DIAGONAL,
    PIN_STRAIGHT,
    PIN_DIAGONAL,
    // Where landing is never plain: on a line that matters, or on a rook that may castle; and where our king's is not.
    COMMON,
    AWKWARD_FOR_KING,
    // Whose moves are never plain.
    AWKWARD_FROM,
    // Lines that end at their king or beside it, and the one slider that has any, if it is one.
    CUT,
    ONLY_LINER,
    PINNERS,
    THEIR_PINNED,
    // How many king moves a piece takes away from each square, in binary digits.
    DENIED_BY_KNIGHT,
    DENIED_BY_BISHOP = DENIED_BY_KNIGHT + 4,
    DENIED_BY_ROOK = DENIED_BY_BISHOP + 4,
    // Castlings that a queen would be said to deny twice.
    DENIED_TWICE = DENIED_BY_ROOK + 4,
    // Pieces that alone forbid something.
    GUARDS = DENIED_TWICE + 2,
    // By how much a drop changes the replies, in digits 1, 2, 4, 8, 16 and -32.
    CHANGE,
    // Our pieces whose leaving changes replies, other than of the king.
    TOUCHED = CHANGE + 6,
    // Where our king may not step.
    ATTACKED,
    // Replies if we passed, those of the king among them, and above them how many are the king's.
    REPLIES,
    WORDS,
    // What is seen from squares around the king is left where the digits will be.
    SEEN = DENIED_BY_KNIGHT
};

struct Record {
    u64 *at;
    __device__ __forceinline__ u64 &operator[](u32 word) const { return at[word * POSITIONS]; }
};

INLINE void keep_board(const Record &record, const Packed &p) {
    for (int i = 0; i < 4; i++) record[BOARD + i] = p.w[i];
}

INLINE Packed board_of(const Record &record) {
    Packed p;
    for (int i = 0; i < 4; i++) p.w[i] = record[BOARD + i];
    return p;
}

// Kings and pawns of a packed position, one by one: 3 or its complement, and 0, its complement or 1111.
INLINE u64 their_king_of(const Packed &p) { return p.w[2] & ~(p.w[0] | p.w[1] | p.w[3]); }
INLINE u64 our_king_of(const Packed &p) { return p.w[3] & p.w[0] & p.w[1] & ~p.w[2]; }
INLINE u64 their_pawns_of(const Packed &p) { return p.w[0] & p.w[1] & p.w[2]; }

// More pieces than a game has, pawns not among them, are for the slow way.
const u32 PIECES = 12;
