// Positions with the same pieces of one side: what lets equal positions be found among neighbours.
//
// A move that captures nothing leaves the other side's pieces where they are. So of positions with the same pieces of
// the side that does not move, called a group here, all children but those by captures have these pieces too, and none
// of another group does: equal children are children of one group, captures excepted. A kernel that makes the children
// of a whole group at once can merge them in a table of that size, and never needs to see the whole level.

// Both halves of a product: every bit of the factors has a say in every bit of this.
// (Products and shifts alone let a piece on the last square and another one cancel.)
INLINE u64 mixed(u64 a, u64 b) { return a * b ^ __umul64hi(a, b); }

// Which pieces the side that does not move has, and where; the same with and without a pawn that may be taken en
// passant.
INLINE u64 side_hash(const Packed &p) {
    u64 en_passant = p.w[0] & p.w[1] & p.w[2] & p.w[3];
    u64 theirs = ~p.w[3] | en_passant;
    u64 h = mixed(p.w[0] & theirs ^ 0x9e3779b97f4a7c15ull, p.w[1] & theirs ^ 0xbf58476d1ce4e5b9ull);
    return mixed(h ^ p.w[2] & theirs, 0x94d049bb133111ebull);
}

INLINE u64 hash_of(const Packed &p) {
    u64 low = mixed(p.w[0] ^ 0x9e3779b97f4a7c15ull, p.w[1] ^ 0xbf58476d1ce4e5b9ull);
    u64 high = mixed(p.w[2] ^ 0x94d049bb133111ebull, p.w[3] ^ 0xd6e8feb86659fd93ull);
    return mixed(low, high ^ 0x9e3779b97f4a7c15ull);
}

// Groups are told apart by this number of bits of the hash; groups that share these bits are treated as one.
const u32 GROUP_BITS = 16;
INLINE u32 group_of(const Packed &p) { return (u32)(side_hash(p) >> (64 - GROUP_BITS)); }

// Which of `slices` parts of all positions one belongs to: whole groups, but for the few at a border, unless there are
// more slices than 1,024: then the position's own hash decides too. Other bits choose the line and the group.
const u32 SLICE_BITS = 10;
INLINE u32 slice_of(const Packed &p, u64 hash, u32 slices) {
    u32 own = (u32)hash >> SLICE_BITS, side = (u32)side_hash(p) << (32 - SLICE_BITS);
    return (u32)(((u64)(side | own) * slices) >> 32);
}
