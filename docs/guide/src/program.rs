//! Page 11: the program that other programs ask, which is `src/main.rs` of a reader's own package.

// [program]
use generator::*;

/// Asked with a depth, a FEN and perhaps moves, prints one line for each move, an empty line and the total.
fn main() {
    let words: Vec<String> = std::env::args().collect();
    let [_, depth, fen, moves @ ..] = &words[..] else { panic!("usage: generator DEPTH FEN [MOVES]") };
    let mut position = from_fen(fen).expect("a FEN");
    for text in moves.iter().flat_map(|moves| moves.split_whitespace()) {
        position = position.after(find_move(&position, text).expect("a legal move"));
    }
    let parts = divide(&position, depth.parse().expect("a depth"), legal);
    for (mv, paths) in &parts {
        println!("{} {paths}", uci(*mv));
    }
    println!("\n{}", parts.iter().map(|(_, paths)| paths).sum::<u64>());
}
// [/program]
