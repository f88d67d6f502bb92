// What the replier's pieces (all but the king) can do, as a count and as differences: the twin of `lift/replies.rs`,
// `lift/pawns.rs` and `lift/uncovered.rs`, whose headers have the reasoning.
//
// There eight directions are eight lanes, and every drop is answered by popcounts of their digits. Here popcounts are
// dear (a quarter of the speed of logic), so the directions are added up first: `change` holds, for every square, by
// how much a drop there changes the number of replies, as a number in two's complement of six digits.

struct Replies {
    u32 count;
    // Digits 1, 2, 4, 8, 16 and -32.
    u64 change[6];
    // Where the mover's king may not step, if it is not in check.
    u64 attacked;
    // Our pieces on which a ray of a slider ends that would go on behind them.
    u64 touched;
    // The pawn part, for lifts.
    u64 in_front, two_in_front, in_front_and_free, attacked_west, attacked_east;
};

// One direction of all sliders: adds what they reach, what a drop would cost them, and what they defend.
template <int STEP>
INLINE void add_direction(Replies &r, const Board &b, u64 (&lost)[5], u64 (&gained)[4], u64 &seen_by_all, u64 sliders,
                          u64 free) {
    u64 empty = ~occupied(b);
    u64 seen = slide<STEP>(sliders, empty);
    seen_by_all |= seen;
    // Pinned sliders keep the king away all the same, but have no moves off their line.
    if (sliders & ~free) {
        sliders &= free;
        seen = slide<STEP>(sliders, empty);
    }
    r.touched |= seen & b.us;
    u64 reached = seen & ~b.them;
    r.count += count(reached);
    // e[n]: at least n squares beyond.
    u64 e1 = (reached | sliders) & shifted<-STEP>(reached);
    u64 e2 = e1 & shifted<-STEP>(e1);
    u64 e3 = e2 & shifted<-STEP>(e2);
    u64 e4 = e2 & shifted<-2 * STEP>(e2);
    u64 e5 = e3 & shifted<-2 * STEP>(e3);
    u64 e6 = e3 & shifted<-3 * STEP>(e3);
    u64 e7 = e4 & shifted<-3 * STEP>(e4);
    u64 ones = e1 ^ e2 ^ e3 ^ e4 ^ e5 ^ e6 ^ e7, twos = e2 ^ e4 ^ e6, fours = e4;
    u64 carry = lost[0] & ones;
    lost[0] ^= ones;
    u64 carry2 = lost[1] & twos | lost[1] & carry | twos & carry;
    lost[1] ^= twos ^ carry;
    u64 carry4 = lost[2] & fours | lost[2] & carry2 | fours & carry2;
    lost[2] ^= fours ^ carry2;
    u64 carry8 = lost[3] & carry4;
    lost[3] ^= carry4;
    lost[4] ^= carry8;
    add_set(gained, seen & b.them);
}

INLINE Replies look_at_replies(const Tables &tables, const Board &b, u32 king, u64 pinned) {
    Replies r;
    r.count = 0;
    r.touched = 0;
    u64 lost[5] = {0, 0, 0, 0, 0}, gained[4] = {0, 0, 0, 0}, seen = 0;
    u64 free = ~pinned, empty = ~occupied(b);
    u64 straight = b.straight & b.them, diagonal = b.diagonal & b.them;
    u64 on_file = free | file_of(king), on_rank = free | rank_of(king);
    u64 on_diagonal = free | tables.diagonal[king], on_antidiagonal = free | tables.antidiagonal[king];
    add_direction<8>(r, b, lost, gained, seen, straight, on_file);
    add_direction<-8>(r, b, lost, gained, seen, straight, on_file);
    add_direction<1>(r, b, lost, gained, seen, straight, on_rank);
    add_direction<-1>(r, b, lost, gained, seen, straight, on_rank);
    add_direction<9>(r, b, lost, gained, seen, diagonal, on_diagonal);
    add_direction<-9>(r, b, lost, gained, seen, diagonal, on_diagonal);
    add_direction<7>(r, b, lost, gained, seen, diagonal, on_antidiagonal);
    add_direction<-7>(r, b, lost, gained, seen, diagonal, on_antidiagonal);

    u64 pawns = b.pawns & b.them;
    r.attacked = seen | down_attacks(pawns) | tables.king[king];
    ONE_BY_ONE for (u64 knights = b.knights & b.them; knights;) {
        u32 square = pop(knights);
        u64 leaps = tables.knight[square];
        r.attacked |= leaps;
        if (pinned >> square & 1) continue;
        u32 moves = count(leaps & ~b.them);
        r.count += moves;
        add_set(gained, leaps & b.them);
        // Nothing else is lost where a knight stands.
        for (int i = 0; i < 4; i++) lost[i] |= (u64)(moves >> i & 1) << square;
    }

    // Pawns go down.
    r.in_front = down(pawns & on_file);
    u64 push = r.in_front & empty;
    r.two_in_front = down(push & RANK_6);
    u64 jump = r.two_in_front & empty;
    r.attacked_west = down_west(pawns & on_diagonal);
    r.attacked_east = down_east(pawns & on_antidiagonal);
    u64 west = r.attacked_west & b.us, east = r.attacked_east & b.us;
    u64 middle = up(jump);
    r.count += count(push) + count(jump) + count(west) + count(east);
    r.in_front_and_free = r.in_front & RANK_6 & up(empty);
    add_set(gained, r.attacked_west);
    add_set(gained, r.attacked_east);
    add_set(lost, push | up(push));
    add_set(lost, jump | middle | up(middle));
    add_set(lost, up_east(west));
    add_set(lost, up_west(east));
    if (pawns & RANK_2) r.count += 3 * (count(push & RANK_1) + count(west & RANK_1) + count(east & RANK_1));

    // gained - lost, digit by digit.
    u64 borrow = 0;
    for (int i = 0; i < 5; i++) {
        u64 more = i < 4 ? gained[i] : 0, less = lost[i];
        r.change[i] = more ^ less ^ borrow;
        borrow = ~more & less | ~more & borrow | less & borrow;
    }
    r.change[5] = borrow;
    return r;
}

// What drops on these squares change.
INLINE int change_of(const Replies &r, u64 drops) {
    int sum = count(r.change[0] & drops) + 2 * count(r.change[1] & drops) + 4 * count(r.change[2] & drops);
    sum += 8 * count(r.change[3] & drops) + 16 * count(r.change[4] & drops);
    return sum - 32 * (int)count(r.change[5] & drops);
}

// Drops that change the count by three more, because the move promotes.
INLINE int promotion_change(const Board &b, const Replies &r, const u64 (&drops)[4]) {
    u64 push = r.in_front & ~occupied(b) & RANK_1;
    u64 west = r.attacked_west & RANK_1, east = r.attacked_east & RANK_1;
    int sum = 0;
    ONE_BY_ONE for (int i = 0; i < 4; i++) {
        u64 set = drops[i];
        int gained = count(west & set) + count(east & set);
        int lost = count((push | up(push)) & set) + count(up_east(west & b.us) & set) + count(up_west(east & b.us) & set);
        sum += 3 * (gained - lost) * (1 << i);
    }
    return sum;
}

// How the replies of pawns change when the piece is lifted, over all its targets: captures of it are lost and pushes
// that it stopped are gained; neither if it takes that very pawn, or stands in the way again.
INLINE int lift_beside_pawns(const Replies &r, u64 from, u64 targets) {
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
INLINE int pawn_lifts_beside_pawns(const Replies &r, u64 push, u64 jump, u64 west, u64 east) {
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
