//! Legal moves by pins and a check mask, the way most engines do it: that is where the classic
//! mistakes live.

use crate::board::*;
use crate::bugs::Bug;

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The square that many files and ranks away, if it is on the board.
fn shifted(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

/// The same without the mask: files run over into the next rank.
fn wrapped(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let target = square as i32 + ranks * 8 + files;
    (0..64).contains(&target).then_some(target as usize)
}

fn bit(square: usize) -> u64 {
    1 << square
}

/// What the generator needs to know about the king before it looks at the pieces.
struct Danger {
    king: usize,
    /// Where a piece other than the king may go: everywhere, the answers to one check, nowhere.
    answers: u64,
    checkers: u32,
    /// For each own piece the squares its pin leaves it.
    pins: [u64; 64],
}

impl Board {
    fn slides(&self, piece: u8, diagonal: bool) -> bool {
        role(piece) == QUEEN || role(piece) == if diagonal { BISHOP } else { ROOK }
    }

    /// Whether the side not to move attacks `square`, with the pieces on `without` lifted off.
    pub fn attacked(&self, square: usize, without: u64) -> bool {
        let us_black = self.black_to_move;
        let hit = |at: Option<usize>, wanted: u8| {
            at.is_some_and(|at| {
                without & bit(at) == 0 && role(self.squares[at]) == wanted && is_black(self.squares[at]) != us_black
            })
        };
        let mirrored = self.has(Bug::PawnAttackMirrored) && !us_black;
        let up = if us_black || mirrored { -1 } else { 1 };
        let pawns = [-1, 1].iter().any(|&file| hit(shifted(square, file, up), PAWN));
        // Asked with the king lifted off: for its own steps.
        let reach = if self.has(Bug::AttackShort) && without != 0 { 5 } else { 7 };
        let knights = JUMPS.iter().any(|&(file, rank)| hit(shifted(square, file, rank), KNIGHT));
        let king = STRAIGHT.iter().chain(&DIAGONAL).any(|&(file, rank)| hit(shifted(square, file, rank), KING));
        let sliders = [(STRAIGHT, false), (DIAGONAL, true)].iter().any(|(directions, diagonal)| {
            directions.iter().any(|&(file, rank)| {
                let mut at = shifted(square, file, rank);
                for _ in 0..reach {
                    let Some(here) = at else { break };
                    let piece = self.squares[here];
                    if piece != 0 && without & bit(here) == 0 {
                        return is_black(piece) != us_black && self.slides(piece, *diagonal);
                    }
                    at = shifted(here, file, rank);
                }
                false
            })
        });
        (pawns && !self.has(Bug::KingIgnoresPawns)) || knights || (king && !self.has(Bug::KingsTouch)) || sliders
    }

    /// Whether `square` is attacked by nothing but the kind of piece that a mistake does not see beside a castling path.
    fn attacked_only_by_unseen(&self, square: usize, without: u64) -> bool {
        let pairs = [(Bug::CastleKnightUnseen, KNIGHT), (Bug::CastlePawnUnseen, PAWN), (Bug::CastleKingUnseen, KING)];
        pairs.into_iter().any(|(bug, unseen)| {
            let pieces = (0..64).filter(|&at| self.enemy(at) && role(self.squares[at]) == unseen).map(bit);
            self.has(bug) && !self.attacked(square, without | pieces.sum::<u64>())
        })
    }

    fn danger(&self) -> Option<Danger> {
        let king = self.king(self.black_to_move)?;
        let mut danger = Danger { king, answers: u64::MAX, checkers: 0, pins: [u64::MAX; 64] };
        let mut answers = 0u64;
        let up = if self.black_to_move { -1 } else { 1 };
        let pawns = [(-1, up), (1, up)].map(|step| (step, PAWN));
        let knights = JUMPS.map(|step| (step, KNIGHT));
        for ((file, rank), wanted) in pawns.into_iter().chain(knights) {
            let Some(at) = shifted(king, file, rank) else {
                continue;
            };
            let unseen = wanted == KNIGHT && self.has(Bug::KnightCheckIgnored);
            if self.enemy(at) && role(self.squares[at]) == wanted && !unseen {
                danger.checkers += 1;
                answers |= bit(at);
            }
        }
        let mut sliders = 0;
        for (directions, diagonal) in [(STRAIGHT, false), (DIAGONAL, true)] {
            for (file, rank) in directions {
                let (mut ray, mut shield, mut at) = (0u64, None, shifted(king, file, rank));
                while let Some(here) = at {
                    ray |= bit(here);
                    let piece = self.squares[here];
                    if self.own(here) {
                        if shield.replace(here).is_some() {
                            break;
                        }
                    } else if piece != 0 {
                        if self.slides(piece, diagonal) {
                            match shield {
                                Some(_) if self.has(Bug::QueensDoNotPin) && role(piece) == QUEEN => {}
                                Some(_) if self.has(Bug::PinMissesDirection) && (file, rank) == (0, -1) => {}
                                Some(shield)
                                    if self.has(Bug::PinOnlyNear) && shifted(king, file, rank) != Some(shield) => {}
                                None if self.has(Bug::QueenCheckUnseen) && diagonal && role(piece) == QUEEN => {}
                                Some(shield) => danger.pins[shield] = ray,
                                None => {
                                    sliders += 1;
                                    danger.checkers += u32::from(sliders == 1 || !self.has(Bug::TwoSliders));
                                    let only_checker = self.has(Bug::NoBlocks);
                                    let only_block = self.has(Bug::NoCheckerCapture);
                                    answers |= if only_checker { bit(here) } else { ray };
                                    answers &= if only_block { !bit(here) } else { u64::MAX };
                                }
                            }
                        }
                        break;
                    }
                    at = shifted(here, file, rank);
                }
            }
        }
        if danger.checkers > 0 && !self.has(Bug::CheckIgnored) {
            let lenient = danger.checkers == 1 || self.has(Bug::DoubleCheckBlocks);
            danger.answers = if lenient { answers } else { 0 };
        }
        Some(danger)
    }

    pub fn legal_moves(&self) -> Vec<Step> {
        let mut moves = Vec::with_capacity(64);
        let Some(danger) = self.danger() else {
            return moves;
        };
        if self.drawn() {
            return moves;
        }
        let (mut knights, mut queens) = (0, 0);
        for from in 0..64 {
            if !self.own(from) {
                continue;
            }
            knights += usize::from(role(self.squares[from]) == KNIGHT);
            queens += usize::from(role(self.squares[from]) == QUEEN);
            match role(self.squares[from]) {
                KNIGHT if knights > 2 && self.has(Bug::ThirdKnight) => {}
                QUEEN if queens > 1 && self.has(Bug::SecondQueen) => {}
                PAWN => self.pawn_moves(from, &danger, &mut moves),
                KING => self.king_moves(from, &danger, &mut moves),
                _ => self.piece_moves(from, &danger, &mut moves),
            }
        }
        self.castles(&danger, &mut moves);
        if self.has(Bug::List64) {
            moves.truncate(64);
        }
        if self.has(Bug::List128) {
            moves.truncate(128);
        }
        moves
    }

    /// What an engine calls a draw although the rules of perft go on.
    fn drawn(&self) -> bool {
        (self.has(Bug::FiftyMovesEnd) && self.quiet >= 100)
            || (self.has(Bug::RepetitionEnds) && self.came_three_times())
            || (self.has(Bug::BareKingsEnd) && self.squares.iter().all(|&piece| piece == 0 || role(piece) == KING))
    }

    fn piece_moves(&self, from: usize, danger: &Danger, moves: &mut Vec<Step>) {
        let kind = role(self.squares[from]);
        let mut targets = Vec::new();
        if kind == KNIGHT {
            let jump = if self.has(Bug::KnightWraps) { wrapped } else { shifted };
            targets.extend(JUMPS.iter().filter_map(|&(file, rank)| jump(from, file, rank)));
        }
        let directions: &[(&[(i32, i32)], u8)] = &[(&STRAIGHT, ROOK), (&DIAGONAL, BISHOP)];
        for &(directions, mover) in directions {
            if kind != QUEEN && kind != mover {
                continue;
            }
            for &(file, rank) in directions {
                if kind == QUEEN && (file, rank) == (-1, -1) && self.has(Bug::QueenMissesDiagonal) {
                    continue;
                }
                self.slide(from, (file, rank), &mut targets);
            }
        }
        let mut pin = danger.pins[from];
        if pin != u64::MAX {
            let ignored = if kind == KNIGHT { Bug::PinnedKnight } else { Bug::PinnedSlider };
            if self.has(ignored) || (kind == QUEEN && self.has(Bug::PinnedQueen)) {
                pin = u64::MAX;
            }
            if kind != KNIGHT && self.has(Bug::PinnedFrozen) {
                pin = 0;
            }
        }
        for to in targets {
            let onto_own = self.own(to) && !(kind == KNIGHT && self.has(Bug::CapturesOwn));
            let onto_king = role(self.squares[to]) == KING;
            // h8 to g6.
            let hole = kind == KNIGHT && (from, to) == (63, 46) && self.has(Bug::KnightTableHole);
            let never = hole || (kind == KNIGHT && self.enemy(to) && self.has(Bug::NoKnightCaptures));
            if never || onto_own || onto_king || pin & danger.answers & bit(to) == 0 {
                continue;
            }
            let step = Step { from, to, promotion: 0, flag: Flag::Plain };
            moves.push(step);
            if kind == QUEEN && self.enemy(to) && self.has(Bug::DuplicateMoves) {
                moves.push(step);
            }
        }
    }

    fn slide(&self, from: usize, (file, rank): (i32, i32), targets: &mut Vec<usize>) {
        let kind = role(self.squares[from]);
        let next = if kind == ROOK && file == 1 && self.has(Bug::RookWraps) { wrapped } else { shifted };
        let (mut at, mut length, mut jumped) = (next(from, file, rank), 0, false);
        while let Some(here) = at {
            length += 1;
            if kind == BISHOP && length == 7 && self.has(Bug::BishopShort) {
                break;
            }
            let onward = next(here, file, rank);
            if onward.is_none() && kind != QUEEN && self.has(Bug::SlidersStopAtEdge) {
                break;
            }
            let unseen = kind == ROOK && (from, here) == (56, 40) && self.has(Bug::MagicCollision);
            if unseen && !self.own(here) {
                targets.push(here);
            } else if self.squares[here] != 0 && !unseen {
                if !(kind == ROOK && self.has(Bug::SliderNeverCaptures)) {
                    targets.push(here);
                }
                if jumped || !self.has(Bug::SliderJumps) || !self.enemy(here) {
                    break;
                }
                jumped = true;
            } else {
                targets.push(here);
            }
            at = onward;
        }
    }

    fn king_moves(&self, from: usize, danger: &Danger, moves: &mut Vec<Step>) {
        let next = if self.has(Bug::KingWraps) { wrapped } else { shifted };
        for &(file, rank) in STRAIGHT.iter().chain(&DIAGONAL) {
            let Some(to) = next(from, file, rank) else {
                continue;
            };
            if self.own(to) || role(self.squares[to]) == KING || (self.enemy(to) && self.has(Bug::NoKingCaptures)) {
                continue;
            }
            // a8 to b7.
            let hole = (from, to) == (56, 49) && self.has(Bug::KingTableHole);
            let checker = danger.checkers == 1 && self.enemy(to) && danger.answers & bit(to) != 0;
            if hole || (checker && self.has(Bug::KingNeverTakesChecker)) {
                continue;
            }
            // The king is lifted off first: it must not hide in its own shadow.
            let lifted = if self.has(Bug::KingXray) { 0 } else { bit(from) };
            let protected = self.attacked(to, lifted);
            if !protected || (self.enemy(to) && self.has(Bug::KingTakesProtected)) {
                moves.push(Step { from, to, promotion: 0, flag: Flag::Plain });
            }
        }
    }

    fn pawn_moves(&self, from: usize, danger: &Danger, moves: &mut Vec<Step>) {
        let black = self.black_to_move;
        let up = if black { -1 } else { 1 };
        let mut allowed = danger.answers & danger.pins[from];
        let pinned = danger.pins[from] != u64::MAX;
        if pinned && self.has(Bug::PinnedPawnPushes) {
            allowed = danger.answers;
        }
        if pinned && self.has(Bug::PinnedPawnStays) {
            allowed = 0;
        }
        let Some(one) = shifted(from, 0, up) else {
            return;
        };
        let free = |square: usize| self.squares[square] == 0;
        let last_rank = one / 8 == 0 || one / 8 == 7;
        let checked = danger.checkers > 0;
        if (free(one) || (self.enemy(one) && self.has(Bug::PushCaptures) && role(self.squares[one]) != KING))
            && allowed & bit(one) != 0
            && !(self.has(Bug::NoPushToLastRank) && last_rank)
            && !(self.has(Bug::PromotionNeverBlocks) && last_rank && checked)
            && !(self.has(Bug::NoSinglePush) && from / 8 == if black { 6 } else { 1 })
        {
            self.arrive(from, one, moves);
        }
        let black_start = if self.has(Bug::BlackDoubleRank) { 5 } else { 6 };
        let start = if black { black_start } else { 1 };
        let at_start = from / 8 == start || (self.has(Bug::DoublePushAnywhere) && (2..6).contains(&(from / 8)));
        if let Some(two) = shifted(one, 0, up).filter(|_| at_start) {
            let path = free(one) || self.has(Bug::DoublePushJumps) || (black && self.has(Bug::BlackDoubleJumps));
            let mut allowed = allowed;
            if pinned && self.has(Bug::PinnedPawnDouble) {
                allowed = danger.answers;
            }
            if checked && self.has(Bug::DoublePushNeverBlocks) {
                allowed = 0;
            }
            let target =
                free(two) || (self.has(Bug::DoublePushLands) && self.enemy(two) && role(self.squares[two]) != KING);
            if path && target && allowed & bit(two) != 0 {
                moves.push(Step { from, to: two, promotion: 0, flag: Flag::Double });
            }
        }
        allowed = danger.answers & danger.pins[from];
        if pinned && self.has(Bug::PinnedPawnCaptures) {
            allowed = danger.answers;
        }
        if pinned && self.has(Bug::PinnedPawnFrozen) {
            allowed = 0;
        }
        let wraps = self.has(Bug::PawnCaptureWraps) || (black && self.has(Bug::BlackCaptureWraps));
        if self.has(Bug::NoCaptures)
            || (self.has(Bug::NoCaptureFromH) && from % 8 == 7)
            || (self.has(Bug::BlackNoCaptureFromA) && black && from.is_multiple_of(8))
        {
            return;
        }
        if pinned && last_rank && self.has(Bug::PinnedPawnPromotes) {
            allowed = danger.answers;
        }
        for file in [-1, 1] {
            let next = if wraps { wrapped } else { shifted };
            if let Some(to) = next(from, file, up) {
                let empty = free(to) && self.has(Bug::CapturesEmpty) && self.en_passant != Some(to);
                let takes = self.enemy(to) && role(self.squares[to]) != KING;
                let last = last_rank
                    && (self.has(Bug::NoCaptureOnLastRank) || (checked && self.has(Bug::PromotionNeverTakes)));
                if (takes || empty) && !last && allowed & bit(to) != 0 {
                    self.arrive(from, to, moves);
                }
            }
            self.en_passant_capture(from, file, up, danger, moves);
        }
    }

    /// A pawn reaches `to`: once as it is, or as each promotion piece.
    fn arrive(&self, from: usize, to: usize, moves: &mut Vec<Step>) {
        let plain = Step { from, to, promotion: 0, flag: Flag::Plain };
        let last = to / 8 == 0 || to / 8 == 7;
        let early = self.black_to_move && to / 8 == 1 && self.has(Bug::BlackPromotesEarly);
        if !(last || early) {
            return moves.push(plain);
        }
        if from % 8 != to % 8 && self.has(Bug::CaptureDoesNotPromote) {
            return moves.push(plain);
        }
        for promotion in [QUEEN, ROOK, BISHOP, KNIGHT] {
            let skipped = (promotion != QUEEN && self.has(Bug::QueenOnly))
                || (promotion != QUEEN && from % 8 != to % 8 && self.has(Bug::CapturePromotesToQueen))
                || (promotion == BISHOP && self.black_to_move && self.has(Bug::BlackNoBishop))
                || (promotion == KNIGHT && self.has(Bug::NoKnightPromotion));
            if !skipped {
                moves.push(Step { promotion, ..plain });
            }
        }
        if self.has(Bug::PromotesToKing) {
            moves.push(Step { promotion: KING, ..plain });
        }
        if self.has(Bug::PromotionOptional) {
            moves.push(plain);
        }
    }

    fn en_passant_capture(&self, from: usize, file: i32, up: i32, danger: &Danger, moves: &mut Vec<Step>) {
        let next = if self.has(Bug::EpWraps) { wrapped } else { shifted };
        let Some(to) = next(from, file, up).filter(|&to| self.en_passant == Some(to)) else {
            return;
        };
        if self.has(Bug::EpMissing)
            || (self.has(Bug::EpOneSide) && file == -1)
            || (self.has(Bug::EpBlackMissing) && self.black_to_move)
            || (self.has(Bug::EpFromA) && from.is_multiple_of(8))
            || (self.has(Bug::EpAlongPin) && danger.pins[from] != u64::MAX)
        {
            return;
        }
        let victim = (to as i32 - up * 8) as usize;
        let answers_check = danger.answers & (bit(to) | bit(victim)) != 0;
        let blocks = danger.answers & bit(to) != 0;
        let allowed = if self.has(Bug::EpNoEvasion) { blocks } else { answers_check };
        if !allowed && !self.has(Bug::EpIgnoresCheck) {
            return;
        }
        if danger.pins[from] & bit(to) == 0 && !self.has(Bug::EpPinned) {
            return;
        }
        // Both pawns leave: look whether a slider sees the king then.
        let mut after = self.clone();
        after.squares[from] = 0;
        after.squares[victim] = 0;
        after.squares[to] = self.squares[from];
        let same_rank = danger.king / 8 == from / 8;
        let excused = (self.has(Bug::EpRankPin) && same_rank)
            || (self.has(Bug::EpPinned) && danger.pins[from] != u64::MAX)
            || (self.has(Bug::EpIgnoresCheck) && danger.checkers > 0)
            || self.has(Bug::CheckIgnored);
        if !excused && after.attacked(danger.king, 0) {
            return;
        }
        moves.push(Step { from, to, promotion: 0, flag: Flag::EnPassant });
    }

    fn castles(&self, danger: &Danger, moves: &mut Vec<Step>) {
        let king = danger.king;
        if danger.checkers > 0 && !self.has(Bug::CastleOutOfCheck) {
            return;
        }
        let ours = if self.black_to_move && !self.has(Bug::CastleBlackAsWhite) { 2 } else { 0 };
        for index in [ours, ours + 1] {
            let Some(mut rook) = self.rights[index] else {
                continue;
            };
            if self.black_to_move && self.has(Bug::CastleBlackAsWhite) {
                rook += 56;
            }
            if king / 8 != rook / 8 || (rook < king && self.has(Bug::CastleNoLong)) {
                continue;
            }
            let (king_to, rook_to) = castle_targets(king, rook);
            let span = |a: usize, b: usize| a.min(b)..=a.max(b);
            let long = rook < king;
            let blocked = span(king, king_to).chain(span(rook, rook_to)).any(|square| {
                let rook_only = square != king_to && !span(king, king_to).contains(&square);
                let waived = (rook_only && long && rook % 8 == 0 && self.has(Bug::CastleOverB1) && king % 8 == 4)
                    || (square == king_to && long && king % 8 == 4 && self.has(Bug::CastleOverC1))
                    || (rook_only && self.has(Bug::Chess960RookPath) && king % 8 != 4)
                    || (square != king_to && !rook_only && self.has(Bug::CastleOverF1));
                let ourselves = square == king || square == rook;
                let standard = king % 8 == 4 && (rook % 8 == 0 || rook % 8 == 7);
                let in_the_way = ourselves
                    && !standard
                    && self.has(Bug::Chess960OwnBlocks)
                    && (square == king_to || square == rook_to);
                (!ourselves && self.squares[square] != 0 && !waived) || in_the_way
            });
            let stays = (king == king_to && self.has(Bug::Chess960KingStays))
                || (rook == rook_to && self.has(Bug::Chess960RookStays));
            if blocked || stays {
                continue;
            }
            let crossed = span(king, king_to).any(|square| {
                let waived = (square == king_to && self.has(Bug::CastleIntoCheck))
                    || (square != king_to && square != king && self.has(Bug::CastleThroughCheck))
                    || (square == king && self.has(Bug::CastleOutOfCheck));
                let crossed_only = square != king_to && square != king;
                let far = king.abs_diff(king_to) > 3 && square.abs_diff(king) > 1 && square.abs_diff(king_to) > 1;
                let waived = waived
                    || (crossed_only && self.has(Bug::CastleBlackLong) && self.black_to_move && long && king % 8 == 4)
                    || (far && self.has(Bug::Chess960LongWay))
                    || (crossed_only && self.attacked_only_by_unseen(square, bit(king)));
                // The king is lifted, the rook is not: what shields a crossed square shields it.
                !waived && self.attacked(square, bit(king))
            });
            let rook_side = (self.has(Bug::CastleB1Attacked) && long && self.attacked(king_to - 1, 0))
                || (self.has(Bug::CastleRookAttacked) && self.attacked(rook, 0));
            let unshielded = !self.has(Bug::Chess960RookShield)
                && !self.has(Bug::CastleIntoCheck)
                && self.attacked(king_to, bit(king) | bit(rook));
            if !crossed && !rook_side && !unshielded {
                moves.push(Step { from: king, to: rook, promotion: 0, flag: Flag::Castle });
            }
        }
    }
}
