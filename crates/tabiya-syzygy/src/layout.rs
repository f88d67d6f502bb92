//! In what order a table lists its men, and the number that an arrangement of them gets.

use tabiya::{Color, Role};

use crate::geometry::{self, choose};
use crate::{MAX_MEN, Material};

/// A kind of man as tables write it: four bits, the colour in the highest.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Man(u8);

impl Man {
    pub(crate) fn read(bits: u8) -> Option<Man> {
        (1..=6).contains(&(bits & 7)).then_some(Man(bits & 15))
    }

    pub(crate) fn role(self) -> Role {
        match self.0 & 7 {
            1 => Role::Pawn,
            2 => Role::Knight,
            3 => Role::Bishop,
            4 => Role::Rook,
            5 => Role::Queen,
            _ => Role::King,
        }
    }

    pub(crate) fn color(self) -> Color {
        if self.0 & 8 == 0 { Color::White } else { Color::Black }
    }
}

/// How the men at the front of a list are numbered together.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Lead {
    /// Both kings.
    Kings,
    /// Three men that differ.
    Three,
    /// The pawns of one side.
    Pawns,
}

/// Men of one kind behind the leading ones; they are numbered together.
#[derive(Copy, Clone, Debug, Default)]
struct Group {
    len: usize,
    /// How much one step of this group's number adds to the number of the whole.
    factor: u64,
    /// Pawns stand on 48 squares, which begin at a2.
    pawns: bool,
}

/// The men of one side of a table, or of one file of its leading pawn, in order.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    men: [Man; MAX_MEN],
    len: usize,
    lead: Lead,
    lead_len: usize,
    lead_factor: u64,
    groups: [Group; MAX_MEN],
    group_count: usize,
    /// How many arrangements have a number.
    pub(crate) size: u64,
}

/// The place of the leading men and of the other side's pawns among the factors; 15 for none.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Order {
    pub(crate) lead: u8,
    pub(crate) pawns: u8,
}

impl Layout {
    /// Reads a list of men; `None` if it is not one of this material.
    ///
    /// `file` is the leading pawn's distance from the edge.
    pub(crate) fn new(list: &[u8], order: Order, file: usize, material: Material) -> Option<Layout> {
        let mut men = [Man::default(); MAX_MEN];
        for (man, &bits) in men.iter_mut().zip(list) {
            *man = Man::read(bits)?;
        }
        let len = list.len();
        let men_here = &men[..len];
        let mut here = Material::BARE_KINGS;
        let mut kings = [0; 2];
        for man in men_here {
            here = here.with(man.color(), man.role());
            kings[man.color().index()] += u32::from(man.role() == Role::King);
        }
        if here != material || kings != [1, 1] {
            return None;
        }
        let runs = runs(men_here)?;
        let lead = if material.has_pawns() {
            Lead::Pawns
        } else if runs.iter().filter(|&&run| run == 1).count() >= 3 {
            Lead::Three
        } else {
            Lead::Kings
        };
        let lead_len = match lead {
            Lead::Pawns if men[0].role() == Role::Pawn && may_lead(material, men[0].color()) => runs[0],
            Lead::Three if runs[..3] == [1, 1, 1] => 3,
            Lead::Kings if men[0].role() == Role::King && men[1].role() == Role::King => 2,
            _ => return None,
        };
        let mut layout = Layout {
            men,
            len,
            lead,
            lead_len,
            lead_factor: 0,
            groups: [Group::default(); MAX_MEN],
            group_count: 0,
            size: 0,
        };
        layout.set_factors(order, file, &runs)?;
        Some(layout)
    }

    fn set_factors(&mut self, order: Order, file: usize, runs: &[usize; MAX_MEN]) -> Option<()> {
        let mut first = self.lead_len;
        for &len in runs.iter().skip(if self.lead == Lead::Pawns { 1 } else { self.lead_len }).filter(|&&len| len > 0) {
            let pawns = self.men[first].role() == Role::Pawn;
            self.groups[self.group_count] = Group { len, factor: 0, pawns };
            self.group_count += 1;
            first += len;
        }
        let groups = &mut self.groups[..self.group_count];
        let other_pawns = groups.first().is_some_and(|group| group.pawns);
        // Both sides' pawns come before all other men.
        if groups.iter().skip(1).any(|group| group.pawns) || other_pawns != (order.pawns < 15) {
            return None;
        }
        let pawns = if other_pawns { groups[0].len } else { 0 };
        let mut free = 64 - self.lead_len - pawns;
        let mut size = 1_u64;
        let mut rest = usize::from(other_pawns);
        let mut lead_placed = false;
        for place in 0..=groups.len() as u8 {
            let ways = if place == order.lead {
                lead_placed = true;
                self.lead_factor = size;
                match self.lead {
                    Lead::Kings => geometry::KINGS,
                    Lead::Three => geometry::THREE,
                    Lead::Pawns => geometry::pawns_on_file(self.lead_len, file),
                }
            } else if place == order.pawns {
                groups[0].factor = size;
                choose(pawns, 48 - self.lead_len)
            } else {
                let group = groups.get_mut(rest)?;
                rest += 1;
                group.factor = size;
                let ways = choose(group.len, free);
                free -= group.len;
                ways
            };
            size = size.checked_mul(ways)?;
        }
        self.size = size;
        (lead_placed && groups.iter().all(|group| group.factor > 0)).then_some(())
    }

    /// The men of a leading pawns' side, and how many.
    pub(crate) fn leading_pawns(&self) -> (Man, usize) {
        (self.men[0], self.lead_len)
    }

    /// The men in order, each kind with its number; those in front are left out if they are pawns.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (Man, usize)> + '_ {
        let lead = if self.lead == Lead::Pawns { 0 } else { self.lead_len };
        let singles = self.men[..lead].iter().map(|&man| (man, 1));
        let mut first = self.lead_len;
        singles.chain(self.groups[..self.group_count].iter().map(move |group| {
            let man = self.men[first];
            first += group.len;
            (man, group.len)
        }))
    }

    /// The number of an arrangement: the squares of the men in this order. Squares are moved and sorted on the way.
    /// `None` if kings touch, which no position has.
    pub(crate) fn index(&self, squares: &mut [u8; MAX_MEN]) -> Option<u64> {
        let squares = &mut squares[..self.len];
        let lead = match self.lead {
            Lead::Pawns => {
                bring_pawns_into_place(squares, self.lead_len);
                geometry::leading_pawns(&squares[..self.lead_len])
            }
            Lead::Kings => {
                bring_into_place(squares, 2);
                geometry::two_kings(squares[0], squares[1])?
            }
            Lead::Three => {
                bring_into_place(squares, 3);
                geometry::three_men(squares[0], squares[1], squares[2])
            }
        };
        let mut index = lead * self.lead_factor;
        let mut first = self.lead_len;
        for group in &self.groups[..self.group_count] {
            let (before, from_here) = squares.split_at_mut(first);
            let here = &mut from_here[..group.len];
            sort(here);
            let offset = if group.pawns { 8 } else { 0 };
            let number: u64 = here
                .iter()
                .enumerate()
                .map(|(i, &square)| {
                    let taken = before.iter().filter(|&&other| other < square).count();
                    choose(i + 1, usize::from(square).wrapping_sub(taken + offset))
                })
                .sum();
            index += number * group.factor;
            first += group.len;
        }
        Some(index)
    }
}

/// Whether the pawns of this side can lead: those of the side with fewer, if both have any.
fn may_lead(material: Material, color: Color) -> bool {
    let [own, others] = [color, !color].map(|color| material.count(color, Role::Pawn));
    others == 0 || own <= others
}

/// The lengths of the runs of equal men; `None` if a kind of man comes back after another.
fn runs(men: &[Man]) -> Option<[usize; MAX_MEN]> {
    let mut runs = [0; MAX_MEN];
    let mut count = 0;
    for (i, man) in men.iter().enumerate() {
        if i == 0 || men[i - 1] != *man {
            if men[..i].contains(man) {
                return None;
            }
            count += 1;
        }
        runs[count - 1] += 1;
    }
    Some(runs)
}

/// Turns the board so that the first man is in the triangle a1, d1, d4, and the first of the leading men that is not
/// on the diagonal lies below it.
fn bring_into_place(squares: &mut [u8], leading: usize) {
    let mut turn = 0;
    if squares[0] & 4 != 0 {
        turn ^= 7;
    }
    if squares[0] & 32 != 0 {
        turn ^= 56;
    }
    squares.iter_mut().for_each(|square| *square ^= turn);
    let off = squares[..leading].iter().map(|&square| geometry::above_diagonal(square)).find(|&above| above != 0);
    if off.is_some_and(|above| above > 0) {
        squares.iter_mut().for_each(|square| *square = geometry::transpose(*square));
    }
}

/// Puts the leading pawn first, turns the board so that it stands on the left, and sorts the pawns beside it.
fn bring_pawns_into_place(squares: &mut [u8], leading: usize) {
    let mut first = 0;
    for i in 1..leading {
        if geometry::lead_order(squares[i]) < geometry::lead_order(squares[first]) {
            first = i;
        }
    }
    squares.swap(0, first);
    if squares[0] & 4 != 0 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    let others = &mut squares[1..leading];
    for i in 1..others.len() {
        for j in (1..=i).rev() {
            if geometry::pawn_order(others[j]) > geometry::pawn_order(others[j - 1]) {
                others.swap(j, j - 1);
            }
        }
    }
}

/// Sorts a few squares.
fn sort(squares: &mut [u8]) {
    for i in 1..squares.len() {
        for j in (1..=i).rev() {
            if squares[j] < squares[j - 1] {
                squares.swap(j, j - 1);
            }
        }
    }
}
