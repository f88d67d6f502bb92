// The kernels: levels of positions in, levels or sums out.
//
// A level is an array of packed positions and, if equal ones were merged, how many paths lead to each.

// The legal moves of all positions, each as often as paths lead to it (once if `paths` is null).
extern "C" __global__ void __launch_bounds__(BLOCK) moves_kernel(const Packed *level, const u64 *paths, u64 len, u64 *total) {
    __shared__ Tables tables;
    share_tables(tables);
    Limbs sum = {{0, 0, 0}};
    for (u64 i = (u64)blockIdx.x * BLOCK + threadIdx.x; i < len; i += (u64)gridDim.x * BLOCK)
        add_product(sum, count_moves(tables, unpack(level[i])), paths ? paths[i] : 1);
    add_to(total, sum);
}

// The children of all positions, unmerged. If there are more than `capacity`, `len` says so and the answer is
// incomplete.
extern "C" __global__ void __launch_bounds__(MAKERS, MAKERS_BLOCKS) expand_kernel(const Packed *level, const u64 *paths, u64 positions, Packed *children,
                                                                                 u64 *child_paths, u64 capacity, u64 *len) {
    __shared__ Makers makers;
    __shared__ u64 times[MAKERS], to;
    makers.make(
        positions, [&](u64 index) { return level[index]; },
        [&](u64 index, u32) { times[threadIdx.x] = paths ? paths[index] : 1; },
        [&](u32 listed) {
            if (threadIdx.x == 0) to = atomicAdd(len, (u64)listed);
            __syncthreads();
            if (to + listed > capacity) return;
            ONE_BY_ONE for (u32 i = threadIdx.x; i < listed; i += MAKERS) {
                children[to + i] = makers.child_of(i);
                if (child_paths) child_paths[to + i] = times[makers.parent_of(i)];
            }
        });
}

// Merges the children of all positions that belong to one slice into a table, and adds up how many children and paths
// there are in all slices. Those that find no place are appended to `spilled`, unmerged; if there is no room there
// either, `spilled_len` says so and the answer is incomplete.
//
// If the positions are in order of their groups (`starts` says where each begins, and `first` where the positions at
// hand do in that order), a group has lines of its own, `sixteenths` sixteenths of a line for each position. So the
// lines that are being written stay in the cache.
extern "C" __global__ void __launch_bounds__(MAKERS, MAKERS_BLOCKS)
    merge_kernel(const Packed *level, const u64 *paths, u64 positions, Line *table, u32 lines, u32 slice, u32 slices, const u64 *starts, u64 first,
                 u32 sixteenths, Packed *spilled, u64 *spilled_paths, u64 capacity, u64 *spilled_len, u64 *children, double *all_paths, Spot *order,
                 u64 order_room, u64 *order_len) {
    __shared__ Makers makers;
    __shared__ u64 times[MAKERS];
    __shared__ u32 froms[MAKERS], ranges[MAKERS];
    // New positions of a round, those of them that have their place in the order, and where the round begins in it.
    __shared__ u32 fresh, placed;
    __shared__ u64 order_from;
    if (threadIdx.x == 0) fresh = 0;
    u32 moves = 0;
    double ways = 0;
    makers.make(
        positions, [&](u64 index) { return level[index]; },
        [&](u64 index, u32 len) {
            u32 me = threadIdx.x;
            times[me] = paths ? paths[index] : 1;
            if (starts) {
                u32 group = group_of(makers.positions[me]);
                u64 from = starts[group], to = starts[group + 1];
                from = from > first ? from - first : 0;
                to = to < first + positions ? to - first : positions;
                froms[me] = (u32)(from * sixteenths >> 4);
                ranges[me] = (u32)((to - from) * sixteenths >> 4) + 1;
            }
            moves += len;
            ways += (double)len * (double)times[me];
        },
        [&](u32 listed) {
            u32 mine = 0;
            ONE_BY_ONE for (u32 i = threadIdx.x; i < listed; i += MAKERS) {
                u32 parent = makers.parent_of(i);
                Packed child = makers.child_of(i);
                u64 hash = hash_of(child);
                makers.moves[i] = MET_AGAIN;
                if (slices > 1 && slice_of(child, hash, slices) != slice) continue;
                Spot spot = insert(table, lines, starts ? froms[parent] : 0, starts ? ranges[parent] : lines, child, hash, times[parent]);
                makers.moves[i] = spot;
                mine += spot < MET_AGAIN;
                if (spot != NO_PLACE) continue;
                u64 to = atomicAdd(spilled_len, 1ull);
                if (to >= capacity) continue;
                spilled[to] = child;
                spilled_paths[to] = times[parent];
            }
            if (!order) return;
            // Children of one position are neighbours in the list, and so they are in the order.
            __syncwarp();
            places(&fresh, mine);
            __syncthreads();
            if (threadIdx.x == 0) {
                order_from = atomicAdd(order_len, (u64)fresh);
                fresh = placed = 0;
            }
            __syncthreads();
            u32 lane = threadIdx.x & 31;
            ONE_BY_ONE for (u32 base = threadIdx.x & ~31u; base < listed; base += MAKERS) {
                Spot spot = base + lane < listed ? makers.moves[base + lane] : MET_AGAIN;
                u32 all = __ballot_sync(~0u, spot < MET_AGAIN), to = 0;
                if (lane == 0) to = atomicAdd(&placed, (u32)__popc(all));
                to = __shfl_sync(~0u, to, 0) + __popc(all & ((1u << lane) - 1));
                if (spot < MET_AGAIN && order_from + to < order_room) order[order_from + to] = spot;
            }
        });
    atomicAdd(children, (u64)moves);
    atomicAdd(all_paths, ways);
}

// The positions of a table in the order in which they were met.
extern "C" __global__ void __launch_bounds__(BLOCK) gather_order_kernel(const Line *table, const Spot *order, u64 len, Packed *level, u64 *paths) {
    u64 step = (u64)gridDim.x * BLOCK;
    for (u64 i = (u64)blockIdx.x * BLOCK + threadIdx.x; i < len; i += step) {
        Spot spot = order[i];
        const Line *line = table + (spot >> 2);
        level[i] = ((const Packed *)line)[spot & 3];
        paths[i] = line->paths[spot & 3];
    }
}

// What a thread finds in one quarter of a line: a position with its paths in the first three.
struct Found {
    Packed position;
    u64 paths;
    bool taken;
};

// All threads of a warp together; a line that is beyond the last has nothing.
INLINE Found look_up(const Line *table, u64 lines, u64 line) {
    u32 quarter = threadIdx.x & 3;
    Found found = {{{0, 0, 0, 0}}, 0, false};
    if (line < lines) found.position = ((const Packed *)(table + line))[quarter];
    // The last quarter holds the paths of the others.
    u64 paths[3];
    for (int i = 0; i < 3; i++) paths[i] = __shfl_sync(~0u, found.position.w[i], 3, 4);
    found.paths = quarter == 0 ? paths[0] : quarter == 1 ? paths[1] : paths[2];
    found.taken = quarter < 3 && found.position.w[0] != 0;
    return found;
}

// The positions of some lines of a table, as a level. If there are more than `capacity`, `len` says so and the answer
// is incomplete.
extern "C" __global__ void __launch_bounds__(BLOCK) gather_kernel(const Line *table, u64 lines, Packed *level, u64 *paths, u64 capacity, u64 *len) {
    const u32 READS = 4;
    u32 lane = threadIdx.x & 31;
    // A warp reads eight lines at once, and four times before it asks for room.
    u64 warp = ((u64)blockIdx.x * BLOCK + threadIdx.x) / 32, step = (u64)gridDim.x * BLOCK;
    for (u64 base = warp * 32; base < lines; base += step) {
        Found found[READS];
        u32 taken[READS], all = 0;
        for (u32 i = 0; i < READS; i++) {
            found[i] = look_up(table, lines, base + 8 * i + lane / 4);
            taken[i] = __ballot_sync(~0u, found[i].taken);
            all += __popc(taken[i]);
        }
        u64 to = 0;
        if (lane == 0 && all) to = atomicAdd(len, (u64)all);
        to = __shfl_sync(~0u, to, 0);
        if (to + all > capacity) continue;
        for (u32 i = 0; i < READS; i++) {
            if (found[i].taken) {
                u64 at = to + __popc(taken[i] & ((1u << lane) - 1));
                level[at] = found[i].position;
                paths[at] = found[i].paths;
            }
            to += __popc(taken[i]);
        }
    }
}

// How many positions of a table each group has.
extern "C" __global__ void __launch_bounds__(BLOCK) group_sizes_kernel(const Line *table, u64 lines, u64 *sizes) {
    u64 quarters = 4 * lines, step = (u64)gridDim.x * BLOCK;
    for (u64 i = (u64)blockIdx.x * BLOCK + threadIdx.x; i < quarters; i += step) {
        Packed position = ((const Packed *)table)[i];
        if ((i & 3) < 3 && position.w[0]) atomicAdd(&sizes[group_of(position)], 1ull);
    }
}

// The positions of a table in order of their groups; `next` says where each group begins, and then where it ends.
extern "C" __global__ void __launch_bounds__(BLOCK) group_kernel(const Line *table, u64 lines, Packed *level, u64 *paths, u64 *next) {
    u64 step = (u64)gridDim.x * BLOCK / 4;
    for (u64 base = (u64)blockIdx.x * BLOCK / 4; base < lines; base += step) {
        Found found = look_up(table, lines, base + threadIdx.x / 4);
        if (!found.taken) continue;
        u64 at = atomicAdd(&next[group_of(found.position)], 1ull);
        level[at] = found.position;
        paths[at] = found.paths;
    }
}
