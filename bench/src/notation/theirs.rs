//! The same work done by shakmaty and pgn-reader, used as their own documentation shows.

use std::io;
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use crate::corpus::Corpus;

fn parse(fen: &str) -> Chess {
    let fen = Fen::from_ascii(fen.as_bytes()).expect("a FEN of the corpus");
    fen.into_position(CastlingMode::Standard).expect("a position of the corpus")
}

pub fn positions(corpus: &Corpus) -> Vec<Chess> {
    corpus.fens.iter().map(|fen| parse(fen)).collect()
}

pub fn samples(corpus: &Corpus) -> Vec<(Chess, Move, String)> {
    let read = |sample: &crate::corpus::Sample| {
        let position = parse(&sample.fen);
        let uci: UciMove = sample.uci.parse().expect("a move of the corpus");
        let mv = uci.to_move(&position).expect("a legal move of the corpus");
        (position, mv, sample.san.clone())
    };
    corpus.samples.iter().map(read).collect()
}

pub fn parse_fens(fens: &[String]) -> u64 {
    fens.iter().map(|fen| u64::from(parse(fen).board().occupied())).fold(0, u64::wrapping_add)
}

pub fn write_fens(positions: &[Chess]) -> u64 {
    let text = |position: &Chess| Fen::from_position(position, EnPassantMode::Legal).to_string();
    positions.iter().map(|position| text(position).len() as u64).sum()
}

pub fn parse_sans(samples: &[(Chess, Move, String)]) -> u64 {
    let target = |(position, _, san): &(Chess, Move, String)| {
        let plus = SanPlus::from_ascii(san.as_bytes()).expect("a move of the corpus");
        let mv = plus.san.to_move(position).expect("a legal move of the corpus");
        usize::from(mv.to()) as u64
    };
    samples.iter().map(target).sum()
}

pub fn write_sans(samples: &[(Chess, Move, String)]) -> u64 {
    let mut text = String::new();
    let mut sum = 0;
    for (position, mv, _) in samples {
        text.clear();
        SanPlus::from_move(position.clone(), *mv).append_to_string(&mut text);
        sum += text.len() as u64;
    }
    sum
}

struct CountMoves;

impl Visitor for CountMoves {
    type Tags = ();
    type Movetext = u64;
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<u64, u64> {
        ControlFlow::Continue(0)
    }

    fn san(&mut self, moves: &mut u64, _: SanPlus) -> ControlFlow<u64> {
        *moves += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut u64) -> ControlFlow<u64, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, moves: u64) -> u64 {
        moves
    }
}

pub fn count_moves(text: &str) -> u64 {
    let mut reader = Reader::new(io::Cursor::new(text));
    reader.read_games(&mut CountMoves).map(|moves| moves.expect("reading memory")).sum()
}

struct LastPosition;

impl Visitor for LastPosition {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = Option<Chess>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            match Fen::from_ascii(value.as_bytes()).ok().and_then(|fen| fen.into_position(CastlingMode::Standard).ok())
            {
                Some(position) => *tags = Some(position),
                None => return ControlFlow::Break(None),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Chess> {
        ControlFlow::Continue(tags.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, plus: SanPlus) -> ControlFlow<Self::Output> {
        match plus.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(None),
        }
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, position: Chess) -> Self::Output {
        Some(position)
    }
}

pub fn replay(text: &str) -> u64 {
    let mut reader = Reader::new(io::Cursor::new(text));
    let occupied = |last: io::Result<Option<Chess>>| {
        let position = last.expect("reading memory").expect("a legal game");
        u64::from(position.board().occupied())
    };
    reader.read_games(&mut LastPosition).map(occupied).fold(0, u64::wrapping_add)
}
