//! FEN: a position as one line of text.
//!
//! Two readers. The **strict** one takes six fields with single spaces, in canonical spelling. The **lenient** one also
//! takes missing fields, any white space (or `_` instead, as in addresses), a byte order mark, colours and castling
//! letters in any order or case, runs of digits, long dashes, and `-` for a counter.
//! Both read the castling field as `KQkq` (K and Q mean the outermost rook), Shredder-FEN (`HAha`) or X-FEN.
//! An error says where, what was found, what was expected and, where it can guess, the repair.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use super::fen_common;
use crate::castling::wing_of;
use crate::{Bitboard, Board, Color, File, Piece, Rank, Role, Setup, Square, Wing};

/// How castling rights are written.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum CastlingField {
    /// `KQkq`, with a file letter only for a rook that is not the outermost on its side.
    #[default]
    XFen,
    /// The file letter of every rook: `HAha`.
    Shredder,
}

/// When the square behind a double push is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum EnPassantField {
    /// Only if the capture is legal.
    #[default]
    Legal,
    /// If an enemy pawn stands beside the pushed one, even if it is pinned.
    Adjacent,
    /// After every double push.
    Always,
}

/// The customs to follow when writing a FEN.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct FenStyle {
    /// The castling field.
    pub castling: CastlingField,
    /// The en passant field.
    pub en_passant: EnPassantField,
}

/// Why a text is not a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenError {
    /// The column of the offending character, from 1.
    pub column: usize,
    /// What stands there; empty at the end of the text.
    pub found: String,
    /// What could have stood there.
    pub expected: Cow<'static, str>,
    /// A likely repair.
    pub did_you_mean: Option<String>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: expected {}, found ", self.column, self.expected)?;
        if self.found.is_empty() {
            f.write_str("the end of the text")?;
        } else {
            write!(f, "\"{}\"", self.found)?;
        }
        match &self.did_you_mean {
            Some(repair) => write!(f, "; did you mean {repair}?"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for FenError {}

type Result<T> = core::result::Result<T, FenError>;

/// Long garbage is quoted only in part.
const LONGEST_QUOTE: usize = 24;

fn error<T>(field: Field<'_>, at: usize, found: &str, expected: impl Into<Cow<'static, str>>) -> Result<T> {
    let found = match found.char_indices().nth(LONGEST_QUOTE) {
        Some((cut, _)) => format!("{}…", &found[..cut]),
        None => found.to_string(),
    };
    let column = field.column + field.text[..at].chars().count();
    Err(FenError { column, found, expected: expected.into(), did_you_mean: None })
}

trait Repair {
    fn did_you_mean(self, repair: Option<String>) -> Self;
}

impl<T> Repair for Result<T> {
    fn did_you_mean(mut self, repair: Option<String>) -> Self {
        if let Err(error) = &mut self {
            error.did_you_mean = repair;
        }
        self
    }
}

/// One field of the text and the column it begins at.
#[derive(Copy, Clone)]
struct Field<'a> {
    text: &'a str,
    column: usize,
}

/// Cuts the text into fields.
struct Fields<'a> {
    rest: &'a str,
    column: usize,
    strict: bool,
    first: bool,
    /// Whether `_` stands for a blank.
    underscores: bool,
}

impl<'a> Fields<'a> {
    fn of(text: &'a str, strict: bool) -> Fields<'a> {
        let mut fields = Fields { rest: text, column: 1, strict, first: true, underscores: false };
        if !strict {
            let marks = text.len() - text.trim_start_matches('\u{feff}').len();
            fields.rest = &text[marks..];
            fields.underscores = !fields.rest.trim().contains(char::is_whitespace);
        }
        fields
    }

    fn is_blank(&self, c: char) -> bool {
        match self.strict {
            true => c == ' ',
            false => c.is_whitespace() || (self.underscores && c == '_'),
        }
    }

    fn next(&mut self) -> Result<Option<Field<'a>>> {
        if self.strict {
            if self.first {
                self.first = false;
            } else if self.rest.is_empty() {
                return Ok(None);
            } else {
                self.skip(1);
            }
        } else {
            let trimmed = self.rest.trim_start_matches(|c| self.is_blank(c));
            self.skip(self.rest.len() - trimmed.len());
            if trimmed.is_empty() {
                return Ok(None);
            }
        }
        let end = self.rest.find(|c| self.is_blank(c)).unwrap_or(self.rest.len());
        let field = Field { text: &self.rest[..end], column: self.column };
        if end == 0 {
            return error(field, 0, &self.rest[..self.rest.len().min(1)], "a field after a single space");
        }
        self.skip(end);
        Ok(Some(field))
    }

    fn skip(&mut self, bytes: usize) {
        self.column += self.rest[..bytes].chars().count();
        self.rest = &self.rest[bytes..];
    }

    fn end(&self) -> Field<'a> {
        Field { text: "", column: self.column }
    }
}

impl Setup {
    /// Reads a FEN strictly: six fields, single spaces, canonical spelling.
    ///
    /// ```
    /// use tabiya::Setup;
    /// let error = Setup::from_fen("8/8/8/8/8/8/8/8 W - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "column 17: expected w or b, found \"W\"; did you mean w?");
    /// ```
    pub fn from_fen(text: &str) -> Result<Setup> {
        fen_common::read(text).map_or_else(|| read(text, true), Ok)
    }

    /// Reads a FEN as people write it: fields may be missing from the end, spaced and ordered freely.
    ///
    /// ```
    /// use tabiya::Setup;
    /// let setup = Setup::from_fen_lenient("  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w  qkQK ").unwrap();
    /// assert_eq!(setup, Setup::startpos());
    /// ```
    pub fn from_fen_lenient(text: &str) -> Result<Setup> {
        fen_common::read(text).map_or_else(|| read(text, false), Ok)
    }

    /// The FEN of this setup; the en passant square is written if there is one.
    pub fn to_fen(&self, castling: CastlingField) -> String {
        write(self, castling)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    /// The lenient reading.
    fn from_str(text: &str) -> Result<Setup> {
        Setup::from_fen_lenient(text)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_fen(CastlingField::XFen))
    }
}

/// The patient reader, which also says what is wrong.
pub(super) fn read(text: &str, strict: bool) -> Result<Setup> {
    let mut fields = Fields::of(text, strict);
    let mut setup = Setup::EMPTY;
    let Some(field) = fields.next()? else {
        return error(fields.end(), 0, "", "the pieces, rank by rank from the eighth");
    };
    setup.board = read_board(field, strict)?;

    let expected = [
        "the side to move, w or b",
        "castling rights or -",
        "an en passant square or -",
        "the halfmove clock",
        "the move number",
    ];
    for (i, what) in expected.into_iter().enumerate() {
        let Some(field) = fields.next()? else {
            if strict {
                return error(fields.end(), 0, "", what);
            }
            break;
        };
        match i {
            0 => setup.turn = read_turn(field, strict)?,
            1 => setup.castling = read_castling(field, &setup.board, strict)?,
            2 => setup.en_passant = read_en_passant(field, strict)?,
            3 => setup.halfmove_clock = read_number(field, strict, 0, "a halfmove clock from 0 to 65535")?,
            _ => setup.fullmove = read_number(field, strict, 1, "a move number from 1 to 65535")?,
        }
    }
    match fields.next()? {
        Some(extra) => error(extra, 0, extra.text, "the end of the text after the move number"),
        None => Ok(setup),
    }
}

fn read_board(field: Field<'_>, strict: bool) -> Result<Board> {
    const PIECES: &str = "one of PNBRQK, pnbrqk, a digit from 1 to 8 or /";
    let mut board = Board::EMPTY;
    let (mut file, mut rank) = (0u8, 7u8);
    let mut after_digit = false;
    for (at, c) in field.text.char_indices() {
        let this = &field.text[at..at + c.len_utf8()];
        let was_digit = core::mem::take(&mut after_digit);
        match c {
            '/' if file < 8 => {
                let missing = 8 - file;
                let expected = more_squares(missing, rank);
                return error(field, at, this, expected).did_you_mean(Some(format!("\"{missing}/\"")));
            }
            '/' if rank == 0 => return error(field, at, this, "the end of the board after rank 1"),
            '/' => (file, rank) = (0, rank - 1),
            '1'..='8' => {
                if was_digit && strict {
                    return error(field, at, this, "a piece or / after a number of empty squares");
                }
                after_digit = true;
                file += c as u8 - b'0';
            }
            _ => {
                let Some(piece) = Piece::from_letter(c) else {
                    return error(field, at, this, PIECES).did_you_mean(piece_like(c));
                };
                // Behind the last file there is no square, and the error below.
                if file != 8 {
                    board.set(Square::from_low_bits(rank * 8 + file), piece);
                }
                file += 1;
            }
        }
        if file > 8 {
            return error(field, at, this, format!("/ after the eight squares of rank {}", rank + 1));
        }
    }
    if file < 8 {
        return error(field, field.text.len(), "", more_squares(8 - file, rank));
    }
    if rank > 0 {
        let expected = format!("eight ranks, of which {rank} {} missing", if rank == 1 { "is" } else { "are" });
        return error(field, field.text.len(), "", expected)
            .did_you_mean(Some(format!("\"{}\"", "/8".repeat(rank.into()))));
    }
    Ok(board)
}

fn more_squares(missing: u8, rank: u8) -> String {
    format!("{missing} more square{} on rank {}", if missing == 1 { "" } else { "s" }, rank + 1)
}

/// Whether a field is the dash that stands for nothing; leniently also one of the long dashes of typesetters.
fn is_dash(text: &str, strict: bool) -> bool {
    text == "-" || (!strict && matches!(text, "–" | "—" | "−"))
}

/// What a stranger among the pieces may stand for: other languages' letters, figurines, zero.
fn piece_like(c: char) -> Option<String> {
    let letter = match c {
        'd' | '♛' => 'q',
        'D' | '♕' => 'Q',
        't' | '♜' => 'r',
        'T' | '♖' => 'R',
        'l' | '♝' => 'b',
        'L' | '♗' => 'B',
        's' | 'c' | '♞' => 'n',
        'S' | 'C' | '♘' => 'N',
        '♚' => 'k',
        '♔' => 'K',
        '♟' => 'p',
        '♙' => 'P',
        '.' | '-' | '_' => '1',
        '9' => '8',
        '\\' | '|' => '/',
        _ => return None,
    };
    Some(letter.to_string())
}

fn read_turn(field: Field<'_>, strict: bool) -> Result<Color> {
    let meant = match field.text {
        "w" => return Ok(Color::White),
        "b" => return Ok(Color::Black),
        "W" | "white" | "White" | "WHITE" => Some(Color::White),
        "B" | "black" | "Black" | "BLACK" => Some(Color::Black),
        _ => None,
    };
    match meant {
        Some(color) if !strict => Ok(color),
        _ => error(field, 0, field.text, "w or b").did_you_mean(meant.map(|color| color.letter().to_string())),
    }
}

fn read_castling(field: Field<'_>, board: &Board, strict: bool) -> Result<Bitboard> {
    let mut rooks = Bitboard::EMPTY;
    if is_dash(field.text, strict) {
        return Ok(rooks);
    }
    let mut seen_black = false;
    let mut previous = None;
    for (at, c) in field.text.char_indices() {
        let this = &field.text[at..at + c.len_utf8()];
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match c.to_ascii_uppercase() {
            'K' => outermost_rook(board, color, Wing::King),
            'Q' => outermost_rook(board, color, Wing::Queen),
            letter => match File::from_letter(letter) {
                Some(file) => Square::new(file, color.back_rank()),
                None => {
                    let repair = matches!(c, '0' | 'o' | 'O' | '–' | '—').then(|| "-".to_string());
                    return error(field, at, this, "castling rights: -, KQkq or the files of the rooks, A–H and a–h")
                        .did_you_mean(repair);
                }
            },
        };
        if rooks.contains(rook) && strict {
            return error(field, at, this, "each castling right once");
        }
        if strict && seen_black && color == Color::White {
            return error(field, at, this, "White's castling rights before Black's");
        }
        if strict && previous.is_some_and(|(of, square)| of == color && square < rook) {
            return error(field, at, this, "the king side's castling right before the queen side's");
        }
        previous = Some((color, rook));
        seen_black |= color == Color::Black;
        rooks = rooks.with(rook);
    }
    Ok(rooks)
}

/// The rook that `K` or `Q` means; where there is none, the corner, so that validation can say what is missing.
fn outermost_rook(board: &Board, color: Color, wing: Wing) -> Square {
    let corner = Square::new(if wing == Wing::King { File::H } else { File::A }, color.back_rank());
    let back_rank = color.back_rank().bitboard();
    let Some(king) = (board.pieces(color, Role::King) & back_rank).first() else {
        return corner;
    };
    let rooks = (board.pieces(color, Role::Rook) & back_rank).into_iter();
    let mut on_this_wing = rooks.filter(|&rook| wing_of(king, rook) == wing);
    match wing {
        Wing::King => on_this_wing.next_back(),
        Wing::Queen => on_this_wing.next(),
    }
    .unwrap_or(corner)
}

fn read_en_passant(field: Field<'_>, strict: bool) -> Result<Option<Square>> {
    if is_dash(field.text, strict) {
        return Ok(None);
    }
    let lower = field.text.to_ascii_lowercase();
    let square = match (field.text.parse::<Square>(), lower.parse::<Square>()) {
        (Ok(square), _) => square,
        (Err(_), Ok(square)) if !strict => square,
        (Err(_), meant) => {
            let repair = meant.is_ok().then_some(lower);
            return error(field, 0, field.text, "an en passant square (on rank 3 or 6) or -").did_you_mean(repair);
        }
    };
    let behind = match square.rank() {
        Rank::Third | Rank::Sixth => return Ok(Some(square)),
        Rank::Fourth => Some(Square::new(square.file(), Rank::Third)),
        Rank::Fifth => Some(Square::new(square.file(), Rank::Sixth)),
        _ => None,
    };
    let repair = behind.map(|b| format!("{b}, the square the pawn on {square} passed over"));
    error(field, 0, field.text, "an en passant square on rank 3 or 6").did_you_mean(repair)
}

fn read_number(field: Field<'_>, strict: bool, least: u32, expected: &'static str) -> Result<u32> {
    if !strict && is_dash(field.text, strict) {
        return Ok(least);
    }
    if strict && field.text.len() > 1 && field.text.starts_with('0') {
        let repair = field.text.trim_start_matches('0');
        let repair = if repair.is_empty() { "0" } else { repair };
        return error(field, 0, field.text, "a number without leading zeros").did_you_mean(Some(repair.to_string()));
    }
    let digits_only = field.text.bytes().all(|b| b.is_ascii_digit());
    match field.text.parse::<u32>() {
        Ok(number) if digits_only && number <= u32::from(u16::MAX) && (number >= least || !strict) => {
            Ok(number.max(least))
        }
        _ => error(field, 0, field.text, expected),
    }
}

fn write(setup: &Setup, castling: CastlingField) -> String {
    let mut fen = String::with_capacity(96);
    write_board(&mut fen, &setup.board);
    fen.push(' ');
    fen.push(setup.turn.letter());
    fen.push(' ');
    write_castling(&mut fen, setup, castling);
    fen.push(' ');
    match setup.en_passant {
        Some(square) => {
            fen.push(square.file().letter());
            fen.push(square.rank().digit());
        }
        None => fen.push('-'),
    }
    fen.push(' ');
    write_number(&mut fen, setup.halfmove_clock);
    fen.push(' ');
    write_number(&mut fen, setup.fullmove);
    fen
}

fn write_number(text: &mut String, number: u32) {
    if number >= 10 {
        write_number(text, number / 10);
    }
    text.push((b'0' + (number % 10) as u8) as char);
}

/// The letters of the pieces by colour and role.
const LETTERS: [[u8; 6]; 2] = {
    let mut letters = [[0; 6]; 2];
    let mut i = 0;
    while i < 12 {
        let piece = Piece::ALL[i];
        letters[piece.color() as usize][piece.role() as usize] = piece.letter() as u8;
        i += 1;
    }
    letters
};

/// The first field of a FEN.
pub(crate) fn write_board(text: &mut String, board: &Board) {
    let mut letters = [0u8; 64];
    for square in board.occupied() {
        let color = usize::from(board.by_color(Color::Black).contains(square));
        letters[square as usize] = LETTERS[color][board.role_on_occupied(square) as usize];
    }
    // Where runs of empty squares end cannot be predicted, so no branch asks for it: every square writes the last byte
    // of the field, and a square that makes a run longer does so again where the one before it did.
    let mut field = [0u8; 72];
    let mut end = 0;
    for rank in letters.as_chunks::<8>().0.iter().rev() {
        let mut run = 0;
        for &letter in rank {
            let empty = letter == 0;
            end += usize::from(!(empty && run > 0));
            run = if empty { run + 1 } else { 0 };
            field[end - 1] = if empty { b'0' + run } else { letter };
        }
        field[end] = b'/';
        end += 1;
    }
    // All of it is ASCII.
    text.push_str(core::str::from_utf8(&field[..end - 1]).unwrap_or_default());
}

fn write_castling(text: &mut String, setup: &Setup, style: CastlingField) {
    if setup.castling.is_empty() {
        text.push('-');
    }
    for color in Color::ALL {
        let rooks = setup.castling & color.back_rank().bitboard();
        // King side first, as the letters are usually written.
        for rook in rooks.into_iter().rev() {
            let king = setup.board.king(color).unwrap_or(Square::new(File::E, color.back_rank()));
            let wing = wing_of(king, rook);
            let letter = match style {
                CastlingField::XFen if outermost_rook(&setup.board, color, wing) == rook => match wing {
                    Wing::King => 'k',
                    Wing::Queen => 'q',
                },
                _ => rook.file().letter(),
            };
            text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
}
