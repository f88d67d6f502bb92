// What the replier's king can do, and which moves disturb it: the twin of `pairs/dense/king_zone.rs`, whose header has
// the reasoning. What a lane holds there for each role is here a word for each role that needs one: a
// queen denies what a bishop and a rook deny, pawns are counted from the set of open steps, and moves of
// our king near theirs are simply awkward.
//
// Three steps: `begin_zone` finds the squares that matter, `look_at_square` says which pieces see each of them
// (any thread may do that), and `add_squares` and `end_zone` draw the conclusions.

struct Zone {
    // King steps and castlings when the mover passes, and the steps among them as squares.
    u32 count;
    u64 open_steps;
    // How many of them a piece takes away from each square, in binary digits.
    u64 knight[4], bishop[4], rook[4];
    // Whether no piece is in the way of castling to each side.
    bool open[2];
};

// Until they are needed for what they are named for, words of a record hold what is known of the squares that the king
// castles over: which they are, who attacks them, and what sees them.
enum WalkWord { WALK = CHANGE, WALK_ATTACKERS = CHANGE + 2, WALK_BISHOP = CHANGE + 4, WALK_ROOK = TOUCHED };

// Pins, and pieces whose leaving gives check or makes or breaks a pin.
INLINE void lines_to_the_king(const Tables &tables, const Board &b, const Record &record, u32 king) {
    u64 pinned = 0, pinners = 0, cut = 0, awkward_from = 0;
    u64 straight = (file_of(king) | rank_of(king)) & b.straight;
    u64 diagonal = (tables.diagonal[king] | tables.antidiagonal[king]) & b.diagonal;
    u64 snipers = (straight | diagonal) & b.us;
    ONE_BY_ONE while (snipers) {
        u32 sniper = pop(snipers);
        u64 line = between(tables, king, sniper);
        u64 ours = line & b.us, theirs = line & b.them;
        bool one_of_theirs = theirs && single(theirs);
        if (one_of_theirs && !ours) {
            pinned |= theirs;
            pinners |= bit(sniper);
            cut |= line;
        }
        // Alone, ours leaving gives check; with one of theirs it would pin that.
        if (ours && single(ours) && (one_of_theirs || !theirs)) awkward_from |= ours;
    }
    record[THEIR_PINNED] = pinned;
    record[PINNERS] = pinners;
    record[ONLY_LINER] = pinners;
    record[CUT] = cut;
    record[AWKWARD_FROM] = awkward_from;
}

INLINE u32 castling_rook(const Board &b, u32 king, int side) {
    u64 rooks = b.castling & b.them & (side ? ~(bit(king) - 1) : bit(king) - 1);
    return rooks ? top(rooks) : 64;
}

// Finds the squares around the replier's king that matter; false if the position needs the slow way altogether.
INLINE bool begin_zone(const Tables &tables, const Board &b, const Record &record, Zone &zone, u64 &squares) {
    u32 king = their_king(b);
    zone.count = 0;
    zone.open_steps = 0;
    for (int i = 0; i < 4; i++) zone.knight[i] = zone.bishop[i] = zone.rook[i] = 0;
    record[GUARDS] = 0;
    lines_to_the_king(tables, b, record, king);
    squares = tables.king[king] & ~b.them;
    bool plain = true;
    zone.open[0] = zone.open[1] = false;
    ONE_BY_ONE for (int i = 0; i < 2; i++) {
        u32 rook = castling_rook(b, king, i);
        if (rook > 63) continue;
        CastlingPath path = castling_path(king, rook);
        u64 blockers = path.empty & occupied(b);
        if (!blockers) {
            // A rook with squares behind it may uncover its king by castling.
            plain = plain && ((rook & 7) == 0 || (rook & 7) == 7);
            if (i) zone.open[1] = true;
            else zone.open[0] = true;
            u64 walk = path.king_walk & ~bit(king);
            squares |= walk;
            record[WALK + i] = walk;
            record[WALK_ATTACKERS + i] = record[WALK_BISHOP + i] = record[WALK_ROOK + i] = 0;
        } else if (!(blockers & b.them) && single(blockers)) {
            record[AWKWARD_FROM] |= blockers;
        }
    }
    return plain;
}

// The pieces that see a square. If none of ours attacks it: the pieces that see it on diagonals and on straight lines,
// and the pieces whose leaving opens a line to it. If one of ours attacks it: the lines of attack, the squares from
// which a lone attacker would not forbid it, that attacker if its moves are never plain, and the attackers.
struct Seen {
    u64 diagonal_or_lines, straight_or_opens, awkward, attackers;
};

INLINE Seen look_at_square(const Tables &tables, const Board &b, u32 square, bool is_step) {
    u64 all = occupied(b), here = bit(square);
    u64 straight = rook_view(square, all), diagonal = bishop_view(tables, square, all);
    u64 knight = tables.knight[square];
    u64 sliders = (straight & b.straight | diagonal & b.diagonal) & b.us;
    u64 leapers = (knight & b.knights | down_attacks(here) & b.pawns | tables.king[square] & b.kings) & b.us;
    Seen seen;
    seen.attackers = sliders | leapers;
    seen.awkward = 0;
    // What stands behind the attackers, or behind those of our pieces that hide one.
    u64 lifted = all & ~(seen.attackers ? seen.attackers : (straight | diagonal) & b.us);
    u64 straight_behind = rook_view(square, lifted), diagonal_behind = bishop_view(tables, square, lifted);
    u64 behind = (straight_behind & b.straight | diagonal_behind & b.diagonal) & b.us & ~seen.attackers;
    u64 ends = seen.attackers ? sliders : behind, lines = 0;
    ONE_BY_ONE while (ends) lines |= between(tables, square, pop(ends));
    if (!seen.attackers) {
        seen.diagonal_or_lines = diagonal;
        seen.straight_or_opens = straight;
        seen.awkward = lines & b.us;
    } else {
        u64 guard = seen.attackers, denied = b.knights & guard ? knight : 0;
        denied |= b.diagonal & guard ? diagonal_behind : 0;
        denied |= b.straight & guard ? straight_behind : 0;
        seen.diagonal_or_lines = lines;
        seen.straight_or_opens = ~denied;
        if (is_step && single(guard) && (behind || guard & (b.pawns | b.kings))) seen.awkward = guard;
    }
    return seen;
}

INLINE void keep_seen(const Record &record, u32 at, const Seen &seen) {
    record[SEEN + 4 * at] = seen.diagonal_or_lines;
    record[SEEN + 4 * at + 1] = seen.straight_or_opens;
    record[SEEN + 4 * at + 2] = seen.awkward;
    record[SEEN + 4 * at + 3] = seen.attackers;
}

// Three sets as digits, added to a number of four.
INLINE void add_three(u64 (&digits)[4], const u64 (&set)[3], bool to_nothing) {
    u64 ones = set[0] ^ set[1] ^ set[2], twos = set[0] & set[1] | set[0] & set[2] | set[1] & set[2];
    if (to_nothing) {
        digits[0] = ones;
        digits[1] = twos;
    } else {
        u64 carry = digits[0] & ones;
        digits[0] ^= ones;
        u64 carry2 = digits[1] & twos | digits[1] & carry | twos & carry;
        digits[1] ^= twos ^ carry;
        digits[3] ^= digits[2] & carry2;
        digits[2] ^= carry2;
    }
}

// Squares that are looked at before conclusions are drawn.
const u32 SQUARES_AT_ONCE = 3;

// Draws the conclusions from at most three squares, which it takes out of `squares`. `later.guard` is told of pieces
// that alone forbid a step.
template <class Later>
INLINE void add_squares(const Tables &tables, const Board &b, const Record &record, Zone &zone, u64 &squares, bool first_time, Later &later) {
    u64 steps = tables.king[their_king(b)] & ~b.them;
    u64 knight[3], bishop[3], rook[3];
    u64 awkward_from = 0, cut = 0, liners = 0, guards = 0;
    for (int k = 0; k < 3; k++) {
        knight[k] = bishop[k] = rook[k] = 0;
        if (!squares) continue;
        u32 square = pop(squares);
        u64 here = bit(square);
        u64 first = record[SEEN + 4 * k], second = record[SEEN + 4 * k + 1];
        u64 awkward = record[SEEN + 4 * k + 2], attackers = record[SEEN + 4 * k + 3];
        awkward_from |= awkward;
        if (!attackers) {
            if (steps & here) {
                zone.open_steps |= here;
                zone.count++;
                knight[k] = tables.knight[square];
                bishop[k] = first;
                rook[k] = second;
            }
        } else {
            cut |= first;
            liners |= attackers & (b.straight | b.diagonal);
            if (steps & here && single(attackers) && !awkward) {
                guards |= attackers;
                if (!later.guard(top(attackers), second)) awkward_from |= attackers;
            }
        }
        if (zone.open[0] || zone.open[1]) {
            ONE_BY_ONE for (int i = 0; i < 2; i++) {
                if (!(i ? zone.open[1] : zone.open[0]) || !(record[WALK + i] & here)) continue;
                record[WALK_ATTACKERS + i] |= attackers;
                record[WALK_BISHOP + i] |= first;
                record[WALK_ROOK + i] |= second;
            }
        }
    }
    if (awkward_from) record[AWKWARD_FROM] |= awkward_from;
    if (guards) record[GUARDS] |= guards;
    if (cut | liners) {
        record[CUT] |= cut;
        record[ONLY_LINER] |= liners;
    }
    add_three(zone.knight, knight, first_time);
    add_three(zone.bishop, bishop, first_time);
    add_three(zone.rook, rook, first_time);
}

// A castling that one piece alone forbids.
template <class Later>
INLINE void guard_walk(const Tables &tables, const Board &b, const Record &record, u64 guard, u64 walk, u64 path, Later &later) {
    u64 behind = 0, knight = path, bishop = path, rook = path;
    ONE_BY_ONE while (walk) {
        u32 square = pop(walk);
        u64 all = occupied(b) & ~guard;
        u64 straight = rook_view(square, all), diagonal = bishop_view(tables, square, all);
        behind |= straight & b.straight | diagonal & b.diagonal;
        knight |= tables.knight[square];
        bishop |= diagonal;
        rook |= straight;
    }
    u64 denied = b.knights & guard ? knight : 0;
    denied |= b.diagonal & guard ? bishop : 0;
    denied |= b.straight & guard ? rook : 0;
    bool plain = !(behind & b.us & ~guard) && !(guard & (b.pawns | b.kings));
    if (plain) record[GUARDS] |= guard;
    if (!plain || !later.guard(top(guard), ~denied)) record[AWKWARD_FROM] |= guard;
}

// Squares a step away from a set, and the set.
INLINE u64 spread(u64 set) {
    set |= (set & ~FILE_A) >> 1 | (set & ~FILE_H) << 1;
    return set | up(set) | down(set);
}

INLINE u64 leaps(u64 set) {
    u64 one = (set & ~FILE_A) >> 1 | (set & ~FILE_H) << 1;
    u64 two = (set & ~(FILE_A | FILE_A << 1)) >> 2 | (set & ~(FILE_H | FILE_H >> 1)) << 2;
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

// Writes what is known of the king into the record. Castlings that stay open are those that the king may do now.
template <class Later> INLINE void end_zone(const Tables &tables, const Board &b, const Record &record, Zone &zone, Later &later) {
    u32 king = their_king(b);
    u64 all = occupied(b), paths = 0, walks = 0;
    record[DENIED_TWICE] = record[DENIED_TWICE + 1] = 0;
    ONE_BY_ONE for (int i = 0; i < 2; i++) {
        if (!(i ? zone.open[1] : zone.open[0])) continue;
        u64 path = castling_path(king, castling_rook(b, king, i)).empty;
        u64 walk = record[WALK + i], attackers = record[WALK_ATTACKERS + i];
        paths |= path;
        walks |= walk;
        if (!attackers) {
            u64 bishop = record[WALK_BISHOP + i] | path, rook = record[WALK_ROOK + i] | path;
            add_set(zone.knight, leaps(walk) | path);
            add_set(zone.bishop, bishop);
            add_set(zone.rook, rook);
            zone.count++;
            record[DENIED_TWICE + i] = bishop & rook;
        } else {
            if (i) zone.open[1] = false;
            else zone.open[0] = false;
            if (single(attackers)) guard_walk(tables, b, record, attackers, walk, path, later);
        }
    }
    later.together();
    for (int i = 0; i < 4; i++) {
        record[DENIED_BY_KNIGHT + i] = zone.knight[i];
        record[DENIED_BY_BISHOP + i] = zone.bishop[i];
        record[DENIED_BY_ROOK + i] = zone.rook[i];
    }
    // A line is cut on an empty square; what stands on one is captured instead.
    u64 common = record[CUT] & ~all | b.castling & b.them;
    record[COMMON] = common;
    // Steps blocked by the king's own pieces do not matter.
    record[AWKWARD_FOR_KING] = common | spread(tables.king[king] & ~b.them | walks) | paths;
    u64 straight = rook_view(king, all), diagonal = bishop_view(tables, king, all);
    record[CHECK_STRAIGHT] = straight;
    record[CHECK_DIAGONAL] = diagonal;
    // A slider that sees the king through one of its pieces pins that piece.
    record[PIN_STRAIGHT] = rook_view(king, all & ~(straight & b.them)) & ~straight;
    record[PIN_DIAGONAL] = bishop_view(tables, king, all & ~(diagonal & b.them)) & ~diagonal;
    u64 liners = record[ONLY_LINER];
    if (liners & (liners - 1)) record[ONLY_LINER] = 0;
}

// Where a landing pawn takes away a castling.
INLINE u64 denied_by_pawn(const Board &b, u32 king, int side) {
    CastlingPath path = castling_path(king, castling_rook(b, king, side));
    return down_attacks(path.king_walk & ~bit(king)) | path.empty;
}
