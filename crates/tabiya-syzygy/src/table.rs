//! One file: its header, and the value of a position.

use tabiya::{Bitboard, Board, Color, Position};

use crate::error::{Fault, Metric};
use crate::geometry;
use crate::layout::{Layout, Man, Order};
use crate::pairs::Pairs;
use crate::source::Source;
use crate::{MAX_MEN, Material, Wdl};

#[derive(Debug)]
pub(crate) struct Table {
    source: Source,
    /// The pieces with the colours that the file gives them.
    material: Material,
    is_symmetric: bool,
    /// By the leading pawn's distance from the edge; one without pawns.
    files: Vec<Vec<Part>>,
}

/// What is stored for one side to move, and one file of the leading pawn.
#[derive(Debug)]
struct Part {
    layout: Layout,
    pairs: Pairs,
    distances: Distances,
}

/// How the numbers of a `.rtbz` file become distances.
#[derive(Clone, Debug, Default)]
struct Distances {
    flags: u8,
    /// The meaning of each number, for wins, losses, cursed wins and blessed losses; all in one list.
    meanings: Vec<u16>,
    ranges: [core::ops::Range<usize>; 4],
}

/// Flags of a part with distances.
const BLACK_TO_MOVE: u8 = 1;
const HAS_MEANINGS: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const WIDE_MEANINGS: u8 = 16;

/// Bytes behind the last block: the checksum.
pub(crate) const CHECKSUM: u64 = 16;

/// What a table of distances says.
pub(crate) enum Distance {
    /// The number of plies, counted from 0; and whether that is exact.
    Plies(u16, bool),
    /// The table has only positions with the other side to move.
    OtherSide,
}

/// The squares of the men of a position, and where they are to be looked up.
struct Place<'a> {
    part: &'a Part,
    squares: [u8; MAX_MEN],
}

impl Table {
    pub(crate) fn open(source: Source, named: Material, metric: Metric) -> Result<Table, Fault> {
        let len = source.len();
        if len % 64 != CHECKSUM {
            return Fault::damaged(
                len,
                "tables are 16 bytes longer than a multiple of 64 bytes: it was cut short, or is not a table",
            );
        }
        if source.read(0, &mut [0; 4])? != metric.magic() {
            return Fault::damaged(0, "it does not begin as such a table does");
        }
        let flags = source.u8(4)?;
        let has_pawns = named.has_pawns();
        if (flags & 2 != 0) != has_pawns || (flags & 1 != 0) == named.is_symmetric() {
            return Fault::damaged(4, "it is not the table that its name says");
        }
        let sides = if metric == Metric::Wdl && !named.is_symmetric() { 2 } else { 1 };
        let (material, layouts, mut at) = read_layouts(&source, named, sides)?;

        let mut files = Vec::new();
        for sides in layouts {
            let mut parts = Vec::new();
            for layout in sides {
                let single = (metric == Metric::Dtz).then_some(0);
                let flags = source.u8(at)?;
                let (pairs, end) = Pairs::read(&source, at, layout.size, single)?;
                let distances = Distances { flags, ..Distances::default() };
                parts.push(Part { layout, pairs, distances });
                at = end;
            }
            files.push(parts);
        }
        if metric == Metric::Dtz {
            for part in files.iter_mut().flatten() {
                at = part.distances.read(&source, at)?;
            }
            at += at & 1;
        }
        place_sections(&mut files, at, len)?;
        Ok(Table { source, material, is_symmetric: material.is_symmetric(), files })
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// The result that is stored for a position. It may be too low if a capture is as good.
    #[inline]
    pub(crate) fn wdl(&self, position: &Position, material: Material) -> Result<Wdl, Fault> {
        let (mirrored, side) = self.orientation(position, material);
        let mut place = self.place(position.board(), mirrored, side)?;
        let value = place.value(&self.source)?;
        match Wdl::ALL.get(usize::from(value & 0xff)) {
            Some(&wdl) => Ok(wdl),
            None => Fault::damaged(0, "a value is none of the five results"),
        }
    }

    /// The distance that is stored for a position with this result.
    pub(crate) fn distance(&self, position: &Position, material: Material, wdl: Wdl) -> Result<Distance, Fault> {
        let (mirrored, side) = self.orientation(position, material);
        let mut place = self.place(position.board(), mirrored, 0)?;
        let distances = &place.part.distances;
        if usize::from(distances.flags & BLACK_TO_MOVE) != side && !self.is_symmetric {
            return Ok(Distance::OtherSide);
        }
        let value = place.value(&self.source)?;
        distances.plies(value, wdl)
    }

    /// Whether the colours are exchanged in the file, and the side to move there.
    #[inline]
    fn orientation(&self, position: &Position, material: Material) -> (bool, usize) {
        let black = position.turn() == Color::Black;
        if self.is_symmetric {
            (black, 0)
        } else {
            let mirrored = material != self.material;
            (mirrored, usize::from(black != mirrored))
        }
    }

    #[inline]
    fn place(&self, board: &Board, mirrored: bool, side: usize) -> Result<Place<'_>, Fault> {
        let men = |man: Man| board.pieces(if mirrored { !man.color() } else { man.color() }, man.role());
        let mut squares = [0; MAX_MEN];
        let mut count = 0;
        let (has_pawns, turn) = (self.files.len() > 1, if mirrored { 56 } else { 0 });
        let mut add = |set: Bitboard| {
            for square in set {
                if let Some(place) = squares.get_mut(count) {
                    // Without pawns the board is turned as its first man wants it.
                    *place = if has_pawns { square as u8 ^ turn } else { square as u8 };
                }
                count += 1;
            }
        };
        let mut file = 0;
        if has_pawns {
            let (pawn, _) = self.files[0][0].layout.leading_pawns();
            let pawns = men(pawn);
            add(pawns);
            let leading = pawns.into_iter().map(|square| geometry::lead_order(square as u8 ^ turn)).min();
            file = leading.map_or(0, |order| order / 6);
        }
        let part = &self.files[file][side];
        for (man, _) in part.layout.kinds() {
            add(men(man));
        }
        Ok(Place { part, squares })
    }
}

impl Place<'_> {
    #[inline]
    fn value(&mut self, source: &Source) -> Result<u16, Fault> {
        match self.part.layout.index(&mut self.squares) {
            Some(index) => self.part.pairs.value(source, index),
            None => Fault::damaged(0, "the kings touch"),
        }
    }
}

/// Reads the lists of men of every file and side; also says what the material is there, and where the lists end.
#[allow(clippy::type_complexity)]
fn read_layouts(source: &Source, named: Material, sides: usize) -> Result<(Material, Vec<Vec<Layout>>, u64), Fault> {
    let has_pawns = named.has_pawns();
    let both_have_pawns = Color::ALL.into_iter().all(|color| named.count(color, tabiya::Role::Pawn) > 0);
    let len = named.men() as usize;
    let mut at = 5;
    let mut material = None;
    let mut files = Vec::new();
    for file in 0..if has_pawns { 4 } else { 1 } {
        let lead = source.u8(at)?;
        let pawns = if both_have_pawns { source.u8(at + 1)? } else { 0xff };
        at += 1 + u64::from(both_have_pawns);
        let mut bytes = [0; MAX_MEN];
        let bytes = source.read(at, &mut bytes[..len])?;
        let mut layouts = Vec::new();
        for side in 0..sides {
            let half = |byte: u8| if side == 0 { byte & 15 } else { byte >> 4 };
            let mut list = [0; MAX_MEN];
            list.iter_mut().zip(bytes).for_each(|(man, &byte)| *man = half(byte));
            let list = &list[..len];
            // Some files have the colours the other way round than their names.
            let wanted = material.map_or(vec![named, named.swapped()], |material| vec![material]);
            let order = Order { lead: half(lead), pawns: half(pawns) };
            let found = wanted.iter().find_map(|&wanted| Some((wanted, Layout::new(list, order, file, wanted)?)));
            let Some((found, layout)) = found else {
                return Fault::damaged(at, "the list of men is not one of this table");
            };
            material = Some(found);
            layouts.push(layout);
        }
        at += len as u64;
        files.push(layouts);
    }
    let leads = files.iter().flatten().map(Layout::leading_pawns);
    if has_pawns && leads.clone().any(|lead| Some(lead) != leads.clone().next()) {
        return Fault::damaged(5, "different pawns lead on different files");
    }
    Ok((material.unwrap_or(named), files, at + (at & 1)))
}

/// Finds the sections behind the headers: first all indexes, then all lengths, then all blocks.
fn place_sections(files: &mut [Vec<Part>], at: u64, len: u64) -> Result<(), Fault> {
    let extents = |files: &[Vec<Part>]| files.iter().flatten().map(|part| part.pairs.extent()).collect::<Vec<_>>();
    let extents = extents(files);
    let mut index_at = at;
    let mut lengths_at = extents.iter().fold(index_at, |at, extent| at.saturating_add(extent.index));
    let mut data_at = extents.iter().fold(lengths_at, |at, extent| at.saturating_add(extent.lengths));
    for (part, extent) in files.iter_mut().flatten().zip(extents) {
        data_at = data_at.saturating_add(63) & !63;
        part.pairs.place(index_at, lengths_at, data_at);
        index_at = index_at.saturating_add(extent.index);
        lengths_at = lengths_at.saturating_add(extent.lengths);
        data_at = data_at.saturating_add(extent.data);
    }
    if data_at > len - CHECKSUM {
        return Fault::damaged(at, "the sections that the header tells of are longer than the file");
    }
    Ok(())
}

impl Distances {
    /// Reads the meanings of the numbers, if there are any; also says where they end.
    fn read(&mut self, source: &Source, mut at: u64) -> Result<u64, Fault> {
        if self.flags & HAS_MEANINGS == 0 {
            return Ok(at);
        }
        let wide = self.flags & WIDE_MEANINGS != 0;
        if wide {
            at += at & 1;
        }
        for range in &mut self.ranges {
            let count = if wide { usize::from(source.u16(at)?) } else { usize::from(source.u8(at)?) };
            at += if wide { 2 } else { 1 };
            let first = self.meanings.len();
            for _ in 0..count {
                self.meanings.push(if wide { source.u16(at)? } else { u16::from(source.u8(at)?) });
                at += if wide { 2 } else { 1 };
            }
            *range = first..first + count;
        }
        Ok(at)
    }

    fn plies(&self, value: u16, wdl: Wdl) -> Result<Distance, Fault> {
        let (range, in_plies) = match wdl {
            Wdl::Win => (0, self.flags & WINS_IN_PLIES != 0),
            Wdl::Loss => (1, self.flags & LOSSES_IN_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss | Wdl::Draw => (3, false),
        };
        let mut plies = value;
        if self.flags & HAS_MEANINGS != 0 {
            match self.meanings[self.ranges[range].clone()].get(usize::from(value)) {
                Some(&meaning) => plies = meaning,
                None => return Fault::damaged(0, "a number has no meaning as a distance"),
            }
        }
        Ok(Distance::Plies(if in_plies { plies } else { plies.saturating_mul(2) }, in_plies))
    }
}
