// What the replier's king can do, and which moves disturb it: the twin of `lift/king_zone.rs`, whose header has
// the reasoning. What a lane holds there for each role is here a variable for each role that needs one: a
// queen denies what a bishop and a rook deny, pawns are counted from the set of open steps, and moves of
// our king near theirs are simply awkward.

const int GUARDS = 10;

struct KingZone {
    u64 pinned, pinners;
    u64 awkward_from;
    // Where landing is never plain: on a line that matters, or on a rook that may castle.
    u64 common;
    u64 cut, only_liner;
    // Where each role gives check, and where a slider would pin.
    u64 check_straight, check_diagonal;
    u64 pin_straight, pin_diagonal;
    u64 awkward_for_king;
    u64 beside;
    // King steps and castlings when the mover passes, and the steps among them as squares.
    u32 count;
    u64 open_steps;
    // How many of them a piece takes away from each square, in binary digits.
    u64 denied_by_knight[4], denied_by_bishop[4], denied_by_rook[4];
    // Castlings that a queen would be said to deny twice.
    u64 denied_twice[2];
    // Where landing pawns deny castlings.
    u64 denied_by_pawn[2];
    // Pieces that alone forbid something, and from where they would not forbid it.
    u64 guards;
    u32 guard_count;
    u8 guard_square[GUARDS];
    u64 guard_opens[GUARDS];
};

INLINE void deny(KingZone &zone, u64 knight, u64 bishop, u64 rook) {
    add_set(zone.denied_by_knight, knight);
    add_set(zone.denied_by_bishop, bishop);
    add_set(zone.denied_by_rook, rook);
    zone.count++;
}

INLINE void add_guard(KingZone &zone, const Board &b, u64 guard, u64 denied_leap, u64 denied_diagonal,
                      u64 denied_straight) {
    zone.guards |= guard;
    u64 denied = b.knights & guard ? denied_leap : 0;
    denied |= b.diagonal & guard ? denied_diagonal : 0;
    denied |= b.straight & guard ? denied_straight : 0;
    if (zone.guard_count < GUARDS) {
        zone.guard_square[zone.guard_count] = (u8)first(guard);
        zone.guard_opens[zone.guard_count] = ~denied;
        zone.guard_count++;
    }
}

// Pins, and pieces whose leaving gives check or makes or breaks a pin.
INLINE void lines_to_the_king(const Tables &tables, const Board &b, u32 king, KingZone &zone, u64 &liners) {
    u64 straight = (file_of(king) | rank_of(king)) & b.straight;
    u64 diagonal = (tables.diagonal[king] | tables.antidiagonal[king]) & b.diagonal;
    u64 snipers = (straight | diagonal) & b.us;
    ONE_BY_ONE while (snipers) {
        u32 sniper = pop(snipers);
        u64 line = between(tables, king, sniper);
        u64 ours = line & b.us, theirs = line & b.them;
        bool one_of_ours = ours && !(ours & (ours - 1));
        bool one_of_theirs = theirs && !(theirs & (theirs - 1));
        if (one_of_theirs && !ours) {
            zone.pinned |= theirs;
            zone.pinners |= bit(sniper);
            zone.cut |= line;
            liners |= bit(sniper);
        }
        // Alone, ours leaving gives check; with one of theirs it would pin that.
        if (one_of_ours && (one_of_theirs || !theirs)) zone.awkward_from |= ours;
    }
}

struct Walk {
    bool open;
    u64 squares, path, attackers;
    u64 knight, bishop, rook;
};

// A castling that one piece alone forbids.
INLINE void guard_walk(const Tables &tables, const Board &b, KingZone &zone, const Walk &walk) {
    u64 guard = walk.attackers;
    if (guard & (guard - 1)) return;
    u64 behind = 0, knight = walk.path, bishop = walk.path, rook = walk.path;
    ONE_BY_ONE for (u64 squares = walk.squares; squares;) {
        u32 square = pop(squares);
        u64 all = occupied(b) & ~guard;
        u64 straight = rook_view(square, all), diagonal = bishop_view(tables, square, all);
        behind |= straight & b.straight | diagonal & b.diagonal;
        knight |= tables.knight[square];
        bishop |= diagonal;
        rook |= straight;
    }
    if (behind & b.us & ~guard || guard & (b.pawns | b.kings)) zone.awkward_from |= guard;
    else add_guard(zone, b, guard, knight, bishop, rook);
}

// Looks at the replier's king; false if the position needs the slow way altogether.
INLINE bool look_at_king(const Tables &tables, const Board &b, KingZone &zone) {
    u32 king = their_king(b);
    u64 all = occupied(b), liners = 0;
    zone.pinned = zone.pinners = zone.awkward_from = zone.cut = 0;
    zone.count = 0;
    zone.open_steps = zone.guards = 0;
    zone.guard_count = 0;
    for (int i = 0; i < 4; i++) zone.denied_by_knight[i] = zone.denied_by_bishop[i] = zone.denied_by_rook[i] = 0;
    zone.denied_twice[0] = zone.denied_twice[1] = zone.denied_by_pawn[0] = zone.denied_by_pawn[1] = 0;
    zone.beside = tables.king[king] & b.them;
    lines_to_the_king(tables, b, king, zone, liners);

    u64 steps = tables.king[king] & ~b.them;
    Walk walks[2];
    for (int i = 0; i < 2; i++) {
        walks[i].open = false;
        walks[i].squares = walks[i].path = walks[i].attackers = 0;
        walks[i].knight = walks[i].bishop = walks[i].rook = 0;
    }
    u64 castling = b.castling & b.them;
    for (int i = 0; i < 2; i++) {
        u64 rooks = castling & (i ? ~(bit(king) - 1) : bit(king) - 1);
        if (!rooks) continue;
        u32 rook = first(rooks);
        CastlingPath path = castling_path(king, rook);
        u64 blockers = path.empty & all;
        if (!blockers) {
            // A rook with squares behind it may uncover its king by castling.
            if ((rook & 7) != 0 && (rook & 7) != 7) return false;
            walks[i].open = true;
            walks[i].squares = path.king_walk & ~bit(king);
            walks[i].path = walks[i].knight = walks[i].bishop = walks[i].rook = path.empty;
        } else if (!(blockers & b.them) && !(blockers & (blockers - 1))) {
            zone.awkward_from |= blockers;
        }
    }

    u64 near_the_king = 0;
    ONE_BY_ONE for (u64 squares = steps | walks[0].squares | walks[1].squares; squares;) {
        u32 square = pop(squares);
        u64 here = bit(square);
        u64 straight = rook_view(square, all), diagonal = bishop_view(tables, square, all);
        u64 knight = tables.knight[square];
        near_the_king |= tables.king[square];
        u64 sliders = (straight & b.straight | diagonal & b.diagonal) & b.us;
        u64 leapers = (knight & b.knights | down_attacks(here) & b.pawns | tables.king[square] & b.kings) & b.us;
        u64 attackers = sliders | leapers;
        // What stands behind the attackers, or behind those of our pieces that hide one.
        u64 lifted = all & ~(attackers ? attackers : (straight | diagonal) & b.us);
        u64 straight_behind = rook_view(square, lifted), diagonal_behind = bishop_view(tables, square, lifted);
        u64 behind = (straight_behind & b.straight | diagonal_behind & b.diagonal) & b.us & ~attackers;
        if (!attackers) {
            ONE_BY_ONE while (behind) zone.awkward_from |= between(tables, square, pop(behind)) & b.us;
            if (steps & here) {
                deny(zone, knight, diagonal, straight);
                zone.open_steps |= here;
            }
            for (int i = 0; i < 2; i++) {
                if (walks[i].squares & here) {
                    walks[i].knight |= knight;
                    walks[i].bishop |= diagonal;
                    walks[i].rook |= straight;
                }
            }
        } else {
            for (int i = 0; i < 2; i++) walks[i].attackers |= walks[i].squares & here ? attackers : 0;
            if (steps & here && !(attackers & (attackers - 1))) {
                if (behind || attackers & (b.pawns | b.kings)) zone.awkward_from |= attackers;
                else add_guard(zone, b, attackers, knight, diagonal_behind, straight_behind);
            }
            liners |= sliders;
            ONE_BY_ONE while (sliders) zone.cut |= between(tables, square, pop(sliders));
        }
    }
    for (int i = 0; i < 2; i++) {
        if (!walks[i].open) continue;
        if (!walks[i].attackers) {
            deny(zone, walks[i].knight, walks[i].bishop, walks[i].rook);
            zone.denied_twice[i] = walks[i].bishop & walks[i].rook;
            zone.denied_by_pawn[i] = down_attacks(walks[i].squares) | walks[i].path;
        } else {
            guard_walk(tables, b, zone, walks[i]);
        }
    }

    // A line is cut on an empty square; what stands on one is captured instead.
    zone.common = zone.cut & ~all | castling;
    zone.check_straight = rook_view(king, all);
    zone.check_diagonal = bishop_view(tables, king, all);
    // A slider that sees the king through one of its pieces pins that piece.
    zone.pin_straight = rook_view(king, all & ~(zone.check_straight & b.them)) & ~zone.check_straight;
    zone.pin_diagonal = bishop_view(tables, king, all & ~(zone.check_diagonal & b.them)) & ~zone.check_diagonal;
    zone.only_liner = liners & (liners - 1) ? 0 : liners;
    zone.awkward_for_king = zone.common | near_the_king | walks[0].path | walks[1].path;
    return true;
}
