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
    PieceMovement "piece-movement" Movement "A piece moves in a way that its kind does not allow.";
    WrongPiece "wrong-piece" Movement "A move starts from an empty square or from an enemy piece.";
    SliderJumps "slider-jumps" Movement "A slider moves past a piece in its way.";
    CapturesOwnPiece "captures-own-piece" Movement "A piece captures a piece of its own side.";
    DuplicateMove "duplicate-move" Movement "A move is listed more than once.";
    UnreadableMove "unreadable-move" Movement "The list contains text that is not a move.";
    MoveCount "move-count" Movement "The number of moves is wrong, and the engine does not list them.";
    PawnPushBlocked "pawn-push-blocked" Pawn "A pawn pushes onto an occupied square.";
    DoublePushJumps "double-push-jumps" Pawn "A double push passes over a piece.";
    DoublePushStartRank "double-push-start-rank" Pawn "A pawn pushes two squares from a rank other than its first, or cannot do so from its first.";
    PawnCaptureEmpty "pawn-capture-empty" Pawn "A pawn moves diagonally to an empty square.";
    PromotionChoice "promotion-choice" Promotion "One of the four promotion pieces is missing.";
    PromotionRequired "promotion-required" Promotion "A pawn reaches the last rank and does not promote.";
    PromotionPiece "promotion-piece" Promotion "A pawn promotes to a king or to a pawn.";
    PromotionRank "promotion-rank" Promotion "A move promotes that is not a pawn's move to the last rank.";
    EnPassantMissing "en-passant-missing" EnPassant "A legal en passant capture is missing.";
    EnPassantUnavailable "en-passant-unavailable" EnPassant "An en passant capture takes a pawn that did not just move two squares.";
    EnPassantRankPin "en-passant-rank-pin" Pin "An en passant capture takes both pawns off the king's rank and uncovers an attack along it.";
    EnPassantUncovers "en-passant-uncovers" Pin "An en passant capture takes a pawn that shielded the king.";
    EnPassantPin "en-passant-pin" Pin "A pinned pawn captures en passant and leaves its line.";
    EnPassantEvasion "en-passant-evasion" EnPassant "The en passant capture of a checking pawn is missing.";
    EnPassantInCheck "en-passant-in-check" Check "An en passant capture leaves the king in check.";
    CastleOutOfCheck "castle-out-of-check" Castle "The king castles out of check.";
    CastleThroughCheck "castle-through-check" Castle "The king castles across an attacked square.";
    CastleIntoCheck "castle-into-check" Castle "The king castles onto an attacked square.";
    CastleBlocked "castle-blocked" Castle "Castling passes through a piece.";
    CastleWithoutRight "castle-without-right" Castle "The king castles without the right to castle.";
    CastleMissing "castle-missing" Castle "A legal castling move is missing.";
    CastleRookPathAttacked "castle-rook-path-attacked" Castle "Castling is missing because a square that only the rook crosses is attacked.";
    CastleRookShield "castle-rook-shield" Castle "Castling moves a rook that shielded the king from an attack.";
    DoubleCheckBlocks "double-check-blocks" Check "A piece other than the king moves in double check.";
    CheckIgnored "check-ignored" Check "A move leaves the king in check.";
    KingIntoCheck "king-into-check" King "The king moves onto an attacked square.";
    KingCapturesProtected "king-captures-protected" King "The king captures a protected piece.";
    KingOnCheckingLine "king-on-checking-line" King "The king retreats along the line of the check and stays attacked.";
    KingsTouch "kings-touch" King "A king moves next to the other king.";
    PinnedPieceMoves "pinned-piece-moves" Pin "A pinned piece leaves its line.";
    PinnedPieceFrozen "pinned-piece-frozen" Missing "A pinned piece's move along its line is missing.";
    EvasionBlockMissing "evasion-block-missing" Missing "A move that blocks the check is missing.";
    EvasionCaptureMissing "evasion-capture-missing" Missing "A capture of the checking piece is missing.";
    PawnCaptureMissing "pawn-capture-missing" Missing "A pawn's capture is missing, with or without promotion.";
    PawnPushMissing "pawn-push-missing" Missing "A pawn's push is missing, with or without promotion.";
    KingMoveMissing "king-move-missing" Missing "A king's move is missing.";
    CaptureMissing "capture-missing" Missing "A capture is missing.";
    PieceMovesMissing "piece-moves-missing" Missing "A move without a capture is missing.";
    RookCaptureKeepsRight "rook-capture-keeps-right" Make "A captured rook leaves its castling right behind.";
    RookMoveKeepsRight "rook-move-keeps-right" Make "A rook that moved keeps its castling right.";
    KingMoveKeepsRight "king-move-keeps-right" Make "A king that moved keeps its castling rights.";
    CastlingRightLost "castling-right-lost" Make "A move removes a castling right that should stay.";
    EnPassantKept "en-passant-kept" Make "The en passant square stays set after the next move.";
    EnPassantSquare "en-passant-square" Make "A double push sets the wrong en passant square, or none.";
    EnPassantVictimStays "en-passant-victim-stays" Make "An en passant capture does not remove the captured pawn, or removes the wrong piece.";
    CastleRookMisplaced "castle-rook-misplaced" Make "Castling puts the king or the rook on the wrong square.";
    PromotionMisplaced "promotion-misplaced" Make "A promotion puts the wrong piece on the board.";
    CaptureMisplaced "capture-misplaced" Make "A capture leaves the wrong pieces on the board.";
    MakeMove "make-move" Make "Making a move leaves the wrong position.";
    UnmakeEnPassantSquare "unmake-en-passant-square" State "Unmaking a move does not restore the en passant square.";
    UnmakeCastlingRight "unmake-castling-right" State "Unmaking a move does not restore the castling rights.";
    UnmakeCastle "unmake-castle" State "Unmaking a castling move leaves the king or the rook on the wrong square.";
    UnmakePromotion "unmake-promotion" State "Unmaking a promotion does not restore the pawn.";
    UnmakeEnPassantCapture "unmake-en-passant-capture" State "Unmaking an en passant capture does not restore the captured pawn.";
    UnmakeCapture "unmake-capture" State "Unmaking a capture does not restore the captured piece.";
    UnmakeMove "unmake-move" State "Unmaking a move leaves the wrong position.";
    PerftHash "perft-hash" State "The perft hash table confuses two positions.";
    MoveListLimit "move-list-limit" Missing "A long list of moves loses its end.";
    DrawEndsGame "draw-ends-game" Missing "A draw by fifty moves, repetition or too little material is treated as the end of the game.";
    CountersChangeMoves "counters-change-moves" Missing "The halfmove clock or the move number changes the answer.";
    EndedGameCounted "ended-game-counted" Count "A line that ends early, in mate or stalemate, is counted as a leaf.";
    WrongTotal "wrong-total" Count "The total is not the sum of the counts of the moves.";
    AnswerChanges "answer-changes" State "The same question gets different answers.";
    EngineCrash "engine-crash" Program "The engine ends before its answer is complete.";
    EngineHang "engine-hang" Program "The engine does not answer in time.";
    EngineFlood "engine-flood" Program "The engine prints without end.";
    EngineNonsense "engine-nonsense" Program "The engine's answer cannot be read.";
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
