//! A deliberate twin of the generator, written for the tests: a mailbox board, offsets and loops, no tables, nothing
//! shared with the library but the names of squares and moves. Slow and meant to be read.

use tabiya::{Bitboard, Color, EnPassantField, Move, MoveKind, Piece, Position, Rank, Role, Square, Wing};

const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A board of 64 boxes with what else the rules of movement need.
#[derive(Clone)]
pub struct Naive {
    boxes: [Option<Piece>; 64],
    turn: Color,
    castling: Vec<Square>,
    en_passant: Option<Square>,
}

impl From<&Position> for Naive {
    fn from(position: &Position) -> Naive {
        let setup = position.setup(EnPassantField::Always);
        Naive {
            boxes: Square::ALL.map(|square| setup.board.piece_at(square)),
            turn: setup.turn,
            castling: setup.castling.into_iter().collect(),
            en_passant: setup.en_passant,
        }
    }
}

impl Naive {
    fn at(&self, square: Square) -> Option<Piece> {
        self.boxes[square.index()]
    }

    fn find(&self, color: Color, role: Role) -> impl Iterator<Item = Square> + '_ {
        Square::ALL.into_iter().filter(move |&s| self.at(s) == Some(Piece::new(color, role)))
    }

    /// Where the king of this colour stands.
    pub fn king(&self, color: Color) -> Square {
        self.find(color, Role::King).next().expect("both kings are on the board")
    }

    /// The pieces of colour `by` that attack a square.
    pub fn attackers(&self, target: Square, by: Color) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        let mut note = |square: Option<Square>, roles: &[Role]| {
            if let Some(square) = square
                && roles.iter().any(|&role| self.at(square) == Some(Piece::new(by, role)))
            {
                found = found.with(square);
            }
        };
        for (files, ranks) in KNIGHT {
            note(target.offset(files, ranks), &[Role::Knight]);
        }
        for (files, ranks) in STRAIGHT.into_iter().chain(DIAGONAL) {
            note(target.offset(files, ranks), &[Role::King]);
        }
        // A white pawn attacks upwards, so it stands one rank below what it attacks.
        let behind = by.pick(-1, 1);
        note(target.offset(-1, behind), &[Role::Pawn]);
        note(target.offset(1, behind), &[Role::Pawn]);
        for step in STRAIGHT {
            note(self.first_piece(target, step), &[Role::Rook, Role::Queen]);
        }
        for step in DIAGONAL {
            note(self.first_piece(target, step), &[Role::Bishop, Role::Queen]);
        }
        found
    }

    /// The enemies that give check to the king of this colour.
    pub fn checkers(&self, color: Color) -> Bitboard {
        self.attackers(self.king(color), !color)
    }

    /// The pieces, of either colour, that alone stand between this king and an enemy slider: `(blocker, slider)`.
    pub fn blockers(&self, color: Color) -> Vec<(Square, Square)> {
        let king = self.king(color);
        let mut found = Vec::new();
        for (steps, role) in [(STRAIGHT, Role::Rook), (DIAGONAL, Role::Bishop)] {
            for step in steps {
                let Some(blocker) = self.first_piece(king, step) else { continue };
                let Some(slider) = self.first_piece(blocker, step) else { continue };
                let piece = self.at(slider).expect("first_piece found it");
                if piece.color() != color && (piece.role() == role || piece.role() == Role::Queen) {
                    found.push((blocker, slider));
                }
            }
        }
        found
    }

    fn first_piece(&self, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        let mut here = from.offset(files, ranks);
        while let Some(square) = here {
            if self.at(square).is_some() {
                return here;
            }
            here = square.offset(files, ranks);
        }
        None
    }

    /// Every move that follows the rules of movement, whether or not the king survives it. Castling is listed when
    /// the way is free; whether it passes attacked squares is a question of legality here.
    pub fn pseudo_legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Square::ALL {
            let Some(piece) = self.at(from) else { continue };
            if piece.color() != self.turn {
                continue;
            }
            match piece.role() {
                Role::Pawn => self.pawn_moves(from, &mut moves),
                Role::Knight => self.steps(from, &KNIGHT, false, &mut moves),
                Role::Bishop => self.steps(from, &DIAGONAL, true, &mut moves),
                Role::Rook => self.steps(from, &STRAIGHT, true, &mut moves),
                Role::Queen => {
                    self.steps(from, &STRAIGHT, true, &mut moves);
                    self.steps(from, &DIAGONAL, true, &mut moves);
                }
                Role::King => {
                    self.steps(from, &STRAIGHT, false, &mut moves);
                    self.steps(from, &DIAGONAL, false, &mut moves);
                }
            }
        }
        self.castles(&mut moves);
        moves
    }

    fn steps(&self, from: Square, steps: &[(i8, i8)], slides: bool, moves: &mut Vec<Move>) {
        for &(files, ranks) in steps {
            let mut here = from.offset(files, ranks);
            while let Some(to) = here {
                match self.at(to) {
                    None => moves.push(Move::new(from, to, MoveKind::Quiet)),
                    Some(other) if other.color() != self.turn => {
                        moves.push(Move::new(from, to, MoveKind::Capture));
                        break;
                    }
                    Some(_) => break,
                }
                here = if slides { to.offset(files, ranks) } else { None };
            }
        }
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let up = self.turn.pick(1, -1);
        if let Some(one) = from.offset(0, up)
            && self.at(one).is_none()
        {
            self.pawn_arrives(from, one, false, moves);
            let home = self.turn.pick(Rank::Second, Rank::Seventh);
            if from.rank() == home
                && let Some(two) = one.offset(0, up)
                && self.at(two).is_none()
            {
                moves.push(Move::new(from, two, MoveKind::DoublePush));
            }
        }
        for side in [-1, 1] {
            let Some(to) = from.offset(side, up) else { continue };
            match self.at(to) {
                Some(other) if other.color() != self.turn => self.pawn_arrives(from, to, true, moves),
                None if self.en_passant == Some(to) => moves.push(Move::new(from, to, MoveKind::EnPassant)),
                _ => {}
            }
        }
    }

    fn pawn_arrives(&self, from: Square, to: Square, captures: bool, moves: &mut Vec<Move>) {
        if to.rank() != self.turn.pick(Rank::Eighth, Rank::First) {
            let kind = if captures { MoveKind::Capture } else { MoveKind::Quiet };
            moves.push(Move::new(from, to, kind));
            return;
        }
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let kind = MoveKind::promotion_to(role, captures).expect("pawns become these");
            moves.push(Move::new(from, to, kind));
        }
    }

    fn castles(&self, moves: &mut Vec<Move>) {
        let king = self.king(self.turn);
        for &rook in self.castling.iter().filter(|r| self.at(**r) == Some(Piece::new(self.turn, Role::Rook))) {
            let wing = if rook.file() > king.file() { Wing::King } else { Wing::Queen };
            let (king_to, rook_to) = castle_targets(king, wing);
            let mut way = span(king, king_to);
            way.extend(span(rook, rook_to));
            if way.into_iter().all(|s| s == king || s == rook || self.at(s).is_none()) {
                moves.push(Move::new(king, rook, MoveKind::castle(wing)));
            }
        }
    }

    /// The board after a pseudo-legal move. Rights and counters are left alone: only attacks matter here.
    pub fn after(&self, mv: Move) -> Naive {
        let mut next = self.clone();
        let piece = next.boxes[mv.from().index()].take().expect("a piece moves");
        if let Some(wing) = mv.castling_wing() {
            let rook = next.boxes[mv.to().index()].take();
            let (king_to, rook_to) = castle_targets(mv.from(), wing);
            next.boxes[king_to.index()] = Some(piece);
            next.boxes[rook_to.index()] = rook;
        } else {
            if mv.is_en_passant() {
                next.boxes[Square::new(mv.to().file(), mv.from().rank()).index()] = None;
            }
            let role = mv.promotion().unwrap_or(piece.role());
            next.boxes[mv.to().index()] = Some(Piece::new(piece.color(), role));
        }
        next.turn = !self.turn;
        next.en_passant = None;
        next
    }

    /// Whether a pseudo-legal move leaves the mover's king in safety, and, if it castles, keeps it safe on the way.
    pub fn is_legal(&self, mv: Move) -> bool {
        if let Some(wing) = mv.castling_wing() {
            let (king_to, _) = castle_targets(mv.from(), wing);
            let mut without_king = self.clone();
            without_king.boxes[mv.from().index()] = None;
            let way_is_safe =
                span(mv.from(), king_to).into_iter().all(|s| without_king.attackers(s, !self.turn).is_empty());
            if !way_is_safe {
                return false;
            }
        }
        self.after(mv).checkers(self.turn).is_empty()
    }

    /// Every legal move.
    pub fn legal(&self) -> Vec<Move> {
        self.pseudo_legal().into_iter().filter(|&mv| self.is_legal(mv)).collect()
    }

    /// Whether a pseudo-legal move checks the enemy king. A king that steps beside the other one does not: that is
    /// its own end, not a check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let next = self.after(mv);
        next.checkers(!self.turn).without(next.king(self.turn)).any()
    }
}

/// Where king and rook stand after castling.
pub fn castle_targets(king: Square, wing: Wing) -> (Square, Square) {
    let name = |file: char| format!("{file}{}", king.rank()).parse::<Square>().expect("a square");
    match wing {
        Wing::King => (name('g'), name('f')),
        Wing::Queen => (name('c'), name('d')),
    }
}

/// All squares of a rank from one square to another, both included.
fn span(a: Square, b: Square) -> Vec<Square> {
    let (low, high) = (a.index().min(b.index()), a.index().max(b.index()));
    Square::ALL[low..=high].to_vec()
}
