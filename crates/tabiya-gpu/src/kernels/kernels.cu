// The kernels: levels of positions in, levels or sums out.
//
// A level is an array of packed positions and, if equal ones were merged, how many paths lead to each.

const u32 BLOCK = 128;

// A sum in limbs of 32 bits, so that no carry is ever lost: 128 bits and more.
struct Limbs {
    u64 limb[3];
};

INLINE void add_product(Limbs &sum, u64 value, u64 times) {
    u64 low = value * times;
    sum.limb[0] += low & 0xffffffffull;
    sum.limb[1] += low >> 32;
    sum.limb[2] += __umul64hi(value, times);
}

INLINE void add_to(u64 *total, const Limbs &sum) {
    for (int i = 0; i < 3; i++) {
        u64 value = sum.limb[i];
        for (int offset = 16; offset; offset >>= 1) value += __shfl_down_sync(~0u, value, offset);
        if ((threadIdx.x & 31) == 0 && value) atomicAdd(&total[i], value);
    }
}

// Room for `wanted` entries for each thread of a warp, by one atomic for all of them.
INLINE u64 reserve(u64 *len, u32 wanted) {
    u32 lane = threadIdx.x & 31, before = wanted;
    for (int offset = 1; offset < 32; offset <<= 1) {
        u32 other = __shfl_up_sync(~0u, before, offset);
        if (lane >= offset) before += other;
    }
    u64 start = 0;
    if (lane == 31 && before) start = atomicAdd(len, (u64)before);
    return __shfl_sync(~0u, start, 31) + before - wanted;
}

INLINE void share_tables(Tables &tables) {
    if (threadIdx.x < 64) fill_tables(tables, threadIdx.x);
    __syncthreads();
}

// The legal moves of all positions, each as often as paths lead to it (once if `paths` is null).
extern "C" __global__ void __launch_bounds__(BLOCK) moves_kernel(const Packed *level, const u64 *paths, u64 len, u64 *total) {
    __shared__ Tables tables;
    share_tables(tables);
    Limbs sum = {{0, 0, 0}};
    for (u64 i = (u64)blockIdx.x * BLOCK + threadIdx.x; i < len; i += (u64)gridDim.x * BLOCK)
        add_product(sum, count_moves(tables, unpack(level[i])), paths ? paths[i] : 1);
    add_to(total, sum);
}

// The moves of one position, listed first so that all threads of a warp make theirs at the same place.
const u32 LIST = 256;

INLINE u32 list_moves(const Tables &tables, const Board &b, u32 (&moves)[LIST]) {
    u32 len = 0;
    for_each_move(tables, b, [&](u32 move) {
        if (len < LIST) moves[len] = move;
        len++;
    });
    return len;
}

// More moves than the list holds are found again.
template <class Visit> INLINE void for_each_listed(const Tables &tables, const Board &b, const u32 (&moves)[LIST], u32 len, Visit &&visit) {
    u32 listed = len < LIST ? len : LIST;
    ONE_BY_ONE for (u32 i = 0; i < listed; i++) visit(moves[i]);
    if (len > LIST) {
        u32 seen = 0;
        for_each_move(tables, b, [&](u32 move) {
            if (seen++ >= LIST) visit(move);
        });
    }
}

// The children of all positions, unmerged. If there are more than `capacity`, `len` says so and the answer is incomplete.
extern "C" __global__ void __launch_bounds__(BLOCK) expand_kernel(const Packed *level, const u64 *paths, u64 positions, Packed *children, u64 *child_paths,
                                                                 u64 capacity, u64 *len) {
    __shared__ Tables tables;
    share_tables(tables);
    for (u64 base = (u64)blockIdx.x * BLOCK; base < positions; base += (u64)gridDim.x * BLOCK) {
        u64 i = base + threadIdx.x;
        bool mine = i < positions;
        Packed position = level[mine ? i : 0];
        Board board = unpack(position);
        u32 moves[LIST], listed = mine ? list_moves(tables, board, moves) : 0;
        u64 at = reserve(len, listed);
        if (!mine || at + listed > capacity) continue;
        u64 times = paths ? paths[i] : 1;
        for_each_listed(tables, board, moves, listed, [&](u32 move) {
            children[at] = after(position, move);
            if (child_paths) child_paths[at] = times;
            at++;
        });
    }
}

// Merges the children of all positions that belong to one slice into a table, and adds up how many children and paths
// there are in all slices. Those that find no place are
// appended to `spilled`, unmerged; if there is no room there either, `spilled_len` says so and the answer is incomplete.
extern "C" __global__ void __launch_bounds__(BLOCK) merge_kernel(const Packed *level, const u64 *paths, u64 positions, Line *table, u64 lines, u32 slice,
                                                                u32 slices, Packed *spilled, u64 *spilled_paths, u64 capacity, u64 *spilled_len,
                                                                u64 *children, u64 *all_paths) {
    __shared__ Tables tables;
    share_tables(tables);
    Limbs moves = {{0, 0, 0}}, ways = {{0, 0, 0}};
    for (u64 i = (u64)blockIdx.x * BLOCK + threadIdx.x; i < positions; i += (u64)gridDim.x * BLOCK) {
        Packed position = level[i];
        u64 times = paths ? paths[i] : 1;
        Board board = unpack(position);
        u32 list[LIST], len = list_moves(tables, board, list);
        for_each_listed(tables, board, list, len, [&](u32 move) {
            Packed child = after(position, move);
            u64 hash = hash_of(child);
            if (slices > 1 && slice_of(hash, slices) != slice) return;
            if (insert(table, lines, child, hash, times)) return;
            u64 at = atomicAdd(spilled_len, 1ull);
            if (at < capacity) {
                spilled[at] = child;
                spilled_paths[at] = times;
            }
        });
        add_product(moves, len, 1);
        add_product(ways, len, times);
    }
    add_to(children, moves);
    add_to(all_paths, ways);
}

// The positions of some lines of a table, as a level. If there are more than `capacity`, `len` says so and the answer is
// incomplete.
extern "C" __global__ void __launch_bounds__(BLOCK) gather_kernel(const Line *table, u64 lines, Packed *level, u64 *paths, u64 capacity, u64 *len) {
    for (u64 base = (u64)blockIdx.x * BLOCK; base < lines; base += (u64)gridDim.x * BLOCK) {
        u64 at = base + threadIdx.x;
        u32 taken = 0;
        if (at < lines) taken = (table[at].words[0] != 0) + (table[at].words[4] != 0) + (table[at].words[8] != 0);
        u64 to = reserve(len, taken);
        if (to + taken > capacity) continue;
        // Places of a line are taken in order.
        for (u32 place = 0; place < taken; place++) {
            for (int i = 0; i < 4; i++) level[to + place].w[i] = table[at].words[4 * place + i];
            paths[to + place] = table[at].paths[place];
        }
    }
}
