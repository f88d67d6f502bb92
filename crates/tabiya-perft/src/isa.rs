//! What counting does with the instructions of each level, and the one choice between the copies that are
//! compiled for them.
//!
//! The recursion is generic over [`Isa`]; every counter is a task that the level's token runs, so
//! that all that is inlined below may use the instructions (see [`tabiya::cpu`]). The choice between
//! the copies is made once per run, by [`choose`].

use core::marker::PhantomData;
use core::sync::atomic::AtomicBool;

use tabiya::Side;
use tabiya::attacks::{self, Sliders};
use tabiya::cpu::{self, Detected, Level, Task, Token, copies};

use crate::board::CountBoard;
use crate::children::for_each_child;
use crate::count::count_moves;
use crate::lanes::{Array, Lanes};
use crate::lift::{self, KingZone, Movers};
use crate::sparse;
use crate::tree::{Shared, hashed_tree_step, tree_step};

/// A task made of its arguments.
macro_rules! task {
    ($name:ident<$($lifetime:lifetime),*>($isa:ident $(, $field:ident: $type:ty)*) -> $output:ty = $body:expr $(; $inline:ident)?) => {
        struct $name<$($lifetime,)* I: Isa, S: Side>(I $(, $type)*, PhantomData<S>);
        impl<$($lifetime,)* I: Isa, S: Side> Task<I::Token> for $name<$($lifetime,)* I, S> {
            type Output = $output;
            #[inline(always)]
            fn run(self, _: I::Token) -> $output {
                let Self($isa $(, $field)*, _) = self;
                $body
            }
            copies!(I::Token $(, $inline)?);
        }
    };
}

task!(Moves<'a>(isa, b: &'a CountBoard) -> u32 = count_moves::<S, _>(isa.sliders(), b); inline);
task!(Pairs<'a>(isa, b: &'a CountBoard) -> u64 = lift::pairs::<S, I>(isa, b); inline);
task!(OneByOne<'a>(isa, b: &'a CountBoard) -> u64 = make_and_count::<S, I>(isa, b));
task!(SparsePairs<'a>(isa, b: &'a CountBoard) -> u64 = sparse::pairs::<S, I, false>(isa, b));
task!(CastlingSparsePairs<'a>(isa, b: &'a CountBoard) -> u64 = sparse::pairs::<S, I, true>(isa, b));
task!(LookAtKing<'a>(isa, b: &'a CountBoard, zone: &'a mut KingZone<I::Lanes>) -> bool = zone.look::<S, _>(isa.sliders(), b));
task!(ListMovers<'a, 'b>(_isa, movers: &'a mut Movers<'b, S, I>) -> () = movers.list());
task!(Tree<'a>(isa, b: &'a CountBoard, depth: u32, cancel: &'a AtomicBool) -> u128 = tree_step::<S, I>(isa, b, depth, cancel));
task!(HashedTree<'a, 'b>(isa, b: &'a CountBoard, key: u128, depth: u32, shared: &'a Shared<'b>) -> u128 =
    hashed_tree_step::<S, I>(isa, b, key, depth, shared));

/// The counters of one level.
pub(crate) trait Isa: Copy + Send + Sync + 'static {
    /// The proof that the instructions are there.
    type Token: Token;
    /// How sliding attacks are found.
    type Sliders: Sliders;
    /// Where eight directions live.
    type Lanes: Lanes;
    /// The same without lanes, for counters that work on plain words: compiled for vectors they are slower by a twentieth.
    type Words: Isa;
    /// Whether the last two plies are counted together.
    const PAIRS: bool;

    fn token(self) -> Self::Token;
    fn sliders(self) -> Self::Sliders;
    fn lanes(self) -> <Self::Lanes as Lanes>::Token;
    fn words(self) -> Self::Words;

    /// Legal moves of the side to move.
    #[inline(always)]
    fn moves<S: Side>(self, b: &CountBoard) -> u32 {
        self.token().run(Moves::<_, S>(self, b, PhantomData))
    }
    /// Legal moves and their replies, two plies, summed.
    #[inline(always)]
    fn pairs<S: Side>(self, b: &CountBoard) -> u64 {
        if Self::PAIRS {
            self.token().run(Pairs::<_, S>(self, b, PhantomData))
        } else if !sparse::WORTH_ITS_SIZE {
            make_and_count::<S, Self>(self, b)
        } else {
            self.sparse_pairs::<S>(b)
        }
    }
    /// The same by making every move.
    #[inline(always)]
    fn pairs_one_by_one<S: Side>(self, b: &CountBoard) -> u64 {
        self.token().run(OneByOne::<_, S>(self, b, PhantomData))
    }
    /// The same without making moves and without lanes.
    #[inline(always)]
    fn sparse_pairs<S: Side>(self, b: &CountBoard) -> u64 {
        if b.castling.intersects(b.them) {
            self.token().run(CastlingSparsePairs::<_, S>(self, b, PhantomData))
        } else {
            self.token().run(SparsePairs::<_, S>(self, b, PhantomData))
        }
    }
    /// The two halves of pair counting that are too large to be part of one function: what
    /// surrounds the replier's king, and the moves of the mover.
    #[inline(always)]
    fn look_at_king<S: Side>(self, b: &CountBoard, zone: &mut KingZone<Self::Lanes>) -> bool {
        self.token().run(LookAtKing::<_, S>(self, b, zone, PhantomData))
    }
    #[inline(always)]
    fn list_movers<S: Side>(self, movers: &mut Movers<'_, S, Self>) {
        self.token().run(ListMovers(self, movers, PhantomData));
    }
    /// Leaves `depth` plies below.
    #[inline(always)]
    fn tree<S: Side>(self, b: &CountBoard, depth: u32, cancel: &AtomicBool) -> u128 {
        if Self::PAIRS && sparse::is_sparse(b) {
            // So it stays, or nearly: moves take men away and bring none.
            return self.words().tree::<S>(b, depth, cancel);
        }
        self.token().run(Tree::<_, S>(self, b, depth, cancel, PhantomData))
    }
    /// The same with a table of counts; `key` is the board's.
    #[inline(always)]
    fn hashed_tree<S: Side>(self, b: &CountBoard, key: u128, depth: u32, shared: &Shared<'_>) -> u128 {
        if Self::PAIRS && sparse::is_sparse(b) {
            return self.words().hashed_tree::<S>(b, key, depth, shared);
        }
        self.token().run(HashedTree::<_, S>(self, b, key, depth, shared, PhantomData))
    }
}

#[inline(always)]
fn make_and_count<S: Side, I: Isa>(isa: I, b: &CountBoard) -> u64 {
    let mut total = 0;
    for_each_child::<S, _>(isa.sliders(), b, |child, _| total += u64::from(isa.moves::<S::Opponent>(child)));
    total
}

/// A token with the sliders and the lanes that it is used with.
#[derive(Clone, Copy)]
pub(crate) struct Means<T, W, A, V: Lanes, const PAIRS: bool> {
    token: T,
    words: W,
    sliders: A,
    lanes: V::Token,
}

impl<T, W, A, V, const PAIRS: bool> Isa for Means<T, W, A, V, PAIRS>
where
    T: Token,
    W: Token,
    A: Sliders + Send + Sync + 'static,
    V: Lanes + 'static,
{
    type Token = T;
    type Sliders = A;
    type Lanes = V;
    type Words = Means<W, W, A, Array, false>;
    const PAIRS: bool = PAIRS;

    #[inline(always)]
    fn token(self) -> T {
        self.token
    }
    #[inline(always)]
    fn sliders(self) -> A {
        self.sliders
    }
    #[inline(always)]
    fn lanes(self) -> V::Token {
        self.lanes
    }
    #[inline(always)]
    fn words(self) -> Self::Words {
        Means::scalar(self.words, self.sliders)
    }
}

impl<T: Copy, A> Means<T, T, A, Array, false> {
    /// One move at a time.
    pub fn scalar(token: T, sliders: A) -> Self {
        Self { token, words: token, sliders, lanes: () }
    }
}

impl<T: Copy, A> Means<T, T, A, Array, true> {
    /// Pairs of plies, in lanes that the compiler makes what it can of.
    pub fn arrays(token: T, sliders: A) -> Self {
        Self { token, words: token, sliders, lanes: () }
    }
}

/// Plain arithmetic: what everything but the counting itself uses, and the twin of everything else.
pub(crate) type Plain = Means<cpu::Portable, cpu::Portable, attacks::Portable, Array, false>;

impl Plain {
    pub fn new() -> Self {
        Self::scalar(cpu::Portable::new(), plain_sliders())
    }
}

/// Sliders that need no special instruction.
#[inline(always)]
pub(crate) fn plain_sliders() -> attacks::Portable {
    attacks::Portable::default()
}

/// What is to be done with the counters of a level.
pub(crate) trait Choice {
    type Output;
    fn with<I: Isa>(self, isa: I) -> Self::Output;
}

/// The level that counts fastest on this machine: what [`Perft`](crate::Perft) uses. Unlike
/// [`Level::best`] it may be one whose PEXT is slow, because counting does not use it then.
///
/// ```
/// assert!(tabiya_perft::best_level().is_available());
/// ```
pub fn best_level() -> Level {
    Level::ALL.into_iter().rev().find(|level| level.is_available()).unwrap_or(Level::Portable)
}

/// Does something with the counters of a level.
pub(crate) fn choose<C: Choice>(detected: Detected, choice: C) -> C::Output {
    // AMD before Zen 3 spends hundreds of cycles on a PEXT.
    choose_sliders(detected, cpu::pext_is_slow(), choice)
}

/// The same, without PEXT even where there is PEXT.
pub(crate) fn choose_sliders<C: Choice>(detected: Detected, plain: bool, choice: C) -> C::Output {
    // Elsewhere there is no PEXT to do without.
    #[cfg(not(target_arch = "x86_64"))]
    let _ = plain;
    match detected {
        #[cfg(target_arch = "x86_64")]
        Detected::Bmi2(_) | Detected::Avx2(_) | Detected::Avx512(_) => x86::choose(detected, plain, choice),
        Detected::Neon(token) => choice.with(Means::arrays(token, plain_sliders())),
        Detected::Simd128(token) => choice.with(Means::arrays(token, plain_sliders())),
        _ => choice.with(Plain::new()),
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use tabiya::attacks::Pext;
    use tabiya::cpu::Bmi2;

    use super::*;
    use crate::lanes::{Ymm, Zmm};

    pub(super) fn choose<C: Choice>(detected: Detected, plain: bool, choice: C) -> C::Output {
        match detected {
            Detected::Bmi2(token) if plain => choice.with(Means::scalar(token, plain_sliders())),
            Detected::Bmi2(token) => choice.with(Means::scalar(token, Pext::from(token))),
            Detected::Avx2(token) if plain => {
                let words = Bmi2::from(token);
                choice.with(Means::<_, _, _, Ymm, true> { token, words, sliders: plain_sliders(), lanes: token })
            }
            Detected::Avx2(token) => {
                let words = Bmi2::from(token);
                choice.with(Means::<_, _, _, Ymm, true> { token, words, sliders: Pext::from(words), lanes: token })
            }
            Detected::Avx512(token) => {
                let words = Bmi2::from(token);
                choice.with(Means::<_, _, _, Zmm, true> { token, words, sliders: Pext::from(words), lanes: token })
            }
            _ => choice.with(Plain::new()),
        }
    }
}
