//! `tabiya retro`: the moves that can have led to a position, and paths backwards.

use clap::Subcommand;
use serde::Serialize;
use tabiya::{CastlingStyle, Position};
use tabiya_retro::{Castles, Retro, Unmove};

use crate::Verdict;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, counted, digits};
use crate::position::PositionArgs;

/// Look backwards: the moves that can have led to a position, and paths of them.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List every move that can have led here, with what it captured (`e4d5:n` took a knight).
    ///
    /// With --before also the positions before, one for each choice of castling rights and en passant capture that the
    /// board leaves open.
    Moves(MovesArgs),
    /// Count the ways to take back DEPTH moves, below each first one.
    ///
    /// Before every unmove the position with the fewest rights is taken: no castling right and no en passant capture
    /// but those that the unmove itself needs.
    Perft(PerftArgs),
}

#[derive(clap::Args)]
struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Also list the positions before.
    #[arg(long)]
    before: bool,
}

#[derive(clap::Args)]
struct PerftArgs {
    /// The number of moves to take back, 1 to 8.
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=8))]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,
}

#[derive(Serialize)]
struct UnmoveLine<'a> {
    unmove: String,
    #[serde(rename = "move")]
    forward: String,
    captured: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'a [String]>,
}

#[derive(Serialize)]
struct MovesAnswer {
    fen: String,
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    why_none: Option<String>,
}

#[derive(Serialize)]
struct BranchLine {
    unmove: String,
    nodes: String,
    complete: bool,
}

#[derive(Serialize)]
struct PerftAnswer {
    fen: String,
    depth: u32,
    nodes: String,
    complete: bool,
}

impl Args {
    /// Looks back from the position.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        match self.command {
            Command::Moves(args) => args.run(output),
            Command::Perft(args) => args.run(output),
        }
    }
}

/// The castles that may lie in the past: those of Chess960 if the command line says so.
fn castles(args: &PositionArgs, position: &Position) -> Castles {
    if args.chess960 { Castles::Chess960 } else { Castles::of(position) }
}

/// An unmove with its castle spelt as the position's game spells it.
fn spelt(unmove: Unmove, style: CastlingStyle) -> String {
    let text = unmove.forward().uci(style).to_string();
    match unmove.captured_letter() {
        Some(letter) => format!("{text}:{letter}"),
        None => text,
    }
}

impl MovesArgs {
    fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let position = self.position.position()?;
        let style = self.position.castling(&position);
        let retro = Retro::new(&position).castles(castles(&self.position, &position));
        let mut unmoves: Vec<_> = retro.unmoves().iter().map(|&unmove| (spelt(unmove, style), unmove)).collect();
        unmoves.sort();
        for (text, unmove) in &unmoves {
            let before: Vec<String> =
                if self.before { retro.before(*unmove).iter().map(Position::fen).collect() } else { Vec::new() };
            output.detail(
                "unmove",
                &UnmoveLine {
                    unmove: text.clone(),
                    forward: unmove.forward().uci(style).to_string(),
                    captured: unmove.captured().map(|role| role.name()),
                    before: self.before.then_some(&before),
                },
            )?;
            for fen in &before {
                output.line(format_args!("{text:8} {fen}"))?;
            }
        }
        if !self.before {
            for row in unmoves.chunks(10) {
                let texts: Vec<&str> = row.iter().map(|(text, _)| text.as_str()).collect();
                output.line(texts.join(" "))?;
            }
        }
        if !unmoves.is_empty() {
            output.line("")?;
        }
        let why_none = retro.why_none().map(|reason| reason.to_string());
        output.line(counted(unmoves.len(), "unmove"))?;
        if let Some(reason) = &why_none {
            output.line(reason)?;
        }
        output.answer(&MovesAnswer { fen: position.fen(), count: unmoves.len(), why_none })?;
        Ok(Verdict::Fine)
    }
}

impl PerftArgs {
    fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let position = self.position.position()?;
        let style = self.position.castling(&position);
        let retro = Retro::new(&position).castles(castles(&self.position, &position));
        let (mut total, mut complete) = (0, true);
        let branches = retro.divide_until(self.depth, interrupt::flag());
        let mut branches: Vec<_> = branches.into_iter().map(|(unmove, nodes)| (spelt(unmove, style), nodes)).collect();
        branches.sort();
        for (unmove, nodes) in branches {
            complete &= nodes.is_some();
            total += nodes.unwrap_or(0);
            match nodes {
                Some(nodes) => output.line(format_args!("{unmove}: {nodes}"))?,
                None => output.line(format_args!("{unmove}: (not finished)"))?,
            }
            let complete = nodes.is_some();
            output.detail("unmove", &BranchLine { unmove, nodes: nodes.unwrap_or(0).to_string(), complete })?;
        }
        output.line("")?;
        let note = if complete { "" } else { "  (interrupted)" };
        output.line(format_args!("{} paths of {} backwards{note}", digits(total), counted(self.depth, "move")))?;
        output.answer(&PerftAnswer { fen: position.fen(), depth: self.depth, nodes: total.to_string(), complete })?;
        Ok(if complete { Verdict::Fine } else { Verdict::Interrupted })
    }
}
