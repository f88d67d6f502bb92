//! PGN: what is read, what is written, and that the two agree.

use tabiya::notation::pgn::{Ending, GameTrees, Interest, PgnError, PgnErrorKind, PgnGame, Reader, Text, Visitor};
use tabiya::notation::san::SanPlus;
use tabiya::{CastlingStyle, Position};

/// Writes down everything it is told.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
    skip_variations: bool,
    skip_games: bool,
}

impl Visitor for Log {
    fn begin_game(&mut self) {
        self.lines.push("game".into());
    }
    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.lines.push(format!("{name}={}", value.decode()));
        Ok(())
    }
    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        Ok(if self.skip_games { Interest::Skip } else { Interest::Read })
    }
    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        self.lines.push(san.to_string());
        Ok(())
    }
    fn glyph(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        self.lines.push(format!("${glyph}"));
        Ok(())
    }
    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        self.lines.push(format!("{{{}}}", comment.decode()));
        Ok(())
    }
    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        if self.skip_variations {
            return Ok(Interest::Skip);
        }
        self.lines.push("(".into());
        Ok(Interest::Read)
    }
    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.lines.push(")".into());
        Ok(())
    }
    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        self.lines.push(ending.movetext.map_or("-".into(), |result| result.to_string()));
        Ok(())
    }
    fn end_game(&mut self) {
        self.lines.push("end".into());
    }
}

/// What a visitor hears of a text, errors included.
fn heard_by(mut log: Log, text: &[u8]) -> String {
    let mut reader = Reader::from_bytes(text);
    loop {
        match reader.read_game(&mut log) {
            Ok(true) => {}
            Ok(false) => return log.lines.join(" "),
            Err(error) => log.lines.push(format!("<{error}>")),
        }
    }
}

fn heard(text: &[u8]) -> String {
    heard_by(Log::default(), text)
}

fn games(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    GameTrees::from_bytes(text.as_bytes()).collect()
}

#[test]
fn all_that_a_game_may_hold_is_reported_in_order() {
    let text = br#"[Event "Caf\xe9"]
% an escaped line
[White "A \"B\" \\ C"]   [Black "Q"]

{before} 1. e4! $10 {one} (1.d4 d5 (1... Nf6 2.c4) 2.c4 ; rest of line
) 1... e5?? 2.Nf3+- Nc6 3. -- Qh4# += 1/2-1/2

"#;
    let text = String::from_utf8_lossy(text).replace("\\xe9", "é");
    assert_eq!(
        heard(text.as_bytes()),
        "game Event=Café White=A \"B\" \\ C Black=Q {before} e4 $1 $10 {one} ( d4 d5 ( Nf6 c4 ) c4 { rest of line} ) \
         e5 $4 Nf3 $18 Nc6 -- Qh4# $14 1/2-1/2 end"
    );
}

#[test]
fn line_ends_marks_and_old_alphabets_do_not_matter() {
    let expected = "game Event=Café e4 {né} e5 1-0 end game e4 * end";
    let unix = "[Event \"Café\"]\n\n1. e4 {né} e5 1-0\n\n1. e4 *\n";
    assert_eq!(heard(unix.as_bytes()), expected);
    assert_eq!(heard(format!("\u{feff}{unix}").as_bytes()), expected);
    assert_eq!(heard(unix.replace('\n', "\r\n").as_bytes()), expected);
    assert_eq!(heard(unix.replace('\n', "\r").as_bytes()), expected);
    let latin1: Vec<u8> = unix.chars().map(|c| u8::try_from(c as u32).unwrap()).collect();
    assert_eq!(heard(&latin1), expected);
    let utf16: Vec<u8> = unix.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(heard(&[b"\xff\xfe", &utf16[..]].concat()).contains("UTF-16"));
}

#[test]
fn generous_reading() {
    assert_eq!(
        heard(b"1 e4 e5 2Nf3 Nc6 3.0-0 0-0-0 4. e8Q exd6 e.p. 1/2"),
        "game e4 e5 Nf3 Nc6 O-O O-O-O e8=Q exd6 1/2-1/2 end"
    );
    assert_eq!(heard(b"[A \"x \"y\" z\"]\n[B \"ends in \\\"]\n\n*"), "game A=x \"y\" z B=ends in \\ * end");
    assert_eq!(heard(b"{stray} 1. e4 e5\n\n[Event \"2\"]\n\n1. d4"), "game {stray} e4 e5 - end game Event=2 d4 - end");
    assert_eq!(
        heard(b"[Event \"1\"]\n\n[Event \"2\"]\n[Site \"s\"]\n\n[Round \"1\"]\n\n*"),
        "game Event=1 - end game Event=2 Site=s Round=1 * end"
    );
    assert_eq!(heard(b"1. e4!!! ?!? *"), "game e4 $3 $6 * end");
    assert_eq!(heard(b"1. e4??! !?! *"), "game e4 $4 $5 * end");
    assert_eq!(heard(b"% 1. d4\n\n% 1. c4 *\n1. e4 *"), "game e4 * end");
    assert_eq!(heard(b"% no game\n"), "");
    assert_eq!(heard(b"% no game\n[Event \"1\"]\n\n1. e4 *"), "game Event=1 e4 * end");
    assert_eq!(heard(b"1. e4 (1. d4 1-0) e5 0-1"), "game e4 ( d4 ) e5 0-1 end");
    assert_eq!(heard("1. ♘f3 ♞f6 *".as_bytes()), "game Nf3 Nf6 * end");
    assert_eq!(heard(b""), "");
    assert_eq!(heard(b" \r\n\t "), "");
}

#[test]
fn what_nobody_asked_for_is_passed_over() {
    let text = b"1. e4 {a} (1. d4 {b} $1 (1. c4)) e5! *\n\n[White \"w\"]\n1. d4 1-0";
    let variations = Log { skip_variations: true, ..Log::default() };
    assert_eq!(heard_by(variations, text), "game e4 {a} e5 $1 * end game White=w d4 1-0 end");
    let games = Log { skip_games: true, ..Log::default() };
    assert_eq!(heard_by(games, text), "game end game White=w end");
}

#[test]
fn a_broken_game_is_reported_with_its_place_and_the_next_is_read() {
    let rest = "\n\n[Event \"next\"]\n\n1. c4 *\n";
    for (broken, message) in [
        ("[Event \"x\"]\n\n1. e4 e5 2. hello *", "line 3, column 13: 'hello' is not a move"),
        ("[Event x]\n[Site \"?\"]\n\n1. e4 *", "line 1, column 1: a tag must look like [Name \"value\"]"),
        ("[Event \"x\"]\n[Site \"open]\n\n1. e4 *", "line 2, column 1: a tag must look like [Name \"value\"]"),
        ("[Event \"x\"]\n\n1. e4 {open 1. d4 *", "line 3, column 7: this comment is never closed"),
        ("[Event \"x\"]\n\n1. e4 (1. d4", "line 5, column 1: the game ends inside a variation"),
        ("[Event \"x\"]\n\n1. e4) *", "line 3, column 6: this ')' closes no variation"),
        ("[Event \"x\"]\n\n(1. e4) *", "line 3, column 1: a variation needs a move before it to replace"),
        ("[Event \"x\"]\n\n1. e4 00-0 *", "line 3, column 7: '00-0' is not a move"),
        ("[Event \"x\"]\n\n1. e4 2-0 *", "line 3, column 7: '2-0' is not a move"),
    ] {
        let all = games(&format!("{broken}{rest}"));
        assert_eq!(all.len(), 2, "{broken}");
        assert_eq!(all[0].as_ref().unwrap_err().to_string(), message, "{broken}");
        assert_eq!(all[1].as_ref().unwrap().tag("Event"), Some("next"), "{broken}");
    }
    for (broken, message) in [
        ("1. e4 e5 2. Ke3 *", "line 1, column 13: Ke3 is illegal: a king does not move from e1 to e3"),
        ("[FEN \"8/8\"]\n\n*", "line 1, column 1: the FEN tag is wrong"),
        ("[Variant \"Atomic\"]\n\n*", "line 1, column 1: the variant 'Atomic' does not follow the rules of chess"),
        ("1. f3 e5 2. g4 Qh4+ 3. -- *", "line 1, column 24: a side in check cannot pass"),
    ] {
        let all = games(&format!("{broken}{rest}"));
        let error = all[0].as_ref().unwrap_err().to_string();
        assert!(error.starts_with(message), "{broken}: {error}");
        assert!(all[1].is_ok() && all.len() == 2, "{broken}");
    }
}

#[test]
fn games_without_tags_are_found_again_after_a_broken_one() {
    let all = games("1. e4 oops *\n\n1. d4 *\n\n1. c4 *");
    assert_eq!(all.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true, true]);
}

#[test]
fn where_games_have_tags_only_a_tag_begins_one_after_a_broken_one() {
    for rest in ["more of it", "[%clk 1:00]", "1. d4 *", "]Event"] {
        let all = games(&format!("[Event \"a\"]\n\n1. e4 oops *\n\n{rest}\n\n[White \"b\"]\n\n1. c4 *"));
        assert_eq!(all.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true], "{rest}");
    }
}

#[test]
fn trees_survive_writing_and_reading() {
    for movetext in [
        "*",
        "1. e4 *",
        "{before} 1. e4 {after} 1... e5 1-0",
        "1. e4 $1 (1. d4 $2 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 0-1",
        "1. e4 ({why not} 1. d4 {solid} 1... d5) 1... e5 1/2-1/2",
        "1. e4 -- 2. d4 *",
        "1. e4 {a} {b} 1... e5 {[%clk 0:01:00] [%eval 0.3]} *",
    ] {
        let first = games(&format!("[Event \"?\"]\n\n{movetext}")).remove(0).unwrap();
        let text = first.to_string();
        assert!(text.ends_with(&format!("\n\n{movetext}\n")), "{text}");
        let again = games(&text).remove(0).unwrap();
        assert_eq!(again.to_string(), text);
    }
}

#[test]
fn chess960_and_set_positions_are_written_with_their_tags() {
    let mut game = PgnGame::from_position(Position::chess960(1).unwrap());
    game.add_san(game.root(), "e4").unwrap();
    let text = game.to_string();
    assert!(text.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bqnb"), "{text}");
    let again = games(&text).remove(0).unwrap();
    assert_eq!(again.start(), game.start());
    // In this one castling is legal at once: the king takes nothing and the rook jumps over.
    let text = "[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w BG - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O Ke7 *\n";
    let game = games(text).remove(0).unwrap();
    let castle = game.main_line().next().unwrap();
    let mv = game.node(castle).mv().unwrap();
    assert_eq!(mv.uci(CastlingStyle::Chess960).to_string(), "e1g1");
    assert_eq!(game.position_after(castle).fen(), "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n\n30... Kd7 31. e4 *\n";
    let game = games(text).remove(0).unwrap();
    assert!(game.to_string().ends_with("\n\n30... Kd7 31. e4 *\n"));
    assert!(!game.to_string().contains("Variant"));
}

#[test]
fn lines_of_movetext_stay_below_eighty_columns() {
    let mut game = PgnGame::new();
    let mut position = Position::startpos();
    let mut node = game.root();
    let comment = "words of a comment, [%eval 1.2] 50 % sure  with two blanks and [Event inside, ".repeat(4);
    for turn in 0..120 {
        let moves = position.legal_moves();
        let mv = moves[turn * 7 % moves.len()];
        node = game.add_move(node, mv).unwrap();
        game.node_mut(node).comments.push(comment[..turn * 2].trim().to_string());
        position.play(mv);
    }
    game.node_mut(node).comments.push("a } brace".into());
    game.set_tag("White", "a \"quoted\" \\ name\nover lines");
    game.set_tag("Odd name!", "kept");
    game.set_tag(&"N".repeat(300), "a long name");
    // No name is left of this one, and these follow from the game.
    for name in ["!?", "", "Result", "FEN", "SetUp"] {
        game.set_tag(name, "left out");
    }
    let text = game.to_string();
    let movetext = text.split("\n\n").nth(1).unwrap();
    assert!(movetext.lines().all(|line| line.len() < 80), "{movetext}");
    let again = games(&text).remove(0).unwrap();
    assert_eq!(again.tag("White"), Some("a \"quoted\" \\ name over lines"));
    assert_eq!(again.tag("Oddname"), Some("kept"));
    assert_eq!(again.tag(&"N".repeat(255)), Some("a long name"));
    assert_eq!(again.to_string(), text);
    for (ours, theirs) in game.main_line().zip(again.main_line()) {
        assert_eq!(game.node(ours).comments, again.node(theirs).comments);
    }
}
