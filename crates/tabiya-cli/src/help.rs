//! What `--help` shows beside what clap knows: commands in groups, examples for each of them.

use std::fmt::Write as _;

use clap::{Command, CommandFactory as _};

use crate::Cli;

/// The commands by what they are for, each with half a line: more does not fit a narrow terminal.
const GROUPS: [(&str, &[(&str, &str)]); 5] = [
    (
        "Count",
        &[
            ("perft", "count the leaves of the move tree"),
            ("divide", "count below each move, as Stockfish does"),
            ("verify", "check counts against suites"),
            ("frontier", "list the positions N plies away"),
            ("bench", "measure how fast this machine counts"),
        ],
    ),
    (
        "Look at a position",
        &[
            ("moves", "list its moves, of any kind"),
            ("show", "draw it: text, SVG or PNG"),
            ("explain", "say why a move is legal, or why not"),
            ("retro", "look backwards: moves that led there"),
            ("solve", "solve an endgame with few pieces"),
        ],
    ),
    (
        "Files",
        &[
            ("pgn", "check, count and filter games"),
            ("book", "write and read Polyglot books"),
            ("syzygy", "look at folders of Syzygy tables"),
        ],
    ),
    ("Engines", &[("hunt", "find the bug in a move generator"), ("uci", "play as a UCI engine")]),
    (
        "This command",
        &[
            ("version", "say which build this is"),
            ("completions", "print completions for a shell"),
            ("man", "write the manual as man pages"),
            ("help", "print the help of a command"),
        ],
    ),
];

/// Examples for each command, which a test parses.
const EXAMPLES: [(&str, &[&str]); 28] = [
    (
        "",
        &["tabiya perft 6", "tabiya show kiwipete", "tabiya explain e1g1 kiwipete", "tabiya hunt --engine ./myengine"],
    ),
    ("perft", &["tabiya perft 6", "tabiya perft 5 kiwipete --stats", "tabiya perft 7 --threads 4 --hash 1G --json"]),
    ("divide", &["tabiya divide 4", "tabiya divide 3 kiwipete --moves \"e1g1 h3g2\""]),
    (
        "verify",
        &["tabiya verify suite.epd", "tabiya verify suite.perft --max-nodes 1000000", "tabiya verify checkpoint/"],
    ),
    ("frontier", &["tabiya frontier 3", "tabiya frontier 7 --summary --memory 2G"]),
    (
        "bench",
        &[
            "tabiya bench --quick",
            "tabiya bench --plot speed.svg",
            "tabiya bench --compare stockfish",
            "tabiya bench --compare './mperft -b -d {depth} -f {fen}'",
        ],
    ),
    ("moves", &["tabiya moves", "tabiya moves kiwipete --kind captures --san", "tabiya moves position4 --illegal"]),
    (
        "show",
        &[
            "tabiya show kiwipete",
            "tabiya show --moves \"e4 e5\" --svg board.svg",
            "tabiya show 8/8/8/8/8/8/8/8 w - - 0 1",
        ],
    ),
    (
        "explain",
        &[
            "tabiya explain e2e5",
            "tabiya explain O-O kiwipete",
            "tabiya explain e7e8q --moves \"e4 e5\" --json",
            "tabiya explain --position 1nbqkbnr/1ppppppp/8/P7/P7/P7/3PPPPP/RNBQKBNR w KQk - 0 1",
        ],
    ),
    ("retro", &["tabiya retro moves --moves e4", "tabiya retro perft 2 --moves \"e4 e5\""]),
    ("retro moves", &["tabiya retro moves --moves \"e4 d5\"", "tabiya retro moves kiwipete --before"]),
    ("retro perft", &["tabiya retro perft 3 position3"]),
    (
        "solve",
        &[
            "tabiya solve 8/8/8/8/8/2k5/8/K2Q4 w - - 0 1",
            "tabiya solve --table KRK",
            "tabiya solve --syzygy tables 8/8/8/8/8/2k5/8/K2Q4 w - -",
        ],
    ),
    ("syzygy", &["tabiya syzygy info syzygy", "tabiya syzygy check syzygy"]),
    ("syzygy check", &["tabiya syzygy check syzygy", "tabiya syzygy check --json 3-4-5 6/KRPPvKR.rtbz"]),
    ("syzygy info", &["tabiya syzygy info 3-4-5 6"]),
    (
        "pgn",
        &["tabiya pgn check games.pgn.zst", "tabiya pgn stats games.pgn", "tabiya pgn filter --player Tal games.pgn"],
    ),
    ("pgn check", &["tabiya pgn check games.pgn.zst", "tabiya pgn check --strict --json games.pgn"]),
    ("pgn stats", &["tabiya pgn stats games.pgn", "zcat games.pgn.gz | tabiya pgn stats"]),
    (
        "pgn filter",
        &["tabiya pgn filter --player Tal --result 1-0 games.pgn", "tabiya pgn filter --tag Event=Olympiad games.pgn"],
    ),
    ("pgn to-fen", &["tabiya pgn to-fen games.pgn", "tabiya pgn to-fen --ply 20 games.pgn"]),
    ("pgn to-epd", &["tabiya pgn to-epd --all games.pgn"]),
    ("book", &["tabiya book build games.pgn -o book.bin", "tabiya book probe book.bin --moves e4"]),
    ("book build", &["tabiya book build games.pgn -o book.bin", "tabiya book build *.pgn -o book.bin --min-games 3"]),
    ("book probe", &["tabiya book probe book.bin", "tabiya book probe book.bin --moves \"e4 c5\" --seed 1"]),
    ("hunt", &["tabiya hunt --engine ./myengine", "tabiya hunt --command './perft.py {fen} {depth}' --all --time 300"]),
    ("uci", &["tabiya uci", "tabiya uci bench 10"]),
    ("completions", &["tabiya completions bash > ~/.local/share/bash-completion/completions/tabiya"]),
];

/// The whole command as it is parsed, shown and written into man pages.
pub fn command() -> Command {
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}Options:\n{{options}}{{after-help}}",
        groups()
    );
    let command = Cli::command().help_template(template);
    with_examples(command, "")
}

fn groups() -> String {
    let mut text = String::new();
    for (heading, commands) in GROUPS {
        let _ = writeln!(text, "{heading}:");
        for (name, about) in commands {
            let _ = writeln!(text, "  {name:<12} {about}");
        }
        text.push('\n');
    }
    text
}

/// Adds its examples to a command and to those below it.
fn with_examples(mut command: Command, path: &str) -> Command {
    if let Some((_, examples)) = EXAMPLES.iter().find(|(known, _)| *known == path) {
        let lines: Vec<String> = examples.iter().map(|example| format!("  {example}")).collect();
        command = command.after_help(format!("Examples:\n{}", lines.join("\n")));
    }
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    for name in names {
        let path = if path.is_empty() { name.clone() } else { format!("{path} {name}") };
        command = command.mut_subcommand(name, |below| with_examples(below, &path));
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of an example, up to what the shell does with them.
    fn words(example: &str) -> Vec<String> {
        let command = example.rsplit(" | ").next().unwrap_or(example).split(" > ").next().unwrap_or(example);
        let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
        for c in command.chars() {
            match (c, quote) {
                (' ', None) => words.push(std::mem::take(&mut word)),
                ('"' | '\'', None) => quote = Some(c),
                (c, Some(open)) if c == open => quote = None,
                (c, _) => word.push(c),
            }
        }
        words.push(word);
        words
    }

    #[test]
    fn every_example_is_a_command() {
        for example in EXAMPLES.iter().flat_map(|(_, examples)| examples.iter()) {
            let words = words(example);
            assert!(command().try_get_matches_from(&words).is_ok(), "{example}: {words:?}");
        }
    }

    #[test]
    fn every_command_has_its_group_and_its_examples() {
        let command = command();
        let grouped: Vec<&str> =
            GROUPS.iter().flat_map(|(_, commands)| commands.iter().map(|(name, _)| *name)).collect();
        for below in command.get_subcommands() {
            assert!(grouped.contains(&below.get_name()), "{}", below.get_name());
        }
        assert_eq!(grouped.len(), command.get_subcommands().count() + 1, "and `help`");
        for (path, _) in EXAMPLES {
            let found = path.split_whitespace().try_fold(&command, |command, name| command.find_subcommand(name));
            assert!(found.is_some(), "{path}");
        }
    }

    #[test]
    fn depths_have_the_limits_that_the_help_names() {
        for (command, name, least, most) in [
            ("perft", "depth", 0, 20),
            ("divide", "depth", 1, 20),
            ("frontier", "plies", 0, 20),
            ("retro perft", "depth", 1, 8),
            ("hunt --engine x --depth", "depth", 1, 30),
        ] {
            let parses = |depth: i32| {
                let words = std::iter::once("tabiya").chain(command.split(' ')).map(str::to_owned);
                super::command().try_get_matches_from(words.chain([depth.to_string()])).is_ok()
            };
            assert!(parses(least) && parses(most) && !parses(least - 1) && !parses(most + 1), "{command}");
            let all = super::command();
            let names = command.split(' ').take_while(|word| !word.starts_with('-'));
            let below = names.fold(&all, |above, name| above.find_subcommand(name).unwrap());
            let argument = below.get_arguments().find(|argument| argument.get_id() == name).unwrap();
            let help = argument.get_help().unwrap().to_string();
            assert!(help.contains(&format!(", {least} to {most}")), "{command}: {help}");
        }
    }

    #[test]
    fn no_line_of_the_groups_is_wider_than_a_narrow_terminal() {
        assert!(groups().lines().all(|line| line.chars().count() <= 60));
    }
}
