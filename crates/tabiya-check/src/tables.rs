//! Small Syzygy tables, written from endgames solved backwards: for tests that need files.

use std::path::Path;

use tabiya::{Board, Color, Piece, Position, Role, Setup, Square};
use tabiya_retro::endgame::{Distance, Endgames};
use tabiya_syzygy::Metric;
use tabiya_syzygy::writer::Plan;

const KING: u8 = 6;
const BLACK: u8 = 8;

/// Every position of a king and one more piece, White's or Black's, against a king.
pub fn three_men(role: Role, strong: Color) -> impl Iterator<Item = Position> {
    let boards = Square::ALL.into_iter().flat_map(move |king| {
        Square::ALL.into_iter().flat_map(move |other| {
            Square::ALL.into_iter().filter(move |&third| king != other && king != third && other != third).map(
                move |third| {
                    let mut board = Board::EMPTY;
                    board.set(king, Piece::new(strong, Role::King));
                    board.set(other, Piece::new(!strong, Role::King));
                    board.set(third, Piece::new(strong, role));
                    board
                },
            )
        })
    });
    boards.flat_map(|board| {
        Color::ALL.into_iter().filter_map(move |turn| Position::from_setup(Setup { board, turn, ..Setup::EMPTY }).ok())
    })
}

fn plan(role: Role, metric: Metric) -> Plan {
    let material = format!("K{}vK", role.letter().to_ascii_uppercase()).parse().expect("a name");
    let piece = role as u8 + 1;
    let men = if role == Role::Pawn { vec![piece, KING, KING | BLACK] } else { vec![KING, piece, KING | BLACK] };
    // Distances are those of White to move, in plies.
    Plan { material, men, metric, flags: if metric == Metric::Dtz { 4 | 8 } else { 0 } }
}

/// The name and bytes of a table.
pub type File = (String, Vec<u8>);

/// The two files of a king with a rook or a queen against a king, or the first of one with a pawn.
///
/// # Panics
///
/// For other roles, whose positions are not all of the same kind.
pub fn written(role: Role) -> Vec<File> {
    let solved = solved(role);
    let wdl = |position: &Position| match solved.probe(position).expect("it is solved") {
        Distance::Loss(_) => 0,
        Distance::Draw => 2,
        Distance::Win(_) => 4,
    };
    let dtz = |position: &Position| match solved.probe(position).expect("it is solved") {
        Distance::Win(plies) => plies as u16 - 1,
        Distance::Draw | Distance::Loss(_) => 0,
    };
    let positions = || three_men(role, Color::White);
    let mut files = Vec::new();
    let entry =
        |position: Position, value: u16| (*position.board(), usize::from(position.turn() == Color::Black), value);
    let first = plan(role, Metric::Wdl);
    let bytes = first.write(positions().map(|position| entry(position, wdl(&position))));
    files.push((format!("{}.rtbw", first.material), bytes));
    if role != Role::Pawn {
        let second = plan(role, Metric::Dtz);
        let white = positions().filter(|position| position.turn() == Color::White);
        files.push((
            format!("{}.rtbz", first.material),
            second.write(white.map(|position| entry(position, dtz(&position)))),
        ));
    }
    files
}

/// The files of a rook in which White to move always wins by zeroing the clock after this number of moves and a ply.
pub fn rook_of_one_distance(moves: u16) -> Vec<File> {
    let mut files = written(Role::Rook);
    // Counted in moves: no flags.
    let plan = Plan { flags: 0, ..plan(Role::Rook, Metric::Dtz) };
    let white = three_men(Role::Rook, Color::White).filter(|position| position.turn() == Color::White);
    files[1].1 = plan.write(white.map(|position| (*position.board(), 0, moves)));
    files
}

fn solved(role: Role) -> Endgames {
    let material = format!("K{}K", role.letter().to_ascii_uppercase()).parse().expect("a name");
    Endgames::solve(material).expect("three men")
}

/// Writes the files of these roles into a folder.
///
/// # Panics
///
/// If a file cannot be written.
pub fn write_into(folder: &Path, roles: &[Role]) {
    for (name, bytes) in roles.iter().flat_map(|&role| written(role)) {
        std::fs::write(folder.join(name), bytes).expect("a file");
    }
}
