//! The engine as a UCI process: a loop that listens while a thread searches.

pub mod command;

use std::io::{BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tabiya::render::{Diagram, Pieces, TextStyle};
use tabiya::{CastlingStyle, Game, Move};
use tabiya_perft::{Division, Perft};

use crate::bench::bench;
use crate::control::Control;
use crate::engine::Engine;
use crate::root::Report;
use crate::score::UciScore;
use crate::supply::Staged;
use crate::time::Limits;
use crate::tt::{Bound, Table};
use command::Command;

const DEFAULT_HASH: usize = 16;
const DEFAULT_OVERHEAD: u64 = 20;
const MAX_LINES: usize = 256;
/// A game of this many bytes is longer than any ever played.
const LONGEST_LINE: u64 = 1 << 20;

/// Where answers go: one line at a time, from the listening and the searching thread alike.
struct Output<W>(Arc<Mutex<W>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Output(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    /// Says a line; `false` if nobody listens any more.
    fn say(&self, line: impl std::fmt::Display) -> bool {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{line}").and_then(|()| out.flush()).is_ok()
    }
}

/// A search that is going on in its own thread, which gives the engine back at its end.
struct Running {
    thread: JoinHandle<Engine>,
    control: Arc<Control>,
    kind: Kind,
}

/// What another command does to work that is going on.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    /// A search that ends by itself: it is stopped by any command, and finished if the input ends.
    Bounded,
    /// A search that does not: it is stopped by both.
    Endless,
    /// A count: only `stop` stops it, everything else waits. Scripts that know Stockfish count on that.
    Count,
}

struct Session<W> {
    output: Output<W>,
    game: Game,
    style: CastlingStyle,
    overhead: Duration,
    hash: usize,
    /// Here when idle, in the search thread when not.
    engine: Option<Engine>,
    running: Option<Running>,
}

/// Speaks UCI on two streams until `quit` or the end of the input.
///
/// A search that would end by itself is allowed to when the input ends, so that `tabiya uci < script` answers; one
/// that would not is stopped.
pub fn run(mut input: impl BufRead, output: impl Write + Send + 'static) {
    let mut session = Session {
        output: Output(Arc::new(Mutex::new(output))),
        game: Game::default(),
        style: CastlingStyle::Standard,
        overhead: Duration::from_millis(DEFAULT_OVERHEAD),
        hash: DEFAULT_HASH,
        engine: None,
        running: None,
    };
    let mut line = Vec::new();
    loop {
        line.clear();
        // Bytes, not text: a line that is not UTF-8 is garbage like any other and must not end the session. Nor must
        // one that never ends fill the memory.
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return session.end_of_input(),
            Ok(_) if !session.obey(&String::from_utf8_lossy(&line)) => return session.settle(),
            Ok(_) => {}
        }
    }
}

impl<W: Write + Send + 'static> Session<W> {
    /// Does what a line says; `false` once it is time to go.
    fn obey(&mut self, line: &str) -> bool {
        match command::parse(line, &self.game) {
            Ok(None) => true,
            Ok(Some(Command::Quit)) => false,
            Ok(Some(command)) => self.execute(command),
            Err(problem) => self.explain(problem),
        }
    }

    fn explain(&self, problem: impl std::fmt::Display) -> bool {
        self.output.say(format_args!("info string {problem}"))
    }

    fn execute(&mut self, command: Command) -> bool {
        // Only these have a meaning while a search goes on; everything else ends it first.
        match command {
            Command::IsReady => return self.output.say("readyok"),
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.control.ponder_hit();
                }
                return true;
            }
            Command::Uci => return self.introduce(),
            Command::Stop => self.stop(),
            _ => self.settle(),
        }
        match command {
            Command::NewGame => self.engine().forget(),
            Command::Position(game) => self.game = game,
            Command::Go(limits) => self.go(limits),
            Command::Perft(depth) => self.perft(depth),
            Command::SetOption { name, value } => {
                if let Err(problem) = self.set_option(&name.to_ascii_lowercase(), &value) {
                    return self.explain(format_args!("{name}: {problem}"));
                }
            }
            Command::Display => return self.display(),
            Command::Bench(depth) => return self.bench(depth),
            _ => {}
        }
        true
    }

    fn introduce(&self) -> bool {
        let (hash, threads) = (Table::MAX_MEGABYTES, Engine::MAX_THREADS);
        self.output.say(format_args!(
            "id name Tabiya {}\n\
             id author The Tabiya authors\n\
             option name Hash type spin default {DEFAULT_HASH} min 1 max {hash}\n\
             option name Threads type spin default 1 min 1 max {threads}\n\
             option name MultiPV type spin default 1 min 1 max {MAX_LINES}\n\
             option name Move Overhead type spin default {DEFAULT_OVERHEAD} min 0 max 5000\n\
             option name Ponder type check default false\n\
             option name UCI_Chess960 type check default false\n\
             option name Clear Hash type button\n\
             uciok",
            env!("CARGO_PKG_VERSION")
        ))
    }

    /// The engine; a new one if the search that had it came to grief.
    fn engine(&mut self) -> &mut Engine {
        let hash = self.hash;
        self.engine.get_or_insert_with(|| Engine::new(hash))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |most: usize| match value.parse::<usize>() {
            Ok(number) if number <= most => Ok(number),
            _ => Err(format!("expected a number up to {most}, not \"{value}\"")),
        };
        let switch = || match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("expected true or false, not \"{value}\"")),
        };
        match name {
            "hash" => {
                let megabytes = number(Table::MAX_MEGABYTES)?.max(1);
                let too_large = |_| format!("no memory for {megabytes} MB, keeping the old table");
                self.engine().resize(megabytes).map_err(too_large)?;
                self.hash = megabytes;
            }
            "threads" => {
                let threads = number(Engine::MAX_THREADS)?;
                self.engine().set_threads(threads);
            }
            "multipv" => self.engine().lines = number(MAX_LINES)?.max(1),
            "move overhead" => self.overhead = Duration::from_millis(number(5000)? as u64),
            "uci_chess960" => {
                self.style = if switch()? { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
            }
            // Told so that the GUI may ponder; the engine does whenever it is asked to.
            "ponder" => drop(switch()?),
            "clear hash" => self.engine().forget(),
            _ => return Err("no such option".to_string()),
        }
        Ok(())
    }

    fn go(&mut self, limits: Limits) {
        let only_moves = Limits { search_moves: limits.search_moves.clone(), ..Limits::default() };
        let endless = limits.infinite || limits.ponder || limits == only_moves;
        let kind = if endless { Kind::Endless } else { Kind::Bounded };
        let control = Control::new(&limits, self.overhead);
        let style = self.style;
        self.start(control, kind, move |engine, game, control, output| {
            let answer = engine.search(game, &limits, control, &mut |report| {
                if !output.say(info(&report, style)) {
                    control.stop();
                }
            });
            if answer.best().is_none() {
                let score = if game.position().in_check() { "mate 0" } else { "cp 0" };
                output.say(format_args!("info depth 0 score {score}"));
            }
            output.say(best_move(answer.best(), answer.ponder(), style));
        });
    }

    fn perft(&mut self, depth: u32) {
        let control = Control::new(&Limits::default(), self.overhead);
        let style = self.style;
        self.start(control, Kind::Count, move |engine, game, control, output| {
            let count = Perft::new(game.position()).depth(depth).threads(engine.threads()).cancel(control.stop_flag());
            output.say(match count.divide() {
                Ok(division) => divided(&division, style),
                Err(problem) => format!("info string {problem}"),
            });
        });
    }

    /// Does something long in a thread of its own, which has the engine meanwhile.
    fn start(
        &mut self,
        control: Control,
        kind: Kind,
        work: impl FnOnce(&mut Engine, &Game, &Control, &Output<W>) + Send + 'static,
    ) {
        self.engine();
        let Some(mut engine) = self.engine.take() else { return };
        let control = Arc::new(control);
        let (game, output, held) = (self.game.clone(), self.output.clone(), Arc::clone(&control));
        let thread = thread::spawn(move || {
            work(&mut engine, &game, &held, &output);
            engine
        });
        self.running = Some(Running { thread, control, kind });
    }

    /// Stops what goes on, and waits until it has answered.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
        self.wait();
    }

    /// Makes way for another command.
    fn settle(&mut self) {
        match &self.running {
            Some(running) if running.kind == Kind::Count => self.wait(),
            _ => self.stop(),
        }
    }

    fn end_of_input(&mut self) {
        match &self.running {
            Some(running) if running.kind == Kind::Endless => self.stop(),
            _ => self.wait(),
        }
    }

    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            self.engine = running.thread.join().ok();
        }
    }

    fn display(&self) -> bool {
        let position = self.game.position();
        let style = TextStyle { color: false, pieces: Pieces::Letters };
        let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
        self.output.say(format_args!(
            "{}\nFen: {}\nKey: {:016X}\nCheckers: {}",
            Diagram::of(position).coordinates(true).text(style),
            position.fen(),
            position.key(),
            checkers.join(" ")
        ))
    }

    fn bench(&mut self, depth: i32) -> bool {
        let began = Instant::now();
        let result = bench::<Staged<false>>(&mut Engine::new(DEFAULT_HASH), depth, || began.elapsed());
        self.output.say(format_args!(
            "Total time (ms) : {}\nNodes searched  : {}\nNodes/second    : {}",
            result.time.as_millis(),
            result.nodes,
            result.nodes_per_second()
        ))
    }
}

fn info(report: &Report, style: CastlingStyle) -> String {
    let bound = match report.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact => "",
    };
    let line: Vec<String> = report.line.iter().map(|mv| mv.uci(style).to_string()).collect();
    let nps = u128::from(report.nodes) * 1_000_000 / report.time.as_micros().max(1);
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {nps} hashfull {} time {} pv {}",
        report.depth,
        report.selective_depth,
        report.rank,
        UciScore(report.score),
        report.nodes,
        report.permille_full,
        report.time.as_millis(),
        line.join(" ")
    )
}

fn best_move(best: Option<Move>, ponder: Option<Move>, style: CastlingStyle) -> String {
    match (best, ponder) {
        (Some(best), Some(ponder)) => format!("bestmove {} ponder {}", best.uci(style), ponder.uci(style)),
        (Some(best), None) => format!("bestmove {}", best.uci(style)),
        // What Stockfish says when there is nothing to play.
        (None, _) => "bestmove (none)".to_string(),
    }
}

/// A divided perft in the words that tools know from Stockfish; of a count that was stopped, only what is complete.
fn divided(division: &Division, style: CastlingStyle) -> String {
    let complete = division.branches.iter().filter(|branch| branch.complete);
    let lines: String = complete.map(|branch| format!("{}: {}\n", branch.mv.uci(style), branch.nodes)).collect();
    match division.report.complete {
        true => format!("{lines}\nNodes searched: {}\n", division.report.nodes),
        false => format!("{lines}info string stopped after {} nodes", division.report.nodes),
    }
}
