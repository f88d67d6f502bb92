//! Tokens: values that exist only where the CPU has certain instructions, and the one verb that uses them.

use super::Level;
use crate::attacks::Sliders;

/// Work to be done with the instructions of a level.
///
/// A task is written once, for any token `A` (or for any that a trait of its own crate knows more about), and compiled
/// once for each level. [`Detected::run`](super::Detected::run) chooses between the copies, [`Token::run`] takes the
/// copy of a level that is known already. [`copies!`](crate::cpu::copies) writes the copies down, so that a profile
/// shows the task and its level (`<Count as Compiled<A>>::avx2`):
///
/// - `copies!(A)`: functions of their own, never inlined;
/// - `copies!(A, inline)`: functions that may be inlined into one that has the instructions too;
/// - `copies!(A, in_place)`: no functions at all; such a task only chooses, and runs other tasks with the token it is
///   given.
///
/// What is to use the instructions must be inlined into [`run`](Compiled::run), and that method must be
/// `#[inline(always)]` itself: a function that stays outside, closures included, is compiled for the plainest CPU.
///
/// ```
/// use tabiya::cpu::{copies, Detected, Compiled, Token};
///
/// struct Count(u64);
///
/// impl<A: Token> Compiled<A> for Count {
///     type Output = u32;
///     #[inline(always)]
///     fn run(self, _: A) -> u32 {
///         self.0.count_ones()
///     }
///     copies!(A);
/// }
///
/// assert_eq!(Detected::best().run(Count(0b1011)), 3); // by one POPCNT where there is one
/// ```
pub trait Compiled<A>: Sized {
    /// What comes of it.
    type Output;
    /// Does the work.
    fn run(self, arch: A) -> Self::Output;

    crate::__levels! { {declared_copies} }
}

macro_rules! declared_copies {
    ([] $($(#[$_meta:meta])* $_name:ident $copy:ident = $_number:literal, $_here:meta, [$($_features:literal)?];)*) => {$(
        /// The copy for one level; `copies!` writes it.
        ///
        /// # Safety
        /// The CPU must have the instructions of the level.
        #[doc(hidden)]
        unsafe fn $copy(self, arch: A) -> Self::Output;
    )*};
}
use declared_copies;

/// The proof that this CPU has the instructions of a [`Level`]: code that holds a token may use them.
///
/// Another crate implements it for a wrapper around a token, as a variant of the level with other means. Its method
/// [`run`](Token::run) hands a [`Wrapped`] task to the token inside.
///
/// ```
/// use tabiya::attacks::Sliders;
/// use tabiya::cpu::{Bmi2, Token};
/// use tabiya::{Bitboard, Square};
///
/// if let Some(token) = Bmi2::new() {
///     assert_eq!(token.sliders().rook(Square::A1, Bitboard::EMPTY).len(), 14); // by PEXT
/// }
/// ```
pub trait Token: Copy + Send + Sync + 'static {
    /// Whose instructions these are.
    const LEVEL: Level;
    /// How sliding attacks are found.
    type Sliders: Sliders + Send + Sync + 'static;
    /// The level of the same CPU that uses no vectors: this one itself, if it does not.
    type Scalar: Token<Sliders = Self::Sliders>;

    /// The token, if this CPU has the instructions, fast or slow.
    fn detect() -> Option<Self>;

    /// How sliding attacks are found.
    fn sliders(self) -> Self::Sliders;

    /// The level of the same CPU that uses no vectors. Code without vectors is slower if it is compiled for them.
    fn scalar(self) -> Self::Scalar;

    /// Does the work by the copy that is compiled for the instructions; see [`Compiled`].
    fn run<T: Compiled<Self>>(self, task: T) -> T::Output;
}

#[doc(hidden)]
/// A task for a token of another crate, on its way to the token inside: what [`Token::run`] of a wrapper hands on. The
/// copy that runs is that of the task itself.
pub struct Wrapped<K, W> {
    /// The work.
    pub task: K,
    /// The wrapper it is for.
    pub arch: W,
}

impl<A, K: Compiled<W>, W> Compiled<A> for Wrapped<K, W> {
    type Output = K::Output;

    #[inline(always)]
    fn run(self, _: A) -> K::Output {
        self.task.run(self.arch)
    }

    crate::__levels! { {wrapped_copies} }
}

macro_rules! wrapped_copies {
    ([] $($(#[$_meta:meta])* $_name:ident $copy:ident = $_number:literal, $_here:meta, [$($_features:literal)?];)*) => {$(
        #[inline(always)]
        unsafe fn $copy(self, _: A) -> K::Output {
            // SAFETY: the caller has promised the same.
            unsafe { self.task.$copy(self.arch) }
        }
    )*};
}
use wrapped_copies;

/// What a token holds where it can exist. Elsewhere it holds an [`Infallible`](core::convert::Infallible), so that
/// there is none.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Exists(());

impl Exists {
    /// # Safety
    /// The CPU must have the instructions of the token that is made of this.
    #[inline(always)]
    pub(crate) const unsafe fn assume() -> Exists {
        Exists(())
    }
}

/// What a token of x86-64 holds.
#[cfg(x86_simd)]
pub(crate) type X86Proof = Exists;
/// What a token of x86-64 holds.
#[cfg(not(x86_simd))]
pub(crate) type X86Proof = core::convert::Infallible;

/// A token of x86-64, which the CPU is asked for. `$includes` are the plainer levels that it implies.
macro_rules! x86_token {
    ($(#[$meta:meta])* $name:ident, copy $copy:ident, scalar $scalar:ident, includes [$($includes:ident),*]) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub struct $name(pub(super) crate::cpu::X86Proof);

        impl $name {
            /// The token, if this CPU has the instructions, whether or not they are fast.
            #[inline]
            pub fn new() -> Option<$name> {
                #[cfg(x86_simd)]
                // SAFETY: the build or the CPU itself says that the instructions are there.
                return ($name::BUILT_IN || crate::cpu::found(crate::cpu::Level::$name)).then(|| unsafe { $name::new_unchecked() });
                #[cfg(not(x86_simd))]
                return None;
            }

            /// The token without a question, for code that has made sure of the instructions in another way.
            ///
            /// # Safety
            /// The CPU must have them.
            #[cfg(x86_simd)]
            #[inline(always)]
            pub(crate) const unsafe fn new_unchecked() -> $name {
                // SAFETY: the caller has promised the same.
                $name(unsafe { crate::cpu::Exists::assume() })
            }
        }

        $(
            impl From<$name> for $includes {
                #[inline(always)]
                fn from(token: $name) -> $includes {
                    $includes(token.0)
                }
            }
        )*

        impl From<$name> for crate::cpu::Detected {
            #[inline(always)]
            fn from(token: $name) -> crate::cpu::Detected {
                crate::cpu::Detected::$name(token)
            }
        }

        impl crate::cpu::Token for $name {
            const LEVEL: crate::cpu::Level = crate::cpu::Level::$name;
            type Sliders = crate::attacks::Pext;
            type Scalar = $scalar;

            #[inline]
            fn detect() -> Option<$name> {
                $name::new()
            }

            #[inline(always)]
            fn sliders(self) -> crate::attacks::Pext {
                crate::arch::Bmi2(self.0).into()
            }

            #[inline(always)]
            fn scalar(self) -> $scalar {
                $scalar(self.0)
            }

            #[inline(always)]
            fn run<T: crate::cpu::Compiled<Self>>(self, task: T) -> T::Output {
                // SAFETY: there is a token only where the CPU has the instructions.
                unsafe { task.$copy(self) }
            }
        }
    };
}
pub(crate) use x86_token;

/// A token of what the build itself demands: there is nothing to ask the CPU, and nothing to compile anew.
macro_rules! static_token {
    ($(#[$meta:meta])* $name:ident($proof:ty), copy $copy:ident) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub struct $name($proof);

        impl From<$name> for crate::cpu::Detected {
            #[inline(always)]
            fn from(token: $name) -> crate::cpu::Detected {
                crate::cpu::Detected::$name(token)
            }
        }

        impl crate::cpu::Token for $name {
            const LEVEL: crate::cpu::Level = crate::cpu::Level::$name;
            type Sliders = crate::attacks::Portable;
            type Scalar = crate::arch::Portable;

            #[inline(always)]
            fn detect() -> Option<$name> {
                $name::new().into()
            }

            #[inline(always)]
            fn sliders(self) -> crate::attacks::Portable {
                crate::attacks::Portable::default()
            }

            #[inline(always)]
            fn scalar(self) -> crate::arch::Portable {
                crate::arch::Portable::new()
            }

            #[inline(always)]
            fn run<T: crate::cpu::Compiled<Self>>(self, task: T) -> T::Output {
                // SAFETY: there is a token only where the CPU has the instructions.
                unsafe { task.$copy(self) }
            }
        }
    };
}
pub(crate) use static_token;
