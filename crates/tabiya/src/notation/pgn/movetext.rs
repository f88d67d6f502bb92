//! The moves, and everything that may stand between them.

use alloc::boxed::Box;
use alloc::string::String;

use super::buffer::Source;
use super::bytes::{CLASS, Class, EN_DASH, IN_WORD, find_brace_or_line_end, move_number};
use super::ending::{Ending, GameResult};
use super::error::PgnErrorKind;
use super::reader::Reader;
use super::signs;
use super::tags::{begins_tag, is_tag};
use super::text::Text;
use super::visitor::{Interest, Visitor};
use crate::notation::san::{San, SanPlus};

/// The longest word: no spelling of a move comes near it.
const LONGEST_WORD: usize = 255;

/// Where the reader stands in the movetext: how deep in variations, and whether the visitor wants to hear of it.
pub(super) struct Line {
    depth: u32,
    /// The depth of the outermost part that is passed over.
    pub(super) muted_from: Option<u32>,
    /// Whether the line has a move that a variation could replace.
    has_move: bool,
}

impl<S: Source> Reader<S> {
    /// Reports the moves of a game up to its result.
    pub(super) fn movetext<V: Visitor>(&mut self, visitor: &mut V, interest: Interest) -> Result<(), PgnErrorKind> {
        let mut line = Line { depth: 0, muted_from: (interest == Interest::Skip).then_some(0), has_move: false };
        loop {
            self.common_tokens(visitor, &mut line)?;
            // No word, number or sign ends at the window's end unless the input does.
            self.ensure(LONGEST_WORD + 1)?;
            let window = self.buffer.window();
            let Some(&byte) = window.first() else {
                return self.end_without_result(visitor, &line);
            };
            match CLASS[usize::from(byte)] {
                Class::Blank | Class::Dot => {
                    self.buffer.advance(1);
                }
                Class::Digit => {
                    if self.digit(visitor, &mut line)? {
                        return Ok(());
                    }
                }
                Class::Word if byte < 0x80 => self.word(visitor, &mut line)?,
                Class::Word => match GameResult::first(window) {
                    Some((length, result)) => {
                        if self.finish(visitor, &line, result, length)? {
                            return Ok(());
                        }
                    }
                    None => self.word(visitor, &mut line)?,
                },
                Class::Comment => self.comment(visitor, &line)?,
                Class::Mark => self.mark(visitor, &line)?,
                Class::Symbol => self.symbol(visitor, &mut line)?,
                Class::Other => {
                    if self.other(byte, visitor, &mut line)? {
                        return Ok(());
                    }
                }
            }
            self.check_game_length()?;
        }
    }

    /// Everything that makes up nearly all of a movetext, in one tight loop over the window: move numbers, moves in
    /// common spellings, short comments. Stops before whatever is not so simple, or near the end of the window.
    #[inline]
    fn common_tokens<V: Visitor>(&mut self, visitor: &mut V, line: &mut Line) -> Result<(), PgnErrorKind> {
        #[cfg(test)]
        if self.patient {
            return Ok(());
        }
        // The fast lane is generous; strict reading takes its time.
        if self.strict {
            return Ok(());
        }
        let window = self.buffer.window();
        let muted = line.muted_from.is_some();
        let mut at = 0;
        let result = loop {
            let Some(mut bytes) = window[at..].first_chunk::<16>() else { break Ok(()) };
            // A number, a move, a comment: in this order, and each may be missing. Asking in a fixed order is easier on
            // the processor than jumping to the right place for every token.
            if bytes[0].is_ascii_digit() {
                // A result, castling spelt with zeros, or the first move of another game.
                let again = bytes[0] == b'1' && bytes[1] == b'.' && line.has_move;
                if bytes[0] == b'0' || matches!(bytes[1], b'-' | b'/' | EN_DASH) || again {
                    break Ok(());
                }
                let length = move_number(bytes);
                if length == 0 {
                    break Ok(());
                }
                at += length;
                match window[at..].first_chunk::<16>() {
                    Some(later) => bytes = later,
                    None => break Ok(()),
                }
            }
            if CLASS[usize::from(bytes[0])] == Class::Word {
                if muted {
                    // Some of what begins so is a result.
                    if bytes[0] >= 0x80 {
                        break Ok(());
                    }
                    let length = window[at..].iter().take_while(|&&byte| IN_WORD[usize::from(byte)]).count();
                    // `e.p.` and `ep` are not moves.
                    if length > LONGEST_WORD || length == 1 || window[at..].starts_with(b"ep") {
                        break Ok(());
                    }
                    at += length;
                } else {
                    let common = bytes.first_chunk::<8>().and_then(|bytes| SanPlus::from_common(*bytes));
                    let Some((san, length)) = common else { break Ok(()) };
                    if let Err(error) = visitor.san(san) {
                        break Err(error);
                    }
                    // A common move is ended by a blank, a glyph or a parenthesis.
                    at += length + usize::from(bytes[length] <= b' ');
                }
                line.has_move = true;
                if window.get(at) != Some(&b'{') {
                    continue;
                }
            } else if matches!(bytes[0], b' ' | b'\n' | b'\r' | b'.') {
                at += 1;
                continue;
            } else if bytes[0] != b'{' {
                if bytes[0].is_ascii_digit() {
                    continue;
                }
                break Ok(());
            }
            let rest = &window[at..];
            // A comment over several lines needs a closer look, and so does one that is too long.
            let short = |end: &usize| rest[*end] == b'}' && *end < self.limits.token_bytes;
            let Some(end) = find_brace_or_line_end(rest).filter(short) else {
                break Ok(());
            };
            if !muted && let Err(error) = visitor.comment(Text::of_comment(&rest[1..end])) {
                break Err(error);
            }
            at += end + 1 + usize::from(rest.get(end + 1) == Some(&b' '));
        };
        self.buffer.advance(at);
        result
    }

    /// Variations, glyphs, the `*`. Says whether the game is over.
    fn other<V: Visitor>(&mut self, byte: u8, visitor: &mut V, line: &mut Line) -> Result<bool, PgnErrorKind> {
        match byte {
            b'%' if self.buffer.at_line_start() => self.skip_line()?,
            b'(' => self.open_variation(visitor, line)?,
            b')' => self.close_variation(visitor, line)?,
            b'$' => self.numbered_glyph(visitor, line)?,
            b'*' => return self.finish(visitor, line, GameResult::Unknown, 1),
            b'[' if self.tag_begins_line() => {
                return self.end_without_result(visitor, line).map(|()| true);
            }
            _ => self.sign(visitor, line)?,
        }
        Ok(false)
    }

    /// Whether the next game's tags begin here: at the beginning of a line, or behind blanks if it is a whole tag.
    fn tag_begins_line(&self) -> bool {
        let window = self.buffer.window();
        match self.buffer.at_line_start() {
            true => begins_tag(window),
            false => is_tag(window) && self.buffer.at_indented_line_start(),
        }
    }

    /// A sign such as `±`, which is a glyph; or an unknown symbol, which is kept as a comment.
    fn sign<V: Visitor>(&mut self, visitor: &mut V, line: &Line) -> Result<(), PgnErrorKind> {
        let known = signs::first(self.buffer.window());
        let Some((c, of_char)) = signs::first_char(self.buffer.window()) else { return Ok(()) };
        let length = known.map_or(of_char, |(length, _)| length);
        if line.muted_from.is_none() {
            match known {
                Some((_, glyph)) => {
                    self.refuse_strictly(length)?;
                    visitor.glyph(glyph)?;
                }
                None => {
                    self.concede(PgnErrorKind::UnexpectedSymbol(c))?;
                    if !c.is_control() {
                        visitor.comment(Text::of_comment(&self.buffer.window()[..length]))?;
                    }
                }
            }
        }
        self.buffer.advance(length);
        Ok(())
    }

    /// In strict reading, an error that quotes `length` bytes.
    fn refuse_strictly(&self, length: usize) -> Result<(), PgnErrorKind> {
        if self.strict { Err(PgnErrorKind::NotStandard(self.shown(length))) } else { Ok(()) }
    }

    /// The next bytes, as much of them as an error should show.
    fn shown(&self, length: usize) -> Box<str> {
        let shown: String = Text::of_comment(&self.buffer.window()[..length]).decode().chars().take(40).collect();
        shown.into_boxed_str()
    }

    /// Whether White's first move of another game stands here: `1.` behind an empty line. `1...` and `1. ...` do not.
    pub(super) fn begins_again(&self) -> bool {
        let Some(rest) = self.buffer.window().strip_prefix(b"1.") else { return false };
        let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
        next != Some(&b'.') && self.buffer.behind_empty_line()
    }

    /// A move number, a result, or a move spelt with zeros. Says whether the game is over.
    fn digit<V: Visitor>(&mut self, visitor: &mut V, line: &mut Line) -> Result<bool, PgnErrorKind> {
        if line.has_move && line.depth == 0 && self.begins_again() {
            return self.end_without_result(visitor, line).map(|()| true);
        }
        let window = self.buffer.window();
        let dash_at = |index: usize| {
            matches!(window.get(index), Some(b'-' | b'/')) || window[index..].starts_with("–".as_bytes())
        };
        if dash_at(1) {
            return self.result_or_castling(visitor, line);
        }
        let digits = window.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // Castling without dashes, or the null move as UCI writes it; no move has a number that begins so.
        if window.starts_with(b"00") && window.get(digits) != Some(&b'.') {
            self.uncommon_word(visitor, line)?;
            return Ok(false);
        }
        if window.get(digits).is_some_and(u8::is_ascii_alphabetic) {
            self.refuse_strictly(digits + 1)?;
        }
        // Of a result or castling right behind a number, the last digit is its beginning.
        let glued = dash_at(digits);
        self.buffer.advance(digits - usize::from(glued));
        Ok(false)
    }

    fn open_variation<V: Visitor>(&mut self, visitor: &mut V, line: &mut Line) -> Result<(), PgnErrorKind> {
        if !line.has_move {
            return Err(PgnErrorKind::VariationBeforeMove);
        }
        if line.depth >= self.limits.variation_depth {
            return Err(PgnErrorKind::TooDeep);
        }
        if line.muted_from.is_none() && visitor.begin_variation()? == Interest::Skip {
            line.muted_from = Some(line.depth + 1);
        }
        line.depth += 1;
        line.has_move = false;
        self.buffer.advance(1);
        Ok(())
    }

    fn close_variation<V: Visitor>(&mut self, visitor: &mut V, line: &mut Line) -> Result<(), PgnErrorKind> {
        if line.depth == 0 {
            return Err(PgnErrorKind::UnopenedVariation);
        }
        match line.muted_from {
            None => visitor.end_variation()?,
            Some(depth) if depth == line.depth => line.muted_from = None,
            Some(_) => {}
        }
        line.depth -= 1;
        line.has_move = true;
        self.buffer.advance(1);
        Ok(())
    }

    /// A word: nearly always a move.
    #[inline(always)]
    fn word<V: Visitor>(&mut self, visitor: &mut V, line: &mut Line) -> Result<(), PgnErrorKind> {
        if line.muted_from.is_none()
            && let Some(bytes) = self.buffer.window().first_chunk::<8>()
            && let Some((san, length)) = SanPlus::from_common(*bytes)
        {
            visitor.san(san)?;
            line.has_move = true;
            self.buffer.advance(length);
            return Ok(());
        }
        self.uncommon_word(visitor, line)
    }

    /// A move in an uncommon spelling, or a word that is not a move.
    #[inline(never)]
    fn uncommon_word<V: Visitor>(&mut self, visitor: &mut V, line: &mut Line) -> Result<(), PgnErrorKind> {
        let window = self.buffer.window();
        let mut length = window.iter().take_while(|&&byte| IN_WORD[usize::from(byte)]).count();
        if length > LONGEST_WORD {
            return Err(PgnErrorKind::TokenTooLong);
        }
        let mut passed = length;
        // `exd6 e.p.` and `exd6e.p.`: a word has no dots, so the note is recognised by its parts.
        if window[length..].starts_with(b".p") && window[..length].ends_with(b"e") {
            length -= 1;
            passed += 2;
        }
        let word = &window[..length];
        let note = word.is_empty() || word == b"ep";
        if line.muted_from.is_some() || (note && line.has_move) {
            if line.muted_from.is_none() {
                self.refuse_strictly(passed)?;
            }
            line.has_move |= !note;
            self.buffer.advance(passed);
            return Ok(());
        }
        let read = if self.strict { SanPlus::from_bytes_strict(word) } else { SanPlus::from_bytes(word) };
        match read {
            Ok(plus) if self.strict && (plus.san == San::Null || passed > length) => {
                return Err(PgnErrorKind::NotStandard(self.shown(passed)));
            }
            Ok(plus) => visitor.san(plus)?,
            Err(_) => {
                // `Nf3+-`: an evaluation right behind the move. It is left for the next turn.
                let before = |cut: usize| SanPlus::from_bytes(&word[..cut]).ok().map(|plus| (plus, cut));
                let cut = signs::cuts(word).find_map(before).filter(|_| !self.strict);
                match cut {
                    Some((plus, cut)) => {
                        visitor.san(plus)?;
                        passed = cut;
                    }
                    None if self.strict && SanPlus::from_bytes(word).is_ok() => {
                        return Err(PgnErrorKind::NotStandard(self.shown(length)));
                    }
                    None if begins_with_symbol(word) => return self.sign(visitor, line),
                    None => return Err(PgnErrorKind::NotAMove(self.shown(passed))),
                }
            }
        }
        line.has_move = true;
        self.buffer.advance(passed);
        Ok(())
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or castling spelt with zeros. Says whether the game is over.
    fn result_or_castling<V: Visitor>(&mut self, visitor: &mut V, line: &mut Line) -> Result<bool, PgnErrorKind> {
        let window = self.buffer.window();
        if let Some((length, result)) = GameResult::first(window) {
            return self.finish(visitor, line, result, length);
        }
        if window.starts_with(b"0-0") || window.starts_with("0–0".as_bytes()) {
            self.uncommon_word(visitor, line)?;
            return Ok(false);
        }
        let length = window.iter().take_while(|&&byte| IN_WORD[usize::from(byte)]).count();
        Err(PgnErrorKind::NotAMove(self.shown(length)))
    }

    /// `!`, `?` and their pairs, which are glyphs 1 to 6.
    fn mark<V: Visitor>(&mut self, visitor: &mut V, line: &Line) -> Result<(), PgnErrorKind> {
        let window = self.buffer.window();
        let length = window.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        // Enthusiasm beyond the standard counts for as much as the standard knows.
        let glyph = match &window[..length] {
            b"!" => 1,
            b"?" => 2,
            [b'!', b'!', ..] => 3,
            [b'?', b'?', ..] => 4,
            [b'!', ..] => 5,
            _ => 6,
        };
        if line.muted_from.is_none() {
            if length > 2 {
                self.refuse_strictly(length)?;
            }
            visitor.mark(glyph)?;
        }
        self.buffer.advance(length);
        Ok(())
    }

    /// `$n`.
    fn numbered_glyph<V: Visitor>(&mut self, visitor: &mut V, line: &Line) -> Result<(), PgnErrorKind> {
        let digits = self.buffer.window()[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = core::str::from_utf8(&self.buffer.window()[1..=digits]);
        let glyph = text.ok().and_then(|text| text.parse().ok());
        if line.muted_from.is_none() {
            match glyph {
                Some(glyph) => visitor.glyph(glyph)?,
                None => {
                    self.concede(PgnErrorKind::BadGlyph)?;
                    visitor.comment(Text::of_comment(&self.buffer.window()[..=digits]))?;
                }
            }
        }
        self.buffer.advance(1 + digits);
        Ok(())
    }

    /// Signs between moves: the null move `--` and evaluations such as `+-`.
    fn symbol<V: Visitor>(&mut self, visitor: &mut V, line: &mut Line) -> Result<(), PgnErrorKind> {
        if self.buffer.window().starts_with(b"--") {
            return self.uncommon_word(visitor, line);
        }
        self.sign(visitor, line)
    }

    /// A result ends the game; comments behind it on the same line still belong to it. Says whether the game is over.
    fn finish<V: Visitor>(
        &mut self,
        visitor: &mut V,
        line: &Line,
        result: GameResult,
        length: usize,
    ) -> Result<bool, PgnErrorKind> {
        if self.strict && (line.depth > 0 || &self.buffer.window()[..length] != result.as_str().as_bytes()) {
            self.refuse_strictly(length)?;
        }
        let ending = Ending { tag: self.facts.result, movetext: Some(result) };
        if line.depth == 0 && ending.is_contradictory() {
            self.concede(PgnErrorKind::ResultsDiffer(ending))?;
        }
        self.buffer.advance(length);
        // Some programs end every variation with a result; only the game's own ends the game.
        if line.depth > 0 {
            return Ok(false);
        }
        self.closing_comments(visitor, line)?;
        if line.muted_from.is_none() {
            visitor.result(ending)?;
        }
        Ok(true)
    }

    fn end_without_result<V: Visitor>(&mut self, visitor: &mut V, line: &Line) -> Result<(), PgnErrorKind> {
        if line.depth > 0 {
            return Err(PgnErrorKind::UnclosedVariation);
        }
        if self.strict {
            return Err(PgnErrorKind::MissingResult);
        }
        if line.muted_from.is_none() {
            visitor.result(Ending { tag: self.facts.result, movetext: None })?;
        }
        Ok(())
    }
}

/// Whether a word can only be a sign: it begins with neither a letter nor a digit of any alphabet.
fn begins_with_symbol(word: &[u8]) -> bool {
    signs::first_char(word).is_some_and(|(c, _)| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::super::buffer::tests::Dribble;
    use super::*;
    use alloc::vec::Vec;

    /// Writes down everything, and passes over every third game and variation.
    #[derive(Default)]
    struct Log(Vec<String>, u32);

    impl Log {
        fn interest(&mut self) -> Interest {
            self.1 += 1;
            if self.1.is_multiple_of(3) { Interest::Skip } else { Interest::Read }
        }
    }

    impl Visitor for Log {
        fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
            self.0.push(alloc::format!("{name} {value:?}"));
            Ok(())
        }
        fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
            Ok(self.interest())
        }
        fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
            self.0.push(alloc::format!("{san}"));
            Ok(())
        }
        fn glyph(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
            self.0.push(alloc::format!("${glyph}"));
            Ok(())
        }
        fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
            self.0.push(alloc::format!("{comment:?}"));
            Ok(())
        }
        fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
            Ok(self.interest())
        }
        fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
            self.0.push(")".into());
            Ok(())
        }
        fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
            self.0.push(alloc::format!("{ending:?}"));
            Ok(())
        }
    }

    fn heard<S: Source>(source: S, patient: bool) -> Vec<String> {
        let mut reader = Reader::new(source);
        reader.patient = patient;
        let mut log = Log::default();
        loop {
            match reader.read_game(&mut log) {
                Ok(true) => log.0.push(alloc::format!("end {:?}", reader.warnings())),
                Ok(false) => return log.0,
                Err(error) => log.0.push(alloc::format!("{error}")),
            }
        }
    }

    #[test]
    fn the_fast_lane_says_what_the_patient_reader_says() {
        const PARTS: [&str; 50] = [
            "1. ",
            "12... ",
            "3.",
            "e4 ",
            "Nf3",
            "Nxf3+ ",
            "Qh4# ",
            "O-O ",
            "exd8=Q ",
            "0-0 ",
            " ",
            "\n",
            "\r\n",
            "{ a } ",
            "{b\nc}",
            "(",
            ") ",
            "$4 ",
            "! ",
            "?? ",
            "1-0 ",
            "* ",
            "1/2-1/2 ",
            "; x\n",
            "[A \"b\"]\n",
            "-- ",
            "+- ",
            "e.p. ",
            "oops ",
            "\u{0}",
            "10-",
            "11/2",
            "R1xa7 ",
            "\u{fc} ",
            "00 ",
            "000",
            "0000 ",
            "1–0 ",
            "0–0 ",
            "½-½ ",
            "± ",
            "Nf3∓ ",
            "] ",
            "$999 ",
            "@@@@ ",
            ";y\n;z\n",
            "1...............",
            "123456789..",
            "1000000000-0 ",
            "{ d }e4 ",
        ];
        let mut random = fastrand::Rng::with_seed(5);
        let mut next = |bound: usize| random.usize(..bound);
        for _ in 0..60_000 {
            let likely = next(4) > 0;
            let text: String = (0..next(40)).map(|_| PARTS[next(if likely { 20 } else { PARTS.len() })]).collect();
            assert_eq!(heard(text.as_bytes(), false), heard(text.as_bytes(), true), "{text:?}");
        }
    }

    #[test]
    fn a_move_number_1_behind_an_empty_line_begins_a_game() {
        let games = |text: &str| heard(text.as_bytes(), false).iter().filter(|word| word.starts_with("end")).count();
        for (text, expected) in [
            ("1. e4 e5\n\n1. d4 d5\n\n2. c4\n\n1... e6\n\n1.c4\n", 3),
            ("[A \"b\"]\n\n1. e4\r\n\r\n1. d4", 2),
            ("1. e4\r\n1. d4", 1),
            ("1. e4\r \t\r  1. d4", 2),
            ("1. e4\n\n1. ... e5", 1),
            ("1. e4\n\n1 ... e5\n\n11. d4", 1),
            ("1. e4 (1. c4\n\n1. d4)\n\n1. f4", 2),
            ("{a}\n\n1. e4", 1),
            ("1. e4\n\n{b} 1. e5", 1),
        ] {
            assert_eq!(games(text), expected, "{text:?}");
            // Wherever the buffer is refilled.
            for pad in 60_000..60_003 {
                let text = [&"1. a4 *\n\n".repeat(pad / 9), &"\n".repeat(pad % 9 + 4)[..], text].concat();
                assert_eq!(games(&text), expected + pad / 9);
                assert_eq!(heard(Dribble(text.as_bytes()), false), heard(text.as_bytes(), false));
            }
        }
        // Strictly, a game without a result is refused, and the next one is read.
        let mut reader = Reader::from_bytes(b"1. e4 e5\n\n1. d4 *\n").strict(true);
        let mut log = Log::default();
        assert_eq!(reader.read_game(&mut log).map_err(|error| error.kind), Err(PgnErrorKind::MissingResult));
        assert_eq!(reader.read_game(&mut log), Ok(true));
        assert_eq!(reader.read_game(&mut log), Ok(false));
    }

    /// The window holds some 260 bytes when a token begins, and grows by one byte at a time.
    #[test]
    fn a_token_may_be_cut_at_any_byte() {
        let frames = [
            ("1. e4 {", "} e5 *\n"),
            ("1. e4 {", "\n[Event \"x\"]\n\n1. d4 {} *\n"),
            ("1. e4 {", "\n[Even \"x\"]} e5 *\n"),
            ("1. e4 {", ""),
            ("1. e4 ;", "\n;b\ne5 *\n"),
            ("1. e4 ;", "\r\n;b\r\ne5 *\n"),
            ("1. e4 ;", "\r;b e5 *\n"),
            ("1. e4 ;", "\n e5 *\n"),
            ("1. e4 ;", ""),
            ("1. e4 * ;", "\n;b\n\n{} 1. d4 *"),
            ("[A \"", "\"]\n1. e4 *"),
            ("[A \"", "\" \t]\n1. e4 *"),
            ("[A \"", "\"b\"]\n1. e4 *"),
            ("[A \"", "\\\"] b\"]\n1. e4 *"),
            ("[A \"", "\\\"]\n1. e4 *"),
            ("[A \"", "\\\\\"]\n1. e4 *"),
            ("[A \"", "\\b\"]\n1. e4 *"),
            ("[A \"", "\\\"]"),
            ("[A \"", "\\"),
            ("[A \"", "\"\n1. e4 *"),
            ("[A \"", "\""),
            ("[A \"", ""),
            ("[N", " \"v\"]\n1. e4 *"),
            ("[A \"v\"]\n\n[N", " \"v\"]\n1. e4 *"),
            ("%", "\n1. e4 *"),
            ("1. e4 e5\n%", "\r2. d4 *"),
            ("{", "} 1. e4 *\n"),
            ("1. e4 N", " e5 *\n\n1. d4 *"),
        ];
        for (before, after) in frames {
            for pad in (0..3).chain(235..275) {
                let game = alloc::format!("{before}{}{after}", "x".repeat(pad));
                // The third game is passed over.
                let text = [&game[..], "1. c4 *", &game].join("\n\n");
                let whole = heard(text.as_bytes(), false);
                assert_eq!(heard(Dribble(text.as_bytes()), false), whole, "{text:?}");
                assert_eq!(heard(Dribble(text.as_bytes()), true), whole, "{text:?}");
            }
        }
    }

    #[test]
    fn games_that_are_passed_over_end_where_they_would_end() {
        let ends = ["1-0", "½-½", "1–0", "1/2-1/2", "*", "0-1", ""];
        for end in ends {
            let game = alloc::format!("1. e4 {{a}} e5 (1... c5 $2) 2. Nf3 Nc6 3. Bb5 {end}\n\n[A \"b\"]\n\n");
            let words = heard(game.repeat(6).as_bytes(), false);
            assert_eq!(words.iter().filter(|word| word.starts_with("end")).count(), 7, "{end}: {words:?}");
        }
        // A word that no move has the length of is refused even there.
        let word = "N".repeat(LONGEST_WORD + 1);
        let text = alloc::format!("1. e4 *\n\n1. e4 *\n\n1. e4 {word} e5 {}*", "{} ".repeat(100));
        assert!(heard(text.as_bytes(), false).last().is_some_and(|word| word.contains("column")), "{text}");
        assert!(!heard(text.replace("NN", "N").as_bytes(), false).last().is_some_and(|word| word.contains("column")));
    }
}
