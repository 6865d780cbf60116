use game::Position as _;
use reversi::{Move, Position};
use search::Oversight;

/// What a player of limited strength overlooks: moves of the position he has to play in.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unseen(pub(crate) Oversight);

impl Unseen {
    /// Whether a move is not seen in a position.
    pub(crate) fn hides(self, position: &Position, m: Move) -> bool {
        let number = m.square().map_or(64, |square| square.index() as u64);
        self.0.hides(position.key().0 ^ number << 48)
    }
}
