// What the replier's pieces (all but the king) can do, as a count and as differences: the twin of
// `pairs/dense/replies.rs`, `pairs/dense/pawns.rs` and `pairs/dense/uncovered.rs`, whose headers have the reasoning.
//
// There eight directions are eight lanes, and every drop is answered by popcounts of their digits. Here popcounts are
// dear (a quarter of the speed of logic), so the directions are added up first: `change` holds, for every square, by
// how much a drop there changes the number of replies, as a number in two's complement of six digits.

// Replies of pawns, for lifts.
struct PawnReach {
    u64 in_front, two_in_front, in_front_and_free, attacked_west, attacked_east;
};

// Pawns go down.
INLINE PawnReach pawn_reach(const Tables &tables, const Board &b, u32 king, u64 pinned) {
    u64 pawns = b.pawns & b.them, free = ~pinned, empty = ~occupied(b);
    PawnReach r;
    r.in_front = down(pawns & (free | file_of(king)));
    r.two_in_front = down(r.in_front & empty & RANK_6);
    r.in_front_and_free = r.in_front & RANK_6 & up(empty);
    r.attacked_west = down_west(pawns & (free | tables.diagonal[king]));
    r.attacked_east = down_east(pawns & (free | tables.antidiagonal[king]));
    return r;
}

// What is added up over all directions.
struct Reach {
    u32 count;
    // Squares seen by any piece, and our pieces on which a ray ends that would go on behind them.
    u64 seen, touched;
    // What drops take away and give, in binary digits.
    u64 lost[5], gained[4];
};

// One direction of all sliders: adds what they reach, what a drop would cost them, and what they defend. Pinned sliders
// keep the king away all the same, but have no moves off their line.
template <int STEP> INLINE void add_direction(Reach &r, const Board &b, u64 sliders, u64 free) {
    u64 empty = ~occupied(b), movers = sliders & free;
    u64 seen = slide<STEP>(sliders, empty);
    r.seen |= seen;
    if (movers != sliders) seen = slide<STEP>(movers, empty);
    r.touched |= seen & b.us;
    u64 reached = seen & ~b.them;
    r.count += count(reached);
    // e[n]: at least n squares beyond.
    u64 e1 = (reached | movers) & shifted<-STEP>(reached);
    u64 e2 = e1 & shifted<-STEP>(e1);
    u64 e3 = e2 & shifted<-STEP>(e2);
    u64 e4 = e2 & shifted<-2 * STEP>(e2);
    u64 e5 = e3 & shifted<-2 * STEP>(e3);
    u64 e6 = e3 & shifted<-3 * STEP>(e3);
    u64 e7 = e4 & shifted<-3 * STEP>(e4);
    u64 ones = e1 ^ e2 ^ e3 ^ e4 ^ e5 ^ e6 ^ e7, twos = e2 ^ e4 ^ e6, fours = e4;
    u64 carry = r.lost[0] & ones;
    r.lost[0] ^= ones;
    u64 carry2 = r.lost[1] & twos | r.lost[1] & carry | twos & carry;
    r.lost[1] ^= twos ^ carry;
    u64 carry4 = r.lost[2] & fours | r.lost[2] & carry2 | fours & carry2;
    r.lost[2] ^= fours ^ carry2;
    u64 carry8 = r.lost[3] & carry4;
    r.lost[3] ^= carry4;
    r.lost[4] ^= carry8;
    add_set(r.gained, seen & b.them);
}

// Looks at all replies but the king's, and writes what drops change into the record; their number. `touched` becomes
// our pieces on which a ray ends.
INLINE u32 look_at_replies(const Tables &tables, const Board &b, const Record &record, u64 &touched) {
    u32 king = their_king(b);
    u64 pinned = record[THEIR_PINNED];
    Reach r;
    r.count = 0;
    r.seen = r.touched = 0;
    for (int i = 0; i < 5; i++) r.lost[i] = 0;
    for (int i = 0; i < 4; i++) r.gained[i] = 0;
    u64 free = ~pinned, empty = ~occupied(b);
    u64 straight = b.straight & b.them, diagonal = b.diagonal & b.them;
    u64 on_file = free | file_of(king), on_rank = free | rank_of(king);
    add_direction<8>(r, b, straight, on_file);
    add_direction<-8>(r, b, straight, on_file);
    add_direction<1>(r, b, straight, on_rank);
    add_direction<-1>(r, b, straight, on_rank);
    u64 on_diagonal = free | tables.diagonal[king], on_antidiagonal = free | tables.antidiagonal[king];
    add_direction<9>(r, b, diagonal, on_diagonal);
    add_direction<-9>(r, b, diagonal, on_diagonal);
    add_direction<7>(r, b, diagonal, on_antidiagonal);
    add_direction<-7>(r, b, diagonal, on_antidiagonal);

    u64 attacked = r.seen | down_attacks(b.pawns & b.them) | tables.king[king];
    ONE_BY_ONE for (u64 knights = b.knights & b.them; knights;) {
        u32 square = pop(knights);
        u64 leaps = tables.knight[square];
        attacked |= leaps;
        if (pinned >> square & 1) continue;
        u32 moves = count(leaps & ~b.them);
        r.count += moves;
        add_set(r.gained, leaps & b.them);
        // Nothing else is lost where a knight stands.
        for (int i = 0; i < 4; i++) r.lost[i] |= (u64)(moves >> i & 1) << square;
    }
    record[ATTACKED] = attacked;

    PawnReach reach = pawn_reach(tables, b, king, pinned);
    u64 push = reach.in_front & empty, jump = reach.two_in_front & empty;
    u64 west = reach.attacked_west & b.us, east = reach.attacked_east & b.us;
    u64 middle = up(jump);
    r.count += count(push) + count(jump) + count(west) + count(east);
    add_set(r.gained, reach.attacked_west);
    add_set(r.gained, reach.attacked_east);
    add_set(r.lost, push | up(push));
    add_set(r.lost, jump | middle | up(middle));
    add_set(r.lost, up_east(west));
    add_set(r.lost, up_west(east));
    if (b.pawns & b.them & RANK_2) r.count += 3 * (count(push & RANK_1) + count(west & RANK_1) + count(east & RANK_1));
    touched = r.touched;
    record[TOUCHED] = touched | reach.in_front | reach.two_in_front | reach.attacked_west | reach.attacked_east;

    // gained - lost, digit by digit.
    u64 borrow = 0;
    for (int i = 0; i < 5; i++) {
        u64 more = i < 4 ? r.gained[i] : 0, less = r.lost[i];
        record[CHANGE + i] = more ^ less ^ borrow;
        borrow = ~more & less | ~more & borrow | less & borrow;
    }
    record[CHANGE + 5] = borrow;
    return r.count;
}

// What drops on these squares change.
INLINE int change_of(const Record &record, u64 drops) {
    int sum = count(record[CHANGE] & drops) + 2 * count(record[CHANGE + 1] & drops) + 4 * count(record[CHANGE + 2] & drops);
    sum += 8 * count(record[CHANGE + 3] & drops) + 16 * count(record[CHANGE + 4] & drops);
    return sum - 32 * (int)count(record[CHANGE + 5] & drops);
}

// Drops that change the count by three more, because the reply promotes.
INLINE int promotion_change(const Board &b, const PawnReach &r, u64 drops) {
    u64 push = r.in_front & ~occupied(b) & RANK_1;
    u64 west = r.attacked_west & RANK_1, east = r.attacked_east & RANK_1;
    int gained = count(west & drops) + count(east & drops);
    int lost = count((push | up(push)) & drops) + count(up_east(west & b.us) & drops) + count(up_west(east & b.us) & drops);
    return 3 * (gained - lost);
}

// How the replies of pawns change when the piece is lifted, over all its targets: captures of it are lost and pushes
// that it stopped are gained; neither if it takes that very pawn, or stands in the way again.
INLINE int lift_beside_pawns(const PawnReach &r, u64 from, u64 targets) {
    u64 ahead = up(from), two_ahead = up(ahead), behind = down(from);
    int single = 0, freed = 0;
    if (r.attacked_west & from) single -= count(targets & ~up_east(from));
    if (r.attacked_east & from) single -= count(targets & ~up_west(from));
    if (r.in_front & from) single += count(targets & ~ahead);
    if (r.in_front_and_free & from) freed += count(targets & ~(ahead | behind));
    if (r.two_in_front & from) freed += count(targets & ~(ahead | two_ahead));
    // A move onto the last rank is four.
    return freed + (from & RANK_1 ? 4 * single : single);
}

// The same when pawns are lifted, by the kind of move.
INLINE int pawn_lifts_beside_pawns(const PawnReach &r, u64 push, u64 jump, u64 west, u64 east) {
    int lost = count(push & r.attacked_west) + count(push & r.attacked_east) + count(jump & r.attacked_west) +
               count(jump & r.attacked_east) + count(west & r.attacked_west) + count(east & r.attacked_east);
    int gained = count(west & r.in_front) + count(east & r.in_front) + count(west & r.in_front_and_free) +
                 count(east & r.in_front_and_free) + count(west & r.two_in_front) + count(east & r.two_in_front);
    return gained - lost;
}

// What the rays that end on a piece gain when it is lifted, over all its targets.
INLINE int lift_from_rays(const Tables &tables, const Board &b, u32 king, u64 pinned, u32 from, u64 targets) {
    u64 all = occupied(b);
    u64 straight = rook_view(from, all), diagonal = bishop_view(tables, from, all);
    u64 sliders = (straight & b.straight | diagonal & b.diagonal) & b.them;
    u64 seen = straight | diagonal;
    int landings = count(targets), sum = 0;
    ONE_BY_ONE while (sliders) {
        u32 slider = pop(sliders);
        if (pinned >> slider & 1 && !(line_through(tables, king, slider) >> from & 1)) continue;
        u64 line = line_through(tables, from, slider) & seen;
        u64 below = bit(from) - 1;
        u64 far = slider > from ? line & below : line & ~below;
        u64 behind = far & ~b.them;
        u64 ahead = targets & far;
        int gain = count(behind);
        int towards = count(targets & line & ~far);
        sum += gain * (landings - towards) + (int)count(ahead & b.them);
        // Squares gained beyond a target on the ray itself are lost again.
        ahead &= behind;
        if (ahead == behind) {
            sum -= gain * (gain - 1) / 2;
        } else {
            ONE_BY_ONE while (ahead) {
                u32 to = pop(ahead);
                u64 beyond = to > from ? ~((2ull << to) - 1) : bit(to) - 1;
                sum -= count(behind & beyond);
            }
        }
    }
    return sum;
}
