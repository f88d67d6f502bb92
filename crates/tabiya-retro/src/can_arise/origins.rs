//! Every man on the board was one of the sixteen that its side had at the start: which it can have been, and how many
//! captures by pawns that takes.
//!
//! A pawn changes its file by capturing, one file at a time, so its path has a least number of captures. A promoted
//! piece was such a pawn up to some square of the last rank, and from there it went its own way. A piece that was not
//! promoted started as such a piece, and it takes no capture by a pawn.

use tabiya::{Bitboard, Color, File, Rank, Role, Square};

use super::matching::{Costs, Matching, NEVER, ORIGINS, cheapest};
use super::view::View;

/// The origins that are pawns: eight files. The other eight are the files of the pieces.
pub(super) const PAWNS: u32 = 0xff00;
/// The origins that are pieces.
pub(super) const PIECES: u32 = 0x00ff;

/// What the men of one side can have been.
pub(super) struct Origins {
    pub color: Color,
    pub squares: Vec<Square>,
    pub roles: Vec<Role>,
    pub costs: Vec<Costs>,
    /// How many of its pieces are promoted pawns, at least.
    pub promoted: u32,
    /// The pieces of which some have to be promoted.
    pub promoted_among: Bitboard,
    /// Where pieces started that were certainly captured on squares where no pawn captures.
    pub captured_at_home: Bitboard,
    /// How many such pieces there are at least.
    pub captured_by_pieces: u32,
}

impl Origins {
    pub fn new(view: &View<'_>, color: Color) -> Origins {
        let pawn_paths = PawnPaths::new(view, color);
        let (mut squares, mut roles, mut costs) = (Vec::new(), Vec::new(), Vec::new());
        for square in view.position.by_color(color) {
            let role = view.position.role_at(square).unwrap_or(Role::Pawn);
            squares.push(square);
            roles.push(role);
            costs.push(costs_of(view, color, role, square, &pawn_paths));
        }
        let pieces = Matching::new(&costs, PIECES);
        let promoted: Vec<usize> = pieces.left_over.iter().copied().filter(|&man| roles[man] != Role::Pawn).collect();
        let promoted_among = promoted.iter().fold(Bitboard::EMPTY, |all, &man| {
            let same = |square: Square| roles[man] != Role::Bishop || square.is_light() == squares[man].is_light();
            all | view.position.pieces(color, roles[man]).into_iter().filter(|&square| same(square)).collect()
        });
        let mut origins = Origins {
            color,
            squares,
            roles,
            promoted: promoted.len() as u32,
            promoted_among,
            captured_at_home: Bitboard::EMPTY,
            captured_by_pieces: 0,
            costs,
        };
        origins.find_captured_by_pieces(view);
        origins
    }

    /// Pieces that are gone although they could never leave squares where no pawn captures: pieces captured them.
    ///
    /// Of the pieces that started in such places, those still there are on the board as what they were. So as many are
    /// gone as cannot be found again.
    fn find_captured_by_pieces(&mut self, view: &View<'_>) {
        let color = self.color;
        let Some(home) = view.homes[color as usize].filter(|_| view.missing(color) > 0) else {
            return;
        };
        let (mut safe, mut count) = (0, 0);
        for file in File::ALL {
            let (square, role) = (Square::new(file, color.back_rank()), home.roles[file as usize]);
            let mut reach = view.reach(color, role, square);
            for path in view.castles(color).iter().filter(|path| role == Role::Rook && path.rook_from == square) {
                reach |= view.reach(color, role, path.rook_to);
            }
            if role != Role::King && !view.pawns_may_capture_on(color, reach) {
                safe |= 1 << file as u32;
                count += 1;
                if !view.position.pieces(color, role).intersects(reach) {
                    self.captured_at_home = self.captured_at_home.with(square);
                }
            }
        }
        self.captured_by_pieces = count - Matching::new(&self.costs, safe).size;
    }

    /// The men of one kind: pawns, or all.
    pub fn costs_of(&self, keep: impl Fn(Role) -> bool) -> (Vec<Square>, Vec<Costs>) {
        let kept = (0..self.roles.len()).filter(|&man| keep(self.roles[man]));
        kept.map(|man| (self.squares[man], self.costs[man])).unzip()
    }

    /// The fewest captures that the side's pawns have made, those that promoted included; `None` if the men have no
    /// origins of their own.
    pub fn captures(&self) -> Option<u32> {
        cheapest(&self.costs, 0..ORIGINS)
    }

    /// The fewest captures of the pawns that are still pawns.
    pub fn captures_of_pawns(&self) -> Option<u32> {
        cheapest(&self.costs_of(|role| role == Role::Pawn).1, 8..ORIGINS)
    }

    /// Of these the fewest beyond the first of each pawn.
    pub fn repeated_captures(&self) -> u32 {
        let beyond = |&cost: &u32| if cost == NEVER { NEVER } else { cost.saturating_sub(1) };
        let (_, costs) = self.costs_of(|role| role == Role::Pawn);
        let costs: Vec<Costs> = costs.iter().map(|costs| costs.each_ref().map(beyond)).collect();
        cheapest(&costs, 8..ORIGINS).unwrap_or(0)
    }
}

/// What it costs a man to have been each of the sixteen: the captures of its path as a pawn.
fn costs_of(view: &View<'_>, color: Color, role: Role, square: Square, pawn_paths: &PawnPaths) -> Costs {
    let mut costs = [NEVER; ORIGINS];
    if role == Role::Pawn {
        for file in File::ALL {
            costs[8 + file as usize] = pawn_paths.captures(file, square);
        }
        return costs;
    }
    let reach = view.reach(color, role, square);
    match view.homes[color as usize] {
        Some(home) => {
            for home in home.squares(color, role).filter(|&home| view.enters(color, role, home, reach)) {
                costs[home.file() as usize] = 0;
            }
        }
        // Any arrangement: two places for knights and rooks, one for a bishop of each colour, the queen and the king.
        None => {
            let places = match role {
                Role::Bishop => 2 + usize::from(square.is_light())..3 + usize::from(square.is_light()),
                Role::Rook => 4..6,
                Role::Queen => 6..7,
                Role::King => 7..8,
                _ => 0..2,
            };
            costs[places].fill(0);
        }
    }
    if role != Role::King {
        for file in File::ALL {
            let last = reach & (!color).back_rank().bitboard();
            let ways = last.into_iter().map(|square| pawn_paths.captures(file, square));
            costs[8 + file as usize] = ways.min().unwrap_or(NEVER);
        }
    }
    costs
}

/// The fewest captures with which the pawn of each file can ever have come to each square.
pub(super) struct PawnPaths {
    color: Color,
    /// By file of origin and square as White sees it.
    captures: Box<[[u32; 64]; 8]>,
}

impl PawnPaths {
    pub fn new(view: &View<'_>, color: Color) -> PawnPaths {
        let mut captures = Box::new([[NEVER; 64]; 8]);
        for (file, captures) in File::ALL.into_iter().zip(captures.iter_mut()) {
            captures[Square::new(file, Rank::Second) as usize] = 0;
            for to in Square::ALL.into_iter().filter(|square| square.rank() > Rank::Second) {
                if view.unmoved.contains(to.relative_to(color)) {
                    continue;
                }
                let from = |files: i8| to.offset(files, -1).map_or(NEVER, |from| captures[from as usize]);
                captures[to as usize] = from(0).min(from(-1) + 1).min(from(1) + 1).min(NEVER);
            }
        }
        PawnPaths { color, captures }
    }

    /// The captures of the pawn from this file on its way to a square, or [`NEVER`].
    pub fn captures(&self, file: File, square: Square) -> u32 {
        self.captures[file as usize][square.relative_to(self.color) as usize]
    }
}
