// Our pieces, one by one: the part of counting pairs that is shared out piece by piece. The twin of
// `pairs/dense/movers.rs` and `pairs/dense/classify.rs`.

// Replies of one piece that leave the line through it and its king, after a move. A pin takes them away, and its
// end gives them back.
INLINE int off_the_line(const Tables &tables, const Board &b, u32 king, u64 piece, u64 from, u64 to) {
    u32 square = top(piece);
    u64 movers = b.us & ~from | to, own = b.them & ~to;
    u64 all = movers | own;
    u64 off = ~(line_through(tables, king, square) | own);
    u64 targets;
    if (piece & b.pawns) {
        u64 pushed = down(piece) & ~all;
        u64 twice = down(pushed & RANK_6) & ~all;
        targets = (pushed | twice | down_attacks(piece) & movers) & off;
        return count(targets) + 3 * count(targets & RANK_1);
    }
    if (piece & b.knights) return count(tables.knight[square] & off);
    u64 seen = piece & b.straight ? rook_view(square, all) : 0;
    if (piece & b.diagonal) seen |= bishop_view(tables, square, all);
    return count(seen & off);
}

// Whether their king may take back what arrived on `to`, because no other piece protects it.
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

// Our pieces that are worth looking at, but for pawns.
INLINE u64 movable_pieces(const Tables &tables, const Board &b, const Record &record) {
    u64 open = ~b.us;
    u64 beside_straight = up(open) | down(open) | (open & ~FILE_H) << 1 | (open & ~FILE_A) >> 1;
    u64 beside_diagonal = up_attacks(open) | down_attacks(open);
    u64 mobile = b.straight & beside_straight | b.diagonal & beside_diagonal | b.knights & ~record[OUR_PINNED];
    if (tables.king[our_king(b)] & ~(b.us | record[ATTACKED])) mobile |= b.kings;
    return mobile & b.us;
}

// What the moves of one piece add up to, but for those left to `later`.
template <class Later> INLINE int look_at_piece(const Tables &tables, const Record &record, u32 from, Later &later) {
    Packed p = board_of(record);
    u64 here = bit(from), all = p.w[0] | p.w[1] | p.w[2] | p.w[3];
    u64 us = p.w[3] & ~(p.w[0] & p.w[1] & p.w[2]);
    u32 role = (u32)(p.w[0] >> from & 1) | (u32)(p.w[1] >> from & 1) << 1 | (u32)(p.w[2] >> from & 1) << 2;
    u32 king = top(their_king_of(p));
    bool knight = role == KNIGHT, is_king = role == KING;
    bool straight = role >= ROOK, diagonal = role == BISHOP || role == QUEEN;
    role = role == CASTLING_ROOK ? ROOK : role;
    u64 targets = 0, awkward = is_king ? record[AWKWARD_FOR_KING] : record[COMMON];
    // Along its own line a slider still attacks what it attacked.
    if (here & record[ONLY_LINER]) awkward &= ~record[CUT];
    if (knight) {
        targets = tables.knight[from];
        awkward |= tables.knight[king];
    }
    if (is_king) targets = tables.king[from] & ~record[ATTACKED];
    if (straight) {
        targets = rook_view(from, all);
        awkward |= record[CHECK_STRAIGHT];
    }
    if (diagonal) {
        targets |= bishop_view(tables, from, all);
        awkward |= record[CHECK_DIAGONAL];
    }
    targets &= ~us;
    // A pinned slider keeps to the line it shares with its king.
    if (here & record[OUR_PINNED]) targets &= line_through(tables, top(our_king_of(p)), from);
    awkward &= targets;
    if (here & record[AWKWARD_FROM]) awkward = targets;
    targets ^= awkward;
    ONE_BY_ONE while (awkward) later.move(move_of(from, pop(awkward), role, PLAIN));
    if (!targets) return 0;

    u64 replies = record[REPLIES];
    u32 king_moves = (u32)(replies >> 32);
    int sum = (int)(u32)replies * (int)count(targets) + change_of(record, targets);
    if (king_moves && !is_king) {
        u32 by = knight ? DENIED_BY_KNIGHT : straight ? DENIED_BY_ROOK : DENIED_BY_BISHOP;
        for (int i = 0; i < 4; i++) {
            if (i == 2 && king_moves < 4) break;
            sum -= count(record[by + i] & targets) << i;
        }
        if (straight && diagonal) {
            for (int i = 0; i < 4; i++) {
                if (i == 2 && king_moves < 4) break;
                sum -= count(record[DENIED_BY_BISHOP + i] & targets) << i;
            }
            sum += count(record[DENIED_TWICE] & targets) + count(record[DENIED_TWICE + 1] & targets);
        }
    }
    if (here & record[GUARDS]) sum += later.opened(from, targets);
    if (here & record[TOUCHED]) later.lift(from, targets);
    // Captures beside their king, and pins that begin or end.
    u64 them = all & ~us, special = targets & tables.king[king] & them;
    if (straight) special |= targets & record[PIN_STRAIGHT];
    if (diagonal) special |= targets & record[PIN_DIAGONAL];
    if (here & record[PINNERS]) special |= targets & ~line_through(tables, king, from);
    if (special) later.special(from, special);
    if (their_pawns_of(p) & RANK_2) {
        Board b = unpack(p);
        sum += promotion_change(b, pawn_reach(tables, b, king, record[THEIR_PINNED]), targets);
    }
    return sum;
}

// A piece whose leaving changes replies: by how much, over all its targets.
INLINE int look_at_lift(const Tables &tables, const Record &record, u32 from, u64 targets) {
    Board b = unpack(board_of(record));
    u32 king = their_king(b);
    u64 here = bit(from), pinned = record[THEIR_PINNED];
    int sum = 0;
    if (here & ~b.pawns) sum = lift_beside_pawns(pawn_reach(tables, b, king, pinned), here, targets);
    return sum + lift_from_rays(tables, b, king, pinned, from, targets);
}

// Moves that know of more than one square: captures beside their king, pins that begin or end, and double pushes that
// may be captured en passant.
INLINE int look_at_special(const Tables &tables, const Record &record, u32 from, u64 targets) {
    Board b = unpack(board_of(record));
    u32 king = their_king(b);
    u64 here = bit(from), beside = tables.king[king] & b.them;
    u64 pins = here & b.pawns ? 0 : (here & b.straight ? record[PIN_STRAIGHT] : 0) | (here & b.diagonal ? record[PIN_DIAGONAL] : 0);
    u64 pinned_by_us = 0, its_line = ~0ull;
    if (here & record[PINNERS]) {
        its_line = line_through(tables, king, from);
        pinned_by_us = between(tables, king, from) & b.them;
    }
    int sum = 0;
    ONE_BY_ONE while (targets) {
        u32 to = pop(targets);
        u64 there = bit(to);
        if (here & b.pawns && to == from + 16) {
            sum += en_passant_replies(tables, b, king, to);
            continue;
        }
        if (there & beside) sum += king_retakes(tables, b, here, to);
        // New pins take away what leaves their line; a pinner that leaves it gives that back. What was pinned already
        // is pinned by the same piece, from another square of its line.
        u64 pinned = there & pins ? between(tables, king, to) & b.them & ~record[THEIR_PINNED] : 0;
        u64 unpinned = there & its_line ? 0 : pinned_by_us;
        if (pinned) sum -= off_the_line(tables, b, king, pinned, here, there);
        if (unpinned) sum += off_the_line(tables, b, king, unpinned, here, there);
    }
    return sum;
}
