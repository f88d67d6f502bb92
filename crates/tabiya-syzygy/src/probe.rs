//! From what tables store to the value of a position: captures, en passant, and the side that is not stored.

use tabiya::movegen::LegalCaptures;
use tabiya::{Move, MoveList, Position, Rank, Role};

use crate::error::SyzygyError;
use crate::table::Distance;
use crate::tablebase::Tablebase;
use crate::value::{ClockedWdl, Dtz, Wdl};

/// The result of a position, and whether a capture reaches it.
#[derive(Copy, Clone)]
struct Resolved {
    wdl: Wdl,
    /// A capture is best, so the distance is known without a table.
    by_capture: bool,
}

impl Tablebase {
    /// The result of a position if its fifty-move clock stood at 0. Needs `.rtbw` files only: those of the position and
    /// of what its captures lead to.
    ///
    /// # Errors
    ///
    /// If the position has castling rights or too many men, or a table is missing, damaged or cannot be read.
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, SyzygyError> {
        Ok(self.resolve(position)?.wdl)
    }

    /// The distance of a position to its next zeroing move or mate. Needs the `.rtbz` file of the position, or of those
    /// a move further, and `.rtbw` files as [`probe_wdl`](Tablebase::probe_wdl) does; after pawns' moves too.
    ///
    /// # Errors
    ///
    /// If the position has castling rights or too many men, or a table is missing, damaged or cannot be read.
    pub fn probe_dtz(&self, position: &Position) -> Result<Dtz, SyzygyError> {
        let Resolved { wdl, by_capture } = self.resolve(position)?;
        if wdl == Wdl::Draw {
            return Ok(Dtz::DRAW);
        }
        if by_capture {
            return Ok(Dtz::of_zeroing(wdl));
        }
        let is_won = wdl > Wdl::Draw;
        let moves = position.legal_moves();
        if is_won && position.pieces(position.turn(), Role::Pawn).any() {
            for &mv in moves.iter().filter(|mv| !mv.is_capture() && is_pawns(position, **mv)) {
                if -self.resolve(&position.after_unchecked(mv))?.wdl == wdl {
                    return Ok(Dtz::of_zeroing(wdl));
                }
            }
        }
        match self.stored_distance(position, wdl)? {
            Distance::Plies(plies, exact) => Ok(Dtz::of_zeroing(wdl).further(plies, exact)),
            Distance::OtherSide => self.dtz_by_replies(position, wdl, &moves),
        }
    }

    /// The distance by those of the positions after each move that zeroes nothing.
    fn dtz_by_replies(&self, position: &Position, wdl: Wdl, moves: &MoveList) -> Result<Dtz, SyzygyError> {
        let is_won = wdl > Wdl::Draw;
        let mut best: Option<Dtz> = None;
        for &mv in moves.iter().filter(|mv| !is_zeroing(position, **mv)) {
            let after = position.after_unchecked(mv);
            if is_won && after.in_check() && after.is_checkmate() {
                return Ok(Dtz::exact(1));
            }
            let dtz = -self.probe_dtz(&after)?;
            if (dtz.plies() > 0) != is_won || dtz.plies() == 0 {
                continue;
            }
            let dtz = dtz.further(1, true);
            best = Some(best.map_or(dtz, |best| best.or_better(dtz)));
        }
        // A loser that can only zero the clock does so now.
        Ok(best.unwrap_or(Dtz::of_zeroing(wdl)).agreeing_with(wdl))
    }

    /// The result of a position with its fifty-move clock where it stands.
    ///
    /// # Errors
    ///
    /// As [`probe_dtz`](Tablebase::probe_dtz).
    pub fn probe_outcome(&self, position: &Position) -> Result<ClockedWdl, SyzygyError> {
        Ok(self.probe_dtz(position)?.outcome(position.halfmove_clock()))
    }

    /// Captures first, then the table: what is stored may be too low where a capture is as good, and knows nothing of
    /// en passant.
    fn resolve(&self, position: &Position) -> Result<Resolved, SyzygyError> {
        if position.castling_rights().rooks().any() {
            return Err(SyzygyError::Castling);
        }
        let men = position.occupied().len();
        if men > self.max_men() && men > 2 {
            return Err(SyzygyError::TooManyMen { men, most: self.max_men() });
        }
        let mut best = Wdl::Loss;
        let mut best_en_passant = None;
        for &mv in captures(position).iter() {
            let wdl = -self.search(&position.after_unchecked(mv), Wdl::Loss, Wdl::Win)?;
            if wdl == Wdl::Win {
                return Ok(Resolved { wdl, by_capture: true });
            }
            if mv.is_en_passant() {
                best_en_passant = best_en_passant.max(Some(wdl));
            } else {
                best = best.max(wdl);
            }
        }
        let stored = self.stored_wdl(position)?;
        if let Some(en_passant) = best_en_passant {
            // What is stored knows no en passant. Without any other move it is the value of a stalemate or a mate,
            // which the position is not.
            let is_forced = || position.legal_moves().iter().all(|mv| mv.is_en_passant());
            if en_passant > best.max(stored) || is_forced() {
                return Ok(Resolved { wdl: en_passant, by_capture: true });
            }
            best = best.max(en_passant);
        }
        Ok(Resolved { wdl: best.max(stored), by_capture: best >= stored && best > Wdl::Draw })
    }

    /// The result after a capture, where nothing can be captured en passant, as far as it lies between two bounds.
    fn search(&self, position: &Position, mut low: Wdl, high: Wdl) -> Result<Wdl, SyzygyError> {
        for &mv in captures(position).iter() {
            let wdl = -self.search(&position.after_unchecked(mv), -high, -low)?;
            if wdl >= high {
                return Ok(wdl);
            }
            low = low.max(wdl);
        }
        Ok(low.max(self.stored_wdl(position)?))
    }
}

/// The legal captures, promotions among them included.
fn captures(position: &Position) -> MoveList {
    let seventh = position.turn().pick(Rank::Seventh, Rank::Second).bitboard();
    let promotes = position.pieces(position.turn(), Role::Pawn).intersects(seventh);
    // Kinds of captures leave out under-promotions.
    let mut moves = if promotes { position.legal_moves() } else { position.generate::<LegalCaptures>() };
    if promotes {
        moves.retain(Move::is_capture);
    }
    moves
}

fn is_pawns(position: &Position, mv: Move) -> bool {
    position.by_role(Role::Pawn).contains(mv.from())
}

/// Whether a move sets the fifty-move clock to 0.
pub(crate) fn is_zeroing(position: &Position, mv: Move) -> bool {
    mv.is_capture() || is_pawns(position, mv)
}
