//! The registers against the array, operation by operation, lane by lane.

use tabiya::Bitboard;
use tabiya::cpu::{Avx2, Avx512};

use super::Lanes;
use super::avx2::Avx2Lanes;
use super::avx512::Avx512Lanes;
use super::lanes::{LEAP, SLIDE};
use super::portable::Array;
use crate::testing::{Random, skipped};

/// What every operation makes of the same numbers, as numbers.
fn everything<V: Lanes>(t: V::Token, a: [u64; 8], b: [u64; 8], bits: u8, count: usize) -> Vec<[u64; 8]> {
    let (x, y) = (V::load(t, &a), V::gather(t, b));
    let small = a.map(|lane| lane & 0xffff);
    let signed = b.map(|lane| ((lane as i16) as i64) as u64);
    let roles = V::load(t, &a.map(|lane| lane & 7));
    let amounts = V::load(t, &SLIDE.one);
    // Sixteen sets at most, and never more than fifteen of them with the same square.
    let sparse = V::load(t, &b.map(|lane| lane & !a[7]));
    let mut all = vec![
        x.store(),
        y.store(),
        V::splat(t, a[0]).store(),
        V::orthogonal_and_diagonal(t, Bitboard(a[0]), Bitboard(b[0])).store(),
        V::first_lane(t, a[0]).store(),
        x.and(y).store(),
        x.or(y).store(),
        x.xor(y).store(),
        x.minus(y).store(),
        x.add(y).store(),
        x.sub(y).store(),
        x.twice().store(),
        V::load(t, &small).times(V::load(t, &signed)).store(),
        x.rotate_left(amounts).store(),
        x.rotate_right(V::load(t, &LEAP.one)).store(),
        x.rotate_left(V::splat(t, a[0] & 63)).store(),
        x.rotate_right(V::splat(t, b[0] & 63)).store(),
        x.popcount().store(),
        x.popcount_in_parts().add(y.popcount_in_parts().twice()).whole().store(),
        roles.look_up(y).store(),
        x.keep(bits).store(),
        x.keep_meeting(y, sparse).store(),
        x.opposite().store(),
        V::load_first(t, &a[..count]).store(),
        [x.sum(), u64::from(x.meets(y)), x.unions(y)[0].0, x.unions(y)[1].0, 0, 0, 0, 0],
        [0, 1, 2, 3, 4, 5, 6, 7].map(|i| x.lane(i)),
    ];
    // What leaves the board is undefined, so it is masked: these are the squares that this number of steps can enter.
    for (steps, amounts, enter, one) in [
        (1, &SLIDE.one, &SLIDE.enter, &SLIDE.one),
        (2, &SLIDE.two, &SLIDE.enter, &SLIDE.one),
        (3, &SLIDE.three, &SLIDE.enter, &SLIDE.one),
        (4, &SLIDE.four, &SLIDE.enter, &SLIDE.one),
        (1, &LEAP.one, &LEAP.enter, &LEAP.one),
    ] {
        let mut entered = V::splat(t, !0);
        for _ in 0..steps {
            entered = entered.rotate_left(V::load(t, one)).and(V::load(t, enter));
        }
        all.push(x.step(V::load(t, amounts)).and(entered).store());
        all.push(x.and(entered).step_back(V::load(t, amounts)).store());
    }
    all.extend(x.count_up(sparse).map(V::store));
    all
}

/// Fails where an implementation differs from the array.
fn compare<V: Lanes>(token: V::Token) {
    let mut random = Random::new(0x1234_5678_9abc_def1);
    for round in 0..20_000 {
        // Dense, sparse, and full sets.
        let mut draw = || match round % 3 {
            0 => random.bits(),
            1 => random.bits() & random.bits() & random.bits(),
            _ => random.bits() | random.bits() | random.bits(),
        };
        let (a, b) = ([0; 8].map(|_| draw()), [0; 8].map(|_| draw()));
        let bits = draw() as u8;
        let count = round % 9;
        let plain = everything::<Array>((), a, b, bits, count);
        let register = everything::<V>(token, a, b, bits, count);
        for (operation, (plain, register)) in plain.iter().zip(&register).enumerate() {
            assert_eq!(plain, register, "operation {operation} on {a:x?} {b:x?} {bits:b} {count}");
        }
    }
}

#[test]
fn the_register_is_the_array() {
    match Avx512::new() {
        Some(token) => compare::<Avx512Lanes>(token),
        None => skipped("this machine has no AVX-512"),
    }
}

#[test]
fn the_two_registers_are_the_array() {
    match Avx2::new() {
        Some(token) => compare::<Avx2Lanes>(token),
        None => skipped("this machine has no AVX2"),
    }
}
