//! The legal moves in the order a search wants them.

use serde::Serialize;
use tabiya::Position;
use tabiya::order::{Context, Histories, MovePicker, Stage};

use crate::failure::Failure;

/// A move as the picker hands it out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Picked {
    /// The sixteen bits.
    pub bits: u16,
    /// The stage it comes from.
    pub stage: &'static str,
    /// What the exchange on its target wins or loses.
    pub see: i32,
}

/// The legal moves in the picker's order, each with its stage; empty tables, so that only the position speaks.
pub fn picked(position: &Position, mode: &str) -> Result<Vec<Picked>, Failure> {
    let picker = match mode {
        "main" => MovePicker::main(position, None, Context::ROOT),
        "quiescence" => MovePicker::quiescence(position, None, Context::ROOT, true),
        "probcut" => MovePicker::probcut(position, None, 100),
        _ => {
            let message = format!("there is no mode \"{mode}\"; expected main, quiescence or probcut");
            return Err(Failure::new("argument", message));
        }
    };
    let mut picker = picker.legal();
    let histories = Histories::new();
    let mut list = Vec::new();
    while let Some(mv) = picker.next(&histories) {
        list.push(Picked { bits: mv.bits(), stage: stage_name(picker.stage()), see: position.see(mv) });
    }
    Ok(list)
}

fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::TtMove => "transposition move",
        Stage::GoodCaptures => "good captures",
        Stage::Refutations => "killers and counter move",
        Stage::Quiets => "quiets",
        Stage::LosingCaptures => "losing captures",
        Stage::Evasions => "evasions",
        Stage::Captures => "captures",
        Stage::QuietChecks => "quiet checks",
        Stage::WinningCaptures => "winning captures",
        Stage::Done => "done",
        _ => "another stage",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn the_picker_hands_out_every_legal_move_in_stages() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        let list = picked(&position, "main").unwrap();
        assert_eq!(list.len(), 48);
        assert_eq!((list[0].stage, list[47].stage), ("good captures", "losing captures"));
        assert!(list.iter().filter(|picked| picked.stage == "losing captures").all(|picked| picked.see < 0));
        assert_eq!(picked(&position, "quiescence").unwrap().len(), 8, "there is no quiet check");
        assert!(picked(&position, "other").is_err());
    }
}
