//! The fast lane of reading FENs: those that are written exactly as programs write them.
//!
//! It answers only when it is sure, and then as [`fen`](super::fen) would; everything else, and every error, is left to
//! the patient reader there.

use crate::{Bitboard, Board, Color, Rank, Role, Setup, Square, Wing};

/// The setup of a FEN with six fields in canonical spelling, castling with the rooks in the corners.
pub(super) fn read(text: &str) -> Option<Setup> {
    let bytes = text.as_bytes();
    let (board, rest) = read_board(bytes)?;
    let (turn, rest) = match rest {
        [b' ', b'w', b' ', rest @ ..] => (Color::White, rest),
        [b' ', b'b', b' ', rest @ ..] => (Color::Black, rest),
        _ => return None,
    };
    let (castling, rest) = read_castling(&board, rest)?;
    let (en_passant, rest) = match rest {
        [b' ', b'-', rest @ ..] => (None, rest),
        [b' ', file @ b'a'..=b'h', rank @ (b'3' | b'6'), rest @ ..] => {
            (Some(Square::from_low_bits(8 * (rank - b'1') + (file - b'a'))), rest)
        }
        _ => return None,
    };
    let (halfmove_clock, rest) = read_number(rest)?;
    let (fullmove, rest) = read_number(rest)?;
    (rest.is_empty() && fullmove > 0).then_some(Setup { board, turn, castling, en_passant, halfmove_clock, fullmove })
}

/// What a byte of the board field stands for.
#[derive(Clone, Copy)]
enum Sign {
    Piece(Color, Role),
    Empty(u8),
    Other,
}

static SIGNS: [Sign; 256] = {
    let mut signs = [Sign::Other; 256];
    let letters = *b"pnbrqk";
    let mut role = 0;
    while role < 6 {
        signs[letters[role] as usize] = Sign::Piece(Color::Black, Role::ALL[role]);
        signs[letters[role].to_ascii_uppercase() as usize] = Sign::Piece(Color::White, Role::ALL[role]);
        role += 1;
    }
    let mut count = 1;
    while count <= 8 {
        signs[(b'0' + count) as usize] = Sign::Empty(count);
        count += 1;
    }
    signs
};

fn read_board(bytes: &[u8]) -> Option<(Board, &[u8])> {
    let mut board = Board::EMPTY;
    let mut at = 0;
    for rank in Rank::ALL.into_iter().rev() {
        let mut file = 0;
        let mut after_empty = false;
        while file < 8 {
            match SIGNS[usize::from(*bytes.get(at)?)] {
                Sign::Piece(color, role) => {
                    let square = Square::from_low_bits(8 * rank as u8 + file);
                    board.toggle(square.bitboard(), color, role);
                    file += 1;
                    after_empty = false;
                }
                Sign::Empty(count) if !after_empty => {
                    file += count;
                    after_empty = true;
                }
                _ => return None,
            }
            at += 1;
        }
        if file > 8 || (rank != Rank::First && bytes.get(at) != Some(&b'/')) {
            return None;
        }
        at += usize::from(rank != Rank::First);
    }
    Some((board, &bytes[at..]))
}

fn read_castling<'a>(board: &Board, bytes: &'a [u8]) -> Option<(Bitboard, &'a [u8])> {
    if let [b'-', rest @ ..] = bytes {
        return Some((Bitboard::EMPTY, rest));
    }
    const ORDER: [(u8, Color, Wing); 4] = [
        (b'K', Color::White, Wing::King),
        (b'Q', Color::White, Wing::Queen),
        (b'k', Color::Black, Wing::King),
        (b'q', Color::Black, Wing::Queen),
    ];
    let mut rooks = Bitboard::EMPTY;
    let mut rest = bytes;
    for (letter, color, wing) in ORDER {
        if let [first, others @ ..] = rest
            && *first == letter
        {
            let (king, rook) = match (color, wing) {
                (Color::White, Wing::King) => (Square::E1, Square::H1),
                (Color::White, Wing::Queen) => (Square::E1, Square::A1),
                (Color::Black, Wing::King) => (Square::E8, Square::H8),
                (Color::Black, Wing::Queen) => (Square::E8, Square::A8),
            };
            // Anything but the usual squares is for the patient reader to interpret.
            if !board.pieces(color, Role::King).contains(king) || !board.pieces(color, Role::Rook).contains(rook) {
                return None;
            }
            rooks = rooks.with(rook);
            rest = others;
        }
    }
    rooks.any().then_some((rooks, rest))
}

/// A blank and a number of up to four digits without leading zeros.
fn read_number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let [b' ', digits @ ..] = bytes else { return None };
    let length = digits.iter().take(5).take_while(|byte| byte.is_ascii_digit()).count();
    let canonical = length == 1 || (1..5).contains(&length) && digits[0] != b'0';
    let number = digits[..length].iter().fold(0, |number, &digit| 10 * number + u32::from(digit - b'0'));
    canonical.then_some((number, &digits[length..]))
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use crate::{CastlingField, EnPassantField, FenStyle, Position};
    use std::string::String;
    use std::vec::Vec;

    /// Whatever the fast lane says, the patient reader must say too, strictly and leniently.
    fn agrees(text: &str) -> bool {
        let Some(setup) = super::read(text) else { return false };
        assert_eq!(fen::read(text, true), Ok(setup), "{text}");
        assert_eq!(fen::read(text, false), Ok(setup), "{text}");
        true
    }

    #[test]
    fn the_fast_lane_says_what_the_patient_reader_says() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut fast, mut total) = (0, 0);
        for game in 0..400u16 {
            let chess960 = game % 8 == 0;
            let mut position = if chess960 { Position::chess960(game % 960).unwrap() } else { Position::startpos() };
            for _ in 0..100 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.usize(..moves.len())]);
                let style = FenStyle { castling: CastlingField::XFen, en_passant: EnPassantField::Always };
                let text = position.to_fen(style);
                total += usize::from(!chess960);
                fast += usize::from(agrees(&text) && !chess960);
                let mut bytes: Vec<u8> = text.into_bytes();
                let place = random.usize(..bytes.len());
                bytes[place] = b"KQkqPpRrNnBb12345678/ -0wbe"[random.usize(..27)];
                if random.usize(..4) == 0 {
                    bytes.remove(random.usize(..place.max(1)));
                }
                agrees(&String::from_utf8(bytes).unwrap());
            }
        }
        assert_eq!(fast, total, "the usual FENs go through the fast lane");
    }
}
