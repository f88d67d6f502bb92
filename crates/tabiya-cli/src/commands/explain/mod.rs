//! `tabiya explain`: why a move is legal, or why not; and whether a game reaches a position.

mod position;

use serde::Serialize;
use tabiya::explain::{Effect, Verdict as Judgement};
use tabiya::{Bitboard, Color, Wing};

use crate::Verdict;
use crate::failure::Failure;
use crate::output::Output;
use crate::position::PositionArgs;
use position::Question;

/// Explain a move: legal or not, and why. Exits 1 if it is illegal.
///
/// With --position explain the position instead: whether a game reaches it, and who can still win.
#[derive(clap::Args)]
#[command(
    override_usage = "tabiya explain [OPTIONS] <MOVE> [POSITION]...\n       tabiya explain [OPTIONS] --position [POSITION]..."
)]
pub struct Args {
    /// The move, in any spelling: e2e4, e7e8q, Nf3, ♘f3, O-O. A move that no piece can make is explained too.
    #[arg(value_name = "MOVE", required_unless_present = "is_asked")]
    text: Option<String>,

    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    question: Question,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    #[serde(rename = "move")]
    text: String,
    legal: bool,
    /// The short name of the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    squares: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<EffectAnswer>,
    explanation: String,
}

#[derive(Serialize)]
struct EffectAnswer {
    captures: Option<String>,
    en_passant: bool,
    castles: Option<&'static str>,
    promotes_to: Option<String>,
    check: bool,
    discovers_check_from: Vec<String>,
    mate: bool,
    loses_rights: Vec<String>,
    allows_en_passant: Option<String>,
    notes: Vec<String>,
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

fn wing_name(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "king-side",
        Wing::Queen => "queen-side",
    }
}

/// A castling right as FEN writes it.
fn right_letter((color, wing): &(Color, Wing)) -> String {
    let letter = match wing {
        Wing::King => "k",
        Wing::Queen => "q",
    };
    color.pick(letter.to_uppercase(), letter.to_owned())
}

impl EffectAnswer {
    fn of(effect: &Effect) -> EffectAnswer {
        EffectAnswer {
            captures: effect.captures.map(|taken| taken.square.to_string()),
            en_passant: effect.mv.is_en_passant(),
            castles: effect.castles.map(wing_name),
            promotes_to: effect.promotes_to.map(|role| role.letter().to_string()),
            check: effect.checks_from.is_some() || effect.discovers.any(),
            discovers_check_from: names(effect.discovers),
            mate: effect.mates,
            loses_rights: effect.loses_rights.iter().map(right_letter).collect(),
            allows_en_passant: effect.allows_en_passant.map(|square| square.to_string()),
            notes: effect.notes.iter().map(ToString::to_string).collect(),
        }
    }
}

impl Args {
    /// Explains the move or the position. An illegal move is a mismatch between what was asked and the rules.
    pub fn run(mut self, output: &mut Output) -> Result<Verdict, Failure> {
        if self.question.is_asked {
            // What stands in the place of a move is the position, or its first word.
            let first = self.text.take();
            if self.position.fen.is_some()
                && let Some(text) = first
            {
                return Err(Failure::new(format_args!("{text:?}: the position stands behind --fen already"))
                    .hint("with --position there is no move to explain"));
            }
            self.position.place.splice(0..0, first);
            return self.question.run(&self.position, output);
        }
        let text = self.text.as_deref().unwrap_or_default();
        let position = self.position.position()?;
        let style = self.position.castling(&position);
        let explanation = position
            .explain(text)
            .map_err(|error| Failure::new(error).at("MOVE").hint("write it like e2e4, e7e8q, Nf3 or O-O"))?;
        let sentence = explanation.spelt(style).to_string();
        output.line(&sentence)?;
        let (reason, effect) = match &explanation.verdict {
            Judgement::Legal(effect) => (None, Some(EffectAnswer::of(effect))),
            Judgement::Illegal(reason) => (Some(reason), None),
        };
        output.answer(&Answer {
            fen: position.fen(),
            text: explanation.uci(style).map_or(explanation.subject.to_string(), |uci| uci.to_string()),
            legal: explanation.is_legal(),
            reason: reason.map(|reason| reason.name()),
            squares: reason.map(|reason| names(reason.squares())),
            effect,
            explanation: sentence,
        })?;
        Ok(if explanation.is_legal() { Verdict::Fine } else { Verdict::Mismatch })
    }
}
