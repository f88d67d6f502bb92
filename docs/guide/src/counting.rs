//! Page 12: counting leaves without visiting them.

use crate::*;

// [bulk]
/// The last ply need not be made: the length of the list is the number of leaves.
pub fn perft_bulk(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count(position),
        _ => legal(position).into_iter().map(|mv| perft_bulk(&position.after(mv), depth - 1)).sum(),
    }
}
// [/bulk]

// [count]
/// And the list need not be written: the sizes of the target sets are enough.
pub fn count(position: &Position) -> u64 {
    let mut total = (legal_en_passant(position).len() + castles(position).len()) as u64;
    for role in Role::ALL {
        for from in squares(position.pieces(role, position.white_to_move)) {
            let targets = legal_targets(position, role, from);
            // A pawn that reaches the last rank has four moves there.
            let promotions = if role == Role::Pawn { targets & (RANK_1 | RANK_8) } else { 0 };
            total += u64::from(targets.count_ones() + 3 * promotions.count_ones());
        }
    }
    total
}
// [/count]

// [fill]
/// Slides *all* pieces of a set in one direction at once, through empty squares, and one step further.
///
/// Three rounds reach seven squares: one step, then two more, then four more.
pub fn fill(mut sliders: Set, mut empty: Set, direction: fn(Set) -> Set) -> Set {
    let twice = |set| direction(direction(set));
    let four_times = |set| twice(twice(set));
    sliders |= empty & direction(sliders);
    empty &= direction(empty);
    sliders |= empty & twice(sliders);
    empty &= twice(empty);
    sliders |= empty & four_times(sliders);
    direction(sliders)
}
// [/fill]

// [all_at_once]
/// The moves of all unpinned sliders and knights without looking at any of them: in one direction a square is reached
/// by at most one slider, because the nearer one stands in the way of the farther.
pub fn count_unpinned_pieces(position: &Position) -> u64 {
    let (ours, occupied) = (position.ours(), position.occupied());
    let allowed = check_mask(position) & !ours;
    let free = squares(ours).filter(|&from| pin_mask(position, from) == !0).fold(0, |all, from| all | bit(from));
    let queens = position.role(Role::Queen);
    let orthogonal = (position.role(Role::Rook) | queens) & free;
    let diagonal = (position.role(Role::Bishop) | queens) & free;
    let mut total = 0;
    for (n, &direction) in DIRECTIONS.iter().enumerate() {
        let sliders = if n < 4 { orthogonal } else { diagonal };
        total += u64::from((fill(sliders, !occupied, direction) & allowed).count_ones());
    }
    let each_knight = squares(position.role(Role::Knight) & free);
    total + each_knight.map(|from| u64::from((knights(bit(from)) & allowed).count_ones())).sum::<u64>()
}
// [/all_at_once]
