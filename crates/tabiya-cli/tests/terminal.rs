//! What is seen at a terminal when Ctrl-C ends a long command: the answer so far, and no bar left behind.
#![cfg(unix)]

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// Long enough for the busiest machine; a test that waits longer hangs.
const NEVER: Duration = Duration::from_secs(120);

/// A command at a terminal of its own, and what stands there.
struct Terminal {
    child: Child,
    screen: Arc<Mutex<vt100::Parser>>,
    reader: JoinHandle<()>,
}

impl Terminal {
    fn start(columns: u16, arguments: &[&str]) -> Terminal {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&ours).expect("a terminal");
        unlockpt(&ours).expect("a terminal");
        let rows = 50;
        tcsetwinsize(&ours, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).expect("a terminal");
        let name = ptsname(&ours, Vec::new()).expect("a name").into_string().expect("text");
        let theirs = OpenOptions::new().read(true).write(true).open(name).expect("a terminal");
        let end = || theirs.try_clone().expect("a terminal");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command.args(arguments).env("TERM", "xterm").env_remove("NO_COLOR");
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("the command runs");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let shown = Arc::clone(&screen);
        let mut ours = File::from(ours);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The terminal ends with an error when its last user has gone.
            while let Ok(count @ 1..) = ours.read(&mut bytes) {
                shown.lock().expect("no panic").process(&bytes[..count]);
            }
        });
        Terminal { child, screen, reader }
    }

    fn text(&self) -> String {
        self.screen.lock().expect("no panic").screen().contents()
    }

    /// The rows of text that did not fit the terminal and went on in the next row.
    fn wrapped(&self) -> usize {
        let screen = self.screen.lock().expect("no panic");
        (0..screen.screen().size().0).filter(|&row| screen.screen().row_wrapped(row)).count()
    }

    fn wait_for(&self, words: &str) {
        let started = Instant::now();
        while !self.text().contains(words) {
            assert!(started.elapsed() < NEVER, "no '{words}' on the screen:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses Ctrl-C; the exit code, and the screen at the end.
    fn interrupt(mut self) -> (Option<i32>, String) {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        let status = self.child.wait().expect("it ends");
        let screen = self.screen;
        self.reader.join().expect("no panic");
        let text = screen.lock().expect("no panic").screen().contents();
        (status.code(), text)
    }
}

/// Starts a command, waits for its bar, presses Ctrl-C, and returns what stands on the screen then.
fn interrupted(arguments: &[&str], bar: &str) -> String {
    interrupted_at(120, arguments, bar)
}

/// The same at a terminal of this width.
fn interrupted_at(columns: u16, arguments: &[&str], bar: &str) -> String {
    let terminal = Terminal::start(columns, arguments);
    terminal.wait_for(bar);
    assert_eq!(terminal.text().matches(bar).count(), 1, "{arguments:?} draws one bar:\n{}", terminal.text());
    let (code, text) = terminal.interrupt();
    assert_eq!(code, Some(130), "{text}");
    assert!(!text.contains(bar), "{arguments:?} left its bar behind:\n{text}");
    text
}

#[test]
fn counting_takes_its_bar_away() {
    let text = interrupted(&["perft", "14"], " eta ");
    assert!(text.contains("(interrupted)"), "{text}");
    let text = interrupted(&["divide", "13"], " eta ");
    assert!(text.contains("(interrupted)") && text.contains("Nodes searched"), "{text}");
    let text = interrupted(&["perft", "12", "--stats"], " eta ");
    assert!(text.contains("(interrupted: a part of the tree)"), "{text}");
}

/// The end of a bar, its estimate of the time, is on the screen, and none of a bar is left behind.
#[test]
fn bars_fit_sixty_columns() {
    let ourselves = format!("{} uci", env!("CARGO_BIN_EXE_tabiya"));
    let commands: [(&[&str], &str); 4] = [
        (&["perft", "14"], " eta "),
        (&["divide", "13"], " eta "),
        (&["perft", "12", "--stats"], " eta "),
        (&["hunt", "--engine", &ourselves], "nodes compared  "),
    ];
    for (arguments, bar) in commands {
        interrupted_at(60, arguments, bar);
    }
}

#[test]
fn the_table_of_statistics_fits_sixty_columns() {
    let mut terminal = Terminal::start(60, &["perft", "4", "--stats"]);
    terminal.wait_for("depth 4: ");
    assert!(terminal.child.wait().expect("it ends").success());
    terminal.wait_for("checkmates                               8");
    assert_eq!(terminal.wrapped(), 0, "{}", terminal.text());
    let terminal = Terminal::start(60, &["perft", "12", "--stats"]);
    terminal.wait_for("depth 5: ");
    let sent = Command::new("kill").args(["-INT", &terminal.child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    terminal.wait_for("(interrupted: a part of the tree)");
    assert_eq!(terminal.wrapped(), 0, "{}", terminal.text());
}

#[test]
fn a_hunt_takes_its_bar_away_and_says_that_it_was_ended() {
    let ourselves = format!("{} uci", env!("CARGO_BIN_EXE_tabiya"));
    let svg = std::env::temp_dir().join(format!("tabiya-hunt-{}.svg", std::process::id()));
    let text = interrupted(&["hunt", "--engine", &ourselves, "--svg", svg.to_str().expect("text")], "nodes compared  ");
    assert!(text.contains("no bug") || text.contains("interrupted"), "{text}");
    let folder = std::fs::read_dir(std::env::temp_dir()).expect("a folder");
    let stem = svg.file_name().expect("a name").to_str().expect("text").to_string();
    let left: Vec<_> = folder
        .filter_map(|file| file.ok()?.file_name().into_string().ok())
        .filter(|name| name.contains(&stem))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}
