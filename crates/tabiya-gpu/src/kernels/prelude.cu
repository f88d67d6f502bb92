// Words that every kernel file uses, and the tables in shared memory.
//
// The kernels are one program, made of these files in the order that `sources.rs` names. Tests compile the same
// files as plain C++ (`host.cpp` defines the few words that only CUDA has) and hold every function
// against the Rust counters.

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned int u32;
typedef unsigned char u8;

#define INLINE static __device__ __forceinline__


// Loops over sets are short and their bodies long: unrolled, the kernels would not fit the instruction cache.
#define ONE_BY_ONE _Pragma("unroll 1")

const u64 FILE_A = 0x0101010101010101ull;
const u64 FILE_H = FILE_A << 7;
const u64 RANK_1 = 0xffull;
const u64 RANK_2 = RANK_1 << 8;
const u64 RANK_3 = RANK_1 << 16;
const u64 RANK_6 = RANK_1 << 40;
const u64 RANK_8 = RANK_1 << 56;

INLINE u32 count(u64 set) { return __popcll(set); }
// The highest square of a set: finding it takes half the instructions of finding the lowest.
INLINE u32 top(u64 set) { return 63 - __clzll(set); }
INLINE u64 bit(u32 square) { return 1ull << square; }

// The board upside down: ranks change places, files do not.
INLINE u64 flip(u64 set) {
    u32 low = (u32)set, high = (u32)(set >> 32);
    return (u64)__byte_perm(low, 0, 0x0123) << 32 | __byte_perm(high, 0, 0x0123);
}

// The side to move always goes up: a board with black to move is stored upside down with colours
// exchanged. So there is one kernel for both sides, and a shift by eight is never a choice.
INLINE u64 up(u64 set) { return set << 8; }
INLINE u64 down(u64 set) { return set >> 8; }
INLINE u64 up_west(u64 set) { return (set & ~FILE_A) << 7; }
INLINE u64 up_east(u64 set) { return (set & ~FILE_H) << 9; }
INLINE u64 down_west(u64 set) { return (set & ~FILE_A) >> 9; }
INLINE u64 down_east(u64 set) { return (set & ~FILE_H) >> 7; }
INLINE u64 up_attacks(u64 pawns) { return up_west(pawns) | up_east(pawns); }
INLINE u64 down_attacks(u64 pawns) { return down_west(pawns) | down_east(pawns); }

// Takes the highest square out of a set.
INLINE u32 pop(u64 &set) {
    u32 square = top(set);
    set ^= bit(square);
    return square;
}

// Whether there is exactly one square in a set that is not empty.
INLINE bool single(u64 set) { return !(set & (set - 1)); }
