// What threads of a block do together: sums, places in lists, and the children of positions.

// Threads of a block of most kernels.
const u32 BLOCK = 128;
// Threads of a block that makes children; `device.rs` says how many, and how many blocks there are for a
// multiprocessor.
const u32 MAKERS = MAKERS_THREADS;

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

// The sum of the lanes before this one, and of all that other warps have taken; `len` grows by the warp's.
INLINE u32 places(u32 *len, u32 wanted) {
    u32 before = wanted, start = 0;
    for (int offset = 1; offset < 32; offset <<= 1) {
        u32 other = __shfl_up_sync(~0u, before, offset);
        if ((threadIdx.x & 31) >= offset) before += other;
    }
    if ((threadIdx.x & 31) == 31 && before) start = atomicAdd(len, before);
    return __shfl_sync(~0u, start, 31) + before - wanted;
}

INLINE void share_tables(Tables &tables) {
    if (threadIdx.x < 64) fill_tables(tables, threadIdx.x);
    __syncthreads();
}

// Makes children. Positions have between none and 218 moves, so their moves are listed first and then shared out to all
// threads: a thread has a position, finds out how many moves it has, and lists them if there is room, or waits with it
// for the next round.
const u32 LISTED = 32 * MAKERS;

struct Makers {
    Tables tables;
    Packed positions[MAKERS];
    // Each as the thread that has the position, and a move of it.
    u32 moves[LISTED];
    // How many positions the block has taken, how many moves there are, and how many of them found room.
    u32 taken, len, room;

    // All threads of the block together. `position_at` returns a position by its index below `end`; `begin` is told
    // which index a thread has now, and how many moves its position has; and `work`, how many moves are listed, to be
    // shared out.
    template <class PositionAt, class Begin, class Work>
    __device__ __forceinline__ void make(u64 end, PositionAt position_at, Begin begin, Work work) {
        share_tables(tables);
        u32 me = threadIdx.x, wanted = 0;
        if (me == 0) taken = 0;
        bool more = true, again = true;
        ONE_BY_ONE while (again) {
            if (me == 0) {
                len = 0;
                room = LISTED;
            }
            __syncthreads();
            if (!wanted && more) {
                u32 mine = atomicAdd(&taken, 1u);
                u64 index = ((u64)(mine / MAKERS) * gridDim.x + blockIdx.x) * MAKERS + mine % MAKERS;
                more = index < end;
                if (more) {
                    positions[me] = position_at(index);
                    wanted = count_moves(tables, unpack(positions[me]));
                    begin(index, wanted);
                }
            }
            __syncwarp();
            u32 place = places(&len, wanted);
            if (wanted && place + wanted > LISTED) {
                // The threads after this one find no room either.
                atomicMin(&room, place);
            } else if (wanted) {
                for_each_move(tables, unpack(positions[me]), [&](u32 move) { moves[place++] = me << 18 | move; });
                wanted = 0;
            }
            again = __syncthreads_or(wanted || more);
            work(len < room ? len : room);
            __syncthreads();
        }
    }

    // The thread that has the position of a listed move, and the child.
    __device__ __forceinline__ u32 parent_of(u32 listed) const { return moves[listed] >> 18; }
    __device__ __forceinline__ Packed child_of(u32 listed) const { return after(positions[moves[listed] >> 18], moves[listed] & 0x3ffff); }
};
