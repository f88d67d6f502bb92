// The pair counter as a kernel: a block takes as many positions as it has threads and goes through them step by step,
// all threads together. Steps that belong to a position are done by one thread each; squares around kings, pieces,
// lifted pieces and special moves are listed first and then shared out to all threads.
//
// All threads of a multiprocessor are one block, because the code is long: threads that are not at the same step fetch
// instructions from each other's way. Nothing is called, because a call would send registers to memory.

// Moves of a round that are left for `made_kernel`, gathered before they are written.
const u32 MADE = 4 * POSITIONS;
// Lifted pieces and special moves, which wait until there are enough for all threads. A piece has at most one of each,
// so there is room for those of `PIECES_AT_ONCE` pieces for each thread, besides those that may be waiting already.
const u32 PIECES_AT_ONCE = 2;
const u32 ROOM = (PIECES_AT_ONCE + 1) * POSITIONS;
const u32 GUARDS_LISTED = POSITIONS;
const u32 NONE = 0xffff;

// A position of the block and a square of it.
typedef unsigned short Item;
INLINE Item item_of(u32 at, u32 square) { return (Item)(at << 6 | square); }

// Pieces that wait, with their targets.
struct Waiting {
    u64 targets[ROOM];
    Item item[ROOM];
    u32 len;

    // False if there is no room. The thread that sees that there are enough for all threads sets `enough`.
    __device__ __forceinline__ bool add(u32 at, u32 from, u64 set, bool &enough) {
        u32 place = atomicAdd(&len, 1u);
        enough |= place + 1 >= POSITIONS;
        if (place >= ROOM) return false;
        item[place] = item_of(at, from);
        targets[place] = set;
        return true;
    }
};

struct Desk {
    u64 words[WORDS * POSITIONS];
    Tables tables;
    u64 guard_opens[GUARDS_LISTED];
    // Where moves go next, and before that each as a position of the block and a move of it.
    u64 made_to;
    Waiting lifts, specials;
    int sum[POSITIONS];
    u32 made[MADE];
    u32 made_len, squares, guards;
    // Pieces of each role: knights and bishops, rooks and queens, kings.
    u32 roles[3];
    // Squares around kings need two bits more.
    union {
        Item pieces[PIECES * POSITIONS];
        u32 squares[SQUARES_AT_ONCE * POSITIONS];
    } listed;
    Item guard_square[GUARDS_LISTED], guard_next[GUARDS_LISTED], guard_first[POSITIONS];

    __device__ __forceinline__ Record record(u32 at) { return Record{words + at}; }
};

// For the host, which starts the kernel.
extern "C" __constant__ u32 desk_bytes = sizeof(Desk);

// What is left for other kernels: positions that need the slow way altogether, and moves. The lengths say what there
// is, even if there was no room for it.
struct Left {
    u32 *slow;
    u64 slow_room;
    u64 *slow_len;
    uint2 *made;
    u64 made_room;
    u64 *made_len;
};

// Where one position puts what it leaves for later.
struct LaterOnDevice {
    Desk &desk;
    const Left &left;
    // Where the block is in the level, and the position in the block.
    u32 base, at;
    // Threads of the warp that go the same way.
    u32 company;
    // Whether this thread has seen that enough wait to be looked at.
    bool enough;

    __device__ __forceinline__ void add(int value) { atomicAdd(&desk.sum[at], value); }
    __device__ __forceinline__ void together() { __syncwarp(company); }

    __device__ __forceinline__ void move(u32 move) {
        u32 place = atomicAdd(&desk.made_len, 1u);
        if (place < MADE) {
            desk.made[place] = at << 18 | move;
            return;
        }
        u64 to = atomicAdd(left.made_len, 1ull);
        if (to < left.made_room) left.made[to] = make_uint2(base + at, move);
    }

    __device__ __forceinline__ bool lift(u32 from, u64 targets) { return desk.lifts.add(at, from, targets, enough); }
    __device__ __forceinline__ bool special(u32 from, u64 targets) { return desk.specials.add(at, from, targets, enough); }

    __device__ __forceinline__ bool guard(u32 square, u64 opens) {
        u32 place = atomicAdd(&desk.guards, 1u);
        if (place >= GUARDS_LISTED) return false;
        desk.guard_square[place] = (Item)square;
        desk.guard_opens[place] = opens;
        desk.guard_next[place] = desk.guard_first[at];
        desk.guard_first[at] = (Item)place;
        return true;
    }

    __device__ __forceinline__ int opened(u32 from, u64 targets) {
        int sum = 0;
        ONE_BY_ONE for (u32 i = desk.guard_first[at]; i != NONE; i = desk.guard_next[i])
            if (desk.guard_square[i] == from) sum += count(desk.guard_opens[i] & targets);
        return sum;
    }
};

// Looks at the squares around all kings of the block that still have some, three of each.
INLINE void look_at_squares(Desk &desk, u64 squares) {
    u32 wanted = count(squares);
    wanted = wanted < SQUARES_AT_ONCE ? wanted : SQUARES_AT_ONCE;
    u32 place = places(&desk.squares, wanted);
    for (u32 k = 0; k < SQUARES_AT_ONCE; k++)
        if (k < wanted) desk.listed.squares[place + k] = threadIdx.x << 8 | k << 6 | pop(squares);
    __syncthreads();
    u32 listed = desk.squares;
    ONE_BY_ONE for (u32 i = threadIdx.x; i < listed; i += POSITIONS) {
        u32 item = desk.listed.squares[i], square = item & 63;
        Record record = desk.record(item >> 8);
        Board b = unpack(board_of(record));
        bool is_step = desk.tables.king[their_king(b)] & ~b.them & bit(square);
        keep_seen(record, item >> 6 & 3, look_at_square(desk.tables, b, square, is_step));
    }
    __syncthreads();
    if (threadIdx.x == 0) desk.squares = 0;
}

// Lists pieces of the block, role by role, so that the threads of a warp have like ones. Their number.
INLINE u32 list_pieces(Desk &desk, const Board &b, u64 pieces) {
    u64 knights = pieces & b.knights, bishops = pieces & b.diagonal & ~b.straight, rooks = pieces & b.straight & ~b.diagonal;
    u64 queens = pieces & b.straight & b.diagonal, kings = pieces & b.kings;
    u32 at[3] = {places(&desk.roles[0], count(knights) | count(bishops) << 16),
                 places(&desk.roles[1], count(rooks) | count(queens) << 16), places(&desk.roles[2], kings ? 1 : 0)};
    __syncthreads();
    u32 roles[3] = {desk.roles[0], desk.roles[1], desk.roles[2]};
    u32 before_bishops = roles[0] & 0xffff, before_rooks = before_bishops + (roles[0] >> 16);
    u32 before_queens = before_rooks + (roles[1] & 0xffff), before_kings = before_queens + (roles[1] >> 16);
    u32 to = at[0] & 0xffff;
    ONE_BY_ONE while (knights) desk.listed.pieces[to++] = item_of(threadIdx.x, pop(knights));
    to = before_bishops + (at[0] >> 16);
    ONE_BY_ONE while (bishops) desk.listed.pieces[to++] = item_of(threadIdx.x, pop(bishops));
    to = before_rooks + (at[1] & 0xffff);
    ONE_BY_ONE while (rooks) desk.listed.pieces[to++] = item_of(threadIdx.x, pop(rooks));
    to = before_queens + (at[1] >> 16);
    ONE_BY_ONE while (queens) desk.listed.pieces[to++] = item_of(threadIdx.x, pop(queens));
    if (kings) desk.listed.pieces[before_kings + at[2]] = item_of(threadIdx.x, top(kings));
    __syncthreads();
    return before_kings + roles[2];
}

// Writes the moves that are to be made.
INLINE void hand_over(Desk &desk, const Left &left, u32 base) {
    u32 len = desk.made_len < MADE ? desk.made_len : MADE;
    if (threadIdx.x == 0) desk.made_to = atomicAdd(left.made_len, (u64)len);
    __syncthreads();
    u64 to = desk.made_to;
    ONE_BY_ONE for (u32 i = threadIdx.x; i < len; i += POSITIONS) {
        u32 made = desk.made[i];
        if (to + i < left.made_room) left.made[to + i] = make_uint2(base + (made >> 18), made & 0x3ffff);
    }
}

// Looks at pieces that wait, if they are enough for all threads, or at all of them; how many still wait.
template <class Look> INLINE u32 look_closer(Desk &desk, Waiting &list, u32 me, bool all_of_them, Look look) {
    u32 waiting = list.len < ROOM ? list.len : ROOM;
    ONE_BY_ONE while (waiting >= POSITIONS || all_of_them && waiting) {
        u32 take = waiting < POSITIONS ? waiting : POSITIONS;
        waiting -= take;
        if (me < take) {
            u32 item = list.item[waiting + me], at = item >> 6;
            atomicAdd(&desk.sum[at], look(desk.tables, desk.record(at), item & 63, list.targets[waiting + me]));
        }
    }
    return waiting;
}

// One position for each thread, through all steps.
INLINE void round(Desk &desk, const Packed *level, const u64 *paths, u64 base, u32 len, const Left &left, Limbs &sum) {
    const Tables &tables = desk.tables;
    u32 me = threadIdx.x;
    Record record = desk.record(me);
    if (me == 0) {
        desk.lifts.len = desk.specials.len = desk.guards = desk.made_len = desk.squares = 0;
        desk.roles[0] = desk.roles[1] = desk.roles[2] = 0;
    }
    desk.sum[me] = 0;
    desk.guard_first[me] = NONE;
    __syncthreads();
    bool plain = me < len;
    LaterOnDevice later = {desk, left, (u32)base, me, __ballot_sync(~0u, plain), false};
    u64 squares = 0, pieces = 0;
    Zone zone;
    if (plain) {
        Packed p = level[base + me];
        keep_board(record, p);
        plain = begin_pairs(tables, unpack(p), record, zone, squares, later);
    }
    later.company = __ballot_sync(~0u, plain);
    bool first_time = true;
    do {
        look_at_squares(desk, squares);
        if (plain) add_squares(tables, unpack(board_of(record)), record, zone, squares, first_time, later);
        first_time = false;
    } while (__syncthreads_or(squares != 0));
    if (plain) plain = look_at_position(tables, record, zone, later, desk.sum[me]);
    __syncwarp();
    Board b = unpack(board_of(record));
    if (plain) pieces = movable_pieces(tables, b, record);
    __syncwarp();
    u32 listed = list_pieces(desk, b, pieces);
    // What positions left waiting comes first, then pieces, few enough at a time that all of them may have to wait.
    u32 done = 0;
    ONE_BY_ONE for (bool last = false; !last;) {
        last = done >= listed;
        if (__syncthreads_or(last || later.enough)) {
            u32 lifts = look_closer(desk, desk.lifts, me, last, look_at_lift);
            // If there are few of both, other threads have these than those.
            u32 specials = look_closer(desk, desk.specials, POSITIONS - 1 - me, last, look_at_special);
            __syncthreads();
            if (me == 0) {
                desk.lifts.len = lifts;
                desk.specials.len = specials;
            }
            later.enough = false;
            if (!last) __syncthreads();
        }
        u32 end = done + PIECES_AT_ONCE * POSITIONS;
        end = end < listed ? end : listed;
        ONE_BY_ONE for (u32 i = done + me; i < end; i += POSITIONS) {
            u32 item = desk.listed.pieces[i], at = item >> 6;
            later.at = at;
            int value = look_at_piece(tables, desk.record(at), item & 63, later);
            if (value) later.add(value);
        }
        done = end;
    }
    if (plain) add_product(sum, (u64)desk.sum[me], paths ? paths[base + me] : 1);
    // Positions that are not plain, and the moves.
    u64 place = reserve(left.slow_len, me < len && !plain);
    if (me < len && !plain && place < left.slow_room) left.slow[place] = (u32)base + me;
    hand_over(desk, left, (u32)base);
}

// The pairs of all positions, each as often as paths lead to it (once if `paths` is null), but for what is left to the
// next two kernels.
extern "C" __global__ void __launch_bounds__(POSITIONS, 1) pairs_kernel(const Packed *level, const u64 *paths, u64 len, u64 *total, u32 *slow, u64 slow_room,
                                                                        u64 *slow_len, uint2 *made, u64 made_room, u64 *made_len) {
    extern __shared__ u64 shared[];
    Desk &desk = *(Desk *)shared;
    share_tables(desk.tables);
    Limbs sum = {{0, 0, 0}};
    Left left = {slow, slow_room, slow_len, made, made_room, made_len};
    for (u64 base = (u64)blockIdx.x * POSITIONS; base < len; base += (u64)gridDim.x * POSITIONS) {
        // The next ones are fetched while these are counted.
        u64 next = base + (u64)gridDim.x * POSITIONS + threadIdx.x;
        if (next < len) asm volatile("prefetch.global.L2 [%0];" ::"l"(level + next));
        round(desk, level, paths, base, len - base < POSITIONS ? (u32)(len - base) : POSITIONS, left, sum);
        __syncthreads();
    }
    add_to(total, sum);
}

// The pairs of positions that the pair counter left, every move made.
extern "C" __global__ void __launch_bounds__(MAKERS, MAKERS_BLOCKS) slow_kernel(const Packed *level, const u64 *paths, u64 *total, const u32 *slow,
                                                                               u64 slow_room, const u64 *slow_len) {
    __shared__ Makers makers;
    __shared__ u64 times[MAKERS];
    Limbs sum = {{0, 0, 0}};
    u64 len = *slow_len < slow_room ? *slow_len : slow_room;
    makers.make(
        len, [&](u64 index) { return level[slow[index]]; }, [&](u64 index, u32) { times[threadIdx.x] = paths ? paths[slow[index]] : 1; },
        [&](u32 listed) {
            ONE_BY_ONE for (u32 i = threadIdx.x; i < listed; i += MAKERS)
                add_product(sum, count_moves(makers.tables, unpack(makers.child_of(i))), times[makers.parent_of(i)]);
        });
    add_to(total, sum);
}

// The replies to moves that the pair counter left.
extern "C" __global__ void __launch_bounds__(BLOCK) made_kernel(const Packed *level, const u64 *paths, u64 *total, const uint2 *made, u64 made_room,
                                                                const u64 *made_len) {
    __shared__ Tables tables;
    share_tables(tables);
    Limbs sum = {{0, 0, 0}};
    u64 len = *made_len < made_room ? *made_len : made_room;
    for (u64 i = (u64)blockIdx.x * BLOCK + threadIdx.x; i < len; i += (u64)gridDim.x * BLOCK) {
        uint2 item = made[i];
        add_product(sum, count_moves(tables, unpack(after(level[item.x], item.y))), paths ? paths[item.x] : 1);
    }
    add_to(total, sum);
}
