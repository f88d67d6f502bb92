//! `tabiya explain --position`: whether a game reaches a position, and who can still win.

use serde::Serialize;
use tabiya::render::{Diagram, Pieces, TextStyle};
use tabiya::{Bitboard, Board, CastlingStyle, Color, Move, Position, Setup};
use tabiya_retro::can_arise::{self, Arise, CannotArise, Starts, can_arise_within, setup_can_arise};
use tabiya_retro::can_win::{self, CanWin, CannotWin, can_win_within};

use super::names;
use crate::Verdict;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, counted, digits};
use crate::position::PositionArgs;

/// What is asked about the position itself.
#[derive(clap::Args)]
pub struct Question {
    /// Explain the position instead of a move: whether a game reaches it, and who can still win.
    ///
    /// The answer is a shortest game that leads to it, the reason why none does, or that neither was found. For each side
    /// it says whether it can still win by any legal moves of both sides. Exits 1 if no game reaches the position.
    #[arg(long = "position")]
    pub is_asked: bool,

    /// Where games start: standard, chess960, chess960:N, double-chess960 or double-chess960:N:N, N being 0 to 959.
    ///
    /// By default the castling rights decide: standard unless a right is one of Chess960. With --chess960 it is chess960.
    #[arg(long, value_name = "STARTS", requires = "is_asked")]
    from: Option<Starts>,

    /// How many positions the search for a game looks at; 200000 by default. A million take about a second.
    #[arg(long, value_name = "N", requires = "is_asked")]
    search: Option<u64>,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    from: String,
    /// `yes`, `no` or `unknown`.
    arises: &'static str,
    /// The short name of the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    squares: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<Vec<String>>,
    explanation: String,
    /// Of a setup that is not a position, nothing more is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<WinAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<WinAnswer>,
    complete: bool,
}

#[derive(Serialize)]
struct WinAnswer {
    /// `yes`, `no` or `unknown`.
    can_win: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    squares: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    explanation: String,
}

/// The longest line to a mate that is printed for people: on a full board random moves find one sooner than a search
/// does, and such a line says little.
const LONGEST_LINE: usize = 40;

/// An answer in one word.
fn word(known: Option<bool>) -> &'static str {
    match known {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    }
}

impl Question {
    /// Answers; a position that no game reaches is a mismatch.
    pub fn run(&self, args: &PositionArgs, output: &mut Output) -> Result<Verdict, Failure> {
        let position = match args.position() {
            Ok(position) => position,
            Err(failure) => {
                let setup = args.board_alone().ok_or(());
                return match setup.map(|setup| (setup, setup_can_arise(&setup, Starts::STANDARD))) {
                    Ok((setup, Arise::No(reason @ CannotArise::Invalid(_)))) => {
                        self.no_position(&setup, &reason, output)
                    }
                    _ => Err(failure),
                };
            }
        };
        let starts = self
            .from
            .unwrap_or_else(|| if args.chess960 { Starts::of_chess960(&position) } else { Starts::of(&position) });
        let cancel = interrupt::flag();
        let defaults = can_arise::Limits::default();
        let limits = can_arise::Limits { positions: self.search.unwrap_or(defaults.positions), cancel, ..defaults };
        let found = can_arise_within(&position, starts, &limits);
        let explanation = explain(&found, starts, &limits);
        output.line(&explanation)?;
        let (mut reason, mut game) = (None, None);
        match &found {
            Arise::No(why) => {
                show(position.board(), why.squares(), output)?;
                reason = Some(why);
            }
            Arise::Yes(proof) => {
                if !proof.moves.is_empty() {
                    if proof.start != Position::startpos() {
                        output.line(format_args!("From {}", proof.start.fen()))?;
                    }
                    output.line(numbered(&proof.start, &proof.moves))?;
                }
                let style = if args.chess960 { CastlingStyle::Chess960 } else { proof.start.castling_style() };
                game = Some((proof.start.fen(), uci(&proof.moves, style)));
            }
            Arise::Unknown => {}
        }
        output.line("")?;
        output.flush()?;
        let [white, black] = self.who_can_win(&position, args.castling(&position), output)?;
        let complete = !interrupt::asked();
        let (start, game) = game.unzip();
        output.answer(&Answer {
            fen: position.fen(),
            from: starts.to_string(),
            arises: word(found.known()),
            reason: reason.map(CannotArise::name),
            squares: reason.map(|reason| names(reason.squares())),
            start,
            game,
            explanation: explanation.trim_end_matches(':').to_owned(),
            white,
            black,
            complete,
        })?;
        Ok(match (complete, reason) {
            (false, _) => Verdict::Interrupted,
            (true, Some(_)) => Verdict::Mismatch,
            (true, None) => Verdict::Fine,
        })
    }

    /// A setup that breaks the rules of a position cannot arise, whatever the game.
    fn no_position(&self, setup: &Setup, reason: &CannotArise, output: &mut Output) -> Result<Verdict, Failure> {
        let explanation = format!("No game reaches it: {reason}");
        output.line(&explanation)?;
        show(&setup.board, reason.squares(), output)?;
        output.answer(&Answer {
            fen: setup.to_string(),
            from: self.from.unwrap_or(Starts::STANDARD).to_string(),
            arises: word(Some(false)),
            reason: Some(reason.name()),
            squares: Some(names(reason.squares())),
            start: None,
            game: None,
            explanation,
            white: None,
            black: None,
            complete: true,
        })?;
        Ok(Verdict::Mismatch)
    }

    /// Whether each side can still win; nothing once Ctrl-C was pressed.
    fn who_can_win(
        &self,
        position: &Position,
        style: CastlingStyle,
        output: &mut Output,
    ) -> Result<[Option<WinAnswer>; 2], Failure> {
        let mut answers = [None, None];
        for color in Color::ALL {
            if interrupt::asked() {
                output.line(format_args!("interrupted: whether {color} can still win was not looked at"))?;
                continue;
            }
            let limits = can_win::Limits { cancel: interrupt::flag(), ..can_win::Limits::default() };
            let found = can_win_within(position, color, &limits);
            let (explanation, reason, line) = match &found {
                CanWin::Yes(line) if line.is_empty() => (format!("{color} has won: it is mate"), None, Some(line)),
                CanWin::Yes(line) => (format!("{color} can still win"), None, Some(line)),
                CanWin::No(reason) => (format!("{color} cannot win: {reason}"), Some(*reason), None),
                CanWin::Unknown => {
                    let looked = counted(limits.positions, "position");
                    (format!("It is not known whether {color} can still win: {looked} were looked at"), None, None)
                }
            };
            match line.map_or(0, Vec::len) {
                0 => output.line(&explanation)?,
                plies if plies > LONGEST_LINE => {
                    output.line(format_args!("{explanation}, for example after {plies} plies (--json lists them)"))?;
                }
                _ => {
                    let moves = line.map_or(String::new(), |line| numbered(position, line));
                    output.line(format_args!("{explanation}, for example: {moves}"))?;
                }
            }
            let locked = if let Some(CannotWin::Locked(men)) = reason { Some(names(men)) } else { None };
            answers[color as usize] = Some(WinAnswer {
                can_win: word(found.known()),
                reason: reason.map(CannotWin::name),
                squares: locked,
                line: line.map(|line| uci(line, style)),
                explanation,
            });
        }
        Ok(answers)
    }
}

/// The first sentence of the answer.
fn explain(found: &Arise, starts: Starts, limits: &can_arise::Limits<'_>) -> String {
    let name = starts.to_string();
    let from = match name.as_str() {
        "standard" => "the start position of chess",
        "chess960" => "a start position of Chess960",
        "double-chess960" => "a start position of double Chess960",
        one => &format!("the start position {one}"),
    };
    match found {
        Arise::Yes(game) if game.moves.is_empty() => format!("It is {from}"),
        Arise::Yes(game) => {
            let plies = game.moves.len();
            format!("A game from {from} reaches it in {plies} {}:", if plies == 1 { "ply" } else { "plies" })
        }
        Arise::No(reason) => format!("No game from {from} reaches it: {reason}"),
        Arise::Unknown if interrupt::asked() => {
            format!("It is not known whether a game from {from} reaches it: interrupted")
        }
        Arise::Unknown => format!(
            "It is not known whether a game from {from} reaches it: there is no proof against it, and no game of up to {} \
             plies was found (--search {})",
            limits.plies,
            digits(limits.positions)
        ),
    }
}

/// The board with the squares that a reason speaks of.
fn show(board: &Board, squares: Bitboard, output: &mut Output) -> Result<(), Failure> {
    let style = TextStyle { color: output.has_color(), pieces: Pieces::Unicode };
    output.line("")?;
    // The last line of a diagram ends by itself.
    Ok(output.line(Diagram::new(*board).overlay(squares).text(style).to_string().trim_end_matches('\n'))?)
}

fn uci(line: &[Move], style: CastlingStyle) -> Vec<String> {
    line.iter().map(|mv| mv.uci(style).to_string()).collect()
}

/// Moves as SAN with their numbers.
fn numbered(start: &Position, line: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::with_capacity(2 * line.len());
    for (index, &mv) in line.iter().enumerate() {
        match position.turn() {
            Color::White => words.push(format!("{}.", position.fullmove())),
            Color::Black if index == 0 => words.push(format!("{}...", position.fullmove())),
            Color::Black => {}
        }
        words.push(position.san(mv).to_string());
        position.play(mv);
    }
    words.join(" ")
}
