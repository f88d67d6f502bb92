// Two plies at once: the sum of the replies over all moves, without making the moves. The twin of
// `pairs/dense/mod.rs`.
//
// Moves that differences do not tell of are not made here either, because a thread that makes one keeps 31 others
// waiting. They are handed to `later`, which gathers them for whole warps: `later.move(m)` for a move whose replies are
// to be counted, `later.lift` and `later.special` for moves whose differences take longer
// (false if there is no room for more). Threads that went different ways do not always meet again by themselves:
// `later.together()` is where they do.

// King steps that pawns landing here take away.
INLINE int denied_by_pawns(u64 targets, u64 open_steps) {
    return count(up_west(targets) & open_steps) + count(up_east(targets) & open_steps);
}

// The first step: whether a position is one for differences, and the squares to look at.
template <class Later>
INLINE bool begin_pairs(const Tables &tables, const Board &b, const Record &record, Zone &zone, u64 &squares, Later &later) {
    Danger now = danger(tables, b);
    record[OUR_PINNED] = now.pinned;
    later.together();
    // Digits in the sums are for armies that a game could have.
    bool plain = !now.checkers && count(b.us) <= 16 && count(b.them) <= 16 && count(b.us & ~b.pawns) <= PIECES;
    plain = begin_zone(tables, b, record, zone, squares) && plain;
    if (!plain) squares = 0;
    return plain;
}

// The third step, when the squares around their king have been looked at: their replies, and our pawns and castlings.
// `result` becomes their sum. False if there is no room for what has to wait; then `later.move` has not been called.
template <class Later> INLINE bool look_at_position(const Tables &tables, const Record &record, Zone &zone, Later &later, int &result) {
    end_zone(tables, unpack(board_of(record)), record, zone, later);
    later.together();
    u64 touched = 0;
    u32 replies = zone.count + look_at_replies(tables, unpack(board_of(record)), record, touched);
    later.together();
    // Unpacking again is cheaper than keeping it all.
    Board b = unpack(board_of(record));
    u32 king = their_king(b);
    PawnReach reach = pawn_reach(tables, b, king, record[THEIR_PINNED]);
    record[REPLIES] = (u64)replies | (u64)zone.count << 32;

    // Pawns, in sets.
    PawnMoves pawns = pawn_moves(tables, b, record[OUR_PINNED], ~0ull);
    u64 never = down_attacks(bit(king)) | record[COMMON] | RANK_8, bound = record[AWKWARD_FROM];
    u64 push = pawns.push & ~(never | bound << 8), jump = pawns.jump & ~(never | bound << 16);
    u64 west = pawns.west & ~(never | bound << 7), east = pawns.east & ~(never | bound << 9);
    later.together();
    // No square can be pushed to and jumped to, and none is landed on more than three times.
    u64 ahead = push | jump;
    u64 ones = ahead ^ west ^ east, twos = ahead & west | ahead & east | west & east;
    int sum = (int)replies * (int)(count(ahead) + count(west) + count(east)) + change_of(record, ones);
    if (twos) sum += 2 * change_of(record, twos);
    bool promotes = b.pawns & b.them & RANK_2;
    if (promotes) sum += promotion_change(b, reach, ones) + 2 * promotion_change(b, reach, twos);
    if (zone.open_steps) {
        sum -= denied_by_pawns(ahead, zone.open_steps);
        if (west | east) sum -= denied_by_pawns(west, zone.open_steps) + denied_by_pawns(east, zone.open_steps);
    }
    ONE_BY_ONE for (int i = 0; i < 2; i++) {
        if (!(i ? zone.open[1] : zone.open[0])) continue;
        u64 denied = denied_by_pawn(b, king, i);
        sum -= count(ahead & denied) + count(west & denied) + count(east & denied);
    }
    later.together();
    bool no_room = false;
    u64 ready = b.pawns & b.them, beside = tables.king[king] & b.them;
    u64 passing = jump & ((ready & ~FILE_H) << 1 | (ready & ~FILE_A) >> 1);
    if (passing | (west | east) & beside) {
        ONE_BY_ONE for (u32 delta = 7; delta <= 16; delta += delta == 7 ? 2 : 7) {
            ONE_BY_ONE for (u64 to = delta == 7 ? west & beside : delta == 9 ? east & beside : passing; to;) {
                u32 square = pop(to);
                no_room |= !later.special(square - delta, bit(square));
            }
        }
    }
    later.together();
    u64 from_push = push >> 8, from_jump = jump >> 16, from_west = west >> 7, from_east = east >> 9;
    u64 from_any = from_push | from_jump | from_west | from_east;
    if (from_any & (reach.in_front | reach.two_in_front | reach.attacked_west | reach.attacked_east))
        sum += pawn_lifts_beside_pawns(reach, from_push, from_jump, from_west, from_east);
    ONE_BY_ONE for (u64 lifts = from_any & touched; lifts;) {
        u32 from = pop(lifts);
        u64 here = bit(from);
        no_room |= !later.lift(from, (here & from_push) << 8 | (here & from_jump) << 16 | (here & from_west) << 7 | (here & from_east) << 9);
    }
    later.together();
    // All threads go on together; one without room has nothing to do.
    u64 still = no_room ? 0 : ~0ull;
    if (((pawns.push ^ push) | (pawns.jump ^ jump) | (pawns.west ^ west) | (pawns.east ^ east)) & still) {
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
    later.together();
    ONE_BY_ONE for (u64 takers = down_attacks(b.en_passant) & b.pawns & b.us & still; takers;) {
        u32 from = pop(takers);
        if (en_passant_is_legal(tables, b, from)) later.move(move_of(from, top(b.en_passant), PAWN, EN_PASSANT));
    }

    later.together();
    // Castling, as two drops, unless a piece touches the rook or looks along the back rank, where one drop changes
    // the other, or castling disturbs their king.
    // Whatever the path, no piece may stand between king and rook.
    u32 home = our_king(b);
    ONE_BY_ONE for (u64 rooks = b.castling & b.us ? along_rank(home, occupied(b)) & b.castling & b.us & still : 0; rooks;) {
        u32 rook = pop(rooks);
        CastlingPath path = castling_path(home, rook);
        if (!may_castle(b, home, rook, path, record[ATTACKED])) continue;
        u64 away = bit(home) | bit(rook);
        u64 awkward = away & (bound | record[PINNERS] | record[GUARDS]) | bit(rook) & record[TOUCHED] |
                      path.king_to & record[AWKWARD_FOR_KING] |
                      path.rook_to & (record[CHECK_STRAIGHT] | record[PIN_STRAIGHT] | record[COMMON]) |
                      RANK_1 & (tables.king[king] | bit(king) | b.straight & b.them) |
                      // Both may have forbidden one step together.
                      tables.king[home] & tables.king[king];
        if (awkward || promotes) {
            later.move(move_of(home, rook, KING, CASTLE));
            continue;
        }
        sum += (int)replies + change_of(record, path.king_to | path.rook_to);
        for (int i = 0; i < 4; i++) sum -= (record[DENIED_BY_ROOK + i] & path.rook_to ? 1 : 0) << i;
    }
    result = sum;
    return !no_room;
}
