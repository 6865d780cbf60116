use game::{Position as _, Side};
use gomoku::{Position, Square};
use search::Oversight;

/// The points that a player of limited strength overlooks.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OverlookedPoints {
    /// Quiet moves.
    pub(crate) quiet: Oversight,
    /// Points that would make an open four.
    pub(crate) fours: Oversight,
}

impl OverlookedPoints {
    /// Whether a quiet move is overlooked in a position.
    #[inline]
    pub(crate) fn hides(self, position: &Position, square: Square) -> bool {
        self.quiet.hides(position.key().0 ^ number(square) << 48)
    }

    /// Whether an open four on a point is overlooked during the whole search.
    #[inline]
    pub(crate) fn hides_four(self, square: Square, side: Side) -> bool {
        self.fours.hides(number(square) << 1 | side as u64)
    }
}

fn number(square: Square) -> u64 {
    u64::from(square.row()) << 8 | u64::from(square.column())
}
