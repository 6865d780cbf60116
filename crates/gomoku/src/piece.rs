use game::Side;

/// A stone.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stone {
    /// Whose it is.
    pub side: Side,
}
