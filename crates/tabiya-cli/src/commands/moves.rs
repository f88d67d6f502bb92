//! `tabiya moves`: the moves of a position, of any kind the generator knows.

use clap::ValueEnum;
use serde::Serialize;
use tabiya::movegen::{Captures, Evasions, NonEvasions, QuietChecks, Quiets};
use tabiya::{CastlingStyle, Move, MoveKind, MoveList, Position, explain};

use crate::Verdict;
use crate::failure::Failure;
use crate::output::{Output, counted};
use crate::position::PositionArgs;

/// List the moves of a position.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// Which moves; all but `legal` are pseudo-legal: they may leave the king in check.
    #[arg(long, value_name = "KIND", default_value = "legal")]
    kind: Kind,

    /// Write the moves as SAN (Nf3, exd5, O-O); only for legal moves.
    #[arg(long)]
    san: bool,

    /// List the pseudo-legal moves that are not legal, and why.
    #[arg(long, conflicts_with_all = ["kind", "san"])]
    illegal: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Exactly the moves the rules allow.
    Legal,
    /// Every move, before asking whether the king survives it.
    Pseudo,
    /// Captures, en passant included, and promotions to a queen.
    Captures,
    /// Everything else: quiet moves, castling, under-promotions.
    Quiets,
    /// Quiet moves that give check.
    QuietChecks,
    /// Answers to a check; only in check.
    Evasions,
    /// Captures and quiets together; only out of check.
    NonEvasions,
}

impl Kind {
    /// The word for it in a sentence, and in JSON as on the command line.
    fn name(self) -> &'static str {
        match self {
            Kind::Legal => "legal",
            Kind::Pseudo => "pseudo",
            Kind::Captures => "captures",
            Kind::Quiets => "quiets",
            Kind::QuietChecks => "quiet-checks",
            Kind::Evasions => "evasions",
            Kind::NonEvasions => "non-evasions",
        }
    }

    fn counted(self, count: usize) -> String {
        match self {
            Kind::Legal => counted(count, "legal move"),
            Kind::Pseudo => counted(count, "pseudo-legal move"),
            Kind::Captures => counted(count, "pseudo-legal capture or queen promotion"),
            Kind::Quiets => counted(count, "pseudo-legal quiet move"),
            Kind::QuietChecks => counted(count, "pseudo-legal quiet check"),
            Kind::Evasions => counted(count, "pseudo-legal evasion"),
            Kind::NonEvasions => counted(count, "pseudo-legal non-evasion"),
        }
    }

    fn generate(self, position: &Position) -> Result<MoveList, Failure> {
        let only = |kind: &str, state: &str| {
            Failure::new(format_args!("--kind {kind}: the side to move is {state} check"))
                .hint("`--kind pseudo` picks evasions or non-evasions by itself")
        };
        Ok(match self {
            Kind::Legal => position.legal_moves(),
            Kind::Pseudo => position.pseudo_legal_moves(),
            Kind::Captures => position.generate::<Captures>(),
            Kind::Quiets => position.generate::<Quiets>(),
            Kind::QuietChecks => position.generate::<QuietChecks>(),
            Kind::Evasions if position.in_check() => position.generate::<Evasions>(),
            Kind::Evasions => return Err(only("evasions", "not in")),
            Kind::NonEvasions if !position.in_check() => position.generate::<NonEvasions>(),
            Kind::NonEvasions => return Err(only("non-evasions", "in")),
        })
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
        if self.san && self.kind != Kind::Legal {
            return Err(Failure::new("--san: only legal moves have a SAN").hint("leave out --kind"));
        }
        let style = self.position.castling(&position);
        let moves = self.kind.generate(&position)?;
        let name = |mv| if self.san { position.san(mv).to_string() } else { mv.uci(style).to_string() };
        let mut moves: Vec<(String, Move)> = moves.iter().map(|&mv| (name(mv), mv)).collect();
        moves.sort();
        for &(_, mv) in &moves {
            let legal = position.is_legal(mv);
            output.json(&MoveLine {
                text: mv.uci(style).to_string(),
                san: legal.then(|| position.san(mv).to_string()),
                from: mv.from().to_string(),
                to: mv.to().to_string(),
                kind: kind_name(mv.kind()),
                legal,
                check: position.gives_check(mv),
            })?;
        }
        let texts: Vec<String> = moves.into_iter().map(|(text, _)| text).collect();
        for row in texts.chunks(12) {
            output.line(row.join(" "))?;
        }
        if !texts.is_empty() {
            output.line("")?;
        }
        output.line(self.kind.counted(texts.len()))?;
        let kind = self.kind.name();
        output.json(&Answer { fen: position.fen(), kind, count: texts.len(), moves: &texts })?;
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
            output.json(&IllegalLine {
                text: text.clone(),
                rule: reason.name(),
                reason: reason.to_string(),
                squares: reason.squares().into_iter().map(|square| square.to_string()).collect(),
            })?;
        }
    }
    let texts: Vec<String> = moves.into_iter().map(|(text, _)| text).collect();
    if !texts.is_empty() {
        output.line("")?;
    }
    output.line(format_args!("{}: pseudo-legal, but not legal", counted(texts.len(), "move")))?;
    output.json(&Answer { fen: position.fen(), kind: "illegal", count: texts.len(), moves: &texts })?;
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
