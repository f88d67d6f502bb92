//! PGN with every kind of line end holds the same games, and a refused game leaves no other game behind.

mod pgn_texts;

use tabiya::notation::pgn::{
    BoardVisitor, Ending, GameTrees, Interest, PgnErrorKind, Reader, Replay, Source, SourceError, Text, Visitor,
};
use tabiya::notation::san::SanPlus;
use tabiya::{Move, Position};
use tabiya_check::Random;

/// A text with the line ends of Unix.
fn unix(text: &[u8]) -> Vec<u8> {
    let mut lines = Vec::new();
    for (index, &byte) in text.iter().enumerate() {
        match byte {
            b'\r' => lines.push(b'\n'),
            b'\n' if index > 0 && text[index - 1] == b'\r' => {}
            other => lines.push(other),
        }
    }
    lines
}

/// A text with other line ends: those of Windows, of old Macintoshes, and all of them mixed.
fn other_line_ends(unix: &[u8], dice: &mut Random) -> [Vec<u8>; 3] {
    let replaced = |line_end: &[u8]| unix.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(line_end);
    let mut mixed = Vec::new();
    let mut previous_return = false;
    for line in unix.split_inclusive(|&byte| byte == b'\n') {
        let Some(inside) = line.strip_suffix(b"\n") else {
            mixed.extend_from_slice(line);
            break;
        };
        mixed.extend_from_slice(inside);
        // A carriage return and a line feed are one line end and not two.
        let may_begin_with_feed = !(previous_return && inside.is_empty());
        let line_end: &[u8] = [&b"\r\n"[..], b"\r", b"\n"][dice.below(if may_begin_with_feed { 3 } else { 2 })];
        previous_return = line_end == b"\r";
        mixed.extend_from_slice(line_end);
    }
    [replaced(b"\r\n"), replaced(b"\r"), mixed]
}

/// Writes down everything it is told, and refuses the games with these numbers when it has heard this many tags.
#[derive(Default)]
struct Log {
    games: Vec<Vec<String>>,
    refused: Vec<(usize, usize)>,
    tags: usize,
}

impl Log {
    fn note(&mut self, word: String) -> Result<(), PgnErrorKind> {
        self.games.last_mut().expect("a game has begun").push(word);
        Ok(())
    }

    fn refuse(&self, tags: usize) -> Result<(), PgnErrorKind> {
        match self.refused.contains(&(self.games.len() - 1, tags)) {
            true => Err(PgnErrorKind::Rejected("not this one".into())),
            false => Ok(()),
        }
    }
}

impl Visitor for Log {
    fn begin_game(&mut self) {
        self.games.push(Vec::new());
        self.tags = 0;
    }
    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.tags += 1;
        self.refuse(self.tags)?;
        self.note(format!("tag {name} {}", value.decode()))
    }
    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        self.refuse(0)?;
        Ok(Interest::Read)
    }
    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        self.note(san.to_string())
    }
    fn glyph(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        self.note(format!("${glyph}"))
    }
    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        self.note(String::from_utf8(unix(comment.decode().as_bytes())).expect("text"))
    }
    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        self.note("(".into())?;
        Ok(Interest::Read)
    }
    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.note(")".into())
    }
    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        self.note(format!("{ending:?}"))
    }
}

/// All that a reader says of a text: the parts of each game, what is odd and what is wrong, with line and column.
fn told<S: Source>(source: S, strict: bool, refused: &[(usize, usize)]) -> Vec<Vec<String>> {
    let mut reader = Reader::new(source).strict(strict);
    let mut log = Log { refused: refused.to_vec(), ..Log::default() };
    loop {
        let begun = log.games.len();
        let outcome = reader.read_game(&mut log);
        if log.games.len() == begun {
            // Nothing of a game, and yet perhaps a warning or an error.
            log.games.push(Vec::new());
        }
        for warning in reader.warnings() {
            let warning = format!("warning: {warning}");
            log.note(warning).expect("no refusal");
        }
        match outcome {
            Ok(true) => log.note("end".into()),
            Ok(false) => return log.games,
            Err(error) => log.note(format!("<{error}>")),
        }
        .expect("no refusal");
    }
}

/// Hands out a few bytes at a time.
struct Drip<'a>(&'a [u8]);

impl Source for Drip<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize, SourceError> {
        self.0.read(&mut into[..1])
    }
}

fn assert_line_ends_do_not_matter(text: &[u8], dice: &mut Random) {
    let unix = unix(text);
    for strict in [false, true] {
        let expected = told(&unix[..], strict, &[]);
        for other in other_line_ends(&unix, dice) {
            let shown = String::from_utf8_lossy(&other);
            assert_eq!(told(&other[..], strict, &[]), expected, "{shown:?}");
            assert_eq!(told(Drip(&other), strict, &[]), expected, "{shown:?} in drips");
        }
    }
    let trees = |text: &[u8]| {
        let games = GameTrees::from_bytes(text);
        games.map(|game| game.map_or_else(|error| error.to_string(), |game| game.to_string())).collect::<Vec<_>>()
    };
    for other in other_line_ends(&unix, dice) {
        assert_eq!(trees(&other), trees(&unix), "{:?}", String::from_utf8_lossy(&other));
    }
}

/// Texts out of parts of games, of which more or less are broken.
fn made_up(dice: &mut Random) -> String {
    const PARTS: [&str; 40] = [
        "1. e4 ",
        "e5 ",
        "2. Nf3\n",
        "Nc6\n",
        "1-0\n",
        "*\n",
        "1/2-1/2",
        "\n",
        "\n\n",
        "[Event \"a\"]\n",
        "[White \"Carlsen\"]\n",
        "[FEN \"4k3/8/8/8/8/8/8/8 w - - 0 1\"]\n",
        "[Variant \"Antichess\"]\n",
        "[Result \"1-0\"]\n",
        "[Black \"b\"]",
        "  [Event \"b\"]\n",
        "\t[Site \"s\"]\n",
        "{a comment} ",
        "{two\nlines} ",
        "; the rest\n",
        ";one\n;two\n",
        "% escaped\n",
        "(",
        ") ",
        "Ke3 ",
        "oops ",
        "[White \"torn\n",
        "[Bad]\n",
        "{ never closed\n",
        "$300 ",
        "! ",
        "\u{1a}",
        "\u{0}",
        "[%clk 1:00] ",
        "{\n[Event \"x\"]\n} ",
        "+- ",
        " ",
        "]",
        "[A \"x \\\" y\"]\n",
        "Nf3 e.p. ",
    ];
    let (most, kinds) = (dice.below(40), if dice.below(3) == 0 { PARTS.len() } else { 18 });
    (0..most).map(|_| PARTS[dice.below(kinds)]).collect()
}

#[test]
fn the_games_are_the_same_with_every_line_end() {
    let mut dice = Random::new(32);
    let texts = pgn_texts::collection();
    assert!(texts.len() > 1000, "{}", texts.len());
    for text in texts {
        assert_line_ends_do_not_matter(&text, &mut dice);
    }
    for _ in 0..5_000 {
        assert_line_ends_do_not_matter(made_up(&mut dice).as_bytes(), &mut dice);
    }
}

/// A game that is refused in its tags, or behind them, ends where it would end if it were accepted.
#[test]
fn a_refused_game_changes_no_other_game() {
    let mut dice = Random::new(33);
    let mut refusals = 0;
    let texts = pgn_texts::collection().into_iter().map(|text| unix(&text)).collect::<Vec<_>>();
    let made_up: Vec<_> = (0..20_000).map(|_| made_up(&mut dice).into_bytes()).collect();
    for text in texts.iter().chain(&made_up) {
        let accepted = told(&text[..], false, &[]);
        let Some(game) = accepted.len().checked_sub(2).map(|last| dice.below(last + 1)) else { continue };
        // The accepted game must be whole: where its moves are broken, the next is searched for in another way.
        if accepted[game].last().is_none_or(|word| word != "end") {
            continue;
        }
        let tags = accepted[game].iter().filter(|word| word.starts_with("tag ")).count();
        let at = dice.below(tags + 1);
        refusals += 1;
        for text in [text.clone()].into_iter().chain(other_line_ends(text, &mut dice)) {
            let refused = told(&text[..], false, &[(game, at)]);
            let shown = String::from_utf8_lossy(&text);
            assert_eq!(refused.len(), accepted.len(), "{shown:?}: game {game} at tag {at}\n{refused:?}");
            for (index, (one, other)) in refused.iter().zip(&accepted).enumerate() {
                assert_eq!(one == other, index != game, "{shown:?}: game {index} when {game} is refused");
            }
        }
    }
    assert!(refusals > 3_000, "{refusals}");
}

/// Plays the moves.
struct Player;

impl BoardVisitor for Player {
    fn mv(&mut self, _: &Position, _: Move) -> Result<(), PgnErrorKind> {
        Ok(())
    }
}

/// How many games are good and how many are broken.
fn tally(text: &str) -> (u32, u32) {
    let mut reader = Reader::from_bytes(text.as_bytes());
    let mut replay = Replay::new(Player);
    let (mut good, mut broken) = (0, 0);
    loop {
        match reader.read_game(&mut replay) {
            Ok(true) => good += 1,
            Ok(false) => return (good, broken),
            Err(_) => broken += 1,
        }
    }
}

#[test]
fn the_moves_of_a_refused_game_are_no_second_game() {
    const NEXT: &str = "\n[White \"w\"]\n\n1. d4 d5 *\n";
    for (game, good, broken) in [
        ("[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/8 w - - 0 1\"]\n[White \"c\"]\n\n1. e4 e5 1-0\n", 1, 1),
        ("[Event \"x\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 1-0\n", 1, 1),
        ("[Variant \"Atomic\"]\n\n[Site \"s\"]\n\n1. e4 e5 1-0\n", 1, 1),
        ("[Event \"x\"]\n[White Carlsen]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n", 1, 1),
        ("[White Carlsen]\n[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n", 1, 1),
        ("[Event \"x\"]\n[White \"Carlsen,\nMagnus\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n", 1, 1),
        ("[Event \"x\"]\n[Variant \"Atomic\"]\n\n{ see\n\n[Diagram] } 1. e4 e5 1-0\n", 1, 1),
        ("[Event \"x\"]\n[Variant \"Atomic\"]\n\n1. e4\n\n{}e5\n\n2. d4\n\n1-0\n", 1, 1),
        // Cut off within a tag: the next game begins with the next `Event`.
        ("[Event \"x\"]\n[White \"Carl\n[Event \"y\"]\n\n1. e4 e5 1-0\n", 2, 1),
        ("[Bad]\n\n[Event \"y\"]\n\n1. e4 e5 1-0\n", 2, 1),
        ("[Event \"x\"]\n[Variant \"Atomic\"]\n\n1. e4 e5\n", 1, 1),
        // Nothing is wrong, and yet games were lost or gained.
        ("[Event \"x\"]\n\n1. e4 e5\n\n  [Event \"y\"]\n  [Site \"s\"]\n\n1. e4 e5 *\n", 3, 0),
        ("[Event \"x\"]\n\n1. e4 e5\n \t[Event \"y\"]\n\n1. e4 e5 *\n", 3, 0),
        ("[Event \"x\"]\n\n1. e4 e5 1-0\n\u{1a}", 2, 0),
        ("[Event \"x\"]\n\n1. e4 e5 1-0\n\u{1a}\u{0}\u{0}\n", 2, 0),
    ] {
        for line_end in ["\n", "\r\n", "\r"] {
            // The next game begins with another tag: a repeated one would tell the two apart by itself.
            let text = format!("{game}{NEXT}").replace('\n', line_end);
            assert_eq!(tally(&text), (good, broken), "{text:?}");
        }
    }
    for end in ["\u{1a}", "\u{1a}\n", "\n\u{1a}\u{1a}", "\n\u{0}\u{0}\u{0}"] {
        assert_eq!(tally(&format!("1. e4 e5 1-0{end}")), (1, 0), "{end:?}");
    }
}

/// Gives its bytes, then fails.
struct Broken<'a>(&'a [u8]);

impl Source for Broken<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize, SourceError> {
        match self.0.read(into)? {
            0 => Err(SourceError::new("the disk is gone")),
            count => Ok(count),
        }
    }
}

#[test]
fn an_input_that_fails_behind_a_broken_game_is_reported_behind_it() {
    for game in ["1. e4 Ke3", "[White Carlsen]\n\n1. e4", "[Variant \"Atomic\"]\n\n1. e4", "1. e4 {open", "1. oops"] {
        for strict in [false, true] {
            let mut reader = Reader::new(Broken(game.as_bytes())).strict(strict);
            let mut replay = Replay::new(Player);
            let mut errors = Vec::new();
            while let Err(error) = reader.read_game(&mut replay) {
                errors.push(error.kind);
            }
            assert!(matches!(errors.last(), Some(PgnErrorKind::Source(_))), "{game:?}: {errors:?}");
            assert!(errors.len() <= 2, "{game:?}: {errors:?}");
            assert_eq!(reader.read_game(&mut replay), Ok(false), "said once");
        }
    }
}
