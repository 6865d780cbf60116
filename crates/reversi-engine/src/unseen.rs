use game::Position as _;
use reversi::{Move, Position};
use search::Oversight;

/// The moves that a player of limited strength overlooks in the position where it must move.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OverlookedMoves(pub(crate) Oversight);

impl OverlookedMoves {
    /// Whether a move is overlooked in a position.
    pub(crate) fn hides(self, position: &Position, m: Move) -> bool {
        let number = m.square().map_or(64, |square| square.index() as u64);
        self.0.hides(position.key().0 ^ number << 48)
    }
}
