// The legal move generator, in sets: the twin of `count/generate.rs`, `count/children.rs` and `count/moves.rs`.

// Who gives check and which of our pieces must stay on their line.
struct Danger {
    u64 checkers, pinned;
};

INLINE Danger danger(const Tables &tables, const Board &b) {
    u32 king = our_king(b);
    Danger found;
    found.checkers = (tables.knight[king] & b.knights | up_attacks(bit(king)) & b.pawns) & b.them;
    found.pinned = 0;
    u64 straight = (file_of(king) | rank_of(king)) & b.straight;
    u64 diagonal = (tables.diagonal[king] | tables.antidiagonal[king]) & b.diagonal;
    u64 snipers = (straight | diagonal) & b.them;
    ONE_BY_ONE while (snipers) {
        u32 sniper = pop(snipers);
        u64 blockers = between(tables, king, sniper) & occupied(b);
        if (!blockers) found.checkers |= bit(sniper);
        else if (!(blockers & (blockers - 1))) found.pinned |= blockers & b.us;
    }
    return found;
}

// Squares that the other side attacks, its sliders seeing through our king.
INLINE u64 attacked_by_them(const Tables &tables, const Board &b) {
    u64 empty = ~occupied(b) | b.kings & b.us;
    u64 straight = b.straight & b.them, diagonal = b.diagonal & b.them;
    u64 attacked = slide<8>(straight, empty) | slide<-8>(straight, empty) | slide<1>(straight, empty) |
                   slide<-1>(straight, empty) | slide<9>(diagonal, empty) | slide<-9>(diagonal, empty) |
                   slide<7>(diagonal, empty) | slide<-7>(diagonal, empty);
    u64 knights = b.knights & b.them;
    ONE_BY_ONE while (knights) attacked |= tables.knight[pop(knights)];
    return attacked | down_attacks(b.pawns & b.them) | tables.king[their_king(b)];
}

// En passant empties two squares at once, so it is judged on the board that results.
INLINE bool en_passant_is_legal(const Tables &tables, const Board &b, u32 from) {
    u32 king = our_king(b);
    u64 captured = down(b.en_passant);
    u64 all = occupied(b) & ~(bit(from) | captured) | b.en_passant;
    u64 snipers = rook_view(king, all) & b.straight | bishop_view(tables, king, all) & b.diagonal;
    u64 leapers = tables.knight[king] & b.knights | up_attacks(bit(king)) & b.pawns & ~captured;
    return !((snipers | leapers) & b.them);
}

// Whether our king may castle over this path; `attacked` as the king stands.
INLINE bool may_castle(const Board &b, u32 king, u32 rook, const CastlingPath &path, u64 attacked) {
    if (path.empty & occupied(b) || path.king_walk & ~bit(king) & attacked) return false;
    // In Chess960 a rook that is not in the corner may have been the king's only cover on the back rank.
    if ((rook & 7) == 0 || (rook & 7) == 7) return true;
    u64 landed = occupied(b) & ~(bit(king) | bit(rook)) | path.king_to | path.rook_to;
    return !(along_rank(top(path.king_to), landed) & b.straight & b.them);
}

// Pawn moves of one kind, as sets of targets: pushes, double pushes, captures to the west and to the east.
struct PawnMoves {
    u64 push, jump, west, east;
};

INLINE PawnMoves pawn_moves(const Tables &tables, const Board &b, u64 pinned, u64 allowed) {
    u32 king = our_king(b);
    u64 pawns = b.pawns & b.us, free = ~pinned, empty = ~occupied(b);
    PawnMoves moves;
    u64 pushed = up(pawns & (free | file_of(king))) & empty;
    moves.push = pushed & allowed;
    moves.jump = up(pushed & RANK_3) & empty & allowed;
    moves.west = up_west(pawns & (free | tables.antidiagonal[king])) & b.them & allowed;
    moves.east = up_east(pawns & (free | tables.diagonal[king])) & b.them & allowed;
    return moves;
}

// Where pieces may go: everywhere, or to where they parry the one check; nowhere if there are two.
INLINE u64 evasions(const Tables &tables, const Board &b, u64 checkers) {
    if (!checkers) return ~0ull;
    if (checkers & (checkers - 1)) return 0;
    u32 checker = top(checkers);
    u64 blocks = (b.straight | b.diagonal) & checkers ? between(tables, our_king(b), checker) : 0;
    return blocks | checkers;
}

// Hands every legal move to `visit`, one by one. Pieces, kinds of pawn moves, en passant and castling are steps of one
// loop, so that there is one place where `visit` is called: it may be long, and threads of a warp meet there.
template <class Visit> INLINE void for_each_move(const Tables &tables, const Board &b, Visit &&visit) {
    Danger now = danger(tables, b);
    u32 king = our_king(b);
    u64 all = occupied(b), attacked = attacked_by_them(tables, b);
    u64 allowed = evasions(tables, b, now.checkers);
    u64 movers = allowed ? b.us & ~b.pawns & ~(b.knights & now.pinned) : b.us & b.kings;
    PawnMoves pawns = pawn_moves(tables, b, now.pinned, allowed);
    u64 takers = 0;
    ONE_BY_ONE for (u64 ready = allowed ? down_attacks(b.en_passant) & b.pawns & b.us : 0; ready;) {
        u32 from = pop(ready);
        if (en_passant_is_legal(tables, b, from)) takers |= bit(from);
    }
    u64 rooks = 0;
    ONE_BY_ONE for (u64 castling = now.checkers ? 0 : along_rank(king, all) & b.castling & b.us; castling;) {
        u32 rook = pop(castling);
        if (may_castle(b, king, rook, castling_path(king, rook), attacked)) rooks |= bit(rook);
    }
    // Where moves come from: one square, or so far below their targets.
    u32 from = 0, delta = 0, role = PAWN, kind = PLAIN;
    u64 targets = 0;
    ONE_BY_ONE for (u32 step = 0;;) {
        if (movers) {
            from = pop(movers);
            u64 here = bit(from);
            targets = allowed & ~b.us;
            if (here & b.knights) {
                targets &= tables.knight[from];
                role = KNIGHT;
            } else if (here & b.kings) {
                targets = tables.king[from] & ~(b.us | attacked);
                role = KING;
            } else {
                bool straight = here & b.straight, diagonal = here & b.diagonal;
                u64 seen = straight ? rook_view(from, all) : 0;
                if (diagonal) seen |= bishop_view(tables, from, all);
                targets &= seen;
                if (here & now.pinned) targets &= line_through(tables, king, from);
                role = straight ? (diagonal ? QUEEN : ROOK) : BISHOP;
            }
        } else if (step < 4) {
            targets = step == 0 ? pawns.push : step == 1 ? pawns.jump : step == 2 ? pawns.west : pawns.east;
            delta = step == 0 ? 8 : step == 1 ? 16 : step == 2 ? 7 : 9;
            role = PAWN;
            kind = step == 1 ? DOUBLE_PUSH : PLAIN;
            step++;
        } else if (takers) {
            from = pop(takers);
            targets = b.en_passant;
            delta = 0;
            role = PAWN;
            kind = EN_PASSANT;
        } else if (rooks) {
            targets = rooks;
            from = king;
            rooks = 0;
            delta = 0;
            role = KING;
            kind = CASTLE;
        } else {
            break;
        }
        ONE_BY_ONE while (targets) {
            u32 to = pop(targets);
            u32 origin = delta ? to - delta : from;
            bool promotes = role == PAWN && to >= 56;
            // Queen, rook, bishop and knight; their numbers as digits.
            u32 roles = promotes ? 0x6421 : role;
            ONE_BY_ONE do {
                visit(move_of(origin, to, roles & 15, kind));
                roles >>= 4;
            } while (roles);
        }
    }
}

// Adds a set to numbers kept as binary digits, square by square.
template <int DIGITS> INLINE void add_set(u64 (&digits)[DIGITS], u64 set) {
    for (int i = 0; i < DIGITS; i++) {
        u64 carry = digits[i] & set;
        digits[i] ^= set;
        set = carry;
    }
}

template <int DIGITS> INLINE u32 sum_of(const u64 (&digits)[DIGITS]) {
    u32 sum = 0;
    for (int i = 0; i < DIGITS; i++) sum += count(digits[i]) << i;
    return sum;
}

// The number of legal moves, without expanding a single set. In one direction a square is reached by at
// most one slider, so all sliders are counted together, direction by direction.
INLINE u32 count_moves(const Tables &tables, const Board &b) {
    Danger now = danger(tables, b);
    u32 king = our_king(b);
    u64 attacked = attacked_by_them(tables, b);
    u32 moves = count(tables.king[king] & ~(b.us | attacked));
    u64 allowed = evasions(tables, b, now.checkers);
    if (!allowed) return moves;
    u64 empty = ~occupied(b), targets = allowed & ~b.us, free = ~now.pinned;
    u64 straight = b.straight & b.us, diagonal = b.diagonal & b.us;
    u64 digits[4] = {0, 0, 0, 0};
    u64 on_file = straight & (free | file_of(king)), on_rank = straight & (free | rank_of(king));
    add_set(digits, slide<8>(on_file, empty) & targets);
    add_set(digits, slide<-8>(on_file, empty) & targets);
    add_set(digits, slide<1>(on_rank, empty) & targets);
    add_set(digits, slide<-1>(on_rank, empty) & targets);
    u64 on_diagonal = diagonal & (free | tables.diagonal[king]);
    u64 on_antidiagonal = diagonal & (free | tables.antidiagonal[king]);
    add_set(digits, slide<9>(on_diagonal, empty) & targets);
    add_set(digits, slide<-9>(on_diagonal, empty) & targets);
    add_set(digits, slide<7>(on_antidiagonal, empty) & targets);
    add_set(digits, slide<-7>(on_antidiagonal, empty) & targets);
    moves += sum_of(digits);
    ONE_BY_ONE for (u64 knights = b.knights & b.us & free; knights;) moves += count(tables.knight[pop(knights)] & targets);
    PawnMoves pawns = pawn_moves(tables, b, now.pinned, allowed);
    moves += count(pawns.push) + count(pawns.jump) + count(pawns.west) + count(pawns.east);
    if ((pawns.push | pawns.west | pawns.east) & RANK_8)
        moves += 3 * (count(pawns.push & RANK_8) + count(pawns.west & RANK_8) + count(pawns.east & RANK_8));
    ONE_BY_ONE for (u64 takers = down_attacks(b.en_passant) & b.pawns & b.us; takers;)
        moves += en_passant_is_legal(tables, b, pop(takers));
    // Whatever the path, no piece may stand between king and rook.
    ONE_BY_ONE for (u64 rooks = now.checkers ? 0 : along_rank(king, occupied(b)) & b.castling & b.us; rooks;) {
        u32 rook = pop(rooks);
        moves += may_castle(b, king, rook, castling_path(king, rook), attacked);
    }
    return moves;
}
