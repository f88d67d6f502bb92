// The device functions on a host: reads packed positions from standard input, and writes for each what the
// functions say, as the Rust side of the test (`tests/host.rs`) reads it:
// legal moves, pairs the slow way, pairs by lift and drop, moves that were left for later; then every child.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
#define __device__
#define __forceinline__ inline
#define __popcll(x) ((unsigned)__builtin_popcountll(x))
#define __clzll(x) ((unsigned)__builtin_clzll(x))
static inline unsigned __brev(unsigned x) {
    unsigned reversed = 0;
    for (int i = 0; i < 32; i++) reversed |= (x >> i & 1u) << (31 - i);
    return reversed;
}
static inline unsigned __byte_perm(unsigned x, unsigned, unsigned) { return __builtin_bswap32(x); }
#include "prelude.cu"
#include "geometry.cu"
#include "board.cu"
#include "generate.cu"
#include "record.cu"
#include "king_zone.cu"
#include "replies.cu"
#include "pieces.cu"
#include "pairs.cu"

static Tables tables;

static u64 slow_pairs(const Packed &p) {
    u64 sum = 0;
    for_each_move(tables, unpack(p), [&](u32 move) { sum += count_moves(tables, unpack(after(p, move))); });
    return sum;
}

// What a block of threads does on a card, by one: the steps of one position in order.
struct CountNow {
    const Packed &position;
    Record record;
    // Positions come before pieces, and only they may be told that there is no room.
    bool pawns;
    u64 replies, moves;
    std::vector<std::pair<u32, u64>> guards, lifts, specials;
    void move(u32 move) {
        replies += count_moves(tables, unpack(after(position, move)));
        moves++;
    }
    void together() {}
    // A list that is sometimes full.
    bool guard(u32 square, u64 opens) {
        if (square == 21) return false;
        guards.push_back({square, opens});
        return true;
    }
    int opened(u32 from, u64 targets) {
        int sum = 0;
        for (auto &guard : guards) sum += guard.first == from ? count(guard.second & targets) : 0;
        return sum;
    }
    bool lift(u32 from, u64 targets) {
        if (pawns && lifts.size() == 3) return false;
        lifts.push_back({from, targets});
        return true;
    }
    bool special(u32 from, u64 targets) {
        specials.push_back({from, targets});
        return true;
    }
};

static u64 words[WORDS * POSITIONS];

static u64 fast_pairs(const Packed &position, u64 &left) {
    Record record = {words};
    CountNow later = {position, record, true, 0, 0, {}, {}, {}};
    Board board = unpack(position);
    Zone zone;
    for (u64 &word : words) word = 0x5555555555555555ull;
    keep_board(record, position);
    i64 sum = 0;
    u64 squares;
    bool plain = begin_pairs(tables, board, record, zone, squares, later);
    if (plain) {
        for (bool first = true; squares; first = false) {
            u64 look = squares;
            for (u32 k = 0; k < SQUARES_AT_ONCE && look; k++) {
                u32 square = pop(look);
                keep_seen(record, k, look_at_square(tables, board, square, (tables.king[their_king(board)] & ~board.them) >> square & 1));
            }
            add_squares(tables, board, record, zone, squares, first, later);
        }
        int value = 0;
        plain = look_at_position(tables, record, zone, later, value);
        sum += value;
    }
    later.pawns = false;
    if (plain) {
        for (u64 pieces = movable_pieces(tables, board, record); pieces;) sum += look_at_piece(tables, record, pop(pieces), later);
        for (auto &lift : later.lifts) sum += look_at_lift(tables, record, lift.first, lift.second);
        for (auto &special : later.specials) sum += look_at_special(tables, record, special.first, special.second);
    } else {
        sum = (i64)slow_pairs(position);
    }
    left = later.moves;
    return (u64)sum + later.replies;
}

int main(int arguments, char **) {
    bool with_children = arguments > 1;
    for (u32 square = 0; square < 64; square++) fill_tables(tables, square);
    Packed position;
    while (fread(&position, sizeof position, 1, stdin) == 1) {
        Board board = unpack(position);
        u64 left, fast = fast_pairs(position, left);
        u64 answer[4] = {count_moves(tables, board), slow_pairs(position), fast, left};
        fwrite(answer, sizeof answer, 1, stdout);
        if (!with_children) continue;
        std::vector<Packed> children;
        for_each_move(tables, board, [&](u32 move) { children.push_back(after(position, move)); });
        u64 len = children.size();
        fwrite(&len, sizeof len, 1, stdout);
        fwrite(children.data(), sizeof(Packed), len, stdout);
    }
    return 0;
}
