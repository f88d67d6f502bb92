// Two plies at once: the sum of the replies over all moves, without making the moves. The twin of
// `lift/mod.rs`, `lift/movers.rs`, `lift/sorted.rs` and `lift/made.rs`.
//
// Moves that differences do not tell of are not made here either, because a thread that makes one keeps 31 others
// waiting. They are handed to `later`, which gathers them for whole warps: `later.move(m)` for a move whose replies are to be
// counted, `later.parent()` for a position that needs the slow way altogether.

// Replies of one piece that leave the line through it and its king, after a move. A pin takes them away, and its
// end gives them back.
INLINE int off_the_line(const Tables &tables, const Board &b, u32 king, u64 piece, u64 from, u64 to) {
    u32 square = first(piece);
    u64 movers = b.us & ~from | to, own = b.them & ~to;
    u64 all = movers | own;
    u64 off = ~(line_through(tables, king, square) | own);
    if (piece & b.pawns) {
        u64 pushed = down(piece) & ~all;
        u64 twice = down(pushed & RANK_6) & ~all;
        u64 targets = (pushed | twice | down_attacks(piece) & movers) & off;
        return count(targets) + 3 * count(targets & RANK_1);
    }
    if (piece & b.knights) return count(tables.knight[square] & off);
    u64 seen = piece & b.straight ? rook_view(square, all) : 0;
    if (piece & b.diagonal) seen |= bishop_view(tables, square, all);
    return count(seen & off);
}

// Whether their king may take back what arrived on `to`, because nobody else protects it.
INLINE bool king_retakes(const Tables &tables, const Board &b, u64 from, u32 to) {
    u64 all = occupied(b) & ~from;
    u64 leapers = tables.knight[to] & b.knights | tables.king[to] & b.kings | down_attacks(bit(to)) & b.pawns;
    u64 sliders = rook_view(to, all) & b.straight | bishop_view(tables, to, all) & b.diagonal;
    return !((leapers | sliders) & b.us & ~from);
}

// En passant captures that a double push allows. The push itself gives no check.
INLINE int en_passant_replies(const Tables &tables, const Board &b, u32 king, u32 to) {
    u64 from = bit(to - 16), jumped = bit(to - 8);
    int legal = 0;
    ONE_BY_ONE for (u64 takers = up_attacks(jumped) & b.pawns & b.them; takers;) {
        u64 taker = bit(pop(takers));
        u64 all = occupied(b) & ~(from | taker) | jumped;
        u64 sliders = rook_view(king, all) & b.straight | bishop_view(tables, king, all) & b.diagonal;
        legal += !(sliders & b.us);
    }
    return legal;
}

// Everything that the moves of one parent add up to.
struct Sum {
    // On how many plain moves each square is landed on.
    u64 drops[4];
    // Plain moves, and the rest of the sum.
    u32 moves;
    int rest;
};

// Pieces whose leaving changes something, to be looked at when all are known.
const int LIFTED = 16;
struct Lifted {
    u32 len;
    u8 square[LIFTED];
    u64 targets[LIFTED];
};

INLINE void note_lift(Lifted &lifted, u32 from, u64 targets) {
    lifted.square[lifted.len] = (u8)from;
    lifted.targets[lifted.len] = targets;
    lifted.len++;
}

// The moves of one piece.
template <class Later>
INLINE void add_piece(const Tables &tables, const Board &b, const KingZone &zone, u32 king, u64 touched, Sum &sum,
                      Lifted &lifted, Later &later, u32 from, u64 targets) {
    u64 here = bit(from);
    bool straight = here & b.straight, diagonal = here & b.diagonal, knight = here & b.knights;
    u64 checks = knight ? tables.knight[king] : 0;
    if (straight) checks |= zone.check_straight;
    if (diagonal) checks |= zone.check_diagonal;
    bool is_king = here & b.kings;
    u64 lines = is_king ? zone.awkward_for_king : zone.common;
    // Along its own line a slider still attacks what it attacked.
    if (here & zone.only_liner) lines &= ~zone.cut;
    u64 awkward = targets & (here & zone.awkward_from ? ~0ull : checks | lines);
    targets ^= awkward;
    u32 role = straight ? (diagonal ? QUEEN : ROOK) : diagonal ? BISHOP : knight ? KNIGHT : KING;
    ONE_BY_ONE while (awkward) later.move(move_of(from, pop(awkward), role, PLAIN));
    if (!targets) return;

    sum.moves += count(targets);
    add_set(sum.drops, targets);
    if (zone.count && !is_king) {
        int denied = 0;
        for (int i = 0; i < 4; i++) {
            if (i == 2 && zone.count < 4) break;
            if (knight) denied += count(zone.denied_by_knight[i] & targets) << i;
            if (diagonal) denied += count(zone.denied_by_bishop[i] & targets) << i;
            if (straight) denied += count(zone.denied_by_rook[i] & targets) << i;
        }
        if (straight && diagonal && zone.denied_twice[0] | zone.denied_twice[1])
            denied -= count(zone.denied_twice[0] & targets) + count(zone.denied_twice[1] & targets);
        sum.rest -= denied;
    }
    if (here & zone.guards) {
        ONE_BY_ONE for (u32 i = 0; i < zone.guard_count; i++)
            if (zone.guard_square[i] == from) sum.rest += count(targets & zone.guard_opens[i]);
    }
    if (here & touched) note_lift(lifted, from, targets);
    ONE_BY_ONE for (u64 beside = targets & zone.beside; beside;) sum.rest += king_retakes(tables, b, here, pop(beside));
    // New pins take away what leaves their line; a pinner that leaves it gives that back.
    u64 pins = (straight ? zone.pin_straight : 0) | (diagonal ? zone.pin_diagonal : 0);
    u64 pinned_by_us = 0, special = targets & pins;
    if (here & zone.pinners) {
        pinned_by_us = between(tables, king, from) & b.them;
        special |= targets & ~line_through(tables, king, from);
    }
    ONE_BY_ONE while (special) {
        u32 to = pop(special);
        // What was pinned already is pinned by the same piece, from another square of its line.
        u64 pinned = pins >> to & 1 ? between(tables, king, to) & b.them & ~zone.pinned : 0;
        u64 unpinned = pinned_by_us && !(line_through(tables, king, from) >> to & 1) ? pinned_by_us : 0;
        if (pinned) sum.rest -= off_the_line(tables, b, king, pinned, here, bit(to));
        if (unpinned) sum.rest += off_the_line(tables, b, king, unpinned, here, bit(to));
    }
}

// King moves that pawns landing here take away.
INLINE int denied_by_pawns(const KingZone &zone, u64 targets) {
    return count(up_west(targets) & zone.open_steps) + count(up_east(targets) & zone.open_steps) +
           count(targets & zone.denied_by_pawn[0]) + count(targets & zone.denied_by_pawn[1]);
}

// The sum of the replies over all moves, but for those left to `later`.
//
// All threads of a block go from phase to phase together (`later.phase()`), so that the instructions of one phase are in the
// cache for all of them; a thread without a position, or with one for later, goes along.
template <class Later> INLINE i64 count_pairs(const Tables &tables, const Board &b, bool plain, Later &later) {
    KingZone zone;
    Danger now = {0, 0};
    if (plain) {
        now = danger(tables, b);
        // Digits in the sums are for armies that a game could have.
        plain = !now.checkers && count(b.us) <= 16 && count(b.them) <= 16 && count(b.us & ~b.pawns) <= 12;
        plain = plain && look_at_king(tables, b, zone);
        if (!plain) later.parent();
    }
    later.phase();
    Replies r;
    u32 king = their_king(b), home = our_king(b);
    if (plain) r = look_at_replies(tables, b, king, zone.pinned);
    later.phase();
    u64 all = occupied(b);
    u64 touched_by_pawns = r.in_front | r.two_in_front | r.attacked_west | r.attacked_east;
    u64 touched = r.touched | touched_by_pawns;
    Sum sum;
    sum.drops[0] = sum.drops[1] = sum.drops[2] = sum.drops[3] = 0;
    sum.moves = 0;
    sum.rest = 0;
    Lifted lifted;
    lifted.len = 0;

    if (plain) {
    // Pawns, in sets.
    PawnMoves pawns = pawn_moves(tables, b, now.pinned, ~0ull);
    u64 never = down_attacks(bit(king)) | zone.common | RANK_8, bound = zone.awkward_from;
    u64 push = pawns.push & ~(never | bound << 8), jump = pawns.jump & ~(never | bound << 16);
    u64 west = pawns.west & ~(never | bound << 7), east = pawns.east & ~(never | bound << 9);
    if ((pawns.push ^ push) | (pawns.jump ^ jump) | (pawns.west ^ west) | (pawns.east ^ east)) {
        ONE_BY_ONE for (int i = 0; i < 4; i++) {
            u64 awkward = i == 0 ? pawns.push ^ push : i == 1 ? pawns.jump ^ jump : i == 2 ? pawns.west ^ west : pawns.east ^ east;
            u32 delta = i == 0 ? 8 : i == 1 ? 16 : i == 2 ? 7 : 9;
            ONE_BY_ONE while (awkward) {
                u32 to = pop(awkward);
                // One that arrives on the last rank becomes each of four pieces.
                u32 roles = to < 56 ? PAWN : 0x6421;
                ONE_BY_ONE do {
                    later.move(move_of(to - delta, to, roles & 15, i == 1 ? DOUBLE_PUSH : PLAIN));
                    roles >>= 4;
                } while (roles);
            }
        }
    }
    // No square can be pushed to and jumped to.
    sum.moves = count(push | jump) + count(west) + count(east);
    sum.drops[0] = push | jump;
    add_set(sum.drops, west);
    add_set(sum.drops, east);
    if (zone.count) sum.rest -= denied_by_pawns(zone, push | jump) + denied_by_pawns(zone, west) + denied_by_pawns(zone, east);
    u64 ready = b.pawns & b.them;
    ONE_BY_ONE for (u64 jumps = jump & ((ready & ~FILE_H) << 1 | (ready & ~FILE_A) >> 1); jumps;)
        sum.rest += en_passant_replies(tables, b, king, pop(jumps));
    if ((west | east) & zone.beside) {
        ONE_BY_ONE for (u32 delta = 7; delta <= 9; delta += 2) {
            ONE_BY_ONE for (u64 beside = (delta == 7 ? west : east) & zone.beside; beside;) {
                u32 to = pop(beside);
                sum.rest += king_retakes(tables, b, bit(to - delta), to);
            }
        }
    }
    u64 from_push = push >> 8, from_jump = jump >> 16, from_west = west >> 7, from_east = east >> 9;
    u64 from_any = from_push | from_jump | from_west | from_east;
    if (from_any & touched_by_pawns)
        sum.rest += pawn_lifts_beside_pawns(r, from_push, from_jump, from_west, from_east);
    ONE_BY_ONE for (u64 lifts = from_any & r.touched; lifts;) {
        u32 from = pop(lifts);
        u64 here = bit(from);
        u64 targets = (here & from_push) << 8 | (here & from_jump) << 16 | (here & from_west) << 7 | (here & from_east) << 9;
        note_lift(lifted, from, targets);
    }
    ONE_BY_ONE for (u64 takers = down_attacks(b.en_passant) & b.pawns & b.us; takers;) {
        u32 from = pop(takers);
        if (en_passant_is_legal(tables, b, from)) later.move(move_of(from, first(b.en_passant), PAWN, EN_PASSANT));
    }

    }
    later.phase();
    // Pieces, one by one, all of a role before the next so that the threads of a warp are at the same role. A pinned slider
    // keeps to the line it shares with its king.
    u64 open = ~b.us;
    u64 beside_straight = up(open) | down(open) | (open & ~FILE_H) << 1 | (open & ~FILE_A) >> 1;
    u64 beside_diagonal = up_attacks(open) | down_attacks(open);
    u64 mobile = b.straight & beside_straight | b.diagonal & beside_diagonal | b.knights & ~now.pinned | b.kings;
    ONE_BY_ONE for (u64 rest = plain ? b.us & mobile : 0; rest;) {
        u64 group = rest & b.knights;
        if (!group) group = rest & b.diagonal & ~b.straight;
        if (!group) group = rest & b.straight & ~b.diagonal;
        if (!group) group = rest & b.straight;
        if (!group) group = rest;
        u32 from = first(group);
        u64 here = bit(from);
        rest ^= here;
        u64 targets = here & b.knights ? tables.knight[from] : here & b.kings ? tables.king[from] & ~r.attacked : 0;
        if (here & b.straight) targets |= rook_view(from, all);
        if (here & b.diagonal) targets |= bishop_view(tables, from, all);
        if (here & now.pinned) targets &= line_through(tables, home, from);
        targets &= ~b.us;
        if (targets) add_piece(tables, b, zone, king, touched, sum, lifted, later, from, targets);
    }

    later.phase();
    if (!plain) return 0;
    // Castling, as two drops, unless somebody touches the rook or looks along the back rank, where two drops
    // know of each other, or it disturbs their king.
    // Whatever the path, nobody may stand between king and rook.
    ONE_BY_ONE for (u64 rooks = along_rank(home, all) & b.castling & b.us; rooks;) {
        u32 rook = pop(rooks);
        CastlingPath path = castling_path(home, rook);
        if (!may_castle(b, home, rook, path, r.attacked)) continue;
        u64 away = bit(home) | bit(rook);
        u64 awkward = away & (zone.awkward_from | zone.pinners | zone.guards) | bit(rook) & touched |
                      path.king_to & zone.awkward_for_king |
                      path.rook_to & (zone.check_straight | zone.pin_straight | zone.common) |
                      RANK_1 & (tables.king[king] | bit(king) | b.straight & b.them);
        if (awkward) {
            later.move(move_of(home, rook, KING, CASTLE));
            continue;
        }
        add_set(sum.drops, path.king_to | path.rook_to);
        sum.moves++;
        for (int i = 0; i < 4; i++) sum.rest -= (zone.denied_by_rook[i] & path.rook_to ? 1 : 0) << i;
    }

    ONE_BY_ONE for (u32 i = 0; i < lifted.len; i++) {
        u32 from = lifted.square[i];
        u64 targets = lifted.targets[i], here = bit(from);
        if (here & touched_by_pawns & ~b.pawns) sum.rest += lift_beside_pawns(r, here, targets);
        if (here & r.touched) sum.rest += lift_from_rays(tables, b, king, zone.pinned, from, targets);
    }
    i64 total = (i64)(r.count + zone.count) * sum.moves + sum.rest;
    total += change_of(r, sum.drops[0]) + 2 * change_of(r, sum.drops[1]);
    if (sum.drops[2]) total += 4 * change_of(r, sum.drops[2]);
    if (sum.drops[3]) total += 8 * change_of(r, sum.drops[3]);
    if (b.pawns & b.them & RANK_2) total += promotion_change(b, r, sum.drops);
    return total;
}
