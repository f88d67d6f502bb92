//! The rules a generator can break, by name.

use serde::Serialize;

/// Rules whose breaches look alike until the position is small: a shrinking position may go from
/// one to another of its family, and the smallest position decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Movement,
    Pawn,
    Promotion,
    EnPassant,
    Castle,
    King,
    Check,
    Pin,
    Missing,
    Make,
    State,
    Count,
    Program,
}

macro_rules! rules {
    ($($variant:ident $name:literal $family:ident $what:literal;)*) => {
        /// What a generator got wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule { $(#[doc = $what] $variant,)* }

        impl Rule {
            /// Every rule, in the order of the documentation.
            pub const ALL: &'static [Rule] = &[$(Rule::$variant,)*];

            /// The name that reports use.
            pub fn name(self) -> &'static str {
                match self { $(Rule::$variant => $name,)* }
            }

            /// What is wrong, in a sentence.
            pub fn description(self) -> &'static str {
                match self { $(Rule::$variant => $what,)* }
            }

            pub(crate) fn family(self) -> Family {
                match self { $(Rule::$variant => Family::$family,)* }
            }
        }
    };
}

rules! {
    BoardEdgeWrap "board-edge-wrap" Movement "A move leaves the board on one side and comes back on the other.";
    PieceMovement "piece-movement" Movement "A piece moves as its kind does not.";
    WrongPiece "wrong-piece" Movement "A move starts from an empty square or from an enemy piece.";
    SliderJumps "slider-jumps" Movement "A slider goes on behind a piece.";
    CapturesOwnPiece "captures-own-piece" Movement "A piece takes one of its own side.";
    DuplicateMove "duplicate-move" Movement "A move is listed more than once.";
    UnreadableMove "unreadable-move" Movement "Something is listed that is no move.";
    MoveCount "move-count" Movement "The number of moves is wrong; the engine does not say which.";
    PawnPushBlocked "pawn-push-blocked" Pawn "A pawn pushes onto an occupied square.";
    DoublePushJumps "double-push-jumps" Pawn "A double push passes over a piece.";
    DoublePushStartRank "double-push-start-rank" Pawn "A pawn pushes two squares from another rank than its first, or not from there.";
    PawnCaptureEmpty "pawn-capture-empty" Pawn "A pawn goes diagonally although there is nothing to take.";
    PromotionChoice "promotion-choice" Promotion "A promotion piece is left out.";
    PromotionRequired "promotion-required" Promotion "A pawn stays a pawn on the last rank.";
    PromotionPiece "promotion-piece" Promotion "A pawn becomes a king or stays a pawn by name.";
    PromotionRank "promotion-rank" Promotion "Something promotes that is no pawn on its way to the last rank.";
    EnPassantMissing "en-passant-missing" EnPassant "A capture en passant is not found.";
    EnPassantUnavailable "en-passant-unavailable" EnPassant "A pawn is taken en passant that did not just move two squares.";
    EnPassantRankPin "en-passant-rank-pin" Pin "Two pawns leave the king's rank at once and uncover an attack along it.";
    EnPassantUncovers "en-passant-uncovers" Pin "The pawn taken en passant uncovered an attack on the king.";
    EnPassantPin "en-passant-pin" Pin "A pinned pawn captures en passant off its line.";
    EnPassantEvasion "en-passant-evasion" EnPassant "A check is not answered by taking the checking pawn en passant.";
    EnPassantInCheck "en-passant-in-check" Check "A capture en passant leaves the king in check.";
    CastleOutOfCheck "castle-out-of-check" Castle "The king castles out of check.";
    CastleThroughCheck "castle-through-check" Castle "The king castles across an attacked square.";
    CastleIntoCheck "castle-into-check" Castle "The king castles onto an attacked square.";
    CastleBlocked "castle-blocked" Castle "Castling goes through a piece.";
    CastleWithoutRight "castle-without-right" Castle "Castling without the right to.";
    CastleMissing "castle-missing" Castle "Castling is not found.";
    CastleRookPathAttacked "castle-rook-path-attacked" Castle "An attack on a square that only the rook passes stops castling.";
    CastleRookShield "castle-rook-shield" Castle "The castling rook leaves its king without a shield.";
    DoubleCheckBlocks "double-check-blocks" Check "A piece other than the king moves in double check.";
    CheckIgnored "check-ignored" Check "A move leaves the king in check.";
    KingIntoCheck "king-into-check" King "The king goes onto an attacked square.";
    KingCapturesProtected "king-captures-protected" King "The king takes a protected piece.";
    KingOnCheckingLine "king-on-checking-line" King "The king steps back along the line of the check.";
    KingsTouch "kings-touch" King "The kings stand side by side.";
    PinnedPieceMoves "pinned-piece-moves" Pin "A pinned piece leaves its line.";
    PinnedPieceFrozen "pinned-piece-frozen" Missing "A pinned piece does not move along its line.";
    EvasionBlockMissing "evasion-block-missing" Missing "A check is not answered by a piece in between.";
    EvasionCaptureMissing "evasion-capture-missing" Missing "A check is not answered by taking the checker.";
    PawnCaptureMissing "pawn-capture-missing" Missing "A capture by a pawn is not found, promotion or not.";
    PawnPushMissing "pawn-push-missing" Missing "A pawn's push is not found, promotion or not.";
    KingMoveMissing "king-move-missing" Missing "A king's move is not found.";
    CaptureMissing "capture-missing" Missing "A capture is not found.";
    PieceMovesMissing "piece-moves-missing" Missing "A plain move is not found.";
    RookCaptureKeepsRight "rook-capture-keeps-right" Make "A captured rook leaves its castling right behind.";
    RookMoveKeepsRight "rook-move-keeps-right" Make "A rook that moved keeps its castling right.";
    KingMoveKeepsRight "king-move-keeps-right" Make "A king that moved keeps its castling rights.";
    CastlingRightLost "castling-right-lost" Make "A move takes a castling right that it should leave.";
    EnPassantKept "en-passant-kept" Make "The en passant square outlives the reply.";
    EnPassantSquare "en-passant-square" Make "A double push leaves no en passant square, or the wrong one.";
    EnPassantVictimStays "en-passant-victim-stays" Make "A pawn taken en passant stays on the board, or the wrong one goes.";
    CastleRookMisplaced "castle-rook-misplaced" Make "Castling puts king or rook on the wrong square.";
    PromotionMisplaced "promotion-misplaced" Make "A promotion puts the wrong piece on the board.";
    CaptureMisplaced "capture-misplaced" Make "A capture leaves the board wrong.";
    MakeMove "make-move" Make "Playing a move leaves the position wrong.";
    UnmakeEnPassantSquare "unmake-en-passant-square" State "Taking a move back does not restore the en passant square.";
    UnmakeCastlingRight "unmake-castling-right" State "Taking a move back does not restore the castling rights.";
    UnmakeCastle "unmake-castle" State "Taking castling back leaves king or rook behind.";
    UnmakePromotion "unmake-promotion" State "Taking a promotion back does not restore the pawn.";
    UnmakeEnPassantCapture "unmake-en-passant-capture" State "Taking en passant back does not restore the pawn.";
    UnmakeCapture "unmake-capture" State "Taking a capture back does not restore the piece.";
    UnmakeMove "unmake-move" State "Taking a move back leaves the position wrong.";
    PerftHash "perft-hash" State "The table of the count takes one position for another.";
    EndedGameCounted "ended-game-counted" Count "A line that ends early, in mate or stalemate, is counted as a leaf.";
    WrongTotal "wrong-total" Count "The total is not the sum of the counts of the moves.";
    AnswerChanges "answer-changes" State "The same question gets different answers.";
    EngineCrash "engine-crash" Program "The engine ends in the middle of an answer.";
    EngineHang "engine-hang" Program "The engine does not answer in time.";
    EngineFlood "engine-flood" Program "The engine does not stop printing.";
    EngineNonsense "engine-nonsense" Program "The engine's answer cannot be understood.";
}

impl Rule {
    /// How closely a rule pins the mistake down: among several, the highest is reported.
    pub(crate) fn weight(self) -> u32 {
        match self {
            Rule::MoveCount | Rule::UnreadableMove => 0,
            // A list that is too short tells less than a move that should not be there.
            _ if self.family() == Family::Missing => 1,
            Rule::EnPassantMissing | Rule::CastleMissing | Rule::PromotionChoice => 2,
            Rule::DuplicateMove | Rule::WrongPiece => 3,
            Rule::KingCapturesProtected | Rule::KingOnCheckingLine | Rule::KingsTouch => 4,
            Rule::DoubleCheckBlocks | Rule::EnPassantInCheck | Rule::EnPassantPin => 4,
            // The general breach explains the special one, not the other way round.
            _ => 5,
        }
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_spelled_alike() {
        let mut names: Vec<_> = Rule::ALL.iter().map(|rule| rule.name()).collect();
        assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Rule::ALL.len());
    }
}
