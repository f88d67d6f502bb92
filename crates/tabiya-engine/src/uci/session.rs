//! One conversation: the game, the options, and what is being searched.

use std::any::Any;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tabiya::{CastlingStyle, Game, Move};
use tabiya_perft::Perft;

use super::Output;
use super::command::{self, Command};
use super::settings::{self, DEFAULT_HASH, DEFAULT_OVERHEAD, MAX_LINES, Settings};
use super::text;
use crate::bench::bench;
use crate::control::Control;
use crate::engine::{self, Engine, STACK};
use crate::lag::Lag;
use crate::time::{Clock, Limits};
use crate::tt::Table;

/// A search that is going on in its own thread, which gives the engine back at its end.
struct Running {
    /// Gives no engine back after a panic: what it holds cannot be trusted.
    thread: JoinHandle<Option<Engine>>,
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
    /// A search in the opponent's time that ends by itself once `ponderhit` came; until then it is endless.
    Pondering,
    /// A count: `stop` and `quit` stop it, everything else waits, as it does for Stockfish.
    Count,
}

pub(super) struct Session<W> {
    output: Output<W>,
    game: Game,
    style: CastlingStyle,
    overhead: Duration,
    lag: Lag,
    /// What the last `go` said of our clock.
    clock: Option<Clock>,
    settings: Settings,
    /// Here when idle, in the search thread when not.
    engine: Option<Engine>,
    running: Option<Running>,
    /// Whether a person types the commands and is to be told of unknown ones.
    at_terminal: bool,
}

impl<W: Write + Send + 'static> Session<W> {
    /// A session with everything built, so that no `go` pays for it.
    pub(super) fn new(output: Output<W>, at_terminal: bool) -> Session<W> {
        Session::with_room(output, at_terminal, engine::room)
    }

    /// As [`new`](Session::new), on a machine that has as much room for a table as `room` says.
    fn with_room(output: Output<W>, at_terminal: bool, room: fn() -> usize) -> Session<W> {
        let settings = Settings::new(room);
        Session {
            output,
            game: Game::default(),
            style: CastlingStyle::Standard,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD),
            lag: Lag::default(),
            clock: None,
            engine: Some(settings.build()),
            settings,
            running: None,
            at_terminal,
        }
    }

    /// Does what a line says; `false` once it is time to go.
    pub(super) fn obey(&mut self, line: &str) -> bool {
        match command::parse(line, &self.game) {
            Ok(None) if self.at_terminal && !line.trim().is_empty() => {
                self.output.say(format_args!("\"{}\" is not a command; type help for the list", line.trim()))
            }
            Ok(None) => true,
            Ok(Some(Command::Quit)) => false,
            Ok(Some(command)) => self.execute(command),
            Err(problem) => self.explain(problem),
        }
    }

    /// Says that the beginning of a line that was too long is all that was read of it. A `go` gets its answer even
    /// then; anything else is refused, since half a command may mean something else.
    pub(super) fn obey_beginning(&mut self, line: &str) -> bool {
        let heard = self.explain("a line of more than a mebibyte cannot be a command");
        match command::parse(line, &self.game) {
            Ok(Some(command @ Command::Go { .. })) => heard && self.execute(command),
            _ => heard,
        }
    }

    fn explain(&self, problem: impl std::fmt::Display) -> bool {
        self.output.say(format_args!("info string {problem}"))
    }

    fn execute(&mut self, command: Command) -> bool {
        // Only these have a meaning while a search goes on; everything else ends it first.
        match command {
            Command::IsReady => {
                if self.running.is_none() {
                    self.engine();
                }
                return self.output.say("readyok");
            }
            Command::PonderHit => {
                if let Some(running) = &mut self.running {
                    running.control.ponder_hit();
                    if running.kind == Kind::Pondering {
                        running.kind = Kind::Bounded;
                    }
                }
                return true;
            }
            Command::Uci => return self.output.say(text::introduction()),
            Command::Help => return self.output.say(text::HELP),
            Command::Stop => self.stop(),
            _ => self.settle(),
        }
        match command {
            Command::NewGame => {
                self.engine().forget();
                self.game = Game::default();
            }
            Command::Position(game) => self.game = game,
            Command::Go { limits, problems } => {
                let heard = problems.iter().all(|problem| self.explain(problem));
                self.go(limits);
                return heard;
            }
            Command::Perft(depth) => self.perft(depth),
            Command::SetOption { name, value } => match self.set_option(&name.to_ascii_lowercase(), &value) {
                Ok(None) => {}
                Ok(Some(remark)) | Err(remark) => return self.explain(format_args!("{name}: {remark}")),
            },
            Command::Display => return self.output.say(text::board(&self.game)),
            Command::Bench(depth) => return self.bench(depth),
            _ => {}
        }
        true
    }

    /// The engine; a new one if a panic cost the last.
    fn engine(&mut self) -> &mut Engine {
        let settings = &self.settings;
        self.engine.get_or_insert_with(|| settings.build())
    }

    /// Sets an option; what there is to say about it, if anything.
    fn set_option(&mut self, name: &str, value: &str) -> Result<Option<String>, String> {
        let number = |most| settings::number(value, most);
        let switch = || settings::switch(value);
        match name {
            "hash" => {
                let asked = number(Table::MAX_MEGABYTES)?.max(1);
                let had = self.engine().resize(asked);
                self.settings.hash = had.max(1);
                if had < asked {
                    return Ok(Some(format!("{asked} MiB were asked for; there is room for {had} MiB")));
                }
            }
            "threads" => {
                let asked = number(Engine::MAX_THREADS)?.max(1);
                let engine = self.engine();
                let before = engine.megabytes();
                let (had, table) = (engine.set_threads(asked), engine.megabytes());
                (self.settings.threads, self.settings.hash) = (had, table.max(1));
                match (had < asked, table < before) {
                    (false, false) => {}
                    (false, true) => return Ok(Some(format!("there is room for {table} MiB of Hash beside them"))),
                    (true, _) => {
                        return Ok(Some(format!(
                            "{asked} were asked for; there is room for {had}, and {table} MiB of Hash"
                        )));
                    }
                }
            }
            "multipv" => {
                self.settings.lines = number(MAX_LINES)?.max(1);
                self.engine().lines = self.settings.lines;
            }
            "move overhead" => self.overhead = Duration::from_millis(number(5000)? as u64),
            "uci_chess960" => {
                self.style = if switch()? { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
            }
            // Told so that the GUI may ponder; the engine does whenever it is asked to.
            "ponder" => drop(switch()?),
            "clear hash" => self.engine().forget(),
            _ => return self.set_table_option(name, value),
        }
        Ok(None)
    }

    /// Sets an option of endgame tables.
    fn set_table_option(&mut self, name: &str, value: &str) -> Result<Option<String>, String> {
        self.engine();
        match &mut self.engine {
            Some(engine) => self.settings.set_tables(engine, name, value),
            None => Ok(None),
        }
    }

    fn go(&mut self, limits: Limits) {
        let kind = match (limits.is_unlimited(), limits.ponder) {
            (true, _) => Kind::Endless,
            (false, true) => Kind::Pondering,
            (false, false) => Kind::Bounded,
        };
        self.lag.learn(limits.clock);
        self.clock = limits.clock.filter(|_| !limits.ponder);
        let control = Control::with_lag(&limits, self.overhead, self.lag.estimate());
        let style = self.style;
        let any = limits.any_move(self.game.position());
        self.start(control, kind, any, move |engine, game, control, output| {
            let answer = engine.search_here(game, &limits, control, &mut |report| {
                if !output.say(text::info(&report, style)) {
                    control.stop();
                }
            });
            for note in engine.tables.take_notes() {
                output.say(format_args!("info string {note}"));
            }
            if answer.best().is_none() {
                let score = if game.position().in_check() { "mate 0" } else { "cp 0" };
                output.say(format_args!("info depth 0 score {score}"));
            }
            control.set_answered();
            output.say(text::best_move(answer.best(), answer.ponder(), style));
        });
    }

    fn perft(&mut self, depth: u32) {
        let control = Control::new(&Limits::default(), self.overhead);
        let style = self.style;
        self.start(control, Kind::Count, None, move |engine, game, control, output| {
            let count = Perft::new(game.position()).depth(depth).threads(engine.threads()).cancel(control.stop_flag());
            output.say(match count.divide() {
                Ok(division) => text::divided(&division, style),
                Err(problem) => format!("info string {problem}"),
            });
        });
    }

    /// Does something long in a thread of its own, which has the engine meanwhile. If it comes to nothing, the answer
    /// to a search is any move.
    fn start(
        &mut self,
        control: Control,
        kind: Kind,
        any: Option<Move>,
        work: impl FnOnce(&mut Engine, &Game, &Control, &Output<W>) + Send + 'static,
    ) {
        self.engine();
        let Some(mut engine) = self.engine.take() else { return };
        let control = Arc::new(control);
        let (game, output, held) = (self.game.clone(), self.output.clone(), Arc::clone(&control));
        let style = self.style;
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| work(&mut engine, &game, &held, &output)));
            let Err(panic) = outcome else { return Some(engine) };
            // The panic itself is on standard error by now; the GUI waits for an answer and gets one too.
            output.say(format_args!("info string the search failed, which is a bug: {}", message(&*panic)));
            if kind != Kind::Count {
                output.say(text::best_move(any, None, style));
            }
            None
        });
        match thread {
            Ok(thread) => self.running = Some(Running { thread, control, kind }),
            Err(problem) => {
                self.explain(format_args!("the system has no thread for it: {problem}"));
                if kind != Kind::Count {
                    self.output.say(text::best_move(any, None, style));
                }
            }
        }
    }

    /// Stops what goes on, and waits until it has answered.
    pub(super) fn stop(&mut self) {
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

    /// Ends when the input does: what would end by itself is finished first.
    pub(super) fn end_of_input(&mut self) {
        match &self.running {
            Some(running) if matches!(running.kind, Kind::Endless | Kind::Pondering) => self.stop(),
            _ => self.wait(),
        }
    }

    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            let control = running.control;
            self.engine = running.thread.join().unwrap_or_default();
            self.lag.answered(self.clock.take(), control.answered_after());
        }
    }

    fn bench(&mut self, depth: i32) -> bool {
        let began = Instant::now();
        let result = bench(&mut Engine::new(DEFAULT_HASH), depth, || began.elapsed());
        self.output.say(format_args!(
            "Total time (ms) : {}\nNodes searched  : {}\nNodes/second    : {}",
            result.time.as_millis(),
            result.nodes,
            result.nodes_per_second()
        ))
    }
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it gave no reason")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> (Session<Vec<u8>>, Output<Vec<u8>>) {
        let output = Output::new(Vec::new());
        (Session::new(output.clone(), false), output)
    }

    fn said(output: &Output<Vec<u8>>) -> String {
        let bytes = output.0.lock().unwrap();
        String::from_utf8(bytes.clone()).unwrap()
    }

    #[test]
    fn everything_is_built_before_the_first_go() {
        let (mut session, output) = session();
        assert!(session.engine.is_some());
        session.engine = None;
        assert!(session.obey("isready") && session.engine.is_some());
        assert_eq!(said(&output), "readyok\n");
    }

    #[test]
    fn a_table_takes_no_more_than_there_is_room_for_and_says_so() {
        let output = Output::new(Vec::new());
        let mut session = Session::with_room(output.clone(), false, || 3 << 20);
        for (asked, had) in [("65536", 3), ("4", 3), ("3", 3), ("2", 2)] {
            session.obey(&format!("setoption name Hash value {asked}"));
            assert_eq!(session.settings.hash, had, "{asked}");
        }
        // More than may be asked for changes nothing.
        session.obey("setoption name Hash value 1000000");
        assert_eq!(session.settings.hash, 2);
        session.obey("go depth 1");
        session.end_of_input();
        let heard = said(&output);
        let lines: Vec<&str> = heard.lines().collect();
        let remarks = [
            "info string Hash: 65536 MiB were asked for; there is room for 3 MiB",
            "info string Hash: 4 MiB were asked for; there is room for 3 MiB",
            "info string Hash: expected a number up to 65536, not \"1000000\"",
        ];
        assert_eq!(lines[..3], remarks);
        assert!(lines[lines.len() - 1].starts_with("bestmove "), "{heard}");
    }

    #[test]
    fn threads_that_there_is_no_room_for_are_left_out_and_it_says_so() {
        let output = Output::new(Vec::new());
        let mut session = Session::with_room(output.clone(), false, || 18 << 20);
        session.obey("setoption name Hash value 65536");
        session.obey("setoption name Threads value 5");
        assert_eq!((session.settings.threads, session.settings.hash), (5, 18));
        session.obey("setoption name Threads value 256");
        assert_eq!((session.settings.threads, session.settings.hash), (10, 9));
        session.obey("setoption name Threads value 2");
        session.obey("go depth 1");
        session.end_of_input();
        let heard = said(&output);
        let remarks: Vec<&str> = heard.lines().take(2).collect();
        let expected = [
            "info string Hash: 65536 MiB were asked for; there is room for 18 MiB",
            "info string Threads: 256 were asked for; there is room for 10, and 9 MiB of Hash",
        ];
        assert_eq!(remarks, expected);
        assert!(heard.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{heard}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_session_knows_that_the_machine_has_limits() {
        let (session, _) = session();
        assert!((session.settings.room)() < usize::MAX);
    }

    #[test]
    fn a_search_goes_on_after_the_ponder_hit_although_the_input_ends() {
        let (mut session, output) = session();
        session.obey("position startpos");
        session.obey("go ponder depth 5");
        session.obey("ponderhit");
        session.end_of_input();
        let heard = said(&output);
        assert!(heard.contains("info depth 5 ") && heard.contains("\nbestmove "), "{heard}");
    }

    /// A stop may come before the search has begun.
    #[test]
    fn a_move_is_searched_before_it_is_answered() {
        for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go depth 90", "go movetime 0"] {
            for stopped in [true, false].into_iter().cycle().take(20) {
                let (mut session, output) = session();
                session.obey("position startpos");
                session.obey(go);
                if stopped || go == "go depth 90" {
                    session.obey("stop");
                }
                session.end_of_input();
                let heard = said(&output);
                assert!(heard.starts_with("info depth 1 ") && heard.contains("\nbestmove "), "{go}: {heard}");
            }
        }
    }

    #[test]
    fn a_panic_of_the_search_is_told_and_answered() {
        let (mut session, output) = session();
        session.obey("setoption name MultiPV value 3");
        session.obey("position startpos moves e2e4");
        let control = Control::new(&Limits::default(), Duration::ZERO);
        let any = session.game.position().parse_uci("h7h5").ok();
        session.start(control, Kind::Endless, any, |_, _, _, _| panic!("on purpose"));
        session.end_of_input();
        let heard = said(&output);
        assert_eq!(heard, "info string the search failed, which is a bug: on purpose\nbestmove h7h5\n");
        // The next search has an engine with the same options.
        session.obey("go depth 2");
        session.end_of_input();
        assert!(said(&output).contains("multipv 3") && said(&output).matches("bestmove").count() == 2);
    }

    #[test]
    fn a_person_at_a_terminal_is_told_of_words_that_mean_nothing() {
        let output = Output::new(Vec::new());
        let mut session = Session::new(output.clone(), true);
        session.obey("xyzzy");
        session.obey("");
        assert_eq!(said(&output), "\"xyzzy\" is not a command; type help for the list\n");
    }
}
