//! The catalogue: every classic mistake this generator can be told to make, and the rule that breaks.

macro_rules! catalogue {
    ($($variant:ident $name:literal breaks $rule:literal: $what:literal;)*) => {
        /// One mistake. The generator asks for it by name at the one line that would be wrong.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Bug { $(#[doc = $what] $variant,)* }

        /// Every mistake with its name, the rule a report should name, and what is wrong.
        pub const CATALOGUE: &[(Bug, &str, &str, &str)] =
            &[$((Bug::$variant, $name, $rule, $what),)*];
    };
}

catalogue! {
    // Geometry.
    KnightWraps "knight-wraps" breaks "board-edge-wrap": "knight jumps are not masked at the board edge";
    KingWraps "king-wraps" breaks "board-edge-wrap": "king steps are not masked at the board edge";
    PawnCaptureWraps "pawn-capture-wraps" breaks "board-edge-wrap": "pawn captures are not masked at the board edge";
    BlackCaptureWraps "black-capture-wraps" breaks "board-edge-wrap": "black pawn captures use the file mask of the other side";
    RookWraps "rook-wraps" breaks "board-edge-wrap": "a rook runs off the h file onto the a file";
    BishopShort "bishop-short" breaks "piece-moves-missing": "a bishop goes at most six squares";
    QueenMissesDiagonal "queen-misses-diagonal" breaks "piece-moves-missing": "the queen has seven directions";
    SliderJumps "slider-jumps" breaks "slider-jumps": "sliders go on behind a captured piece";
    SliderNeverCaptures "rook-never-captures" breaks "capture-missing": "a rook stops before every piece, enemies too";
    CapturesOwn "captures-own-piece" breaks "captures-own-piece": "a knight may land on its own pieces";
    DuplicateMoves "duplicate-queen-moves" breaks "duplicate-move": "queen moves onto enemies are listed twice";
    KnightTableHole "knight-table-hole" breaks "piece-moves-missing": "one entry of the knight's table lacks one square";
    KingTableHole "king-table-hole" breaks "king-move-missing": "one entry of the king's table lacks one square";
    SlidersStopAtEdge "sliders-stop-before-edge" breaks "piece-moves-missing": "the mask without edge squares is used for targets";
    MagicCollision "magic-collision" breaks "slider-jumps": "two occupancies of a rook on a8 share one entry";
    ThirdKnight "third-knight-forgotten" breaks "piece-moves-missing": "a piece list holds two knights";
    SecondQueen "second-queen-forgotten" breaks "piece-moves-missing": "a side is thought to have one queen";
    List64 "list-of-64" breaks "move-list-limit": "moves after the sixty-fourth are dropped";
    List128 "list-of-128" breaks "move-list-limit": "moves after the 128th are dropped";
    // Pawns.
    PushCaptures "push-captures" breaks "pawn-push-blocked": "a push may take the piece in front";
    DoublePushJumps "double-push-jumps" breaks "double-push-jumps": "a double push only looks at its target";
    DoublePushLands "double-push-lands-on-piece" breaks "pawn-push-blocked": "a double push only looks at the square between";
    DoublePushAnywhere "double-push-anywhere" breaks "double-push-start-rank": "any pawn may push two squares";
    BlackDoubleRank "black-double-push-rank" breaks "double-push-start-rank": "black's starting rank is white's mirrored wrongly";
    CapturesEmpty "pawn-captures-nothing" breaks "pawn-capture-empty": "a pawn may go diagonally onto an empty square";
    QueenOnly "promotes-to-queen-only" breaks "promotion-choice": "promotion gives a queen and nothing else";
    NoKnightPromotion "no-knight-promotion" breaks "promotion-choice": "the knight is left out of the promotions";
    CaptureDoesNotPromote "capture-does-not-promote" breaks "promotion-required": "a capture onto the last rank stays a pawn";
    PromotionOptional "promotion-optional" breaks "promotion-required": "a pawn may stay a pawn on the last rank";
    PromotesToKing "promotes-to-king" breaks "promotion-piece": "king is among the promotion pieces";
    NoCaptureOnLastRank "no-capture-on-last-rank" breaks "pawn-capture-missing": "a pawn cannot capture onto the last rank";
    NoCaptureFromH "no-capture-from-h" breaks "pawn-capture-missing": "a pawn on the h file does not capture";
    NoCaptures "no-pawn-captures" breaks "pawn-capture-missing": "pawns capture nothing, en passant neither";
    NoPushToLastRank "no-push-to-last-rank" breaks "pawn-push-missing": "a pawn cannot push onto the last rank";
    NoSinglePush "no-single-push" breaks "pawn-push-missing": "a pawn at home only pushes two squares";
    NoKingCaptures "king-never-captures" breaks "king-move-missing": "the king takes nothing";
    NoKnightCaptures "knight-never-captures" breaks "capture-missing": "a knight takes nothing, checkers neither";
    BlackPromotesEarly "black-promotes-early" breaks "promotion-rank": "black promotes on the second rank";
    BlackDoubleJumps "black-double-push-jumps" breaks "double-push-jumps": "black's double push only looks at its target";
    CapturePromotesToQueen "capture-promotes-to-queen-only" breaks "promotion-choice": "a capture onto the last rank gives a queen and nothing else";
    BlackNoBishop "black-no-bishop-promotion" breaks "promotion-choice": "black's promotions leave out the bishop";
    BlackNoCaptureFromA "black-no-capture-from-a" breaks "pawn-capture-missing": "a black pawn on the a file does not capture";
    DoublePushNeverBlocks "double-push-never-blocks" breaks "evasion-block-missing": "a double push does not answer a check";
    PromotionNeverBlocks "promotion-never-blocks" breaks "evasion-block-missing": "a promotion does not step into a check";
    PromotionNeverTakes "promotion-never-takes-checker" breaks "evasion-capture-missing": "a promotion does not take a checker";
    PinnedPawnPromotes "pinned-pawn-promotes" breaks "pinned-piece-moves": "pins are not applied to captures that promote";
    PinnedPawnDouble "pinned-pawn-double-push" breaks "pinned-piece-moves": "pins are not applied to double pushes";
    PinnedPawnStays "pinned-pawn-never-pushes" breaks "pinned-piece-frozen": "a pawn pinned along its file may not push";
    // En passant.
    EpMissing "en-passant-missing" breaks "en-passant-missing": "en passant is not generated";
    EpOneSide "en-passant-one-side" breaks "en-passant-missing": "en passant only towards the h file";
    EpWraps "en-passant-wraps" breaks "board-edge-wrap": "en passant sees a neighbour around the board edge";
    EpRankPin "en-passant-rank-pin" breaks "en-passant-rank-pin": "two pawns leave the king's rank at once";
    EpPinned "en-passant-pinned" breaks "en-passant-pin": "a pinned pawn may capture en passant";
    EpNoEvasion "en-passant-no-evasion" breaks "en-passant-evasion": "a checking pawn cannot be taken en passant";
    EpIgnoresCheck "en-passant-ignores-check" breaks "en-passant-in-check": "en passant is allowed in any check";
    EpNeverCleared "en-passant-never-cleared" breaks "en-passant-kept": "the en passant square outlives the reply";
    EpSquareWrong "en-passant-square-wrong" breaks "en-passant-square": "the square recorded is where the pawn landed";
    EpVictimStays "en-passant-victim-stays" breaks "en-passant-victim-stays": "the pawn taken en passant stays";
    EpBlackMissing "black-en-passant-missing" breaks "en-passant-missing": "black does not capture en passant";
    EpFromA "en-passant-from-a-missing" breaks "en-passant-missing": "a pawn on the a file does not capture en passant";
    EpAlongPin "en-passant-along-pin-missing" breaks "en-passant-missing": "a pinned pawn may not capture en passant along its pin";
    EpKeptByCastle "castling-keeps-en-passant" breaks "en-passant-kept": "castling does not clear the en passant square";
    EpAfterSinglePush "en-passant-after-single-push" breaks "en-passant-unavailable": "a push of one square leaves an en passant square too";
    EpBlackSquare "black-en-passant-square" breaks "en-passant-square": "black's double push leaves the square where it landed";
    EpBlackVictim "black-en-passant-victim" breaks "en-passant-victim-stays": "the pawn that black takes en passant stays";
    // Castling.
    CastleOutOfCheck "castle-out-of-check" breaks "castle-out-of-check": "castling is allowed in check";
    CastleThroughCheck "castle-through-check" breaks "castle-through-check": "the square the king crosses is not looked at";
    CastleIntoCheck "castle-into-check" breaks "castle-into-check": "the square the king lands on is not looked at";
    CastleOverB1 "castle-over-b1" breaks "castle-blocked": "a piece on b1 does not stop long castling";
    CastleOverF1 "castle-over-f1" breaks "castle-blocked": "only the king's target must be empty";
    CastleB1Attacked "castle-b1-attacked" breaks "castle-rook-path-attacked": "an attack on b1 stops long castling";
    CastleRookAttacked "castle-rook-attacked" breaks "castle-rook-path-attacked": "an attack on the rook stops castling";
    CastleNoLong "castle-no-long" breaks "castle-missing": "there is no long castling";
    CastleBlackAsWhite "castle-black-as-white" breaks "castle-without-right": "black castles by white's rights";
    RookCaptureKeeps "rook-capture-keeps-right" breaks "rook-capture-keeps-right": "a captured rook leaves its castling right behind";
    PromotionCaptureKeeps "promotion-capture-keeps-right" breaks "rook-capture-keeps-right": "a rook taken by a promoting pawn leaves its right behind";
    RookMoveKeeps "rook-move-keeps-right" breaks "rook-move-keeps-right": "a rook that moved keeps its right";
    KingMoveKeeps "king-move-keeps-right" breaks "king-move-keeps-right": "a king that moved keeps its rights";
    RookMoveLosesBoth "rook-move-loses-both" breaks "castling-right-lost": "one rook's move takes both rights";
    CastleRookStays "castle-rook-stays" breaks "castle-rook-misplaced": "castling leaves the rook in its corner";
    CastleOverC1 "castle-over-c1" breaks "castle-blocked": "a piece on c1 does not stop long castling";
    CastleKnightUnseen "castle-past-knight" breaks "castle-through-check": "a knight's attack on the crossed square is not seen";
    CastlePawnUnseen "castle-past-pawn" breaks "castle-through-check": "a pawn's attack on the crossed square is not seen";
    CastleKingUnseen "castle-past-king" breaks "castle-through-check": "the enemy king's attack on the crossed square is not seen";
    CastleBlackLong "black-castles-long-through-check" breaks "castle-through-check": "black's long castling does not look at d8";
    RookTakesRook "rook-takes-rook-keeps-right" breaks "rook-capture-keeps-right": "a rook that takes a rook only gives up its own right";
    CaptureOnH8Keeps "capture-on-h8-keeps-right" breaks "rook-capture-keeps-right": "a rook taken on h8 leaves its right behind";
    CastleKeepsRight "castling-keeps-right" breaks "king-move-keeps-right": "castling gives up one right and keeps the other";
    KingMoveLosesAll "king-move-loses-all" breaks "castling-right-lost": "a king's move takes the rights of both sides";
    // Checks and pins.
    PinnedKnight "pinned-knight-moves" breaks "pinned-piece-moves": "pins are not applied to knights";
    PinnedSlider "pinned-slider-leaves-line" breaks "pinned-piece-moves": "pins are not applied to sliders";
    PinnedPawnCaptures "pinned-pawn-captures" breaks "pinned-piece-moves": "pins are not applied to pawn captures";
    PinnedPawnPushes "pinned-pawn-pushes" breaks "pinned-piece-moves": "pins are not applied to pawn pushes";
    PinnedFrozen "pinned-slider-frozen" breaks "pinned-piece-frozen": "a pinned slider may not move along the pin";
    PinnedPawnFrozen "pinned-pawn-frozen" breaks "pinned-piece-frozen": "a pinned pawn may not take its pinner";
    QueensDoNotPin "queens-do-not-pin" breaks "pinned-piece-moves": "only rooks and bishops are seen as pinners";
    KingXray "king-on-checking-line" breaks "king-on-checking-line": "the king hides in its own shadow";
    KingsTouch "kings-touch" breaks "kings-touch": "the enemy king attacks nothing";
    KingIgnoresPawns "king-ignores-pawns" breaks "king-into-check": "the king may step next to an enemy pawn's bite";
    PawnAttackMirrored "pawn-attack-mirrored" breaks "king-into-check": "black pawns are thought to attack upwards";
    KingTakesProtected "king-takes-protected" breaks "king-captures-protected": "the king may take protected pieces";
    DoubleCheckBlocks "double-check-blocks" breaks "double-check-blocks": "in double check the first checker may be answered";
    CheckIgnored "check-ignored" breaks "check-ignored": "checks are not answered";
    KnightCheckIgnored "knight-check-ignored" breaks "check-ignored": "a knight's check is not seen";
    NoBlocks "check-no-blocks" breaks "evasion-block-missing": "a check may not be blocked";
    NoCheckerCapture "check-no-captures" breaks "evasion-capture-missing": "the checker may not be taken";
    PinOnlyNear "pin-only-beside-king" breaks "pinned-piece-moves": "only a piece beside its king is seen as pinned";
    PinMissesDirection "pin-misses-direction" breaks "pinned-piece-moves": "pins towards lower ranks along a file are not looked for";
    PinnedQueen "pinned-queen-moves" breaks "pinned-piece-moves": "pins are not applied to queens";
    QueenCheckUnseen "queen-diagonal-check-ignored" breaks "check-ignored": "a queen's check along a diagonal is not seen";
    TwoSliders "two-sliders-one-check" breaks "double-check-blocks": "checks by two sliders count as one";
    KingNeverTakesChecker "king-never-takes-checker" breaks "king-move-missing": "the king may not take a piece that checks it";
    AttackShort "attack-ends-after-five" breaks "king-into-check": "sliders are thought to attack five squares far";
    // Undoing moves, and the table.
    UnmakeEp "unmake-forgets-ep" breaks "unmake-en-passant-square": "unmake does not restore the en passant square";
    UnmakeRights "unmake-forgets-rights" breaks "unmake-castling-right": "unmake does not restore the castling rights";
    UnmakePromotion "unmake-keeps-promotion" breaks "unmake-promotion": "unmake leaves the promoted piece";
    UnmakeCapture "unmake-loses-capture" breaks "unmake-capture": "unmake does not put captured knights back";
    UnmakeEpCapture "unmake-ep-capture" breaks "unmake-en-passant-capture": "unmake puts the pawn taken en passant on the wrong square";
    UnmakeCastle "unmake-castle" breaks "unmake-castle": "unmake leaves the castled rook";
    HashOfNothing "hash-of-nothing" breaks "perft-hash": "every position has the same key";
    HashWithoutEp "hash-without-ep" breaks "perft-hash": "the key leaves out en passant";
    HashWithoutRights "hash-without-rights" breaks "perft-hash": "the key leaves out the castling rights";
    HashWithoutDepth "hash-without-depth" breaks "perft-hash": "entries of another depth are accepted";
    CountsAddUp "counts-add-up" breaks "answer-changes": "the node counter is not reset between questions";
    UnmakePromotionCapture "unmake-promotion-capture" breaks "unmake-capture": "unmake does not put back what a promotion took";
    UndoStackOfFour "undo-stack-of-four" breaks "unmake-castling-right": "the stack of rights to restore holds four plies";
    UnmakeBlackCastle "unmake-black-castle" breaks "unmake-castle": "unmake leaves black's castled rook";
    HashColourBlind "hash-colour-blind" breaks "perft-hash": "a white knight and a black one have the same number";
    HashTwelveBits "hash-12-bits" breaks "perft-hash": "entries are told apart by twelve bits of the key";
    RightsLeftOver "rights-left-over" breaks "answer-changes": "castling rights of the question before are kept";
    FiftyMovesEnd "fifty-moves-end-game" breaks "draw-ends-game": "after fifty moves without progress nothing is listed";
    RepetitionEnds "repetition-ends-game" breaks "draw-ends-game": "a position that came three times lists nothing";
    BareKingsEnd "bare-kings-end-game" breaks "draw-ends-game": "two bare kings have nothing to play";
    MoveNumberByte "move-number-byte" breaks "counters-change-moves": "with a move number above 255 black and white are exchanged";
    LongLine "long-line-cut" breaks "make-move": "moves of a line after the four hundredth are not played";
    // Counting and answering.
    TotalOffByOne "total-off-by-one" breaks "wrong-total": "the total counts the root as well";
    TotalSixteenBits "total-16-bits" breaks "wrong-total": "the total is kept in 16 bits";
    MateIsLeaf "mate-is-leaf" breaks "ended-game-counted": "a mate before the last move counts as a leaf";
    StalemateIsLeaf "stalemate-is-leaf" breaks "ended-game-counted": "a stalemate before the last move counts as a leaf";
    AnswersVary "answers-vary" breaks "answer-changes": "memory that was never set drops a move of some answers";
    // Chess960.
    Chess960RookShield "chess960-rook-shield" breaks "castle-rook-shield": "the castling rook may have shielded the king";
    Chess960RookPath "chess960-rook-path" breaks "castle-blocked": "only the king's path must be empty";
    Chess960OwnBlocks "chess960-own-rook-blocks" breaks "castle-missing": "king and castling rook block each other";
    Chess960KingStays "chess960-king-stays" breaks "castle-missing": "a king that stands on its target does not castle";
    Chess960RookStays "chess960-rook-stays" breaks "castle-missing": "a rook that stands on its target does not castle";
    Chess960LongWay "chess960-long-way" breaks "castle-through-check": "of a long way only the squares beside the king and its target are looked at";
    Chess960Outer "chess960-outer-rook" breaks "castle-without-right": "a right by file is taken for the outermost rook";
}

/// A set of mistakes, made all at once.
#[derive(Clone, Copy, Default)]
pub struct Bugs([u64; 4]);

impl Bugs {
    pub fn contains(self, bug: Bug) -> bool {
        self.0[bug as usize / 64] >> (bug as usize % 64) & 1 == 1
    }

    /// The mistakes of those names, separated by commas; `none` is a name too.
    pub fn parse(names: &str) -> Option<Bugs> {
        let mut bugs = Bugs::default();
        for name in names.split(',').filter(|&name| name != "none") {
            let entry = CATALOGUE.iter().find(|entry| entry.1 == name)?;
            bugs.0[entry.0 as usize / 64] |= 1 << (entry.0 as usize % 64);
        }
        Some(bugs)
    }
}
