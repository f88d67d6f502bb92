//! Other people's move generators as perftree scripts: `peer LIBRARY DEPTH FEN [MOVES]`.
//!
//! A hunt in them should find nothing. LIBRARY is `shakmaty`, `cozy-chess` or `chess`; the first two
//! know Chess960 if the FEN names the rooks' files.

use std::process::ExitCode;

/// A divide as text, or why there is none.
type Counts = Result<Vec<(String, u64)>, String>;

fn by_shakmaty(depth: u32, fen: &str, moves: &str) -> Counts {
    use shakmaty::{CastlingMode, Chess, Position, fen::Fen, uci::UciMove};
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let fen: Fen = fen.parse().map_err(|error: shakmaty::fen::ParseFenError| text(&error))?;
    let mode = CastlingMode::detect(fen.as_setup());
    let mut position: Chess = fen.into_position(mode).map_err(|error| text(&error))?;
    for word in moves.split_whitespace() {
        let uci: UciMove = word.parse().map_err(|error: shakmaty::uci::ParseUciMoveError| text(&error))?;
        let mv = uci.to_move(&position).map_err(|error| text(&error))?;
        position.play_unchecked(mv);
    }
    let counted = position.legal_moves().into_iter().map(|mv| {
        let mut child = position.clone();
        child.play_unchecked(mv);
        let count = if depth > 1 { shakmaty::perft(&child, depth - 1) } else { 1 };
        (mv.to_uci(mode).to_string(), count)
    });
    Ok(counted.collect())
}

fn by_cozy_chess(depth: u32, fen: &str, moves: &str) -> Counts {
    use cozy_chess::{Board, Move, util};
    fn moves_of(board: &Board) -> Vec<Move> {
        let mut all = Vec::new();
        board.generate_moves(|moves| {
            all.extend(moves);
            false
        });
        all
    }
    fn count(board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len() as u64;
            } else {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    nodes += count(&child, depth - 1);
                }
            }
            false
        });
        nodes
    }
    let castling = fen.split(' ').nth(2).unwrap_or("-");
    let chess960 = castling.chars().any(|letter| matches!(letter.to_ascii_uppercase(), 'A'..='H'));
    let mut board = Board::from_fen(fen, chess960).map_err(|error| error.to_string())?;
    for word in moves.split_whitespace() {
        let mv = if chess960 {
            word.parse().map_err(|error| format!("{error:?}"))?
        } else {
            util::parse_uci_move(&board, word).map_err(|error| format!("{error:?}"))?
        };
        board.try_play(mv).map_err(|_| format!("{word} is illegal"))?;
    }
    let counted = moves_of(&board).into_iter().map(|mv| {
        let mut child = board.clone();
        child.play_unchecked(mv);
        let text = if chess960 { mv.to_string() } else { util::display_uci_move(&board, mv).to_string() };
        (text, count(&child, depth - 1))
    });
    Ok(counted.collect())
}

fn by_chess(depth: u32, fen: &str, moves: &str) -> Counts {
    use chess::{Board, ChessMove, MoveGen};
    use std::str::FromStr;
    let mut board = Board::from_str(fen).map_err(|error| error.to_string())?;
    for word in moves.split_whitespace() {
        let mv = ChessMove::from_str(word).map_err(|error| error.to_string())?;
        if !board.legal(mv) {
            return Err(format!("{word} is illegal"));
        }
        board = board.make_move_new(mv);
    }
    let counted = MoveGen::new_legal(&board).map(|mv| {
        let child = board.make_move_new(mv);
        let count = if depth > 1 { MoveGen::movegen_perft_test(&child, depth as usize - 1) as u64 } else { 1 };
        (mv.to_string(), count)
    });
    Ok(counted.collect())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (library, depth, fen, moves) = match words.as_slice() {
        [library, depth, fen] => (*library, *depth, *fen, ""),
        [library, depth, fen, moves] => (*library, *depth, *fen, *moves),
        _ => {
            eprintln!("usage: peer shakmaty|cozy-chess|chess DEPTH FEN [MOVES]");
            return ExitCode::from(2);
        }
    };
    let depth = depth.parse().unwrap_or(1).max(1);
    let counts = match library {
        "shakmaty" => by_shakmaty(depth, fen, moves),
        "cozy-chess" => by_cozy_chess(depth, fen, moves),
        "chess" => by_chess(depth, fen, moves),
        _ => Err(format!("no library called {library}")),
    };
    match counts {
        Ok(counts) => {
            for (text, count) in &counts {
                println!("{text} {count}");
            }
            println!("\n{}", counts.iter().map(|(_, count)| count).sum::<u64>());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
