//! Running a foreign program, with limits on its time and its output.
//!
//! Each program runs in a session of its own without a terminal, is read with limits on time and
//! on bytes, and is ended together with everything it started when its [`Process`] is dropped.

use std::fmt;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::cleanup;

/// The moment when that much time will have passed. Clocks do not reach for ever: a century stands for any longer time.
pub(crate) fn from_now(time: Duration) -> Instant {
    const CENTURY: Duration = Duration::from_secs(100 * 366 * 24 * 60 * 60);
    Instant::now() + time.min(CENTURY)
}

/// What a program may use before it is given up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time for one answer.
    pub answer: Duration,
    /// Bytes for one answer.
    pub bytes: usize,
    /// When everything must be over, whatever one answer may take.
    pub until: Option<Instant>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { answer: Duration::from_secs(30), bytes: 4 << 20, until: None }
    }
}

/// How a program failed to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailureKind {
    /// It could not be started.
    Start(String),
    /// It said nothing more for that long.
    Hang(Duration),
    /// It ended, with this status, before it had answered.
    Crash(String),
    /// It printed more than that many bytes for one answer.
    Flood(usize),
    /// It answered, but not in words that mean anything here.
    Nonsense(String),
    /// It was not asked, because the right answer cannot be counted.
    Uncountable(String),
    /// The hunt was asked to stop.
    Cancelled,
    /// The time for the whole hunt was up before it answered.
    TimeUp,
}

impl FailureKind {
    /// Whether it says nothing about the program: the hunt ended, or would have asked too much of itself.
    pub(crate) fn is_blameless(&self) -> bool {
        matches!(self, FailureKind::Cancelled | FailureKind::TimeUp | FailureKind::Uncountable(_))
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FailureKind::Start(why) => write!(f, "it could not be started: {why}"),
            FailureKind::Hang(limit) => {
                write!(f, "it did not answer within {:.1} s", limit.as_secs_f64())
            }
            FailureKind::Crash(status) => write!(f, "it ended before its answer was complete ({status})"),
            FailureKind::Flood(limit) => {
                write!(f, "it printed more than {limit} bytes for one answer")
            }
            FailureKind::Nonsense(what) => write!(f, "its answer cannot be read: {what}"),
            FailureKind::Uncountable(why) => write!(f, "the right answer cannot be counted: {why}"),
            FailureKind::Cancelled => write!(f, "the hunt was interrupted"),
            FailureKind::TimeUp => write!(f, "the time for the hunt was up before it answered"),
        }
    }
}

/// A program that failed, with the last lines it printed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// What happened.
    pub kind: FailureKind,
    /// The end of what it printed, standard error last.
    pub last_output: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)
    }
}

impl std::error::Error for Failure {}

/// Asks a running hunt to stop. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks for the stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the stop was asked for.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The last bytes of a stream.
#[derive(Clone, Default)]
struct Tail(Arc<Mutex<Vec<u8>>>);

impl Tail {
    const KEPT: usize = 2048;

    fn push(&self, bytes: &[u8]) {
        let Ok(mut kept) = self.0.lock() else { return };
        kept.extend_from_slice(&bytes[bytes.len().saturating_sub(Self::KEPT)..]);
        let surplus = kept.len().saturating_sub(Self::KEPT);
        kept.drain(..surplus);
    }

    fn text(&self) -> String {
        let kept = self.0.lock().map(|kept| kept.clone()).unwrap_or_default();
        String::from_utf8_lossy(&kept)
            .chars()
            .map(|letter| match letter {
                '\n' | '\t' => letter,
                // Nothing an engine prints may steer the reader's terminal.
                _ if letter.is_control() => '\u{fffd}',
                _ => letter,
            })
            .collect()
    }
}

/// Lines longer than this are cut: no answer needs them, and a flood has no line ends.
const LONGEST_LINE: usize = 4096;

/// Lines that may wait to be listened to.
const CHANNEL: usize = 256;

/// A program whose output has closed has half a second to end, and its standard error another to be read.
const MOMENTS: usize = 50;
const MOMENT: Duration = Duration::from_millis(10);

/// A line of output.
struct Line {
    /// Without the white space at its end.
    text: String,
    /// All that was printed of it, line end included.
    bytes: usize,
}

impl Line {
    fn new(bytes: &[u8]) -> Line {
        Line { text: String::from_utf8_lossy(bytes).trim_end().to_owned(), bytes: bytes.len() }
    }
}

/// A running program.
pub struct Process {
    child: Child,
    /// Carried in the environment of everything the program starts.
    mark: String,
    input: Option<Sender<String>>,
    lines: Receiver<Line>,
    printed: Tail,
    complained: Tail,
    /// Reads standard error until it closes.
    complaints: Option<JoinHandle<()>>,
    limits: Limits,
    cancel: Cancel,
    /// How many bytes it printed since it was last spoken to.
    heard: usize,
    /// When the last line came.
    heard_at: Instant,
}

static STARTED: AtomicU64 = AtomicU64::new(0);

impl Process {
    /// Its number.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Starts the program named by the first word with the others as its arguments.
    pub fn start(words: &[String], limits: Limits, cancel: &Cancel) -> Result<Process, Failure> {
        let not_started = |why: String| Failure { kind: FailureKind::Start(why), last_output: String::new() };
        let (program, arguments) = words.split_first().ok_or_else(|| not_started("the command is empty".into()))?;
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = cleanup::start(&mut command, &mark).map_err(|error| {
            not_started(match error.kind() {
                io::ErrorKind::NotFound => format!("no program called {program} was found"),
                _ => format!("{program}: {error}"),
            })
        })?;
        let (input, commands) = mpsc::channel();
        let (sink, lines) = mpsc::sync_channel(CHANNEL);
        let (printed, complained) = (Tail::default(), Tail::default());
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || feed(stdin, &commands));
        }
        if let Some(stdout) = child.stdout.take() {
            let tail = printed.clone();
            thread::spawn(move || read_lines(stdout, &tail, &sink));
        }
        let complaints = child.stderr.take().map(|stderr| {
            let tail = complained.clone();
            thread::spawn(move || drain(stderr, &tail))
        });
        Ok(Process {
            child,
            mark,
            input: Some(input),
            lines,
            printed,
            complained,
            complaints,
            limits,
            cancel: cancel.clone(),
            heard: 0,
            heard_at: Instant::now(),
        })
    }

    /// Sends text, line ends included, and forgets what was said before it. A program that no longer
    /// reads is noticed when it is listened to.
    pub fn send(&mut self, text: &str) {
        self.heard = 0;
        // A flood never runs dry: take no more than the channel holds.
        for _ in 0..CHANNEL {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
        if let Some(input) = &self.input {
            // The feeder ends when the program stops reading; the next read says why.
            let _ = input.send(text.to_owned());
        }
    }

    /// Closes the program's standard input.
    pub(crate) fn end_input(&mut self) {
        self.input = None;
    }

    /// The deadline of an answer asked for now.
    pub fn deadline(&self) -> Instant {
        from_now(self.limits.answer)
    }

    /// When it printed its last line.
    pub(crate) fn heard_at(&self) -> Instant {
        self.heard_at
    }

    /// Sets when everything must be over.
    pub(crate) fn set_until(&mut self, until: Instant) {
        self.limits.until = Some(until);
    }

    /// The time it has for one answer.
    pub fn patience(&self) -> Duration {
        self.limits.answer
    }

    /// The next line, `None` if none came before `until`; that is not a failure.
    pub fn line_until(&mut self, until: Instant) -> Result<Option<String>, Failure> {
        loop {
            if self.cancel.is_cancelled() {
                return Err(self.failed(FailureKind::Cancelled));
            }
            let now = Instant::now();
            if self.limits.until.is_some_and(|end| now >= end) {
                return Err(self.failed(FailureKind::TimeUp));
            }
            let left = until.saturating_duration_since(now);
            match self.lines.recv_timeout(left.min(Duration::from_millis(100))) {
                Ok(line) => {
                    self.heard_at = Instant::now();
                    self.heard += line.bytes;
                    if self.heard > self.limits.bytes {
                        return Err(self.failed(FailureKind::Flood(self.limits.bytes)));
                    }
                    return Ok(Some(line.text));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.status();
                    return Err(self.failed(FailureKind::Crash(status)));
                }
            }
        }
    }

    /// The next line; a hang if none comes before `deadline`.
    pub fn line(&mut self, deadline: Instant) -> Result<String, Failure> {
        match self.line_until(deadline)? {
            Some(line) => Ok(line),
            None => Err(self.failed(FailureKind::Hang(self.limits.answer))),
        }
    }

    /// Everything up to the end of a program that prints and ends, and whether it ended well.
    pub(crate) fn all_lines(mut self) -> Result<(Vec<String>, Process), Failure> {
        self.end_input();
        let deadline = self.deadline();
        let mut lines = Vec::new();
        loop {
            match self.line(deadline) {
                Ok(line) => lines.push(line),
                Err(Failure { kind: FailureKind::Crash(status), last_output }) => {
                    return match cleanup::status(&mut self.child) {
                        Ok(Some(ended)) if ended.success() => Ok((lines, self)),
                        _ => Err(Failure { kind: FailureKind::Crash(status), last_output }),
                    };
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// A failure of this program, with its last output.
    pub fn failed(&self, kind: FailureKind) -> Failure {
        let mut last_output = self.printed.text();
        let complaint = self.complained.text();
        if !complaint.trim().is_empty() {
            last_output.push_str("\n[standard error]\n");
            last_output.push_str(complaint.trim_end());
        }
        Failure { kind, last_output }
    }

    /// How the program ended, in words. Its output has closed: give it a moment to be gone.
    fn status(&mut self) -> String {
        for _ in 0..MOMENTS {
            match cleanup::status(&mut self.child) {
                Ok(Some(status)) => {
                    self.hear_complaints();
                    return describe(status);
                }
                Ok(None) => thread::sleep(MOMENT),
                Err(error) => return error.to_string(),
            }
        }
        "it closed its output but still runs".into()
    }

    /// Waits until all of its standard error is read. What it started may keep that open for longer than a moment.
    fn hear_complaints(&self) {
        for _ in 0..MOMENTS {
            if self.complaints.as_ref().is_none_or(JoinHandle::is_finished) {
                return;
            }
            thread::sleep(MOMENT);
        }
    }
}

fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exit status {code}"),
        None => status.to_string(),
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        cleanup::end(&mut self.child, &self.mark);
    }
}

/// Writes from a thread of its own: a program that does not read must not stop the hunt.
fn feed(mut stdin: impl Write, commands: &Receiver<String>) {
    while let Ok(text) = commands.recv() {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Cuts the stream into lines. The channel is bounded, so a program that floods while no reader
/// listens is stopped by its own pipe.
fn read_lines(mut stdout: impl Read, tail: &Tail, sink: &SyncSender<Line>) {
    let mut buffer = [0u8; 8192];
    let mut line = Vec::new();
    loop {
        let count = match stdout.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        tail.push(&buffer[..count]);
        for &byte in &buffer[..count] {
            line.push(byte);
            if byte == b'\n' || line.len() >= LONGEST_LINE {
                if sink.send(Line::new(&line)).is_err() {
                    return;
                }
                line.clear();
            }
        }
    }
    if !line.is_empty() {
        // A channel without a reader is not an error: the line counts as sent.
        let _ = sink.send(Line::new(&line));
    }
}

fn drain(mut stderr: impl Read, tail: &Tail) {
    let mut buffer = [0u8; 4096];
    loop {
        match stderr.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => tail.push(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
