//! Move ordering: exchanges against their slow twin and by hand, the picker against the generator.

mod by_hand;
mod exchanges;
mod histories;
mod perfts;
mod pickers;
mod stages;
mod support;
