//! A mailbox board with make and unmake. It shares no code with Tabiya, so that a mistake in one
//! cannot hide in the other.

use crate::bugs::{Bug, Bugs};

/// Piece codes: role 1 to 6 (pawn to king), plus 8 for black; 0 is an empty square.
pub const PAWN: u8 = 1;
pub const KNIGHT: u8 = 2;
pub const BISHOP: u8 = 3;
pub const ROOK: u8 = 4;
pub const QUEEN: u8 = 5;
pub const KING: u8 = 6;
pub const BLACK: u8 = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    Plain,
    Double,
    EnPassant,
    /// `to` is the square of the castling rook.
    Castle,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub from: usize,
    pub to: usize,
    pub promotion: u8,
    pub flag: Flag,
}

/// What a move destroys and unmake needs.
#[derive(Clone, Copy)]
pub struct Undo {
    captured: u8,
    rights: [Option<usize>; 4],
    en_passant: Option<usize>,
    quiet: u32,
}

#[derive(Clone)]
pub struct Board {
    pub squares: [u8; 64],
    pub black_to_move: bool,
    /// Rook squares: white king side, white queen side, black king side, black queen side.
    pub rights: [Option<usize>; 4],
    pub en_passant: Option<usize>,
    /// Half-moves since a pawn moved or a piece was taken.
    pub quiet: u32,
    pub bugs: Bugs,
    /// The positions before, kept only for the mistake that looks at them.
    history: Vec<(bool, [u8; 64])>,
    /// The rights before each of the last four plies, read only by the mistake that restores from here.
    stack: [[Option<usize>; 4]; 4],
    ply: usize,
}

pub fn role(piece: u8) -> u8 {
    piece & 7
}

pub fn is_black(piece: u8) -> bool {
    piece & BLACK != 0
}

/// King and rook targets of a castle with the rook on `rook`.
pub fn castle_targets(king: usize, rook: usize) -> (usize, usize) {
    let rank = king / 8 * 8;
    if rook > king { (rank + 6, rank + 5) } else { (rank + 2, rank + 3) }
}

impl Board {
    pub fn has(&self, bug: Bug) -> bool {
        self.bugs.contains(bug)
    }

    pub fn own(&self, square: usize) -> bool {
        let piece = self.squares[square];
        piece != 0 && is_black(piece) == self.black_to_move
    }

    pub fn enemy(&self, square: usize) -> bool {
        let piece = self.squares[square];
        piece != 0 && is_black(piece) != self.black_to_move
    }

    /// Whether the position stood on the board twice before.
    pub fn came_three_times(&self) -> bool {
        self.history.iter().filter(|&&before| before == (self.black_to_move, self.squares)).count() >= 2
    }

    pub fn king(&self, black: bool) -> Option<usize> {
        let king = if black { KING | BLACK } else { KING };
        self.squares.iter().position(|&piece| piece == king)
    }

    pub fn from_fen(fen: &str, bugs: Bugs) -> Option<Board> {
        let mut fields = fen.split_whitespace();
        let mut board = Board {
            squares: [0; 64],
            black_to_move: false,
            rights: [None; 4],
            en_passant: None,
            quiet: 0,
            bugs,
            history: Vec::new(),
            stack: [[None; 4]; 4],
            ply: 0,
        };
        let (mut rank, mut file) = (7usize, 0usize);
        for letter in fields.next()?.chars() {
            match letter {
                '/' => (rank, file) = (rank.checked_sub(1)?, 0),
                '1'..='8' => file += letter as usize - '0' as usize,
                _ => {
                    let role = "pnbrqk".find(letter.to_ascii_lowercase())? as u8 + 1;
                    let colour = if letter.is_ascii_lowercase() { BLACK } else { 0 };
                    if file > 7 {
                        return None;
                    }
                    board.squares[rank * 8 + file] = role | colour;
                    file += 1;
                }
            }
        }
        board.black_to_move = fields.next()? == "b";
        for letter in fields.next().unwrap_or("-").chars().filter(|&letter| letter != '-') {
            board.grant(letter)?;
        }
        let en_passant = fields.next().unwrap_or("-").as_bytes();
        if en_passant.len() == 2 {
            let square = (en_passant[1].wrapping_sub(b'1') as usize) * 8 + en_passant[0].wrapping_sub(b'a') as usize;
            board.en_passant = (square < 64).then_some(square);
        }
        board.quiet = fields.next().and_then(|text| text.parse().ok()).unwrap_or(0);
        let number: u32 = fields.next().and_then(|text| text.parse().ok()).unwrap_or(1);
        board.black_to_move ^= number > 255 && board.has(Bug::MoveNumberByte);
        Some(board)
    }

    /// `KQkq` mean the outermost rook of that side; a file letter means the rook on that file.
    fn grant(&mut self, letter: char) -> Option<()> {
        let black = letter.is_ascii_lowercase();
        let king = self.king(black)?;
        let rook = if black { ROOK | BLACK } else { ROOK };
        let first = if black { 56 } else { 0 };
        let square = match letter.to_ascii_uppercase() {
            'K' => (king..first + 8).rev().find(|&square| self.squares[square] == rook)?,
            'Q' => (first..king).find(|&square| self.squares[square] == rook)?,
            file @ 'A'..='H' if self.has(Bug::Chess960Outer) => {
                let wanted = first + (file as usize - 'A' as usize);
                let mut line = first..first + 8;
                let outer = |square: &usize| self.squares[*square] == rook;
                if wanted > king { line.rfind(outer)? } else { line.find(outer)? }
            }
            file @ 'A'..='H' => first + (file as usize - 'A' as usize),
            _ => return None,
        };
        let index = if black { 2 } else { 0 } + if square < king { 1 } else { 0 };
        self.rights[index] = Some(square);
        Some(())
    }

    /// Takes over the rights of the board before wherever king and rook stand as they did there.
    pub fn keep_rights(&mut self, before: &Board) {
        for index in 0..4 {
            let black = index >= 2;
            let Some(rook) = before.rights[index].filter(|_| self.king(black) == before.king(black)) else {
                continue;
            };
            if self.squares[rook] == if black { ROOK | BLACK } else { ROOK } {
                self.rights[index] = Some(rook);
            }
        }
    }

    pub fn make(&mut self, step: Step) -> Undo {
        let moved = self.squares[step.from];
        let mut undo = Undo { captured: 0, rights: self.rights, en_passant: self.en_passant, quiet: self.quiet };
        let colour = moved & BLACK;
        if self.has(Bug::RepetitionEnds) {
            self.history.push((self.black_to_move, self.squares));
        }
        self.stack[self.ply % 4] = self.rights;
        self.ply += 1;
        let progress = role(moved) == PAWN || (step.flag == Flag::Plain && self.squares[step.to] != 0);
        self.quiet = if progress { 0 } else { self.quiet + 1 };
        let kept = step.flag == Flag::Castle && self.has(Bug::EpKeptByCastle);
        if !self.has(Bug::EpNeverCleared) && !kept {
            self.en_passant = None;
        }
        match step.flag {
            Flag::Castle => {
                let (king_to, rook_to) = castle_targets(step.from, step.to);
                self.squares[step.from] = 0;
                if self.has(Bug::CastleRookStays) {
                    self.squares[king_to] = moved;
                } else {
                    self.squares[step.to] = 0;
                    self.squares[king_to] = moved;
                    self.squares[rook_to] = ROOK | colour;
                }
            }
            flag => {
                undo.captured = self.squares[step.to];
                self.squares[step.from] = 0;
                self.squares[step.to] = if step.promotion != 0 { step.promotion | colour } else { moved };
                let stays = self.has(Bug::EpVictimStays) || (colour == BLACK && self.has(Bug::EpBlackVictim));
                if flag == Flag::EnPassant && !stays {
                    self.squares[step.from / 8 * 8 + step.to % 8] = 0;
                }
                if flag == Flag::Double {
                    let between = (step.from + step.to) / 2;
                    let wrong = self.has(Bug::EpSquareWrong) || (colour == BLACK && self.has(Bug::EpBlackSquare));
                    self.en_passant = Some(if wrong { step.to } else { between });
                }
                if role(moved) == PAWN && step.from.abs_diff(step.to) == 8 && self.has(Bug::EpAfterSinglePush) {
                    self.en_passant = Some(step.from);
                }
            }
        }
        self.lose_rights(moved, step, undo.captured);
        self.black_to_move = !self.black_to_move;
        undo
    }

    fn lose_rights(&mut self, moved: u8, step: Step, captured: u8) {
        let ours = if is_black(moved) { 2 } else { 0 };
        if role(moved) == KING && !self.has(Bug::KingMoveKeeps) {
            let other = self.rights[ours + usize::from(step.to > step.from)];
            self.rights[ours] = None;
            self.rights[ours + 1] = None;
            if step.flag == Flag::Castle && self.has(Bug::CastleKeepsRight) {
                self.rights[ours + usize::from(step.to > step.from)] = other;
            }
            if self.has(Bug::KingMoveLosesAll) {
                self.rights = [None; 4];
            }
        }
        for index in 0..4 {
            let Some(rook) = self.rights[index] else {
                continue;
            };
            if rook == step.from && role(moved) == ROOK && !self.has(Bug::RookMoveKeeps) {
                self.rights[index] = None;
                if self.has(Bug::RookMoveLosesBoth) {
                    self.rights[index ^ 1] = None;
                }
            }
            let keeps = self.has(Bug::RookCaptureKeeps)
                || (self.has(Bug::PromotionCaptureKeeps) && step.promotion != 0)
                || (self.has(Bug::RookTakesRook) && role(moved) == ROOK)
                || (self.has(Bug::CaptureOnH8Keeps) && rook == 63);
            if rook == step.to && captured != 0 && !keeps {
                self.rights[index] = None;
            }
        }
    }

    pub fn unmake(&mut self, step: Step, undo: Undo) {
        self.black_to_move = !self.black_to_move;
        let colour = if self.black_to_move { BLACK } else { 0 };
        self.history.pop();
        self.ply -= 1;
        self.quiet = undo.quiet;
        if self.has(Bug::UndoStackOfFour) {
            self.rights = self.stack[self.ply % 4];
        } else if !self.has(Bug::UnmakeRights) {
            self.rights = undo.rights;
        }
        if !self.has(Bug::UnmakeEp) {
            self.en_passant = undo.en_passant;
        }
        if step.flag == Flag::Castle {
            let (king_to, rook_to) = castle_targets(step.from, step.to);
            self.squares[king_to] = 0;
            let stays = self.has(Bug::UnmakeCastle) || (colour == BLACK && self.has(Bug::UnmakeBlackCastle));
            if !stays && !self.has(Bug::CastleRookStays) {
                self.squares[rook_to] = 0;
            }
            self.squares[step.to] = ROOK | colour;
            self.squares[step.from] = KING | colour;
            return;
        }
        let moved = self.squares[step.to];
        let demote = step.promotion != 0 && !self.has(Bug::UnmakePromotion);
        self.squares[step.from] = if demote { PAWN | colour } else { moved };
        let lost = (self.has(Bug::UnmakeCapture) && role(undo.captured) == KNIGHT)
            || (self.has(Bug::UnmakePromotionCapture) && step.promotion != 0);
        self.squares[step.to] = if lost { 0 } else { undo.captured };
        if step.flag == Flag::EnPassant {
            let victim = step.from / 8 * 8 + step.to % 8;
            let square = if self.has(Bug::UnmakeEpCapture) { step.to } else { victim };
            self.squares[square] = PAWN | (colour ^ BLACK);
        }
    }
}
