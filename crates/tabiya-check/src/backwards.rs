//! Each direction against the other: every legal move is found again backwards, every predecessor leads forwards, and
//! the slow twin finds the same unmoves.

use tabiya::{EnPassantField, Position, Setup};
use tabiya_retro::{Castles, Retro, Unmove, slow};

/// What must be equal: all but the clocks.
fn essence(position: &Position) -> Setup {
    Setup { halfmove_clock: 0, fullmove: 1, ..position.setup(EnPassantField::Legal) }
}

/// Compares both directions of a position; returns how many pairs of a position and a move were compared.
pub fn compare(position: &Position, castles: Castles) -> Result<u64, String> {
    Ok(moves_are_found_again(position, castles)? + predecessors_lead_here(position, castles)?)
}

/// For every legal move: the position is among the predecessors of the position after it.
pub fn moves_are_found_again(position: &Position, castles: Castles) -> Result<u64, String> {
    let here = essence(position);
    let mut compared = 0;
    for mv in position.legal_moves() {
        let after = position.after(mv);
        let captured = position.captured(mv).map(|piece| piece.role());
        let retro = Retro::new(&after).castles(castles);
        let unmoves = retro.unmoves();
        let mut same = unmoves.iter().filter(|unmove| unmove.forward() == mv && unmove.captured() == captured);
        let found = match (same.next(), same.next()) {
            (Some(&unmove), None) => retro.before(unmove).iter().filter(|before| essence(before) == here).count(),
            (_, more) => usize::from(more.is_some()) * 2,
        };
        if found != 1 {
            return Err(format!("{}: after {mv:?} it is {found} times among the predecessors", position.fen()));
        }
        compared += 1;
    }
    Ok(compared)
}

/// For every predecessor: it is valid, the move legal there, and leads here; each is there once, and every unmove has
/// one.
pub fn predecessors_lead_here(position: &Position, castles: Castles) -> Result<u64, String> {
    let retro = Retro::new(position).castles(castles);
    let mut unmoves = retro.unmoves().to_vec();
    let complain = |unmove: Unmove, what: &str| Err(format!("{}: the unmove {unmove} {what}", position.fen()));
    if retro.count() != unmoves.len() as u64 {
        return Err(format!("{}: {} unmoves, counted {}", position.fen(), unmoves.len(), retro.count()));
    }
    unmoves.sort_unstable();
    if let Some(pair) = unmoves.windows(2).find(|pair| pair[0] == pair[1]) {
        return complain(pair[0], "is there twice");
    }
    let mut compared = 0;
    for unmove in unmoves {
        let mv = unmove.forward();
        let positions = retro.before(unmove);
        if positions.is_empty() {
            return complain(unmove, "has no predecessor");
        }
        for (i, before) in positions.iter().enumerate() {
            let setup = essence(before);
            if Position::from_setup(setup).map(|again| essence(&again)) != Ok(setup) {
                return complain(unmove, &format!("comes from no valid position: {before:?}"));
            }
            if !before.legal_moves().contains(&mv) || !before.after(mv).is_repetition_of(position) {
                return complain(unmove, &format!("does not lead here from {before:?}"));
            }
            if before.captured(mv).map(|piece| piece.role()) != unmove.captured() {
                return complain(unmove, &format!("captures something else in {before:?}"));
            }
            if positions[..i].iter().any(|other| essence(other) == setup) {
                return complain(unmove, &format!("has the predecessor {before:?} twice"));
            }
        }
        compared += positions.len() as u64;
    }
    Ok(compared)
}

/// The generator and its slow twin find the same unmoves; returns how many.
pub fn compare_with_twin(position: &Position, castles: Castles) -> Result<u64, String> {
    let mut fast = Retro::new(position).castles(castles).unmoves().to_vec();
    let mut slow = slow::unmoves(position, castles);
    fast.sort_unstable();
    slow.sort_unstable();
    if fast == slow {
        return Ok(fast.len() as u64);
    }
    let only = |a: &[Unmove], b: &[Unmove]| {
        let texts: Vec<_> = a.iter().filter(|unmove| !b.contains(unmove)).map(ToString::to_string).collect();
        texts.join(" ")
    };
    Err(format!("{}: only fast [{}], only slow [{}]", position.fen(), only(&fast, &slow), only(&slow, &fast)))
}
