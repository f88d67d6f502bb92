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
    fn start(arguments: &[&str]) -> Terminal {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&ours).expect("a terminal");
        unlockpt(&ours).expect("a terminal");
        let (rows, columns) = (40, 120);
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
    let terminal = Terminal::start(arguments);
    terminal.wait_for(bar);
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
