//! `serde` for everything that has a natural text: it is serialised as that text.
//!
//! Squares as `e4`, positions and setups as FEN, EPDs as they are written, moves as [`San`], [`SanPlus`] or
//! [`UciMove`]. A bare `Move` has none: what `e1g1` means depends on the position.
//!
//! A position is read with the checks of [`Position::from_setup`]. One that only a [`Tolerance`](crate::Tolerance)
//! accepted is therefore written, but refused with its problems when it is read; read it as a [`Setup`] and give it the
//! same tolerance.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use super::epd::Epd;
use super::san::{San, SanPlus, SanText};
use super::uci::UciMove;
use crate::{CastlingField, EnPassantField, FenStyle, File, Position, Rank, Setup, Square};

/// Reads a text and hands it to `FromStr`.
struct FromText<T>(&'static str, PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for FromText<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! serialised_as_text {
    ($($type:ty: $expected:literal),* $(,)?) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(FromText($expected, PhantomData))
            }
        }
    )*};
}

serialised_as_text! {
    File: "a file such as \"e\"",
    Rank: "a rank such as \"4\"",
    Square: "a square such as \"e4\"",
    Epd: "an EPD",
    San: "a move in algebraic notation such as \"Nf3\"",
    SanPlus: "a move in algebraic notation such as \"Nf3+\"",
    UciMove: "a UCI move such as \"e2e4\"",
}

impl Serialize for SanText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Shredder letters can say which rook has a right even where there is none.
        serializer.serialize_str(&self.to_fen(CastlingField::Shredder))
    }
}

impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setup, D::Error> {
        deserializer.deserialize_str(FromText("a FEN", PhantomData))
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The square of every double push is written, so that the very same position is read back.
        let style = FenStyle { castling: CastlingField::XFen, en_passant: EnPassantField::Always };
        serializer.serialize_str(&self.to_fen(style))
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        deserializer.deserialize_str(FromText("the FEN of a valid position", PhantomData))
    }
}
