//! Proofs of the ordering room: exchanges against their slow twin and by hand, the picker against the generator.

mod exchanges;
mod histories;
mod pickers;
mod support;
