//! Boards and moves as text.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use tabiya::notation::fen::EnPassantField;
use tabiya::notation::san::SanText;
use tabiya::{Color, File, Move, Position, Rank, Setup, Square};

use super::generate::legal_in;
use super::parts::{self, by_parts};
use super::{PyBoard, new_of_class, read_fen};
use crate::code::Code;
use crate::convert::{ColorArg, is_white};
use crate::errors;
use crate::moves::{self, MoveArg};
use crate::piece::unicode;
use crate::state::{self, Core};

fn en_passant(custom: &str) -> PyResult<EnPassantField> {
    match custom {
        "legal" => Ok(EnPassantField::Legal),
        "xfen" => Ok(EnPassantField::Adjacent),
        "fen" => Ok(EnPassantField::Always),
        _ => Err(errors::value(format!(
            "there is no en passant custom \"{}\": expected legal, fen or xfen",
            crate::text::cut(custom)
        ))),
    }
}

/// What a text in algebraic notation means: a move, or passing.
fn read_san(position: &Position, text: &str) -> PyResult<Option<Move>> {
    if text.trim() != text {
        let shown = crate::text::cut(text).escape_debug().to_string();
        return Err(errors::InvalidMoveError::new_err(format!(
            "\"{shown}\" is not a move: expected no white space around it"
        )));
    }
    if matches!(text, "--" | "Z0" | "0000" | "@@@@") {
        return Ok(None);
    }
    position.parse_san(text).map(Some).map_err(|error| errors::san(&error))
}

fn read_uci(position: &Position, text: &str, chess960: bool) -> PyResult<Option<Move>> {
    let code = Code::parse(text).ok_or_else(|| errors::invalid_uci(text))?;
    if code.is_null() {
        return Ok(None);
    }
    // Both spellings of castling are read, whatever the board writes.
    let found = legal_in(position, code, chess960).or_else(|| legal_in(position, code, false));
    found.map(Some).ok_or_else(|| errors::illegal(super::explain::sentence(position, code)))
}

/// The text of a move, `--` for passing.
fn written(py: Python<'_>, spelled: Option<SanText>) -> Bound<'_, PyString> {
    PyString::new(py, spelled.as_ref().map_or("--", SanText::as_str))
}

/// One of the ways to write a move in algebraic notation.
struct Spelling {
    name: &'static str,
    needs: u32,
    long: bool,
    push: bool,
}

impl Spelling {
    fn of<'py>(&self, board: &Bound<'py, PyBoard>, code: Code) -> PyResult<Bound<'py, PyAny>> {
        let py = board.py();
        if board.get().goes_by_parts(self.needs) {
            return by_parts(board, self.name, (moves::object(py, code)?,).into_pyobject(py)?);
        }
        Ok(written(py, board.get().spelled(py, code, self.long, self.push)?).into_any())
    }
}

impl PyBoard {
    fn parsed<'py>(
        &self,
        py: Python<'py>,
        push: bool,
        read: impl FnOnce(&Position, bool) -> PyResult<Option<Move>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (position, chess960) = self.position(py)?;
        let code = match read(&position, chess960)? {
            Some(mv) if push => self.with(|core| core.push_legal(&position, mv)),
            Some(mv) => Code::of(mv, chess960),
            None => {
                if push {
                    self.with(|core| core.push(Code(0))).map_err(|_| self.illegal(py, Code(0)))?;
                }
                Code(0)
            }
        };
        Ok(moves::object(py, code)?.into_any())
    }

    /// A move in algebraic notation, played afterwards if asked to; nothing for the null move.
    fn spelled(&self, py: Python<'_>, code: Code, long: bool, push: bool) -> PyResult<Option<SanText>> {
        if code.is_null() {
            if push {
                self.with(|core| core.push(code)).map_err(|_| self.illegal(py, code))?;
            }
            return Ok(None);
        }
        let text = self.with(|core| {
            let state::State::Valid { position, .. } = &core.now else { return None };
            let mv = legal_in(position, code, core.chess960).or_else(|| legal_in(position, code, false))?;
            let text = if long { position.lan(mv) } else { position.san(mv) };
            if push {
                core.play(mv);
            }
            Some(text)
        });
        match text {
            Some(text) => Ok(Some(text)),
            None => Err(errors::illegal(super::explain::sentence(&self.position(py)?.0, code))),
        }
    }

    pub fn fen_text(&self, shredder: bool, custom: &str, promoted: bool) -> PyResult<String> {
        let custom = en_passant(custom)?;
        Ok(self.with(|core| state::fen(core, shredder, custom, promoted)))
    }

    fn fen_field(&self, shredder: bool, field: usize, promoted: bool) -> String {
        let fen = self.with(|core| state::fen(core, shredder, EnPassantField::Always, promoted));
        fen.split(' ').nth(field).unwrap_or_default().to_owned()
    }
}

#[pymethods]
impl PyBoard {
    /// The position as FEN.
    ///
    /// `shredder` writes castling rights by the files of the rooks (`HAha`). `en_passant` says when the square behind
    /// a double push is written: if the capture is `legal`, if it is pseudo-legal (`xfen`), or always (`fen`).
    ///
    /// >>> from tabiya import Board
    /// >>> board = Board()
    /// >>> _ = board.push_san("e4")
    /// >>> board.fen()
    /// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    /// >>> board.fen(en_passant="fen")
    /// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
    #[pyo3(signature = (*, shredder=false, en_passant="legal", promoted=None))]
    fn fen(&self, shredder: bool, en_passant: &str, promoted: Option<bool>) -> PyResult<String> {
        self.fen_text(shredder, en_passant, promoted.unwrap_or(false))
    }

    /// The position as FEN, castling rights by the files of the rooks.
    #[pyo3(signature = (*, en_passant="legal", promoted=None))]
    fn shredder_fen(&self, en_passant: &str, promoted: Option<bool>) -> PyResult<String> {
        self.fen_text(true, en_passant, promoted.unwrap_or(false))
    }

    /// The pieces as FEN writes them.
    #[pyo3(signature = (*, promoted=Some(false)))]
    fn board_fen(&self, promoted: Option<bool>) -> String {
        self.fen_field(false, 0, promoted.unwrap_or(false))
    }

    /// The castling rights as FEN writes them, `KQkq`.
    fn castling_xfen(&self) -> String {
        self.fen_field(false, 2, false)
    }

    /// The castling rights by the files of the rooks, `HAha`.
    fn castling_shredder_fen(&self) -> String {
        self.fen_field(true, 2, false)
    }

    /// The first four fields of the FEN, then operations given as keywords: text, numbers, moves, lists of moves for
    /// `pv`, `bm` and `am`, or `None`.
    ///
    /// >>> from tabiya import Board
    /// >>> Board().epd(id="start", acd=3)
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "start"; acd 3;'
    #[pyo3(signature = (*, shredder=false, en_passant="legal", promoted=None, **operations))]
    fn epd(
        slf: &Bound<'_, Self>,
        shredder: bool,
        en_passant: &str,
        promoted: Option<bool>,
        operations: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let fen = slf.get().fen_text(shredder, en_passant, promoted.unwrap_or(false))?;
        let fields = fen.rsplitn(3, ' ').last().unwrap_or_default();
        match operations {
            None => Ok(fields.to_owned()),
            Some(operations) => {
                let module = slf.py().import("tabiya._epd")?;
                let words: String = module.call_method1("write", (slf, operations))?.extract()?;
                Ok(format!("{fields} {words}"))
            }
        }
    }

    /// Sets the board up from an EPD and returns its operations; `hmvc` and `fmvn` set the clocks.
    fn set_epd<'py>(slf: &Bound<'py, Self>, epd: &str) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let mut rest = epd.trim().trim_end_matches(';');
        let mut fields: Vec<&str> = Vec::new();
        while fields.len() < 4 && !rest.is_empty() {
            let (field, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            fields.push(field);
            rest = after.trim_start();
        }
        // Some suites have dashes for the clocks, too.
        while let Some(after) = rest.strip_prefix('-').filter(|after| after.is_empty() || after.starts_with(' ')) {
            rest = after.trim_start();
        }
        let (mut setup, promoted) = read_fen(py, &fields.join(" "))?;
        if rest.is_empty() {
            slf.get().with(|core| core.set_fen((setup, promoted)));
            return Ok(PyDict::new(py).into_any());
        }
        let board = Bound::new(py, PyBoard::from_core(Core::new(setup, slf.get().with(|core| core.chess960))))?;
        let operations = py.import("tabiya._epd")?.call_method1("read", (board, rest))?;
        if let Ok(clock) = operations.get_item("hmvc") {
            setup.halfmove_clock = clock.extract::<u16>()?.into();
        }
        if let Ok(number) = operations.get_item("fmvn") {
            setup.fullmove = u32::from(number.extract::<u16>()?).max(1);
        }
        slf.get().with(|core| core.set_fen((setup, promoted)));
        Ok(operations)
    }

    /// A board from an EPD, and its operations.
    #[classmethod]
    #[pyo3(signature = (epd, *, chess960=false))]
    fn from_epd<'py>(
        cls: &Bound<'py, PyType>,
        epd: &str,
        chess960: bool,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let board = new_of_class(cls, Core::new(Setup::EMPTY, chess960))?;
        let operations = PyBoard::set_epd(board.cast::<PyBoard>()?, epd)?;
        Ok((board, operations))
    }

    /// Sets the board up from a FEN and clears the move stack.
    ///
    /// Fields may be missing from the end. Raises `FenError`, with the column, if the text cannot be read; whether it
    /// describes a position is asked when the rules are needed.
    ///
    /// >>> from tabiya import Board
    /// >>> Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1")
    /// Traceback (most recent call last):
    ///     ...
    /// tabiya.FenError: not a FEN: column 43: expected one of PNBRQK, pnbrqk, a digit from 1 to 8 or /, found "X"
    fn set_fen(&self, py: Python<'_>, fen: &str) -> PyResult<()> {
        let read = read_fen(py, fen)?;
        self.with(|core| core.set_fen(read));
        Ok(())
    }

    /// Sets the pieces from the first field of a FEN and clears the move stack.
    fn set_board_fen(&self, py: Python<'_>, fen: &str) -> PyResult<()> {
        let (Setup { board, .. }, promoted) = read_fen(py, fen.split(' ').next().unwrap_or_default())?;
        self.with(|core| core.set_fen((Setup { board, ..core.now.setup() }, promoted)));
        Ok(())
    }

    /// Sets the castling rights from the third field of a FEN and clears the move stack.
    fn set_castling_fen(&self, py: Python<'_>, castling_fen: &str) -> PyResult<()> {
        let setup = self.with(|core| core.now.setup());
        let pieces = setup.to_fen(tabiya::CastlingField::XFen);
        let pieces = pieces.split(' ').next().unwrap_or_default();
        let field = if castling_fen.is_empty() { "-" } else { castling_fen };
        let castling = read_fen(py, &format!("{pieces} w {field}"))?.0.castling;
        self.with(|core| core.set(Setup { castling, ..core.now.setup() }));
        Ok(())
    }

    /// The move in algebraic notation. Raises `IllegalMoveError` if it is not legal.
    ///
    /// >>> from tabiya import Board, Move
    /// >>> Board().san(Move.from_uci("g1f3"))
    /// 'Nf3'
    fn san<'py>(slf: &Bound<'py, Self>, r#move: MoveArg) -> PyResult<Bound<'py, PyAny>> {
        Spelling { name: "san", needs: parts::SAN, long: false, push: false }.of(slf, r#move.0)
    }

    /// The move in long algebraic notation. Raises `IllegalMoveError` if it is not legal.
    fn lan<'py>(slf: &Bound<'py, Self>, r#move: MoveArg) -> PyResult<Bound<'py, PyAny>> {
        Spelling { name: "lan", needs: parts::SAN, long: true, push: false }.of(slf, r#move.0)
    }

    /// The move in algebraic notation; plays it as well.
    fn san_and_push<'py>(slf: &Bound<'py, Self>, r#move: MoveArg) -> PyResult<Bound<'py, PyAny>> {
        Spelling { name: "san_and_push", needs: parts::SAN_AND_PUSH, long: false, push: true }.of(slf, r#move.0)
    }

    /// Moves one after the other in algebraic notation with their numbers; the board stays as it is.
    ///
    /// >>> from tabiya import Board, Move
    /// >>> Board().variation_san([Move.from_uci(uci) for uci in ("e2e4", "e7e5", "g1f3")])
    /// '1. e4 e5 2. Nf3'
    fn variation_san(slf: &Bound<'_, Self>, variation: &Bound<'_, PyAny>) -> PyResult<String> {
        if slf.get().goes_by_parts(parts::SAN) {
            return by_parts(slf, "variation_san", (variation,).into_pyobject(slf.py())?)?.extract();
        }
        let (mut position, chess960) = slf.get().position(slf.py())?;
        let mut words: Vec<String> = Vec::new();
        for item in variation.try_iter()? {
            let item = item?;
            let code = item.extract::<MoveArg>()?.0;
            let Some(mv) = legal_in(&position, code, chess960) else {
                return Err(errors::illegal(super::explain::sentence(&position, code)));
            };
            let number = position.fullmove();
            let san = position.san(mv);
            words.push(match position.turn() {
                Color::White => format!("{number}. {san}"),
                Color::Black if words.is_empty() => format!("{number}...{san}"),
                Color::Black => san.to_string(),
            });
            position = position.after_unchecked(mv);
        }
        Ok(words.join(" "))
    }

    /// Reads a move in algebraic notation, as people write it.
    ///
    /// Raises `InvalidMoveError` if the text is not a move, `IllegalMoveError` if it is not legal, with the reason, and
    /// `AmbiguousMoveError` if several moves fit. All are `ValueError`s.
    fn parse_san<'py>(slf: &Bound<'py, Self>, san: &str) -> PyResult<Bound<'py, PyAny>> {
        if slf.get().goes_by_parts(parts::PARSE_SAN) {
            return by_parts(slf, "parse_san", (san,).into_pyobject(slf.py())?);
        }
        slf.get().parsed(slf.py(), false, |position, _| read_san(position, san))
    }

    /// Reads a move in algebraic notation and plays it; returns the move.
    fn push_san<'py>(slf: &Bound<'py, Self>, san: &str) -> PyResult<Bound<'py, PyAny>> {
        if slf.get().goes_by_parts(parts::PUSH_SAN) {
            return by_parts(slf, "push_san", (san,).into_pyobject(slf.py())?);
        }
        slf.get().parsed(slf.py(), true, |position, _| read_san(position, san))
    }

    /// The move in UCI notation; castling as the board writes it unless `chess960` says otherwise.
    #[pyo3(signature = (r#move, *, chess960=None))]
    fn uci(&self, r#move: MoveArg, chess960: Option<bool>) -> String {
        let code = r#move.0;
        self.with(|core| {
            let chess960 = chess960.unwrap_or(core.chess960);
            match &core.now {
                state::State::Valid { position, .. } => match state::candidate(position, code, true) {
                    Some(mv) if mv.is_castle() => Code::of(mv, chess960),
                    _ => code,
                },
                state::State::Loose(_) => {
                    let loose = state::Core::loose(core);
                    match loose.castle(code) {
                        Some(rook) if chess960 => Code::new(code.from(), rook, None),
                        Some(rook) => {
                            let wing = tabiya::castling::wing_of(code.from(), rook);
                            Code::new(code.from(), tabiya::castling::destinations(code.from().rank(), wing).0, None)
                        }
                        None => code,
                    }
                }
            }
        })
        .uci()
    }

    /// Reads a move in UCI notation; castling in either spelling.
    ///
    /// Raises `InvalidMoveError` if the text is not a move and `IllegalMoveError` if it is not legal, with the reason.
    fn parse_uci<'py>(slf: &Bound<'py, Self>, uci: &str) -> PyResult<Bound<'py, PyAny>> {
        if slf.get().goes_by_parts(parts::PARSE_UCI) {
            return by_parts(slf, "parse_uci", (uci,).into_pyobject(slf.py())?);
        }
        slf.get().parsed(slf.py(), false, |position, chess960| read_uci(position, uci, chess960))
    }

    /// Reads a move in UCI notation and plays it; returns the move.
    fn push_uci<'py>(slf: &Bound<'py, Self>, uci: &str) -> PyResult<Bound<'py, PyAny>> {
        if slf.get().goes_by_parts(parts::PUSH_UCI) {
            return by_parts(slf, "push_uci", (uci,).into_pyobject(slf.py())?);
        }
        slf.get().parsed(slf.py(), true, |position, chess960| read_uci(position, uci, chess960))
    }

    /// Reads a move in UCI or in algebraic notation, whichever it is.
    ///
    /// Raises `InvalidMoveError` if the text is not a move, `IllegalMoveError` if it is not legal, with the reason, and
    /// `AmbiguousMoveError` if several moves fit. All are `ValueError`s.
    ///
    /// >>> from tabiya import Board
    /// >>> Board().parse_move("g1f3") == Board().parse_move("Nf3")
    /// True
    fn parse_move<'py>(slf: &Bound<'py, Self>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        if slf.get().goes_by_parts(parts::PUSH_SAN | parts::PUSH_UCI) {
            return by_parts(slf, "parse_move", (text,).into_pyobject(slf.py())?);
        }
        slf.get().parsed(slf.py(), false, |position, _| {
            position.parse_move(text).map(Some).map_err(|error| errors::text(&error))
        })
    }

    /// The move as XBoard writes it.
    #[pyo3(signature = (r#move, chess960=None))]
    fn xboard(&self, r#move: MoveArg, chess960: Option<bool>) -> String {
        let code = r#move.0;
        let castle = self.with(|core| match &core.now {
            state::State::Valid { position, .. } if chess960.unwrap_or(core.chess960) => {
                state::candidate(position, code, true).and_then(Move::castling_wing)
            }
            _ => None,
        });
        match castle {
            Some(tabiya::Wing::King) => "O-O".to_owned(),
            Some(tabiya::Wing::Queen) => "O-O-O".to_owned(),
            None if code.is_null() => "@@@@".to_owned(),
            None => code.uci(),
        }
    }

    /// Reads a move as XBoard writes it.
    fn parse_xboard<'py>(slf: &Bound<'py, Self>, xboard: &str) -> PyResult<Bound<'py, PyAny>> {
        PyBoard::parse_san(slf, xboard)
    }

    /// Reads a move as XBoard writes it and plays it; returns the move.
    fn push_xboard<'py>(slf: &Bound<'py, Self>, san: &str) -> PyResult<Bound<'py, PyAny>> {
        PyBoard::push_san(slf, san)
    }

    /// The board as lines of Unicode chess symbols.
    #[pyo3(
        signature = (*, invert_color=false, borders=false, empty_square="⭘", orientation=ColorArg(Color::White)),
        text_signature = "($self, *, invert_color=False, borders=False, empty_square='\\u2b58', orientation=True)"
    )]
    fn unicode(&self, invert_color: bool, borders: bool, empty_square: &str, orientation: ColorArg) -> String {
        let board = self.with(|core| *core.now.board());
        let white = is_white(orientation.0);
        let ordered = |i: usize| if white { i } else { 7 - i };
        let mut text = String::new();
        let rule = format!("  {}\n", "-".repeat(17));
        for row in 0..8 {
            let rank = Rank::ALL[7 - ordered(row)];
            if borders {
                text += &rule;
                text.push(rank.digit());
                text.push(' ');
            }
            for column in 0..8 {
                let file = File::ALL[ordered(column)];
                if borders {
                    text.push('|');
                } else if column > 0 {
                    text.push(' ');
                }
                match board.piece_at(Square::new(file, rank)) {
                    Some(piece) => {
                        let color = if invert_color { !piece.color() } else { piece.color() };
                        text.push(unicode(tabiya::Piece::new(color, piece.role())));
                    }
                    None => text += empty_square,
                }
            }
            if borders {
                text.push('|');
            }
            if borders || row < 7 {
                text.push('\n');
            }
        }
        if borders {
            text += &rule;
            let letters = File::ALL.map(|file| file.letter().to_string());
            let letters: Vec<&str> = (0..8).map(|column| letters[ordered(column)].as_str()).collect();
            text += &format!("   {}", letters.join(" "));
        }
        text
    }

    fn __str__(&self) -> String {
        let board = self.with(|core| *core.now.board());
        format!("{board:?}")
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let name = slf.get_type().name()?.to_string();
        let fen = slf.get().fen_text(false, "legal", false)?;
        let mode = if slf.get().with(|core| core.chess960) { ", chess960=True" } else { "" };
        Ok(format!("{name}('{fen}'{mode})"))
    }
}
