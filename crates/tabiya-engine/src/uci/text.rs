//! What the engine prints.

use tabiya::render::{Diagram, Pieces, TextStyle};
use tabiya::{CastlingStyle, Game, Move};
use tabiya_perft::Division;

use crate::engine::Engine;
use crate::root::Report;
use crate::score::UciScore;
use crate::tables::Tables;
use crate::tt::{Bound, Table};

use super::settings::{DEFAULT_HASH, DEFAULT_OVERHEAD, MAX_LINES};

/// The greeting at a terminal.
pub fn greeting() -> String {
    format!("Tabiya {}, a chess engine that speaks UCI. Type help for its commands, quit to leave.", version())
}

/// The commands, for `help`.
pub const HELP: &str = "\
uci                                 who the engine is and which options it has
isready                             answered by readyok
ucinewgame                          forget the last game
setoption name NAME value VALUE     set an option
position startpos [moves MOVE...]   set up the start position, or
position fen FEN [moves MOVE...]    any other, and play moves from it (e2e4, e7e8q)
go [LIMIT...]                       search: depth N, nodes N, movetime MS, mate N, infinite, ponder,
                                    wtime MS btime MS winc MS binc MS movestogo N, searchmoves MOVE...
go perft N                          count the lines of N moves, by first move
stop                                end the search or the count
ponderhit                           the move pondered on was played
d                                   show the board
bench [DEPTH]                       search a fixed set of positions
quit                                leave";

fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The answer to `uci`.
pub fn introduction() -> String {
    let (hash, threads, men) = (Table::MAX_MEGABYTES, Engine::MAX_THREADS, Tables::MAX_MEN);
    format!(
        "id name Tabiya {}\n\
         id author The Tabiya authors\n\
         option name Hash type spin default {DEFAULT_HASH} min 1 max {hash}\n\
         option name Threads type spin default 1 min 1 max {threads}\n\
         option name MultiPV type spin default 1 min 1 max {MAX_LINES}\n\
         option name Move Overhead type spin default {DEFAULT_OVERHEAD} min 0 max 5000\n\
         option name Ponder type check default false\n\
         option name UCI_Chess960 type check default false\n\
         option name SyzygyPath type string default <empty>\n\
         option name SyzygyProbeDepth type spin default 1 min 1 max 100\n\
         option name SyzygyProbeLimit type spin default {men} min 0 max {men}\n\
         option name Syzygy50MoveRule type check default true\n\
         option name EndgamePath type string default <empty>\n\
         option name Clear Hash type button\n\
         uciok",
        version()
    )
}

/// The answer to `d`.
pub fn board(game: &Game) -> String {
    let position = game.position();
    let style = TextStyle { color: false, pieces: Pieces::Letters };
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    format!(
        "{}\nFen: {}\nKey: {:016X}\nCheckers: {}",
        Diagram::of(position).coordinates(true).text(style),
        position.fen(),
        position.key(),
        checkers.join(" ")
    )
}

/// A line of `info` about the search.
pub fn info(report: &Report, style: CastlingStyle) -> String {
    let bound = match report.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact => "",
    };
    let line: Vec<String> = report.line.iter().map(|mv| mv.uci(style).to_string()).collect();
    let nps = u128::from(report.nodes) * 1_000_000 / report.time.as_micros().max(1);
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {nps} hashfull {} tbhits {} time {} pv {}",
        report.depth,
        report.selective_depth,
        report.rank,
        UciScore(report.score),
        report.nodes,
        report.permille_full,
        report.table_hits,
        report.time.as_millis(),
        line.join(" ")
    )
}

/// The answer to `go`.
pub fn best_move(best: Option<Move>, ponder: Option<Move>, style: CastlingStyle) -> String {
    match (best, ponder) {
        (Some(best), Some(ponder)) => format!("bestmove {} ponder {}", best.uci(style), ponder.uci(style)),
        (Some(best), None) => format!("bestmove {}", best.uci(style)),
        // What Stockfish says when there is nothing to play.
        (None, _) => "bestmove (none)".to_string(),
    }
}

/// A divided perft in the words that tools know from Stockfish; of a count that was stopped, only what is complete.
pub fn divided(division: &Division, style: CastlingStyle) -> String {
    let complete = division.branches.iter().filter(|branch| branch.complete);
    let lines: String = complete.map(|branch| format!("{}: {}\n", branch.mv.uci(style), branch.nodes)).collect();
    match division.report.complete {
        true => format!("{lines}\nNodes searched: {}\n", division.report.nodes),
        false => format!("{lines}info string stopped after {} nodes", division.report.nodes),
    }
}
