// The device functions on a host: reads packed positions from standard input, and writes for each what the
// functions say, as the Rust side of the test (`tests/host.rs`) reads it:
// legal moves, pairs the slow way, pairs by lift and drop, moves that were left for later; then every child.
#include <cstdio>
#include <cstdlib>
#include <vector>
#define __device__
#define __forceinline__ inline
#define __popcll(x) ((unsigned)__builtin_popcountll(x))
#define __ffsll(x) ((unsigned)__builtin_ffsll((long long)(x)))
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
#include "king_zone.cu"
#include "replies.cu"
#include "pairs.cu"

static Tables tables;

static u64 slow_pairs(const Packed &p) {
    u64 sum = 0;
    for_each_move(tables, unpack(p), [&](u32 move) { sum += count_moves(tables, unpack(after(p, move))); });
    return sum;
}

struct CountNow {
    const Packed &position;
    u64 sum, moves;
    void move(u32 move) {
        sum += count_moves(tables, unpack(after(position, move)));
        moves++;
    }
    void phase() {}
    void parent() { sum += slow_pairs(position); }
};

int main(int arguments, char **) {
    bool with_children = arguments > 1;
    for (u32 square = 0; square < 64; square++) fill_tables(tables, square);
    Packed position;
    while (fread(&position, sizeof position, 1, stdin) == 1) {
        Board board = unpack(position);
        CountNow later = {position, 0, 0};
        u64 fast = (u64)count_pairs(tables, board, true, later);
        u64 answer[4] = {count_moves(tables, board), slow_pairs(position), fast + later.sum, later.moves};
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
