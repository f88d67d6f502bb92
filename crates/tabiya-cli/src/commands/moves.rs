//! `tabiya moves`: the moves of a position, of any kind the generator knows.

use clap::ValueEnum;
use serde::Serialize;
use tabiya::movegen::{Captures, Evasions, NonEvasions, QuietChecks, Quiets};
use tabiya::{MoveKind, MoveList, Position};

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
    from: String,
    to: String,
    kind: &'static str,
    legal: bool,
    check: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    fen: String,
    kind: &'static str,
    count: usize,
    moves: &'a [String],
}

impl Args {
    /// Generates the moves and writes them in the order of their text.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let position = self.position.position()?;
        let style = self.position.castling();
        let mut moves: Vec<_> =
            self.kind.generate(&position)?.iter().map(|&mv| (mv.uci(style).to_string(), mv)).collect();
        moves.sort();
        for (text, mv) in &moves {
            output.json(&MoveLine {
                text: text.clone(),
                from: mv.from().to_string(),
                to: mv.to().to_string(),
                kind: kind_name(mv.kind()),
                legal: position.is_legal(*mv),
                check: position.gives_check(*mv),
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
        output.json(&Answer { fen: position.fen(), kind: self.kind.name(), count: texts.len(), moves: &texts })?;
        Ok(Verdict::Fine)
    }
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
