//! The sets of squares that a move generator thinks in, by name.

use serde::Serialize;
use tabiya::attacks::{self, magic, pext};
use tabiya::{Bitboard, Color, Direction, File, Position, Rank, Role, Square};

use crate::failure::Failure;

/// Every layer that needs no square: its name, in the order of the Lab.
pub const NAMES: &[&str] = &[
    "occupied",
    "white",
    "black",
    "us",
    "them",
    "pawns",
    "knights",
    "bishops",
    "rooks",
    "queens",
    "kings",
    "white-pawns",
    "white-knights",
    "white-bishops",
    "white-rooks",
    "white-queens",
    "white-kings",
    "black-pawns",
    "black-knights",
    "black-bishops",
    "black-rooks",
    "black-queens",
    "black-kings",
    "white-attacks",
    "black-attacks",
    "king-danger",
    "king-danger-with-king",
    "checkers",
    "check-mask",
    "pinned",
    "pin-lines",
    "white-blockers",
    "black-blockers",
    "white-pinners",
    "black-pinners",
    "discoverers",
    "pawn-checks",
    "knight-checks",
    "bishop-checks",
    "rook-checks",
    "queen-checks",
    "push-shift",
    "pushes",
    "double-push-mask",
    "double-pushes",
    "west-capture-shift",
    "west-captures",
    "east-capture-shift",
    "east-captures",
    "not-a-file",
    "not-h-file",
    "promotion-rank",
    "en-passant",
    "castling-rooks",
];

const ROLES: [(&str, Role); 6] = [
    ("pawns", Role::Pawn),
    ("knights", Role::Knight),
    ("bishops", Role::Bishop),
    ("rooks", Role::Rook),
    ("queens", Role::Queen),
    ("kings", Role::King),
];

/// The set of a name.
pub fn of(position: &Position, name: &str) -> Result<Bitboard, Failure> {
    find(position, name).ok_or_else(|| Failure::new("argument", format!("there is no layer \"{name}\"")))
}

fn find(position: &Position, name: &str) -> Option<Bitboard> {
    let board = position.board();
    let (white, black, turn) = (Color::White, Color::Black, position.turn());
    let attacked_by = |color| board.attacks_by(color, position.occupied());
    let role_named = |name: &str| ROLES.iter().find(|(known, _)| *known == name).map(|&(_, role)| role);
    Some(match name {
        "occupied" => position.occupied(),
        "white" => board.by_color(white),
        "black" => board.by_color(black),
        "us" => position.us(),
        "them" => position.them(),
        "white-attacks" => attacked_by(white),
        "black-attacks" => attacked_by(black),
        "king-danger" => position.king_danger(),
        "king-danger-with-king" => attacked_by(!turn),
        "checkers" => position.checkers(),
        "check-mask" => position.check_mask(),
        "pinned" => position.pinned(),
        "pin-lines" => position.pin_lines(),
        "white-blockers" => position.blockers(white),
        "black-blockers" => position.blockers(black),
        "white-pinners" => position.pinners(white),
        "black-pinners" => position.pinners(black),
        "discoverers" => position.discovered_check_candidates(),
        "pawn-checks" => position.check_squares(Role::Pawn),
        "knight-checks" => position.check_squares(Role::Knight),
        "bishop-checks" => position.check_squares(Role::Bishop),
        "rook-checks" => position.check_squares(Role::Rook),
        "queen-checks" => position.check_squares(Role::Queen),
        "en-passant" => position.en_passant().map_or(Bitboard::EMPTY, Square::bitboard),
        "castling-rooks" => position.castling_rights().rooks(),
        _ => {
            if let Some(set) = pawns(position, name) {
                return Some(set);
            }
            if let Some(role) = role_named(name) {
                return Some(board.by_role(role));
            }
            let (color, role) = name.split_once('-')?;
            let color = match color {
                "white" => white,
                "black" => black,
                _ => return None,
            };
            board.pieces(color, role_named(role)?)
        }
    })
}

/// The pawns of the side to move as shifts: where all of them would go, and what the masks leave of it.
fn pawns(position: &Position, name: &str) -> Option<Bitboard> {
    let turn = position.turn();
    let pawns = position.board().pieces(turn, Role::Pawn);
    let empty = !position.occupied();
    let forward = turn.forward();
    let (west, east) =
        turn.pick((Direction::NorthWest, Direction::NorthEast), (Direction::SouthWest, Direction::SouthEast));
    let pushes = pawns.shift(forward) & empty;
    let third_rank = Rank::Third.relative_to(turn).bitboard();
    Some(match name {
        "push-shift" => pawns.shift(forward),
        "pushes" => pushes,
        "double-push-mask" => third_rank,
        "double-pushes" => (pushes & third_rank).shift(forward) & empty,
        "west-capture-shift" => pawns.shift(west),
        "west-captures" => pawns.shift(west) & position.them(),
        "east-capture-shift" => pawns.shift(east),
        "east-captures" => pawns.shift(east) & position.them(),
        "not-a-file" => !File::A.bitboard(),
        "not-h-file" => !File::H.bitboard(),
        "promotion-rank" => Rank::Eighth.relative_to(turn).bitboard(),
        _ => return None,
    })
}

/// How a slider on a square finds its attacks. Sets and products are hexadecimal, because JSON numbers end at 53 bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slider {
    /// `rook` or `bishop`.
    pub role: &'static str,
    /// The squares whose occupancy matters.
    pub relevant: String,
    /// Those of them that are occupied.
    pub blockers: String,
    /// The magic number of the square.
    pub magic: String,
    /// Blockers times magic, in 64 bits.
    pub product: String,
    /// How far the product is shifted right.
    pub shift: u32,
    /// What remains: the index into this square's part of the table.
    pub magic_index: usize,
    /// The index that PEXT makes of the same blockers.
    pub pext_index: usize,
    /// How many entries this square's part of the table has.
    pub entries: usize,
    /// The attacks found there.
    pub attacks: String,
}

/// Looks a slider up the way magic bitboards and PEXT do. A queen is both: one answer each.
pub fn slider(position: &Position, square: u32) -> Vec<Slider> {
    let from = Square::from_low_bits(square as u8);
    let roles: &[Role] = match position.role_at(from) {
        Some(Role::Rook) => &[Role::Rook],
        Some(Role::Bishop) => &[Role::Bishop],
        _ => &[Role::Rook, Role::Bishop],
    };
    let hex = |bits: u64| format!("0x{bits:016x}");
    let occupied = position.occupied();
    roles
        .iter()
        .filter_map(|&role| {
            let steps = magic::steps(role, from, occupied)?;
            Some(Slider {
                role: role.name(),
                relevant: hex(steps.relevant.0),
                blockers: hex(steps.blockers.0),
                magic: hex(steps.number),
                product: hex(steps.product),
                shift: steps.shift,
                magic_index: steps.index,
                pext_index: pext::extract(occupied.0, steps.relevant.0) as usize,
                entries: 1 << steps.relevant.len(),
                attacks: hex(attacks::of(role, Color::White, from, occupied).0),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_has_a_set() {
        let position =
            Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
        for name in NAMES {
            assert!(of(&position, name).is_ok(), "{name}");
        }
        assert_eq!(of(&position, "pink-pawns").unwrap_err().kind, "argument");
        let total = |names: [&str; 2]| {
            names.map(|name| of(&position, name).unwrap()).into_iter().fold(Bitboard::EMPTY, |a, b| a | b)
        };
        assert_eq!(total(["white", "black"]), position.occupied());
        assert_eq!(of(&position, "white-rooks").unwrap(), Square::A1.bitboard() | Square::H1.bitboard());
    }

    #[test]
    fn pawn_layers_are_the_pawn_moves() {
        let position =
            Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1").unwrap();
        let targets = |wanted: &dyn Fn(&tabiya::Move) -> bool| -> Bitboard {
            let pawn = |mv: &tabiya::Move| position.role_at(mv.from()) == Some(Role::Pawn);
            position
                .pseudo_legal_moves()
                .iter()
                .copied()
                .filter(|mv| pawn(mv) && wanted(mv))
                .map(|mv| mv.to())
                .collect()
        };
        let layer = |name| of(&position, name).unwrap();
        assert_eq!(layer("pushes") | layer("double-pushes"), targets(&|mv| !mv.is_capture()));
        assert_eq!(layer("west-captures") | layer("east-captures"), targets(&|mv| mv.is_capture()));
    }

    #[test]
    fn sliders_show_their_steps() {
        let position = Position::startpos();
        let queen = slider(&position, Square::D1 as u32);
        assert_eq!(queen.iter().map(|slider| slider.role).collect::<Vec<_>>(), ["rook", "bishop"]);
        let rook = slider(&position, Square::A1 as u32);
        assert_eq!((rook.len(), rook[0].entries), (1, 4096));
        assert_eq!(rook[0].attacks, "0x0000000000000102");
        assert_eq!(rook[0].shift, 52);
    }
}
