//! Extended Position Description: a position in four fields, then operations such as `bm Nf3; id "test 1";`.
//!
//! Every operation is kept as data, known opcode or not, and written back as it was read.
//!
//! ```
//! use tabiya::notation::epd::Epd;
//!
//! let text = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";";
//! let epd: Epd = text.parse()?;
//! assert_eq!(epd.id(), Some("BK.01"));
//! assert_eq!(epd.position().san(epd.moves("bm")?[0]).as_str(), "Qd1+");
//! assert_eq!(epd.to_string(), text);
//! # Ok::<(), tabiya::notation::epd::EpdError>(())
//! ```
//!
//! Read as well: six-field FENs before the operations, a semicolon right behind them, `-` for a counter, operations
//! without a last semicolon, moves with a comma behind them, and the perft suites' `;D1 20 ;D2 400`.
//! [`Epd::parse_strict`] refuses all of these.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use super::move_text::MoveTextError;
use crate::{Move, Position, PositionError, Setup, Tolerance};

/// A position with operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    position: Position,
    operations: Vec<Operation>,
}

/// An opcode and its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    /// The name, such as `bm`.
    pub opcode: String,
    /// What follows it.
    pub operands: Vec<Operand>,
}

/// One operand of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A word without quotes: a move, a number, a name.
    Word(String),
    /// Text in quotes.
    Text(String),
}

impl Operand {
    /// The operand without its quotes.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Operand::Word(text) | Operand::Text(text) => text,
        }
    }
}

/// The operands of an operation, read as what the standard says its opcode takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Alternatives from this position: `am`, `bm`, `pm`, `sm`.
    Moves(Vec<Move>),
    /// Moves one after the other: `pv`.
    Line(Vec<Move>),
    /// A whole number: `acd`, `acn`, `acs`, `ce`, `dm`, `fmvn`, `hmvc`, `rc`, `tcgs`, and the perft suites' `D1`…
    Integer(i64),
    /// Anything else, as text: `id`, `c0`…`c9`, `v0`…`v9`, `eco`, `nic`, opcodes of other programs.
    Text(Vec<String>),
    /// No operand: `noop`, `resign`, `draw_claim`…
    Nothing,
}

/// What is wrong with an EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdError {
    /// The first fields do not describe a legal position.
    Position(Box<PositionError>),
    /// An operation does not begin with a letter; its column, from 1, in bytes.
    BadOpcode(usize),
    /// A quoted text is never closed; the column of its quote, from 1, in bytes.
    UnterminatedText(usize),
    /// There is no operation with this opcode.
    Missing(String),
    /// The operand is not a whole number.
    NotAnInteger(String),
    /// The operand of `hmvc` or `fmvn` is not a number from 0 to 65535.
    BadClock(String),
    /// From this column on, from 1 and in bytes, the text is not as the standard has it (strict reading only).
    NotStandard(usize),
    /// The operand is not a legal move.
    Move(MoveTextError),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdError::Position(error) => error.fmt(f),
            EpdError::BadOpcode(column) => {
                write!(f, "column {column}: an operation must begin with a name such as bm")
            }
            EpdError::UnterminatedText(column) => write!(f, "column {column}: this quote is never closed"),
            EpdError::Missing(opcode) => write!(f, "there is no operation '{opcode}'"),
            EpdError::NotAnInteger(word) => write!(f, "'{word}' is not a whole number"),
            EpdError::BadClock(word) => write!(f, "'{word}' is not a number of moves from 0 to 65535"),
            EpdError::NotStandard(column) => {
                write!(f, "column {column}: expected four fields and then operations, each as in ' bm e4;'")
            }
            EpdError::Move(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for EpdError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            EpdError::Position(error) => Some(error.as_ref()),
            EpdError::Move(error) => Some(error),
            _ => None,
        }
    }
}

impl From<MoveTextError> for EpdError {
    fn from(error: MoveTextError) -> EpdError {
        EpdError::Move(error)
    }
}

impl Epd {
    /// A position without operations, except that its clocks become `hmvc` and `fmvn` where they say anything.
    #[must_use]
    pub fn new(position: Position) -> Epd {
        let mut epd = Epd { position, operations: Vec::new() };
        epd.keep_clocks();
        epd
    }

    /// The position, with the clocks that `hmvc` and `fmvn` give.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All operations in their order.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The first operation with this opcode.
    #[must_use]
    pub fn get(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// Sets an operation, replacing the first with the same opcode.
    ///
    /// Characters that could not be read back are left out of opcode and words; control characters in texts become
    /// blanks.
    pub fn set(&mut self, opcode: &str, operands: Vec<Operand>) {
        let opcode: String = opcode.chars().filter(|&c| in_word(c)).collect();
        if !opcode.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return;
        }
        let clean = |operand: Operand| match operand {
            Operand::Word(word) => Operand::Word(word.chars().filter(|&c| in_word(c)).collect()),
            Operand::Text(text) => Operand::Text(text.replace(char::is_control, " ")),
        };
        let operands = operands.into_iter().map(clean).filter(|o| *o != Operand::Word(String::new())).collect();
        match self.operations.iter_mut().find(|operation| operation.opcode == opcode) {
            Some(operation) => operation.operands = operands,
            None => self.operations.push(Operation { opcode, operands }),
        }
    }

    /// The name of the position.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }

    /// The first operand of an operation.
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.get(opcode)?.operands.first().map(Operand::as_str)
    }

    /// The number that an operation holds.
    ///
    /// # Errors
    ///
    /// If there is no such operation, or its operand is not a number.
    pub fn integer(&self, opcode: &str) -> Result<i64, EpdError> {
        let word = self.text(opcode).ok_or_else(|| EpdError::Missing(opcode.into()))?;
        word.parse().map_err(|_| EpdError::NotAnInteger(word.into()))
    }

    /// The moves that an operation such as `bm` holds, each from this position.
    ///
    /// # Errors
    ///
    /// If there is no such operation, or an operand is not a legal move.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let operation = self.get(opcode).ok_or_else(|| EpdError::Missing(opcode.into()))?;
        operation.operands.iter().map(|operand| read_move(&self.position, operand.as_str())).collect()
    }

    /// The moves that an operation such as `pv` holds, one after the other.
    ///
    /// # Errors
    ///
    /// If there is no such operation, or an operand is not a legal move after those before it.
    pub fn line(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let operation = self.get(opcode).ok_or_else(|| EpdError::Missing(opcode.into()))?;
        let mut position = self.position;
        let mut line = Vec::with_capacity(operation.operands.len());
        for operand in &operation.operands {
            let mv = read_move(&position, operand.as_str())?;
            position.play_unchecked(mv);
            line.push(mv);
        }
        Ok(line)
    }

    /// The operands of an operation as the type that its opcode calls for.
    ///
    /// # Errors
    ///
    /// If there is no such operation, or its operands are not of that type.
    pub fn value(&self, opcode: &str) -> Result<Value, EpdError> {
        let operation = self.get(opcode).ok_or_else(|| EpdError::Missing(opcode.into()))?;
        let numbered = |letter: char| opcode.strip_prefix(letter).is_some_and(|rest| rest.parse::<u8>().is_ok());
        Ok(match opcode {
            _ if operation.operands.is_empty() => Value::Nothing,
            "am" | "bm" | "pm" | "sm" => Value::Moves(self.moves(opcode)?),
            "pv" => Value::Line(self.line(opcode)?),
            "acd" | "acn" | "acs" | "ce" | "dm" | "fmvn" | "hmvc" | "rc" | "tcgs" => {
                Value::Integer(self.integer(opcode)?)
            }
            _ if numbered('D') => Value::Integer(self.integer(opcode)?),
            _ => Value::Text(operation.operands.iter().map(|o| o.as_str().into()).collect()),
        })
    }

    /// Writes the position's clocks down as operations, unless they are zero and one, or written already. (A six-field
    /// FEN may give a clock and an operation without operand its name.)
    fn keep_clocks(&mut self) {
        let clocks = [("hmvc", self.position.halfmove_clock(), 0), ("fmvn", self.position.fullmove(), 1)];
        for (opcode, value, usual) in clocks {
            if value != usual && self.get(opcode).is_none_or(|operation| operation.operands.is_empty()) {
                self.set(opcode, alloc::vec![Operand::Word(value.to_string())]);
            }
        }
    }
}

/// Moves in EPDs are SAN by the standard, and now and then UCI in practice.
fn read_move(position: &Position, text: &str) -> Result<Move, EpdError> {
    let text = text.trim_end_matches(',');
    position.parse_move(text).map_err(EpdError::from)
}

fn in_word(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && c != ';' && c != '"'
}

impl Epd {
    /// Reads an EPD leniently, with some oddities of the position accepted deliberately.
    ///
    /// # Errors
    ///
    /// What is wrong with the position or an operation.
    pub fn parse_with(text: &str, tolerance: Tolerance) -> Result<Epd, EpdError> {
        let text = text.trim_end_matches('\0');
        let (fen, rest_at) = split_position(text);
        let operations = read_operations(text, rest_at)?;
        let bad = |error: PositionError| EpdError::Position(Box::new(error));
        let mut setup = Setup::from_fen_lenient(fen).map_err(|error| bad(error.into()))?;
        let clock = |opcode: &str| {
            let operation = operations.iter().find(|operation: &&Operation| operation.opcode == opcode);
            let word = operation.and_then(|operation| operation.operands.first()).map(Operand::as_str);
            word.map(|word| match word.parse::<u16>() {
                Ok(number) if word.bytes().all(|byte| byte.is_ascii_digit()) => Ok(u32::from(number)),
                _ => Err(EpdError::BadClock(word.into())),
            })
        };
        if let Some(halfmoves) = clock("hmvc") {
            setup.halfmove_clock = halfmoves?;
        }
        if let Some(fullmove) = clock("fmvn") {
            setup.fullmove = fullmove?.max(1);
        }
        let position = Position::from_setup_with(setup, tolerance).map_err(|error| bad(error.into()))?;
        let mut epd = Epd { position, operations };
        epd.keep_clocks();
        Ok(epd)
    }

    /// Reads an EPD as the standard has it: four fields, then operations, single blanks between, a semicolon after each
    /// operation.
    ///
    /// # Errors
    ///
    /// What is wrong, or where the spelling leaves the standard.
    pub fn parse_strict(text: &str) -> Result<Epd, EpdError> {
        let epd = Epd::parse_with(text, Tolerance::default())?;
        let end = text.match_indices(' ').nth(3).map_or(text.len(), |(index, _)| index);
        Setup::from_fen(&format!("{} 0 1", &text[..end]))
            .map_err(|error| EpdError::Position(Box::new(error.into())))?;
        let mut standard = String::from(&text[..end]);
        for operation in &epd.operations {
            standard.push(' ');
            standard.push_str(&operation.to_string());
        }
        match standard == text {
            true => Ok(epd),
            false => {
                let same = standard.bytes().zip(text.bytes()).take_while(|(ours, theirs)| ours == theirs).count();
                Err(EpdError::NotStandard(same + 1))
            }
        }
    }
}

impl core::str::FromStr for Epd {
    type Err = EpdError;

    /// The lenient reading.
    fn from_str(text: &str) -> Result<Epd, EpdError> {
        Epd::parse_with(text, Tolerance::default())
    }
}

/// The text of the position, which is four fields and the clocks of a FEN if they follow, and where the operations
/// begin.
fn split_position(text: &str) -> (&str, usize) {
    let mut at = 0;
    for index in 0..6 {
        let blanks = text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at + blanks..];
        // `- bm` and `-;D1 20` alike: a semicolon ends the fields.
        let length = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
        let field = &rest[..length];
        let wanted = match index {
            0..4 => !field.is_empty(),
            _ => field == "-" || (!field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit())),
        };
        if !wanted {
            break;
        }
        at += blanks + length;
    }
    (&text[..at], at)
}

fn read_operations(text: &str, mut at: usize) -> Result<Vec<Operation>, EpdError> {
    let bytes = text.as_bytes();
    let mut operations: Vec<Operation> = Vec::new();
    // The operation whose operands are being read.
    let mut open = false;
    while let Some(&byte) = bytes.get(at) {
        let rest = &text[at..];
        match byte {
            b';' => {
                open = false;
                at += 1;
            }
            _ if rest.starts_with(char::is_whitespace) => {
                at += rest.len() - rest.trim_start().len();
            }
            b'"' if !open => return Err(EpdError::BadOpcode(at + 1)),
            b'"' => {
                let (value, length) = read_text(rest).ok_or(EpdError::UnterminatedText(at + 1))?;
                if let Some(operation) = operations.last_mut() {
                    operation.operands.push(Operand::Text(value));
                }
                at += length;
            }
            _ => {
                let length = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
                // A control character is neither blank nor word.
                if length == 0 || (!open && !byte.is_ascii_alphabetic()) {
                    return Err(EpdError::BadOpcode(at + 1));
                }
                let word = String::from(&rest[..length]);
                match operations.last_mut() {
                    Some(operation) if open => operation.operands.push(Operand::Word(word)),
                    _ => operations.push(Operation { opcode: word, operands: Vec::new() }),
                }
                open = true;
                at += length;
            }
        }
    }
    Ok(operations)
}

/// The text in quotes at the beginning, and how many bytes it takes. A backslash protects a quote or a backslash.
fn read_text(quoted: &str) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut characters = quoted.char_indices().skip(1).peekable();
    while let Some((index, c)) = characters.next() {
        match c {
            '"' => return Some((text, index + 1)),
            '\\' if matches!(characters.peek(), Some((_, '"' | '\\'))) => {
                text.extend(characters.next().map(|(_, c)| c));
            }
            c => text.push(c),
        }
    }
    None
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.fen();
        let mut fields = fen.split(' ').take(4);
        f.write_str(fields.next().unwrap_or_default())?;
        for field in fields {
            write!(f, " {field}")?;
        }
        for operation in &self.operations {
            write!(f, " {operation}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            match operand {
                Operand::Word(word) => write!(f, " {word}")?,
                Operand::Text(text) => {
                    f.write_str(" \"")?;
                    for c in text.chars() {
                        if matches!(c, '"' | '\\') {
                            f.write_char('\\')?;
                        }
                        f.write_char(c)?;
                    }
                    f.write_char('"')?;
                }
            }
        }
        f.write_char(';')
    }
}
