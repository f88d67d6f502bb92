//! Moves as they cross the border: all that JavaScript keeps of a move in one line of text, because one string crosses
//! faster than many.

use tabiya::{Color, FenStyle, Game, Move, Position, Role};

use crate::failure::Failure;
use crate::{moves, seats};

/// Appends the line of a legal move: its sixteen bits, the letter of the piece, the letter of what it captures (or a
/// dot), SAN, coordinates, and the FEN after it. Tabs stand between the fields, and a line feed ends the line.
fn write(out: &mut String, before: &Position, mv: Move, chess960: bool) {
    let piece = before.piece_at(mv.from()).map_or('.', |piece| piece.letter());
    let captured = match () {
        () if mv.is_en_passant() => letter(Role::Pawn, !before.turn()),
        () if mv.is_capture() => before.piece_at(mv.to()).map_or('.', |piece| piece.letter()),
        () => '.',
    };
    let uci = mv.uci(moves::style(chess960));
    let after = before.after(mv).to_fen(FenStyle::default());
    line(out, mv.bits(), piece, captured, before.san(mv).as_str(), &uci.to_string(), &after);
}

/// Appends the line of a null move. Its coordinates are those of UCI.
fn write_null(out: &mut String, before: &Position) {
    let king = letter(Role::King, before.turn());
    let after = before.after_null().unwrap_or(*before).to_fen(FenStyle::default());
    line(out, 0, king, '.', "--", "0000", &after);
}

fn line(out: &mut String, bits: u16, piece: char, captured: char, san: &str, uci: &str, after: &str) {
    out.push_str(&bits.to_string());
    out.push('\t');
    out.push(piece);
    out.push('\t');
    out.push(captured);
    for field in [san, uci, after] {
        out.push('\t');
        out.push_str(field);
    }
    out.push('\n');
}

/// The letter of a piece in a FEN.
fn letter(role: Role, color: Color) -> char {
    tabiya::Piece::new(color, role).letter()
}

/// Every legal move from a square, or from [`moves::EVERY_SQUARE`].
pub fn legal(position: &Position, square: u32, chess960: bool) -> String {
    let list = position.legal_moves();
    let mut out = String::with_capacity(100 * list.len());
    for mv in list.into_iter().filter(|&mv| moves::begins(mv, square)) {
        write(&mut out, position, mv, chess960);
    }
    out
}

/// Plays a move given as its bits, 0 for a null move. The answer is its line.
pub fn play(game: &mut Game, bits: u16, chess960: bool) -> Result<String, Failure> {
    let before = *game.position();
    seats::push(game, bits)?;
    let mut out = String::with_capacity(128);
    match game.last_move() {
        Some(mv) => write(&mut out, &before, mv, chess960),
        None => write_null(&mut out, &before),
    }
    Ok(out)
}

/// Takes the last move back. The answer is the FEN now, a line feed, and the line of the move; empty at the beginning.
pub fn undo(game: &mut Game, chess960: bool) -> String {
    if game.ply() == 0 {
        return String::new();
    }
    let mv = game.pop();
    let before = game.position();
    let mut out = before.to_fen(FenStyle::default());
    out.push('\n');
    match mv {
        Some(mv) => write(&mut out, before, mv, chess960),
        None => write_null(&mut out, before),
    }
    out
}

/// The FEN of the start, a line feed, and the lines of the moves of a game.
pub fn history(game: &Game, chess960: bool) -> String {
    let mut out = String::with_capacity(100 * (game.ply() + 1));
    out.push_str(&game.start().to_fen(FenStyle::default()));
    out.push('\n');
    for (before, mv) in game.positions().zip(game.moves()) {
        match mv {
            Some(mv) => write(&mut out, before, mv, chess960),
            None => write_null(&mut out, before),
        }
    }
    out
}

/// The moves of a game as SAN, one space between two.
pub fn history_sans(game: &Game) -> String {
    let mut out = String::with_capacity(6 * game.ply());
    for (before, mv) in game.positions().zip(game.moves()) {
        if !out.is_empty() {
            out.push(' ');
        }
        match mv {
            Some(mv) => out.push_str(before.san(mv).as_str()),
            None => out.push_str("--"),
        }
    }
    out
}

/// The FEN of every position of a game, the first and the present one included, one in a line.
pub fn fens(game: &Game) -> String {
    let fens: Vec<String> = game.positions().map(|position| position.to_fen(FenStyle::default())).collect();
    fens.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn a_line_says_what_the_library_says() {
        for fen in [KIWIPETE, "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1", "4k3/8/8/8/8/8/1p6/R3K3 b Q - 3 9"] {
            let position = Position::from_fen(fen).unwrap();
            let told = legal(&position, moves::EVERY_SQUARE, true);
            let list = position.legal_moves();
            assert_eq!(told.lines().count(), list.len());
            for (line, mv) in told.lines().zip(&list) {
                let fields: Vec<&str> = line.split('\t').collect();
                let captured = match mv.is_en_passant() {
                    true => "p".to_owned(),
                    false => {
                        position.piece_at(mv.to()).filter(|_| mv.is_capture()).map_or(".".into(), |p| p.to_string())
                    }
                };
                let expected = [
                    mv.bits().to_string(),
                    position.piece_at(mv.from()).unwrap().to_string(),
                    captured,
                    position.san(mv).to_string(),
                    mv.uci(moves::style(true)).to_string(),
                    position.after(mv).fen(),
                ];
                assert_eq!(fields, expected, "{fen}");
            }
        }
    }

    #[test]
    fn a_game_tells_its_moves_again() {
        let mut game = Game::default();
        let mut told = String::new();
        for text in ["e2e4", "", "d2d4"] {
            let bits = game.position().parse_uci(text).map_or(0, Move::bits);
            told += &play(&mut game, bits, false).unwrap();
        }
        assert_eq!(history(&game, false), format!("{}\n{told}", Position::startpos().fen()));
        assert_eq!(history_sans(&game), "e4 -- d4");
        let listed = fens(&game);
        let afters = told.lines().filter_map(|line| line.rsplit('\t').next());
        let start = Position::startpos().fen();
        assert_eq!(listed.lines().collect::<Vec<_>>(), [start.as_str()].into_iter().chain(afters).collect::<Vec<_>>());
        for line in told.lines().rev() {
            let undone = undo(&mut game, false);
            assert_eq!(undone, format!("{}\n{line}\n", game.position().fen()));
        }
        assert_eq!(undo(&mut game, false), "");
    }
}
