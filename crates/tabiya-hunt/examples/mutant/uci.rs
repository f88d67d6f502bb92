//! The UCI loop: `position`, `go perft`, `setoption name UCI_Chess960`, `isready`, `quit`.

use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::board::{Board, Flag, Step, castle_targets};
use crate::bugs::{Bug, Bugs};
use crate::perft::divide;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn square_name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

fn spelled(step: Step, chess960: bool) -> String {
    let to = match step.flag {
        Flag::Castle if !chess960 => castle_targets(step.from, step.to).0,
        _ => step.to,
    };
    let promotion =
        if step.promotion == 0 { "" } else { &"pnbrqk"[step.promotion as usize - 1..step.promotion as usize] };
    format!("{}{}{promotion}", square_name(step.from), square_name(to))
}

fn set_position(words: &[&str], bugs: Bugs, chess960: bool) -> Option<Board> {
    let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let mut board = match *words.first()? {
        "startpos" => Board::from_fen(START, bugs)?,
        "fen" => Board::from_fen(&words[1..moves_at].join(" "), bugs)?,
        _ => return None,
    };
    let most = if board.has(Bug::LongLine) { 400 } else { usize::MAX };
    for text in words.iter().skip(moves_at + 1).take(most) {
        let step = board.legal_moves().into_iter().find(|&step| spelled(step, chess960) == *text)?;
        board.make(step);
    }
    Some(board)
}

/// How it answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Behaviour {
    /// `go perft` with a divide.
    Plain,
    /// `perft` with a total and no divide.
    Totals,
    Crash,
    Hang,
    Flood,
    Nonsense,
    Leave,
}

impl Behaviour {
    pub fn parse(name: &str) -> Option<Behaviour> {
        Some(match name {
            "" => Behaviour::Plain,
            "totals" => Behaviour::Totals,
            "crash" => Behaviour::Crash,
            "hang" => Behaviour::Hang,
            "flood" => Behaviour::Flood,
            "nonsense" => Behaviour::Nonsense,
            "leave" => Behaviour::Leave,
            _ => return None,
        })
    }

    /// Does what it does instead of answering; false if it answers after all.
    fn misbehave(self, out: &mut impl Write) -> io::Result<bool> {
        match self {
            Behaviour::Plain | Behaviour::Totals => return Ok(false),
            Behaviour::Crash => std::process::abort(),
            Behaviour::Leave => std::process::exit(0),
            Behaviour::Hang => loop {
                std::thread::park();
            },
            Behaviour::Flood => loop {
                writeln!(out, "thinking very hard")?;
            },
            Behaviour::Nonsense => writeln!(out, "banana: yes\nNodes searched: many\nreadyok")?,
        }
        Ok(true)
    }
}

/// What the loop remembers besides the board.
struct Settings {
    chess960: bool,
    behaviour: Behaviour,
    /// Nodes counted before, which should not matter.
    counted: u64,
}

fn answer(board: &mut Board, depth: &str, settings: &mut Settings, out: &mut impl Write) -> io::Result<()> {
    let Settings { chess960, behaviour, .. } = *settings;
    let castling = board.rights.iter().any(Option::is_some);
    if castling && behaviour.misbehave(out)? {
        return Ok(());
    }
    let mut counts = divide(board, depth.parse().unwrap_or(1).max(1));
    if let (true, Some(first)) = (board.has(Bug::CountsAddUp), counts.first_mut()) {
        first.1 += settings.counted;
    }
    if board.has(Bug::AnswersVary) {
        // Something that differs from process to process and from question to question.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.subsec_nanos());
        let at = (now / 1_000) as usize % 8;
        counts.truncate(counts.len().saturating_sub(usize::from(at < 4) * at));
    }
    let mut total: u64 = counts.iter().map(|&(_, count)| count).sum();
    settings.counted = total;
    if board.has(Bug::TotalOffByOne) {
        total += 1;
    }
    if board.has(Bug::TotalSixteenBits) {
        total &= 0xffff;
    }
    if behaviour == Behaviour::Totals {
        return writeln!(out, "Total: {total}");
    }
    for &(step, count) in &counts {
        writeln!(out, "{}: {count}", spelled(step, chess960))?;
    }
    writeln!(out, "\nNodes searched: {total}\n")
}

pub fn serve(bugs: Bugs, behaviour: Behaviour) -> io::Result<()> {
    let mut board = Board::from_fen(START, bugs).expect("the start position is a position");
    let mut settings = Settings { chess960: false, behaviour, counted: 0 };
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci"] => writeln!(
                out,
                "id name Mutant\nid author The Tabiya authors\n\
                 option name UCI_Chess960 type check default false\nuciok"
            )?,
            ["isready"] => writeln!(out, "readyok")?,
            ["setoption", "name", "UCI_Chess960", "value", value] => settings.chess960 = *value == "true",
            ["position", rest @ ..] => match set_position(rest, bugs, settings.chess960) {
                Some(parsed) => {
                    let before = std::mem::replace(&mut board, parsed);
                    if board.has(Bug::RightsLeftOver) {
                        board.keep_rights(&before);
                    }
                }
                None => writeln!(out, "info string cannot read that position")?,
            },
            ["go", "perft", depth] if behaviour != Behaviour::Totals => {
                answer(&mut board, depth, &mut settings, &mut out)?;
            }
            ["perft", depth] if behaviour == Behaviour::Totals => answer(&mut board, depth, &mut settings, &mut out)?,
            ["quit"] => return Ok(()),
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}
