//! A program that counts, asked in the protocol it understands.

use std::time::{Duration, Instant};

use crate::answer::{Answer, LineKind};
use crate::process::{Cancel, Failure, FailureKind, Limits, Process};
use crate::words;

/// The words that ask an interactive engine for a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftCommand {
    /// `go perft N`
    GoPerft,
    /// `divide N`
    Divide,
    /// `perft N`
    Perft,
}

impl PerftCommand {
    pub(crate) const ALL: [PerftCommand; 3] = [PerftCommand::GoPerft, PerftCommand::Divide, PerftCommand::Perft];

    pub(crate) fn spelled(self, depth: u32) -> String {
        match self {
            PerftCommand::GoPerft => format!("go perft {depth}"),
            PerftCommand::Divide => format!("divide {depth}"),
            PerftCommand::Perft => format!("perft {depth}"),
        }
    }
}

/// How an engine that stays alive is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protocol {
    /// It answered `uci` with `uciok`.
    pub uci: bool,
    /// `position fen … moves …`; otherwise `setboard FEN`.
    pub position: bool,
    /// What asks for a count.
    pub perft: PerftCommand,
    /// It prints the count of each move, not only a total.
    pub divides: bool,
    /// What ends its answer.
    pub ending: Ending,
    /// `readyok` came after the answers to the first questions, so it also ends an answer whose total leaves doubts.
    pub ready_after: bool,
}

/// How the end of an answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A total comes after the moves.
    Total,
    /// `readyok` comes after everything: it counts before it reads on.
    Ready,
    /// Neither: it falls silent.
    Silence,
}

/// How a program is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// It stays alive and reads commands.
    Interactive(Protocol),
    /// perftree's protocol: `script DEPTH FEN [MOVES]`, one run per answer.
    Script,
    /// A command line with `{fen}` and `{depth}` in it, one run per answer.
    Template,
}

impl Dialect {
    /// The dialect in words.
    pub fn name(&self) -> &'static str {
        match self {
            Dialect::Interactive(protocol) => match (protocol.uci, protocol.perft) {
                (true, PerftCommand::GoPerft) => "UCI, go perft",
                (true, PerftCommand::Divide) => "UCI, divide",
                (true, PerftCommand::Perft) => "UCI, perft",
                (false, PerftCommand::GoPerft) => "bare go perft",
                (false, PerftCommand::Divide) => "bare divide",
                (false, PerftCommand::Perft) => "bare perft",
            },
            Dialect::Script => "perftree script",
            Dialect::Template => "command template",
        }
    }
}

/// How long an engine must be silent where nothing that it prints is surely the end of its answer.
const QUIET: Duration = Duration::from_millis(80);

/// No pause between two lines is waited for longer than twice this.
const LONGEST_GAP: Duration = Duration::from_secs(2);

/// A program under test.
pub struct Engine {
    pub(crate) words: Vec<String>,
    pub(crate) limits: Limits,
    pub(crate) cancel: Cancel,
    pub(crate) dialect: Dialect,
    pub(crate) name: Option<String>,
    pub(crate) offers_chess960: bool,
    pub(crate) process: Option<Process>,
    pub(crate) chess960: bool,
    /// What the running process was last told.
    pub(crate) told_chess960: bool,
    /// Whether the totals it prints are compared too; not any more once one was reported.
    pub(crate) checks_totals: bool,
    /// What it has counted in all its answers.
    pub(crate) counted: u64,
}

/// A question: where, after which moves, how deep.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position.
    pub fen: &'a str,
    /// Moves to play from there, as the engine spells them.
    pub moves: &'a [String],
    /// How deep to count after them.
    pub depth: u32,
}

impl Engine {
    /// How it is asked.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The name it gave itself.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether it can be asked about Chess960.
    pub(crate) fn offers_chess960(&self) -> bool {
        self.offers_chess960
    }

    /// Whether castling is written king-takes-rook in both directions.
    pub fn chess960(&self) -> bool {
        self.chess960
    }

    /// Chooses how castling is written from the next question on.
    pub fn set_chess960(&mut self, chess960: bool) {
        self.chess960 = chess960;
    }

    /// Whether it takes moves to play apart from the position.
    pub fn plays_moves(&self) -> bool {
        match self.dialect {
            Dialect::Interactive(protocol) => protocol.position,
            Dialect::Script => true,
            Dialect::Template => words::takes_moves(&self.words),
        }
    }

    /// Whether it lives on between questions and so could remember something wrong.
    pub fn remembers(&self) -> bool {
        matches!(self.dialect, Dialect::Interactive(_))
    }

    /// Whether it counts each move by itself.
    pub fn divides(&self) -> bool {
        match self.dialect {
            Dialect::Interactive(protocol) => protocol.divides,
            Dialect::Script | Dialect::Template => true,
        }
    }

    /// Ends the running process; the next question starts a fresh one.
    pub(crate) fn restart(&mut self) {
        self.process = None;
    }

    /// No answer is waited for longer than this, from now on.
    pub(crate) fn set_until(&mut self, until: Instant) {
        let until = self.limits.until.map_or(until, |earlier| earlier.min(until));
        self.limits.until = Some(until);
        if let Some(process) = &mut self.process {
            process.set_until(until);
        }
    }

    /// What a person would type to ask the same.
    pub fn commands(&self, question: Question) -> Vec<String> {
        match self.dialect {
            Dialect::Interactive(protocol) => {
                let mut commands = Vec::new();
                if self.chess960 {
                    commands.push("setoption name UCI_Chess960 value true".into());
                }
                commands.push(position_command(protocol, question));
                commands.push(protocol.perft.spelled(question.depth));
                commands
            }
            Dialect::Script | Dialect::Template => {
                let words = self.command_words(question);
                vec![words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")]
            }
        }
    }

    fn command_words(&self, question: Question) -> Vec<String> {
        let moves = question.moves.join(" ");
        if self.dialect == Dialect::Template {
            return words::fill(&self.words, question.fen, question.depth, &moves);
        }
        let mut words = self.words.clone();
        words.push(question.depth.to_string());
        words.push(question.fen.to_owned());
        if !moves.is_empty() {
            words.push(moves);
        }
        words
    }

    /// The process that runs, if one does.
    pub(crate) fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// Asks, and reads the answer. After a failure the process is gone.
    pub fn ask(&mut self, question: Question) -> Result<Answer, Failure> {
        self.ask_timed(question).map(|(answer, _)| answer)
    }

    /// Asks, and says how long it took until the last line of the answer came. An answer that ends with a silence is
    /// known to be complete only later; a program that runs once per answer is started within this time.
    pub fn ask_timed(&mut self, question: Question) -> Result<(Answer, Duration), Failure> {
        let asked = Instant::now();
        let (answer, heard_at) = match self.dialect {
            Dialect::Interactive(protocol) => {
                let text = position_command(protocol, question);
                let answer = self.converse(protocol, Some(&text), question.depth)?;
                (answer, self.process.as_ref().map_or(asked, Process::heard_at))
            }
            Dialect::Script | Dialect::Template => {
                let words = self.command_words(question);
                run_once(&words, self.limits, &self.cancel)?
            }
        };
        self.charge(&answer);
        Ok((answer, heard_at.saturating_duration_since(asked)))
    }

    fn charge(&mut self, answer: &Answer) {
        self.counted = self.counted.saturating_add(answer.nodes().or(answer.total).unwrap_or(0));
    }

    /// Asks an interactive engine again without telling it the position again. `None` if it does
    /// not stay alive.
    pub(crate) fn ask_again(&mut self, depth: u32) -> Result<Option<Answer>, Failure> {
        match self.dialect {
            Dialect::Interactive(protocol) if self.process.is_some() => {
                let answer = self.converse(protocol, None, depth)?;
                self.charge(&answer);
                Ok(Some(answer))
            }
            _ => Ok(None),
        }
    }

    fn converse(&mut self, protocol: Protocol, position: Option<&str>, depth: u32) -> Result<Answer, Failure> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => {
                self.told_chess960 = false;
                open(&self.words, self.limits, &self.cancel, protocol.uci)?
            }
        };
        let mut commands = String::new();
        if protocol.uci && self.chess960 != self.told_chess960 {
            commands += &format!("setoption name UCI_Chess960 value {}\n", self.chess960);
            self.told_chess960 = self.chess960;
        }
        if let Some(position) = position {
            // An engine that refuses the position must not answer for the one before.
            if protocol.position {
                commands += "position startpos\n";
            }
            commands += position;
            commands.push('\n');
        }
        commands += &protocol.perft.spelled(depth);
        commands.push('\n');
        if protocol.ready_after {
            commands += "isready\n";
        }
        process.send(&commands);
        let answer = read_answer(&mut process, protocol.ending, QUIET, self.checks_totals)?;
        self.process = Some(process);
        Ok(answer)
    }
}

fn quoted(word: &str) -> String {
    if word.contains(|letter: char| letter.is_whitespace() || "'\"\\$`*?&|;<>()".contains(letter)) || word.is_empty() {
        format!("'{}'", word.replace('\'', r"'\''"))
    } else {
        word.to_owned()
    }
}

fn position_command(protocol: Protocol, question: Question) -> String {
    if !protocol.position {
        return format!("setboard {}", question.fen);
    }
    let mut text = format!("position fen {}", question.fen);
    if !question.moves.is_empty() {
        text += " moves ";
        text += &question.moves.join(" ");
    }
    text
}

/// Starts an engine that stays alive; a UCI engine is sent `uci` and `isready` first.
fn open(words: &[String], limits: Limits, cancel: &Cancel, uci: bool) -> Result<Process, Failure> {
    let mut process = Process::start(words, limits, cancel)?;
    if uci {
        process.send("uci\nisready\n");
        let deadline = process.deadline();
        while process.line(deadline)?.trim() != "readyok" {}
    }
    Ok(process)
}

/// Reads until the answer is complete.
fn read_answer(process: &mut Process, ending: Ending, quiet: Duration, checks_totals: bool) -> Result<Answer, Failure> {
    let deadline = process.deadline();
    let mut answer = Answer::default();
    // Empty lines say nothing: one may be the end of the answer before, and come late.
    let mut said_something = false;
    // An engine that needs long for one move may need as long for the next.
    let mut quiet = quiet;
    let mut heard = Instant::now();
    loop {
        // A position without moves has a total alone (of 0, or what an engine with wrong totals makes of it); but that may
        // also be a second total of the answer before, and come late.
        let of_none = answer.moves.is_empty() && answer.total.is_some();
        // A total that does not fit may be another number with the right one behind it.
        let unfit = checks_totals && answer.wrong_total().is_some();
        let settled =
            !answer.is_empty() && (ending == Ending::Silence || ending == Ending::Total && (of_none || unfit));
        let until = if settled { deadline.min(Instant::now() + quiet) } else { deadline };
        match process.line_until(until)? {
            // One that comes before anything else may be the end of the answer before.
            Some(line) if line.trim() == "readyok" => {
                if ending == Ending::Ready || settled && ending == Ending::Total {
                    return Ok(answer);
                }
            }
            Some(line) => {
                said_something |= !line.is_empty();
                quiet = quiet.max(heard.elapsed().min(LONGEST_GAP) * 2);
                heard = Instant::now();
                let total = matches!(answer.read_line(&line), LineKind::Total(_));
                if ending == Ending::Total
                    && total
                    && !answer.moves.is_empty()
                    && !(checks_totals && answer.wrong_total().is_some())
                {
                    return Ok(answer);
                }
            }
            None if settled => return Ok(answer),
            None if answer.is_empty() && said_something => {
                let what = "it printed something, but no move and no total".into();
                return Err(process.failed(FailureKind::Nonsense(what)));
            }
            None => return Err(process.failed(FailureKind::Hang(process.patience()))),
        }
    }
}

/// Runs a program that prints one answer and ends; the answer, and when its last line came.
pub(crate) fn run_once(words: &[String], limits: Limits, cancel: &Cancel) -> Result<(Answer, Instant), Failure> {
    let (lines, process) = Process::start(words, limits, cancel)?.all_lines()?;
    let mut answer = Answer::default();
    for line in &lines {
        answer.read_line(line);
    }
    if answer.is_empty() {
        return Err(process.failed(FailureKind::Nonsense("it contains neither a move nor a total".into())));
    }
    Ok((answer, process.heard_at()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_empty_line_is_no_answer_and_no_nonsense() {
        // What an engine prints last, after the total, may be read with the next answer.
        let script = ["sh", "-c", "echo; echo '  '; sleep 6000"].map(String::from);
        let limits = Limits { answer: Duration::from_secs(1), ..Limits::default() };
        for ending in [Ending::Total, Ending::Ready, Ending::Silence] {
            let mut process = Process::start(&script, limits, &Cancel::default()).expect("sh starts");
            let failure = read_answer(&mut process, ending, QUIET, true).expect_err("it does not answer");
            assert_eq!(failure.kind, FailureKind::Hang(limits.answer), "{ending:?}");
        }
    }

    #[test]
    fn a_late_total_of_none_is_not_the_answer() {
        // The end of an answer about stalemate, and the one that was asked for.
        let patient = Duration::from_secs(600);
        let limits = Limits { answer: patient, ..Limits::default() };
        let script =
            ["sh", "-c", "echo 'Total: 0'; echo 'e2e4: 1'; echo 'Nodes searched: 1'; sleep 6000"].map(String::from);
        let mut process = Process::start(&script, limits, &Cancel::default()).expect("sh starts");
        let answer = read_answer(&mut process, Ending::Total, patient, true).expect("it answers");
        assert_eq!(answer, Answer { moves: vec![("e2e4".into(), 1)], total: Some(1), totals_behind: vec![1] });
        // Alone it is.
        let script = ["sh", "-c", "echo 'Nodes searched: 0'; sleep 6000"].map(String::from);
        let mut process = Process::start(&script, limits, &Cancel::default()).expect("sh starts");
        let answer = read_answer(&mut process, Ending::Total, QUIET, true).expect("it answers");
        assert_eq!(answer, Answer { moves: Vec::new(), total: Some(0), totals_behind: vec![0] });
        // Also where the total is wrong and no longer compared.
        let script = ["sh", "-c", "echo 'Nodes searched: 1'; sleep 6000"].map(String::from);
        let mut process = Process::start(&script, limits, &Cancel::default()).expect("sh starts");
        let answer = read_answer(&mut process, Ending::Total, QUIET, false).expect("it answers");
        assert_eq!((answer.moves.len(), answer.total), (0, Some(1)));
    }
}
