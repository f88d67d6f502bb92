//! How often the staged picker could leave stages out; counted only by searches that ask for it.

use tabiya::order::Generated;

/// What happened at the nodes of one kind.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Laziness {
    /// Nodes at which moves were asked for.
    pub nodes: u64,
    /// Of those, the ones where quiet moves were never generated.
    pub without_quiets: u64,
    /// Of those, the ones where nothing was ever generated.
    pub without_anything: u64,
}

impl Laziness {
    /// Records what one node's move source had generated when the node was left.
    pub fn record(&mut self, generated: Generated) {
        self.nodes += 1;
        self.without_quiets += u64::from(!generated.quiets && !generated.evasions);
        self.without_anything += u64::from(!generated.anything());
    }
}

impl std::ops::AddAssign for Laziness {
    fn add_assign(&mut self, other: Laziness) {
        self.nodes += other.nodes;
        self.without_quiets += other.without_quiets;
        self.without_anything += other.without_anything;
    }
}

/// What happened in a search.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Nodes of the main search.
    pub main: Laziness,
    /// Nodes of the quiescence search.
    pub quiescence: Laziness,
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.main += other.main;
        self.quiescence += other.quiescence;
    }
}
