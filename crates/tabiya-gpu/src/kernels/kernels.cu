// The kernels: levels of positions in, levels or sums out.
//
// A level is an array of packed positions and, if equal ones were merged, how many paths lead to each.

const u32 BLOCK = 128;
// The pair counter is long: with more threads in step, its instructions are fetched less often. Its 168 registers let one
// such block live on a multiprocessor; smaller ones, or two with fewer registers, were slower.
const u32 PAIRS_BLOCK = 384;
// Looking into the queue keeps the whole block waiting, so it is done every other time.
const u32 CHECK_EVERY = 2;

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

// Moves and positions that were left for later, gathered for a whole block.
const u32 QUEUE = 1536;
struct Queue {
    u32 len, parents;
    u32 parent[QUEUE], move[QUEUE];
    u32 slow[PAIRS_BLOCK * (CHECK_EVERY + 1)];
};

static __device__ __noinline__ u32 replies_after(const Tables &tables, const Packed &position, u32 move) {
    return count_moves(tables, unpack(after(position, move)));
}

struct LaterOnDevice {
    const Tables &tables;
    const Packed *level;
    Queue &queue;
    u32 index;
    // What there was no room for, counted at once.
    u64 now;

    __device__ __forceinline__ void move(u32 move) {
        u32 at = atomicAdd(&queue.len, 1u);
        if (at < QUEUE) {
            queue.parent[at] = index;
            queue.move[at] = move;
        } else {
            now += replies_after(tables, level[index], move);
        }
    }

    __device__ __forceinline__ void phase() { __syncthreads(); }

    __device__ __forceinline__ void parent() { queue.slow[atomicAdd(&queue.parents, 1u)] = index; }
};

// What makes threads of a warp wait for each other most: squares around their king, and our pieces that can move.
const u32 KEYS = 128;
INLINE u32 likeness(const Tables &tables, const Board &b) {
    u32 steps = count(tables.king[their_king(b)] & ~b.them);
    u64 open = ~b.us;
    u64 beside_straight = up(open) | down(open) | (open & ~FILE_H) << 1 | (open & ~FILE_A) >> 1;
    u64 beside_diagonal = up_attacks(open) | down_attacks(open);
    u32 movers = count(b.us & (b.straight & beside_straight | b.diagonal & beside_diagonal | b.knights));
    return (steps < 7 ? steps : 7) << 4 | (movers < 15 ? movers : 15);
}

// Merged positions come in the order of their hashes, with nothing alike side by side. A block takes so many a thread at
// once and puts like ones together.
const u32 BATCH = 8;
struct Order {
    unsigned short at[PAIRS_BLOCK * BATCH];
    u32 begins[KEYS];
};

INLINE void put_in_order(const Tables &tables, Order &order, const Packed *level, u32 len) {
    for (u32 i = threadIdx.x; i < KEYS; i += PAIRS_BLOCK) order.begins[i] = 0;
    __syncthreads();
    u64 keys = 0;
    ONE_BY_ONE for (u32 i = threadIdx.x, shift = 0; i < len; i += PAIRS_BLOCK, shift += 8) {
        u32 key = likeness(tables, unpack(level[i]));
        keys |= (u64)key << shift;
        atomicAdd(&order.begins[key], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        u32 mine[KEYS / 32], sum = 0;
        for (u32 i = 0; i < KEYS / 32; i++) {
            mine[i] = sum;
            sum += order.begins[threadIdx.x * (KEYS / 32) + i];
        }
        u32 before = sum;
        for (int offset = 1; offset < 32; offset <<= 1) {
            u32 other = __shfl_up_sync(~0u, before, offset);
            if (threadIdx.x >= offset) before += other;
        }
        for (u32 i = 0; i < KEYS / 32; i++) order.begins[threadIdx.x * (KEYS / 32) + i] = before - sum + mine[i];
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < len; i += PAIRS_BLOCK, keys >>= 8)
        order.at[atomicAdd(&order.begins[keys & 255], 1u)] = (unsigned short)i;
    __syncthreads();
}

// The pairs of all positions. What differences do not tell of is queued, and counted as soon as there is enough of it
// for the whole block.
extern "C" __global__ void __launch_bounds__(PAIRS_BLOCK, 1) pairs_kernel(const Packed *level, const u64 *paths, u64 len, u64 *total) {
    __shared__ Tables tables;
    __shared__ Queue queue;
    __shared__ Order order;
    if (threadIdx.x == 0) queue.len = queue.parents = 0;
    share_tables(tables);
    Limbs sum = {{0, 0, 0}};
    // Small levels are better spread over all blocks.
    bool sorts = paths && len >= (u64)gridDim.x * PAIRS_BLOCK * BATCH;
    u32 step = sorts ? PAIRS_BLOCK * BATCH : PAIRS_BLOCK, done = step;
    u64 base = 0;
    u64 next = (u64)blockIdx.x * step;
    for (u32 round = 1;; round++) {
        if (done >= step) {
            base = next;
            next += (u64)gridDim.x * step;
            done = 0;
            if (sorts && base < len) put_in_order(tables, order, level + base, len - base < step ? (u32)(len - base) : step);
        }
        bool last = base >= len;
        if (!last) {
            u64 at = base + done + threadIdx.x;
            bool mine = at < len;
            u64 i = !mine ? 0 : sorts ? base + order.at[done + threadIdx.x] : at;
            LaterOnDevice later = {tables, level, queue, (u32)i, 0};
            Board board = unpack(level[i]);
            u64 pairs = (u64)count_pairs(tables, board, mine, later);
            if (mine) add_product(sum, pairs + later.now, paths ? paths[i] : 1);
            done += PAIRS_BLOCK;
            if (round % CHECK_EVERY) continue;
        }
        __syncthreads();
        u32 parents = queue.parents, waiting = queue.len < QUEUE ? queue.len : QUEUE;
        __syncthreads();
        if (parents >= PAIRS_BLOCK / 2 || last && parents) {
            ONE_BY_ONE for (u32 j = threadIdx.x; j < parents; j += PAIRS_BLOCK) {
                u32 index = queue.slow[j];
                LaterOnDevice later = {tables, level, queue, index, 0};
                for_each_move(tables, unpack(level[index]), [&](u32 move) { later.move(move); });
                add_product(sum, later.now, paths ? paths[index] : 1);
            }
            __syncthreads();
            waiting = queue.len < QUEUE ? queue.len : QUEUE;
            __syncthreads();
            if (threadIdx.x == 0) queue.parents = 0;
        }
        ONE_BY_ONE while (waiting >= PAIRS_BLOCK || last && waiting) {
            u32 take = waiting < PAIRS_BLOCK ? waiting : PAIRS_BLOCK;
            waiting -= take;
            if (threadIdx.x < take) {
                u32 at = waiting + threadIdx.x;
                u32 index = queue.parent[at];
                add_product(sum, replies_after(tables, level[index], queue.move[at]), paths ? paths[index] : 1);
            }
            __syncthreads();
            if (threadIdx.x == 0) queue.len = waiting;
            __syncthreads();
        }
        if (last) break;
    }
    add_to(total, sum);
}

// The moves of one position, listed first so that all threads of a warp make theirs at the same place.
const u32 LIST = 256;

template <class Visit> INLINE u32 for_each_listed(const Tables &tables, const Board &b, Visit &&visit) {
    u32 moves[LIST], len = 0;
    for_each_move(tables, b, [&](u32 move) {
        if (len < LIST) moves[len] = move;
        len++;
    });
    u32 listed = len < LIST ? len : LIST;
    ONE_BY_ONE for (u32 i = 0; i < listed; i++) visit(moves[i]);
    if (len > LIST) {
        u32 seen = 0;
        for_each_move(tables, b, [&](u32 move) {
            if (seen++ >= LIST) visit(move);
        });
    }
    return len;
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
        u32 moves = mine ? count_moves(tables, board) : 0;
        u64 at = reserve(len, moves);
        if (!mine || at + moves > capacity) continue;
        u64 times = paths ? paths[i] : 1;
        for_each_listed(tables, board, [&](u32 move) {
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
        u32 len = for_each_listed(tables, unpack(position), [&](u32 move) {
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
