use crate::Patterns;
use game::Side;

/// A stone.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stone {
    /// Whose it is.
    pub side: Side,
}

/// What a point holds, as an observer of moves hears of it: a stone changes the prospects of
/// the empty points around it as well.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// A stone.
    Stone(Stone),
    /// What stones of either side would make there.
    Prospects(Patterns),
}
