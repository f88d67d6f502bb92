//! `tabiya moves`: the moves of a position, of any kind the generator knows.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use serde::Serialize;
use tabiya::movegen::MoveSet;
use tabiya::{CastlingStyle, Move, MoveKind, Position, explain};

use crate::Verdict;
use crate::failure::Failure;
use crate::output::{Output, counted};
use crate::position::PositionArgs;

/// List the moves of a position.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// Which moves; only legal ones, unless the name begins with `pseudo-legal`.
    #[arg(long, value_name = "KIND", default_value = "legal", value_parser = KindParser)]
    kind: MoveSet,

    /// Write the moves as SAN (Nf3, exd5, O-O); only for legal moves.
    #[arg(long)]
    san: bool,

    /// List the pseudo-legal moves that are not legal, and why.
    #[arg(long, conflicts_with_all = ["kind", "san"])]
    illegal: bool,
}

/// Reads a kind by its name, and knows all names for help and completions.
#[derive(Clone)]
struct KindParser;

impl TypedValueParser for KindParser {
    type Value = MoveSet;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<MoveSet, clap::Error> {
        StringValueParser::new().try_map(|text| text.parse::<MoveSet>()).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(MoveSet::ALL.iter().map(|set| PossibleValue::new(set.name()).help(set.sentence()))))
    }
}

/// The last line: how many moves there are, and why there may be none.
fn counted_moves(set: MoveSet, count: usize) -> String {
    match set {
        MoveSet::Legal => counted(count, "legal move"),
        _ if count == 0 => format!("{} ({set}: {})", counted(0, "move"), set.sentence()),
        _ => format!("{} ({set})", counted(count, "move")),
    }
}

#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<String>,
    from: String,
    to: String,
    kind: &'static str,
    legal: bool,
    check: bool,
}

#[derive(Serialize)]
struct IllegalLine {
    #[serde(rename = "move")]
    text: String,
    rule: &'static str,
    reason: String,
    squares: Vec<String>,
}

#[derive(Serialize)]
struct Answer<'a> {
    fen: String,
    kind: &'static str,
    count: usize,
    moves: &'a [String],
}

impl Args {
    /// Writes the moves in the order of their text.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let position = self.position.position()?;
        if self.illegal {
            return list_illegal(&position, self.position.castling(&position), output);
        }
        if self.san && !self.kind.is_legal() {
            return Err(Failure::new("--san: only legal moves have a SAN").hint("omit `pseudo-legal`"));
        }
        let style = self.position.castling(&position);
        let moves = position.moves(self.kind);
        let name = |mv| if self.san { position.san(mv).to_string() } else { mv.uci(style).to_string() };
        let mut moves: Vec<(String, Move)> = moves.iter().map(|&mv| (name(mv), mv)).collect();
        moves.sort();
        for &(_, mv) in &moves {
            let legal = position.is_legal(mv);
            output.detail(
                "move",
                &MoveLine {
                    text: mv.uci(style).to_string(),
                    san: legal.then(|| position.san(mv).to_string()),
                    from: mv.from().to_string(),
                    to: mv.to().to_string(),
                    kind: kind_name(mv.kind()),
                    legal,
                    check: position.gives_check(mv),
                },
            )?;
        }
        let texts: Vec<String> = moves.into_iter().map(|(text, _)| text).collect();
        for row in texts.chunks(12) {
            output.line(row.join(" "))?;
        }
        if !texts.is_empty() {
            output.line("")?;
        }
        output.line(counted_moves(self.kind, texts.len()))?;
        let kind = self.kind.name();
        output.answer(&Answer { fen: position.fen(), kind, count: texts.len(), moves: &texts })?;
        Ok(Verdict::Fine)
    }
}

/// The moves that only a check or a pin forbids, each with its reason.
fn list_illegal(position: &Position, style: CastlingStyle, output: &mut Output) -> Result<Verdict, Failure> {
    let spelt = |explanation: explain::Explanation| Some((explanation.uci(style)?.to_string(), explanation));
    let mut moves: Vec<_> = explain::illegal_moves(position).filter_map(spelt).collect();
    moves.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (text, explanation) in &moves {
        output.line(explanation.spelt(style))?;
        if let Some(reason) = explanation.reason() {
            output.detail(
                "illegal",
                &IllegalLine {
                    text: text.clone(),
                    rule: reason.name(),
                    reason: reason.to_string(),
                    squares: reason.squares().into_iter().map(|square| square.to_string()).collect(),
                },
            )?;
        }
    }
    let texts: Vec<String> = moves.into_iter().map(|(text, _)| text).collect();
    if !texts.is_empty() {
        output.line("")?;
    }
    output.line(format_args!("{}: pseudo-legal, but not legal", counted(texts.len(), "move")))?;
    output.answer(&Answer { fen: position.fen(), kind: "illegal", count: texts.len(), moves: &texts })?;
    Ok(Verdict::Fine)
}

/// What a move does, in one word for programs.
fn kind_name(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Quiet => "quiet",
        MoveKind::DoublePush => "double-push",
        MoveKind::CastleKing => "castle-king",
        MoveKind::CastleQueen => "castle-queen",
        MoveKind::Capture => "capture",
        MoveKind::EnPassant => "en-passant",
        MoveKind::PromoteKnight | MoveKind::PromoteBishop | MoveKind::PromoteRook | MoveKind::PromoteQueen => {
            "promotion"
        }
        MoveKind::CapturePromoteKnight
        | MoveKind::CapturePromoteBishop
        | MoveKind::CapturePromoteRook
        | MoveKind::CapturePromoteQueen => "capture-promotion",
    }
}
