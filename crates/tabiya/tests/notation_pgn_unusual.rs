//! PGN as it is found: every token is read, warned of or refused, and what was read is written again as it was.

mod pgn_texts;

use tabiya::notation::pgn::{
    BoardVisitor, Ending, GameResult, GameTrees, Interest, Limits, PgnError, PgnErrorKind, PgnGame, Reader, Replay,
    Source, SourceError, Text, Visitor,
};
use tabiya::{Move, Position};

fn first(text: &str) -> PgnGame {
    GameTrees::from_bytes(text.as_bytes()).next().expect("a game").expect("a good game")
}

/// The moves of the main line as SAN, blanks between.
fn moves(game: &PgnGame) -> String {
    let mut position = *game.start();
    let mut words = Vec::new();
    for id in game.main_line() {
        words.push(game.node(id).mv().map_or("--".to_string(), |mv| position.san(mv).to_string()));
        position = game.position_after(id);
    }
    words.join(" ")
}

/// The glyphs after the first move.
fn glyphs(movetext: &str) -> Vec<u8> {
    let game = first(movetext);
    let first_move = game.main_line().next().expect("a move");
    game.node(first_move).glyphs.clone()
}

fn warnings(text: &str) -> Vec<String> {
    let mut trees = GameTrees::from_bytes(text.as_bytes());
    assert!(trees.next().expect("a game").is_ok(), "{text}");
    trees.warnings().iter().map(ToString::to_string).collect()
}

fn refused(text: &str) -> String {
    let game = GameTrees::from_bytes(text.as_bytes()).strict(true).next().expect("a game");
    game.expect_err(text).to_string()
}

#[test]
fn castling_with_zeros_and_without_dashes_is_no_move_number() {
    let game = first("[Event \"x\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 00 00 5. c4 c5 1-0\n");
    assert_eq!(moves(&game), "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O c4 c5");
    let long = "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. ";
    for spelling in ["000", "000!", "0-0-0", "0–0–0", "O–O–O", "OOO", "ooo", "O-O-O±"] {
        assert!(moves(&first(&format!("{long}{spelling} *"))).ends_with(" O-O-O"), "{spelling}");
    }
    // A number that only looks a little like castling stays a number.
    assert_eq!(moves(&first("00. e4 e5 10. Nf3 100. Nc6 *")), "e4 e5 Nf3 Nc6");
}

#[test]
fn null_moves_are_read_in_every_spelling_and_strictly_refused() {
    for spelling in ["--", "Z0", "0000", "@@@@"] {
        let text = format!("1. e4 {spelling} 2. d4 *");
        assert_eq!(moves(&first(&text)), "e4 -- d4", "{spelling}");
        assert_eq!(refused(&text), format!("line 1, column 7: '{spelling}' is not standard PGN"));
    }
}

#[test]
fn symbols_are_glyphs_and_strictly_refused() {
    let cases = [
        ("±", 16),
        ("∓", 17),
        ("∞", 13),
        ("⩲", 14),
        ("⩱", 15),
        ("+-", 18),
        ("-+", 19),
        ("+−", 18),
        ("−+", 19),
        ("+/=", 14),
        ("=/+", 15),
        ("=", 10),
        ("□", 7),
        ("→", 40),
        ("↑", 36),
        ("⇆", 132),
        ("⌓", 142),
        ("∆", 140),
        ("⨀", 22),
        ("⊕", 138),
        ("○", 26),
        ("⟳", 32),
        ("=/∞", 44),
        ("‼", 3),
        ("⁉", 5),
    ];
    for (sign, glyph) in cases {
        assert_eq!(glyphs(&format!("1. e4 {sign} e5 *")), [glyph], "{sign}");
        assert_eq!(glyphs(&format!("1. e4{sign} e5 *")), [glyph], "{sign} right behind the move");
        assert_eq!(refused(&format!("1. e4 {sign} *")), format!("line 1, column 7: '{sign}' is not standard PGN"));
    }
    assert_eq!(glyphs("1. e4!± e5 *"), [1, 16]);
    assert_eq!(glyphs("1. e4±∆ e5 *"), [16, 140]);
    let latin1 = b"1. e4 \xb1 e5 *";
    let game = GameTrees::from_bytes(latin1).next().unwrap().unwrap();
    assert_eq!(game.node(game.main_line().next().unwrap()).glyphs, [16]);
}

#[test]
fn one_odd_symbol_costs_a_warning_and_not_the_game() {
    for (odd, kept) in [("]", "]"), ("☃", "☃"), ("~", "~"), ("}", "}"), ("$256", "$256"), ("$", "$"), ("&", "&")] {
        let text = format!("1. e4 {odd} e5 2. Nf3 *");
        let game = first(&text);
        assert_eq!(moves(&game), "e4 e5 Nf3", "{odd}");
        assert_eq!(game.node(game.main_line().next().unwrap()).comments, [kept], "{odd}");
        assert_eq!(warnings(&text).len(), 1, "{odd}");
        assert!(refused(&text).starts_with("line 1, column 7: "), "{odd}");
        assert_eq!(first(&game.to_string()).to_string(), game.to_string(), "{odd}");
    }
    assert_eq!(warnings("1. e4 \x07 e5 *"), ["line 1, column 7: the control character U+0007 has no place here"]);
    assert_eq!(warnings("1. e4 e5 *"), [""; 0]);
}

#[test]
fn strict_reading_refuses_what_is_not_the_standard_and_says_where() {
    for (text, message) in [
        ("1. e2-e4 *", "column 4: 'e2-e4' is not standard PGN"),
        ("1. e2e4 *", "column 4: the standard spells this move e4"),
        ("1. e4 e5 2. Ng1f3 *", "column 13: the standard spells this move Nf3"),
        ("1. e4 e5 2. nf3 *", "column 13: 'nf3' is not standard PGN"),
        ("1. e4 e5 2. Ngf3 *", "column 13: the standard spells this move Nf3"),
        ("1. e4+ *", "column 4: the standard spells this move e4"),
        ("1. e4!!! *", "column 6: '!!!' is not standard PGN"),
        ("1. e4 d5 2. e5 f5 3. exf6e.p. *", "column 22: 'exf6e.p' is not standard PGN"),
        ("1. e4 ☃ *", "column 7: '☃' has no place here"),
        ("1e4 *", "column 1: '1e' is not standard PGN"),
        ("1. e4 e5", "column 9: the moves end without a result such as 1-0 or *"),
        ("1. e4 e5 1/2", "column 10: '1/2' is not standard PGN"),
        ("1. e4 (1. d4 1-0) *", "column 14: '1-0' is not standard PGN"),
        ("[A \"x \"y\" z\"]\n\n*", "column 1: a tag must look like [Name \"value\"]"),
        ("[Result \"1-0\"]\n\n1. e4 0-1", "column 7: the Result tag says 1-0, the moves end with 0-1"),
        ("[SetUp \"1\"]\n\n1. e4 *", "column 1: the SetUp tag promises a FEN tag, but there is none"),
    ] {
        let error = refused(text);
        assert!(error.ends_with(message), "{text}: {error}");
    }
    let standard =
        "[Event \"x\"]\n\n{c} 1. e4 $1 e5! (1... c5?! 2. c3!!) (1... c5 ; d\n2. Nf3) 2.Nf3 Nc6 3. Bb5 a6 1/2-1/2\n";
    assert!(GameTrees::from_bytes(standard.as_bytes()).strict(true).next().unwrap().is_ok());
}

#[test]
fn a_set_up_without_a_position_is_the_start_with_a_warning() {
    let text = "[SetUp \"1\"]\n\n1. e4 *";
    assert_eq!(moves(&first(text)), "e4");
    assert_eq!(warnings(text), ["line 3, column 1: the SetUp tag promises a FEN tag, but there is none"]);
}

#[test]
fn the_result_follows_one_rule_and_both_places_are_copied() {
    use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
    for (tag, end, result) in [
        ("1-0", "", WhiteWins),
        ("0-1", "*", BlackWins),
        ("1-0", "0-1", BlackWins),
        ("*", "1/2-1/2", Draw),
        ("?", "", Unknown),
        ("½-½", "", Draw),
    ] {
        let game = first(&format!("[Result \"{tag}\"]\n\n1. e4 {end}"));
        assert_eq!(game.result(), result, "{tag} and {end}");
        let text = game.to_string();
        assert!(text.contains(&format!("[Result \"{tag}\"]\n")), "{text}");
        let written = if end.is_empty() { result.as_str() } else { end };
        assert!(text.ends_with(&format!("1. e4 {written}\n")), "{text}");
        assert_eq!(first(&text).result(), result);
    }
    let contradiction = "[Result \"0-1\"]\n\n1. e4 *";
    assert_eq!(warnings(contradiction), ["line 3, column 7: the Result tag says 0-1, the moves end with *"]);
    let mut game = first(contradiction);
    game.set_result(Draw);
    assert!(game.to_string().contains("[Result \"1/2-1/2\"]") && game.to_string().ends_with(" 1/2-1/2\n"));
    for spelling in ["1–0", "1-0"] {
        assert_eq!(first(&format!("1. e4 {spelling}")).result(), WhiteWins);
    }
    for spelling in ["½-½", "½", "1/2"] {
        assert_eq!(first(&format!("1. e4 {spelling}")).result(), Draw);
    }
}

#[test]
fn comments_around_a_game_belong_to_it() {
    let before = first("{opening words} 1. e4 {king's pawn} e5 1-0 {time} ; and resigned\n\n[Event \"2\"]\n\n*");
    let ids: Vec<_> = before.main_line().collect();
    assert_eq!(before.node(before.root()).comments, ["opening words"]);
    assert_eq!(before.node(ids[1]).comments, ["time", "and resigned"]);
    let tagged = first("; about the file\n{and more}\n[Event \"1\"]\n\n1. e4 *");
    assert_eq!(tagged.node(tagged.root()).comments, ["about the file", "and more"]);
    let second = GameTrees::from_bytes(b"1. e4 * {one}\n\n{two} 1. d4 *").nth(1).unwrap().unwrap();
    assert_eq!(second.node(second.root()).comments, ["two"]);
    // Behind a result a comment that is never closed costs the next game, not this one.
    let games: Vec<_> = GameTrees::from_bytes(b"1. e4 * {open\n\n[Event \"2\"]\n\n1. d4 *").collect();
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn games_of_tags_alone_are_told_apart() {
    let text =
        "[White \"a\"]\n[Black \"b\"]\n\n[White \"c\"]\n[Black \"d\"]\n\n[Site \"s\"]\n\n[Black \"e\"]\n\n1. e4 *";
    let games: Vec<PgnGame> = GameTrees::from_bytes(text.as_bytes()).map(Result::unwrap).collect();
    let whites: Vec<_> = games.iter().map(|game| (game.tag("White"), game.tag("Black"), game.tag("Site"))).collect();
    assert_eq!(whites, [(Some("a"), Some("b"), None), (Some("c"), Some("d"), Some("s")), (None, Some("e"), None)]);
}

#[test]
fn tags_come_out_as_they_went_in() {
    let tags = "[Variant \"fischerandom\"]\n[SetUp \"1\"]\n\
        [FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n[ECO \"A00\"]\n[ECO \"A01\"]\n";
    let text = first(&format!("{tags}\n1. e4 *")).to_string();
    assert!(text.contains(tags), "{text}");
    let odd = "[FEN \"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1\"]\n";
    let text = first(&format!("{odd}\n1... Kd8 *")).to_string();
    assert!(text.contains(odd) && !text.contains("SetUp"), "{text}");
}

#[test]
fn comments_longer_than_a_line_are_wrapped_and_read_back_as_one() {
    let words: Vec<String> = (0..60).map(|number| format!("word{number}")).collect();
    for brace in ["", "a } brace "] {
        let comment = format!("{brace}{}", words.join(" "));
        let mut game = first("1. e4 e5 *");
        let ids: Vec<_> = game.main_line().collect();
        game.node_mut(ids[0]).comments.extend([comment.clone(), comment.clone()]);
        let text = game.to_string();
        assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
        let again = first(&text);
        assert_eq!(again.node(again.main_line().next().unwrap()).comments, [comment.clone(), comment], "{text}");
    }
}

/// Where a line may not break: between two blanks, and before what a line must not begin with.
#[test]
fn blanks_that_mean_something_are_not_broken() {
    let long = "x".repeat(60);
    for gap in ["  ", "   ", " [%clk 0:01:00]", " %"] {
        let comment = format!("{long}{gap}{long} and so on");
        let mut game = first("1. e4 e5 *");
        let id = game.main_line().next().expect("a move");
        game.node_mut(id).comments.push(comment.clone());
        let text = game.to_string();
        assert!(text.lines().all(|line| !line.ends_with(' ')), "{text}");
        let again = first(&text);
        assert_eq!(again.node(again.main_line().next().expect("a move")).comments, [comment], "{text}");
    }
}

/// Every token of a game, in words: a move as the position before it and what is played there, so that any spelling
/// of it says the same.
#[derive(Default)]
struct Tokens(Vec<String>);

impl Tokens {
    fn hear(&mut self, token: String) -> Result<(), PgnErrorKind> {
        self.0.push(token);
        Ok(())
    }
}

impl BoardVisitor for Tokens {
    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.hear(format!("[{name} {}]", value.decode()))
    }
    fn mv(&mut self, before: &Position, mv: Move) -> Result<(), PgnErrorKind> {
        self.hear(format!("{} {mv}", before.fen()))
    }
    fn null_move(&mut self, before: &Position) -> Result<(), PgnErrorKind> {
        self.hear(format!("{} --", before.fen()))
    }
    fn glyph(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        self.hear(format!("${glyph}"))
    }
    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        let words: Vec<_> = comment.decode().split_whitespace().map(str::to_string).collect();
        self.hear(format!("{{{}}}", words.join(" ")))
    }
    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        self.hear("(".into()).map(|()| Interest::Read)
    }
    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.hear(")".into())
    }
    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        self.hear(format!("={}", ending.result()))
    }
}

/// The tokens of each game of a text; of broken ones, nothing.
fn tokens(text: &[u8], strict: bool) -> Vec<Option<Vec<String>>> {
    let mut reader = Reader::from_bytes(text).strict(strict);
    let mut all = Vec::new();
    loop {
        let mut replay = Replay::new(Tokens::default()).strict(strict);
        match reader.read_game(&mut replay) {
            Ok(true) => all.push(Some(replay.into_visitor().0)),
            Ok(false) => return all,
            Err(_) => all.push(None),
        }
    }
}

/// The tokens behind the tags in the one order that a writer has to choose: of a move first its glyphs, then its
/// comments, then the moves that replace it, each in parentheses of its own. Nothing else moves.
fn in_writing_order(tokens: &[String]) -> Vec<String> {
    let mut rest = tokens.iter().filter(|token| !token.starts_with('[')).cloned();
    let (line, instead) = line_in_writing_order(&mut rest, false);
    assert_eq!((rest.next(), instead), (None, Vec::new()), "every parenthesis has its other one");
    line
}

/// The same for one line, up to the end of its variation or of the game; in a variation, what replaces its first move
/// replaces the same move as the variation does, and comes back apart.
fn line_in_writing_order(rest: &mut impl Iterator<Item = String>, inside: bool) -> (Vec<String>, Vec<String>) {
    let (mut line, mut instead, mut moves) = (Vec::new(), Vec::new(), 0);
    let [mut glyphs, mut comments, mut variations] = [(); 3].map(|()| Vec::new());
    loop {
        let token = rest.next();
        match token.as_ref().map(|token| token.as_bytes()[0]) {
            Some(b'(') => {
                let (variation, siblings) = line_in_writing_order(rest, true);
                let here = if inside && moves == 1 { &mut instead } else { &mut variations };
                here.extend(["(".to_string()].into_iter().chain(variation).chain([")".to_string()]).chain(siblings));
            }
            Some(b'$') => glyphs.extend(token),
            Some(b'{') => comments.extend(token),
            next => {
                line.extend([&mut glyphs, &mut comments, &mut variations].into_iter().flat_map(std::mem::take));
                if next.is_none_or(|first| first == b')') {
                    return (line, instead);
                }
                line.extend(token);
                moves += 1;
            }
        }
    }
}

struct Silent;

impl BoardVisitor for Silent {}

/// A source that hands out one byte at a time, so that every token is cut at every place.
struct Drip<'a>(&'a [u8]);

impl Source for Drip<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize, SourceError> {
        let one = into.len().min(1);
        self.0.read(&mut into[..one])
    }
}

/// The same, and then it fails.
struct Broken<'a>(Drip<'a>);

impl Source for Broken<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize, SourceError> {
        match self.0.read(into)? {
            0 => Err(std::io::Error::other("the line is cut").into()),
            count => Ok(count),
        }
    }
}

#[derive(Default)]
struct Comments(Vec<String>);

impl Visitor for Comments {
    fn comment(&mut self, text: Text<'_>) -> Result<(), PgnErrorKind> {
        self.0.push(text.decode().into_owned());
        Ok(())
    }
}

#[test]
fn what_is_complete_is_told_before_the_source_fails() {
    let long = "c".repeat(600);
    // Seven bytes show that no tag begins the line, two that the next line does not go on with the comment.
    for (text, comments) in [
        (format!("1. e4 {{{long}}}"), 1),
        (format!("1. e4 {{{long}\nabcdef}}"), 1),
        (format!("1. e4 {{{long}\nabcdef"), 0),
        (format!("1. e4 ;{long}\nab"), 1),
        (format!("1. e4 ;{long}\na"), 0),
    ] {
        let mut told = Comments::default();
        let error = Reader::new(Broken(Drip(text.as_bytes()))).read_game(&mut told).unwrap_err();
        assert!(matches!(error.kind, PgnErrorKind::Source(_)), "{error}");
        assert_eq!(told.0.len(), comments, "{}", &text[500..]);
    }
}

#[test]
fn an_escaped_line_is_one_line_however_it_ends() {
    for end in ["\n", "\r\n"] {
        let text = ["[Event \"a\"]", "% x", "[Site \"b\"]", "", "1. e4 *"].join(end);
        let game = first(&text);
        assert_eq!((game.tag("Event"), game.tag("Site")), (Some("a"), Some("b")));
        // The same tag again behind an empty line is the next game, behind an escaped line it is not.
        let twice = ["[Event \"a\"]", "% x", "[Event \"b\"]", "", "1. e4 *"].join(end);
        assert_eq!(GameTrees::from_bytes(twice.as_bytes()).count(), 1, "{twice:?}");
        let games = ["[Event \"a\"]", "", "[Event \"b\"]", "", "1. e4 *"].join(end);
        assert_eq!(GameTrees::from_bytes(games.as_bytes()).count(), 2, "{games:?}");
    }
}

fn first_result(text: &str, limits: Limits) -> Result<PgnGame, PgnError> {
    GameTrees::from_bytes(text.as_bytes()).with_limits(limits).next().expect("a game")
}

fn dripped(text: &str, limits: Limits) -> Vec<Result<PgnGame, PgnError>> {
    GameTrees::new(Reader::new(Drip(text.as_bytes())).with_limits(limits)).collect()
}

#[test]
fn a_token_may_be_cut_anywhere() {
    // The tag inside tells that a brace was forgotten, as soon as all of it has come; the next brace is of the next
    // game.
    let long = "so long that more has to be read on the way ".repeat(10);
    let text = format!("1. e4 {{{long}\n[Event \"next\"]\n\n1. d4 {{good}} *\n");
    let games = dripped(&text, Limits::default());
    assert_eq!(games[0].as_ref().unwrap_err().kind, PgnErrorKind::UnterminatedComment);
    assert_eq!(moves(games[1].as_ref().unwrap()), "d4");
    let games = dripped(&format!("1. e4 {{{long}}} {} *", "N".repeat(300)), Limits::default());
    assert_eq!(games[0].as_ref().unwrap_err().kind, PgnErrorKind::TokenTooLong);
}

#[test]
fn a_limit_lets_pass_what_just_fits() {
    let limits = Limits { token_bytes: 1000, ..Limits::default() };
    // Behind a comment to the end of the line no more is read than shows that it ends there.
    let line = format!("1. e4 ;{}\n e5 {} *", "c".repeat(700), "Nf3 ".repeat(200));
    let dripped_line = dripped(&line.replace("Nf3 ", "    "), limits).remove(0);
    assert_eq!(moves(&dripped_line.unwrap()), "e4 e5");
    let kind = |text: &str| dripped(text, limits).remove(0).map_err(|error| error.kind);
    // Both braces are counted, and so are the brackets of a tag; how many bytes come at a time is all the same.
    let at_once = |text: &str| first_result(text, limits).map_err(|error| error.kind);
    let comment = |bytes: usize| format!("1. e4 {{{}}} *", "c".repeat(bytes - 2));
    let line_comment = |bytes: usize| format!("1. e4 ;{}\n*", "c".repeat(bytes - 1));
    let lines = |bytes: usize| format!("1. e4 {{c\n{}}} *", "c".repeat(bytes - 4));
    let tag = |bytes: usize| format!("[Event \"{}\"]\n\n1. e4 *", "c".repeat(bytes - 10));
    for text in [&comment as &dyn Fn(usize) -> String, &line_comment, &lines, &tag] {
        assert!(kind(&text(1000)).is_ok() && at_once(&text(1000)).is_ok(), "{}", &text(1000)[..20]);
        for long in [1001, 1002, 5000].map(text) {
            assert_eq!(kind(&long).unwrap_err(), PgnErrorKind::TokenTooLong, "{}", &long[..20]);
            assert_eq!(at_once(&long).unwrap_err(), PgnErrorKind::TokenTooLong, "{}", &long[..20]);
        }
    }
    // What stands before a game is held until it begins, and counts together, with 64 bytes for each.
    let early = |bytes: usize| format!("{{{}}}\n{{{}}}\n1. e4 *", "c".repeat(436), "c".repeat(bytes));
    assert!(kind(&early(436)).is_ok());
    assert_eq!(kind(&early(437)).unwrap_err(), PgnErrorKind::GameTooLong);
}

#[test]
fn a_comment_may_be_longer_than_the_first_read() {
    let text = "many words ".repeat(30_000);
    let game = first(&format!("1. e4 {{{text}}} e5 *"));
    assert_eq!(moves(&game), "e4 e5");
    let first_move = game.main_line().next().expect("a move");
    assert_eq!(game.node(first_move).comments.concat().trim(), text.trim());
}

#[test]
fn a_reader_says_where_a_game_begins() {
    let text = "\n; before\n[Event \"one\"]\n\n1. e4 *\n\n1. d4 *\n";
    let mut reader = Reader::from_bytes(text.as_bytes());
    let mut starts = Vec::new();
    while reader.read_game(&mut Replay::new(Silent)).unwrap() {
        starts.push(&text[reader.game_start() as usize..][..5]);
    }
    assert_eq!(starts, ["[Even", "1. d4"]);
}

#[test]
fn signs_mean_what_they_mean_only_where_they_stand() {
    // An escape begins a line; elsewhere the sign is nothing that is known.
    assert_eq!(warnings("[Event \"x\"]\n% a note\n\n1. e4 *"), [""; 0]);
    assert_eq!(warnings("[Event \"x\"] %\n\n1. e4 *").len(), 1);
    // A quote with a backslash closes a value only before the end of its line.
    let event = |text: &str| first(&format!("{text}\n\n1. e4 *")).tag("Event").map(str::to_owned);
    assert_eq!(event("[Event \"C:\\games\\\"]").as_deref(), Some("C:\\games\\"));
    assert_eq!(event("[Event \"in \\\"] brackets\"]").as_deref(), Some("in \"] brackets"));
    assert_eq!(event("[Event \"blanks\" \t]").as_deref(), Some("blanks"));
    // The first semicolon begins the comment, the second is of it.
    let game = first("1. e4 ;;one\n;two\n*");
    let first_move = game.main_line().next().expect("a move");
    assert_eq!(game.node(first_move).comments, [";one two"]);
}

#[test]
fn what_is_no_move_is_named_whole() {
    for word in ["e4x", "hello", "Nf99"] {
        let not_a_move = PgnErrorKind::NotAMove(word.into());
        for strict in [false, true] {
            let mut reader = Reader::from_bytes(word.as_bytes()).strict(strict);
            assert_eq!(reader.read_game(&mut Replay::new(Silent)).unwrap_err().kind, not_a_move, "{word}");
        }
    }
}

#[test]
fn only_castling_from_elsewhere_is_written_as_chess960() {
    let written = |fen: &str| first(&format!("[FEN \"{fen}\"]\n\n*")).to_string();
    assert!(!written("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").contains("Variant"));
    for fen in ["1r2k2r/8/8/8/8/8/8/4K3 w b - 0 1", "r2k3r/8/8/8/8/8/8/4K3 w ha - 0 1"] {
        assert!(written(fen).contains("[Variant \"Chess960\"]"), "{}", written(fen));
    }
}

#[test]
fn what_is_read_and_written_again_says_the_same_token_by_token() {
    let (mut lenient, mut strict) = (0, 0);
    for text in pgn_texts::collection() {
        let games: Vec<_> = GameTrees::from_bytes(&text).collect();
        let heard = tokens(&text, false);
        assert_eq!(games.len(), heard.len());
        for (game, heard) in games.into_iter().zip(heard) {
            let (Ok(game), Some(heard)) = (game, heard) else { continue };
            let written = game.to_string();
            let again = tokens(written.as_bytes(), false).remove(0).expect(&written);
            let canonical = game.to_string();
            assert_eq!(first(&written).to_string(), canonical, "writing is a fixed point");
            let tags = |all: &[String]| all.iter().filter(|t| t.starts_with('[')).cloned().collect::<Vec<_>>();
            assert!(tags(&heard).iter().all(|tag| tags(&again).contains(tag)), "{heard:?} {again:?}");
            assert_eq!(in_writing_order(&heard), in_writing_order(&again), "{written}");
            lenient += 1;
            // What we write is the standard, save for what has no standard spelling.
            let null_moves = written.contains("--");
            let lone_set_up = game.tag("SetUp") == Some("1") && game.tag("FEN").is_none();
            if !null_moves && !lone_set_up && !game.ending().is_contradictory() {
                let strictly = GameTrees::from_bytes(written.as_bytes()).strict(true).next().unwrap();
                assert_eq!(strictly.as_ref().map(ToString::to_string), Ok(canonical), "{written}");
                let first = tokens(written.as_bytes(), true).remove(0);
                assert_eq!(first, tokens(written.as_bytes(), false).remove(0), "{written}");
                strict += 1;
            }
        }
    }
    assert!(lenient > 100 && strict > 80, "{lenient} {strict}");
}
