//! The moves, and everything that may stand between them.

use alloc::string::String;

use super::buffer::Source;
use super::error::PgnErrorKind;
use super::reader::{EVENT, Reader, begins_tag};
use super::text::Text;
use super::visitor::{GameResult, Interest, Visitor};
use crate::notation::san::SanPlus;

/// The longest word: no spelling of a move comes near it.
const LONGEST_WORD: usize = 255;

/// Signs for an evaluation, longer ones first, and the glyphs they mean.
const EVALUATIONS: [(&[u8], u8); 7] =
    [(b"+/-", 16), (b"-/+", 17), (b"+-", 18), (b"-+", 19), (b"+=", 14), (b"=+", 15), (b"=", 10)];

/// What a byte begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Blank,
    Word,
    Digit,
    Dot,
    Mark,
    Comment,
    Symbol,
    Other,
}

/// Bytes that go on with a word that has begun: everything a move may be spelt with.
static IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric()
            || b >= 0x80
            || matches!(b, b'+' | b'#' | b'=' | b':' | b'-' | b'_' | b'/' | b'@');
        byte += 1;
    }
    table
};

static CLASS: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = match b {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Class::Blank,
            b'a'..=b'z' | b'A'..=b'Z' | 0x80..=0xff => Class::Word,
            b'0'..=b'9' => Class::Digit,
            b'.' => Class::Dot,
            b'!' | b'?' => Class::Mark,
            b'{' => Class::Comment,
            b'+' | b'-' | b'=' => Class::Symbol,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
};

/// Where the movetext stands: how deep, and whether anybody listens.
struct Line {
    depth: u32,
    /// The depth of the outermost part that is passed over.
    muted_from: Option<u32>,
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
                return end_without_result(visitor, &line);
            };
            match CLASS[usize::from(byte)] {
                Class::Blank | Class::Dot => {
                    self.buffer.advance(1);
                }
                Class::Digit => {
                    if matches!(window.get(1), Some(b'-' | b'/')) {
                        if self.result_or_castling(visitor, &mut line)? {
                            return Ok(());
                        }
                    } else {
                        let digits = window.iter().take_while(|byte| byte.is_ascii_digit()).count();
                        // Of a result or castling right behind a number, the last digit is its beginning.
                        let glued = matches!(window.get(digits), Some(b'-' | b'/'));
                        self.buffer.advance(digits - usize::from(glued));
                    }
                }
                Class::Word => self.word(visitor, &mut line)?,
                Class::Comment => {
                    let length = self.brace_comment()?;
                    if line.muted_from.is_none() {
                        visitor.comment(Text::of_comment(&self.buffer.window()[1..length - 1]))?;
                    }
                    self.buffer.advance(length);
                }
                Class::Mark => self.mark(visitor, &line)?,
                Class::Symbol => self.symbol(visitor, &mut line)?,
                Class::Other => {
                    if self.other(byte, visitor, &mut line)? {
                        return Ok(());
                    }
                }
            }
            if self.buffer.offset() - self.game_start > self.limits.game_bytes {
                return Err(PgnErrorKind::GameTooLong);
            }
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
        let window = self.buffer.window();
        let muted = line.muted_from.is_some();
        let mut at = 0;
        let result = loop {
            let Some(mut bytes) = window[at..].first_chunk::<16>() else { break Ok(()) };
            // A number, a move, a comment: in this order, and each may be missing. Asking in a fixed order is easier on
            // the processor than jumping to the right place for every token.
            if bytes[0].is_ascii_digit() {
                if matches!(bytes[1], b'-' | b'/') {
                    break Ok(());
                }
                at += move_number(bytes);
                match window[at..].first_chunk::<16>() {
                    Some(later) => bytes = later,
                    None => break Ok(()),
                }
            }
            if CLASS[usize::from(bytes[0])] == Class::Word {
                if muted {
                    let length = window[at..].iter().take_while(|&&byte| IN_WORD[usize::from(byte)]).count();
                    if length > LONGEST_WORD {
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
            // A comment over several lines needs a closer look.
            let Some(end) = find_either(rest, b'}', b'\n').filter(|&end| rest[end] == b'}') else {
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

    /// Comments, variations, glyphs, the `*`. Says whether the game is over.
    fn other<V: Visitor>(&mut self, byte: u8, visitor: &mut V, line: &mut Line) -> Result<bool, PgnErrorKind> {
        match byte {
            b';' => {
                let length = self.line_comment()?;
                if line.muted_from.is_none() {
                    visitor.comment(Text::of_comment(&self.buffer.window()[1..length]))?;
                }
                self.buffer.advance(length);
            }
            b'%' if self.buffer.at_line_start() => self.skip_line()?,
            b'(' => self.open_variation(visitor, line)?,
            b')' => self.close_variation(visitor, line)?,
            b'$' => self.numbered_glyph(visitor, line)?,
            b'*' => {
                self.buffer.advance(1);
                return finish(visitor, line, GameResult::Unknown);
            }
            b'[' if self.buffer.at_line_start() && begins_tag(self.buffer.window()) => {
                return end_without_result(visitor, line).map(|()| true);
            }
            _ => return Err(PgnErrorKind::UnexpectedByte(byte)),
        }
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

    /// A move in an uncommon spelling, or something that is no move.
    #[inline(never)]
    fn uncommon_word<V: Visitor>(&mut self, visitor: &mut V, line: &mut Line) -> Result<(), PgnErrorKind> {
        let window = self.buffer.window();
        let mut length = window.iter().take_while(|&&byte| IN_WORD[usize::from(byte)]).count();
        if length > LONGEST_WORD {
            return Err(PgnErrorKind::TokenTooLong);
        }
        let mut passed = length;
        // `exd6 e.p.` and `exd6e.p.`: the dots are no part of a word, so the note is recognised by its parts.
        if window[length..].starts_with(b".p") && window[..length].ends_with(b"e") {
            length -= 1;
            passed += 2;
        }
        let word = &window[..length];
        if line.muted_from.is_some() || word.is_empty() || word == b"ep" {
            line.has_move |= !(word.is_empty() || word == b"ep");
            self.buffer.advance(passed);
            return Ok(());
        }
        let mut read = SanPlus::from_bytes(word);
        if read.is_err() {
            // `Nf3+-`: an evaluation right behind the move. It is left for the next turn.
            let signs = EVALUATIONS.iter().find_map(|(sign, _)| word.strip_suffix(*sign));
            if let Some(body) = signs.filter(|body| !body.is_empty()) {
                read = SanPlus::from_bytes(body);
                passed = body.len();
            }
        }
        match read {
            Ok(san) => visitor.san(san)?,
            Err(_) => {
                let shown: String = Text::of_comment(word).decode().chars().take(40).collect();
                return Err(PgnErrorKind::NotAMove(shown.into_boxed_str()));
            }
        }
        line.has_move = true;
        self.buffer.advance(passed);
        Ok(())
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or castling spelt with zeros. Says whether the game is over.
    fn result_or_castling<V: Visitor>(&mut self, visitor: &mut V, line: &mut Line) -> Result<bool, PgnErrorKind> {
        const RESULTS: [(&[u8], GameResult); 4] = [
            (b"1/2-1/2", GameResult::Draw),
            (b"1/2", GameResult::Draw),
            (b"1-0", GameResult::WhiteWins),
            (b"0-1", GameResult::BlackWins),
        ];
        let window = self.buffer.window();
        for (text, result) in RESULTS {
            if window.starts_with(text) {
                self.buffer.advance(text.len());
                return finish(visitor, line, result);
            }
        }
        if window.starts_with(b"0-0") {
            self.uncommon_word(visitor, line)?;
            return Ok(false);
        }
        Err(PgnErrorKind::UnexpectedByte(window[0]))
    }

    /// `!`, `?` and their pairs, which are glyphs 1 to 6.
    fn mark<V: Visitor>(&mut self, visitor: &mut V, line: &Line) -> Result<(), PgnErrorKind> {
        let window = self.buffer.window();
        let length = window.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let glyph = match &window[..length] {
            b"!" => 1,
            b"?" => 2,
            b"!!" => 3,
            b"??" => 4,
            b"!?" => 5,
            b"?!" => 6,
            // Enthusiasm beyond the standard counts for as much as the standard knows.
            [b'!', b'!', ..] => 3,
            [b'?', b'?', ..] => 4,
            [b'!', ..] => 5,
            _ => 6,
        };
        if line.muted_from.is_none() {
            visitor.glyph(glyph)?;
        }
        self.buffer.advance(length);
        Ok(())
    }

    /// `$n`.
    fn numbered_glyph<V: Visitor>(&mut self, visitor: &mut V, line: &Line) -> Result<(), PgnErrorKind> {
        let digits = self.buffer.window()[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = core::str::from_utf8(&self.buffer.window()[1..=digits]);
        let glyph = text.ok().and_then(|text| text.parse().ok()).ok_or(PgnErrorKind::BadGlyph)?;
        if line.muted_from.is_none() {
            visitor.glyph(glyph)?;
        }
        self.buffer.advance(1 + digits);
        Ok(())
    }

    /// Signs between moves: the null move `--` and evaluations such as `+-`.
    fn symbol<V: Visitor>(&mut self, visitor: &mut V, line: &mut Line) -> Result<(), PgnErrorKind> {
        let window = self.buffer.window();
        if window.starts_with(b"--") {
            return self.uncommon_word(visitor, line);
        }
        for (text, glyph) in EVALUATIONS {
            if window.starts_with(text) {
                if line.muted_from.is_none() {
                    visitor.glyph(glyph)?;
                }
                self.buffer.advance(text.len());
                return Ok(());
            }
        }
        Err(PgnErrorKind::UnexpectedByte(window[0]))
    }

    /// The length of the comment at the window's beginning, braces included.
    ///
    /// An `Event` tag at the beginning of a line inside it means that the closing brace was forgotten.
    pub(super) fn brace_comment(&mut self) -> Result<usize, PgnErrorKind> {
        let mut seen = 1;
        loop {
            let window = self.buffer.window();
            match find_either(&window[seen..], b'}', b'\n').map(|index| seen + index) {
                Some(index) if window[index] == b'}' => return Ok(index + 1),
                Some(index) => {
                    if window.len() < index + 1 + EVENT.len() && self.grow()? {
                        continue;
                    }
                    if self.buffer.window()[index + 1..].starts_with(EVENT) {
                        return Err(PgnErrorKind::UnterminatedComment);
                    }
                    seen = index + 1;
                }
                None => {
                    seen = window.len();
                    if !self.grow()? {
                        return Err(PgnErrorKind::UnterminatedComment);
                    }
                }
            }
        }
    }

    /// The length of the rest-of-line comment at the window's beginning, without the line end.
    fn line_comment(&mut self) -> Result<usize, PgnErrorKind> {
        let mut seen = 1;
        loop {
            let window = self.buffer.window();
            match find_either(&window[seen..], b'\n', b'\r') {
                Some(index) => return Ok(seen + index),
                None => {
                    seen = window.len();
                    if !self.grow()? {
                        return Ok(seen);
                    }
                }
            }
        }
    }
}

/// The length of the move number at the beginning of the bytes, with its dots and the blank behind it. What does not
/// fit into the bytes is left for later.
#[inline(always)]
fn move_number(bytes: &[u8; 16]) -> usize {
    let mut length = 1;
    while length < 8 && bytes[length].is_ascii_digit() {
        length += 1;
    }
    // Not a number but a result or castling, which must be seen from its beginning.
    if matches!(bytes[length], b'-' | b'/') {
        return length - 1;
    }
    while length < 15 && bytes[length] == b'.' {
        length += 1;
    }
    length + usize::from(bytes[length] == b' ')
}

fn finish<V: Visitor>(visitor: &mut V, line: &Line, result: GameResult) -> Result<bool, PgnErrorKind> {
    // Some programs end every variation with a result; only the game's own ends the game.
    if line.depth == 0 {
        if line.muted_from.is_none() {
            visitor.result(Some(result))?;
        }
        return Ok(true);
    }
    Ok(false)
}

fn end_without_result<V: Visitor>(visitor: &mut V, line: &Line) -> Result<(), PgnErrorKind> {
    if line.depth > 0 {
        return Err(PgnErrorKind::UnclosedVariation);
    }
    if line.muted_from.is_none() {
        visitor.result(None)?;
    }
    Ok(())
}

/// The index of the first byte that is one of two, eight bytes at a time.
fn find_either(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let has_zero = |word: u64| word.wrapping_sub(LOW) & !word & HIGH;
    let (chunks, rest) = bytes.as_chunks::<8>();
    for (index, chunk) in chunks.iter().enumerate() {
        let word = u64::from_le_bytes(*chunk);
        // The lowest flag of each is exact, so the lowest of both is.
        let found = has_zero(word ^ (LOW * u64::from(one))) | has_zero(word ^ (LOW * u64::from(other)));
        if found != 0 {
            return Some(8 * index + found.trailing_zeros() as usize / 8);
        }
    }
    let tail = rest.iter().position(|&byte| byte == one || byte == other)?;
    Some(bytes.len() - rest.len() + tail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Writes down everything, and skips what a coin says.
    #[derive(Default)]
    struct Log(Vec<String>, u32);

    impl Visitor for Log {
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
            self.1 += 1;
            Ok(if self.1.is_multiple_of(3) { Interest::Skip } else { Interest::Read })
        }
        fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
            self.0.push(")".into());
            Ok(())
        }
        fn result(&mut self, result: Option<GameResult>) -> Result<(), PgnErrorKind> {
            self.0.push(alloc::format!("{result:?}"));
            Ok(())
        }
    }

    fn heard(text: &[u8], patient: bool) -> Vec<String> {
        let mut reader = Reader::from_bytes(text);
        reader.patient = patient;
        let mut log = Log::default();
        loop {
            match reader.read_game(&mut log) {
                Ok(true) => log.0.push("end".into()),
                Ok(false) => return log.0,
                Err(error) => log.0.push(alloc::format!("{error}")),
            }
        }
    }

    #[test]
    fn the_fast_lane_says_what_the_patient_reader_says() {
        const PARTS: [&str; 34] = [
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
        ];
        let mut state = 5u64;
        let mut next = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        for _ in 0..60_000 {
            let likely = next(4) > 0;
            let text: String = (0..next(40)).map(|_| PARTS[next(if likely { 20 } else { PARTS.len() })]).collect();
            assert_eq!(heard(text.as_bytes(), false), heard(text.as_bytes(), true), "{text:?}");
        }
    }

    #[test]
    fn two_bytes_are_found_like_one_at_a_time() {
        let mut state = 1u32;
        for length in 0..60 {
            for _ in 0..50 {
                let bytes: Vec<u8> = (0..length)
                    .map(|_| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        [b'}', b'\n', b'~', b'|', 0x00, 0xff, b'\x0b', 0xfd][(state >> 28) as usize & 7]
                    })
                    .collect();
                let slow = bytes.iter().position(|&byte| byte == b'}' || byte == b'\n');
                assert_eq!(find_either(&bytes, b'}', b'\n'), slow, "{bytes:?}");
            }
        }
    }
}
