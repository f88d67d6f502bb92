// The device functions on a host: reads packed positions from standard input, and writes for each what the
// functions say, as the Rust side of the test (`tests/host.rs`) reads it. What that is, its argument says: see `main`.
#include <cstdio>
#include <cstdlib>
#include <cstring>
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
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)((unsigned __int128)a * b >> 64); }
static inline unsigned long long atomicCAS(unsigned long long *word, unsigned long long old, unsigned long long value) {
    unsigned long long was = *word;
    if (was == old) *word = value;
    return was;
}
static inline void atomicAdd(unsigned long long *word, unsigned long long value) { *word += value; }
#include "prelude.cu"
#include "geometry.cu"
#include "board.cu"
#include "generate.cu"
#include "record.cu"
#include "king_zone.cu"
#include "replies.cu"
#include "pieces.cu"
#include "pairs.cu"
#include "sides.cu"

static Packed load_shared_words(const u64 *words) { return *(const Packed *)words; }
static void store_shared_word(u64 *word, u64 value) { *word = value; }
#include "merge.cu"

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

static void write_words(const u64 *words, size_t len) { fwrite(words, sizeof(u64), len, stdout); }

static std::vector<Packed> children_of(const Packed &position) {
    std::vector<Packed> children;
    for_each_move(tables, unpack(position), [&](u32 move) { children.push_back(after(position, move)); });
    return children;
}

// A table of positions and how often each was inserted, if the first range of each has `range` lines from the line of
// its group; those that found no place come after. Each position, then its paths.
static void write_merged(const std::vector<Packed> &positions, u32 lines, u32 range) {
    std::vector<Line> table(lines, Line{});
    std::vector<Packed> spilled;
    for (const Packed &position : positions) {
        u32 from = (u32)((u64)group_of(position) * (lines - range) >> GROUP_BITS);
        if (insert(table.data(), lines, from, range, position, hash_of(position), 1) == NO_PLACE) spilled.push_back(position);
    }
    for (const Line &line : table) {
        for (u32 place = 0; place < 3; place++) {
            if (!line.words[4 * place]) continue;
            write_words(line.words + 4 * place, 4);
            write_words(&line.paths[place], 1);
        }
    }
    const u64 once = 1;
    for (const Packed &position : spilled) {
        write_words(position.w, 4);
        write_words(&once, 1);
    }
}

// "pairs": legal moves, pairs the slow way, pairs by lift and drop, and moves that were left for later.
// "children": how many, and each.
// "sides": the hash of the side that does not move, the group, the slices of 1, 8, 1,024 and 100,000.
// "merge LINES RANGE": all positions, merged.
int main(int arguments, char **words) {
    const char *what = arguments > 1 ? words[1] : "";
    for (u32 square = 0; square < 64; square++) fill_tables(tables, square);
    Packed position;
    std::vector<Packed> all;
    while (fread(&position, sizeof position, 1, stdin) == 1) {
        if (!strcmp(what, "pairs")) {
            u64 left, fast = fast_pairs(position, left);
            u64 answer[4] = {count_moves(tables, unpack(position)), slow_pairs(position), fast, left};
            write_words(answer, 4);
        } else if (!strcmp(what, "children")) {
            std::vector<Packed> children = children_of(position);
            u64 len = children.size();
            write_words(&len, 1);
            fwrite(children.data(), sizeof(Packed), len, stdout);
        } else if (!strcmp(what, "sides")) {
            u64 hash = hash_of(position);
            u64 answer[6] = {side_hash(position), group_of(position)};
            const u32 slices[4] = {1, 8, 1024, 100000};
            for (int i = 0; i < 4; i++) answer[2 + i] = slice_of(position, hash, slices[i]);
            write_words(answer, 6);
        } else {
            all.push_back(position);
        }
    }
    if (!strcmp(what, "merge")) write_merged(all, (u32)atoi(words[2]), (u32)atoi(words[3]));
    return 0;
}
